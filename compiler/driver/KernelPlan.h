//===- KernelPlan.h - What a kernel's own words say of its plan -*- C++ -*-===//
//
// `plan=programs=drawn,group=8` of a `# tqc:` line, of a `--variant`, or of
// what `tq-run tune` chose: the planner takes it as `tqc --plan` for this
// kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_KERNELPLAN_H
#define TQC_COMPILER_DRIVER_KERNELPLAN_H

#include "compiler/driver/CompileResult.h"

#include "mlir/IR/BuiltinOps.h"

namespace tqc {

/// Leaves it at the kernel, which is all that `module` holds. False after an
/// error, for a part or a choice that no plan has.
bool takePlan(mlir::ModuleOp module, const KernelRequest &request,
              DiagEngine &diags);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_KERNELPLAN_H
