//===- LibraryDevice.cpp - Running kernels through the C interface --------===//
//
// A GPU takes addresses of its own; the emulator gets copies (HostMemory.h).
//
//===----------------------------------------------------------------------===//

#include "compiler/library/Handles.h"
#include "compiler/library/HostMemory.h"
#include "runtime/cuda/CudaDevice.h"
#include "runtime/device/EntryLaunch.h"
#include "runtime/open/OpenDevice.h"

#include <cstddef>
#include <mutex>
#include <sstream>

using namespace tqc;

struct tqc_findings {
  std::vector<emu::EmuFinding> all;
  std::vector<std::string> texts;
  std::string json = "[]";
};

struct tqc_device {
  std::mutex mutex; ///< a Device is used by one thread at a time
  std::string name, arch;
  emu::EmulatorOptions options;
  bool tellsUnwritten = false;
  std::unique_ptr<Device> owned;
  CudaDevice *gpu = nullptr; ///< `owned`, if it is one
  EmulatorDevice *emulator = nullptr;
  uint64_t used = 0;       ///< bytes that the emulator will not use again
  uint64_t generation = 0; ///< of the emulator: a new one knows no modules
};

struct tqc_kernel {
  tqc_device *device = nullptr;
  KernelImage image;
  const KernelEntry *entry = nullptr;
  ModuleId module = 0;
  uint64_t generation = 0;
  // Of a launch, and kept: on a GPU it takes no longer than to allocate them.
  std::vector<tqc_argument> given;
  std::vector<EntryArgument> values;
  std::unique_ptr<EntryLaunch> launch; ///< on a GPU
};

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

namespace {
/// Makes the context that was current before current again.
class KeepContext {
public:
  explicit KeepContext(const tqc_device &device) {
    if (!device.gpu || !device.gpu->driver().ctxGetCurrent)
      return;
    if (device.gpu->driver().ctxGetCurrent(&before) == cuda::kSuccess)
      api = &device.gpu->driver();
  }
  ~KeepContext() {
    CudaHandle now = nullptr;
    if (api && (api->ctxGetCurrent(&now) != cuda::kSuccess || now != before))
      api->ctxSetCurrent(before);
  }

private:
  const CudaApi *api = nullptr;
  CudaHandle before = nullptr;
};
} // namespace

