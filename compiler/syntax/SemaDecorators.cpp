//===- SemaDecorators.cpp - What a `def` is -------------------------------===//

#include "compiler/syntax/SemaDecorators.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc::ast;

namespace tqc::sema {

/// The last name of `triton.jit` or `triton.jit(...)`.
static llvm::StringRef lastName(const Expr *expr) {
  if (const auto *call = llvm::dyn_cast<CallExpr>(expr))
    expr = call->callee;
  if (const auto *name = llvm::dyn_cast<NameExpr>(expr))
    return name->name;
  if (const auto *attribute = llvm::dyn_cast<AttributeExpr>(expr))
    return attribute->name;
  return "";
}

const Expr *findDecorator(const FunctionStmt &function, llvm::StringRef name) {
  for (const Expr *decorator : function.decorators)
    if (lastName(decorator) == name)
      return decorator;
  return nullptr;
}

FunctionKind kindOf(const FunctionStmt &function) {
  if (findDecorator(function, "jit"))
    return FunctionKind::Jit;
  // `@tl.constexpr` makes a constant of the function, with the same effect.
  if (findDecorator(function, "constexpr_function") ||
      findDecorator(function, "constexpr"))
    return FunctionKind::CompileTime;
  return FunctionKind::Plain;
}

const Expr *decoratorKeyword(const Expr *decorator, llvm::StringRef name) {
  const auto *call = llvm::dyn_cast_or_null<CallExpr>(decorator);
  if (!call)
    return nullptr;
  for (const CallExpr::Keyword &keyword : call->keywords)
    if (keyword.name == name)
      return keyword.value;
  return nullptr;
}

bool isConstAnnotation(const Expr *annotation) {
  if (!annotation)
    return false;
  if (const auto *text = llvm::dyn_cast<StringExpr>(annotation))
    return text->value == "tl.const" || text->value == "const";
  return lastName(annotation) == "const";
}

bool isConstexprAnnotation(const Expr *annotation) {
  if (!annotation)
    return false;
  if (const auto *text = llvm::dyn_cast<StringExpr>(annotation))
    return llvm::StringRef(text->value).ends_with("constexpr");
  return lastName(annotation) == "constexpr" &&
         !llvm::isa<CallExpr>(annotation);
}

bool isPythons(llvm::StringRef module) {
  static const char *const kModules[] = {
      "__future__",
      "abc",
      "argparse",
      "ast",
      "builtins",
      "collections",
      "contextlib",
      "copy",
      "ctypes",
      "dataclasses",
      "enum",
      "functools",
      "gc",
      "glob",
      "hashlib",
      "importlib",
      "inspect",
      "io",
      "itertools",
      "json",
      "logging",
      "math",
      "multiprocessing",
      "numbers",
      "numpy",
      "operator",
      "os",
      "packaging",
      "pathlib",
      "pickle",
      "platform",
      "random",
      "re",
      "shutil",
      "string",
      "struct",
      "subprocess",
      "sys",
      "tempfile",
      "textwrap",
      "threading",
      "time",
      "torch",
      "traceback",
      "triton",
      "types",
      "typing",
      "unittest",
      "warnings",
      "weakref",
  };
  llvm::StringRef root = module.split('.').first;
  return llvm::any_of(kModules,
                      [&](llvm::StringRef known) { return root == known; });
}

} // namespace tqc::sema
