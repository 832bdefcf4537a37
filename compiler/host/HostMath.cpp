//===- HostMath.cpp - math and the arithmetic of triton -------------------===//

#include "compiler/host/HostHandlers.h"

#include <cmath>

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;

/// Reports an argument that is no number, or out of a function's domain.
static std::nullopt_t badNumber(HostEvaluator &host, Span at,
                                const HostValue &value, const char *wanted) {
  host.error(value.isNumber() ? code::HostValueError : code::HostType, at,
             std::string("expected ") + wanted + ", but this is " +
                 (value.isNumber() ? repr(value) : describeValue(value)));
  return std::nullopt;
}

/// math.name(x)
static Maybe apply(HostEvaluator &host, const HostArgs &args,
                   llvm::StringRef name) {
  HostValue x = args.get("x");
  if (!x.isNumber())
    return badNumber(host, args.where("x"), x, "a number");
  return host.number(python::mathFunction(name, numberOf(x)), args.where("x"));
}

#define TQ_MATH(handler, name)                                                 \
  Maybe handler(HostEvaluator &host, const HostArgs &args) {                   \
    return apply(host, args, name);                                            \
  }
TQ_MATH(mathCos, "cos")
TQ_MATH(mathErf, "erf")
TQ_MATH(mathExp, "exp")
TQ_MATH(mathExp2, "exp2")
TQ_MATH(mathExpm1, "expm1")
TQ_MATH(mathFabs, "fabs")
TQ_MATH(mathLog10, "log10")
TQ_MATH(mathLog1p, "log1p")
TQ_MATH(mathLog2, "log2")
TQ_MATH(mathSin, "sin")
TQ_MATH(mathSqrt, "sqrt")
TQ_MATH(mathTan, "tan")
TQ_MATH(mathTanh, "tanh")
#undef TQ_MATH

Maybe mathLog(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x"), base = args.get("base");
  if (!args.has("base"))
    return apply(host, args, "log");
  for (const char *name : {"x", "base"})
    if (!args.get(name).isNumber())
      return badNumber(host, args.where(name), args.get(name), "a number");
  return host.number(python::logarithm(numberOf(x), numberOf(base)), args.at);
}

Maybe mathPow(HostEvaluator &host, const HostArgs &args) {
  for (const char *name : {"x", "y"})
    if (!args.get(name).isNumber())
      return badNumber(host, args.where(name), args.get(name), "a number");
  return host.binary(BinaryOp::Pow,
                     HostValue::floating(args.get("x").asFloat()),
                     HostValue::floating(args.get("y").asFloat()), args.at);
}

/// Rounds a number to an int.
static Maybe whole(HostEvaluator &host, const HostArgs &args,
                   python::NumberResult (*function)(python::Number)) {
  HostValue x = args.get("x");
  if (!x.isNumber())
    return badNumber(host, args.where("x"), x, "a number");
  return host.number(function(numberOf(x)), args.where("x"));
}

Maybe mathCeil(HostEvaluator &host, const HostArgs &args) {
  return whole(host, args, python::ceilOf);
}
Maybe mathFloor(HostEvaluator &host, const HostArgs &args) {
  return whole(host, args, python::floorOf);
}
Maybe mathTrunc(HostEvaluator &host, const HostArgs &args) {
  return whole(host, args, python::truncate);
}

static Maybe test(HostEvaluator &host, const HostArgs &args,
                  bool (*function)(double)) {
  HostValue x = args.get("x");
  if (!x.isNumber())
    return badNumber(host, args.where("x"), x, "a number");
  return HostValue::boolean(function(x.asFloat()));
}

