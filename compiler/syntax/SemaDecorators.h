//===- SemaDecorators.h - What a `def` is -----------------------*- C++ -*-===//
//
// Reads the decorators of a function, without evaluating anything.
//
//     @triton.jit                  Jit
//     @triton.constexpr_function   CompileTime
//     @tl.constexpr                CompileTime
//     (none)                       Plain
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMADECORATORS_H
#define TQC_COMPILER_SYNTAX_SEMADECORATORS_H

#include "compiler/syntax/AST.h"

namespace tqc::sema {

enum class FunctionKind : uint8_t { Jit, CompileTime, Plain };

FunctionKind kindOf(const ast::FunctionStmt &function);

/// The decorator whose name ends in `name` ("autotune"), or null.
const ast::Expr *findDecorator(const ast::FunctionStmt &function,
                               llvm::StringRef name);
/// A keyword argument of a decorator's call, or null.
const ast::Expr *decoratorKeyword(const ast::Expr *decorator,
                                  llvm::StringRef name);
/// Is `annotation` `tl.constexpr` (or `constexpr`)?
bool isConstexprAnnotation(const ast::Expr *annotation);
/// `p: tl.const`: a pointer that nothing is stored through.
bool isConstAnnotation(const ast::Expr *annotation);

/// Packages that every Python has, or every user of Triton: no file of theirs
/// would help.
bool isPythons(llvm::StringRef module);

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMADECORATORS_H
