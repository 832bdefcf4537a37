//===- SemaHost.cpp - Python's objects around kernels ---------------------===//
//
// Methods of texts, integers and dictionaries, and the few facts about the GPU,
// the types and the environment that code around kernels asks Python for.
// Whatever is not here stays opaque, and a kernel that needs it is refused.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/StringExtras.h"

namespace tqc::sema {

/// Python's str.format for `{}`, `{0}` and `{name}`.
static std::optional<std::string> formatString(llvm::StringRef text,
                                               const CallSite &site) {
  std::string result;
  size_t next = 0;
  while (!text.empty()) {
    char c = text.front();
    text = text.drop_front();
    if ((c == '{' || c == '}') && text.consume_front(llvm::StringRef(&c, 1))) {
      result += c;
      continue;
    }
    if (c != '{') {
      result += c;
      continue;
    }
    auto [field, rest] = text.split('}');
    text = rest;
    auto [name, format] = field.split(':');
    size_t index = next;
    const Value *value = nullptr;
    if (name.empty())
      ++next;
    if (name.empty() || !name.getAsInteger(10, index)) {
      if (index < site.positional.size())
        value = &site.positional[index].value;
    }
    for (const auto &[keyword, argument] : site.keywords)
      if (name == keyword)
        value = &argument.value;
    std::optional<std::string> written =
        value ? formatValue(*value, format) : std::nullopt;
    if (!written)
      return std::nullopt;
    result += *written;
  }
  return result;
}

/// Methods of texts.
static std::optional<Value>
stringMethod(llvm::StringRef text, llvm::StringRef name, const CallSite &site) {
  if (name == "lower")
    return Value::string(text.lower());
  if (name == "upper")
    return Value::string(text.upper());
  if (name == "strip")
    return Value::string(text.trim().str());
  if (name == "format") {
    if (std::optional<std::string> written = formatString(text, site))
      return Value::string(*written);
    return std::nullopt;
  }
  auto argument = [&](size_t i) -> const Value * {
    return i < site.positional.size() ? &site.positional[i].value : nullptr;
  };
  if (name == "join" && argument(0) && argument(0)->isTuple()) {
    std::string joined;
    bool first = true;
    for (const Value &item : argument(0)->elements()) {
      joined += (first ? "" : text.str()) + item.str();
      first = false;
    }
    return Value::string(std::move(joined));
  }
  if (!argument(0) || !argument(0)->isString())
    return std::nullopt;
  llvm::StringRef other = argument(0)->text;
  if (name == "startswith" || name == "endswith")
    return Value::boolean(name == "startswith" ? text.starts_with(other)
                                               : text.ends_with(other));
  if (other.empty() || (name != "split" && name != "replace"))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  text.split(parts, other);
  if (name == "split") {
    std::vector<Value> items;
    for (llvm::StringRef part : parts)
      items.push_back(Value::string(part.str()));
    return Value::tuple(std::move(items), /*isList=*/true);
  }
  if (!argument(1) || !argument(1)->isString())
    return std::nullopt;
  return Value::string(llvm::join(parts, argument(1)->text));
}

std::optional<Value> constantMethod(const Value &self, llvm::StringRef name,
                                    const CallSite &site) {
  if (self.isString())
    return stringMethod(self.text, name, site);
  if (self.is(Value::Kind::Int)) { // bit_length
    int bits = 0;
    for (__int128 rest = self.asInteger(); rest != 0; rest /= 2)
      ++bits;
    return Value::integerOf(bits);
  }
  if (!self.is(Value::Kind::Dict))
    return std::nullopt;
  if (name == "get") {
    if (site.positional.empty())
      return std::nullopt;
    for (const auto &[key, item] : *self.entries)
      if (constEqual(key, site.positional[0].value))
        return item;
    return site.positional.size() > 1 ? site.positional[1].value
                                      : Value::none();
  }
  std::vector<Value> items;
  for (const auto &[key, item] : *self.entries)
    items.push_back(name == "keys"     ? key
                    : name == "values" ? item
                                       : Value::tuple({key, item}));
  return Value::tuple(std::move(items));
}

/// What torch.finfo and torch.iinfo say about `torch.float32` or `tl.float32`.
static std::optional<Value> limitsOf(const Value &dtype) {
  llvm::StringRef name = dtype.text;
  std::optional<Elem> elem;
  if (dtype.is(Value::Kind::Type) && !dtype.type.pointer)
    elem = dtype.type.elem;
  else if (dtype.is(Value::Kind::Opaque) && name.consume_front("torch."))
    elem = elemFromLanguage(name);
  if (!elem)
    return std::nullopt;
  std::vector<std::pair<Value, Value>> entries;
  auto entry = [&](const char *key, Value value) {
    entries.emplace_back(Value::string(key), std::move(value));
  };
  entry("bits", Value::integerOf(bitWidth(*elem)));
  if (isInteger(*elem)) {
    entry("min", Value::integerOf(minInteger(*elem)));
    entry("max", Value::integerOf(maxInteger(*elem)));
    return Value::dict(std::move(entries));
  }
  struct Limits {
    Elem elem;
    double max, eps, tiny;
  };
  static constexpr Limits kLimits[] = {
      {Elem::F16, 65504.0, 0x1p-10, 0x1p-14},
      {Elem::BF16, 0x1.fep127, 0x1p-7, 0x1p-126},
      {Elem::F32, 0x1.fffffep127, 0x1p-23, 0x1p-126},
      {Elem::F64, 0x1.fffffffffffffp1023, 0x1p-52, 0x1p-1022},
  };
  for (const Limits &limits : kLimits)
    if (limits.elem == *elem) {
      entry("min", Value::floating(-limits.max));
      entry("max", Value::floating(limits.max));
      entry("eps", Value::floating(limits.eps));
      entry("tiny", Value::floating(limits.tiny));
      entry("smallest_normal", Value::floating(limits.tiny));
      return Value::dict(std::move(entries));
    }
  return std::nullopt;
}

std::optional<Value> torchBuild(llvm::StringRef name) {
  if (name == "cuda") // that of the torch which Triton 3.6 came with
    return Value::string("12.8");
  if (name == "hip" || name == "xpu")
    return Value::none();
  return std::nullopt;
}

Value Evaluator::hostFact(llvm::StringRef path, const CallSite &site) const {
  // Nothing is set: a compilation does not depend on the environment.
  if (path == "os.environ.get" || path == "os.getenv")
    return site.positional.size() > 1 ? site.positional[1].value
                                      : Value::none();
  int capability = context.computeCapability;
  if (path.ends_with("get_current_target"))
    return Value::dict({
        {Value::string("backend"), Value::string("cuda")},
        {Value::string("arch"), Value::integerOf(capability)},
        {Value::string("warp_size"), Value::integerOf(32)},
    });
  if ((path == "torch.finfo" || path == "torch.iinfo") &&
      !site.positional.empty())
    if (std::optional<Value> limits = limitsOf(site.positional[0].value))
      return *limits;
  if (path.ends_with("get_device_capability"))
    return Value::tuple(
        {Value::integerOf(capability / 10), Value::integerOf(capability % 10)});
  return Value::opaque(path.str());
}

} // namespace tqc::sema
