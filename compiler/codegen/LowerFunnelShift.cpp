//===- LowerFunnelShift.cpp - Elements that straddle two accesses ---------===//
//
// A thread holds `width` neighbours of both tiles, as words of 32 bits. Which
// of them the result begins at is known when the kernel runs, and is the same
// for all: each power of two of words is a selection, and what is left, less
// than a word, a funnel shift of neighbouring words. Selections are by masks of
// bits, one LOP3 each: for a predicate that is the same for all threads, ptxas
// takes two instructions. Where a loop has a copy for each number of words
// (StraddlingLoads.h), they are a choice of registers.
//
//     low 0 1 2 3, high 4 5 6 7, from = 2.5 words
//     2 words:  2 3 4 5 6        1 word: no        half a word: 2|3 3|4 4|5 5|6
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

using Step = std::pair<unsigned, Value>; ///< words, and all bits if it is taken

/// From twice as many words those that begin `steps` and `rest` bits further
/// on.
static Registers shiftWords(LoweringContext &cx, Registers words,
                            ArrayRef<Step> steps, Value rest) {
  for (auto [step, mask] : steps) {
    for (unsigned i = 0; i + step < words.size(); ++i) {
      Value both = arith::XOrIOp::create(cx.b, words[i], words[i + step]);
      words[i] = arith::XOrIOp::create(cx.b, words[i],
                                       arith::AndIOp::create(cx.b, both, mask));
    }
    words.truncate(words.size() - step);
  }
  for (unsigned i = 0; rest && i + 1 < words.size(); ++i)
    words[i] = LLVM::FshrOp::create(cx.b, words[i + 1], words[i], rest);
  words.pop_back();
  return words;
}

LogicalResult tqc::lowerFunnelShift(LoweringContext &cx,
                                    tqg::FunnelShiftOp op) {
  const LinearLayout &layout = *tqg::tryLayoutOf(op.getType());
  SmallVector<unsigned> places = neighbourBits(layout, 0, op.getWidth());
  if (1u << places.size() != op.getWidth())
    return op.emitOpError("has threads that hold fewer neighbours");
  Type element = cx.registerType(op.getType());
  unsigned bits = op.getType().getElementTypeBitWidth();
  unsigned wordBits = std::max(bits, 32u), perWord = wordBits / bits;
  unsigned count = op.getWidth() / perWord;
  Type word = cx.b.getIntegerType(wordBits);
  Value from = cx.regs(op.getFrom()).front();
  /// All bits if `from` has that one.
  auto maskOf = [&](unsigned places) -> Value {
    Value bit = arith::ShLIOp::create(
        cx.b, from, cx.i32(31 - int32_t(llvm::Log2_32(places))));
    Value mask = arith::ShRSIOp::create(cx.b, bit, cx.i32(31));
    return wordBits > 32 ? arith::ExtSIOp::create(cx.b, word, mask).getResult()
                         : mask;
  };
  SmallVector<Step> steps;
  for (unsigned step = count / 2; step > 0 && !op.getWords(); step /= 2)
    steps.push_back({step, maskOf(step * perWord)});
  Value rest;
  if (perWord > 1)
    rest = arith::MulIOp::create(
        cx.b, arith::AndIOp::create(cx.b, from, cx.i32(int32_t(perWord) - 1)),
        cx.i32(int32_t(bits)));
  Registers low = cx.regs(op.getLow()), high = cx.regs(op.getHigh());
  Registers result(low.size());
  for (ArrayRef<unsigned> group : registerGroups(layout, places)) {
    Registers words;
    for (const Registers *side : {&low, &high}) {
      auto elements = llvm::map_to_vector(
          group, [&](unsigned reg) { return (*side)[reg]; });
      llvm::append_range(words, packWords(cx, elements, word));
    }
    if (std::optional<uint32_t> known = op.getWords())
      words = Registers(llvm::ArrayRef(words).slice(*known, count + 1));
    words = shiftWords(cx, std::move(words), steps, rest);
    for (auto [reg, value] :
         llvm::zip_equal(group, unpackWords(cx, words, element)))
      result[reg] = value;
  }
  for (unsigned reg = 0; reg < result.size(); ++reg)
    if (!result[reg]) // a register that repeats another one
      result[reg] = result[reg & ~layout.freeMask(Hw::Reg)];
  cx.set(op.getResult(), std::move(result));
  return success();
}
