//===- SoftmaxReference.cpp - Softmax over the last axis ------------------===//
//
// A row that is -inf throughout has no softmax: it is NaN, as torch has it.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tqc {

namespace {

class SoftmaxRows : public ExpectedRows {
public:
  SoftmaxRows(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
              double work)
      : rounding(levelCase), causal(levelCase.causal != Causal::No),
        x(inputs[0]), width(x.shape.back()),
        height(causal ? x.shape[x.shape.size() - 2] : 1),
        // An exponential costs about as much as eight multiply-adds.
        chosen(chooseRows(x.numel() / std::max<int64_t>(width, 1),
                          16.0 * double(width), work)) {}

  int64_t columns() const override { return width; }
  const std::vector<int64_t> &rows() const override { return chosen; }

  void compute(int64_t row, double *values, double *bounds) const override {
    int64_t seen = causal ? std::min(width, row % height + 1) : width;
    double largest = -std::numeric_limits<double>::infinity();
    for (int64_t i = 0; i < seen; ++i) {
      values[i] = x.get(row * width + i);
      largest = std::max(largest, values[i]);
    }
    double sum = 0, sumError = 0;
    for (int64_t i = 0; i < seen; ++i) {
      double below = values[i] - largest;
      values[i] = std::exp(below);
      sum += values[i];
      // A term that vanishes has no error.
      bounds[i] = values[i] == 0 ? 0 : Roundings::exp(below);
      sumError += values[i] * bounds[i];
    }
    double shared = sumError / sum + Roundings::sum(seen) + rounding.out +
                    0x1p-22; // the last is the division
    for (int64_t i = 0; i < seen; ++i) {
      values[i] /= sum;
      bounds[i] = values[i] * (bounds[i] + shared) + rounding.outTiny;
    }
    std::fill(values + seen, values + width, 0.0);
    std::fill(bounds + seen, bounds + width, 0.0);
  }

private:
  Roundings rounding;
  bool causal;
  HostTensor x;
  int64_t width, height;
  std::vector<int64_t> chosen;
};

} // namespace

std::unique_ptr<ExpectedRows>
makeSoftmaxReference(const LevelCase &levelCase,
                     const std::vector<HostTensor> &inputs, double work) {
  return std::make_unique<SoftmaxRows>(levelCase, inputs, work);
}

} // namespace tqc
