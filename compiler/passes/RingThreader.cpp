//===- RingThreader.cpp - Slots and phases as carried values --------------===//
//
// Each box_load becomes its copy and its read, side by side, and the state of
// its ring (next slot, parity of its phase) runs through loops and branches as
// carried values. Both roles then count for themselves.
//
// Rings that are filled and read together, such as those of both operands of a
// product, go in step: they have one pair of barriers and one state, those of
// the first of them. Where tiles are small, waiting takes as long as
// multiplying.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/RingThreader.h"

#include "compiler/passes/BoxRings.h"
#include "compiler/passes/RingReaders.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static Value i32(OpBuilder &builder, Location place, int32_t value) {
  return arith::ConstantOp::create(builder, place,
                                   builder.getI32IntegerAttr(value));
}

namespace {

/// A ring of box loads, with its barriers.
struct Ring {
  BoxRing boxes;
  int32_t slots;
  int32_t ctas;          ///< that copy its tiles together
  int32_t readingCtas;   ///< that must have read what shares its barriers
  unsigned leader;       ///< the ring whose barriers and state it has
  Value op, full, empty; ///< no `empty` where no slot is filled twice
  Value filled;          ///< the leader's slot that was told of bytes last

  /// How many slots there are for each one that is counted.
  int32_t copies(PlanAttr plan) const {
    return boxes.isOwn ? plan.getNeighbours() : 1;
  }
};

using State = SmallVector<RingState>;

class RingThreader {
public:
  RingThreader(func::FuncOp kernel, PlanAttr plan)
      : kernel(kernel), plan(plan), rewriter(kernel.getContext()) {}

  LogicalResult run();

private:
  LogicalResult collectRings();
  void joinRings();
  void relaxBarriers();
  void makeRings();
  void meetInPrograms();
  void thread(Block &block, State &state);
  scf::ForOp threadLoop(scf::ForOp loop, State &state);
  void threadPrograms(scf::WhileOp loop, State &state);
  void threadBranch(scf::IfOp branch, State &state);
  void threadLoad(BoxLoadOp load, State &state);
  void fill(BoxLoadOp load, Ring &leader, const RingState &state);
  int64_t bytesWith(BoxLoadOp load);
  Value slotOf(const Ring &ring, Location place, const RingState &state);
  unsigned leaderOf(BoxLoadOp load) {
    return rings[ringOf.lookup(load)].leader;
  }
  llvm::SmallSetVector<unsigned, 4> ringsIn(Operation *op);

  func::FuncOp kernel;
  PlanAttr plan;
  IRRewriter rewriter;
  SmallVector<Ring> rings;
  DenseMap<Operation *, unsigned> ringOf; // looked up, not walked
};

} // namespace

LogicalResult RingThreader::collectRings() {
  for (BoxRing &boxes : boxRingsOf(kernel, plan)) {
    auto slots =
        boxes.loads.front()->getAttrOfType<IntegerAttr>(kRingSlotsAttr);
    for (BoxLoadOp load : boxes.loads) {
      if (!slots || load->getAttr(kRingSlotsAttr) != slots)
        return load.emitOpError(
            "shares a ring of which nobody planned how many slots it has");
      ringOf[load] = rings.size();
    }
    auto ctas = boxes.loads.front()->getAttrOfType<IntegerAttr>(kSharedAttr);
    int32_t shared = ctas ? int32_t(ctas.getInt()) : 1;
    rings.push_back({std::move(boxes),
                     int32_t(slots.getInt()),
                     shared,
                     shared,
                     unsigned(rings.size()),
                     {},
                     {},
                     {},
                     {}});
  }
  joinRings();
  return success();
}

/// Where a slot is given back: behind the last loop that reads it. Products of
/// the block itself may run until its end.
static Operation *releasePlace(BoxLoadOp load, ArrayRef<RingReader> readers) {
  Block *block = load->getBlock();
  Operation *last = nullptr;
  for (const RingReader &reader : readers)
    for (Operation *user : reader.op->getUsers()) {
      Operation *top = block->findAncestorOpInBlock(*user);
      if (!isa<ConvertLayoutOp, tq::TransOp>(top) &&
          (!last || last->isBeforeInBlock(top)))
        last = top;
    }
  return last && isa<scf::ForOp>(last) ? last->getNextNode()
                                       : block->getTerminator();
}

