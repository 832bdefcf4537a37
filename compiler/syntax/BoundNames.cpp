//===- BoundNames.cpp - Which names a statement binds ---------------------===//

#include "compiler/syntax/BoundNames.h"

#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;

namespace tqc::ast {

/// Adds the names that a target binds.
static void collectTarget(const Expr *target, std::set<std::string> &names) {
  if (const auto *name = dyn_cast<NameExpr>(target))
    names.insert(name->name);
  else if (const auto *tuple = dyn_cast<TupleExpr>(target))
    for (const Expr *element : tuple->elements)
      collectTarget(element, names);
  else if (const auto *list = dyn_cast<ListExpr>(target))
    for (const Expr *element : list->elements)
      collectTarget(element, names);
  else if (const auto *starred = dyn_cast<StarredExpr>(target))
    collectTarget(starred->value, names);
}

/// The blocks inside of a statement; those of functions are not its own.
static llvm::SmallVector<const Block *, 4> blocksOf(const Stmt *stmt) {
  llvm::SmallVector<const Block *, 4> blocks;
  if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    blocks = {&branch->body, &branch->orElse};
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    blocks = {&loop->body, &loop->orElse};
  } else if (const auto *again = dyn_cast<WhileStmt>(stmt)) {
    blocks = {&again->body, &again->orElse};
  } else if (const auto *with = dyn_cast<WithStmt>(stmt)) {
    blocks = {&with->body};
  } else if (const auto *attempt = dyn_cast<TryStmt>(stmt)) {
    blocks = {&attempt->body, &attempt->orElse, &attempt->finally};
    for (const TryStmt::Handler &handler : attempt->handlers)
      blocks.push_back(&handler.body);
  }
  return blocks;
}

void collectBound(const Block &block, std::set<std::string> &names) {
  for (const Stmt *stmt : block)
    collectBound(stmt, names);
}

void collectBound(const Stmt *stmt, std::set<std::string> &names) {
  if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
    for (const Expr *target : assign->targets)
      collectTarget(target, names);
  } else if (const auto *ann = dyn_cast<AnnAssignStmt>(stmt)) {
    collectTarget(ann->target, names);
  } else if (const auto *aug = dyn_cast<AugAssignStmt>(stmt)) {
    collectTarget(aug->target, names);
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    collectTarget(loop->target, names);
  } else if (const auto *function = dyn_cast<FunctionStmt>(stmt)) {
    names.insert(function->name);
  } else if (const auto *type = dyn_cast<ClassStmt>(stmt)) {
    names.insert(type->name);
  } else if (const auto *import = dyn_cast<ImportStmt>(stmt)) {
    for (const ImportStmt::Name &name : import->names)
      names.insert(name.alias.empty()
                       ? llvm::StringRef(name.path).split('.').first.str()
                       : name.alias);
  } else if (const auto *from = dyn_cast<ImportFromStmt>(stmt)) {
    for (const ImportStmt::Name &name : from->names)
      if (name.path != "*")
        names.insert(name.alias.empty() ? name.path : name.alias);
  } else if (const auto *with = dyn_cast<WithStmt>(stmt)) {
    for (auto [context, target] : with->items)
      if (target)
        collectTarget(target, names);
  } else if (const auto *attempt = dyn_cast<TryStmt>(stmt)) {
    for (const TryStmt::Handler &handler : attempt->handlers)
      if (!handler.name.empty())
        names.insert(handler.name);
  } else if (const auto *skipped = dyn_cast<SkippedStmt>(stmt)) {
    if (!skipped->name.empty())
      names.insert(skipped->name);
  }
  for (const Block *block : blocksOf(stmt))
    collectBound(*block, names);
}

bool changesReceiver(llvm::StringRef method) {
  for (llvm::StringRef known :
       {"append", "clear", "extend", "insert", "pop", "popitem", "remove",
        "reverse", "setdefault", "sort", "update"})
    if (method == known)
      return true;
  return false;
}

/// The name that `a` stands for in a.b[c].d, or "".
static std::string rootOf(const Expr *expr) {
  while (true)
    if (const auto *subscript = dyn_cast<SubscriptExpr>(expr))
      expr = subscript->value;
    else if (const auto *attribute = dyn_cast<AttributeExpr>(expr))
      expr = attribute->value;
    else
      break;
  const auto *name = dyn_cast<NameExpr>(expr);
  return name ? name->name : "";
}

static void collectPlace(const Expr *target, std::set<std::string> &names) {
  if (llvm::isa<SubscriptExpr, AttributeExpr>(target))
    names.insert(rootOf(target));
}

void collectChanged(const Stmt *stmt, std::set<std::string> &names) {
  if (const auto *assign = dyn_cast<AssignStmt>(stmt)) {
    for (const Expr *target : assign->targets)
      collectPlace(target, names);
  } else if (const auto *aug = dyn_cast<AugAssignStmt>(stmt)) {
    names.insert(rootOf(aug->target));
  } else if (const auto *del = dyn_cast<DeleteStmt>(stmt)) {
    for (const Expr *target : del->targets)
      collectPlace(target, names);
  } else if (const auto *expr = dyn_cast<ExprStmt>(stmt)) {
    const auto *call = dyn_cast<CallExpr>(expr->value);
    const auto *method = call ? dyn_cast<AttributeExpr>(call->callee) : nullptr;
    if (method && changesReceiver(method->name))
      names.insert(rootOf(method->value));
  }
  for (const Block *block : blocksOf(stmt))
    for (const Stmt *inner : *block)
      collectChanged(inner, names);
  names.erase("");
}

//===----------------------------------------------------------------------===//
// Exceptions
//===----------------------------------------------------------------------===//

bool isCompound(const Stmt &stmt) { return !blocksOf(&stmt).empty(); }

bool catches(const Expr *type, llvm::StringRef exception) {
  if (!type)
    return true;
  if (const auto *tuple = dyn_cast<TupleExpr>(type))
    return llvm::any_of(tuple->elements, [&](const Expr *one) {
      return catches(one, exception);
    });
  llvm::StringRef name;
  if (const auto *plain = dyn_cast<NameExpr>(type))
    name = plain->name;
  return name == exception || name == "Exception" || name == "BaseException" ||
         (name == "ImportError" && exception == "ModuleNotFoundError");
}

std::string raisedName(const RaiseStmt &stmt) {
  const Expr *value = stmt.value;
  if (const auto *call = llvm::dyn_cast_or_null<CallExpr>(value))
    value = call->callee;
  const auto *name = llvm::dyn_cast_or_null<NameExpr>(value);
  return name ? name->name : "";
}

} // namespace tqc::ast
