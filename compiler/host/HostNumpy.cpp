//===- HostNumpy.cpp - numpy's functions ----------------------------------===//
//
// What the reference of a topic may call. Names, arguments and results are
// numpy's; all numbers are doubles.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostHandlers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;
using Shape = std::vector<int64_t>;

/// An argument as an array; lists become arrays, as numpy makes them.
static std::optional<NumberArray> arrayOf(HostEvaluator &host,
                                          const HostValue &value, Span at) {
  if (std::optional<NumberArray> array = asArray(value))
    return array;
  if (!value.is(Kind::List) && !value.is(Kind::Tuple)) {
    host.error(code::HostType, at,
               "an array is made of numbers, but this is " +
                   describeValue(value));
    return std::nullopt;
  }
  std::vector<NumberArray> rows;
  for (const HostValue &element : value.elements()) {
    std::optional<NumberArray> row = arrayOf(host, element, at);
    if (!row)
      return std::nullopt;
    row->shape.insert(row->shape.begin(), 1);
    rows.push_back(std::move(*row));
  }
  if (rows.empty())
    return NumberArray({0}, 0);
  Result<NumberArray> joined = joinArrays(rows, 0);
  if (joined)
    return std::move(*joined);
  host.error(code::HostTensor, at, joined.error().message);
  return std::nullopt;
}

/// The argument `name`, or what a method is called on.
static std::optional<NumberArray>
operand(HostEvaluator &host, const HostArgs &args, const char *name = "x") {
  if (args.receiver.is(Kind::Array) && !args.has(name))
    return args.receiver.as<ArrayObject>().array;
  return arrayOf(host, args.get(name), args.where(name));
}

