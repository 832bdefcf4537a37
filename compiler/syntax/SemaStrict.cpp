//===- SemaStrict.cpp - What Triton refuses and this compiler takes -------===//
//
// The language is wider than Triton's here and there: chained comparisons,
// loops over tuples, Python's functions. Who wants kernels that compile with
// both asks for them with `--strict-triton`, and each such place is an error:
//
//     k.tq:7:12: error: Triton refuses a chained comparison [TQ0347]
//
// docs/compatibility.md lists them.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc::ast;

namespace tqc::sema {

/// Functions that run while compiling are Python's own affair, and the library
/// is ours.
bool Evaluator::isStrict() {
  return context.strictTriton && inKernel && !frame().isCompileTime &&
         !frame().scope->isLibrary;
}

bool Evaluator::refusedByTriton(Span at, llvm::StringRef what) {
  if (!isStrict())
    return false;
  msg::notTriton(report, at, what);
  return true;
}

/// What Triton finds without an import; every other name of Python's is unknown
/// to it.
static bool isTritonsFunction(llvm::StringRef name) {
  return llvm::is_contained({"len", "list", "range", "float", "int",
                             "isinstance", "getattr", "hasattr", "print", "min",
                             "max"},
                            name);
}

bool Evaluator::isConstexprGlobal(llvm::StringRef name) {
  auto isCall = [](const Expr *value) {
    const auto *call = llvm::dyn_cast_or_null<CallExpr>(value);
    return call && isConstexprAnnotation(call->callee);
  };
  bool found = false;
  for (const Stmt *stmt : frame().scope->module.body) {
    const auto *assignment = llvm::dyn_cast<AssignStmt>(stmt);
    if (!assignment)
      continue;
    for (const Expr *target : assignment->targets)
      if (const auto *one = llvm::dyn_cast<NameExpr>(target);
          one && one->name == name)
        found = isCall(assignment->value);
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static llvm::StringRef wordOf(const Expr &expr) {
  switch (expr.kind) {
  case Expr::Kind::Lambda:
    return "a lambda";
  case Expr::Kind::Dict:
    return "a dictionary";
  case Expr::Kind::Compare: {
    const auto &compare = llvm::cast<CompareExpr>(expr);
    if (compare.ops.size() > 1)
      return "a chained comparison";
    if (compare.ops[0] == CompareOp::In || compare.ops[0] == CompareOp::NotIn)
      return "`in`";
    return "";
  }
  case Expr::Kind::Binary:
    return llvm::cast<BinaryExpr>(expr).op == BinaryOp::MatMul ? "`@`" : "";
  case Expr::Kind::Comprehension: {
    const auto &list = llvm::cast<ComprehensionExpr>(expr);
    if (list.form != ComprehensionExpr::Form::List)
      return "a comprehension that makes no list";
    if (list.clauses.size() > 1 || !list.clauses[0].conditions.empty())
      return "a comprehension with more than one `for`";
    return "";
  }
  default:
    return "";
  }
}

void Evaluator::checkStrictly(const Expr &expr) {
  if (!isStrict())
    return;
  if (llvm::StringRef what = wordOf(expr); !what.empty())
    msg::notTriton(report, expr.span, what);
  const auto *name = llvm::dyn_cast<NameExpr>(&expr);
  if (!name || frame().locals.count(name->name))
    return;
  std::optional<Value> value = global(*frame().scope, name->name);
  bool isData = value && (value->isNumber() || value->isString() ||
                          value->isTuple() || value->is(Value::Kind::Dict));
  if (isData && !isConstexprGlobal(name->name))
    msg::notTriton(report, expr.span,
                   "a global that is not made by `tl.constexpr(...)`");
  else if (!value && findBuiltin(name->name) && !isTritonsFunction(name->name))
    msg::notTriton(report, expr.span, "Python's `" + name->name + "`");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Evaluator::checkStrictly(const Stmt &stmt) {
  if (!isStrict())
    return;
  if (const auto *assignment = llvm::dyn_cast<AssignStmt>(&stmt);
      assignment && assignment->targets.size() > 1)
    msg::notTriton(report, stmt.span, "several `=` in one statement");
  if (llvm::isa<ImportStmt, ImportFromStmt>(stmt))
    msg::notTriton(report, stmt.span, "an import in a function");
  if (llvm::isa<DeleteStmt>(stmt))
    msg::notTriton(report, stmt.span, "`del`");
}

void Evaluator::checkStored(const Value &value, Span at) {
  using Kind = Value::Kind;
  bool fits = value.isRuntime() || value.isNumber() || value.isNone() ||
              value.isTuple() || value.isError() || value.is(Kind::Type) ||
              value.is(Kind::BlockPointer) || value.is(Kind::Descriptor);
  if (!fits && isStrict())
    msg::notTriton(report, at, "a variable for " + value.describe());
}

void Evaluator::checkCondition(const Value &value, Span at) {
  bool fits = value.isRuntime() || value.isError() || value.isIntegral() ||
              value.isNone();
  if (!fits && isStrict())
    msg::notTriton(report, at, "a condition that is " + value.describe());
}

} // namespace tqc::sema
