//===- ExpectedArray.h - How far may an element of a topic be? --*- C++ -*-===//
//
// A topic's reference gives numbers, its topic.json one tolerance. Each element
// may be off by
//
//     tolerance * (|value| + size)
//
// where the size is what values are like: the root of the mean square of all of
// them, or of the element's own row where that is larger. A row of attention
// that sees two keys has values ten times those of a row that sees a thousand,
// and rounding goes by them, though one of the sums comes out near 0. Where
// large numbers cancel on the way, the reference says what rounding goes by
// (`sizes`, TopicReference.h).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_EXPECTEDARRAY_H
#define TQC_TOOLS_TQ_RUN_EXPECTEDARRAY_H

#include "compiler/host/NumberArray.h"
#include "runtime/device/Compare.h"

namespace tqc {

/// An output that is there in full; the arrays must outlive it.
class ExpectedArray : public ExpectedRows {
public:
  /// `sizes`: of each element, from the reference; null if it has none.
  ExpectedArray(const NumberArray &array, double tolerance,
                const NumberArray *sizes = nullptr);

  int64_t columns() const override { return width; }
  const std::vector<int64_t> &rows() const override { return all; }
  void compute(int64_t row, double *values, double *bounds) const override;

private:
  const NumberArray &array;
  const NumberArray *sizes;
  double tolerance;
  int64_t width;
  double size; ///< of all elements
  std::vector<int64_t> all;
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_EXPECTEDARRAY_H
