//===- ScratchSlots.h - Which bytes of scratch may still be read *- C++ -*-===//
//
// Where does each exchange keep what it moves, and must it wait before it
// writes there? An exchange writes, waits for all warps, and reads:
//
//     sum:      store slot 0   barrier   load slot 0
//     largest:  store slot 1   barrier   load slot 1
//     count:    store slot 0   barrier   load slot 0
//
// A warp that stores the third time cannot meet one that still reads for the
// first: the barrier of the second lies between. What may still be read when an
// op starts is therefore what the *last* exchange on some way there reads; only
// an op whose bytes overlap that needs a barrier of its own before it writes.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_SCRATCHSLOTS_H
#define TQC_COMPILER_PASSES_SCRATCHSLOTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Sets `tqg.scratch` on every op of the kernel that needs scratch, and
/// `tqg.unfenced` on those that need no barrier before they write. Gives the
/// bytes from 0 on that they use together.
int64_t assignScratchSlots(mlir::func::FuncOp kernel, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_SCRATCHSLOTS_H
