//===- TakeTurns.cpp - Two teams that multiply in turns -------------------===//
//
// The schedule of CUTLASS's "ping-pong" kernels. The producer fills slots in
// the order of programs, and each team reads those of its own:
//
//     program      0       1       2       3
//     slots       0..3    4..1    2..5    0..3         of 6, 4 a program
//     team         0       1       0       1
//
// so that, behind a program, a team goes past as many slots as a program has
// (`tqg.ring_skip`). The tensor cores belong to one team at a time: it waits
// for its turn before the first slot, and gives the turn on behind its last
// product. Its sums are stored while the other team multiplies.
//
// The turns are two barriers, a team's own with the arrivals of the other. The
// first wait of team 0 is for the phase that counts as ended of a new barrier.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/TakeTurns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

static Value i32(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

/// The same number in front of `loop`, in which it does not change.
static Value before(scf::ForOp loop, Value number, ImplicitLocOpBuilder &b,
                    IRMapping &known) {
  Operation *op = number.getDefiningOp();
  if (!op || !loop->isAncestor(op) || known.contains(number))
    return known.lookupOrDefault(number);
  for (Value operand : op->getOperands())
    before(loop, operand, b, known);
  b.clone(*op, known);
  return known.lookup(number);
}

/// How often a loop in the program runs.
static Value iterationsOf(scf::ForOp inner, scf::ForOp programs,
                          ImplicitLocOpBuilder &b, IRMapping &known) {
  Value low = before(programs, inner.getLowerBound(), b, known);
  Value high = before(programs, inner.getUpperBound(), b, known);
  Value step = before(programs, inner.getStep(), b, known);
  Value zero = i32(b, 0), one = i32(b, 1);
  auto isLess = inner.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                       : arith::CmpIPredicate::slt;
  Value runs = arith::CmpIOp::create(b, isLess, low, high);
  Value last =
      arith::SubIOp::create(b, arith::SubIOp::create(b, high, low), one);
  Value count =
      arith::AddIOp::create(b, arith::DivUIOp::create(b, last, step), one);
  return arith::SelectOp::create(b, runs, count, zero);
}

/// The barriers that say that slots are full, of the ring whose next slot the
/// loop over programs carries as `slot`.
static Value barriersOf(Value slot) {
  for (OpOperand &use : slot.getUses()) {
    if (auto wait = dyn_cast<MbarrierWaitOp>(use.getOwner());
        wait && wait.getSlot() == slot)
      return wait.getBarriers();
    auto loop = dyn_cast<scf::ForOp>(use.getOwner());
    if (loop && use.getOperandNumber() >= loop.getNumControlOperands())
      if (Value found = barriersOf(loop.getTiedLoopRegionIterArg(&use)))
        return found;
  }
  return {};
}

/// How many slots of a ring a program reads.
static Value slotsOf(Value barriers, scf::ForOp programs,
                     ImplicitLocOpBuilder &b, IRMapping &known) {
  Value count = i32(b, 0);
  programs->walk([&](MbarrierWaitOp wait) {
    if (wait.getBarriers() != barriers)
      return;
    auto inner = cast<scf::ForOp>(wait->getParentOp());
    Value times =
        inner == programs ? i32(b, 1) : iterationsOf(inner, programs, b, known);
    count = arith::AddIOp::create(b, count, times);
  });
  return count;
}

/// The ops of a program between which the turn is this team's: the first that
/// waits for a slot, and the last that multiplies.
static std::pair<Operation *, Operation *> turnIn(Block &program) {
  Operation *first = nullptr, *last = nullptr;
  for (Operation &op : program)
    op.walk([&](Operation *inner) {
      if (isa<MbarrierWaitOp>(inner) && !first)
        first = &op;
      if (isa<MmaOp>(inner))
        last = &op;
    });
  return {first, last};
}

namespace {

class TurnTaker {
public:
  TurnTaker(scf::ForOp programs, Operation *begin, PlanAttr plan)
      : programs(programs), plan(plan), b(programs.getLoc(), programs) {
    ImplicitLocOpBuilder first(programs.getLoc(), begin);
    auto type = MbarriersType::get(first.getContext(), plan.getTeams());
    turns = MbarriersOp::create(first, type, plan.getWarps());
  }

  void run();

private:
  void skipSlots();
  void takeEverySecond();
  void waitForTurns();

  scf::ForOp programs;
  PlanAttr plan;
  ImplicitLocOpBuilder b;
  Value turns, team;
};

} // namespace

/// What the loop carries is the state of rings, each one's slot and parity, and
/// behind them the parity of meetings with other CTAs, which each team counts
/// for itself.
void TurnTaker::skipSlots() {
  IRMapping known;
  Operation *yield = programs.getBody()->getTerminator();
  unsigned meetings = plan.getCluster() > 1 ? 1 : 0;
  unsigned ofRings = programs.getNumRegionIterArgs() - meetings;
  for (unsigned i = 0; i < ofRings; i += 2) {
    Value barriers = barriersOf(programs.getRegionIterArg(i));
    assert(barriers && "a ring's state leads to a wait for a slot");
    Value count = slotsOf(barriers, programs, b, known);
    Value own = arith::MulIOp::create(b, team, count);
    auto start = RingSkipOp::create(b, b.getI32Type(), b.getI32Type(), barriers,
                                    programs.getInits()[i],
                                    programs.getInits()[i + 1], own);
    ImplicitLocOpBuilder end(programs.getLoc(), yield);
    auto next = RingSkipOp::create(end, b.getI32Type(), b.getI32Type(),
                                   barriers, yield->getOperand(i),
                                   yield->getOperand(i + 1), count);
    programs.getInitsMutable()[i].assign(start.getNext());
    programs.getInitsMutable()[i + 1].assign(start.getTurned());
    yield->setOperand(i, next.getNext());
    yield->setOperand(i + 1, next.getTurned());
  }
}

void TurnTaker::takeEverySecond() {
  Value step = programs.getStep();
  Value ahead = arith::MulIOp::create(b, team, step);
  programs.getLowerBoundMutable().assign(
      arith::AddIOp::create(b, programs.getLowerBound(), ahead));
  programs.getStepMutable().assign(
      arith::MulIOp::create(b, step, i32(b, plan.getTeams())));
}

void TurnTaker::waitForTurns() {
  Value other = arith::XOrIOp::create(b, team, i32(b, 1));
  IRRewriter rewriter(b.getContext());
  rewriter.setInsertionPoint(programs);
  // Whether team 0's first wait is over: parity 1 of a new barrier.
  programs = cast<scf::ForOp>(
      programs
          .replaceWithAdditionalYields(
              rewriter, other, /*replaceInitOperandUsesInLoop=*/false,
              [](OpBuilder &builder, Location place,
                 ArrayRef<BlockArgument> args) -> SmallVector<Value> {
                ImplicitLocOpBuilder end(place, builder);
                return {arith::XOrIOp::create(end, args.front(), i32(end, 1))};
              })
          ->getOperation());
  auto [first, last] = turnIn(*programs.getBody());
  assert(first && last && "turns are planned for products of what is copied");
  ImplicitLocOpBuilder front(programs.getLoc(), first);
  MbarrierWaitOp::create(front, turns, team,
                         programs.getRegionIterArgs().back());
  front.setInsertionPointAfter(last);
  MbarrierArriveOp::create(front, turns, other);
}

void TurnTaker::run() {
  team = TeamOp::create(b, b.getI32Type());
  skipSlots();
  takeEverySecond();
  waitForTurns();
}

void tqc::takeTurns(Operation *begin, Block &consumers, PlanAttr plan) {
  for (auto loop : llvm::to_vector(consumers.getOps<scf::ForOp>()))
    if (loop->hasAttr(kProgramLoopAttr))
      TurnTaker(loop, begin, plan).run();
}
