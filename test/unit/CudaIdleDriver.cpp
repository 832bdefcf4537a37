//===- CudaIdleDriver.cpp - A driver that only remembers, for tests -------===//
//
// A libcuda whose launches do nothing but remember the last one, so that what
// a launch costs above it can be measured and looked at. It has two GPUs, and
// needs no cuda.h; CudaFakeDriver, which has one, does more.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

using DevicePtr = unsigned long long;
using CudaHandle = void *;

namespace {
struct Function {
  std::string name;
  std::vector<size_t> parameterBytes;
};

/// The last launch, as Python reads it with ctypes.
struct LastLaunch {
  unsigned long long launches, context, stream, function;
  unsigned grid[3], block, sharedBytes, parameterCount;
  unsigned long long parameters[16];
};
} // namespace

static LastLaunch last;
static thread_local CudaHandle current;
static int contexts[2]; ///< a context is the address of one
static int nextResult;

// NOLINTBEGIN(readability-identifier-naming): the driver's names
extern "C" {

const LastLaunch *idleLastLaunch() { return &last; }
void *idleContext(int device) { return &contexts[device]; }
/// What the next launch returns.
void idleFail(int status) { nextResult = status; }

int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
int cuGetErrorName(int, const char **text) {
  *text = "CUDA_ERROR_OF_THE_TEST";
  return 0;
}
int cuGetErrorString(int, const char **text) {
  *text = "words";
  return 0;
}
int cuDeviceGetCount(int *count) {
  *count = 2;
  return 0;
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char *name, int length, int) {
  std::snprintf(name, size_t(length), "Idle GPU");
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = size_t(80) << 30;
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75   ? 9   // compute capability
           : attribute == 16 ? 132 // multiprocessors
           : attribute == 97 ? 232448
                             : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(CudaHandle *context, int device) {
  *context = &contexts[device];
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxSetCurrent(CudaHandle context) {
  current = context;
  return 0;
}
int cuCtxGetCurrent(CudaHandle *context) {
  *context = current;
  return 0;
}
int cuCtxGetDevice(int *device) {
  *device = current == &contexts[1];
  return 0;
}
int cuCtxSynchronize() { return 0; }
int cuModuleLoadData(CudaHandle *module, const void *image) {
  *module = new std::string(static_cast<const char *>(image));
  return 0;
}
int cuModuleLoadDataEx(CudaHandle *module, const void *image, unsigned, int *,
                       void **) {
  return cuModuleLoadData(module, image);
}
int cuModuleUnload(CudaHandle) { return 0; }
int cuModuleGetFunction(CudaHandle *function, CudaHandle module,
                        const char *name) {
  const std::string &ptx = *static_cast<std::string *>(module);
  size_t begin = ptx.find(".entry " + std::string(name) + "(");
  if (begin == std::string::npos)
    return 500;
  size_t end = ptx.find(')', begin);
  auto *found = new Function{name, {}};
  for (size_t at = ptx.find(".param .", begin); at < end;
       at = ptx.find(".param .", at + 1)) {
    std::string declared = ptx.substr(at, ptx.find_first_of(",)\n", at) - at);
    size_t block = declared.find('['); // .align 64 .b8 map[128]
    found->parameterBytes.push_back(block != std::string::npos
                                        ? std::stoul(declared.substr(block + 1))
                                        : std::stoul(declared.substr(9)) / 8);
  }
  *function = found;
  return 0;
}
int cuFuncGetAttribute(int *value, int, CudaHandle) {
  *value = 0;
  return 0;
}
int cuFuncSetAttribute(CudaHandle, int, int) { return 0; }
int cuFuncGetParamInfo(CudaHandle function, size_t index, size_t *offset,
                       size_t *bytes) {
  const auto &sizes = static_cast<Function *>(function)->parameterBytes;
  if (index >= sizes.size())
    return 1;
  *offset = 8 * index;
  *bytes = sizes[index];
  return 0;
}
int cuMemAlloc_v2(DevicePtr *pointer, size_t bytes) {
  *pointer = reinterpret_cast<uintptr_t>(::operator new(bytes));
  return 0;
}
int cuMemFree_v2(DevicePtr) { return 0; }
int cuMemGetInfo_v2(size_t *unused, size_t *total) {
  *unused = *total = size_t(80) << 30;
  return 0;
}
int cuMemcpyHtoD_v2(DevicePtr, const void *, size_t) { return 0; }
int cuMemcpyDtoH_v2(void *, DevicePtr, size_t) { return 0; }
int cuMemsetD8_v2(DevicePtr, unsigned char, size_t) { return 0; }
int cuEventCreate(CudaHandle *event, unsigned) {
  *event = &last;
  return 0;
}
int cuEventRecord(CudaHandle, CudaHandle) { return 0; }
int cuEventSynchronize(CudaHandle) { return 0; }
int cuEventElapsedTime(float *milliseconds, CudaHandle, CudaHandle) {
  *milliseconds = 1;
  return 0;
}
int cuEventDestroy_v2(CudaHandle) { return 0; }

// NOLINTNEXTLINE(readability-function-size): the driver's parameters
int cuLaunchKernel(CudaHandle function, unsigned gridX, unsigned gridY,
                   unsigned gridZ, unsigned blockX, unsigned, unsigned,
                   unsigned sharedBytes, CudaHandle stream, void **parameters,
                   void **) {
  int status = nextResult;
  nextResult = 0;
  if (status)
    return status;
  const auto &sizes = static_cast<Function *>(function)->parameterBytes;
  last = {last.launches + 1,
          reinterpret_cast<uintptr_t>(current),
          reinterpret_cast<uintptr_t>(stream),
          reinterpret_cast<uintptr_t>(function),
          {gridX, gridY, gridZ},
          blockX,
          sharedBytes,
          unsigned(sizes.size()),
          {}};
  for (size_t i = 0; i < sizes.size() && i < 16; ++i)
    std::memcpy(&last.parameters[i], parameters[i],
                sizes[i] < 8 ? sizes[i] : 8);
  return 0;
}
}
// NOLINTEND(readability-identifier-naming)
