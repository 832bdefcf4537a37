//===- LowerReduce.cpp - Combine all elements along an axis ---------------===//
//
// Two steps, each only if the layout puts part of the axis there:
//
//   registers   combine what a thread holds of a line, in pairs, or in turn
//               (`tqg.in_turn`)
//   lanes       butterfly shuffles over the lane bits along the axis
//
// What lies in several warps is two reductions already, with an exchange
// between them.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/AxisLines.h"
#include "compiler/codegen/LowerCombine.h"
#include "compiler/codegen/OpLowerings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

/// Neighbours first, then neighbouring pairs: the steps of one round do not
/// wait for each other. The region is associative and commutative.
static LogicalResult combineInPairs(LoweringContext &cx, Region &region,
                                    SmallVector<Registers> tuples,
                                    Registers &result) {
  while (tuples.size() > 1) {
    SmallVector<Registers> next;
    for (size_t i = 0; i + 1 < tuples.size(); i += 2)
      if (failed(combine(cx, region, tuples[i], tuples[i + 1],
                         next.emplace_back())))
        return failure();
    if (tuples.size() % 2)
      next.push_back(tuples.back());
    tuples = std::move(next);
  }
  result = tuples.front();
  return success();
}

/// One behind the other; `links` are the results on the way.
static LogicalResult combineInTurn(LoweringContext &cx, Region &region,
                                   ArrayRef<Registers> tuples,
                                   SmallVectorImpl<Registers> &links) {
  links.assign(1, tuples.front());
  for (const Registers &tuple : tuples.drop_front()) {
    Registers next;
    if (failed(combine(cx, region, links.back(), tuple, next)))
      return failure();
    links.push_back(std::move(next));
  }
  return success();
}

/// Of two NaNs an fp64 addition keeps one's payload, and each lane added in its
/// own order: the first one's value is that of all. Narrower types have one
/// NaN.
static void agreeOnPayloads(LoweringContext &cx, ArrayRef<unsigned> laneBits,
                            Registers &tuple) {
  unsigned mask = 0;
  for (unsigned bit : laneBits)
    mask |= 1u << bit;
  for (Value &value : tuple)
    if (mask && value.getType().isF64())
      value = shuffle(
          cx, value,
          arith::AndIOp::create(cx.b, cx.laneId(), cx.i32(int32_t(~mask))),
          "idx");
}

/// Combines over lanes that differ in these bits; all of them get the result.
static LogicalResult combineAcrossLanes(LoweringContext &cx, Region &region,
                                        ArrayRef<unsigned> laneBits,
                                        Registers &tuple) {
  for (unsigned bit : laneBits) {
    Registers other;
    for (Value value : tuple)
      other.push_back(shuffle(cx, value, cx.i32(1 << bit), "bfly"));
    if (failed(combine(cx, region, tuple, other, tuple)))
      return failure();
  }
  agreeOnPayloads(cx, laneBits, tuple);
  return success();
}

/// Registers and lanes: the tuple of each line within a warp.
static LogicalResult reduceInWarp(LoweringContext &cx, Operation &op,
                                  const AxisLines &axisLines,
                                  LineTuples &tuples) {
  Region &region = op.getRegion(0);
  bool isInTurn = op.hasAttr(tqg::kInTurnAttr);
  for (auto &[line, list] : axisLines.registers) {
    SmallVector<Registers> elements;
    for (unsigned reg : list) {
      Registers &tuple = elements.emplace_back();
      for (Value source : op.getOperands())
        tuple.push_back(cx.regs(source)[reg]);
    }
    SmallVector<Registers> links;
    if (failed(isInTurn ? combineInTurn(cx, region, elements, links)
                        : combineInPairs(cx, region, std::move(elements),
                                         tuples[line])))
      return failure();
    if (!isInTurn)
      continue;
    tuples[line] = links.back();
    if (Registers &first = cx.links[op.getResult(0)]; first.empty())
      for (const Registers &link : links)
        first.push_back(link.front());
  }
  for (auto &[line, tuple] : tuples)
    if (failed(combineAcrossLanes(cx, region, axisLines.laneBits, tuple)))
      return failure();
  return success();
}

static LogicalResult setTuples(LoweringContext &cx, Operation &op,
                               LineTuples &tuples) {
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    const LinearLayout *layout = tqg::tryLayoutOf(result.getType());
    Registers values;
    if (!layout) {
      cx.set(result, {tuples.front().second[i]});
      continue;
    }
    for (unsigned reg = 0; reg < layout->size(Hw::Reg); ++reg) {
      auto it = tuples.find(layout->applyFlat(Hw::Reg, reg));
      if (it == tuples.end())
        return op.emitOpError("the result's layout is not the source's without "
                              "the axis");
      values.push_back(it->second[i]);
    }
    cx.set(result, std::move(values));
  }
  return success();
}

LogicalResult tqc::lowerReduce(LoweringContext &cx, tq::ReduceOp op) {
  AxisLines axisLines(tqg::layoutOf(op.getSrcs().front().getType()),
                      op.getAxis());
  if (!axisLines.warpBits.empty())
    return op.emitOpError("combines what several warps have, but nothing says "
                          "when: tq-expand-exchanges does");
  LineTuples tuples;
  if (failed(reduceInWarp(cx, *op, axisLines, tuples)))
    return failure();
  return setTuples(cx, *op, tuples);
}

LogicalResult tqc::lowerWarpReduce(LoweringContext &cx, tqg::WarpReduceOp op) {
  AxisLines axisLines(tqg::layoutOf(op.getSrcs().front().getType()),
                      op.getAxis());
  LineTuples tuples;
  if (failed(reduceInWarp(cx, *op, axisLines, tuples)))
    return failure();
  return setTuples(cx, *op, tuples); // registers of the results are lines too
}
