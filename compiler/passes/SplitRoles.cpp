//===- SplitRoles.cpp - A producer that copies, consumers that compute ----===//
//
// See SplitRolesPass in Passes.td for what the pass promises. The schedule is
// that of CUTLASS's warp-specialised kernels: for each ring two barriers a
// slot, one that says it is full and one that says it is empty.
//
// In two steps, so that both roles agree on slots and phases: RingThreader.h,
// and then the kernel is there twice: the producer keeps the copies and what
// they are computed from, the consumers everything else. Where programs are
// drawn, the producer draws them and tells the consumers their numbers by
// mailboxes. It copies for all teams: what differs between them is there for
// each, one behind the other.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/analysis/ValueWalk.h"
#include "compiler/passes/CheckTeams.h"
#include "compiler/passes/DrainRings.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/RingThreader.h"
#include "compiler/passes/RoleRegisters.h"
#include "compiler/passes/TakeTurns.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

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
// The producer's part
//===----------------------------------------------------------------------===//

static bool isProducers(Operation *op) {
  return isa<CopyTensorOp, MbarrierExpectOp, NextProgramOp>(op) ||
         (isa<MbarrierWaitOp>(op) && op->hasAttr(kProducerAttr));
}

namespace {

/// Copies the producer's ops of a region, with what they are computed from.
class ProducerCloner {
public:
  ProducerCloner(Block &source, func::FuncOp kernel, int32_t teams)
      : source(source), ofTeams(size_t(teams)) {
    if (teams > 1)
      teamValues = tqc::teamValues(kernel, LoopEnds::Longest);
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
  Value longestBound(scf::ForOp loop, OpBuilder &builder, const IRMapping &map);
  void clonePrograms(scf::WhileOp loop, OpBuilder &builder, IRMapping &map);
  void cloneBranch(scf::IfOp branch, OpBuilder &builder, IRMapping &map);
  void cloneForTeams(SmallVectorImpl<Operation *> &waiting, OpBuilder &builder,
                     const IRMapping &map);
  /// The planner looked for it that branches are the same for all, and loops
  /// but for their ends.
  bool isOfTeam(Operation &op) const {
    if (op.getNumRegions() != 0)
      return false;
    auto isOne = [&](Value value) { return teamValues.contains(value); };
    return llvm::any_of(op.getOperands(), isOne) ||
           llvm::any_of(op.getResults(), isOne);
  }

  Block &source;
  DenseSet<Value> teamValues;     // looked up, not walked
  SmallVector<IRMapping> ofTeams; ///< what differs between them
  DenseSet<Operation *> ops;      // looked up, not walked
  DenseSet<Value> values;         // carried values and results of branches
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
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    // All that the loop over programs carries counts programs and slots.
    for (ValueRange values : {ValueRange(loop.getInits()),
                              ValueRange(loop.getConditionOp()->getOperands()),
                              ValueRange(loop.getYieldOp()->getOperands())})
      for (Value value : values)
        need(value);
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
    Operation *around = argument.getOwner()->getParentOp();
    if (isa<scf::WhileOp>(around))
      need(around);
    auto loop = dyn_cast<scf::ForOp>(around);
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

/// Where a loop ends that teams do not run equally often: the last end of all.
Value ProducerCloner::longestBound(scf::ForOp loop, OpBuilder &builder,
                                   const IRMapping &map) {
  Value bound = loop.getUpperBound();
  if (!teamValues.contains(bound))
    return map.lookupOrDefault(bound);
  Value longest;
  for (const IRMapping &own : ofTeams) {
    Value end = own.lookup(bound);
    longest = longest
                  ? arith::MaxSIOp::create(builder, loop.getLoc(), longest, end)
                  : end;
  }
  return longest;
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
      longestBound(loop, builder, map), map.lookupOrDefault(loop.getStep()),
      inits, nullptr, loop.getUnsignedCmp());
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

void ProducerCloner::clonePrograms(scf::WhileOp loop, OpBuilder &builder,
                                   IRMapping &map) {
  auto mapped = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return map.lookupOrDefault(value); });
  };
  auto next = scf::WhileOp::create(
      builder, loop.getLoc(), loop.getResultTypes(), mapped(loop.getInits()));
  next->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip(loop->getRegions(), next->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Location> places(from.getNumArguments(), loop.getLoc());
    builder.createBlock(&to, {}, from.getArgumentTypes(), places);
    map.map(from.getArguments(), to.getArguments());
    clone(from.front(), builder, map);
    builder.clone(*from.front().getTerminator(), map);
  }
  map.map(loop.getResults(), next.getResults());
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

/// Writes ops for one team after the other, so that the barriers and copies of
/// one are side by side.
void ProducerCloner::cloneForTeams(SmallVectorImpl<Operation *> &waiting,
                                   OpBuilder &builder, const IRMapping &map) {
  for (auto [team, own] : llvm::enumerate(ofTeams))
    for (Operation *op : waiting) {
      if (isa<TeamOp>(op)) {
        own.map(op->getResult(0),
                i32(builder, op->getLoc(), static_cast<int32_t>(team)));
        continue;
      }
      for (Value operand : op->getOperands())
        if (!own.contains(operand))
          own.map(operand, map.lookupOrDefault(operand));
      builder.clone(*op, own)->removeAttr(kProducerAttr);
    }
  waiting.clear();
}

void ProducerCloner::clone(Block &block, OpBuilder &builder, IRMapping &map) {
  SmallVector<Operation *> waiting;
  for (Operation &op : block) {
    if (!ops.contains(&op))
      continue;
    if (isOfTeam(op)) {
      waiting.push_back(&op);
      continue;
    }
    // What others wait for comes in its order.
    if (!isPure(&op))
      cloneForTeams(waiting, builder, map);
    if (auto loop = dyn_cast<scf::ForOp>(op))
      cloneLoop(loop, builder, map);
    else if (auto programs = dyn_cast<scf::WhileOp>(op))
      clonePrograms(programs, builder, map);
    else if (auto branch = dyn_cast<scf::IfOp>(op))
      cloneBranch(branch, builder, map);
    else
      builder.clone(op, map)->removeAttr(kProducerAttr);
  }
  cloneForTeams(waiting, builder, map);
}

//===----------------------------------------------------------------------===//
// Drawn programs
//===----------------------------------------------------------------------===//

/// What the loop over programs goes on with: the numbers of the program whose
/// turn was drawn.
static SmallVector<Value> carriedFrom(NextProgramOp next) {
  SmallVector<Value> numbers;
  auto loop = cast<scf::WhileOp>(next->getParentOp());
  for (Value carried : loop.getConditionOp().getArgs())
    if (findFrom(carried, [&](Value value, SmallVectorImpl<Value> &from) {
          Operation *op = value.getDefiningOp();
          if (op && op->getBlock() == next->getBlock() &&
              op->getNumRegions() == 0)
            llvm::append_range(from, op->getOperands());
          return op == next;
        }))
      numbers.push_back(carried);
  return numbers;
}

static NextProgramOp nextProgramIn(Block &block) {
  NextProgramOp found;
  block.walk([&](NextProgramOp next) { found = next; });
  return found;
}

/// What first uses the number, at the end of the program.
static Operation *firstUserOf(NextProgramOp next) {
  Operation *first = next->getBlock()->getTerminator();
  for (Operation *user : next->getUsers())
    first = user->isBeforeInBlock(first) ? user : first;
  return first;
}

/// The producer draws when all copies of this program are started: the
/// consumers are as many iterations behind as there are slots. A draw further
/// ahead would keep a program from CTAs that have nothing left to do.
static void tellPrograms(NextProgramOp next, ValueRange boxes, Value told,
                         Value taken) {
  Location place = next.getLoc();
  OpBuilder builder(firstUserOf(next));
  SmallVector<Value> carried = carriedFrom(next);
  Value number = DrawProgramOp::create(builder, place, next.getPrograms());
  Value slot = i32(builder, place, 0);
  Value turned = arith::XOrIOp::create(builder, place, next.getParity(),
                                       i32(builder, place, 1));
  Operation *last = MbarrierWaitOp::create(builder, place, taken, slot, turned);
  next.replaceAllUsesWith(number);
  for (Value &value : carried) {
    value = value == next ? number : value;
    if (last->isBeforeInBlock(value.getDefiningOp()))
      last = value.getDefiningOp();
  }
  builder.setInsertionPointAfter(last);
  for (auto [value, box] : llvm::zip_equal(carried, boxes))
    MailPutOp::create(builder, place, value, box);
  MbarrierArriveOp::create(builder, place, told, slot);
  next.erase();
}

/// Behind what gives back the program's last slot. Taken later, at the end of
/// the program, the producer would not fill these slots while results are
/// stored.
static void setBehindSlots(OpBuilder &builder, NextProgramOp next) {
  Operation *last = next;
  for (Operation &op : llvm::make_range(std::next(next->getIterator()),
                                        firstUserOf(next)->getIterator()))
    op.walk([&](MbarrierArriveOp) { last = &op; });
  builder.setInsertionPointAfter(last);
}

static void takePrograms(NextProgramOp next, ValueRange boxes, Value told,
                         Value taken) {
  Location place = next.getLoc();
  OpBuilder builder(next);
  setBehindSlots(builder, next);
  Value slot = i32(builder, place, 0);
  MbarrierWaitOp::create(builder, place, told, slot, next.getParity());
  Operation *last = next;
  for (auto [carried, box] : llvm::zip_equal(carriedFrom(next), boxes)) {
    Value number = MailTakeOp::create(builder, place, box);
    Operation *made = carried.getDefiningOp();
    last = last->isBeforeInBlock(made) ? made : last;
    carried.replaceAllUsesWith(number);
  }
  MbarrierArriveOp::create(builder, place, taken, slot);
  // Who is told does not compute whose turn it is.
  while (last != next) {
    Operation *before = last->getPrevNode();
    if (isOpTriviallyDead(last))
      last->erase();
    last = before;
  }
  next.erase();
}

/// Makes messages of the draws of both roles; their places are made at `begin`.
static void splitDraws(Operation *begin, Block &producer, Block &consumers,
                       int32_t warps) {
  NextProgramOp drawn = nextProgramIn(producer);
  NextProgramOp taken = nextProgramIn(consumers);
  if (!drawn || !taken)
    return;
  OpBuilder builder(begin);
  Location place = begin->getLoc();
  auto type = MbarriersType::get(builder.getContext(), 1);
  SmallVector<Value> boxes;
  for (Value carried : carriedFrom(drawn))
    boxes.push_back(MailboxOp::create(builder, carried.getLoc(),
                                      MailboxType::get(builder.getContext())));
  Value isTold = MbarriersOp::create(builder, place, type, /*arrivals=*/1);
  Value isTaken = MbarriersOp::create(builder, place, type, warps);
  tellPrograms(drawn, boxes, isTold, isTaken);
  takePrograms(taken, boxes, isTold, isTaken);
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

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

/// Registers in which a thread adds up products.
static int64_t sumsOf(func::FuncOp kernel, PlanAttr plan) {
  int64_t elements = 0;
  kernel.walk([&](MmaOp mma) {
    auto type = cast<RankedTensorType>(mma.getType());
    int64_t live = productOf(mma).getLive();
    elements += live ? type.getNumElements() / type.getShape().back() * live
                     : type.getNumElements();
  });
  return elements / (32 * plan.getWarps());
}

/// With so many sums ptxas counts at most 80 registers a thread, of which two
/// CTAs of 12 warps have room; then it ignores setmaxnreg (C7508). (Seen of
/// products with 128 rows and eight warps: 66 to 74, and 83 with 64 sums.)
static constexpr int64_t kFewSums = 48;

static void splitRoles(func::FuncOp kernel, PlanAttr plan) {
  Block &block = kernel.getBody().front();
  Location place = kernel.getLoc();
  // What stands behind the barrier of the rings is of the roles.
  Operation *begin = *block.getOps<tq::BarrierOp>().begin();
  OpBuilder builder(block.getTerminator());
  int32_t warps = plan.getWarps() * plan.getTeams();
  RoleRegisters registers =
      roleRegisters(warps, sumsOf(kernel, plan) <= kFewSums);
  auto makeRole = [&](StringRef name, int32_t first, int32_t end, bool single,
                      int32_t count, int32_t teams) {
    auto role = RoleOp::create(
        builder, place, builder.getStringAttr(name),
        builder.getI32IntegerAttr(first), builder.getI32IntegerAttr(end),
        single ? builder.getUnitAttr() : UnitAttr(),
        count ? builder.getI32IntegerAttr(count) : IntegerAttr(),
        builder.getI32IntegerAttr(teams));
    role.getBody().emplaceBlock();
    return role;
  };
  RoleOp producer = makeRole("producer", warps, warps + registers.producers,
                             true, registers.ofProducer, /*teams=*/1);
  RoleOp consumers = makeRole("consumers", 0, warps, false,
                              registers.ofConsumer, plan.getTeams());
  Block &body = consumers.getBody().front();
  body.getOperations().splice(body.end(), block.getOperations(),
                              std::next(begin->getIterator()),
                              producer->getIterator());
  OpBuilder inProducer = OpBuilder::atBlockBegin(&producer.getBody().front());
  ProducerCloner(body, kernel, plan.getNeighbours()).cloneInto(inProducer);
  SmallVector<Operation *> copied;
  body.walk([&](Operation *op) {
    if (isProducers(op) && !isa<NextProgramOp>(op))
      copied.push_back(op);
  });
  for (Operation *op : copied)
    op->erase();
  splitDraws(begin, producer.getBody().front(), body, warps);
  if (plan.getNeighbours() > 1)
    drainRings(body, kernel, plan.getTeams());
  if (plan.getTurns())
    takeTurns(begin, body, plan);
  // Exchanges behind the last read may take the bytes of the rings.
  if (Operation *last = lastRingUse(body);
      last && isExchangeBehind(last, plan.getWarps())) {
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
    if (failed(checkTeams(kernel, plan)) || failed(threadRings(kernel, plan)))
      return signalPassFailure();
    splitRoles(kernel, plan);
  }
};

} // namespace
