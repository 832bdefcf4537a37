//===- ExpandExchanges.cpp - Stores, barriers and loads of exchanges ------===//
//
// When does a warp wait for others, and for which? An exchange is three steps:
// each warp puts what others need into shared memory, all wait, and each takes
// what it needs:
//
//     sum = tq.reduce(x)           parts = tqg.warp_reduce(x)
//                                  tqg.shared_store parts to staging
//                                  tqg.barrier 0 of 4
//                                  all = tqg.shared_load staging
//                                  sum = tq.reduce(all)        in each thread
//
// Behind this pass these steps are all that there is: code generation knows
// neither of exchanges nor of barriers.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/ThreadRegisters.h"
#include "compiler/passes/LayoutRules.h"
#include "compiler/passes/Passes.h"
#include "dialect/layout/LayoutAlgebra.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tqc {
#define GEN_PASS_DEF_EXPANDEXCHANGESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The number of the barrier that a role's warps meet at; 0 is for all.
static constexpr uint32_t kRoleBarrier = 1;
/// From this many warps on, a row a lane and shuffles take fewer instructions
/// than combining the rows of all warps in each thread.
static constexpr unsigned kWarpsToShuffle = 16;
/// Operands of one exchange start at multiples of it.
static constexpr int64_t kAlignment = 16;
/// The widest access to shared memory.
static constexpr int64_t kAccessBytes = 16;

/// Elements in the widest access.
static uint32_t widest(Type type) {
  return uint32_t(kAccessBytes / sharedElementBytes(type));
}

/// Elements one behind the other.
static LinearLayout rowMajor(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return reshapeTo(identity(Hw::Offset, llvm::Log2_64(uint64_t(count))), shape);
}

namespace {

/// Expands the exchanges of one kernel.
class Expander {
public:
  explicit Expander(func::FuncOp kernel)
      : kernel(kernel), all(blockWarps(kernel)), b(kernel.getLoc(), kernel) {}

  void run();

private:
  void expand(Operation &op);
  void expandMove(tqg::ConvertLayoutOp op);
  void expandReduce(tq::ReduceOp op);
  void expandScan(tq::ScanOp op);
  void expandGather(tq::GatherOp op);
  void expandCat(tq::CatOp op);
  void expandHistogram(tq::HistogramOp op);
  void expandAtomic(Operation &op);
  void expandClusterSum(tqg::ClusterSumOp op);
  void expandClusterGather(tqg::ClusterGatherOp op);
  void openInboxes();

  void barrier();
  /// Waits until nobody reads the scratch of `op` any more.
  void awaitScratch(Operation &op);
  /// Names scratch from byte `offset` on.
  Value stage(int64_t offset, RankedTensorType tile, const LinearLayout &memory,
              unsigned rounds = 1);
  Value stageRows(int64_t offset, RankedTensorType tile) {
    return stage(offset, tile, rowMajor(tile.getShape()));
  }
  /// Names scratch for a tile each, row-major, one behind the other.
  SmallVector<Value> stageEach(int64_t offset, TypeRange tiles);
  Operation *put(Value tile, Value staging, int64_t at = 0);
  Value take(Value staging, Type type);
  /// Gives a step the region that `from` combines tuples by.
  void copyRegion(Region &from, Region &to);

  func::FuncOp kernel;
  int32_t all; ///< warps of a CTA
  SmallVector<tqg::InboxOp> inboxes;
  SmallVector<Operation *> senders; ///< in the order of the program
  /// What other CTAs may still be reading the sums of, if there is such a one.
  tqg::ClusterAddOp lent;
  ImplicitLocOpBuilder b;
};

} // namespace

