//===- PipelineMemory.h - Where a slot of a pipeline puts a tile *- C++ -*-===//
//
// Copies write a slot in 16-byte pieces of rows; products read it as matrix
// fragments. In which memory layout do neither meet in a bank?
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PIPELINEMEMORY_H
#define TQC_COMPILER_PASSES_PIPELINEMEMORY_H

#include "dialect/layout/LinearLayout.h"

#include <optional>

namespace tqc {

/// How one user reads a slot: a tile whose dimension i is the slot's dimension
/// `order[i]`.
struct SlotReader {
  LinearLayout layout;
  llvm::SmallVector<unsigned> order;
};

/// The best of the candidates: rows of `fastest`, swizzled by 128, 64 or 32
/// bytes as TMA and wgmma do, or by xor with wider chunks. `writer` copies
/// `width` neighbours at a time. Nothing if no candidate keeps these together.
std::optional<LinearLayout>
chooseSlotMemory(llvm::ArrayRef<int64_t> shape, unsigned fastest,
                 unsigned elementBits, const LinearLayout &writer,
                 unsigned width, llvm::ArrayRef<SlotReader> readers);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PIPELINEMEMORY_H
