//===- WarpgroupProducts.cpp - Products from shared memory by wgmma -------===//
//
// See WarpgroupProductsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/WarpgroupProducts.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"

namespace tqc {
#define GEN_PASS_DEF_WARPGROUPPRODUCTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

//===----------------------------------------------------------------------===//
// Which products
//===----------------------------------------------------------------------===//

static bool fits(Operation *op, RankedTensorType a, RankedTensorType acc,
                 int numWarps, std::string &whyNot) {
  Type element = a.getElementType();
  if (!targetOf(op).hasWarpgroups())
    whyNot = "the target has no wgmma: it needs sm_90a";
  else if (!isEnabled(op, Optimization::Wgmma))
    whyNot = "`wgmma` is switched off";
  else if (!(element.isF16() || element.isBF16()) ||
           !acc.getElementType().isF32())
    whyNot = "wgmma is used for fp16 and bf16 with sums in fp32";
  else if (numWarps % 4 != 0)
    whyNot = "a warpgroup is four warps";
  else if (a.getRank() != 2 || a.getDimSize(0) < 16 * int64_t(numWarps) ||
           a.getDimSize(1) < 16 || acc.getDimSize(1) < 8)
    whyNot = "four warps take 64 rows, 8 columns and a depth of 16 at least";
  return whyNot.empty();
}

bool tqc::fitsWarpgroups(tq::DotOp dot, int numWarps, std::string &whyNot) {
  return fits(dot, dot.getA().getType(), dot.getType(), numWarps, whyNot);
}

bool tqc::fitsWarpgroups(MmaOp mma, std::string &whyNot) {
  const LinearLayout &acc = layoutOf(mma.getType());
  int numWarps = acc.size(Hw::Warp);
  if (!fits(mma, mma.getA().getType(), mma.getType(), numWarps, whyNot))
    return false;
  LinearLayout wanted = mmaAccLayout(mma.getType().getShape(), numWarps, 1);
  if (acc.columns(Hw::Lane) != wanted.columns(Hw::Lane) ||
      acc.columns(Hw::Warp) != wanted.columns(Hw::Warp))
    whyNot = "not all warps lie along the rows";
  return whyNot.empty();
}

std::optional<LinearLayout> tqc::panelMemory(llvm::ArrayRef<int64_t> shape,
                                             unsigned fastest,
                                             unsigned elementBits) {
  if (shape.size() != 2 || shape[1 - fastest] < 8)
    return std::nullopt;
  int64_t turned[] = {shape[1 - fastest], shape[fastest]};
  unsigned span = widestSpan(turned, elementBits);
  if (span == 0)
    return std::nullopt;
  // Dimension `fastest` is the last one of the panels.
  unsigned order[] = {1 - fastest, fastest};
  return transposeDims(swizzledMemory(turned, elementBits, span), order);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The slot that a product's operand is read from, where it lies as a matrix
/// descriptor can say; null if it does not.
static Value viewOf(OpBuilder &builder, Value operand) {
  auto read = operand.getDefiningOp<RingReadOp>();
  if (!read)
    return {};
  RingType ring = read.getRing().getType();
  SmallVector<unsigned> order(read.getOrder().begin(), read.getOrder().end());
  LinearLayout memory = transposeDims(ring.getMemory(), order);
  if (!panelLayout(memory, 16))
    return {};
  auto type =
      SharedType::get(builder.getContext(), withLayout(read.getType(), memory));
  return RingViewOp::create(builder, read.getLoc(), type, read.getRing(),
                            read.getSlot(), read.getOrder());
}

/// Lets products see what the copies of a ring wrote: they wait for barriers
/// already, but read by another way than the copies write.
static void fenceCopies(Value ring) {
  for (Operation *user : ring.getUsers()) {
    if (!isa<CopyAsyncOp>(user) || !isa<scf::ForOp>(user->getParentOp()))
      continue;
    for (auto wait : user->getBlock()->getOps<CopyWaitOp>())
      if (!isa<AsyncFenceOp>(wait->getNextNode())) {
        OpBuilder builder(wait->getContext());
        builder.setInsertionPointAfter(wait);
        AsyncFenceOp::create(builder, wait.getLoc());
      }
  }
}

/// Where the product's value is needed first: its first user in the block, or
/// the end of the block.
static Operation *firstNeed(MmaOp mma) {
  Block *block = mma->getBlock();
  Operation *first = block->getTerminator();
  // Slots that it reads must not be given back before.
  for (auto given : block->getOps<MbarrierArriveOp>())
    if (mma->isBeforeInBlock(given) && given->isBeforeInBlock(first))
      first = given;
  for (Operation *user : mma->getUsers())
    if (Operation *top = block->findAncestorOpInBlock(*user))
      if (top->isBeforeInBlock(first))
        first = top;
  return first;
}

/// The last iteration's product is waited for behind the loop, before its slots
/// can be used for something else.
static void waitBehind(WgmmaWaitOp wait) {
  auto loop = cast<scf::ForOp>(wait->getParentOp());
  OpOperand &yielded = *wait->getUses().begin();
  Value result = loop.getResult(yielded.getOperandNumber());
  OpBuilder builder(wait->getContext());
  builder.setInsertionPointAfter(loop);
  auto last = WgmmaWaitOp::create(builder, wait.getLoc(), result, 0);
  result.replaceAllUsesExcept(last.getResult(), last);
}

static void toWarpgroups(MmaOp mma) {
  std::string whyNot;
  auto missed = [&] {
    remark::missed(mma.getLoc(),
                   remark::RemarkOpts::name("no-wgmma").category("mma"))
        << remark::reason("{0}", whyNot);
  };
  int numWarps = layoutOf(mma.getType()).size(Hw::Warp);
  if (!fits(mma, mma.getA().getType(), mma.getType(), numWarps, whyNot))
    return missed();
  if (!mma.getB().getDefiningOp<RingReadOp>())
    whyNot = "the right operand is not copied into a ring";
  else
    fitsWarpgroups(mma, whyNot);
  OpBuilder builder(mma);
  Value b = whyNot.empty() ? viewOf(builder, mma.getB()) : Value();
  if (!b) {
    if (whyNot.empty())
      whyNot = "no descriptor says how the right operand lies in its ring";
    return missed();
  }
  Value ring = b.getDefiningOp<RingViewOp>().getRing();
  Value a = viewOf(builder, mma.getA());
  if (a)
    fenceCopies(a.getDefiningOp<RingViewOp>().getRing());
  fenceCopies(ring);
  auto wgmma = WgmmaOp::create(builder, mma.getLoc(), mma.getType(),
                               a ? a : mma.getA(), b, mma.getAcc());
  builder.setInsertionPoint(firstNeed(mma));
  bool isDeferred = mma->hasAttr(kDeferredAttr);
  auto wait = WgmmaWaitOp::create(builder, mma.getLoc(), wgmma.getResult(),
                                  isDeferred ? 1 : 0);
  mma.getResult().replaceAllUsesWith(wait.getResult());
  if (isDeferred)
    waitBehind(wait);
  SmallVector<Value> operands = {mma.getA(), mma.getB()};
  mma.erase();
  for (Value operand : operands)
    if (auto read = operand.getDefiningOp<RingReadOp>();
        read && read.use_empty())
      read.erase();
}

namespace {

struct WarpgroupProducts
    : tqc::impl::WarpgroupProductsPassBase<WarpgroupProducts> {
  void runOnOperation() override {
    if (!targetOf(getOperation()).hasWarpgroups())
      return;
    SmallVector<MmaOp> products;
    getOperation().walk([&](MmaOp mma) { products.push_back(mma); });
    for (MmaOp mma : products)
      toWarpgroups(mma);
  }
};

} // namespace
