//===- AheadSlice.h - What a load needs to run ahead ------------*- C++ -*-===//
//
// May a load of a loop be done iterations before the loop comes to it?
//
//     for k in range(0, K, BLOCK):
//         page = tl.load(table + k)               # in the slice, done ahead
//         x = tl.load(x_ptr + page * stride)      # the load
//
// What its addresses and mask are computed from (the slice) is computed again
// for the iteration ahead: legal if it has no effects, and if nothing that it
// loads can be written meanwhile (WrittenMemory.h). Values that the loop
// carries are of the slice too. Nothing here knows how far ahead, or whether it
// pays.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_AHEADSLICE_H
#define TQC_COMPILER_PASSES_AHEADSLICE_H

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace tqc {

class AheadSlice {
public:
  explicit AheadSlice(mlir::scf::ForOp loop);

  /// Why nothing of the loop can run ahead; empty if something may.
  const std::string &whyNone() const { return none; }
  /// Adds what `load` needs; else says why it cannot run ahead, and adds
  /// nothing.
  std::string add(tq::LoadOp load);
  bool contains(mlir::Operation *op) const { return ops.contains(op); }
  /// The carried values of the loop that are needed.
  llvm::ArrayRef<mlir::BlockArgument> carried() const {
    return arguments.getArrayRef();
  }

private:
  bool canLoadAhead(mlir::Operation *op);
  bool addValue(mlir::Value value);

  mlir::scf::ForOp loop;
  std::string none;
  /// Pointers that the loop stores through.
  llvm::SmallVector<mlir::Value> written;
  llvm::SetVector<mlir::Operation *> ops;
  llvm::SetVector<mlir::BlockArgument> arguments;
};

/// A quotient that has no value for some divisors: past the end of the loop
/// nothing guards them.
bool isPartialDivision(mlir::Operation *op);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_AHEADSLICE_H
