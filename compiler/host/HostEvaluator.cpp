//===- HostEvaluator.cpp - Names, modules, errors -------------------------===//
//
// Where names come from and what lies behind a dot; how errors show the calls
// that led to them. Modules: EvaluateModule.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostArrays.h"
#include "compiler/host/HostIterators.h"
#include "compiler/syntax/BoundNames.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

#include <cmath>

using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// The call stack of an error shows so many calls.
static constexpr size_t kShownCalls = 8;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void HostEvaluator::addCallStack(Diag &diag) const {
  size_t shown = 0;
  for (size_t i = frames.size(); i-- > 0;) {
    if (!frames[i].calledAt)
      continue;
    if (shown++ == kShownCalls) {
      diag.note({}, "and " + std::to_string(i + 1) + " more calls");
      return;
    }
    diag.note(frames[i].calledAt, quoted(frames[i].name) + " is called here");
  }
}

Diag &HostEvaluator::error(DiagCode code, Span at, std::string message) {
  Diag &diag = diags.error(code, at, std::move(message));
  addCallStack(diag);
  raised.reset();
  return diag;
}

std::nullopt_t HostEvaluator::deviceError(Span at, StringRef what,
                                          const Error &problem) {
  error(code::HostDevice, at, (what + ": " + problem.message).str());
  return std::nullopt;
}

bool HostEvaluator::mayHave(HostInt size, Span at) {
  if (size <= kMaxElements)
    return true;
  error(code::HostLimit, at,
        "this would have " + decimal(size) +
            " elements, more than the million that a launcher may have");
  return false;
}

/// Whether `value` is `target` or holds it somewhere. `budget` bounds the walk.
static bool reaches(const HostValue &value, const HostObject *target,
                    unsigned &budget) {
  if (value.identity() == target)
    return true;
  if (budget == 0)
    return false;
  --budget;
  if (value.is(Kind::Tuple) || value.is(Kind::List))
    return llvm::any_of(value.elements(), [&](const HostValue &element) {
      return reaches(element, target, budget);
    });
  if (value.is(Kind::Dict))
    return llvm::any_of(value.as<DictObject>().items, [&](const auto &item) {
      return reaches(item.second, target, budget);
    });
  if (value.is(Kind::Instance) || value.is(Kind::GradContext))
    return llvm::any_of(value.as<InstanceObject>().fields,
                        [&](const auto &field) {
                          return reaches(field.second, target, budget);
                        });
  if (value.is(Kind::Exception))
    return llvm::any_of(value.as<ExceptionObject>().arguments,
                        [&](const HostValue &argument) {
                          return reaches(argument, target, budget);
                        });
  if (value.is(Kind::Bound))
    return reaches(value.as<BoundObject>().receiver, target, budget);
  if (value.is(Kind::Super))
    return reaches(value.as<SuperObject>().self, target, budget);
  if (value.is(Kind::Method))
    return reaches(value.as<MethodObject>().receiver, target, budget);
  if (value.is(Kind::Record)) // a tensor descriptor has lists
    return llvm::any_of(value.as<RecordObject>().fields, [&](const auto &fact) {
      return reaches(fact.second, target, budget);
    });
  return false;
}

bool HostEvaluator::mayHold(const HostValue &container,
                            const HostValue &element, Span at) {
  unsigned budget = 10'000;
  if (element.is(Kind::Iterator)) { // it may come from the container
    error(code::HostNotAvailable, at,
          "a launcher puts no iterators into lists and dicts")
        .help("write `list(...)`");
    return false;
  }
  if (element.is(Kind::View))
    return mayHold(container,
                   HostValue::object(Kind::Dict, element.as<ViewObject>().dict),
                   at);
  for (Kind leaf : {Kind::None, Kind::Bool, Kind::Int, Kind::Float,
                    Kind::String, Kind::Tensor})
    if (element.is(leaf))
      return true;
  if (!reaches(element, container.identity(), budget))
    return true;
  error(code::HostValueError, at,
        "a launcher has no " +
            StringRef(describe(container.kind())).split(' ').second.str() +
            " that holds itself");
  return false;
}

