//===- Roofline.h - The most that a GPU can do ------------------*- C++ -*-===//
//
// How fast could this work be at best? Its arithmetic at the peak rate of the
// units that it uses, its bytes at the rate of a measured copy, whichever takes
// longer:
//
//     Roofline roof = rooflineOf(gpu);
//     Bound bound = boundOf(benchCase, roof, copyGigabytes);
//     bound.milliseconds, bound.limit == "memory"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_ROOFLINE_H
#define TQC_RUNTIME_BENCH_ROOFLINE_H

#include "runtime/bench/BenchCases.h"
#include "runtime/cuda/CudaDevice.h"

namespace tqc {

/// What decides the peak rates of a GPU.
struct GpuRates {
  int computeMajor = 0, computeMinor = 0;
  int multiprocessors = 0;
  double gigahertz = 0;       ///< the highest clock of the multiprocessors
  double memoryGigabytes = 0; ///< a second, by bus width and clock
  double cacheBytes = 0;      ///< of the second level
};

GpuRates ratesOf(const CudaDevice &device);

/// Teraflops at the highest clock in "fp16", "bf16", "tf32", "int8" (dense
/// tensor cores) or "fp32" (fused multiply-adds); 0 if it is not known.
double peakTeraflops(const GpuRates &rates, const std::string &precision);

struct Bound {
  double milliseconds = 0; ///< the least time; 0 if nothing is known
  std::string limit;       ///< "memory" or "arithmetic"
};

/// The least time of a case; `copyGigabytes` is what a copy reached, or 0.
Bound boundOf(const BenchCase &benchCase, const GpuRates &rates,
              double copyGigabytes);

/// The least time that a GPU could take by its data sheet, with a margin for
/// clocks; 0 if it is not known. Memory limits only what no cache can hold:
/// `sets` of tensors take turns.
double leastMilliseconds(const BenchCase &benchCase, const GpuRates &rates,
                         int sets);

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_ROOFLINE_H
