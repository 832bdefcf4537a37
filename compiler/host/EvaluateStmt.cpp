//===- EvaluateStmt.cpp - Statements of launchers -------------------------===//
//
// Blocks, loops, assignment. What a launcher has no use for is refused by name.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostIterators.h"
#include "compiler/syntax/SemaDecorators.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// Counts a step; an endless loop ends with an error.
bool HostEvaluator::step(Span at) {
  static constexpr uint64_t kMaxSteps = 20'000'000;
  if (++steps <= kMaxSteps)
    return true;
  error(code::HostLimit, at,
        "the launcher has not ended after " + std::to_string(kMaxSteps) +
            " statements")
      .help("is this loop endless?");
  return false;
}

Flow HostEvaluator::run(const ast::Block &block, const ScopePtr &scope) {
  for (const ast::Stmt *stmt : block)
    if (Flow flow = run(stmt, scope); flow != Flow::Next)
      return flow;
  return Flow::Next;
}

/// What a statement is called that a launcher does not have.
static StringRef refusedName(const ast::Stmt &stmt) {
  switch (stmt.kind) {
  case ast::Stmt::Kind::Global:
    return cast<ast::GlobalStmt>(stmt).isNonlocal ? "`nonlocal`" : "`global`";
  default:
    return "this statement";
  }
}

