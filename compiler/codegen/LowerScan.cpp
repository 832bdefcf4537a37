//===- LowerScan.cpp - Combine all elements up to each one ----------------===//
//
// The layout pass puts the axis in neighbouring registers first, then in the
// lowest lanes, then in warps. So a scan is three scans, each one over the
// totals of the one before; what came before a thread is then combined into
// all of its registers.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/AxisLines.h"
#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// index >= bound
static Value atLeast(ImplicitLocOpBuilder &b, Value index, int64_t bound) {
  Value limit = arith::ConstantOp::create(b, b.getI32IntegerAttr(bound));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, index, limit);
}

static Registers selectAll(ImplicitLocOpBuilder &b, Value condition,
                           ValueRange whenTrue, ValueRange whenFalse) {
  Registers result;
  for (auto [yes, no] : llvm::zip(whenTrue, whenFalse))
    result.push_back(arith::SelectOp::create(b, condition, yes, no));
  return result;
}

/// Scans the registers of each line in place, then its totals over lanes;
/// `before` is what the lanes before a thread come to.
LogicalResult KernelLowering::scanInWarp(tq::ScanOp op,
                                         const AxisLines &axisLines,
                                         Value laneAlong,
                                         SmallVectorImpl<Registers> &values,
                                         LineTuples &totals,
                                         LineTuples &before) {
  Region &region = op.getCombine();
  StringRef direction = op.getReverse() ? "down" : "up";
  for (auto &[line, list] : axisLines.registers) {
    for (unsigned i = 1; i < list.size(); ++i)
      if (failed(combine(region, values[list[i - 1]], values[list[i]],
                         values[list[i]])))
        return failure();
    Registers total = values[list.back()];
    for (int64_t distance = 1; distance < axisLines.lanes(); distance *= 2) {
      Registers other, both;
      for (Value value : total)
        other.push_back(shuffle(value, i32(distance), direction));
      if (failed(combine(region, other, total, both)))
        return failure();
      total = selectAll(b, atLeast(b, laneAlong, distance), both, total);
    }
    Registers prefix;
    if (axisLines.lanes() > 1)
      for (Value value : total)
        prefix.push_back(shuffle(value, i32(1), direction));
    totals[line] = total;
    before[line] = prefix;
  }
  return success();
}

/// What the warps before a thread's come to; meaningless in the first one.
LogicalResult KernelLowering::scanAcrossWarps(tq::ScanOp op,
                                              const AxisLines &axisLines,
                                              Value laneAlong, Value warpAlong,
                                              const LineTuples &totals,
                                              LineTuples &before) {
  Region &region = op.getCombine();
  unsigned count = op.getSrcs().size();
  // The last lane along the axis, once for all replicas, writes the total.
  Value writes = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, laneAlong,
                                       i32(axisLines.lanes() - 1));
  const LinearLayout &layout = tqg::layoutOf(op.getSrcs().front().getType());
  if (Value first = isFirstReplica(layout))
    writes = arith::AndIOp::create(b, writes, first);
  awaitScratch(*op);
  guarded(writes, [&] {
    for (auto &entry : totals)
      for (unsigned i = 0; i < count; ++i)
        storeShared(tupleAddress(*op, axisLines, i, entry.first, warpAlong, 0),
                    {entry.second[i]});
  });
  barrier();
  for (auto &entry : totals) {
    Registers sum, chosen;
    for (int64_t w = 0; w + 1 < axisLines.warps(); ++w) {
      Registers next;
      for (unsigned i = 0; i < count; ++i)
        next.push_back(
            loadShared(tupleAddress(*op, axisLines, i, entry.first, Value(), w),
                       entry.second[i].getType(), 1)
                .front());
      if (sum.empty()) {
        sum = chosen = next;
        continue;
      }
      if (failed(combine(region, sum, next, sum)))
        return failure();
      chosen = selectAll(b, atLeast(b, warpAlong, w + 1), sum, chosen);
    }
    before[entry.first] = chosen;
  }
  return success();
}

LogicalResult KernelLowering::lowerScan(tq::ScanOp op) {
  const LinearLayout &layout = tqg::layoutOf(op.getSrcs().front().getType());
  AxisLines axisLines(layout, op.getAxis(), op.getReverse());
  for (auto [k, bit] : llvm::enumerate(axisLines.laneBits))
    if (bit != k)
      return op.emitOpError("the layout does not keep the axis in neighbouring "
                            "lanes");
  SmallVector<Registers> values; // by register, then operand
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    Registers &tuple = values.emplace_back();
    for (Value source : op.getSrcs())
      tuple.push_back(regs(source)[reg]);
  }
  // How far along the axis this lane and warp are, in the scan's direction.
  auto along = [&](Value index, int64_t count) -> Value {
    if (!op.getReverse())
      return index;
    return arith::SubIOp::create(b, i32(count - 1), index);
  };
  Value laneAlong = along(
      arith::AndIOp::create(b, laneId(), i32(axisLines.lanes() - 1)),
      axisLines.lanes());
  Value warpAlong =
      along(compressBits(warpId(), axisLines.warpBits), axisLines.warps());

  LineTuples totals, fromLanes, fromWarps;
  if (failed(scanInWarp(op, axisLines, laneAlong, values, totals, fromLanes)))
    return failure();
  Value laneHas =
      axisLines.lanes() > 1 ? atLeast(b, laneAlong, 1) : Value();
  Value warpHas;
  if (axisLines.warps() > 1) {
    if (failed(scanAcrossWarps(op, axisLines, laneAlong, warpAlong, totals,
                               fromWarps)))
      return failure();
    warpHas = atLeast(b, warpAlong, 1);
  }
  for (auto &[line, list] : axisLines.registers)
    for (unsigned reg : list)
      for (auto [has, prefixes] :
           {std::pair{laneHas, &fromLanes}, std::pair{warpHas, &fromWarps}}) {
        Registers both;
        if (!has)
          continue;
        if (failed(combine(op.getCombine(), (*prefixes)[line], values[reg],
                           both)))
          return failure();
        values[reg] = selectAll(b, has, both, values[reg]);
      }
  uint32_t replicas = layout.freeMask(Hw::Reg);
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Registers list;
    for (unsigned reg = 0; reg < values.size(); ++reg)
      list.push_back(values[reg & ~replicas][i]);
    set(result, std::move(list));
  }
  return success();
}
