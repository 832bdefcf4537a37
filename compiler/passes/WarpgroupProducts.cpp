//===- WarpgroupProducts.cpp - Products from shared memory by wgmma -------===//
//
// See WarpgroupProductsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/WarpgroupProducts.h"

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/Passes.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutShared.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_WARPGROUPPRODUCTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

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

/// Whether wgmma reads operands of this type in such panels: of 16 bits in any,
/// of others along the depth only.
static bool isReadable(const LinearLayout &memory, unsigned bits,
                       unsigned depth) {
  std::optional<PanelLayout> panels = panelLayout(memory, bits);
  return panels && (bits == 16 || panels->fastest == depth);
}

/// The slot that a product's operand is read from, where it lies as a matrix
/// descriptor can say; null if it does not.
static Value viewOf(OpBuilder &builder, Value operand, unsigned depth) {
  auto read = operand.getDefiningOp<RingReadOp>();
  if (!read)
    return {};
  RingType ring = read.getRing().getType();
  SmallVector<unsigned> order(read.getOrder().begin(), read.getOrder().end());
  LinearLayout memory = transposeDims(ring.getMemory(), order);
  if (!isReadable(memory, sharedElementBytes(read.getType()) * 8, depth))
    return {};
  auto type =
      SharedType::get(builder.getContext(), withLayout(read.getType(), memory));
  return RingViewOp::create(builder, read.getLoc(), type, read.getRing(),
                            read.getSlot(), read.getOrder());
}

/// Panels for a tile of registers: of those along K and along N, the ones that
/// take fewer wavefronts to write, if both can be read.
static std::pair<LinearLayout, SharedAccess> stagedPanels(RankedTensorType tile,
                                                          unsigned depth) {
  unsigned bits = sharedElementBytes(tile) * 8;
  std::optional<std::pair<LinearLayout, SharedAccess>> best;
  for (unsigned fastest : {0, 1}) {
    std::optional<LinearLayout> memory =
        panelMemory(tile.getShape(), fastest, bits);
    if (!memory || !isReadable(*memory, bits, depth))
      continue;
    SharedAccess store = planAccess(*memory, layoutOf(tile), bits, false);
    if (!best || store.cost() < best->second.cost())
      best = {*memory, store};
  }
  assert(best && "a product of wgmma has a depth of 32 bytes and 8 columns");
  return *best;
}

/// What an operand is before it is moved into fragments.
static Value beforeMove(Value operand) {
  auto moved = operand.getDefiningOp<ConvertLayoutOp>();
  return moved ? moved.getSrc() : operand;
}

/// Puts a tile into shared memory as products read it.
static Value stage(OpBuilder &builder, Value operand, unsigned depth) {
  auto tile = cast<RankedTensorType>(operand.getType());
  auto [memory, store] = stagedPanels(tile, depth);
  auto type = SharedType::get(builder.getContext(), withLayout(tile, memory));
  auto staging =
      StagingOp::create(builder, operand.getLoc(), type, /*rounds=*/1);
  SharedStoreOp::create(builder, operand.getLoc(), operand, staging,
                        store.width(), /*at=*/0u, /*round=*/0u);
  return staging;
}

/// The outermost of the loops around a product that an operand does not change
/// in, or the product.
static Operation *unchangedIn(MmaOp mma, Value operand) {
  Operation *outermost = mma;
  while (outermost->getBlock() != operand.getParentBlock() &&
         isa<scf::ForOp>(outermost->getParentOp()))
    outermost = outermost->getParentOp();
  return outermost;
}

/// Whether a left operand that no ring holds is staged: where it goes through
/// shared memory anyway, and where it stays the same in a loop. In registers it
/// would be kept for all of the loop, and ptxas (12.8, 13.0) gives these to
/// others: where two products of a loop have left operands in registers, both
/// may get the same ones.
static bool stagesLeft(MmaOp mma) {
  if (unchangedIn(mma, beforeMove(mma.getA())) != mma)
    return true;
  auto moved = mma.getA().getDefiningOp<ConvertLayoutOp>();
  return moved && moved->getBlock() == mma->getBlock() &&
         planConversion(moved).shared;
}

