//===- LayoutRandom.h - Layouts to test laws on -----------------*- C++ -*-===//
//
// Random layouts, the same in every run.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_LAYOUTRANDOM_H
#define TQC_TEST_UNIT_LAYOUTRANDOM_H

#include "dialect/layout/LayoutAlgebra.h"

#include <algorithm>
#include <random>

namespace tqc {

class LayoutRandom {
public:
  explicit LayoutRandom(unsigned seed) : engine(seed) {}

  uint32_t below(uint32_t bound) { return engine() % bound; }

  /// `count` vectors of `numBits` bits that span all of them.
  f2::Vectors spanning(unsigned numBits, unsigned count) {
    for (;;) {
      f2::Vectors vectors;
      for (unsigned i = 0; i < count; ++i)
        vectors.push_back(below(1u << numBits));
      if (f2::rank(vectors) == numBits)
        return vectors;
    }
  }

  /// The unit vectors of `numBits` bits and zeros, in any order.
  f2::Vectors permuted(unsigned numBits, unsigned count) {
    f2::Vectors vectors;
    for (unsigned i = 0; i < count; ++i)
      vectors.push_back(i < numBits ? 1u << i : 0);
    std::shuffle(vectors.begin(), vectors.end(), engine);
    return vectors;
  }

  /// A layout of `regs` + `lanes` + `warps` bits from these columns.
  static LinearLayout layout(llvm::ArrayRef<uint32_t> columns, unsigned regs,
                             unsigned lanes, unsigned warps,
                             llvm::ArrayRef<int64_t> shape) {
    HwColumns lists;
    auto take = [&](Hw dim, unsigned count) {
      lists[placeDim(dim)].assign(columns.begin(), columns.begin() + count);
      columns = columns.drop_front(count);
    };
    take(Hw::Reg, regs);
    take(Hw::Lane, lanes);
    take(Hw::Warp, warps);
    return LinearLayout::fromColumns(lists, shape);
  }

  std::mt19937 engine;
};

} // namespace tqc

#endif // TQC_TEST_UNIT_LAYOUTRANDOM_H
