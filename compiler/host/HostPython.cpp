//===- HostPython.cpp - Python's functions --------------------------------===//
//
// Numbers, text and what runs over elements. Methods: HostCollections.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostHandlers.h"
#include "compiler/host/HostIterators.h"
#include "compiler/syntax/PythonText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;
using ast::CompareOp;

std::nullopt_t wrongKind(HostEvaluator &host, const HostArgs &args,
                         const char *name, StringRef wanted) {
  HostValue value = args.get(name);
  host.error(
      code::HostType, args.where(name),
      (quoted(name) + " must be " + wanted + ", but is " + describeValue(value))
          .str());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Maybe absOf(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x");
  if (x.is(Kind::Float))
    return HostValue::floating(std::fabs(x.asFloat()));
  if (!x.isInt())
    return wrongKind(host, args, "x", "a number");
  return x.asInt() < 0 ? host.unary(ast::UnaryOp::Neg, x, args.at)
                       : HostValue::integer(x.asInt());
}

Maybe divmodOf(HostEvaluator &host, const HostArgs &args) {
  Maybe quotient =
      host.binary(BinaryOp::FloorDiv, args.get("a"), args.get("b"), args.at);
  Maybe rest = quotient ? host.binary(BinaryOp::Mod, args.get("a"),
                                      args.get("b"), args.at)
                        : std::nullopt;
  return rest ? Maybe(HostValue::tuple({*quotient, *rest})) : std::nullopt;
}

Maybe powOf(HostEvaluator &host, const HostArgs &args) {
  return host.binary(BinaryOp::Pow, args.get("a"), args.get("b"), args.at);
}

Maybe toInt(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x");
  if (!args.has("x"))
    return HostValue::integer(0);
  if (x.isNumber() && !args.has("base"))
    return host.number(python::truncate(numberOf(x)), args.at);
  if (!x.is(Kind::String))
    return wrongKind(host, args, "x",
                     args.has("base") ? "a string" : "a number or a string");
  std::optional<int64_t> base =
      args.has("base")
          ? host.integer(args.get("base"), args.where("base"), "`base`")
          : 10;
  return base ? host.number(python::parseInt(x.asString(), *base),
                            args.where("x"))
              : std::nullopt;
}

Maybe toFloat(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x");
  if (!args.has("x"))
    return HostValue::floating(0);
  if (x.isNumber())
    return HostValue::floating(x.asFloat());
  if (!x.is(Kind::String))
    return wrongKind(host, args, "x", "a number or a string");
  return host.number(python::parseFloat(x.asString()), args.where("x"));
}

Maybe toBool(HostEvaluator &host, const HostArgs &args) {
  std::optional<bool> result = host.truth(args.get("x"), args.at);
  return result ? Maybe(HostValue::boolean(*result)) : std::nullopt;
}

Maybe roundOf(HostEvaluator &host, const HostArgs &args) {
  if (!args.get("x").isNumber())
    return wrongKind(host, args, "x", "a number");
  std::optional<int64_t> digits;
  if (!args.get("digits").isNone()) {
    digits = host.integer(args.get("digits"), args.where("digits"), "`digits`");
    if (!digits)
      return std::nullopt;
  }
  return host.number(python::roundTo(numberOf(args.get("x")), digits), args.at);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Maybe toStr(HostEvaluator &host, const HostArgs &args) {
  return HostValue::string(args.has("x") ? str(args.get("x")) : "");
}
Maybe reprOf(HostEvaluator &host, const HostArgs &args) {
  return HostValue::string(repr(args.get("x")));
}

Maybe printValues(HostEvaluator &host, const HostArgs &args) {
  auto text = [&](const char *name, const char *otherwise) {
    return args.get(name).is(Kind::String) ? args.get(name).asString()
                                           : std::string(otherwise);
  };
  llvm::raw_ostream &os = host.output ? *host.output : llvm::outs();
  bool first = true;
  for (const auto &[value, at] : args.rest) {
    if (!first)
      os << text("sep", " ");
    first = false;
    os << str(value);
  }
  os << text("end", "\n");
  os.flush();
  return HostValue();
}

//===----------------------------------------------------------------------===//
// Logging
//===----------------------------------------------------------------------===//

Maybe logNothing(HostEvaluator &host, const HostArgs &args) {
  return HostValue();
}

Maybe logMessage(HostEvaluator &host, const HostArgs &args) {
  HostValue message = args.get("message");
  std::vector<HostValue> values;
  for (const auto &[value, at] : args.rest)
    values.push_back(value);
  // `warnings.warn` has a class there.
  bool isFormat = !values.empty() && !values[0].is(Kind::Builtin);
  Maybe text = isFormat ? host.formatPercent(str(message),
                                             HostValue::tuple(values), args.at)
                        : Maybe(HostValue::string(str(message)));
  if (!text)
    return std::nullopt;
  llvm::raw_ostream &os = host.output ? *host.output : llvm::outs();
  os << text->asString() << "\n";
  os.flush();
  return HostValue();
}

Maybe makeLogger(HostEvaluator &host, const HostArgs &args) {
  RecordObject logger;
  logger.what = "Logger";
  for (const char *name : {"debug", "error", "info", "warning"})
    logger.fields.emplace_back(name, *memberOf("logging", name));
  return makeObject(Kind::Record, std::move(logger));
}

/// A variable of the environment, as Python would start with it here.
Maybe environmentGet(HostEvaluator &host, const HostArgs &args) {
  if (!args.get("key").is(Kind::String))
    return wrongKind(host, args, "key", "a string");
  const char *value = std::getenv(args.get("key").asString().c_str());
  return value ? HostValue::string(value) : args.get("default");
}

Maybe makeException(HostEvaluator &host, const HostArgs &args) {
  std::vector<HostValue> arguments;
  arguments.reserve(args.rest.size());
  for (const auto &[value, at] : args.rest)
    arguments.push_back(value);
  return makeObject(Kind::Exception, ExceptionObject(args.receiver.asString(),
                                                     std::move(arguments)));
}

//===----------------------------------------------------------------------===//
// Iterables
//===----------------------------------------------------------------------===//

Values iterable(HostEvaluator &host, const HostArgs &args, const char *name) {
  return host.elementsOf(args.get(name), args.where(name));
}

Maybe lenOf(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x");
  switch (x.kind()) {
  case Kind::String:
    return HostValue::integer(HostInt(python::length(x.asString())));
  case Kind::Tuple:
  case Kind::List:
    return HostValue::integer(HostInt(x.elements().size()));
  case Kind::Dict:
    return HostValue::integer(HostInt(x.as<DictObject>().items.size()));
  case Kind::View:
    return HostValue::integer(HostInt(x.as<ViewObject>().dict->items.size()));
  case Kind::Range:
    return HostValue::integer(x.as<RangeObject>().size());
  case Kind::Array:
    return HostValue::integer(x.as<ArrayObject>().array.shape[0]);
  case Kind::Tensor:
    if (!x.asTensor().shape.empty())
      return HostValue::integer(x.asTensor().shape[0]);
    break;
  default:
    break;
  }
  host.error(code::HostType, args.at, describeValue(x) + " has no length");
  return std::nullopt;
}

Maybe makeRange(HostEvaluator &host, const HostArgs &args) {
  if (args.rest.empty() || args.rest.size() > 3) {
    host.error(code::HostArguments, args.at,
               "`range` takes one to three integers");
    return std::nullopt;
  }
  std::vector<HostInt> bounds;
  for (const auto &[value, at] : args.rest) {
    std::optional<int64_t> bound =
        host.integer(value, at, "a bound of `range`");
    if (!bound)
      return std::nullopt;
    bounds.push_back(*bound);
  }
  RangeObject range;
  range.start = bounds.size() > 1 ? bounds[0] : 0;
  range.stop = bounds.size() > 1 ? bounds[1] : bounds[0];
  range.step = bounds.size() > 2 ? bounds[2] : 1;
  if (range.step == 0) {
    host.error(code::HostValueError, args.at, "the step of `range` is zero");
    return std::nullopt;
  }
  return makeObject(Kind::Range, std::move(range));
}

Maybe makeList(HostEvaluator &host, const HostArgs &args) {
  if (!args.has("iterable"))
    return HostValue::list({});
  Values values = iterable(host, args, "iterable");
  return values ? Maybe(HostValue::list(std::move(*values))) : std::nullopt;
}

Maybe makeTuple(HostEvaluator &host, const HostArgs &args) {
  if (!args.has("iterable"))
    return HostValue::tuple({});
  Values values = iterable(host, args, "iterable");
  return values ? Maybe(HostValue::tuple(std::move(*values))) : std::nullopt;
}

/// Whether all elements are `wanted`; asks no more of them than it must.
static Maybe testAll(HostEvaluator &host, const HostArgs &args, bool wanted) {
  auto source = iteratorOf(host, args.get("iterable"), args.where("iterable"));
  if (!source)
    return std::nullopt;
  while (true) {
    Drawn drawn = source->next(host, args.at);
    if (drawn.state == Drawn::State::End)
      return HostValue::boolean(true);
    std::optional<bool> holds =
        drawn.isElement() ? host.truth(drawn.value, args.at) : std::nullopt;
    if (!holds)
      return std::nullopt;
    if (*holds != wanted)
      return HostValue::boolean(false);
  }
}

Maybe allOf(HostEvaluator &host, const HostArgs &args) {
  return testAll(host, args, /*wanted=*/true);
}
Maybe anyOf(HostEvaluator &host, const HostArgs &args) {
  Maybe none = testAll(host, args, /*wanted=*/false);
  return none ? Maybe(HostValue::boolean(!none->asBool())) : std::nullopt;
}

Maybe sumOf(HostEvaluator &host, const HostArgs &args) {
  Values values = iterable(host, args, "iterable");
  if (!values)
    return std::nullopt;
  Maybe total = args.has("start") ? args.get("start") : HostValue::integer(0);
  for (const HostValue &value : *values) {
    total = host.binary(BinaryOp::Add, *total, value, args.at);
    if (!total)
      return std::nullopt;
  }
  return total;
}

/// The values that are compared: `key` of each, or each itself.
static Values keysOf(HostEvaluator &host, const HostArgs &args,
                     const std::vector<HostValue> &values) {
  if (args.get("key").isNone())
    return values;
  std::vector<HostValue> keys;
  for (const HostValue &value : values) {
    Maybe key = host.callSimply(args.get("key"), {value}, args.at);
    if (!key)
      return std::nullopt;
    keys.push_back(std::move(*key));
  }
  return keys;
}

static Maybe extremeOf(HostEvaluator &host, const HostArgs &args,
                       CompareOp op) {
  std::vector<HostValue> values;
  if (args.rest.size() == 1) {
    Values elements = host.elementsOf(args.rest[0].first, args.rest[0].second);
    if (!elements)
      return std::nullopt;
    values = std::move(*elements);
  } else {
    for (const auto &[value, at] : args.rest)
      values.push_back(value);
  }
  if (values.empty()) {
    if (args.has("default"))
      return args.get("default");
    host.error(code::HostValueError, args.at,
               "there is no smallest or largest of nothing");
    return std::nullopt;
  }
  Values keys = keysOf(host, args, values);
  if (!keys)
    return std::nullopt;
  size_t best = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    std::optional<bool> better =
        host.compare(op, (*keys)[i], (*keys)[best], args.at);
    if (!better)
      return std::nullopt;
    if (*better)
      best = i;
  }
  return values[best];
}

Maybe maxOf(HostEvaluator &host, const HostArgs &args) {
  return extremeOf(host, args, CompareOp::Gt);
}
Maybe minOf(HostEvaluator &host, const HostArgs &args) {
  return extremeOf(host, args, CompareOp::Lt);
}

/// `values` in order, as `key` and `reverse` say.
static Values inOrder(HostEvaluator &host, const HostArgs &args,
                      Values values) {
  Values keys = values ? keysOf(host, args, *values) : std::nullopt;
  if (!keys)
    return std::nullopt;
  // Insertion by bisection: a comparison may fail, which std::sort cannot say.
  bool reverse = isTrue(args.get("reverse"));
  std::vector<size_t> order;
  for (size_t i = 0; i < values->size(); ++i) {
    size_t low = 0, high = order.size();
    while (low < high) {
      size_t middle = (low + high) / 2;
      std::optional<bool> before =
          reverse ? host.compare(CompareOp::Gt, (*keys)[i],
                                 (*keys)[order[middle]], args.at)
                  : host.compare(CompareOp::Lt, (*keys)[i],
                                 (*keys)[order[middle]], args.at);
      if (!before)
        return std::nullopt;
      if (*before)
        high = middle;
      else
        low = middle + 1;
    }
    order.insert(order.begin() + low, i);
  }
  std::vector<HostValue> result;
  for (size_t i : order)
    result.push_back((*values)[i]);
  return result;
}

Maybe sortedOf(HostEvaluator &host, const HostArgs &args) {
  Values values = inOrder(host, args, iterable(host, args, "iterable"));
  return values ? Maybe(HostValue::list(std::move(*values))) : std::nullopt;
}
Maybe listSort(HostEvaluator &host, const HostArgs &args) {
  Values values = inOrder(host, args, args.receiver.elements());
  if (!values)
    return std::nullopt;
  args.receiver.as<SequenceObject>().elements = std::move(*values);
  return HostValue();
}

//===----------------------------------------------------------------------===//
// Methods of numbers
//===----------------------------------------------------------------------===//

Maybe intBitLength(HostEvaluator &host, const HostArgs &args) {
  HostInt value = args.receiver.asInt();
  auto rest = static_cast<unsigned __int128>(value < 0 ? -value : value);
  HostInt bits = 0;
  for (; rest != 0; rest >>= 1)
    ++bits;
  return HostValue::integer(bits);
}

Maybe floatIsInteger(HostEvaluator &host, const HostArgs &args) {
  double value = args.receiver.asFloat();
  return HostValue::boolean(std::isfinite(value) && std::trunc(value) == value);
}

} // namespace tqc::host
