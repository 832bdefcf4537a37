//===- LowerReduce.cpp - Combine all elements along an axis ---------------===//
//
// Three steps, each only if the layout puts part of the axis there:
//
//   registers   combine what a thread holds of a line, in pairs
//   lanes       butterfly shuffles over the lane bits along the axis
//   warps       one tuple a warp and line in scratch, combined by all: each
//               thread reads the tuples of all warps, or, from 16 warps on,
//               each lane reads one and shuffles combine them
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/AxisLines.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// From this many warps on, a tuple a lane and shuffles take fewer instructions
/// than reading the tuples of all warps.
static constexpr int64_t kWarpsToShuffle = 16;

/// Neighbours first, then neighbouring pairs: the steps of one round do not
/// wait for each other. The region is associative and commutative.
LogicalResult KernelLowering::combineInPairs(Region &region,
                                             SmallVector<Registers> tuples,
                                             Registers &result) {
  while (tuples.size() > 1) {
    SmallVector<Registers> next;
    for (size_t i = 0; i + 1 < tuples.size(); i += 2)
      if (failed(
              combine(region, tuples[i], tuples[i + 1], next.emplace_back())))
        return failure();
    if (tuples.size() % 2)
      next.push_back(tuples.back());
    tuples = std::move(next);
  }
  result = tuples.front();
  return success();
}

/// Combines over lanes that differ in these bits; all of them get the result.
LogicalResult KernelLowering::combineAcrossLanes(Region &region,
                                                 ArrayRef<unsigned> laneBits,
                                                 Registers &tuple) {
  for (unsigned bit : laneBits) {
    Registers other;
    for (Value value : tuple)
      other.push_back(shuffle(value, i32(1 << bit), "bfly"));
    if (failed(combine(region, tuple, other, tuple)))
      return failure();
  }
  agreeOnPayloads(laneBits, tuple);
  return success();
}

/// Of two NaNs an fp64 addition keeps one's payload, and each lane added in its
/// own order: the first one's value is that of all. Narrower types have one NaN.
void KernelLowering::agreeOnPayloads(ArrayRef<unsigned> laneBits,
                                     Registers &tuple) {
  unsigned mask = 0;
  for (unsigned bit : laneBits)
    mask |= 1u << bit;
  for (Value &value : tuple)
    if (mask && value.getType().isF64())
      value = shuffle(value,
                      arith::AndIOp::create(b, laneId(), i32(int32_t(~mask))),
                      "idx");
}

/// Registers and lanes: the tuple of each line within a warp.
LogicalResult KernelLowering::reduceInWarp(tq::ReduceOp op,
                                           const AxisLines &axisLines,
                                           LineTuples &tuples) {
  Region &region = op.getCombine();
  for (auto &[line, list] : axisLines.registers) {
    SmallVector<Registers> elements;
    for (unsigned reg : list) {
      Registers &tuple = elements.emplace_back();
      for (Value source : op.getSrcs())
        tuple.push_back(regs(source)[reg]);
    }
    if (failed(combineInPairs(region, std::move(elements), tuples[line])))
      return failure();
  }
  for (auto &[line, tuple] : tuples)
    if (failed(combineAcrossLanes(region, axisLines.laneBits, tuple)))
      return failure();
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
  int64_t widest = 1;
  for (Value source : op.getSrcs())
    widest = std::max(widest, sharedElementBytes(source.getType()));
  unsigned run = axisLines.runLength(widest);
  awaitScratch(*op);
  guarded(writes, [&] {
    for (auto &entry : tuples)
      for (unsigned i = 0; i < count && entry.first % run == 0; ++i) {
        Registers together;
        for (unsigned j = 0; j < run; ++j)
          together.push_back(tuples.find(entry.first + j)->second[i]);
        storeShared(tupleAddress(*op, axisLines, i, entry.first, slot, 0),
                    together);
      }
  });
  barrier();
  // Lanes that hold no line of their own can read the tuples of other warps.
  bool byLanes = axisLines.warps() >= kWarpsToShuffle &&
                 axisLines.idleLanes == 31 && axisLines.warps() <= 32;
  Value ownSlot;
  if (byLanes)
    ownSlot = arith::AndIOp::create(b, laneId(), i32(axisLines.warps() - 1));
  // The tuples of `run` lines of one warp.
  auto read = [&](uint32_t line, Value slot, int64_t constantSlot) {
    SmallVector<Registers> lines(run);
    for (unsigned i = 0; i < count; ++i) {
      Registers values =
          loadShared(tupleAddress(*op, axisLines, i, line, slot, constantSlot),
                     tuples.find(line)->second[i].getType(), run);
      for (auto [tuple, value] : llvm::zip_equal(lines, values))
        tuple.push_back(value);
    }
    return lines;
  };
  for (uint32_t line : llvm::to_vector(llvm::make_first_range(tuples))) {
    if (line % run)
      continue;
    if (byLanes) {
      auto bits =
          llvm::to_vector(llvm::seq<unsigned>(0, axisLines.warpBits.size()));
      SmallVector<Registers> lines = read(line, ownSlot, 0);
      for (auto [j, tuple] : llvm::enumerate(lines)) {
        if (failed(combineAcrossLanes(region, bits, tuple)))
          return failure();
        tuples[line + j] = tuple;
      }
      continue;
    }
    SmallVector<SmallVector<Registers>> ofWarps;
    for (int64_t w = 0; w < axisLines.warps(); ++w)
      ofWarps.push_back(read(line, Value(), w));
    for (unsigned j = 0; j < run; ++j) {
      SmallVector<Registers> ofLine;
      for (SmallVector<Registers> &lines : ofWarps)
        ofLine.push_back(lines[j]);
      if (failed(combineInPairs(region, std::move(ofLine), tuples[line + j])))
        return failure();
    }
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
