//===- BoundNames.h - Which names a statement binds -------------*- C++ -*-===//
//
// Reads the tree, without evaluating anything:
//
//     a, *b = c            a, b
//     if c: import x.y     x
//     L.append(1)          binds nothing, but changes what L holds
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_BOUNDNAMES_H
#define TQC_COMPILER_SYNTAX_BOUNDNAMES_H

#include "compiler/syntax/AST.h"

#include <set>
#include <string>

namespace tqc::ast {

/// Adds the names that `block` binds, without those of nested functions.
void collectBound(const Block &block, std::set<std::string> &names);
void collectBound(const Stmt *stmt, std::set<std::string> &names);
/// Adds the names whose lists and dicts `stmt` may change in place, as far as
/// the tree shows it: L[0] = 1, d.update(...), del d[k].
void collectChanged(const Stmt *stmt, std::set<std::string> &names);

/// Whether `except type:` catches an exception of that name.
bool catches(const Expr *type, llvm::StringRef exception);
/// The name of the exception of `raise ValueError("...")`, or "".
std::string raisedName(const RaiseStmt &stmt);
/// `if`, `for`, `while`, `try`, `with`.
bool isCompound(const Stmt &stmt);

/// `append`, `update` and the other methods that change a list or dict.
bool changesReceiver(llvm::StringRef method);

} // namespace tqc::ast

#endif // TQC_COMPILER_SYNTAX_BOUNDNAMES_H
