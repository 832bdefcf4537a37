//===- Roofline.cpp - The most that a GPU can do --------------------------===//

#include "runtime/bench/Roofline.h"

#include "runtime/image/Gpus.h"

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
  int capability = rates.computeMajor * 10 + rates.computeMinor;
  const Chip *chip = findChip(capability);
  if (!chip)
    return 0;
  int operations = precision == "fp32"                          ? chip->single
                   : precision == "tf32"                        ? chip->tf32
                   : precision == "int8"                        ? chip->bytes
                   : precision == "e4m3" && capability >= 89    ? chip->bytes
                   : precision == "bf16" && capability == 75    ? 0
                   : precision == "fp16" || precision == "bf16" ? chip->half
                                                                : 0;
  return operations * rates.multiprocessors * rates.gigahertz * 1e-3;
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

double leastMilliseconds(const BenchCase &benchCase, const GpuRates &rates,
                         int sets) {
  constexpr double kMargin = 0.97;
  double peak = peakTeraflops(rates, benchCase.precision);
  double arithmetic = peak > 0 ? benchCase.flops / peak * 1e-9 : 0;
  bool isCold = sets * benchCase.footprint >= 1.9 * rates.cacheBytes;
  // A topic may leave out parts of its inputs.
  double bytes = benchCase.topic ? benchCase.outBytes : benchCase.bytes;
  double memory = isCold && rates.memoryGigabytes > 0
                      ? bytes / rates.memoryGigabytes * 1e-6
                      : 0;
  return kMargin * std::max(arithmetic, memory);
}

} // namespace tqc