/// Whole numbers: one, several, or a tuple of them.
static std::optional<Shape> integersOf(HostEvaluator &host, HostValue value,
                                       Span at, StringRef what) {
  std::vector<HostValue> elements = {value};
  if (value.is(Kind::Tuple) || value.is(Kind::List))
    elements = value.elements();
  Shape numbers;
  for (const HostValue &element : elements) {
    std::optional<int64_t> number = host.integer(element, at, what);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// `*name`, given one by one or as one tuple.
static std::optional<Shape> restOf(HostEvaluator &host, const HostArgs &args,
                                   StringRef what) {
  if (args.rest.size() == 1)
    return integersOf(host, args.rest[0].first, args.at, what);
  std::vector<HostValue> elements;
  for (const auto &[value, at] : args.rest)
    elements.push_back(value);
  return integersOf(host, HostValue::list(std::move(elements)), args.at, what);
}

//===----------------------------------------------------------------------===//
// Element by element
//===----------------------------------------------------------------------===//

static Maybe applyEach(HostEvaluator &host, const HostArgs &args,
                       double (*function)(double)) {
  std::optional<NumberArray> x = operand(host, args);
  if (!x)
    return std::nullopt;
  for (double &value : x->values)
    value = function(value);
  x->isTruth = false;
  return arrayValue(std::move(*x));
}

#define TQ_NUMPY(handler, expression)                                          \
  Maybe handler(HostEvaluator &host, const HostArgs &args) {                   \
    return applyEach(host, args,                                               \
                     [](double x) -> double { return expression; });           \
  }
TQ_NUMPY(numpyAbs, std::fabs(x))
TQ_NUMPY(numpyCeil, std::ceil(x))
TQ_NUMPY(numpyCos, std::cos(x))
TQ_NUMPY(numpyExp, std::exp(x))
TQ_NUMPY(numpyExp2, std::exp2(x))
TQ_NUMPY(numpyExpm1, std::expm1(x))
TQ_NUMPY(numpyFloor, std::floor(x))
TQ_NUMPY(numpyLog, std::log(x))
TQ_NUMPY(numpyLog1p, std::log1p(x))
TQ_NUMPY(numpyLog2, std::log2(x))
TQ_NUMPY(numpyRound, std::nearbyint(x))
TQ_NUMPY(numpySign, double((x > 0) - (x < 0)))
TQ_NUMPY(numpySin, std::sin(x))
TQ_NUMPY(numpySqrt, std::sqrt(x))
TQ_NUMPY(numpyTanh, std::tanh(x))
#undef TQ_NUMPY

Maybe numpyIsnan(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  if (!x)
    return std::nullopt;
  for (double &value : x->values)
    value = std::isnan(value);
  x->isTruth = true;
  return arrayValue(std::move(*x));
}

/// x.astype(int) cuts what is behind the point off.
Maybe arrayAsType(HostEvaluator &host, const HostArgs &args) {
  HostValue type = args.get("dtype");
  std::string name =
      type.is(Kind::Builtin) ? type.as<BuiltinObject>().name() : "";
  if (name != "int" && name != "float")
    return wrongKind(host, args, "dtype", "`int` or `float`");
  return name == "int" ? applyEach(host, args, std::trunc)
                       : applyEach(host, args, [](double x) { return x; });
}

Maybe arrayCopy(HostEvaluator &host, const HostArgs &args) {
  return arrayValue(args.receiver.as<ArrayObject>().array);
}

static Maybe applyTwo(HostEvaluator &host, const HostArgs &args,
                      PairFunction function) {
  std::optional<NumberArray> a = operand(host, args, "a");
  std::optional<NumberArray> b = a ? operand(host, args, "b") : std::nullopt;
  return b ? arrayResult(host, applyPairs(*a, *b, function), args.at)
           : std::nullopt;
}

Maybe numpyMaximum(HostEvaluator &host, const HostArgs &args) {
  return applyTwo(host, args, [](double a, double b) {
    return std::isnan(a) || a > b ? a : b;
  });
}
Maybe numpyMinimum(HostEvaluator &host, const HostArgs &args) {
  return applyTwo(host, args, [](double a, double b) {
    return std::isnan(a) || a < b ? a : b;
  });
}

Maybe numpyWhere(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> condition = operand(host, args, "condition");
  std::optional<NumberArray> a =
      condition ? operand(host, args, "a") : std::nullopt;
  std::optional<NumberArray> b = a ? operand(host, args, "b") : std::nullopt;
  if (!b)
    return std::nullopt;
  auto shapes = applyPairs(*a, *b, [](double, double) { return 0.0; });
  auto all = shapes ? applyPairs(*condition, *shapes,
                                 [](double, double) { return 0.0; })
                    : shapes;
  if (!all)
    return arrayResult(host, std::move(all), args.at);
  NumberArray chosen = *broadcastArray(*a, all->shape);
  NumberArray others = *broadcastArray(*b, all->shape);
  NumberArray choice = *broadcastArray(*condition, all->shape);
  for (size_t i = 0; i < choice.values.size(); ++i)
    if (choice.values[i] == 0)
      chosen.values[i] = others.values[i];
  chosen.isTruth = a->isTruth && b->isTruth;
  return arrayValue(std::move(chosen));
}

//===----------------------------------------------------------------------===//
// New arrays
//===----------------------------------------------------------------------===//

static Maybe makeFilled(HostEvaluator &host, const HostArgs &args,
                        double value) {
  std::optional<Shape> shape =
      integersOf(host, args.get("shape"), args.where("shape"), "a size");
  if (!shape)
    return std::nullopt;
  if (std::any_of(shape->begin(), shape->end(),
                  [](int64_t size) { return size < 0; })) {
    host.error(code::HostTensor, args.where("shape"),
               "the shape " + shapeText(*shape) + " has a negative size");
    return std::nullopt;
  }
  return arrayResult(host, broadcastArray(NumberArray(value), *shape), args.at);
}

Maybe numpyZeros(HostEvaluator &host, const HostArgs &args) {
  return makeFilled(host, args, 0);
}
Maybe numpyOnes(HostEvaluator &host, const HostArgs &args) {
  return makeFilled(host, args, 1);
}
Maybe numpyFull(HostEvaluator &host, const HostArgs &args) {
  if (!args.get("value").isNumber())
    return wrongKind(host, args, "value", "a number");
  return makeFilled(host, args, args.get("value").asFloat());
}

Maybe numpyZerosLike(HostEvaluator &host, const HostArgs &args) {
  return applyEach(host, args, [](double) { return 0.0; });
}
Maybe numpyOnesLike(HostEvaluator &host, const HostArgs &args) {
  return applyEach(host, args, [](double) { return 1.0; });
}

Maybe numpyArray(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  return x ? Maybe(arrayValue(std::move(*x))) : std::nullopt;
}

Maybe numpyArange(HostEvaluator &host, const HostArgs &args) {
  std::vector<int64_t> bounds;
  for (const auto &[value, at] : args.rest) {
    std::optional<int64_t> bound = host.integer(value, at, "a bound");
    if (!bound)
      return std::nullopt;
    bounds.push_back(*bound);
  }
  if (bounds.empty() || bounds.size() > 3 ||
      (bounds.size() == 3 && bounds[2] <= 0)) {
    host.error(code::HostArguments, args.at,
               "`numpy.arange` takes one to three whole numbers, and a step "
               "above 0");
    return std::nullopt;
  }
  int64_t start = bounds.size() > 1 ? bounds[0] : 0;
  int64_t stop = bounds[bounds.size() > 1 ? 1 : 0];
  int64_t step = bounds.size() == 3 ? bounds[2] : 1;
  HostInt count = (HostInt(stop) - start + step - 1) / step;
  if (count > kMaxArrayElements) {
    host.error(code::HostLimit, args.at, "this array is too long");
    return std::nullopt;
  }
  NumberArray result({static_cast<int64_t>(std::max<HostInt>(count, 0))}, 0);
  for (size_t i = 0; i < result.values.size(); ++i)
    result.values[i] = double(start + static_cast<int64_t>(i) * step);
  return arrayValue(std::move(result));
}

//===----------------------------------------------------------------------===//
// Along axes
//===----------------------------------------------------------------------===//

static Maybe reduce(HostEvaluator &host, const HostArgs &args,
                    Reduction reduction) {
  std::optional<NumberArray> x = operand(host, args);
  if (!x)
    return std::nullopt;
  std::optional<Shape> axes;
  if (!args.get("axis").isNone()) {
    axes = integersOf(host, args.get("axis"), args.where("axis"), "`axis`");
    if (!axes)
      return std::nullopt;
  }
  bool keeps = args.has("keepdims") && isTrue(args.get("keepdims"));
  return arrayResult(host, reduceArray(*x, reduction, axes, keeps), args.at);
}

Maybe numpySum(HostEvaluator &host, const HostArgs &args) {
  return reduce(host, args, Reduction::Sum);
}
Maybe numpyMax(HostEvaluator &host, const HostArgs &args) {
  return reduce(host, args, Reduction::Max);
}
Maybe numpyMin(HostEvaluator &host, const HostArgs &args) {
  return reduce(host, args, Reduction::Min);
}
Maybe numpyMean(HostEvaluator &host, const HostArgs &args) {
  return reduce(host, args, Reduction::Mean);
}

Maybe numpyCumsum(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  std::optional<int64_t> axis =
      x ? host.integer(args.get("axis"), args.where("axis"), "`axis`")
        : std::nullopt;
  return axis ? arrayResult(host, cumulateArray(*x, *axis), args.at)
              : std::nullopt;
}

Maybe numpyArgsort(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  if (!x)
    return std::nullopt;
  if (!args.get("kind").is(Kind::String) ||
      args.get("kind").asString() != "stable")
    return wrongKind(host, args, "kind", "\"stable\"");
  return arrayValue(sortingIndices(*x));
}

Maybe numpyNonzero(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  if (!x)
    return std::nullopt;
  if (x->rank() != 1)
    return wrongKind(host, args, "x", "an array of one dimension");
  NumberArray places({0}, 0);
  for (size_t i = 0; i < x->values.size(); ++i)
    if (x->values[i] != 0)
      places.values.push_back(double(i));
  places.shape[0] = places.count();
  return HostValue::tuple({arrayValue(std::move(places))});
}

//===----------------------------------------------------------------------===//
// Other shapes
//===----------------------------------------------------------------------===//

Maybe numpyConcatenate(HostEvaluator &host, const HostArgs &args) {
  auto elements = host.elementsOf(args.get("arrays"), args.where("arrays"));
  if (!elements)
    return std::nullopt;
  std::optional<int64_t> axis = 0;
  if (args.has("axis"))
    axis = host.integer(args.get("axis"), args.where("axis"), "`axis`");
  if (!axis)
    return std::nullopt;
  std::vector<NumberArray> parts;
  for (const HostValue &element : *elements) {
    std::optional<NumberArray> part =
        arrayOf(host, element, args.where("arrays"));
    if (!part)
      return std::nullopt;
    parts.push_back(std::move(*part));
  }
  return arrayResult(host, joinArrays(parts, *axis), args.at);
}

Maybe numpyStack(HostEvaluator &host, const HostArgs &args) {
  auto elements = host.elementsOf(args.get("arrays"), args.where("arrays"));
  if (!elements)
    return std::nullopt;
  std::optional<NumberArray> stacked =
      arrayOf(host, HostValue::list(*elements), args.where("arrays"));
  return stacked ? Maybe(arrayValue(std::move(*stacked))) : std::nullopt;
}

Maybe numpyRepeat(HostEvaluator &host, const HostArgs &args) {
  std::optional<NumberArray> x = operand(host, args);
  std::optional<int64_t> count =
      x ? host.integer(args.get("repeats"), args.where("repeats"), "`repeats`")
        : std::nullopt;
  std::optional<int64_t> axis =
      count ? host.integer(args.get("axis"), args.where("axis"), "`axis`")
            : std::nullopt;
  if (!axis)
    return std::nullopt;
  auto rank = static_cast<int64_t>(x->rank());
  int64_t dim = *axis < 0 ? *axis + rank : *axis;
  if (dim < 0 || dim >= rank || *count < 1) {
    host.error(code::HostTensor, args.at,
               "repeats and axis do not fit the shape " + shapeText(x->shape));
    return std::nullopt;
  }
  Shape wide = x->shape, full = x->shape, final = x->shape;
  wide.insert(wide.begin() + dim + 1, 1);
  full.insert(full.begin() + dim + 1, *count);
  final[static_cast<size_t>(dim)] *= *count;
  Result<NumberArray> result = reshapeArray(*x, wide);
  if (result)
    result = broadcastArray(*result, full);
  if (result)
    result = reshapeArray(*result, final);
  return arrayResult(host, std::move(result), args.at);
}

Maybe arrayReshape(HostEvaluator &host, const HostArgs &args) {
  std::optional<Shape> shape = restOf(host, args, "a size");
  return shape ? arrayResult(host,
                             reshapeArray(args.receiver.as<ArrayObject>().array,
                                          *shape),
                             args.at, /*isPart=*/true)
               : std::nullopt;
}

Maybe arrayTranspose(HostEvaluator &host, const HostArgs &args) {
  std::optional<Shape> order = restOf(host, args, "an axis");
  return order ? arrayResult(host,
                             permuteArray(args.receiver.as<ArrayObject>().array,
                                          *order),
                             args.at, /*isPart=*/true)
               : std::nullopt;
}

Maybe arraySwapaxes(HostEvaluator &host, const HostArgs &args) {
  const NumberArray &x = args.receiver.as<ArrayObject>().array;
  auto a = host.integer(args.get("a"), args.where("a"), "an axis");
  auto b = a ? host.integer(args.get("b"), args.where("b"), "an axis")
             : std::nullopt;
  if (!b)
    return std::nullopt;
  auto rank = static_cast<int64_t>(x.rank());
  int64_t first = *a < 0 ? *a + rank : *a, second = *b < 0 ? *b + rank : *b;
  if (std::min(first, second) < 0 || std::max(first, second) >= rank) {
    host.error(code::HostTensor, args.at,
               "an axis is outside of the " + std::to_string(rank) +
                   " dimensions");
    return std::nullopt;
  }
  Shape order(x.rank());
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<size_t>(first)],
            order[static_cast<size_t>(second)]);
  return arrayResult(host, permuteArray(x, order), args.at, /*isPart=*/true);
}

} // namespace tqc::host
