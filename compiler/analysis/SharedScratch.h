//===- SharedScratch.h - Bytes that an exchange needs -----------*- C++ -*-===//
//
// Ops that move data between the threads of a CTA use shared memory while they
// run. tq-allocate-shared reserves the bytes that this file counts, and
// tq-expand-exchanges lays tiles out in them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_SHAREDSCRATCH_H
#define TQC_COMPILER_ANALYSIS_SHAREDSCRATCH_H

#include "dialect/layout/LayoutMoves.h"
#include "dialect/tqg/TqgDialect.h"

namespace tqc {

/// Bytes of scratch that `op` needs; 0 if it stays within a warp.
int64_t scratchBytes(mlir::Operation *op, int numWarps);

/// Bytes of one element in shared memory: i1 takes one, pointers take eight.
int64_t sharedElementBytes(mlir::Type type);

/// How a conversion moves its tile; the same for both phases that ask.
LayoutMove planConversion(tqg::ConvertLayoutOp op);

/// The bits of the warp index along which `layout` walks dimension `dim`.
uint32_t warpBitsAlong(const LinearLayout &layout, unsigned dim);

/// A result that only some threads compute, but others hold too: lanes are
/// reached by shuffles, warps (and all threads of a scalar) by scratch.
bool sharesBetweenWarps(mlir::Type type, int numWarps);

/// Bytes of a row that stays, and behind it of the barrier of its copy.
int64_t scratchBytesOf(tqg::ResidentRowOp row);
/// Bytes of rows that are stored together.
int64_t scratchBytesOf(tqg::RowBufferOp buffer);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_SHAREDSCRATCH_H
