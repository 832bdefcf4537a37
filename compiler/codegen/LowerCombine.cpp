//===- LowerCombine.cpp - Shuffles and combine regions --------------------===//
//
// What reductions, scans and atomics share: words that go to another lane, and
// the region that combines two tuples. And the region that maps elements.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerCombine.h"

#include "compiler/codegen/BlockValues.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tqc;

static Value shuffleWord(ImplicitLocOpBuilder &b, Value value, Value lane,
                         StringRef kind) {
  NVVM::ShflKind mode = kind == "bfly"   ? NVVM::ShflKind::bfly
                        : kind == "up"   ? NVVM::ShflKind::up
                        : kind == "down" ? NVVM::ShflKind::down
                                         : NVVM::ShflKind::idx;
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(bits));
  };
  // The clamp: lanes beyond it keep their own value.
  Value clamp = constant(kind == "up" ? 0 : 31);
  return NVVM::ShflOp::create(b, value.getType(), constant(-1), value, lane,
                              clamp, mode, UnitAttr())
      .getRes();
}

Value tqc::shuffle(LoweringContext &cx, Value value, Value laneOrMask,
                   StringRef kind) {
  Type type = value.getType();
  Type word = cx.b.getI32Type();
  if (isa<LLVM::LLVMPointerType>(type)) {
    Value bits = LLVM::PtrToIntOp::create(cx.b, cx.b.getI64Type(), value);
    return LLVM::IntToPtrOp::create(cx.b, type,
                                    shuffle(cx, bits, laneOrMask, kind));
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (width == 32)
    return isa<FloatType>(type) || isa<IntegerType>(type)
               ? shuffleWord(cx.b, value, laneOrMask, kind)
               : Value();
  if (width == 64) {
    auto pair = VectorType::get(2, word);
    Value halves = LLVM::BitcastOp::create(cx.b, pair, value);
    Value result = LLVM::PoisonOp::create(cx.b, pair);
    for (int i : {0, 1}) {
      Value half = LLVM::ExtractElementOp::create(cx.b, halves, cx.i32(i));
      result = LLVM::InsertElementOp::create(
          cx.b, result, shuffleWord(cx.b, half, laneOrMask, kind), cx.i32(i));
    }
    return LLVM::BitcastOp::create(cx.b, type, result);
  }
  Type bits = cx.b.getIntegerType(width);
  Value small = isa<FloatType>(type)
                    ? LLVM::BitcastOp::create(cx.b, bits, value).getResult()
                    : value;
  Value wide = arith::ExtUIOp::create(cx.b, word, small);
  Value moved = shuffleWord(cx.b, wide, laneOrMask, kind);
  Value narrow = arith::TruncIOp::create(cx.b, bits, moved);
  return isa<FloatType>(type)
             ? LLVM::BitcastOp::create(cx.b, type, narrow).getResult()
             : narrow;
}

LogicalResult tqc::combine(LoweringContext &cx, Region &region, ValueRange left,
                           ValueRange right, Registers &result) {
  Block &block = region.front();
  unsigned count = left.size();
  for (unsigned i = 0; i < count; ++i) {
    cx.set(block.getArgument(i), {left[i]});
    cx.set(block.getArgument(i + count), {right[i]});
  }
  for (Operation &op : block.without_terminator())
    if (failed(lowerOp(cx, op)))
      return failure();
  Registers combined = flatten(cx, block.getTerminator()->getOperands());
  result = std::move(combined);
  return success();
}

LogicalResult tqc::lowerMap(LoweringContext &cx, tq::MapOp op) {
  Block &block = op.getBody().front();
  unsigned pack = op.getPack();
  unsigned count = registerCount(op.getSrcs().front().getType());
  SmallVector<Registers> results(op->getNumResults());
  for (unsigned first = 0; first < count; first += pack) {
    for (auto [index, argument] : llvm::enumerate(block.getArguments())) {
      Registers &list = cx.regs(op.getSrcs()[index / pack]);
      size_t reg = std::min<size_t>(first + index % pack, list.size() - 1);
      cx.set(argument, {list[reg]});
    }
    for (Operation &inner : block.without_terminator())
      if (failed(lowerOp(cx, inner)))
        return failure();
    Registers made = flatten(cx, block.getTerminator()->getOperands());
    for (auto [index, value] : llvm::enumerate(made))
      results[index / pack].push_back(value);
  }
  for (auto [value, list] : llvm::zip_equal(op.getResults(), results)) {
    list.resize(count);
    cx.set(value, std::move(list));
  }
  return success();
}
