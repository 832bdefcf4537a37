//===- ConstEval.cpp - Python's arithmetic on compile-time values ---------===//

#include "compiler/syntax/ConstEval.h"

#include "compiler/syntax/PythonText.h"

#include <algorithm>

using tqc::ast::BinaryOp;
using tqc::ast::CompareOp;
using tqc::ast::UnaryOp;

namespace tqc::sema {

std::optional<python::Number> numberOf(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Bool:
    return python::Number::boolean(value.flag);
  case Value::Kind::Int:
    return python::Number::integerOf(value.integer);
  case Value::Kind::Float:
    return python::Number::floating(value.number);
  default:
    return std::nullopt;
  }
}

ConstResult constNumber(const python::NumberResult &result) {
  if (!result.value)
    return result.why;
  switch (result.value->kind) {
  case python::Number::Kind::Bool:
    return Value::boolean(result.value->integer != 0);
  case python::Number::Kind::Int:
    return Value::integerOf(result.value->integer);
  case python::Number::Kind::Float:
    return Value::floating(result.value->real);
  }
  return std::string();
}

python::Shown shownAs(const Value &value) {
  return {numberOf(value), value.isString(), value.str(), value.repr()};
}

namespace {

/// A sequence longer than this is no constant of a kernel; doubling one in a
/// loop would take all memory.
constexpr size_t kMostElements = 1'000'000;

ConstResult repeat(const Value &sequence, __int128 times) {
  size_t length =
      sequence.isString() ? sequence.text.size() : sequence.items->size();
  if (length != 0 && times > __int128(kMostElements / length))
    return std::string("the result is too long");
  if (sequence.isString()) {
    std::string text;
    for (__int128 i = 0; i < times; ++i)
      text += sequence.text;
    return Value::string(std::move(text));
  }
  std::vector<Value> items;
  for (__int128 i = 0; i < times; ++i)
    items.insert(items.end(), sequence.items->begin(), sequence.items->end());
  return Value::tuple(std::move(items), sequence.isList);
}

/// `+` and `*` on strings and tuples.
ConstResult onSequences(BinaryOp op, const Value &lhs, const Value &rhs) {
  if (op == BinaryOp::Add) {
    auto isTooLong = [](size_t a, size_t b) { return a + b > kMostElements; };
    if (lhs.isString() && rhs.isString()) {
      if (isTooLong(lhs.text.size(), rhs.text.size()))
        return std::string("the result is too long");
      return Value::string(lhs.text + rhs.text);
    }
    if (lhs.isTuple() && rhs.isTuple()) {
      if (isTooLong(lhs.items->size(), rhs.items->size()))
        return std::string("the result is too long");
      std::vector<Value> items = *lhs.items;
      items.insert(items.end(), rhs.items->begin(), rhs.items->end());
      return Value::tuple(std::move(items), lhs.isList);
    }
  }
  if (op == BinaryOp::Mul) {
    if ((lhs.isString() || lhs.isTuple()) && rhs.isIntegral())
      return repeat(lhs, rhs.asInteger());
    if ((rhs.isString() || rhs.isTuple()) && lhs.isIntegral())
      return repeat(rhs, lhs.asInteger());
  }
  return std::string();
}

} // namespace

/// "%d" % x, with a tuple for several values.
static ConstResult percent(const Value &format, const Value &values) {
  std::vector<python::Shown> shown;
  if (values.isTuple() && !values.isList)
    for (const Value &item : values.elements())
      shown.push_back(shownAs(item));
  else
    shown.push_back(shownAs(values));
  if (auto text = python::formatPercent(format.text, shown))
    return Value::string(std::move(*text));
  return "the format `" + format.text + "` does not suit the values";
}

ConstResult constBinary(BinaryOp op, const Value &lhs, const Value &rhs) {
  if (lhs.isNumber() && rhs.isNumber())
    return constNumber(python::arithmetic(op, *numberOf(lhs), *numberOf(rhs)));
  if (op == BinaryOp::Mod && lhs.isString())
    return percent(lhs, rhs);
  return onSequences(op, lhs, rhs);
}

ConstResult constUnary(UnaryOp op, const Value &operand) {
  if (op != UnaryOp::Not)
    return operand.isNumber()
               ? constNumber(python::arithmetic(op, *numberOf(operand)))
               : std::string();
  std::optional<bool> value = truth(operand);
  return value ? ConstResult(Value::boolean(!*value)) : std::string();
}

bool constEqual(const Value &lhs, const Value &rhs) {
  if (lhs.isNumber() && rhs.isNumber())
    return python::order(*numberOf(lhs), *numberOf(rhs)) == 0;
  if (lhs.isTuple() && rhs.isTuple()) {
    if (lhs.items->size() != rhs.items->size() || lhs.isList != rhs.isList)
      return false;
    for (size_t i = 0; i < lhs.items->size(); ++i)
      if (!constEqual((*lhs.items)[i], (*rhs.items)[i]))
        return false;
    return true;
  }
  return sameForm(lhs, rhs);
}

void setEntry(std::vector<std::pair<Value, Value>> &entries, Value key,
              Value value) {
  for (auto &[known, item] : entries)
    if (constEqual(known, key)) {
      item = std::move(value);
      return;
    }
  entries.emplace_back(std::move(key), std::move(value));
}