Flow HostEvaluator::run(const ast::Stmt *stmt, const ScopePtr &scope) {
  Depth guard(depth);
  if (!step(stmt->span))
    return Flow::Failed;
  auto flow = [](bool ok) { return ok ? Flow::Next : Flow::Failed; };
  switch (stmt->kind) {
  case ast::Stmt::Kind::Expr:
    return flow(evaluate(cast<ast::ExprStmt>(stmt)->value, scope).has_value());
  case ast::Stmt::Kind::Assign: {
    const auto *node = cast<ast::AssignStmt>(stmt);
    const auto *name = node->targets.size() == 1
                           ? llvm::dyn_cast<ast::NameExpr>(node->targets[0])
                           : nullptr;
    assignedName = name ? name->name : "";
    Maybe value = evaluate(node->value, scope);
    assignedName.clear();
    if (!value)
      return Flow::Failed;
    for (const ast::Expr *target : node->targets)
      if (!assign(target, *value, scope))
        return Flow::Failed;
    return Flow::Next;
  }
  case ast::Stmt::Kind::AnnAssign: {
    const auto *node = cast<ast::AnnAssignStmt>(stmt);
    if (!node->value)
      return Flow::Next;
    Maybe value = evaluate(node->value, scope);
    return flow(value && assign(node->target, std::move(*value), scope));
  }
  case ast::Stmt::Kind::AugAssign:
    return flow(runAugAssign(cast<ast::AugAssignStmt>(stmt), scope));
  case ast::Stmt::Kind::If: {
    const auto *node = cast<ast::IfStmt>(stmt);
    std::optional<bool> taken = condition(node->condition, scope);
    if (!taken)
      return Flow::Failed;
    return run(*taken ? node->body : node->orElse, scope);
  }
  case ast::Stmt::Kind::For:
    return runFor(cast<ast::ForStmt>(stmt), scope);
  case ast::Stmt::Kind::While:
    return runWhile(cast<ast::WhileStmt>(stmt), scope);
  case ast::Stmt::Kind::Return: {
    const auto *node = cast<ast::ReturnStmt>(stmt);
    Maybe value = node->value ? evaluate(node->value, scope) : HostValue();
    if (!value)
      return Flow::Failed;
    returned = std::move(*value);
    return Flow::Return;
  }
  case ast::Stmt::Kind::Assert:
    return runAssert(cast<ast::AssertStmt>(stmt), scope);
  case ast::Stmt::Kind::Raise:
    return runRaise(cast<ast::RaiseStmt>(stmt), scope);
  case ast::Stmt::Kind::Pass:
    return Flow::Next;
  case ast::Stmt::Kind::Break:
    return Flow::Break;
  case ast::Stmt::Kind::Continue:
    return Flow::Continue;
  case ast::Stmt::Kind::Function: {
    const auto *node = cast<ast::FunctionStmt>(stmt);
    Maybe function = makeFunction(node, scope);
    if (!function)
      return Flow::Failed;
    scope->names[node->name] = std::move(*function);
    return Flow::Next;
  }
  case ast::Stmt::Kind::Class: {
    const auto *node = cast<ast::ClassStmt>(stmt);
    Maybe type = makeClass(node, scope);
    if (!type)
      return Flow::Failed;
    scope->names[node->name] = std::move(*type);
    return Flow::Next;
  }
  case ast::Stmt::Kind::With:
    return runWith(cast<ast::WithStmt>(stmt), scope);
  case ast::Stmt::Kind::Import:
    return flow(bindImport(cast<ast::ImportStmt>(stmt), scope));
  case ast::Stmt::Kind::ImportFrom:
    return flow(bindImportFrom(cast<ast::ImportFromStmt>(stmt), scope));
  case ast::Stmt::Kind::Delete:
    return flow(runDelete(cast<ast::DeleteStmt>(stmt), scope));
  case ast::Stmt::Kind::Try:
    return runTry(cast<ast::TryStmt>(stmt), scope);
  case ast::Stmt::Kind::Global:
    error(code::HostNotAvailable, stmt->span,
          (refusedName(*stmt) + " is not available in a launcher").str());
    return Flow::Failed;
  case ast::Stmt::Kind::Skipped:
    error(DiagCode{cast<ast::SkippedStmt>(stmt)->code},
          cast<ast::SkippedStmt>(stmt)->where,
          cast<ast::SkippedStmt>(stmt)->reason);
    return Flow::Failed;
  }
  return Flow::Failed;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Flow HostEvaluator::runFor(const ast::ForStmt *stmt, const ScopePtr &scope) {
  Maybe iterable = evaluate(stmt->iterable, scope);
  if (!iterable)
    return Flow::Failed;
  auto source = iteratorOf(*this, *iterable, stmt->iterable->span);
  if (!source)
    return Flow::Failed;
  while (true) {
    Drawn drawn = source->next(*this, stmt->iterable->span);
    if (drawn.hasFailed())
      return Flow::Failed;
    if (!drawn.isElement())
      return run(stmt->orElse, scope);
    if (!step(stmt->span) ||
        !assign(stmt->target, std::move(drawn.value), scope))
      return Flow::Failed;
    Flow flow = run(stmt->body, scope);
    if (flow == Flow::Break)
      return Flow::Next;
    if (flow == Flow::Return || flow == Flow::Failed)
      return flow;
  }
}

Flow HostEvaluator::runWhile(const ast::WhileStmt *stmt,
                             const ScopePtr &scope) {
  while (true) {
    if (!step(stmt->span))
      return Flow::Failed;
    std::optional<bool> holds = condition(stmt->condition, scope);
    if (!holds)
      return Flow::Failed;
    if (!*holds)
      return run(stmt->orElse, scope);
    Flow flow = run(stmt->body, scope);
    if (flow == Flow::Break)
      return Flow::Next;
    if (flow == Flow::Return || flow == Flow::Failed)
      return flow;
  }
}

//===----------------------------------------------------------------------===//
// With
//===----------------------------------------------------------------------===//

/// with torch.no_grad(), torch.cuda.device(x.device):
Flow HostEvaluator::runWith(const ast::WithStmt *stmt, const ScopePtr &scope) {
  unsigned outer = gradientsOff;
  for (auto [context, target] : stmt->items) {
    Maybe value = evaluate(context, scope);
    if (!value)
      return Flow::Failed;
    const auto *known =
        value->is(Kind::Record) ? &value->as<RecordObject>() : nullptr;
    if (!known || known->what != "context") {
      error(code::HostNotAvailable, context->span,
            "`with` takes contexts of torch in a launcher, but this is " +
                describeValue(*value));
      return Flow::Failed;
    }
    const HostValue &gradients = known->fields[0].second;
    if (!gradients.isNone())
      gradientsOff = gradients.asBool() ? 0 : gradientsOff + 1;
    if (target && !assign(target, HostValue(), scope))
      return Flow::Failed;
  }
  Flow flow = run(stmt->body, scope);
  gradientsOff = outer;
  return flow;
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

bool HostEvaluator::assign(const ast::Expr *target, HostValue value,
                           const ScopePtr &scope) {
  if (const auto *name = dyn_cast<ast::NameExpr>(target)) {
    scope->names[name->name] = std::move(value);
    return true;
  }
  if (const auto *tuple = dyn_cast<ast::TupleExpr>(target))
    return unpack(tuple->elements, value, target->span, scope);
  if (const auto *list = dyn_cast<ast::ListExpr>(target))
    return unpack(list->elements, value, target->span, scope);
  if (const auto *subscript = dyn_cast<ast::SubscriptExpr>(target)) {
    Maybe object = evaluate(subscript->value, scope);
    Maybe index = object ? evaluate(subscript->index, scope) : std::nullopt;
    return index && assignItem(*object, *index, std::move(value), target->span);
  }
  if (const auto *attribute = dyn_cast<ast::AttributeExpr>(target)) {
    Maybe object = evaluate(attribute->value, scope);
    return object && assignAttribute(*object, attribute->name, std::move(value),
                                     target->span);
  }
  error(code::HostNotAvailable, target->span,
        "a launcher cannot assign to this");
  return false;
}

/// a, *b, c = value
bool HostEvaluator::unpack(llvm::ArrayRef<ast::Expr *> targets,
                           const HostValue &value, Span at,
                           const ScopePtr &scope) {
  auto elements = elementsOf(value, at);
  if (!elements)
    return false;
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    if (llvm::isa<ast::StarredExpr>(targets[i]))
      star = i;
  bool hasStar = star != targets.size();
  size_t least = targets.size() - hasStar;
  if (elements->size() < least || (!hasStar && elements->size() > least)) {
    raise({"ValueError"}, code::HostValueError, at,
          std::to_string(least) + (hasStar ? " or more" : "") +
              " values are needed here, but " + describeValue(value) +
              " gives " + std::to_string(elements->size()));
    return false;
  }
  size_t spread = elements->size() - least, next = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i != star) {
      if (!assign(targets[i], (*elements)[next++], scope))
        return false;
      continue;
    }
    std::vector<HostValue> rest(elements->begin() + next,
                                elements->begin() + next + spread);
    next += spread;
    if (!assign(cast<ast::StarredExpr>(targets[i])->value,
                HostValue::list(std::move(rest)), scope))
      return false;
  }
  return true;
}

