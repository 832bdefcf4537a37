//===- LaunchRun.h - a launch on the cores of the host --------------------===//
//
// Answers "who runs which cluster". Each host thread takes the next cluster
// that nobody has begun. Example: a grid of 4 CTAs on 2 cores is 2 threads that
// run CTAs 0 and 1, and each another one when that is over
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_LAUNCHRUN_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_LAUNCHRUN_H

#include "runtime/emulator/machine/Cta.h"

namespace tqc::emu {

/// Runs a whole launch; false if it ended early.
bool runLaunch(LaunchState &launch);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_LAUNCHRUN_H
