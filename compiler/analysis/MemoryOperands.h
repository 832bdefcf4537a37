//===- MemoryOperands.h - What a memory op reads or writes ------*- C++ -*-===//

#ifndef TQC_COMPILER_ANALYSIS_MEMORYOPERANDS_H
#define TQC_COMPILER_ANALYSIS_MEMORYOPERANDS_H

#include "mlir/IR/Operation.h"

namespace tqc {

/// Where a load, a store or an atomic goes to; null of another op.
mlir::Value pointerOf(mlir::Operation &op);
/// Which of its elements it does; null if all of them.
mlir::Value maskOf(mlir::Operation &op);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_MEMORYOPERANDS_H
