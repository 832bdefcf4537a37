//===- Npy.h - Tensors in .npy files ----------------------------*- C++ -*-===//
//
// How does numpy keep an array on disk?
//
//     auto x = readNpy("x.npy");            // versions 1 to 3, either byte
//     auto w = readNpy("w.npy", DType::BF16); // order, C or Fortran order
//
// .npy has no bf16 and no fp8: such values lie in files of u2 or u1 (or of the
// raw V2 and V1 that ml_dtypes writes) and are named when read.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_NPY_H
#define TQC_RUNTIME_DEVICE_NPY_H

#include "runtime/device/HostTensor.h"
#include "runtime/image/Result.h"

namespace tqc {

/// As many dimensions as numpy's arrays and torch's tensors can have.
constexpr size_t kMaxDimensions = 64;

/// Reads a file as a contiguous tensor. With `as`, the raw elements are taken
/// for values of that type, which must be as wide. Every error begins with the
/// path.
Result<HostTensor> readNpy(const std::string &path,
                           std::optional<DType> as = std::nullopt);

/// The same on the bytes of a file; errors begin with `name`.
Result<HostTensor> parseNpy(const std::string &name, std::string_view bytes,
                            std::optional<DType> as = std::nullopt);

/// Writes version 1.0, beside the target and renamed, so that a reader never
/// sees half a file.
Status writeNpy(const std::string &path, const HostTensor &tensor);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_NPY_H
