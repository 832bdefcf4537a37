//===- MakePersistent.cpp - Run programs one after the other --------------===//
//
// See MakePersistentPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanBoxes.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {
#define GEN_PASS_DEF_MAKEPERSISTENTPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// The ops that one program of the loop runs: all but constants, maps and the
/// return.
static SmallVector<Operation *> programOf(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    if (!isa<arith::ConstantOp, TensorMapOp>(op))
      ops.push_back(&op);
  return ops;
}

/// A loop from the CTA's own number on. `number` is that of its program, `end`
/// where the program ends.
static Operation *makeStrided(OpBuilder &builder, Location place, Value cta,
                              Value ctas, Value total, Value &number,
                              Operation *&end) {
  auto loop = scf::ForOp::create(builder, place, cta, total, ctas);
  number = loop.getInductionVar();
  end = loop.getBody()->getTerminator();
  builder.setInsertionPointToStart(loop.getBody());
  return loop;
}

/// How many programs are drawn before others of their rows are: rows that take
/// part read what few others read, so there are as many as leave that in the
/// second-level cache (128 rows of a program, 512 bytes each: 32 MB), and
/// enough for all CTAs to be busy.
static constexpr int32_t kGroupPrograms = 512;

namespace {

/// The grid that the launch asked for: x, rows of x (y and z as one number),
/// and all programs.
struct Grid {
  Value x, rows, total;
  LongestPrograms longest;
};

} // namespace

/// Which program has the turn `turn`, where the longest programs come first;
/// turns behind the last program stay as they are.
///
///     a grid of 3 x 4, groups of 2 rows, the last are longest
///
///     x \ row   0   1   2   3
///       0       4   5  10  11
///       1       2   3   8   9
///       2       0   1   6   7
static Value longestFirst(ImplicitLocOpBuilder &b, Value turn,
                          const Grid &grid) {
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value one = constant(1);
  auto ceilDiv = [&](Value number, Value by) -> Value {
    Value less = arith::SubIOp::create(b, by, one);
    Value sum = arith::AddIOp::create(b, number, less);
    return arith::DivUIOp::create(b, sum, by);
  };
  Value most = arith::DivUIOp::create(b, constant(kGroupPrograms), grid.x);
  most = arith::MaxUIOp::create(b, most, one);
  // As many groups as that needs, all of nearly the same size.
  Value group = ceilDiv(grid.rows, ceilDiv(grid.rows, most));
  // Little is kept from one program to the next: who draws has 24 registers.
  Value rowsBefore = arith::DivUIOp::create(b, turn, grid.x);
  Value before = arith::MulIOp::create(
      b, arith::DivUIOp::create(b, rowsBefore, group), group);
  Value within =
      arith::SubIOp::create(b, turn, arith::MulIOp::create(b, before, grid.x));
  // The last group may have fewer rows.
  Value left = arith::SubIOp::create(b, grid.rows, before);
  Value here = arith::MinUIOp::create(b, group, left);
  here = arith::MaxUIOp::create(b, here, one); // behind the last program
  Value x = arith::DivUIOp::create(b, within, here);
  Value row =
      arith::AddIOp::create(b, before, arith::RemUIOp::create(b, within, here));
  if (grid.longest == LongestPrograms::Last)
    x = arith::SubIOp::create(b, arith::SubIOp::create(b, grid.x, one), x);
  Value program =
      arith::AddIOp::create(b, arith::MulIOp::create(b, row, grid.x), x);
  Value isInside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                         rowsBefore, grid.rows);
  return arith::SelectOp::create(b, isInside, program, turn);
}

static Value programOfTurn(OpBuilder &builder, Location place, Value turn,
                           const Grid &grid) {
  ImplicitLocOpBuilder b(place, builder);
  return grid.longest == LongestPrograms::Unknown ? turn
                                                  : longestFirst(b, turn, grid);
}

/// The same with numbers that are drawn: do { ... } while (next < total), since
/// a launch has no more CTAs than programs.
static Operation *makeDrawn(OpBuilder &builder, Location place, Value cta,
                            const Grid &grid, Value &number, Operation *&end) {
  Value zero =
      arith::ConstantOp::create(builder, place, builder.getI32IntegerAttr(0));
  SmallVector<Type> types(2, builder.getI32Type());
  SmallVector<Location> places(2, place);
  Value first = programOfTurn(builder, place, cta, grid);
  auto loop =
      scf::WhileOp::create(builder, place, types, ValueRange{first, zero});
  Block *passed = builder.createBlock(&loop.getAfter(), {}, types, places);
  scf::YieldOp::create(builder, place, passed->getArguments());
  Block *body = builder.createBlock(&loop.getBefore(), {}, types, places);
  number = body->getArgument(0);
  Value parity = body->getArgument(1);
  Value turn = NextProgramOp::create(builder, place, grid.total, parity);
  Value one =
      arith::ConstantOp::create(builder, place, builder.getI32IntegerAttr(1));
  Value turned = arith::XOrIOp::create(builder, place, parity, one);
  Value next = programOfTurn(builder, place, turn, grid);
  Value isProgram = arith::CmpIOp::create(
      builder, place, arith::CmpIPredicate::ult, next, grid.total);
  scf::ConditionOp::create(builder, place, isProgram, ValueRange{next, turned});
  end = turned.getDefiningOp()->getNextNode();
  builder.setInsertionPoint(end);
  return loop;
}

