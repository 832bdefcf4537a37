//===- HostArrays.cpp - Operators and subscripts of arrays ----------------===//

#include "compiler/host/HostArrays.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;
using ast::CompareOp;

HostValue arrayValue(NumberArray array, bool isPart) {
  if (array.shape.empty())
    return array.isTruth ? HostValue::boolean(array.values[0] != 0)
                         : HostValue::floating(array.values[0]);
  ArrayObject object;
  object.array = std::move(array);
  object.isPart = isPart;
  return makeObject(Kind::Array, std::move(object));
}

std::optional<NumberArray> asArray(const HostValue &value) {
  if (value.is(Kind::Array))
    return value.as<ArrayObject>().array;
  if (!value.isNumber())
    return std::nullopt;
  NumberArray scalar(value.asFloat());
  scalar.isTruth = value.is(Kind::Bool);
  return scalar;
}

Maybe arrayResult(HostEvaluator &host, Result<NumberArray> result, Span at,
                  bool isPart) {
  if (result)
    return arrayValue(std::move(*result), isPart);
  host.error(code::HostTensor, at, result.error().message);
  return std::nullopt;
}

bool isArrayOperator(const HostValue &a, const HostValue &b) {
  return (a.is(Kind::Array) && (b.is(Kind::Array) || b.isNumber())) ||
         (b.is(Kind::Array) && a.isNumber());
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static int64_t whole(double x) { return static_cast<int64_t>(x); }

/// The function of an operator; null for `@`.
static PairFunction functionOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return [](double a, double b) { return a + b; };
  case BinaryOp::Sub:
    return [](double a, double b) { return a - b; };
  case BinaryOp::Mul:
    return [](double a, double b) { return a * b; };
  case BinaryOp::Div:
    return [](double a, double b) { return a / b; };
  case BinaryOp::FloorDiv:
    return [](double a, double b) { return std::floor(a / b); };
  case BinaryOp::Mod:
    return [](double a, double b) { return a - b * std::floor(a / b); };
  case BinaryOp::Pow:
    return [](double a, double b) { return std::pow(a, b); };
  case BinaryOp::BitAnd:
    return [](double a, double b) { return double(whole(a) & whole(b)); };
  case BinaryOp::BitOr:
    return [](double a, double b) { return double(whole(a) | whole(b)); };
  case BinaryOp::BitXor:
    return [](double a, double b) { return double(whole(a) ^ whole(b)); };
  case BinaryOp::LShift:
    return [](double a, double b) { return std::ldexp(a, int(b)); };
  case BinaryOp::RShift:
    return
        [](double a, double b) { return std::floor(std::ldexp(a, -int(b))); };
  case BinaryOp::MatMul:
    break;
  }
  return nullptr;
}

static bool isLogical(BinaryOp op) {
  return op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
         op == BinaryOp::BitXor;
}

Maybe arrayBinary(HostEvaluator &host, BinaryOp op, const HostValue &a,
                  const HostValue &b, Span at) {
  NumberArray left = *asArray(a), right = *asArray(b);
  if (op == BinaryOp::MatMul)
    return arrayResult(host, multiplyArrays(left, right), at);
  Result<NumberArray> result = applyPairs(left, right, functionOf(op));
  if (result)
    result->isTruth = isLogical(op) && left.isTruth && right.isTruth;
  return arrayResult(host, std::move(result), at);
}

Maybe arrayUnary(HostEvaluator &host, ast::UnaryOp op, const HostValue &x,
                 Span at) {
  NumberArray array = x.as<ArrayObject>().array;
  if (op == ast::UnaryOp::Invert && !array.isTruth) {
    host.error(code::HostType, at, "`~` needs an array of comparisons");
    return std::nullopt;
  }
  for (double &value : array.values)
    value = op == ast::UnaryOp::Neg      ? -value
            : op == ast::UnaryOp::Invert ? 1 - value
                                         : value;
  array.isTruth &= op != ast::UnaryOp::Neg;
  return arrayValue(std::move(array));
}

