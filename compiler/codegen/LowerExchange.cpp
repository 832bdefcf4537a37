//===- LowerExchange.cpp - gather, cat and histogram through scratch ------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

LogicalResult KernelLowering::lowerGather(tq::GatherOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getSrc().getType());
  const LinearLayout &to = tqg::layoutOf(op.getType());
  Type element = registerType(op.getSrc().getType());
  int64_t bytes = sharedElementBytes(op.getSrc().getType());
  unsigned axis = op.getAxis();
  FlatIndices source = flatIndices(from), result = flatIndices(to);
  awaitScratch(*op);
  for (unsigned reg = 0; reg < from.size(Hw::Reg); ++reg) {
    Value offset =
        arith::MulIOp::create(b, flatIndex(source, reg), i32(bytes));
    storeShared(sharedAddress(*op, offset), {regs(op.getSrc())[reg]});
  }
  barrier();
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    Value flat = flatIndex(result, reg), sum;
    for (unsigned dim = 0; dim < to.rank(); ++dim) {
      Value coord;
      if (dim == axis) {
        coord = regs(op.getIndex())[reg];
        if (coord.getType().getIntOrFloatBitWidth() > 32)
          coord = arith::TruncIOp::create(b, b.getI32Type(), coord);
        else if (coord.getType().getIntOrFloatBitWidth() < 32)
          coord = arith::ExtUIOp::create(b, b.getI32Type(), coord);
        // An index outside the tile wraps rather than leaving the scratch.
        coord = arith::AndIOp::create(b, coord, i32(from.extent(dim) - 1));
      } else {
        coord = arith::ShRUIOp::create(b, flat, i32(to.lowBit(dim)));
        coord = arith::AndIOp::create(b, coord, i32(to.extent(dim) - 1));
      }
      coord = arith::ShLIOp::create(b, coord, i32(from.lowBit(dim)));
      sum = sum ? arith::OrIOp::create(b, sum, coord).getResult() : coord;
    }
    Value offset = arith::MulIOp::create(b, sum, i32(bytes));
    values.push_back(
        loadShared(sharedAddress(*op, offset), element, 1).front());
  }
  set(op.getResult(), std::move(values));
  return success();
}

LogicalResult KernelLowering::lowerCat(tq::CatOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getLhs().getType());
  const LinearLayout &to = tqg::layoutOf(op.getType());
  Type element = registerType(op.getType());
  int64_t bytes = sharedElementBytes(op.getType());
  FlatIndices source = flatIndices(from), result = flatIndices(to);
  awaitScratch(*op);
  int64_t half = 0;
  for (Value side : {op.getLhs(), op.getRhs()}) {
    for (unsigned reg = 0; reg < from.size(Hw::Reg); ++reg) {
      Value offset =
          arith::MulIOp::create(b, flatIndex(source, reg), i32(bytes));
      storeShared(sharedAddress(*op, offset, half), {regs(side)[reg]});
    }
    half = cast<RankedTensorType>(side.getType()).getNumElements() * bytes;
  }
  barrier();
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg) {
    Value offset =
        arith::MulIOp::create(b, flatIndex(result, reg), i32(bytes));
    values.push_back(
        loadShared(sharedAddress(*op, offset), element, 1).front());
  }
  set(op.getResult(), std::move(values));
  return success();
}

LogicalResult KernelLowering::lowerHistogram(tq::HistogramOp op) {
  const LinearLayout &from = tqg::layoutOf(op.getSrc().getType());
  const LinearLayout &to = tqg::layoutOf(op.getType());
  int64_t bins = op.getType().getDimSize(0);
  FlatIndices result = flatIndices(to);
  auto binAddress = [&](Value bin) {
    return sharedAddress(*op, arith::MulIOp::create(b, bin, i32(4)));
  };
  awaitScratch(*op);
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg)
    storeShared(binAddress(flatIndex(result, reg)), {i32(0)});
  barrier();
  Value only = isFirstReplica(from);
  for (unsigned reg = 0; reg < from.size(Hw::Reg); ++reg) {
    if (reg & from.freeMask(Hw::Reg))
      continue;
    Value bin = regs(op.getSrc())[reg];
    unsigned width = bin.getType().getIntOrFloatBitWidth();
    if (width > 32)
      bin = arith::TruncIOp::create(b, b.getI32Type(), bin);
    else if (width < 32)
      bin = arith::ExtUIOp::create(b, b.getI32Type(), bin);
    Value counts = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, bin,
                                         i32(bins));
    if (op.getMask())
      counts =
          arith::AndIOp::create(b, counts, regs(op.getMask())[reg]);
    if (only)
      counts = arith::AndIOp::create(b, counts, only);
    inlinePtx("@$1 red.shared.add.u32 [$0], 1;", "r,b",
              {LLVM::PtrToIntOp::create(b, b.getI32Type(), binAddress(bin)),
               counts},
              Type(), /*sideEffects=*/true);
  }
  barrier();
  Registers values;
  for (unsigned reg = 0; reg < to.size(Hw::Reg); ++reg)
    values.push_back(loadShared(binAddress(flatIndex(result, reg)),
                                b.getI32Type(), 1)
                         .front());
  set(op.getResult(), std::move(values));
  return success();
}
