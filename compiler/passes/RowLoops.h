//===- RowLoops.h - Loops over the tiles of a row ---------------*- C++ -*-===//
//
// A loop that does the same for each element of a row, a tile at a time, may
// begin in front of the row: what it carries is made of elements in any order,
// and elements outside of the row count for nothing in it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_ROWLOOPS_H
#define TQC_COMPILER_PASSES_ROWLOOPS_H

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// A loop `for i = 0 to n step block`, its `cols = i + range(0, block)` and the
/// masks `cols < limit`, under which it loads and stores; no limit is above n.
struct RowLoop {
  mlir::scf::ForOp loop;
  mlir::Value cols;
  llvm::SmallVector<mlir::arith::CmpIOp> masks;
  llvm::SmallVector<tq::LoadOp> loads;
  llvm::SmallVector<tq::StoreOp> stores;

  mlir::Block *body() const {
    mlir::scf::ForOp op = loop;
    return op.getBody();
  }
};

/// Nothing for loops that know of a tile which elements it has.
std::optional<RowLoop> rowLoop(mlir::scf::ForOp loop);

/// The base of `base + cols` for every element; null for other pointers.
mlir::Value rowBase(mlir::Value pointer, mlir::Value cols);

/// The limit of a mask of a row loop.
mlir::Value limitOf(mlir::arith::CmpIOp mask);

/// Whether what `loop` carries does not change by elements outside of `row`,
/// whichever place of a tile they take, and nobody sees that place behind it.
/// Of `loops` one may find the row's largest element.
bool ignoresOutside(const RowLoop &loop, llvm::ArrayRef<RowLoop> loops,
                    mlir::Value row);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_ROWLOOPS_H
