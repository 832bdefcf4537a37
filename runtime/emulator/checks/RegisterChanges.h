//===- RegisterChanges.h - setmaxnreg by a whole warpgroup ----------------===//
//
// Answers "did the warps of each warpgroup do the same about their registers".
// Example: warp 1 executes setmaxnreg.dec 24 and warp 0 does not: a finding
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_CHECKS_REGISTERCHANGES_H
#define TQC_RUNTIME_EMULATOR_CHECKS_REGISTERCHANGES_H

#include "runtime/emulator/machine/Cta.h"

namespace tqc::emu {

/// The CTA has ended: what its warps did is compared.
void checkRegisterChanges(const Cta &cta);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_CHECKS_REGISTERCHANGES_H
