//===- Roofline.cpp - The most that a GPU can do --------------------------===//

#include "runtime/bench/Roofline.h"

#include <algorithm>

namespace tqc {

GpuRates ratesOf(const CudaDevice &device) {
  GpuRates rates;
  const DeviceAttributes &facts = device.attributes();
  rates.computeMajor = facts.computeMajor;
  rates.computeMinor = facts.computeMinor;
  rates.multiprocessors = facts.multiprocessors;
  rates.gigahertz = device.attribute(cuda::kClockKilohertz) * 1e-6;
  // Two transfers a clock.
  rates.memoryGigabytes = 2.0 * device.attribute(cuda::kMemoryClockKilohertz) *
                          device.attribute(cuda::kMemoryBusBits) / 8 * 1e-6;
  rates.cacheBytes = device.attribute(cuda::kL2Bytes);
  return rates;
}

double peakTeraflops(const GpuRates &rates, const std::string &precision) {
  // Operations a clock and multiprocessor, from NVIDIA's data sheets; those of
  // GeForce cards with sums in fp32.
  static constexpr struct {
    int capability, half, tf32, bytes, single;
  } kRows[] = {
      {75, 1024, 0, 2048, 128},    {80, 2048, 1024, 4096, 128},
      {86, 512, 256, 1024, 256},   {89, 512, 256, 1024, 256},
      {90, 4096, 2048, 8192, 256},
  };
  int capability = rates.computeMajor * 10 + rates.computeMinor;
  for (const auto &row : kRows) {
    if (row.capability != capability)
      continue;
    int operations = precision == "fp32"                          ? row.single
                     : precision == "tf32"                        ? row.tf32
                     : precision == "int8"                        ? row.bytes
                     : precision == "bf16" && capability == 75    ? 0
                     : precision == "fp16" || precision == "bf16" ? row.half
                                                                  : 0;
    return operations * rates.multiprocessors * rates.gigahertz * 1e-3;
  }
  return 0;
}

Bound boundOf(const BenchCase &benchCase, const GpuRates &rates,
              double copyGigabytes) {
  double peak = peakTeraflops(rates, benchCase.precision);
  double bandwidth = copyGigabytes > 0 ? copyGigabytes : rates.memoryGigabytes;
  double arithmetic =
      peak > 0 && benchCase.flops > 0 ? benchCase.flops / peak * 1e-9 : 0;
  double memory = bandwidth > 0 ? benchCase.bytes / bandwidth * 1e-6 : 0;
  Bound bound;
  bound.milliseconds = std::max(arithmetic, memory);
  if (bound.milliseconds > 0)
    bound.limit = arithmetic > memory ? "arithmetic" : "memory";
  return bound;
}

} // namespace tqc
