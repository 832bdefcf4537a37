//===- AttentionReference.cpp - softmax(scale q k^T + mask) v -------------===//
//
// With probabilities p and outputs o = sum p_j v_j, an error e_j of probability
// j (relative) moves o by at most sum p_j e_j (|v_j| + |o|): the second term is
// what the division by the sum of all probabilities moves. e_j collects
//
//   - the score: its product and sum, and for level 6, which stores scores in
//     the input's type, one more rounding;
//   - the exponential;
//   - the probability stored in the input's type for the second product;
//   - that product and its sum.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tqc {

namespace {

class AttentionRows : public ExpectedRows {
public:
  AttentionRows(const LevelCase &levelCase,
                const std::vector<HostTensor> &inputs, double work)
      : rounding(levelCase), causal(levelCase.causal), scale(levelCase.scale),
        storesScores(levelCase.level == 6), queries(inputs[0].shape[2]),
        keys(inputs[1].shape[2]), depth(inputs[0].shape[3]),
        q(inputs[0].toFloats()), k(inputs[1].toFloats()),
        v(inputs[2].toFloats()) {
    int64_t heads = inputs[0].shape[0] * inputs[0].shape[1];
    chosen =
        chooseRows(heads * queries, 4.0 * double(keys) * double(depth), work);
  }

  int64_t columns() const override { return depth; }
  const std::vector<int64_t> &rows() const override { return chosen; }

  void compute(int64_t row, double *values, double *bounds) const override {
    int64_t head = row / queries;
    const float *keysOf = k.data() + head * keys * depth;
    const float *valuesOf = v.data() + head * keys * depth;
    int64_t seen = keysSeen(row % queries);
    std::fill_n(values, depth, 0.0);
    std::fill_n(bounds, depth, 0.0);
    if (seen == 0)
      return; // a query that sees nothing gives nothing
    std::vector<double> p(static_cast<size_t>(seen)), error(p.size());
    double weighted = probabilities(q.data() + row * depth, keysOf, p, error);
    double tail = rounding.product / 2 + Roundings::sum(seen);
    for (int64_t j = 0; j < seen; ++j) {
      double weight = p[static_cast<size_t>(j)];
      double slack =
          weight * (error[static_cast<size_t>(j)] + tail) + rounding.storedTiny;
      const float *line = valuesOf + j * depth;
      for (int64_t d = 0; d < depth; ++d) {
        values[d] += weight * double(line[d]);
        bounds[d] += slack * std::fabs(double(line[d]));
      }
    }
    for (int64_t d = 0; d < depth; ++d)
      bounds[d] += (weighted + rounding.out + 0x1p-22) * std::fabs(values[d]) +
                   rounding.outTiny;
  }

private:
  /// How many keys, from the first, a query sees.
  int64_t keysSeen(int64_t query) const {
    switch (causal) {
    case Causal::No:
      return keys;
    case Causal::TopLeft:
      return std::min(keys, query + 1);
    case Causal::BottomRight:
      return std::clamp<int64_t>(query + 1 + keys - queries, 0, keys);
    }
    return keys;
  }

  /// Fills the probabilities of a row and the relative error of each; returns
  /// the mean of the errors, weighted with the probabilities.
  double probabilities(const float *query, const float *keysOf,
                       std::vector<double> &p,
                       std::vector<double> &error) const {
    double largest = -std::numeric_limits<double>::infinity();
    double relative = rounding.product + Roundings::sum(depth);
    for (size_t j = 0; j < p.size(); ++j) {
      const float *key = keysOf + static_cast<int64_t>(j) * depth;
      double dot = 0, magnitude = 0;
      for (int64_t d = 0; d < depth; ++d) {
        double product = double(query[d]) * double(key[d]);
        dot += product;
        magnitude += std::fabs(product);
      }
      p[j] = scale * dot;
      error[j] =
          relative * scale * magnitude +
          (0x1p-22 + (storesScores ? rounding.stored : 0)) * std::fabs(p[j]);
      largest = std::max(largest, p[j]);
    }
    double sum = 0, weighted = 0;
    for (size_t j = 0; j < p.size(); ++j) {
      double below = p[j] - largest;
      p[j] = std::exp(below);
      error[j] += Roundings::exp(below) + rounding.stored;
      sum += p[j];
      weighted += p[j] * error[j];
    }
    for (double &probability : p)
      probability /= sum;
    return weighted / sum;
  }

  Roundings rounding;
  Causal causal;
  double scale;
  bool storesScores;
  int64_t queries, keys, depth;
  std::vector<float> q, k, v;
  std::vector<int64_t> chosen;
};

} // namespace

std::unique_ptr<ExpectedRows>
makeAttentionReference(const LevelCase &levelCase,
                       const std::vector<HostTensor> &inputs, double work) {
  return std::make_unique<AttentionRows>(levelCase, inputs, work);
}

} // namespace tqc
