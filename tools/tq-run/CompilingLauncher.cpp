//===- CompilingLauncher.cpp - Compile for the arguments, launch ----------===//

#include "tools/tq-run/CompilingLauncher.h"

#include "compiler/driver/Meaning.h"
#include "compiler/host/HostDescriptor.h"
#include "compiler/interpreter/TileDevice.h"
#include "compiler/library/KernelCache.h"
#include "compiler/syntax/Parser.h"
#include "compiler/syntax/Specialization.h"
#include "runtime/cuda/Toolkit.h"
#include "runtime/image/Gpus.h"
#include "tools/explore/PageData.h"
#include "tools/tq-run/Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace tqc;

CompilingLauncher::CompilingLauncher(SourceManager &sources, Device &device)
    : sources(sources), device(device),
      tileDevice(dynamic_cast<TileDevice *>(&device)),
      arch(archOf(device.attributes())), importDiags(sources) {}

CompilingLauncher::~CompilingLauncher() = default;

//===----------------------------------------------------------------------===//
// Arguments decide types
//===----------------------------------------------------------------------===//

/// A constant as a literal of the language. A jit function is known by its
/// name, if that is one of the kernel's own file.
static std::string literal(const HostValue &value) {
  if (value.is(HostValue::Kind::Kernel))
    return value.as<host::KernelObject>().def->name;
  if (value.is(HostValue::Kind::DType)) {
    auto elem = elemFromSignature(nameOf(value.asDType()));
    return "tl." + (elem ? languageName(*elem).str() : "void");
  }
  return repr(value);
}

/// The widths that Triton gives to a Python integer.
static Elem integerElem(HostInt value) {
  if (value >= std::numeric_limits<int32_t>::min() &&
      value <= std::numeric_limits<int32_t>::max())
    return Elem::I32;
  return value > std::numeric_limits<int64_t>::max() ? Elem::U64 : Elem::I64;
}

/// The names of a named tuple's elements; empty for other tuples.
static std::vector<std::string> fieldsOf(const HostValue &tuple) {
  const auto &names = tuple.as<host::SequenceObject>().names;
  return names ? names->fields : std::vector<std::string>();
}

static Result<ArgumentSpec> specOf(const KernelArgument &argument,
                                   const ast::Module &module);

/// As Triton: each element is an argument of its own.
static Result<ArgumentSpec> specOfTuple(const KernelArgument &argument,
                                        const ast::Module &module) {
  ArgumentSpec tuple;
  tuple.name = argument.name;
  tuple.isTuple = true;
  std::vector<std::string> fields = fieldsOf(argument.value);
  tuple.isNamed = !fields.empty();
  for (const auto &[i, element] : llvm::enumerate(argument.value.elements())) {
    std::string name = tuple.isNamed ? fields[i] : std::to_string(i);
    Result<ArgumentSpec> part = specOf(
        {argument.name + "." + name, element, false, std::nullopt}, module);
    if (!part)
      return part.error();
    part->name = name;
    tuple.parts.push_back(std::move(*part));
  }
  return tuple;
}

/// What a launch says of one parameter; an error for a value that no kernel
/// takes. What the kernel's decorators make of it, the analysis knows.
static Result<ArgumentSpec> specOf(const KernelArgument &argument,
                                   const ast::Module &module) {
  const HostValue &value = argument.value;
  ArgumentSpec spec;
  spec.name = argument.name;
  auto constant = [&] {
    spec.isConstant = true;
    spec.constant = literal(value);
    return spec;
  };
  if (value.is(HostValue::Kind::Kernel) &&
      !llvm::is_contained(module.body, value.as<host::KernelObject>().def))
    return Error{argument.name +
                 " is a function that is not at the top of the kernel's file"};
  if (value.is(HostValue::Kind::Tuple) && !argument.isConstexpr)
    return specOfTuple(argument, module);
  if (auto descriptor = host::descriptorOf(value);
      descriptor && !argument.isConstexpr) {
    spec =
        sema::descriptorSpec(*elemFromSignature(nameOf(descriptor->base.type)),
                             descriptor->block, descriptor->padWithNan);
    spec.name = argument.name;
    return spec;
  }
  if (argument.isConstexpr || value.isNone() ||
      value.is(HostValue::Kind::Kernel))
    return constant();
  if (value.is(HostValue::Kind::Tensor)) {
    const TensorValue &tensor = value.asTensor();
    std::optional<Elem> elem = elemFromSignature(nameOf(tensor.type));
    if (!elem)
      return Error{argument.name + " is a tensor of " + nameOf(tensor.type) +
                   ", which kernels cannot read"};
    spec.type = TileType(*elem, {}, /*pointer=*/true);
    spec.divisibility = tensor.pointer() % 16 == 0 ? 16 : 1;
    return spec;
  }
  if (argument.type) {
    spec.type = TileType(*elemFromSignature(nameOf(*argument.type)));
    return spec;
  }
  if (value.is(HostValue::Kind::Bool)) {
    spec.type = TileType(Elem::I1);
    return spec;
  }
  if (value.isInt()) {
    HostInt number = value.asInt();
    spec.type = TileType(integerElem(number));
    spec.constant = literal(value);
    // Rows of 1000 elements of two bytes start at 16 bytes each, too, and of
    // 950 elements two are accessed at a time.
    spec.divisibility = 16;
    while (number % spec.divisibility != 0)
      spec.divisibility /= 2;
    return spec;
  }
  if (value.is(HostValue::Kind::Float)) {
    spec.type = TileType(Elem::F32);
    return spec;
  }
  return Error{argument.name + " is " + describe(value.kind()) +
               "; kernels take tensors and numbers, and constexpr values"};
}

