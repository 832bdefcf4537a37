//===- SplitRoles.cpp - A producer that copies, consumers that compute ----===//
//
// See SplitRolesPass in Passes.td for what the pass promises. The schedule is
// that of CUTLASS's warp-specialised kernels: for each ring two barriers a slot,
// one that says it is full and one that says it is empty.
//
// In two steps, so that both roles agree on slots and phases:
//
// 1. Each box_load becomes its copy and its read, side by side, and the state of
//    its ring (next slot, parity of its phase) runs through loops and branches
//    as carried values.
// 2. The kernel is there twice: the producer keeps the copies and what they are
//    computed from, the consumers everything else.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanStores.h"
#include "compiler/passes/RingReaders.h"
#include "compiler/passes/WarpgroupProducts.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tqc {
#define GEN_PASS_DEF_SPLITROLESPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static Value i32(OpBuilder &builder, Location place, int32_t value) {
  return arith::ConstantOp::create(builder, place,
                                   builder.getI32IntegerAttr(value));
}

//===----------------------------------------------------------------------===//
// 1. Rings, and their state
//===----------------------------------------------------------------------===//

namespace {

/// Slots that loads of one tensor share, as long as none of them holds its slot
/// while another one takes the next.
struct Ring {
  SmallVector<BoxLoadOp> loads;
  RankedTensorType tile; ///< with the layout of a slot
  bool isInLoop;         ///< of the program, else it has one slot
  bool isRefilled;       ///< a slot is filled more than once
  int slots = 1;
  Value op, full, empty; ///< no `empty` where no slot is filled twice

  int64_t slotBytes() const {
    return tile.getNumElements() * sharedElementBytes(tile);
  }
};

/// Which slot comes next, and the parity of its phase.
struct RingState {
  Value slot, parity;
};
using State = SmallVector<RingState>;

class RingThreader {
public:
  RingThreader(func::FuncOp kernel, PlanAttr plan)
      : kernel(kernel), plan(plan), rewriter(kernel.getContext()) {}

  void run();

private:
  void collectRings();
  void fitStages();
  void makeRings();
  void thread(Block &block, State &state);
  scf::ForOp threadLoop(scf::ForOp loop, State &state);
  void threadBranch(scf::IfOp branch, State &state);
  void threadLoad(BoxLoadOp load, RingState &state);
  llvm::SmallSetVector<unsigned, 4> ringsIn(Operation *op);

  func::FuncOp kernel;
  PlanAttr plan;
  IRRewriter rewriter;
  SmallVector<Ring> rings;
  DenseMap<Operation *, unsigned> ringOf; // looked up, not walked
};

} // namespace

/// Loads of one tensor and shape at one depth take turns, but for those of one
/// block, which hold their slots together until it ends.
void RingThreader::collectRings() {
  using Key = std::tuple<Value, Type, unsigned, unsigned>;
  llvm::MapVector<Key, unsigned> known;
  DenseMap<std::tuple<Block *, Value, Type>, unsigned> inBlock; // looked up
  kernel.walk([&](BoxLoadOp load) {
    auto tile = cast<RankedTensorType>(load.getType());
    LinearLayout memory = *panelMemory(tile.getShape(), load.fastest(),
                                       sharedElementBytes(tile) * 8);
    RankedTensorType slot = withLayout(tile, memory);
    Value base = load.getMap().getDefiningOp<TensorMapOp>().getBase();
    unsigned depth = 0;
    bool isInLoop = false, isRefilled = false;
    for (Operation *around = load->getParentOp(); !isa<func::FuncOp>(around);
         around = around->getParentOp(), ++depth) {
      isRefilled |= isa<scf::ForOp>(around);
      isInLoop |=
          isa<scf::ForOp>(around) && !around->hasAttr(kProgramLoopAttr);
    }
    unsigned number = inBlock[{load->getBlock(), base, slot}]++;
    auto [it, isNew] =
        known.insert({Key{base, slot, depth, number}, rings.size()});
    if (isNew)
      rings.push_back({{}, slot, isInLoop, isRefilled, 1, {}, {}, {}});
    rings[it->second].loads.push_back(load);
    ringOf[load] = it->second;
  });
}

