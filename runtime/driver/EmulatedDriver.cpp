//===- EmulatedDriver.cpp - A CUDA driver without a GPU -------------------===//
//
// How does a program that launches kernels through the CUDA driver run on the
// emulator? As it is:
//
//     TQ_LIBCUDA=libtqc-driver.so ./program
//
// The functions of libcuda that launchers call (docs/engines.md names them) on
// an emulated GPU: what TQ_EMULATED_GPU names, sm_90a if nothing does. A stream
// is in order and done at once. A launch with a finding (out of bounds, a race,
// ...) prints it and fails as a GPU's would.
//
// It takes PTX and no machine code, as a driver of another GPU would.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/CudaApi.h"
#include "runtime/device/EntryLaunch.h"
#include "runtime/emulator/EmulatorDevice.h"
#include "runtime/image/Gpus.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace tqc;

namespace {

/// Values of CUresult.
enum DriverStatus : int {
  Good = 0,
  BadValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  BadContext = 201,
  NoBinaryForGpu = 209,
  BadPtx = 218,
  NotFound = 500,
  LaunchFailed = 719,
  NotSupported = 801,
};

struct Module;

struct Function {
  Module *module = nullptr;
  std::string entry;
  std::vector<PtxParam> params;
};

struct Module {
  ModuleId id = 0;
  KernelImage image;
  std::vector<std::unique_ptr<Function>> functions;
};

/// The driver's one device, and its one context.
struct Driver {
  EmulatorDevice device{{}};
  const Gpu *gpu = nullptr;
  std::vector<std::unique_ptr<Module>> modules;
  std::mutex mutex; ///< a device is used by one thread at a time
};

} // namespace

/// What a libcuda is: one a process, from cuInit on.
static Driver *&driver() {
  static Driver *one = nullptr;
  return one;
}

static thread_local void *currentContext = nullptr;

static int fail(int status, const std::string &text) {
  std::fprintf(stderr, "libtqc-driver: %s\n", text.c_str());
  return status;
}

#define TQ_EXPORT extern "C" __attribute__((visibility("default")))
#define TQ_ENTER()                                                             \
  if (!driver())                                                               \
    return NotInitialized;                                                     \
  if (!currentContext)                                                         \
    return BadContext;                                                         \
  std::lock_guard<std::mutex> lock(driver()->mutex)

//===----------------------------------------------------------------------===//
// The device and its context
//===----------------------------------------------------------------------===//

TQ_EXPORT int cuInit(unsigned) {
  static std::once_flag once;
  const char *name = std::getenv("TQ_EMULATED_GPU");
  const Gpu *gpu = findGpu(name && *name ? name : "sm_90a");
  if (!gpu)
    return fail(BadValue, "no GPU is called " + std::string(name));
  std::call_once(once, [&] {
    driver() = new Driver(); // for as long as the process lives
    driver()->gpu = gpu;
  });
  return Good;
}

TQ_EXPORT int cuDriverGetVersion(int *version) {
  *version = 12080;
  return Good;
}

TQ_EXPORT int cuGetErrorString(int status, const char **text) {
  *text = status == Good             ? "no error"
          : status == BadValue       ? "invalid argument"
          : status == OutOfMemory    ? "out of memory"
          : status == NotInitialized ? "cuInit was not called"
          : status == BadContext     ? "no context is current"
          : status == NoBinaryForGpu ? "no code for this GPU"
          : status == BadPtx         ? "the PTX is wrong"
          : status == NotFound       ? "there is no such function"
                                     : "the kernel failed";
  return Good;
}

TQ_EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return driver() ? Good : NotInitialized;
}

TQ_EXPORT int cuDeviceGet(int *device, int ordinal) {
  *device = 0;
  return driver() ? ordinal == 0 ? Good : BadValue : NotInitialized;
}

TQ_EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  if (!driver())
    return NotInitialized;
  const Gpu &gpu = *driver()->gpu;
  *value = attribute == 75   ? gpu.capability / 10
           : attribute == 76 ? gpu.capability % 10
           : attribute == 16 ? driver()->device.attributes().multiprocessors
           : attribute == 97 ? int(gpu.sharedOfCta())
                             : 0;
  return Good;
}

