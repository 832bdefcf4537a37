//===- VerifySchedule.h - Does a schedule hold together? --------*- C++ -*-===//
//
// What phase `schedule` promises beyond its ops. It is proved from the ops
// alone, and asks none of the passes that made them:
//
//   - a barrier is for the warps that come to it
//   - between a store to shared memory and a load of it by other warps lies a
//     barrier, and another one before others write there again
//   - no two buffers that are alive at the same time share a byte
//   - a ring is read behind the wait for its fill, and filled behind the wait
//   for
//     its readers
//   - nothing is done with the sums and slots of a product that still runs
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_VERIFYSCHEDULE_H
#define TQC_COMPILER_PASSES_VERIFYSCHEDULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Fails, with an error at the op, unless barriers, stagings and buffers are in
/// order.
mlir::LogicalResult verifyShared(mlir::func::FuncOp kernel);
/// The same of rings and of products that run on their own.
mlir::LogicalResult verifyPipelines(mlir::func::FuncOp kernel);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_VERIFYSCHEDULE_H
