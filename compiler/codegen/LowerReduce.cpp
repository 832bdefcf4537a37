//===- LowerReduce.cpp - Combine all elements along an axis ---------------===//
//
// Three steps, each only if the layout puts part of the axis there:
//
//   registers   combine what a thread holds of a line
//   lanes       butterfly shuffles over the lane bits along the axis
//   warps       one tuple a warp and line in scratch, combined by all
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/AxisLines.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// Registers and lanes: the tuple of each line within a warp.
LogicalResult KernelLowering::reduceInWarp(tq::ReduceOp op,
                                           const AxisLines &axisLines,
                                           LineTuples &tuples) {
  Region &region = op.getCombine();
  for (auto &[line, list] : axisLines.registers) {
    Registers tuple;
    for (unsigned reg : list) {
      Registers next;
      for (Value source : op.getSrcs())
        next.push_back(regs(source)[reg]);
      if (tuple.empty())
        tuple = next;
      else if (failed(combine(region, tuple, next, tuple)))
        return failure();
    }
    tuples[line] = tuple;
  }
  for (unsigned bit : axisLines.laneBits)
    for (auto &[line, tuple] : tuples) {
      Registers other;
      for (Value value : tuple)
        other.push_back(shuffle(value, i32(1 << bit), "bfly"));
      if (failed(combine(region, tuple, other, tuple)))
        return failure();
    }
  return success();
}

/// Warps: every thread gets the tuples of all warps of its lines.
LogicalResult KernelLowering::reduceAcrossWarps(tq::ReduceOp op,
                                                const AxisLines &axisLines,
                                                LineTuples &tuples) {
  Region &region = op.getCombine();
  unsigned count = op.getSrcs().size();
  Value slot = compressBits(warpId(), axisLines.warpBits);
  // One lane of those that hold a line writes, in every warp along the axis.
  const LinearLayout &layout = tqg::layoutOf(op.getSrcs().front().getType());
  Value writes = bitsAreZero(laneId(), axisLines.idleLanes);
  if (Value warpWrites = bitsAreZero(warpId(), layout.freeMask(Hw::Warp)))
    writes = writes ? arith::AndIOp::create(b, writes, warpWrites).getResult()
                    : warpWrites;
  barrier();
  guarded(writes, [&] {
    for (auto &entry : tuples)
      for (unsigned i = 0; i < count; ++i)
        storeShared(tupleAddress(*op, axisLines, i, entry.first, slot, 0),
                    {entry.second[i]});
  });
  barrier();
  for (auto &entry : tuples) {
    Registers total;
    for (int64_t w = 0; w < axisLines.warps(); ++w) {
      Registers next;
      for (unsigned i = 0; i < count; ++i)
        next.push_back(
            loadShared(tupleAddress(*op, axisLines, i, entry.first, Value(), w),
                       entry.second[i].getType(), 1)
                .front());
      if (total.empty())
        total = next;
      else if (failed(combine(region, total, next, total)))
        return failure();
    }
    entry.second = total;
  }
  return success();
}

LogicalResult KernelLowering::lowerReduce(tq::ReduceOp op) {
  AxisLines axisLines(tqg::layoutOf(op.getSrcs().front().getType()),
                      op.getAxis());
  LineTuples tuples;
  if (failed(reduceInWarp(op, axisLines, tuples)))
    return failure();
  if (!axisLines.warpBits.empty() &&
      failed(reduceAcrossWarps(op, axisLines, tuples)))
    return failure();

  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    const LinearLayout *layout = tqg::tryLayoutOf(result.getType());
    Registers values;
    if (!layout) {
      set(result, {tuples.front().second[i]});
      continue;
    }
    for (unsigned reg = 0; reg < layout->size(Hw::Reg); ++reg) {
      auto it = tuples.find(layout->applyFlat(Hw::Reg, reg));
      if (it == tuples.end())
        return op.emitOpError("the result's layout is not the source's without "
                              "the axis");
      values.push_back(it->second[i]);
    }
    set(result, std::move(values));
  }
  return success();
}
