//===- TqEmu.cpp - the tool that runs PTX on the CPU ----------------------===//

#include "tools/tq-emu/TqEmu.h"

#include "runtime/device/Npy.h"
#include "runtime/device/SourceSnippet.h"
#include "runtime/emulator/EmulatorDevice.h"
#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/ptx/PtxParser.h"
#include "runtime/emulator/reports/ProgressLine.h"
#include "runtime/image/ReadFile.h"
#include "tools/tq-emu/EmuArguments.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace tqc {

enum ExitCode : int { kFine = 0, kWrong = 1, kUsage = 2 };

static int complain(int code, const std::string &message) {
  std::fprintf(stderr, "tq-emu: %s\n", message.c_str());
  return code;
}

namespace {
/// One run of the program.
class EmuRun {
public:
  explicit EmuRun(EmuCommand command)
      : command(std::move(command)), device(options(this->command)) {}

  int run();

private:
  static emu::EmulatorOptions options(const EmuCommand &command) {
    emu::EmulatorOptions o;
    o.checks = command.checks;
    o.mustBeChecked = command.requireChecks;
    o.threads = command.threads;
    o.maxSteps = command.maxSteps;
    o.seed = command.seed;
    o.counters = command.counters;
    o.maxSeconds = command.maxSeconds;
    o.interrupt = emu::listenForInterrupts();
    o.inPtxWords = command.ptx;
    o.registers = static_cast<uint32_t>(command.registers);
    o.schedule = command.schedule == "lazy"     ? emu::Schedule::Lazy
                 : command.schedule == "random" ? emu::Schedule::Random
                                                : emu::Schedule::Eager;
    return o;
  }
  Status prepareArguments();
  Status giveBack(const EmuOutput &output);
  void print(const std::string &name, const HostTensor &tensor, int64_t count);
  int report();

  EmuCommand command;
  EmulatorDevice device;
  Launch launch;
  std::vector<DevicePtr> buffers; // one an argument, 0 for scalars
};
} // namespace

/// The argument's tensor map; shapes come slowest first, maps fastest first.
static MapSpec mapOf(const EmuArgument &arg, DevicePtr base) {
  MapSpec map;
  map.base = base;
  map.type = nameOf(arg.tensor.type);
  map.swizzleBytes = static_cast<int>(arg.swizzle);
  uint64_t stride = bytesOf(arg.tensor.type);
  for (size_t k = arg.tensor.shape.size(); k-- > 0;) {
    map.dims.push_back(static_cast<uint64_t>(arg.tensor.shape[k]));
    stride *= static_cast<uint64_t>(arg.tensor.shape[k]);
    if (k != 0)
      map.strides.push_back(stride);
  }
  map.box.assign(arg.box.rbegin(), arg.box.rend());
  return map;
}

Status EmuRun::prepareArguments() {
  for (EmuArgument &arg : command.arguments) {
    if (!arg.isBuffer) {
      launch.arguments.push_back({arg.bytes});
      buffers.push_back(0);
      continue;
    }
    AllocationInfo what;
    what.name = arg.name;
    what.bytes = arg.tensor.storage.size();
    what.type = nameOf(arg.tensor.type);
    what.shape = arg.tensor.shape;
    auto ptr = device.allocate(what);
    if (!ptr)
      return ptr.error();
    if (arg.isWritten)
      if (Status s = device.copyIn(*ptr, arg.tensor.storage.data(), what.bytes);
          !s)
        return s;
    buffers.push_back(*ptr);
    if (arg.box.empty()) {
      launch.arguments.push_back(ArgumentBytes::of<uint64_t>(*ptr));
      continue;
    }
    auto map = device.encodeMap(mapOf(arg, *ptr));
    if (!map)
      return Error{"the tensor map of '" + arg.name +
                   "': " + map.error().message};
    launch.arguments.push_back({{map->begin(), map->end()}});
  }
  return {};
}

void EmuRun::print(const std::string &name, const HostTensor &tensor,
                   int64_t count) {
  int64_t total = tensor.numel();
  int64_t shown = count < 0 ? total : std::min(count, total);
  std::printf("%s = [", name.c_str());
  for (int64_t i = 0; i < shown; ++i)
    if (isFloat(tensor.type))
      std::printf("%s%.9g", i ? ", " : "", tensor.get(i));
    else
      std::printf(
          "%s%lld", i ? ", " : "",
          static_cast<long long>(loadInteger(tensor.type, tensor.at(i))));
  std::printf("%s]\n", shown < total ? ", ..." : "");
}

