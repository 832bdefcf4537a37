//===- SemaValue.cpp - Values and how they are written --------------------===//

#include "compiler/syntax/SemaValue.h"

#include "compiler/syntax/Builtins.h"
#include "compiler/syntax/PythonNumber.h"
#include "compiler/syntax/PythonText.h"
#include "compiler/syntax/SemaScope.h"

#include "llvm/ADT/STLExtras.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

Value Value::boolean(bool value) {
  Value result = of(Kind::Bool);
  result.flag = value;
  return result;
}
Value Value::integerOf(__int128 value) {
  Value result = of(Kind::Int);
  result.integer = value;
  return result;
}
Value Value::floating(double value) {
  Value result = of(Kind::Float);
  result.number = value;
  return result;
}
Value Value::string(std::string value) {
  Value result = of(Kind::String);
  result.text = std::move(value);
  return result;
}
Value Value::typeOf(TileType type) {
  Value result = of(Kind::Type);
  result.type = std::move(type);
  return result;
}
Value Value::tuple(std::vector<Value> values, bool isList) {
  Value result = of(Kind::Tuple);
  result.items = std::make_shared<std::vector<Value>>(std::move(values));
  result.isList = isList;
  return result;
}
Value Value::tupleLike(const Value &like, std::vector<Value> values) {
  Value result = tuple(std::move(values), like.isList);
  result.fields = like.fields;
  result.text = like.text;
  return result;
}
Value Value::dict(std::vector<std::pair<Value, Value>> entries) {
  Value result = of(Kind::Dict);
  result.entries = std::make_shared<std::vector<std::pair<Value, Value>>>(
      std::move(entries));
  return result;
}
Value Value::slice(Value lower, Value upper, Value step) {
  Value result = of(Kind::Slice);
  result.items = std::make_shared<std::vector<Value>>(
      std::vector<Value>{std::move(lower), std::move(upper), std::move(step)});
  return result;
}
Value Value::package(std::string path) {
  Value result = of(Kind::Package);
  result.text = std::move(path);
  return result;
}
Value Value::opaque(std::string what) {
  Value result = of(Kind::Opaque);
  result.text = std::move(what);
  return result;
}
Value Value::member(std::string name) {
  Value result = of(Kind::Member);
  result.text = std::move(name);
  return result;
}
Value Value::runtime(TileType type, Ref ref) {
  Value result = of(Kind::Runtime);
  result.type = std::move(type);
  result.ref = ref;
  return result;
}
Value Value::method(Value self, Value callee) {
  Value result = of(Kind::Method);
  result.builtin = callee.builtin;
  result.items = std::make_shared<std::vector<Value>>(
      std::vector<Value>{std::move(self), std::move(callee)});
  return result;
}

double Value::asDouble() const {
  if (kind == Kind::Float)
    return number;
  return static_cast<double>(asInteger());
}

bool Value::hasRuntime() const {
  if (kind == Kind::Tuple)
    return llvm::any_of(*items,
                        [](const Value &item) { return item.hasRuntime(); });
  return kind == Kind::Runtime || kind == Kind::BlockPointer ||
         kind == Kind::Descriptor;
}

bool Value::hasError() const {
  if (kind == Kind::Tuple)
    return llvm::any_of(*items,
                        [](const Value &item) { return item.hasError(); });
  return kind == Kind::Error;
}

