//===- NumberArray.h - Arrays of numbers, as numpy has them -----*- C++ -*-===//
//
// What does a reference compute with? Arrays of doubles whose shapes broadcast:
//
//     Result<NumberArray> sum = applyPairs(x, y, std::plus<>());
//     Result<NumberArray> rows = reduceArray(*sum, Reduction::Max, {1}, true);
//
// Arrays lie in row-major order and are never views of each other.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_NUMBERARRAY_H
#define TQC_COMPILER_HOST_NUMBERARRAY_H

#include "runtime/image/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tqc {

struct NumberArray {
  std::vector<int64_t> shape;
  std::vector<double> values;
  bool isTruth = false; ///< of a comparison: numpy would take it as a mask

  NumberArray() = default;
  NumberArray(std::vector<int64_t> shape, double value);
  explicit NumberArray(double value) : values{value} {}

  int64_t count() const { return static_cast<int64_t>(values.size()); }
  size_t rank() const { return shape.size(); }
};

/// More elements than this no array has.
constexpr int64_t kMaxArrayElements = int64_t(1) << 26;

using PairFunction = double (*)(double, double);

/// function(a, b) of all pairs of elements, with broadcasting.
Result<NumberArray> applyPairs(const NumberArray &a, const NumberArray &b,
                               PairFunction function);

/// a @ b of matrices, and of stacks of them.
Result<NumberArray> multiplyArrays(const NumberArray &a, const NumberArray &b);

enum class Reduction : uint8_t { Sum, Max, Min, Mean };

/// Over these axes, or over all of them.
Result<NumberArray> reduceArray(const NumberArray &x, Reduction reduction,
                                const std::optional<std::vector<int64_t>> &axes,
                                bool keepsAxes);

/// Dimension i of the result is dimension `order[i]`.
Result<NumberArray> permuteArray(const NumberArray &x,
                                 const std::vector<int64_t> &order);

/// The same elements in another shape; one size may be -1.
Result<NumberArray> reshapeArray(const NumberArray &x,
                                 std::vector<int64_t> shape);

/// The same values wherever the shape is larger.
Result<NumberArray> broadcastArray(const NumberArray &x,
                                   const std::vector<int64_t> &shape);

/// Running sums along an axis.
Result<NumberArray> cumulateArray(const NumberArray &x, int64_t axis);

/// For each row along the last axis the indices that sort it; stable.
NumberArray sortingIndices(const NumberArray &x);

/// One after the other along an axis.
Result<NumberArray> joinArrays(const std::vector<NumberArray> &parts,
                               int64_t axis);

/// What one index of x[...] takes.
struct ArrayIndex {
  enum Kind : uint8_t {
    One,   ///< x[2]: the dimension goes
    Range, ///< x[1:9:2]
    New,   ///< x[None]
    Rest,  ///< x[...]
    List,  ///< x[[3, 1, 3]]; several lists of one length go together
  } kind = One;
  int64_t start = 0, step = 1, count = 1;
  std::vector<int64_t> list;
};

/// The elements that indices mean: their places, and the shape they form.
struct ArrayPart {
  std::vector<int64_t> shape;
  std::vector<int64_t> places;
};

/// Ranges and lists are within the sizes of their dimensions.
Result<ArrayPart> partOf(const NumberArray &x,
                         const std::vector<ArrayIndex> &indices);

} // namespace tqc

#endif // TQC_COMPILER_HOST_NUMBERARRAY_H
