//===- LowerExchange.cpp - Reading and counting by index ------------------===//
//
// Elements of a tile in shared memory that are found by a computed index.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// An index as 32 bits.
static Value indexOf(ImplicitLocOpBuilder &b, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width > 32)
    return arith::TruncIOp::create(b, b.getI32Type(), value);
  if (width < 32)
    return arith::ExtUIOp::create(b, b.getI32Type(), value);
  return value;
}

void tqc::lowerSharedGather(LoweringContext &cx, tqg::SharedGatherOp op) {
  const LinearLayout &from = op.getStaging().getType().getMemory();
  const LinearLayout &to = tqg::layoutOf(op.getType());
  Type element = cx.registerType(op.getType());
  int64_t bytes = sharedElementBytes(op.getType());
  unsigned axis = op.getAxis();
  FlatIndices result = flatIndices(cx, to);
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    Value flat = flatIndex(cx, result, reg), sum;
    for (unsigned dim = 0; dim < to.rank(); ++dim) {
      Value coord;
      if (dim == axis) {
        // An index outside the tile wraps rather than leaving the scratch.
        coord = arith::AndIOp::create(
            cx.b, indexOf(cx.b, cx.regs(op.getIndex())[reg]),
            cx.i32(from.extent(dim) - 1));
      } else {
        coord = arith::ShRUIOp::create(cx.b, flat, cx.i32(to.lowBit(dim)));
        coord = arith::AndIOp::create(cx.b, coord, cx.i32(to.extent(dim) - 1));
      }
      coord = arith::ShLIOp::create(cx.b, coord, cx.i32(from.lowBit(dim)));
      sum = sum ? arith::OrIOp::create(cx.b, sum, coord).getResult() : coord;
    }
    Value offset = arith::MulIOp::create(cx.b, sum, cx.i32(bytes));
    values.push_back(
        loadShared(cx, sharedAddress(cx, op.getStaging(), offset), element, 1)
            .front());
  }
  cx.set(op.getResult(), std::move(values));
}

void tqc::lowerSharedCount(LoweringContext &cx, tqg::SharedCountOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getSrc().getType());
  int64_t bins = op.getStaging().getType().getTile().getNumElements();
  Value only = isFirstReplica(cx, from);
  for (unsigned reg = 0; reg < from.size(Hw::Reg); ++reg) {
    if (reg & from.freeMask(Hw::Reg))
      continue;
    Value bin = indexOf(cx.b, cx.regs(op.getSrc())[reg]);
    Value counts = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ult, bin,
                                         cx.i32(bins));
    if (op.getMask())
      counts = arith::AndIOp::create(cx.b, counts, cx.regs(op.getMask())[reg]);
    if (only)
      counts = arith::AndIOp::create(cx.b, counts, only);
    Value address = sharedAddress(cx, op.getStaging(),
                                  arith::MulIOp::create(cx.b, bin, cx.i32(4)));
    inlinePtx(
        cx.b, PtxStatement::CountShared, "@$1 red.shared.add.u32 [$0], 1;",
        "r,b",
        {LLVM::PtrToIntOp::create(cx.b, cx.b.getI32Type(), address), counts});
  }
}
