//===- Compare.cpp - Is this tensor right? --------------------------------===//

#include "runtime/device/Compare.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

namespace tqc {

static constexpr size_t kWorst = 5;

TensorRows::TensorRows(const HostTensor &tensor, double relative,
                       double absolute)
    : tensor(tensor), relative(relative), absolute(absolute),
      width(tensor.shape.empty() ? 1 : tensor.shape.back()) {
  all.resize(width ? static_cast<size_t>(tensor.numel() / width) : 0);
  std::iota(all.begin(), all.end(), int64_t(0));
}

void TensorRows::compute(int64_t row, double *values, double *bounds) const {
  for (int64_t i = 0; i < width; ++i) {
    values[i] = tensor.get(row * width + i);
    bounds[i] = absolute + relative * std::fabs(values[i]);
  }
}

double Mismatch::excess() const {
  double error = std::fabs(got - expected);
  return std::isfinite(error) && bound > 0
             ? error / bound
             : std::numeric_limits<double>::infinity();
}

namespace {

/// What is known after some of the rows. Sums are merged in the order of the
/// rows, so that the result does not depend on the threads.
struct Partial {
  explicit Partial(double rounding) : rounding(rounding) {}

  double rounding; ///< what rounding to the type may cost however small a value
  Comparison result;
  double errorSquares = 0, squares = 0;

  void addWrong(const Mismatch &mismatch) {
    ++result.wrong;
    result.unwritten += mismatch.unwritten;
    if (!result.first)
      result.first = mismatch;
    insertWorst(mismatch);
  }

  void insertWorst(const Mismatch &mismatch) {
    auto later = [](const Mismatch &a, const Mismatch &b) {
      return a.excess() > b.excess();
    };
    auto &worst = result.worst;
    worst.insert(std::upper_bound(worst.begin(), worst.end(), mismatch, later),
                 mismatch);
    if (worst.size() > kWorst)
      worst.pop_back();
  }

  void add(const Mismatch &element) {
    ++result.checked;
    double error = std::fabs(element.got - element.expected);
    bool same = element.got == element.expected ||
                (std::isnan(element.got) && std::isnan(element.expected));
    if (!same && std::isfinite(error)) {
      double beyond = std::max(0.0, error - rounding);
      errorSquares += beyond * beyond;
      if (error > result.largestError)
        result.furthest = element;
      result.largestError = std::max(result.largestError, error);
      result.usedBound = std::max(result.usedBound, element.excess());
    }
    if (std::isfinite(element.expected))
      squares += element.expected * element.expected;
    bool right = same || (std::isfinite(error) && error <= element.bound);
    if (!right || element.unwritten)
      addWrong(element);
  }

  void merge(const Partial &next) {
    const Comparison &from = next.result;
    result.checked += from.checked;
    result.wrong += from.wrong;
    result.unwritten += from.unwritten;
    if (from.largestError > result.largestError)
      result.furthest = from.furthest;
    result.largestError = std::max(result.largestError, from.largestError);
    result.usedBound = std::max(result.usedBound, from.usedBound);
    if (!result.first)
      result.first = from.first;
    for (const Mismatch &mismatch : from.worst)
      insertWorst(mismatch);
    errorSquares += next.errorSquares;
    squares += next.squares;
  }
};

} // namespace

/// Whether a float element still has every bit of the poison.
static bool isPoison(DType type, const uint8_t *at) {
  return isFloat(type) && std::all_of(at, at + bytesOf(type), [](uint8_t b) {
           return b == kPoisonByte;
         });
}

/// Half the least number: what rounding to a type may cost however small the
/// value is.
static double leastRounding(DType type) {
  uint8_t least[8] = {1};
  return isFloat(type) ? loadElement(type, least) / 2 : 0;
}

static void compareRows(const HostTensor &got, const ExpectedRows &expected,
                        int64_t begin, int64_t end, Partial &out) {
  std::vector<double> values(static_cast<size_t>(expected.columns()));
  std::vector<double> bounds(values.size());
  for (int64_t i = begin; i < end; ++i) {
    int64_t row = expected.rows()[static_cast<size_t>(i)];
    expected.compute(row, values.data(), bounds.data());
    for (int64_t c = 0, n = expected.count(row); c < n; ++c) {
      Mismatch element;
      element.index = row * expected.columns() + c;
      const uint8_t *at = got.at(element.index);
      element.got = loadElement(got.type, at);
      element.expected = values[static_cast<size_t>(c)];
      element.bound = bounds[static_cast<size_t>(c)];
      element.unwritten = isPoison(got.type, at);
      out.add(element);
    }
  }
}

Comparison compare(const HostTensor &got, const ExpectedRows &expected) {
  auto rows = static_cast<int64_t>(expected.rows().size());
  // Few rows may be long work: they too must be enough pieces for all cores.
  int64_t grain =
      std::clamp<int64_t>(16384 / std::max<int64_t>(1, expected.columns()), 1,
                          std::max<int64_t>(1, rows / 128));
  const Partial none(leastRounding(got.type));
  std::vector<Partial> parts(static_cast<size_t>((rows + grain - 1) / grain),
                             none);
  parallelRanges(rows, grain, [&](int64_t begin, int64_t end) {
    compareRows(got, expected, begin, end,
                parts[static_cast<size_t>(begin / grain)]);
  });
  Partial total = none;
  for (const Partial &part : parts)
    total.merge(part);
  Comparison &result = total.result;
  if (total.squares > 0)
    result.relativeError = std::sqrt(total.errorSquares / total.squares);
  else if (total.errorSquares > 0)
    result.relativeError = std::numeric_limits<double>::infinity();
  return result;
}

static std::string number(double value) {
  if (std::isnan(value))
    return "nan"; // printf shows its sign, which means nothing
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

std::string describe(const Mismatch &mismatch,
                     const std::vector<int64_t> &shape) {
  std::string where = "[";
  for (int64_t i : unravel(mismatch.index, shape))
    where += (where.size() > 1 ? ", " : "") + std::to_string(i);
  where += "]: ";
  std::string wanted = "expected " + number(mismatch.expected);
  if (mismatch.unwritten)
    return where + "was never written, " + wanted;
  std::string text = where + "got " + number(mismatch.got) + ", " + wanted;
  double error = std::fabs(mismatch.got - mismatch.expected);
  if (std::isfinite(error))
    text += " (off by " + number(error) + ", allowed " +
            number(mismatch.bound) + ")";
  return text;
}

} // namespace tqc
