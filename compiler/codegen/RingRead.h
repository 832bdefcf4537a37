//===- RingRead.h - A tile that is read word by word ------------*- C++ -*-===//
//
// A slot of a ring is read when the product that takes its words asks for them:
// see LowerRing.h.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_RINGREAD_H
#define TQC_COMPILER_CODEGEN_RINGREAD_H

#include "compiler/codegen/Registers.h"
#include "dialect/layout/LayoutMoves.h"

#include "llvm/ADT/DenseMap.h"

namespace tqc {

/// What is known of a tile in a slot, and what was read of it so far.
struct RingRead {
  SharedAccess access;
  FlatIndices places;
  mlir::Value base;
  int64_t constant, bytes;
  mlir::Type element;
  llvm::DenseMap<uint32_t, uint32_t> firstOf; ///< register to its access
  llvm::DenseMap<uint32_t, mlir::Value> words, elements; ///< by register

  /// Whether the words read are those of a fragment: `packed` neighbours.
  bool packs(unsigned packed) const {
    unsigned inWord = access.matrix
                          ? 1u << access.matrix->word.size()
                          : std::min<int64_t>(access.width(), 4 / bytes);
    return inWord == packed;
  }
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_RINGREAD_H
