//===- LowerScan.cpp - Combine all elements up to each one ----------------===//
//
// The layout pass puts the axis in neighbouring registers first, then in the
// lowest lanes, then in warps. So a scan is three scans, each one over the
// totals of the one before; what came before a thread is then combined into
// all of its registers. The third one is an op of its own, behind an exchange
// of the totals.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/codegen/AxisLines.h"
#include "compiler/codegen/LayoutIndices.h"
#include "compiler/codegen/LowerCombine.h"
#include "compiler/codegen/LowerShared.h"
#include "compiler/codegen/OpLowerings.h"

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

/// The bits of `index` that `bits` names, side by side.
static Value compressBits(LoweringContext &cx, Value index,
                          ArrayRef<unsigned> bits) {
  Value sum = cx.i32(0);
  for (auto [k, bit] : llvm::enumerate(bits)) {
    Value one = arith::AndIOp::create(
        cx.b, arith::ShRUIOp::create(cx.b, index, cx.i32(bit)), cx.i32(1));
    sum = arith::OrIOp::create(cx.b, sum,
                               arith::ShLIOp::create(cx.b, one, cx.i32(k)));
  }
  return sum;
}

/// Scans the registers of each line in place, then its totals over lanes;
/// `before` is what the lanes before a thread come to.
static LogicalResult scanInWarp(LoweringContext &cx, Operation &op,
                                bool reverse, const AxisLines &axisLines,
                                Value laneAlong,
                                SmallVectorImpl<Registers> &values,
                                LineTuples &before) {
  Region &region = op.getRegion(0);
  StringRef direction = reverse ? "down" : "up";
  for (auto &[line, list] : axisLines.registers) {
    for (unsigned i = 1; i < list.size(); ++i)
      if (failed(combine(cx, region, values[list[i - 1]], values[list[i]],
                         values[list[i]])))
        return failure();
    Registers total = values[list.back()];
    for (int64_t distance = 1; distance < axisLines.lanes(); distance *= 2) {
      Registers other, both;
      for (Value value : total)
        other.push_back(shuffle(cx, value, cx.i32(distance), direction));
      if (failed(combine(cx, region, other, total, both)))
        return failure();
      total = selectAll(cx.b, atLeast(cx.b, laneAlong, distance), both, total);
    }
    Registers prefix;
    if (axisLines.lanes() > 1)
      for (Value value : total)
        prefix.push_back(shuffle(cx, value, cx.i32(1), direction));
    before[line] = prefix;
  }
  return success();
}

static LogicalResult carryInto(LoweringContext &cx, Operation &op,
                               const AxisLines &axisLines, Value has,
                               const LineTuples &before,
                               SmallVectorImpl<Registers> &values) {
  for (auto &[line, list] : axisLines.registers)
    for (unsigned reg : list) {
      Registers both;
      if (failed(combine(cx, op.getRegion(0), before.find(line)->second,
                         values[reg], both)))
        return failure();
      values[reg] = selectAll(cx.b, has, both, values[reg]);
    }
  return success();
}

/// Sets the results from the tuples of registers.
static void setScanned(LoweringContext &cx, Operation &op,
                       ArrayRef<Registers> values) {
  uint32_t replicas =
      tqg::layoutOf(op.getOperand(0).getType()).freeMask(Hw::Reg);
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Registers list;
    for (unsigned reg = 0; reg < values.size(); ++reg)
      list.push_back(values[reg & ~replicas][i]);
    cx.set(result, std::move(list));
  }
}

/// How far along the axis an index of `count` is, in the scan's direction.
static Value along(ImplicitLocOpBuilder &b, Value index, int64_t count,
                   bool reverse) {
  if (!reverse)
    return index;
  Value last = arith::ConstantOp::create(b, b.getI32IntegerAttr(count - 1));
  return arith::SubIOp::create(b, last, index);
}