/// As many stages as shared memory has room for.
void RingThreader::fitStages() {
  int64_t once = 0, repeated = 0, barriers = 0;
  for (Ring &ring : rings) {
    (ring.isInLoop ? repeated : once) += llvm::alignTo(ring.slotBytes(), 1024);
    barriers += 2 * 8 * plan.getStages();
  }
  kernel.walk([&](BoxStoreOp store) {
    once += llvm::alignTo(stagingOf(store).bytes(), 1024);
  });
  // What the loads are replaced by needs no scratch; exchanges behind the last
  // loop take the rings' bytes.
  llvm::SmallPtrSet<Operation *, 8> replaced;
  for (Ring &ring : rings)
    for (BoxLoadOp load : ring.loads)
      for (const RingReader &reader : ringReadersOf(load))
        replaced.insert(reader.op);
  Operation *last = nullptr;
  for (Operation &op : kernel.getBody().front())
    if (!ringsIn(&op).empty())
      last = &op;
  int64_t scratch = 0;
  for (Operation &op : kernel.getBody().front()) {
    op.walk([&](Operation *inner) {
      if (!replaced.contains(inner))
        scratch = std::max(scratch, scratchBytes(inner, plan.getWarps()));
    });
    if (&op == last)
      break;
  }
  int64_t room = targetOf(kernel).sharedBytes - once -
                 llvm::alignTo(scratch + barriers, 1024);
  int stages = plan.getStages();
  if (repeated > 0)
    stages = static_cast<int>(
        std::clamp<int64_t>(room / repeated, 1, plan.getStages()));
  if (stages < plan.getStages())
    remark::analysis(
        kernel.getLoc(),
        remark::RemarkOpts::name("fewer-stages").category("pipeline"))
        << remark::add("{0} stages instead of {1}: a stage needs {2} bytes of "
                       "shared memory, and {3} are left",
                       stages, plan.getStages(), repeated, room);
  for (Ring &ring : rings)
    if (ring.isInLoop)
      ring.slots = stages;
}

void RingThreader::makeRings() {
  Block &block = kernel.getBody().front();
  rewriter.setInsertionPointToStart(&block);
  Operation *behind = nullptr;
  for (TensorMapOp map : llvm::to_vector(block.getOps<TensorMapOp>()))
    behind = !behind || behind->isBeforeInBlock(map) ? map : behind;
  rewriter.setInsertionPointAfter(behind);
  for (Ring &ring : rings) {
    Location place = ring.loads.front().getLoc();
    ring.op = RingOp::create(rewriter, place,
                             RingType::get(rewriter.getContext(), ring.slots,
                                           ring.tile));
    auto type = MbarriersType::get(rewriter.getContext(), ring.slots);
    ring.full = MbarriersOp::create(rewriter, place, type, /*arrivals=*/1);
    if (ring.isRefilled)
      ring.empty =
          MbarriersOp::create(rewriter, place, type, plan.getWarps());
  }
  tq::BarrierOp::create(rewriter, kernel.getLoc());
}

llvm::SmallSetVector<unsigned, 4> RingThreader::ringsIn(Operation *op) {
  llvm::SmallSetVector<unsigned, 4> found;
  op->walk([&](BoxLoadOp load) { found.insert(ringOf.lookup(load)); });
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
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && !ringsIn(loop).empty())
      threadLoop(loop, state);
    else if (auto branch = dyn_cast<scf::IfOp>(op);
             branch && !ringsIn(branch).empty())
      threadBranch(branch, state);
    else if (auto load = dyn_cast<BoxLoadOp>(op))
      threadLoad(load, state[ringOf.lookup(load)]);
  }
}

/// On the producer's waits, whose parity is turned: a new slot is empty.
static constexpr StringLiteral kProducerAttr = "producer";

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

