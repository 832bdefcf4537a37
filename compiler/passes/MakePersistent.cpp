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

/// Programs that are drawn last, the longest of all their rows first: two for
/// each of 132 multiprocessors, so that short ones fill what the long ones
/// leave.
static constexpr int32_t kLastPrograms = 264;

namespace {

/// The numbers of a program along the first axis and the others.
struct ProgramNumbers {
  Value x, y, z;
};

/// The grid that the launch asked for: its extents, rows of x (y and z as one
/// number), and all programs.
struct Grid {
  Value x, y, z, rows, total;
  LongestPrograms longest;
  int32_t group; ///< programs of x that follow each other with the same y
};

} // namespace

/// The first axis runs fastest; `columns` of it are counted.
static ProgramNumbers inRows(OpBuilder &builder, Location place, Value number,
                             Value columns, Value rows) {
  ImplicitLocOpBuilder b(place, builder);
  Value row = arith::DivUIOp::create(b, number, columns);
  return {arith::RemUIOp::create(b, number, columns),
          arith::RemUIOp::create(b, row, rows),
          arith::DivUIOp::create(b, row, rows)};
}

/// Which program has the turn `turn`, where the longest programs of a row come
/// first, and in the last rows those of all of them. Rows before them come one
/// by one: what a row's programs read they read at about the same time. z is
/// behind the last plane for turns behind the last program.
///
///     a grid of 3 x 4, the last 2 rows together, the last programs are longest
///
///     x \ row   0   1   2   3
///       0       2   5  10  11
///       1       1   4   8   9
///       2       0   3   6   7
static ProgramNumbers longestFirst(ImplicitLocOpBuilder &b, Value turn,
                                   const Grid &grid) {
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  Value one = constant(1);
  Value last = arith::DivUIOp::create(
      b, constant(kLastPrograms),
      arith::MinUIOp::create(b, grid.x, constant(kLastPrograms)));
  last = arith::MinUIOp::create(b, last, grid.rows);
  Value before = arith::SubIOp::create(b, grid.rows, last);
  Value turnsBefore = arith::MulIOp::create(b, before, grid.x);
  // Little is kept from one program to the next: who draws has 24 registers.
  Value isBefore =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, turn, turnsBefore);
  Value within = arith::SubIOp::create(b, turn, turnsBefore);
  Value number = arith::SelectOp::create(b, isBefore, turn, within);
  Value divisor = arith::SelectOp::create(b, isBefore, grid.x, last);
  Value quotient = arith::DivUIOp::create(b, number, divisor);
  Value rest = arith::RemUIOp::create(b, number, divisor);
  Value x = arith::SelectOp::create(b, isBefore, rest, quotient);
  Value row = arith::SelectOp::create(b, isBefore, quotient,
                                      arith::AddIOp::create(b, before, rest));
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, x, grid.x);
  if (grid.longest == LongestPrograms::Last)
    x = arith::SubIOp::create(b, arith::SubIOp::create(b, grid.x, one), x);
  Value z = arith::DivUIOp::create(b, row, grid.y);
  return {x, arith::RemUIOp::create(b, row, grid.y),
          arith::SelectOp::create(b, isInside, z, grid.z)};
}

/// Groups of `size` columns, and in each of them its columns run fastest:
///
///     4 columns and 3 rows, groups of 2
///
///     0  1   6  7
///     2  3   8  9
///     4  5  10 11
///
/// The last group may have fewer columns.
static ProgramNumbers inGroups(OpBuilder &builder, Location place, Value number,
                               Value columns, Value rows, int32_t size) {
  ImplicitLocOpBuilder b(place, builder);
  Value most = arith::ConstantOp::create(b, b.getI32IntegerAttr(size));
  Value plane = arith::MulIOp::create(b, columns, rows);
  Value z = arith::DivUIOp::create(b, number, plane);
  Value inPlane = arith::RemUIOp::create(b, number, plane);
  Value group = arith::MulIOp::create(b, most, rows);
  Value first =
      arith::MulIOp::create(b, arith::DivUIOp::create(b, inPlane, group), most);
  Value inGroup = arith::RemUIOp::create(b, inPlane, group);
  Value left = arith::SubIOp::create(b, columns, first);
  Value width = arith::MinUIOp::create(b, most, left);
  Value x = arith::AddIOp::create(b, first,
                                  arith::RemUIOp::create(b, inGroup, width));
  return {x, arith::DivUIOp::create(b, inGroup, width), z};
}

