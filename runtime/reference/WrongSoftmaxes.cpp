//===- WrongSoftmaxes.cpp - Mistakes of levels 3 and 5 --------------------===//

#include "runtime/reference/WrongAnswers.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tqc {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct SoftmaxMistake {
  bool takesLargest = true, divides = true, byLargest = false;
  double least = -kInfinity;  ///< the largest element is never below it
  double growth = 1;          ///< of the exponent
  int64_t shift = 0;          ///< of the diagonal
  bool masked = true;         ///< the causal mask is there
  bool maskedAfter = false;   ///< it is applied to the weights
  bool hiddenZero = false;    ///< hidden scores are 0, not -inf
  bool lanesZero = false;     ///< so are the lanes past the end
  int64_t tile = 0;           ///< of a long row; 0: a power of two holds it
  bool reversed = false;      ///< the mask is
  bool countsThrough = false; ///< rows of all heads
  int64_t height = 0;         ///< of a matrix, where it is another one
};

} // namespace

/// One row into `out`; `seen` elements count.
static void softmaxRow(const std::vector<double> &x, int64_t seen,
                       const SoftmaxMistake &mistake, double *out) {
  auto width = static_cast<int64_t>(x.size());
  int64_t lanes = 1;
  while (lanes < width)
    lanes *= 2;
  if (mistake.tile)
    lanes = (width + mistake.tile - 1) / mistake.tile * mistake.tile;
  int64_t zeros = (mistake.lanesZero ? lanes - width : 0) +
                  (mistake.hiddenZero ? width - seen : 0);
  int64_t counted = mistake.maskedAfter ? width : seen;
  double largest = std::max(zeros > 0 ? 0 : -kInfinity, mistake.least);
  for (int64_t i = 0; i < counted; ++i)
    largest = std::max(largest, x[static_cast<size_t>(i)]);
  if (!mistake.takesLargest)
    largest = 0;
  double zero = expOfFloat((0 - largest) * mistake.growth);
  double sum = double(zeros) * zero, top = 0;
  for (int64_t i = 0; i < width; ++i) {
    double e =
        i < counted
            ? expOfFloat((x[static_cast<size_t>(i)] - largest) * mistake.growth)
            : 0;
    sum += e;
    top = std::max(top, e);
    out[i] = i < seen ? e : mistake.hiddenZero ? zero : 0;
  }
  for (int64_t i = 0; mistake.divides && i < width; ++i)
    out[i] /= mistake.byLargest ? top : sum;
}

/// A row of which the first keys are hidden instead of the last.
static void reversedRow(const std::vector<double> &x, int64_t first,
                        double *out) {
  std::vector<double> rest(x.begin() + first, x.end());
  std::fill_n(out, first, 0.0);
  softmaxRow(rest, static_cast<int64_t>(rest.size()), {}, out + first);
}

static std::vector<double> softmaxWith(const LevelCase &levelCase,
                                       const HostTensor &input,
                                       const SoftmaxMistake &mistake) {
  std::vector<double> x = input.toDoubles(), out(x.size());
  int64_t width = input.shape.back(), rows = input.numel() / width;
  int64_t height = input.shape[input.shape.size() - 2];
  bool causal = levelCase.causal != Causal::No && mistake.masked;
  for (int64_t row = 0; row < rows; ++row) {
    std::vector<double> line(x.begin() + row * width,
                             x.begin() + (row + 1) * width);
    int64_t seen =
        causal ? std::clamp<int64_t>(
                     (mistake.countsThrough
                          ? row
                          : row % (mistake.height ? mistake.height : height)) +
                         1 + mistake.shift,
                     0, width)
               : width;
    if (mistake.reversed) {
      reversedRow(line, std::max<int64_t>(seen - 1, 0),
                  out.data() + row * width);
      continue;
    }
    softmaxRow(line, seen, mistake, out.data() + row * width);
  }
  return out;
}

