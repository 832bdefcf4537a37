//===- RecordAccesses.cpp - Write down what is known of addresses ---------===//
//
// See RecordAccessesPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/MemoryOperands.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace tqc {
#define GEN_PASS_DEF_RECORDACCESSESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static AccessAttr accessFacts(const AxisAnalysis &axis, Value pointer,
                              Value mask) {
  SmallVector<int32_t> order;
  for (unsigned dim : axis.orderOf(pointer))
    order.push_back(int32_t(dim));
  unsigned fastest = order.front();
  AxisInfo info = axis.get(pointer);
  unsigned cut = axis.cuttableWidth(pointer, mask, fastest);
  unsigned between = axis.cuttableWidth(pointer, mask, fastest,
                                        /*between=*/true);
  return AccessAttr::get(pointer.getContext(), order, info.contiguity[fastest],
                         info.divisibility[fastest],
                         int32_t(axis.accessWidth(pointer, {}, fastest)),
                         int32_t(axis.accessWidth(pointer, mask, fastest)),
                         int32_t(std::max(cut, between)), between > cut);
}

/// Whether an index is made of ranges, scalars, sums and products. What is
/// known of its runs then holds for negative and wrapped values too, which
/// quotients and remainders round the other way.
static bool isSumOfRanges(Value start) {
  return !findFrom(start, [](Value index, SmallVectorImpl<Value> &next) {
    Operation *op = index.getDefiningOp();
    if (!op || !isa<RankedTensorType>(index.getType()))
      return false; // the same for all elements, or carried: nothing is known
    if (isa<tq::RangeOp, tq::SplatOp, arith::ConstantOp>(op))
      return false;
    llvm::append_range(next, op->getOperands());
    return !isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ExtSIOp,
                tq::BroadcastOp, tq::ExpandDimsOp>(op);
  });
}

static void recordRuns(const AxisAnalysis &axis, arith::CmpIOp compare) {
  SmallVector<int64_t, 4> runs = axis.get(compare.getResult()).constancy;
  if (isa<RankedTensorType>(compare.getType()) &&
      llvm::any_of(runs, [](int64_t run) { return run > 1; }) &&
      llvm::all_of(compare->getOperands(), isSumOfRanges))
    compare->setAttr(kRunsAttr,
                     DenseI64ArrayAttr::get(compare.getContext(), runs));
}

namespace {

struct RecordAccesses : tqc::impl::RecordAccessesPassBase<RecordAccesses> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    AxisAnalysis axis(kernel);
    kernel.walk([&](Operation *op) {
      if (auto compare = dyn_cast<arith::CmpIOp>(op))
        return recordRuns(axis, compare);
      Value pointer = pointerOf(*op);
      if (pointer && isa<RankedTensorType>(pointer.getType()))
        op->setAttr(kAccessAttr, accessFacts(axis, pointer, maskOf(*op)));
    });
  }
};

} // namespace
