//===- Cta.cpp - a block, its cluster, and the launch they belong to ------===//

#include "runtime/emulator/Cta.h"

#include "runtime/emulator/Async.h"
#include "runtime/emulator/Checks.h"
#include "runtime/emulator/DebugHook.h"
#include "runtime/emulator/GlobalRaces.h"
#include "runtime/emulator/MbarrierAccess.h"
#include "runtime/emulator/Races.h"
#include "runtime/emulator/WgmmaRegisters.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <set>
#include <thread>

namespace tqc::emu {

/// Instructions that a warp runs before the next warp of its cluster.
static constexpr uint64_t kWarpQuantum = 4096;
/// Rounds over all warps before other clusters get the host thread. A cluster
/// may wait for another one by polling memory.
static constexpr unsigned kRoundsPerTurn = 64;
/// Clusters that a host thread keeps in flight at most.
static constexpr size_t kMaxResident = 64;
/// Rounds, if they are short, between two looks at the clock.
static constexpr uint32_t kRoundsPerClock = 16;

//===----------------------------------------------------------------------===//
// Cta
//===----------------------------------------------------------------------===//

Cta::Cta(Cluster &cluster, std::array<uint32_t, 3> id, uint32_t rank)
    : cluster(cluster), launch(cluster.launch), id(id), rank(rank) {
  const Program &program = *launch.program;
  size_t bytes = program.dynamicShared - kSharedStart + launch.dynamicShared;
  shared.resize(bytes + 16);
  shared.resize(bytes);
  if (launch.options.checks)
    sharedUndefined.assign(bytes, 1);
  uint32_t threads = launch.threadsPerCta();
  for (uint32_t first = 0, index = 0; first < threads;
       first += kLanes, ++index) {
    uint32_t lanes = std::min(threads - first, kLanes);
    Mask mask = lanes == kLanes ? kAllLanes : (Mask(1) << lanes) - 1;
    warps.push_back(std::make_unique<Warp>(*this, index, mask));
  }
}

uint64_t Cta::linearId() const {
  return id[0] +
         uint64_t(launch.grid[0]) * (id[1] + uint64_t(launch.grid[1]) * id[2]);
}

uint32_t Cta::liveThreads() const {
  uint32_t count = 0;
  for (const auto &warp : warps)
    count += countLanes(warp->live);
  return count;
}

void Cta::completeBarrier(uint32_t index) {
  NamedBarrier &b = barriers[index];
  ++b.generation;
  b.lastCount = b.count;
  b.lastAll = b.all;
  b.lastAny = b.any;
  b.lastClock = std::move(b.clock);
  b.clock.clear();
  b.arrived = b.expected = b.count = 0;
  b.all = true;
  b.any = false;
  cluster.progress = true;
  for (const auto &warp : warps)
    for (Group *g : warp->groups)
      if (g->wait == Wait::Barrier && g->barrier == index) {
        finishBarrier(*warp, *g, b);
        warp->wake(*g);
      }
}

void Cta::lanesExited() {
  // A barrier without a count waits for the threads that are still there.
  uint32_t live = liveThreads();
  for (uint32_t i = 0; i < barriers.size(); ++i)
    if (barriers[i].arrived != 0 && barriers[i].wholeCta &&
        barriers[i].arrived >= live)
      completeBarrier(i);
  cluster.async->settleClusterBarrier();
  if (live == 0 && cluster.races)
    cluster.races->leave(*this);
  if (live == 0 && launch.options.checks) {
    checkRegisterChanges(*this, launch);
    for (const auto &warp : warps)
      checkLastWait(*warp);
  }
}

//===----------------------------------------------------------------------===//
// Cluster
//===----------------------------------------------------------------------===//

Cluster::Cluster(LaunchState &launch, uint64_t linearIndex)
    : launch(launch), linearIndex(linearIndex),
      random(launch.options.seed * 0x9e3779b97f4a7c15u + linearIndex),
      races(launch.options.checks ? std::make_unique<SharedRaces>(*this)
                                  : nullptr),
      async(std::make_unique<AsyncUnit>(*this)) {
  const auto &size = launch.cluster;
  uint32_t count[3];
  for (unsigned i = 0; i < 3; ++i)
    count[i] = launch.grid[i] / size[i];
  uint32_t at[3] = {static_cast<uint32_t>(linearIndex % count[0]),
                    static_cast<uint32_t>(linearIndex / count[0] % count[1]),
                    static_cast<uint32_t>(linearIndex / count[0] / count[1])};
  uint32_t rank = 0;
  for (uint32_t z = 0; z < size[2]; ++z)
    for (uint32_t y = 0; y < size[1]; ++y)
      for (uint32_t x = 0; x < size[0]; ++x)
        ctas.push_back(std::make_unique<Cta>(
            *this,
            std::array<uint32_t, 3>{at[0] * size[0] + x, at[1] * size[1] + y,
                                    at[2] * size[2] + z},
            rank++));
  for (const auto &cta : ctas)
    for (const auto &warp : cta->warps)
      order.push_back(warp.get());
}

Cluster::~Cluster() = default;

/// Who has come to a barrier, and who is missing.
static std::string describeBarrier(const Cta &cta, uint32_t index) {
  const NamedBarrier &b = cta.barriers[index];
  uint32_t expected = b.wholeCta ? cta.liveThreads() : b.expected;
  return "barrier " + std::to_string(index) + " has " +
         std::to_string(b.arrived) + " of " + std::to_string(expected) +
         " threads";
}

void Cluster::reportDeadlock() {
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
bool Cluster::debuggerGoesOn(bool stuck) {
  DebugHook *hook = launch.options.debug;
  return hook && hook->atStandstill(*this, stuck);
}

RunEnd Cluster::run(const TimeLimit &limit) {
  for (unsigned round = 0; round < kRoundsPerTurn; ++round) {
    if (launch.options.schedule == Schedule::Random)
      std::shuffle(order.begin(), order.end(), random);
    bool ran = false, left = false;
    uint64_t stepsBefore = 0, stepsRun = 0;
    progress = false;
    if (!async->tick())
      return RunEnd::Fault;
    for (Warp *warp : order) {
      if (warp->groups.empty())
        continue;
      uint64_t budget = kWarpQuantum;
      stepsBefore = warp->steps;
      RunEnd end = warp->run(budget);
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
    if (!left)
      return async->drain() ? RunEnd::Done : RunEnd::Fault;
    if (isGivenUp(limit, stepsRun))
      return RunEnd::Fault;
    if (!ran && !progress && debuggerGoesOn(/*stuck=*/false))
      continue;
    if (!ran && !progress && !async->unblock()) {
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

/// Whether a limit has been reached, or somebody wants the launch to end.
bool Cluster::isGivenUp(const TimeLimit &limit, uint64_t stepsRun) {
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
  else if (asks && limit.isOver())
    reportEnd("time-limit", "no program came to its end within " +
                                showSeconds(options.maxSeconds) +
                                "; this is where the kernel was");
  else
    return false;
  return true;
}

/// The instruction at `pc`, or, where its line is not known (a move that keeps a
/// loop going), the last one before it whose line is.
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
void Cluster::reportEnd(std::string kind, std::string message) {
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
  EmuFinding finding =
      findingAt(*warp,
                lastWithLine(*launch.program->module, *group->frame->function,
                             group->pc),
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

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

namespace {
/// One host thread's part of a launch.
class Worker {
public:
  Worker(LaunchState &launch, std::atomic<uint64_t> &next, uint64_t count)
      : launch(launch), next(next), count(count),
        limit(launch.options.maxSeconds) {}

  void run() {
    if (launch.options.counters)
      counts = emptyCounts(*launch.program);
    work();
    if (launch.options.counters) {
      std::lock_guard<std::mutex> lock(launch.countsMutex);
      addCounts(launch.counts, counts);
    }
  }

private:
  void work() {
    admit();
    while (!resident.empty() && !launch.stop) {
      std::unique_ptr<Cluster> cluster = std::move(resident.front());
      resident.pop_front();
      RunEnd end = cluster->run(limit);
      if (end == RunEnd::Fault)
        return;
      if (end == RunEnd::Done)
        limit.restart();
      else
        resident.push_back(std::move(cluster));
      // What is still running may wait for a cluster that has not begun.
      if (resident.size() < kMaxResident)
        admit();
    }
  }

  void admit() {
    uint64_t index = next++;
    if (index >= count)
      return;
    resident.push_back(std::make_unique<Cluster>(launch, index));
    if (launch.options.counters)
      resident.back()->counts = &counts;
  }

  LaunchState &launch;
  std::atomic<uint64_t> &next;
  const uint64_t count;
  TimeLimit limit;
  std::deque<std::unique_ptr<Cluster>> resident;
  CountTable counts;
};
} // namespace

bool runLaunch(LaunchState &launch) {
  uint64_t count = 1;
  for (unsigned i = 0; i < 3; ++i)
    count *= launch.grid[i] / launch.cluster[i];
  if (launch.options.counters)
    launch.counts = emptyCounts(*launch.program);
  std::atomic<uint64_t> next{0};
  unsigned threads = launch.options.threads
                         ? launch.options.threads
                         : std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<uint64_t>(threads, count));
  if (threads <= 1) {
    Worker(launch, next, count).run();
    return !launch.stop;
  }
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i)
    pool.emplace_back([&] { Worker(launch, next, count).run(); });
  for (std::thread &thread : pool)
    thread.join();
  return !launch.stop;
}

} // namespace tqc::emu