static int64_t scratchOf(Operation &op) {
  return op.getAttrOfType<IntegerAttr>(tqg::kScratchOffsetAttr).getInt();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

void Expander::barrier() {
  Operation *parent = b.getInsertionBlock()->getParentOp();
  auto role = dyn_cast<tqg::RoleOp>(parent);
  if (!role)
    role = parent->getParentOfType<tqg::RoleOp>();
  if (role)
    tqg::BarrierOp::create(b, kRoleBarrier, role.getEnd() - role.getFirst());
  else
    tqg::BarrierOp::create(b, 0u, uint32_t(all));
}

void Expander::awaitScratch(Operation &op) {
  if (op.hasAttr(tqg::kUnfencedAttr))
    return;
  Operation *place =
      lent ? lent->getBlock()->findAncestorOpInBlock(op) : nullptr;
  if (place) { // all CTAs come there, also if a branch or a loop is around `op`
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(place);
    tqg::ClusterBarrierOp::create(b);
    lent = nullptr;
  }
  if (place != &op) // else that was a barrier of this CTA, too
    barrier();
}

Value Expander::stage(int64_t offset, RankedTensorType tile,
                      const LinearLayout &memory, unsigned rounds) {
  auto type =
      tqg::SharedType::get(b.getContext(), tqg::withLayout(tile, memory));
  auto staging = tqg::StagingOp::create(b, type, rounds);
  staging->setAttr(tqg::kScratchOffsetAttr, b.getI32IntegerAttr(offset));
  return staging;
}

SmallVector<Value> Expander::stageEach(int64_t offset, TypeRange tiles) {
  SmallVector<Value> stagings;
  for (Type type : tiles) {
    Value staging = stageRows(offset, cast<RankedTensorType>(type));
    offset += llvm::alignTo(staging.getDefiningOp<tqg::StagingOp>().bytes(),
                            kAlignment);
    stagings.push_back(staging);
  }
  return stagings;
}

Operation *Expander::put(Value tile, Value staging, int64_t at) {
  return tqg::SharedStoreOp::create(b, tile, staging, widest(tile.getType()),
                                    uint32_t(at), /*round=*/0u);
}

Value Expander::take(Value staging, Type type) {
  return tqg::SharedLoadOp::create(b, type, staging, /*rest=*/Value(),
                                   widest(type), /*round=*/0u,
                                   /*matrix=*/false);
}

void Expander::copyRegion(Region &from, Region &to) {
  IRMapping map;
  from.cloneInto(&to, map);
  Operation *end = to.front().getTerminator();
  OpBuilder inside(end);
  tqg::YieldOp::create(inside, end->getLoc(), end->getOperands());
  end->erase();
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

void Expander::expandMove(tqg::ConvertLayoutOp op) {
  SharedMove move = *planConversion(op).shared;
  auto rounds = unsigned(move.rounds.size());
  Value staging = stage(scratchOf(*op), op.getType(), move.memory, rounds);
  Value loaded;
  for (unsigned round = 0; round < rounds; ++round) {
    if (round == 0)
      awaitScratch(*op);
    else
      barrier();
    tqg::SharedStoreOp::create(b, op.getSrc(), staging, move.storeWidth,
                               /*at=*/0u, round);
    barrier();
    loaded = tqg::SharedLoadOp::create(b, op.getType(), staging, loaded,
                                       move.loadWidth, round,
                                       move.load.matrix.has_value());
  }
  op.replaceAllUsesWith(loaded);
  op.erase();
}

/// A tile of what the parts of an axis come to.
static RankedTensorType partsType(RankedTensorType tile,
                                  const LinearLayout &layout) {
  return RankedTensorType::get(layout.shape(), tile.getElementType(),
                               tqg::LinearAttr::get(tile.getContext(), layout));
}

/// The tiles of parts, with this layout, that go with `tiles`.
static SmallVector<Type> partsTypes(TypeRange tiles,
                                    const LinearLayout &layout) {
  return llvm::map_to_vector(tiles, [&](Type type) -> Type {
    return partsType(cast<RankedTensorType>(type), layout);
  });
}

/// Whether each lane holds all lines, so that it can take a part of its own.
static bool canReadByLanes(const LinearLayout &layout, unsigned axis) {
  unsigned parts = countWarpParts(layout, axis);
  return parts >= kWarpsToShuffle && parts <= 32 &&
         llvm::all_of(sliceDim(layout, axis).columns(Hw::Lane),
                      [](uint32_t column) { return column == 0; });
}

void Expander::expandReduce(tq::ReduceOp op) {
  TypeRange tiles = op.getSrcs().getTypes();
  const LinearLayout &layout = tqg::layoutOf(tiles.front());
  unsigned axis = op.getAxis();
  SmallVector<Type> types = partsTypes(tiles, warpPartsLayout(layout, axis));
  auto parts = tqg::WarpReduceOp::create(b, types, op.getSrcs(), axis);
  copyRegion(op.getCombine(), parts.getCombine());
  SmallVector<Value> stagings = stageEach(scratchOf(*op), types);
  awaitScratch(*op);
  for (auto [part, staging] : llvm::zip_equal(parts.getResults(), stagings))
    put(part, staging);
  barrier();
  SmallVector<Value> rows;
  SmallVector<Type> allTypes = partsTypes(
      tiles, allPartsLayout(layout, axis, canReadByLanes(layout, axis)));
  for (auto [staging, type] : llvm::zip_equal(stagings, allTypes))
    rows.push_back(take(staging, type));
  op->setOperands(rows);
  op.setAxis(0);
  op->removeAttr(tqg::kScratchOffsetAttr);
  op->removeAttr(tqg::kUnfencedAttr);
}

void Expander::expandScan(tq::ScanOp op) {
  TypeRange tiles = op.getSrcs().getTypes();
  const LinearLayout &layout = tqg::layoutOf(tiles.front());
  unsigned axis = op.getAxis();
  bool reverse = op.getReverse();
  auto inside =
      tqg::WarpScanOp::create(b, op.getResultTypes(), op.getSrcs(), axis,
                              countWarpParts(layout, axis), reverse);
  copyRegion(op.getCombine(), inside.getCombine());
  SmallVector<Type> types =
      partsTypes(tiles, allPartsLayout(layout, axis, /*byLanes=*/false));
  SmallVector<Value> stagings = stageEach(scratchOf(*op), types);
  awaitScratch(*op);
  for (auto [tile, staging] : llvm::zip_equal(inside.getResults(), stagings))
    tqg::TotalStoreOp::create(b, tile, staging, axis, reverse);
  barrier();
  SmallVector<Value> inputs(inside.getResults());
  for (auto [staging, type] : llvm::zip_equal(stagings, types))
    inputs.push_back(take(staging, type));
  auto whole =
      tqg::ScanCarryOp::create(b, op.getResultTypes(), inputs, axis, reverse);
  copyRegion(op.getCombine(), whole.getCombine());
  op.replaceAllUsesWith(whole.getResults());
  op.erase();
}

void Expander::expandGather(tq::GatherOp op) {
  auto tile = cast<RankedTensorType>(op.getSrc().getType());
  Value staging = stageRows(scratchOf(*op), tile);
  awaitScratch(*op);
  put(op.getSrc(), staging);
  barrier();
  Value picked = tqg::SharedGatherOp::create(b, op.getType(), staging,
                                             op.getIndex(), op.getAxis());
  op.replaceAllUsesWith(picked);
  op.erase();
}

void Expander::expandCat(tq::CatOp op) {
  auto tile = cast<RankedTensorType>(op.getType());
  Value staging = stageRows(scratchOf(*op), tile);
  awaitScratch(*op);
  put(op.getLhs(), staging);
  put(op.getRhs(), staging, tile.getNumElements() / 2);
  barrier();
  op.replaceAllUsesWith(take(staging, tile));
  op.erase();
}

void Expander::expandHistogram(tq::HistogramOp op) {
  auto tile = cast<RankedTensorType>(op.getType());
  Value staging = stageRows(scratchOf(*op), tile);
  Value zeros = arith::ConstantOp::create(
      b, DenseElementsAttr::get(tile, b.getI32IntegerAttr(0)));
  awaitScratch(*op);
  put(zeros, staging);
  barrier();
  tqg::SharedCountOp::create(b, op.getSrc(), staging, op.getMask());
  barrier();
  op.replaceAllUsesWith(take(staging, tile));
  op.erase();
}

/// One warp has the old value; the others get it behind the op.
void Expander::expandAtomic(Operation &op) {
  Value old = op.getResult(0);
  auto tile = dyn_cast<RankedTensorType>(old.getType());
  if (!tile)
    tile = RankedTensorType::get({1}, old.getType());
  b.setInsertionPointAfter(&op);
  Value staging = stageRows(scratchOf(op), tile);
  awaitScratch(op);
  Operation *store = put(old, staging);
  barrier();
  old.replaceAllUsesExcept(take(staging, old.getType()), store);
  op.removeAttr(tqg::kScratchOffsetAttr);
  op.removeAttr(tqg::kUnfencedAttr);
}

/// Elements as a thread holds them, 16 bytes of one behind those of the next:
/// neither side has bank conflicts. Share by share of the columns.
static LinearLayout byThreads(RankedTensorType tile, uint32_t shares) {
  const LinearLayout &layout = tqg::layoutOf(tile);
  unsigned inAccess = llvm::Log2_64(kAccessBytes / sharedElementBytes(tile));
  HwColumns columns;
  uint32_t ofShares = tqg::shareColumns(layout, shares).value_or(0); // verified
  auto add = [&](Hw hw, unsigned begin, unsigned end, bool isOfShares = false) {
    for (unsigned bit = begin; bit < end; ++bit)
      if ((layout.freeMask(hw) >> bit & 1) == 0 &&
          (hw == Hw::Reg && (ofShares >> bit & 1)) == isOfShares)
        columns[size_t(Hw::Offset)].push_back(layout.column(hw, bit));
  };
  unsigned registers = layout.bits(Hw::Reg);
  inAccess = std::min(inAccess, registers);
  add(Hw::Reg, 0, inAccess);
  add(Hw::Lane, 0, layout.bits(Hw::Lane));
  add(Hw::Warp, 0, layout.bits(Hw::Warp));
  add(Hw::Reg, inAccess, registers);
  add(Hw::Reg, 0, registers, /*isOfShares=*/true);
  return LinearLayout::fromColumns(std::move(columns), layout.shape());
}

/// What each CTA has; shares of it that each adds up; the whole, for the first,
/// or the own share. CTAs whose shared memory others read do not end before
/// they have (SplitProducts.cpp).
void Expander::expandClusterSum(tqg::ClusterSumOp op) {
  RankedTensorType tile = op.getType();
  uint32_t shares = op.getShares();
  Value staging = stage(scratchOf(*op), tile, byThreads(tile, shares));
  awaitScratch(*op);
  put(op.getSrc(), staging);
  tqg::ClusterBarrierOp::create(b);
  auto add = tqg::ClusterAddOp::create(b, staging, op.getCtas(), shares);
  if (shares == 1) {
    tqg::ClusterBarrierOp::create(b);
  } else {
    barrier();
    lent = add;
  }
  op.replaceAllUsesWith(take(staging, tile));
  op.erase();
}

/// Numbers go to the inboxes of all CTAs, which are there from the start.
void Expander::expandClusterGather(tqg::ClusterGatherOp op) {
  auto all = cast<RankedTensorType>(op.getType());
  auto plain = RankedTensorType::get(all.getShape(), all.getElementType());
  Operation *first = &kernel.getBody().front().front();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(first);
    inboxes.push_back(tqg::InboxOp::create(
        b,
        tqg::SharedType::get(
            b.getContext(), tqg::withLayout(plain, rowMajor(all.getShape())))));
    inboxes.back()->setAttr(tqg::kScratchOffsetAttr,
                            op->getAttr(tqg::kScratchOffsetAttr));
  }
  Value ranks = tq::RangeOp::create(
      b,
      RankedTensorType::get(all.getShape(), b.getI32Type(), all.getEncoding()),
      0u, uint32_t(all.getNumElements()));
  Operation *exchange = tqg::ClusterExchangeOp::create(b, all, op.getSrc(),
                                                       inboxes.back(), ranks);
  senders.push_back(exchange);
  op.replaceAllUsesWith(exchange->getResult(0));
  op.erase();
}

/// Nobody sends before the inboxes of all CTAs are ready. They are long before
/// the first number is.
void Expander::openInboxes() {
  if (inboxes.empty())
    return;
  b.setLoc(inboxes.front().getLoc());
  b.setInsertionPointAfter(inboxes.front());
  tqg::ClusterArriveOp::create(b);
  b.setInsertionPoint(senders.front());
  tqg::ClusterWaitOp::create(b);
}

//===----------------------------------------------------------------------===//
// A kernel
//===----------------------------------------------------------------------===//

void Expander::expand(Operation &op) {
  b.setInsertionPoint(&op);
  b.setLoc(op.getLoc());
  llvm::TypeSwitch<Operation *>(&op)
      .Case<tqg::ConvertLayoutOp>([&](auto move) { expandMove(move); })
      .Case<tq::ReduceOp>([&](auto reduce) { expandReduce(reduce); })
      .Case<tq::ScanOp>([&](auto scan) { expandScan(scan); })
      .Case<tq::GatherOp>([&](auto gather) { expandGather(gather); })
      .Case<tq::CatOp>([&](auto cat) { expandCat(cat); })
      .Case<tq::HistogramOp>(
          [&](auto histogram) { expandHistogram(histogram); })
      .Case<tq::AtomicRmwOp, tq::AtomicCasOp>([&](auto) { expandAtomic(op); })
      .Case<tqg::ClusterSumOp>([&](auto sum) { expandClusterSum(sum); })
      .Case<tqg::ClusterGatherOp>(
          [&](auto gather) { expandClusterGather(gather); })
      .Case<tq::BarrierOp>([&](tq::BarrierOp) {
        barrier();
        op.erase();
      });
}

void Expander::run() {
  SmallVector<Operation *> exchanges;
  kernel.walk([&](Operation *op) {
    if (isa<tq::BarrierOp>(op) || op->hasAttr(tqg::kScratchOffsetAttr))
      exchanges.push_back(op);
  });
  for (Operation *op : exchanges)
    expand(*op);
  openInboxes();
}

/// Teams have neither a barrier nor scratch of their own.
static LogicalResult checkTeams(func::FuncOp kernel) {
  LogicalResult good = success();
  kernel.walk([&](Operation *op) {
    auto role = op->getParentOfType<tqg::RoleOp>();
    if (!role || role.getTeams() == 1 ||
        !(isa<tq::BarrierOp>(op) || op->hasAttr(tqg::kScratchOffsetAttr)))
      return;
    good = failure();
    StringRef why = "its warps exchange values through shared memory";
    if (!forcedChoice(op, PlanPart::Teams).empty())
      refuseForced(op, PlanPart::Teams) << why;
    else // the planner took it for one that does not
      op->emitError() << "this runs in teams, but " << why
                      << "; --plan=teams=1 avoids it";
  });
  return good;
}

namespace {

struct ExpandExchanges : tqc::impl::ExpandExchangesPassBase<ExpandExchanges> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (failed(checkTeams(kernel)))
      return signalPassFailure();
    if (kernel->hasAttr(tqg::kPlanAttr))
      Expander(kernel).run();
  }
};

} // namespace
