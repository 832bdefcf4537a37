//===- Reference.cpp - What a level must compute --------------------------===//

#include "runtime/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tqc {

std::unique_ptr<ExpectedRows>
makeReference(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
              double work) {
  switch (levelCase.level) {
  case 1:
    return makeVectorReference(levelCase, inputs);
  case 2:
  case 4:
    return makeMatmulReference(levelCase, inputs, work);
  case 3:
  case 5:
    return makeSoftmaxReference(levelCase, inputs, work);
  default:
    return makeAttentionReference(levelCase, inputs, work);
  }
}

std::vector<int64_t> chooseRows(int64_t count, double workPerRow, double work) {
  auto limit = static_cast<int64_t>(work / std::max(workPerRow, 1.0));
  limit = std::max<int64_t>(limit, 32);
  std::vector<int64_t> rows;
  if (count <= limit) {
    rows.resize(static_cast<size_t>(count));
    std::iota(rows.begin(), rows.end(), int64_t(0));
    return rows;
  }
  // An even step would meet the same place of every tile; a golden-ratio
  // sequence does not.
  for (int64_t i = 0; i + 2 < limit; ++i)
    rows.push_back(static_cast<int64_t>(
        std::fmod(double(i) * 0.6180339887498949, 1.0) * double(count)));
  rows.push_back(0);
  rows.push_back(count - 1);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

Roundings::Roundings(const LevelCase &levelCase) {
  // Two operands, each cut (not rounded) to the 10 bits of tf32.
  if (levelCase.precision == Precision::Tf32)
    product = 2 * 0x1p-10;
  DType stores = levelCase.type();
  fewBits = stores == DType::FP8E4NV || stores == DType::FP8E5;
  stored =
      levelCase.precision == Precision::Tf32 ? 0x1p-10 : unitRoundoff(stores);
  storedTiny = smallestOf(stores) / 2;
  out = unitRoundoff(levelCase.outType);
  // Subnormals of fp32 may be flushed to zero, also on the way to bf16.
  bool wide =
      levelCase.outType == DType::FP32 || levelCase.outType == DType::BF16;
  outTiny = wide ? 0x1p-126 : smallestOf(levelCase.outType);
}

double Roundings::sum(int64_t length) {
  // Errors of single additions partly cancel: they grow with the root of the
  // length; the constant leaves room for tensor cores, which truncate.
  return (16 + 4 * std::sqrt(double(length))) * 0x1p-24;
}

double Roundings::sumOfProducts(int64_t length) const {
  // Hopper cuts a sum to 14 bits with each 32 products of fp8 (Wgmma.cpp).
  return fewBits ? (4 + std::sqrt(double(length) / 32)) * 0x1p-13 : sum(length);
}

double Roundings::exp(double x) {
  // ex2.approx is good to 2 ulp; its argument is rounded in fp32.
  return 0x1p-21 + std::fabs(x) * 0x1p-22;
}

namespace {

class VectorRows : public ExpectedRows {
public:
  VectorRows(const LevelCase &levelCase, const std::vector<HostTensor> &inputs)
      : rounding(levelCase), x(inputs[0]), y(inputs[1]), n(x.numel()),
        width(std::min<int64_t>(n, 1 << 16)),
        all(chooseRows(width ? (n + width - 1) / width : 0, 1, 1e18)) {}

  int64_t columns() const override { return width; }
  const std::vector<int64_t> &rows() const override { return all; }
  int64_t count(int64_t row) const override {
    return std::min(width, n - row * width);
  }
  void compute(int64_t row, double *values, double *bounds) const override {
    for (int64_t i = 0, size = count(row); i < size; ++i) {
      int64_t at = row * width + i;
      values[i] = x.get(at) + y.get(at);
      bounds[i] = rounding.out * std::fabs(values[i]) + rounding.outTiny;
    }
  }

private:
  Roundings rounding;
  HostTensor x, y;
  int64_t n, width;
  std::vector<int64_t> all;
};

} // namespace

std::unique_ptr<ExpectedRows>
makeVectorReference(const LevelCase &levelCase,
                    const std::vector<HostTensor> &inputs) {
  return std::make_unique<VectorRows>(levelCase, inputs);
}

} // namespace tqc
