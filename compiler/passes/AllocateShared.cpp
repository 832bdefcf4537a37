//===- AllocateShared.cpp - Give every exchange its shared memory ---------===//
//
// See AllocateSharedPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/passes/Passes.h"
#include "compiler/passes/ScratchSlots.h"

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
    int64_t scratch = assignScratchSlots(kernel, plan.getWarps());
    kernel->setAttr(tqg::kSharedBytesAttr, builder.getI64IntegerAttr(scratch));
  }
};

} // namespace
