//===- SemaStmt.cpp - Statements and assignments --------------------------===//

#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

using namespace tqc::ast;

namespace tqc::sema {

Flow Evaluator::execBlock(llvm::ArrayRef<Stmt *> block, bool tail) {
  for (size_t i = 0; i < block.size(); ++i) {
    llvm::ArrayRef<Stmt *> rest = block.drop_front(i + 1);
    Flow flow;
    if (const auto *branch = llvm::dyn_cast<IfStmt>(block[i])) {
      bool consumedRest = false;
      traceStatement(*branch);
      flow = execIf(*branch, rest, tail, consumedRest);
      if (consumedRest)
        return flow;
    } else {
      flow = exec(block[i]);
    }
    if (flow == Flow::Maybe)
      return restUnlessReturned(rest, tail);
    if (flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

bool Evaluator::spend(uint64_t amount, Span at) {
  work += amount;
  if (!isExhausted())
    return true;
  if (report.errorCount() <= firstErrors) // it may have been rolled back
    msg::tooLong(report, at);
  return false;
}

/// `@triton.must_use_result("why")` above the function that a statement calls.
void Evaluator::checkUnused(const CallExpr &call) {
  if (!inKernel || !llvm::isa<NameExpr>(call.callee))
    return;
  Value callee = eval(call.callee);
  if (!callee.is(Value::Kind::Function))
    return;
  const Expr *decorator = findDecorator(*callee.function, "must_use_result");
  if (!decorator)
    return;
  const auto *why = llvm::dyn_cast<CallExpr>(decorator);
  Value words = why && why->arguments.size() == 1
                    ? evalIn(*callee.scope, *why->arguments[0])
                    : Value::none();
  msg::mustUseResult(report, call.span, report.textOf(call.callee->span),
                     words.isString() ? words.text : "");
}

Flow Evaluator::exec(const Stmt *stmt) {
  // A statement of a kernel becomes code, which all later phases work on.
  if (!spend(frame().isCompileTime ? 1 : 50, stmt->span))
    return Flow::Next;
  Span before = ops.moveTo(stmt->span);
  Flow flow = Flow::Next;
  traceStatement(*stmt);
  checkStrictly(*stmt);
  switch (stmt->kind) {
  case Stmt::Kind::Expr: {
    const Expr *value = llvm::cast<ExprStmt>(stmt)->value;
    if (llvm::isa<StringExpr>(value))
      break;
    if (const auto *call = llvm::dyn_cast<CallExpr>(value))
      checkUnused(*call);
    // Moving a block pointer has no other effect.
    if (eval(value).is(Value::Kind::BlockPointer) &&
        !refusedByTriton(value->span, "a `tl.advance` without effect"))
      msg::unusedResult(report, value->span);
    break;
  }
  case Stmt::Kind::Assign:
    execAssign(*llvm::cast<AssignStmt>(stmt));
    break;
  case Stmt::Kind::AnnAssign:
    execAnnAssign(*llvm::cast<AnnAssignStmt>(stmt));
    break;
  case Stmt::Kind::AugAssign:
    execAugAssign(*llvm::cast<AugAssignStmt>(stmt));
    break;
  case Stmt::Kind::For:
    flow = execFor(*llvm::cast<ForStmt>(stmt));
    break;
  case Stmt::Kind::While:
    flow = execWhile(*llvm::cast<WhileStmt>(stmt));
    break;
  case Stmt::Kind::Return:
    flow = execReturn(*llvm::cast<ReturnStmt>(stmt));
    break;
  case Stmt::Kind::Assert:
    execAssert(*llvm::cast<AssertStmt>(stmt));
    break;
  case Stmt::Kind::Pass:
    break;
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
    if (frame().isCompileTime)
      flow = stmt->kind == Stmt::Kind::Break ? Flow::Break : Flow::Continue;
    else
      msg::noBreak(report, stmt->span,
                   stmt->kind == Stmt::Kind::Break ? "break" : "continue");
    break;
  case Stmt::Kind::Delete:
    for (const Expr *target : llvm::cast<DeleteStmt>(stmt)->targets)
      if (const auto *name = llvm::dyn_cast<NameExpr>(target))
        frame().locals.erase(name->name);
    break;
  case Stmt::Kind::Import:
    for (const ImportStmt::Name &item : llvm::cast<ImportStmt>(stmt)->names) {
      std::string name = item.alias.empty()
                             ? llvm::StringRef(item.path).split('.').first.str()
                             : item.alias;
      if (auto value =
              importModule(*frame().scope, *llvm::cast<ImportStmt>(stmt), name))
        set(name, *value, stmt->span);
    }
    break;
  case Stmt::Kind::ImportFrom:
    for (const ImportStmt::Name &item :
         llvm::cast<ImportFromStmt>(stmt)->names) {
      const std::string &name = item.alias.empty() ? item.path : item.alias;
      if (auto value = importName(*frame().scope,
                                  *llvm::cast<ImportFromStmt>(stmt), name))
        set(name, *value, stmt->span);
    }
    break;
  case Stmt::Kind::Raise:
    msg::raised(report, stmt->span);
    flow = Flow::Returned;
    break;
  case Stmt::Kind::Skipped:
    msg::skipped(report, stmt->span, llvm::cast<SkippedStmt>(stmt)->reason);
    break;
  case Stmt::Kind::Class:
    msg::notInKernels(report, stmt->span, "a class");
    break;
  case Stmt::Kind::Function:
    msg::notInKernels(report, stmt->span, "a nested function");
    break;
  case Stmt::Kind::Try:
    msg::notInKernels(report, stmt->span, "`try`");
    break;
  case Stmt::Kind::With:
    msg::notInKernels(report, stmt->span, "`with`");
    break;
  case Stmt::Kind::Global:
    msg::notInKernels(report, stmt->span,
                      report.textOf(stmt->span).starts_with("nonlocal")
                          ? "`nonlocal`"
                          : "`global`");
    break;
  case Stmt::Kind::If: {
    bool consumedRest = false;
    flow = execIf(*llvm::cast<IfStmt>(stmt), {}, false, consumedRest);
    break;
  }
  }
  ops.moveTo(before);
  return flow;
}

//===----------------------------------------------------------------------===//
// What debuggers want to know
//===----------------------------------------------------------------------===//

bool Evaluator::isTraced() {
  return inKernel && !trial && !frame().isCompileTime &&
         !frame().scope->isLibrary && frame().function;
}

void Evaluator::traceStatement(const Stmt &stmt) {
  switch (stmt.kind) {
  case Stmt::Kind::Expr:
    if (llvm::isa<StringExpr>(llvm::cast<ExprStmt>(stmt).value))
      return;
    break;
  case Stmt::Kind::Assign:
  case Stmt::Kind::AnnAssign:
  case Stmt::Kind::AugAssign:
  case Stmt::Kind::For:
  case Stmt::Kind::While:
  case Stmt::Kind::If:
  case Stmt::Kind::Return:
  case Stmt::Kind::Assert:
    break;
  default:
    return;
  }
  if (isTraced())
    builder().beginStatement(stmt.span, frame().function->name,
                             static_cast<unsigned>(report.frames.size() - 1));
}

void Evaluator::traceName(llvm::StringRef name, const Value &value) {
  if (value.isRuntime() && isTraced() && name[0] != '$')
    builder().bindName(name, value.ref, value.type, frame().function->name);
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

Value Evaluator::sanitize(const Value &value, Span at) {
  if (frame().isCompileTime)
    return value;
  if (value.isTuple()) {
    // Tuples of tuples share their elements until now.
    if (!spend(value.elements().size(), at))
      return Value::error();
    std::vector<Value> items;
    for (const Value &item : value.elements())
      items.push_back(sanitize(item, at));
    return Value::tupleLike(value, std::move(items));
  }
  if (!value.isNumber())
    return value;
  Value result = ops.tensor(value, {at, at, at, "`=`"});
  result.wasConstant = true;
  return result;
}

void Evaluator::set(llvm::StringRef name, Value value, Span where,
                    const Expr *init) {
  Frame &here = frame();
  if (value.isError())
    requireReason(where);
  if (value.isRuntime() && !trial && inKernel && !here.scope->isLibrary &&
      name[0] != '$')
    builder().nameValue(value.ref, name);
  if (!here.function && !here.comprehensions && !inKernel) {
    bindTop(name, std::move(value));
    return;
  }
  here.lost.erase(name.str());
  here.locals[name.str()] = {std::move(value), where, init, false};
}

void Evaluator::assign(const Expr *target, const Value &value,
                       const Expr *init) {
  if (const auto *name = llvm::dyn_cast<NameExpr>(target)) {
    set(name->name, value, target->span, init);
    traceName(name->name, value);
    return;
  }
  if (const auto *item = llvm::dyn_cast<SubscriptExpr>(target);
      item && !inKernel && frame().isCompileTime) {
    assignItem(*item, value);
    return;
  }
  if (llvm::isa<AttributeExpr>(target) && !inKernel)
    return; // of Python's objects, which no kernel sees
  llvm::ArrayRef<Expr *> targets;
  if (const auto *tuple = llvm::dyn_cast<TupleExpr>(target))
    targets = tuple->elements;
  else if (const auto *list = llvm::dyn_cast<ListExpr>(target))
    targets = list->elements;
  else {
    const auto *element = llvm::dyn_cast<SubscriptExpr>(target);
    const auto *base =
        element ? llvm::dyn_cast<NameExpr>(element->value) : nullptr;
    auto local = base ? frame().locals.find(base->name) : frame().locals.end();
    if (local != frame().locals.end() && local->second.value.isRuntime() &&
        local->second.value.type.pointer)
      msg::pointerIndex(report, target->span,
                        "tl.store(" + offsetText(*element) + ", ...)");
    else
      msg::badTarget(report, target->span);
    return;
  }
  if (!value.isTuple() && !value.isError())
    msg::cannotUnpack(report, target->span, targets.size(), value);
  else if (value.isTuple() && value.elements().size() != targets.size())
    msg::unpackCount(report, target->span, targets.size(),
                     value.elements().size());
  bool fits = value.isTuple() && value.elements().size() == targets.size();
  for (size_t i = 0; i < targets.size(); ++i)
    assign(targets[i], fits ? value.elements()[i] : Value::error(), nullptr);
}

void Evaluator::execAssign(const AssignStmt &stmt) {
  Value value = sanitize(eval(stmt.value), stmt.value->span);
  checkStored(value, stmt.value->span);
  for (const Expr *target : stmt.targets)
    assign(target, value, stmt.value);
}

void Evaluator::execAnnAssign(const AnnAssignStmt &stmt) {
  if (!stmt.value)
    return;
  const auto *name = llvm::dyn_cast<NameExpr>(stmt.target);
  // Triton looks at what a local's annotation is, and a text is none.
  if (!name || !isConstexprAnnotation(stmt.annotation) ||
      llvm::isa<StringExpr>(stmt.annotation)) {
    assign(stmt.target, sanitize(eval(stmt.value), stmt.value->span),
           stmt.value);
    return;
  }
  auto known = frame().locals.find(name->name);
  if (known != frame().locals.end() && !known->second.value.isError() &&
      !known->second.value.is(Value::Kind::AfterLoop) &&
      known->second.where.begin != name->span.begin) {
    msg::constexprTwice(report, name->span, name->name)
        .note(known->second.where, "it was defined here");
    return;
  }
  // As in Triton, a run-time value stays one; only its users may object.
  Value value = eval(stmt.value);
  frame().lost.erase(name->name);
  frame().locals[name->name] = {std::move(value), name->span, stmt.value,
                                /*isConstexpr=*/true};
}

void Evaluator::execAugAssign(const AugAssignStmt &stmt) {
  Value lhs = eval(stmt.target);
  Value rhs = eval(stmt.value);
  if (extendInPlace(stmt, lhs, rhs))
    return;
  At at{stmt.span, stmt.target->span, stmt.value->span,
        "`" + spelling(stmt.op).str() + "=`"};
  Value value = binary(stmt.op, std::move(lhs), std::move(rhs), at);
  assign(stmt.target, sanitize(value, stmt.span), nullptr);
}

//===----------------------------------------------------------------------===//
// Checks and returns
//===----------------------------------------------------------------------===//

void Evaluator::execAssert(const AssertStmt &stmt) {
  Value condition = eval(stmt.condition);
  if (condition.isError())
    return;
  auto message = [&]() -> std::string {
    if (!stmt.message)
      return report.textOf(stmt.condition->span).str();
    Value text = eval(stmt.message);
    return text.isString() ? text.text : text.str();
  };
  if (!condition.isRuntime()) {
    bool isDropped =
        inKernel && !frame().isCompileTime && !isChecked(DebugChecks::Asserts);
    std::optional<bool> holds = truth(condition);
    if (!holds)
      msg::conditionNotConstant(report, stmt.condition->span, "the assertion",
                                condition);
    else if (!*holds && isDropped)
      msg::droppedAssertion(report, stmt.condition->span, message());
    else if (!*holds)
      msg::assertionFails(report, stmt.condition->span, message());
    return;
  }
  At at{stmt.span, stmt.condition->span, stmt.span, "`assert`"};
  condition = ops.cast(condition, Elem::I1, at);
  if (!condition.isError())
    checkOnDevice(condition, message(), stmt.condition->span);
}

Flow Evaluator::execReturn(const ReturnStmt &stmt) {
  Value value = stmt.value ? eval(stmt.value) : Value::none();
  bool isKernel = report.frames.size() == 1;
  if (isKernel && inKernel && !value.isNone() && !value.isError())
    msg::kernelReturns(report, stmt.span);
  if (frame().loopDepth && !frame().isCompileTime)
    msg::returnInLoop(report, stmt.span);
  if (stmt.value && !isKernel)
    value = decayReturn(value, stmt.value->span);
  frame().locals["$ret"] = {std::move(value), stmt.span};
  return Flow::Returned;
}

} // namespace tqc::sema
