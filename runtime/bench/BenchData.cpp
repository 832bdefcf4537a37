//===- BenchData.cpp - Random tensors, quickly ----------------------------===//

#include "runtime/bench/BenchData.h"

#include "runtime/reference/Inputs.h"

#include <algorithm>

namespace tqc {

/// Numbers in a pool: odd, so that rows of a matrix are no copies.
static constexpr int64_t kPoolSize = (int64_t(1) << 21) + 7;

const std::vector<uint8_t> &BenchData::pool(DType type) {
  std::vector<uint8_t> &bytes = pools[type];
  if (!bytes.empty())
    return bytes;
  size_t width = tqc::bytesOf(type);
  bytes.resize(static_cast<size_t>(kPoolSize) * width);
  SeededValues values(seed, std::string("bench/") + nameOf(type));
  parallelRanges(kPoolSize, 1 << 14, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      double value =
          isFloat(type) ? values.normal(i) : double(values.bits(i) % 255) - 127;
      storeElement(type, bytes.data() + static_cast<size_t>(i) * width, value);
    }
  });
  return bytes;
}

HostTensor BenchData::tensorOf(const InputSpec &spec, uint64_t salt) {
  const std::vector<uint8_t> &from = pool(spec.type);
  size_t width = tqc::bytesOf(spec.type);
  HostTensor tensor = placedTensor(spec);
  std::vector<uint8_t> &bytes = tensor.storage;
  size_t at = static_cast<size_t>(salt * 104729 % uint64_t(kPoolSize)) * width;
  for (size_t to = 0; to < bytes.size(); at = 0) {
    size_t piece = std::min(bytes.size() - to, from.size() - at);
    std::copy_n(from.data() + at, piece, bytes.data() + to);
    to += piece;
  }
  return tensor;
}

Status BenchData::fill(Device &device, DevicePtr to, const InputSpec &spec,
                       uint64_t salt) {
  HostTensor tensor = tensorOf(spec, salt);
  return device.copyIn(to, tensor.storage.data(), tensor.storage.size());
}

} // namespace tqc
