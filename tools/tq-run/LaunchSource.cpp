//===- LaunchSource.cpp - Launch a kernel or launcher of a source file ----===//

#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelRunner.h"

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
    if (launchers.size() == 1 && !request.grid)
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

Result<LaunchOutcome> launchSource(const LaunchRequest &request,
                                   OpenedDevice &opened) {
  if (Status status = checkOrder(request.values); !status)
    return status.error();
  Result<std::string> text = readWholeFile(request.file);
  if (!text)
    return text.error();
  LaunchOutcome outcome;
  outcome.name = request.name.empty() ? request.file : request.name;
  Result<std::unique_ptr<LevelRunner>> runner =
      LevelRunner::open(request.file, *text, *opened.device, request.name);
  if (!runner) {
    outcome.kernel = runner.error();
    return outcome;
  }
  (*runner)->compileFor(request.arch);
  (*runner)->choose(request.choices);
  (*runner)->tellOfPasses(request.afterPass);
  (*runner)->listInto(request.listing);
  Result<std::string> name = chooseFunction(request, **runner);
  if (!name)
    return name.error();
  outcome.name = *name;
  bool isKernel = (*runner)->hasKernel(*name);
  if (isKernel && !request.grid)
    return Error{"--grid is needed: how many programs of " + *name +
                 " are there?"};
  if (!isKernel && request.grid)
    return Error{*name + " is a launcher; it chooses its own grid"};
  Result<std::vector<CallArgument>> arguments =
      uploadArguments(request, *opened.device, outcome.tensors);
  if (!arguments)
    return arguments.error();
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