/// Where the tile is needed first; the end of the block if it never is.
static Operation *waitPlace(BoxLoadOp load, ArrayRef<RingReader> readers) {
  Operation *first = nullptr;
  for (const RingReader &reader : readers)
    if (Operation *use = firstUseOf(reader, load, load->getBlock()))
      first = !first || use->isBeforeInBlock(first) ? use : first;
  return first ? first : load->getBlock()->getTerminator();
}

/// Whether both tiles come, are waited for and are given back at one time.
static bool areTogether(BoxLoadOp one, BoxLoadOp other) {
  auto ofOne = ringReadersOf(one), ofOther = ringReadersOf(other);
  return one->getBlock() == other->getBlock() &&
         waitPlace(one, ofOne) == waitPlace(other, ofOther) &&
         releasePlace(one, ofOne) == releasePlace(other, ofOther);
}

void RingThreader::joinRings() {
  for (Ring &ring : rings)
    for (Ring &leader : rings) {
      if (&leader == &ring || ring.leader != unsigned(&ring - rings.data()))
        break;
      const BoxRing &one = leader.boxes, &other = ring.boxes;
      if (leader.leader == unsigned(&leader - rings.data()) &&
          leader.slots == ring.slots && !one.isOwn && !other.isOwn &&
          one.isRefilled && other.isRefilled &&
          one.loads.size() == other.loads.size() &&
          llvm::all_of(llvm::zip_equal(one.loads, other.loads), [](auto pair) {
            return areTogether(std::get<0>(pair), std::get<1>(pair));
          })) {
        ring.leader = leader.leader;
        // Neither is filled again before all CTAs have read both.
        leader.readingCtas = std::max(leader.readingCtas, ring.ctas);
      }
    }
}

