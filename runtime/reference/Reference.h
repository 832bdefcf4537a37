//===- Reference.h - What a level must compute ------------------*- C++ -*-===//
//
// The right answers, in double precision, and how far a correct kernel may be
// from each of them:
//
//     auto rows = makeReference(levelCase, inputs);
//     Comparison c = compare(out, *rows);
//
// A bound adds up what the types allow: rounding of the inputs to tf32 where
// products may be taken in it, of each sum by its length, of the exponential,
// of the probabilities where they are stored narrow, and of the output.
// Where everything would take too long, rows are sampled evenly.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_REFERENCE_REFERENCE_H
#define TQC_RUNTIME_REFERENCE_REFERENCE_H

#include "runtime/device/Compare.h"
#include "runtime/reference/LevelCases.h"

#include <memory>

namespace tqc {

/// Multiply-adds that a reference may take.
constexpr double kReferenceWork = 4e9;

/// The reference of a case on these inputs (which it copies what it needs of).
std::unique_ptr<ExpectedRows>
makeReference(const LevelCase &levelCase, const std::vector<HostTensor> &inputs,
              double work = kReferenceWork);

/// All rows if `count` rows of `workPerRow` fit in `work`, else as many as fit
/// (32 at least), spread evenly, the first and the last among them.
std::vector<int64_t> chooseRows(int64_t count, double workPerRow, double work);

/// The roundings that a case allows.
struct Roundings {
  double product = 0;    ///< relative, of a product's operands together
  bool fewBits = false;  ///< are products added up in 14 bits?
  double stored = 0;     ///< of a value stored in the input's type
  double storedTiny = 0; ///< the same, absolute, for subnormals
  double out = 0;        ///< relative, of the output
  double outTiny = 0;    ///< absolute, of the output

  explicit Roundings(const LevelCase &levelCase);
  /// Of a sum of `length` terms in fp32, relative to the sum of magnitudes.
  static double sum(int64_t length);
  /// Of a sum of so many products of the inputs on tensor cores.
  double sumOfProducts(int64_t length) const;
  /// Of exp(x) for x <= 0 in fp32, relative.
  static double exp(double x);
};

// One function a file.
std::unique_ptr<ExpectedRows>
makeVectorReference(const LevelCase &levelCase,
                    const std::vector<HostTensor> &inputs);
std::unique_ptr<ExpectedRows>
makeMatmulReference(const LevelCase &levelCase,
                    const std::vector<HostTensor> &inputs, double work);
std::unique_ptr<ExpectedRows>
makeSoftmaxReference(const LevelCase &levelCase,
                     const std::vector<HostTensor> &inputs, double work);
std::unique_ptr<ExpectedRows>
makeAttentionReference(const LevelCase &levelCase,
                       const std::vector<HostTensor> &inputs, double work);

} // namespace tqc

#endif // TQC_RUNTIME_REFERENCE_REFERENCE_H
