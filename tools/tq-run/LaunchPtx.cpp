//===- LaunchPtx.cpp - Launch an entry of a .ptx file ---------------------===//
//
// PTX of ours carries facts: parameters have names and types. PTX of other
// compilers does not: its arguments are given in order, and --block with them.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostValue.h"
#include "tools/tq-run/LaunchRequest.h"
#include "tools/tq-run/LevelFiles.h"

#include <algorithm>

namespace tqc {

Result<EntryArgument> argumentOf(Device &device, const LaunchValue &value,
                                 const std::string &name,
                                 std::vector<DeviceTensor> &tensors) {
  switch (value.kind) {
  case LaunchValue::Tensor: {
    Result<DeviceTensor> tensor =
        upload(device, name, value.tensor, value.poisoned);
    if (!tensor)
      return tensor.error();
    tensors.push_back(std::move(*tensor));
    return EntryArgument::pointer(tensors.back().pointer,
                                  nameOf(value.tensor.type));
  }
  case LaunchValue::Integer:
  case LaunchValue::Bool:
    return EntryArgument::integer(value.integer);
  case LaunchValue::Float:
    return EntryArgument::floating(value.number);
  case LaunchValue::None:
    return EntryArgument::pointer(0);
  case LaunchValue::String:
  case LaunchValue::Type:
    break;
  }
  return Error{name + ": text is for constexpr parameters only, which compiled "
                      "code no longer has"};
}

/// "x_ptr: *fp32, n: i32".
static std::string showParams(const KernelEntry &entry) {
  std::string text;
  for (const KernelParam &param : entry.params)
    if (param.role == ParamRole::Argument)
      text += (text.empty() ? "" : ", ") + param.name + ": " + param.type;
  return text;
}

/// A value of that constant, as the language writes it.
static std::string constantText(const LaunchValue &value) {
  switch (value.kind) {
  case LaunchValue::String:
    return "\"" + value.text + "\"";
  case LaunchValue::Bool:
    return value.integer ? "True" : "False";
  case LaunchValue::None:
    return "None";
  case LaunchValue::Integer:
    return decimal(value.integer);
  default:
    return std::to_string(value.number);
  }
}

/// Checks a value for something that was fixed when the code was compiled;
/// false if there is no such constant.
static Result<bool> matchesConstant(const KernelEntry &entry,
                                    const LaunchValue &value) {
  for (const KernelConstant &constant : entry.constants) {
    if (constant.name != value.name)
      continue;
    std::string given = constantText(value);
    if (given == constant.value)
      return true;
    return Error{value.name + " was fixed to " + constant.value + " when " +
                 entry.entry + " was compiled; it cannot be " + given};
  }
  return false;
}

/// A tensor that is given for a descriptor, as what the descriptor consists
/// of: `d=rand:fp16:64x32` is `d.base`, `d.shape.0`, `d.shape.1` and
/// `d.strides.0`. The extents say how many there are.
static std::vector<LaunchValue>
spreadDescriptors(const KernelEntry &entry,
                  const std::vector<LaunchValue> &values) {
  auto has = [&](const std::string &name) {
    return std::any_of(
        entry.params.begin(), entry.params.end(),
        [&](const KernelParam &param) { return param.name == name; });
  };
  std::vector<LaunchValue> spread;
  for (const LaunchValue &value : values) {
    bool isOne = value.kind == LaunchValue::Tensor && !value.name.empty() &&
                 has(value.name + ".base") && has(value.name + ".shape.0");
    spread.push_back(value);
    if (!isOne)
      continue;
    spread.back().name += ".base";
    auto add = [&](const std::string &list, size_t i, int64_t number) {
      LaunchValue part;
      part.kind = LaunchValue::Integer;
      part.name = value.name + list + std::to_string(i);
      part.integer = number;
      part.number = double(number);
      spread.push_back(std::move(part));
    };
    const HostTensor &tensor = value.tensor;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      add(".shape.", i, tensor.shape[i]);
      if (i + 1 < tensor.shape.size())
        add(".strides.", i, tensor.strides[i]);
    }
  }
  return spread;
}

/// Puts the values in the order of the parameters.
static Result<std::vector<const LaunchValue *>>
arrange(const KernelEntry &entry, const std::vector<LaunchValue> &values) {
  std::vector<const KernelParam *> params;
  for (const KernelParam &param : entry.params)
    if (param.role == ParamRole::Argument)
      params.push_back(&param);
  std::vector<const LaunchValue *> chosen(params.size());
  size_t next = 0;
  for (const LaunchValue &value : values) {
    auto place = std::find_if(params.begin(), params.end(),
                              [&](const KernelParam *param) {
                                return param->name == value.name ||
                                       param->name == value.name + "_ptr";
                              });
    if (value.name.empty()) {
      while (next < chosen.size() && chosen[next])
        ++next;
      place = params.begin() + static_cast<int64_t>(next);
    }
    if (place != params.end()) {
      const LaunchValue *&slot =
          chosen[static_cast<size_t>(place - params.begin())];
      if (slot)
        return Error{(*place)->name + " was given twice"};
      slot = &value;
      continue;
    }
    Result<bool> constant = matchesConstant(entry, value);
    if (!constant)
      return constant.error();
    if (!*constant)
      return Error{entry.entry + " has no parameter " +
                   (value.name.empty() ? "for another value" : value.name) +
                   "; it takes " + showParams(entry)};
  }
  for (size_t i = 0; i < params.size(); ++i)
    if (!chosen[i])
      return Error{params[i]->name + " (" + params[i]->type +
                   ") was not given; " + entry.entry + " takes " +
                   showParams(entry)};
  return chosen;
}

