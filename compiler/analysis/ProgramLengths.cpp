//===- ProgramLengths.cpp - Which programs take longest -------------------===//
//
// Each integer has a slope: how it goes with the number of the program along
// the first axis. Slopes are those of calculus without sizes: a sum of two
// rising numbers rises, a constant less a rising one falls, and so on. A loop
// is as long as its upper bound is high and its lower bound is low.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ProgramLengths.h"

#include "compiler/analysis/ValueWalk.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

/// Whether the number of the program decides what `start` is.
static bool dependsOnProgram(Value start) {
  return findFrom(start, [](Value value, SmallVectorImpl<Value> &next) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument != loop.getInductionVar())
        next.push_back(loop.getTiedLoopInit(argument)->get());
      return false;
    }
    Operation *op = value.getDefiningOp();
    llvm::append_range(next, op->getOperands());
    return isa<tq::ProgramIdOp, tq::LoadOp>(op) || op->getNumRegions() != 0;
  });
}

namespace {

/// `Same` here is: along the first axis.
using Slope = ProgramLengths;

class Slopes {
public:
  Slope of(Value value);

private:
  Slope compute(Operation *op);
  Slope ofArgument(BlockArgument argument);

  DenseMap<Value, Slope> known;
  int depth = 0; ///< of what is asked for; numbers of programs are not far away
};

} // namespace

static Slope turned(Slope slope) {
  return slope == Slope::Rising    ? Slope::Falling
         : slope == Slope::Falling ? Slope::Rising
                                   : slope;
}

/// Of a sum, and of the smaller or larger of two.
static Slope together(Slope a, Slope b) {
  if (a == Slope::Same || a == b)
    return b;
  return b == Slope::Same ? a : Slope::Unknown;
}

static bool isPositive(Value value) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) &&
         constant.isStrictlyPositive();
}

Slope Slopes::of(Value value) {
  // What is being looked at is unknown to itself.
  auto [place, isNew] = known.try_emplace(value, Slope::Unknown);
  if (!isNew || depth == 100)
    return place->second;
  ++depth;
  auto argument = dyn_cast<BlockArgument>(value);
  Slope slope =
      argument ? ofArgument(argument) : compute(value.getDefiningOp());
  --depth;
  return known[value] = slope;
}

Slope Slopes::ofArgument(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<func::FuncOp>(owner))
    return Slope::Same;
  auto loop = dyn_cast<scf::ForOp>(owner);
  if (!loop || argument != loop.getInductionVar())
    return Slope::Unknown;
  // The numbers of the iterations are the same ones; there may be more of them.
  bool isSame = of(loop.getLowerBound()) == Slope::Same &&
                of(loop.getStep()) == Slope::Same;
  return isSame ? Slope::Same : Slope::Unknown;
}

Slope Slopes::compute(Operation *op) {
  if (auto id = dyn_cast<tq::ProgramIdOp>(op))
    return id.getAxis() == 0 ? Slope::Rising : Slope::Same;
  if (op->getNumRegions() != 0)
    return Slope::Unknown;
  bool isSame = true;
  for (Value operand : op->getOperands())
    isSame &= of(operand) == Slope::Same;
  if (isSame)
    return Slope::Same;
  Slope first = of(op->getOperand(0));
  if (isa<arith::AddIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
          arith::MaxUIOp>(op))
    return together(first, of(op->getOperand(1)));
  if (isa<arith::SubIOp>(op))
    return together(first, turned(of(op->getOperand(1))));
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
          tq::HintOp>(op))
    return first;
  bool isScaled =
      isa<arith::MulIOp, arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
          arith::FloorDivSIOp, arith::ShLIOp, arith::ShRSIOp>(op);
  return isScaled && isPositive(op->getOperand(1)) ? first : Slope::Unknown;
}

ProgramLengths tqc::programLengths(func::FuncOp kernel) {
  Slopes slopes;
  Slope sum = Slope::Same;
  bool differs = false;
  kernel.walk([&](scf::ForOp loop) {
    Value bounds[] = {loop.getLowerBound(), loop.getUpperBound(),
                      loop.getStep()};
    if (!llvm::any_of(bounds, dependsOnProgram))
      return;
    differs = true;
    Slope length = together(slopes.of(bounds[1]), turned(slopes.of(bounds[0])));
    // Whether a branch is taken is nothing that has a slope.
    bool counts = isPositive(bounds[2]) && !loop->getParentOfType<scf::IfOp>();
    sum = together(sum, counts ? length : Slope::Unknown);
  });
  return differs && sum == Slope::Same ? Slope::Unknown : sum;
}
