//===- Inputs.cpp - Values for a check, from a seed -----------------------===//

#include "runtime/reference/Inputs.h"

#include <cmath>
#include <limits>

namespace tqc {

/// Mixes all bits of a counter (the finaliser of splitmix64).
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

SeededValues::SeededValues(uint64_t seed, const std::string &what)
    : state(mix(seed + 0x9e3779b97f4a7c15)) {
  for (char c : what)
    state = mix(state ^ static_cast<uint8_t>(c));
}

uint64_t SeededValues::bits(int64_t index) const {
  return mix(state + static_cast<uint64_t>(index + 1) * 0x9e3779b97f4a7c15);
}

double SeededValues::uniform(int64_t index) const {
  return double(bits(index) >> 11) * 0x1p-53;
}

double SeededValues::normal(int64_t index) const {
  uint64_t word = bits(index);
  double sum = 0;
  for (int i = 0; i < 4; ++i, word >>= 16)
    sum += double(word & 0xffff) + 0.5;
  return (sum * 0x1p-16 - 2) * 1.7320508075688772; // variance 4/12
}

/// An uninitialised tensor that lies in memory as the spec says.
static HostTensor place(const InputSpec &spec) {
  const std::vector<int64_t> &shape = spec.shape;
  HostTensor tensor(spec.type, shape);
  size_t rank = shape.size();
  if (spec.placement == Placement::Contiguous || rank < 2)
    return tensor;
  std::vector<int64_t> wide = shape; // of the memory behind the view
  int64_t step = 1;
  if (spec.placement == Placement::Transposed)
    std::swap(wide[rank - 1], wide[rank - 2]);
  if (spec.placement == Placement::Strided) {
    step = 2;
    wide[rank - 1] *= 2;
  }
  if (spec.placement == Placement::Padded)
    wide[rank - 1] += 24;
  tensor = HostTensor(spec.type, wide);
  tensor.shape = shape;
  if (spec.placement == Placement::Transposed)
    std::swap(tensor.strides[rank - 1], tensor.strides[rank - 2]);
  tensor.strides[rank - 1] *= step;
  return tensor;
}

/// Fills what lies between the elements too, with values that would show.
static void fillGaps(HostTensor &tensor) {
  auto elements =
      static_cast<int64_t>(tensor.storage.size() / bytesOf(tensor.type));
  if (elements == tensor.numel())
    return;
  double value = isFloat(tensor.type) ? std::numeric_limits<double>::quiet_NaN()
                                      : largestOf(tensor.type);
  for (int64_t i = 0; i < elements; ++i)
    storeElement(tensor.type,
                 tensor.storage.data() +
                     static_cast<size_t>(i) * bytesOf(tensor.type),
                 value);
}

HostTensor makeInput(const InputSpec &spec, uint64_t seed,
                     const std::string &caseName) {
  HostTensor tensor = place(spec);
  fillGaps(tensor);
  SeededValues values(seed, caseName + "/" + spec.name);
  SeededValues choices(seed, caseName + "/" + spec.name + "/choice");
  int64_t columns = spec.shape.empty() ? 1 : spec.shape.back();
  constexpr double kMinusInf = -std::numeric_limits<double>::infinity();
  auto valueAt = [&](int64_t i) {
    int64_t row = i / columns, column = i % columns;
    double normal = values.normal(i);
    switch (spec.fill) {
    case Fill::Normal:
      break;
    case Fill::Bytes:
      return std::floor(values.uniform(i) * 255) - 127;
    case Fill::Large:
      return (row % 2 ? -1e4 : 1e4) + 8 * normal;
    case Fill::SomeMinusInf: // the first column stays finite
      return column > 0 && choices.uniform(i) < 0.2 ? kMinusInf : normal;
    case Fill::AllMinusInf:
      return row % 3 == 1 ? kMinusInf : normal;
    }
    return normal;
  };
  bool contiguous = tensor.isContiguous();
  size_t width = bytesOf(spec.type);
  parallelRanges(tensor.numel(), 1 << 16, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      storeElement(spec.type,
                   contiguous
                       ? tensor.storage.data() + static_cast<size_t>(i) * width
                       : tensor.at(i),
                   valueAt(i));
  });
  return tensor;
}

std::vector<HostTensor> makeInputs(const LevelCase &levelCase, uint64_t seed) {
  std::vector<HostTensor> tensors;
  for (const InputSpec &spec : levelCase.inputs)
    tensors.push_back(makeInput(spec, seed, levelCase.name));
  return tensors;
}

} // namespace tqc
