//===- SemaNames.cpp - What a name means ----------------------------------===//
//
// Locals, then the file's top level (evaluated when first needed), then the
// names that a `.tq` file has without an import, then Python's own.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

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
  if (std::optional<Value> value =
          global(*here.scope, name, here.function ? UINT32_MAX : here.position))
    return *value;
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
// The top level of a file
//===----------------------------------------------------------------------===//

Value Evaluator::evalIn(ModuleScope &scope, const Expr &expr) {
  Frame top;
  top.scope = &scope;
  top.isCompileTime = true;
  top.position = expr.span.begin;
  report.frames.push_back(&top);
  bool kernel = std::exchange(inKernel, false);
  Value value = eval(&expr);
  inKernel = kernel;
  report.frames.pop_back();
  return value;
}

std::optional<Value> Evaluator::global(ModuleScope &scope, llvm::StringRef name,
                                       uint32_t before) {
  std::pair<std::string, uint32_t> key(name.str(), before);
  auto [entry, isNew] = scope.globals.try_emplace(key);
  if (!isNew) {
    if (entry->second.state == Global::State::Busy ||
        entry->second.value.is(Value::Kind::Ellipsis))
      return std::nullopt;
    // Where the reason was rolled back, it is said again.
    if (!entry->second.value.isError() || report.saidError)
      return entry->second.value;
    entry->second.state = Global::State::Busy;
  }
  Frame top;
  top.scope = &scope;
  top.isCompileTime = true;
  top.position = before;
  report.frames.push_back(&top);
  bool kernel = std::exchange(inKernel, false);
  std::optional<Value> value = globalIn(scope, scope.module.body, name);
  inKernel = kernel;
  report.frames.pop_back();
  // A function may be used above its definition, inside another one.
  if (!value && before != UINT32_MAX)
    value = global(scope, name);
  // An ellipsis marks a name that the file does not have.
  Global &global = scope.globals[key];
  global.state = Global::State::Done;
  global.value = value ? *value : Value::ellipsis();
  return value;
}

std::optional<Value> Evaluator::globalIn(ModuleScope &scope, const Block &block,
                                         llvm::StringRef name) {
  uint32_t before = frame().position;
  for (const Stmt *stmt : llvm::reverse(block)) {
    if (stmt->span.begin >= before)
      continue;
    if (!llvm::isa<IfStmt, TryStmt, WithStmt>(stmt))
      frame().position = stmt->span.begin;
    std::optional<Value> value = globalFrom(scope, *stmt, name);
    frame().position = before;
    if (value)
      return value;
  }
  return std::nullopt;
}

/// True if assigning to `target` binds `name`.
static bool binds(const Expr *target, llvm::StringRef name) {
  if (const auto *one = llvm::dyn_cast<NameExpr>(target))
    return one->name == name;
  if (const auto *tuple = llvm::dyn_cast<TupleExpr>(target))
    return llvm::any_of(tuple->elements,
                        [&](const Expr *item) { return binds(item, name); });
  return false;
}

std::optional<Value> Evaluator::globalFrom(ModuleScope &scope, const Stmt &stmt,
                                           llvm::StringRef name) {
  switch (stmt.kind) {
  case Stmt::Kind::Function: {
    const auto &function = llvm::cast<FunctionStmt>(stmt);
    if (function.name != name)
      return std::nullopt;
    Value value = Value::of(Value::Kind::Function);
    value.function = &function;
    value.scope = &scope;
    return value;
  }
  case Stmt::Kind::Assign: {
    const auto &assignment = llvm::cast<AssignStmt>(stmt);
    for (const Expr *target : assignment.targets)
      if (binds(target, name)) {
        if (scope.rebound.count(name.str()))
          return Value::opaque(name.str());
        assign(target, eval(assignment.value), nullptr);
        return frame().locals[name.str()].value;
      }
    return std::nullopt;
  }
  case Stmt::Kind::AnnAssign: {
    const auto &assignment = llvm::cast<AnnAssignStmt>(stmt);
    if (!assignment.value || !binds(assignment.target, name))
      return std::nullopt;
    if (scope.rebound.count(name.str()))
      return Value::opaque(name.str());
    return eval(assignment.value);
  }
  case Stmt::Kind::AugAssign:
    if (binds(llvm::cast<AugAssignStmt>(stmt).target, name))
      return Value::opaque(name.str());
    return std::nullopt;
  case Stmt::Kind::If:
    return globalIf(scope, llvm::cast<IfStmt>(stmt), name);
  case Stmt::Kind::Try:
    return globalTry(scope, llvm::cast<TryStmt>(stmt), name);
  case Stmt::Kind::With:
    return globalIn(scope, llvm::cast<WithStmt>(stmt).body, name);
  case Stmt::Kind::Import:
    return importModule(scope, llvm::cast<ImportStmt>(stmt), name);
  case Stmt::Kind::ImportFrom:
    return importName(scope, llvm::cast<ImportFromStmt>(stmt), name);
  case Stmt::Kind::Skipped: {
    const auto &skipped = llvm::cast<SkippedStmt>(stmt);
    if (skipped.name.empty() || skipped.name != name)
      return std::nullopt;
    Value value = Value::opaque(name.str());
    value.items = std::make_shared<std::vector<Value>>(std::vector<Value>{
        Value::string(skipped.reason), Value::integerOf(skipped.where.begin),
        Value::integerOf(skipped.where.end)});
    return value;
  }
  default:
    return std::nullopt;
  }
}

