//===- PlanProducts.cpp - What multiplies each product --------------------===//

#include "compiler/passes/PlanProducts.h"

#include "compiler/analysis/Target.h"
#include "compiler/analysis/ValueWalk.h"
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
    if (restM * 2 >= restN && restM > 1)
      warpsM *= 2;
    else if (restN > 1)
      warpsN *= 2;
    else
      warpsM *= 2; // replicas: more warps than tiles
  }
  return {warpsM, warpsN};
}

/// Whether the left operand of another product is computed from `start`,
/// element by element.
static bool reachesLeftOperand(Value start) {
  return findFrom(start, [](Value tile, SmallVectorImpl<Value> &next) {
    for (Operation *user : tile.getUsers()) {
      if (auto dot = dyn_cast<tq::DotOp>(user); dot && dot.getA() == tile)
        return true;
      if (isElementwise(user))
        next.push_back(user->getResult(0));
    }
    return false;
  });
}

/// Whether a product computes `start`, followed by work element by element.
static bool comesFromProduct(Value start) {
  return findFrom(start, [](Value tile, SmallVectorImpl<Value> &next) {
    Operation *op = tile.getDefiningOp();
    if (op && isElementwise(op))
      llvm::append_range(next, op->getOperands());
    return isa_and_nonnull<tq::DotOp>(op);
  });
}

/// In a chain of products (attention) all warps go along M: then the first
/// result's fragments are the second's left operand, register by register, and
/// whole rows lie in one warp, so that reductions along them need no exchange.
static bool isChained(tq::DotOp dot) {
  return reachesLeftOperand(dot.getResult()) || comesFromProduct(dot.getA());
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

static ProductAttr planProduct(tq::DotOp dot, int numWarps) {
  MLIRContext *context = dot.getContext();
  std::string whyNot;
  if (mmaElementBits(dot, whyNot) == 0) {
    sayWhyNotMma(dot, numWarps, whyNot);
    return ProductAttr::get(context, MatrixUnit::Fma, 1, 1, 1);
  }
  whyNot = whyNotWarpgroups(dot, numWarps);
  if (whyNot.empty())
    return ProductAttr::get(context, MatrixUnit::Wgmma, 1, numWarps, 1);
  sayWhyNotWgmma(dot, whyNot);
  ArrayRef<int64_t> shape = dot.getType().getShape();
  int64_t m = shape[shape.size() - 2], n = shape.back();
  // Warps take tiles of a batch of their own, as many as there are.
  int batch =
      shape.size() == 3 ? int(std::min<int64_t>(shape[0], numWarps)) : 1;
  bool alongM = shape.size() == 2 && m >= 16 * numWarps && isChained(dot);
  auto [rows, columns] = alongM ? std::pair<unsigned, unsigned>(numWarps, 1)
                                : warpTiling(m, n, numWarps / batch);
  return ProductAttr::get(context, MatrixUnit::Mma, batch, int32_t(rows),
                          int32_t(columns));
}

void tqc::planProducts(func::FuncOp kernel, int numWarps) {
  kernel.walk([&](tq::DotOp dot) {
    if (!productOf(dot))
      dot->setAttr(kProductAttr, planProduct(dot, numWarps));
  });
}
