//===- WarpgroupProducts.cpp - Products from shared memory by wgmma -------===//
//
// See WarpgroupProductsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/OperandPlaces.h"
#include "compiler/passes/Passes.h"
#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutDescriptors.h"
#include "dialect/layout/LayoutFactories.h"
#include "dialect/layout/LayoutShared.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_WARPGROUPPRODUCTSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

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

/// Stages the operands that are planned to be, in front of the loops that they
/// do not change in; returned are the ops behind which their bytes are free.
/// Other warps may still read these bytes, and have to see what is written.
static llvm::SmallSetVector<Operation *, 2>
stageOperands(MmaOp mma, OperandsAttr places, Value &a, Value &b) {
  struct Missing {
    Value &shared, operand;
    unsigned depth;
  };
  SmallVector<Missing> missing;
  if (places.getLeft() == OperandPlace::Staged)
    missing.push_back({a, beforeMove(mma.getA()), 1});
  if (places.getRight() == OperandPlace::Staged)
    missing.push_back({b, beforeMove(mma.getB()), 0});
  llvm::SmallSetVector<Operation *, 2> fronts;
  for (Missing &one : missing)
    fronts.insert(unchangedIn(mma, one.operand));
  for (Operation *place : fronts) {
    OpBuilder builder(place);
    tq::BarrierOp::create(builder, mma.getLoc());
    for (Missing &one : missing)
      if (unchangedIn(mma, one.operand) == place)
        one.shared = stage(builder, one.operand, one.depth);
    AsyncFenceOp::create(builder, mma.getLoc());
    tq::BarrierOp::create(builder, mma.getLoc());
  }
  return fronts;
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

/// Whether an arrival lets others of the same role go on, and gives back no
/// slot.
static bool isTurn(Operation *op) {
  auto arrive = dyn_cast_or_null<MbarrierArriveOp>(op);
  return arrive &&
         llvm::any_of(arrive.getBarriers().getUsers(), [&](auto *user) {
           return isa<MbarrierWaitOp>(user) &&
                  user->template getParentOfType<RoleOp>() ==
                      arrive->template getParentOfType<RoleOp>();
         });
}

/// The last iteration's product is waited for behind the loop, before its slots
/// can be used for something else. Who has the next turn need not wait for it.
static WgmmaWaitOp waitBehind(WgmmaWaitOp wait) {
  auto loop = cast<scf::ForOp>(wait->getParentOp());
  OpOperand &yielded = *wait->getUses().begin();
  Value result = loop.getResult(yielded.getOperandNumber());
  OpBuilder builder(wait->getContext());
  Operation *place = loop;
  while (isTurn(place->getNextNode()))
    place = place->getNextNode();
  builder.setInsertionPointAfter(place);
  auto last = WgmmaWaitOp::create(builder, wait.getLoc(), result, 0,
                                  wait.getColumnsAttr());
  result.replaceAllUsesExcept(last.getResult(), last);
  return last;
}

/// Whether anybody waits for slots behind the loop: a loop around it, or what
/// follows it, reads more of them. An arrival that nobody needs costs more than
/// its time: ptxas may move what reads the sums before it, and then wait for
/// each product of the loop (C7514).
static bool isNeededBehind(scf::ForOp loop, Value barriers) {
  if (!isa<RoleOp>(loop->getParentOp()))
    return true;
  return llvm::any_of(barriers.getUsers(), [&](Operation *user) {
    Operation *top = loop->getBlock()->findAncestorOpInBlock(*user);
    return top && loop->isBeforeInBlock(top);
  });
}

/// Slots that the loop gives back behind `wait`, which leaves the product that
/// reads them running, are given back in the next iteration, and the last ones
/// behind the loop.
static void giveBackLate(WgmmaWaitOp wait, WgmmaWaitOp last) {
  auto loop = cast<scf::ForOp>(wait->getParentOp());
  SmallVector<MbarrierArriveOp> releases;
  SmallVector<Value> slots;
  for (auto arrive : loop.getBody()->getOps<MbarrierArriveOp>())
    if (wait->isBeforeInBlock(arrive)) {
      releases.push_back(arrive);
      slots.push_back(arrive.getSlot());
    }
  if (releases.empty())
    return;
  IRRewriter rewriter(wait->getContext());
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantOp::create(rewriter, wait.getLoc(),
                                         rewriter.getI32IntegerAttr(0));
  auto next =
      cast<scf::ForOp>(loop.replaceWithAdditionalYields(
                               rewriter, SmallVector<Value>(slots.size(), zero),
                               /*replaceInitOperandUsesInLoop=*/false,
                               [&](OpBuilder &, Location,
                                   ArrayRef<BlockArgument>) { return slots; })
                           ->getOperation());
  auto isLess = next.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                      : arith::CmpIPredicate::slt;
  rewriter.setInsertionPointAfter(wait);
  Value isSecond =
      arith::CmpIOp::create(rewriter, wait.getLoc(), arith::CmpIPredicate::ne,
                            next.getInductionVar(), next.getLowerBound());
  rewriter.setInsertionPointAfter(last);
  Value ran = arith::CmpIOp::create(rewriter, wait.getLoc(), isLess,
                                    next.getLowerBound(), next.getUpperBound());
  for (auto [arrive, slot, result] : llvm::zip_equal(
           releases, next.getRegionIterArgs().take_back(slots.size()),
           next.getResults().take_back(slots.size()))) {
    if (isNeededBehind(next, arrive.getBarriers()))
      MbarrierArriveOp::create(rewriter, arrive.getLoc(), arrive.getBarriers(),
                               result, ran, arrive.getCtasAttr());
    arrive.getSlotMutable().assign(slot);
    arrive.getWhereMutable().assign(isSecond);
  }
}

/// Replaces an operand that is planned to be in a slot by the slot.
static LogicalResult findInSlot(MmaOp mma, Value &operand, unsigned depth) {
  OpBuilder builder(mma);
  Value view = viewOf(builder, operand, depth);
  if (!view)
    return mma.emitOpError("is planned to read a slot, but no slot holds this "
                           "operand as wgmma reads it");
  fenceCopies(view.getDefiningOp<RingViewOp>().getRing());
  operand = view;
  return success();
}

static LogicalResult toWarpgroups(MmaOp mma) {
  auto places = mma->getAttrOfType<OperandsAttr>(kOperandsAttr);
  if (!places)
    return mma.emitOpError("is of wgmma, but nobody planned where its operands "
                           "are");
  Value a = mma.getA(), b = mma.getB();
  if (places.getRight() == OperandPlace::Slot && failed(findInSlot(mma, b, 0)))
    return failure();
  if (places.getLeft() == OperandPlace::Slot && failed(findInSlot(mma, a, 1)))
    return failure();
  auto staged = stageOperands(mma, places, a, b);
  OpBuilder builder(mma);
  IntegerAttr columns; // all
  if (int32_t live = productOf(mma).getLive())
    columns = builder.getI32IntegerAttr(live);
  IntegerAttr depth; // all
  if (int32_t live = productOf(mma).getDepth())
    depth = builder.getI32IntegerAttr(live);
  auto wgmma = WgmmaOp::create(builder, mma.getLoc(), mma.getType(), a, b,
                               mma.getAcc(), columns, depth);
  builder.setInsertionPoint(firstNeed(mma));
  bool isDeferred = mma->hasAttr(kDeferredAttr);
  auto wait = WgmmaWaitOp::create(builder, mma.getLoc(), wgmma.getResult(),
                                  isDeferred ? 1 : 0, columns);
  for (Operation *place : staged) { // others may use its bytes behind it
    builder.setInsertionPointAfter(place == mma ? wait : place);
    tq::BarrierOp::create(builder, mma.getLoc());
  }
  mma.getResult().replaceAllUsesWith(wait.getResult());
  if (isDeferred)
    giveBackLate(wait, waitBehind(wait));
  SmallVector<Value> operands = {mma.getA(), mma.getB()};
  mma.erase();
  for (Value operand : operands)
    if (Operation *op = operand.getDefiningOp();
        isa_and_nonnull<RingReadOp, ConvertLayoutOp>(op) && op->use_empty())
      op->erase();
  return success();
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
      if (failed(toWarpgroups(mma)))
        return signalPassFailure();
  }
};

} // namespace
