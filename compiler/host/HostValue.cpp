//===- HostValue.cpp - How values are made, compared and printed ----------===//
//
// Python's repr(), equality and truth for the values of a launcher.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostValue.h"

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostIterators.h"
#include "compiler/syntax/PythonText.h"

#include <algorithm>
#include <cmath>

using llvm::StringRef;

namespace tqc {

using namespace host;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

TensorStorage::~TensorStorage() {
  // Nobody is left to tell; a device that cannot free says so at its next use.
  Status status = device.free(address);
  (void)status;
}

int64_t TensorValue::numel() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

bool TensorValue::isContiguous() const {
  if (numel() == 0)
    return true;
  int64_t expected = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] != 1 && strides[i] != expected)
      return false;
    expected *= shape[i];
  }
  return true;
}

std::vector<int64_t> contiguousStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = step;
    step *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// Making and reading values
//===----------------------------------------------------------------------===//

HostValue HostValue::tensor(TensorValue value) {
  TensorObject object;
  object.tensor = std::move(value);
  return makeObject(Kind::Tensor, std::move(object));
}

static HostValue makeSequence(HostValue::Kind kind,
                              std::vector<HostValue> elements) {
  SequenceObject object;
  for (const HostValue &element : elements)
    if (element.is(HostValue::Kind::Tuple) || element.is(HostValue::Kind::List))
      object.nesting =
          std::max(object.nesting, element.as<SequenceObject>().nesting + 1);
  object.elements = std::move(elements);
  return makeObject(kind, std::move(object));
}

HostValue HostValue::tuple(std::vector<HostValue> elements) {
  return makeSequence(Kind::Tuple, std::move(elements));
}
HostValue HostValue::list(std::vector<HostValue> elements) {
  return makeSequence(Kind::List, std::move(elements));
}

HostValue host::tupleLike(const HostValue &like,
                          std::vector<HostValue> elements) {
  HostValue result = HostValue::tuple(std::move(elements));
  result.as<SequenceObject>().isSize = like.as<SequenceObject>().isSize;
  return result;
}

HostValue host::sizeTuple(const std::vector<int64_t> &shape) {
  std::vector<HostValue> elements;
  for (int64_t size : shape)
    elements.push_back(HostValue::integer(size));
  HostValue result = HostValue::tuple(std::move(elements));
  result.as<SequenceObject>().isSize = true;
  return result;
}

const TensorValue &HostValue::asTensor() const {
  assert(tag == Kind::Tensor && "the caller checks the kind");
  return as<TensorObject>().tensor;
}

const std::vector<HostValue> &HostValue::elements() const {
  assert((tag == Kind::Tuple || tag == Kind::List) && "a sequence");
  return as<SequenceObject>().elements;
}
std::vector<HostValue> &HostValue::elements() {
  assert((tag == Kind::Tuple || tag == Kind::List) && "a sequence");
  return as<SequenceObject>().elements;
}

const char *describe(HostValue::Kind kind) {
  static constexpr const char *kNames[] = {
      "None",
      "a bool",
      "an int",
      "a float",
      "a string",
      "a dtype",
      "a tensor",
      "a tuple",
      "a list",
      "a dict",
      "a range",
      "a slice",
      "a view of a dict",
      "an iterator",
      "`...`",
      "a function",
      "a kernel",
      "a kernel with a grid",
      "a function",
      "a method",
      "a module",
      "a device",
      "a Config",
      "an array",
      "a class",
      "a class",
      "an object",
      "a method",
      "`super()`",
      "a `ctx`",
      "a record",
      "an exception",
      "an unknown value",
  };
  static_assert(std::size(kNames) ==
                static_cast<size_t>(HostValue::Kind::Unknown) + 1);
  return kNames[static_cast<size_t>(kind)];
}

