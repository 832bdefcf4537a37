//===- DrainRings.cpp - Slots that a team does not read -------------------===//
//
// Neighbours in the grid may run a loop different numbers of times, as causal
// attention does. The producer copies as often as the longest of them wants,
// and a slot is empty when all teams have said so. So a team that is done goes
// on, and gives back what comes for the others:
//
//     for i = 0 to end:            wait full; ...; arrive empty
//     for i = end to longest end:  wait full;      arrive empty
//
// It waits for each slot, since an arrival before the slot is filled would
// count for the reading of what was in it before.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/DrainRings.h"

#include "compiler/passes/RingThreader.h"
#include "compiler/passes/TeamValues.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

namespace {

/// A ring that a loop reads: the numbers of its slot and parity among what the
/// loop carries.
struct DrainedRing {
  Value full, empty;
  unsigned slot, parity;
};

} // namespace

/// The rings in the order in which the loop waits for them, which is the
/// producer's.
static SmallVector<DrainedRing> ringsOf(scf::ForOp loop) {
  SmallVector<DrainedRing> rings;
  for (auto wait : loop.getBody()->getOps<MbarrierWaitOp>()) {
    auto slot = dyn_cast<BlockArgument>(wait.getSlot());
    auto parity = dyn_cast<BlockArgument>(wait.getParity());
    if (!slot || !parity || slot.getOwner() != loop.getBody() ||
        parity.getOwner() != loop.getBody())
      continue;
    for (auto arrive : loop.getBody()->getOps<MbarrierArriveOp>())
      if (arrive.getSlot() == slot)
        rings.push_back({wait.getBarriers(), arrive.getBarriers(),
                         slot.getArgNumber() - 1, parity.getArgNumber() - 1});
  }
  return rings;
}

/// `value` as team number `team` computes it.
static Value ofTeam(Value value, int32_t team, const DenseSet<Value> &differs,
                    ImplicitLocOpBuilder &b, IRMapping &known) {
  if (!differs.contains(value) || known.contains(value))
    return known.lookupOrDefault(value);
  Operation *op = value.getDefiningOp();
  if (isa<TeamOp>(op)) {
    known.map(value, arith::ConstantOp::create(b, b.getI32IntegerAttr(team)));
    return known.lookup(value);
  }
  for (Value operand : op->getOperands())
    ofTeam(operand, team, differs, b, known);
  b.clone(*op, known);
  return known.lookup(value);
}

static void drain(scf::ForOp loop, ArrayRef<DrainedRing> rings, int32_t teams,
                  const DenseSet<Value> &differs) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value low = loop.getLowerBound(), end = loop.getUpperBound();
  Value step = loop.getStep(), longest = end;
  for (int32_t team = 0; team < teams; ++team) {
    IRMapping known;
    longest = arith::MaxSIOp::create(b, longest,
                                     ofTeam(end, team, differs, b, known));
  }
  // The first iteration that this team does not run.
  Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  Value runs = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, low, end);
  Value last =
      arith::SubIOp::create(b, arith::SubIOp::create(b, end, low), one);
  Value count =
      arith::AddIOp::create(b, arith::DivUIOp::create(b, last, step), one);
  count = arith::SelectOp::create(b, runs, count, zero);
  Value first =
      arith::AddIOp::create(b, low, arith::MulIOp::create(b, count, step));

  // What was read in all iterations is given back right behind the loop.
  Operation *behind = loop;
  while (isa_and_nonnull<MbarrierArriveOp>(behind->getNextNode()))
    behind = behind->getNextNode();
  b.setInsertionPointAfter(behind);
  SmallVector<Value> states;
  for (const DrainedRing &ring : rings)
    llvm::append_range(states, ValueRange{loop.getResult(ring.slot),
                                          loop.getResult(ring.parity)});
  auto rest = scf::ForOp::create(b, first, longest, step, states);
  for (auto [i, ring] : llvm::enumerate(rings)) {
    Value was[] = {states[2 * i], states[2 * i + 1]};
    for (auto [j, state] : llvm::enumerate(was))
      state.replaceAllUsesExcept(rest.getResult(2 * i + j), rest);
  }
  b.setInsertionPointToStart(rest.getBody());
  SmallVector<Value> next;
  for (auto [i, ring] : llvm::enumerate(rings)) {
    RingState state{rest.getRegionIterArg(2 * i),
                    rest.getRegionIterArg(2 * i + 1)};
    MbarrierWaitOp::create(b, ring.full, state.slot, state.parity);
    MbarrierArriveOp::create(b, ring.empty, state.slot);
    auto slots = cast<MbarriersType>(ring.full.getType()).getCount();
    state = nextSlot(b, b.getLoc(), state, int32_t(slots));
    llvm::append_range(next, ValueRange{state.slot, state.parity});
  }
  scf::YieldOp::create(b, next);
}

void tqc::drainRings(Block &consumers, func::FuncOp kernel, int32_t teams) {
  DenseSet<Value> differs = teamValues(kernel); // looked up, not walked
  SmallVector<scf::ForOp> loops;
  consumers.walk([&](scf::ForOp loop) {
    if (differs.contains(loop.getUpperBound()))
      loops.push_back(loop);
  });
  for (scf::ForOp loop : loops)
    if (SmallVector<DrainedRing> rings = ringsOf(loop); !rings.empty())
      drain(loop, rings, teams, differs);
}