LogicalResult tqc::lowerScan(LoweringContext &cx, Operation &op, unsigned axis,
                             bool reverse) {
  const LinearLayout &layout = tqg::layoutOf(op.getOperand(0).getType());
  AxisLines axisLines(layout, axis, reverse);
  for (auto [k, bit] : llvm::enumerate(axisLines.laneBits))
    if (bit != k)
      return op.emitOpError("the layout does not keep the axis in neighbouring "
                            "lanes");
  if (isa<tq::ScanOp>(op) && !axisLines.warpBits.empty())
    return op.emitOpError("combines what several warps have, but nothing says "
                          "when: tq-expand-exchanges does");
  SmallVector<Registers> values; // by register, then operand
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    Registers &tuple = values.emplace_back();
    for (Value source : op.getOperands())
      tuple.push_back(cx.regs(source)[reg]);
  }
  Value laneAlong = along(
      cx.b,
      arith::AndIOp::create(cx.b, cx.laneId(), cx.i32(axisLines.lanes() - 1)),
      axisLines.lanes(), reverse);
  LineTuples before;
  if (failed(scanInWarp(cx, op, reverse, axisLines, laneAlong, values, before)))
    return failure();
  if (axisLines.lanes() > 1 &&
      failed(carryInto(cx, op, axisLines, atLeast(cx.b, laneAlong, 1), before,
                       values)))
    return failure();
  setScanned(cx, op, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

void tqc::lowerTotalStore(LoweringContext &cx, tqg::TotalStoreOp op) {
  const LinearLayout &layout = tqg::layoutOf(op.getSrc().getType());
  AxisLines axisLines(layout, op.getAxis(), op.getReverse());
  int64_t bytes = sharedElementBytes(op.getSrc().getType());
  // The last lane along the axis, once for all replicas, writes the total.
  Value lane = along(
      cx.b,
      arith::AndIOp::create(cx.b, cx.laneId(), cx.i32(axisLines.lanes() - 1)),
      axisLines.lanes(), op.getReverse());
  Value writes = arith::CmpIOp::create(cx.b, arith::CmpIPredicate::eq, lane,
                                       cx.i32(axisLines.lanes() - 1));
  if (Value first = isFirstReplica(cx, layout))
    writes = arith::AndIOp::create(cx.b, writes, first);
  Value part = compressBits(cx, cx.warpId(), axisLines.warpBits);
  Value row =
      arith::MulIOp::create(cx.b, part, cx.i32(axisLines.lineCount * bytes));
  Value thread = axisLines.rank ? threadPart(cx, axisLines.lines) : cx.i32(0);
  guarded(cx, writes, [&] {
    for (auto &[line, list] : axisLines.registers) {
      Value offset = arith::MulIOp::create(
          cx.b, arith::XOrIOp::create(cx.b, thread, cx.i32(line)),
          cx.i32(bytes));
      storeShared(cx,
                  sharedAddress(cx, op.getStaging(),
                                arith::AddIOp::create(cx.b, offset, row)),
                  {cx.regs(op.getSrc())[list.back()]});
    }
  });
}

LogicalResult tqc::lowerScanCarry(LoweringContext &cx, tqg::ScanCarryOp op) {
  const LinearLayout &layout = tqg::layoutOf(op.getSrcs().front().getType());
  bool reverse = op.getReverse();
  AxisLines axisLines(layout, op.getAxis(), reverse);
  Value warpAlong =
      along(cx.b, compressBits(cx, cx.warpId(), axisLines.warpBits),
            axisLines.warps(), reverse);
  auto rows = registersByCoord(tqg::layoutOf(op.getTotals().front().getType()));
  LineTuples before;
  for (auto &[line, list] : axisLines.registers) {
    Registers sum, chosen;
    for (int64_t part = 0; part + 1 < axisLines.warps(); ++part) {
      int64_t row = reverse ? axisLines.warps() - 1 - part : part;
      unsigned reg = rows.lookup(uint32_t(row * axisLines.lineCount) + line);
      Registers next;
      for (Value total : op.getTotals())
        next.push_back(cx.regs(total)[reg]);
      if (sum.empty()) {
        sum = chosen = next;
        continue;
      }
      if (failed(combine(cx, op.getCombine(), sum, next, sum)))
        return failure();
      chosen = selectAll(cx.b, atLeast(cx.b, warpAlong, part + 1), sum, chosen);
    }
    before[line] = chosen;
  }
  SmallVector<Registers> values;
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    Registers &tuple = values.emplace_back();
    for (Value source : op.getSrcs())
      tuple.push_back(cx.regs(source)[reg]);
  }
  if (failed(carryInto(cx, *op, axisLines, atLeast(cx.b, warpAlong, 1), before,
                       values)))
    return failure();
  setScanned(cx, *op, values);
  return success();
}
