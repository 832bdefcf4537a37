//===- LowerMma.h - Fragments of products -----------------------*- C++ -*-===//
//
// The words that a thread holds of an operand of `mma.sync` and `wgmma`.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMMA_H
#define TQC_COMPILER_CODEGEN_LOWERMMA_H

#include "compiler/codegen/Registers.h"

#include "llvm/ADT/DenseMap.h"

namespace tqc {

struct LoweringContext;

/// An operand of a product, and where a thread's words of it start.
struct MmaOperand {
  mlir::Value tile;
  bool isLeft;
  unsigned packed; ///< elements a word
  llvm::SmallVector<std::pair<int32_t, int32_t>> starts;
  llvm::DenseMap<uint32_t, unsigned> registers; ///< by flat coordinate
};
Registers mmaWords(LoweringContext &cx, const MmaOperand &operand,
                   int32_t batch, int32_t row, int32_t k);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERMMA_H
