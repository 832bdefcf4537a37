//===- Passes.h - Every pass of the compiler --------------------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_PASSES_H
#define TQC_COMPILER_PASSES_PASSES_H

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tqc {

#define GEN_PASS_DECL
#include "compiler/passes/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "compiler/passes/Passes.h.inc"

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PASSES_H
