//===- EvaluateExpr.cpp - Expressions of launchers ------------------------===//
//
// One function an expression kind, in the order of the tree.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostEvaluator.h"
#include "compiler/syntax/PythonText.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// Nested expressions and calls together; bounds the native stack.
static constexpr unsigned kMaxDepth = 3000;

Maybe HostEvaluator::evaluate(const ast::Expr *expr, const ScopePtr &scope) {
  Depth guard(depth);
  if (depth > kMaxDepth) {
    error(code::HostLimit, expr->span,
          "calls and expressions are nested too deeply here");
    return std::nullopt;
  }
  return evaluateKind(expr, scope);
}

Maybe HostEvaluator::evaluateKind(const ast::Expr *expr,
                                  const ScopePtr &scope) {
  switch (expr->kind) {
  case ast::Expr::Kind::Name:
    return lookUp(scope, cast<ast::NameExpr>(expr)->name, expr->span);
  case ast::Expr::Kind::Int:
    return HostValue::integer(cast<ast::IntExpr>(expr)->value);
  case ast::Expr::Kind::Float:
    return HostValue::floating(cast<ast::FloatExpr>(expr)->value);
  case ast::Expr::Kind::String:
    return HostValue::string(cast<ast::StringExpr>(expr)->value);
  case ast::Expr::Kind::FString: {
    std::optional<std::string> text =
        evaluateFString(cast<ast::FStringExpr>(expr)->parts, scope);
    return text ? Maybe(HostValue::string(std::move(*text))) : std::nullopt;
  }
  case ast::Expr::Kind::True:
    return HostValue::boolean(true);
  case ast::Expr::Kind::False:
    return HostValue::boolean(false);
  case ast::Expr::Kind::None:
    return HostValue::none();
  case ast::Expr::Kind::Ellipsis:
    return HostValue::object(Kind::Ellipsis, nullptr);
  case ast::Expr::Kind::Tuple:
  case ast::Expr::Kind::List: {
    bool isTuple = expr->kind == ast::Expr::Kind::Tuple;
    auto elements = evaluateAll(isTuple ? cast<ast::TupleExpr>(expr)->elements
                                        : cast<ast::ListExpr>(expr)->elements,
                                scope);
    if (!elements)
      return std::nullopt;
    HostValue value = isTuple ? HostValue::tuple(std::move(*elements))
                              : HostValue::list(std::move(*elements));
    if (value.as<SequenceObject>().nesting <= kMaxNesting)
      return value;
    error(code::HostLimit, expr->span,
          "more than " + std::to_string(kMaxNesting) +
              " tuples and lists stand inside each other here");
    return std::nullopt;
  }
  case ast::Expr::Kind::Dict:
    return evaluateDict(cast<ast::DictExpr>(expr), scope);
  case ast::Expr::Kind::Unary: {
    const auto *node = cast<ast::UnaryExpr>(expr);
    Maybe value = evaluate(node->operand, scope);
    return value ? unary(node->op, *value, expr->span) : std::nullopt;
  }
  case ast::Expr::Kind::Binary: {
    const auto *node = cast<ast::BinaryExpr>(expr);
    Maybe lhs = evaluate(node->lhs, scope);
    Maybe rhs = lhs ? evaluate(node->rhs, scope) : std::nullopt;
    return rhs ? binary(node->op, *lhs, *rhs, expr->span) : std::nullopt;
  }
  case ast::Expr::Kind::Compare:
    return evaluateCompare(cast<ast::CompareExpr>(expr), scope);
  case ast::Expr::Kind::BoolOp:
    return evaluateBoolOp(cast<ast::BoolOpExpr>(expr), scope);
  case ast::Expr::Kind::Conditional: {
    const auto *node = cast<ast::ConditionalExpr>(expr);
    std::optional<bool> taken = condition(node->condition, scope);
    if (!taken)
      return std::nullopt;
    return evaluate(*taken ? node->whenTrue : node->whenFalse, scope);
  }
  case ast::Expr::Kind::Call:
    return evaluateCall(cast<ast::CallExpr>(expr), scope);
  case ast::Expr::Kind::Subscript: {
    const auto *node = cast<ast::SubscriptExpr>(expr);
    Maybe value = evaluate(node->value, scope);
    Maybe index = value ? evaluate(node->index, scope) : std::nullopt;
    return index ? subscript(*value, *index, expr->span, node->index->span)
                 : std::nullopt;
  }
  case ast::Expr::Kind::Slice:
    return evaluateSlice(cast<ast::SliceExpr>(expr), scope);
  case ast::Expr::Kind::Attribute: {
    const auto *node = cast<ast::AttributeExpr>(expr);
    Maybe value = evaluate(node->value, scope);
    return value ? attribute(*value, node->name, expr->span) : std::nullopt;
  }
  case ast::Expr::Kind::Lambda:
    return evaluateLambda(cast<ast::LambdaExpr>(expr), scope);
  case ast::Expr::Kind::Comprehension:
    return evaluateComprehension(cast<ast::ComprehensionExpr>(expr), scope);
  case ast::Expr::Kind::Starred:
    break; // only inside lists, which take it themselves
  }
  error(code::HostNotAvailable, expr->span,
        "this expression is not available in a launcher");
  return std::nullopt;
}