/// object[index] = value
bool HostEvaluator::assignItem(const HostValue &object, const HostValue &index,
                               HostValue value, Span at) {
  if (object.is(Kind::Array))
    return arrayAssign(*this, object, index, value, at);
  if (!mayHold(object, value, at))
    return false;
  if (object.is(Kind::Dict)) {
    if (dictKey(index)) {
      object.as<DictObject>().set(index, std::move(value));
      return true;
    }
    error(code::HostType, at,
          describeValue(index) + " cannot be a key of a dict");
    return false;
  }
  if (object.is(Kind::List) && index.isInt()) {
    auto &elements = object.as<SequenceObject>().elements;
    HostInt size = elements.size();
    HostInt i = index.asInt() < 0 ? index.asInt() + size : index.asInt();
    if (i >= 0 && i < size) {
      elements[static_cast<size_t>(i)] = std::move(value);
      return true;
    }
    raise({"IndexError", "list assignment index out of range"},
          code::HostValueError, at,
          "index " + decimal(index.asInt()) + " is outside of the " +
              decimal(size) + " elements");
    return false;
  }
  if (object.is(Kind::Tensor)) {
    error(code::HostNotAvailable, at,
          (kNoTensorValues + ": this writes elements").str())
        .help(kWriteAKernel.str());
    return false;
  }
  error(code::HostType, at,
        "elements of " + describeValue(object) + " cannot be assigned to");
  return false;
}

/// `old op= operand`: a list changes itself, what else there is stays.
Maybe HostEvaluator::augmented(const ast::AugAssignStmt *stmt,
                               const HostValue &old, const HostValue &operand) {
  bool isList = old.is(Kind::List);
  if (isList && stmt->op == ast::BinaryOp::Add) {
    auto more = elementsOf(operand, stmt->value->span);
    auto &elements = old.as<SequenceObject>().elements;
    if (!more || !mayHave(HostInt(elements.size() + more->size()), stmt->span))
      return std::nullopt;
    for (const HostValue &element : *more)
      if (!mayHold(old, element, stmt->span))
        return std::nullopt;
    elements.insert(elements.end(), more->begin(), more->end());
    return old;
  }
  if (old.is(Kind::Array))
    return arrayAugmented(*this, stmt->op, old, operand, stmt->span);
  Maybe value = binary(stmt->op, old, operand, stmt->span);
  if (!value || !isList)
    return value;
  old.as<SequenceObject>().elements = value->elements(); // L *= 2
  return old;
}

