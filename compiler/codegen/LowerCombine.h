//===- LowerCombine.h - Combine regions and shuffles ------------*- C++ -*-===//
//
// What reductions, scans and maps share.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERCOMBINE_H
#define TQC_COMPILER_CODEGEN_LOWERCOMBINE_H

#include "compiler/codegen/Registers.h"

#include "mlir/IR/Region.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/LogicalResult.h"

namespace tqc {

struct LoweringContext;

/// The tuple of each line of a reduction or scan: see AxisLines.h.
using LineTuples = llvm::MapVector<uint32_t, Registers>;

/// Runs a combine region on two tuples of scalars.
llvm::LogicalResult combine(LoweringContext &cx, mlir::Region &region,
                            mlir::ValueRange left, mlir::ValueRange right,
                            Registers &result);
mlir::Value shuffle(LoweringContext &cx, mlir::Value value,
                    mlir::Value laneOrMask, llvm::StringRef kind);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERCOMBINE_H
