//===- LiveColumns.h - Parts of a product that count ------------*- C++ -*-===//
//
// A tile has a power of two of columns, what it is used for need not:
//
//     lanes = tl.arange(0, 256)
//     offs_n = tl.program_id(1) * 160 + lanes
//     ...
//     acc = tl.dot(a, b, acc)     # of 64 x 256
//     tl.store(..., acc, mask=(offs_m[:, None] < M) & (offs_n[None, :] < N)
//                             & (lanes[None, :] < 160))
//
// The columns of `acc` from 160 on are stored in no program, wherever its tile
// begins. They are not without the last line if the kernel assumes `N <= 160`.
// wgmma multiplies any multiple of 16 columns, and leaves the others out.
//
// Legal if sums go through loops, other products and element by element into
// stores alone, and the mask of each cuts these columns.
//
// In the same way a row of keys has 96 numbers, and its tile 128 columns:
//
//     lanes = tl.arange(0, 128)
//     q = tl.load(..., mask=... & (lanes[None, :] < 96), other=0.0)
//     k = tl.load(..., mask=... & (lanes[None, :] < 96), other=0.0)
//     scores = tl.dot(q, k.trans())
//
// From 96 on both operands are zeros, which add nothing (but to a sum of -0 the
// sign). If only one of them were, the other might be infinite.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_LIVECOLUMNS_H
#define TQC_COMPILER_PASSES_LIVECOLUMNS_H

#include "compiler/analysis/BoxAccess.h"

namespace tqc {

/// How many of a product's columns somebody stores at most, if they are known
/// to be fewer than its tile has: a multiple of 16 (of which wgmma takes each,
/// whatever the types).
std::optional<int32_t> liveColumns(tq::DotOp dot, BoxAnalysis &boxes);

/// How far along K an operand of a product is not zero at most, if that is
/// known to be less than its tile has: a multiple of what one wgmma multiplies.
std::optional<int32_t> liveDepth(tq::DotOp dot);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_LIVECOLUMNS_H
