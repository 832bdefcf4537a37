//===- AxisAnalysis.h - What is known of a kernel\'s addresses ---*- C++
//-*-===//
//
// A sparse forward analysis on MLIR\'s dataflow solver: facts of a result from
// facts of the operands (AxisInfo.h), through loops and branches until nothing
// changes. It holds for the kernel as it is when the analysis is made.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_AXISANALYSIS_H
#define TQC_COMPILER_ANALYSIS_AXISANALYSIS_H

#include "compiler/analysis/AxisInfo.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace tqc {

class AxisAnalysis {
public:
  explicit AxisAnalysis(mlir::func::FuncOp kernel);

  /// The facts of a value; `unknown` for values that are no integers.
  AxisInfo get(mlir::Value value) const;

  /// How many neighbours along `dim` one access may cover: a power of two, at
  /// most 16 bytes. `mask` may be null.
  unsigned accessWidth(mlir::Value pointer, mlir::Value mask,
                       unsigned dim) const;
  /// The same if accesses that the mask cuts may be done element by element:
  /// along `dim` it need only be true first and false then, or, if it may be
  /// true `between`, also false first.
  unsigned cuttableWidth(mlir::Value pointer, mlir::Value mask, unsigned dim,
                         bool between = false) const;
  /// Runs of this many neighbours along `dim` in which `mask`, once false,
  /// stays false: `range(0, 64) < n` for any n.
  int64_t fallingRun(mlir::Value mask, unsigned dim) const {
    return trueRun(mask, dim, /*between=*/false);
  }
  /// The dimension along which `pointer` is most contiguous, then the others:
  /// the order of a layout, fastest first.
  llvm::SmallVector<unsigned> orderOf(mlir::Value pointer) const;

private:
  int64_t trueRun(mlir::Value mask, unsigned dim, bool between) const;

  llvm::DenseMap<mlir::Value, AxisInfo> facts;
  bool mayCut; ///< whether `mask-versioning` is on
};

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_AXISANALYSIS_H
