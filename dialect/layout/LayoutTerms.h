//===- LayoutTerms.h - A layout as shifts and masks -------------*- C++ -*-===//
//
// How does a thread compute the coordinates it holds? A coordinate is an xor of
// bases that the bits of lane and warp select; bits that move by the same
// distance move together, so a layout needs few instructions.
//
// Example: the row of an mma accumulator, lane = [.., (1,0), (2,0), (4,0)] from
// bit 2 on and warp = [(16,0), (32,0)], reg = [(0,1), (8,0)]:
//
//     row = (lane & 28) >> 2  |  (warp & 3) << 4  |  8 for registers 2 and 3
//
// The thread's part is computed once. A register adds a constant, by xor in
// general and by + where no bit overlaps, which lets an address be
// `base + constant`.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTTERMS_H
#define TQC_DIALECT_LAYOUT_LAYOUTTERMS_H

#include "dialect/layout/LinearLayout.h"

#include <cstdint>

namespace tqc {

/// (index of `source` & mask) << shift; a negative shift goes right.
struct CoordTerm {
  Hw source;
  uint32_t mask;
  int shift;

  uint32_t moved() const { return shift < 0 ? mask >> -shift : mask << shift; }
  /// The term's value when the index of `source` is `index`.
  uint32_t valueAt(uint32_t index) const;
};

/// How one output coordinate is computed.
struct CoordTerms {
  /// The part that depends on the thread: the xor of these terms.
  llvm::SmallVector<CoordTerm, 4> terms;
  /// No two terms set the same bit: they may be combined by `or` or `+`.
  bool termsDisjoint = true;
  /// The bits that the terms may set.
  uint32_t threadBits = 0;
  /// What each register bit contributes.
  llvm::SmallVector<uint32_t, 8> registerColumns;

  /// The constant of a register.
  uint32_t registerPart(uint32_t reg) const;
  /// The constant splits in a part to xor and a part to add, xor first:
  /// (thread ^ xorPart) + addPart.
  uint32_t xorPart(uint32_t reg) const {
    return registerPart(reg) & threadBits;
  }
  uint32_t addPart(uint32_t reg) const {
    return registerPart(reg) & ~threadBits;
  }
  /// Every register's constant can be added: xorPart is always 0.
  bool registersAdd() const;

  /// The coordinate, for tests: what the emitted code computes.
  uint32_t valueAt(uint32_t reg, uint32_t lane, uint32_t warp,
                   uint32_t block = 0) const;
};

/// The terms of each dimension of the tile.
llvm::SmallVector<CoordTerms, 4> coordTerms(const LinearLayout &layout);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTTERMS_H
