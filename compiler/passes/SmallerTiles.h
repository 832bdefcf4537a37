//===- SmallerTiles.h - A loop over a row in smaller tiles ------*- C++ -*-===//
//
// A loop that does the same for each element of a row does it in tiles of any
// size. What it repeats for all elements it takes from outside, as tiles: those
// are repeated again, for fewer elements.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_SMALLERTILES_H
#define TQC_COMPILER_PASSES_SMALLERTILES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// Whether all that a loop over tiles of `elements` does can be done in smaller
/// ones: it carries nothing, and works element by element.
bool canMakeSmaller(mlir::scf::ForOp loop, int64_t elements);

/// Does what the loop does in tiles, and steps, of `smaller` elements.
void makeSmaller(mlir::scf::ForOp loop, int64_t elements, int64_t smaller);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_SMALLERTILES_H
