//===- SemaHost.cpp - Python's objects around kernels ---------------------===//
//
// Methods of texts, integers and dictionaries, and the few facts about the GPU,
// the types and the environment that code around kernels asks Python for.
// Whatever is not here stays opaque, and a kernel that needs it is refused.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/PythonText.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaTypes.h"

namespace tqc::sema {

/// Python's str.format.
static std::optional<Value> formatString(llvm::StringRef text,
                                         const CallSite &site) {
  auto lookUp = [&](llvm::StringRef field) -> std::optional<python::Shown> {
    size_t index;
    if (!field.getAsInteger(10, index))
      return index < site.positional.size()
                 ? std::optional(shownAs(site.positional[index].value))
                 : std::nullopt;
    for (const auto &[keyword, argument] : site.keywords)
      if (field == keyword)
        return shownAs(argument.value);
    return std::nullopt;
  };
  auto written = python::formatFields(text, lookUp);
  return written ? std::optional(Value::string(*written)) : std::nullopt;
}

static Value listOf(const std::vector<llvm::StringRef> &pieces) {
  std::vector<Value> items;
  for (llvm::StringRef piece : pieces)
    items.push_back(Value::string(piece.str()));
  return Value::tuple(std::move(items), /*isList=*/true);
}

static std::optional<Value> join(llvm::StringRef text, const Value &values) {
  if (!values.isTuple())
    return std::nullopt;
  std::string joined;
  for (const Value &item : values.elements()) {
    if (!item.isString())
      return std::nullopt;
    joined += (&item == values.elements().data() ? "" : text.str()) + item.text;
  }
  return Value::string(std::move(joined));
}

/// Methods of texts; nothing where the arguments do not fit.
static std::optional<Value>
stringMethod(llvm::StringRef text, llvm::StringRef name, const CallSite &site) {
  if (name == "format")
    return formatString(text, site);
  size_t count = site.positional.size();
  if (!site.keywords.empty() || count > 2)
    return std::nullopt;
  if (name == "lower" || name == "upper") {
    auto changed = name == "lower" ? python::lower(text) : python::upper(text);
    return changed && count == 0 ? std::optional(Value::string(*changed))
                                 : std::nullopt;
  }
  if (name == "strip" && count == 0)
    return Value::string(python::strip(text).str());
  if (name == "split" && count == 0)
    return listOf(python::words(text));
  if (count == 0)
    return std::nullopt;
  const Value &first = site.positional[0].value;
  if (name == "join" && count == 1)
    return join(text, first);
  if (!first.isString())
    return std::nullopt;
  llvm::StringRef other = first.text;
  if (name == "replace" && count == 2 && site.positional[1].value.isString())
    return Value::string(
        python::replace(text, other, site.positional[1].value.text));
  if (count != 1)
    return std::nullopt;
  if (name == "startswith" || name == "endswith")
    return Value::boolean(name == "startswith" ? text.starts_with(other)
                                               : text.ends_with(other));
  if (name == "strip")
    return Value::string(
        python::stripLeft(python::stripRight(text, other), other).str());
  if (name == "split" && !other.empty())
    return listOf(python::pieces(text, other));
  return std::nullopt;
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

std::optional<Value> torchDTypeFact(llvm::StringRef path,
                                    llvm::StringRef name) {
  std::optional<Elem> elem;
  if (path.consume_front("torch."))
    elem = elemFromLanguage(path == "bool" ? "int1" : path);
  if (!elem)
    return std::nullopt;
  if (name == "itemsize")
    return Value::integerOf(std::max(1u, bitWidth(*elem) / 8));
  if (name == "is_floating_point")
    return Value::boolean(isFloat(*elem));
  if (name == "is_complex")
    return Value::boolean(false);
  if (name == "is_signed")
    return Value::boolean(isFloat(*elem) || isSigned(*elem));
  return std::nullopt;
}

/// What vLLM asks of the machine: `current_platform.is_cuda()`.
static std::optional<Value> platformFact(llvm::StringRef question) {
  if (question == "is_cuda" || question == "is_cuda_alike")
    return Value::boolean(true);
  for (llvm::StringRef other : {"is_rocm", "is_xpu", "is_cpu", "is_tpu",
                                "is_hpu", "is_neuron", "is_out_of_tree"})
    if (question == other)
      return Value::boolean(false);
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
  auto [object, question] = path.rsplit('.');
  if (object.ends_with("current_platform"))
    if (std::optional<Value> fact = platformFact(question))
      return *fact;
  if (path == "torch.cuda.is_available")
    return Value::boolean(true);
  if (path.ends_with("get_device_capability"))
    return Value::tuple(
        {Value::integerOf(capability / 10), Value::integerOf(capability % 10)});
  return Value::opaque(path.str());
}

} // namespace tqc::sema