void RingThreader::threadLoad(BoxLoadOp load, RingState &state) {
  const Ring &ring = rings[ringOf.lookup(load)];
  Location place = load.getLoc();
  rewriter.setInsertionPoint(load);
  // The producer's part.
  if (ring.empty) {
    Value turned = arith::XOrIOp::create(rewriter, place, state.parity,
                                         i32(rewriter, place, 1));
    auto wait = MbarrierWaitOp::create(rewriter, place, ring.empty, state.slot,
                                       turned);
    wait->setAttr(kProducerAttr, rewriter.getUnitAttr());
  }
  MbarrierExpectOp::create(rewriter, place, ring.full, state.slot,
                           static_cast<int32_t>(ring.slotBytes()));
  auto copy = CopyTensorOp::create(rewriter, place, load.getMap(),
                                   load.getStarts(), load.getAxes(), ring.op,
                                   state.slot, ring.full);
  if (Attribute words = load->getAttr(tq::kWordsAttr))
    copy->setAttr(tq::kWordsAttr, words);
  // The consumers' part: wait where the tile is needed first.
  SmallVector<RingReader> readers = ringReadersOf(load);
  Operation *first = nullptr;
  for (const RingReader &reader : readers)
    if (Operation *use = firstUseOf(reader, load, load->getBlock()))
      first = !first || use->isBeforeInBlock(first) ? use : first;
  Operation *release = releasePlace(load, readers);
  rewriter.setInsertionPoint(first ? first : load->getBlock()->getTerminator());
  MbarrierWaitOp::create(rewriter, place, ring.full, state.slot, state.parity);
  readFromRing(readers, load, load->getBlock(), ring.op, state.slot);
  if (ring.empty) {
    rewriter.setInsertionPoint(release);
    MbarrierArriveOp::create(rewriter, place, ring.empty, state.slot);
  }
  // The state behind it.
  rewriter.setInsertionPoint(load);
  Value one = i32(rewriter, place, 1);
  Value next = arith::AddIOp::create(rewriter, place, state.slot, one);
  Value wraps =
      arith::CmpIOp::create(rewriter, place, arith::CmpIPredicate::eq, next,
                            i32(rewriter, place, ring.slots));
  Value turned =
      arith::XOrIOp::create(rewriter, place, state.parity, one);
  state.parity = arith::SelectOp::create(rewriter, place, wraps, turned,
                                         state.parity);
  state.slot = arith::SelectOp::create(rewriter, place, wraps,
                                       i32(rewriter, place, 0), next);
}

void RingThreader::run() {
  collectRings();
  fitStages();
  makeRings();
  State state;
  Value zero = i32(rewriter, kernel.getLoc(), 0);
  state.assign(rings.size(), {zero, zero});
  thread(kernel.getBody().front(), state);
  // Readers in other layouts, and the loads behind them.
  SmallVector<Operation *> dead;
  for (Ring &ring : rings)
    for (BoxLoadOp load : ring.loads) {
      llvm::append_range(dead, load->getUsers());
      for (Operation *user : load->getUsers())
        llvm::append_range(dead, user->getUsers());
      dead.push_back(load);
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (Operation *&op : dead)
      if (op && op->use_empty() &&
          isa<BoxLoadOp, ConvertLayoutOp, tq::TransOp>(op)) {
        for (Operation *&same : dead)
          if (&same != &op && same == op)
            same = nullptr;
        rewriter.eraseOp(op);
        op = nullptr;
        changed = true;
      }
  }
}

//===----------------------------------------------------------------------===//
// 2. Roles
//===----------------------------------------------------------------------===//

static bool isProducers(Operation *op) {
  return isa<CopyTensorOp, MbarrierExpectOp>(op) ||
         (isa<MbarrierWaitOp>(op) && op->hasAttr(kProducerAttr));
}

namespace {

/// Copies the producer's ops of a region, with what they are computed from.
class ProducerCloner {
public:
  explicit ProducerCloner(Block &source) : source(source) {
    source.walk([&](Operation *op) {
      if (isProducers(op))
        need(op);
    });
  }

