//===- HostTensor.cpp - A tensor in host memory ---------------------------===//

#include "runtime/device/HostTensor.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace tqc {

int64_t elementsOf(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

std::vector<int64_t> rowMajorStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    step *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

std::string showShape(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string describe(const HostTensor &tensor) {
  return std::string(nameOf(tensor.type)) + " " + showShape(tensor.shape);
}

std::vector<int64_t> unravel(int64_t index, const std::vector<int64_t> &shape) {
  std::vector<int64_t> indices(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    int64_t size = std::max<int64_t>(shape[i], 1);
    indices[i] = index % size;
    index /= size;
  }
  return indices;
}

void parallelRanges(int64_t count, int64_t grain,
                    const std::function<void(int64_t, int64_t)> &body) {
  int64_t ranges = (count + grain - 1) / grain;
  auto threads = std::min<int64_t>(
      std::max(1u, std::thread::hardware_concurrency()), ranges);
  std::atomic<int64_t> next = 0;
  auto work = [&] {
    for (int64_t range; (range = next.fetch_add(1)) < ranges;)
      body(range * grain, std::min(count, (range + 1) * grain));
  };
  std::vector<std::thread> team;
  for (int64_t i = 1; i < threads; ++i)
    team.emplace_back(work);
  work();
  for (std::thread &thread : team)
    thread.join();
}

HostTensor::HostTensor(DType type, std::vector<int64_t> sizes)
    : type(type), shape(std::move(sizes)), strides(rowMajorStrides(shape)),
      storage(static_cast<size_t>(elementsOf(shape)) * bytesOf(type)) {}

int64_t HostTensor::numel() const { return elementsOf(shape); }

bool HostTensor::isContiguous() const {
  std::vector<int64_t> wanted = rowMajorStrides(shape);
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] > 1 && strides[i] != wanted[i])
      return false;
  return true;
}

int64_t HostTensor::byteOffset(int64_t index) const {
  int64_t element = offset;
  for (size_t i = shape.size(); i-- > 0;) {
    element += index % shape[i] * strides[i];
    index /= shape[i];
  }
  return element * static_cast<int64_t>(bytesOf(type));
}

template <typename T>
static void convertAll(const HostTensor &tensor, std::vector<T> &out) {
  out.resize(static_cast<size_t>(tensor.numel()));
  bool contiguous = tensor.isContiguous();
  auto width = static_cast<int64_t>(bytesOf(tensor.type));
  parallelRanges(tensor.numel(), 1 << 16, [&](int64_t begin, int64_t end) {
    const uint8_t *base = tensor.storage.data() + tensor.offset * width;
    for (int64_t i = begin; i < end; ++i)
      out[static_cast<size_t>(i)] = static_cast<T>(loadElement(
          tensor.type, contiguous ? base + i * width : tensor.at(i)));
  });
}

std::vector<double> HostTensor::toDoubles() const {
  std::vector<double> values;
  convertAll(*this, values);
  return values;
}

std::vector<float> HostTensor::toFloats() const {
  std::vector<float> values;
  convertAll(*this, values);
  return values;
}

HostTensor HostTensor::contiguous() const {
  HostTensor result(type, shape);
  size_t width = bytesOf(type);
  for (int64_t i = 0, count = numel(); i < count; ++i)
    std::memcpy(result.storage.data() + static_cast<size_t>(i) * width, at(i),
                width);
  return result;
}

HostTensor HostTensor::permuted(const std::vector<int> &order) const {
  HostTensor result = *this;
  for (size_t i = 0; i < order.size(); ++i) {
    result.shape[i] = shape[static_cast<size_t>(order[i])];
    result.strides[i] = strides[static_cast<size_t>(order[i])];
  }
  return result;
}

} // namespace tqc