std::optional<bool> HostEvaluator::condition(const ast::Expr *expr,
                                             const ScopePtr &scope) {
  Maybe value = evaluate(expr, scope);
  return value ? truth(*value, expr->span) : std::nullopt;
}

/// The values of a list of expressions, starred ones spread out.
std::optional<std::vector<HostValue>>
HostEvaluator::evaluateAll(llvm::ArrayRef<ast::Expr *> exprs,
                           const ScopePtr &scope) {
  std::vector<HostValue> values;
  for (const ast::Expr *expr : exprs) {
    const auto *starred = dyn_cast<ast::StarredExpr>(expr);
    Maybe value = evaluate(starred ? starred->value : expr, scope);
    if (!value)
      return std::nullopt;
    if (!starred) {
      values.push_back(std::move(*value));
      continue;
    }
    auto spread = elementsOf(*value, expr->span);
    if (!spread)
      return std::nullopt;
    values.insert(values.end(), spread->begin(), spread->end());
  }
  return values;
}

Maybe HostEvaluator::evaluateCompare(const ast::CompareExpr *expr,
                                     const ScopePtr &scope) {
  Maybe lhs = evaluate(expr->operands[0], scope);
  if (!lhs)
    return std::nullopt;
  for (size_t i = 0; i < expr->ops.size(); ++i) {
    Maybe rhs = evaluate(expr->operands[i + 1], scope);
    if (!rhs)
      return std::nullopt;
    Span at = expr->operands[i]->span.to(expr->operands[i + 1]->span);
    bool isLast = i + 1 == expr->ops.size();
    if (isArrayOperator(*lhs, *rhs) && isLast)
      return arrayCompare(*this, expr->ops[i], *lhs, *rhs, at);
    std::optional<bool> holds = compare(expr->ops[i], *lhs, *rhs, at);
    if (!holds)
      return std::nullopt;
    if (!*holds)
      return HostValue::boolean(false);
    lhs = std::move(rhs);
  }
  return HostValue::boolean(true);
}

/// `and` and `or` give the operand that decides, as in Python.
Maybe HostEvaluator::evaluateBoolOp(const ast::BoolOpExpr *expr,
                                    const ScopePtr &scope) {
  Maybe value;
  for (const ast::Expr *operand : expr->operands) {
    value = evaluate(operand, scope);
    if (!value || operand == expr->operands.back())
      return value;
    std::optional<bool> holds = truth(*value, operand->span);
    if (!holds)
      return std::nullopt;
    if (*holds != expr->isAnd)
      return value;
  }
  return value;
}