/// What only rings bring is there when it is multiplied, and needs no fence
/// before the CTAs wait for each other.
void RingThreader::relaxBarriers() {
  bool hasLoads =
      kernel.walk([](tq::LoadOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (hasLoads)
    return;
  SmallVector<ClusterBarrierOp> barriers;
  kernel.walk([&](ClusterBarrierOp barrier) { barriers.push_back(barrier); });
  for (ClusterBarrierOp barrier : barriers) {
    OpBuilder builder(barrier);
    ClusterArriveOp::create(builder, barrier.getLoc());
    ClusterWaitOp::create(builder, barrier.getLoc());
    barrier.erase();
  }
}

void RingThreader::makeRings() {
  Block &block = kernel.getBody().front();
  rewriter.setInsertionPointToStart(&block);
  Operation *behind = nullptr;
  for (TensorMapOp map : llvm::to_vector(block.getOps<TensorMapOp>()))
    behind = !behind || behind->isBeforeInBlock(map) ? map : behind;
  rewriter.setInsertionPointAfter(behind);
  for (Ring &ring : rings) {
    Location place = ring.boxes.loads.front().getLoc();
    int32_t slots = ring.slots * ring.copies(plan);
    ring.op = RingOp::create(
        rewriter, place,
        RingType::get(rewriter.getContext(), slots, ring.boxes.tile,
                      ring.boxes.isWhole() ? 0 : ring.boxes.slotBytes()));
    if (&ring != &rings[ring.leader])
      continue;
    auto type = MbarriersType::get(rewriter.getContext(), slots);
    ring.full = MbarriersOp::create(rewriter, place, type, /*arrivals=*/1);
    int32_t readers =
        plan.getWarps() * plan.getNeighbours() / ring.copies(plan);
    if (ring.boxes.isRefilled)
      ring.empty = MbarriersOp::create(rewriter, place, type,
                                       readers * ring.readingCtas);
  }
  bool meets = plan.getPersistent() && plan.getCluster() > 1;
  if (meets ||
      llvm::any_of(rings, [](const Ring &ring) { return ring.ctas > 1; })) {
    // Copies of other CTAs come into slots of this one when its barriers are
    // ready. It does not end before all have read them: where results are
    // stored the CTAs wait for each other.
    ClusterArriveOp::create(rewriter, kernel.getLoc());
    ClusterWaitOp::create(rewriter, kernel.getLoc());
    if (!meets)
      relaxBarriers();
  }
  tq::BarrierOp::create(rewriter, kernel.getLoc());
}

/// Where clusters take programs one after the other, the warps that copy are at
/// a later one when the others store. So these meet at an mbarrier of each CTA,
/// at which the consumers of all arrive; teams that take turns are at different
/// programs, and have one each. Behind the last such meeting nobody arrives, or
/// copies, elsewhere.
void RingThreader::meetInPrograms() {
  int32_t meetings = plan.getTurns() ? plan.getTeams() : 1;
  SmallVector<ClusterBarrierOp> barriers;
  kernel.walk([&](ClusterBarrierOp barrier) { barriers.push_back(barrier); });
  for (ClusterBarrierOp barrier : barriers) {
    Location place = barrier.getLoc();
    auto programs = cast<scf::ForOp>(barrier->getParentOp());
    rewriter.setInsertionPointAfterValue(rings.front().op);
    Value met = MbarriersOp::create(
        rewriter, place, MbarriersType::get(rewriter.getContext(), meetings),
        plan.getWarps() * plan.getCluster());
    rewriter.setInsertionPoint(programs);
    Value zero = i32(rewriter, place, 0);
    programs = cast<scf::ForOp>(
        programs
            .replaceWithAdditionalYields(
                rewriter, zero, /*replaceInitOperandUsesInLoop=*/false,
                [&](OpBuilder &builder, Location loop,
                    ArrayRef<BlockArgument> args) -> SmallVector<Value> {
                  return {arith::XOrIOp::create(builder, loop, args.front(),
                                                i32(builder, loop, 1))};
                })
            ->getOperation());
    rewriter.setInsertionPoint(barrier);
    Value own =
        meetings == 1 ? zero : TeamOp::create(rewriter, place, zero.getType());
    MbarrierArriveOp::create(rewriter, place, met, own, /*where=*/Value(),
                             rewriter.getI32IntegerAttr(plan.getCluster()));
    MbarrierWaitOp::create(rewriter, place, met, own,
                           programs.getRegionIterArgs().back());
    rewriter.eraseOp(barrier);
  }
}

llvm::SmallSetVector<unsigned, 4> RingThreader::ringsIn(Operation *op) {
  llvm::SmallSetVector<unsigned, 4> found;
  op->walk([&](BoxLoadOp load) { found.insert(leaderOf(load)); });
  return found;
}

scf::ForOp RingThreader::threadLoop(scf::ForOp loop, State &state) {
  auto used = ringsIn(loop);
  SmallVector<Value> inits;
  for (unsigned ring : used)
    llvm::append_range(inits, ValueRange{state[ring].slot, state[ring].parity});
  rewriter.setInsertionPoint(loop);
  auto next = cast<scf::ForOp>(
      loop.replaceWithAdditionalYields(
              rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
              [](OpBuilder &, Location, ArrayRef<BlockArgument> args) {
                return SmallVector<Value>(args.begin(), args.end());
              })
          ->getOperation());
  State inner = state;
  auto args = next.getRegionIterArgs().take_back(inits.size());
  for (auto [i, ring] : llvm::enumerate(used))
    inner[ring] = {args[2 * i], args[2 * i + 1]};
  thread(*next.getBody(), inner);
  Operation *yield = next.getBody()->getTerminator();
  unsigned first = yield->getNumOperands() - inits.size();
  for (auto [i, ring] : llvm::enumerate(used)) {
    yield->setOperand(first + 2 * i, inner[ring].slot);
    yield->setOperand(first + 2 * i + 1, inner[ring].parity);
    state[ring] = {next.getResult(first + 2 * i),
                   next.getResult(first + 2 * i + 1)};
  }
  return next;
}

/// The loop over programs that are drawn.
void RingThreader::threadPrograms(scf::WhileOp loop, State &state) {
  auto used = ringsIn(loop);
  SmallVector<Value> inits(loop.getInits());
  for (unsigned ring : used)
    llvm::append_range(inits, ValueRange{state[ring].slot, state[ring].parity});
  SmallVector<Type> added(2 * used.size(), rewriter.getI32Type());
  SmallVector<Location> places(added.size(), loop.getLoc());
  SmallVector<Type> types(loop.getResultTypes());
  llvm::append_range(types, added);
  rewriter.setInsertionPoint(loop);
  auto next = scf::WhileOp::create(rewriter, loop.getLoc(), types, inits);
  next->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  next.getBefore().takeBody(loop.getBefore());
  next.getAfter().takeBody(loop.getAfter());
  auto passed = next.getAfterBody()->addArguments(added, places);
  Operation *yield = next.getYieldOp();
  yield->insertOperands(yield->getNumOperands(),
                        SmallVector<Value>(passed.begin(), passed.end()));
  next.getBeforeBody()->addArguments(added, places);
  auto args = next.getBeforeArguments().take_back(added.size());
  State inner = state;
  for (auto [i, ring] : llvm::enumerate(used))
    inner[ring] = {args[2 * i], args[2 * i + 1]};
  thread(*next.getBeforeBody(), inner);
  SmallVector<Value> states;
  for (unsigned ring : used)
    llvm::append_range(states,
                       ValueRange{inner[ring].slot, inner[ring].parity});
  Operation *condition = next.getConditionOp();
  condition->insertOperands(condition->getNumOperands(), states);
  unsigned first = loop.getNumResults();
  for (auto [i, ring] : llvm::enumerate(used))
    state[ring] = {next.getResult(first + 2 * i),
                   next.getResult(first + 2 * i + 1)};
  rewriter.replaceAllUsesWith(loop.getResults(),
                              next.getResults().take_front(first));
  rewriter.eraseOp(loop);
}

void RingThreader::threadBranch(scf::IfOp branch, State &state) {
  auto used = ringsIn(branch);
  SmallVector<Type> types(branch.getResultTypes());
  unsigned first = types.size();
  types.append(2 * used.size(), rewriter.getI32Type());
  rewriter.setInsertionPoint(branch);
  auto next = scf::IfOp::create(rewriter, branch.getLoc(), types,
                                branch.getCondition(), /*addThenBlock=*/false,
                                /*addElseBlock=*/false);
  next->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(branch->getRegions(), next->getRegions())) {
    to.takeBody(from);
    if (to.empty()) {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.createBlock(&to);
      scf::YieldOp::create(rewriter, branch.getLoc());
    }
    State inner = state;
    thread(to.front(), inner);
    SmallVector<Value> yields;
    for (unsigned ring : used)
      llvm::append_range(yields,
                         ValueRange{inner[ring].slot, inner[ring].parity});
    Operation *yield = to.front().getTerminator();
    yield->insertOperands(yield->getNumOperands(), yields);
  }
  for (auto [i, ring] : llvm::enumerate(used))
    state[ring] = {next.getResult(first + 2 * i),
                   next.getResult(first + 2 * i + 1)};
  rewriter.replaceAllUsesWith(branch.getResults(),
                              next.getResults().take_front(first));
  rewriter.eraseOp(branch);
}

void RingThreader::thread(Block &block, State &state) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && !ringsIn(loop).empty())
      threadLoop(loop, state);
    else if (auto programs = dyn_cast<scf::WhileOp>(op);
             programs && !ringsIn(programs).empty())
      threadPrograms(programs, state);
    else if (auto branch = dyn_cast<scf::IfOp>(op);
             branch && !ringsIn(branch).empty())
      threadBranch(branch, state);
    else if (auto load = dyn_cast<BoxLoadOp>(op))
      threadLoad(load, state);
}

