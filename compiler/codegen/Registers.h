//===- Registers.h - The values that a thread holds of a tile ---*- C++ -*-===//
//
// See LoweringContext.h.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_REGISTERS_H
#define TQC_COMPILER_CODEGEN_REGISTERS_H

#include "mlir/IR/Value.h"

namespace tqc {

using Registers = llvm::SmallVector<mlir::Value>;

/// Where a tile's elements lie: the flat coordinate of register 0 is
/// `thread`, and that of register r is `thread ^ constants[r]`.
struct FlatIndices {
  mlir::Value thread;
  llvm::SmallVector<uint32_t> constants;
  uint32_t threadBits; ///< bits that `thread` may have set
  bool canAdd;         ///< no bit is in both parts: + does what ^ does
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_REGISTERS_H
