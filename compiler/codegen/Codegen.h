//===- Codegen.h - Tiles to threads -----------------------------*- C++ -*-===//
//
// Makes the `nvvm` phase. One walk over a kernel turns each tile into the
// registers that a thread holds of it; what remains, scalar `arith`, `math` and
// `scf`, goes through upstream's conversions.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_CODEGEN_H
#define TQC_COMPILER_CODEGEN_CODEGEN_H

#include "mlir/IR/BuiltinOps.h"

namespace tqc {

/// CTAs of a launch that waits itself for the one before it. A GPU places CTAs
/// of launches that may overlap half as fast: 300,000 small ones took 360 us
/// instead of 182 on an H200. 1024 are placed in a microsecond either way.
inline constexpr int64_t kMostOverlappingCtas = 1024;

/// Replaces every kernel of a `schedule` module by an `llvm.func` of `llvm` and
/// `nvvm` ops. `computeCapability` is 75, 80, 86, 89 or 90. Errors are
/// diagnostics at the op that cannot be lowered.
mlir::LogicalResult lowerToNvvm(mlir::ModuleOp module, int computeCapability);

/// The dialects and conversion interfaces that lowerToNvvm loads.
void registerCodegenDialects(mlir::DialectRegistry &registry);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_CODEGEN_H
