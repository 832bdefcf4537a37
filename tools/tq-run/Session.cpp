//===- Session.cpp - A device with a user's tensors on it -----------------===//

#include "tools/tq-run/Session.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/interpreter/TileDevice.h"
#include "runtime/device/SourceSnippet.h"
#include "runtime/emulator/reports/ProgressLine.h"
#include "runtime/image/Gpus.h"

#include <cstdlib>
#include <random>

namespace tqc {

Status takeLimits(const CommandLine &line, emu::EmulatorOptions &options) {
  Result<int64_t> steps =
      parseInteger(line.value("max-steps", "0"), "--max-steps", 0, INT64_MAX);
  if (!steps)
    return steps.error();
  options.maxSteps = static_cast<uint64_t>(*steps);
  if (!line.has("max-seconds"))
    return {};
  std::string text = line.value("max-seconds");
  char *end = nullptr;
  options.maxSeconds = std::strtod(text.c_str(), &end);
  if (text.empty() || *end || !(options.maxSeconds >= 0))
    return Error{"--max-seconds must be a number of seconds, 0 for no limit, "
                 "not \"" +
                 text + "\""};
  return {};
}

bool isGivenUp(const std::vector<Finding> &findings) {
  for (const Finding &finding : findings)
    for (const char *kind : {"step-limit", "time-limit", "interrupted"})
      if (finding.kind == kind)
        return true;
  return false;
}

static OpenedDevice openTile(const std::string &name,
                             const tile::TileSettings &limits) {
  tile::TileSettings settings = limits;
  settings.float64 = name == "tile:fp64";
  OpenedDevice opened;
  opened.device = std::make_unique<TileDevice>(settings);
  opened.name = name;
  opened.isTile = true;
  return opened;
}

Result<OpenedDevice> openFromOptions(const CommandLine &line,
                                     bool needsCounters) {
  emu::EmulatorOptions options;
  std::string check = line.value("check", "on");
  if (check != "on" && check != "off")
    return Error{"--check is on or off, not \"" + check + "\""};
  options.checks = check == "on";
  options.counters = needsCounters || line.has("counters");
  options.mustBeChecked = line.has("require-checks");
  if (options.mustBeChecked && !options.checks)
    return Error{"--require-checks and --check=off exclude each other"};
  options.inPtxWords = line.has("ptx");
  if (Status status = takeLimits(line, options); !status)
    return status.error();
  std::string progress = line.value("progress");
  if (!emu::showProgress(progress))
    return Error{"--progress is on or off, not \"" + progress + "\""};
  options.interrupt = emu::listenForInterrupts();
  std::string name = line.value("device");
  if (name == "tile" || name == "tile:fp64") {
    tile::TileSettings limits;
    limits.maxSteps = options.maxSteps;
    if (line.has("max-seconds"))
      limits.maxSeconds = options.maxSeconds;
    return openTile(name, limits);
  }
  return openDevice(name, options);
}

std::string archOf(const DeviceAttributes &facts) { return facts.arch; }

Result<std::string> archFromOptions(const CommandLine &line,
                                    const OpenedDevice &opened) {
  const DeviceAttributes &facts = opened.device->attributes();
  std::string arch = line.value("arch", archOf(facts));
  if (!line.has("arch"))
    return arch;
  const Gpu *gpu = findGpu(arch);
  if (!gpu)
    return Error{"no GPU is called \"" + arch + "\"; GPUs are " + gpuNames()};
  if (opened.isGpu() &&
      !runsOn(*gpu, facts.computeMajor * 10 + facts.computeMinor))
    return Error{"code for " + arch + " does not run on " + showDevice(opened)};
  return arch;
}

Result<CodeChoices> choicesFromOptions(const CommandLine &line) {
  CodeChoices choices;
  auto forEach = [&](const char *option, auto read) {
    for (const std::string &text : line.values(option)) {
      llvm::SmallVector<llvm::StringRef> names;
      llvm::StringRef(text).split(names, ',', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef name : names)
        read(name);
    }
  };
  std::string wrong;
  forEach("disable", [&](llvm::StringRef name) {
    choices.disabled.push_back(name.str());
    if (!optimizationNamed(name))
      wrong = "no optimisation is called \"" + name.str() + "\"";
  });
  forEach("plan", [&](llvm::StringRef part) {
    if (std::string why = readPlanPart(part, choices.plan); !why.empty())
      wrong = why;
  });
  if (!wrong.empty())
    return Error{wrong + "; `tqc --help` lists them"};
  if (line.has("strict"))
    for (std::string &name : roundingOptimizations())
      choices.disabled.push_back(std::move(name));
  return choices;
}

std::string showDevice(const OpenedDevice &opened) {
  const DeviceAttributes &facts = opened.device->attributes();
  return opened.name + " (" + facts.name + ", " + facts.arch + ")";
}

Json jsonOfDevice(const OpenedDevice &opened) {
  Json json;
  json["device"] = opened.name;
  json["name"] = opened.device->attributes().name;
  json["arch"] = opened.device->attributes().arch;
  if (!opened.why.empty())
    json["why"] = opened.why;
  return json;
}

Result<uint64_t> seedFromOptions(const CommandLine &line) {
  if (!line.has("seed"))
    return uint64_t(std::random_device()() % 1000000);
  Result<int64_t> seed =
      parseInteger(line.value("seed"), "--seed", 0, INT64_MAX);
  if (!seed)
    return seed.error();
  return static_cast<uint64_t>(*seed);
}

/// The shape by which elements of the storage are counted: the tensor's own, or
/// one long line where there are gaps between its elements.
static std::vector<int64_t> shapeInMemory(const HostTensor &tensor) {
  auto elements =
      static_cast<int64_t>(tensor.storage.size() / bytesOf(tensor.type));
  return elements == tensor.numel() ? tensor.shape
                                    : std::vector<int64_t>{elements};
}

Result<DeviceTensor> upload(Device &device, std::string name, HostTensor tensor,
                            bool poisoned) {
  AllocationInfo info;
  info.name = name;
  info.bytes = tensor.storage.size();
  info.type = nameOf(tensor.type);
  info.shape = shapeInMemory(tensor);
  Result<DevicePtr> pointer = device.allocate(info);
  if (!pointer)
    return pointer.error();
  Status status =
      poisoned ? device.poison(*pointer, kPoisonByte, info.bytes)
               : device.copyIn(*pointer, tensor.storage.data(), info.bytes);
  if (!status)
    return status.error();
  return DeviceTensor{std::move(name), std::move(tensor), *pointer};
}

Result<DeviceTensor> uploadInput(Device &device, std::string name,
                                 const HostTensor &tensor) {
  AllocationInfo info{name, tensor.storage.size(), nameOf(tensor.type),
                      shapeInMemory(tensor)};
  Result<DevicePtr> pointer = device.allocate(info);
  if (!pointer)
    return pointer.error();
  if (Status status =
          device.copyIn(*pointer, tensor.storage.data(), info.bytes);
      !status)
    return status.error();
  DeviceTensor uploaded;
  uploaded.name = std::move(name);
  uploaded.pointer = *pointer;
  uploaded.host.type = tensor.type;
  uploaded.host.shape = tensor.shape;
  uploaded.host.strides = tensor.strides;
  uploaded.host.offset = tensor.offset;
  return uploaded;
}

Status download(Device &device, DeviceTensor &tensor) {
  if (tensor.pointer == 0)
    return {};
  return device.copyOut(tensor.host.storage.data(), tensor.pointer,
                        tensor.host.storage.size());
}

std::string indented(const std::string &text, const std::string &indent) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    result += (at ? "\n" : "") + indent + text.substr(at, end - at);
    at = end + 1;
  }
  return result;
}

size_t printFindings(const Report &report, const std::vector<Finding> &findings,
                     const std::string &indent) {
  for (const Finding &finding : findings)
    report.line(report.paint(finding.isNote ? Colour::Dim : Colour::Bad,
                             indented(textWithSnippet(finding), indent)));
  return countWrong(findings);
}

size_t countWrong(const std::vector<Finding> &findings) {
  size_t count = 0;
  for (const Finding &finding : findings)
    count += !finding.isNote;
  return count;
}

} // namespace tqc
