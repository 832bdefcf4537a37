//===- LinearLayout.h - Where each tile element lives -----------*- C++ -*-===//
//
// A linear layout answers one question: which element of a tile does hardware
// place (register r, lane l, warp w) hold? It is a function that is linear over
// GF(2): L(a ^ b) = L(a) ^ L(b). So it is fixed by its values at powers of two,
// the *bases*, and every other value is an xor of bases.
//
// Example: a 2x4 tile over 4 lanes, two registers each.
//
//     reg  = [(0,1)]            one register bit:  r=1 is one column right
//     lane = [(0,2), (1,0)]     two lane bits:     l=1 two columns, l=2 one row
//
//            col 0      col 1      col 2      col 3
//     row 0  l0 r0      l0 r1      l1 r0      l1 r1
//     row 1  l2 r0      l2 r1      l3 r0      l3 r1
//
// Element (1,3) = (1,0) ^ (0,2) ^ (0,1) = L(r=1, l=3).
//
// The arrow goes from places to elements because several places may hold the
// same element (a basis that is zero, or an xor of others: *replication*); no
// element is without a place. A tile in memory is the same thing with another
// input: the element offset. Then a swizzle is a basis that touches two
// dimensions. What a layout cannot say: padding, and sizes that are no power of
// two.
//
// Inside, a basis is one word, its *flat* coordinate: the tile's dimensions are
// concatenated, the last one in the low bits, so (1,3) of a 2x4 tile is 0b1'11.
// Flattening is linear too, so applying, inverting and comparing layouts is
// arithmetic on words (LayoutAlgebra.h).
//
// This file knows no MLIR: `#tqg.linear` wraps the class, the passes and the
// PTX emitter only call it. Background and pictures: docs/layouts.md.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LINEARLAYOUT_H
#define TQC_DIALECT_LAYOUT_LINEARLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tqc {

/// An input of a layout: a place in the machine, or an element offset in
/// memory.
enum class Hw : uint8_t { Reg, Lane, Warp, Block, Offset };
inline constexpr unsigned kNumHw = 5;
inline constexpr std::array<Hw, kNumHw> kAllHw = {Hw::Reg, Hw::Lane, Hw::Warp,
                                                  Hw::Block, Hw::Offset};

/// "reg", "lane", "warp", "block" or "offset": how `#tqg.linear` writes it.
llvm::StringRef keyword(Hw dim);

/// A tile coordinate, one entry per tile dimension.
using Coord = llvm::SmallVector<int32_t, 4>;

/// The flat bases of one layout, one list per hardware dimension.
using HwColumns = std::array<llvm::SmallVector<uint32_t, 8>, kNumHw>;

class LinearLayout;
llvm::hash_code hash_value(const LinearLayout &layout);

class LinearLayout {
public:
  /// The bases of one hardware dimension, lowest bit first.
  using Bases = std::vector<Coord>;
  struct HwBases {
    Hw dim;
    Bases bases;
  };

  /// Builds a layout, or says in one sentence why `bases` are not one: a size
  /// that is no power of two, a basis of the wrong rank or outside the tile, a
  /// hardware dimension given twice, or an element that no place holds.
  static std::optional<LinearLayout> tryCreate(llvm::ArrayRef<HwBases> bases,
                                               llvm::ArrayRef<int64_t> shape,
                                               std::string &whyNot);

  /// As tryCreate, for bases that the compiler itself made.
  static LinearLayout get(llvm::ArrayRef<HwBases> bases,
                          llvm::ArrayRef<int64_t> shape);

  /// Builds a map from flat bases. It alone may leave elements without a place:
  /// the algebra needs parts of layouts (isSurjective() tells them apart).
  static LinearLayout fromColumns(HwColumns columns,
                                  llvm::ArrayRef<int64_t> shape);

  unsigned rank() const { return dimBits.size(); }
  llvm::SmallVector<int64_t> shape() const;
  int64_t extent(unsigned dim) const { return int64_t(1) << dimBits[dim]; }
  /// log2 of the extent of `dim`.
  unsigned outBits(unsigned dim) const { return dimBits[dim]; }
  /// log2 of the number of elements in the tile.
  unsigned totalOutBits() const;

  /// Number of bases of `dim`, and 1 << that.
  unsigned bits(Hw dim) const { return columns(dim).size(); }
  unsigned size(Hw dim) const { return 1u << bits(dim); }
  Coord basis(Hw dim, unsigned bit) const {
    return unflatten(column(dim, bit));
  }
  Bases bases(Hw dim) const;
  /// The bases as flat coordinates.
  llvm::ArrayRef<uint32_t> columns(Hw dim) const {
    return cols[static_cast<size_t>(dim)];
  }
  uint32_t column(Hw dim, unsigned bit) const { return columns(dim)[bit]; }
  const HwColumns &allColumns() const { return cols; }

  /// The tile element that (reg, lane, warp, block) holds.
  Coord apply(uint32_t reg, uint32_t lane, uint32_t warp,
              uint32_t block = 0) const;
  /// The flat coordinate of the element at these hardware indices; dimensions
  /// that are not named are 0.
  uint32_t applyFlat(llvm::ArrayRef<std::pair<Hw, uint32_t>> place) const;
  /// The part of the flat coordinate that `index` of one dimension adds.
  uint32_t applyFlat(Hw dim, uint32_t index) const;

  /// Concatenates a coordinate's dimensions, the last one in the low bits.
  uint32_t flatten(llvm::ArrayRef<int32_t> coord) const;
  Coord unflatten(uint32_t flat) const;
  /// The lowest bit of `dim` in a flat coordinate.
  unsigned lowBit(unsigned dim) const;

  /// The bits of `dim` that only replicate: their basis is zero or an xor of
  /// bases before it, in the order of Hw and then of bits. Of all places that
  /// hold an element exactly one has all its free bits 0.
  uint32_t freeMask(Hw dim) const;

  /// Every element has a place; no element has two.
  bool isSurjective() const;
  bool isInjective() const;

  /// A grid with one cell per element: the first place that holds it, or the
  /// offset of a tile in memory. Rank 1 and 2, the first 16 rows and columns;
  /// meant for dumps, error notes and docs.
  std::string picture() const;

  friend bool operator==(const LinearLayout &a, const LinearLayout &b) {
    return a.cols == b.cols && a.dimBits == b.dimBits;
  }
  friend bool operator!=(const LinearLayout &a, const LinearLayout &b) {
    return !(a == b);
  }
  friend llvm::hash_code hash_value(const LinearLayout &layout);

private:
  LinearLayout() = default;

  HwColumns cols;
  llvm::SmallVector<uint8_t, 4> dimBits;
};

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LINEARLAYOUT_H
