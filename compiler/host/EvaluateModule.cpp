//===- EvaluateModule.cpp - The names of a file ---------------------------===//
//
// A module is run once, when it is first needed, but leniently: a statement
// that a launcher cannot compute (`gather = tl.gather`) leaves its name
// unknown, and that is an error only for who uses it.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"
#include "compiler/syntax/BoundNames.h"
#include "compiler/syntax/SemaDecorators.h"

using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

const std::set<std::string> &
HostEvaluator::localsOf(const ast::FunctionStmt *function) {
  auto [found, isNew] = locals.try_emplace(function);
  if (isNew) {
    for (const ast::Param &param : function->params)
      found->second.insert(param.name);
    ast::collectBound(function->body, found->second);
  }
  return found->second;
}

HostEvaluator::ScopePtr HostEvaluator::moduleScope(const ast::Module &module) {
  ScopePtr &scope = modules[&module];
  if (!scope) {
    scope = std::make_shared<Scope>();
    scope->module = &module;
    ScopePtr keep = scope; // imports may add modules
    runModule(module, keep);
    return keep;
  }
  return scope;
}

void HostEvaluator::runModule(const ast::Module &module,
                              const ScopePtr &scope) {
  std::vector<Frame> outer = std::move(frames);
  frames.clear();
  for (const ast::Stmt *stmt : module.body)
    runModuleStmt(stmt, scope);
  frames = std::move(outer);
}

/// A name whose value only Python knows.
static HostValue unknown() {
  return makeObject(Kind::Unknown, UnknownObject());
}

/// Runs a statement and takes back what it says. False if it failed: then its
/// names have no value.
bool HostEvaluator::runLeniently(const ast::Stmt *stmt, const ScopePtr &scope) {
  size_t mark = diags.mark();
  if (run(stmt, scope) != Flow::Failed)
    return true;
  std::optional<Diag> why;
  if (diags.mark() > mark)
    why = diags.all()[mark];
  takeBack(mark);
  bindUnknown(stmt, scope, std::move(why));
  return false;
}

/// A call that stands alone matters if it changes a list or dict.
bool HostEvaluator::changesSomething(const ast::ExprStmt *stmt,
                                     const ScopePtr &scope) {
  std::set<std::string> changed;
  ast::collectChanged(stmt, changed);
  const auto *call = dyn_cast<ast::CallExpr>(stmt->value);
  const auto *name = call ? dyn_cast<ast::NameExpr>(call->callee) : nullptr;
  auto callee = name ? scope->names.find(name->name) : scope->names.end();
  if (callee != scope->names.end() && callee->second.is(Kind::Function))
    if (const auto *def = callee->second.as<FunctionObject>().def)
      for (const ast::Stmt *inner : def->body)
        ast::collectChanged(inner, changed);
  return !changed.empty();
}

bool HostEvaluator::runModuleBlock(const ast::Block &block,
                                   const ScopePtr &scope) {
  bool ok = true;
  for (const ast::Stmt *stmt : block)
    ok &= runModuleStmt(stmt, scope);
  return ok;
}

