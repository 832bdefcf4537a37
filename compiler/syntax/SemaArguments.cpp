//===- SemaArguments.cpp - Reading the arguments of builtins --------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/Support/MathExtras.h"

namespace tqc::sema {

static std::string named(const BoundCall &call, llvm::StringRef name) {
  return "`" + name.str() + "` of " + call.what();
}

std::optional<int64_t> Evaluator::integer(BoundCall &call,
                                          llvm::StringRef name) {
  const Argument &argument = call[name];
  return integerOf(argument.value, argument.span, named(call, name));
}

std::optional<int64_t> Evaluator::integerOf(const Value &value, Span at,
                                            llvm::StringRef what) {
  if (!value.isIntegral()) {
    msg::notConstant(report, at, what, value);
    return std::nullopt;
  }
  __int128 number = value.asInteger();
  if (number >= INT64_MIN && number <= INT64_MAX)
    return int64_t(number);
  msg::constantTooLarge(report, at, what, value);
  return std::nullopt;
}

std::optional<int> Evaluator::smallInteger(BoundCall &call,
                                           llvm::StringRef name) {
  std::optional<int64_t> number = integer(call, name);
  if (!number || (*number >= INT32_MIN && *number <= INT32_MAX))
    return number;
  msg::constantTooLarge(report, call[name].span, named(call, name),
                        call.value(name));
  return std::nullopt;
}

std::optional<bool> Evaluator::boolean(BoundCall &call, llvm::StringRef name) {
  const Argument &argument = call[name];
  if (!argument.value.hasRuntime())
    if (std::optional<bool> value = truth(argument.value))
      return value;
  msg::notConstant(report, argument.span, named(call, name), argument.value);
  return std::nullopt;
}

std::optional<std::string> Evaluator::string(BoundCall &call,
                                             llvm::StringRef name) {
  const Argument &argument = call[name];
  if (argument.value.isString())
    return argument.value.text;
  if (argument.value.isNone())
    return std::string();
  msg::notAString(report, argument.span, named(call, name), argument.value);
  return std::nullopt;
}

std::optional<TileType> Evaluator::type(BoundCall &call, llvm::StringRef name) {
  const Argument &argument = call[name];
  if (argument.value.is(Value::Kind::Type))
    return argument.value.type;
  if (argument.value.isString())
    if (std::optional<Elem> elem = elemFromSignature(argument.value.text))
      return TileType(*elem);
  msg::notAType(report, argument.span, named(call, name), argument.value);
  return std::nullopt;
}

std::optional<Evaluator::Shape> Evaluator::integers(const Value &value, Span at,
                                                    llvm::StringRef what) {
  Shape result;
  std::vector<Value> items =
      value.isTuple() ? value.elements() : std::vector<Value>{value};
  // `f(x, (a, b))` and `f(x, a, b)` mean the same.
  if (items.size() == 1 && items[0].isTuple())
    items = items[0].elements();
  for (const Value &item : items) {
    std::optional<int64_t> number = integerOf(item, at, what);
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

std::optional<Evaluator::Shape> Evaluator::shape(const Value &value, Span at,
                                                 llvm::StringRef what) {
  std::optional<Shape> result = integers(value, at, what);
  if (!result)
    return result;
  int64_t count = 1;
  for (int64_t extent : *result) {
    if (extent <= 0 || !llvm::isPowerOf2_64(uint64_t(extent))) {
      msg::extentNotPowerOfTwo(report, at, what, extent);
      return std::nullopt;
    }
    constexpr int64_t kMost = 1048576; // Triton's TRITON_MAX_TENSOR_NUMEL
    count = extent > kMost ? extent : count * extent;
    if (count > kMost) {
      msg::tileTooLarge(report, at, what);
      return std::nullopt;
    }
  }
  return result;
}

std::optional<int> Evaluator::axis(BoundCall &call, llvm::StringRef name,
                                   size_t rank) {
  std::optional<int64_t> value = integer(call, name);
  if (!value)
    return std::nullopt;
  if (*value < -int64_t(rank) || *value >= int64_t(rank)) {
    msg::axisOutOfRange(report, call[name].span, call.what(), *value, rank);
    return std::nullopt;
  }
  return int(*value < 0 ? *value + int64_t(rank) : *value);
}

Value Evaluator::tensor(BoundCall &call, llvm::StringRef name) {
  return ops.tensor(call.value(name), call.at(name));
}

std::string Evaluator::wordsOf(const Argument &argument) {
  const ast::Expr *expr = argument.expr;
  if (const auto *name = llvm::dyn_cast_or_null<ast::NameExpr>(expr)) {
    auto found = frame().locals.find(name->name);
    const ast::Expr *init =
        found == frame().locals.end() ? nullptr : found->second.init;
    // A name that stands for a simple expression shows that expression.
    if (init &&
        llvm::isa<ast::BinaryExpr, ast::CompareExpr, ast::BoolOpExpr>(init)) {
      llvm::StringRef text = report.textOf(init->span);
      if (!text.contains('\n') && text.size() <= 60)
        return text.str();
    }
  }
  if (!expr)
    return "";
  // One line, whatever the source did.
  std::string text;
  for (char c : report.textOf(expr->span)) {
    bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

} // namespace tqc::sema
