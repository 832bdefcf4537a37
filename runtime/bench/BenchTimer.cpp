//===- BenchTimer.cpp - The protocol of a measurement ---------------------===//

#include "runtime/bench/BenchTimer.h"

#include "runtime/cuda/CudaGraph.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tqc {

double percentile(std::vector<double> samples, double part) {
  if (samples.empty())
    return 0;
  std::sort(samples.begin(), samples.end());
  double place = part * double(samples.size() - 1);
  auto below = static_cast<size_t>(place);
  size_t above = std::min(below + 1, samples.size() - 1);
  double share = place - double(below);
  return samples[below] * (1 - share) + samples[above] * share;
}

Times summarize(std::vector<double> samples) {
  Times times;
  times.median = percentile(samples, 0.5);
  times.low = percentile(samples, 0.1);
  times.high = percentile(samples, 0.9);
  times.samples = std::move(samples);
  return times;
}

double medianRatio(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i] > 0)
      ratios.push_back(b[i] / a[i]);
  return percentile(std::move(ratios), 0.5);
}

bool isSteady(double changing, double same) {
  constexpr double kFactor = 1.5, kSlack = 0.004; // what changes them costs too
  return changing <= kFactor * same + kSlack;
}

/// More sets would cost memory and time and change nothing.
static constexpr int kMostSets = 64;
static constexpr int kMostLaunches = 512;

int setsFor(double footprint, double cacheBytes) {
  double sets = std::ceil(2 * cacheBytes / std::max(footprint, 1.0));
  return static_cast<int>(std::clamp(sets, 1.0, double(kMostSets)));
}

int launchesFor(const BenchPlan &plan, double milliseconds) {
  double wanted = std::ceil(plan.sampleTime / std::max(milliseconds, 1e-4));
  auto launches =
      static_cast<int>(std::clamp(wanted, 1.0, double(kMostLaunches)));
  return (launches + plan.sets - 1) / plan.sets * plan.sets;
}

namespace {

/// A competitor's work, ready to be run.
struct Contestant {
  std::unique_ptr<CudaGraph> graph;
  int launches = 0;
  std::vector<double> samples;

  Status sample() {
    Result<double> time = graph->run();
    if (!time)
      return time.error();
    samples.push_back(*time / launches);
    return {};
  }
};

CudaGraph::Work repeated(const Competitor &competitor, int launches, int sets) {
  return [&competitor, launches, sets]() -> Status {
    for (int i = 0; i < launches; ++i)
      if (Status status = competitor(i % sets); !status)
        return status;
    return {};
  };
}

/// Runs every set once, which loads what must be loaded, and measures roughly.
Result<double> tryOut(CudaDevice &device, const Competitor &competitor,
                      int sets) {
  if (Status status = repeated(competitor, sets, sets)(); !status)
    return status.error();
  if (Status status = device.synchronize(); !status)
    return status.error();
  Result<std::unique_ptr<CudaGraph>> once =
      CudaGraph::capture(device, repeated(competitor, sets, sets));
  if (!once)
    return once.error();
  (void)(*once)->run(); // uploads the graph
  Result<double> time = (*once)->run();
  if (!time)
    return time.error();
  return *time / sets;
}

} // namespace

Result<std::vector<Times>>
timeInTurns(CudaDevice &device, const std::vector<Competitor> &competitors,
            const BenchPlan &plan, std::vector<int> &launches) {
  std::vector<Contestant> contestants(competitors.size());
  for (size_t i = 0; i < competitors.size(); ++i) {
    Result<double> rough = tryOut(device, competitors[i], plan.sets);
    if (!rough)
      return rough.error();
    contestants[i].launches = launchesFor(plan, *rough);
    Result<std::unique_ptr<CudaGraph>> graph = CudaGraph::capture(
        device, repeated(competitors[i], contestants[i].launches, plan.sets));
    if (!graph)
      return graph.error();
    contestants[i].graph = std::move(*graph);
  }
  auto begin = std::chrono::steady_clock::now();
  auto elapsed = [&] {
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now() - begin)
        .count();
  };
  do
    for (Contestant &contestant : contestants)
      if (Status status = contestant.sample(); !status)
        return status.error();
  while (elapsed() < plan.warmUp);
  for (Contestant &contestant : contestants)
    contestant.samples.clear();
  for (int i = 0; i < plan.samples; ++i)
    for (Contestant &contestant : contestants)
      if (Status status = contestant.sample(); !status)
        return status.error();
  std::vector<Times> times;
  launches.clear();
  for (Contestant &contestant : contestants) {
    times.push_back(summarize(std::move(contestant.samples)));
    launches.push_back(contestant.launches);
  }
  return times;
}

} // namespace tqc