/// Gives every name that `stmt` binds, or whose list or dict it changes, no
/// value, because of `why`.
void HostEvaluator::bindUnknown(const ast::Stmt *stmt, const ScopePtr &scope,
                                std::optional<Diag> why) {
  std::set<std::string> names, changed;
  ast::collectBound(stmt, names);
  ast::collectChanged(stmt, changed);
  for (const std::string &name : changed) {
    auto known = scope->names.find(name);
    if (known == scope->names.end() ||
        (!known->second.is(Kind::List) && !known->second.is(Kind::Dict)))
      continue;
    for (const auto &[other, value] : scope->names) {
      unsigned budget = 10'000;
      if (reaches(value, known->second.identity(), budget))
        names.insert(other);
    }
  }
  for (const std::string &name : names) {
    UnknownObject unknown;
    unknown.why = why;
    scope->names[name] = makeObject(Kind::Unknown, std::move(unknown));
  }
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

HostEvaluator::ScopePtr HostEvaluator::newScope(ScopePtr parent) {
  auto scope = std::make_shared<Scope>();
  scope->module = parent->module;
  scope->parent = std::move(parent);
  if (scopes.size() > 1000)
    llvm::erase_if(scopes, [](const auto &weak) { return weak.expired(); });
  scopes.push_back(scope);
  return scope;
}

void HostEvaluator::dropScopes() {
  returned = HostValue();
  raised.reset();
  for (const std::weak_ptr<Scope> &weak : scopes)
    if (ScopePtr scope = weak.lock())
      scope->names.clear();
  scopes.clear();
}

HostEvaluator::~HostEvaluator() {
  dropScopes();
  for (auto &[module, scope] : modules) // clearing needs no order
    scope->names.clear();
  early.clear();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// torch and tl names of dtypes beside those of DTypes.def.
static std::optional<DType> namedDType(StringRef space, StringRef name) {
  for (size_t i = 0; i <= static_cast<size_t>(DType::FP64); ++i)
    if (name == infoOf(static_cast<DType>(i)).torch && name != "bool" &&
        !(space == "torch" && name == "float8e4b15"))
      return static_cast<DType>(i);
  if (space == "torch")
    return llvm::StringSwitch<std::optional<DType>>(name)
        .Case("bool", DType::I1)
        .Case("half", DType::FP16)
        .Case("float", DType::FP32)
        .Case("double", DType::FP64)
        .Case("short", DType::I16)
        .Case("int", DType::I32)
        .Case("long", DType::I64)
        .Default(std::nullopt);
  return llvm::StringSwitch<std::optional<DType>>(name)
      .Case("int1", DType::I1)
      .Case("float8e4nv", DType::FP8E4NV)
      .Case("float8e5", DType::FP8E5)
      .Default(std::nullopt);
}

HostValue makeNamespace(StringRef path) {
  NamespaceObject object;
  object.path = path.str();
  return makeObject(Kind::Namespace, std::move(object));
}

/// A number that a module has: math.pi, torch.inf.
static Maybe namedNumber(StringRef space, StringRef name) {
  if (space != "math" && space != "torch" && space != "numpy")
    return std::nullopt;
  std::optional<double> value = llvm::StringSwitch<std::optional<double>>(name)
                                    .Case("pi", M_PI)
                                    .Case("e", M_E)
                                    .Case("tau", 2 * M_PI)
                                    .Case("inf", HUGE_VAL)
                                    .Case("nan", std::nan(""))
                                    .Default(std::nullopt);
  if (!value || (space != "math" && name == "tau"))
    return std::nullopt;
  return HostValue::floating(*value);
}

/// What `path`.`name` is, or nothing (without an error).
Maybe memberOf(StringRef path, StringRef name) {
  std::string full = path.empty() ? name.str() : (path + "." + name).str();
  if (const BuiltinRow *row = findBuiltin(full)) {
    BuiltinObject object;
    object.row = row;
    return makeObject(Kind::Builtin, std::move(object));
  }
  if (isNamespace(full))
    return makeNamespace(full);
  if (path == "torch" || path == "triton.language")
    if (std::optional<DType> type = namedDType(path, name))
      return HostValue::dtype(*type);
  return namedNumber(path, name);
}

/// The names that a `.tq` file has without importing them.
Maybe HostEvaluator::builtinName(StringRef name) {
  if (name == "tl")
    return makeNamespace("triton.language");
  if (name == "libdevice")
    return makeNamespace("triton.language.extra.libdevice");
  if (name == "triton" || name == "torch" || name == "math")
    return makeNamespace(name);
  if (const BuiltinRow *row = findBuiltin(name)) {
    BuiltinObject object;
    object.row = row;
    return makeObject(Kind::Builtin, std::move(object));
  }
  return std::nullopt;
}

/// A value that is about to be used: says why if it could not be computed.
Maybe HostEvaluator::use(const HostValue &value, Span at) {
  if (!value.is(Kind::Unknown))
    return value;
  const auto &unknown = value.as<UnknownObject>();
  if (!unknown.why) {
    error(code::HostNotAvailable, at,
          "this name has no value that a launcher could use");
    return std::nullopt;
  }
  Diag diag = *unknown.why;
  diag.note(at, "its value is needed here");
  addCallStack(diags.report(diag));
  raised.reset();
  return std::nullopt;
}

Maybe HostEvaluator::lookUp(const ScopePtr &scope, StringRef name, Span at) {
  std::string key = name.str();
  for (const Scope *place = scope.get(); place; place = place->parent.get()) {
    auto found = place->names.find(key);
    if (found != place->names.end())
      return use(found->second, at);
    if (place->locals && place->locals->count(key)) {
      error(code::HostName, at, quoted(name) + " is used before it has a value")
          .help("a name that the function assigns anywhere is its own");
      return std::nullopt;
    }
  }
  if (name == "__name__") // a file that is launched from is no "__main__"
    return HostValue::string(
        llvm::sys::path::stem(scope->module->file->name()).str());
  if (Maybe value = builtinName(name))
    return value;
  std::vector<std::string> known = namesIn("");
  for (const Scope *place = scope.get(); place; place = place->parent.get())
    for (const auto &[other, value] : place->names)
      known.push_back(other);
  Diag &diag = error(code::HostName, at,
                     "there is nothing called " + quoted(name) + " here");
  if (std::string other = nearest(name, known); !other.empty())
    diag.help("did you mean " + quoted(other) + "?");
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// x.shape and the other facts of a tensor; nothing for other names.
static Maybe tensorFact(const TensorValue &tensor, StringRef name) {
  if (name == "shape")
    return sizeTuple(tensor.shape);
  if (name == "dtype")
    return HostValue::dtype(tensor.type);
  if (name == "ndim")
    return HostValue::integer(static_cast<int64_t>(tensor.shape.size()));
  if (name == "device")
    return HostValue::object(Kind::Device, nullptr);
  if (name == "is_cuda")
    return HostValue::boolean(true);
  if (name == "itemsize")
    return HostValue::integer(static_cast<int64_t>(bytesOf(tensor.type)));
  if (name == "nbytes")
    return HostValue::integer(tensor.numel() *
                              static_cast<int64_t>(bytesOf(tensor.type)));
  return std::nullopt;
}

/// x.T and x.mT: views with dimensions in another order.
static Maybe transposed(const TensorValue &tensor, StringRef name) {
  TensorValue view = tensor;
  size_t rank = tensor.shape.size();
  if (name == "T") {
    std::reverse(view.shape.begin(), view.shape.end());
    std::reverse(view.strides.begin(), view.strides.end());
  } else if (name == "mT" && rank >= 2) {
    std::swap(view.shape[rank - 1], view.shape[rank - 2]);
    std::swap(view.strides[rank - 1], view.strides[rank - 2]);
  } else {
    return std::nullopt;
  }
  return HostValue::tensor(std::move(view));
}

/// The facts of a dtype, by name.
static Maybe dtypeFact(DType type, StringRef name) {
  if (name == "itemsize")
    return HostValue::integer(static_cast<int64_t>(bytesOf(type)));
  if (name == "is_floating_point")
    return HostValue::boolean(isFloat(type));
  if (name == "primitive_bitwidth")
    return HostValue::integer(
        type == DType::I1 ? 1 : static_cast<int64_t>(8 * bytesOf(type)));
  return std::nullopt;
}

Maybe HostEvaluator::attribute(const HostValue &value, StringRef name,
                               Span at) {
  std::vector<std::string> known = methodsOf(value.kind());
  if (std::optional<Maybe> member = memberOfObject(value, name, at))
    return *member;
  bool isHidden = value.is(Kind::Class) &&
                  value.as<ClassObject>().known != ClassObject::Known::Function;
  if (isHidden) // `apply` is of functions only
    known.clear();
  else if (const MethodRow *row = findMethod(value.kind(), name)) {
    MethodObject method;
    method.row = row;
    method.receiver = value;
    return makeObject(Kind::Method, std::move(method));
  }
  switch (value.kind()) {
  case Kind::Tensor:
    if (Maybe fact = tensorFact(value.asTensor(), name))
      return fact;
    if (Maybe view = transposed(value.asTensor(), name))
      return view;
    if (Maybe fact = gradientFact(value.asTensor(), name))
      return fact;
    for (const char *fact : {"shape", "dtype", "ndim", "device", "T", "mT"})
      known.push_back(fact);
    break;
  case Kind::Array:
    if (Maybe fact = arrayFact(value.as<ArrayObject>().array, name))
      return fact;
    break;
  case Kind::DType:
    if (Maybe fact = dtypeFact(value.asDType(), name))
      return fact;
    break;
  case Kind::Device:
    if (name == "type")
      return HostValue::string("cuda");
    if (name == "index")
      return HostValue::integer(0);
    break;
  case Kind::Config:
    if (Maybe fact = configFact(value.as<ConfigObject>().config, name))
      return fact;
    for (const char *fact :
         {"kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg"})
      known.push_back(fact);
    break;
  case Kind::Tuple:
    if (const auto &names = value.as<SequenceObject>().names) {
      for (size_t i = 0; i < names->fields.size(); ++i)
        if (names->fields[i] == name)
          return value.elements()[i];
      known.insert(known.end(), names->fields.begin(), names->fields.end());
    }
    break;
  case Kind::Exception:
    if (name == "args")
      return HostValue::tuple(value.as<ExceptionObject>().arguments);
    break;
  case Kind::Builtin: { // TensorDescriptor.from_tensor
    StringRef path = value.as<BuiltinObject>().row->path;
    if (Maybe member = memberOf(path, name))
      return member;
    known = namesIn(path);
    break;
  }
  case Kind::Kernel:
    if (name == "warmup") {
      LaunchableObject launchable;
      launchable.kernel = value.shared<KernelObject>();
      launchable.warmsUp = true;
      return makeObject(Kind::Launchable, std::move(launchable));
    }
    known.push_back("warmup");
    break;
  case Kind::Record:
    for (const auto &[field, fact] : value.as<RecordObject>().fields) {
      if (name == field)
        return fact;
      known.push_back(field);
    }
    break;
  case Kind::Namespace: {
    const std::string &path = value.as<NamespaceObject>().path;
    if (Maybe member = memberOf(path, name))
      return member;
    Diag &diag = error(code::HostNotAvailable, at,
                       quoted(path + "." + name.str()) +
                           " is not available in a launcher");
    std::string other = nearest(name, namesIn(path));
    if (StringRef(path).starts_with("triton.language"))
      diag.help("operations of `tl` belong into kernels");
    else if (!other.empty())
      diag.help("did you mean " + quoted(other) + "?");
    else if (path == "torch")
      diag.help(kWriteAKernel.str());
    return std::nullopt;
  }
  default:
    break;
  }
  Diag &diag = error(code::HostAttribute, at,
                     describeValue(value) + " has no " + quoted(name) +
                         " in a launcher");
  if (std::string other = nearest(name, known); !other.empty())
    diag.help("did you mean " + quoted(other) + "?");
  else if (value.is(Kind::Tensor))
    diag.help(kWriteAKernel.str());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

Maybe HostEvaluator::global(const ast::Module &module, StringRef name) {
  steps = 0;
  ScopePtr scope = moduleScope(module);
  Span at = {module.file->base(), module.file->base()};
  auto found = scope->names.find(name.str());
  if (found != scope->names.end())
    return use(found->second, at);
  Diag &diag = error(
      code::HostName, at,
      (module.file->name() + " defines nothing called " + quoted(name)).str());
  std::vector<std::string> known;
  for (const auto &[other, value] : scope->names)
    known.push_back(other);
  if (std::string other = nearest(name, known); !other.empty())
    diag.help("did you mean " + quoted(other) + "?");
  return std::nullopt;
}

std::pair<std::shared_ptr<ClassObject>, HostValue>
HostEvaluator::currentMethod() const {
  return frames.empty() ? std::pair<std::shared_ptr<ClassObject>, HostValue>()
                        : std::pair(frames.back().owner, frames.back().self);
}

Maybe HostEvaluator::callGlobal(const ast::Module &module, StringRef name,
                                llvm::ArrayRef<HostValue> arguments,
                                llvm::ArrayRef<Interpreter::Keyword> keywords) {
  auto [first, member] = name.split('.'); // "Softmax.apply"
  Maybe callee = global(module, first);
  if (callee && !member.empty())
    callee = attribute(*callee, member, {});
  if (!callee)
    return std::nullopt;
  if (callee->is(Kind::Kernel)) {
    error(code::HostType, callee->as<KernelObject>().def->nameSpan,
          quoted(name) + " is a kernel, not a launcher")
        .help("a launcher is a `def` without `@triton.jit`");
    return std::nullopt;
  }
  if (!callee->is(Kind::Function) && !callee->is(Kind::Method) &&
      !callee->is(Kind::Bound)) {
    error(code::HostType, {},
          quoted(name) + " is " + describeValue(*callee) + ", not a launcher");
    return std::nullopt;
  }
  CallArguments call;
  if (callee->is(Kind::Function) && callee->as<FunctionObject>().def)
    call.at = callee->as<FunctionObject>().def->nameSpan;
  for (const HostValue &argument : arguments)
    call.positional.emplace_back(argument, call.at);
  for (const auto &[keyword, value] : keywords)
    call.named.push_back({keyword, value, call.at});
  return this->call(*callee, std::move(call));
}

} // namespace tqc::host

//===----------------------------------------------------------------------===//
// Public interface
//===----------------------------------------------------------------------===//

namespace tqc {

struct Interpreter::Impl {
  host::HostEvaluator evaluator;

  /// The first line of what the evaluation said since `mark`.
  static Result<HostValue> finish(DiagEngine &diags, size_t mark,
                                  host::Maybe value) {
    if (value)
      return *value;
    for (size_t i = mark; i < diags.all().size(); ++i)
      if (diags.all()[i].level == Diag::Level::Error)
        return Error{diags.all()[i].message};
    return Error{"the launcher stopped without a reason"};
  }
};

Interpreter::Interpreter(DiagEngine &diags, Device &device,
                         KernelLauncher &launcher)
    : impl(new Impl{{diags, device, launcher}}) {}
Interpreter::~Interpreter() = default;

void Interpreter::setOutput(llvm::raw_ostream &os) {
  impl->evaluator.output = &os;
}

Result<HostValue> Interpreter::call(const ast::Module &module,
                                    llvm::StringRef function,
                                    llvm::ArrayRef<HostValue> arguments,
                                    llvm::ArrayRef<Keyword> keywords) {
  host::HostEvaluator &evaluator = impl->evaluator;
  size_t mark = evaluator.diags.mark();
  host::Maybe value =
      evaluator.callGlobal(module, function, arguments, keywords);
  evaluator.dropScopes();
  return Impl::finish(evaluator.diags, mark, std::move(value));
}

Result<HostValue> Interpreter::global(const ast::Module &module,
                                      llvm::StringRef name) {
  size_t mark = impl->evaluator.diags.mark();
  return Impl::finish(impl->evaluator.diags, mark,
                      impl->evaluator.global(module, name));
}

HostValue borrowedTensor(DevicePtr address, DType type,
                         std::vector<int64_t> shape) {
  TensorValue tensor;
  tensor.base = address;
  tensor.type = type;
  tensor.strides = contiguousStrides(shape);
  tensor.shape = std::move(shape);
  return HostValue::tensor(std::move(tensor));
}

} // namespace tqc