namespace host {

HostInt RangeObject::size() const {
  if (step > 0)
    return start < stop ? (stop - start - 1) / step + 1 : 0;
  return start > stop ? (start - stop - 1) / -step + 1 : 0;
}

//===----------------------------------------------------------------------===//
// Dicts
//===----------------------------------------------------------------------===//

std::optional<std::string> dictKey(const HostValue &key) {
  switch (key.kind()) {
  case HostValue::Kind::None:
    return "None";
  case HostValue::Kind::Bool:
  case HostValue::Kind::Int:
    return "i" + decimal(key.asInt());
  case HostValue::Kind::Float: {
    double value = key.asFloat();
    // 2.0 is the key 2, as in Python.
    if (std::trunc(value) == value && std::fabs(value) < 0x1p127)
      return "i" + decimal(static_cast<HostInt>(value));
    return "f" + repr(key);
  }
  case HostValue::Kind::String:
    return "s" + key.asString();
  case HostValue::Kind::DType:
    return std::string("d") + nameOf(key.asDType());
  case HostValue::Kind::Tuple: {
    std::string text = "(";
    for (const HostValue &element : key.elements()) {
      std::optional<std::string> part = dictKey(element);
      if (!part)
        return std::nullopt;
      text += std::to_string(part->size()) + ":" + *part;
    }
    return text + ")";
  }
  default:
    return std::nullopt;
  }
}

const HostValue *DictObject::find(const HostValue &key) const {
  std::optional<std::string> text = dictKey(key);
  auto found = text ? index.find(*text) : index.end();
  return found == index.end() ? nullptr : &items[found->second].second;
}

void DictObject::set(const HostValue &key, HostValue value) {
  std::optional<std::string> text = dictKey(key);
  assert(text && "the caller checks that the key can be one");
  auto [place, isNew] = index.try_emplace(*text, items.size());
  if (isNew)
    items.emplace_back(key, std::move(value));
  else
    items[place->second].second = std::move(value);
}

bool DictObject::erase(const HostValue &key) {
  std::optional<std::string> text = dictKey(key);
  auto found = text ? index.find(*text) : index.end();
  if (found == index.end())
    return false;
  size_t at = found->second;
  items.erase(items.begin() + at);
  index.erase(found);
  for (auto &[name, place] : index)
    if (place > at)
      --place;
  return true;
}

} // namespace host

/// A list may hold itself: deeper than this nothing is printed or compared.
static constexpr unsigned kMaxDepth = 250;

//===----------------------------------------------------------------------===//
// Equality and truth
//===----------------------------------------------------------------------===//

static bool equal(const HostValue &a, const HostValue &b, unsigned depth) {
  if (depth > kMaxDepth)
    return a.identity() == b.identity();
  if (a.isNumber() && b.isNumber())
    return python::order(numberOf(a), numberOf(b)) == 0;
  if (a.kind() != b.kind())
    return false;
  switch (a.kind()) {
  case HostValue::Kind::None:
  case HostValue::Kind::Ellipsis:
  case HostValue::Kind::Device: // there is one device
    return true;
  case HostValue::Kind::String:
    return a.asString() == b.asString();
  case HostValue::Kind::DType:
    return a.asDType() == b.asDType();
  case HostValue::Kind::Tuple:
  case HostValue::Kind::List:
    return std::equal(a.elements().begin(), a.elements().end(),
                      b.elements().begin(), b.elements().end(),
                      [depth](const HostValue &x, const HostValue &y) {
                        return equal(x, y, depth + 1);
                      });
  case HostValue::Kind::Dict: {
    const auto &left = a.as<DictObject>(), &right = b.as<DictObject>();
    return left.items.size() == right.items.size() &&
           std::all_of(left.items.begin(), left.items.end(),
                       [&](const auto &item) {
                         const HostValue *other = right.find(item.first);
                         return other && equal(item.second, *other, depth + 1);
                       });
  }
  case HostValue::Kind::Range: {
    // Ranges are the numbers they give.
    const auto &left = a.as<RangeObject>(), &right = b.as<RangeObject>();
    HostInt size = left.size();
    return size == right.size() &&
           (size == 0 || (left.start == right.start &&
                          (size == 1 || left.step == right.step)));
  }
  case HostValue::Kind::Slice: {
    const auto &left = a.as<SliceObject>(), &right = b.as<SliceObject>();
    return left.start == right.start && left.stop == right.stop &&
           left.step == right.step;
  }
  default:
    return a.identity() == b.identity();
  }
}

