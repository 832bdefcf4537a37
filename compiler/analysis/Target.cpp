//===- Target.cpp - What a pass must know of the GPU ----------------------===//

#include "compiler/analysis/Target.h"

#include "runtime/image/Gpus.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace tqc;

Target tqc::targetOf(Operation *op) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto arch = module ? module->getAttrOfType<StringAttr>("tq.arch") : nullptr;
  std::string_view name = arch ? arch.getValue() : StringRef(kDefaultGpu);
  const Gpu *gpu = findGpu(name);
  if (!gpu) // tqc has refused it; a pass that runs by itself has not
    llvm::reportFatalUsageError("no GPU is called `" + Twine(name) +
                                "`; GPUs are " + gpuNames());
  return {gpu->name, gpu->capability, gpu->sharedOfCta(),
          gpu->variant == GpuVariant::Specific};
}
