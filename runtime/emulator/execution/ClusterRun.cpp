//===- ClusterRun.cpp - the turns of a cluster's warps --------------------===//

#include "runtime/emulator/execution/ClusterRun.h"

#include "runtime/emulator/execution/ExecMbarrier.h"
#include "runtime/emulator/machine/DebugHook.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstdio>
#include <set>

namespace tqc::emu {

/// Instructions that a warp runs before the next warp of its cluster.
static constexpr uint64_t kWarpQuantum = 4096;
/// Rounds over all warps before other clusters get the host thread. A cluster
/// may wait for another one by polling memory.
static constexpr unsigned kRoundsPerTurn = 64;
/// Rounds, if they are short, between two looks at the clock.
static constexpr uint32_t kRoundsPerClock = 16;

ClusterRun::ClusterRun(LaunchState &launch, uint64_t linearIndex,
                       CountTable *counts)
    : launch(launch), cluster(launch, linearIndex),
      races(launch.options.checks ? std::make_unique<SharedRaces>(cluster)
                                  : nullptr),
      async(cluster) {
  cluster.races = races.get();
  cluster.async = &async;
  cluster.counts = counts;
  for (const auto &cta : cluster.ctas)
    for (const auto &warp : cta->warps)
      order.push_back(warp.get());
}

/// Who has come to a barrier, and who is missing.
static std::string describeBarrier(const Cta &cta, uint32_t index) {
  const NamedBarrier &b = cta.barriers[index];
  uint32_t expected = b.wholeCta ? cta.liveThreads() : b.expected;
  return "barrier " + std::to_string(index) + " has " +
         std::to_string(b.arrived) + " of " + std::to_string(expected) +
         " threads";
}

void ClusterRun::reportDeadlock() {
  std::set<std::string> told;
  // Who waits: the first lane of every group, in order.
  EmuFinding finding;
  bool first = true;
  for (Warp *warp : order)
    for (Group *g : warp->groups) {
      const Inst &inst = g->frame->function->code[g->pc];
      unsigned lane = firstLane(g->mask);
      EmuFinding here =
          findingAt(*warp, g->waiting ? *g->waiting : inst, lane, g->frame);
      if (first) {
        finding = here;
        finding.kind = "deadlock";
        finding.message = "no warp of program can go on: each waits for "
                          "something that nobody will do";
        finding.fatal = true;
        first = false;
      }
      if (finding.details.size() >= 40)
        continue;
      finding.details.push_back(
          "program " + std::to_string(warp->cta.id[0]) + " warp " +
          std::to_string(warp->index) + " (" +
          std::to_string(countLanes(g->mask)) + " lanes) waits in " +
          here.instruction + ", " +
          (here.line ? here.file + ":" + std::to_string(here.line)
                     : here.ptxFile + ":" + std::to_string(here.ptxLine)));
      std::string why = g->wait == Wait::Barrier
                            ? describeBarrier(warp->cta, g->barrier)
                            : describeWait(*warp, *g, inst, lane);
      if (!why.empty() && told.insert(why).second)
        finding.details.push_back("  " + why);
    }
  launch.findings->add(finding);
  launch.stop = true;
}

/// "10 s", "0.5 s".
static std::string showSeconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g s", seconds);
  return text;
}

/// Whether a debugger held warps, and has let them go.
bool ClusterRun::debuggerGoesOn(bool stuck) {
  DebugHook *hook = launch.options.debug;
  return hook && hook->atStandstill(cluster, stuck);
}

