//===- RingThreader.h - Slots and phases as carried values ------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_RINGTHREADER_H
#define TQC_COMPILER_PASSES_RINGTHREADER_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// On the producer's waits, whose parity is turned: a new slot is empty.
inline constexpr llvm::StringLiteral kProducerAttr = "producer";

/// Which slot of a ring comes next, and the parity of its phase.
struct RingState {
  mlir::Value slot, parity;
};

/// The state behind one slot, of `slots`.
RingState nextSlot(mlir::OpBuilder &builder, mlir::Location place,
                   RingState state, int32_t slots);

/// Writes a kernel's box loads as copies into rings and reads from them, with
/// their barriers, as one thread of control; behind a `tq.barrier` at its
/// start. Fails, with an error, where rings are not planned.
llvm::LogicalResult threadRings(mlir::func::FuncOp kernel, tqg::PlanAttr plan);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_RINGTHREADER_H
