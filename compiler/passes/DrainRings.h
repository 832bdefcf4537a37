//===- DrainRings.h - Slots that a team does not read -----------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_DRAINRINGS_H
#define TQC_COMPILER_PASSES_DRAINRINGS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Behind each loop in `consumers` that one of several teams runs more often
/// than another: lets a team give back the slots that only the others read.
void drainRings(mlir::Block &consumers, mlir::func::FuncOp kernel,
                int32_t teams);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_DRAINRINGS_H
