//===- AllocateShared.cpp - Give every exchange its shared memory ---------===//
//
// See AllocateSharedPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/SharedScratch.h"
#include "compiler/passes/Passes.h"

namespace tqc {
#define GEN_PASS_DEF_ALLOCATESHAREDPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

namespace {

struct AllocateShared : tqc::impl::AllocateSharedPassBase<AllocateShared> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr);
    if (!plan)
      return;
    Builder builder(&getContext());
    int64_t most = 0;
    kernel.walk([&](Operation *op) {
      int64_t bytes = scratchBytes(op, plan.getWarps());
      if (bytes == 0)
        return;
      op->setAttr(tqg::kScratchOffsetAttr, builder.getI32IntegerAttr(0));
      most = std::max(most, bytes);
    });
    kernel->setAttr(tqg::kSharedBytesAttr, builder.getI64IntegerAttr(most));
  }
};

} // namespace