/// A number that fills the word; nothing if it is none.
static std::optional<uint64_t> numberOf(const std::string &word) {
  if (word.empty() || word.size() > 18 ||
      word.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoull(word);
}

static Status setOption(tqc_device &device, const std::string &key,
                        const std::string &value) {
  emu::EmulatorOptions &options = device.options;
  if (key == "schedule") {
    if (value == "eager")
      options.schedule = emu::Schedule::Eager;
    else if (value == "lazy")
      options.schedule = emu::Schedule::Lazy;
    else if (value == "random")
      options.schedule = emu::Schedule::Random;
    else
      return Error{"schedule is `" + value +
                   "`, but must be eager, lazy or random"};
    return {};
  }
  std::optional<uint64_t> number = numberOf(value);
  if (!number)
    return Error{key + " is `" + value + "`, but must be a number"};
  if (key == "checks")
    options.checks = *number != 0;
  else if (key == "threads")
    options.threads = static_cast<unsigned>(std::min<uint64_t>(*number, 1024));
  else if (key == "seed")
    options.seed = *number;
  else if (key == "seconds")
    options.maxSeconds = static_cast<double>(*number);
  else if (key == "unwritten")
    device.tellsUnwritten = *number != 0;
  else
    return Error{"the emulator has no option `" + key +
                 "`; it has checks, threads, schedule, seed, seconds and "
                 "unwritten"};
  return {};
}

static Status setOptions(tqc_device &device, const char *text) {
  std::istringstream words(text ? text : "");
  for (std::string word; words >> word;) {
    size_t at = word.find('=');
    if (at == std::string::npos)
      return Error{"the option `" + word + "` says no value, as in checks=0"};
    Status status = setOption(device, word.substr(0, at), word.substr(at + 1));
    if (!status)
      return status;
  }
  return {};
}

static void useDevice(tqc_device &device, std::unique_ptr<Device> opened) {
  device.owned = std::move(opened);
  device.gpu = dynamic_cast<CudaDevice *>(device.owned.get());
  device.emulator = dynamic_cast<EmulatorDevice *>(device.owned.get());
  device.arch = device.owned->attributes().arch;
}

tqc_device *tqc_device_open(const char *name, const char *options,
                            tqc_error **error) {
  return atBoundary(error, [&]() -> Result<tqc_device *> {
    auto device = std::make_unique<tqc_device>();
    if (Status status = setOptions(*device, options); !status)
      return status.error();
    std::string wanted = name ? name : "";
    if (wanted == "cuda:current") {
      auto gpu = CudaDevice::ofCurrentContext();
      if (!gpu)
        return gpu.error();
      device->name = wanted;
      useDevice(*device, std::move(*gpu));
      return device.release();
    }
    CudaHandle before = nullptr;
    Result<const CudaApi *> api =
        wanted == "emu" ? Result<const CudaApi *>(Error{""}) : CudaApi::open();
    bool restores = api && (*api)->ctxGetCurrent &&
                    (*api)->ctxGetCurrent(&before) == cuda::kSuccess;
    Result<OpenedDevice> opened = openDevice(wanted, device->options);
    if (restores)
      (*api)->ctxSetCurrent(before);
    if (!opened)
      return opened.error();
    device->name = opened->name;
    useDevice(*device, std::move(opened->device));
    return device.release();
  });
}

void tqc_device_close(tqc_device *device) {
  if (!device)
    return;
  { // its destructor works in the GPU's context
    CudaHandle before = nullptr;
    const CudaApi *api = device->gpu ? &device->gpu->driver() : nullptr;
    bool restores = api && api->ctxGetCurrent &&
                    api->ctxGetCurrent(&before) == cuda::kSuccess;
    device->owned.reset();
    if (restores)
      api->ctxSetCurrent(before);
  }
  delete device;
}

const char *tqc_device_arch(const tqc_device *device) {
  return device ? device->arch.c_str() : "";
}

const char *tqc_device_name(const tqc_device *device) {
  return device ? device->name.c_str() : "";
}

int tqc_device_is_emulator(const tqc_device *device) {
  return device && device->emulator;
}

int tqc_device_synchronize(tqc_device *device, tqc_error **error) {
  return atBoundary(error, [&]() -> Result<int> {
    if (!device)
      return Error{"the device is a null pointer"};
    std::lock_guard<std::mutex> lock(device->mutex);
    KeepContext keep(*device);
    if (Status status = device->owned->synchronize(); !status)
      return status.error();
    return 1;
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static std::string namesOf(const KernelImage &image) {
  std::string names;
  for (const KernelEntry &entry : image.entries)
    names += (names.empty() ? "" : ", ") + entry.entry;
  return names;
}

tqc_kernel *tqc_device_load(tqc_device *device, const char *ptx, size_t size,
                            const char *entry, tqc_error **error) {
  return atBoundary(error, [&]() -> Result<tqc_kernel *> {
    if (!device || !ptx)
      return Error{"tqc_device_load got a null pointer"};
    auto kernel = std::make_unique<tqc_kernel>();
    Result<KernelImage> image = KernelImage::parse(std::string(ptx, size));
    if (!image)
      return image.error();
    kernel->device = device;
    kernel->image = std::move(*image);
    std::string name = entry ? entry : "";
    kernel->entry = kernel->image.find(name);
    if (kernel->image.entries.empty())
      return Error{"the PTX has no line `// tq: {...}`, so it is not known how "
                   "its kernels are launched"};
    if (!kernel->entry)
      return Error{(name.empty() ? "the PTX has several kernels"
                                 : "the PTX has no kernel " + name) +
                   "; it has " + namesOf(kernel->image)};
    std::lock_guard<std::mutex> lock(device->mutex);
    KeepContext keep(*device);
    Result<ModuleId> module = device->owned->load(kernel->image);
    if (!module)
      return module.error();
    kernel->module = *module;
    kernel->generation = device->generation;
    if (device->gpu)
      kernel->launch =
          std::make_unique<EntryLaunch>(*device->gpu, *kernel->entry, *module);
    return kernel.release();
  });
}

void tqc_kernel_free(tqc_kernel *kernel) { delete kernel; }

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Addresses of the emulator are not used again: after so many, a new emulator
/// takes the place of the old one.
static constexpr uint64_t kBytesOfEmulator = uint64_t(16) << 30;

static void renewEmulator(tqc_device &device) {
  if (device.used < kBytesOfEmulator)
    return;
  device.used = 0;
  ++device.generation;
  useDevice(device, std::make_unique<EmulatorDevice>(device.options));
}

/// The names of the parameters that arguments fill.
static std::vector<const KernelParam *> argumentsOf(const KernelEntry &entry) {
  std::vector<const KernelParam *> params;
  for (const KernelParam &param : entry.params)
    if (param.role == ParamRole::Argument)
      params.push_back(&param);
  return params;
}

/// In place: the strings of a launch before have room.
static void setValue(EntryArgument &value, const tqc_argument &argument,
                     DevicePtr address) {
  value.kind = argument.kind == TQC_INTEGER ? EntryArgument::Integer
               : argument.kind == TQC_FLOAT ? EntryArgument::Float
                                            : EntryArgument::Pointer;
  bool isPointer = value.kind == EntryArgument::Pointer;
  value.address = isPointer ? address : 0;
  value.number = value.kind == EntryArgument::Integer ? argument.integer : 0;
  value.real = value.kind == EntryArgument::Integer
                   ? static_cast<double>(argument.integer)
                   : argument.real;
  if (isPointer && argument.dtype)
    value.type.assign(argument.dtype);
  else
    value.type.clear();
}

static Status launchOnGpu(tqc_kernel &kernel,
                          const std::array<uint32_t, 3> &grid, void *stream) {
  CudaDevice &gpu = *kernel.device->gpu;
  KeepContext keep(*kernel.device);
  kernel.values.resize(kernel.given.size());
  for (size_t i = 0; i < kernel.given.size(); ++i)
    setValue(kernel.values[i], kernel.given[i],
             reinterpret_cast<DevicePtr>(kernel.given[i].data));
  gpu.useStream(stream);
  Status status = kernel.launch->bind(kernel.values);
  if (status)
    status = gpu.launch(kernel.launch->description(grid));
  kernel.launch->freeWorkspaces();
  return status;
}

static Status launchOnEmulator(tqc_kernel &kernel,
                               const std::array<uint32_t, 3> &grid) {
  tqc_device &device = *kernel.device;
  const std::vector<tqc_argument> &arguments = kernel.given;
  renewEmulator(device);
  if (kernel.generation != device.generation) {
    Result<ModuleId> module = device.emulator->load(kernel.image);
    if (!module)
      return module.error();
    kernel.module = *module;
    kernel.generation = device.generation;
  }
  std::vector<const KernelParam *> params = argumentsOf(*kernel.entry);
  HostMemory memory(*device.emulator);
  for (size_t i = 0; i < arguments.size() && i < params.size(); ++i)
    if (arguments[i].kind == TQC_TENSOR)
      if (Status status =
              memory.add(arguments[i], arguments[i].name ? arguments[i].name
                                                         : params[i]->name);
          !status)
        return status;
  device.used += memory.bytes() + uint64_t(kernel.entry->workspaceBytes);
  if (Status status = memory.copyIn(); !status)
    return status;
  kernel.values.resize(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i)
    setValue(kernel.values[i], arguments[i],
             arguments[i].kind == TQC_TENSOR ? memory.addressOf(arguments[i])
                                             : 0);
  EntryLaunch launch(*device.emulator, *kernel.entry, kernel.module);
  if (Status status = launch.bind(kernel.values); !status)
    return status;
  Status ran = device.emulator->launch(launch.description(grid));
  Status saved = memory.copyOut();
  return ran ? saved : ran;
}

static void takeFindings(tqc_device &device, tqc_findings &findings) {
  std::string json;
  for (emu::EmuFinding &finding : device.emulator->takeEmuFindings()) {
    if (finding.kind == "unwritten-output" && !device.tellsUnwritten)
      continue;
    json += (json.empty() ? "" : ",\n") + emu::renderJson(finding);
    findings.texts.push_back(
        emu::renderText(finding, device.options.inPtxWords));
    findings.all.push_back(std::move(finding));
  }
  findings.json = "[" + json + "]";
}

/// The caller's structures are as long as the caller knows them.
static Status readArguments(tqc_kernel &kernel, const tqc_argument *arguments,
                            size_t count) {
  const auto *at = reinterpret_cast<const char *>(arguments);
  kernel.given.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const auto &argument = *reinterpret_cast<const tqc_argument *>(at);
    if (argument.size < offsetof(tqc_argument, name))
      return Error{"argument " + std::to_string(i) + " of " +
                   kernel.entry->entry + " does not say its size"};
    readKnown(argument, kernel.given[i]);
    at += argument.size;
  }
  return {};
}

int tqc_launch(tqc_kernel *kernel, const uint32_t grid[3],
               const tqc_argument *arguments, size_t count, void *stream,
               tqc_findings **findings, tqc_error **error) {
  if (findings)
    *findings = nullptr;
  return atBoundary(error, [&]() -> Result<int> {
    if (!kernel || !grid || (!arguments && count))
      return Error{"tqc_launch got a null pointer"};
    tqc_device &device = *kernel->device;
    std::lock_guard<std::mutex> lock(device.mutex);
    if (Status status = readArguments(*kernel, arguments, count); !status)
      return status.error();
    std::array<uint32_t, 3> programs = {grid[0], grid[1], grid[2]};
    Status status = device.gpu ? launchOnGpu(*kernel, programs, stream)
                               : launchOnEmulator(*kernel, programs);
    if (findings)
      *findings = new tqc_findings;
    if (device.emulator) {
      tqc_findings unwanted;
      takeFindings(device, findings ? **findings : unwanted);
    }
    if (!status)
      return status.error();
    return 1;
  });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

size_t tqc_findings_count(const tqc_findings *findings) {
  return findings ? findings->all.size() : 0;
}

int tqc_findings_get(const tqc_findings *findings, size_t index,
                     tqc_finding *finding) {
  if (!findings || !finding || index >= findings->all.size())
    return 0;
  const emu::EmuFinding &from = findings->all[index];
  tqc_finding to = {};
  to.kind = from.kind.c_str();
  to.message = from.message.c_str();
  to.text = findings->texts[index].c_str();
  to.file = from.file.c_str();
  to.line = from.line;
  to.column = from.column;
  to.kernel = from.kernel.c_str();
  to.tensor = from.tensor.c_str();
  to.element = from.element;
  for (size_t i = 0; i < 3; ++i)
    to.program[i] = from.programId[i];
  to.occurrences = from.occurrences;
  to.is_note = from.isNote;
  fillKnown(finding, to);
  return 1;
}

const char *tqc_findings_json(const tqc_findings *findings) {
  return findings ? findings->json.c_str() : "[]";
}

void tqc_findings_free(tqc_findings *findings) { delete findings; }
