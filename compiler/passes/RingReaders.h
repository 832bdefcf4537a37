//===- RingReaders.h - Who reads a tile that a ring holds -------*- C++ -*-===//
//
// A load becomes a copy into a slot of a ring. What took the loaded tile, in
// another layout or turned, reads the slot instead, where it is needed first.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_RINGREADERS_H
#define TQC_COMPILER_PASSES_RINGREADERS_H

#include "dialect/tqg/TqgDialect.h"

namespace tqc {

/// A read of a loaded tile: the result of `op` is the tile with its dimensions
/// permuted.
struct RingReader {
  mlir::Operation *op;
  llvm::SmallVector<int32_t> order;
  mlir::RankedTensorType type;
};

/// The reads of what `load` gives; the load itself if it is used as it is.
llvm::SmallVector<RingReader> ringReadersOf(mlir::Operation *load);

/// Whether all reads are by products that wgmma can take.
bool areReadByWarpgroups(llvm::ArrayRef<RingReader> readers);

/// The op of `block` in which a reader's tile is needed first; null if it is
/// not used.
mlir::Operation *firstUseOf(const RingReader &reader, mlir::Operation *load,
                            mlir::Block *block);

/// Reads the tiles from a slot where `block` used what `load` gave.
void readFromRing(llvm::ArrayRef<RingReader> readers, mlir::Operation *load,
                  mlir::Block *block, mlir::Value ring, mlir::Value slot);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_RINGREADERS_H
