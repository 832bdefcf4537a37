//===- BenchRun.h - One case of a benchmark on a GPU ------------*- C++ -*-===//
//
// How long does a launcher's work take, and how long that of its baseline?
//
// The launcher is called once for each set of tensors; what it launched is
// written down and launched again, so that only kernels are timed and not the
// evaluation of the launcher.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BENCHRUN_H
#define TQC_TOOLS_TQ_RUN_BENCHRUN_H

#include "runtime/bench/BenchData.h"
#include "runtime/bench/BenchTable.h"
#include "runtime/cuda/CublasApi.h"
#include "tools/tq-run/LevelRunner.h"

namespace tqc {

/// What all cases of a run share.
struct BenchRun {
  CudaDevice &device;
  Cublas *cublas = nullptr; ///< where there is one
  BenchData &data;
  BenchPlan plan; ///< its `sets` are chosen for each case
  GpuRates rates;
};

/// Measures a case; `runner` has the file of its launcher.
BenchOutcome runBenchCase(const BenchRun &run, LevelRunner &runner,
                          const BenchCase &benchCase);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BENCHRUN_H
