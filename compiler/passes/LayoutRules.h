//===- LayoutRules.h - How layouts flow through shape ops -------*- C++ -*-===//
//
// Two questions about an op that only renames or computes element by element:
// given the layout of its result, which layout must an operand have (backward);
// given the layout of an operand, which layout does its result get (forward)?
// Neither moves data.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_LAYOUTRULES_H
#define TQC_COMPILER_PASSES_LAYOUTRULES_H

#include "dialect/tqg/TqgDialect.h"

#include <optional>

namespace tqc {

/// Computes each element of its result from the same elements of its operands.
bool isElementwise(mlir::Operation *op);

/// `layout` with every dimension where `shape` has an extent of one collapsed.
LinearLayout collapseTo(const LinearLayout &layout,
                        llvm::ArrayRef<int64_t> shape);

/// The layout that operand `index` of `op` needs for a result in `result`, or
/// nothing if the op is no renaming.
std::optional<LinearLayout> operandLayout(mlir::Operation *op, unsigned index,
                                          const LinearLayout &result);

/// The layout that the result of a shape op gets from its source's, or nothing
/// where the result is free to take any.
std::optional<LinearLayout> resultLayout(mlir::Operation *op,
                                         const LinearLayout &source);

/// Row-major, neighbours in lanes first: for tiles that nothing constrains.
LinearLayout defaultLayout(llvm::ArrayRef<int64_t> shape, int numWarps);
/// Bytes of a line of the first-level cache: what a warp asks for at a time.
inline constexpr int64_t kLineBytes = 128;
/// Elements of 16 bits that a lane has beside each other, where rows lie in
/// shared memory one behind the other (RowRuns.h): more would meet those of
/// other lanes in one bank, and of fewer there are twice as many accesses to
/// what lies beside the rows.
inline constexpr int64_t kNeighboursInRuns = 2;

/// As defaultLayout with an order (fastest first) and `width` neighbours a
/// thread along the fastest dimension. Where rows along it are added up, each
/// has `rowLanes` of a warp, or more where the warp has too few rows: as much
/// of each as finds room is in one warp, and a warp's rows lie beside each
/// other in its lanes. The fewer lanes a row has, the fewer steps add it up.
LinearLayout coalescedLayout(llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<unsigned> order, unsigned width,
                             int numWarps, int64_t rowLanes = 0);
/// As `layout`, of a tile of rows: those that lie beside each other in the
/// lanes of a warp are `step` rows apart, if there are so many.
LinearLayout withRowsApart(const LinearLayout &layout, int64_t step);
/// For a scan: `axis` lies in registers first, then lanes, then warps.
LinearLayout scanLayout(llvm::ArrayRef<int64_t> shape, unsigned axis,
                        int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_LAYOUTRULES_H
