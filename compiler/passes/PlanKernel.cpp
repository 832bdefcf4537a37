//===- PlanKernel.cpp - Decide how a kernel uses the machine, once --------===//
//
// See PlanKernelPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanBoxes.h"
#include "compiler/passes/PlanStores.h"

namespace tqc {
#define GEN_PASS_DEF_PLANKERNELPASS
#include "compiler/passes/Passes.h.inc"
} // namespace tqc

using namespace mlir;
using namespace tqc;

/// Takes an integer attribute off the kernel.
static int32_t takeInt(func::FuncOp kernel, StringRef name, int32_t otherwise) {
  auto attr = dyn_cast_or_null<IntegerAttr>(kernel->removeAttr(name));
  // Hand-written IR may have any width; what is too wide is no plan.
  return attr ? static_cast<int32_t>(
                    attr.getValue().trySExtValue().value_or(0))
              : otherwise;
}

namespace {

struct PlanKernel : tqc::impl::PlanKernelPassBase<PlanKernel> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!kernel->hasAttr(tq::kKernelAttr) || kernel->hasAttr(tqg::kPlanAttr))
      return;
    int32_t warps = takeInt(kernel, tq::kNumWarpsAttr, 4);
    int32_t stages = takeInt(kernel, tq::kNumStagesAttr, 3);
    auto planWith = [&](int32_t roles, ProgramOrder order) {
      return tqg::PlanAttr::getChecked(
          [&] { return kernel.emitOpError(); }, &getContext(), warps, stages,
          roles, /*cluster=*/1, order != ProgramOrder::Launched,
          order == ProgramOrder::Drawn);
    };
    auto plan = planWith(1, ProgramOrder::Launched);
    if (!plan)
      return signalPassFailure();
    if (targetOf(kernel).hasWarpgroups() && planBoxes(kernel, warps, stages)) {
      planStores(kernel, warps);
      plan = planWith(2, planPrograms(kernel, warps));
    }
    kernel->setAttr(tqg::kPlanAttr, plan);
  }
};

} // namespace
