//===- AccessReport.h - Why an access is as wide as it is -------*- C++ -*-===//
//
// How many bytes does one load or store of a tile move, and what keeps it from
// 16?
//
//     x = tl.load(x_ptr + 3 * offsets)
//       elements  1
//       whyNot    "neighbours in the tile are not neighbours in memory"
//
// The code generator's own rule (LowerMemory.cpp) in words.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_ACCESSREPORT_H
#define TQC_COMPILER_ANALYSIS_ACCESSREPORT_H

#include "mlir/IR/Operation.h"

#include <string>

namespace tqc {

struct AccessReport {
  unsigned elements = 1;     ///< of one access
  unsigned elementBytes = 1; ///< i1 takes one
  unsigned accesses = 1;     ///< of one thread
  std::string mask;          ///< what becomes of it: "no mask"
  bool mayBeCut = false;     ///< its edge may be inside of an access
  std::string whyNotWider;   ///< empty if 16 bytes

  unsigned bytes() const { return elements * elementBytes; }
};

/// About an access of pointers that have a layout; `mask` may be null.
AccessReport reportAccess(mlir::Operation *op, mlir::Value pointer,
                          mlir::Value mask);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_ACCESSREPORT_H