Maybe HostEvaluator::evaluateDict(const ast::DictExpr *expr,
                                  const ScopePtr &scope) {
  DictObject dict;
  for (const auto &[keyExpr, valueExpr] : expr->items) {
    if (!keyExpr) {
      Maybe other = evaluate(valueExpr, scope);
      if (!other)
        return std::nullopt;
      if (!other->is(Kind::Dict)) {
        error(code::HostType, valueExpr->span,
              "`**` needs a dict, but this is " + describeValue(*other));
        return std::nullopt;
      }
      for (const auto &[key, value] : other->as<DictObject>().items)
        dict.set(key, value);
      continue;
    }
    Maybe key = evaluate(keyExpr, scope);
    Maybe value = key ? evaluate(valueExpr, scope) : std::nullopt;
    if (!value)
      return std::nullopt;
    if (!dictKey(*key)) {
      error(code::HostType, keyExpr->span,
            describeValue(*key) + " cannot be a key of a dict");
      return std::nullopt;
    }
    dict.set(*key, std::move(*value));
  }
  return makeObject(Kind::Dict, std::move(dict));
}

Maybe HostEvaluator::evaluateSlice(const ast::SliceExpr *expr,
                                   const ScopePtr &scope) {
  SliceObject slice;
  std::pair<const ast::Expr *, std::optional<HostInt> *> parts[] = {
      {expr->lower, &slice.start},
      {expr->upper, &slice.stop},
      {expr->step, &slice.step}};
  for (auto [part, place] : parts) {
    if (!part)
      continue;
    Maybe value = evaluate(part, scope);
    if (!value)
      return std::nullopt;
    if (value->isInt()) {
      *place = value->asInt();
    } else if (!value->isNone()) {
      error(code::HostType, part->span,
            "a slice needs integers, but this is " + describeValue(*value));
      return std::nullopt;
    }
  }
  return makeObject(Kind::Slice, std::move(slice));
}

Maybe HostEvaluator::evaluateLambda(const ast::LambdaExpr *expr,
                                    const ScopePtr &scope) {
  FunctionObject function;
  function.lambda = expr;
  function.scope = scope;
  for (const ast::Param &param : expr->params)
    if (param.defaultValue) {
      Maybe value = evaluate(param.defaultValue, scope);
      if (!value)
        return std::nullopt;
      function.defaults[param.name] = std::move(*value);
    }
  return makeObject(Kind::Function, std::move(function));
}

//===----------------------------------------------------------------------===//
// Elements and subscripts
//===----------------------------------------------------------------------===//

std::optional<int64_t> HostEvaluator::integer(const HostValue &value, Span at,
                                              StringRef what) {
  if (!value.isInt()) {
    error(code::HostType, at,
          (what + " must be an integer, but is " + describeValue(value)).str());
    return std::nullopt;
  }
  HostInt number = value.asInt();
  if (number > INT64_MAX || number < INT64_MIN) {
    error(code::HostValueError, at,
          (what + " is " + decimal(number) + ", beyond 64 bits").str());
    return std::nullopt;
  }
  return static_cast<int64_t>(number);
}

/// The indices that a slice takes of `size` elements, as Python defines them.
static RangeObject indicesOf(const SliceObject &slice, HostInt size) {
  RangeObject range;
  range.step = slice.step.value_or(1);
  auto clamp = [&](HostInt index, HostInt low, HostInt high) {
    if (index < 0)
      index += size;
    return index < low ? low : index > high ? high : index;
  };
  if (range.step > 0) {
    range.start = slice.start ? clamp(*slice.start, 0, size) : 0;
    range.stop = slice.stop ? clamp(*slice.stop, 0, size) : size;
  } else {
    range.start = slice.start ? clamp(*slice.start, -1, size - 1) : size - 1;
    range.stop = slice.stop ? clamp(*slice.stop, -1, size - 1) : -1;
  }
  return range;
}

