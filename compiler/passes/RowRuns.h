//===- RowRuns.h - Rows that lie one behind the other -----------*- C++ -*-===//
//
// Programs that read or write a row each, of a length that is no multiple of an
// access, where the next row begins behind the last element: those of a CTA are
// one run of memory.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_ROWRUNS_H
#define TQC_COMPILER_PASSES_ROWRUNS_H

#include "compiler/analysis/AxisAnalysis.h"
#include "dialect/tq/TqDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {

/// A load or store of `base + program * length + cols` under `cols < length`:
/// every program has its row, and the run every element. A launch may find
/// another number than the length that programs are multiplied with: rows have
/// gaps between them then, and are copied one by one.
struct RowRun {
  mlir::Value base;       ///< a pointer that all programs share
  mlir::Value step;       ///< as the author multiplies it
  mlir::Value length;     ///< in i32; no more than a tile has columns
  mlir::Value cols;       ///< the tile's columns
  int64_t most = 0;       ///< what the length is at most
  bool isAligned = false; ///< whether the base is a multiple of 16 bytes
  int64_t stepBytes = 1;  ///< what a row's bytes are a multiple of
  mlir::Value mayBeApart; ///< the step in i32, if it is not the length itself
};

/// The run that a load or store of a kernel of one block has a row of, where
/// accesses of its own are narrow and it moves 16 bits an element; nothing
/// else.
std::optional<RowRun> rowRun(mlir::Operation *op, const AxisAnalysis &axis);

/// Why a copy may not take its place: copies keep no order among the accesses
/// of a thread. Empty if nothing stands in the way.
std::string whyNotCopied(mlir::Operation *op);

/// The rows that a CTA has: `programs` from `first` on, of which the grid has
/// `count`.
struct RowsOfCta {
  int64_t programs;
  mlir::Value first, count;
};

/// Rows in shared memory.
class RunBuilder {
public:
  /// `columns` are those of a row, in the shape of the tile.
  RunBuilder(mlir::ImplicitLocOpBuilder &b, const RowRun &run,
             const RowsOfCta &rows, mlir::Value columns)
      : b(b), run(run), rows(rows), columns(columns) {}

  /// Those of a load; `mask` is true for columns of rows that the grid has.
  mlir::Value load(tq::LoadOp op, mlir::Value mask, mlir::Value other);
  void store(tq::StoreOp op, mlir::Value value, mlir::Value mask);

private:
  mlir::Value number(int64_t value, unsigned bits = 32);
  void findStart();
  mlir::Value pointers(mlir::Value buffer);
  mlir::Value lengthIfApart() const;
  int64_t elementBytes() const;
  int64_t places() const;

  mlir::ImplicitLocOpBuilder &b;
  const RowRun &run;
  const RowsOfCta &rows;
  mlir::Value columns;
  mlir::Value start; ///< a multiple of 16 bytes
  mlir::Value place; ///< of the first element behind it
  mlir::Value end;   ///< behind the last row that the grid has
};

} // namespace tqc

#endif // TQC_COMPILER_PASSES_ROWRUNS_H
