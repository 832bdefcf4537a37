//===- WrongAnswers.cpp - What known mistakes make of an input ------------===//

#include "runtime/reference/WrongAnswers.h"

#include "runtime/reference/Reference.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace tqc {

/// What one wrong answer may cost, in multiply-adds.
static constexpr double kAnswerWork = 5e7;

double expOfFloat(double x) {
  if (x > 88.8)
    return std::numeric_limits<double>::infinity();
  return x < -104 ? 0 : std::exp(x);
}

//===----------------------------------------------------------------------===//
// Does an answer agree?
//===----------------------------------------------------------------------===//

/// Whether two outputs are the same but for rounding: the same elements are NaN
/// or infinite, and the others are close.
static bool agrees(const std::vector<double> &got,
                   const std::vector<double> &answer, double tolerance) {
  if (got.size() != answer.size())
    return false;
  double errors = 0, squares = 0;
  size_t differ = 0, finite = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::isfinite(got[i]) && std::isfinite(answer[i])) {
      double error = got[i] - answer[i];
      errors += error * error;
      squares += answer[i] * answer[i];
      ++finite;
    } else if (std::isnan(got[i]) != std::isnan(answer[i]) ||
               (!std::isnan(got[i]) && got[i] != answer[i])) {
      ++differ;
    }
  }
  if (differ * 200 > got.size())
    return false;
  return finite == 0 || std::sqrt(errors) <= tolerance * std::sqrt(squares);
}

