//===- BenchTimer.h - The protocol of a measurement -------------*- C++ -*-===//
//
// How is time taken so that two numbers can be compared?
//
//   - Several sets of tensors take turns, so many that what one launch leaves
//     in the second-level cache is gone when its set comes again.
//   - So many launches go into one CUDA graph that starting it does not count;
//     the time of a launch is that of the graph divided by them.
//   - Everyone warms the GPU up, then all are sampled in turns (A B A B ...),
//   so
//     that a drifting clock meets them alike. The median counts; the 10th and
//     90th percentile show the spread.
//
//     Result<std::vector<Times>> times = timeInTurns(gpu, {ours, theirs},
//     plan);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_BENCHTIMER_H
#define TQC_RUNTIME_BENCH_BENCHTIMER_H

#include "runtime/cuda/CudaDevice.h"

#include <functional>

namespace tqc {

/// Milliseconds of one launch.
struct Times {
  double median = 0, low = 0, high = 0; ///< 50th, 10th and 90th percentile
  std::vector<double> samples;          ///< in the order they were taken
};

/// The value below which the share `part` of the samples lies, between two of
/// them in proportion.
double percentile(std::vector<double> samples, double part);
Times summarize(std::vector<double> samples);
/// The median of b[i] / a[i]: how many times longer b takes.
double medianRatio(const std::vector<double> &a, const std::vector<double> &b);

struct BenchPlan {
  int sets = 1; ///< of tensors
  int samples = 21;
  double warmUp = 250;   ///< milliseconds
  double sampleTime = 4; ///< milliseconds that a sample shall last
};

/// Whether launches that take `changing` milliseconds where inputs change
/// before each of them, and `same` where they do not, can be the same work.
bool isSteady(double changing, double same);

/// How many sets of tensors make every launch start with a cold cache.
int setsFor(double footprint, double cacheBytes);
/// How many launches a sample has: all sets the same number of times.
int launchesFor(const BenchPlan &plan, double milliseconds);

/// One of several that do the same work: enqueues it on set `i`.
using Competitor = std::function<Status(int set)>;

/// Times of each competitor, in their order. `launches` gets how many there
/// were in a sample of each.
Result<std::vector<Times>>
timeInTurns(CudaDevice &device, const std::vector<Competitor> &competitors,
            const BenchPlan &plan, std::vector<int> &launches);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_BENCHTIMER_H