bool equal(const HostValue &a, const HostValue &b) { return equal(a, b, 0); }

bool isTrue(const HostValue &value) {
  switch (value.kind()) {
  case HostValue::Kind::None:
    return false;
  case HostValue::Kind::Bool:
  case HostValue::Kind::Int:
    return value.asInt() != 0;
  case HostValue::Kind::Float:
    return value.asFloat() != 0;
  case HostValue::Kind::String:
    return !value.asString().empty();
  case HostValue::Kind::Tuple:
  case HostValue::Kind::List:
    return !value.elements().empty();
  case HostValue::Kind::Dict:
    return !value.as<DictObject>().items.empty();
  case HostValue::Kind::Range:
    return value.as<RangeObject>().size() != 0;
  case HostValue::Kind::View:
    return !value.as<ViewObject>().dict->items.empty();
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string decimal(HostInt value) { return python::decimal(value); }

static std::string repr(const HostValue &value, unsigned depth);

static std::string joined(const std::vector<HostValue> &elements,
                          unsigned depth) {
  std::string text;
  for (const HostValue &element : elements)
    text += (text.empty() ? "" : ", ") + repr(element, depth + 1);
  return text;
}

static std::string reprNamed(const TupleClassObject &names,
                             const std::vector<HostValue> &elements,
                             unsigned depth) {
  std::string text;
  for (size_t i = 0; i < elements.size(); ++i)
    text +=
        (i ? ", " : "") + names.fields[i] + "=" + repr(elements[i], depth + 1);
  return names.name + "(" + text + ")";
}

static std::string reprTensor(const TensorValue &tensor) {
  std::string text = "tensor(shape=(";
  for (size_t i = 0; i < tensor.shape.size(); ++i)
    text += (i ? ", " : "") + std::to_string(tensor.shape[i]);
  if (tensor.shape.size() == 1)
    text += ",";
  return text + "), dtype=torch." + infoOf(tensor.type).torch + ")";
}

static std::string reprSlice(const SliceObject &slice) {
  auto part = [](const std::optional<HostInt> &value) {
    return value ? decimal(*value) : std::string("None");
  };
  return "slice(" + part(slice.start) + ", " + part(slice.stop) + ", " +
         part(slice.step) + ")";
}

static std::string reprRecord(const RecordObject &record, unsigned depth) {
  std::string text;
  for (const auto &[name, value] : record.fields)
    text += (text.empty() ? "" : ", ") + name + "=" + repr(value, depth + 1);
  return record.what + "(" + text + ")";
}

std::string repr(const HostValue &value) { return repr(value, 0); }

static std::string repr(const HostValue &value, unsigned depth) {
  if (depth > kMaxDepth)
    return "...";
  switch (value.kind()) {
  case HostValue::Kind::None:
    return "None";
  case HostValue::Kind::Bool:
    return value.asBool() ? "True" : "False";
  case HostValue::Kind::Int:
    return decimal(value.asInt());
  case HostValue::Kind::Float:
    return python::repr(value.asFloat());
  case HostValue::Kind::String:
    return python::repr(StringRef(value.asString()));
  case HostValue::Kind::DType:
    return std::string("torch.") + infoOf(value.asDType()).torch;
  case HostValue::Kind::Tensor:
    return reprTensor(value.asTensor());
  case HostValue::Kind::Tuple:
    if (value.as<SequenceObject>().isSize)
      return "torch.Size([" + joined(value.elements(), depth) + "])";
    if (const auto &names = value.as<SequenceObject>().names)
      return reprNamed(*names, value.elements(), depth);
    return "(" + joined(value.elements(), depth) +
           (value.elements().size() == 1 ? ",)" : ")");
  case HostValue::Kind::List:
    return "[" + joined(value.elements(), depth) + "]";
  case HostValue::Kind::Dict: {
    std::string text;
    for (const auto &[key, item] : value.as<DictObject>().items)
      text += (text.empty() ? "" : ", ") + repr(key, depth + 1) + ": " +
              repr(item, depth + 1);
    return "{" + text + "}";
  }
  case HostValue::Kind::Range: {
    const auto &range = value.as<RangeObject>();
    std::string text =
        "range(" + decimal(range.start) + ", " + decimal(range.stop);
    return text + (range.step == 1 ? "" : ", " + decimal(range.step)) + ")";
  }
  case HostValue::Kind::Slice:
    return reprSlice(value.as<SliceObject>());
  case HostValue::Kind::View: {
    const auto &view = value.as<ViewObject>();
    std::string text;
    for (size_t i = 0; i < view.dict->items.size(); ++i)
      text += (i ? ", " : "") + repr(view.element(i), depth + 1);
    return std::string(view.name()) + "([" + text + "])";
  }
  case HostValue::Kind::Iterator:
    return "<" + std::string(value.as<IteratorObject>().name) + " object>";
  case HostValue::Kind::Ellipsis:
    return "Ellipsis";
  case HostValue::Kind::Function:
    return "<function " + value.as<FunctionObject>().name() + ">";
  case HostValue::Kind::Kernel:
    return "<kernel " + value.as<KernelObject>().def->name + ">";
  case HostValue::Kind::Launchable:
    return "<kernel " + value.as<LaunchableObject>().kernel->def->name +
           " with a grid>";
  case HostValue::Kind::Builtin:
    return "<function " + value.as<BuiltinObject>().name() + ">";
  case HostValue::Kind::Method:
    return "<method " + value.as<MethodObject>().name() + ">";
  case HostValue::Kind::Namespace:
    return "<module " + value.as<NamespaceObject>().path + ">";
  case HostValue::Kind::Device:
    return "device(type='cuda', index=0)";
  case HostValue::Kind::Config:
    return value.as<ConfigObject>().config.describe();
  case HostValue::Kind::Array:
    return "<array of shape " +
           host::shapeText(value.as<host::ArrayObject>().array.shape) + ">";
  case HostValue::Kind::TupleClass:
    return "<class '" + value.as<TupleClassObject>().name + "'>";
  case HostValue::Kind::Class:
    return "<class '" + value.as<ClassObject>().def->name + "'>";
  case HostValue::Kind::Instance:
    return "<" + value.as<InstanceObject>().type->def->name + " object>";
  case HostValue::Kind::Bound:
    return "<method " +
           value.as<BoundObject>().function.as<FunctionObject>().name() + ">";
  case HostValue::Kind::Super:
    return "<super>";
  case HostValue::Kind::GradContext:
    return "<ctx>";
  case HostValue::Kind::Record:
    return reprRecord(value.as<RecordObject>(), depth);
  case HostValue::Kind::Exception:
    return value.as<ExceptionObject>().type + "(" +
           joined(value.as<ExceptionObject>().arguments, depth) + ")";
  case HostValue::Kind::Unknown:
    return "<unknown>";
  }
  return "";
}

std::string str(const HostValue &value) {
  switch (value.kind()) {
  case HostValue::Kind::String:
    return value.asString();
  case HostValue::Kind::Exception:
    return value.as<ExceptionObject>().text();
  case HostValue::Kind::Device:
    return "cuda:0";
  default:
    return repr(value);
  }
}

} // namespace tqc