Maybe HostEvaluator::subscript(const HostValue &value, const HostValue &index,
                               Span at, Span indexAt) {
  if (value.is(Kind::Tensor))
    return subscriptTensor(value.asTensor(), index, at, indexAt);
  if (value.is(Kind::Array))
    return arraySubscript(*this, value, index, indexAt);
  if (value.is(Kind::Kernel)) {
    LaunchableObject launchable;
    launchable.kernel = std::make_shared<KernelObject>();
    launchable.kernel->def = value.as<KernelObject>().def;
    launchable.kernel->scope = value.as<KernelObject>().scope;
    launchable.grid = index;
    return makeObject(Kind::Launchable, std::move(launchable));
  }
  if (value.is(Kind::Dict)) {
    if (const HostValue *found = value.as<DictObject>().find(index))
      return *found;
    raise({"KeyError", std::vector{index}}, code::HostValueError, indexAt,
          "the dict has no key " + repr(index));
    return std::nullopt;
  }
  if (value.is(Kind::Record)) { // Triton's device properties are a dict
    if (index.is(Kind::String))
      return attribute(value, index.asString(), at);
  }
  bool isString = value.is(Kind::String);
  if (!isString && !value.is(Kind::Tuple) && !value.is(Kind::List) &&
      !value.is(Kind::Range)) {
    Diag &diag =
        error(code::HostType, at, describeValue(value) + " cannot be indexed");
    if (value.is(Kind::Function) && value.as<FunctionObject>().def)
      diag.help("only kernels are launched with `[grid]`: write `@triton.jit` "
                "above `def " +
                value.as<FunctionObject>().def->name + "`");
    return std::nullopt;
  }
  std::vector<StringRef> characters;
  if (isString)
    characters = python::characters(value.asString());
  HostInt size = isString                ? HostInt(characters.size())
                 : value.is(Kind::Range) ? value.as<RangeObject>().size()
                                         : HostInt(value.elements().size());
  auto pick = [&](HostInt i) {
    if (isString)
      return HostValue::string(characters[static_cast<size_t>(i)].str());
    if (value.is(Kind::Range))
      return HostValue::integer(value.as<RangeObject>().start +
                                i * value.as<RangeObject>().step);
    return value.elements()[static_cast<size_t>(i)];
  };
  if (index.isInt()) {
    HostInt i = index.asInt() < 0 ? index.asInt() + size : index.asInt();
    if (i >= 0 && i < size)
      return pick(i);
    StringRef what = isString                ? "string"
                     : value.is(Kind::Range) ? "range object"
                     : value.is(Kind::Tuple) ? "tuple"
                                             : "list";
    raise({"IndexError", (what + " index out of range").str()},
          code::HostValueError, indexAt,
          "index " + decimal(index.asInt()) + " is outside of the " +
              decimal(size) + " elements");
    return std::nullopt;
  }
  if (!index.is(Kind::Slice)) {
    error(code::HostType, indexAt,
          "an index must be an integer or a slice, but is " +
              describeValue(index));
    return std::nullopt;
  }
  const auto &slice = index.as<SliceObject>();
  if (slice.step && *slice.step == 0) {
    error(code::HostValueError, indexAt, "the step of a slice is zero");
    return std::nullopt;
  }
  RangeObject range = indicesOf(slice, size);
  if (value.is(Kind::Range)) {
    RangeObject part = value.as<RangeObject>();
    part.stop = part.start + range.stop * part.step;
    part.start += range.start * part.step;
    part.step *= range.step;
    return makeObject(Kind::Range, std::move(part));
  }
  if (!mayHave(range.size(), indexAt))
    return std::nullopt;
  std::vector<HostValue> elements;
  for (HostInt i = 0; i < range.size(); ++i)
    elements.push_back(pick(range.start + i * range.step));
  if (value.is(Kind::Tuple))
    return tupleLike(value, std::move(elements));
  if (!isString)
    return HostValue::list(std::move(elements));
  std::string text;
  for (const HostValue &element : elements)
    text += element.asString();
  return HostValue::string(std::move(text));
}

} // namespace tqc::host