/// `lhs op rhs` for <, <=, > and >=; nothing if the two do not compare.
static std::optional<bool> ordered(CompareOp op, const Value &lhs,
                                   const Value &rhs) {
  auto holds = [op](int order) {
    return op == CompareOp::Lt   ? order < 0
           : op == CompareOp::Le ? order <= 0
           : op == CompareOp::Gt ? order > 0
                                 : order >= 0;
  };
  if (lhs.isNumber() && rhs.isNumber()) {
    std::optional<int> order = python::order(*numberOf(lhs), *numberOf(rhs));
    return order && holds(*order); // nothing compares with NaN
  }
  if (lhs.isString() && rhs.isString())
    return holds(lhs.text.compare(rhs.text));
  if (!lhs.isTuple() || !rhs.isTuple() || lhs.isList != rhs.isList)
    return std::nullopt;
  for (size_t i = 0; i < lhs.items->size() && i < rhs.items->size(); ++i)
    if (!constEqual((*lhs.items)[i], (*rhs.items)[i]))
      return ordered(op, (*lhs.items)[i], (*rhs.items)[i]);
  return holds(int(lhs.items->size()) - int(rhs.items->size()));
}

static std::optional<bool> contains(const Value &item, const Value &in) {
  if (in.isTuple()) {
    for (const Value &element : *in.items)
      if (constEqual(item, element))
        return true;
    return false;
  }
  if (in.isString() && item.isString())
    return llvm::StringRef(in.text).contains(item.text);
  if (in.is(Value::Kind::Dict)) {
    for (const auto &[key, value] : *in.entries)
      if (constEqual(item, key))
        return true;
    return false;
  }
  return std::nullopt;
}

ConstResult constCompare(CompareOp op, const Value &lhs, const Value &rhs) {
  switch (op) {
  case CompareOp::Eq:
    return Value::boolean(constEqual(lhs, rhs));
  case CompareOp::Ne:
    return Value::boolean(!constEqual(lhs, rhs));
  case CompareOp::Is:
    return Value::boolean(sameForm(lhs, rhs));
  case CompareOp::IsNot:
    return Value::boolean(!sameForm(lhs, rhs));
  case CompareOp::In:
  case CompareOp::NotIn:
    if (std::optional<bool> found = contains(lhs, rhs))
      return Value::boolean(*found == (op == CompareOp::In));
    return std::string();
  default:
    break;
  }
  std::optional<bool> holds = ordered(op, lhs, rhs);
  return holds ? ConstResult(Value::boolean(*holds)) : std::string();
}

std::optional<bool> truth(const Value &value) {
  switch (value.kind) {
  case Value::Kind::None:
    return false;
  case Value::Kind::Bool:
    return value.flag;
  case Value::Kind::Int:
    return value.integer != 0;
  case Value::Kind::Float:
    return value.number != 0;
  case Value::Kind::String:
    return !value.text.empty();
  case Value::Kind::Tuple:
    return !value.items->empty();
  case Value::Kind::Dict:
    return !value.entries->empty();
  case Value::Kind::Error:
  case Value::Kind::Runtime:
  case Value::Kind::Opaque:
    return std::nullopt;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Subscripts
//===----------------------------------------------------------------------===//

/// What a slice steps over at most.
static constexpr int64_t kMaxStep = int64_t(1) << 40;

/// Python's clipping of a slice bound.
static int64_t clip(const Value &bound, int64_t otherwise, int64_t size,
                    bool backwards) {
  if (bound.isNone())
    return otherwise;
  __int128 at = bound.asInteger();
  if (at < 0)
    at += size;
  __int128 low = backwards ? -1 : 0, high = backwards ? size - 1 : size;
  return int64_t(at < low ? low : at > high ? high : at);
}

static ConstResult sliceOf(const Value &value, const Value &slice) {
  for (const Value &part : *slice.items)
    if (!part.isNone() && !part.isIntegral())
      return std::string("slice bounds are integers");
  const Value &step = (*slice.items)[2];
  __int128 wanted = step.isNone() ? 1 : step.asInteger();
  // A longer step than any text or tuple takes one element as well.
  int64_t by = int64_t(std::clamp<__int128>(wanted, -kMaxStep, kMaxStep));
  if (by == 0)
    return std::string("the slice step is zero");
  std::vector<llvm::StringRef> characters = python::characters(value.text);
  int64_t size = value.isString() ? int64_t(characters.size())
                                  : int64_t(value.items->size());
  int64_t from = clip((*slice.items)[0], by < 0 ? size - 1 : 0, size, by < 0);
  int64_t to = clip((*slice.items)[1], by < 0 ? -1 : size, size, by < 0);
  std::string text;
  std::vector<Value> items;
  for (int64_t i = from; by < 0 ? i > to : i < to; i += by)
    if (value.isString())
      text += characters[size_t(i)];
    else
      items.push_back((*value.items)[i]);
  if (value.isString())
    return Value::string(std::move(text));
  return Value::tuple(std::move(items), value.isList);
}

ConstResult constSubscript(const Value &value, const Value &index) {
  if (value.is(Value::Kind::Dict)) {
    for (const auto &[key, item] : *value.entries)
      if (constEqual(key, index))
        return item;
    return "there is no key " + index.repr();
  }
  if (!value.isTuple() && !value.isString())
    return std::string();
  if (index.is(Value::Kind::Slice))
    return sliceOf(value, index);
  if (!index.isIntegral())
    return std::string("the index is not a constant integer");
  __int128 size = value.isString() ? __int128(python::length(value.text))
                                   : __int128(value.items->size());
  __int128 at = index.asInteger();
  if (at < -size || at >= size)
    return "index " + intRepr(at) + " is out of range for " + intRepr(size) +
           " elements";
  if (at < 0)
    at += size;
  if (value.isString())
    return Value::string(python::characters(value.text)[size_t(at)].str());
  return (*value.items)[size_t(at)];
}

std::optional<std::string> formatValue(const Value &value,
                                       llvm::StringRef format) {
  return python::format(shownAs(value), format);
}

} // namespace tqc::sema
