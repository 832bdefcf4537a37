//===- SemaNames.cpp - What a name means ----------------------------------===//
//
// Locals, then the file's top level (SemaModule.cpp), then the names that a
// `.tq` file has without an import, then Python's own.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

#include "llvm/Support/Path.h"

#include <cmath>

using namespace tqc::ast;

namespace tqc::sema {

Value Evaluator::lookup(llvm::StringRef name, Span at) {
  Frame &here = frame();
  auto local = here.locals.find(name.str());
  if (local != here.locals.end())
    return local->second.value.is(Value::Kind::AfterLoop)
               ? valueAfterLoop(*local->second.value.loopEnd, at)
               : local->second.value;
  auto lost = here.lost.find(name.str());
  if (lost != here.lost.end()) {
    msg::nameLost(report, at, name, lost->second.first, lost->second.second);
    return Value::error();
  }
  if (std::optional<Value> value = global(*here.scope, name)) {
    bool isUndecided =
        value->is(Value::Kind::Opaque) && value->flag && value->items;
    if (!inKernel || !isUndecided)
      return *value;
    msg::onlyPython(report, at, *value);
    return Value::error();
  }
  if (!inKernel && name == "__name__") // never "__main__"
    return Value::string(llvm::sys::path::stem(here.scope->name()).str());
  // What a `.tq` file has without an import.
  if (!here.scope->module.file->isPython())
    for (llvm::StringRef known : {"tl", "triton", "libdevice", "math"})
      if (name == known)
        return Value::package(name.str());
  if (const BuiltinRow *row = findBuiltin(name)) {
    Value value = Value::of(Value::Kind::Builtin);
    value.builtin = row;
    return value;
  }
  if (!inKernel)
    return Value::opaque(name.str());
  // The nearest local, for a typing error.
  std::string nearest;
  unsigned best = 3;
  for (const auto &[known, binding] : here.locals) {
    unsigned distance = name.edit_distance(known, true, best);
    if (known[0] != '$' && distance < best && distance < name.size()) {
      best = distance;
      nearest = known;
    }
  }
  msg::undefinedName(report, at, name, nearest);
  return Value::error();
}

//===----------------------------------------------------------------------===//
// Imports and packages
//===----------------------------------------------------------------------===//

std::optional<std::string> Evaluator::packageOf(llvm::StringRef path) {
  static constexpr std::pair<const char *, const char *> kPackages[] = {
      {"triton", "triton"},
      {"triton.runtime", "triton.runtime"},
      {"triton.runtime.jit", "triton"},
      {"triton.runtime.autotuner", "triton"},
      {"triton.language", "tl"},
      {"triton.language.core", "tl"},
      {"triton.language.standard", "tl"},
      {"triton.language.random", "tl"},
      {"triton.language.math", "tl.math"},
      {"triton.language.extra", "tl.extra"},
      {"triton.language.extra.cuda", "tl.extra.cuda"},
      {"triton.language.extra.libdevice", "libdevice"},
      {"triton.language.extra.cuda.libdevice", "libdevice"},
      {"torch._inductor.runtime.triton_helpers", "triton_helpers"},
      {"tl.core", "tl"},
      {"tl.standard", "tl"},
      {"tl.random", "tl"},
      {"tl.extra", "tl.extra"},
      {"tl.extra.cuda", "tl.extra.cuda"},
      {"tl.extra.libdevice", "libdevice"},
      {"tl.extra.cuda.libdevice", "libdevice"},
      {"tl.PropagateNan", "tl.PropagateNan"},
      {"math", "math"},
      {"typing", "typing"},
      {"collections", "collections"},
  };
  for (auto [python, package] : kPackages)
    if (path == python)
      return std::string(package);
  return std::nullopt;
}

std::optional<Value> Evaluator::importModule(ModuleScope &scope,
                                             const ImportStmt &stmt,
                                             llvm::StringRef name) {
  for (const ImportStmt::Name &item : stmt.names) {
    bool hasAlias = !item.alias.empty();
    llvm::StringRef first = llvm::StringRef(item.path).split('.').first;
    if (name != (hasAlias ? llvm::StringRef(item.alias) : first))
      continue;
    llvm::StringRef path = hasAlias ? llvm::StringRef(item.path) : first;
    if (std::optional<std::string> package = packageOf(path))
      return Value::package(*package);
    if (ModuleScope *module =
            modules.import(*scope.module.file, 0, item.path)) {
      Value value = Value::of(Value::Kind::Module);
      value.scope = module;
      return value;
    }
    return Value::opaque(path.str());
  }
  return std::nullopt;
}

std::optional<Value> Evaluator::importName(ModuleScope &scope,
                                           const ImportFromStmt &stmt,
                                           llvm::StringRef name) {
  for (const ImportStmt::Name &item : stmt.names) {
    bool star = item.path == "*";
    if (!star && name != (item.alias.empty() ? item.path : item.alias))
      continue;
    llvm::StringRef wanted = star ? name : llvm::StringRef(item.path);
    if (stmt.module == "typing" && wanted == "TYPE_CHECKING")
      return Value::boolean(false);
    std::optional<std::string> package =
        stmt.dots ? std::nullopt : packageOf(stmt.module);
    if (package) {
      if (std::optional<Value> value = member(*package, wanted))
        return value;
      if (star)
        continue;
      return Value::opaque(stmt.module + "." + wanted.str());
    }
    ModuleScope *module =
        modules.import(*scope.module.file, stmt.dots, stmt.module);
    if (module)
      if (std::optional<Value> value = global(*module, wanted))
        return value;
    if (star)
      continue;
    // `from package import file`
    std::string path =
        stmt.module.empty() ? wanted.str() : stmt.module + "." + wanted.str();
    if (ModuleScope *file =
            modules.import(*scope.module.file, stmt.dots, path)) {
      Value value = Value::of(Value::Kind::Module);
      value.scope = file;
      return value;
    }
    // vLLM's files get them from a file that looks whether Triton is there.
    if (llvm::StringRef(stmt.module).ends_with("triton_utils") &&
        (wanted == "tl" || wanted == "triton"))
      return Value::package(wanted.str());
    Value missing = Value::opaque(std::string(stmt.dots, '.') + path);
    missing.flag = !stmt.module.empty() && !isPythons(stmt.module);
    return missing;
  }
  return std::nullopt;
}

std::optional<Value> Evaluator::member(llvm::StringRef package,
                                       llvm::StringRef name) {
  std::string path = package.str() + "." + name.str();
  if (package == "tl") {
    if (std::optional<Elem> elem = elemFromLanguage(name))
      return Value::typeOf(TileType(*elem));
    if (name == "CONSTEXPR_0")
      return Value::integerOf(0);
    if (name == "pi32_t") // Triton's name for a pointer to int32
      return Value::typeOf(TileType(Elem::I32, {}, true));
  }
  if (package == "tl.PropagateNan" && (name == "ALL" || name == "NONE"))
    return Value::string(name.lower());
  if (path == "triton.language")
    return Value::package("tl");
  if (package == "triton_helpers") {
    if (name == "libdevice" || name == "triton")
      return Value::package(name.str());
    if (name == "math" || name == "tl")
      return Value::package(name == "tl" ? "tl" : "tl.math");
    return std::nullopt;
  }
  if (path == "triton.__version__")
    return Value::string("3.6.0");
  if (package == "math") {
    if (name == "pi")
      return Value::floating(M_PI);
    if (name == "e")
      return Value::floating(M_E);
    if (name == "inf")
      return Value::floating(INFINITY);
    if (name == "nan")
      return Value::floating(NAN);
  }
  if (const BuiltinRow *row = findBuiltin(path)) {
    Value value = Value::of(Value::Kind::Builtin);
    value.builtin = row;
    return value;
  }
  if (std::optional<std::string> other = packageOf(path))
    return Value::package(*other);
  if (isPackage(path))
    return Value::package(path);
  // Helpers of Triton's own library that some kernels reach for.
  if (package == "tl")
    if (std::optional<Value> value = global(modules.library(), name))
      if (value->is(Value::Kind::Function))
        return value;
  return std::nullopt;
}

} // namespace tqc::sema