RunEnd ClusterRun::run(const TimeLimit &limit) {
  for (unsigned round = 0; round < kRoundsPerTurn; ++round) {
    if (launch.options.schedule == Schedule::Random)
      std::shuffle(order.begin(), order.end(), cluster.random);
    bool ran = false, left = false;
    uint64_t stepsBefore = 0, stepsRun = 0;
    cluster.progress = false;
    if (!async.tick())
      return RunEnd::Fault;
    for (Warp *warp : order) {
      if (warp->groups.empty())
        continue;
      uint64_t budget = kWarpQuantum;
      stepsBefore = warp->steps;
      RunEnd end = runWarp(*warp, budget);
      stepsRun += warp->steps - stepsBefore;
      if (end == RunEnd::Fault || launch.stop) {
        launch.stop = true;
        return RunEnd::Fault;
      }
      // A step that only found out that it has to wait is no progress.
      ran |= end != RunEnd::Blocked || warp->advanced;
      left |= !warp->groups.empty();
    }
    launch.steps += stepsRun;
    // Programs that end at once are counted too: there may be billions.
    if (isGivenUp(left ? &limit : nullptr, stepsRun))
      return RunEnd::Fault;
    if (!left)
      return async.drain() ? RunEnd::Done : RunEnd::Fault;
    if (!ran && !cluster.progress && debuggerGoesOn(/*stuck=*/false))
      continue;
    if (!ran && !cluster.progress && !async.unblock()) {
      if (debuggerGoesOn(/*stuck=*/true))
        continue;
      if (launch.stop)
        return RunEnd::Fault;
      reportDeadlock();
      return RunEnd::Fault;
    }
  }
  return RunEnd::Quantum;
}

/// Whether a limit has been reached, or somebody wants the launch to end; there
/// is no limit of time for programs that have ended.
bool ClusterRun::isGivenUp(const TimeLimit *limit, uint64_t stepsRun) {
  const EmulatorOptions &options = launch.options;
  uint64_t total = launch.steps;
  // The clock is asked after a round that was long, and now and then.
  bool asks = ++rounds % kRoundsPerClock == 0 || stepsRun >= kWarpQuantum;
  if (options.maxSteps && total > options.maxSteps)
    reportEnd("step-limit", "the kernel ran more than " +
                                std::to_string(options.maxSteps) +
                                " warp instructions");
  else if (options.interrupt && options.interrupt->asked)
    reportEnd("interrupted", "the kernel was interrupted here, after " +
                                 std::to_string(total) + " warp instructions");
  else if (asks && limit && limit->isOver())
    reportEnd("time-limit", "no program came to its end within " +
                                showSeconds(options.maxSeconds) +
                                "; this is where the kernel was");
  else
    return false;
  return true;
}

/// The instruction at `pc`, or, where its line is not known (a move that keeps
/// a loop going), the last one before it whose line is.
static const Inst &lastWithLine(const PtxModule &module,
                                const Function &function, size_t pc) {
  size_t at = pc;
  auto hasLine = [&](size_t index) {
    int32_t loc = function.ptx->body[function.code[index].source].loc;
    return loc >= 0 && module.locs[static_cast<size_t>(loc)].line > 0;
  };
  while (at > 0 && !hasLine(at))
    --at;
  return function.code[hasLine(at) ? at : pc];
}

/// The launch ends where a warp is that did something until now, or else where
/// the first one is that is left.
void ClusterRun::reportEnd(std::string kind, std::string message) {
  const Warp *warp = nullptr;
  const Group *group = nullptr;
  bool runs = false;
  for (const Warp *one : order)
    for (const Group *g : one->groups)
      if (bool here = g->wait == Wait::None && one->advanced;
          !group || (here && !runs)) {
        warp = one;
        group = g;
        runs = here;
      }
  if (launch.stop.exchange(true) || !group)
    return; // another host thread has said it
  EmuFinding finding = findingAt(
      *warp,
      lastWithLine(*launch.program->module, *group->frame->function, group->pc),
      firstLane(group->mask), group->frame);
  finding.kind = std::move(kind);
  finding.message = std::move(message);
  finding.fatal = true;
  for (std::string &loop : describeLoops(*launch.program, *group))
    finding.details.push_back(std::move(loop));
  if (finding.kind == "time-limit")
    finding.details.push_back("--max-seconds N gives it more time, "
                              "--max-seconds 0 all the time there is");
  launch.findings->add(finding);
}

} // namespace tqc::emu
