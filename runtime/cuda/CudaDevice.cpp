//===- CudaDevice.cpp - A GPU through the CUDA driver ---------------------===//

#include "runtime/cuda/CudaDevice.h"

#include "runtime/cache/DiskCache.h"
#include "runtime/cuda/Toolkit.h"
#include "runtime/image/Gpus.h"

#include <cstring>

namespace tqc {

using namespace cuda;

/// Shared memory that every kernel may use without asking.
static constexpr uint32_t kDefaultShared = 48 << 10;

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

Result<int> CudaDevice::count() {
  Result<const CudaApi *> api = CudaApi::open();
  if (!api)
    return api.error();
  int count = 0;
  if (int status = (*api)->deviceGetCount(&count))
    return Error{"the GPUs cannot be counted: " + (*api)->explain(status)};
  return count;
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::create(int ordinal) {
  Result<int> count = CudaDevice::count();
  if (!count)
    return count.error();
  if (*count == 0)
    return Error{"the driver sees no GPU"};
  if (ordinal < 0 || ordinal >= *count)
    return Error{"there is no GPU " + std::to_string(ordinal) +
                 "; the driver sees " + std::to_string(*count) +
                 ", numbered from 0"};
  const CudaApi &api = **CudaApi::open();
  int handle = 0;
  if (int status = api.deviceGet(&handle, ordinal))
    return Error{"GPU " + std::to_string(ordinal) +
                 " cannot be opened: " + api.explain(status)};
  std::unique_ptr<CudaDevice> device(new CudaDevice(api, handle));
  if (Status status = device->readAttributes(); !status)
    return status.error();
  return device;
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::ofCurrentContext() {
  Result<const CudaApi *> opened = CudaApi::open();
  if (!opened)
    return opened.error();
  const CudaApi &api = **opened;
  CudaHandle current = nullptr;
  int handle = 0;
  if (!api.ctxGetCurrent || !api.ctxGetDevice ||
      api.ctxGetCurrent(&current) != kSuccess || !current ||
      api.ctxGetDevice(&handle) != kSuccess)
    return Error{"no CUDA context is current in this thread"};
  std::unique_ptr<CudaDevice> device(new CudaDevice(api, handle));
  device->context = current;
  if (Status status = device->readAttributes(); !status)
    return status.error();
  return device;
}

Status CudaDevice::readAttributes() {
  allocatesInOrder = api.memAllocAsync && api.memFreeAsync &&
                     api.memsetD8Async && attribute(kMemoryPools) == 1;
  char name[256] = "";
  if (Status status = check(api.deviceGetName(name, sizeof(name), device),
                            "the GPU's name");
      !status)
    return status;
  facts.name = name;
  facts.computeMajor = attribute(kComputeMajor);
  facts.computeMinor = attribute(kComputeMinor);
  facts.multiprocessors = attribute(kMultiprocessors);
  facts.sharedBytesPerBlock = static_cast<size_t>(attribute(kSharedBytesOptIn));
  api.deviceTotalMem(&facts.totalMemory, device);
  const Gpu *gpu = gpuForDevice(facts.computeMajor * 10 + facts.computeMinor);
  if (!gpu)
    return Error{facts.name + " has compute capability " +
                 std::to_string(facts.computeMajor) + "." +
                 std::to_string(facts.computeMinor) +
                 "; 7.5 is the lowest that is supported"};
  facts.arch = gpu->name;
  if (!context) {
    if (Status status = check(api.primaryCtxRetain(&context, device),
                              "opening " + facts.name);
        !status)
      return status;
    ownsContext = true;
  }
  for (CudaHandle *event : {&start, &stop}) {
    api.ctxSetCurrent(context);
    if (Status status = check(api.eventCreate(event, 0), "making an event");
        !status)
      return status;
  }
  return {};
}

CudaDevice::~CudaDevice() {
  if (!context)
    return;
  api.ctxSetCurrent(context);
  for (CudaHandle event : {start, stop})
    if (event)
      api.eventDestroy(event);
  for (const Module &module : modules)
    api.moduleUnload(module.handle);
  for (const auto &allocation : allocations)
    api.memFree(allocation.first);
  if (ownsContext)
    api.primaryCtxRelease(device);
}

int CudaDevice::attribute(int which) const {
  int value = 0;
  return api.deviceGetAttribute(&value, which, device) == kSuccess ? value : 0;
}

void CudaDevice::makeCurrent() const {
  CudaHandle current = nullptr;
  if (!api.ctxGetCurrent || api.ctxGetCurrent(&current) != kSuccess ||
      current != context)
    api.ctxSetCurrent(context);
}

Status CudaDevice::check(int status, const std::string &doing) const {
  if (status == kSuccess)
    return {};
  std::string text = doing + ": " + api.explain(status);
  switch (status) {
  case kIllegalAddress:
  case kMisalignedAddress:
  case kIllegalInstruction:
  case kLaunchFailed:
  case kAssert:
    text += " (the GPU does not say where; --device emu does)";
    break;
  default:
    break;
  }
  return Error{text};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Result<DevicePtr> CudaDevice::allocate(const AllocationInfo &info) {
  makeCurrent();
  DevicePtr pointer = 0;
  // The driver refuses 0 bytes; an empty tensor still needs an address.
  int status = api.memAlloc(&pointer, std::max<size_t>(info.bytes, 16));
  if (status == kOutOfMemory) {
    size_t unused = 0, total = 0;
    api.memGetInfo(&unused, &total);
    return Error{"no room for " + std::to_string(info.bytes) + " bytes of " +
                 (info.name.empty() ? "a tensor" : info.name) + "; " +
                 std::to_string(unused) + " bytes are free on " + facts.name};
  }
  if (Status checked = check(status, "allocating " + info.name); !checked)
    return checked.error();
  allocations[pointer] = info.bytes;
  return pointer;
}

Status CudaDevice::free(DevicePtr ptr) {
  makeCurrent();
  if (!allocations.erase(ptr))
    return Error{"freeing an address that is not allocated"};
  return check(api.memFree(ptr), "freeing memory");
}

Status CudaDevice::copyIn(DevicePtr to, const void *from, size_t bytes) {
  makeCurrent();
  return bytes == 0
             ? Status()
             : check(api.memcpyHtoD(to, from, bytes), "copying to the GPU");
}

Status CudaDevice::copyOut(void *to, DevicePtr from, size_t bytes) {
  makeCurrent();
  return bytes == 0
             ? Status()
             : check(api.memcpyDtoH(to, from, bytes), "copying from the GPU");
}

Status CudaDevice::fill(DevicePtr ptr, uint8_t byte, size_t bytes) {
  makeCurrent();
  return bytes == 0 ? Status()
                    : check(api.memsetD8(ptr, byte, bytes), "filling memory");
}

Status CudaDevice::poison(DevicePtr ptr, uint8_t byte, size_t bytes) {
  return fill(ptr, byte, bytes);
}

Result<DevicePtr> CudaDevice::allocateScratch(const AllocationInfo &info) {
  if (!allocatesInOrder)
    return Device::allocateScratch(info);
  makeCurrent();
  DevicePtr pointer = 0;
  size_t bytes = std::max<size_t>(info.bytes, 16);
  Status made = check(api.memAllocAsync(&pointer, bytes, stream),
                      "allocating " + info.name);
  if (!made)
    return made.error();
  Status cleared = check(api.memsetD8Async(pointer, 0, bytes, stream),
                         "clearing " + info.name);
  if (cleared)
    return pointer;
  api.memFreeAsync(pointer, stream);
  return cleared.error();
}

Status CudaDevice::freeScratch(DevicePtr ptr) {
  if (!allocations.count(ptr))
    return check(api.memFreeAsync(ptr, stream), "freeing memory");
  (void)synchronize(); // what went wrong is told by who waits for the launch
  return free(ptr);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// The first lines of what the compiler in the driver said.
static std::string trimmedLog(std::string log) {
  log.resize(std::strlen(log.c_str()));
  while (!log.empty() && (log.back() == '\n' || log.back() == ' '))
    log.pop_back();
  return log;
}

Result<CudaHandle> CudaDevice::loadPtx(const std::string &ptx) {
  std::string log(16 << 10, '\0');
  int options[] = {kJitErrorLog, kJitErrorLogBytes, kJitLineInfo};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size()),
                    reinterpret_cast<void *>(uintptr_t(1))};
  CudaHandle module = nullptr;
  int status = api.moduleLoadDataEx(&module, ptx.c_str(), 3, options, values);
  if (status == kSuccess)
    return module;
  std::string reason = api.explain(status);
  if (std::string said = trimmedLog(std::move(log)); !said.empty())
    reason += "\n" + said;
  if (status == kUnsupportedPtxVersion)
    return loadThroughPtxas(ptx, reason);
  if (status == kNoBinaryForGpu)
    reason += "\n(the code was compiled for another GPU than " + facts.name +
              ", which is " + facts.arch + ")";
  return Error{"the driver refuses the PTX: " + reason};
}

Result<CudaHandle> CudaDevice::loadThroughPtxas(const std::string &ptx,
                                                const std::string &reason) {
  std::string problem = "the driver (CUDA " + cudaVersionText(api.version()) +
                        ") is older than this PTX: " + reason;
  std::optional<std::string> ptxas = findCudaTool("ptxas");
  if (!ptxas)
    return Error{problem + "\n(a newer driver, a ptxas, or a lower "
                           "--ptx-version would do)"};
  std::string target = facts.computeMajor > 9
                           ? "sm_" + std::to_string(facts.computeMajor) +
                                 std::to_string(facts.computeMinor)
                           : facts.arch;
  Result<ProgramRun> version = runProgram({*ptxas, "--version"});
  std::string key = ContentKey()
                        .add(version ? version->output : *ptxas)
                        .add(target)
                        .add(ptx)
                        .hex();
  std::optional<std::string> cubin = DiskCache::shared().get("cubin", key);
  if (!cubin) {
    Result<std::string> compiled = runPtxas(*ptxas, target, ptx);
    if (!compiled)
      return Error{problem + "\n" + compiled.error().message};
    DiskCache::shared().put("cubin", key, *compiled);
    cubin = std::move(*compiled);
  }
  CudaHandle module = nullptr;
  if (int status =
          api.moduleLoadDataEx(&module, cubin->data(), 0, nullptr, nullptr))
    return Error{problem + "\n(and what " + *ptxas +
                 " made of it is refused too: " + api.explain(status) + ")"};
  return module;
}

Result<ModuleId> CudaDevice::load(const KernelImage &image) {
  makeCurrent();
  Result<CudaHandle> module = loadPtx(image.ptx);
  if (!module)
    return module.error();
  modules.push_back({*module, {}, declaredParameters(image.ptx)});
  return static_cast<ModuleId>(modules.size() - 1);
}

Result<CudaDevice::Function *> CudaDevice::find(ModuleId module,
                                                const std::string &entry) {
  if (module >= modules.size())
    return Error{"the module has no kernel " + entry};
  Module &owner = modules[module];
  if (auto known = owner.functions.find(entry); known != owner.functions.end())
    return &known->second;
  Function function;
  int status =
      api.moduleGetFunction(&function.handle, owner.handle, entry.c_str());
  if (status == kNotFound)
    return Error{"the module has no kernel " + entry};
  if (status != kSuccess)
    return Error{"looking for kernel " + entry + ": " + api.explain(status)};
  // To ask beyond the last one is an error, which sanitizers report.
  auto declared = owner.parameters.find(entry);
  size_t count =
      declared == owner.parameters.end() ? SIZE_MAX : declared->second;
  size_t offset = 0, bytes = 0;
  while (api.funcGetParamInfo && function.parameterBytes.size() < count &&
         api.funcGetParamInfo(function.handle, function.parameterBytes.size(),
                              &offset, &bytes) == kSuccess)
    function.parameterBytes.push_back(bytes);
  return &(owner.functions[entry] = std::move(function));
}

Result<CudaKernelUse> CudaDevice::kernelUse(ModuleId module,
                                            const std::string &entry) {
  makeCurrent();
  Result<Function *> function = find(module, entry);
  if (!function)
    return function.error();
  CudaKernelUse use;
  for (auto [which, out] :
       {std::pair(kFunctionRegisters, &use.registers),
        std::pair(kFunctionLocalBytes, &use.localBytes),
        std::pair(kFunctionSharedBytes, &use.staticSharedBytes),
        std::pair(kFunctionMaxThreads, &use.maxThreads)})
    if (int status = api.funcGetAttribute(out, which, (*function)->handle))
      return Error{"asking about kernel " + entry + ": " + api.explain(status)};
  return use;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

Status CudaDevice::checkArguments(const Function &function,
                                  const Launch &launch) const {
  // With wrong arguments the driver would read beyond our buffers.
  const std::vector<size_t> &wanted = function.parameterBytes;
  if (!api.funcGetParamInfo)
    return {};
  if (wanted.size() != launch.arguments.size())
    return Error{"kernel " + launch.entry + " takes " +
                 std::to_string(wanted.size()) + " parameters, " +
                 std::to_string(launch.arguments.size()) + " were given"};
  for (size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] != launch.arguments[i].bytes.size())
      return Error{"parameter " + std::to_string(i) + " of kernel " +
                   launch.entry + " has " + std::to_string(wanted[i]) +
                   " bytes, the argument has " +
                   std::to_string(launch.arguments[i].bytes.size())};
  return {};
}

static unsigned clusterSize(const Launch &launch) {
  auto [x, y, z] = launch.cluster;
  return x * y * z;
}

static CudaLaunchAttribute clusterAttribute(const Launch &launch) {
  CudaLaunchAttribute attribute = {};
  attribute.id = kLaunchCluster;
  std::copy_n(launch.cluster.begin(), 3, attribute.value.cluster);
  return attribute;
}

Status CudaDevice::prepare(Function &function, const Launch &launch) {
  if (Status status = checkArguments(function, launch); !status)
    return status;
  if (launch.sharedBytes > facts.sharedBytesPerBlock)
    return Error{"kernel " + launch.entry + " needs " +
                 std::to_string(launch.sharedBytes) +
                 " bytes of shared memory; a block of " + facts.name + " has " +
                 std::to_string(facts.sharedBytesPerBlock)};
  if (launch.sharedBytes > std::max(kDefaultShared, function.dynamicShared)) {
    if (Status status = check(
            api.funcSetAttribute(function.handle, kFunctionDynamicShared,
                                 static_cast<int>(launch.sharedBytes)),
            "giving kernel " + launch.entry + " " +
                std::to_string(launch.sharedBytes) + " bytes of shared memory");
        !status)
      return status;
    function.dynamicShared = launch.sharedBytes;
  }
  unsigned size = clusterSize(launch);
  if (size > 1 && !api.launchKernelEx)
    return Error{"kernel " + launch.entry +
                 " needs clusters; the driver is too old for them"};
  if (size > 8 && !function.wideCluster) {
    if (Status status =
            check(api.funcSetAttribute(function.handle,
                                       kFunctionNonPortableCluster, 1),
                  "allowing a cluster of " + std::to_string(size));
        !status)
      return status;
    function.wideCluster = true;
  }
  return {};
}

Status CudaDevice::enqueue(Function &function, const Launch &launch) {
  // As in Triton, a launch of no programs does nothing.
  if (launch.grid[0] == 0 || launch.grid[1] == 0 || launch.grid[2] == 0)
    return {};
  parameters.clear();
  for (const ArgumentBytes &argument : launch.arguments)
    parameters.push_back(const_cast<uint8_t *>(argument.bytes.data()));
  const auto &[gx, gy, gz] = launch.grid;
  const auto &[bx, by, bz] = launch.block;
  int status;
  CudaLaunchAttribute attributes[2] = {};
  unsigned count = 0;
  if (clusterSize(launch) > 1)
    attributes[count++] = clusterAttribute(launch);
  // Without it the launch waits for the one before as all launches do.
  if (launch.overlaps && api.launchKernelEx) {
    CudaLaunchAttribute &attribute = attributes[count++];
    attribute.id = kLaunchOverlaps;
    attribute.value.overlaps = 1;
  }
  if (count > 0) {
    CudaLaunchConfig config = {{gx, gy, gz}, {bx, by, bz}, launch.sharedBytes,
                               stream,       attributes,   count};
    status = api.launchKernelEx(&config, function.handle, parameters.data(),
                                nullptr);
  } else {
    status = api.launchKernel(function.handle, gx, gy, gz, bx, by, bz,
                              launch.sharedBytes, stream, parameters.data(),
                              nullptr);
  }
  if (status == kSuccess)
    return {};
  return check(status, "launching kernel " + launch.entry);
}

Status CudaDevice::launch(const Launch &launch) {
  makeCurrent();
  Result<Function *> function = find(launch.module, launch.entry);
  if (!function)
    return function.error();
  if (Status status = prepare(**function, launch); !status)
    return status;
  return enqueue(**function, launch);
}

/// Multiprocessors come in groups, and a cluster lies in one of them: of 132,
/// 30 clusters of four find room.
int CudaDevice::clustersAtOnce(const Launch &launch) {
  int most = Device::clustersAtOnce(launch);
  if (clusterSize(launch) == 1 || !api.occupancyMaxActiveClusters)
    return most;
  makeCurrent();
  Result<Function *> function = find(launch.module, launch.entry);
  if (!function || !prepare(**function, launch))
    return most; // launching it will say what is wrong
  int &known = (*function)->clustersAtOnce;
  if (known == 0) {
    CudaLaunchAttribute cluster = clusterAttribute(launch);
    const auto &[gx, gy, gz] = launch.cluster; // one of them
    const auto &[bx, by, bz] = launch.block;
    CudaLaunchConfig config = {{gx, gy, gz}, {bx, by, bz}, launch.sharedBytes,
                               stream,       &cluster,     1};
    int found = 0;
    int status =
        api.occupancyMaxActiveClusters(&found, (*function)->handle, &config);
    known = status == kSuccess && found > 0 ? std::min(found, most) : most;
  }
  return known;
}

Status CudaDevice::synchronize() {
  makeCurrent();
  return check(api.ctxSynchronize(), "running the kernel");
}

Result<double> CudaDevice::time(const Launch &launch, int repeats) {
  makeCurrent();
  Result<Function *> function = find(launch.module, launch.entry);
  if (!function)
    return function.error();
  if (Status status = prepare(**function, launch); !status)
    return status.error();
  if (Status status = check(api.eventRecord(start, stream), "timing"); !status)
    return status.error();
  for (int i = 0; i < repeats; ++i)
    if (Status status = enqueue(**function, launch); !status)
      return status.error();
  float milliseconds = 0;
  for (int status : {api.eventRecord(stop, stream), api.eventSynchronize(stop),
                     api.eventElapsedTime(&milliseconds, start, stop)})
    if (Status checked = check(status, "timing kernel " + launch.entry);
        !checked)
      return checked.error();
  return double(milliseconds);
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

/// CUtensorMapDataType by Triton's name; -1 if there is none.
static int mapTypeOf(const std::string &type) {
  static constexpr std::pair<const char *, int> kTypes[] = {
      {"u8", 0},  {"i8", 0},   {"i1", 0},   {"fp8e4nv", 0}, {"fp8e5", 0},
      {"u16", 1}, {"i16", 1},  {"u32", 2},  {"i32", 3},     {"u64", 4},
      {"i64", 5}, {"fp16", 6}, {"fp32", 7}, {"fp64", 8},    {"bf16", 9}};
  for (auto [name, value] : kTypes)
    if (type == name)
      return value;
  return -1;
}

Result<std::array<uint8_t, 128>> CudaDevice::encodeMap(const MapSpec &spec) {
  makeCurrent();
  if (!api.tensorMapEncodeTiled)
    return Error{"the driver is too old for tensor maps"};
  int type = mapTypeOf(spec.type);
  if (type < 0)
    return Error{"a tensor map cannot hold " + spec.type};
  size_t rank = spec.dims.size();
  if (rank < 1 || rank > 5 || spec.strides.size() + 1 != rank ||
      spec.box.size() != rank)
    return Error{"a tensor map needs 1 to 5 dimensions, one stride less, and "
                 "a box entry for each"};
  std::vector<uint32_t> elementStrides = spec.elementStrides;
  if (elementStrides.empty())
    elementStrides.assign(rank, 1);
  int swizzle = spec.swizzleBytes == 128  ? kSwizzle128
                : spec.swizzleBytes == 64 ? kSwizzle64
                : spec.swizzleBytes == 32 ? kSwizzle32
                                          : kSwizzleNone;
  CudaTensorMap map;
  // Without strides (rank 1) the driver still wants an address.
  const uint64_t none = 0;
  int status = api.tensorMapEncodeTiled(
      &map, type, static_cast<uint32_t>(rank),
      reinterpret_cast<void *>(spec.base), spec.dims.data(),
      spec.strides.empty() ? &none : spec.strides.data(), spec.box.data(),
      elementStrides.data(), /*interleave=*/0, swizzle, kPromote128,
      spec.fillNan ? 1 : 0);
  if (Status checked = check(status, "encoding a tensor map of " + spec.type);
      !checked)
    return checked.error();
  std::array<uint8_t, 128> bytes;
  std::memcpy(bytes.data(), map.bytes, bytes.size());
  return bytes;
}

} // namespace tqc
