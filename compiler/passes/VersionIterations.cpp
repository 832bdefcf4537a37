//===- VersionIterations.cpp - Iterations for both ways of a branch -------===//
//
// See VersionIterationsPass in Passes.td for what the pass promises. Attention
// masks few of its tiles, in a branch between its products:
//
//     for i:  S = Q K(i) starts; O = O + P V(i - 1) starts
//             wait for S
//             if i is masked: S = where(..., S, -inf)
//             P, c = softmax(S)
//             wait for O; O = O * c
//
// ptxas orders instructions within a basic block, and takes a product to be as
// good as done where it does not see it start. Behind the branch it puts the
// wait for O in front of the softmax that should run beside it. What a branch
// decides at the start of an iteration makes each way a block of its own:
//
//     for i:  if i is masked: all of an iteration, S masked
//             else:           all of an iteration
//
// An H200 gains 2 to 4 % (docs/results/2026-11-23-attention).
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "compiler/passes/IterationVersions.h"
#include "compiler/passes/Passes.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace tqc {
#define GEN_PASS_DEF_VERSIONITERATIONSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;
using namespace tqc::tqg;

/// The ops of a loop's body that a value is computed by, in their order, if it
/// follows from the induction variable and what is outside.
static std::optional<SmallVector<Operation *>> opsBefore(scf::ForOp loop,
                                                         Value value) {
  llvm::SetVector<Operation *> found;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (next.getParentBlock() != loop.getBody() ||
        next == loop.getInductionVar())
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getNumRegions() || !isMemoryEffectFree(op))
      return std::nullopt;
    if (found.insert(op))
      llvm::append_range(open, op->getOperands());
  }
  SmallVector<Operation *> ops(found.begin(), found.end());
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return ops;
}

namespace {

/// A branch, and what has to come before it at the start of an iteration.
struct EarlyBranch {
  scf::IfOp op;
  SmallVector<Operation *> before;
};

} // namespace

/// The branch of a loop's body that gives tiles, if it is decided before the
/// iteration starts.
static std::optional<EarlyBranch> earlyBranch(scf::ForOp loop) {
  for (auto branch : loop.getBody()->getOps<scf::IfOp>())
    if (llvm::any_of(branch.getResultTypes(), llvm::IsaPred<RankedTensorType>))
      if (auto before = opsBefore(loop, branch.getCondition()))
        return EarlyBranch{branch, std::move(*before)};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The decision
//===----------------------------------------------------------------------===//

void tqc::planIterationVersions(Operation *kernel) {
  kernel->walk([&](scf::ForOp loop) {
    if (!loop->hasAttr(kRotatedAttr) ||
        loop.getBody()->getOps<scf::IfOp>().empty())
      return;
    auto name =
        remark::RemarkOpts::name("iteration-versions").category("pipeline");
    if (!isEnabled(loop, Optimization::IterationVersions)) {
      remark::missed(loop.getLoc(), name)
          << remark::reason("`iteration-versions` is switched off");
    } else if (auto branch = earlyBranch(loop)) {
      loop->setAttr(kVersionedAttr, UnitAttr::get(loop.getContext()));
      remark::passed(branch->op.getLoc(), name)
          << "each way of the branch has iterations of its own";
    } else {
      remark::missed(loop.getLoc(), name) << remark::reason(
          "no branch of its iterations is decided before they start");
    }
  });
}

//===----------------------------------------------------------------------===//
// The rewriting
//===----------------------------------------------------------------------===//

/// An iteration's ops, with those of one way in place of the branch.
static void cloneWay(OpBuilder &builder, ArrayRef<Operation *> ops,
                     scf::IfOp branch, Block *way, ValueRange results) {
  IRMapping map;
  for (Operation *op : ops) {
    if (op != branch) {
      builder.clone(*op, map);
      continue;
    }
    if (!way)
      continue;
    for (Operation &inner : way->without_terminator())
      builder.clone(inner, map);
    for (auto [result, value] : llvm::zip_equal(
             branch.getResults(), way->getTerminator()->getOperands()))
      map.map(result, map.lookupOrDefault(value));
  }
  SmallVector<Value> yields;
  for (Value value : results)
    yields.push_back(map.lookupOrDefault(value));
  scf::YieldOp::create(builder, branch.getLoc(), yields);
}

static void version(scf::ForOp loop, const EarlyBranch &early) {
  scf::IfOp branch = early.op;
  Block *body = loop.getBody();
  Operation *yield = body->getTerminator();
  for (Operation *op : llvm::reverse(early.before))
    op->moveBefore(body, body->begin());
  SmallVector<Operation *> ops;
  Operation *first = branch.getCondition().getParentBlock() == body
                         ? branch.getCondition().getDefiningOp()->getNextNode()
                         : &body->front();
  for (Operation *op = first; op != yield; op = op->getNextNode())
    ops.push_back(op);

  OpBuilder builder(first);
  auto both = scf::IfOp::create(builder, branch.getLoc(), loop.getResultTypes(),
                                branch.getCondition(),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  builder.setInsertionPointToEnd(both.thenBlock());
  cloneWay(builder, ops, branch, branch.thenBlock(), yield->getOperands());
  builder.setInsertionPointToEnd(both.elseBlock());
  cloneWay(builder, ops, branch, branch.elseBlock(), yield->getOperands());
  yield->setOperands(both.getResults());
  for (Operation *op : llvm::reverse(ops))
    op->erase();
}

namespace {

struct VersionIterations
    : tqc::impl::VersionIterationsPassBase<VersionIterations> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (loop->hasAttr(kVersionedAttr))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      auto branch = earlyBranch(loop);
      if (!branch) {
        loop.emitOpError() << "is planned to have iterations for each way of a "
                              "branch, but has no such branch";
        return signalPassFailure();
      }
      version(loop, *branch);
      loop->removeAttr(kVersionedAttr);
    }
  }
};

} // namespace