/// The values of the reference.
static std::vector<double> rightValues(const LevelCase &levelCase,
                                       const std::vector<HostTensor> &inputs) {
  std::unique_ptr<ExpectedRows> rows = makeReference(levelCase, inputs);
  std::vector<double> values(
      static_cast<size_t>(elementsOf(levelCase.outShape)));
  std::vector<double> bounds(static_cast<size_t>(rows->columns()));
  std::vector<double> line(bounds.size());
  for (int64_t row : rows->rows()) {
    rows->compute(row, line.data(), bounds.data());
    std::copy_n(line.begin(), rows->count(row),
                values.begin() + row * rows->columns());
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// The tensor as a kernel sees it that takes these strides for its own; nothing
/// where that leaves its memory.
static std::optional<HostTensor> reread(const HostTensor &tensor,
                                        const std::vector<int64_t> &strides) {
  HostTensor seen = tensor;
  seen.strides = strides;
  int64_t last = seen.offset;
  for (size_t i = 0; i < strides.size(); ++i)
    last += (seen.shape[i] - 1) * strides[i];
  auto elements =
      static_cast<int64_t>(seen.storage.size() / bytesOf(seen.type));
  return last < elements ? std::optional(std::move(seen)) : std::nullopt;
}

static void addStrides(std::vector<WrongAnswer> &answers,
                       const LevelCase &levelCase,
                       const std::vector<HostTensor> &inputs) {
  auto add = [&](size_t which, const std::vector<int64_t> &strides,
                 const char *mistake, const std::string &words) {
    if (strides == inputs[which].strides ||
        strides.size() != inputs[which].strides.size())
      return;
    std::optional<HostTensor> seen = reread(inputs[which], strides);
    if (!seen)
      return;
    std::vector<HostTensor> changed = inputs;
    changed[which] = seen->contiguous();
    answers.push_back({mistake, words, [&levelCase, changed] {
                         return rightValues(levelCase, changed);
                       }});
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string &name = levelCase.inputs[i].name;
    add(i, rowMajorStrides(inputs[i].shape), "strides-from-shape",
        "the result with the strides of " + name + " computed from its shape");
    for (size_t j = 0; j < inputs.size(); ++j)
      if (i != j)
        add(i, inputs[j].strides, "other-strides",
            "the result with the strides of " + levelCase.inputs[j].name +
                " used for " + name);
  }
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.4g", value);
  return text;
}

/// got / expected, if it is the same everywhere.
static std::optional<double> constantRatio(const std::vector<double> &got,
                                           const std::vector<double> &expected,
                                           double tolerance) {
  double products = 0, squares = 0, errors = 0, size = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (!std::isfinite(got[i]) || !std::isfinite(expected[i]))
      return std::nullopt;
    products += got[i] * expected[i];
    squares += expected[i] * expected[i];
  }
  double ratio = squares > 0 ? products / squares : 0;
  for (size_t i = 0; i < got.size(); ++i) {
    double error = got[i] - ratio * expected[i];
    errors += error * error;
    size += got[i] * got[i];
  }
  bool fits = size > 0 && std::sqrt(errors) <= tolerance * std::sqrt(size);
  return fits ? std::optional(ratio) : std::nullopt;
}

/// Whether each row is a multiple of what it should be, and how far they lie
/// apart.
static std::optional<std::pair<double, double>>
rowRatios(const std::vector<double> &got, const std::vector<double> &expected,
          size_t width, double tolerance) {
  double least = 0, most = 0;
  for (size_t row = 0; row < got.size(); row += width) {
    std::vector<double> a(got.begin() + long(row),
                          got.begin() + long(row + width)),
        b(expected.begin() + long(row), expected.begin() + long(row + width));
    std::optional<double> ratio = constantRatio(a, b, tolerance);
    if (!ratio)
      return std::nullopt;
    least = row == 0 ? *ratio : std::min(least, *ratio);
    most = row == 0 ? *ratio : std::max(most, *ratio);
  }
  return std::pair(least, most);
}

/// got - expected, if it is the same everywhere and not nothing.
static std::optional<double>
constantDifference(const std::vector<double> &got,
                   const std::vector<double> &expected) {
  if (got.size() < 2) // one number is off by one number
    return std::nullopt;
  double first = got[0] - expected[0];
  for (size_t i = 0; i < got.size(); ++i)
    if (!(std::fabs(got[i] - expected[i] - first) <=
          0.02 * std::fabs(first) + 1e-3 * std::fabs(expected[i])))
      return std::nullopt;
  return std::isfinite(first) && first != 0 ? std::optional(first)
                                            : std::nullopt;
}

static bool hasExtremeScores(const LevelCase &levelCase) {
  return std::any_of(levelCase.inputs.begin(), levelCase.inputs.end(),
                     [](const auto &i) { return i.fill != Fill::Normal; });
}

/// Weights of keys that should have none.
static bool hasHiddenWeights(const LevelCase &levelCase,
                             const std::vector<double> &got,
                             const std::vector<double> &expected) {
  if (levelCase.level != 5)
    return false;
  for (size_t i = 0; i < got.size(); ++i)
    if (expected[i] == 0 && got[i] > 1e-6)
      return true;
  return false;
}

/// What is said where no formula fits: which part of the output is wrong.
static Explanation regionOf(const LevelCase &levelCase, const HostTensor &out,
                            const std::vector<double> &got,
                            const std::vector<double> &expected) {
  const std::vector<int64_t> &shape = levelCase.outShape;
  int64_t width = shape.back(),
          height = shape.size() > 1 ? shape[shape.size() - 2] : 1;
  bool firstHead = false, otherHeads = false, isNan = true;
  int64_t firstRow = -1, firstColumn = width, wrong = 0;
  double slack = 4 * levelCase.tolerance();
  for (int64_t i = 0; i < out.numel(); ++i) {
    double a = got[static_cast<size_t>(i)],
           b = expected[static_cast<size_t>(i)];
    if (std::fabs(a - b) <= slack * (std::fabs(b) + 0.05) ||
        (std::isnan(a) && std::isnan(b)))
      continue;
    int64_t row = i / width;
    (row < height ? firstHead : otherHeads) = true;
    isNan &= std::isnan(a);
    firstRow = firstRow < 0 ? row % height : std::min(firstRow, row % height);
    firstColumn = std::min(firstColumn, i % width);
    ++wrong;
  }
  if (wrong > 0 && isNan && levelCase.level >= 5 && wrong < out.numel() &&
      !hasExtremeScores(levelCase))
    return {"nan-no-key", "every wrong element is NaN, from row " +
                              std::to_string(firstRow) +
                              " on, and no score is large"};
  if (wrong > 0 && isNan)
    return {"nan", "every wrong element is NaN"};
  if (otherHeads && !firstHead)
    return {"head-offset", "batch 0, head 0 is right and others are wrong"};
  if (firstRow >= 16)
    return {"later-rows",
            "rows are right up to row " + std::to_string(firstRow)};
  if (firstColumn >= 16 && firstColumn < width)
    return {"later-columns",
            "columns are right up to column " + std::to_string(firstColumn)};
  return {"", ""};
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

static std::vector<WrongAnswer>
answersOf(const LevelCase &levelCase, const std::vector<HostTensor> &inputs) {
  switch (levelCase.level) {
  case 1:
  case 2:
  case 4:
    return wrongProducts(levelCase, inputs);
  case 3:
  case 5:
    return wrongSoftmaxes(levelCase, inputs);
  default:
    return wrongAttentions(levelCase, inputs);
  }
}

static double workOf(const LevelCase &levelCase,
                     const std::vector<HostTensor> &inputs) {
  double work = double(elementsOf(levelCase.outShape));
  if (levelCase.level == 2 || levelCase.level == 4)
    work *= double(inputs[0].shape.back());
  if (levelCase.level >= 6)
    work *= double(inputs[1].shape[2]);
  return work;
}

std::vector<Explanation> explainOutput(const LevelCase &levelCase,
                                       const std::vector<HostTensor> &inputs,
                                       const HostTensor &out) {
  std::vector<Explanation> found;
  if (out.numel() == 0 || workOf(levelCase, inputs) > kAnswerWork)
    return found;
  std::vector<double> got = out.toDoubles();
  std::vector<double> expected = rightValues(levelCase, inputs);
  double tolerance = 4 * levelCase.tolerance() + 1e-3;
  std::vector<WrongAnswer> answers = answersOf(levelCase, inputs);
  addStrides(answers, levelCase, inputs);
  for (const WrongAnswer &answer : answers) {
    std::vector<double> values = answer.compute();
    // A mistake that changes nothing here explains nothing.
    if (!agrees(got, values, tolerance) ||
        agrees(expected, values, 2 * levelCase.tolerance()))
      continue;
    bool isKnown = std::any_of(found.begin(), found.end(), [&](const auto &e) {
      return e.mistake == answer.mistake;
    });
    if (!isKnown)
      found.push_back({answer.mistake, "what came out is " + answer.words});
  }
  if (!found.empty())
    return found;
  if (std::all_of(got.begin(), got.end(), [](double x) { return x == 0; }))
    return {{"all-zero", "every element is 0"}};
  if (hasHiddenWeights(levelCase, got, expected))
    return {{"hidden-some", "keys that no query sees have a weight"}};
  if (levelCase.level == 3 || levelCase.level >= 5)
    if (auto ratios = rowRatios(got, expected,
                                static_cast<size_t>(levelCase.outShape.back()),
                                tolerance);
        ratios &&
        ratios->second - ratios->first + std::fabs(ratios->first - 1) > 0.02)
      return {{"rows-sum", "each row is a multiple of what it should be, by " +
                               shown(ratios->first) + " to " +
                               shown(ratios->second)}};
  // Nearly 1 is a matter of rounding.
  if (std::optional<double> ratio = constantRatio(got, expected, tolerance);
      ratio && std::fabs(*ratio - 1) > 0.01)
    return {{"constant-factor",
             "every element is " + shown(*ratio) + " times what it should be"}};
  if (std::optional<double> offset = constantDifference(got, expected))
    return {{"constant-offset",
             "every element is " + shown(*offset) + " more than it should be"}};
  if (Explanation region = regionOf(levelCase, out, got, expected);
      !region.mistake.empty())
    return {region};
  return found;
}

} // namespace tqc
