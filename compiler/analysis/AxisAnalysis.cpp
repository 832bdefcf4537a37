//===- AxisAnalysis.cpp - What is known of a kernel\'s addresses
//-----------===//

#include "compiler/analysis/AxisAnalysis.h"

#include "compiler/analysis/Optimizations.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Dataflow
//===----------------------------------------------------------------------===//

namespace {

/// The solver asks which way branches go before it looks into them. Facts hold
/// whichever way that is, so that no condition is a constant here.
class NoConstants : public DataFlowAnalysis {
public:
  using DataFlowAnalysis::DataFlowAnalysis;

  LogicalResult initialize(Operation *top) override {
    top->walk([&](Operation *op) {
      setUnknown(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          setUnknown(block.getArguments());
    });
    return success();
  }

  LogicalResult visit(ProgramPoint *) override { return success(); }

private:
  using Constant = dataflow::Lattice<dataflow::ConstantValue>;

  void setUnknown(ValueRange values) {
    for (Value value : values)
      (void)getOrCreate<Constant>(value)->join(
          dataflow::ConstantValue::getUnknownConstant());
  }
};

using AxisLattice = dataflow::Lattice<AxisInfo>;

class AxisDataFlow
    : public dataflow::SparseForwardDataFlowAnalysis<AxisLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const AxisLattice *> operands,
                               ArrayRef<AxisLattice *> results) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<AxisLattice *> arguments,
                                    unsigned firstIndex) override;
  void setToEntryState(AxisLattice *lattice) override;

private:
  void decide(AxisLattice *lattice, const AxisInfo &info) {
    propagateIfChanged(lattice, lattice->join(info));
  }
};

} // namespace

LogicalResult
AxisDataFlow::visitOperation(Operation *op,
                             ArrayRef<const AxisLattice *> operands,
                             ArrayRef<AxisLattice *> results) {
  SmallVector<AxisInfo, 4> known;
  for (const AxisLattice *operand : operands) {
    if (operand->getValue().isUndecided())
      return success(); // comes again
    known.push_back(operand->getValue());
  }
  if (results.empty())
    return success();
  if (op->getNumRegions() != 0) {
    setAllToEntryStates(results);
    return success();
  }
  decide(results.front(), axisOfResult(*op, known));
  setAllToEntryStates(results.drop_front());
  return success();
}

void AxisDataFlow::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<AxisLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || successor.isParent())
    return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  ProgramPoint *start = getProgramPointBefore(loop.getBody());
  const AxisLattice *lower = getLatticeElementFor(start, loop.getLowerBound());
  const AxisLattice *step = getLatticeElementFor(start, loop.getStep());
  if (!lower->getValue().isUndecided() && !step->getValue().isUndecided())
    decide(arguments.front(),
           axisOfInduction(lower->getValue(), step->getValue()));
}

void AxisDataFlow::setToEntryState(AxisLattice *lattice) {
  Value value = lattice->getAnchor();
  auto argument = dyn_cast<BlockArgument>(value);
  decide(lattice, argument ? axisOfArgument(argument)
                           : AxisInfo::unknown(value.getType()));
}

