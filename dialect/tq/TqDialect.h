//===- TqDialect.h - What a tile program means ------------------*- C++ -*-===//
//
// The one header of the `tq` dialect: dialect, types, enums and ops.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_DIALECT_TQ_TQDIALECT_H
#define TQC_DIALECT_TQ_TQDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialect/tq/TqDialect.h.inc"
#include "dialect/tq/TqEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/tq/TqTypes.h.inc"

#define GET_OP_CLASSES
#include "dialect/tq/TqOps.h.inc"

namespace tqc::tq {

/// Attribute names on a kernel's `func.func` and its arguments.
inline constexpr llvm::StringLiteral kKernelAttr = "tq.kernel";
inline constexpr llvm::StringLiteral kNumWarpsAttr = "tq.num_warps";
inline constexpr llvm::StringLiteral kNumStagesAttr = "tq.num_stages";
/// On a loop: the author wants a warp of its own to copy for it.
inline constexpr llvm::StringLiteral kWarpSpecializeAttr = "tq.warp_specialize";
/// On a loop whose rows carry the largest number so far: how far it may stay
/// behind (f32), or why results would not be the same then (a text).
inline constexpr llvm::StringLiteral kLagAttr = "tq.lag";
inline constexpr llvm::StringLiteral kMaxRegistersAttr = "tq.max_registers";
inline constexpr llvm::StringLiteral kNumCtasAttr = "tq.num_ctas";
inline constexpr llvm::StringLiteral kNameAttr = "tq.name";
inline constexpr llvm::StringLiteral kTypeAttr = "tq.type";
inline constexpr llvm::StringLiteral kDivisibilityAttr = "tq.divisibility";
inline constexpr llvm::StringLiteral kRestrictAttr = "tq.restrict";
/// Words for findings on a memory op: the pointer and mask expressions.
inline constexpr llvm::StringLiteral kWordsAttr = "tq.words";
/// On a `tq.print` that prints nothing: what a debugger is told there.
inline constexpr llvm::StringLiteral kMarkAttr = "tq.mark";

} // namespace tqc::tq

#endif // TQC_DIALECT_TQ_TQDIALECT_H
