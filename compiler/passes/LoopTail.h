//===- LoopTail.h - What one product of a loop needs alone ------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_LOOPTAIL_H
#define TQC_COMPILER_PASSES_LOOPTAIL_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"

namespace tqc {

/// The ops of a loop's body that the second of two products needs, and the
/// sums that the loop carries for it; all others are the head.
class LoopTail {
public:
  explicit LoopTail(mlir::scf::ForOp loop) : loop(loop) {}

  /// Adds what leads from the carried sums to `value`, which the product adds
  /// to; false if that is more than work element by element.
  bool addSums(mlir::Value value);
  void add(mlir::Operation *op) { ops.insert(op); }

  /// Whether an op is of the tail, and the head does without it.
  bool owns(mlir::Operation *op) const {
    return ops.contains(op) || scaling.contains(op);
  }
  /// Whether an op leads from the carried sums to what the product adds to.
  bool scales(mlir::Operation *op) const { return scaling.contains(op); }
  /// Whether a value is the sums as they are carried, or only the tail has it.
  bool gives(mlir::Value value) const;
  mlir::BlockArgument carriedSums() const { return sums; }

private:
  mlir::scf::ForOp loop;
  mlir::BlockArgument sums;
  llvm::DenseSet<mlir::Operation *> ops, scaling; // looked up, not walked
};

/// Decides which loops run their second product beside the next iteration's
/// first one, and marks them `tqg.rotated`; a remark for each loop of several
/// products of wgmma. Places of operands must be planned.
void planRotation(mlir::Operation *kernel);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_LOOPTAIL_H