/// Runs it, and once more if it is timed.
static void runLaunch(Device &device, const Launch &launch, int repeats,
                      LaunchOutcome &outcome) {
  outcome.kernel = device.launch(launch);
  if (outcome.kernel)
    outcome.kernel = device.synchronize();
  if (!outcome.kernel || repeats == 0)
    return;
  Result<double> total = device.time(launch, repeats);
  if (!total)
    outcome.kernel = total.error();
  else
    outcome.milliseconds = *total / repeats;
}

static Result<LaunchOutcome> launchEntry(const LaunchRequest &request,
                                         Device &device,
                                         const KernelEntry &entry,
                                         const KernelImage &image) {
  if (!request.grid)
    return Error{"--grid is needed: how many programs of " + entry.entry +
                 " are there?"};
  if (Status status = checkOrder(request.values); !status)
    return status.error();
  std::vector<LaunchValue> given = spreadDescriptors(entry, request.values);
  Result<std::vector<const LaunchValue *>> values = arrange(entry, given);
  if (!values)
    return values.error();
  LaunchOutcome outcome;
  outcome.name = entry.entry;
  std::vector<EntryArgument> arguments;
  size_t at = 0;
  for (const KernelParam &param : entry.params) {
    if (param.role != ParamRole::Argument)
      continue;
    const LaunchValue &value = *(*values)[at++];
    Result<EntryArgument> argument =
        argumentOf(device, value, value.name.empty() ? param.name : value.name,
                   outcome.tensors);
    if (!argument)
      return argument.error();
    arguments.push_back(*argument);
  }
  Result<ModuleId> module = device.load(image);
  if (!module) {
    outcome.kernel = module.error();
    return outcome;
  }
  EntryLaunch launch(device, entry, *module);
  if (Status status = launch.bind(arguments); !status)
    return status.error();
  runLaunch(device, launch.description(*request.grid), request.repeats,
            outcome);
  return outcome;
}

static Result<LaunchOutcome> launchForeign(const LaunchRequest &request,
                                           Device &device,
                                           const KernelImage &image) {
  LaunchOutcome outcome;
  outcome.name = request.name;
  Result<std::vector<PtxParam>> params = ptxParams(image.ptx, outcome.name);
  if (!params)
    return params.error();
  if (!request.grid || !request.block)
    return Error{"--grid and --block are needed: this PTX does not say how it "
                 "is launched"};
  if (params->size() != request.values.size())
    return Error{outcome.name + " takes " + std::to_string(params->size()) +
                 " arguments, in order; " +
                 std::to_string(request.values.size()) + " were given"};
  Launch launch;
  launch.entry = outcome.name;
  launch.grid = *request.grid;
  launch.block = *request.block;
  launch.sharedBytes = request.sharedBytes;
  for (size_t i = 0; i < params->size(); ++i) {
    const PtxParam &param = (*params)[i];
    const LaunchValue &value = request.values[i];
    // A name is only a label here, unless it is that of another parameter.
    auto named = std::find_if(
        params->begin(), params->end(),
        [&](const PtxParam &other) { return other.name == value.name; });
    if (named != params->end() && named->name != param.name)
      return Error{value.name + " is parameter " +
                   std::to_string(named - params->begin()) + " of " +
                   outcome.name + ", but stands at place " + std::to_string(i) +
                   "; this PTX takes its arguments in "
                   "order"};
    std::string name = value.name.empty() ? param.name : value.name;
    Result<EntryArgument> argument =
        argumentOf(device, value, name, outcome.tensors);
    if (!argument)
      return argument.error();
    // PTX's types are widths: u64 may be a pointer, b32 may be a float.
    bool real = param.type[0] == 'f' || argument->kind == EntryArgument::Float;
    std::string type = (real ? "fp" : "i") + std::to_string(8 * param.bytes);
    if (argument->kind == EntryArgument::Pointer && param.bytes == 8) {
      launch.arguments.push_back(ArgumentBytes::of(argument->address));
      continue;
    }
    Result<ArgumentBytes> bytes = scalarBytes(type, *argument);
    if (!bytes)
      return Error{"parameter " + name + " of " + outcome.name + " " +
                   bytes.error().message};
    launch.arguments.push_back(std::move(*bytes));
  }
  Result<ModuleId> module = device.load(image);
  if (!module) {
    outcome.kernel = module.error();
    return outcome;
  }
  launch.module = *module;
  runLaunch(device, launch, request.repeats, outcome);
  return outcome;
}

Result<LaunchOutcome> launchPtx(const LaunchRequest &request, Device &device) {
  Result<std::string> text = readWholeFile(request.file);
  if (!text)
    return text.error();
  Result<KernelImage> image = KernelImage::parse(request.facts + *text);
  if (!image)
    return Error{request.file + ": " + image.error().message};
  Result<LaunchOutcome> outcome = Error{""};
  if (image->entries.empty())
    outcome = launchForeign(request, device, *image);
  else if (const KernelEntry *entry = image->find(request.name))
    outcome = launchEntry(request, device, *entry, *image);
  else {
    std::string list;
    for (const KernelEntry &known : image->entries)
      list += (list.empty() ? "" : ", ") + known.entry;
    return Error{request.file + ": " +
                 (request.name.empty()
                      ? "has several kernels; say which, as in FILE:NAME: "
                      : "has no kernel " + request.name + "; it has ") +
                 list};
  }
  if (!outcome)
    return Error{request.file + ": " + outcome.error().message};
  return outcome;
}

} // namespace tqc
