//===- PlanProducts.cpp - What multiplies each product --------------------===//

#include "compiler/passes/PlanProducts.h"

#include "compiler/analysis/AxisAnalysis.h"
#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/ProductRules.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// Warps along M and N: as square as the tile, so that fewest operand rows and
/// columns are read by several warps.
static std::pair<unsigned, unsigned> warpTiling(int64_t m, int64_t n,
                                                int numWarps) {
  unsigned warpsM = 1, warpsN = 1;
  while (warpsM * warpsN < unsigned(numWarps)) {
    int64_t restM = m / (16 * warpsM), restN = n / (8 * warpsN);
    bool isTaller = restM * 2 >= restN && restM > 1;
    // Where both are used up: replicas, more warps than tiles.
    (isTaller || restN <= 1 ? warpsM : warpsN) *= 2;
  }
  return {warpsM, warpsN};
}

/// From this many on, the fused multiply-adds of a thread are worth a warning:
/// LLVM takes seconds for them, and ptxas minutes.
static constexpr int64_t kManyProducts = 32768;

/// Says why a product is none of the matrix instructions, and what it costs.
static void sayWhyNotMma(tq::DotOp dot, int numWarps, StringRef whyNot) {
  remark::missed(dot.getLoc(), remark::RemarkOpts::name("mma").category("mma"))
      << "no matrix instruction: " + whyNot.str();
  int64_t sums =
      std::max<int64_t>(dot.getType().getNumElements() / (32 * numWarps), 1);
  int64_t products = sums * dot.getA().getType().getShape().back();
  if (products >= kManyProducts)
    emitWarning(dot.getLoc()) << "this product is " << products
                              << " fused multiply-adds in each thread, which "
                                 "take long to compile; no "
                                 "matrix instruction takes it: "
                              << whyNot;
}

static void sayWhyNotWgmma(tq::DotOp dot, StringRef whyNot) {
  if (targetOf(dot).hasWarpgroups())
    remark::missed(dot.getLoc(),
                   remark::RemarkOpts::name("no-wgmma").category("mma"))
        << remark::reason("{0}", whyNot);
}

/// Why wgmma, which may take it, would be slower or less exact; empty if it is
/// not. It reads 8 and 32 bits along the depth only: others would be turned,
/// one by one, on the way.
static std::string whyNotWorthWarpgroups(tq::DotOp dot) {
  if (dot.getB().getType().getElementType().isF32() && isChained(dot))
    return "wgmma cuts off what tf32 lacks, mma.sync rounds it, and in a chain "
           "of products errors add up";
  if (isReadAcrossDepth(dot) ||
      liesAlong(dot.getB(), 0,
                AxisAnalysis(dot->getParentOfType<func::FuncOp>())))
    return {};
  return "wgmma reads what is not of 16 bits along the depth only, and the "
         "right operand lies along its columns";
}

/// The best unit that takes a product, or the forced one. Why the better ones
/// do not is said in a remark, why a forced one does not in `whyNotForced`.
static MatrixUnit chooseUnit(tq::DotOp dot, int numWarps,
                             std::string &whyNotForced) {
  StringRef forced = forcedChoice(dot, PlanPart::Products);
  std::string whyNotMma;
  mmaElementBits(dot, whyNotMma);
  std::string whyNotWgmma =
      whyNotMma.empty() ? whyNotWarpgroups(dot, numWarps) : whyNotMma;
  if (forced == "fma")
    return MatrixUnit::Fma;
  whyNotForced = forced == "wgmma" ? whyNotWgmma : whyNotMma;
  if (forced.empty())
    whyNotForced.clear();
  if (!whyNotMma.empty()) {
    sayWhyNotMma(dot, numWarps, whyNotMma);
    return MatrixUnit::Fma;
  }
  if (forced == "mma")
    return MatrixUnit::Mma;
  if (whyNotWgmma.empty() && forced.empty())
    whyNotWgmma = whyNotWorthWarpgroups(dot);
  if (whyNotWgmma.empty())
    return MatrixUnit::Wgmma;
  sayWhyNotWgmma(dot, whyNotWgmma);
  return MatrixUnit::Mma;
}

static ProductAttr planProduct(tq::DotOp dot, int numWarps, MatrixUnit unit) {
  MLIRContext *context = dot.getContext();
  if (unit == MatrixUnit::Fma)
    return ProductAttr::get(context, unit, 1, 1, 1, /*live=*/0, /*depth=*/0);
  if (unit == MatrixUnit::Wgmma)
    return ProductAttr::get(context, unit, 1, numWarps, 1, /*live=*/0,
                            /*depth=*/0);
  ArrayRef<int64_t> shape = dot.getType().getShape();
  int64_t m = shape[shape.size() - 2], n = shape.back();
  // Warps take tiles of a batch of their own, as many as there are.
  int batch =
      shape.size() == 3 ? int(std::min<int64_t>(shape[0], numWarps)) : 1;
  bool alongM = shape.size() == 2 && m >= 16 * numWarps && isChained(dot);
  auto [rows, columns] = alongM ? std::pair<unsigned, unsigned>(numWarps, 1)
                                : warpTiling(m, n, numWarps / batch);
  return ProductAttr::get(context, unit, batch, int32_t(rows), int32_t(columns),
                          /*live=*/0, /*depth=*/0);
}

LogicalResult tqc::planProducts(func::FuncOp kernel, int numWarps) {
  bool isGood = true;
  kernel.walk([&](tq::DotOp dot) {
    if (productOf(dot))
      return;
    std::string whyNot;
    MatrixUnit unit = chooseUnit(dot, numWarps, whyNot);
    dot->setAttr(kProductAttr, planProduct(dot, numWarps, unit));
    if (whyNot.empty())
      return;
    refuseForced(dot, PlanPart::Products) << whyNot;
    isGood = false;
  });
  return success(isGood);
}
