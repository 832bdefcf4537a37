//===- LowerMemory.h - Accesses of global memory ----------------*- C++ -*-===//
//
// Which registers of a thread one access covers, and how narrow elements are
// put into words.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMEMORY_H
#define TQC_COMPILER_CODEGEN_LOWERMEMORY_H

#include "compiler/codegen/Registers.h"

#include "mlir/IR/ValueRange.h"

namespace tqc {

struct LoweringContext;

/// Registers that one access covers: lists of register indices.
struct AccessGroups {
  unsigned width;
  bool mayBeCut; ///< the mask may be true for the first ones of a group only
  bool between;  ///< or for some that the first one is not among
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
};
AccessGroups accessGroups(mlir::Operation *op, mlir::Value pointer);

/// Elements side by side in 32-bit (or wider) words, and back.
Registers packWords(LoweringContext &cx, mlir::ValueRange elements,
                    mlir::Type word);
Registers unpackWords(LoweringContext &cx, mlir::ValueRange words,
                      mlir::Type element);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERMEMORY_H
