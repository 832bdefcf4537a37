//===- SemaModule.cpp - The top level of a file ---------------------------===//
//
// Runs the statements of a file in their order, as Python does, when somebody
// needs one of its names. What cannot be computed leaves its names without a
// value, which is an error only for who uses them:
//
//     sizes = [16]
//     sizes.append(torch.f())     no kernel may use `sizes`
//     if torch.f(): N = 1         `N` is 1 if nothing else gave it a value
//
// Imports are looked up when their names are used.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/BoundNames.h"
#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

using namespace tqc::ast;

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void Evaluator::ensureRun(ModuleScope &scope) {
  if (scope.state != ModuleScope::State::Fresh)
    return;
  scope.state = ModuleScope::State::Running;
  Frame top;
  top.scope = &scope;
  top.isCompileTime = true;
  report.frames.push_back(&top);
  bool kernel = std::exchange(inKernel, false);
  for (const Stmt *stmt : scope.module.body)
    runTop(stmt);
  inKernel = kernel;
  report.frames.pop_back();
  scope.state = ModuleScope::State::Done;
}

std::optional<Value> Evaluator::global(ModuleScope &scope,
                                       llvm::StringRef name) {
  ensureRun(scope);
  auto found = scope.globals.find(name.str());
  if (found == scope.globals.end())
    return starImported(scope, name);
  Global &global = found->second;
  if (global.import) {
    // An import that leads back to itself finds nothing.
    const Stmt *import = std::exchange(global.import, nullptr);
    Value before = std::exchange(global.value, Value::opaque(name.str()));
    std::optional<Value> value = imported(scope, *import, name);
    // The map may have changed meanwhile.
    scope.globals[name.str()].value = value ? *value : before;
    return value;
  }
  if (global.value.isError())
    for (const Diag &why : global.why) {
      Diag &diag = report.error(why.code, why.at, why.message);
      diag.notes.insert(diag.notes.end(), why.notes.begin(), why.notes.end());
      diag.helps.insert(diag.helps.end(), why.helps.begin(), why.helps.end());
    }
  return global.value;
}

std::optional<Value> Evaluator::imported(ModuleScope &scope, const Stmt &stmt,
                                         llvm::StringRef name) {
  if (const auto *import = llvm::dyn_cast<ImportStmt>(&stmt))
    return importModule(scope, *import, name);
  return importName(scope, llvm::cast<ImportFromStmt>(stmt), name);
}

/// A name that `from package import *` brought, the last one first.
std::optional<Value> Evaluator::starImported(ModuleScope &scope,
                                             llvm::StringRef name) {
  for (size_t i = scope.stars.size(); i-- > 0;)
    if (std::optional<Value> value = importName(scope, *scope.stars[i], name))
      return value;
  return std::nullopt;
}

void Evaluator::bindTop(llvm::StringRef name, Value value) {
  ModuleScope &scope = *frame().scope;
  if (scope.rebound.count(name.str()))
    value = Value::opaque(name.str()); // some function gives it other values
  scope.globals[name.str()] = Global{std::move(value), nullptr, {}};
}

Value Evaluator::evalIn(ModuleScope &scope, const Expr &expr) {
  ensureRun(scope);
  auto early = scope.early.find(&expr);
  if (early != scope.early.end() && !early->second.isError())
    return early->second;
  Frame top;
  top.scope = &scope;
  top.isCompileTime = true;
  report.frames.push_back(&top);
  bool kernel = std::exchange(inKernel, false);
  Value value = eval(&expr);
  inKernel = kernel;
  report.frames.pop_back();
  return value;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Evaluator::TopFlow Evaluator::runTop(const Block &block) {
  for (const Stmt *stmt : block)
    if (TopFlow flow = runTop(stmt); flow != TopFlow::Next)
      return flow;
  return TopFlow::Next;
}

Evaluator::TopFlow Evaluator::runTop(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::If:
    return runTopIf(llvm::cast<IfStmt>(*stmt));
  case Stmt::Kind::Try:
    return runTopTry(llvm::cast<TryStmt>(*stmt));
  case Stmt::Kind::With: {
    const auto &with = llvm::cast<WithStmt>(*stmt);
    for (auto [context, target] : with.items)
      if (const auto *name = llvm::dyn_cast_or_null<NameExpr>(target))
        bindTop(name->name, Value::opaque(name->name));
    return runTop(with.body);
  }
  case Stmt::Kind::Break:
    return TopFlow::Break;
  case Stmt::Kind::Continue:
    return TopFlow::Continue;
  case Stmt::Kind::Raise:
    return TopFlow::Raised;
  default:
    break;
  }
  TopFlow flow = leniently(stmt, [&] { return runTopSimple(stmt); });
  return flow == TopFlow::Failed ? TopFlow::Next : flow;
}