/// The slot of this team, of the slots that have the turn.
Value RingThreader::slotOf(const Ring &ring, Location place,
                           const RingState &state) {
  if (ring.copies(plan) == 1)
    return state.slot;
  Value first = arith::MulIOp::create(rewriter, place, state.slot,
                                      i32(rewriter, place, ring.copies(plan)));
  Value team = TeamOp::create(rewriter, place, rewriter.getI32Type());
  return arith::AddIOp::create(rewriter, place, first, team);
}

/// What the load and those that go in step with it copy.
int64_t RingThreader::bytesWith(BoxLoadOp load) {
  int64_t bytes = 0;
  for (auto other : load->getBlock()->getOps<BoxLoadOp>())
    if (leaderOf(other) == leaderOf(load))
      bytes += copiedBytes(other.getMap(), other.getPanels(),
                           rings[ringOf.lookup(other)].boxes.tile);
  return bytes;
}

/// The producer waits until the leader's next slot is empty, and tells its
/// barrier of the bytes that will come.
void RingThreader::fill(BoxLoadOp load, Ring &leader, const RingState &state) {
  Location place = load.getLoc();
  leader.filled = slotOf(leader, place, state);
  if (leader.empty) {
    Value turned = arith::XOrIOp::create(rewriter, place, state.parity,
                                         i32(rewriter, place, 1));
    auto wait = MbarrierWaitOp::create(rewriter, place, leader.empty,
                                       leader.filled, turned);
    wait->setAttr(kProducerAttr, rewriter.getUnitAttr());
  }
  MbarrierExpectOp::create(rewriter, place, leader.full, leader.filled,
                           static_cast<int32_t>(bytesWith(load)));
}

