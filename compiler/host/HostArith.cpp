//===- HostArith.cpp - Arithmetic and comparisons of launchers ------------===//
//
// Python's operators on Python's values; numbers are those of PythonNumber.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostIterators.h"

#include <cmath>

namespace tqc::host {

using Kind = HostValue::Kind;
using ast::BinaryOp;
using ast::CompareOp;
using ast::UnaryOp;

std::string shapeText(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string describeValue(const HostValue &value) {
  if (value.is(Kind::Tensor))
    return "a tensor of shape " + shapeText(value.asTensor().shape);
  if (value.is(Kind::Array))
    return "an array of shape " +
           shapeText(value.as<ArrayObject>().array.shape);
  return describe(value.kind());
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

python::Number numberOf(const HostValue &value) {
  return value.is(Kind::Bool)  ? python::Number::boolean(value.asBool())
         : value.is(Kind::Int) ? python::Number::integerOf(value.asInt())
                               : python::Number::floating(value.asFloat());
}

Maybe HostEvaluator::number(const python::NumberResult &result, Span at) {
  if (!result.value) {
    if (result.raises)
      raise({result.raises}, code::HostValueError, at, result.why);
    else
      error(code::HostValueError, at, result.why);
    return std::nullopt;
  }
  switch (result.value->kind) {
  case python::Number::Kind::Bool:
    return HostValue::boolean(result.value->integer != 0);
  case python::Number::Kind::Int:
    return HostValue::integer(result.value->integer);
  case python::Number::Kind::Float:
    return HostValue::floating(result.value->real);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Binary operators
//===----------------------------------------------------------------------===//

static bool isSequence(const HostValue &value) {
  return value.is(Kind::String) || value.is(Kind::Tuple) ||
         value.is(Kind::List);
}

static size_t lengthOf(const HostValue &value) {
  return value.is(Kind::String) ? value.asString().size() // what it takes
                                : value.elements().size();
}

/// How long `a op b` of strings, tuples and lists is; nothing if `op` is not
/// defined for them.
static std::optional<HostInt> sequenceLength(BinaryOp op, const HostValue &a,
                                             const HostValue &b) {
  if (op == BinaryOp::Add && isSequence(a) && a.kind() == b.kind())
    return HostInt(lengthOf(a)) + HostInt(lengthOf(b));
  if (op != BinaryOp::Mul || a.isInt() == b.isInt())
    return std::nullopt;
  const HostValue &sequence = a.isInt() ? b : a;
  HostInt count = a.isInt() ? a.asInt() : b.asInt();
  if (!isSequence(sequence))
    return std::nullopt;
  HostInt length = lengthOf(sequence);
  if (count <= 0 || length == 0)
    return 0;
  // No int is so large that this overflows: lengths are below 2^20.
  return count > (HostInt(1) << 100) ? HostInt(1) << 100 : count * length;
}

/// `a op b` for a length that sequenceLength gave.
static HostValue sequenceOp(BinaryOp op, const HostValue &a, const HostValue &b,
                            HostInt length) {
  const HostValue &first = a.isInt() ? b : a;
  bool isSize = false; // torch.Size wins over a tuple
  for (const HostValue &side : {a, b})
    isSize |= side.is(Kind::Tuple) && side.as<SequenceObject>().isSize;
  std::string text;
  std::vector<HostValue> elements;
  if (op == BinaryOp::Add && first.is(Kind::String)) {
    text = a.asString() + b.asString();
  } else if (op == BinaryOp::Add) {
    elements = a.elements();
    elements.insert(elements.end(), b.elements().begin(), b.elements().end());
  } else if (first.is(Kind::String)) {
    while (HostInt(text.size()) < length)
      text += first.asString();
  } else {
    while (HostInt(elements.size()) < length)
      elements.insert(elements.end(), first.elements().begin(),
                      first.elements().end());
  }
  if (first.is(Kind::String))
    return HostValue::string(std::move(text));
  if (first.is(Kind::List))
    return HostValue::list(std::move(elements));
  HostValue tuple = HostValue::tuple(std::move(elements));
  tuple.as<SequenceObject>().isSize = isSize;
  return tuple;
}

Maybe HostEvaluator::binary(BinaryOp op, const HostValue &a, const HostValue &b,
                            Span at) {
  if (a.isNumber() && b.isNumber()) {
    python::NumberResult result =
        python::arithmetic(op, numberOf(a), numberOf(b));
    if (result.value || !result.why.empty())
      return number(result, at);
  }
  if (isArrayOperator(a, b))
    return arrayBinary(*this, op, a, b, at);
  if (op == BinaryOp::Mod && a.is(Kind::String))
    return formatPercent(a.asString(), b, at);
  if (std::optional<HostInt> length = sequenceLength(op, a, b)) {
    if (!mayHave(*length, at))
      return std::nullopt;
    return sequenceOp(op, a, b, *length);
  }
  Diag &diag = error(code::HostType, at,
                     quoted(ast::spelling(op)) + " is not defined for " +
                         describeValue(a) + " and " + describeValue(b));
  if (a.is(Kind::Tensor) || b.is(Kind::Tensor)) {
    diag.message = (kNoTensorValues + ": " + quoted(ast::spelling(op)) +
                    " of " + describeValue(a) + " and " + describeValue(b))
                       .str();
    diag.code = code::HostNotAvailable;
    diag.help(kWriteAKernel.str());
  }
  return std::nullopt;
}

Maybe HostEvaluator::unary(UnaryOp op, const HostValue &value, Span at) {
  if (op == UnaryOp::Not) {
    std::optional<bool> result = truth(value, at);
    return result ? Maybe(HostValue::boolean(!*result)) : std::nullopt;
  }
  if (value.isNumber()) {
    python::NumberResult result = python::arithmetic(op, numberOf(value));
    if (result.value || !result.why.empty())
      return number(result, at);
  }
  if (value.is(Kind::Array))
    return arrayUnary(*this, op, value, at);
  static constexpr const char *kOps[] = {"-", "+", "~"};
  Diag &diag = error(code::HostType, at,
                     quoted(kOps[static_cast<int>(op)]) +
                         " is not defined for " + describeValue(value));
  if (value.is(Kind::Tensor))
    diag.help(kWriteAKernel.str());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static bool holds(CompareOp op, int order) {
  switch (op) {
  case CompareOp::Lt:
    return order < 0;
  case CompareOp::Le:
    return order <= 0;
  case CompareOp::Gt:
    return order > 0;
  default:
    return order >= 0;
  }
}

/// `a is b`; nothing where that depends on what CPython keeps only once.
static std::optional<bool> isSame(const HostValue &a, const HostValue &b) {
  if (a.kind() != b.kind())
    return false;
  if (a.identity() || b.identity()) {
    bool empty =
        a.is(Kind::Tuple) && a.elements().empty() && b.elements().empty();
    return empty || a.identity() == b.identity();
  }
  bool isNan = a.is(Kind::Float) && std::isnan(a.asFloat());
  if (!isNan && !equal(a, b))
    return false;
  bool isOnce = a.is(Kind::Int) ? a.asInt() >= -5 && a.asInt() <= 256
                                : !a.is(Kind::Float) && !a.is(Kind::String);
  return isOnce ? std::optional<bool>(true) : std::nullopt;
}

/// Whether `a == b` asks for what tensors hold.
static bool asksForElements(const HostValue &a, const HostValue &b) {
  auto asks = [](const HostValue &x, const HostValue &y) {
    return (x.identity() == nullptr || x.identity() != y.identity()) &&
           asksForElements(x, y);
  };
  if (a.is(Kind::Tensor) || b.is(Kind::Tensor)) {
    const HostValue &other = a.is(Kind::Tensor) ? b : a;
    return other.is(Kind::Tensor) || other.isNumber();
  }
  if (a.kind() != b.kind())
    return false;
  if ((a.is(Kind::Tuple) || a.is(Kind::List)) &&
      a.elements().size() == b.elements().size())
    for (size_t i = 0; i < a.elements().size(); ++i) {
      if (asks(a.elements()[i], b.elements()[i]))
        return true;
      if (!equal(a.elements()[i], b.elements()[i]))
        return false;
    }
  if (a.is(Kind::Dict))
    for (const auto &[key, value] : a.as<DictObject>().items)
      if (const HostValue *other = b.as<DictObject>().find(key);
          other && asks(value, *other))
        return true;
  return false;
}

std::optional<bool> HostEvaluator::matches(const HostValue &a,
                                           const HostValue &b, Span at) {
  if (a.identity() && a.identity() == b.identity())
    return true;
  return compare(CompareOp::Eq, a, b, at);
}

/// Whether `range` gives a number equal to `item`.
static bool rangeContains(const RangeObject &range, const HostValue &item) {
  if (!item.isNumber())
    return false;
  double real = item.asFloat();
  if (!item.isInt() && (std::trunc(real) != real || std::fabs(real) >= 0x1p126))
    return false;
  HostInt offset =
      (item.isInt() ? item.asInt() : static_cast<HostInt>(real)) - range.start;
  return offset % range.step == 0 && offset / range.step >= 0 &&
         offset / range.step < range.size();
}

/// `item in container`.
std::optional<bool> HostEvaluator::contains(const HostValue &container,
                                            const HostValue &item, Span at) {
  if (container.is(Kind::String) && item.is(Kind::String))
    return container.asString().find(item.asString()) != std::string::npos;
  if (container.is(Kind::Range))
    return rangeContains(container.as<RangeObject>(), item);
  bool isKeys = container.is(Kind::View) &&
                container.as<ViewObject>().part == ViewObject::Part::Keys;
  if (container.is(Kind::Dict) || isKeys) {
    if (!dictKey(item)) {
      error(code::HostType, at,
            describeValue(item) + " cannot be a key of a dict");
      return std::nullopt;
    }
    return (isKeys ? *container.as<ViewObject>().dict
                   : container.as<DictObject>())
               .find(item) != nullptr;
  }
  bool hasElements = container.is(Kind::Tuple) || container.is(Kind::List) ||
                     container.is(Kind::View) || container.is(Kind::Iterator);
  auto source = hasElements ? iteratorOf(*this, container, at) : nullptr;
  if (!hasElements)
    error(code::HostType, at,
          "`in` is not defined for " + describeValue(item) + " and " +
              describeValue(container));
  while (source) {
    Drawn drawn = source->next(*this, at);
    if (drawn.hasFailed())
      break;
    if (!drawn.isElement())
      return false;
    std::optional<bool> found = matches(drawn.value, item, at);
    if (!found || *found)
      return found;
  }
  return std::nullopt;
}

/// <, <=, > and >= of what has an order.
std::optional<bool> HostEvaluator::compareOrder(CompareOp op,
                                                const HostValue &a,
                                                const HostValue &b, Span at) {
  if (a.isNumber() && b.isNumber()) {
    std::optional<int> result = python::order(numberOf(a), numberOf(b));
    return result && holds(op, *result);
  }
  if (a.is(Kind::String) && b.is(Kind::String))
    return holds(op, a.asString().compare(b.asString()));
  if ((a.is(Kind::Tuple) || a.is(Kind::List)) && a.kind() == b.kind()) {
    size_t common = std::min(a.elements().size(), b.elements().size());
    for (size_t i = 0; i < common; ++i) {
      std::optional<bool> same = matches(a.elements()[i], b.elements()[i], at);
      if (!same)
        return std::nullopt;
      if (!*same)
        return compareOrder(op, a.elements()[i], b.elements()[i], at);
    }
    return holds(op, a.elements().size() < b.elements().size()   ? -1
                     : a.elements().size() > b.elements().size() ? 1
                                                                 : 0);
  }
  bool isTensor = a.is(Kind::Tensor) || b.is(Kind::Tensor);
  Diag &diag = error(isTensor ? code::HostNotAvailable : code::HostType, at,
                     quoted(ast::spelling(op)) + " is not defined for " +
                         describeValue(a) + " and " + describeValue(b));
  if (isTensor)
    diag.help(kWriteAKernel.str());
  return std::nullopt;
}

std::optional<bool> HostEvaluator::compare(CompareOp op, const HostValue &a,
                                           const HostValue &b, Span at) {
  switch (op) {
  case CompareOp::Is:
  case CompareOp::IsNot:
    if (std::optional<bool> same = isSame(a, b))
      return *same == (op == CompareOp::Is);
    error(code::HostNotAvailable, at,
          "whether " + std::string(describe(a.kind())) +
              " is kept only once is a matter of the Python that runs")
        .help("compare with `==`");
    return std::nullopt;
  case CompareOp::Eq:
  case CompareOp::Ne:
    if (!asksForElements(a, b))
      return equal(a, b) == (op == CompareOp::Eq);
    error(code::HostNotAvailable, at,
          quoted(ast::spelling(op)) + " is not defined for " +
              describeValue(a) + " and " + describeValue(b))
        .help(kWriteAKernel.str());
    return std::nullopt;
  case CompareOp::In:
  case CompareOp::NotIn: {
    std::optional<bool> found = contains(b, a, at);
    return found ? std::optional<bool>(*found == (op == CompareOp::In))
                 : std::nullopt;
  }
  default:
    return compareOrder(op, a, b, at);
  }
}

std::optional<bool> HostEvaluator::truth(const HostValue &value, Span at) {
  if (value.is(Kind::Array)) {
    error(code::HostType, at,
          "an array of several elements is neither true nor false");
    return std::nullopt;
  }
  if (!value.is(Kind::Tensor))
    return isTrue(value);
  error(code::HostNotAvailable, at,
        "a tensor is neither true nor false in a launcher")
      .help("compare with `is None`, or look at `.shape` or `.numel()`");
  return std::nullopt;
}

} // namespace tqc::host
