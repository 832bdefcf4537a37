//===- SemaScope.h - Modules and the names a function sees ------*- C++ -*-===//
//
// A ModuleScope is a file, whose top level is run when somebody needs a name of
// it. A Frame is one function that is being evaluated.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SEMASCOPE_H
#define TQC_COMPILER_SYNTAX_SEMASCOPE_H

#include "compiler/syntax/Sema.h"
#include "compiler/syntax/SemaValue.h"

#include <set>

namespace tqc::sema {

/// A name of a function: its value and where it got it.
struct Binding {
  Value value;
  Span where;
  /// The expression it was assigned, for AccessWords; null if it merges others.
  const ast::Expr *init = nullptr;
  bool isConstexpr = false; ///< declared `x: tl.constexpr = ...`
};
/// Ordered by name, so that what loops carry has one order.
using Locals = std::map<std::string, Binding>;

/// A top-level name of a file.
struct Global {
  Value value;
  /// The import that gives the value; null once somebody has looked.
  const ast::Stmt *import = nullptr;
  std::vector<Diag> why; ///< if `value` is an error
};
using Globals = std::map<std::string, Global>;

/// The names that functions of a file declare `global`.
std::set<std::string> findRebound(const ast::Module &module);

class ModuleScope {
public:
  ModuleScope(const ast::Module &module, bool isLibrary)
      : module(module), isLibrary(isLibrary), rebound(findRebound(module)) {}
  std::string name() const { return module.file->name().str(); }

  const ast::Module &module;
  /// The embedded standard library: errors inside it are shown at its caller.
  const bool isLibrary;
  enum class State : uint8_t { Fresh, Running, Done } state = State::Fresh;
  Globals globals;
  /// What defaults and arguments of decorators were when their function was
  /// defined.
  std::map<const ast::Expr *, Value> early;
  /// `from x import *`, where x is a package of the language.
  std::vector<const ast::ImportFromStmt *> stars;
  /// While a branch runs of which only Python knows whether it is taken: the
  /// names before it, and the lists and dicts of theirs that it would change.
  const Globals *certain = nullptr;
  std::vector<Value> undecided;
  /// Names that a function of the file declares `global`: what they hold is
  /// known to a running Python alone.
  const std::set<std::string> rebound;
};

/// Every file of a compilation, parsed once.
class ModuleTable {
public:
  explicit ModuleTable(SemaContext &context) : context(context) {}

  ModuleScope &of(const ast::Module &module);
  /// The file that an import names, or null if nobody has it.
  ModuleScope *import(const SourceFile &from, unsigned dots,
                      llvm::StringRef path);
  /// stdlib.tq
  ModuleScope &library();

private:
  ModuleScope &parse(std::string name, std::string text, bool isLibrary);

  SemaContext &context;
  std::vector<std::unique_ptr<ast::Module>> parsed;
  std::map<const ast::Module *, std::unique_ptr<ModuleScope>> scopes;
  std::map<std::string, ModuleScope *> byName;
};

/// One function that is being evaluated.
struct Frame {
  ModuleScope *scope = nullptr;
  const ast::FunctionStmt *function = nullptr; ///< null at module level
  Span call;                                   ///< where it was called
  Locals locals;
  Locals arguments; ///< what a function was called with
  /// Names that a branch or loop defined and that are gone after it.
  std::map<std::string, std::pair<Span, const char *>> lost;
  /// A `@triton.constexpr_function`, or module level: values stay constants.
  bool isCompileTime = false;
  unsigned loopDepth = 0; ///< run-time loops around the current statement
  /// Comprehensions around the current expression: what they bind is theirs,
  /// also at the top level.
  unsigned comprehensions = 0;
};

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMASCOPE_H