void RingThreader::threadLoad(BoxLoadOp load, State &states) {
  Ring &ring = rings[ringOf.lookup(load)], &leader = rings[ring.leader];
  RingState &state = states[ring.leader];
  bool leads = &ring == &leader;
  Location place = load.getLoc();
  rewriter.setInsertionPoint(load);
  // The producer's part.
  if (leads)
    fill(load, ring, state);
  Value slot = leader.filled;
  auto copy = CopyTensorOp::create(
      rewriter, place, load.getMap(), load.getStarts(), load.getAxes(),
      load.getPanelsAttr(), ring.op, slot, leader.full,
      ring.ctas > 1 ? rewriter.getI32IntegerAttr(ring.ctas) : IntegerAttr());
  if (Attribute words = load->getAttr(tq::kWordsAttr))
    copy->setAttr(tq::kWordsAttr, words);
  // The consumers' part: wait where the tile is needed first.
  SmallVector<RingReader> readers = ringReadersOf(load);
  Operation *release = releasePlace(load, readers);
  rewriter.setInsertionPoint(waitPlace(load, readers));
  if (leads)
    MbarrierWaitOp::create(rewriter, place, ring.full, slot, state.parity);
  readFromRing(readers, load, load->getBlock(), ring.op, slot);
  if (!leads)
    return;
  if (ring.empty) {
    rewriter.setInsertionPoint(release);
    MbarrierArriveOp::create(
        rewriter, place, ring.empty, slot, /*where=*/Value(),
        ring.readingCtas > 1 ? rewriter.getI32IntegerAttr(ring.readingCtas)
                             : IntegerAttr());
  }
  // The state behind it.
  rewriter.setInsertionPoint(load);
  state = nextSlot(rewriter, place, state, ring.slots);
}

RingState tqc::nextSlot(OpBuilder &builder, Location place, RingState state,
                        int32_t slots) {
  Value one = i32(builder, place, 1);
  if (slots == 1)
    return {state.slot,
            arith::XOrIOp::create(builder, place, state.parity, one)};
  Value next = arith::AddIOp::create(builder, place, state.slot, one);
  Value wraps = arith::CmpIOp::create(builder, place, arith::CmpIPredicate::eq,
                                      next, i32(builder, place, slots));
  Value turned = arith::XOrIOp::create(builder, place, state.parity, one);
  Value zero = i32(builder, place, 0);
  Value slot = arith::SelectOp::create(builder, place, wraps, zero, next);
  return {slot,
          arith::SelectOp::create(builder, place, wraps, turned, state.parity)};
}

LogicalResult RingThreader::run() {
  if (failed(collectRings()))
    return failure();
  makeRings();
  State state;
  Value zero = i32(rewriter, kernel.getLoc(), 0);
  state.assign(rings.size(), {zero, zero});
  thread(kernel.getBody().front(), state);
  if (plan.getPersistent() && plan.getCluster() > 1)
    meetInPrograms();
  return success();
}

LogicalResult tqc::threadRings(func::FuncOp kernel, PlanAttr plan) {
  return RingThreader(kernel, plan).run();
}
