//===- CublasApi.h - The vendor's matrix products ---------------*- C++ -*-===//
//
// cuBLAS and cuBLASLt, opened at run time: the second reference of large checks
// and the baseline of benchmarks.
//
//     auto cublas = Cublas::create(gpu);
//     GemmSpec spec{m, n, k};       // row-major, as the levels have it
//     spec.a = {a, DType::FP16, k, 1}; ...
//     (*cublas)->gemm(spec);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_CUBLASAPI_H
#define TQC_RUNTIME_CUDA_CUBLASAPI_H

#include "runtime/cuda/CudaDevice.h"
#include "runtime/device/DTypes.h"

namespace tqc {

/// A matrix, or a batch of them, in device memory; strides in elements.
struct GemmOperand {
  DevicePtr data = 0;
  DType type = DType::FP16;
  int64_t rowStride = 0, columnStride = 1;
  int64_t batchStride = 0;
};

/// c = alpha * a @ b, with a (m, k), b (k, n) and c (m, n).
struct GemmSpec {
  int64_t m = 0, n = 0, k = 0, batch = 1;
  GemmOperand a, b, c;
  bool tf32 = true; ///< for fp32: tensor cores in tf32, else exact fp32
  double alpha = 1;
};

/// Where the libraries were found, for `doctor`.
struct CublasFacts {
  std::string path, ltPath; ///< empty if absent
  int version = 0;          ///< 130100 for 13.1.0; 0 if it cannot be told
  size_t ltVersion = 0;
  std::string problem; ///< why cuBLAS cannot be used
};
CublasFacts findCublas();

/// Where cuDNN is and its version (91000 for 9.10.0), or why not.
struct CudnnFacts {
  std::string path, problem;
  size_t version = 0;
};
CudnnFacts findCudnn();

class Cublas {
public:
  /// The device must outlive it.
  static Result<std::unique_ptr<Cublas>> create(CudaDevice &device);
  ~Cublas();

  /// Enqueues the product. Errors say what cuBLAS cannot do.
  Status gemm(const GemmSpec &spec);
  /// Milliseconds that `repeats` products take together.
  Result<double> time(const GemmSpec &spec, int repeats);

  /// From now on sums of 16-bit products are rounded to 16 bits at the end
  /// alone. Else cuBLAS may do so with each part of a long sum, to be faster.
  void roundOnce();

  /// Where products go from now on; null is the device's default stream.
  Status useStream(CudaHandle stream);

  int version() const { return libraryVersion; }

private:
  struct Functions;
  explicit Cublas(CudaDevice &device);
  Status open();
  Status gemmRegular(const GemmSpec &spec);
  Status gemmFp8(const GemmSpec &spec);
  Status check(int status, const GemmSpec &spec) const;

  CudaDevice &device;
  std::unique_ptr<Functions> functions;
  void *handle = nullptr; ///< cublasHandle_t
  CudaHandle stream = nullptr;
  void *ltHandle =
      nullptr; ///< cublasLtHandle_t, made for the first fp8 product
  DevicePtr workspace = 0;
  int libraryVersion = 0;
};

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_CUBLASAPI_H
