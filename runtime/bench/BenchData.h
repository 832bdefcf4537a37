//===- BenchData.h - Random tensors, quickly --------------------*- C++ -*-===//
//
// Which numbers does a benchmark compute with? About normal ones: zeros and
// constants draw less power, so that the GPU's clock, and with it every time,
// would be another. A tensor is filled from a pool of random numbers again and
// again, so that gigabytes cost a copy and not the drawing.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_BENCH_BENCHDATA_H
#define TQC_RUNTIME_BENCH_BENCHDATA_H

#include "runtime/device/Device.h"
#include "runtime/reference/LevelCases.h"

#include <map>

namespace tqc {

class BenchData {
public:
  explicit BenchData(uint64_t seed) : seed(seed) {}

  /// An input where it lies in memory, which holds numbers alone: one without
  /// gaps. `salt` makes tensors differ.
  HostTensor tensorOf(const InputSpec &spec, uint64_t salt);
  /// Fills the memory of such a tensor.
  Status fill(Device &device, DevicePtr to, const InputSpec &spec,
              uint64_t salt);

private:
  const std::vector<uint8_t> &pool(DType type);

  uint64_t seed;
  std::map<DType, std::vector<uint8_t>> pools;
};

} // namespace tqc

#endif // TQC_RUNTIME_BENCH_BENCHDATA_H
