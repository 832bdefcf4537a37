//===- Target.cpp - What a pass must know of the GPU ----------------------===//

#include "compiler/analysis/Target.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace tqc;

/// Shared memory a CTA: CUDA C++ Programming Guide, "Technical Specifications
/// per Compute Capability", with the opt-in that the driver is asked for.
static constexpr Target kTargets[] = {
    {75, 64 * 1024}, {80, 163 * 1024}, {86, 99 * 1024},
    {89, 99 * 1024}, {90, 227 * 1024},
};
static constexpr Target kDefault = kTargets[1];

Target tqc::targetOf(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto arch = module ? module->getAttrOfType<StringAttr>("tq.arch") : nullptr;
  if (!arch)
    return kDefault;
  StringRef name = arch.getValue();
  for (const Target &target : kTargets)
    if (name.contains(std::to_string(target.capability))) {
      Target named = target;
      named.isSpecific = name.ends_with("a");
      return named;
    }
  return kDefault;
}