/// The allocations of the tensors among a value.
static void collectAllocations(const HostValue &value,
                               std::map<DevicePtr, int> &uses) {
  if (value.is(HostValue::Kind::Tensor))
    ++uses[value.asTensor().base];
  else if (auto descriptor = host::descriptorOf(value))
    ++uses[descriptor->base.base];
  else if (value.is(HostValue::Kind::Tuple))
    for (const HostValue &item : value.elements())
      collectAllocations(item, uses);
}

/// Says of each tensor whether it lies in memory of its own: then what is
/// written to others does not change it.
static void markRestricted(llvm::ArrayRef<KernelArgument> arguments,
                           SpecializationRequest &request) {
  std::map<DevicePtr, int> uses;
  for (const KernelArgument &argument : arguments)
    collectAllocations(argument.value, uses);
  for (const KernelArgument &argument : arguments)
    if (argument.value.is(HostValue::Kind::Tensor))
      request.actual[argument.name].isRestrict =
          uses[argument.value.asTensor().base] == 1;
}

/// Tensors that become the descriptors that a signature asks for have to be
/// what Triton asks of descriptors.
static Status checkDescriptors(const Specialization &specialization,
                               llvm::ArrayRef<KernelArgument> arguments) {
  for (const ArgumentSpec &spec : specialization.arguments)
    for (const KernelArgument &argument : arguments) {
      if (argument.name != spec.name || !sema::isDescriptor(spec) ||
          !argument.value.is(HostValue::Kind::Tensor))
        continue;
      const TensorValue &tensor = argument.value.asTensor();
      if (auto misuse =
              host::misuseOf({tensor,
                              tensor.shape,
                              tensor.strides,
                              {spec.type.shape.begin(), spec.type.shape.end()},
                              false}))
        return Error{spec.name + ": " + misuse->text};
    }
  return {};
}

Result<Specialization>
CompilingLauncher::specialize(const KernelInvocation &invocation,
                              DiagEngine &diags) {
  SpecializationRequest request;
  request.numWarps = invocation.numWarps;
  request.numStages = invocation.numStages;
  request.numCtas = invocation.numCtas;
  request.maxRegisters = invocation.maxRegisters;
  request.plan = invocation.plan;
  request.takesConfig = !invocation.isConfigured;
  request.debug = invocation.debug;
  request.assertsByDefault = assertsByDefault;
  for (const KernelArgument &argument : invocation.arguments) {
    Result<ArgumentSpec> spec = specOf(argument, *invocation.module);
    if (!spec)
      return spec.error();
    request.actual[argument.name] = std::move(*spec);
  }
  markRestricted(invocation.arguments, request);
  SemaContext sema{sources, diags, makeImportLoader({}), nullptr,
                   computeCapabilityOf(arch)};
  std::optional<Specialization> specialization = resolveSpecialization(
      sema, *invocation.module, *invocation.kernel, request);
  if (!specialization)
    return Error{invocation.kernel->name + " cannot be compiled"};
  if (Status status = checkDescriptors(*specialization, invocation.arguments);
      !status)
    return status.error();
  return std::move(*specialization);
}

//===----------------------------------------------------------------------===//
// Compiling and launching
//===----------------------------------------------------------------------===//

std::string CompilingLauncher::slotOf(const ast::FunctionStmt &kernel,
                                      const Specialization &specialization) {
  return std::to_string(kernel.nameSpan.begin) + "|" +
         specializationText(specialization);
}

CompileOptions CompilingLauncher::compileOptions() const {
  CompileOptions options;
  options.target.arch = arch;
  options.choices = choices;
  if (std::optional<std::string> libdevice = findLibdevice())
    options.target.libdevice = *libdevice;
  options.marks = device.wantsMarks();
  options.afterPass = afterPass;
  return options;
}

