//===- LazyScaling.cpp - Scale sums when a maximum grew by much -----------===//
//
// See LazyScalingPass in Passes.td for what the pass promises. The loop of
// flash attention scales what it has added up whenever a row has a new maximum:
//
//     m' = max(m, scores);  c = exp2(m - m');  acc = acc * c + p V
//
// Any number will do from which a row's exponents are counted, as long as
// nothing overflows. So a row keeps its own until the maximum is far above it:
//
//     m' = max(m, scores);  m' = m' - m > 8 ? m' : m
//
// and c is exactly 1 until then. After the first tiles hardly a row is scaled
// again, and a warp whose factors are all 1 leaves the multiplications out, an
// eighth of the loop's instructions. (FlashAttention-4 does so, in warps of
// their own. On an H200 that is 1 to 4 % of attention with 128 dimensions, 5 to
// 9 % with 256: docs/results/2026-11-27-lazy.)
//
// Weights are at most 2^8 = 256 now, or e^5 = 148: less than the largest number
// of each type that wgmma multiplies (e4m3: 448), and sums of 2^20 of them
// times the largest fp16 are less than 2^44. A row's own largest weight is
// still at least 1: it counts from a score of its own, or from a maximum that
// was. Where m and m' are both infinite the difference is NaN, and m stays what
// it is.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/ProductRules.h"
#include "compiler/passes/RowReferences.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_LAZYSCALINGPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The multiplication of carried sums by a number of each row, for a product of
/// wgmma that adds to them; `factor` is which of its operands.
static arith::MulFOp scalingOf(scf::ForOp loop, int32_t &factor) {
  for (auto dot : loop.getBody()->getOps<tq::DotOp>()) {
    tqg::ProductAttr plan = tqg::productOf(dot);
    auto scaling = dot.getAcc().getDefiningOp<arith::MulFOp>();
    if (!plan || plan.getUnit() != tqg::MatrixUnit::Wgmma || !isChained(dot) ||
        !scaling || scaling->getBlock() != loop.getBody() ||
        !scaling->hasOneUse())
      continue;
    for (int32_t other : {0, 1}) {
      auto sums = dyn_cast<BlockArgument>(scaling->getOperand(other));
      factor = 1 - other;
      if (sums && sums.getOwner() == loop.getBody() &&
          scaling->getOperand(factor).getDefiningOp<tq::BroadcastOp>())
        return scaling;
    }
  }
  return {};
}

/// Keeps a row's number until its maximum is further above it than `lag`.
static void keepReference(scf::ForOp loop, RowReference reference,
                          FloatAttr lag) {
  Operation *most = reference.most;
  Value carried = loop.getRegionIterArg(reference.number);
  Value next = most->getResult(0);
  auto type = cast<RankedTensorType>(next.getType());
  ImplicitLocOpBuilder b(most->getLoc(), most->getContext());
  b.setInsertionPointAfter(most);
  Value grown = arith::SubFOp::create(b, next, carried);
  Value far = arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, lag.getValue()));
  Value isFar = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, grown, far);
  Value kept = arith::SelectOp::create(b, isFar, next, carried);
  next.replaceUsesWithIf(kept, [&](OpOperand &use) {
    return use.getOwner() != grown.getDefiningOp() &&
           use.getOwner() != kept.getDefiningOp();
  });
}

namespace {

struct LazyScaling : tqc::impl::LazyScalingPassBase<LazyScaling> {
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      int32_t factor = 0;
      arith::MulFOp scaling = scalingOf(loop, factor);
      RowReference reference = rowReferenceOf(loop);
      Attribute lag = loop->removeAttr(tq::kLagAttr);
      if (!scaling || !reference.most || !lag)
        return;
      auto name = remark::RemarkOpts::name("lazy-scaling").category("math");
      auto why = dyn_cast<StringAttr>(lag);
      if (why || !isEnabled(loop, Optimization::LazyScaling)) {
        remark::missed(loop.getLoc(), name) << remark::reason(
            "{0}", why ? why.getValue() : "`lazy-scaling` is switched off");
        return;
      }
      remark::passed(scaling.getLoc(), name)
          << "left out by warps none of whose maxima grew by much";
      keepReference(loop, reference, cast<FloatAttr>(lag));
      scaling->setAttr(
          tqg::kMostlyOneAttr,
          IntegerAttr::get(IntegerType::get(&getContext(), 32), factor));
    });
  }
};

} // namespace
