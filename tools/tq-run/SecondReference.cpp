//===- SecondReference.cpp - The vendor's products as a witness -----------===//

#include "tools/tq-run/SecondReference.h"

#include "runtime/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tqc {

namespace {

/// Rows of a tensor that were computed by someone else.
class WitnessRows : public ExpectedRows {
public:
  WitnessRows(HostTensor tensor, std::vector<int64_t> chosen, double relative,
              double absolute)
      : tensor(std::move(tensor)), chosen(std::move(chosen)),
        relative(relative), absolute(absolute),
        width(this->tensor.shape.back()) {}

  int64_t columns() const override { return width; }
  const std::vector<int64_t> &rows() const override { return chosen; }
  void compute(int64_t row, double *values, double *bounds) const override {
    // Rows lie in `tensor` one behind the other, in the order of `chosen`.
    int64_t at =
        std::lower_bound(chosen.begin(), chosen.end(), row) - chosen.begin();
    for (int64_t i = 0; i < width; ++i) {
      values[i] = tensor.get(at * width + i);
      bounds[i] = absolute + relative * std::fabs(values[i]);
    }
  }

private:
  HostTensor tensor;
  std::vector<int64_t> chosen;
  double relative, absolute;
  int64_t width;
};

/// Device memory for as long as it is needed.
class Scratch {
public:
  Scratch(Device &device, size_t bytes) : device(device) {
    if (Result<DevicePtr> got =
            device.allocate({"second reference", bytes, "", {}}))
      pointer = *got;
  }
  ~Scratch() {
    if (pointer)
      (void)device.free(pointer);
  }
  Scratch(const Scratch &) = delete;
  Scratch &operator=(const Scratch &) = delete;

