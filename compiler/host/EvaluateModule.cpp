//===- EvaluateModule.cpp - The names of a file ---------------------------===//
//
// A module is run once, when it is first needed, but leniently: a statement
// that a launcher cannot compute (`gather = tl.gather`) leaves its name
// unknown, and that is an error only for who uses it.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/Evaluator.h"

using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// Collects the names that a target binds.
static void collectTargets(const ast::Expr *target,
                           std::set<std::string> &names) {
  if (const auto *name = dyn_cast<ast::NameExpr>(target))
    names.insert(name->name);
  else if (const auto *tuple = dyn_cast<ast::TupleExpr>(target))
    for (const ast::Expr *element : tuple->elements)
      collectTargets(element, names);
  else if (const auto *list = dyn_cast<ast::ListExpr>(target))
    for (const ast::Expr *element : list->elements)
      collectTargets(element, names);
  else if (const auto *starred = dyn_cast<ast::StarredExpr>(target))
    collectTargets(starred->value, names);
}

/// Collects the names that a block binds, without those of nested functions.
static void collectNames(const ast::Block &block,
                         std::set<std::string> &names) {
  for (const ast::Stmt *stmt : block) {
    if (const auto *assign = dyn_cast<ast::AssignStmt>(stmt)) {
      for (const ast::Expr *target : assign->targets)
        collectTargets(target, names);
    } else if (const auto *ann = dyn_cast<ast::AnnAssignStmt>(stmt)) {
      collectTargets(ann->target, names);
    } else if (const auto *aug = dyn_cast<ast::AugAssignStmt>(stmt)) {
      collectTargets(aug->target, names);
    } else if (const auto *branch = dyn_cast<ast::IfStmt>(stmt)) {
      collectNames(branch->body, names);
      collectNames(branch->orElse, names);
    } else if (const auto *loop = dyn_cast<ast::ForStmt>(stmt)) {
      collectTargets(loop->target, names);
      collectNames(loop->body, names);
      collectNames(loop->orElse, names);
    } else if (const auto *loop = dyn_cast<ast::WhileStmt>(stmt)) {
      collectNames(loop->body, names);
      collectNames(loop->orElse, names);
    } else if (const auto *function = dyn_cast<ast::FunctionStmt>(stmt)) {
      names.insert(function->name);
    } else if (const auto *import = dyn_cast<ast::ImportStmt>(stmt)) {
      for (const auto &name : import->names)
        names.insert(name.alias.empty()
                         ? StringRef(name.path).split('.').first.str()
                         : name.alias);
    } else if (const auto *from = dyn_cast<ast::ImportFromStmt>(stmt)) {
      for (const auto &name : from->names)
        names.insert(name.alias.empty() ? name.path : name.alias);
    } else if (const auto *attempt = dyn_cast<ast::TryStmt>(stmt)) {
      collectNames(attempt->body, names);
      for (const auto &handler : attempt->handlers)
        collectNames(handler.body, names);
      collectNames(attempt->orElse, names);
      collectNames(attempt->finally, names);
    } else if (const auto *skipped = dyn_cast<ast::SkippedStmt>(stmt)) {
      if (!skipped->name.empty())
        names.insert(skipped->name);
    }
  }
}

const std::set<std::string> &
Evaluator::localsOf(const ast::FunctionStmt *function) {
  auto [found, isNew] = locals.try_emplace(function);
  if (isNew) {
    for (const ast::Param &param : function->params)
      found->second.insert(param.name);
    collectNames(function->body, found->second);
  }
  return found->second;
}

Evaluator::ScopePtr Evaluator::moduleScope(const ast::Module &module) {
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

void Evaluator::runModule(const ast::Module &module, const ScopePtr &scope) {
  for (const ast::Stmt *stmt : module.body)
    runModuleStmt(stmt, scope);
}

/// Binds every name that `stmt` would define to "unknown, because".
void Evaluator::bindUnknown(const ast::Stmt *stmt, const ScopePtr &scope,
                            std::optional<Diag> why) {
  std::set<std::string> names;
  collectNames({const_cast<ast::Stmt *>(stmt)}, names);
  for (const std::string &name : names) {
    if (scope->names.count(name))
      continue;
    UnknownObject unknown;
    unknown.why = why;
    scope->names[name] = makeObject(Kind::Unknown, std::move(unknown));
  }
}

void Evaluator::runModuleStmt(const ast::Stmt *stmt, const ScopePtr &scope) {
  if (const auto *skipped = dyn_cast<ast::SkippedStmt>(stmt)) {
    bindUnknown(stmt, scope,
                Diag(Diag::Level::Error, DiagCode{skipped->code},
                     skipped->where, skipped->reason));
    return;
  }
  if (const auto *attempt = dyn_cast<ast::TryStmt>(stmt)) {
    // The first branch whose imports are found, as Python would take it.
    size_t mark = diags.mark();
    for (const ast::Stmt *inner : attempt->body)
      runModuleStmt(inner, scope);
    diags.rollBack(mark);
    return;
  }
  if (isa<ast::ExprStmt>(stmt) || isa<ast::WithStmt>(stmt))
    return; // nothing that a launcher could need
  size_t mark = diags.mark();
  std::vector<Frame> outer = std::move(frames);
  frames.clear();
  Flow flow = run(stmt, scope);
  frames = std::move(outer);
  if (flow != Flow::Failed)
    return;
  std::optional<Diag> why;
  if (diags.mark() > mark)
    why = diags.all()[mark];
  diags.rollBack(mark);
  bindUnknown(stmt, scope, std::move(why));
}

/// import a.b as c
bool Evaluator::bindImport(const ast::ImportStmt *stmt, const ScopePtr &scope) {
  for (const ast::ImportStmt::Name &name : stmt->names) {
    StringRef root = StringRef(name.path).split('.').first;
    if (!isNamespace(name.path)) {
      error(code::HostNotAvailable, name.span,
            "the module " + quoted(name.path) +
                " is not available in a launcher");
      return false;
    }
    if (name.alias.empty())
      scope->names[root.str()] = makeNamespace(root);
    else
      scope->names[name.alias] = makeNamespace(name.path);
  }
  return true;
}

/// from a.b import c as d
bool Evaluator::bindImportFrom(const ast::ImportFromStmt *stmt,
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
