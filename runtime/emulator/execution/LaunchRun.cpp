//===- LaunchRun.cpp - a launch on the cores of the host ------------------===//

#include "runtime/emulator/execution/LaunchRun.h"

#include "runtime/emulator/execution/ClusterRun.h"
#include "runtime/emulator/reports/ProgressLine.h"

#include <algorithm>
#include <deque>
#include <thread>

namespace tqc::emu {

/// Clusters that a host thread keeps in flight at most.
static constexpr size_t kMaxResident = 64;

namespace {
/// One host thread's part of a launch.
class Worker {
public:
  Worker(LaunchState &launch, std::atomic<uint64_t> &next, uint64_t count,
         LaunchProgress &progress)
      : launch(launch), next(next), count(count), progress(progress),
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
      std::unique_ptr<ClusterRun> cluster = std::move(resident.front());
      resident.pop_front();
      RunEnd end = cluster->run(limit);
      if (end == RunEnd::Fault)
        return;
      if (end == RunEnd::Done) {
        limit.restart();
        progress.count(1);
      } else {
        resident.push_back(std::move(cluster));
      }
      // What is still running may wait for a cluster that has not begun.
      if (resident.size() < kMaxResident)
        admit();
    }
  }

  void admit() {
    uint64_t index = next++;
    if (index >= count)
      return;
    resident.push_back(std::make_unique<ClusterRun>(
        launch, index, launch.options.counters ? &counts : nullptr));
  }

  LaunchState &launch;
  std::atomic<uint64_t> &next;
  const uint64_t count;
  LaunchProgress &progress;
  TimeLimit limit;
  std::deque<std::unique_ptr<ClusterRun>> resident;
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
  LaunchProgress progress(launch.program->functions[0].ptx->name, count);
  unsigned threads = launch.options.threads
                         ? launch.options.threads
                         : std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<uint64_t>(threads, count));
  if (threads <= 1) {
    Worker(launch, next, count, progress).run();
    return !launch.stop;
  }
  std::vector<std::thread> pool;
  for (unsigned i = 0; i < threads; ++i)
    pool.emplace_back([&] { Worker(launch, next, count, progress).run(); });
  for (std::thread &thread : pool)
    thread.join();
  return !launch.stop;
}

} // namespace tqc::emu
