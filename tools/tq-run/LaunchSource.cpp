//===- LaunchSource.cpp - Launch a kernel or launcher of a source file ----===//

#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelRunner.h"
#include "tools/tq-run/WrapKernel.h"

namespace tqc {

static std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// The function that is meant: by its name, else the only launcher, else the
/// only kernel.
static Result<std::string> chooseFunction(const LaunchRequest &request,
                                          const LevelRunner &runner) {
  std::vector<std::string> launchers = runner.launchers(),
                           kernels = runner.kernels();
  if (request.name.empty()) {
    if (launchers.size() == 1 && !request.grid && request.gridText.empty())
      return launchers[0];
    if (kernels.size() == 1)
      return kernels[0];
  } else if (runner.hasKernel(request.name) ||
             runner.hasLauncher(request.name)) {
    return request.name;
  }
  return Error{
      request.file + ": " +
      (request.name.empty() ? "say what to launch, as in FILE:NAME"
                            : "there is no " + request.name) +
      "; kernels: " + (kernels.empty() ? "none" : listed(kernels)) +
      "; launchers: " + (launchers.empty() ? "none" : listed(launchers))};
}

/// Puts the tensors of the request on the device and names the arguments.
static Result<std::vector<CallArgument>>
uploadArguments(const LaunchRequest &request, Device &device,
                std::vector<DeviceTensor> &tensors) {
  std::vector<CallArgument> arguments;
  tensors.reserve(request.values.size()); // arguments point into it
  for (size_t i = 0; i < request.values.size(); ++i) {
    const LaunchValue &value = request.values[i];
    CallArgument argument;
    argument.keyword = value.name;
    if (value.kind == LaunchValue::Tensor) {
      std::string name =
          value.name.empty() ? "argument" + std::to_string(i) : value.name;
      Result<DeviceTensor> tensor =
          upload(device, name, value.tensor, value.poisoned);
      if (!tensor)
        return tensor.error();
      tensors.push_back(std::move(*tensor));
      argument.tensor = &tensors.back();
    } else {
      argument.value = value;
    }
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

/// Opens the file for a request.
static Result<std::unique_ptr<LevelRunner>>
openRunner(const LaunchRequest &request, const std::string &text,
           Device &device) {
  Result<std::unique_ptr<LevelRunner>> runner =
      LevelRunner::open(request.file, text, device, request.name);
  if (!runner)
    return runner;
  (*runner)->compileFor(request.arch);
  (*runner)->choose(request.choices);
  (*runner)->tellOfPasses(request.afterPass);
  (*runner)->listInto(request.listing);
  (*runner)->tune(request.tuning);
  return runner;
}

/// Opens the file again, with a launcher for its kernel `name`, which becomes
/// that of the launcher.
static Status wrapInLauncher(LaunchRequest &request, const std::string &text,
                             Device &device, std::string &name,
                             std::unique_ptr<LevelRunner> &runner) {
  std::string grid = request.gridText;
  if (grid.empty())
    for (uint32_t size : *request.grid)
      grid += (grid.empty() ? "" : ", ") + std::to_string(size);
  Result<WrappedKernel> wrapped =
      wrapKernel(text, name, runner->parameters(name), grid, request.values);
  if (!wrapped)
    return wrapped.error();
  Result<std::unique_ptr<LevelRunner>> again =
      openRunner(request, wrapped->text, device);
  if (!again)
    return again.error();
  name = wrapped->launcher;
  runner = std::move(*again);
  return {};
}

Result<LaunchOutcome> launchSource(const LaunchRequest &given,
                                   OpenedDevice &opened) {
  LaunchRequest request = given; // its values may get names
  if (Status status = checkOrder(request.values); !status)
    return status.error();
  Result<std::string> text = readWholeFile(request.file);
  if (!text)
    return text.error();
  LaunchOutcome outcome;
  outcome.name = request.name.empty() ? request.file : request.name;
  Result<std::unique_ptr<LevelRunner>> runner =
      openRunner(request, *text, *opened.device);
  if (!runner) {
    outcome.kernel = runner.error();
    return outcome;
  }
  Result<std::string> name = chooseFunction(request, **runner);
  if (!name)
    return name.error();
  outcome.name = *name;
  bool isKernel = (*runner)->hasKernel(*name);
  bool hasGrid = request.grid || !request.gridText.empty();
  if (isKernel && !hasGrid)
    return Error{"--grid is needed: how many programs of " + *name +
                 " are there?"};
  if (!isKernel && hasGrid)
    return Error{*name + " is a launcher; it chooses its own grid"};
  if (isKernel && (!request.gridText.empty() || request.tuning)) {
    if (Status status =
            wrapInLauncher(request, *text, *opened.device, *name, *runner);
        !status)
      return Error{request.file + ": " + status.error().message};
    isKernel = false;
  }
  Result<std::vector<CallArgument>> arguments =
      uploadArguments(request, *opened.device, outcome.tensors);
  if (!arguments)
    return arguments.error();
  for (size_t i = 0, next = 0; i < given.values.size(); ++i)
    if (given.values[i].kind == LaunchValue::Tensor) {
      DeviceTensor &tensor = outcome.tensors[next++];
      if (!given.values[i].name.empty())
        tensor.name = given.values[i].name; // x, and not x_ptr
    }
  CallOutcome call = isKernel
                         ? (*runner)->callKernel(*name, *request.grid,
                                                 *arguments, request.repeats)
                         : (*runner)->callLauncher(*name, *arguments);
  if (call.problem == CallProblem::Request)
    return Error{request.file + ": " + call.message};
  if (call.problem != CallProblem::None)
    outcome.kernel = Error{call.message};
  if (isKernel)
    outcome.milliseconds = call.milliseconds;
  // The first call compiled; the others show what a launcher costs.
  for (int i = 0; i < request.repeats && !isKernel && outcome.kernel; ++i) {
    CallOutcome again = (*runner)->callLauncher(*name, *arguments);
    outcome.milliseconds += again.milliseconds / request.repeats;
  }
  bool several = call.results.size() > 1;
  for (size_t i = 0; i < call.results.size(); ++i) {
    DeviceTensor tensor;
    tensor.name = "result" + (several ? std::to_string(i) : "");
    tensor.host = std::move(call.results[i]);
    tensor.origin = call.origins[i];
    outcome.tensors.push_back(std::move(tensor));
  }
  return outcome;
}

} // namespace tqc
