//===- LayoutAlgebra.h - Layouts from layouts -------------------*- C++ -*-===//
//
// What are the layouts of a transposed, reduced or broadcast tile, and where
// does one layout find an element of another? Everything here is elimination
// over GF(2) on words of at most 30 bits.
//
// Example: a 2x4 tile, `row` with its rows in lane bit 1, `col` its transpose.
//
//     row  reg = [(0,1)]  lane = [(0,2), (1,0)]
//     col  reg = [(1,0)]  lane = [(0,1), (0,2)]
//
//     fetch(col, row):  reg  -> lane bit 1       (1,0) is lane 2 of `row`
//                       lane -> reg bit 0, lane bit 0
//
// so place (r=1, l=1) of `col` finds its element at (r=1, l=2) of `row`. A
// *place map* such as this one is a LinearLayout too; its "tile" is the
// machine, with one dimension for each Hw.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTALGEBRA_H
#define TQC_DIALECT_LAYOUT_LAYOUTALGEBRA_H

#include "dialect/layout/BitVectors.h"
#include "dialect/layout/LinearLayout.h"

#include <cstdint>
#include <optional>

namespace tqc {

//===----------------------------------------------------------------------===//
// The layout of the result of a shape operation. Nothing moves.
//===----------------------------------------------------------------------===//

/// Result dimension i is source dimension perm[i].
LinearLayout transposeDims(const LinearLayout &layout,
                           llvm::ArrayRef<unsigned> perm);
/// The same elements in row-major order, cut into other dimensions.
LinearLayout reshapeTo(const LinearLayout &layout,
                       llvm::ArrayRef<int64_t> shape);
/// Inserts a dimension of size 1 in front of `dim`.
LinearLayout expandDim(const LinearLayout &layout, unsigned dim);
/// Grows dimensions of size 1; each thread holds the copies, in new register
/// bits above the old ones.
LinearLayout broadcastTo(const LinearLayout &layout,
                         llvm::ArrayRef<int64_t> shape);
/// The layout of a reduction along `dim`. Register bases that are zero or
/// repeat others are dropped; lane, warp and block bases stay, so all that held
/// a part of the sum hold the sum.
LinearLayout sliceDim(const LinearLayout &layout, unsigned dim);
/// How many parts of `dim` different warps have.
unsigned countWarpParts(const LinearLayout &layout, unsigned dim);
/// The layout of what each warp made of its part of `dim`: a tile with a row
/// for each part, then the rest as sliceDim has it.
LinearLayout warpPartsLayout(const LinearLayout &layout, unsigned dim);
/// The same tile where all warps need it: who holds a part of the rest holds it
/// in all rows, one in each lane (of those bits that hold copies else) or in
/// registers.
LinearLayout allPartsLayout(const LinearLayout &layout, unsigned dim,
                            bool byLanes);
/// A new last dimension of size 2, in register bit 0.
LinearLayout joinLayout(const LinearLayout &layout);
/// The layout of each half of the last dimension, which has size 2; only if a
/// register bit alone tells the halves apart (splitRegister).
std::optional<LinearLayout> splitLayout(const LinearLayout &layout);
/// The register bit that tells the halves of the last dimension apart.
std::optional<unsigned> splitRegister(const LinearLayout &layout);

//===----------------------------------------------------------------------===//
// Products and quotients
//===----------------------------------------------------------------------===//

/// The tile of `inner` repeated as `outer` says: bits, in places and in every
/// dimension, go above those of `inner`.
LinearLayout operator*(const LinearLayout &inner, const LinearLayout &outer);
/// The layout Q with `layout == tile * Q`, if there is one: how `tile` (an
/// instruction's fragment) repeats.
std::optional<LinearLayout> divideLeft(const LinearLayout &layout,
                                       const LinearLayout &tile);
/// The identity from `dim` to a tile of rank 1.
LinearLayout identity(Hw dim, unsigned bits);
/// Reads `outer`, a layout of memory, at the offset that is the flat
/// coordinate of `inner`.
LinearLayout compose(const LinearLayout &inner, const LinearLayout &outer);
/// Drops all inputs but `keep`; most elements lose their place.
LinearLayout restrictTo(const LinearLayout &layout, llvm::ArrayRef<Hw> keep);

//===----------------------------------------------------------------------===//
// Place maps: where another layout has the element
//===----------------------------------------------------------------------===//

/// The dimension of a place map that holds the index of `dim`.
inline unsigned placeDim(Hw dim) { return static_cast<unsigned>(dim); }

/// For each flat coordinate (as Offset) one place that holds the element.
LinearLayout rightInverse(const LinearLayout &layout);
/// For each place of `dst` a place of `src` with the same element: the same
/// place where that is right, else another register, another lane, another
/// warp, in this order. None if `src` lacks an element or a tile's size
/// differs.
std::optional<LinearLayout> fetch(const LinearLayout &dst,
                                  const LinearLayout &src);
/// The layout of what is found by going to a place of `layout`.
LinearLayout follow(const LinearLayout &places, const LinearLayout &layout);
/// The offset in `memory` of the element that each place of `layout` holds, as
/// a layout of a rank-1 "tile" of offsets.
LinearLayout offsetsIn(const LinearLayout &memory, const LinearLayout &layout);
/// The registers that make up one vector access. Entry k is a register index to
/// xor: it moves the offset by 1 << k and nothing else. At most `maxBits`.
llvm::SmallVector<uint32_t, 4> contiguousRegs(const LinearLayout &offsets,
                                              unsigned maxBits);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTALGEBRA_H