Result<const CompilingLauncher::Compiled *>
CompilingLauncher::compiled(const KernelInvocation &invocation,
                            DiagEngine &diags) {
  failedToCompile = true;
  Result<Specialization> specialization = specialize(invocation, diags);
  if (!specialization)
    return specialization.error();
  std::string slotKey = slotOf(*invocation.kernel, *specialization);
  std::unique_ptr<Compiled> &slot = cache[slotKey];
  if (slot && slot->entry) {
    failedToCompile = false;
    return static_cast<const Compiled *>(slot.get());
  }
  CompileOptions options = compileOptions();
  if (tileDevice)
    return compiledTile({invocation.kernel, *specialization},
                        *invocation.module, options, slot, diags);
  std::string key = kernelKey(*invocation.module, *invocation.kernel,
                              *specialization, options);
  std::shared_ptr<CompiledTexts> texts;
  if (listing) {
    texts = std::make_shared<CompiledTexts>();
    texts->collectFrom(options);
  }
  bool isKept = !afterPass && !texts;
  std::optional<KernelImage> image;
  if (isKept) {
    if (auto made = ahead.find(slotKey); made != ahead.end()) {
      if (!made->second)
        return made->second.error();
      image = std::move(*made->second);
      ahead.erase(made);
    } else {
      image = findCompiled(key);
    }
  }
  if (!image) {
    CompileResult result = compileKernels(
        *invocation.module, {{invocation.kernel, *specialization}}, options,
        sources, diags);
    if (!result.succeeded)
      return Error{invocation.kernel->name + " cannot be compiled"};
    if (texts)
      texts->finish(invocation.kernel->name, result);
    image = std::move(result.image);
    if (isKept)
      keepCompiled(key, *image);
  }
  slot = std::make_unique<Compiled>();
  slot->image = std::move(*image);
  slot->texts = std::move(texts);
  const KernelEntry *entry = slot->image.find("");
  if (!entry)
    return Error{invocation.kernel->name + " was compiled to " +
                 std::to_string(slot->image.entries.size()) + " kernels"};
  Result<ModuleId> module = device.load(slot->image);
  if (!module)
    return module.error();
  slot->module = *module;
  slot->entry = entry;
  failedToCompile = false;
  return static_cast<const Compiled *>(slot.get());
}

Result<const CompilingLauncher::Compiled *> CompilingLauncher::compiledTile(
    const KernelRequest &request, const ast::Module &module,
    const CompileOptions &options, std::unique_ptr<Compiled> &slot,
    DiagEngine &diags) {
  bool all = tileDevice->step() > 0;
  Meaning meaning =
      meaningOf(module, {request}, all ? Steps::EveryPass : Steps::FrontEnd,
                options, sources, diags);
  if (!meaning.succeeded)
    return Error{request.kernel->name + " cannot be compiled"};
  // A kernel that fewer passes change is what the last of them left.
  size_t step = std::min(tileDevice->step(), meaning.steps.size() - 1);
  Result<ModuleId> loaded = tileDevice->loadTile(meaning.steps[step].text);
  if (!loaded)
    return loaded.error();
  slot = std::make_unique<Compiled>();
  slot->image.entries = std::move(meaning.entries);
  for (KernelEntry &entry : slot->image.entries) { // IR knows of neither
    entry.numWarps = request.specialization.numWarps;
    entry.numStages = request.specialization.numStages;
  }
  slot->entry = slot->image.find("");
  slot->module = *loaded;
  tileDevice->noteStep({request.kernel->name, meaning.steps[step].phase,
                        meaning.steps[step].pass, meaning.steps.size()});
  failedToCompile = false;
  return static_cast<const Compiled *>(slot.get());
}

static EntryArgument entryArgument(const HostValue &value) {
  if (value.is(HostValue::Kind::Tensor))
    return EntryArgument::pointer(value.asTensor().pointer(),
                                  nameOf(value.asTensor().type));
  if (value.isInt())
    return EntryArgument::integer(value.asInt());
  if (value.isNumber())
    return EntryArgument::floating(value.asFloat());
  return EntryArgument::pointer(0);
}

/// An element of a tuple, a part of a descriptor: "x", "0", "strides".
static host::Maybe partOf(const HostValue &value, llvm::StringRef name) {
  if (!value.is(HostValue::Kind::Tuple) && !value.is(HostValue::Kind::List))
    return host::descriptorPart(value, name);
  std::vector<std::string> fields = fieldsOf(value);
  size_t index = size_t(llvm::find(fields, name) - fields.begin());
  if (fields.empty() && name.getAsInteger(10, index))
    return std::nullopt;
  return index < value.elements().size() ? host::Maybe(value.elements()[index])
                                         : std::nullopt;
}

