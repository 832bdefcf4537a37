//===- BlockValues.h - What goes from block to block ------------*- C++ -*-===//

#ifndef TQC_COMPILER_CODEGEN_BLOCKVALUES_H
#define TQC_COMPILER_CODEGEN_BLOCKVALUES_H

#include "compiler/codegen/LoweringContext.h"

namespace tqc {

/// What loops and branches hand over for these values: their registers, one
/// after the other, or words of two 16-bit elements.
Registers flatten(LoweringContext &cx, mlir::ValueRange values);
/// The types of those.
llvm::SmallVector<mlir::Type> flatTypes(LoweringContext &cx,
                                        mlir::TypeRange types);
/// Binds block arguments or results, in order, to what was handed over; takes
/// words apart where `cx.b` is.
void bindFlat(LoweringContext &cx, mlir::ValueRange values,
              mlir::ValueRange flat);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_BLOCKVALUES_H
