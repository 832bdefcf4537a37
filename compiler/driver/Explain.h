//===- Explain.h - What the compiler decided, for people --------*- C++ -*-===//
//
// Which warps, layouts and bytes does a kernel use, line by line of the source?
//
//     add_kernel: 4 warps, 3 stages, 0 bytes of shared memory
//       k.tq:12  x = load   1024 fp32: 8 a thread, 16 bytes an access
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_EXPLAIN_H
#define TQC_COMPILER_DRIVER_EXPLAIN_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace tqc {

/// About every kernel of a module in the `schedule` phase.
std::string explainKernels(mlir::ModuleOp module);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_EXPLAIN_H