TQ_EXPORT int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = driver();
  return driver() ? Good : NotInitialized;
}
TQ_EXPORT int cuDevicePrimaryCtxRelease_v2(int) { return Good; }
TQ_EXPORT int cuCtxSetCurrent(void *context) {
  currentContext = context;
  return Good;
}
TQ_EXPORT int cuCtxGetCurrent(void **context) {
  *context = currentContext;
  return Good;
}
TQ_EXPORT int cuCtxGetDevice(int *device) {
  *device = 0;
  return currentContext ? Good : BadContext;
}
TQ_EXPORT int cuCtxSynchronize() { return Good; }
TQ_EXPORT int cuStreamSynchronize(void *) { return Good; }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TQ_EXPORT int cuMemAlloc_v2(DevicePtr *pointer, size_t bytes) {
  TQ_ENTER();
  Result<DevicePtr> made = driver()->device.allocate({"memory", bytes, "", {}});
  if (!made)
    return fail(OutOfMemory, made.error().message);
  *pointer = *made;
  return Good;
}
TQ_EXPORT int cuMemFree_v2(DevicePtr pointer) {
  TQ_ENTER();
  return driver()->device.free(pointer) ? Good : BadValue;
}
TQ_EXPORT int cuMemcpyHtoD_v2(DevicePtr to, const void *from, size_t bytes) {
  TQ_ENTER();
  return driver()->device.copyIn(to, from, bytes) ? Good : BadValue;
}
TQ_EXPORT int cuMemcpyDtoH_v2(void *to, DevicePtr from, size_t bytes) {
  TQ_ENTER();
  return driver()->device.copyOut(to, from, bytes) ? Good : BadValue;
}
TQ_EXPORT int cuMemsetD8_v2(DevicePtr pointer, unsigned char byte,
                            size_t bytes) {
  TQ_ENTER();
  return driver()->device.fill(pointer, byte, bytes) ? Good : BadValue;
}
TQ_EXPORT int cuMemAllocAsync(DevicePtr *pointer, size_t bytes, void *) {
  return cuMemAlloc_v2(pointer, bytes);
}
TQ_EXPORT int cuMemFreeAsync(DevicePtr pointer, void *) {
  return cuMemFree_v2(pointer);
}
TQ_EXPORT int cuMemsetD8Async(DevicePtr pointer, unsigned char byte,
                              size_t bytes, void *) {
  return cuMemsetD8_v2(pointer, byte, bytes);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

TQ_EXPORT int cuModuleLoadData(void **module, const void *data) {
  TQ_ENTER();
  if (std::memcmp(data, "\177ELF", 4) == 0)
    return NoBinaryForGpu;
  Result<KernelImage> image =
      KernelImage::parse(static_cast<const char *>(data));
  if (!image)
    return fail(BadPtx, image.error().message);
  for (const KernelEntry &entry : image->entries) {
    const Gpu *gpu = findGpu(entry.arch);
    if (gpu && !runsOn(*gpu, driver()->gpu->capability))
      return NoBinaryForGpu;
  }
  Result<ModuleId> id = driver()->device.load(*image);
  if (!id)
    return fail(BadPtx, id.error().message);
  auto made = std::make_unique<Module>();
  made->id = *id;
  made->image = std::move(*image);
  *module = made.get();
  driver()->modules.push_back(std::move(made));
  return Good;
}

TQ_EXPORT int cuModuleUnload(void *) { return Good; }

TQ_EXPORT int cuModuleGetFunction(void **function, void *handle,
                                  const char *name) {
  TQ_ENTER();
  auto *module = static_cast<Module *>(handle);
  auto made = std::make_unique<Function>();
  made->module = module;
  made->entry = name;
  Result<std::vector<PtxParam>> params =
      ptxParams(module->image.ptx, made->entry);
  if (!params)
    return fail(NotFound, params.error().message);
  made->params = std::move(*params);
  *function = made.get();
  module->functions.push_back(std::move(made));
  return Good;
}

TQ_EXPORT int cuFuncSetAttribute(void *, int attribute, int value) {
  if (!driver())
    return NotInitialized;
  bool fits = attribute != 8 || value <= int(driver()->gpu->sharedOfCta());
  return fits ? Good : BadValue;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Runs what `launch` says of grid, block, cluster and shared memory.
static int launchFunction(void *handle, Launch launch, void **parameters) {
  const auto &function = *static_cast<Function *>(handle);
  if (!launch.grid[0] || !launch.grid[1] || !launch.grid[2])
    return BadValue;
  launch.module = function.module->id;
  launch.entry = function.entry;
  for (size_t i = 0; i < function.params.size(); ++i) {
    const auto *bytes = static_cast<const uint8_t *>(parameters[i]);
    launch.arguments.push_back({{bytes, bytes + function.params[i].bytes}});
  }
  EmulatorDevice &device = driver()->device;
  auto status = device.launch(launch);
  bool isWrong = !status;
  for (const Finding &finding : device.takeFindings()) {
    std::fprintf(stderr, "%s\n", finding.text.c_str());
    isWrong |= !finding.isNote;
  }
  if (!status)
    return fail(LaunchFailed, status.error().message);
  return isWrong ? LaunchFailed : Good;
}

TQ_EXPORT int cuLaunchKernel(void *handle, unsigned gridX, unsigned gridY,
                             unsigned gridZ, unsigned blockX, unsigned blockY,
                             unsigned blockZ, unsigned sharedBytes, void *,
                             void **parameters, void **) {
  TQ_ENTER();
  Launch launch;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.sharedBytes = sharedBytes;
  return launchFunction(handle, std::move(launch), parameters);
}

/// Launches run one after the other, also those that may overlap.
TQ_EXPORT int cuLaunchKernelEx(const CudaLaunchConfig *config, void *handle,
                               void **parameters, void **) {
  TQ_ENTER();
  Launch launch;
  std::copy_n(config->grid, 3, launch.grid.begin());
  std::copy_n(config->block, 3, launch.block.begin());
  launch.sharedBytes = config->sharedBytes;
  for (unsigned i = 0; i < config->attributeCount; ++i) {
    const CudaLaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == cuda::kLaunchCluster)
      std::copy_n(attribute.value.cluster, 3, launch.cluster.begin());
    else if (attribute.id != cuda::kLaunchOverlaps)
      return fail(NotSupported, "launch attribute " +
                                    std::to_string(attribute.id) +
                                    " is not supported");
  }
  return launchFunction(handle, std::move(launch), parameters);
}

/// Names of CUtensorMapDataType.
static const char *mapTypeName(int type) {
  static const char *const names[] = {"u8",  "u16",  "u32",  "i32",  "u64",
                                      "i64", "fp16", "fp32", "fp64", "bf16"};
  return type >= 0 && type < 10 ? names[type] : "";
}

TQ_EXPORT int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank,
                                     void *base, const uint64_t *dims,
                                     const uint64_t *strides,
                                     const uint32_t *box,
                                     const uint32_t *elementStrides, int,
                                     int swizzle, int, int fill) {
  TQ_ENTER();
  if (rank < 1 || rank > 5)
    return BadValue;
  MapSpec spec;
  spec.base = reinterpret_cast<uintptr_t>(base);
  spec.type = mapTypeName(type);
  spec.dims.assign(dims, dims + rank);
  spec.strides.assign(strides, strides + rank - 1);
  spec.box.assign(box, box + rank);
  spec.elementStrides.assign(elementStrides, elementStrides + rank);
  spec.swizzleBytes = swizzle ? 16 << swizzle : 0;
  spec.fillNan = fill != 0;
  auto made = driver()->device.encodeMap(spec);
  if (!made)
    return fail(BadValue, made.error().message);
  std::memcpy(map, made->data(), made->size());
  return Good;
}
