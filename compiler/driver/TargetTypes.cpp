//===- TargetTypes.cpp - Types that a GPU lacks ---------------------------===//

#include "compiler/driver/TargetTypes.h"

#include "compiler/codegen/EmitPtx.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tqc;

static bool holdsBf16(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tq::PtrType>(type))
    type = pointer.getPointee();
  return type.isBF16();
}

/// The first argument or op that has bf16, or null.
static std::optional<Location> firstBf16(func::FuncOp kernel) {
  for (BlockArgument argument : kernel.getArguments())
    if (holdsBf16(argument.getType()))
      return argument.getLoc();
  std::optional<Location> found;
  kernel.walk([&](Operation *op) {
    if (llvm::none_of(op->getResultTypes(), holdsBf16))
      return WalkResult::advance();
    found = op->getLoc();
    return WalkResult::interrupt();
  });
  return found;
}

LogicalResult tqc::checkTargetTypes(ModuleOp module, StringRef arch) {
  if (computeCapabilityOf(arch) >= 80)
    return success();
  LogicalResult result = success();
  for (auto kernel : module.getOps<func::FuncOp>())
    if (std::optional<Location> place = firstBf16(kernel))
      result = emitError(*place)
               << "`bf16` needs sm_80 or later, but the target is " << arch;
  return result;
}
