//===- ValueWalk.h - Looking through the uses of values ---------*- C++ -*-===//
//
// Is something among what a value is computed from, or among what is computed
// from it?
//
//     findFrom(index, [](Value value, SmallVectorImpl<Value> &next) {
//       Operation *op = value.getDefiningOp();
//       llvm::append_range(next, op->getOperands());
//       return isa<tq::LoadOp>(op);
//     })
//
// Each value is looked at once. A walk that calls itself takes each path, and
// `x = x + x` thirty times has a billion of them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_VALUEWALK_H
#define TQC_COMPILER_ANALYSIS_VALUEWALK_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tqc {

/// Calls `visit` on `start` and on all that it puts into `next`, until it
/// answers true; false if it never does.
inline bool
findFrom(mlir::Value start,
         llvm::function_ref<bool(mlir::Value value,
                                 llvm::SmallVectorImpl<mlir::Value> &next)>
             visit) {
  llvm::SmallVector<mlir::Value> open = {start};
  llvm::DenseSet<mlir::Value> seen;
  while (!open.empty()) {
    mlir::Value value = open.pop_back_val();
    if (seen.insert(value).second && visit(value, open))
      return true;
  }
  return false;
}

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_VALUEWALK_H
