//===- BenchRun.h - One case of a benchmark on a GPU ------------*- C++ -*-===//
//
// How long does a launcher's work take, and how long that of its baseline?
//
// The launcher is called once for each set of tensors; what it launched is
// written down and launched again, so that only kernels are timed and not the
// evaluation of the launcher. After that the launches must prove that they do
// the work (BenchProof.h); without a GPU that is all there is to it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BENCHRUN_H
#define TQC_TOOLS_TQ_RUN_BENCHRUN_H

#include "runtime/bench/BenchData.h"
#include "runtime/bench/BenchTable.h"
#include "runtime/cuda/CublasApi.h"
#include "tools/tq-run/LevelRunner.h"
#include "tools/tq-run/RecordingDevice.h"

namespace tqc {

/// What all cases of a run share.
struct BenchRun {
  Device &device;
  CudaDevice *gpu = nullptr; ///< the same, if it is one; else nothing is timed
  Cublas *cublas = nullptr;  ///< where there is one
  BenchData &data;
  BenchPlan plan; ///< its `sets` are chosen for each case
  GpuRates rates;
  uint64_t seed = 0;
  bool proves = true; ///< else results are not looked at
};

/// Measures a case; `runner` has the file of its launcher and runs it on
/// `recorder`.
BenchOutcome runBenchCase(const BenchRun &run, LevelRunner &runner,
                          RecordingDevice &recorder,
                          const BenchCase &benchCase);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BENCHRUN_H
