//===- MatmulReference.cpp - Matrix products and attention scores ---------===//
//
// Both are c[z] = scale * a[z] @ b[z]: a level-2 product has one z, scores have
// one for each batch and head, with b = k^T.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/Reference.h"

#include <cmath>

namespace tqc {

namespace {

class MatmulRows : public ExpectedRows {
public:
  MatmulRows(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
             double work)
      : rounding(levelCase), scale(levelCase.scale) {
    const std::vector<int64_t> &shape = inputs[0].shape;
    m = shape[shape.size() - 2];
    k = shape[shape.size() - 1];
    a = inputs[0].toFloats();
    if (levelCase.level == 4) {
      n = inputs[1].shape[2];
      b = inputs[1].permuted({0, 1, 3, 2}).toFloats();
    } else {
      n = inputs[1].shape[1];
      b = inputs[1].toFloats();
    }
    int64_t products = inputs[0].numel() / (m * k);
    chosen = chooseRows(products * m, double(n) * double(k), work);
  }

  int64_t columns() const override { return n; }
  const std::vector<int64_t> &rows() const override { return chosen; }

  void compute(int64_t row, double *values, double *bounds) const override {
    const float *left = a.data() + row * k;
    const float *right = b.data() + row / m * k * n;
    std::fill_n(values, n, 0.0);
    std::fill_n(bounds, n, 0.0); // first the sum of magnitudes
    for (int64_t i = 0; i < k; ++i) {
      double x = left[i];
      const float *line = right + i * n;
      for (int64_t j = 0; j < n; ++j) {
        double product = x * double(line[j]);
        values[j] += product;
        bounds[j] += std::fabs(product);
      }
    }
    double relative = rounding.product + rounding.sumOfProducts(k);
    bool exact = rounding.out == 0; // integers
    for (int64_t j = 0; j < n; ++j) {
      values[j] *= scale;
      bounds[j] = exact ? 0
                        : relative * scale * bounds[j] +
                              (rounding.out + 0x1p-23) * std::fabs(values[j]) +
                              rounding.outTiny;
    }
  }

private:
  Roundings rounding;
  double scale;
  int64_t m = 0, n = 0, k = 0;
  std::vector<float> a, b;
  std::vector<int64_t> chosen;
};

} // namespace

std::unique_ptr<ExpectedRows>
makeMatmulReference(const LevelCase &levelCase,
                    const std::vector<HostTensor> &inputs, double work) {
  return std::make_unique<MatmulRows>(levelCase, inputs, work);
}

} // namespace tqc
