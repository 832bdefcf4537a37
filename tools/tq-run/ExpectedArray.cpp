//===- ExpectedArray.cpp - How far may an element of a topic be? ----------===//

#include "tools/tq-run/ExpectedArray.h"

#include <algorithm>
#include <cmath>

namespace tqc {

/// The root of the mean square of those that are finite.
static double sizeOf(const double *values, size_t count) {
  double sum = 0, finite = 0;
  for (size_t i = 0; i < count; ++i)
    if (std::isfinite(values[i])) {
      sum += values[i] * values[i];
      ++finite;
    }
  return std::sqrt(sum / std::max(finite, 1.0));
}

ExpectedArray::ExpectedArray(const NumberArray &array, double tolerance,
                             const NumberArray *sizes)
    : array(array), sizes(sizes), tolerance(tolerance),
      width(array.shape.empty() ? 1 : std::max<int64_t>(array.shape.back(), 1)),
      size(sizeOf(array.values.data(), array.values.size())) {
  for (int64_t row = 0; row < array.count() / width; ++row)
    all.push_back(row);
}

void ExpectedArray::compute(int64_t row, double *values, double *bounds) const {
  const double *begin = array.values.data() + row * width;
  double here = std::max(size, sizeOf(begin, static_cast<size_t>(width)));
  for (int64_t i = 0; i < width; ++i) {
    values[i] = begin[i];
    double own =
        sizes ? sizes->values[static_cast<size_t>(row * width + i)] : 0;
    bounds[i] = tolerance * (std::fabs(values[i]) + std::max(here, own));
  }
}

} // namespace tqc
