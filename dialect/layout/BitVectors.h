//===- BitVectors.h - Linear algebra over bits ------------------*- C++ -*-===//
//
// Layouts are linear maps over GF(2): a vector is a word, bit i its component
// i, and a sum is an xor.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_BITVECTORS_H
#define TQC_DIALECT_LAYOUT_BITVECTORS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tqc {

/// Vectors over GF(2), one word each; bit i is component i.
namespace f2 {

using Vectors = llvm::SmallVector<uint32_t, 16>;

/// The xor of the columns that the bits of `index` select.
uint32_t combine(llvm::ArrayRef<uint32_t> columns, uint64_t index);

/// A subspace that grows vector by vector.
class Echelon {
public:
  /// Adds `vector`; false if it was in the span already.
  bool insert(uint32_t vector);
  bool contains(uint32_t vector) const { return reduce(vector) == 0; }
  /// What is left of `vector` after subtracting its part in the span.
  uint32_t reduce(uint32_t vector) const;
  unsigned rank() const { return count; }

private:
  std::array<uint32_t, 32> byLeadingBit = {};
  unsigned count = 0;
};

unsigned rank(llvm::ArrayRef<uint32_t> vectors);
/// Those of `candidates`, in order, that enlarge the span of `base`.
Vectors extend(llvm::ArrayRef<uint32_t> base,
               llvm::ArrayRef<uint32_t> candidates);
/// A basis of the span: its first independent vectors.
Vectors span(llvm::ArrayRef<uint32_t> vectors);
/// A basis of the intersection of two spans.
Vectors intersect(llvm::ArrayRef<uint32_t> a, llvm::ArrayRef<uint32_t> b);
/// Unit vectors that complete the span to all `numBits` bits.
Vectors complement(llvm::ArrayRef<uint32_t> vectors, unsigned numBits);

/// Solves `columns * x = target`. Of the solutions it gives the one that uses
/// only the first independent columns, so their order says what is preferred.
class Solver {
public:
  explicit Solver(llvm::ArrayRef<uint32_t> columns);
  /// Bit i of the result selects columns[i].
  std::optional<uint64_t> solve(uint32_t target) const;

private:
  struct Row {
    uint32_t vector;
    uint64_t made; // the columns whose xor is `vector`
  };
  std::array<Row, 32> byLeadingBit = {};
};

} // namespace f2

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_BITVECTORS_H