Status EmuRun::giveBack(const EmuOutput &output) {
  for (size_t k = 0; k < command.arguments.size(); ++k) {
    EmuArgument &arg = command.arguments[k];
    if (!arg.isBuffer || arg.name != output.name)
      continue;
    HostTensor tensor = arg.tensor;
    if (Status s = device.copyOut(tensor.storage.data(), buffers[k],
                                  tensor.storage.size());
        !s)
      return s;
    if (!output.path.empty())
      return writeNpy(output.path, tensor);
    print(arg.name, tensor, output.count);
    return {};
  }
  return Error{"no buffer is called '" + output.name + "'"};
}

int EmuRun::report() {
  int code = kFine;
  std::vector<Finding> findings = device.takeFindings();
  forgetNewerSources(findings, command.file);
  for (const Finding &f : findings) {
    std::fputs((command.json ? f.json + "\n" : textWithSnippet(f)).c_str(),
               stdout);
    if (!f.isNote)
      code = kWrong;
  }
  return code;
}

int EmuRun::run() {
  Result<std::string> text = readFile(command.file);
  if (!text)
    return complain(kUsage, "cannot read '" + command.file +
                                "': " + text.error().message);
  auto image = KernelImage::parse(std::move(*text));
  if (!image)
    return complain(kUsage, command.file + ": " + image.error().message);
  if (command.entry.empty()) {
    auto parsed = emu::parsePtx(image->ptx, command.file);
    if (!parsed) {
      std::fprintf(stderr, "%s\n", parsed.error().message.c_str());
      return kWrong;
    }
    std::vector<std::string> entries;
    for (const auto &f : parsed->functions)
      if (f.isEntry && f.isDefined)
        entries.push_back(f.name);
    if (entries.size() != 1) {
      std::string names;
      for (const std::string &e : entries)
        names += " " + e;
      return complain(kUsage, "which --entry? There are" +
                                  (names.empty() ? " none" : ":" + names));
    }
    command.entry = entries[0];
  }
  auto module = device.loadPtx(*image, command.file);
  if (!module) {
    std::fprintf(stderr, "%s\n", module.error().message.c_str());
    return kWrong;
  }
  if (Status s = prepareArguments(); !s)
    return complain(kUsage, s.error().message);
  launch.module = *module;
  launch.entry = command.entry;
  launch.grid = command.grid;
  launch.block = command.block;
  launch.cluster = command.cluster;
  launch.sharedBytes = command.sharedBytes;
  auto begin = std::chrono::steady_clock::now();
  Status launched = device.launch(launch);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  int code = report();
  if (!launched) {
    complain(kWrong, launched.error().message);
    return kWrong;
  }
  for (const EmuOutput &output : command.outputs)
    if (Status s = giveBack(output); !s)
      return complain(kUsage, s.error().message);
  if (int late = report())
    code = late;
  for (const emu::LaunchCounts &counts : device.takeCounts())
    std::fputs(command.json ? (renderCountsJson(counts) + "\n").c_str()
                            : renderCounts(counts).c_str(),
               stdout);
  if (command.stats)
    std::printf("%llu warp instructions in %.3f s: %.0f million "
                "lane-instructions a second\n",
                static_cast<unsigned long long>(device.steps()), took.count(),
                static_cast<double>(device.steps()) * 32e-6 / took.count());
  return code;
}

/// What a kernel asks for may be more than the machine has.
static void outOfMemory() {
  std::fputs("tq-emu: the machine has too little memory for this kernel\n",
             stderr);
  std::_Exit(kUsage);
}

int tqEmuMain(int argc, char **argv) {
  std::set_new_handler(outOfMemory);
  auto command = parseEmuCommand(argc, argv);
  if (!command)
    return complain(kUsage, command.error().message);
  if (command->help) {
    std::fputs(emuHelp().c_str(), stdout);
    return kFine;
  }
  if (command->version) {
    std::printf("tq-emu %s\n", TQC_VERSION);
    return kFine;
  }
  if (command->listInstructions) {
    std::fputs(emu::listInstructions().c_str(), stdout);
    return kFine;
  }
  emu::showProgress(command->progress);
  if (command->schedules <= 1)
    return EmuRun(std::move(*command)).run();
  for (unsigned k = 0; k < command->schedules; ++k) {
    EmuCommand one = *command;
    one.schedule = k == 0 ? "eager" : k == 1 ? "lazy" : "random";
    one.seed = command->seed + k;
    if (k + 1 != command->schedules)
      one.outputs.clear(); // shown once
    if (int code = EmuRun(std::move(one)).run()) {
      std::fprintf(
          stderr, "tq-emu: that was schedule %u of %u: %s\n", k + 1,
          command->schedules,
          k == 0   ? "eager"
          : k == 1 ? "lazy"
                   : ("random:" + std::to_string(command->seed + k)).c_str());
      return code;
    }
  }
  return kFine;
}

} // namespace tqc