int64_t tqc::stagedBytes(Operation *scope,
                         function_ref<bool(Operation *)> isCopied) {
  llvm::SmallSetVector<Value, 4> staged;
  scope->walk([&](MmaOp mma) {
    if (!isForWarpgroups(mma))
      return;
    for (Value operand : {mma.getA(), mma.getB()}) {
      Operation *op = operand.getDefiningOp();
      if ((op && isCopied(op)) || (operand == mma.getA() && !stagesLeft(mma)))
        continue;
      staged.insert(beforeMove(operand));
    }
  });
  int64_t bytes = 0;
  for (Value operand : staged) {
    auto tile = cast<RankedTensorType>(operand.getType());
    bytes +=
        llvm::alignTo(tile.getNumElements() * sharedElementBytes(tile), 1024);
  }
  return bytes;
}

/// Stages the operands that shared memory does not hold yet, and should, in
/// front of the loops that they do not change in; returned are the ops behind
/// which their bytes are free. Other warps may still read these bytes, and have
/// to see what is written.
static llvm::SmallSetVector<Operation *, 2> stageOperands(MmaOp mma, Value &a,
                                                          Value &b) {
  struct Missing {
    Value &shared, operand;
    unsigned depth;
  };
  SmallVector<Missing> missing;
  if (!a && stagesLeft(mma))
    missing.push_back({a, beforeMove(mma.getA()), 1});
  if (!b)
    missing.push_back({b, beforeMove(mma.getB()), 0});
  llvm::SmallSetVector<Operation *, 2> places;
  for (Missing &one : missing)
    places.insert(unchangedIn(mma, one.operand));
  for (Operation *place : places) {
    OpBuilder builder(place);
    tq::BarrierOp::create(builder, mma.getLoc());
    for (Missing &one : missing)
      if (unchangedIn(mma, one.operand) == place)
        one.shared = stage(builder, one.operand, one.depth);
    AsyncFenceOp::create(builder, mma.getLoc());
    tq::BarrierOp::create(builder, mma.getLoc());
  }
  return places;
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
  OpBuilder builder(mma);
  Value b = viewOf(builder, mma.getB(), 0), a = viewOf(builder, mma.getA(), 1);
  for (Value view : {a, b})
    if (view)
      fenceCopies(view.getDefiningOp<RingViewOp>().getRing());
  auto staged = stageOperands(mma, a, b);
  auto wgmma = WgmmaOp::create(builder, mma.getLoc(), mma.getType(),
                               a ? a : mma.getA(), b, mma.getAcc());
  builder.setInsertionPoint(firstNeed(mma));
  // The next iteration writes a left operand that lies in registers.
  bool isDeferred = mma->hasAttr(kDeferredAttr) && a;
  auto wait = WgmmaWaitOp::create(builder, mma.getLoc(), wgmma.getResult(),
                                  isDeferred ? 1 : 0);
  for (Operation *place : staged) { // others may use its bytes behind it
    builder.setInsertionPointAfter(place == mma ? wait : place);
    tq::BarrierOp::create(builder, mma.getLoc());
  }
  mma.getResult().replaceAllUsesWith(wait.getResult());
  if (isDeferred)
    waitBehind(wait);
  SmallVector<Value> operands = {mma.getA(), mma.getB()};
  mma.erase();
  for (Value operand : operands)
    if (Operation *op = operand.getDefiningOp();
        isa_and_nonnull<RingReadOp, ConvertLayoutOp>(op) && op->use_empty())
      op->erase();
}

namespace {

struct WarpgroupProducts
    : tqc::impl::WarpgroupProductsPassBase<WarpgroupProducts> {
  void runOnOperation() override {
    SmallVector<MmaOp> products;
    getOperation().walk([&](MmaOp mma) {
      if (isForWarpgroups(mma))
        products.push_back(mma);
    });
    for (MmaOp mma : products)
      toWarpgroups(mma);
  }
};

} // namespace
