//===- ExecMbarrier.h - what a wait for an mbarrier waits for -------------===//
//
// Answers "why does this warp not go on", for the report of a deadlock.
// Example:
//   the mbarrier at shared address 1024 has completed 0 phases; the one of
//   parity 0 is at work, and lacks 1 of 2 arrivals
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_EXECMBARRIER_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_EXECMBARRIER_H

#include "runtime/emulator/machine/Warp.h"

#include <string>

namespace tqc::emu {

/// What a lane that waits in mbarrier.try_wait waits for, in words; nothing if
/// the instruction is another one.
std::string describeWait(Warp &warp, Group &group, const Inst &inst,
                         unsigned lane);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_EXECMBARRIER_H