AxisAnalysis::AxisAnalysis(func::FuncOp kernel)
    : mayCut(isEnabled(kernel, Optimization::MaskVersioning)) {
  DataFlowSolver solver(DataFlowConfig().setInterprocedural(false));
  solver.load<NoConstants>();
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<AxisDataFlow>();
  if (failed(solver.initializeAndRun(kernel)))
    return; // then nothing is known
  auto keep = [&](ValueRange values) {
    for (Value value : values)
      if (auto *lattice = solver.lookupState<AxisLattice>(value);
          lattice && !lattice->getValue().isUndecided())
        facts[value] = lattice->getValue();
  };
  kernel.walk([&](Operation *op) {
    keep(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        keep(block.getArguments());
  });
}

AxisInfo AxisAnalysis::get(Value value) const {
  auto it = facts.find(value);
  return it == facts.end() ? AxisInfo::unknown(value.getType()) : it->second;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static int64_t bytesOf(Type pointee) {
  return std::max<int64_t>(pointee.getIntOrFloatBitWidth() / 8, 1);
}

/// How many neighbours the addresses let one access cover.
static int64_t addressWidth(const AxisInfo &info, Type pointerType,
                            unsigned dim) {
  auto type = cast<tq::PtrType>(getElementTypeOrSelf(pointerType));
  int64_t bytes = bytesOf(type.getPointee());
  int64_t width =
      std::min(info.contiguity[dim],
               std::max<int64_t>(info.divisibility[dim] / bytes, 1));
  return std::max<int64_t>(std::min(width, 16 / bytes), 1);
}

unsigned AxisAnalysis::accessWidth(Value pointer, Value mask,
                                   unsigned dim) const {
  int64_t width = addressWidth(get(pointer), pointer.getType(), dim);
  return mask ? std::min(width, get(mask).constancy[dim]) : width;
}

unsigned AxisAnalysis::cuttableWidth(Value pointer, Value mask, unsigned dim,
                                     bool between) const {
  if (!mask || !mayCut)
    return accessWidth(pointer, mask, dim);
  int64_t width = addressWidth(get(pointer), pointer.getType(), dim);
  return std::min(width, trueRun(mask, dim, between));
}

/// Dimension `dim` of an expand_dims' result in its source; none for the one
/// that was inserted.
static std::optional<unsigned> dimBefore(tq::ExpandDimsOp expand,
                                         unsigned dim) {
  unsigned axis = expand.getAxis();
  if (dim == axis)
    return std::nullopt;
  return dim < axis ? dim : dim - 1;
}

/// Runs in which the elements where `mask` is true are neighbours: the first
/// ones, or, if it may be true `between`, any.
int64_t AxisAnalysis::trueRun(Value mask, unsigned dim, bool between) const {
  int64_t run = get(mask).constancy[dim];
  Operation *op = mask.getDefiningOp();
  if (!op)
    return run;
  // Both and either of two masks that fall do so too; of two that also rise,
  // only both.
  if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    bool mayRise = between && isa<arith::AndIOp>(op);
    return std::max(run, std::min(trueRun(op->getOperand(0), dim, mayRise),
                                  trueRun(op->getOperand(1), dim, mayRise)));
  }
  if (auto expand = dyn_cast<tq::ExpandDimsOp>(op)) {
    std::optional<unsigned> before = dimBefore(expand, dim);
    return before ? std::max(run, trueRun(expand.getSrc(), *before, between))
                  : run;
  }
  if (auto broadcast = dyn_cast<tq::BroadcastOp>(op))
    return broadcast.getSrc().getType().getDimSize(dim) == 1
               ? run
               : std::max(run, trueRun(broadcast.getSrc(), dim, between));
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return run;
  using P = arith::CmpIPredicate;
  auto countsUpTo = [&](Value x, Value bound) {
    return std::max(
        run, std::gcd(get(x).contiguity[dim], get(bound).constancy[dim]));
  };
  // Signed only: an unsigned index that counts up through 0 is large before.
  bool isLess = llvm::is_contained({P::slt, P::sle}, compare.getPredicate());
  if (!isLess && !llvm::is_contained({P::sgt, P::sge}, compare.getPredicate()))
    return run;
  int64_t left = countsUpTo(compare.getLhs(), compare.getRhs());
  int64_t right = countsUpTo(compare.getRhs(), compare.getLhs());
  return between ? std::max(left, right) : isLess ? left : right;
}

SmallVector<unsigned> AxisAnalysis::orderOf(Value pointer) const {
  AxisInfo info = get(pointer);
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, info.rank()));
  // Of dimensions alike the last one is fastest.
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(info.contiguity[a], a) >
           std::make_pair(info.contiguity[b], b);
  });
  return order;
}
