//===- Optimizations.cpp - What can be switched off -----------------------===//

#include "compiler/analysis/Optimizations.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tqc;

static constexpr OptimizationInfo kTable[] = {
#define TQ_OPTIMIZATION(ID, NAME, WHAT) {Optimization::ID, NAME, WHAT},
#include "compiler/analysis/Optimizations.def"
};

ArrayRef<OptimizationInfo> tqc::allOptimizations() { return kTable; }

std::optional<Optimization> tqc::optimizationNamed(StringRef name) {
  for (const OptimizationInfo &info : kTable)
    if (info.name == name)
      return info.id;
  return std::nullopt;
}

bool tqc::isEnabled(Operation *op, Optimization which) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto disabled = module ? module->getAttrOfType<ArrayAttr>(kDisabledAttr)
                         : ArrayAttr();
  if (!disabled)
    return true;
  StringRef name = kTable[static_cast<size_t>(which)].name;
  return llvm::none_of(disabled, [&](Attribute attr) {
    auto text = dyn_cast<StringAttr>(attr);
    return text && text.getValue() == name;
  });
}