std::optional<Value> Evaluator::globalIf(ModuleScope &scope, const IfStmt &stmt,
                                         llvm::StringRef name) {
  // Ask the condition only if the answer matters.
  auto mentions = [&](const Block &block) {
    std::function<bool(const Block &)> any = [&](const Block &body) {
      for (const Stmt *one : body) {
        if (const auto *inner = llvm::dyn_cast<IfStmt>(one)) {
          if (any(inner->body) || any(inner->orElse))
            return true;
        } else if (const auto *function = llvm::dyn_cast<FunctionStmt>(one)) {
          if (function->name == name)
            return true;
        } else if (const auto *assignment = llvm::dyn_cast<AssignStmt>(one)) {
          for (const Expr *target : assignment->targets)
            if (binds(target, name))
              return true;
        } else if (const auto *import = llvm::dyn_cast<ImportFromStmt>(one)) {
          for (const ImportStmt::Name &item : import->names)
            if (name == (item.alias.empty() ? item.path : item.alias))
              return true;
        } else if (!llvm::isa<PassStmt, ExprStmt>(one)) {
          return true;
        }
      }
      return false;
    };
    return any(block);
  };
  bool inBody = mentions(stmt.body), inElse = mentions(stmt.orElse);
  if (!inBody && !inElse)
    return std::nullopt;
  size_t mark = context.diags.mark();
  bool said = report.saidError;
  uint32_t before = std::exchange(frame().position, stmt.span.begin);
  Value condition = eval(stmt.condition);
  frame().position = before;
  if (condition.isError()) {
    context.diags.rollBack(mark);
    report.saidError = said;
  }
  if (std::optional<bool> taken = truth(condition))
    return globalIn(scope, *taken ? stmt.body : stmt.orElse, name);
  // Only Python knows the condition: the one branch that has the name. Of two
  // the first in which it means something without Python, as
  // `tl.extra.intel.libdevice` does not.
  std::optional<Value> first = globalIn(scope, stmt.body, name);
  if (first && !first->is(Value::Kind::Opaque))
    return first;
  std::optional<Value> second = globalIn(scope, stmt.orElse, name);
  if (second && (!first || !second->is(Value::Kind::Opaque)))
    return second;
  return first;
}

std::optional<Value> Evaluator::globalTry(ModuleScope &scope,
                                          const TryStmt &stmt,
                                          llvm::StringRef name) {
  for (const Block *block : {&stmt.finally, &stmt.orElse, &stmt.body})
    if (std::optional<Value> value = globalIn(scope, *block, name))
      if (!value->is(Value::Kind::Opaque) || stmt.handlers.empty())
        return value;
  for (const TryStmt::Handler &handler : stmt.handlers)
    if (std::optional<Value> value = globalIn(scope, handler.body, name))
      return value;
  return globalIn(scope, stmt.body, name);
}

//===----------------------------------------------------------------------===//
// Imports and packages
//===----------------------------------------------------------------------===//

std::optional<std::string> Evaluator::packageOf(llvm::StringRef path) {
  static constexpr std::pair<const char *, const char *> kPackages[] = {
      {"triton", "triton"},
      {"triton.language", "tl"},
      {"triton.language.core", "tl"},
      {"triton.language.standard", "tl"},
      {"triton.language.random", "tl"},
      {"triton.language.math", "tl.math"},
      {"triton.language.extra", "tl.extra"},
      {"triton.language.extra.cuda", "tl.extra.cuda"},
      {"triton.language.extra.libdevice", "libdevice"},
      {"triton.language.extra.cuda.libdevice", "libdevice"},
      {"tl.core", "tl"},
      {"tl.standard", "tl"},
      {"tl.random", "tl"},
      {"tl.extra", "tl.extra"},
      {"tl.extra.cuda", "tl.extra.cuda"},
      {"tl.extra.libdevice", "libdevice"},
      {"tl.extra.cuda.libdevice", "libdevice"},
      {"tl.PropagateNan", "tl.PropagateNan"},
      {"math", "math"},
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

/// Packages that every Python has, or every user of Triton: no file of theirs
/// would help.
static bool isPythons(llvm::StringRef module) {
  for (llvm::StringRef known :
       {"torch", "numpy", "os", "sys", "typing", "functools", "itertools",
        "dataclasses", "enum", "collections", "packaging", "triton"})
    if (module == known || module.starts_with(known.str() + "."))
      return true;
  return false;
}

std::optional<Value> Evaluator::importName(ModuleScope &scope,
                                           const ImportFromStmt &stmt,
                                           llvm::StringRef name) {
  for (const ImportStmt::Name &item : stmt.names) {
    bool star = item.path == "*";
    if (!star && name != (item.alias.empty() ? item.path : item.alias))
      continue;
    llvm::StringRef wanted = star ? name : llvm::StringRef(item.path);
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
