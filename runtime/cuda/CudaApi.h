//===- CudaApi.h - The CUDA driver, opened at run time ----------*- C++ -*-===//
//
// The driver API as a table of function pointers, with our own declarations:
// the program builds without CUDA and starts without a driver.
//
//     auto api = CudaApi::open();
//     int count = 0;
//     if (api) (*api)->deviceGetCount(&count);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_CUDAAPI_H
#define TQC_RUNTIME_CUDA_CUDAAPI_H

#include "runtime/cuda/DynamicLibrary.h"
#include "runtime/device/Device.h"

namespace tqc {

/// A context, module, function, stream or event.
using CudaHandle = void *;

/// CUlaunchAttribute with room for every kind of value.
struct CudaLaunchAttribute {
  int id;
  int padding;
  union {
    unsigned cluster[3];
    int overlaps;
    char bytes[64];
  } value;
};

/// CUlaunchConfig.
struct CudaLaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  CudaHandle stream;
  CudaLaunchAttribute *attributes;
  unsigned attributeCount;
};

/// CUtensorMap: aligned as the driver wants it.
struct alignas(128) CudaTensorMap {
  uint8_t bytes[128];
};

/// The values of cuda.h's enumerators that we use, under their own names
/// without the prefix.
namespace cuda {
enum ResultCode : int {
  kSuccess = 0,
  kOutOfMemory = 2,
  kStubLibrary = 34,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kUnsupportedPtxVersion = 222,
  kNotFound = 500,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kLaunchTimeout = 702,
  kAssert = 710,
  kIllegalInstruction = 715,
  kMisalignedAddress = 716,
  kLaunchFailed = 719,
  kInvalidClusterSize = 912,
};
enum DeviceAttribute : int {
  kMaxThreadsPerBlock = 1,
  kMaxGridY = 6,
  kMaxGridZ = 7,
  kClockKilohertz = 13,
  kMultiprocessors = 16,
  kMemoryClockKilohertz = 36,
  kMemoryBusBits = 37,
  kL2Bytes = 38,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kSharedBytesOptIn = 97,
  kMemoryPools = 115,
};
enum FunctionAttribute : int {
  kFunctionMaxThreads = 0,
  kFunctionSharedBytes = 1,
  kFunctionLocalBytes = 3,
  kFunctionRegisters = 4,
  kFunctionDynamicShared = 8,
  kFunctionNonPortableCluster = 14,
};
enum JitOption : int {
  kJitInfoLog = 3,
  kJitInfoLogBytes = 4,
  kJitErrorLog = 5,
  kJitErrorLogBytes = 6,
  kJitLineInfo = 13,
};
enum LaunchAttributeId : int { kLaunchCluster = 4, kLaunchOverlaps = 6 };
enum TensorMapSwizzle : int {
  kSwizzleNone,
  kSwizzle32,
  kSwizzle64,
  kSwizzle128
};
enum TensorMapPromotion : int { kPromoteNone, kPromote64, kPromote128 };
} // namespace cuda

/// The driver's functions.
class CudaApi {
public:
#define TQC_CUDA_FUNCTION(member, symbol, required, parameters)                \
  int(*member) parameters = nullptr;
#include "runtime/cuda/CudaFunctions.def"

  /// Opens the driver and calls cuInit; once a process, as long as it succeeds.
  /// TQ_LIBCUDA names another file to open.
  static Result<const CudaApi *> open();
  /// Opens the named library without cuInit: for tests and for `doctor`.
  static Result<CudaApi> load(const std::vector<std::string> &names);

  /// "CUDA_ERROR_NO_DEVICE: no CUDA-capable device is detected".
  std::string explain(int status) const;
  /// 13000 for CUDA 13.0; 0 if it cannot be told.
  int version() const;
  const std::string &path() const { return library.path(); }

private:
  DynamicLibrary library;
};

/// "13.0" for 13000.
std::string cudaVersionText(int version);

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_CUDAAPI_H
