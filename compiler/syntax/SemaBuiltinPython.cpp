//===- SemaBuiltinPython.cpp - Types, Python's functions, `math` ----------===//

#include "compiler/syntax/PythonText.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include <cmath>

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

/// A run-time value stays one, as in Triton, where the next assignment takes it
/// out again.
Value Evaluator::doConstexpr(BoundCall &call) { return call.value("value"); }

Value Evaluator::doPointerType(BoundCall &call) {
  std::optional<TileType> element = type(call, "element_ty");
  std::optional<bool> isConst = boolean(call, "const");
  if (!element || !isConst)
    return Value::error();
  TileType type(element->elem, {}, true);
  type.readOnly = *isConst;
  return Value::typeOf(type);
}

Value Evaluator::doBlockType(BoundCall &call) {
  std::optional<TileType> element = type(call, "element_ty");
  std::optional<Shape> extents =
      shape(call.value("shape"), call["shape"].span, "the shape");
  if (!element || !extents)
    return Value::error();
  return Value::typeOf(element->withShape(*extents));
}

Value Evaluator::doDtype(BoundCall &call) {
  const Value &name = call.value("name");
  if (name.is(Value::Kind::Type))
    return name;
  std::optional<Elem> elem;
  if (name.isString()) {
    elem = elemFromSignature(name.text);
    if (!elem)
      elem = elemFromLanguage(name.text);
  }
  if (elem)
    return Value::typeOf(TileType(*elem));
  msg::notAType(report, call["name"].span, "`name` of " + call.what(), name);
  return Value::error();
}

Value Evaluator::doGetIntDtype(BoundCall &call) {
  std::optional<int64_t> bits = integer(call, "bitwidth");
  std::optional<bool> isSigned = boolean(call, "signed");
  if (!bits || !isSigned)
    return Value::error();
  for (int64_t known : {1, 8, 16, 32, 64})
    if (*bits == known)
      return Value::typeOf(
          TileType(integerOfWidth(unsigned(*bits), *isSigned)));
  msg::noIntegerWidth(report, call["bitwidth"].span, *bits);
  return Value::error();
}

