//===- SemaExpr.cpp - Evaluating expressions ------------------------------===//

#include "compiler/syntax/PythonText.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc::ast;

namespace tqc::sema {

/// What a unary operator is called in messages.
static llvm::StringRef spellingOf(UnaryOp op) {
  switch (op) {
  case UnaryOp::Neg:
    return "-";
  case UnaryOp::Plus:
    return "+";
  case UnaryOp::Invert:
    return "~";
  case UnaryOp::Not:
    return "not";
  }
  return "";
}

static std::string quoted(llvm::StringRef text) {
  return "`" + text.str() + "`";
}

Value Evaluator::eval(const Expr *expr) {
  if (!spend(1, expr->span))
    return Value::error();
  Span before = ops.moveTo(expr->span);
  if (context.strictTriton)
    checkStrictly(*expr);
  Value value = evalKind(expr);
  if (value.isError())
    requireReason(expr->span);
  ops.moveTo(before);
  return value;
}

void Evaluator::requireReason(Span at) {
  if (!report.saidError && report.errorCount() <= firstErrors)
    msg::noReason(report, at);
}

Value Evaluator::evalKind(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Kind::Name:
    return lookup(llvm::cast<NameExpr>(expr)->name, expr->span);
  case Expr::Kind::Int:
    return Value::integerOf(llvm::cast<IntExpr>(expr)->value);
  case Expr::Kind::Float:
    return Value::floating(llvm::cast<FloatExpr>(expr)->value);
  case Expr::Kind::String:
    return Value::string(llvm::cast<StringExpr>(expr)->value);
  case Expr::Kind::FString:
    return evalFString(*llvm::cast<FStringExpr>(expr));
  case Expr::Kind::True:
    return Value::boolean(true);
  case Expr::Kind::False:
    return Value::boolean(false);
  case Expr::Kind::None:
    return Value::none();
  case Expr::Kind::Ellipsis:
    return Value::ellipsis();
  case Expr::Kind::Tuple:
    return evalSequence(llvm::cast<TupleExpr>(expr)->elements, false);
  case Expr::Kind::List:
    return evalSequence(llvm::cast<ListExpr>(expr)->elements, true);
  case Expr::Kind::Dict:
    return evalDict(*llvm::cast<DictExpr>(expr));
  case Expr::Kind::Unary:
    return evalUnary(*llvm::cast<UnaryExpr>(expr));
  case Expr::Kind::Binary:
    return evalBinary(*llvm::cast<BinaryExpr>(expr));
  case Expr::Kind::Compare:
    return evalCompare(*llvm::cast<CompareExpr>(expr));
  case Expr::Kind::BoolOp:
    return evalBoolOp(*llvm::cast<BoolOpExpr>(expr));
  case Expr::Kind::Conditional:
    return evalConditional(*llvm::cast<ConditionalExpr>(expr));
  case Expr::Kind::Call:
    return evalCall(*llvm::cast<CallExpr>(expr));
  case Expr::Kind::Subscript:
    return evalSubscript(*llvm::cast<SubscriptExpr>(expr));
  case Expr::Kind::Slice: {
    const auto *slice = llvm::cast<SliceExpr>(expr);
    auto part = [&](const Expr *bound) {
      return bound ? eval(bound) : Value::none();
    };
    Value lower = part(slice->lower), upper = part(slice->upper);
    return Value::slice(lower, upper, part(slice->step));
  }
  case Expr::Kind::Attribute: {
    const auto *access = llvm::cast<AttributeExpr>(expr);
    Value value = eval(access->value);
    return attribute(value, access->name, access->nameSpan, access->span);
  }
  case Expr::Kind::Lambda: {
    Value value = Value::of(Value::Kind::Lambda);
    value.lambda = llvm::cast<LambdaExpr>(expr);
    value.scope = frame().scope;
    return value;
  }
  case Expr::Kind::Comprehension:
    return evalComprehension(*llvm::cast<ComprehensionExpr>(expr));
  case Expr::Kind::Starred:
    break;
  }
  msg::notInKernels(report, expr->span, "`*` here");
  return Value::error();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Value Evaluator::evalUnary(const UnaryExpr &expr) {
  Value operand = eval(expr.operand);
  if (operand.isError())
    return operand;
  At at{expr.span, expr.operand->span, expr.operand->span,
        quoted(spellingOf(expr.op))};
  if (operand.isRuntime()) {
    switch (expr.op) {
    case UnaryOp::Plus:
      return operand;
    case UnaryOp::Neg:
      return ops.negate(operand, at);
    case UnaryOp::Invert:
      return ops.invert(operand, at);
    case UnaryOp::Not:
      return ops.logicalNot(operand, at);
    }
  }
  if (!inKernel && operand.is(Value::Kind::Opaque))
    return operand;
  ConstResult result = constUnary(expr.op, operand);
  if (result.value)
    return *result.value;
  if (!result.why.empty())
    msg::noNumber(report, expr.span, at.what, operand, result.why);
  else
    msg::badOperand(report, expr.operand->span, at.what, operand);
  return Value::error();
}

const Value *Evaluator::onlyPythonKnows(const Value &a, const Value &b) const {
  if (inKernel)
    return nullptr;
  return a.is(Value::Kind::Opaque)   ? &a
         : b.is(Value::Kind::Opaque) ? &b
                                     : nullptr;
}

/// In kernels Triton makes tuples of lists, so that `x.shape == [16, 16]`.
static Value asTuple(const Value &value) {
  if (!value.isTuple())
    return value;
  std::vector<Value> items;
  for (const Value &item : value.elements())
    items.push_back(asTuple(item));
  return Value::tuple(std::move(items));
}

Value Evaluator::binary(BinaryOp op, Value lhs, Value rhs, const At &at) {
  if (lhs.isError() || rhs.isError())
    return Value::error();
  if (lhs.isRuntime() || rhs.isRuntime()) {
    if (op == BinaryOp::MatMul) {
      CallSite site{at.whole, {{lhs, at.lhs}, {rhs, at.rhs}}, {}};
      return callBuiltin(*findBuiltin("tl.dot"), std::move(site));
    }
    Value result = ops.arithmetic(op, lhs, rhs, at);
    if (!result.isError())
      checkOverflow(op, std::move(lhs), std::move(rhs), at);
    return result;
  }
  if (const Value *unknown = onlyPythonKnows(lhs, rhs))
    return *unknown;
  bool mixes = isRunTimeCode() && lhs.isTuple() && rhs.isTuple() &&
               lhs.isList != rhs.isList;
  ConstResult result = mixes ? constBinary(op, asTuple(lhs), asTuple(rhs))
                             : constBinary(op, lhs, rhs);
  if (result.value)
    return *result.value;
  msg::constantOperation(report, at, lhs, rhs, result.why);
  return Value::error();
}

Value Evaluator::evalBinary(const BinaryExpr &expr) {
  Value lhs = eval(expr.lhs);
  Value rhs = eval(expr.rhs);
  At at{expr.span, expr.lhs->span, expr.rhs->span, quoted(spelling(expr.op))};
  return binary(expr.op, std::move(lhs), std::move(rhs), at);
}

Value Evaluator::compareOnce(CompareOp op, Value lhs, Value rhs, const At &at) {
  if (lhs.isError() || rhs.isError())
    return Value::error();
  // What only Python knows equals nothing, and is nothing else either.
  if (inKernel)
    for (auto [side, span] : {std::pair(&lhs, at.lhs), std::pair(&rhs, at.rhs)})
      if (const Value *unknown = side->findOpaque()) {
        msg::onlyPython(report, span, *unknown);
        return Value::error();
      }
  // `is` asks what the program wrote, never what a value is at run time.
  bool identity = op == CompareOp::Is || op == CompareOp::IsNot;
  if (identity && (lhs.hasRuntime() || rhs.hasRuntime())) {
    bool same = lhs.kind == rhs.kind && lhs.isRuntime() && lhs.ref == rhs.ref;
    return Value::boolean(same == (op == CompareOp::Is));
  }
  if (lhs.isRuntime() || rhs.isRuntime()) {
    // Only `x == None` compares with something that is no number.
    const Value &other = lhs.isRuntime() ? rhs : lhs;
    if (op != CompareOp::In && op != CompareOp::NotIn && !other.isNone())
      return ops.compare(op, std::move(lhs), std::move(rhs), at);
    if (op == CompareOp::Eq || op == CompareOp::Ne)
      return Value::boolean(op == CompareOp::Ne);
    msg::badComparison(report, at);
    return Value::error();
  }
  if (const Value *unknown = onlyPythonKnows(lhs, rhs)) {
    // No variable of the environment is set: see hostFact.
    if (unknown->text == "os.environ" && op == CompareOp::In)
      return Value::boolean(false);
    return *unknown;
  }
  ConstResult result = isRunTimeCode() && !identity
                           ? constCompare(op, asTuple(lhs), asTuple(rhs))
                           : constCompare(op, lhs, rhs);
  if (result.value)
    return *result.value;
  msg::constantOperation(report, at, lhs, rhs, result.why);
  return Value::error();
}

/// Whether the text has brackets around an expression.
static bool isBracketed(const Reporter &report, const Expr &expr,
                        const Expr &within) {
  Span whole = within.span;
  llvm::StringRef text = report.textOf(whole);
  auto last = text.take_front(expr.span.begin - whole.begin).rtrim();
  auto next = text.drop_front(expr.span.end - whole.begin).ltrim();
  return last.ends_with("(") && next.starts_with(")");
}

bool Evaluator::refuseUnbracketed(const CompareExpr &expr) {
  if (expr.ops.size() < 2)
    return false;
  for (const Expr *operand : expr.operands) {
    const auto *inner = llvm::dyn_cast<BinaryExpr>(operand);
    if (!inner ||
        (inner->op != BinaryOp::BitAnd && inner->op != BinaryOp::BitOr) ||
        isBracketed(report, *inner, expr))
      continue;
    auto part = [&](uint32_t begin, uint32_t end) {
      return "(" + report.textOf({begin, end}).trim().str() + ")";
    };
    msg::bindsTighter(report, inner->span, spelling(inner->op),
                      part(expr.span.begin, inner->opSpan.begin) + " " +
                          spelling(inner->op).str() + " " +
                          part(inner->opSpan.end, expr.span.end));
    return true;
  }
  return false;
}

Value Evaluator::evalCompare(const CompareExpr &expr) {
  if (inKernel && refuseUnbracketed(expr))
    return Value::error();
  std::optional<Value> all;
  Value lhs = eval(expr.operands[0]);
  for (size_t i = 0; i < expr.ops.size(); ++i) {
    Value rhs = eval(expr.operands[i + 1]);
    At at{expr.operands[i]->span.to(expr.operands[i + 1]->span),
          expr.operands[i]->span, expr.operands[i + 1]->span,
          quoted(spelling(expr.ops[i]))};
    Value one = compareOnce(expr.ops[i], lhs, rhs, at);
    if (one.isError())
      return one;
    if (!all) {
      all = one;
    } else if (all->isRuntime() || one.isRuntime()) {
      // a < b < c is (a < b) & (b < c); constants decide alone where they can.
      const Value &constant = all->isRuntime() ? one : *all;
      if (!constant.isRuntime())
        all = constant.flag ? (all->isRuntime() ? *all : one) : constant;
      else
        all = ops.arithmetic(BinaryOp::BitAnd, *all, one, at);
    } else {
      all = Value::boolean(all->flag && one.flag);
    }
    if (all->is(Value::Kind::Bool) && !all->flag)
      return *all;
    lhs = std::move(rhs);
  }
  return *all;
}

Value Evaluator::evalBoolOp(const BoolOpExpr &expr) {
  // Constants decide at once or drop out; what is left is combined from the
  // right, as in Triton.
  std::vector<std::pair<Value, Span>> left;
  Value last;
  for (const Expr *operand : expr.operands) {
    last = eval(operand);
    if (last.isError())
      return last;
    if (last.isRuntime()) {
      left.emplace_back(last, operand->span);
      continue;
    }
    std::optional<bool> value = truth(last);
    if (!value && !inKernel && last.is(Value::Kind::Opaque))
      return last;
    if (!value) {
      msg::badOperand(report, operand->span, expr.isAnd ? "`and`" : "`or`",
                      last);
      return Value::error();
    }
    if (*value != expr.isAnd)
      return last;
  }
  if (left.empty())
    return last;
  while (left.size() > 1) {
    auto [rhs, rhsSpan] = left.back();
    left.pop_back();
    auto &[lhs, lhsSpan] = left.back();
    At at{expr.span, lhsSpan, rhsSpan, expr.isAnd ? "`and`" : "`or`"};
    lhs = ops.logical(expr.isAnd, lhs, rhs, at);
  }
  return left[0].first;
}

std::optional<bool> Evaluator::constantTruth(const Value &value, Span at,
                                             llvm::StringRef what) {
  if (value.isError())
    return std::nullopt;
  std::optional<bool> result = truth(value);
  if (!result)
    msg::conditionNotConstant(report, at, what, value);
  return result;
}

Value Evaluator::evalConditional(const ConditionalExpr &expr) {
  Value condition = eval(expr.condition);
  checkCondition(condition, expr.condition->span);
  if (condition.isRuntime())
    return runtimeConditional(condition, expr);
  std::optional<bool> taken =
      constantTruth(condition, expr.condition->span, "the condition");
  if (!taken)
    return Value::error();
  return eval(*taken ? expr.whenTrue : expr.whenFalse);
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

Value Evaluator::evalSequence(llvm::ArrayRef<Expr *> elements, bool isList) {
  std::vector<Value> items;
  bool failed = false;
  for (const Expr *element : elements) {
    const auto *starred = llvm::dyn_cast<StarredExpr>(element);
    Value value = eval(starred ? starred->value : element);
    failed |= value.isError();
    if (!starred)
      items.push_back(std::move(value));
    else if (auto more = iterate(value, element->span))
      items.insert(items.end(), more->begin(), more->end());
    else
      failed = true;
  }
  if (failed)
    return Value::error();
  return Value::tuple(std::move(items), isList);
}

Value Evaluator::evalDict(const DictExpr &expr) {
  std::vector<std::pair<Value, Value>> entries;
  for (auto [keyExpr, item] : expr.items) {
    Value key = keyExpr ? eval(keyExpr) : Value::none();
    Value value = eval(item);
    if (key.isError() || value.isError())
      return Value::error();
    if (keyExpr) {
      setEntry(entries, std::move(key), std::move(value));
    } else if (value.is(Value::Kind::Dict)) {
      for (const auto &[name, one] : *value.entries)
        setEntry(entries, name, one);
    } else {
      msg::notADictionary(report, item->span, value);
      return Value::error();
    }
  }
  return Value::dict(std::move(entries));
}

std::optional<std::vector<Value>> Evaluator::iterate(const Value &value,
                                                     Span at) {
  if (value.isTuple())
    return *value.items;
  if (value.is(Value::Kind::Dict)) {
    std::vector<Value> keys;
    for (const auto &[key, item] : *value.entries)
      keys.push_back(key);
    return keys;
  }
  if (value.isString()) {
    std::vector<Value> characters;
    for (llvm::StringRef one : python::characters(value.text))
      characters.push_back(Value::string(one.str()));
    return characters;
  }
  if (!value.isError())
    msg::notIterable(report, at, value);
  return std::nullopt;
}

void Evaluator::comprehend(const ComprehensionExpr &expr, size_t clause,
                           std::vector<Value> &out,
                           std::vector<std::pair<Value, Value>> &entries,
                           bool &failed) {
  if (clause == expr.clauses.size()) {
    Value value = eval(expr.element);
    failed |= value.isError();
    if (expr.key) {
      Value key = eval(expr.key);
      failed |= key.isError();
      if (!failed)
        setEntry(entries, std::move(key), std::move(value));
    } else {
      out.push_back(std::move(value));
    }
    return;
  }
  const ComprehensionExpr::Clause &part = expr.clauses[clause];
  auto items = iterate(eval(part.iterable), part.iterable->span);
  if (!items) {
    failed = true;
    return;
  }
  for (const Value &item : *items) {
    assign(part.target, item, nullptr);
    bool passes = true;
    for (const Expr *condition : part.conditions) {
      std::optional<bool> value =
          constantTruth(eval(condition), condition->span, "the condition");
      failed |= !value;
      passes &= value.value_or(false);
    }
    if (passes)
      comprehend(expr, clause + 1, out, entries, failed);
    if (failed)
      return;
  }
}

Value Evaluator::evalComprehension(const ComprehensionExpr &expr) {
  // The targets are names of the comprehension alone.
  Locals outer = frame().locals;
  std::vector<Value> items;
  std::vector<std::pair<Value, Value>> entries;
  bool failed = false;
  bool compileTime = std::exchange(frame().isCompileTime, true);
  ++frame().comprehensions;
  comprehend(expr, 0, items, entries, failed);
  --frame().comprehensions;
  frame().isCompileTime = compileTime;
  frame().locals = std::move(outer);
  if (failed)
    return Value::error();
  if (expr.form == ComprehensionExpr::Form::Dict)
    return Value::dict(std::move(entries));
  return Value::tuple(std::move(items), /*isList=*/true);
}

std::optional<std::string>
Evaluator::writeParts(llvm::ArrayRef<FStringExpr::Part> parts) {
  std::string text;
  for (const FStringExpr::Part &part : parts) {
    text += part.text;
    if (!part.value)
      continue;
    // A run-time value prints as its type, as in Triton's static_print.
    Value value = eval(part.value);
    if (value.isError())
      return std::nullopt;
    if (const Value *unknown = inKernel ? value.findOpaque() : nullptr) {
      msg::onlyPython(report, part.value->span, *unknown);
      return std::nullopt;
    }
    std::string format = part.format;
    if (!part.formatParts.empty()) {
      std::optional<std::string> inner = writeParts(part.formatParts);
      if (!inner)
        return std::nullopt;
      format = std::move(*inner);
    }
    if (part.conversion == 'r' || part.conversion == 'a' ||
        (part.debug && !part.conversion && format.empty()))
      value = Value::string(value.repr());
    else if (part.conversion == 's')
      value = Value::string(value.str());
    std::optional<std::string> written = formatValue(value, format);
    if (!written) {
      msg::badFormat(report, part.value->span, format, value);
      return std::nullopt;
    }
    text += *written;
  }
  return text;
}

Value Evaluator::evalFString(const FStringExpr &expr) {
  std::optional<std::string> text = writeParts(expr.parts);
  return text ? Value::string(std::move(*text)) : Value::error();
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

Value Evaluator::evalSubscript(const SubscriptExpr &expr) {
  Value value = eval(expr.value);
  Value index = eval(expr.index);
  if (value.isError() || index.isError())
    return Value::error();
  if (value.isRuntime())
    return subscriptTile(value, index, expr);
  if (const Value *unknown = onlyPythonKnows(value, index))
    return *unknown;
  ConstResult result = constSubscript(value, index);
  if (result.value)
    return *result.value;
  if (result.why.empty())
    msg::noSubscript(report, expr.span, value);
  else
    msg::badSubscript(report, expr.index->span, result.why);
  return Value::error();
}

std::string Evaluator::offsetText(const SubscriptExpr &expr) const {
  return report.textOf(expr.value->span).str() + " + " +
         report.textOf(expr.index->span).str();
}

Value Evaluator::subscriptTile(const Value &tile, const Value &index,
                               const SubscriptExpr &expr) {
  std::vector<Value> indices =
      index.isTuple() ? index.elements() : std::vector<Value>{index};
  Value result = tile;
  for (size_t i = 0; i < indices.size(); ++i) {
    const Value &one = indices[i];
    if (one.isNone()) {
      size_t rank = result.type.shape.size();
      if (i > rank && rank > 0) {
        msg::tooManyIndices(report, expr.span, tile.type);
        return Value::error();
      }
      result = ops.expandDims(result, int(std::min(i, rank)));
      continue;
    }
    bool whole = one.is(Value::Kind::Slice) &&
                 llvm::all_of(one.elements(),
                              [](const Value &part) { return part.isNone(); });
    if (!whole && tile.type.pointer) {
      msg::pointerIndex(report, expr.span, "tl.load(" + offsetText(expr) + ")");
      return Value::error();
    }
    if (!whole) {
      msg::tileIndex(report, expr.index->span, tile.type);
      return Value::error();
    }
  }
  return result;
}

} // namespace tqc::sema
