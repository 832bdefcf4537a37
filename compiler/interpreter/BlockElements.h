//===- BlockElements.h - Where a descriptor's block lies --------*- C++ -*-===//
//
// The addresses of the elements that `tq.descriptor_load` and its sisters
// touch, and which of them are inside the tensor:
//
//     BlockElements block = blockElements(e, op);
//     TileAccess access(e, op, block.pointers, block.maskOrNull(), number,
//     "reads");
//
// Element (i, j) of a block at (r, c) is at base + (r + i) * s + (c + j) * t. A
// descriptor is kept as a vector: the address, the extents, the strides.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_BLOCKELEMENTS_H
#define TQC_COMPILER_INTERPRETER_BLOCKELEMENTS_H

#include "compiler/interpreter/TileEvaluator.h"

namespace tqc::tile {

struct BlockElements {
  Tile pointers, mask;
  bool isChecked; ///< else all elements are accessed

  const Tile *maskOrNull() const { return isChecked ? &mask : nullptr; }
};

/// For each op that accesses memory by a descriptor.
BlockElements blockElements(const TileEvaluator &evaluator,
                            mlir::Operation *op);

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_BLOCKELEMENTS_H
