//===- BoxMaps.h - Boxes as tensor maps and coordinates ---------*- C++ -*-===//
//
// What BoxAccess.h found about a load or store, as operands of `tqg.box_load`
// and `tqg.box_store`.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_BOXMAPS_H
#define TQC_COMPILER_PASSES_BOXMAPS_H

#include "compiler/analysis/BoxAccess.h"

namespace tqc {

struct PlacedBox {
  mlir::Value map;
  llvm::SmallVector<mlir::Value> starts; ///< fastest first, as are the axes
  llvm::SmallVector<int32_t> axes;
};

/// Makes the tensor map at the start of the kernel, and the coordinates at the
/// builder's place. One copy moves `copied` elements of each dimension of the
/// tile, swizzled over `span` bytes.
PlacedBox placeBox(mlir::OpBuilder &builder, mlir::Operation *access,
                   const BoxAccess &box, llvm::ArrayRef<int64_t> copied,
                   unsigned span);

/// Says that a tensor copy follows no cache modifier and no eviction policy.
void remarkNoHints(mlir::Operation *access);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_BOXMAPS_H
