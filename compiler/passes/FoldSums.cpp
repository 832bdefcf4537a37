//===- FoldSums.cpp - Start a product from what it is added to ------------===//
//
// See FoldSumsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/Passes.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_FOLDSUMSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The addition that is the product's only use, in the same block; null if
/// there is none, and why that is worth saying, if it is.
static Operation *onlySum(tq::DotOp dot, std::string &whyNot) {
  auto isSum = [](Operation *op) {
    return isa<arith::AddFOp, arith::AddIOp>(op);
  };
  if (!llvm::any_of(dot->getUsers(), isSum))
    return nullptr;
  Operation *sum = *dot->getUsers().begin();
  if (!dot->hasOneUse())
    whyNot = "the product is used elsewhere too";
  else if (sum->getBlock() != dot->getBlock())
    whyNot = "it is added under another condition or in another loop";
  else if (dot.getMaxImprecise() != 0)
    whyNot = "max_num_imprecise_acc says how it is added up";
  return whyNot.empty() ? sum : nullptr;
}

static void foldSum(tq::DotOp dot) {
  if (!matchPattern(dot.getAcc(), m_AnyZeroFloat()) &&
      !matchPattern(dot.getAcc(), m_Zero()))
    return;
  std::string whyNot;
  Operation *sum = onlySum(dot, whyNot);
  if (!sum) {
    if (!whyNot.empty())
      remark::missed(dot.getLoc(),
                     remark::RemarkOpts::name("sum-apart").category("mma"))
          << remark::reason("{0}", whyNot);
    return;
  }
  Value other = sum->getOperand(sum->getOperand(0) == dot.getResult() ? 1 : 0);
  OpBuilder builder(sum);
  auto folded = tq::DotOp::create(builder, sum->getLoc(), dot.getType(),
                                  dot.getA(), dot.getB(), other,
                                  dot.getPrecision(), dot.getMaxImprecise());
  folded->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  sum->getResult(0).replaceAllUsesWith(folded.getResult());
  sum->erase();
  dot.erase();
  remark::passed(folded.getLoc(),
                 remark::RemarkOpts::name("sum-folded").category("mma"))
      << remark::add("the product starts from what it is added to");
}

namespace {

struct FoldSums : tqc::impl::FoldSumsPassBase<FoldSums> {
  void runOnOperation() override {
    if (!isEnabled(getOperation(), Optimization::FoldSums))
      return;
    SmallVector<tq::DotOp> dots;
    getOperation().walk([&](tq::DotOp dot) { dots.push_back(dot); });
    for (tq::DotOp dot : dots)
      foldSum(dot);
  }
};

} // namespace