const Value *Value::findOpaque() const {
  if (kind == Kind::Opaque)
    return this;
  if (kind == Kind::Tuple)
    for (const Value &item : *items)
      if (const Value *found = item.findOpaque())
        return found;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Writing values
//===----------------------------------------------------------------------===//

std::string intRepr(__int128 value) { return python::decimal(value); }
std::string floatRepr(double value) { return python::repr(value); }

static std::string joinItems(llvm::ArrayRef<Value> items) {
  std::string text;
  for (const Value &item : items)
    text += (text.empty() ? "" : ", ") + item.repr();
  return text;
}

std::string Value::str() const {
  if (kind == Kind::String)
    return text;
  if (kind != Kind::Runtime)
    return repr();
  std::string tensor = type.scalar().str() + "["; // as Triton prints it
  for (size_t i = 0; i < type.shape.size(); ++i)
    tensor += (i ? ", constexpr[" : "constexpr[") +
              std::to_string(type.shape[i]) + "]";
  return tensor + "]";
}

std::string Value::repr() const {
  switch (kind) {
  case Kind::Error:
    return "<error>";
  case Kind::None:
    return "None";
  case Kind::Ellipsis:
    return "Ellipsis";
  case Kind::Bool:
    return flag ? "True" : "False";
  case Kind::Int:
    return intRepr(integer);
  case Kind::Float:
    return floatRepr(number);
  case Kind::String:
    return python::repr(llvm::StringRef(text));
  case Kind::Type:
    return type.str();
  case Kind::Tuple:
    if (isList)
      return "[" + joinItems(*items) + "]";
    if (fields) {
      std::string body;
      for (size_t i = 0; i < items->size(); ++i)
        body += (i ? ", " : "") + (*fields)[i] + "=" + (*items)[i].repr();
      return text + "(" + body + ")";
    }
    return "(" + joinItems(*items) + (items->size() == 1 ? ",)" : ")");
  case Kind::TupleClass:
    return "<class " + text + ">";
  case Kind::Dict: {
    std::string body;
    for (const auto &[key, value] : *entries)
      body += (body.empty() ? "" : ", ") + key.repr() + ": " + value.repr();
    return "{" + body + "}";
  }
  case Kind::Slice:
    return (*items)[0].repr() + ":" + (*items)[1].repr();
  case Kind::Function:
    return "<function " + function->name + ">";
  case Kind::Lambda:
    return "<lambda>";
  case Kind::Builtin:
    return std::string(builtin->path);
  case Kind::Method:
    return (*items)[1].repr();
  case Kind::Module:
    return "<module " + scope->name() + ">";
  case Kind::Package:
    return "<module " + text + ">";
  case Kind::Opaque:
    return "<" + text + ">";
  case Kind::Member:
    return text;
  case Kind::Runtime:
    return type.str();
  case Kind::BlockPointer:
    return "<block pointer>";
  case Kind::Descriptor:
    return "<tensor descriptor>";
  case Kind::AfterLoop:
    return loopEnd->lower.repr();
  }
  return "";
}

std::string Value::describe() const {
  switch (kind) {
  case Kind::Runtime:
    if (type.isBlock())
      return "a `" + type.str() + "` tile";
    return "a run-time `" + type.str() + "`";
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::String:
    return "the constant `" + repr() + "`";
  case Kind::None:
    return "`None`";
  case Kind::Type:
    return "the type `" + type.str() + "`";
  case Kind::Tuple:
    return isList ? "a list" : "a tuple";
  case Kind::Function:
    return "the function `" + function->name + "`";
  case Kind::Builtin:
    return "the function `" + std::string(builtin->path) + "`";
  case Kind::Method:
    return "the method `" + (*items)[1].repr() + "`";
  case Kind::Package:
    return "the module `" + text + "`";
  case Kind::Module:
    return "the module `" + scope->name() + "`";
  case Kind::Opaque:
    return "`" + text + "`, which only Python knows";
  case Kind::BlockPointer:
    return "a block pointer";
  case Kind::Descriptor:
    return "a tensor descriptor";
  default:
    return "`" + repr() + "`";
  }
}

//===----------------------------------------------------------------------===//
// Carrying values through loops and branches
//===----------------------------------------------------------------------===//

void flatten(const Value &value, llvm::SmallVectorImpl<Value> &parts) {
  auto all = [&](const std::vector<Value> &values) {
    for (const Value &item : values)
      flatten(item, parts);
  };
  switch (value.kind) {
  case Value::Kind::Runtime:
    parts.push_back(value);
    break;
  case Value::Kind::Tuple:
    all(*value.items);
    break;
  case Value::Kind::BlockPointer:
    flatten(value.blockPointer->base, parts);
    all(value.blockPointer->shape);
    all(value.blockPointer->strides);
    all(value.blockPointer->offsets);
    break;
  case Value::Kind::Descriptor:
    flatten(value.descriptor->base, parts);
    all(value.descriptor->shape);
    all(value.descriptor->strides);
    break;
  default:
    break;
  }
}

Value unflatten(const Value &like, llvm::ArrayRef<Ref> &refs) {
  auto all = [&](std::vector<Value> &values) {
    for (Value &item : values)
      item = unflatten(item, refs);
  };
  Value result = like;
  switch (like.kind) {
  case Value::Kind::Runtime:
    result.ref = refs.front();
    result.hinted = nullptr;
    result.wasConstant = false;
    refs = refs.drop_front();
    break;
  case Value::Kind::Tuple: {
    std::vector<Value> items = *like.items;
    all(items);
    result.items = std::make_shared<std::vector<Value>>(std::move(items));
    break;
  }
  case Value::Kind::BlockPointer: {
    BlockPointer pointer = *like.blockPointer;
    pointer.base = unflatten(pointer.base, refs);
    all(pointer.shape);
    all(pointer.strides);
    all(pointer.offsets);
    result.blockPointer = std::make_shared<BlockPointer>(std::move(pointer));
    break;
  }
  case Value::Kind::Descriptor: {
    Descriptor descriptor = *like.descriptor;
    descriptor.base = unflatten(descriptor.base, refs);
    all(descriptor.shape);
    all(descriptor.strides);
    result.descriptor = std::make_shared<Descriptor>(std::move(descriptor));
    break;
  }
  default:
    break;
  }
  return result;
}

static bool sameForms(const std::vector<Value> &a,
                      const std::vector<Value> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (!sameForm(a[i], b[i]))
      return false;
  return true;
}

bool sameForm(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Runtime:
  case Value::Kind::Type:
    return a.type == b.type;
  case Value::Kind::Bool:
    return a.flag == b.flag;
  case Value::Kind::Int:
    return a.integer == b.integer;
  case Value::Kind::Float:
    return a.number == b.number ||
           (a.number != a.number && b.number != b.number);
  case Value::Kind::String:
  case Value::Kind::Package:
  case Value::Kind::Opaque:
  case Value::Kind::Member:
    return a.text == b.text;
  case Value::Kind::TupleClass:
    return a.fields == b.fields;
  case Value::Kind::Tuple:
    if (bool(a.fields) != bool(b.fields) ||
        (a.fields && *a.fields != *b.fields))
      return false;
    return sameForms(*a.items, *b.items);
  case Value::Kind::Slice:
  case Value::Kind::Method:
    return sameForms(*a.items, *b.items);
  case Value::Kind::Function:
    return a.function == b.function;
  case Value::Kind::Lambda:
    return a.lambda == b.lambda;
  case Value::Kind::Builtin:
    return a.builtin == b.builtin;
  case Value::Kind::Module:
    return a.scope == b.scope;
  case Value::Kind::BlockPointer:
    return a.blockPointer->block == b.blockPointer->block &&
           a.blockPointer->order == b.blockPointer->order &&
           sameForm(a.blockPointer->base, b.blockPointer->base) &&
           sameForms(a.blockPointer->shape, b.blockPointer->shape) &&
           sameForms(a.blockPointer->strides, b.blockPointer->strides) &&
           sameForms(a.blockPointer->offsets, b.blockPointer->offsets);
  case Value::Kind::Descriptor:
    return a.descriptor->block == b.descriptor->block &&
           a.descriptor->padWithNan == b.descriptor->padWithNan &&
           sameForm(a.descriptor->base, b.descriptor->base) &&
           sameForms(a.descriptor->shape, b.descriptor->shape) &&
           sameForms(a.descriptor->strides, b.descriptor->strides);
  case Value::Kind::Dict:
    return a.entries == b.entries;
  case Value::Kind::AfterLoop:
    return a.loopEnd == b.loopEnd;
  case Value::Kind::Error:
  case Value::Kind::None:
  case Value::Kind::Ellipsis:
    return true;
  }
  return false;
}

} // namespace tqc::sema
