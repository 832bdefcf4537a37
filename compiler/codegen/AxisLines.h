//===- AxisLines.h - The lines of a tile along an axis ----------*- C++ -*-===//
//
// A reduction or scan along an axis works on *lines*: the elements that differ
// only in their coordinate along it. This file says which registers, lane bits
// and warp bits of a layout a line runs through.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_AXISLINES_H
#define TQC_COMPILER_CODEGEN_AXISLINES_H

#include "dialect/layout/LinearLayout.h"

#include "llvm/ADT/MapVector.h"

namespace tqc {

struct AxisLines {
  AxisLines(const LinearLayout &layout, unsigned axis, bool reverse = false);

  /// The registers of each line, in the order of the axis (backwards if
  /// reverse); lines are named by the flat coordinate without the axis.
  llvm::MapVector<uint32_t, llvm::SmallVector<unsigned>> registers;
  llvm::SmallVector<unsigned> laneBits, warpBits; ///< along the axis
  LinearLayout lines;                             ///< the layout of the lines
  unsigned rank;                                  ///< of `lines`
  int64_t lineCount;
  int64_t lanes() const { return int64_t(1) << laneBits.size(); }
  int64_t warps() const { return int64_t(1) << warpBits.size(); }
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_AXISLINES_H
