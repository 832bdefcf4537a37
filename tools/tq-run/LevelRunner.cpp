//===- LevelRunner.cpp - Calls the functions of a source file -------------===//

#include "tools/tq-run/LevelRunner.h"

#include "compiler/driver/SelectKernels.h"
#include "compiler/syntax/Parser.h"
#include "tools/tq-run/CompilingLauncher.h"

#include "llvm/ADT/STLExtras.h"

using namespace tqc;

struct LevelRunner::Impl {
  explicit Impl(Device &device) : device(device), launcher(sources, device) {}

  Device &device;
  SourceManager sources;
  std::unique_ptr<ast::Module> module;
  CompilingLauncher launcher;
};

LevelRunner::LevelRunner(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
LevelRunner::~LevelRunner() = default;

void LevelRunner::compileFor(const std::string &arch) {
  impl->launcher.compileFor(arch);
}

void LevelRunner::choose(CodeChoices choices) {
  impl->launcher.choose(std::move(choices));
}

void LevelRunner::tellOfPasses(PassHook hook) {
  impl->launcher.tellOfPasses(std::move(hook));
}

void LevelRunner::listInto(CompiledList *list) {
  impl->launcher.listInto(list);
}

void LevelRunner::tune(TuningRun *run) { impl->launcher.tune(run); }

void LevelRunner::checkAsserts(bool check) {
  impl->launcher.checkAsserts(check);
}

static std::string printed(const DiagEngine &diags) {
  std::string text;
  llvm::raw_string_ostream os(text);
  diags.print(os);
  os.flush();
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

Result<std::unique_ptr<LevelRunner>>
LevelRunner::open(const std::string &path, const std::string &text,
                  Device &device, const std::string &name) {
  auto impl = std::make_unique<Impl>(device);
  const SourceFile &file = impl->sources.add(path, text);
  DiagEngine diags(impl->sources);
  impl->module = parseFile(file, diags);
  if (diags.hasErrors() || !readAllKernels(*impl->module, name, diags))
    return Error{printed(diags)};
  return std::unique_ptr<LevelRunner>(new LevelRunner(std::move(impl)));
}

static const ast::FunctionStmt *
findByName(llvm::ArrayRef<const ast::FunctionStmt *> functions,
           const std::string &name) {
  for (const ast::FunctionStmt *function : functions)
    if (function->name == name)
      return function;
  return nullptr;
}

/// The module-level function of that name, launcher or kernel; the last one
/// counts, as in Python.
static const ast::FunctionStmt *findFunction(const ast::Module &module,
                                             const std::string &name) {
  const ast::FunctionStmt *found = nullptr;
  for (const ast::Stmt *statement : module.body)
    if (statement->kind == ast::Stmt::Kind::Function) {
      auto *function = static_cast<const ast::FunctionStmt *>(statement);
      if (function->name == name)
        found = function;
    }
  return found;
}

std::vector<std::string> LevelRunner::launchers() const {
  std::vector<std::string> names = findLaunchers(*impl->module);
  // What a file calls `F.apply` is one where there are no functions.
  return names.empty() ? findApplied(*impl->module) : names;
}

std::vector<std::string> LevelRunner::kernels() const {
  std::vector<std::string> names;
  for (const ast::FunctionStmt *kernel : findKernels(*impl->module))
    names.push_back(kernel->name);
  return names;
}

std::vector<std::string>
LevelRunner::parameters(const std::string &function) const {
  std::vector<std::string> names;
  if (const ast::FunctionStmt *found = findFunction(*impl->module, function))
    for (const ast::Param &param : found->params)
      names.push_back(param.name);
  return names;
}

bool LevelRunner::hasLauncher(const std::string &name) const {
  return llvm::is_contained(launchers(), name) ||
         findForward(*impl->module, name);
}

bool LevelRunner::hasKernel(const std::string &name) const {
  return llvm::is_contained(kernels(), name);
}

bool LevelRunner::hasParameter(const std::string &launcher,
                               const std::string &parameter) const {
  const ast::FunctionStmt *function = findFunction(*impl->module, launcher);
  return function && llvm::any_of(function->params, [&](const ast::Param &p) {
           return p.name == parameter;
         });
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static HostValue hostValue(const CallArgument &argument) {
  if (argument.tensor) {
    const HostTensor &host = argument.tensor->host;
    TensorValue tensor;
    tensor.base = argument.tensor->pointer;
    tensor.byteOffset = host.offset * static_cast<int64_t>(bytesOf(host.type));
    tensor.type = host.type;
    tensor.shape = host.shape;
    tensor.strides = host.strides;
    return HostValue::tensor(std::move(tensor));
  }
  return hostValueOf(argument.value);
}

HostValue tqc::hostValueOf(const LaunchValue &value) {
  switch (value.kind) {
  case LaunchValue::Integer:
    return HostValue::integer(value.integer);
  case LaunchValue::Float:
    return HostValue::floating(value.number);
  case LaunchValue::Bool:
    return HostValue::boolean(value.integer != 0);
  case LaunchValue::String:
    return HostValue::string(value.text);
  case LaunchValue::Type:
    return HostValue::dtype(*value.type);
  case LaunchValue::Tensor:
  case LaunchValue::None:
    break;
  }
  return HostValue::none();
}

namespace {

/// The arguments of a launcher: those before the first parameter that is left
/// to its default value, and the others by name.
struct ArrangedArguments {
  std::vector<HostValue> positional;
  std::vector<Interpreter::Keyword> keywords;
};

} // namespace

/// Puts arguments in the order of the parameters.
static Result<ArrangedArguments>
arrange(const std::string &name, llvm::ArrayRef<ast::Param> params,
        const std::vector<CallArgument> &arguments) {
  std::vector<std::optional<HostValue>> slots(params.size());
  auto problem = [&](const std::string &text) {
    std::string names;
    for (const ast::Param &param : params)
      names += (names.empty() ? "" : ", ") + param.name;
    return Error{name + "(" + names + ") " + text};
  };
  for (const CallArgument &argument : arguments) {
    // A value without a name fills the first parameter that has none.
    auto slot =
        static_cast<size_t>(llvm::find(slots, std::nullopt) - slots.begin());
    if (!argument.keyword.empty())
      slot = static_cast<size_t>(llvm::find_if(params,
                                               [&](const ast::Param &param) {
                                                 return param.name ==
                                                        argument.keyword;
                                               }) -
                                 params.begin());
    if (slot >= slots.size())
      return argument.keyword.empty()
                 ? problem("takes no " + std::to_string(arguments.size()) +
                           " arguments")
                 : problem("has no parameter " + argument.keyword);
    if (slots[slot])
      return problem("got " + params[slot].name + " twice");
    slots[slot] = hostValue(argument);
  }
  ArrangedArguments arranged;
  bool gap = false;
  for (size_t i = 0; i < slots.size(); ++i) {
    const ast::Param &param = params[i];
    gap |= !slots[i] || param.keywordOnly;
    if (slots[i] && gap)
      arranged.keywords.emplace_back(param.name, std::move(*slots[i]));
    else if (slots[i])
      arranged.positional.push_back(std::move(*slots[i]));
  }
  return arranged;
}

/// The tensors in what a launcher returned.
static Status collect(Device &device, const HostValue &value,
                      CallOutcome &outcome) {
  if (value.is(HostValue::Kind::Tuple) || value.is(HostValue::Kind::List)) {
    for (const HostValue &element : value.elements())
      if (Status status = collect(device, element, outcome); !status)
        return status;
    return {};
  }
  if (!value.is(HostValue::Kind::Tensor))
    return {};
  const TensorValue &tensor = value.asTensor();
  Result<std::vector<uint8_t>> bytes = readTensor(device, tensor);
  if (!bytes)
    return bytes.error();
  outcome.results.emplace_back(tensor.type, tensor.shape);
  outcome.results.back().storage = std::move(*bytes);
  outcome.origins.push_back({tensor.pointer(), tensor.strides});
  return {};
}

CallArgument tqc::scalarArgument(const ScalarArgument &scalar) {
  CallArgument argument;
  argument.keyword = scalar.name;
  LaunchValue &value = argument.value;
  switch (scalar.kind) {
  case ScalarArgument::Float:
    value.kind = LaunchValue::Float;
    value.number = scalar.number;
    break;
  case ScalarArgument::Int:
    value.kind = LaunchValue::Integer;
    value.integer = static_cast<int64_t>(scalar.number);
    break;
  case ScalarArgument::Bool:
    value.kind = LaunchValue::Bool;
    value.integer = scalar.flag;
    break;
  case ScalarArgument::String:
    value.kind = LaunchValue::String;
    value.text = scalar.text;
    break;
  }
  return argument;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What a failure says: the diagnostics, or the error where there are none.
static CallOutcome failure(const CompilingLauncher &launcher,
                           const DiagEngine &diags, const Error &error) {
  CallOutcome outcome;
  outcome.problem =
      launcher.compileFailed() ? CallProblem::Compile : CallProblem::Run;
  outcome.message = diags.hasErrors() ? printed(diags) : error.message;
  return outcome;
}

static CallOutcome requestProblem(const Error &error) {
  CallOutcome outcome;
  outcome.problem = CallProblem::Request;
  outcome.message = error.message;
  return outcome;
}

CallOutcome LevelRunner::interpret(const std::string &name,
                                   const std::vector<CallArgument> &arguments,
                                   const Finish &finish) {
  const ast::FunctionStmt *function = findFunction(*impl->module, name);
  const ast::FunctionStmt *forward =
      function ? nullptr : findForward(*impl->module, name);
  if (!function && !forward)
    return requestProblem({"there is no launcher " + name});
  llvm::ArrayRef<ast::Param> params = (function ? function : forward)->params;
  if (forward && !params.empty() && params[0].name == "ctx")
    params = params.drop_front(); // torch gives it
  Result<ArrangedArguments> arranged = arrange(name, params, arguments);
  if (!arranged)
    return requestProblem(arranged.error());
  impl->launcher.forgetFailure();
  DiagEngine diags(impl->sources);
  Interpreter interpreter(diags, impl->device, impl->launcher);
  Stopwatch watch;
  Result<HostValue> returned = interpreter.call(
      *impl->module, name, arranged->positional, arranged->keywords);
  if (!returned)
    return failure(impl->launcher, diags, returned.error());
  CallOutcome outcome;
  Status status = impl->device.synchronize();
  outcome.milliseconds = watch.milliseconds();
  if (status)
    status = finish(*returned, outcome);
  if (!status)
    return failure(impl->launcher, diags, status.error());
  return outcome;
}

CallOutcome
LevelRunner::callLauncher(const std::string &name,
                          const std::vector<CallArgument> &arguments) {
  return interpret(name, arguments,
                   [&](const HostValue &returned, CallOutcome &outcome) {
                     return collect(impl->device, returned, outcome);
                   });
}

CallOutcome
LevelRunner::recordLauncher(const std::string &name,
                            const std::vector<CallArgument> &arguments,
                            RecordedCall &recorded) {
  auto recording = std::make_shared<LaunchRecording>();
  impl->launcher.recordInto(recording.get());
  CallOutcome outcome = interpret(
      name, arguments, [&](const HostValue &returned, CallOutcome &call) {
        recording->kept.push_back(returned);
        return collect(impl->device, returned, call);
      });
  impl->launcher.recordInto(nullptr);
  recorded.launches = recording->launches;
  recorded.keep = std::move(recording);
  return outcome;
}

/// Fills the invocation of a kernel; num_warps and the like are options unless
/// the kernel has parameters of these names.
static Status fillInvocation(const SourceManager &sources,
                             const std::vector<CallArgument> &arguments,
                             KernelInvocation &invocation) {
  const std::vector<ast::Param> &params = invocation.kernel->params;
  auto isGiven = [&](const ast::Param &param) {
    return llvm::any_of(invocation.arguments, [&](const KernelArgument &given) {
      return given.name == param.name;
    });
  };
  for (const CallArgument &argument : arguments) {
    // A value without a name fills the first parameter that has none.
    auto param = llvm::find_if_not(params, isGiven);
    if (!argument.keyword.empty())
      param = llvm::find_if(params, [&](const ast::Param &candidate) {
        return candidate.name == argument.keyword ||
               candidate.name == argument.keyword + "_ptr";
      });
    if (param != params.end() && isGiven(*param))
      return Error{"kernel " + invocation.kernel->name + " got " + param->name +
                   " twice"};
    if (param != params.end()) {
      bool isConstexpr =
          param->annotation &&
          sources.textOf(param->annotation->span).contains("constexpr");
      invocation.arguments.push_back(
          {param->name, hostValue(argument), isConstexpr, argument.value.type});
      continue;
    }
    auto number = static_cast<int>(argument.value.integer);
    if (argument.keyword == "num_warps")
      invocation.numWarps = number;
    else if (argument.keyword == "num_stages")
      invocation.numStages = number;
    else if (argument.keyword == "num_ctas")
      invocation.numCtas = number;
    else if (argument.keyword == "maxnreg")
      invocation.maxRegisters = number;
    else if (argument.keyword == "debug")
      invocation.debug = number != 0;
    else {
      std::string names;
      for (const ast::Param &known : params)
        names += (names.empty() ? "" : ", ") + known.name;
      return Error{
          "kernel " + invocation.kernel->name + " has no parameter " +
          (argument.keyword.empty() ? "for another value" : argument.keyword) +
          "; it takes " + names};
    }
  }
  return {};
}

CallOutcome LevelRunner::callKernel(const std::string &name, const Dim3 &grid,
                                    const std::vector<CallArgument> &arguments,
                                    int repeats) {
  std::vector<const ast::FunctionStmt *> kernels = findKernels(*impl->module);
  KernelInvocation invocation;
  invocation.module = impl->module.get();
  invocation.kernel = findByName(kernels, name);
  invocation.grid = grid;
  if (!invocation.kernel)
    return requestProblem({"there is no kernel " + name});
  if (Status status = fillInvocation(impl->sources, arguments, invocation);
      !status)
    return requestProblem(status.error());
  impl->launcher.forgetFailure();
  DiagEngine diags(impl->sources);
  Status status = impl->launcher.launch(invocation, diags);
  if (status)
    status = impl->device.synchronize();
  CallOutcome outcome;
  if (status && repeats > 0) {
    Result<double> time = impl->launcher.time(invocation, repeats, diags);
    if (time)
      outcome.milliseconds = *time;
    else
      status = time.error();
  }
  if (!status)
    return failure(impl->launcher, diags, status.error());
  return outcome;
}