Evaluator::TopFlow Evaluator::runTopSimple(const Stmt *stmt) {
  switch (stmt->kind) {
  case Stmt::Kind::Assign:
  case Stmt::Kind::AugAssign:
    exec(stmt);
    break;
  case Stmt::Kind::AnnAssign: {
    const auto &node = llvm::cast<AnnAssignStmt>(*stmt);
    if (node.value)
      assign(node.target, eval(node.value), nullptr);
    break;
  }
  case Stmt::Kind::Delete:
    for (const Expr *target : llvm::cast<DeleteStmt>(stmt)->targets)
      if (const auto *name = llvm::dyn_cast<NameExpr>(target))
        frame().scope->globals.erase(name->name);
      else if (const auto *item = llvm::dyn_cast<SubscriptExpr>(target))
        deleteItem(*item);
    break;
  case Stmt::Kind::Function:
    defineTop(llvm::cast<FunctionStmt>(*stmt));
    break;
  case Stmt::Kind::Import:
  case Stmt::Kind::ImportFrom:
    importTop(*stmt);
    break;
  case Stmt::Kind::For:
    return runTopFor(llvm::cast<ForStmt>(*stmt));
  case Stmt::Kind::While:
    return runTopWhile(llvm::cast<WhileStmt>(*stmt));
  case Stmt::Kind::Expr:
    runTopCall(llvm::cast<ExprStmt>(stmt)->value);
    break;
  case Stmt::Kind::Class: {
    const auto &type = llvm::cast<ClassStmt>(*stmt);
    Value value = opaqueBecause(
        type.name, "classes are not part of the kernel language", type.span);
    value.flag = false; // `isinstance(x, Class)` may name it
    bindTop(type.name, std::move(value));
    break;
  }
  case Stmt::Kind::Skipped: {
    const auto &skipped = llvm::cast<SkippedStmt>(*stmt);
    if (skipped.name.empty())
      break;
    Value value = opaqueBecause(skipped.name, skipped.reason, skipped.where);
    value.flag = false; // `isinstance(x, Class)` may name it
    bindTop(skipped.name, std::move(value));
    break;
  }
  default:
    break; // asserts, global, pass
  }
  return TopFlow::Next;
}

Value Evaluator::opaqueBecause(llvm::StringRef name, std::string why, Span at) {
  Value value = Value::opaque(name.str());
  value.flag = true;
  value.items = std::make_shared<std::vector<Value>>(
      std::vector<Value>{Value::string(std::move(why)),
                         Value::integerOf(at.begin), Value::integerOf(at.end)});
  return value;
}

/// A call that stands alone matters if it changes a list or dict, as the
/// methods of these do and functions of the file may.
void Evaluator::runTopCall(const Expr *expr) {
  const auto *call = llvm::dyn_cast<CallExpr>(expr);
  if (!call)
    return;
  if (const auto *method = llvm::dyn_cast<AttributeExpr>(call->callee)) {
    if (changesReceiver(method->name))
      eval(expr);
    return;
  }
  const auto *name = llvm::dyn_cast<NameExpr>(call->callee);
  std::optional<Value> callee =
      name ? global(*frame().scope, name->name) : std::nullopt;
  if (!callee || !callee->is(Value::Kind::Function))
    return;
  std::set<std::string> changed;
  for (const Stmt *stmt : callee->function->body)
    collectChanged(stmt, changed);
  if (!changed.empty())
    eval(expr);
}

