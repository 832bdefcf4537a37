//===- CallFrames.h - arguments and results of calls ----------------------===//
//
// Answers "how do values get from a caller's frame into its callee's, and
// back". Example: call (%r1), f, (%r2); has two words in the pool, the result's
// and the argument's: {%r1's offset, 0, 4} and {%r2's offset, 0, 4}.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_CALLFRAMES_H
#define TQC_RUNTIME_EMULATOR_MACHINE_CALLFRAMES_H

#include "runtime/emulator/machine/Warp.h"

namespace tqc::emu {

/// What the pool of a call holds for each argument or result.
struct CallWord {
  uint32_t reg;    // or kNoReg: it lies in local memory
  uint32_t offset; // from the frame's base
  uint32_t bytes;
};
CallWord callWordAt(const uint32_t *pool, size_t index);

/// Copies one argument between two frames of the same warp.
void copyArgument(Warp &w, Mask mask, Frame &from, const CallWord &source,
                  Frame &to, const ParamPlace &target);

/// Copies what a callee returns to where its call wants it.
void copyResults(Warp &w, Frame &callee, Mask mask);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_CALLFRAMES_H
