//===- BenchSets.h - The tensors and launches of a benchmark ----*- C++ -*-===//
//
// What is launched again and again while a case is timed? Several sets of
// tensors that take turns, and for each what the launcher did to it:
//
//     BenchSets sets(device, data, benchCase, seed);
//     sets.make(8);                       // inputs
//     sets.record(runner, recorder);      // calls the launcher once a set
//     sets.replay(3);                     // kernels and fills of set 3, again
//     sets.renew(1);                      // other numbers in all inputs
//
// The numbers of an input are known by set and generation, so that a reference
// can be computed of them at any time.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BENCHSETS_H
#define TQC_TOOLS_TQ_RUN_BENCHSETS_H

#include "runtime/bench/BenchData.h"
#include "runtime/bench/BenchTable.h"
#include "tools/tq-run/LevelRunner.h"
#include "tools/tq-run/RecordingDevice.h"

namespace tqc {

/// The tensors of one set, and what the launcher made of them.
struct BenchSet {
  std::vector<DeviceTensor> inputs;
  std::optional<DeviceTensor> out; ///< if the launcher is given one
  std::vector<Launch> steps;
  std::shared_ptr<void> keep; ///< tensors that the steps use
  /// What the launcher returned: type and shape, and where it lies.
  std::vector<HostTensor> forms;
  std::vector<TensorPlace> places;
  DevicePtr baselineOut = 0;
  Launch copy;
};

/// All sets of a case, freed when it is over.
class BenchSets {
public:
  BenchSets(Device &device, BenchData &data, const BenchCase &benchCase,
            uint64_t seed)
      : device(device), data(data), benchCase(benchCase),
        task(taskOf(benchCase)), seed(seed) {}
  ~BenchSets();
  BenchSets(const BenchSets &) = delete;
  BenchSets &operator=(const BenchSets &) = delete;

  Status make(int count);
  Status record(LevelRunner &runner, RecordingDevice &recorder);
  /// Makes the steps of a set again; enqueues them only.
  Status replay(size_t set) const;
  /// Writes the numbers of another generation into all inputs.
  Status renew(uint64_t generation);

  /// What the inputs of a set hold in a generation; the first is 0.
  std::vector<HostTensor> inputsOf(size_t set, uint64_t generation) const;
  /// What a result of the launcher holds now.
  Result<HostTensor> resultOf(size_t set, size_t index) const;

  Result<DevicePtr> allocate(const std::string &name, size_t bytes);
  const LevelCase &taskHere() const { return task; }

  std::vector<BenchSet> sets;

private:
  uint64_t saltOf(size_t set, size_t input, uint64_t generation) const;

  Device &device;
  BenchData &data;
  const BenchCase &benchCase;
  const LevelCase task;
  uint64_t seed;
  std::vector<DevicePtr> owned;
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BENCHSETS_H