bool HostEvaluator::runModuleStmt(const ast::Stmt *stmt,
                                  const ScopePtr &scope) {
  if (const auto *skipped = dyn_cast<ast::SkippedStmt>(stmt)) {
    bindUnknown(stmt, scope,
                Diag(Diag::Level::Error, DiagCode{skipped->code},
                     skipped->where, skipped->reason));
    return true;
  }
  if (const auto *attempt = dyn_cast<ast::TryStmt>(stmt))
    return runModuleTry(attempt, scope);
  if (const auto *with = dyn_cast<ast::WithStmt>(stmt)) {
    for (auto [context, target] : with->items)
      if (const auto *name = llvm::dyn_cast_or_null<ast::NameExpr>(target))
        scope->names[name->name] = unknown();
    return runModuleBlock(with->body, scope);
  }
  if (const auto *branch = dyn_cast<ast::IfStmt>(stmt)) {
    size_t mark = diags.mark();
    if (std::optional<bool> taken = condition(branch->condition, scope))
      return runModuleBlock(*taken ? branch->body : branch->orElse, scope);
    std::optional<Diag> why;
    if (diags.mark() > mark)
      why = diags.all()[mark];
    takeBack(mark);
    bindUnknown(stmt, scope, std::move(why));
    return false;
  }
  if (const auto *expr = dyn_cast<ast::ExprStmt>(stmt))
    return !changesSomething(expr, scope) || runLeniently(stmt, scope);
  return runLeniently(stmt, scope);
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

/// The exception that an import raises here, or "". What only Python has raises
/// none; its names then have no value.
std::string HostEvaluator::importProblem(const ast::Stmt *stmt,
                                         const ScopePtr &scope) {
  auto isThere = [&](unsigned dots, StringRef path) {
    return (dots == 0 && (isNamespace(path) || sema::isPythons(path))) ||
           launcher.import(*scope->module->file, dots, path);
  };
  if (const auto *import = dyn_cast<ast::ImportStmt>(stmt)) {
    for (const ast::ImportStmt::Name &name : import->names)
      if (!isThere(0, name.path))
        return "ModuleNotFoundError";
    return "";
  }
  const auto *from = dyn_cast<ast::ImportFromStmt>(stmt);
  if (!from)
    return "";
  if (!isThere(from->dots, from->module))
    return "ModuleNotFoundError";
  const ast::Module *module =
      launcher.import(*scope->module->file, from->dots, from->module);
  if (module)
    for (const ast::ImportStmt::Name &name : from->names)
      if (name.path != "*" && !moduleScope(*module)->names.count(name.path))
        return "ImportError";
  return "";
}

bool HostEvaluator::runModuleTry(const ast::TryStmt *stmt,
                                 const ScopePtr &scope) {
  std::optional<std::string> exception;
  for (const ast::Stmt *inner : stmt->body) {
    if (std::string problem = importProblem(inner, scope); !problem.empty()) {
      exception = problem;
      break;
    }
    if (const auto *raise = dyn_cast<ast::RaiseStmt>(inner)) {
      exception = ast::raisedName(*raise);
      break;
    }
    // A module that only Python has is there; its names depend on its version.
    if (runModuleStmt(inner, scope) || isa<ast::ImportStmt>(inner) ||
        stmt->handlers.empty())
      continue;
    // It may have raised what a handler catches.
    bindUnknown(stmt, scope,
                Diag(Diag::Level::Error, code::HostNotAvailable, inner->span,
                     "only a running Python knows whether this raises an "
                     "exception"));
    return false;
  }
  bool ok = true;
  if (!exception) {
    ok = runModuleBlock(stmt->orElse, scope);
  } else {
    for (const ast::TryStmt::Handler &handler : stmt->handlers) {
      if (!ast::catches(handler.type, *exception))
        continue;
      if (!handler.name.empty())
        scope->names[handler.name] = unknown();
      ok = runModuleBlock(handler.body, scope);
      break;
    }
  }
  return runModuleBlock(stmt->finally, scope) && ok;
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// import a.b as c
bool HostEvaluator::bindImport(const ast::ImportStmt *stmt,
                               const ScopePtr &scope) {
  for (const ast::ImportStmt::Name &name : stmt->names) {
    StringRef root = StringRef(name.path).split('.').first;
    if (!isNamespace(name.path)) {
      size_t mark = diags.mark();
      error(code::HostNotAvailable, name.span,
            "the module " + quoted(name.path) +
                " is not available in a launcher");
      if (scope->parent)
        return false;
      // At the top it only matters to who uses it.
      UnknownObject missing;
      missing.why = diags.all()[mark];
      takeBack(mark);
      scope->names[name.alias.empty() ? root.str() : name.alias] =
          makeObject(Kind::Unknown, std::move(missing));
      continue;
    }
    if (name.alias.empty())
      scope->names[root.str()] = makeNamespace(root);
    else
      scope->names[name.alias] = makeNamespace(name.path);
  }
  return true;
}

/// from a.b import c as d
bool HostEvaluator::bindImportFrom(const ast::ImportFromStmt *stmt,
                                   const ScopePtr &scope) {
  const ast::Module *module = nullptr;
  bool known = stmt->dots == 0 && isNamespace(stmt->module);
  if (!known && scope->module)
    module = launcher.import(*scope->module->file, stmt->dots, stmt->module);
  if (!known && !module) {
    error(code::HostNotAvailable, stmt->span,
          "the module " + quoted(std::string(stmt->dots, '.') + stmt->module) +
              " is not available in a launcher");
    return false;
  }
  ScopePtr other = module ? moduleScope(*module) : nullptr;
  for (const ast::ImportStmt::Name &name : stmt->names) {
    if (name.path == "*") {
      if (other)
        for (const auto &[key, value] : other->names)
          scope->names[key] = value;
      continue;
    }
    Maybe value;
    if (!other)
      value = memberOf(stmt->module, name.path);
    else if (auto found = other->names.find(name.path);
             found != other->names.end())
      value = found->second;
    bool isTyping = stmt->module == "typing" || stmt->module == "collections";
    if (!value && isTyping && !name.path.empty()) {
      scope->names[name.alias.empty() ? name.path : name.alias] = unknown();
      continue;
    }
    if (!value) {
      error(code::HostName, name.span,
            quoted(stmt->module) + " has no " + quoted(name.path) +
                " that a launcher could use");
      return false;
    }
    scope->names[name.alias.empty() ? name.path : name.alias] = *value;
  }
  return true;
}

} // namespace tqc::host
