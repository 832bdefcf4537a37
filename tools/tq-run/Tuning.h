//===- Tuning.h - What the candidates of a kernel took ----------*- C++ -*-===//
//
// Which of a kernel's configurations is the fastest, and how is that said in a
// file, so that several machines can measure a part each?
//
//     {"tqc_tuning": 1, "kernels": [{"kernel": "scale", "gpu": "NVIDIA H200",
//       "arch": "sm_90a", "measure": "milliseconds", "count": 4,
//       "candidates": [{"index": 0, "words": "BLOCK=64", "cost": 0.012}, ...],
//       "chosen": 0, "variant": "scale: BLOCK=64"}]}
//
// It knows no device: who measures is Autotune.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TUNING_H
#define TQC_TOOLS_TQ_RUN_TUNING_H

#include "compiler/host/Host.h"
#include "tools/tq-run/Report.h"
#include "tools/tq-run/RunCost.h"

namespace tqc {

/// One configuration, and what was seen of it.
struct Candidate {
  size_t index = 0;          ///< in the list of all
  std::string config, words; ///< KernelConfig::describe(), words()
  std::string refused;       ///< why it cannot run; empty if it does
  /// What decides: milliseconds, or cycles that the counters come to.
  double cost = 0, low = 0, high = 0;
  CostCount counted; ///< on the emulator
};

/// A kernel for one kind of arguments.
struct TunedKernel {
  std::string kernel;
  std::string arguments; ///< what the choice holds for: "fp32, fp32, n=1000"
  std::string content;   ///< the same source and arguments, on any machine
  std::string key;       ///< in the cache of this compiler; empty: not kept
  std::string gpu, arch;
  bool measured = false;             ///< by a clock; else counted
  size_t count = 0;                  ///< of all candidates
  std::vector<Candidate> candidates; ///< those of this part, by index
};

/// What `tq-run tune` asks a launcher for.
struct TuningRun {
  std::string kernel;                   ///< empty: all with configurations
  std::vector<KernelConfig> candidates; ///< empty: those of the decorator
  size_t shard = 0, shards = 1;         ///< measures index % shards == shard
  std::vector<TunedKernel> kernels;     ///< what came out
};

/// What a launch takes by its counters alone: cycles of one multiprocessor, if
/// no part of it ever worked beside another, and nothing was waited for.
double cyclesOf(const CostCount &count);

/// The first candidate within 1 % of the best one, so that noise changes
/// little; null if none runs.
const Candidate *fastest(const TunedKernel &tuned);

Json jsonOf(const std::vector<TunedKernel> &kernels);
Result<std::vector<TunedKernel>> readTuning(const std::string &path);

/// Puts the parts of each kernel together; an error names what is missing, or
/// does not belong together.
Result<std::vector<TunedKernel>>
mergeTuning(const std::vector<std::vector<TunedKernel>> &parts);

/// Keeps the choice for launches to come, if all candidates are there.
void keepChoice(const TunedKernel &tuned);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TUNING_H