static ProgramNumbers programOfTurn(OpBuilder &builder, Location place,
                                    Value turn, const Grid &grid) {
  ImplicitLocOpBuilder b(place, builder);
  if (grid.longest != LongestPrograms::Unknown)
    return longestFirst(b, turn, grid);
  return grid.group > 1
             ? inGroups(builder, place, turn, grid.x, grid.y, grid.group)
             : inRows(builder, place, turn, grid.x, grid.y);
}

/// The same with turns that are drawn: do { ... } while (there is a next one),
/// since a launch has no more CTAs than programs. Who draws a turn says which
/// program it is.
static Operation *makeDrawn(OpBuilder &builder, Location place, Value cta,
                            const Grid &grid, ProgramNumbers &at,
                            Operation *&end) {
  Value zero =
      arith::ConstantOp::create(builder, place, builder.getI32IntegerAttr(0));
  SmallVector<Type> types(4, builder.getI32Type());
  SmallVector<Location> places(4, place);
  ProgramNumbers first = programOfTurn(builder, place, cta, grid);
  auto loop = scf::WhileOp::create(builder, place, types,
                                   ValueRange{first.x, first.y, first.z, zero});
  Block *passed = builder.createBlock(&loop.getAfter(), {}, types, places);
  scf::YieldOp::create(builder, place, passed->getArguments());
  Block *body = builder.createBlock(&loop.getBefore(), {}, types, places);
  at = {body->getArgument(0), body->getArgument(1), body->getArgument(2)};
  Value parity = body->getArgument(3);
  Value turn = NextProgramOp::create(builder, place, grid.total, parity);
  Value one =
      arith::ConstantOp::create(builder, place, builder.getI32IntegerAttr(1));
  Value turned = arith::XOrIOp::create(builder, place, parity, one);
  ProgramNumbers next = programOfTurn(builder, place, turn, grid);
  Value isProgram = arith::CmpIOp::create(
      builder, place, arith::CmpIPredicate::ult, next.z, grid.z);
  scf::ConditionOp::create(builder, place, isProgram,
                           ValueRange{next.x, next.y, next.z, turned});
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
  int32_t teams = plan.getNeighbours();
  Value groups = groupsOf(builder, place, extents[0], teams);
  Value plane = arith::MulIOp::create(builder, place, groups, extents[1]);
  Value total = arith::MulIOp::create(builder, place, plane, extents[2]);
  ProgramNumbers at;
  Operation *end = nullptr;
  Operation *loop;
  Grid grid{groups, extents[1], extents[2], /*rows=*/{}, total,
            plan.getLongest(),
            // CTAs of a cluster are neighbours along the first axis.
            plan.getGroup() > 1 ? plan.getGroup() * plan.getCluster() : 1};
  if (plan.getDrawn()) {
    grid.rows = arith::MulIOp::create(builder, place, extents[1], extents[2]);
    if (teams > 1) { // the launch has no more CTAs than programs, but groups
      Value isThere = arith::CmpIOp::create(
          builder, place, arith::CmpIPredicate::ult, cta, total);
      auto branch = scf::IfOp::create(builder, place, isThere);
      builder.setInsertionPoint(branch.thenBlock()->getTerminator());
    }
    loop = makeDrawn(builder, place, cta, grid, at, end);
  } else {
    Value number;
    loop = makeStrided(builder, place, cta, ctas, total, number, end);
    at = programOfTurn(builder, place, number, grid);
  }
  loop->setAttr(kProgramLoopAttr, builder.getUnitAttr());
  TeamProgram own = programOfTeam(builder, place, at.x, extents[0], teams);
  Value ids[3] = {own.x, at.y, at.z};
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