/// Defaults and what decorators are given have the values of this moment.
void Evaluator::defineTop(const FunctionStmt &function) {
  ModuleScope &scope = *frame().scope;
  size_t mark = context.diags.mark();
  bool said = report.saidError;
  auto keep = [&](const Expr *expr) {
    if (expr)
      scope.early[expr] = eval(expr);
  };
  for (const Param &param : function.params)
    keep(param.defaultValue);
  for (const Expr *decorator : function.decorators)
    if (const auto *call = llvm::dyn_cast<CallExpr>(decorator)) {
      for (const Expr *argument : call->arguments)
        if (!llvm::isa<StarredExpr>(argument))
          keep(argument);
      for (const CallExpr::Keyword &keyword : call->keywords)
        keep(keyword.value);
    }
  context.diags.rollBack(mark); // who needs one of them is told
  report.saidError = said;
  Value value = Value::of(Value::Kind::Function);
  value.function = &function;
  value.scope = &scope;
  bindTop(function.name, std::move(value));
}

void Evaluator::importTop(const Stmt &stmt) {
  ModuleScope &scope = *frame().scope;
  std::set<std::string> names;
  collectBound(&stmt, names);
  for (const std::string &name : names)
    scope.globals[name] = Global{Value::opaque(name), &stmt, {}};
  const auto *from = llvm::dyn_cast<ImportFromStmt>(&stmt);
  if (!from || from->names.empty() || from->names[0].path != "*")
    return;
  scope.stars.push_back(from);
  if (packageOf(from->module) && !from->dots)
    return; // too many names: they are found when they are asked for
  if (ModuleScope *module =
          modules.import(*scope.module.file, from->dots, from->module)) {
    ensureRun(*module);
    for (const auto &[name, value] : module->globals)
      if (name[0] != '_')
        scope.globals[name] =
            value.import ? Global{Value::opaque(name), from, {}} : value;
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Evaluator::TopFlow Evaluator::runTopFor(const ForStmt &stmt) {
  Value iterable = eval(stmt.iterable);
  if (iterable.isError())
    return TopFlow::Failed;
  if (iterable.is(Value::Kind::Opaque)) {
    msg::onlyPython(report, stmt.iterable->span, iterable);
    return TopFlow::Failed;
  }
  bool isLive = iterable.isTuple() && iterable.isList;
  auto items = isLive ? std::vector<Value>() : iterate(iterable, stmt.span);
  if (!items)
    return TopFlow::Failed;
  unsigned errors = report.errorCount();
  // A list is asked for its length each time: the body may change it.
  for (size_t i = 0; i < (isLive ? iterable.elements().size() : items->size());
       ++i) {
    Value item = isLive ? iterable.elements()[i] : (*items)[i];
    if (!spend(1, stmt.span))
      return TopFlow::Failed;
    assign(stmt.target, item, nullptr);
    TopFlow flow = runTop(stmt.body);
    if (report.errorCount() != errors)
      return TopFlow::Failed;
    if (flow == TopFlow::Break)
      return TopFlow::Next;
    if (flow == TopFlow::Raised || flow == TopFlow::Failed)
      return flow;
  }
  return runTop(stmt.orElse);
}

Evaluator::TopFlow Evaluator::runTopWhile(const WhileStmt &stmt) {
  while (true) {
    std::optional<bool> again = constantTruth(
        eval(stmt.condition), stmt.condition->span, "the condition");
    if (!again || !spend(1, stmt.span))
      return TopFlow::Failed;
    if (!*again)
      return runTop(stmt.orElse);
    TopFlow flow = runTop(stmt.body);
    if (flow == TopFlow::Break)
      return TopFlow::Next;
    if (flow == TopFlow::Raised || flow == TopFlow::Failed)
      return flow;
  }
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

Evaluator::TopFlow Evaluator::runTopIf(const IfStmt &stmt) {
  size_t mark = context.diags.mark();
  bool said = report.saidError;
  uint64_t before = std::exchange(work, kMaxWork - kTopWork);
  Value condition = eval(stmt.condition);
  work = before;
  context.diags.rollBack(mark);
  report.saidError = said;
  if (std::optional<bool> taken = truth(condition))
    return runTop(*taken ? stmt.body : stmt.orElse);
  ModuleScope &scope = *frame().scope;
  Globals start = scope.globals;
  const Globals *certain =
      std::exchange(scope.certain, scope.certain ? scope.certain : &start);
  TopFlow first = runTop(stmt.body);
  Globals body = std::exchange(scope.globals, start);
  TopFlow second = runTop(stmt.orElse);
  Globals orElse = std::exchange(scope.globals, start);
  scope.certain = certain;
  // A branch that raises would have ended the program.
  if (first != TopFlow::Next && second == TopFlow::Next)
    body = orElse;
  else if (second != TopFlow::Next && first == TopFlow::Next)
    orElse = body;
  std::set<std::string> names;
  collectBound(&stmt, names);
  for (const std::string &name : names)
    mergeTop(name, body, orElse, stmt.span,
             "which branch of this file's `if` gives its value");
  if (!certain)
    forgetUndecided(stmt.span);
  return TopFlow::Next;
}

/// Whether a name may be another constant than one thinks.
static bool isPlain(const Value &value) {
  switch (value.kind) {
  case Value::Kind::None:
  case Value::Kind::Bool:
  case Value::Kind::Int:
  case Value::Kind::Float:
  case Value::Kind::String:
  case Value::Kind::Type:
  case Value::Kind::Tuple:
  case Value::Kind::Dict:
    return true;
  default:
    return false;
  }
}

/// What a name is after an `if` or `try` that only Python decides. Constants
/// must agree, and what is not known agrees with none. Of two functions it is
/// the first one that means something without Python, as
/// `tl.extra.intel.libdevice` does not: branches give the same under names that
/// depend on the platform.
void Evaluator::mergeTop(const std::string &name, const Globals &body,
                         const Globals &orElse, Span at, const char *what) {
  ModuleScope &scope = *frame().scope;
  auto in = [&](const Globals &globals) -> const Global * {
    auto found = globals.find(name);
    return found == globals.end() ? nullptr : &found->second;
  };
  auto resolved = [&](const Global *global) {
    if (!global || !global->import)
      return global ? std::optional(global->value) : std::nullopt;
    return imported(scope, *global->import, name);
  };
  const Global *one = in(body), *other = in(orElse);
  std::optional<Value> first = resolved(one), second = resolved(other);
  if (!first && !second)
    return;
  auto meansNothing = [](const std::optional<Value> &value) {
    return !value || value->is(Value::Kind::Opaque) || value->isError();
  };
  bool bindsConstant = first && second && (isPlain(*first) || isPlain(*second));
  if (bindsConstant && (first->isError() || second->isError())) {
    scope.globals[name] = first->isError() ? *one : *other; // which says why
    return;
  }
  if (bindsConstant &&
      (first->kind != second->kind || !constEqual(*first, *second))) {
    bindTop(name,
            opaqueBecause(
                name, std::string("only a running Python knows ") + what, at));
    return;
  }
  scope.globals[name] = !one || (meansNothing(first) && other) ? *other : *one;
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

/// Stands for an exception that may or may not be raised.
static const char *const kUndecided = "?";

/// The exception that an import raises here, or "".
std::string Evaluator::importProblem(const Stmt &stmt) {
  ModuleScope &scope = *frame().scope;
  const SourceFile &file = *scope.module.file;
  if (const auto *import = llvm::dyn_cast<ImportStmt>(&stmt)) {
    for (const ImportStmt::Name &name : import->names)
      if (!packageOf(name.path) && !isPythons(name.path) &&
          !modules.import(file, 0, name.path))
        return "ModuleNotFoundError";
    return "";
  }
  const auto *from = llvm::dyn_cast<ImportFromStmt>(&stmt);
  if (!from)
    return "";
  std::optional<std::string> package =
      from->dots ? std::nullopt : packageOf(from->module);
  ModuleScope *module =
      package ? nullptr : modules.import(file, from->dots, from->module);
  // Whether Python's module has such a name depends on its version.
  if (!package && !module && !from->dots && isPythons(from->module))
    return kUndecided;
  bool isFolder = false; // whose files are imported
  for (const ImportStmt::Name &name : from->names) {
    if (name.path == "*")
      continue;
    std::string path =
        from->module.empty() ? name.path : from->module + "." + name.path;
    bool isFile = !package && modules.import(file, from->dots, path);
    isFolder |= isFile;
    if (!isFile && (package ? !member(*package, name.path)
                            : module && !global(*module, name.path)))
      return "ImportError";
  }
  return package || module || isFolder ? "" : "ModuleNotFoundError";
}

/// Whether a statement calls what only Python can run, and takes no value of
/// it.
bool Evaluator::callsUnknown(const Stmt &stmt) {
  const auto *alone = llvm::dyn_cast<ExprStmt>(&stmt);
  const auto *call = alone ? llvm::dyn_cast<CallExpr>(alone->value) : nullptr;
  if (!call)
    return false;
  if (const auto *method = llvm::dyn_cast<AttributeExpr>(call->callee))
    return !changesReceiver(method->name);
  const auto *name = llvm::dyn_cast<NameExpr>(call->callee);
  std::optional<Value> callee =
      name ? global(*frame().scope, name->name) : std::nullopt;
  return name && name->name != "print" &&
         (!callee || !callee->is(Value::Kind::Function));
}

/// The statement `at` of the body cannot be computed, and so it may have
/// raised: the body goes on, or a handler runs, and only Python knows which.
Evaluator::TopFlow Evaluator::undecidedTry(const TryStmt &stmt, size_t at) {
  ModuleScope &scope = *frame().scope;
  Globals start = scope.globals;
  const Globals *certain =
      std::exchange(scope.certain, scope.certain ? scope.certain : &start);
  TopFlow flow = TopFlow::Next;
  for (size_t i = at + 1; i < stmt.body.size() && flow == TopFlow::Next; ++i)
    flow = runTop(stmt.body[i]);
  if (flow == TopFlow::Next)
    flow = runTop(stmt.orElse);
  Globals merged = std::exchange(scope.globals, start);
  bool goesOn = flow == TopFlow::Next;
  std::set<std::string> names;
  collectBound(&stmt, names);
  for (const TryStmt::Handler &handler : stmt.handlers) {
    if (!handler.name.empty())
      bindTop(handler.name, Value::opaque(handler.name));
    bool returns = runTop(handler.body) == TopFlow::Next;
    Globals handled = std::exchange(scope.globals, start);
    if (!returns) // it would have ended the program
      continue;
    for (const std::string &name : names)
      if (goesOn)
        mergeTop(name, merged, handled, stmt.span,
                 "whether the `try` that gives its value raises an exception");
    merged = std::exchange(scope.globals, start);
    if (!goesOn)
      merged = std::move(handled);
    goesOn = true;
  }
  scope.globals = std::move(merged);
  scope.certain = certain;
  if (!certain)
    forgetUndecided(stmt.span);
  return runTop(stmt.finally);
}

Evaluator::TopFlow Evaluator::runTopTry(const TryStmt &stmt) {
  // What the body raises, or nothing; without a name nobody knows it.
  std::optional<std::string> exception;
  TopFlow flow = TopFlow::Next;
  for (size_t i = 0; i < stmt.body.size(); ++i) {
    const Stmt *inner = stmt.body[i];
    std::string problem = importProblem(*inner);
    if (problem == kUndecided && !stmt.handlers.empty()) {
      importTop(*inner);
      return undecidedTry(stmt, i);
    }
    if (!problem.empty() && problem != kUndecided) {
      exception = problem;
      break;
    }
    if (const auto *raise = llvm::dyn_cast<RaiseStmt>(inner)) {
      exception = raisedName(*raise);
      break;
    }
    if (!stmt.handlers.empty() && callsUnknown(*inner))
      return undecidedTry(stmt, i);
    if (isCompound(*inner) || stmt.handlers.empty()) {
      flow = runTop(inner);
    } else {
      flow = leniently(inner, [&] { return runTopSimple(inner); });
      if (flow == TopFlow::Failed)
        return undecidedTry(stmt, i);
    }
    if (flow == TopFlow::Raised) {
      exception = "";
      break;
    }
    if (flow != TopFlow::Next)
      return flow;
  }
  if (!exception)
    flow = runTop(stmt.orElse);
  else
    flow = runHandlers(stmt, *exception);
  TopFlow last = runTop(stmt.finally);
  return last == TopFlow::Next ? flow : last;
}

Evaluator::TopFlow Evaluator::runHandlers(const TryStmt &stmt,
                                          llvm::StringRef exception) {
  for (const TryStmt::Handler &handler : stmt.handlers) {
    if (!catches(handler.type, exception))
      continue;
    if (!handler.name.empty())
      bindTop(handler.name, Value::opaque(handler.name));
    return runTop(handler.body);
  }
  return TopFlow::Raised;
}

} // namespace tqc::sema
