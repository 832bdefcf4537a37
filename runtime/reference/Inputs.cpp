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

/// A view of channels [H, 2H) of (B, S, 3H, D), or of all of (B, S, H, D).
static HostTensor headsInside(const InputSpec &spec, int64_t parts) {
  const std::vector<int64_t> &shape = spec.shape;
  int64_t heads = shape[1], depth = shape[3];
  HostTensor memory(spec.type, {shape[0], shape[2], parts * heads, depth});
  HostTensor tensor = memory.permuted({0, 2, 1, 3});
  tensor.shape = shape;
  tensor.offset = parts > 1 ? heads * depth : 0;
  return tensor;
}

HostTensor placedTensor(const InputSpec &spec) {
  const std::vector<int64_t> &shape = spec.shape;
  size_t rank = shape.size();
  std::vector<int64_t> wide = shape; // of the memory behind the view
  int64_t step = 1, offset = 0;
  switch (spec.placement) {
  case Placement::Contiguous:
    break;
  case Placement::Transposed:
    std::swap(wide[rank - 1], wide[rank - 2]);
    break;
  case Placement::Strided:
    step = 2;
    wide[rank - 1] *= 2;
    break;
  case Placement::Padded:
    wide[rank - 1] += spec.gap;
    break;
  case Placement::Sliced:
    offset = 1;
    wide[0] += 1;
    break;
  case Placement::HeadsInside:
    return headsInside(spec, 1);
  case Placement::Packed:
    return headsInside(spec, 3);
  case Placement::Shared:
    wide[1] = 1;
    break;
  }
  HostTensor tensor(spec.type, wide);
  tensor.shape = shape;
  tensor.offset = offset;
  if (spec.placement == Placement::Transposed)
    std::swap(tensor.strides[rank - 1], tensor.strides[rank - 2]);
  tensor.strides[rank - 1] *= step;
  if (spec.placement == Placement::Shared)
    tensor.strides[1] = 0;
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

namespace {

/// The value of each element of an input.
class FillValues {
public:
  FillValues(const InputSpec &spec, uint64_t seed, const std::string &caseName)
      : fill(spec.fill), limit(spec.limit),
        values(seed, caseName + "/" + spec.name),
        choices(seed, caseName + "/" + spec.name + "/choice"),
        columns(spec.shape.empty() ? 1 : spec.shape.back()),
        rows(spec.shape.size() < 2 ? 1 : spec.shape[spec.shape.size() - 2]) {}

  double at(int64_t i) const {
    constexpr double kMinusInf = -std::numeric_limits<double>::infinity();
    int64_t row = i / columns, column = i % columns;
    switch (fill) {
    case Fill::Normal:
      break;
    case Fill::Bytes:
      return std::floor(values.uniform(i) * 255) - 127;
    case Fill::Large:
      return (row % 2 ? -1e4 : 1e4) + 8 * values.normal(i);
    case Fill::SomeMinusInf: // the first column stays finite
      return column > 0 && choices.uniform(i) < 0.2 ? kMinusInf
                                                    : values.normal(i);
    case Fill::AllMinusInf:
      return row % 3 == 1 ? kMinusInf : values.normal(i);
    case Fill::Rising:
      return values.normal(i) + 30 * double(8 * column / columns) +
             (column + 1 == columns ? 60 : 0);
    case Fill::Uniform:
      return (row % 2 ? -1e10 : 3e5) * (1 + choices.uniform(row)) / 2;
    case Fill::OneHuge: {
      // Of the first row it is the first, of the second the last.
      int64_t place = row == 0   ? 0
                      : row == 1 ? columns - 1
                                 : rest(choices.bits(row), columns);
      return column == place ? 5e9 : values.normal(i);
    }
    case Fill::Query:
      return column == 0 ? (row % 2 ? -16 : 16) : values.normal(i);
    case Fill::FarKeys:
      return column == 0 ? 128 : values.normal(i);
    case Fill::RisingKeys:
      if (column != 0)
        break;
      return row % rows + 1 == rows ? 100 : 8 * double(8 * (row % rows) / rows);
    case Fill::EqualQuery:
      return column == 0 ? (row % 2 ? -2048 : 2048) : 0;
    case Fill::EqualKeys:
      return column == 0 ? 4096 : values.normal(i);
    case Fill::Positive:
      return 4 * (1 - values.uniform(i));
    case Fill::Below:
      return std::floor(double(limit) * values.uniform(i));
    case Fill::Offsets:
      return offsetAt(column);
    }
    return values.normal(i);
  }

private:
  static int64_t rest(uint64_t bits, int64_t count) {
    return static_cast<int64_t>(bits % static_cast<uint64_t>(count));
  }

  /// Every third step is none: groups may be empty.
  double offsetAt(int64_t column) const {
    if (column == 0 || column + 1 == columns)
      return column == 0 ? 0 : double(limit);
    int64_t step = column % 3 == 2 ? column - 1 : column;
    return std::floor(double(limit) *
                      (double(step) + 0.8 * values.uniform(step)) /
                      double(columns));
  }

  Fill fill;
  int64_t limit;
  SeededValues values, choices;
  int64_t columns, rows;
};

} // namespace

HostTensor makeInput(const InputSpec &spec, uint64_t seed,
                     const std::string &caseName) {
  HostTensor tensor = placedTensor(spec);
  fillGaps(tensor);
  FillValues values(spec, seed, caseName);
  bool contiguous = tensor.isContiguous();
  size_t width = bytesOf(spec.type);
  uint8_t *first = tensor.storage.data() + tensor.byteOffset(0);
  parallelRanges(tensor.numel(), 1 << 16, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      storeElement(spec.type,
                   contiguous ? first + static_cast<size_t>(i) * width
                              : tensor.at(i),
                   values.at(i));
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
