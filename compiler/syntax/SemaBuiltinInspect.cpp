//===- SemaBuiltinInspect.cpp - isinstance, hasattr, getattr --------------===//
//
// What a program asks about its own values. As in Triton, a constant is what it
// holds, and no `tl.constexpr`, when it is asked:
//
//     isinstance(BLOCK, int)            True
//     isinstance(BLOCK, tl.constexpr)   False
//     getattr(BLOCK, "value", 9)        9, though `BLOCK.value` is BLOCK
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

#include "llvm/ADT/STLExtras.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// isinstance
//===----------------------------------------------------------------------===//

/// Whether a value is of a class; nothing where that is not known.
static std::optional<bool> isOfClass(const Value &value, llvm::StringRef name,
                                     bool inKernel) {
  using Kind = Value::Kind;
  if (value.is(Kind::Opaque))
    return std::nullopt;
  if (!inKernel && name == "list")
    return value.isTuple() && value.isList;
  if (!inKernel && name == "tuple")
    return value.isTuple() && !value.isList;
  if (!inKernel && name == "tl.constexpr" && !value.hasRuntime())
    return std::nullopt;   // `X = tl.constexpr(1)` is one, `X = 1` is not
  if (name == "tl.tensor") // a block pointer is one in Triton
    return value.isRuntime() || value.is(Kind::BlockPointer);
  if (name == "tl.constexpr" || name == "list")
    return false; // a list of a kernel is a `tl.tuple`
  if (name == "tuple")
    return value.isTuple();
  if (name == "int")
    return value.isIntegral();
  if (name == "float")
    return value.is(Kind::Float);
  if (name == "bool")
    return value.is(Kind::Bool);
  if (name == "str")
    return value.isString();
  if (name == "dict")
    return value.is(Kind::Dict);
  if (name == "tl.dtype")
    return value.is(Kind::Type);
  if (name == "tl.constexpr_type") // the type of a constant, as `(3).type`
    return value.is(Kind::Member) &&
           llvm::StringRef(value.text).starts_with("constexpr_type[");
  if (name == "tl.pointer_type")
    return value.is(Kind::Type) && value.type.pointer && !value.type.isBlock();
  if (name == "tl.block_type")
    return value.is(Kind::Type) && value.type.isBlock();
  if (name == "tl.tensor_descriptor")
    return value.is(Kind::Descriptor);
  return std::nullopt;
}

Value Evaluator::doIsInstance(BoundCall &call) {
  const Value &value = call.value("value");
  const Value &info = call.value("classinfo");
  std::vector<Value> classes =
      info.isTuple() ? info.elements() : std::vector<Value>{info};
  bool fits = false;
  for (const Value &one : classes) {
    llvm::StringRef name =
        one.is(Value::Kind::Builtin)   ? llvm::StringRef(one.builtin->path)
        : one.is(Value::Kind::Package) ? llvm::StringRef(one.text)
                                       : llvm::StringRef();
    std::optional<bool> answer = isOfClass(value, name, inKernel);
    if (!answer && !inKernel)
      return Value::opaque("isinstance");
    if (!answer) {
      if (value.is(Value::Kind::Opaque))
        msg::onlyPython(report, call["value"].span, value);
      else if (one.is(Value::Kind::Opaque))
        msg::onlyPython(report, call["classinfo"].span, one);
      else
        msg::notAClass(report, call["classinfo"].span, one);
      return Value::error();
    }
    fits |= *answer;
  }
  return Value::boolean(fits);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// Attributes of Python's numbers and texts that the language does not have.
static bool isPythonsAttribute(const Value &value, llvm::StringRef name) {
  if (!value.isNumber() && !value.isString())
    return false;
  if (name.starts_with("__"))
    return true;
  if (value.isString())
    return llvm::is_contained(
        {"capitalize", "casefold",     "center",       "count",
         "encode",     "expandtabs",   "find",         "format_map",
         "index",      "isalnum",      "isalpha",      "isascii",
         "isdecimal",  "isdigit",      "isidentifier", "islower",
         "isnumeric",  "isprintable",  "isspace",      "istitle",
         "isupper",    "ljust",        "lstrip",       "maketrans",
         "partition",  "removeprefix", "removesuffix", "rfind",
         "rindex",     "rjust",        "rpartition",   "rsplit",
         "rstrip",     "splitlines",   "swapcase",     "title",
         "translate",  "zfill"},
        name);
  if (value.is(Value::Kind::Float))
    return llvm::is_contained({"as_integer_ratio", "conjugate", "fromhex",
                               "hex", "imag", "is_integer", "real"},
                              name);
  return llvm::is_contained({"as_integer_ratio", "bit_count", "conjugate",
                             "denominator", "from_bytes", "imag", "numerator",
                             "real", "to_bytes"},
                            name);
}

Value Evaluator::doHasAttr(BoundCall &call) {
  std::optional<std::string> name = string(call, "name");
  if (!name)
    return Value::error();
  const Value &value = call.value("value");
  if (value.isRuntime() && *name == "T")
    return Value::boolean(true);
  std::optional<Value> found = findAttribute(value, *name, call.span);
  if (found && (found->isError() || found->is(Value::Kind::Opaque)))
    return *found;
  return Value::boolean(found || isPythonsAttribute(value, *name));
}

Value Evaluator::doGetAttr(BoundCall &call) {
  std::optional<std::string> name = string(call, "name");
  if (!name)
    return Value::error();
  const Value &value = call.value("value");
  const std::vector<Value> &otherwise = call.value("default").elements();
  if (otherwise.size() > 1) {
    msg::argumentCount(report, call.span, call.what(), 3, 2 + otherwise.size());
    return Value::error();
  }
  std::optional<Value> found = findAttribute(value, *name, call.span);
  if (found)
    return *found;
  if (!otherwise.empty() && !isPythonsAttribute(value, *name))
    return otherwise[0];
  msg::noAttribute(report, call["name"].span, value, *name);
  return Value::error();
}

} // namespace tqc::sema