Maybe mathIsfinite(HostEvaluator &host, const HostArgs &args) {
  return test(host, args, [](double x) { return std::isfinite(x); });
}
Maybe mathIsinf(HostEvaluator &host, const HostArgs &args) {
  return test(host, args, [](double x) { return std::isinf(x); });
}
Maybe mathIsnan(HostEvaluator &host, const HostArgs &args) {
  return test(host, args, [](double x) { return std::isnan(x); });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static HostInt gcd(HostInt a, HostInt b) {
  while (b != 0) {
    HostInt rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/// All positional arguments as 64-bit integers; false if one is none.
static bool integers(HostEvaluator &host, const HostArgs &args,
                     std::vector<HostInt> &values) {
  for (const auto &[value, at] : args.rest) {
    std::optional<int64_t> number = host.integer(value, at, "an argument");
    if (!number)
      return false;
    values.push_back(*number);
  }
  return true;
}

Maybe mathGcd(HostEvaluator &host, const HostArgs &args) {
  std::vector<HostInt> values;
  if (!integers(host, args, values))
    return std::nullopt;
  HostInt result = 0;
  for (HostInt value : values)
    result = gcd(result, value);
  return HostValue::integer(result);
}

Maybe mathLcm(HostEvaluator &host, const HostArgs &args) {
  std::vector<HostInt> values;
  if (!integers(host, args, values))
    return std::nullopt;
  Maybe result = HostValue::integer(1);
  for (HostInt value : values) {
    HostInt size = value < 0 ? -value : value;
    if (size == 0)
      return HostValue::integer(0);
    result = host.binary(BinaryOp::Mul, *result,
                         HostValue::integer(size / gcd(result->asInt(), size)),
                         args.at);
    if (!result)
      return std::nullopt;
  }
  return result;
}

Maybe mathIsqrt(HostEvaluator &host, const HostArgs &args) {
  std::optional<int64_t> n =
      host.integer(args.get("n"), args.where("n"), "`n`");
  if (!n)
    return std::nullopt;
  if (*n < 0)
    return badNumber(host, args.where("n"), args.get("n"),
                     "an integer that is not negative");
  HostInt root = static_cast<HostInt>(std::sqrt(static_cast<double>(*n)));
  while (root * root > *n)
    --root;
  while ((root + 1) * (root + 1) <= *n)
    ++root;
  return HostValue::integer(root);
}

Maybe mathProd(HostEvaluator &host, const HostArgs &args) {
  auto values = host.elementsOf(args.get("iterable"), args.where("iterable"));
  if (!values)
    return std::nullopt;
  Maybe product = args.has("start") ? args.get("start") : HostValue::integer(1);
  for (const HostValue &value : *values) {
    product = host.binary(BinaryOp::Mul, *product, value, args.at);
    if (!product)
      return std::nullopt;
  }
  return product;
}

//===----------------------------------------------------------------------===//
// triton
//===----------------------------------------------------------------------===//

/// (x + y - 1) // y, as Triton defines it.
Maybe cdivOf(HostEvaluator &host, const HostArgs &args) {
  HostValue x = args.get("x"), y = args.get("y");
  Maybe sum = host.binary(BinaryOp::Add, x, y, args.at);
  if (sum)
    sum = host.binary(BinaryOp::Sub, *sum, HostValue::integer(1), args.at);
  return sum ? host.binary(BinaryOp::FloorDiv, *sum, y, args.at) : std::nullopt;
}

Maybe nextPowerOf2(HostEvaluator &host, const HostArgs &args) {
  std::optional<int64_t> n =
      host.integer(args.get("n"), args.where("n"), "`n`");
  if (!n)
    return std::nullopt;
  HostInt power = 1;
  while (power < *n)
    power *= 2;
  return HostValue::integer(*n <= 0 ? 0 : power);
}

Maybe constexprOf(HostEvaluator &host, const HostArgs &args) {
  return args.get("value");
}

Maybe makeConfig(HostEvaluator &host, const HostArgs &args) {
  ConfigObject config;
  HostValue values = args.get("kwargs");
  if (!values.is(Kind::Dict)) {
    host.error(code::HostType, args.where("kwargs"),
               "`triton.Config` needs a dict of arguments, but this is " +
                   describeValue(values));
    return std::nullopt;
  }
  for (const auto &[key, value] : values.as<DictObject>().items) {
    if (!key.is(Kind::String)) {
      host.error(
          code::HostType, args.where("kwargs"),
          "the dict of a `triton.Config` has names as keys, but one is " +
              repr(key));
      return std::nullopt;
    }
    config.config.values.emplace_back(key.asString(), value);
  }
  std::pair<const char *, std::optional<int> *> options[] = {
      {"num_warps", &config.config.numWarps},
      {"num_stages", &config.config.numStages},
      {"num_ctas", &config.config.numCtas},
      {"maxnreg", &config.config.maxRegisters}};
  for (auto [name, place] : options) {
    if (args.get(name).isNone())
      continue;
    std::optional<int64_t> value =
        host.integer(args.get(name), args.where(name), quoted(name));
    if (!value)
      return std::nullopt;
    *place = static_cast<int>(*value);
  }
  return makeObject(Kind::Config, std::move(config));
}

} // namespace tqc::host
