//===- WarpRun.h - how a warp executes its instructions -------------------===//
//
// Answers "how far does this warp get now". Its groups of lanes take turns
// until the budget is used up or all of them wait. Smallest example:
//   uint64_t budget = 4096;
//   runWarp(warp, budget) == RunEnd::Blocked: all its lanes are at a barrier
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_WARPRUN_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_WARPRUN_H

#include "runtime/emulator/machine/Warp.h"

namespace tqc::emu {

/// How a call to runWarp ended.
enum class RunEnd : uint8_t { Quantum, Blocked, Done, Fault };

/// Executes at most `budget` instructions, which is lowered by those run.
RunEnd runWarp(Warp &warp, uint64_t &budget);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_WARPRUN_H
