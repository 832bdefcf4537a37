//===- HostDecorators.cpp - What stands above functions of launchers ------===//
//
// Decorators that say nothing about what a function gives are passed over;
// functions of the file are called with the function, as Python does; others
// are refused.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace tqc {
namespace host {

using Kind = HostValue::Kind;

/// "torch.no_grad" of `@torch.no_grad()`, or "".
static std::string pathOf(const ast::Expr *expr) {
  if (const auto *call = llvm::dyn_cast<ast::CallExpr>(expr))
    expr = call->callee;
  std::string path;
  while (const auto *attribute = llvm::dyn_cast<ast::AttributeExpr>(expr)) {
    path = "." + attribute->name + path;
    expr = attribute->value;
  }
  const auto *name = llvm::dyn_cast<ast::NameExpr>(expr);
  return name ? name->name + path : "";
}

/// Whether a launcher may take a function as it stands below a decorator:
/// `@torch.no_grad()`, `@functools.cache`, `@pytest.mark.parametrize(...)`.
static bool changesNothing(const ast::Expr &decorator) {
  static constexpr const char *kKnown[] = {
      "abc.abstractmethod",
      "abstractmethod",
      "cache",
      "classmethod",
      "custom_bwd",
      "custom_fwd",
      "functools.cache",
      "functools.lru_cache",
      "functools.wraps",
      "lru_cache",
      "once_differentiable",
      "override",
      "property",
      "staticmethod",
      "torch._dynamo.disable",
      "torch.amp.custom_bwd",
      "torch.amp.custom_fwd",
      "torch.autograd.function.once_differentiable",
      "torch.compile",
      "torch.compiler.disable",
      "torch.cuda.amp.custom_bwd",
      "torch.cuda.amp.custom_fwd",
      "torch.enable_grad",
      "torch.inference_mode",
      "torch.jit.ignore",
      "torch.jit.unused",
      "torch.no_grad",
      "typing.override",
      "wraps",
  };
  std::string path = pathOf(&decorator);
  return StringRef(path).starts_with("pytest.") ||
         llvm::is_contained(kKnown, StringRef(path));
}

/// Whether that is one of pytest's: no launcher for a command line.
static bool isTest(const ast::FunctionStmt &function) {
  return llvm::any_of(function.decorators, [](const ast::Expr *decorator) {
    return StringRef(pathOf(decorator)).starts_with("pytest.");
  });
}

Maybe HostEvaluator::decorate(HostValue function, const ast::FunctionStmt &def,
                              const ScopePtr &scope) {
  for (const ast::Expr *decorator : llvm::reverse(def.decorators)) {
    if (changesNothing(*decorator))
      continue;
    Maybe by = evaluate(decorator, scope);
    if (!by)
      return std::nullopt;
    if (!by->is(Kind::Function) && !by->is(Kind::Bound)) {
      error(code::HostNotAvailable, decorator->span,
            "this decorator is not available in a launcher");
      return std::nullopt;
    }
    Maybe changed = callSimply(*by, {std::move(function)}, decorator->span);
    if (!changed)
      return std::nullopt;
    function = std::move(*changed);
  }
  return function;
}

} // namespace host

std::vector<std::string> findLaunchers(const ast::Module &module) {
  std::vector<std::string> names;
  for (const ast::Stmt *stmt : module.body)
    if (const auto *function = llvm::dyn_cast<ast::FunctionStmt>(stmt))
      if (!host::isTest(*function) &&
          llvm::all_of(function->decorators, [](const ast::Expr *decorator) {
            return host::changesNothing(*decorator);
          }))
        names.push_back(function->name);
  return names;
}

} // namespace tqc
