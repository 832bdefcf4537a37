//===- ValidatePhases.h - Does every pass keep the meaning? -----*- C++ -*-===//
//
// Which pass of a compilation changes what a kernel computes? The kernel runs
// on data that is made up for it: by its meaning, as each pass over tiles left
// it, and as PTX in the emulator. Nobody needs to know its launcher:
//
//     tqc softmax.tq --validate-phases
//
// Tensors grow until the kernel stays inside of them; integers are 96, or 93
// where they are no multiples of 16. A kernel that these do not suit is judged
// with data of its own by `tq-run blame --phases`.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_VALIDATEPHASES_H
#define TQC_TOOLS_TQC_VALIDATEPHASES_H

#include "compiler/driver/Compiler.h"

namespace tqc {

/// Prints what every pass made of the kernels that `options` names. The exit
/// code: 0, 1 where a kernel could not be judged, or that of an internal error.
int validatePhases(const SourceFile &file, const CompileOptions &options,
                   bool json, SourceManager &sources, DiagEngine &diags);

} // namespace tqc

#endif // TQC_TOOLS_TQC_VALIDATEPHASES_H