namespace {

/// Which program along the first axis a team runs. Behind the last one there
/// may be teams without a program: they run the last one again, so that what
/// all teams wait for comes, and write nothing.
struct TeamProgram {
  Value x, isThere; ///< null: it is always there
};

} // namespace

static TeamProgram programOfTeam(OpBuilder &builder, Location place,
                                 Value group, Value extent, int32_t teams) {
  if (teams == 1)
    return {group, {}};
  ImplicitLocOpBuilder b(place, builder);
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value first = arith::MulIOp::create(b, group, constant(teams));
  Value team = TeamOp::create(b, b.getI32Type());
  Value x = arith::AddIOp::create(b, first, team);
  Value last = arith::SubIOp::create(b, extent, constant(1));
  Value isThere =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, extent);
  return {arith::MinUIOp::create(b, x, last), isThere};
}

/// What writes to memory runs where there is a program.
static void guardWrites(Operation *loop, Value isThere) {
  SmallVector<Operation *> writes;
  loop->walk([&](Operation *op) {
    if (isa<tq::StoreOp, BoxStoreOp>(op))
      writes.push_back(op);
  });
  for (Operation *write : writes) {
    OpBuilder builder(write);
    auto branch = scf::IfOp::create(builder, write->getLoc(), isThere);
    write->moveBefore(branch.thenBlock()->getTerminator());
  }
}

/// How many groups of neighbours along the first axis there are.
static Value groupsOf(OpBuilder &builder, Location place, Value extent,
                      int32_t teams) {
  if (teams == 1)
    return extent;
  ImplicitLocOpBuilder b(place, builder);
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value sum = arith::AddIOp::create(b, extent, constant(teams - 1));
  return arith::DivUIOp::create(b, sum, constant(teams));
}

static void makePersistent(func::FuncOp kernel, PlanAttr plan) {
  Block &block = kernel.getBody().front();
  SmallVector<Operation *> program = programOf(block);
  OpBuilder builder(block.getTerminator());
  Location place = kernel.getLoc();
  Value cta = tq::ProgramIdOp::create(builder, place, 0);
  Value ctas = tq::NumProgramsOp::create(builder, place, 0);
  Value extents[3];
  for (int32_t axis = 0; axis < 3; ++axis)
    extents[axis] = LaunchExtentOp::create(builder, place, axis);
  int32_t teams = plan.getTeams();
  Value groups = groupsOf(builder, place, extents[0], teams);
  Value plane = arith::MulIOp::create(builder, place, groups, extents[1]);
  Value total = arith::MulIOp::create(builder, place, plane, extents[2]);
  Value number;
  Operation *end = nullptr;
  Operation *loop;
  if (plan.getDrawn()) {
    Value rows = arith::MulIOp::create(builder, place, extents[1], extents[2]);
    Grid grid{extents[0], rows, total, plan.getLongest()};
    loop = makeDrawn(builder, place, cta, grid, number, end);
  } else {
    loop = makeStrided(builder, place, cta, ctas, total, number, end);
  }
  loop->setAttr(kProgramLoopAttr, builder.getUnitAttr());
  Value row = arith::DivUIOp::create(builder, place, number, groups);
  Value group = arith::RemUIOp::create(builder, place, number, groups);
  TeamProgram own = programOfTeam(builder, place, group, extents[0], teams);
  Value ids[3] = {own.x,
                  arith::RemUIOp::create(builder, place, row, extents[1]),
                  arith::DivUIOp::create(builder, place, row, extents[1])};
  for (Operation *op : program)
    op->moveBefore(end);
  loop->walk([&](Operation *op) {
    Value value;
    if (auto id = dyn_cast<tq::ProgramIdOp>(op))
      value = ids[id.getAxis()];
    else if (auto count = dyn_cast<tq::NumProgramsOp>(op))
      value = extents[count.getAxis()];
    if (!value)
      return;
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  });
  if (own.isThere)
    guardWrites(loop, own.isThere);
}

namespace {

struct MakePersistent : tqc::impl::MakePersistentPassBase<MakePersistent> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<PlanAttr>(kPlanAttr);
    if (plan && plan.getPersistent())
      makePersistent(kernel, plan);
  }
};

} // namespace
