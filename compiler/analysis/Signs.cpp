//===- Signs.cpp - Whether a coordinate may be negative -------------------===//

#include "compiler/analysis/Signs.h"

#include "compiler/analysis/ValueWalk.h"
#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tqc;

/// Whether the number of a program or of an iteration is part of `value`.
static bool countsPrograms(Value value) {
  return findFrom(value, [](Value part, SmallVectorImpl<Value> &next) {
    Operation *op = part.getDefiningOp();
    if (!op) {
      auto loop = dyn_cast<scf::ForOp>(part.getParentBlock()->getParentOp());
      return loop && part == loop.getInductionVar();
    }
    if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp,
            arith::RemSIOp, tq::HintOp>(op))
      llvm::append_range(next, op->getOperands());
    return isa<tq::ProgramIdOp>(op);
  });
}

/// Whether an operand is what an index, a loop or a number of blocks is bounded
/// by.
static bool isBound(OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = compare.getPredicate();
    return number == 1 ? predicate == Predicate::slt
                       : predicate == Predicate::sgt;
  }
  if (isa<scf::ForOp>(op))
    return number == 1; // the upper bound
  return isa<arith::MinSIOp>(op) || (isa<arith::DivSIOp>(op) && number == 0);
}

/// Whether an argument of the kernel, with something added, bounds anything: it
/// is an extent, then.
static bool isExtent(BlockArgument argument) {
  return findFrom(argument, [](Value value, SmallVectorImpl<Value> &next) {
    for (OpOperand &use : value.getUses()) {
      if (isBound(use))
        return true;
      Operation *op = use.getOwner();
      if (isa<tq::SplatOp, tq::BroadcastOp, tq::HintOp, arith::ExtSIOp>(op) ||
          (isa<arith::AddIOp, arith::SubIOp>(op) &&
           matchPattern(op->getOperand(1), m_Constant())))
        llvm::append_range(next, op->getResults());
    }
    return false;
  });
}

/// Adds what must not be negative for an argument of a loop not to be.
static bool visitArgument(BlockArgument argument,
                          SmallVectorImpl<Value> &next) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return !isExtent(argument);
  if (argument == loop.getInductionVar()) {
    next.push_back(loop.getLowerBound());
  } else {
    next.push_back(loop.getTiedLoopInit(argument)->get());
    next.push_back(loop.getTiedLoopYieldedValue(argument)->get());
  }
  return false;
}

/// Whether a value may be negative although those in `next` are not.
static bool visit(Value value, SmallVectorImpl<Value> &next) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return visitArgument(argument, next);
  Operation *op = value.getDefiningOp();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.isNegative();
  if (auto sub = dyn_cast<arith::SubIOp>(op))
    return !countsPrograms(sub.getRhs()) &&
           !(matchPattern(sub.getRhs(), m_Constant()) &&
             countsPrograms(sub.getLhs()));
  if (isa<tq::ProgramIdOp, tq::NumProgramsOp, tqg::ClusterRankOp,
          arith::ExtUIOp>(op))
    return false;
  if (auto maximum = dyn_cast<arith::MaxSIOp>(op);
      maximum && matchPattern(maximum.getRhs(), m_ConstantInt(&constant)) &&
      !constant.isNegative())
    return false;
  unsigned number = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    next.push_back(loop.getRegionIterArg(number));
    return false;
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    next.push_back(branch.thenYield().getOperand(number));
    next.push_back(branch.elseYield().getOperand(number));
    return false;
  }
  if (isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::MaxSIOp>(op))
    llvm::append_range(next, op->getOperands());
  else if (isa<arith::SelectOp>(op))
    llvm::append_range(next, op->getOperands().drop_front());
  else if (isa<arith::DivSIOp, arith::RemSIOp, arith::DivUIOp, arith::RemUIOp,
               arith::ShRSIOp, arith::ShRUIOp, arith::ExtSIOp, tq::HintOp>(op))
    next.push_back(op->getOperand(0));
  else
    return true;
  return false;
}

bool tqc::mayBeNegative(const IndexSum &sum) {
  bool countsDown = false, falls = false;
  for (const IndexTerm &term : sum) {
    falls |= term.coefficient < 0;
    countsDown |=
        term.coefficient < 0 && llvm::any_of(term.factors, countsPrograms);
    for (Value factor : term.factors)
      if (findFrom(factor, visit))
        return true;
  }
  return falls && !countsDown;
}
