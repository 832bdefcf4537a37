//===- DefineControl.cpp - Branches, loops, and the program itself --------===//
//
// A range counts in unlimited integers: no bound that a loop can have makes it
// wrap.
//
//===----------------------------------------------------------------------===//

#include "compiler/interpreter/TileEvaluator.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tqc;
using namespace tqc::tile;

/// The values now, before names are given new ones.
static SmallVector<TileRef> refsOf(TileEvaluator &e, ValueRange values) {
  SmallVector<TileRef> refs;
  for (Value value : values)
    refs.push_back(e.ref(value));
  return refs;
}

static void nameAll(TileEvaluator &e, ValueRange names,
                    ArrayRef<TileRef> values) {
  for (auto [name, value] : llvm::zip(names, values))
    e.set(name, value);
}

static bool defineIf(TileEvaluator &e, Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  const Tile &condition = e.get(branch.getCondition());
  e.decide(op, condition, 0, "decides a branch");
  Region &region =
      condition.bits[0] ? branch.getThenRegion() : branch.getElseRegion();
  if (region.empty())
    return true;
  if (!e.runBlock(region.front()))
    return false;
  nameAll(e, branch.getResults(),
          refsOf(e, region.front().getTerminator()->getOperands()));
  return true;
}

static bool defineFor(TileEvaluator &e, Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  Number number = e.numberOf(loop.getLowerBound().getType());
  bool isUnsigned = loop.getUnsignedCmp();
  auto boundOf = [&](Value value) {
    const Tile &tile = e.get(value);
    e.decide(op, tile, 0, "decides how often a loop runs");
    return isUnsigned ? __int128(tile.bits[0])
                      : __int128(number.asSigned(tile.bits[0]));
  };
  __int128 from = boundOf(loop.getLowerBound());
  __int128 to = boundOf(loop.getUpperBound()), step = boundOf(loop.getStep());
  if (step <= 0 && from < to)
    return e.stop(findingAt(
        op, "endless", "the loop's step is " + std::to_string(int64_t(step))));
  SmallVector<TileRef> carried = refsOf(e, loop.getInitArgs());
  for (__int128 i = from; i < to; i += step) {
    Tile index(number, {});
    index.bits[0] = number.cut(static_cast<uint64_t>(i));
    e.set(loop.getInductionVar(), std::move(index));
    nameAll(e, loop.getRegionIterArgs(), carried);
    if (e.isGivenUp(op) || !e.runBlock(*loop.getBody()))
      return false;
    carried = refsOf(e, loop.getBody()->getTerminator()->getOperands());
  }
  nameAll(e, loop.getResults(), carried);
  return true;
}

static bool defineWhile(TileEvaluator &e, Operation *op) {
  auto loop = cast<scf::WhileOp>(op);
  SmallVector<TileRef> carried = refsOf(e, loop.getInits());
  while (true) {
    nameAll(e, loop.getBeforeArguments(), carried);
    if (e.isGivenUp(op) || !e.runBlock(*loop.getBeforeBody()))
      return false;
    auto condition = cast<scf::ConditionOp>(loop.getConditionOp());
    const Tile &goesOn = e.get(condition.getCondition());
    e.decide(op, goesOn, 0, "decides how often a loop runs");
    SmallVector<TileRef> passed = refsOf(e, condition.getArgs());
    if (!goesOn.bits[0]) {
      nameAll(e, loop.getResults(), passed);
      return true;
    }
    nameAll(e, loop.getAfterArguments(), passed);
    if (!e.runBlock(*loop.getAfterBody()))
      return false;
    carried = refsOf(e, loop.getYieldOp()->getOperands());
  }
}

static bool defineScalar(TileEvaluator &e, Operation *op, uint64_t bits) {
  Tile result = e.emptyTile(op->getResult(0).getType());
  result.bits[0] = bits;
  return e.set(op->getResult(0), std::move(result));
}

void tqc::tile::defineControl(Definitions &d) {
  d.on<scf::IfOp>(defineIf);
  d.on<scf::ForOp>(defineFor);
  d.on<scf::WhileOp>(defineWhile);
  d.on<tq::ProgramIdOp>([](TileEvaluator &e, Operation *op) {
    return defineScalar(e, op, e.program[cast<tq::ProgramIdOp>(op).getAxis()]);
  });
  d.on<tq::NumProgramsOp>([](TileEvaluator &e, Operation *op) {
    return defineScalar(e, op,
                        e.launch.grid[cast<tq::NumProgramsOp>(op).getAxis()]);
  });
  // One program alone has nothing to wait for.
  d.on<tq::BarrierOp>([](TileEvaluator &, Operation *) { return true; });
  d.on<tq::SideEffectOp>([](TileEvaluator &, Operation *) { return true; });
}