  DevicePtr pointer = 0; ///< 0 if there is no room

private:
  Device &device;
};

DevicePtr addressOf(const DeviceTensor &tensor, int64_t element = 0) {
  return tensor.pointer +
         static_cast<uint64_t>((tensor.host.offset + element) *
                               int64_t(bytesOf(tensor.host.type)));
}

std::vector<int64_t> firstRows(int64_t count) {
  std::vector<int64_t> rows(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    rows[static_cast<size_t>(i)] = i;
  return rows;
}

/// Levels 2 and 4: one product, every element of it.
std::unique_ptr<ExpectedRows> productRows(Device &device,
                                          const Multiply &multiply,
                                          const LevelCase &levelCase,
                                          const GemmSpec &asked) {
  HostTensor result(levelCase.outType, levelCase.outShape);
  Scratch scratch(device, result.storage.size());
  GemmSpec spec = asked;
  spec.tf32 = levelCase.precision == Precision::Tf32;
  spec.alpha = levelCase.scale;
  spec.c = {scratch.pointer, result.type, spec.n, 1, spec.m * spec.n};
  if (!scratch.pointer || !multiply(spec) || !device.synchronize() ||
      !device.copyOut(result.storage.data(), scratch.pointer,
                      result.storage.size()))
    return nullptr;
  Roundings rounding(levelCase);
  double sum = rounding.out == 0 ? 0 // integers
                                 : (rounding.product + Roundings::sum(spec.k)) *
                                       double(spec.k) * levelCase.scale;
  int64_t rows = result.numel() / spec.n;
  return std::make_unique<WitnessRows>(std::move(result), firstRows(rows),
                                       2 * rounding.out, 2 * sum);
}

GemmSpec matmulOf(const std::vector<DeviceTensor> &inputs) {
  const HostTensor &a = inputs[0].host, &b = inputs[1].host;
  GemmSpec spec;
  spec.m = a.shape[0];
  spec.n = b.shape[1];
  spec.k = a.shape[1];
  spec.a = {addressOf(inputs[0]), a.type, a.strides[0], a.strides[1], 0};
  spec.b = {addressOf(inputs[1]), b.type, b.strides[0], b.strides[1], 0};
  return spec;
}

/// q @ k^T of `heads` heads from head `first` on.
GemmSpec scoresOf(const std::vector<DeviceTensor> &inputs, int64_t first,
                  int64_t heads) {
  const HostTensor &q = inputs[0].host, &k = inputs[1].host;
  GemmSpec spec;
  spec.batch = heads;
  spec.m = q.shape[2];
  spec.n = k.shape[2];
  spec.k = q.shape[3];
  spec.a = {addressOf(inputs[0], first * spec.m * spec.k), q.type, spec.k, 1,
            spec.m * spec.k};
  spec.b = {addressOf(inputs[1], first * spec.n * spec.k), k.type, 1, spec.k,
            spec.n * spec.k};
  return spec;
}

/// How many keys, from the first, query `i` of `queries` sees.
int64_t keysSeen(Causal causal, int64_t i, int64_t queries, int64_t keys) {
  if (causal == Causal::No)
    return keys;
  int64_t shift = causal == Causal::BottomRight ? keys - queries : 0;
  return std::clamp<int64_t>(i + 1 + shift, 0, keys);
}

/// Some rows of one head.
struct HeadRows {
  int64_t head = 0, first = 0, count = 0;
};

/// Softmax of rows of fp32 scores, in the type of the inputs; `first` is the
/// query of the first one, of `queries` in all.
HostTensor softmaxRows(const std::vector<float> &scores, const HeadRows &rows,
                       int64_t queries, int64_t keys,
                       const LevelCase &levelCase) {
  HostTensor weights(levelCase.type(), {rows.count, keys});
  parallelRanges(rows.count, 1, [&](int64_t begin, int64_t end) {
    std::vector<double> row(static_cast<size_t>(keys));
    for (int64_t i = begin; i < end; ++i) {
      const float *line = scores.data() + i * keys;
      int64_t seen = keysSeen(levelCase.causal, rows.first + i, queries, keys);
      double largest = -std::numeric_limits<double>::infinity(), sum = 0;
      for (int64_t j = 0; j < seen; ++j)
        largest = std::max(largest, double(line[j]));
      for (int64_t j = 0; j < seen; ++j)
        sum += row[static_cast<size_t>(j)] = std::exp(line[j] - largest);
      for (int64_t j = 0; j < seen; ++j)
        weights.set(i * keys + j, row[static_cast<size_t>(j)] / sum);
    }
  });
  return weights;
}

/// Some rows of a head of attention into `out`.
bool attentionOfRows(Device &device, const Multiply &multiply,
                     const LevelCase &levelCase,
                     const std::vector<DeviceTensor> &inputs,
                     const HeadRows &rows, uint8_t *out) {
  GemmSpec first = scoresOf(inputs, rows.head, 1);
  int64_t queries = first.m, keys = first.n, depth = first.k;
  first.m = rows.count;
  first.a.data =
      addressOf(inputs[0], (rows.head * queries + rows.first) * depth);
  std::vector<float> scores(static_cast<size_t>(rows.count * keys));
  Scratch room(device, scores.size() * sizeof(float));
  first.tf32 = levelCase.precision == Precision::Tf32;
  first.alpha = levelCase.scale;
  first.c = {room.pointer, DType::FP32, keys, 1, 0};
  if (!room.pointer || !multiply(first) || !device.synchronize() ||
      !device.copyOut(scores.data(), room.pointer,
                      scores.size() * sizeof(float)))
    return false;
  HostTensor weights = softmaxRows(scores, rows, queries, keys, levelCase);
  if (!device.copyIn(room.pointer, weights.storage.data(),
                     weights.storage.size()))
    return false;
  DType type = levelCase.type();
  size_t bytes = static_cast<size_t>(rows.count * depth) * bytesOf(type);
  Scratch result(device, bytes);
  GemmSpec second;
  second.m = rows.count;
  second.n = depth;
  second.k = keys;
  second.tf32 = first.tf32;
  second.a = {room.pointer, type, keys, 1, 0};
  second.b = {addressOf(inputs[2], rows.head * keys * depth), type, depth, 1,
              0};
  second.c = {result.pointer, type, depth, 1, 0};
  return result.pointer && multiply(second) && device.synchronize() &&
         device.copyOut(out, result.pointer, bytes);
}

/// Levels 7 and 8: rows of so many heads as `work` scores allow, spread evenly;
/// where one head has more scores, its last rows, which see the most keys.
std::unique_ptr<ExpectedRows>
attentionRows(Device &device, const Multiply &multiply,
              const LevelCase &levelCase,
              const std::vector<DeviceTensor> &inputs, int64_t work) {
  const HostTensor &q = inputs[0].host;
  int64_t heads = q.shape[0] * q.shape[1], queries = q.shape[2],
          depth = q.shape[3];
  int64_t keys = std::max<int64_t>(inputs[1].host.shape[2], 1);
  int64_t looked = std::clamp<int64_t>(
      work / std::max<int64_t>(queries * keys, 1), 1, heads);
  int64_t count = std::clamp<int64_t>(work / keys, 1, queries);
  HostTensor result(levelCase.outType, {looked, count, depth});
  size_t headBytes = static_cast<size_t>(count * depth) * bytesOf(result.type);
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < looked; ++i) {
    HeadRows some{i * heads / looked, queries - count, count};
    if (!attentionOfRows(device, multiply, levelCase, inputs, some,
                         result.storage.data() +
                             static_cast<size_t>(i) * headBytes))
      return nullptr;
    for (int64_t row = 0; row < count; ++row)
      rows.push_back(some.head * queries + some.first + row);
  }
  // An output is a mean of values, which are below four; the relative error
  // over all elements is what counts.
  double loose = 4 * levelCase.tolerance();
  return std::make_unique<WitnessRows>(std::move(result), std::move(rows),
                                       loose, 4 * loose);
}

} // namespace

std::unique_ptr<ExpectedRows>
makeSecond(Device &device, const Multiply &multiply, const LevelCase &levelCase,
           const std::vector<DeviceTensor> &inputs, int64_t work) {
  if (levelCase.level == 2)
    return productRows(device, multiply, levelCase, matmulOf(inputs));
  for (const DeviceTensor &input : inputs)
    if (!input.host.isContiguous())
      return nullptr;
  if (levelCase.level == 4)
    return productRows(
        device, multiply, levelCase,
        scoresOf(inputs, 0, levelCase.outShape[0] * levelCase.outShape[1]));
  if (levelCase.level == 7 || levelCase.level == 8)
    return attentionRows(device, multiply, levelCase, inputs, work);
  return nullptr;
}

} // namespace tqc
