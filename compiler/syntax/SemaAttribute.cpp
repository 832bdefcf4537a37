//===- SemaAttribute.cpp - `value.name` -----------------------------------===//

#include "compiler/syntax/BoundNames.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/STLExtras.h"

namespace tqc::sema {

/// A builtin with `self` as its first argument.
static Value methodOf(const Value &self, const BuiltinRow *row) {
  Value callee = Value::of(Value::Kind::Builtin);
  callee.builtin = row;
  return Value::method(self, std::move(callee));
}

static Value shapeOf(const TileType &type) {
  std::vector<Value> extents;
  for (int64_t extent : type.shape)
    extents.push_back(Value::integerOf(extent));
  return Value::tuple(std::move(extents));
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The predicates of a dtype: is_fp16() and so on.
static std::optional<bool> typePredicate(const TileType &type,
                                         llvm::StringRef name) {
  if (name == "is_ptr")
    return type.pointer && !type.isBlock();
  if (name == "is_block")
    return type.isBlock();
  if (name == "is_const")
    return type.readOnly && !type.isBlock();
  bool number = !type.pointer && !type.isBlock();
  Elem elem = type.elem;
  if (name == "is_floating")
    return number && isFloat(elem);
  if (name == "is_standard_floating")
    return number && isFloat(elem) && !isFp8(elem);
  if (name == "is_fp8")
    return number && isFp8(elem);
  if (name == "is_int")
    return number && isInteger(elem);
  if (name == "is_int_signed")
    return number && isSigned(elem);
  if (name == "is_int_unsigned")
    return number && isInteger(elem) && !isSigned(elem);
  if (name == "is_bool")
    return number && elem == Elem::I1;
  // is_fp16, is_bf16, is_int32, is_uint8, is_fp8e5, ...
  if (name.consume_front("is_")) {
    if (name == "fp8e4b8" || name == "fp8e5b16")
      return false;
    if (std::optional<Elem> wanted = elemFromSignature(name))
      if (isFloat(*wanted))
        return number && elem == *wanted;
    if (std::optional<Elem> wanted = elemFromLanguage(name))
      if (isInteger(*wanted))
        return number && elem == *wanted;
  }
  return std::nullopt;
}

std::optional<Value> Evaluator::typeAttribute(const TileType &type,
                                              llvm::StringRef name) {
  bool number = !type.pointer && !type.isBlock();
  if (name == "scalar")
    return Value::typeOf(type.scalar());
  if (name == "element_ty") {
    if (type.isBlock())
      return Value::typeOf(type.scalar());
    if (type.pointer)
      return Value::typeOf(TileType(type.elem));
    return std::nullopt;
  }
  if (name == "shape" && type.isBlock())
    return shapeOf(type);
  if (name == "numel" && type.isBlock())
    return Value::integerOf(type.elements());
  if (name == "name" || name == "__name__")
    return Value::string(type.str());
  if (name == "nbytes" && type.isBlock())
    return Value::integerOf(type.elements() *
                            (type.pointer ? 8 : bitWidth(type.elem) / 8));
  if (name == "primitive_bitwidth")
    return Value::integerOf(type.pointer ? 64 : bitWidth(type.elem));
  if (name == "itemsize")
    return Value::integerOf(type.pointer ? 8 : bitWidth(type.elem) / 8);
  if (number && name == "int_bitwidth" && isInteger(type.elem))
    return Value::integerOf(bitWidth(type.elem));
  if (number && name == "fp_mantissa_width" && isFloat(type.elem))
    return Value::integerOf(mantissaBits(type.elem));
  if (number && name == "exponent_bias" && isFloat(type.elem))
    return Value::integerOf(exponentBias(type.elem));
  if (number && name == "int_signedness" && isInteger(type.elem))
    return Value::member(isSigned(type.elem) ? "SIGNEDNESS.SIGNED"
                                             : "SIGNEDNESS.UNSIGNED");
  if (typePredicate(type, name) ||
      (name == "get_block_shapes" && type.isBlock()) ||
      llvm::is_contained(
          {"kind", "get_int_max_value", "get_int_min_value", "with_element_ty"},
          name))
    return Value::method(Value::typeOf(type), Value::string(name.str()));
  return std::nullopt;
}

/// The members of `tl.dtype.KIND` and `tl.dtype.SIGNEDNESS`; nothing for other
/// names.
static std::optional<Value> enumeration(llvm::StringRef name) {
  auto members = [&](llvm::ArrayRef<const char *> names) {
    std::vector<std::pair<Value, Value>> entries;
    for (const char *one : names)
      entries.emplace_back(Value::string(one),
                           Value::member(name.str() + "." + one));
    return Value::dict(std::move(entries));
  };
  if (name == "KIND")
    return members({"BOOLEAN", "INTEGRAL", "FLOATING"});
  if (name == "SIGNEDNESS")
    return members({"SIGNED", "UNSIGNED"});
  return std::nullopt;
}

Value Evaluator::callTypeMethod(const Value &callee, const CallSite &site) {
  const TileType &type = callee.elements()[0].type;
  llvm::StringRef name = callee.elements()[1].text;
  std::string what = "`" + name.str() + "`";
  size_t wanted = name == "with_element_ty";
  if (site.positional.size() != wanted || !site.keywords.empty()) {
    msg::argumentCount(report, site.span, what, wanted,
                       site.positional.size() + site.keywords.size());
    return Value::error();
  }
  if (std::optional<bool> answer = typePredicate(type, name))
    return Value::boolean(*answer);
  if (name == "get_block_shapes")
    return shapeOf(type);
  if (wanted) {
    const Argument &element = site.positional[0];
    if (!element.value.is(Value::Kind::Type) || element.value.type.isBlock()) {
      if (!element.value.isError())
        msg::notAType(report, element.span, what, element.value);
      return Value::error();
    }
    return Value::typeOf(element.value.type.withShape(type.shape));
  }
  bool number = !type.pointer && !type.isBlock();
  if (number && name == "kind")
    return Value::member(type.elem == Elem::I1 ? "KIND.BOOLEAN"
                         : isFloat(type.elem)  ? "KIND.FLOATING"
                                               : "KIND.INTEGRAL");
  if (number && isInteger(type.elem))
    return Value::integerOf(name == "get_int_max_value"
                                ? maxInteger(type.elem)
                                : minInteger(type.elem));
  msg::noTypeMethod(report, site.span, name, type);
  return Value::error();
}

//===----------------------------------------------------------------------===//
// Run-time values
//===----------------------------------------------------------------------===//

std::optional<Value>
Evaluator::tileAttribute(const Value &value, llvm::StringRef name, Span whole) {
  if (name == "dtype")
    return Value::typeOf(value.type.scalar());
  if (name == "type")
    return Value::typeOf(value.type);
  if (name == "shape")
    return shapeOf(value.type);
  if (name == "numel")
    return Value::integerOf(value.type.elements());
  if (name == "T") {
    At at{whole, whole, whole, "`.T`"};
    if (value.type.shape.size() != 2) {
      msg::notAPermutation(report, whole, at.what, value.type);
      return Value::error();
    }
    return ops.transpose(value, {1, 0}, at);
  }
  if (const BuiltinRow *row = findMethod(name))
    return methodOf(value, row);
  if (name == "logical_and" || name == "logical_or")
    return std::nullopt;
  return std::nullopt;
}

std::optional<Value> Evaluator::compositeAttribute(const Value &value,
                                                   llvm::StringRef name) {
  if (value.is(Value::Kind::BlockPointer)) {
    const BlockPointer &pointer = *value.blockPointer;
    if (name == "dtype" || name == "type")
      return Value::typeOf(TileType(pointer.base.type.elem, {}, true));
    if (name == "store" || name == "advance")
      return methodOf(value, findMethod(name));
    return std::nullopt;
  }
  const Descriptor &descriptor = *value.descriptor;
  TileType tile(descriptor.base.type.elem, descriptor.block);
  if (name == "dtype")
    return Value::typeOf(tile.scalar());
  if (name == "type" || name == "block_type")
    return Value::typeOf(tile);
  if (name == "block_shape")
    return shapeOf(tile);
  if (name == "shape")
    return Value::tuple(descriptor.shape);
  if (name == "strides")
    return Value::tuple(descriptor.strides);
  if (const BuiltinRow *row = findBuiltin("tl.tensor_descriptor." + name.str()))
    return methodOf(value, row);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// All values
//===----------------------------------------------------------------------===//

/// The methods of texts: see stringMethod in SemaCall.cpp.
static bool isStringMethod(llvm::StringRef name) {
  for (llvm::StringRef known : {"startswith", "endswith", "lower", "upper",
                                "strip", "format", "join", "split", "replace"})
    if (name == known)
      return true;
  return false;
}

/// Says what a kernel has for a function of torch or numpy.
static void helpFromPython(llvm::StringRef package, llvm::StringRef name,
                           Diag &diag) {
  static constexpr struct {
    llvm::StringRef name, instead;
  } kInstead[] = {
      {"add", "x + y"},
      {"sub", "x - y"},
      {"subtract", "x - y"},
      {"mul", "x * y"},
      {"multiply", "x * y"},
      {"div", "x / y"},
      {"divide", "x / y"},
      {"matmul", "tl.dot(a, b)"},
      {"mm", "tl.dot(a, b)"},
      {"mean", "tl.sum(x, axis=0) / n"},
      {"amax", "tl.max(x, axis=0)"},
      {"amin", "tl.min(x, axis=0)"},
      {"empty", "tl.zeros(shape, dtype)"},
  };
  if (package != "torch" && package != "numpy")
    return;
  for (const auto &row : kInstead)
    if (name == row.name) {
      diag.help("in a kernel, write `" + row.instead.str() + "`");
      return;
    }
  if (const BuiltinRow *row = findBuiltin("tl." + name.str()))
    diag.help("use `tl." + row->name().str() + "`");
}

std::optional<Value>
Evaluator::findAttribute(const Value &value, llvm::StringRef name, Span whole) {
  switch (value.kind) {
  case Value::Kind::Error:
    return value;
  case Value::Kind::Package:
    return member(value.text, name);
  case Value::Kind::Module:
    return global(*value.scope, name);
  case Value::Kind::Opaque:
    if (inKernel) {
      helpFromPython(value.text, name, msg::onlyPython(report, whole, value));
      return Value::error();
    }
    if (value.text == "torch.version")
      if (std::optional<Value> fact = torchBuild(name))
        return *fact;
    if (std::optional<Value> fact = torchDTypeFact(value.text, name))
      return *fact;
    return Value::opaque(value.text + "." + name.str());
  case Value::Kind::Runtime:
    return tileAttribute(value, name, whole);
  case Value::Kind::BlockPointer:
  case Value::Kind::Descriptor:
    return compositeAttribute(value, name);
  case Value::Kind::Type:
    return typeAttribute(value.type, name);
  case Value::Kind::Builtin:
    if (llvm::StringRef(value.builtin->path) == "tl.dtype")
      return enumeration(name);
    return std::nullopt;
  case Value::Kind::Tuple:
    for (size_t i = 0; value.fields && i < value.fields->size(); ++i)
      if ((*value.fields)[i] == name)
        return value.elements()[i];
    if (value.isList && !inKernel && ast::changesReceiver(name))
      return Value::method(value, Value::string(name.str()));
    return std::nullopt;
  case Value::Kind::Int:
    if (name == "bit_length")
      return Value::method(value, Value::string(name.str()));
    return std::nullopt;
  case Value::Kind::String:
    if (isStringMethod(name))
      return Value::method(value, Value::string(name.str()));
    return std::nullopt;
  case Value::Kind::Dict:
    if (name == "get" || name == "items" || name == "keys" ||
        name == "values" || (!inKernel && ast::changesReceiver(name)))
      return Value::method(value, Value::string(name.str()));
    for (const auto &[key, item] : *value.entries)
      if (key.isString() && key.text == name) // triton.Config
        return item;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The type of a constant is known by its value; that of a tuple are its
/// parts'.
static std::optional<Value> typeOf(const Value &value) {
  if (value.isRuntime())
    return Value::typeOf(value.type);
  if (value.isNumber() || value.isString() || value.isNone())
    return Value::member("constexpr_type[" + value.str() + "]");
  if (!value.isTuple())
    return std::nullopt;
  std::vector<Value> types;
  for (const Value &item : value.elements()) {
    std::optional<Value> type = typeOf(item);
    if (!type)
      return std::nullopt;
    types.push_back(std::move(*type));
  }
  return Value::tuple(std::move(types));
}

Value Evaluator::doConstexprType(BoundCall &call) {
  const Value &value = call.value("value");
  if (!value.hasRuntime())
    if (std::optional<Value> type = typeOf(value))
      return *type;
  msg::notConstant(report, call["value"].span, call.what(), value);
  return Value::error();
}

Value Evaluator::attribute(const Value &value, llvm::StringRef name, Span at,
                           Span whole) {
  if (std::optional<Value> found = findAttribute(value, name, whole))
    return *found;
  if (value.is(Value::Kind::Package)) {
    std::string path = value.text + "." + name.str();
    // What Python's packages hold beside the language.
    if (!inKernel)
      return Value::opaque(path);
    msg::noMember(report, at, path, nearestBuiltin(path),
                  !findLibdevice(name).empty());
    return Value::error();
  }
  // What a constexpr has; harmless on run-time values.
  if (name == "value")
    return value;
  if (std::optional<Value> type = name == "type" ? typeOf(value) : std::nullopt)
    return *type;
  Diag &diag = msg::noAttribute(report, at, value, name);
  if (value.isNumber() && (name == "dtype" || name == "to" || name == "shape"))
    diag.help("a constant has no type yet; make it a tile with `tl.full` or "
              "`tl.to_tensor`");
  return Value::error();
}

} // namespace tqc::sema
