//===- RowsApart.h - Rows that may have gaps between them -------*- C++ -*-===//
//
// Rows that lie as far apart in memory as a launch says, and behind one another
// in shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_ROWSAPART_H
#define TQC_COMPILER_CODEGEN_ROWSAPART_H

#include "compiler/codegen/LoweringContext.h"

namespace tqc {

/// Rows of `length` elements, `step` apart in memory, in a buffer of `places`
/// elements, `pitch` apart from place `first` on. Place 0 of both is a multiple
/// of an access of `perAccess` elements.
class RowsApart {
public:
  /// `count` rows.
  RowsApart(LoweringContext &cx, mlir::Value first, mlir::Value count,
            mlir::Value length, mlir::Value step, int64_t perAccess,
            int64_t places);

  /// How far they lie apart in the buffer: no less than they are long, and by
  /// whole accesses more or less than in memory.
  static mlir::Value pitch(LoweringContext &cx, mlir::Value length,
                           mlir::Value step, int64_t perAccess);

  /// Code for rows that follow each other in memory, and for those that do not;
  /// the first of both alone where `rows` is nothing.
  static void versions(const std::optional<RowsApart> &rows,
                       llvm::function_ref<void()> asOneRun,
                       llvm::function_ref<void(const RowsApart &)> apart);

  /// The whole accesses of a row: the first one's place, where it lies in
  /// memory (in elements), and how many elements they are, which may be none.
  using Copy = llvm::function_ref<void(mlir::Value, mlir::Value, mlir::Value)>;
  /// Those of the rows of this thread.
  void copyWhole(Copy copy) const;
  /// How many elements these are.
  mlir::Value countWhole() const;

  /// A place, and where it lies in memory.
  using Move = llvm::function_ref<void(mlir::Value, mlir::Value)>;
  /// All others, by a thread each.
  void moveEdges(Move move) const;

private:
  struct Row {
    mlir::Value begin, end;         ///< places
    mlir::Value bulkBegin, bulkEnd; ///< of whole accesses
    mlir::Value behind;             ///< how much further on each lies in memory
  };
  Row row(mlir::Value number) const;
  mlir::Value accessAt(mlir::Value place) const;

  LoweringContext &cx;
  mlir::Value first, count, length, step, rowPitch;
  int64_t perAccess, places;
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_ROWSAPART_H
