//===- Explain.h - What the compiler decided, from the IR -------*- C++ -*-===//
//
// Which accesses, products and moves does a kernel make, and why so? Reads the
// IR of the `schedule` phase, in which all of that is settled:
//
//     explainKernels(module)[0].items[0].text
//       == "x = load of 1024 f32: 16 bytes an access, 2 a thread, ..."
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_EXPLAIN_H
#define TQC_COMPILER_DRIVER_EXPLAIN_H

#include "compiler/driver/Explanation.h"
#include "compiler/driver/IrDiagnostics.h"

#include "mlir/IR/BuiltinOps.h"

namespace tqc {

/// About every kernel of a module in the `schedule` phase. Each item is also
/// given out as a remark: of category `memory`, `mma`, `layout` or `exchange`.
std::vector<ExplainedKernel> explainKernels(mlir::ModuleOp module,
                                            llvm::StringRef arch);

/// Puts what passes remarked beside what the IR shows, in order of lines; what
/// is said twice of a line becomes one item.
void addRemarks(std::vector<ExplainedKernel> &kernels,
                llvm::ArrayRef<PassRemark> remarks);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_EXPLAIN_H
