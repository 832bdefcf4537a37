//===- CodeLength.h - Kernels that take ptxas minutes -----------*- C++ -*-===//
//
// Is the code of a kernel so long that its assembly takes minutes, and which
// line makes it so? Tiles are unrolled over the registers of a thread:
//
//     k.tq:9:17: warning: this becomes 30720 of the kernel's 47104 operations
//     in each thread: ptxas, and the driver, may take minutes for them
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_CODELENGTH_H
#define TQC_COMPILER_DRIVER_CODELENGTH_H

#include "mlir/IR/BuiltinOps.h"

namespace tqc {

/// Warns of each kernel of the nvvm phase that is too long, at the op of the
/// source that most of it comes from.
void warnOfLongCode(mlir::ModuleOp module);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_CODELENGTH_H
