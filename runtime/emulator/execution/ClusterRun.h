//===- ClusterRun.h - the turns of a cluster's warps ----------------------===//
//
// Answers "which warp runs next, and when is this cluster over, stuck or given
// up". The schedule says in which order warps take turns. Example:
//   both warps of a CTA wait at different barriers: RunEnd::Fault, and a
//   finding that says who waits where
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_CLUSTERRUN_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_CLUSTERRUN_H

#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/execution/Limits.h"
#include "runtime/emulator/execution/WarpRun.h"
#include "runtime/emulator/memory/Async.h"

namespace tqc::emu {

/// A cluster with its clocks and what it has in flight.
class ClusterRun {
public:
  /// `counts` are the host thread's, null without counters.
  ClusterRun(LaunchState &launch, uint64_t linearIndex, CountTable *counts);

  /// Runs until all is done, the quantum is over, or nothing can go on.
  RunEnd run(const TimeLimit &limit);

private:
  bool debuggerGoesOn(bool stuck);
  void reportDeadlock();
  bool isGivenUp(const TimeLimit *limit, uint64_t stepsRun);
  void reportEnd(std::string kind, std::string message);

  LaunchState &launch;
  Cluster cluster;
  std::unique_ptr<SharedRaces> races; // null without checks
  AsyncUnit async;
  std::vector<Warp *> order;
  uint32_t rounds = 0;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_CLUSTERRUN_H
