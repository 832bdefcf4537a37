//===- SinkBehindLoops.cpp - Compute behind a loop what is used there -----===//
//
// See SinkBehindLoopsPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/Passes.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tqc {
#define GEN_PASS_DEF_SINKBEHINDLOOPSPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// The first op of the block that uses `op`, itself or within.
static Operation *firstUser(Operation &op) {
  Operation *first = nullptr;
  for (Operation *user : op.getUsers()) {
    Operation *top = op.getBlock()->findAncestorOpInBlock(*user);
    if (!first || top->isBeforeInBlock(first))
      first = top;
  }
  return first;
}

static bool hasLoop(Operation *op) {
  return op->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static bool isLoopBetween(Operation *op, Operation *end) {
  for (op = op->getNextNode(); op != end; op = op->getNextNode())
    if (hasLoop(op))
      return true;
  return false;
}

/// From the last op on, so that what leads to one that moved may follow it.
/// Behind a loop an exchange would write where others still read its rings.
static void sink(Block &block, int32_t warps) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (op.getNumRegions() != 0 || op.hasTrait<OpTrait::ConstantLike>() ||
        op.hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(&op) ||
        scratchBytes(&op, warps) > 0)
      continue;
    Operation *user = firstUser(op);
    if (user && isLoopBetween(&op, user))
      op.moveBefore(user);
  }
}

namespace {

struct SinkBehindLoops : tqc::impl::SinkBehindLoopsPassBase<SinkBehindLoops> {
  void runOnOperation() override {
    getOperation().walk([](tqg::RoleOp role) {
      auto warps =
          int32_t(role.getEnd() - role.getFirst()) / int32_t(role.getTeams());
      if (!role.getSingle())
        role.getBody().walk([&](Block *block) { sink(*block, warps); });
    });
  }
};

} // namespace
