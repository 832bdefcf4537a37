//===- Optimizations.cpp - What can be switched off -----------------------===//

#include "compiler/analysis/Optimizations.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tqc;

static constexpr OptimizationInfo kTable[] = {
#define TQ_OPTIMIZATION(ID, NAME, EFFECT, WHAT)                                \
  {Optimization::ID, NAME, OptimizationInfo::EFFECT, WHAT},
#include "compiler/analysis/Optimizations.def"
};

ArrayRef<OptimizationInfo> tqc::allOptimizations() { return kTable; }

std::optional<Optimization> tqc::optimizationNamed(StringRef name) {
  for (const OptimizationInfo &info : kTable)
    if (info.name == name)
      return info.id;
  return std::nullopt;
}

std::vector<std::string> tqc::roundingOptimizations() {
  std::vector<std::string> names;
  for (const OptimizationInfo &info : kTable)
    if (info.effect == OptimizationInfo::Rounding)
      names.push_back(info.name.str());
  return names;
}

bool tqc::isEnabled(Operation *op, Optimization which) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    module = op->getParentOfType<ModuleOp>();
  auto disabled =
      module ? module->getAttrOfType<ArrayAttr>(kDisabledAttr) : ArrayAttr();
  if (!disabled)
    return true;
  StringRef name = kTable[static_cast<size_t>(which)].name;
  return llvm::none_of(disabled, [&](Attribute attr) {
    auto text = dyn_cast<StringAttr>(attr);
    return text && text.getValue() == name;
  });
}