/// Softmax along the columns.
static std::vector<double> otherAxis(const HostTensor &input) {
  std::vector<double> x = input.toDoubles(), out(x.size());
  int64_t width = input.shape.back(),
          height = input.shape[input.shape.size() - 2];
  for (int64_t head = 0; head < input.numel() / (width * height); ++head)
    for (int64_t column = 0; column < width; ++column) {
      std::vector<double> line(static_cast<size_t>(height)), weights(line);
      size_t first = static_cast<size_t>(head * width * height + column);
      for (size_t i = 0; i < line.size(); ++i)
        line[i] = x[first + i * static_cast<size_t>(width)];
      softmaxRow(line, height, {}, weights.data());
      for (size_t i = 0; i < line.size(); ++i)
        out[first + i * static_cast<size_t>(width)] = weights[i];
    }
  return out;
}

std::vector<WrongAnswer> wrongSoftmaxes(const LevelCase &levelCase,
                                        const std::vector<HostTensor> &inputs) {
  std::vector<WrongAnswer> answers;
  const HostTensor &x = inputs[0];
  auto add = [&](const char *mistake, const char *words,
                 const std::function<void(SoftmaxMistake &)> &change) {
    SoftmaxMistake made;
    change(made);
    answers.push_back({mistake, words, [&levelCase, &x, made] {
                         return softmaxWith(levelCase, x, made);
                       }});
  };
  using M = SoftmaxMistake;
  add("no-maximum", "a softmax without the subtraction of the maximum",
      [](M &m) { m.takesLargest = false; });
  add("maximum-from-zero", "a softmax whose maximum is never below 0",
      [](M &m) { m.least = 0; });
  add("no-division", "exponentials that are not divided by their sum",
      [](M &m) { m.divides = false; });
  add("divided-by-maximum", "exponentials divided by the largest one",
      [](M &m) { m.byLargest = true; });
  add("log2e-forgotten", "a softmax to base 2 instead of e",
      [](M &m) { m.growth = std::log(2.0); });
  if (levelCase.causal == Causal::No) {
    add("lanes-zero", "a softmax in which the lanes past the end count as 0",
        [](M &m) { m.lanesZero = true; });
    for (int64_t tile : {1024, 2048, 4096, 8192})
      add("lanes-zero", "a softmax in which lanes of the last tile count as 0",
          [=](M &m) {
            m.lanesZero = true;
            m.tile = tile;
          });
  } else {
    add("no-causal-mask", "a softmax over all keys",
        [](M &m) { m.masked = false; });
    add("mask-after", "a softmax over all keys, masked afterwards",
        [](M &m) { m.maskedAfter = true; });
    add("hidden-zero", "a softmax in which hidden keys score 0",
        [](M &m) { m.hiddenZero = true; });
    add("hidden-zero", "a softmax in which hidden keys and lanes score 0",
        [](M &m) { m.hiddenZero = m.lanesZero = true; });
    add("mask-strict", "a softmax in which no query sees itself",
        [](M &m) { m.shift = -1; });
    add("mask-one-more", "a softmax in which every query sees one key more",
        [](M &m) { m.shift = 1; });
    add("mask-reversed", "a softmax over the keys from the query on",
        [](M &m) { m.reversed = true; });
    add("mask-reversed", "a softmax over the keys after the query", [](M &m) {
      m.reversed = true;
      m.shift = 1;
    });
    add("row-of-all-heads", "a softmax with rows counted through all heads",
        [](M &m) { m.countsThrough = true; });
    add("other-lengths", "a softmax that takes SK for the number of queries",
        [&x](M &m) { m.height = x.shape[3]; });
    add("bottom-right",
        "a softmax with queries counted from the other end of the keys",
        [&x](M &m) { m.shift = x.shape[3] - x.shape[2]; });
  }
  answers.push_back({"wrong-axis", "a softmax along the other axis",
                     [&x] { return otherAxis(x); }});
  return answers;
}

} // namespace tqc