/// A `triton.Config` is a dictionary of its arguments.
Value Evaluator::doConfig(BoundCall &call) {
  std::vector<std::pair<Value, Value>> entries;
  for (size_t i = 0; i < call.params.size(); ++i)
    entries.emplace_back(Value::string(call.params[i].name),
                         call.arguments[i].value);
  return Value::dict(std::move(entries));
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

Value Evaluator::doLen(BoundCall &call) {
  const Value &value = call.value("value");
  if (value.isTuple())
    return Value::integerOf(__int128(value.elements().size()));
  if (value.isString())
    return Value::integerOf(__int128(python::length(value.text)));
  if (value.is(Value::Kind::Dict))
    return Value::integerOf(__int128(value.entries->size()));
  msg::notIterable(report, call["value"].span, value);
  return Value::error();
}

/// A number that Python's arithmetic gave, or an error that says why not.
Value Evaluator::numberOr(const python::NumberResult &result,
                          const Argument &argument, llvm::StringRef what) {
  ConstResult value = constNumber(result);
  if (value.value)
    return *value.value;
  msg::noNumber(report, argument.span, what, argument.value, value.why);
  return Value::error();
}

Value Evaluator::doInt(BoundCall &call) {
  const Argument &argument = call["value"];
  const Value &value = argument.value, &base = call.value("base");
  if (value.isNumber() && base.isNone())
    return numberOr(python::truncate(*numberOf(value)), argument, "`int`");
  if (value.isString() && (base.isNone() || base.isIntegral()))
    return numberOr(
        python::parseInt(value.text,
                         base.isNone() ? 10 : int64_t(base.asInteger())),
        argument, "`int`");
  msg::notConstant(report, argument.span, "`int`", value);
  return Value::error();
}

Value Evaluator::doFloat(BoundCall &call) {
  const Argument &argument = call["value"];
  const Value &value = argument.value;
  if (value.isNumber())
    return Value::floating(value.asDouble());
  if (value.isString())
    return numberOr(python::parseFloat(value.text), argument, "`float`");
  msg::notConstant(report, argument.span, "`float`", value)
      .help("convert a run-time value with `.to(tl.float32)`");
  return Value::error();
}

Value Evaluator::doBool(BoundCall &call) {
  std::optional<bool> value = boolean(call, "value");
  return value ? Value::boolean(*value) : Value::error();
}

Value Evaluator::doStr(BoundCall &call) {
  return Value::string(call.value("value").str());
}

Value Evaluator::doPyAbs(BoundCall &call) {
  const Value &value = call.value("value");
  if (value.isIntegral() && value.asInteger() < 0)
    return numberOr(python::arithmetic(ast::UnaryOp::Neg, *numberOf(value)),
                    call["value"], "`abs`");
  if (value.isIntegral())
    return Value::integerOf(value.asInteger());
  if (value.is(Value::Kind::Float))
    return Value::floating(std::fabs(value.number));
  CallSite site{call.span, {call["value"]}, {}};
  return callBuiltin(*findBuiltin("tl.math.abs"), std::move(site));
}

Value Evaluator::pyMinMax(BoundCall &call, bool isMin) {
  std::vector<Value> items = call.value("args").elements();
  if (items.size() == 1 && items[0].isTuple())
    items = items[0].elements();
  if (items.empty()) {
    msg::missingArgument(report, call.span, call.what(), "args");
    return Value::error();
  }
  Value best = items[0];
  for (size_t i = 1; i < items.size(); ++i) {
    At at{call.span, call["args"].span, call["args"].span, call.what()};
    if (!best.isRuntime() && !items[i].isRuntime()) {
      ConstResult less = constCompare(
          isMin ? ast::CompareOp::Lt : ast::CompareOp::Gt, items[i], best);
      if (!less.value) {
        msg::constantOperation(report, at, best, items[i], less.why);
        return Value::error();
      }
      if (less.value->flag)
        best = items[i];
      continue;
    }
    CallSite site{call.span,
                  {{best, call["args"].span, nullptr},
                   {items[i], call["args"].span, nullptr}},
                  {}};
    best = callBuiltin(*findBuiltin(isMin ? "tl.minimum" : "tl.maximum"),
                       std::move(site));
  }
  return best;
}
Value Evaluator::doPyMin(BoundCall &call) { return pyMinMax(call, true); }
Value Evaluator::doPyMax(BoundCall &call) { return pyMinMax(call, false); }

/// Outside a `for`, a range is the tuple of its numbers.
Value Evaluator::doPyRange(BoundCall &call) {
  bool one = call.value("arg2").isNone();
  std::optional<int64_t> from = one ? 0 : integer(call, "arg1");
  std::optional<int64_t> to = integer(call, one ? "arg1" : "arg2");
  std::optional<int64_t> step =
      call.value("step").isNone() ? 1 : integer(call, "step");
  if (!from || !to || !step)
    return Value::error();
  if (*step == 0) {
    msg::zeroStep(report, call["step"].span);
    return Value::error();
  }
  std::vector<Value> items;
  for (__int128 i = *from; *step > 0 ? i < *to : i > *to; i += *step) {
    items.push_back(Value::integerOf(i));
    if (items.size() > 65536) {
      msg::tooManyIterations(report, call.span);
      return Value::error();
    }
  }
  return Value::tuple(std::move(items));
}
Value Evaluator::doStaticRange(BoundCall &call) { return doPyRange(call); }
Value Evaluator::doRange(BoundCall &call) {
  msg::rangeOutsideFor(report, call.span, call.what());
  return Value::error();
}
Value Evaluator::doCondition(BoundCall &call) { return call.value("arg1"); }

Value Evaluator::doTupleOf(BoundCall &call) {
  auto items = iterate(call.value("args"), call["args"].span);
  return items ? Value::tuple(std::move(*items)) : Value::error();
}
Value Evaluator::doListOf(BoundCall &call) {
  auto items = iterate(call.value("args"), call["args"].span);
  return items ? Value::tuple(std::move(*items), true) : Value::error();
}

Value Evaluator::doDictOf(BoundCall &call) { return call.value("entries"); }

Value Evaluator::doZip(BoundCall &call) {
  std::vector<std::vector<Value>> columns;
  size_t count = SIZE_MAX;
  for (const Value &value : call.value("args").elements()) {
    auto items = iterate(value, call["args"].span);
    if (!items)
      return Value::error();
    count = std::min(count, items->size());
    columns.push_back(std::move(*items));
  }
  std::vector<Value> rows;
  for (size_t i = 0; !columns.empty() && i < count; ++i) {
    std::vector<Value> row;
    for (const std::vector<Value> &column : columns)
      row.push_back(column[i]);
    rows.push_back(Value::tuple(std::move(row)));
  }
  return Value::tuple(std::move(rows));
}

Value Evaluator::doEnumerate(BoundCall &call) {
  auto items = iterate(call.value("args"), call["args"].span);
  if (!items)
    return Value::error();
  std::vector<Value> rows;
  for (size_t i = 0; i < items->size(); ++i)
    rows.push_back(Value::tuple({Value::integerOf(__int128(i)), (*items)[i]}));
  return Value::tuple(std::move(rows));
}

Value Evaluator::doFilter(BoundCall &call) {
  auto items = iterate(call.value("args"), call["args"].span);
  if (!items)
    return Value::error();
  std::vector<Value> kept;
  for (const Value &item : *items) {
    CallSite site{call.span, {{item, call["args"].span, nullptr}}, {}};
    std::optional<bool> keep =
        constantTruth(invoke(call.value("function"), std::move(site)),
                      call["function"].span, "the result");
    if (!keep)
      return Value::error();
    if (*keep)
      kept.push_back(item);
  }
  return Value::tuple(std::move(kept), /*isList=*/true);
}

//===----------------------------------------------------------------------===//
// Python's math
//===----------------------------------------------------------------------===//

std::optional<python::Number> Evaluator::mathArgument(BoundCall &call,
                                                      llvm::StringRef name) {
  const Argument &argument = call[name];
  if (argument.value.isNumber())
    return numberOf(argument.value);
  msg::notConstant(report, argument.span, call.what(), argument.value)
      .help("use `tl." + call.row.name().str() + "` on run-time values");
  return std::nullopt;
}

Value Evaluator::mathOf(BoundCall &call) {
  std::optional<python::Number> x = mathArgument(call, "x");
  return x ? numberOr(python::mathFunction(call.row.name(), *x), call["x"],
                      call.what())
           : Value::error();
}
Value Evaluator::doMathLog2(BoundCall &call) { return mathOf(call); }
Value Evaluator::doMathSqrt(BoundCall &call) { return mathOf(call); }
Value Evaluator::doMathExp(BoundCall &call) { return mathOf(call); }
Value Evaluator::doMathLog(BoundCall &call) {
  if (call.value("base").isNone())
    return mathOf(call);
  std::optional<python::Number> x = mathArgument(call, "x");
  std::optional<python::Number> base =
      x ? mathArgument(call, "base") : std::nullopt;
  return base ? numberOr(python::logarithm(*x, *base), call["x"], call.what())
              : Value::error();
}
Value Evaluator::doMathCeil(BoundCall &call) {
  std::optional<python::Number> x = mathArgument(call, "x");
  return x ? numberOr(python::ceilOf(*x), call["x"], call.what())
           : Value::error();
}
Value Evaluator::doMathFloor(BoundCall &call) {
  std::optional<python::Number> x = mathArgument(call, "x");
  return x ? numberOr(python::floorOf(*x), call["x"], call.what())
           : Value::error();
}

} // namespace tqc::sema
