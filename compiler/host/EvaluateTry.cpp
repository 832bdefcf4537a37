//===- EvaluateTry.cpp - Exceptions of launchers --------------------------===//
//
// raise, assert, try. An error ends the run; those that are an exception in
// Python too (`raise`, `assert`, an index outside of a list, ...) can be caught
// on their way. What only a launcher refuses is never caught: Python would have
// gone on in another way.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include "llvm/ADT/StringSwitch.h"

using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

std::string ExceptionObject::text() const {
  if (arguments.empty())
    return "";
  if (arguments.size() > 1)
    return repr(HostValue::tuple(arguments));
  return type == "KeyError" ? repr(arguments[0]) : str(arguments[0]);
}

//===----------------------------------------------------------------------===//
// On their way
//===----------------------------------------------------------------------===//

Diag &HostEvaluator::raise(ExceptionObject exception, DiagCode code, Span at,
                           std::string message) {
  Diag &diag = error(code, at, std::move(message));
  raised = makeObject(Kind::Exception, std::move(exception));
  return diag;
}

/// Takes the error of the exception back.
static RaisedException catchRaised(HostEvaluator &host) {
  RaisedException caught = {host.raised.value_or(HostValue()),
                            host.diags.all().back()};
  host.diags.rollBack(host.diags.mark() - 1);
  host.raised.reset();
  return caught;
}

static void raiseAgain(HostEvaluator &host, const RaisedException &caught) {
  host.diags.report(caught.diag);
  host.raised = caught.exception;
}

/// Forgets what was said since `mark`.
void HostEvaluator::takeBack(size_t mark) {
  diags.rollBack(mark);
  raised.reset();
}

//===----------------------------------------------------------------------===//
// Raise and assert
//===----------------------------------------------------------------------===//

Flow HostEvaluator::runAssert(const ast::AssertStmt *stmt,
                              const ScopePtr &scope) {
  // The two sides of a comparison are what one wants to know of a failure.
  const auto *sides = dyn_cast<ast::CompareExpr>(stmt->condition);
  if (sides && sides->ops.size() != 1)
    sides = nullptr;
  Maybe lhs, rhs;
  std::optional<bool> holds;
  if (sides) {
    lhs = evaluate(sides->operands[0], scope);
    rhs = lhs ? evaluate(sides->operands[1], scope) : std::nullopt;
    if (rhs)
      holds = compare(sides->ops[0], *lhs, *rhs, sides->span);
  } else {
    holds = condition(stmt->condition, scope);
  }
  if (!holds)
    return Flow::Failed;
  if (*holds)
    return Flow::Next;
  std::string message = "this assertion does not hold";
  std::vector<HostValue> arguments;
  if (stmt->message) {
    Maybe text = evaluate(stmt->message, scope);
    if (!text)
      return Flow::Failed;
    message += ": " + str(*text);
    arguments.push_back(std::move(*text));
  }
  Diag &diag = diags.error(code::HostRaised, stmt->condition->span, message);
  if (sides && lhs && rhs)
    diag.note(sides->span, "the left side is " + repr(*lhs) +
                               ", the right side " + repr(*rhs));
  addCallStack(diag);
  raised = makeObject(Kind::Exception,
                      ExceptionObject("AssertionError", std::move(arguments)));
  return Flow::Failed;
}

Flow HostEvaluator::runRaise(const ast::RaiseStmt *stmt,
                             const ScopePtr &scope) {
  if (!stmt->value && !handled.empty()) {
    raiseAgain(*this, handled.back());
    return Flow::Failed;
  }
  if (!stmt->value) {
    error(code::HostRaised, stmt->span, "`raise` without an exception");
    return Flow::Failed;
  }
  Maybe value = evaluate(stmt->value, scope);
  if (!value)
    return Flow::Failed;
  if (value->is(Kind::Builtin)) // raise ValueError
    value = callSimply(*value, {}, stmt->span);
  if (!value)
    return Flow::Failed;
  if (!value->is(Kind::Exception)) {
    error(code::HostType, stmt->value->span,
          "`raise` needs an exception, but this is " + describeValue(*value));
    return Flow::Failed;
  }
  const auto &exception = value->as<ExceptionObject>();
  std::string text = exception.text();
  error(code::HostRaised, stmt->span,
        exception.type + (text.empty() ? "" : ": " + text));
  raised = std::move(value);
  return Flow::Failed;
}

