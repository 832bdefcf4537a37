//===- SemaOps.h - Triton's operations on run-time values -------*- C++ -*-===//
//
// Each function takes values as the program has them (numbers or run-time
// values), inserts the casts and broadcasts that Triton inserts, and calls the
// builder. A wrong use is reported and gives an error value, which every
// function passes on in silence.
//
//     arithmetic(Add, int32[128], fp32)   cast, splat, add -> fp32[128]
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMAOPS_H
#define TQC_COMPILER_SYNTAX_SEMAOPS_H

#include "compiler/syntax/SemaReport.h"

namespace tqc::sema {

/// Where an operation stands, for its errors.
struct At {
  Span whole;
  Span lhs, rhs;    ///< its operands
  std::string what; ///< "`+`", "`tl.where`"
};

class TileOps {
public:
  TileOps(Reporter &report, TileBuilder *target)
      : report(report), target(target) {}

  /// The builder, told the current place if that changed.
  TileBuilder &builder();
  /// What is built next belongs to `span`. Returns what was current before.
  Span moveTo(Span span);

  //===--- Numbers and casts (SemaOps.cpp) --------------------------------===//

  /// A number as a scalar of a given type.
  Value constant(const Value &number, Elem elem);
  Value constant(int64_t number, Elem elem);
  /// Triton's to_tensor: a number becomes run-time with its literal type;
  /// run-time values pass; others are errors.
  Value tensor(const Value &value, const At &at);
  /// Numeric conversion of the elements.
  Value cast(const Value &value, const TileType &scalar, const At &at,
             bool towardsZero = false);
  Value cast(const Value &value, Elem elem, const At &at) {
    return cast(value, TileType(elem), at);
  }
  Value bitcast(const Value &value, const TileType &scalar, const At &at);

  //===--- Shapes (SemaOpsShape.cpp) --------------------------------------===//

  Value splat(const Value &scalar, llvm::ArrayRef<int64_t> shape);
  /// Triton's broadcast_impl_shape: same rank, extents of 1 grow.
  Value broadcastTo(const Value &value, llvm::ArrayRef<int64_t> shape,
                    const At &at);
  /// Brings both to their common shape.
  bool broadcastTogether(Value &lhs, Value &rhs, const At &at);
  Value expandDims(const Value &value, int axis);
  Value reshape(const Value &value, llvm::ArrayRef<int64_t> shape,
                bool anyOrder, const At &at);
  Value transpose(const Value &value, llvm::ArrayRef<int> order, const At &at);
  /// A tile of one element as a scalar.
  Value unsplat(const Value &value, const At &at);

  //===--- Element-wise (SemaOpsArith.cpp) --------------------------------===//

  struct Rules {
    bool leftPointer = false, rightPointer = false; ///< allowed
    bool arithmetic = true; ///< bring both to a common element type
    bool division = false;  ///< `/`, `//`, `%`
  };
  /// Common type and shape for both operands.
  bool unify(Value &lhs, Value &rhs, const At &at, const Rules &rules);
  Value arithmetic(ast::BinaryOp op, Value lhs, Value rhs, const At &at);
  Value compare(ast::CompareOp op, Value lhs, Value rhs, const At &at);
  Value minMax(bool isMin, Value lhs, Value rhs, bool propagateNan,
               const At &at);
  Value where(Value condition, Value x, Value y, const At &at);
  Value negate(const Value &value, const At &at);
  Value invert(const Value &value, const At &at);
  Value logicalNot(const Value &value, const At &at);
  Value logical(bool isAnd, Value lhs, Value rhs, const At &at);
  Value addPointer(Value pointer, Value offset, const At &at);
  /// The operation itself: both operands already have one type.
  Value raw(TileBinary op, const Value &lhs, const Value &rhs);

  Reporter &report;

private:
  Value castFloat(const Value &value, Elem elem, bool towardsZero);
  Value widenFp8e4b15(const Value &value);
  Value narrowToFp8e4b15(const Value &half);
  Value castInteger(const Value &value, Elem elem, const At &at);
  Value castPointer(const Value &value, const TileType &scalar, const At &at);
  Value convert(TileCast op, const Value &value, const TileType &scalar);
  Value notZero(const Value &value);
  bool isTruth(const Value &value, Span span, const At &at);
  bool fitsLiteral(const Value &number, Span span, Elem elem);
  Value divide(ast::BinaryOp op, Value lhs, Value rhs, const At &at);
  Value bitwise(ast::BinaryOp op, Value lhs, Value rhs, const At &at);

  TileBuilder *target;
  Span current;
  bool moved = true;
  size_t frameCount = 0;
};

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMAOPS_H
