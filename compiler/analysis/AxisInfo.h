//===- AxisInfo.h - Facts about integers and addresses ----------*- C++ -*-===//
//
// How wide may a load be? The answer needs three facts about every dimension of
// every integer or pointer tile:
//
//   contiguity    runs of this many neighbours count up by one
//   divisibility  the first value of each run is a multiple of this (bytes for
//                 pointers)
//   constancy     runs of this many neighbours are equal
//
// Example: `x_ptr + pid * 1024 + range(0, 1024)` with x_ptr 16-byte aligned has
// contiguity 1024 and divisibility 16: 16-byte loads. All facts are powers of
// two. A scalar is a tile of one dimension with one element.
//
// The triple and its rules follow Triton's axis analysis; the language's
// promise that addresses of 32 bits and more do not wrap makes them sound.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_AXISINFO_H
#define TQC_COMPILER_ANALYSIS_AXISINFO_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace tqc {

struct AxisInfo {
  llvm::SmallVector<int64_t, 4> contiguity, divisibility, constancy;
  std::optional<int64_t> constant; ///< the one value of all elements

  /// Nothing is known of a value with this many dimensions, or of this type.
  static AxisInfo unknown(unsigned rank);
  static AxisInfo unknown(mlir::Type type);
  /// What holds of a value that is one or the other. Of one that nobody has
  /// looked at yet (the default) everything holds.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);

  unsigned rank() const { return contiguity.size(); }
  bool isUndecided() const { return contiguity.empty(); }
  void print(llvm::raw_ostream &os) const;

  friend bool operator==(const AxisInfo &a, const AxisInfo &b) {
    return a.contiguity == b.contiguity && a.divisibility == b.divisibility &&
           a.constancy == b.constancy && a.constant == b.constant;
  }
};

/// Of an argument: what its type and `tq.divisibility` say, for a kernel's.
AxisInfo axisOfArgument(mlir::BlockArgument argument);
/// Of the index of a loop.
AxisInfo axisOfInduction(const AxisInfo &lower, const AxisInfo &step);
/// Of an op's first result, given its operands'.
AxisInfo axisOfResult(mlir::Operation &op, llvm::ArrayRef<AxisInfo> operands);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_AXISINFO_H
