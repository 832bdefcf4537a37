//===- Compare.h - Is this tensor right? ------------------------*- C++ -*-===//
//
// Holds a device's output against what it should be, row by row, so that a
// reference may be computed on the fly and may cover only some of the rows.
//
//     Comparison c = compare(out, TensorRows(expected, 1e-3));
//     c.wrong == 1, c.first->index == 17, c.first->got == 0.0
//
// An element is right if it lies within its own bound; NaN matches only NaN and
// an infinity only itself. Over all of them the relative error is
// ||out - ref|| / ||ref|| (Frobenius norms of the finite elements).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_COMPARE_H
#define TQC_RUNTIME_DEVICE_COMPARE_H

#include "runtime/device/HostTensor.h"

#include <optional>

namespace tqc {

/// The byte that outputs are filled with before a launch. As a float of any
/// width it is a NaN that no arithmetic gives.
constexpr uint8_t kPoisonByte = 0xff;

/// What a tensor should hold. Element (row, column) is number
/// `row * columns() + column` of the tensor.
class ExpectedRows {
public:
  virtual ~ExpectedRows() = default;

  virtual int64_t columns() const = 0;
  /// The rows that are checked, ascending.
  virtual const std::vector<int64_t> &rows() const = 0;
  /// How many elements the row has; only a last row is shorter.
  virtual int64_t count(int64_t row) const { return columns(); }
  /// The values of a row, and how far off each may be. Thread-safe.
  virtual void compute(int64_t row, double *values, double *bounds) const = 0;
};

/// A tensor that is there in full; each element may be off by
/// `absolute + relative * |value|`.
class TensorRows : public ExpectedRows {
public:
  TensorRows(const HostTensor &tensor, double relative, double absolute = 0);
  int64_t columns() const override { return width; }
  const std::vector<int64_t> &rows() const override { return all; }
  void compute(int64_t row, double *values, double *bounds) const override;

private:
  const HostTensor &tensor;
  double relative, absolute;
  int64_t width;
  std::vector<int64_t> all;
};

/// One element that is wrong.
struct Mismatch {
  int64_t index = 0; ///< in row-major order
  double got = 0, expected = 0, bound = 0;
  bool unwritten = false; ///< it still holds the poison

  /// How many times its bound it is off; infinite for NaN and infinities.
  double excess() const;
};

struct Comparison {
  int64_t checked = 0;
  int64_t wrong = 0;     ///< outside of their bounds
  int64_t unwritten = 0; ///< of these, still poison
  /// Of the whole tensor: the norm of its error over that of what is expected.
  /// Of each error half the type's least number does not count.
  double relativeError = 0;
  double largestError = 0;       ///< largest |got - expected|
  double usedBound = 0;          ///< largest |got - expected| / bound
  std::optional<Mismatch> first; ///< with the lowest index
  Mismatch furthest;             ///< the element with the largest error
  std::vector<Mismatch> worst;   ///< up to five, by excess
};

/// Compares a tensor with what it should hold.
Comparison compare(const HostTensor &got, const ExpectedRows &expected);

/// "[0, 17]: got 0, expected 1.25 (off by 1.25, allowed 0.0031)".
std::string describe(const Mismatch &mismatch,
                     const std::vector<int64_t> &shape);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_COMPARE_H
