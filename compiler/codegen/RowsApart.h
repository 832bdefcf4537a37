//===- RowsApart.h - Rows that may have gaps between them -------*- C++ -*-===//
//
// Rows that follow each other in shared memory, and in memory lie as far apart
// as a launch says.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_ROWSAPART_H
#define TQC_COMPILER_CODEGEN_ROWSAPART_H

#include "compiler/codegen/LoweringContext.h"

namespace tqc {

/// Rows of `length` elements, `step` apart in memory, that follow each other
/// in a buffer from place `first` to `end`.
class RowsApart {
public:
  RowsApart(LoweringContext &cx, mlir::Value first, mlir::Value end,
            mlir::Value length, mlir::Value step)
      : cx(cx), first(first), end(end), length(length), step(step) {}

  /// Code for rows that follow each other in memory, too, and for those that
  /// do not; the first of both alone where `rows` is nothing.
  static void versions(const std::optional<RowsApart> &rows,
                       llvm::function_ref<void()> asOneRun,
                       llvm::function_ref<void(const RowsApart &)> apart);

  using Read = llvm::function_ref<mlir::Value(mlir::Value)>;
  using Write = llvm::function_ref<void(mlir::Value, mlir::Value)>;
  /// Reads each element and writes it: `toBuffer` from its place in memory,
  /// counted from the buffer's place 0, to that in the buffer, else back. A
  /// warp has a row at a time.
  void copy(bool toBuffer, mlir::Type element, Read read, Write write) const;

private:
  LoweringContext &cx;
  mlir::Value first, end, length, step;
};

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_ROWSAPART_H
