//===- CheckRun.h - What a check is asked for, and how it went --*- C++ -*-===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKRUN_H
#define TQC_TOOLS_TQ_RUN_CHECKRUN_H

#include "compiler/analysis/CodeChoices.h"
#include "tools/tq-run/CheckCase.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"

namespace tqc {

struct CheckRequest {
  int level = 0;
  LevelFile file;
  std::vector<LevelCase> cases;
  uint64_t seed = 0;
  unsigned schedules = 1;
  std::string arch;
  CodeChoices choices;
  std::vector<ForcedPlan> alsoPlans; ///< each case under these, too
  bool showsCounters = false;        ///< in the report, where they were counted
  bool all = false;                  ///< go on behind a case that fails
  unsigned jobs = 1;                 ///< cases at the same time
  uint64_t prints = 0;               ///< lines of kernels to be shown
  /// Opens the device once more, for each further job.
  std::function<Result<OpenedDevice>()> openAgain;
};

/// How a run of cases went.
struct CheckOutcome {
  size_t passed = 0, failed = 0, skipped = 0;
  bool compileError = false;
  std::string error; ///< the diagnostics of a file that could not be called
  std::vector<OpenPart> open; ///< parts of a template that are not written yet
  std::optional<LevelCase> failedCase; ///< the first
  CaseResult failure;                  ///< of it
  double milliseconds = 0;
  uint64_t notShown = 0; ///< lines that kernels printed

  bool hasPassed() const {
    return error.empty() && open.empty() && failed == 0 && passed > 0;
  }
  size_t run() const { return passed + failed + skipped; }
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKRUN_H
