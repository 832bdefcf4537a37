//===- EmulatorDevice.cpp - the emulator as a Device ----------------------===//

#include "runtime/emulator/EmulatorDevice.h"

#include "runtime/device/MemoryBudget.h"
#include "runtime/emulator/checks/GlobalRaces.h"
#include "runtime/emulator/execution/LaunchRun.h"
#include "runtime/emulator/machine/DebugHook.h"
#include "runtime/emulator/numerics/TensorMap.h"
#include "runtime/emulator/ptx/PtxParser.h"
#include "runtime/emulator/ptx/Targets.h"

#include <chrono>
#include <cstring>
#include <map>
#include <thread>

namespace tqc {

using namespace emu;

struct EmulatorDevice::Module {
  std::unique_ptr<PtxModule> ptx; // programs point into it
  KernelImage image;
  VariableAddresses addresses;
  std::map<std::string, std::unique_ptr<Program>> programs;
};

EmulatorDevice::EmulatorDevice(EmulatorOptions options) : options(options) {
  const Gpu *gpu = findGpu(kOwnGpu);
  info.name = "PTX emulator";
  info.computeMajor = gpu->capability / 10;
  info.computeMinor = gpu->capability % 10;
  info.multiprocessors =
      static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  info.sharedBytesPerBlock = gpu->sharedOfCta();
  info.totalMemory = size_t(1) << 36;
  info.arch = kOwnGpu;
}

EmulatorDevice::~EmulatorDevice() = default;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<DevicePtr> EmulatorDevice::allocate(const AllocationInfo &what) {
  if (Status status = checkMemory(what.bytes); !status)
    return Error{"'" + what.name + "' " + status.error().message};
  uint64_t ptr = memory.allocate(what.name, what.bytes, what.type, what.shape);
  if (ptr == 0)
    return Error{"the emulator has no room for " + std::to_string(what.bytes) +
                 " bytes of '" + what.name + "'"};
  return ptr;
}

Status EmulatorDevice::free(DevicePtr ptr) {
  if (!memory.release(ptr))
    return Error{"free of an address that allocate did not return, or that "
                 "was freed before"};
  return {};
}

Status EmulatorDevice::checkRange(DevicePtr ptr, size_t bytes,
                                  const char *verb) {
  const Allocation *a = memory.find(ptr);
  if (bytes == 0)
    return {};
  if (!a)
    return Error{std::string(verb) + " memory that is not allocated"};
  if (bytes > a->end() - ptr)
    return Error{std::string(verb) + " " + std::to_string(bytes) +
                 " bytes, but '" + a->name + "' has only " +
                 std::to_string(a->end() - ptr) + " from there on"};
  return {};
}

Status EmulatorDevice::copyIn(DevicePtr to, const void *from, size_t bytes) {
  if (Status s = checkRange(to, bytes, "copying to"); !s || bytes == 0)
    return s;
  std::memcpy(memory.host(to), from, bytes);
  memory.markWritten(to, bytes);
  return {};
}

Status EmulatorDevice::copyOut(void *to, DevicePtr from, size_t bytes) {
  if (Status s = checkRange(from, bytes, "copying from"); !s || bytes == 0)
    return s;
  std::memcpy(to, memory.host(from), bytes);
  const Allocation &a = *memory.find(from);
  if (!options.checks || !a.fresh || totalSteps == 0)
    return {};
  const uint8_t *flags = memory.undefined(from);
  const void *first = std::memchr(flags, 1, bytes);
  if (!first)
    return {};
  size_t missing = 0;
  for (size_t i = 0; i < bytes; ++i)
    missing += flags[i];
  int64_t elements = 1;
  for (int64_t size : a.shape)
    elements *= size;
  size_t width = a.shape.empty() || elements == 0
                     ? 1
                     : std::max<size_t>(1, a.bytes / size_t(elements));
  size_t at =
      (from - a.start) + size_t(static_cast<const uint8_t *>(first) - flags);
  EmuFinding f;
  f.kind = "unwritten-output";
  f.tensor = a.name;
  f.element = static_cast<int64_t>(at / width);
  f.file = a.name;
  f.ptxFile = a.name;
  f.message = std::to_string(missing / width) + " of " +
              std::to_string(bytes / width) +
              (a.shape.empty() ? " bytes" : " elements") + " of '" + a.name +
              "' were never written; the first is " + std::to_string(f.element);
  findings.add(std::move(f));
  return {};
}

Status EmulatorDevice::poison(DevicePtr ptr, uint8_t byte, size_t bytes) {
  if (Status s = checkRange(ptr, bytes, "poisoning"); !s || bytes == 0)
    return s;
  std::memset(memory.host(ptr), byte, bytes);
  memory.markUndefined(ptr, bytes);
  return {};
}

Status EmulatorDevice::fill(DevicePtr ptr, uint8_t byte, size_t bytes) {
  if (Status s = checkRange(ptr, bytes, "filling"); !s || bytes == 0)
    return s;
  std::memset(memory.host(ptr), byte, bytes);
  memory.markWritten(ptr, bytes);
  return {};
}

Result<std::array<uint8_t, 128>>
EmulatorDevice::encodeMap(const MapSpec &spec) {
  numerics::TensorMap map;
  auto type = numerics::tensorMapType(spec.type);
  if (!type)
    return Error{"tensor maps have no element type '" + spec.type + "'"};
  size_t rank = spec.dims.size();
  if (rank == 0 || rank > numerics::kMaxRank || spec.box.size() != rank ||
      spec.strides.size() + 1 < rank)
    return Error{"a tensor map has 1 to 5 dimensions, and as many box sizes"};
  auto swizzle = numerics::swizzleOfBytes(spec.swizzleBytes);
  if (!swizzle)
    return Error{"a tensor map's swizzle is 0, 32, 64 or 128 bytes, not " +
                 std::to_string(spec.swizzleBytes)};
  map.type = *type;
  map.rank = static_cast<unsigned>(rank);
  map.base = spec.base;
  map.swizzle = *swizzle;
  map.fillNan = spec.fillNan;
  for (size_t d = 0; d < rank; ++d) {
    map.dims[d] = spec.dims[d];
    map.box[d] = spec.box[d];
    if (d > 0)
      map.strides[d] = spec.strides[d - 1];
    if (d < spec.elementStrides.size())
      map.elementStrides[d] = spec.elementStrides[d];
  }
  if (std::string why = numerics::checkTensorMap(map); !why.empty())
    return Error{why};
  return numerics::encodeTensorMap(map);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Status EmulatorDevice::placeVariables(Module &module) {
  PtxModule &ptx = *module.ptx;
  for (const PtxVariable &v : ptx.variables) {
    bool placed = v.space == Space::Global || v.space == Space::Const;
    uint64_t at = 0;
    if (placed && !v.isExtern) {
      if (Status status = checkMemory(v.bytes); !status)
        return Error{"variable '" + v.name + "' " + status.error().message};
      at = memory.allocate(v.name, std::max<uint64_t>(v.bytes, 1), "", {},
                           std::max(256u, v.align));
      if (at == 0)
        return Error{"no room for variable '" + v.name + "'"};
      std::memset(memory.host(at), 0, v.bytes);
      if (!v.init.empty())
        std::memcpy(memory.host(at), v.init.data(), v.init.size());
      memory.markWritten(at, std::max<uint64_t>(v.bytes, 1));
    }
    module.addresses.push_back(at);
  }
  for (size_t k = 0; k < ptx.variables.size(); ++k)
    for (const PtxRelocation &r : ptx.variables[k].relocations) {
      uint64_t value = 0;
      int variable = ptx.findVariable(r.symbol);
      int function = ptx.findFunction(r.symbol);
      if (variable >= 0)
        value = module.addresses[static_cast<size_t>(variable)];
      else if (function >= 0)
        value = kCodeWindow + static_cast<uint64_t>(function);
      else
        return Error{ptx.file + ": '" + r.symbol +
                     "' in an initial value is not declared"};
      value += static_cast<uint64_t>(r.addend);
      std::memcpy(memory.host(module.addresses[k] + r.offset), &value,
                  std::min<size_t>(8, byteWidth(ptx.variables[k].type)));
    }
  return {};
}

Result<ModuleId> EmulatorDevice::load(const KernelImage &image) {
  return loadPtx(image, image.entries.empty()
                            ? "kernel.ptx"
                            : image.entries[0].entry + ".ptx");
}

Result<ModuleId> EmulatorDevice::loadPtx(const KernelImage &image,
                                         std::string_view name) {
  Result<PtxModule> parsed = parsePtx(
      options.debug ? options.debug->prepare(image.ptx) : image.ptx, name);
  if (!parsed)
    return parsed.error();
  auto module = std::make_unique<Module>();
  module->ptx = std::make_unique<PtxModule>(std::move(*parsed));
  module->image = image;
  if (Status s = placeVariables(*module); !s)
    return s.error();
  // What the compiler wrote must run: a foreign file may hold entries that
  // nobody launches.
  for (const KernelEntry &entry : image.entries)
    if (auto p = program(*module, entry.entry); !p)
      return p.error();
  modules.push_back(std::move(module));
  return static_cast<ModuleId>(modules.size() - 1);
}

Result<const Program *> EmulatorDevice::program(Module &module,
                                                const std::string &entry) {
  auto it = module.programs.find(entry);
  if (it != module.programs.end())
    return it->second.get();
  Result<Program> decoded = decodeEntry(*module.ptx, entry, module.addresses);
  if (!decoded)
    return decoded.error();
  auto stored = std::make_unique<Program>(std::move(*decoded));
  const Program *result = stored.get();
  module.programs[entry] = std::move(stored);
  return result;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// What a GPU takes in each direction.
static constexpr uint32_t kMostPrograms[] = {INT32_MAX, 65535, 65535};
static constexpr uint32_t kMostThreads[] = {1024, 1024, 64};

static Status checkShape(const Launch &launch, const PtxFunction &entry) {
  uint64_t threads = 1, clusterSize = 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (launch.grid[i] == 0 || launch.block[i] == 0 || launch.cluster[i] == 0)
      return Error{"a launch's grid, block and cluster must not be zero"};
    if (launch.grid[i] % launch.cluster[i])
      return Error{"the grid must be a multiple of the cluster"};
    threads *= launch.block[i];
    clusterSize *= launch.cluster[i];
    if (entry.reqntid[0] && entry.reqntid[i] != launch.block[i])
      return Error{"'" + entry.name + "' requires a block of " +
                   std::to_string(entry.reqntid[0]) + " x " +
                   std::to_string(entry.reqntid[1]) + " x " +
                   std::to_string(entry.reqntid[2]) + " threads"};
  }
  if (threads > 1024)
    return Error{"a block has at most 1024 threads, not " +
                 std::to_string(threads)};
  for (unsigned i = 0; i < 3; ++i)
    for (auto [what, size, most] :
         {std::tuple("grid", launch.grid[i], kMostPrograms[i]),
          std::tuple("block", launch.block[i], kMostThreads[i])})
      if (size > most)
        return Error{"a " + std::string(what) + " has at most " +
                     std::to_string(most) + " in " + "xyz"[i] + ", not " +
                     std::to_string(size)};
  if (clusterSize > 16)
    return Error{"a cluster has at most 16 blocks, not " +
                 std::to_string(clusterSize)};
  uint64_t most =
      uint64_t(entry.maxntid[0]) * entry.maxntid[1] * entry.maxntid[2];
  if (most && threads > most)
    return Error{"'" + entry.name + "' is compiled for at most " +
                 std::to_string(most) + " threads, not " +
                 std::to_string(threads)};
  return {};
}

Status EmulatorDevice::prepare(const Launch &launch, Module &module,
                               const Program &program, LaunchState &state) {
  const PtxFunction &entry = *program.functions[0].ptx;
  Launch shaped = launch;
  if (entry.reqCluster[0] && launch.cluster == std::array<uint32_t, 3>{1, 1, 1})
    shaped.cluster = {entry.reqCluster[0], entry.reqCluster[1],
                      entry.reqCluster[2]};
  if (Status s = checkShape(shaped, entry); !s)
    return s;
  size_t shared = program.dynamicShared - kSharedStart + launch.sharedBytes;
  if (size_t most = hostOf(*module.ptx).sharedOfCta(); shared > most)
    return Error{"the kernel needs " + std::to_string(shared) +
                 " bytes of shared memory, a block has " +
                 std::to_string(most)};
  if (launch.arguments.size() != program.params.size())
    return Error{"'" + entry.name + "' has " +
                 std::to_string(program.params.size()) +
                 " parameters, the launch gives " +
                 std::to_string(launch.arguments.size())};
  state.params.assign((program.paramBytes + 15) / 16 * 16, 0);
  for (size_t k = 0; k < program.params.size(); ++k) {
    const auto &bytes = launch.arguments[k].bytes;
    const EntryParam &param = program.params[k];
    if (bytes.size() != param.bytes)
      return Error{"parameter " + std::to_string(k) + " of '" + entry.name +
                   "' has " + std::to_string(param.bytes) +
                   " bytes, the launch gives " + std::to_string(bytes.size())};
    std::copy(bytes.begin(), bytes.end(), state.params.begin() + param.offset);
  }
  for (size_t at = 0; at + 8 <= state.params.size(); at += 8) {
    uint64_t value;
    std::memcpy(&value, state.params.data() + at, 8);
    state.paramTensors.push_back(memory.find(value));
  }
  state.program = &program;
  state.entry = module.image.find(launch.entry);
  state.memory = &memory;
  state.findings = &findings;
  state.options = options;
  state.grid = shaped.grid;
  state.block = shaped.block;
  state.cluster = shaped.cluster;
  state.dynamicShared = launch.sharedBytes;
  return {};
}

Status EmulatorDevice::launch(const Launch &launch) {
  if (launch.module >= modules.size())
    return Error{"the module is not loaded"};
  Module &module = *modules[launch.module];
  auto decoded = program(module, launch.entry);
  if (!decoded)
    return decoded.error();
  // As in Triton, a launch of no programs does nothing.
  if (launch.grid[0] == 0 || launch.grid[1] == 0 || launch.grid[2] == 0)
    return {};
  LaunchState state;
  if (Status s = prepare(launch, module, **decoded, state); !s)
    return s;
  if (options.checks && !races)
    races = std::make_unique<GlobalRaces>(memory);
  std::string why;
  if (options.checks && races->begin(state, why))
    state.races = races.get();
  if (!why.empty())
    findings.add(
        notChecked(why, module.ptx->file, launch.entry, options.mustBeChecked));
  if (options.debug)
    options.debug->launchBegins(state);
  if (options.interrupt && options.interrupt->asked)
    return Error{"'" + launch.entry + "' was not begun: interrupted"};
  if (options.interrupt)
    options.interrupt->launches = options.interrupt->launches + 1;
  bool ok = runLaunch(state);
  if (options.interrupt)
    options.interrupt->launches = options.interrupt->launches - 1;
  if (options.debug)
    options.debug->launchEnds(state);
  totalSteps += state.steps;
  if (options.counters)
    counted.push_back(summarise(state));
  if (!ok)
    return Error{"'" + launch.entry +
                 "' did not come to its end; see the findings"};
  return {};
}

Status EmulatorDevice::synchronize() { return {}; }

Result<double> EmulatorDevice::time(const Launch &what, int repeats) {
  auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    if (Status s = launch(what); !s)
      return s.error();
  std::chrono::duration<double, std::milli> took =
      std::chrono::steady_clock::now() - begin;
  return took.count();
}

std::vector<EmuFinding> EmulatorDevice::takeEmuFindings() {
  return findings.take();
}

std::vector<LaunchReport> EmulatorDevice::takeReports() {
  std::vector<LaunchReport> result;
  for (const LaunchCounts &counts : takeCounts())
    result.push_back({renderCounts(counts), renderCountsJson(counts)});
  return result;
}

std::vector<Finding> EmulatorDevice::takeFindings() {
  std::vector<Finding> result;
  for (const EmuFinding &f : findings.take()) {
    Finding out;
    out.kind = f.kind;
    out.isNote = f.isNote;
    out.text = renderText(f, options.inPtxWords);
    out.json = renderJson(f);
    out.file = f.file;
    out.line = static_cast<int>(f.line);
    out.column = static_cast<int>(f.column);
    result.push_back(std::move(out));
  }
  return result;
}

} // namespace tqc