bool HostEvaluator::runAugAssign(const ast::AugAssignStmt *stmt,
                                 const ScopePtr &scope) {
  if (const auto *subscripted = dyn_cast<ast::SubscriptExpr>(stmt->target)) {
    // The object and the index are evaluated once, as in Python.
    Maybe object = evaluate(subscripted->value, scope);
    Maybe index = object ? evaluate(subscripted->index, scope) : std::nullopt;
    Maybe old = index ? subscript(*object, *index, stmt->target->span,
                                  subscripted->index->span)
                      : std::nullopt;
    Maybe operand = old ? evaluate(stmt->value, scope) : std::nullopt;
    Maybe value = operand ? augmented(stmt, *old, *operand) : std::nullopt;
    return value &&
           assignItem(*object, *index, std::move(*value), stmt->target->span);
  }
  if (const auto *owned = dyn_cast<ast::AttributeExpr>(stmt->target)) {
    Maybe object = evaluate(owned->value, scope);
    Maybe old =
        object ? attribute(*object, owned->name, owned->span) : std::nullopt;
    Maybe operand = old ? evaluate(stmt->value, scope) : std::nullopt;
    Maybe value = operand ? augmented(stmt, *old, *operand) : std::nullopt;
    return value && assignAttribute(*object, owned->name, std::move(*value),
                                    stmt->target->span);
  }
  Maybe old = evaluate(stmt->target, scope);
  Maybe operand = old ? evaluate(stmt->value, scope) : std::nullopt;
  Maybe value = operand ? augmented(stmt, *old, *operand) : std::nullopt;
  return value && assign(stmt->target, std::move(*value), scope);
}

bool HostEvaluator::runDelete(const ast::DeleteStmt *stmt,
                              const ScopePtr &scope) {
  for (const ast::Expr *target : stmt->targets) {
    if (const auto *name = dyn_cast<ast::NameExpr>(target)) {
      if (!lookUp(scope, name->name, target->span))
        return false;
      scope->names.erase(name->name);
      continue;
    }
    const auto *item = dyn_cast<ast::SubscriptExpr>(target);
    Maybe object = item ? evaluate(item->value, scope) : std::nullopt;
    Maybe index = object ? evaluate(item->index, scope) : std::nullopt;
    if (item && !index)
      return false;
    if (index && object->is(Kind::Dict) &&
        object->as<DictObject>().erase(*index))
      continue;
    if (index && object->is(Kind::List) && index->isInt()) {
      auto &elements = object->as<SequenceObject>().elements;
      HostInt size = elements.size(), at = index->asInt();
      at += at < 0 ? size : HostInt(0);
      if (at >= 0 && at < size) {
        elements.erase(elements.begin() + static_cast<size_t>(at));
        continue;
      }
    }
    error(code::HostValueError, target->span,
          "there is nothing to delete here");
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void HostEvaluator::keepEarly(const ast::FunctionStmt &kernel,
                              const ScopePtr &scope) {
  auto keep = [&](const ast::Expr *expr) {
    if (!expr || llvm::isa<ast::StarredExpr>(expr))
      return;
    size_t mark = diags.mark();
    Maybe value = evaluate(expr, scope);
    UnknownObject unknown;
    if (!value && diags.mark() > mark)
      unknown.why = diags.all()[mark];
    takeBack(mark);
    early[expr] = value ? std::move(*value)
                        : makeObject(Kind::Unknown, std::move(unknown));
  };
  for (const ast::Param &param : kernel.params)
    keep(param.defaultValue);
  for (const ast::Expr *decorator : kernel.decorators)
    if (const auto *call = dyn_cast<ast::CallExpr>(decorator)) {
      for (const ast::Expr *argument : call->arguments)
        keep(argument);
      for (const ast::CallExpr::Keyword &keyword : call->keywords)
        keep(keyword.value);
    }
}

Maybe HostEvaluator::evaluateEarly(const ast::Expr *expr,
                                   const ScopePtr &scope) {
  auto kept = early.find(expr);
  return kept == early.end() ? evaluate(expr, scope)
                             : use(kept->second, expr->span);
}

Maybe HostEvaluator::makeFunction(const ast::FunctionStmt *stmt,
                                  const ScopePtr &scope) {
  sema::FunctionKind kind = sema::kindOf(*stmt);
  if (kind == sema::FunctionKind::Jit) {
    KernelObject kernel;
    kernel.def = stmt;
    kernel.scope = scope;
    keepEarly(*stmt, scope);
    return makeObject(Kind::Kernel, std::move(kernel));
  }
  FunctionObject function;
  function.def = stmt;
  function.scope = scope;
  for (const ast::Param &param : stmt->params)
    if (param.defaultValue) {
      Maybe value = evaluate(param.defaultValue, scope);
      if (!value)
        return std::nullopt;
      function.defaults[param.name] = std::move(*value);
    }
  HostValue made = makeObject(Kind::Function, std::move(function));
  return kind == sema::FunctionKind::Plain
             ? decorate(std::move(made), *stmt, scope)
             : Maybe(std::move(made));
}

} // namespace tqc::host
