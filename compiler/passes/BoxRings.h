//===- BoxRings.h - Which box loads share a ring ----------------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_BOXRINGS_H
#define TQC_COMPILER_PASSES_BOXRINGS_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Loads of one tensor, shape and depth of loops take turns in the slots of one
/// ring, but for those of one block, which hold their slots together until it
/// ends.
struct BoxRing {
  llvm::SmallVector<tqg::BoxLoadOp> loads;
  mlir::RankedTensorType tile; ///< with the layout of a slot
  /// A pipeline of the program: its loads are in a loop or, where no load of
  /// the kernel is, programs come one after the other.
  bool isInLoop;
  bool isRefilled; ///< a slot is filled more than once
  bool isOwn;      ///< each of several teams reads other tiles

  int64_t slotBytes() const; ///< what is read of the tile
  bool isWhole() const;      ///< which is all of it
};

/// In the order of their first loads.
std::vector<BoxRing> boxRingsOf(mlir::func::FuncOp kernel, tqg::PlanAttr plan);

/// Decides how many slots each ring has, as many as the plan's stages where
/// shared memory has room, and writes it onto the loads (`tqg.ring_slots`).
/// What products find where must be planned.
void planRings(mlir::func::FuncOp kernel, tqg::PlanAttr plan);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_BOXRINGS_H
