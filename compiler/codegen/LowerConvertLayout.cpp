//===- LowerConvertLayout.cpp - Move a tile within warps ------------------===//
//
// LayoutMoves.h plans the cheapest way; this file writes down those that stay
// in a warp: registers are renamed, or words travel by shuffle. What goes
// through shared memory is a store and a load already.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/LowerCombine.h"
#include "compiler/codegen/LowerMemory.h"
#include "compiler/codegen/OpLowerings.h"
#include "dialect/layout/LayoutTerms.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// The xor of the columns that the bits of `index` select.
static uint32_t combineColumns(ArrayRef<uint32_t> columns, uint32_t index) {
  uint32_t sum = 0;
  for (auto [bit, column] : llvm::enumerate(columns))
    if (index >> bit & 1)
      sum ^= column;
  return sum;
}

static void moveByShuffle(LoweringContext &cx, const ShuffleMove &move,
                          ArrayRef<Value> from, Registers &to) {
  Type element = from.front().getType();
  unsigned packed = 1u << move.packSource.size();
  // Two bytes are all that a word has where a thread has no more of them.
  Type word =
      packed > 1
          ? Type(cx.b.getIntegerType(packed * element.getIntOrFloatBitWidth()))
          : element;
  auto wordAt = [&](uint32_t reg) -> Value {
    Registers elements;
    for (unsigned j = 0; j < packed; ++j)
      elements.push_back(from[reg ^ combineColumns(move.packSource, j)]);
    return packed > 1 ? packWords(cx, elements, word).front()
                      : elements.front();
  };
  /// True where the thread's own bit of a pick is 1.
  auto bitOf = [&](const ShuffleMove::Pick &pick) -> Value {
    Value sum;
    auto add = [&](Value index, uint32_t mask) {
      for (; mask; mask &= mask - 1) {
        Value bit = arith::AndIOp::create(cx.b, index, cx.i32(mask & -mask));
        Value set = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ne, bit,
                                          cx.i32(0));
        sum = sum ? arith::XOrIOp::create(cx.b, sum, set).getResult() : set;
      }
    };
    add(cx.laneId(), pick.laneMask);
    add(cx.warpId(), pick.warpMask);
    return sum ? sum : cx.constant(cx.b.getI1Type(), 0);
  };
  /// Of 2^n values the one that n bits select.
  auto choose = [&](Registers values, ArrayRef<ShuffleMove::Pick> picks) {
    for (const ShuffleMove::Pick &pick : picks) {
      Value bit = bitOf(pick);
      Registers half;
      for (unsigned i = 0; i < values.size(); i += 2)
        half.push_back(
            values[i] == values[i + 1]
                ? values[i]
                : arith::SelectOp::create(cx.b, bit, values[i + 1], values[i])
                      .getResult());
      values = half;
    }
    return values.front();
  };
  auto registersOf = [](ArrayRef<ShuffleMove::Pick> picks) {
    return llvm::map_to_vector(
        picks, [](const ShuffleMove::Pick &pick) { return pick.registers; });
  };
  SmallVector<uint32_t> before = registersOf(move.before);
  SmallVector<uint32_t> after = registersOf(move.after);
  Value sourceLane;
  for (const CoordTerm &term : move.sourceLane.terms) {
    Value index = term.source == Hw::Lane ? cx.laneId() : cx.warpId();
    Value part = arith::AndIOp::create(cx.b, index, cx.i32(term.mask));
    if (term.shift > 0)
      part = arith::ShLIOp::create(cx.b, part, cx.i32(term.shift));
    else if (term.shift < 0)
      part = arith::ShRUIOp::create(cx.b, part, cx.i32(-term.shift));
    sourceLane = sourceLane
                     ? arith::XOrIOp::create(cx.b, sourceLane, part).getResult()
                     : part;
  }
  if (!sourceLane)
    sourceLane = cx.i32(0);

  for (const ShuffleMove::Read &read : move.reads) {
    Registers got;
    for (uint32_t j = 0; j < 1u << after.size(); ++j) {
      uint32_t base = read.reg ^ combineColumns(after, j);
      Registers offers;
      for (uint32_t i = 0; i < 1u << before.size(); ++i)
        offers.push_back(wordAt(base ^ combineColumns(before, i)));
      Value offered = choose(offers, move.before);
      if (read.movesLanes) {
        Value lane = read.laneXor ? arith::XOrIOp::create(cx.b, sourceLane,
                                                          cx.i32(read.laneXor))
                                        .getResult()
                                  : sourceLane;
        offered = shuffle(cx, offered, lane, "idx");
      }
      got.push_back(offered);
    }
    Value result = choose(got, move.after);
    Registers elements =
        packed > 1 ? unpackWords(cx, {result}, element) : Registers{result};
    for (uint32_t start : read.results)
      for (unsigned j = 0; j < packed; ++j)
        to[start ^ combineColumns(move.packResult, j)] = elements[j];
  }
}

LogicalResult tqc::lowerConvertLayout(LoweringContext &cx,
                                      tqg::ConvertLayoutOp op) {
  LayoutMove move = planConversion(op);
  // A copy: setting the result may move the table's lists.
  Registers source = cx.regs(op.getSrc());
  Registers values(registerCount(op.getType()));
  // The plan counts i1 as a byte, and so it travels.
  bool isBool = op.getType().getElementType().isInteger(1) &&
                move.kind == LayoutMove::Kind::Shuffle;
  if (isBool)
    for (Value &value : source)
      value = arith::ExtUIOp::create(cx.b, cx.b.getI8Type(), value);
  switch (move.kind) {
  case LayoutMove::Kind::Nothing:
    values = source;
    break;
  case LayoutMove::Kind::Registers:
    for (auto [value, reg] : llvm::zip_equal(values, move.registers))
      value = source[reg];
    break;
  case LayoutMove::Kind::Shuffle:
    moveByShuffle(cx, *move.shuffle, source, values);
    break;
  case LayoutMove::Kind::Shared:
    return op.emitOpError("moves a tile between warps, but nothing says when: "
                          "tq-expand-exchanges does");
  }
  if (isBool)
    for (Value &value : values)
      value = arith::TruncIOp::create(cx.b, cx.b.getI1Type(), value);
  cx.set(op.getResult(), std::move(values));
  return success();
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//
