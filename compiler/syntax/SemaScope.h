//===- SemaScope.h - Modules and the names a function sees ------*- C++ -*-===//
//
// A ModuleScope is a file whose top-level names are evaluated when a kernel
// reaches them, and not before: real Triton files hold much Python that no
// kernel needs. A Frame is one function that is being evaluated.
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
  enum class State { Busy, Done } state = State::Busy;
  Value value;
};

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
  /// Those evaluated so far, by name and the place that asked.
  std::map<std::pair<std::string, uint32_t>, Global> globals;
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
  /// Top level: where the evaluated code stands. It sees what is defined above,
  /// while functions run later and see the last definitions.
  uint32_t position = UINT32_MAX;
};

} // namespace tqc::sema

#endif // TQC_COMPILER_SYNTAX_SEMASCOPE_H
