//===- BitVectors.cpp - Linear algebra over bits --------------------------===//

#include "dialect/layout/BitVectors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tqc;

uint32_t f2::combine(llvm::ArrayRef<uint32_t> columns, uint64_t index) {
  assert((columns.size() >= 64 || index >> columns.size() == 0) &&
         "an index within the layout");
  uint32_t sum = 0;
  for (; index; index &= index - 1)
    sum ^= columns[llvm::countr_zero(index)];
  return sum;
}

uint32_t f2::Echelon::reduce(uint32_t vector) const {
  while (vector) {
    uint32_t row = byLeadingBit[llvm::Log2_32(vector)];
    if (!row)
      return vector;
    vector ^= row;
  }
  return 0;
}

bool f2::Echelon::insert(uint32_t vector) {
  vector = reduce(vector);
  if (!vector)
    return false;
  byLeadingBit[llvm::Log2_32(vector)] = vector;
  ++count;
  return true;
}

unsigned f2::rank(llvm::ArrayRef<uint32_t> vectors) {
  return span(vectors).size();
}

f2::Vectors f2::extend(llvm::ArrayRef<uint32_t> base,
                       llvm::ArrayRef<uint32_t> candidates) {
  Echelon span;
  for (uint32_t vector : base)
    span.insert(vector);
  Vectors added;
  for (uint32_t vector : candidates)
    if (span.insert(vector))
      added.push_back(vector);
  return added;
}

f2::Vectors f2::span(llvm::ArrayRef<uint32_t> vectors) {
  return extend({}, vectors);
}

f2::Vectors f2::intersect(llvm::ArrayRef<uint32_t> a,
                          llvm::ArrayRef<uint32_t> b) {
  // A vector of `b` that the rows so far reduce to 0 is a sum of vectors of `a`
  // and of `b`; its part in `a` lies in both spans.
  Vectors rows = span(a);
  size_t fromA = rows.size();
  Vectors common;
  for (uint32_t vector : b) {
    std::optional<uint64_t> made = Solver(rows).solve(vector);
    if (!made) {
      rows.push_back(vector);
      continue;
    }
    uint64_t inA = *made & ((uint64_t(1) << fromA) - 1);
    common.push_back(combine(rows, inA));
  }
  return span(common);
}

f2::Vectors f2::complement(llvm::ArrayRef<uint32_t> vectors, unsigned numBits) {
  Vectors units;
  for (unsigned bit = 0; bit < numBits; ++bit)
    units.push_back(1u << bit);
  return extend(vectors, units);
}

f2::Solver::Solver(llvm::ArrayRef<uint32_t> columns) {
  assert(columns.size() <= 64 && "one bit of the solution for each column");
  for (auto [i, column] : llvm::enumerate(columns)) {
    Row row = {column, uint64_t(1) << i};
    while (row.vector) {
      Row &other = byLeadingBit[llvm::Log2_32(row.vector)];
      if (!other.vector) {
        other = row;
        break;
      }
      row.vector ^= other.vector;
      row.made ^= other.made;
    }
  }
}

std::optional<uint64_t> f2::Solver::solve(uint32_t target) const {
  uint64_t made = 0;
  while (target) {
    const Row &row = byLeadingBit[llvm::Log2_32(target)];
    if (!row.vector)
      return std::nullopt;
    target ^= row.vector;
    made ^= row.made;
  }
  return made;
}
