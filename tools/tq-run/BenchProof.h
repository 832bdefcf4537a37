//===- BenchProof.h - Does what is timed do the work? -----------*- C++ -*-===//
//
// A time says nothing of a kernel that does not do the work. After the times
// are taken, and with everything as it was while they were:
//
// - the inputs must be as they were: kernels do not write into them;
// - a few elements of each input get other values before each launch, by
//   kernels between those that are timed. Results must follow, and on a GPU the
//   launches must take as long: one that keeps results, and looks whether the
//   inputs are the same, is slower here than while nothing changed;
// - all inputs get other values, and results must follow, though the outputs
//   still hold the old ones.
//
//     BenchProof proof(device, gpu, sets, seed);
//     std::string problem = proof.run(median); // empty: it does the work
//
// It does not look at the source.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BENCHPROOF_H
#define TQC_TOOLS_TQ_RUN_BENCHPROOF_H

#include "runtime/bench/PokeKernels.h"
#include "tools/tq-run/BenchSets.h"

namespace tqc {

class BenchProof {
public:
  /// `gpu` is the device if that is one, else null.
  BenchProof(Device &device, CudaDevice *gpu, BenchSets &sets, uint64_t seed)
      : device(device), gpu(gpu), sets(sets), task(sets.taskHere()),
        seed(seed) {}

  /// Why the times do not count; empty if they do. `milliseconds` is the median
  /// of what was timed, 0 if nothing was.
  std::string run(double milliseconds);

private:
  /// The pokes of a set: the same places in both, other values.
  struct PokeTables {
    Launch first, second;
  };

  Status checkInputs();
  Status makePokes();
  Status makePokesOf(size_t set, const std::vector<HostTensor> &inputs,
                     ModuleId module);
  Status checkPoked(double milliseconds);
  Result<double> timePoked(int rounds, bool withSteps);
  Status pokeAndReplay(int rounds, bool withSteps) const;
  Status checkRenewed();
  /// Holds the results of a set against the reference of these inputs.
  Status compare(size_t set, const std::vector<HostTensor> &inputs,
                 const std::string &after);
  Status checkFindings();

  Device &device;
  CudaDevice *gpu;
  BenchSets &sets;
  const LevelCase &task;
  uint64_t seed;
  std::vector<size_t> chosen; ///< sets whose results are looked at
  std::vector<PokeTables> pokes;
  std::vector<std::vector<HostTensor>> poked; ///< inputs of the chosen sets
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BENCHPROOF_H
