//===- WrongProducts.cpp - Mistakes of levels 1, 2 and 4 ------------------===//

#include "runtime/reference/WrongAnswers.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace tqc {

namespace {

/// scale * a[z] @ b[z], with what a mistake leaves out or takes for another.
class ProductWalk {
public:
  ProductWalk(const LevelCase &levelCase, const std::vector<HostTensor> &inputs)
      : scale(levelCase.scale) {
    const std::vector<int64_t> &shape = inputs[0].shape;
    m = shape[shape.size() - 2];
    k = shape.back();
    a = inputs[0].toFloats();
    isScores = levelCase.level == 4;
    n = isScores ? inputs[1].shape[2] : inputs[1].shape[1];
    b = (isScores ? inputs[1].permuted({0, 1, 3, 2}) : inputs[1]).toFloats();
    products = inputs[0].numel() / (m * k);
    batches = isScores ? shape[0] : 1;
    heads = isScores ? shape[1] : 1;
  }

  /// Terms [first, last) of each sum; `headOf` says whose b is taken.
  std::vector<double>
  compute(int64_t first, int64_t last, double factor = 1,
          const std::function<int64_t(int64_t)> &headOf = {}) const {
    std::vector<double> out(static_cast<size_t>(products * m * n));
    parallelRanges(products * m, 8, [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) {
        int64_t head = headOf ? headOf(row / m) : row / m;
        for (int64_t l = first; l < std::min(last, k); ++l)
          for (int64_t j = 0; j < n; ++j)
            out[static_cast<size_t>(row * n + j)] +=
                double(a[static_cast<size_t>(row * k + l)]) *
                double(b[static_cast<size_t>((head * k + l) * n + j)]) * scale *
                factor;
      }
    });
    return out;
  }

  /// The square b as if it lay the other way round.
  std::vector<double> withOther() const {
    ProductWalk other = *this;
    for (int64_t z = 0; z < products; ++z)
      for (int64_t i = 0; i < k; ++i)
        for (int64_t j = 0; j < n; ++j)
          other.b[static_cast<size_t>((z * k + i) * n + j)] =
              b[static_cast<size_t>((z * k + j) * n + i)];
    return other.compute(0, k);
  }

  double scale;
  bool isScores;
  int64_t m, n, k, products, batches, heads;
  std::vector<float> a, b;
};

} // namespace

static void addSums(std::vector<WrongAnswer> &answers,
                    const LevelCase &levelCase,
                    const std::vector<HostTensor> &inputs) {
  (void)levelCase;
  auto add = [&](const char *mistake, const char *words,
                 const std::function<double(double, double)> &of) {
    answers.push_back({mistake, words, [&inputs, of] {
                         std::vector<double> out;
                         for (int64_t i = 0; i < inputs[0].numel(); ++i)
                           out.push_back(
                               of(inputs[0].get(i), inputs[1].get(i)));
                         return out;
                       }});
  };
  add("one-input-missing", "x alone", [](double x, double) { return x; });
  add("one-input-missing", "y alone", [](double, double y) { return y; });
  add("one-input-twice", "x + x", [](double x, double) { return x + x; });
  add("one-input-twice", "y + y", [](double, double y) { return y + y; });
  add("wrong-operation", "x - y", [](double x, double y) { return x - y; });
  add("wrong-operation", "x * y", [](double x, double y) { return x * y; });
}

static void addTiles(std::vector<WrongAnswer> &answers,
                     const std::shared_ptr<ProductWalk> &walk) {
  int64_t k = walk->k;
  for (int64_t tile : {128, 64, 32, 16}) {
    std::string of = std::to_string(tile) + " terms of each sum";
    if (tile >= k)
      continue;
    answers.push_back({"first-tile-only", "the first " + of,
                       [=] { return walk->compute(0, tile); }});
    answers.push_back({"last-tile-only", "the last tile of " + of, [=] {
                         return walk->compute((k - 1) / tile * tile, k);
                       }});
    if (k % tile)
      answers.push_back({"tail-left-out",
                         "all but the last, ragged tile of " + of,
                         [=] { return walk->compute(0, k / tile * tile); }});
    answers.push_back({"first-tile-missing", "all but the first " + of,
                       [=] { return walk->compute(tile, k); }});
  }
}

std::vector<WrongAnswer> wrongProducts(const LevelCase &levelCase,
                                       const std::vector<HostTensor> &inputs) {
  std::vector<WrongAnswer> answers;
  if (levelCase.level == 1) {
    addSums(answers, levelCase, inputs);
    return answers;
  }
  auto walk = std::make_shared<ProductWalk>(levelCase, inputs);
  int64_t k = walk->k;
  if (walk->isScores) {
    double scale = levelCase.scale;
    answers.push_back({"scale-forgotten", "the product without the scale",
                       [=] { return walk->compute(0, k, 1 / scale); }});
    answers.push_back({"scale-twice",
                       "the product with the scale applied twice",
                       [=] { return walk->compute(0, k, scale); }});
    answers.push_back({"scale-inverted", "the product divided by the scale",
                       [=] { return walk->compute(0, k, 1 / scale / scale); }});
    double own = 1 / std::sqrt(double(k));
    answers.push_back({"scale-own",
                       "the product with 1 / sqrt(D) for the scale",
                       [=] { return walk->compute(0, k, own / scale); }});
    int64_t heads = walk->heads, batches = walk->batches;
    answers.push_back({"heads-mixed-up",
                       "the product with batch and head of k exchanged", [=] {
                         return walk->compute(0, k, 1, [=](int64_t z) {
                           return z % heads % batches * heads +
                                  z / heads % heads;
                         });
                       }});
    answers.push_back(
        {"head-forgotten", "the product with the keys of head 0", [=] {
           return walk->compute(0, k, 1,
                                [=](int64_t z) { return z / heads * heads; });
         }});
  }
  if (walk->n == k)
    answers.push_back({"not-transposed",
                       "the product with the second factor "
                       "lying the other way round",
                       [=] { return walk->withOther(); }});
  addTiles(answers, walk);
  return answers;
}

} // namespace tqc
