//===- CudaFakeDriver.cpp - A driver without a GPU, for tests -------------===//
//
// A libcuda whose "GPU" is host memory and whose kernels only write down how
// they were launched. It has the kernels of the PTX that was loaded last, or
// one called `kernel`, and every pair of events is 2.5 ms apart. It is compiled
// against the toolkit's own cuda.h, so that a wrong declaration of ours shows.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <string>
#include <vector>

static std::string journal;
static int attributeFor[32];
static CUresult pending = CUDA_SUCCESS;
static std::string loaded; ///< the PTX
static std::vector<size_t> paramBytes = {8, 4};
static bool capturing = false;
static unsigned lastBlocks = 1; ///< of the last launch

static void note(const std::string &text) { journal += text + "\n"; }

extern "C" {

/// What happened so far; tests read it.
const char *fakeJournal() { return journal.c_str(); }
void fakeReset() { journal.clear(); }
void fakeFailNextSync(int status) { pending = CUresult(status); }

CUresult cuInit(unsigned) {
  const char *status = std::getenv("FAKE_INIT");
  return CUresult(status ? std::atoi(status) : 0);
}
CUresult cuDriverGetVersion(int *version) {
  *version = 12040;
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult error, const char **text) {
  *text = error == CUDA_ERROR_ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : error == CUDA_ERROR_INVALID_PTX   ? "CUDA_ERROR_INVALID_PTX"
                                              : "CUDA_ERROR_OTHER";
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char **text) {
  *text = "words";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int *count) {
  *count = 1;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int length, CUdevice) {
  std::snprintf(name, size_t(length), "Fake GPU");
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice) {
  *bytes = size_t(80) << 30;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice) {
  switch (which) {
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
    *value = 9;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    *value = 0;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
    *value = 132;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
    *value = 232448;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: // kHz
    *value = 1980000;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE:
    *value = 3200000;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH:
    *value = 6144;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
    *value = 6000000;
    return CUDA_SUCCESS;
  case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED:
    *value = std::getenv("FAKE_POOLS") ? 0 : 1;
    return CUDA_SUCCESS;
  default:
    return CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  *context = CUcontext(&journal);
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
static CUcontext currentContext;
CUresult cuCtxSetCurrent(CUcontext context) {
  currentContext = context;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  *context = currentContext;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetDevice(CUdevice *device) {
  *device = 0;
  return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
  CUresult status = pending;
  pending = CUDA_SUCCESS;
  return status;
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            CUjit_option *options, void **values) {
  const char *ptx = static_cast<const char *>(image);
  for (unsigned i = 0; i + 1 < count; ++i)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER && std::strstr(ptx, "broken") &&
        options[i + 1] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
      std::snprintf(static_cast<char *>(values[i]), size_t(values[i + 1]),
                    "ptxas application ptx input, line 7; error\n");
      return CUDA_ERROR_INVALID_PTX;
    }
  if (std::strstr(ptx, ".version 99"))
    return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
  *module = CUmodule(&attributeFor);
  loaded = std::string(ptx, 0, 1 << 20);
  return CUDA_SUCCESS;
}
CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }
/// The sizes of the parameters of an entry's text.
static void readParameters(const std::string &text) {
  paramBytes.clear();
  for (size_t at = text.find(".param ."); at != std::string::npos;
       at = text.find(".param .", at + 1)) {
    std::string declared = text.substr(at, text.find_first_of(",)\n", at) - at);
    size_t block = declared.find('['); // .align 64 .b8 map[128]
    paramBytes.push_back(block != std::string::npos
                             ? std::stoul(declared.substr(block + 1))
                         : declared.compare(9, 2, "64") == 0 ? 8
                                                             : 4);
  }
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule, const char *name) {
  paramBytes = {8, 4};
  size_t entry = loaded.find(".entry " + std::string(name) + "(");
  if (entry == std::string::npos && std::string(name) != "kernel")
    return CUDA_ERROR_NOT_FOUND;
  if (entry != std::string::npos)
    readParameters(loaded.substr(entry, loaded.find(')', entry) - entry));
  *function = CUfunction(&attributeFor);
  return CUDA_SUCCESS;
}
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute which,
                            CUfunction) {
  *value = which == CU_FUNC_ATTRIBUTE_NUM_REGS           ? 168
           : which == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES ? 8
                                                         : 0;
  return CUDA_SUCCESS;
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute which, int value) {
  if (which == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
    note("dynamic shared " + std::to_string(value));
  if (which == CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
    note("wide cluster " + std::to_string(value));
  return CUDA_SUCCESS;
}
CUresult cuFuncGetParamInfo(CUfunction, size_t index, size_t *offset,
                            size_t *bytes) {
  if (index >= paramBytes.size()) {
    note("no parameter " + std::to_string(index));
    return CUDA_ERROR_INVALID_VALUE;
  }
  *offset = 8 * index;
  *bytes = paramBytes[index];
  return CUDA_SUCCESS;
}
CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes) {
  if (bytes > (size_t(1) << 40))
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pointer = CUdeviceptr(std::malloc(bytes));
  return CUDA_SUCCESS;
}
CUresult cuMemFree(CUdeviceptr pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  return CUDA_SUCCESS;
}
CUresult cuMemGetInfo(size_t *unused, size_t *total) {
  *unused = 12345;
  *total = size_t(80) << 30;
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char byte, size_t bytes) {
  std::memset(reinterpret_cast<void *>(pointer), byte, bytes);
  return CUDA_SUCCESS;
}
static void noteOnStream(const std::string &what, CUstream stream) {
  journal += what + " on stream " +
             std::to_string(reinterpret_cast<uintptr_t>(stream)) + "\n";
}
CUresult cuMemAllocAsync(CUdeviceptr *dptr, size_t bytesize, CUstream hStream) {
  noteOnStream("allocate " + std::to_string(bytesize), hStream);
  return cuMemAlloc(dptr, bytesize);
}
CUresult cuMemFreeAsync(CUdeviceptr dptr, CUstream hStream) {
  noteOnStream("free", hStream);
  return cuMemFree(dptr);
}
// NOLINTBEGIN(readability-identifier-naming): N is the header's
CUresult cuMemsetD8Async(CUdeviceptr dstDevice, unsigned char uc, size_t N,
                         CUstream hStream) {
  noteOnStream("clear " + std::to_string(N), hStream);
  return cuMemsetD8(dstDevice, uc, N);
}
// NOLINTEND(readability-identifier-naming)

static void noteLaunch(const char *how, unsigned gx, unsigned gy, unsigned gz,
                       unsigned bx, unsigned shared, void **parameters) {
  int number = 0;
  lastBlocks = gx;
  // Launches of fewer blocks than that write to what the second one points to.
  if (const char *few = std::getenv("FAKE_WRITES"))
    if (gx < std::strtoul(few, nullptr, 10))
      **static_cast<float **>(parameters[1]) = 1;
  std::memcpy(&number, parameters[1], 4);
  note(std::string(how) + " grid " + std::to_string(gx) + "," +
       std::to_string(gy) + "," + std::to_string(gz) + " block " +
       std::to_string(bx) + " shared " + std::to_string(shared) + " argument " +
       std::to_string(number));
}
CUresult cuLaunchKernel(CUfunction, unsigned gx, unsigned gy, unsigned gz,
                        unsigned bx, unsigned, unsigned, unsigned shared,
                        CUstream, void **parameters, void **) {
  noteLaunch("launch", gx, gy, gz, bx, shared, parameters);
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction,
                          void **parameters, void **) {
  noteLaunch("launchEx", config->gridDimX, config->gridDimY, config->gridDimZ,
             config->blockDimX, config->sharedMemBytes, parameters);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    if (config->attrs[i].id ==
        CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
      note("overlaps " +
           std::to_string(
               config->attrs[i].value.programmaticStreamSerializationAllowed));
    if (config->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
      note("cluster " + std::to_string(config->attrs[i].value.clusterDim.x) +
           "," + std::to_string(config->attrs[i].value.clusterDim.y) + "," +
           std::to_string(config->attrs[i].value.clusterDim.z));
  }
  return CUDA_SUCCESS;
}
// NOLINTBEGIN(readability-identifier-naming): the header's
CUresult cuOccupancyMaxActiveClusters(int *numClusters, CUfunction,
                                      const CUlaunchConfig *config) {
  unsigned ctas = config->attrs[0].value.clusterDim.x;
  note("how many clusters of " + std::to_string(ctas) + ", shared " +
       std::to_string(config->sharedMemBytes));
  *numClusters = ctas == 4 ? 30 : ctas == 8 ? 0 : 1000;
  return CUDA_SUCCESS;
}
// NOLINTEND(readability-identifier-naming)
CUresult cuStreamCreate(CUstream *stream, unsigned) {
  *stream = CUstream(&capturing);
  return CUDA_SUCCESS;
}
#undef cuStreamDestroy
CUresult cuStreamDestroy_v2(CUstream) { return CUDA_SUCCESS; }
#undef cuStreamBeginCapture
CUresult cuStreamBeginCapture_v2(CUstream, CUstreamCaptureMode) {
  note("begin capture");
  capturing = true;
  return CUDA_SUCCESS;
}
CUresult cuStreamEndCapture(CUstream, CUgraph *graph) {
  note("end capture");
  capturing = false;
  *graph = CUgraph(&journal);
  return CUDA_SUCCESS;
}
CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph,
                                     unsigned long long) {
  *exec = CUgraphExec(&journal);
  return CUDA_SUCCESS;
}
CUresult cuGraphLaunch(CUgraphExec, CUstream) {
  note("graph");
  return CUDA_SUCCESS;
}
CUresult cuGraphExecDestroy(CUgraphExec) { return CUDA_SUCCESS; }
CUresult cuGraphDestroy(CUgraph) { return CUDA_SUCCESS; }
CUresult cuEventCreate(CUevent *event, unsigned) {
  *event = CUevent(&journal);
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent, CUstream) { return CUDA_SUCCESS; }
CUresult cuEventSynchronize(CUevent) { return CUDA_SUCCESS; }
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  *milliseconds = 2.5f;
  // More blocks take longer, or shorter.
  if (const char *order = std::getenv("FAKE_TIMES"))
    *milliseconds = std::strcmp(order, "rising") == 0
                        ? float(lastBlocks)
                        : 1e6f / float(lastBlocks);
  return CUDA_SUCCESS;
}
CUresult cuEventDestroy(CUevent) { return CUDA_SUCCESS; }
CUresult
cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type,
                       cuuint32_t rank, void *, const cuuint64_t *dims,
                       const cuuint64_t *strides, const cuuint32_t *box,
                       const cuuint32_t *elementStrides, CUtensorMapInterleave,
                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion,
                       CUtensorMapFloatOOBfill fill) {
  bool isHalf = type == CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 ||
                type == CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  if (!isHalf || rank < 2 || rank > 5 || uintptr_t(map) % 64 != 0)
    return CUDA_ERROR_INVALID_VALUE;
  const cuuint64_t facts[] = {
      dims[0],           dims[1],           strides[0], box[0], box[1],
      elementStrides[0], elementStrides[1], swizzle,    fill};
  std::memset(map, 0, sizeof(*map));
  std::memcpy(map, facts, sizeof(facts));
  return CUDA_SUCCESS;
}
}
