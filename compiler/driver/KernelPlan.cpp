//===- KernelPlan.cpp - What a kernel's own words say of its plan ---------===//

#include "compiler/driver/KernelPlan.h"

#include "compiler/analysis/ForcedPlan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tqc;

bool tqc::takePlan(ModuleOp module, const KernelRequest &request,
                   DiagEngine &diags) {
  const std::string &text = request.specialization.plan;
  if (text.empty())
    return true;
  ForcedPlan plan;
  if (std::string wrong = readPlan(text, plan); !wrong.empty()) {
    bool isOfLine = !request.kernel->tqcLine.empty();
    diags
        .error(code::BadOption,
               isOfLine ? request.kernel->tqcSpan : request.kernel->nameSpan,
               "plan=" + text + ": " + wrong)
        .help("`tqc --help` lists the parts of a plan");
    return false;
  }
  for (auto kernel : module.getOps<func::FuncOp>())
    recordPlan(kernel, plan);
  return true;
}
