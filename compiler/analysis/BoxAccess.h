//===- BoxAccess.h - Loads and stores of a box of a tensor ------*- C++ -*-===//
//
// Which part of which tensor does a load or store through pointers take?
//
//     a_ptr + offs_m[:, None] * stride_am + offs_k[None, :]
//     mask: (offs_m[:, None] < M) & (offs_k[None, :] < K)
//
// takes 128 x 64 elements from (pid * 128, k) on, of a tensor at a_ptr with
// extents (M, K) and strides (stride_am, 1): a box, which Hopper's tensor
// copies take as one instruction. What the mask cuts lies outside of the
// tensor: it is read as zero there too, and not written. Tiles that are no
// power of two are cut once more, `lanes < 192`, by a number that stays where
// it is.
//
// The address is written as a sum of products of scalars, at most one factor
// along a dimension of the tile. Products with a stride are what counts along
// its dimension; a scalar times a stride of its own (batch * stride_b) is a
// coordinate of one more dimension. Pointers that a loop advances are their
// first value and the iteration's number times the step.
//
// What is taken as given: sums of integers do not wrap (see AxisInfo.h).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_BOXACCESS_H
#define TQC_COMPILER_ANALYSIS_BOXACCESS_H

#include "compiler/analysis/AxisAnalysis.h"
#include "dialect/tq/TqDialect.h"

#include <string>

namespace tqc {

/// A product of scalars, and the index along a dimension of the tile or 1.
struct IndexTerm {
  int64_t coefficient = 1;
  llvm::SmallVector<mlir::Value, 2> factors; ///< in a fixed order
  int dim = -1;                              ///< of the tile; -1: none
};

/// A sum of terms; no two have the same factors and dimension.
using IndexSum = llvm::SmallVector<IndexTerm, 4>;

/// A number that the host knows: a constant, or an argument of the kernel.
struct HostNumber {
  int64_t constant = 0;
  mlir::Value argument; ///< null: the constant
};

/// A dimension of the tensor.
struct BoxDim {
  HostNumber stride;      ///< in elements
  HostNumber extent;      ///< INT32_MAX where nothing bounds it
  IndexSum start;         ///< of scalars
  int tileDim = -1;       ///< which of the tile's runs along it
  bool isChecked = false; ///< the mask leaves out what is below zero
  int64_t lanes = 0;      ///< of the tile, that the mask leaves; 0: all
};

/// A box, its dimensions fastest first; the first one has stride 1.
struct BoxAccess {
  mlir::BlockArgument base;
  llvm::SmallVector<BoxDim, 4> dims;
};

class BoxAnalysis {
public:
  BoxAnalysis(mlir::func::FuncOp kernel, const AxisAnalysis &axis)
      : kernel(kernel), axis(axis) {}

  /// The box at `pointers` where `mask` (or null) is true, or nothing and the
  /// reason. Adds ops that count iterations to loops that advance pointers.
  std::optional<BoxAccess> boxOf(mlir::Value pointers, mlir::Value mask,
                                 std::string &whyNot);

  /// Whether so many elements are known to be a multiple of `bytes` bytes.
  bool isMultipleOfBytes(const HostNumber &number, int64_t elementBytes,
                         int64_t bytes) const;

private:
  std::optional<IndexSum> sumOf(mlir::Value value);
  std::optional<IndexSum> findSum(mlir::Value value);
  std::optional<IndexSum> sumOfIteration(mlir::BlockArgument argument);
  std::optional<IndexSum> sumOfPointer(mlir::Value pointer,
                                       mlir::BlockArgument &base);
  mlir::Value iterationOf(mlir::BlockArgument argument);
  bool isMultipleOf16Bytes(const HostNumber &number, int64_t elementBytes) {
    return isMultipleOfBytes(number, elementBytes, 16);
  }
  bool isHostArgument(mlir::Value value);
  std::optional<IndexSum> sumAlong(mlir::Value value, llvm::ArrayRef<int> axes);
  std::string bound(mlir::Value mask, llvm::ArrayRef<int> axes, BoxAccess &box,
                    IndexSum &rest);
  std::string boundBy(const IndexSum &less, const IndexSum &more,
                      BoxAccess &box, IndexSum &rest);
  std::string checkBelow(BoxAccess &box);
  std::string placeRest(BoxAccess &box, IndexSum rest, int64_t elementBytes);

  mlir::func::FuncOp kernel;
  const AxisAnalysis &axis;
  llvm::SmallVector<IndexSum, 2> notBelowZero; // what the mask asks to be
  llvm::DenseMap<mlir::Operation *, mlir::Value> iterations; // looked up
  llvm::DenseMap<mlir::Value, std::optional<IndexSum>> sums; // looked up
};

/// Builds a sum of scalars as an i32 at the builder's place.
mlir::Value buildIndex(mlir::OpBuilder &builder, mlir::Location place,
                       const IndexSum &sum);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_BOXACCESS_H
