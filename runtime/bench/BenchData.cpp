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
  size_t width = bytesOf(type);
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

Status BenchData::fill(Device &device, DevicePtr to, const InputSpec &spec,
                       uint64_t salt) {
  const std::vector<uint8_t> &bytes = pool(spec.type);
  size_t width = bytesOf(spec.type);
  size_t left = static_cast<size_t>(elementsOf(spec.shape)) * width;
  size_t from =
      static_cast<size_t>(salt * 104729 % uint64_t(kPoolSize)) * width;
  while (left > 0) {
    size_t piece = std::min(left, bytes.size() - from);
    if (Status status = device.copyIn(to, bytes.data() + from, piece); !status)
      return status;
    to += piece;
    left -= piece;
    from = 0;
  }
  return {};
}

} // namespace tqc
