//===- InlinePtx.h - Instructions that are written as text ------*- C++ -*-===//
//
// What may LLVM do with an instruction of which it sees the text only?
//
//     inlinePtx(b, PtxStatement::CountShared, "@$1 red.shared.add.u32 [$0],
//     1;",
//               "r,b", {address, isCounted});
//
// The rows of InlinePtx.def are all the instructions that the compiler writes
// so, each with what it does to memory, and whether a warp executes it
// together. The others are operations: nvvm's or LLVM's. What a kernel's author
// wrote as text
// (`tq.inline_asm`) has its properties from there.
//
// It does not know operands: what writes a text counts them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_INLINEPTX_H
#define TQC_COMPILER_CODEGEN_INLINEPTX_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {

/// An instruction of InlinePtx.def.
enum class PtxStatement {
#define TQ_PTX(name, opcode, effect, convergence, why) name,
#include "compiler/codegen/InlinePtx.def"
};

/// What a text does beside giving its results.
enum class PtxEffect {
  None,    ///< it may be moved, merged and left out
  Ordered, ///< it stays, in order
  Memory,  ///< and no access to memory crosses it
};

/// Whether all lanes of a warp execute a text together.
enum class PtxConvergence { Free, Convergent };

/// Marks an `llvm.inline_asm` that all lanes of a warp execute together, which
/// the operation itself cannot say.
inline constexpr llvm::StringLiteral kConvergentAttr = "tqg.convergent";

/// A statement of the table, with that opcode in its text; the result is a
/// struct for several outputs, and null without `result`.
mlir::Value inlinePtx(mlir::ImplicitLocOpBuilder &b, PtxStatement statement,
                      llvm::StringRef text, llvm::StringRef constraints,
                      mlir::ValueRange operands, mlir::Type result = {});

/// A text that is none of the table's.
mlir::Value inlineText(mlir::ImplicitLocOpBuilder &b, llvm::StringRef text,
                       llvm::StringRef constraints, mlir::ValueRange operands,
                       mlir::Type result, PtxEffect effect,
                       PtxConvergence convergence);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_INLINEPTX_H
