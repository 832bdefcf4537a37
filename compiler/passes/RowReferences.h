//===- RowReferences.h - What the weights of a row count from ---*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_ROWREFERENCES_H
#define TQC_COMPILER_PASSES_ROWREFERENCES_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// What a loop carries for each row as the largest number so far.
struct RowReference {
  unsigned number = 0;             ///< of what the loop carries
  mlir::Operation *most = nullptr; ///< max(carried, ...), which it yields
};

/// The first number that the loop carries so; no `most` if there is none.
RowReference rowReferenceOf(mlir::scf::ForOp loop);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_ROWREFERENCES_H
