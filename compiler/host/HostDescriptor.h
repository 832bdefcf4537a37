//===- HostDescriptor.h - Tensor descriptors of launchers -------*- C++ -*-===//
//
// What is a tensor descriptor before a kernel gets it? Triton's
//
//     TensorDescriptor.from_tensor(x, [64, 64])
//
// is a record of `base`, `shape`, `strides`, `block_shape` and `padding`. A
// kernel takes the first three as parameters and the others as constants.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTDESCRIPTOR_H
#define TQC_COMPILER_HOST_HOSTDESCRIPTOR_H

#include "compiler/host/HostObjects.h"

namespace tqc::host {

struct HostDescriptor {
  TensorValue base;
  std::vector<int64_t> shape, strides, block;
  bool padWithNan = false;
};

/// Why Triton refuses a descriptor: the argument that is wrong, and a sentence.
struct DescriptorMisuse {
  const char *argument;
  std::string text;
};
std::optional<DescriptorMisuse> misuseOf(const HostDescriptor &descriptor);

/// The descriptor that a value is, if it is one.
std::optional<HostDescriptor> descriptorOf(const HostValue &value);

/// `base`, `shape` and the other facts of a descriptor, or of a tensor that is
/// to be one; nothing for other names.
Maybe descriptorPart(const HostValue &value, llvm::StringRef name);

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTDESCRIPTOR_H
