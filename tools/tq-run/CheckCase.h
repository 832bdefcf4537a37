//===- CheckCase.h - One case of a level ------------------------*- C++ -*-===//
//
// Is the launcher right on this case? Fresh inputs, one call, a comparison with
// the reference, and everything the device noticed on the way.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKCASE_H
#define TQC_TOOLS_TQ_RUN_CHECKCASE_H

#include "runtime/cuda/CublasApi.h"
#include "tools/tq-run/Judge.h"
#include "tools/tq-run/LevelRunner.h"

namespace tqc {

/// The file under a plan of which parts are forced.
struct PlannedRunner {
  std::string plan; ///< "group=8,programs=strided"
  std::unique_ptr<LevelRunner> runner;
};

/// What all cases of a run share.
struct CheckRun {
  OpenedDevice &opened;
  LevelRunner &runner;
  std::string arch;         ///< that is compiled for
  Cublas *cublas = nullptr; ///< where there is one
  uint64_t seed = 0;
  unsigned schedules = 1; ///< orders to try (Schedules.h)
  /// Each case is tried under these plans, too. That the compiler refuses one
  /// is no failure.
  std::vector<PlannedRunner> planned = {};
};

CaseResult checkCase(const CheckRun &run, const LevelCase &levelCase);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKCASE_H
