//===- HostTensor.h - A tensor in host memory -------------------*- C++ -*-===//
//
// What does a tensor hold before it goes to a device and after it comes back?
//
//     HostTensor x(DType::FP16, {2, 3});     // contiguous, zeroed
//     x.set(5, 1.5);                         // the last element
//     HostTensor t = x.permuted({1, 0});     // a transposed view: (3, 2)
//
// Elements are numbered in row-major order of the shape, whatever the strides.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_HOSTTENSOR_H
#define TQC_RUNTIME_DEVICE_HOSTTENSOR_H

#include "runtime/device/DTypes.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tqc {

struct HostTensor {
  DType type = DType::FP32;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides; ///< in elements, one a dimension
  int64_t offset = 0;           ///< of the first element, in elements
  std::vector<uint8_t> storage;

  HostTensor() = default;
  /// Contiguous and zeroed.
  HostTensor(DType type, std::vector<int64_t> shape);

  /// How many elements the shape has.
  int64_t numel() const;
  bool isContiguous() const;

  /// Where element `index` (in row-major order) lies in `storage`, in bytes.
  int64_t byteOffset(int64_t index) const;
  const uint8_t *at(int64_t index) const {
    return storage.data() + byteOffset(index);
  }
  uint8_t *at(int64_t index) { return storage.data() + byteOffset(index); }

  double get(int64_t index) const { return loadElement(type, at(index)); }
  void set(int64_t index, double value) {
    storeElement(type, at(index), value);
  }

  /// All elements in row-major order. Exact but for 64-bit integers, or for
  /// fp64 where floats are asked for.
  std::vector<double> toDoubles() const;
  std::vector<float> toFloats() const;

  /// The same elements, in row-major order without gaps.
  HostTensor contiguous() const;
  /// A view (with its own copy of the storage) whose dimension i is our
  /// dimension `order[i]`.
  HostTensor permuted(const std::vector<int> &order) const;
};

/// The product of the sizes; 1 for a scalar.
int64_t elementsOf(const std::vector<int64_t> &shape);
std::vector<int64_t> rowMajorStrides(const std::vector<int64_t> &shape);

/// "(2, 3)", "(5,)", "()": as Python writes it.
std::string showShape(const std::vector<int64_t> &shape);
/// "fp16 (2, 3)".
std::string describe(const HostTensor &tensor);

/// The index of row-major element `index`, one number a dimension.
std::vector<int64_t> unravel(int64_t index, const std::vector<int64_t> &shape);

/// Calls `body(begin, end)` on disjoint ranges that cover [0, count), on all
/// cores. Ranges are multiples of `grain` but for the last one.
void parallelRanges(int64_t count, int64_t grain,
                    const std::function<void(int64_t, int64_t)> &body);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_HOSTTENSOR_H
