//===- LowerRing.h - Tiles in the slots of rings ----------------*- C++ -*-===//
//
// A slot is read when the product that takes its words asks for them, each
// access once.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERRING_H
#define TQC_COMPILER_CODEGEN_LOWERRING_H

#include "compiler/codegen/RingRead.h"

namespace tqc {

struct LoweringContext;

/// The word that starts at a register, or the element there; read if it was
/// not yet.
mlir::Value wordOf(LoweringContext &cx, RingRead &read, uint32_t reg);
mlir::Value elementOf(LoweringContext &cx, RingRead &read, uint32_t reg);

/// The address of a slot; its constant part is added to `constant`.
mlir::Value slotBase(LoweringContext &cx, mlir::Value ring, mlir::Value slot,
                     int64_t &constant);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERRING_H