//===----------------------------------------------------------------------===//
// Try
//===----------------------------------------------------------------------===//

/// The class that an exception's class is made from; "" for the first of them.
static StringRef baseOf(StringRef type) {
  return llvm::StringSwitch<StringRef>(type)
      .Case("BaseException", "")
      .Cases({"Exception", "KeyboardInterrupt", "SystemExit"}, "BaseException")
      .Cases({"OverflowError", "ZeroDivisionError"}, "ArithmeticError")
      .Cases({"IndexError", "KeyError"}, "LookupError")
      .Case("ModuleNotFoundError", "ImportError")
      .Case("NotImplementedError", "RuntimeError")
      .Default("Exception");
}

/// Whether `except type:` is for an exception.
static std::optional<bool> catches(HostEvaluator &host, const HostValue &type,
                                   StringRef exception, Span at) {
  std::vector<HostValue> types = {type};
  if (type.is(Kind::Tuple))
    types = type.elements();
  bool isCaught = false;
  for (const HostValue &one : types) {
    const BuiltinRow *row =
        one.is(Kind::Builtin) ? one.as<BuiltinObject>().row : nullptr;
    if (!row || row->handler != makeException) {
      host.error(code::HostNotAvailable, at,
                 "`except` takes Python's own exceptions in a launcher, but "
                 "this is " +
                     describeValue(one));
      return std::nullopt;
    }
    for (StringRef base = exception; !base.empty(); base = baseOf(base))
      isCaught |= base == row->path;
  }
  return isCaught;
}

/// What `except type as name:` gives to the name.
static HostValue named(const HostValue &exception, Span at) {
  if (exception.as<ExceptionObject>().isKnown)
    return exception;
  UnknownObject unknown;
  unknown.why = Diag(Diag::Level::Error, code::HostNotAvailable, at,
                     "only Python knows what its exception here says");
  return makeObject(Kind::Unknown, std::move(unknown));
}

/// All but `finally`.
Flow HostEvaluator::runHandled(const ast::TryStmt *stmt,
                               const ScopePtr &scope) {
  size_t mark = diags.mark();
  Flow flow = run(stmt->body, scope);
  if (flow == Flow::Next)
    return run(stmt->orElse, scope);
  if (flow != Flow::Failed || stmt->handlers.empty())
    return flow;
  if (!raised) {
    if (Diag *diag = diags.firstErrorSince(mark))
      diag->note(stmt->span, "`try` does not catch it: in Python this may be "
                             "no exception, or another one");
    return Flow::Failed;
  }
  RaisedException caught = catchRaised(*this);
  std::string exception = caught.exception.as<ExceptionObject>().type;
  for (const ast::TryStmt::Handler &handler : stmt->handlers) {
    Maybe type = handler.type ? evaluate(handler.type, scope) : HostValue();
    if (!type)
      return Flow::Failed;
    std::optional<bool> isMine =
        handler.type ? catches(*this, *type, exception, handler.type->span)
                     : true;
    if (!isMine)
      return Flow::Failed;
    if (!*isMine)
      continue;
    if (!handler.name.empty())
      scope->names[handler.name] = named(caught.exception, caught.diag.at);
    handled.push_back(std::move(caught));
    flow = run(handler.body, scope);
    handled.pop_back();
    scope->names.erase(handler.name);
    return flow;
  }
  raiseAgain(*this, caught);
  return Flow::Failed;
}

Flow HostEvaluator::runTry(const ast::TryStmt *stmt, const ScopePtr &scope) {
  Flow flow = runHandled(stmt, scope);
  if (stmt->finally.empty() || (flow == Flow::Failed && !raised))
    return flow;
  std::optional<RaisedException> waiting;
  if (flow == Flow::Failed)
    waiting = catchRaised(*this);
  HostValue result = std::move(returned);
  Flow last = run(stmt->finally, scope);
  if (last != Flow::Next) // takes the place of what was to happen
    return last;
  returned = std::move(result);
  if (waiting)
    raiseAgain(*this, *waiting);
  return flow;
}

} // namespace tqc::host
