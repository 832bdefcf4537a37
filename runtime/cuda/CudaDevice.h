//===- CudaDevice.h - A GPU through the CUDA driver -------------*- C++ -*-===//
//
// The Device that runs kernels on a GPU. PTX is compiled by the driver, which
// keeps its own cache on disk; where the driver is older than the PTX and a
// `ptxas` is there, the kernel is compiled by that and cached by us.
//
//     auto gpu = CudaDevice::create(0);
//     (*gpu)->attributes().arch == "sm_90a"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_CUDADEVICE_H
#define TQC_RUNTIME_CUDA_CUDADEVICE_H

#include "runtime/cuda/CudaApi.h"
#include "runtime/device/Device.h"

#include <map>
#include <mutex>

namespace tqc {

/// What the driver says about a loaded kernel.
struct CudaKernelUse {
  int registers = 0, localBytes = 0, staticSharedBytes = 0, maxThreads = 0;
};

class CudaDevice : public Device {
public:
  /// How many GPUs there are; an error if there is no driver.
  static Result<int> count();
  static Result<std::unique_ptr<CudaDevice>> create(int ordinal);
  /// The GPU of the context that is current, which must outlive the device.
  static Result<std::unique_ptr<CudaDevice>> ofCurrentContext();
  ~CudaDevice() override;

  const DeviceAttributes &attributes() const override { return facts; }
  Result<DevicePtr> allocate(const AllocationInfo &info) override;
  Status free(DevicePtr ptr) override;
  Status copyIn(DevicePtr to, const void *from, size_t bytes) override;
  Status copyOut(void *to, DevicePtr from, size_t bytes) override;
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Result<DevicePtr> allocateScratch(const AllocationInfo &info) override;
  Status freeScratch(DevicePtr ptr) override;
  Result<ModuleId> load(const KernelImage &image) override;
  Status launch(const Launch &launch) override;
  int clustersAtOnce(const Launch &launch) override;
  Status synchronize() override;
  Result<double> time(const Launch &launch, int repeats) override;
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override;

  const CudaApi &driver() const { return api; }
  /// A cuda::DeviceAttribute; 0 if the driver does not know it.
  int attribute(int which) const;
  Result<CudaKernelUse> kernelUse(ModuleId module, const std::string &entry);
  /// Where launches go from now on; null is the device's default stream.
  void useStream(CudaHandle other) { stream = other; }
  CudaHandle currentStream() const { return stream; }

private:
  /// A kernel with the dynamic shared memory it may use so far.
  struct Function {
    CudaHandle handle = nullptr;
    uint32_t dynamicShared = 48 << 10;
    bool wideCluster = false;
    int clustersAtOnce = 0;             ///< 0: nobody asked
    std::vector<size_t> parameterBytes; ///< empty if the driver cannot tell
  };

  struct Module {
    CudaHandle handle = nullptr;
    std::map<std::string, Function> functions; ///< those that were looked for
    std::map<std::string, size_t> parameters;  ///< how many each entry declares
  };

  explicit CudaDevice(const CudaApi &api, int ordinal)
      : api(api), device(ordinal) {}
  Status readAttributes();
  /// Success, or an error: "<doing what>: CUDA_ERROR_...".
  Status check(int status, const std::string &doing) const;
  /// Makes the device's context the current one, where it is not.
  void makeCurrent() const;
  Result<Function *> find(ModuleId module, const std::string &entry);
  Status prepare(Function &function, const Launch &launch);
  Status enqueue(Function &function, const Launch &launch);
  Status checkArguments(const Function &function, const Launch &launch) const;
  Result<CudaHandle> loadPtx(const std::string &ptx);
  Result<CudaHandle> loadThroughPtxas(const std::string &ptx,
                                      const std::string &reason);

  const CudaApi &api;
  int device;
  CudaHandle context = nullptr;
  bool ownsContext = false;
  DeviceAttributes facts;
  std::vector<Module> modules;
  std::map<DevicePtr, size_t> allocations;
  CudaHandle start = nullptr, stop = nullptr; ///< events
  CudaHandle stream = nullptr;
  std::vector<void *> parameters; ///< of the launch that is enqueued
  /// Whether memory can be had and given back between launches of a stream.
  bool allocatesInOrder = false;
};

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_CUDADEVICE_H
