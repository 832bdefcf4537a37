//===- LayoutFactories.h - The layouts that hardware asks for ---*- C++ -*-===//
//
// Which layout does a coalesced load, an mma operand, a wgmma accumulator or a
// swizzled tile in shared memory have? One function each.
//
// Example: the accumulator of one mma.m16n8k16 in one warp.
//
//     reg  = [(0,1), (8,0)]
//     lane = [(0,2), (0,4), (1,0), (2,0), (4,0)]
//
// so lane 5 = 0b00101 has row 1, columns 2 and 3, and the same in row 9: the
// figure of the PTX ISA, row = lane / 4 (+ 8), column = lane % 4 * 2 (+ 1).
//
// All sizes and counts are powers of two.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_LAYOUT_LAYOUTFACTORIES_H
#define TQC_DIALECT_LAYOUT_LAYOUTFACTORIES_H

#include "dialect/layout/LinearLayout.h"

#include <cstdint>

namespace tqc {

/// Each thread holds a block of `sizePerThread`, a warp `threadsPerWarp` such
/// blocks, the CTA `warpsPerCta` times that; order[0] is the dimension that
/// neighbours differ in. A larger tile repeats in registers; of a smaller one
/// several threads hold the same element.
LinearLayout blockedLayout(llvm::ArrayRef<int64_t> shape,
                           llvm::ArrayRef<unsigned> sizePerThread,
                           llvm::ArrayRef<unsigned> threadsPerWarp,
                           llvm::ArrayRef<unsigned> warpsPerCta,
                           llvm::ArrayRef<unsigned> order);

/// A coalesced layout of a row-major tile, `vector` elements at a time: lanes,
/// then warps, then registers run along the last dimension first.
LinearLayout rowMajorLayout(llvm::ArrayRef<int64_t> shape, unsigned vector,
                            unsigned numWarps);

/// The size-1 dimension that a reduction with `keep_dims` leaves at `dim`.
LinearLayout sliceKeepDim(const LinearLayout &layout, unsigned dim);

//===----------------------------------------------------------------------===//
// mma.sync: one warp computes 16x8. Of the warps, warpsM times warpsN of them,
// the low bits of the warp index go along M, the high ones along N; an operand
// that does not depend on one of them is replicated there. `elementBits` is 8
// (int8, fp8; m16n8k32), 16 (m16n8k16) or 32 (tf32; m16n8k8). Registers run
// through one instruction's fragment first (of two neighbours along N, where
// a warp has two), then along K or N, then along M.
//===----------------------------------------------------------------------===//

/// The 32-bit accumulator, `shape` = {M, N}.
LinearLayout mmaAccLayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                          unsigned warpsN);
/// The left operand, `shape` = {M, K}.
LinearLayout mmaALayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                        unsigned warpsN, unsigned elementBits);
/// The right operand, `shape` = {K, N}; registers along K, then along N.
LinearLayout mmaBLayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                        unsigned warpsN, unsigned elementBits);
/// `batch` tiles where `tile` has one: in a new first dimension, whose low bits
/// go to `warps` times as many warps, and the others to registers.
LinearLayout batchedLayout(const LinearLayout &tile, int64_t batch,
                           unsigned warps);
/// Elements along K in one mma.sync or wgmma instruction: 32 bytes.
inline unsigned mmaDepth(unsigned elementBits) { return 256 / elementBits; }

//===----------------------------------------------------------------------===//
// wgmma: a warp group, four warps, computes 64xN. groupsM times groupsN warp
// groups tile the result; the low bits of the group index go along M.
//===----------------------------------------------------------------------===//

/// The 32-bit accumulator, `shape` = {M, N}. A group's registers run along its
/// part of N, then in steps of 64 * groupsM along M.
LinearLayout wgmmaAccLayout(llvm::ArrayRef<int64_t> shape, unsigned groupsM,
                            unsigned groupsN = 1);
/// The left operand in registers, `shape` = {M, K}. For 16 bits it equals the
/// accumulator of the same shape.
LinearLayout wgmmaALayout(llvm::ArrayRef<int64_t> shape, unsigned groupsM,
                          unsigned groupsN, unsigned elementBits);

/// One 8x8 matrix of 16-bit elements in the registers of a warp, as ldmatrix
/// reads and stmatrix writes it; `transposed` for the form with .trans.
enum class MatrixForm { Plain, Transposed };
LinearLayout matrixTile(MatrixForm form);

//===----------------------------------------------------------------------===//
// Tiles in memory: Offset, in elements, to coordinate.
//===----------------------------------------------------------------------===//

/// Rows one after the other.
LinearLayout rowMajorMemory(llvm::ArrayRef<int64_t> shape);

/// The layout that TMA writes and wgmma reads: panels of `spanBytes` (128, 64
/// or 32) columns, one below the other for all rows, next panel behind; in a
/// panel the 16-byte chunk bits are xored with address bits 7 and up. The
/// buffer starts at a multiple of 8 * spanBytes. Leading dimensions are rows.
LinearLayout swizzledMemory(llvm::ArrayRef<int64_t> shape, unsigned elementBits,
                            unsigned spanBytes);
/// The widest span that a row fills: 128, 64 or 32 bytes, or 0 for none.
unsigned widestSpan(llvm::ArrayRef<int64_t> shape, unsigned elementBits);

/// Row-major with column ^= (row / perPhase % maxPhase) * vec.
LinearLayout xorMemory(llvm::ArrayRef<int64_t> shape, unsigned vec,
                       unsigned perPhase, unsigned maxPhase);

} // namespace tqc

#endif // TQC_DIALECT_LAYOUT_LAYOUTFACTORIES_H
