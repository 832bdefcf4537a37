//===- LayoutTerms.cpp - A layout as shifts and masks ---------------------===//

#include "dialect/layout/LayoutTerms.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tqc;

uint32_t CoordTerm::valueAt(uint32_t index) const {
  return shift < 0 ? (index & mask) >> -shift : (index & mask) << shift;
}

uint32_t CoordTerms::registerPart(uint32_t reg) const {
  return f2::combine(registerColumns, reg);
}

bool CoordTerms::registersAdd() const {
  return llvm::all_of(registerColumns, [&](uint32_t column) {
    return (column & threadBits) == 0;
  });
}

uint32_t CoordTerms::valueAt(uint32_t reg, uint32_t lane, uint32_t warp,
                             uint32_t block) const {
  uint32_t thread = 0;
  for (const CoordTerm &term : terms) {
    uint32_t index = term.source == Hw::Lane   ? lane
                     : term.source == Hw::Warp ? warp
                                               : block;
    uint32_t value = term.valueAt(index);
    thread = termsDisjoint ? thread + value : thread ^ value;
  }
  return (thread ^ xorPart(reg)) + addPart(reg);
}

/// Adds "bit `from` of `source` sets bit `to`", to a term if one moves alike.
static void addBit(llvm::SmallVectorImpl<CoordTerm> &terms, Hw source,
                   unsigned from, unsigned to) {
  int shift = static_cast<int>(to) - static_cast<int>(from);
  for (CoordTerm &term : terms)
    if (term.source == source && term.shift == shift) {
      term.mask |= 1u << from;
      return;
    }
  terms.push_back({source, 1u << from, shift});
}

static CoordTerms termsOf(const LinearLayout &layout, unsigned dim) {
  CoordTerms result;
  auto part = [&](uint32_t column) {
    return column >> layout.lowBit(dim) & ((1u << layout.outBits(dim)) - 1);
  };
  for (uint32_t column : layout.columns(Hw::Reg))
    result.registerColumns.push_back(part(column));
  for (Hw source : {Hw::Lane, Hw::Warp, Hw::Block})
    for (auto [from, column] : llvm::enumerate(layout.columns(source)))
      for (uint32_t rest = part(column); rest; rest &= rest - 1)
        addBit(result.terms, source, from, llvm::countr_zero(rest));
  for (const CoordTerm &term : result.terms) {
    result.termsDisjoint &= (result.threadBits & term.moved()) == 0;
    result.threadBits |= term.moved();
  }
  return result;
}

llvm::SmallVector<CoordTerms, 4> tqc::coordTerms(const LinearLayout &layout) {
  llvm::SmallVector<CoordTerms, 4> all;
  for (unsigned dim = 0; dim < layout.rank(); ++dim)
    all.push_back(termsOf(layout, dim));
  return all;
}