  void cloneInto(OpBuilder &builder) {
    IRMapping map;
    clone(source, builder, map);
  }

private:
  void need(Operation *op);
  void need(Value value);
  void clone(Block &block, OpBuilder &builder, IRMapping &map);
  void cloneLoop(scf::ForOp loop, OpBuilder &builder, IRMapping &map);
  void cloneBranch(scf::IfOp branch, OpBuilder &builder, IRMapping &map);

  Block &source;
  DenseSet<Operation *> ops; // looked up, not walked
  DenseSet<Value> values;    // carried values and results of branches
};

} // namespace

void ProducerCloner::need(Operation *op) {
  if (!source.getParent()->isAncestor(op->getParentRegion()) ||
      !ops.insert(op).second)
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (Value bound :
         {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
      need(bound);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    need(branch.getCondition());
  } else {
    for (Value operand : op->getOperands())
      need(operand);
  }
  need(op->getParentOp());
}

void ProducerCloner::need(Value value) {
  if (!values.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return;
    need(loop);
    if (argument == loop.getInductionVar())
      return;
    need(loop.getTiedLoopInit(argument)->get());
    need(loop.getTiedLoopYieldedValue(argument)->get());
    need(loop.getTiedLoopResult(argument));
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (!source.getParent()->isAncestor(op->getParentRegion()))
    return;
  need(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    need(loop.getRegionIterArg(number));
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    need(branch.thenYield().getOperand(number));
    need(branch.elseYield().getOperand(number));
  }
}

void ProducerCloner::cloneLoop(scf::ForOp loop, OpBuilder &builder,
                               IRMapping &map) {
  SmallVector<Value> inits;
  SmallVector<unsigned> kept;
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (values.contains(argument)) {
      kept.push_back(argument.getArgNumber() - 1);
      inits.push_back(
          map.lookupOrDefault(loop.getTiedLoopInit(argument)->get()));
    }
  auto next = scf::ForOp::create(
      builder, loop.getLoc(), map.lookupOrDefault(loop.getLowerBound()),
      map.lookupOrDefault(loop.getUpperBound()),
      map.lookupOrDefault(loop.getStep()), inits, nullptr,
      loop.getUnsignedCmp());
  map.map(loop.getInductionVar(), next.getInductionVar());
  for (auto [i, number] : llvm::enumerate(kept))
    map.map(loop.getRegionIterArg(number), next.getRegionIterArg(i));
  {
    OpBuilder::InsertionGuard guard(builder);
    if (!next.getBody()->empty())
      next.getBody()->back().erase(); // the yield of a loop without results
    builder.setInsertionPointToEnd(next.getBody());
    clone(*loop.getBody(), builder, map);
    SmallVector<Value> yields;
    for (unsigned number : kept)
      yields.push_back(map.lookupOrDefault(
          loop.getBody()->getTerminator()->getOperand(number)));
    scf::YieldOp::create(builder, loop.getLoc(), yields);
  }
  for (auto [i, number] : llvm::enumerate(kept))
    map.map(loop.getResult(number), next.getResult(i));
}

void ProducerCloner::cloneBranch(scf::IfOp branch, OpBuilder &builder,
                                 IRMapping &map) {
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  for (OpResult result : branch.getResults())
    if (values.contains(result)) {
      kept.push_back(result.getResultNumber());
      types.push_back(result.getType());
    }
  auto next = scf::IfOp::create(builder, branch.getLoc(), types,
                                map.lookupOrDefault(branch.getCondition()),
                                /*addThenBlock=*/false,
                                /*addElseBlock=*/false);
  for (auto [from, to] : llvm::zip(branch->getRegions(), next->getRegions())) {
    if (from.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&to);
    clone(from.front(), builder, map);
    SmallVector<Value> yields;
    for (unsigned number : kept)
      yields.push_back(map.lookupOrDefault(
          from.front().getTerminator()->getOperand(number)));
    scf::YieldOp::create(builder, branch.getLoc(), yields);
  }
  for (auto [i, number] : llvm::enumerate(kept))
    map.map(branch.getResult(number), next.getResult(i));
}

void ProducerCloner::clone(Block &block, OpBuilder &builder, IRMapping &map) {
  for (Operation &op : block) {
    if (!ops.contains(&op))
      continue;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      cloneLoop(loop, builder, map);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      cloneBranch(branch, builder, map);
    else
      builder.clone(op, map)->removeAttr(kProducerAttr);
  }
}

/// The last op of `block` that uses shared memory of a ring.
static Operation *lastRingUse(Block &block) {
  Operation *last = nullptr;
  for (Operation &op : block)
    op.walk([&](Operation *inner) {
      if (isa<RingReadOp, RingViewOp, MbarrierWaitOp>(inner))
        last = &op;
    });
  return last;
}

/// Whether something behind `op` in its block goes through shared memory.
static bool isExchangeBehind(Operation *op, int32_t warps) {
  for (Operation *at = op->getNextNode(); at; at = at->getNextNode())
    if (at->walk([&](Operation *inner) {
            return scratchBytes(inner, warps) > 0 ? WalkResult::interrupt()
                                                  : WalkResult::advance();
          }).wasInterrupted())
      return true;
  return false;
}

namespace {
/// Warps of the producer, and the registers of a thread; 0: as they are.
struct RoleRegisters {
  int32_t producers, ofProducer, ofConsumer;
};
} // namespace

/// A quarter of a multiprocessor has 512 registers for each lane, and every
/// fourth warp. A lone producer among eight consumers makes it three warps, with
/// 168 registers each; a group of four that gives its own away leaves 240 for
/// the two that multiply. With four consumers there are two warps at most, which
/// may have all there are.
static RoleRegisters registersOf(int32_t consumers) {
  if (consumers < 8)
    return {1, 0, 0};
  int32_t left = (512 - 24) / (consumers / 4) / 8 * 8;
  return {4, 24, std::min(left, 240)};
}

static void splitRoles(func::FuncOp kernel, PlanAttr plan) {
  Block &block = kernel.getBody().front();
  Location place = kernel.getLoc();
  // What stands behind the barrier of the rings is of the roles.
  Operation *begin = *block.getOps<tq::BarrierOp>().begin();
  OpBuilder builder(block.getTerminator());
  int32_t warps = plan.getWarps();
  RoleRegisters registers = registersOf(warps);
  auto makeRole = [&](StringRef name, int32_t first, int32_t end, bool single,
                      int32_t count) {
    auto role = RoleOp::create(builder, place, builder.getStringAttr(name),
                               builder.getI32IntegerAttr(first),
                               builder.getI32IntegerAttr(end),
                               single ? builder.getUnitAttr() : UnitAttr(),
                               count ? builder.getI32IntegerAttr(count)
                                     : IntegerAttr());
    role.getBody().emplaceBlock();
    return role;
  };
  RoleOp producer = makeRole("producer", warps, warps + registers.producers,
                             true, registers.ofProducer);
  RoleOp consumers =
      makeRole("consumers", 0, warps, false, registers.ofConsumer);
  Block &body = consumers.getBody().front();
  body.getOperations().splice(body.end(), block.getOperations(),
                              std::next(begin->getIterator()),
                              producer->getIterator());
  OpBuilder inProducer = OpBuilder::atBlockBegin(&producer.getBody().front());
  ProducerCloner(body).cloneInto(inProducer);
  SmallVector<Operation *> copied;
  body.walk([&](Operation *op) {
    if (isProducers(op))
      copied.push_back(op);
  });
  for (Operation *op : copied)
    op->erase();
  // Exchanges behind the last read may take the bytes of the rings.
  if (Operation *last = lastRingUse(body); last && isExchangeBehind(last, warps)) {
    OpBuilder behind(last->getContext());
    behind.setInsertionPointAfter(last);
    tq::BarrierOp::create(behind, place);
  }
}

namespace {

struct SplitRoles : tqc::impl::SplitRolesPassBase<SplitRoles> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (!plan || plan.getRoles() < 2)
      return;
    RingThreader(kernel, plan).run();
    splitRoles(kernel, plan);
  }
};

} // namespace
