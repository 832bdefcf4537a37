//===- PlanKernel.cpp - Decide how a kernel uses the machine, once --------===//
//
// See PlanKernelPass in Passes.td for what the pass promises.
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/Target.h"
#include "compiler/passes/Passes.h"
#include "compiler/passes/PlanBoxes.h"
#include "compiler/passes/PlanProducts.h"
#include "compiler/passes/PlanStores.h"

#include "mlir/IR/Remarks.h"

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
  return attr ? static_cast<int32_t>(attr.getValue().trySExtValue().value_or(0))
              : otherwise;
}

namespace {

struct PlanKernel : tqc::impl::PlanKernelPassBase<PlanKernel> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (auto plan = kernel->getAttrOfType<tqg::PlanAttr>(tqg::kPlanAttr))
      return planProducts(kernel, plan.getWarps());
    if (!kernel->hasAttr(tq::kKernelAttr))
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
    planProducts(kernel, warps);
    std::string whyNot;
    ProgramOrder order = planPrograms(kernel, warps, whyNot);
    if (targetOf(kernel).hasWarpgroups() && planBoxes(kernel, stages, order)) {
      planStores(kernel, warps);
      if (!whyNot.empty())
        remark::missed(
            kernel.getLoc(),
            remark::RemarkOpts::name("not-persistent").category("pipeline"))
            << remark::reason("{0}", whyNot);
      plan = planWith(2, order);
    }
    kernel->setAttr(tqg::kPlanAttr, plan);
  }
};

} // namespace