/// What is passed for a parameter: "x", or an element of a tuple, "pair.x".
static host::Maybe valueOf(llvm::ArrayRef<KernelArgument> arguments,
                           llvm::StringRef path) {
  auto [name, rest] = path.split('.');
  auto argument = llvm::find_if(arguments, [name = name](const auto &given) {
    return given.name == name;
  });
  host::Maybe value;
  if (argument != arguments.end())
    value = argument->value;
  while (value && !rest.empty()) {
    std::tie(name, rest) = rest.split('.');
    value = partOf(*value, name);
  }
  return value;
}

Status CompilingLauncher::bind(const KernelInvocation &invocation,
                               const Compiled &compiled,
                               EntryLaunch &launch) const {
  std::vector<EntryArgument> arguments;
  for (const KernelParam &param : compiled.entry->params) {
    if (param.role != ParamRole::Argument)
      continue;
    host::Maybe value = valueOf(invocation.arguments, param.name);
    if (!value)
      return Error{invocation.kernel->name + " got no argument for " +
                   param.name};
    arguments.push_back(entryArgument(*value));
  }
  return launch.bind(arguments);
}

Status CompilingLauncher::launch(const KernelInvocation &invocation,
                                 DiagEngine &diags) {
  Result<const Compiled *> code = compiled(invocation, diags);
  if (!code)
    return code.error();
  auto entry =
      std::make_unique<EntryLaunch>(device, *(*code)->entry, (*code)->module);
  if (Status status = bind(invocation, **code, *entry); !status)
    return status;
  Launch launch = entry->description(invocation.grid);
  if (listing && (*code)->texts &&
      !llvm::is_contained(*listing, (*code)->texts))
    listing->push_back((*code)->texts);
  if (Status status = device.launch(launch); !status)
    return status;
  if (recording) {
    recording->launches.push_back(std::move(launch));
    recording->entries.push_back(std::move(entry));
    for (const KernelArgument &argument : invocation.arguments)
      recording->kept.push_back(argument.value);
    return {};
  }
  // A workspace lives until the kernel is done with it.
  return (*code)->entry->workspaceBytes ? device.synchronize() : Status();
}

Result<double> CompilingLauncher::time(const KernelInvocation &invocation,
                                       int repeats, DiagEngine &diags) {
  Result<const Compiled *> code = compiled(invocation, diags);
  if (!code)
    return code.error();
  EntryLaunch entry(device, *(*code)->entry, (*code)->module);
  if (Status status = bind(invocation, **code, entry); !status)
    return status.error();
  Result<double> total =
      device.time(entry.description(invocation.grid), repeats);
  if (!total)
    return total.error();
  return *total / repeats;
}

KernelInvocation
CompilingLauncher::invocationOf(const ast::FunctionStmt &kernel,
                                const KernelCall &call) {
  KernelInvocation invocation;
  invocation.module = call.module;
  invocation.kernel = &kernel;
  invocation.grid = call.grid;
  invocation.numWarps = call.numWarps;
  invocation.numStages = call.numStages;
  invocation.numCtas = call.numCtas;
  invocation.maxRegisters = call.maxRegisters;
  invocation.plan = call.plan;
  invocation.isConfigured = call.isConfigured;
  invocation.debug = call.debug;
  for (const KernelCall::Argument &argument : call.arguments)
    invocation.arguments.push_back(
        {argument.name, argument.value, argument.isConstexpr, std::nullopt});
  return invocation;
}

Status CompilingLauncher::launch(const ast::FunctionStmt &kernel,
                                 const KernelCall &call, DiagEngine &diags) {
  if (call.configs.empty())
    return launch(invocationOf(kernel, call), diags);
  Result<KernelInvocation> chosen = tunedInvocation(kernel, call, diags);
  if (!chosen)
    return chosen.error();
  return launch(*chosen, diags);
}

Result<KernelImage> CompilingLauncher::compile(const ast::FunctionStmt &kernel,
                                               const KernelCall &call,
                                               DiagEngine &diags) {
  Result<const Compiled *> code = compiled(invocationOf(kernel, call), diags);
  if (!code)
    return code.error();
  return (*code)->image;
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

const ast::Module *CompilingLauncher::import(const SourceFile &from,
                                             unsigned dots,
                                             llvm::StringRef path) {
  auto found = makeImportLoader({})(from, dots, path);
  if (!found)
    return nullptr;
  for (const std::unique_ptr<ast::Module> &module : imported)
    if (module->file->name() == found->first)
      return module.get();
  const SourceFile &file =
      sources.add(std::move(found->first), std::move(found->second));
  imported.push_back(parseFile(file, importDiags));
  return imported.back().get();
}
