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

class LinearLayout;
struct LoweringContext;

using RegisterGroups = llvm::SmallVector<llvm::SmallVector<unsigned>>;

/// The register bits that move by 1, 2, 4, ... elements along `dim`: `width`
/// neighbours of a thread, or as many as it holds.
llvm::SmallVector<unsigned> neighbourBits(const LinearLayout &layout,
                                          unsigned dim, unsigned width);
/// Registers that differ in `bits` alone, in their order; replicas have none.
RegisterGroups registerGroups(const LinearLayout &layout,
                              llvm::ArrayRef<unsigned> bits);

/// Registers that one access covers.
struct AccessGroups {
  unsigned width;
  bool mayBeCut; ///< the mask may be true for the first ones of a group only
  bool between;  ///< or for some that the first one is not among
  RegisterGroups groups;
};
AccessGroups accessGroups(mlir::Operation *op, mlir::Value pointer);

/// Elements side by side in 32-bit (or wider) words, and back.
Registers packWords(LoweringContext &cx, mlir::ValueRange elements,
                    mlir::Type word);
Registers unpackWords(LoweringContext &cx, mlir::ValueRange words,
                      mlir::Type element);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERMEMORY_H