Maybe arrayCompare(HostEvaluator &host, CompareOp op, const HostValue &a,
                   const HostValue &b, Span at) {
  PairFunction function = nullptr;
  switch (op) {
  case CompareOp::Eq:
    function = [](double x, double y) { return double(x == y); };
    break;
  case CompareOp::Ne:
    function = [](double x, double y) { return double(x != y); };
    break;
  case CompareOp::Lt:
    function = [](double x, double y) { return double(x < y); };
    break;
  case CompareOp::Le:
    function = [](double x, double y) { return double(x <= y); };
    break;
  case CompareOp::Gt:
    function = [](double x, double y) { return double(x > y); };
    break;
  case CompareOp::Ge:
    function = [](double x, double y) { return double(x >= y); };
    break;
  default:
    host.error(code::HostType, at,
               quoted(ast::spelling(op)) + " is not defined for arrays");
    return std::nullopt;
  }
  Result<NumberArray> result = applyPairs(*asArray(a), *asArray(b), function);
  if (result)
    result->isTruth = true;
  return arrayResult(host, std::move(result), at);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static bool mayWrite(HostEvaluator &host, const HostValue &x, Span at) {
  if (!x.as<ArrayObject>().isPart)
    return true;
  host.error(code::HostNotAvailable, at,
             "this array is a part of another one, and parts are copies here")
      .help("write into the whole array, or take a copy: `x.copy()`");
  return false;
}

Maybe arrayAugmented(HostEvaluator &host, BinaryOp op, const HostValue &x,
                     const HostValue &operand, Span at) {
  std::optional<NumberArray> other = asArray(operand);
  if (!other) {
    host.error(code::HostType, at,
               quoted(ast::spelling(op)) + " is not defined for " +
                   describeValue(x) + " and " + describeValue(operand));
    return std::nullopt;
  }
  if (!mayWrite(host, x, at))
    return std::nullopt;
  Maybe result = arrayBinary(host, op, x, operand, at);
  if (!result)
    return std::nullopt;
  NumberArray changed = *asArray(*result);
  NumberArray &array = x.as<ArrayObject>().array;
  if (changed.shape != array.shape) {
    host.error(code::HostTensor, at,
               "an array of shape " + shapeText(array.shape) +
                   " cannot become one of shape " + shapeText(changed.shape));
    return std::nullopt;
  }
  array = std::move(changed);
  return x;
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// What a slice takes of `size` elements.
static std::optional<ArrayIndex> rangeIndex(HostEvaluator &host,
                                            const SliceObject &slice,
                                            int64_t size, Span at) {
  HostInt step = slice.step.value_or(1);
  if (step == 0 || step > INT32_MAX || step < INT32_MIN) {
    host.error(code::HostValueError, at,
               "the step of a slice is " + decimal(step));
    return std::nullopt;
  }
  auto clamped = [&](const std::optional<HostInt> &bound, HostInt otherwise) {
    if (!bound)
      return otherwise;
    HostInt low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    HostInt index = *bound < 0 ? *bound + size : *bound;
    return std::clamp(index, low, high);
  };
  HostInt start = clamped(slice.start, step > 0 ? 0 : size - 1);
  HostInt stop = clamped(slice.stop, step > 0 ? size : -1);
  HostInt distance = step > 0 ? stop - start : start - stop;
  HostInt stride = step > 0 ? step : -step;
  ArrayIndex index;
  index.kind = ArrayIndex::Range;
  index.start = static_cast<int64_t>(start);
  index.step = static_cast<int64_t>(step);
  index.count = static_cast<int64_t>(
      distance > 0 ? (distance + stride - 1) / stride : HostInt(0));
  return index;
}

/// An index from the front, or an error.
static std::optional<int64_t> fromFront(HostEvaluator &host, HostInt index,
                                        int64_t size, Span at) {
  HostInt place = index < 0 ? index + size : index;
  if (place >= 0 && place < size)
    return static_cast<int64_t>(place);
  host.error(code::HostValueError, at,
             "index " + decimal(index) + " is outside of the " +
                 std::to_string(size) + " elements");
  return std::nullopt;
}

static std::optional<ArrayIndex>
listIndex(HostEvaluator &host, const NumberArray &list, int64_t size, Span at) {
  if (list.isTruth || list.rank() != 1) {
    host.error(code::HostNotAvailable, at,
               list.isTruth ? "an array of comparisons is no index here"
                            : "an index must be a list of one dimension")
        .help("`np.where` and `np.nonzero` choose elements");
    return std::nullopt;
  }
  ArrayIndex index;
  index.kind = ArrayIndex::List;
  for (double value : list.values) {
    std::optional<int64_t> place = fromFront(host, whole(value), size, at);
    if (!place)
      return std::nullopt;
    index.list.push_back(*place);
  }
  return index;
}

static std::optional<ArrayIndex>
oneIndex(HostEvaluator &host, const HostValue &value, int64_t size, Span at) {
  ArrayIndex index;
  if (value.isInt()) {
    std::optional<int64_t> place = fromFront(host, value.asInt(), size, at);
    if (!place)
      return std::nullopt;
    index.start = *place;
    return index;
  }
  if (value.is(Kind::Slice))
    return rangeIndex(host, value.as<SliceObject>(), size, at);
  if (value.is(Kind::Array))
    return listIndex(host, value.as<ArrayObject>().array, size, at);
  host.error(code::HostType, at,
             "an index must be an integer, a slice or an array, but is " +
                 describeValue(value));
  return std::nullopt;
}

static bool takesDimension(const HostValue &index) {
  return !index.isNone() && !index.is(Kind::Ellipsis);
}

/// The elements that x[index] means.
static std::optional<ArrayPart> findPart(HostEvaluator &host,
                                         const NumberArray &array,
                                         const HostValue &index, Span at) {
  std::vector<HostValue> given = {index};
  if (index.is(Kind::Tuple))
    given = index.elements();
  auto taken = static_cast<size_t>(
      std::count_if(given.begin(), given.end(), takesDimension));
  std::vector<ArrayIndex> indices;
  size_t dim = 0;
  for (const HostValue &value : given) {
    if (!takesDimension(value)) {
      ArrayIndex special;
      special.kind = value.isNone() ? ArrayIndex::New : ArrayIndex::Rest;
      indices.push_back(special);
      if (!value.isNone() && taken <= array.rank())
        dim += array.rank() - taken;
      continue;
    }
    int64_t size = dim < array.rank() ? array.shape[dim] : 0;
    if (dim++ >= array.rank()) {
      host.error(code::HostTensor, at,
                 std::to_string(taken) + " indices are too many for " +
                     std::to_string(array.rank()) + " dimensions");
      return std::nullopt;
    }
    std::optional<ArrayIndex> one = oneIndex(host, value, size, at);
    if (!one)
      return std::nullopt;
    indices.push_back(std::move(*one));
  }
  Result<ArrayPart> part = partOf(array, indices);
  if (part)
    return std::move(*part);
  host.error(code::HostTensor, at, part.error().message);
  return std::nullopt;
}

Maybe arraySubscript(HostEvaluator &host, const HostValue &x,
                     const HostValue &index, Span at) {
  const NumberArray &array = x.as<ArrayObject>().array;
  std::optional<ArrayPart> part = findPart(host, array, index, at);
  if (!part)
    return std::nullopt;
  NumberArray result;
  result.shape = std::move(part->shape);
  result.isTruth = array.isTruth;
  for (int64_t place : part->places)
    result.values.push_back(array.values[static_cast<size_t>(place)]);
  return arrayValue(std::move(result), /*isPart=*/true);
}

bool arrayAssign(HostEvaluator &host, const HostValue &x,
                 const HostValue &index, const HostValue &value, Span at) {
  if (!mayWrite(host, x, at))
    return false;
  NumberArray &array = x.as<ArrayObject>().array;
  std::optional<ArrayPart> part = findPart(host, array, index, at);
  std::optional<NumberArray> from = part ? asArray(value) : std::nullopt;
  if (part && !from)
    host.error(code::HostType, at,
               "an array holds numbers, but this is " + describeValue(value));
  if (!from)
    return false;
  Result<NumberArray> wide = broadcastArray(*from, part->shape);
  if (!wide) {
    host.error(code::HostTensor, at, wide.error().message);
    return false;
  }
  for (size_t i = 0; i < part->places.size(); ++i)
    array.values[static_cast<size_t>(part->places[i])] = wide->values[i];
  return true;
}

//===----------------------------------------------------------------------===//
// Facts and elements
//===----------------------------------------------------------------------===//

Maybe arrayFact(const NumberArray &array, StringRef name) {
  if (name == "ndim")
    return HostValue::integer(static_cast<int64_t>(array.rank()));
  if (name == "size")
    return HostValue::integer(array.count());
  if (name == "shape") {
    std::vector<HostValue> sizes;
    for (int64_t size : array.shape)
      sizes.push_back(HostValue::integer(size));
    return HostValue::tuple(std::move(sizes));
  }
  if (name != "T")
    return std::nullopt;
  std::vector<int64_t> order(array.rank());
  std::iota(order.rbegin(), order.rend(), 0);
  return arrayValue(*permuteArray(array, order), /*isPart=*/true);
}

std::vector<HostValue> arrayElements(const NumberArray &array) {
  std::vector<HostValue> elements;
  int64_t count = array.shape[0], inner = count ? array.count() / count : 0;
  for (int64_t i = 0; i < count; ++i) {
    NumberArray one;
    one.shape.assign(array.shape.begin() + 1, array.shape.end());
    one.values.assign(array.values.begin() + i * inner,
                      array.values.begin() + (i + 1) * inner);
    one.isTruth = array.isTruth;
    elements.push_back(arrayValue(std::move(one), /*isPart=*/true));
  }
  return elements;
}

} // namespace tqc::host
