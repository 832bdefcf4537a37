//===- EmitTile.h - Tree to tile IR -----------------------------*- C++ -*-===//
//
// Makes the `tile` phase: a module with one `func.func` for one specialisation
// of one kernel. Sema decides what the program means; here it becomes ops.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_EMIT_EMITTILE_H
#define TQC_COMPILER_EMIT_EMITTILE_H

#include "compiler/syntax/Sema.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tqc {

/// The module, or null after errors in `context.diags`.
mlir::OwningOpRef<mlir::ModuleOp>
emitTile(mlir::MLIRContext &mlirContext, SemaContext &context,
         const ast::Module &module, const ast::FunctionStmt &kernel,
         const Specialization &specialization, bool marks = false);

/// Remarks, in the category `hint`, on each hint that changes nothing.
void remarkDroppedHints(mlir::ModuleOp module);

} // namespace tqc

#endif // TQC_COMPILER_EMIT_EMITTILE_H
