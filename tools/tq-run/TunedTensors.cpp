//===- TunedTensors.cpp - What candidates find and leave in memory --------===//

#include "tools/tq-run/TunedTensors.h"

#include "compiler/host/HostDescriptor.h"
#include "runtime/device/Compare.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace tqc;

/// The tensor that an argument is or describes, if it is one.
static std::optional<TensorValue> tensorIn(const HostValue &value) {
  if (value.is(HostValue::Kind::Tensor))
    return value.asTensor();
  if (auto descriptor = host::descriptorOf(value))
    return descriptor->base;
  return std::nullopt;
}

/// From the first element to the last one, gaps included.
static int64_t extentOf(const TensorValue &tensor) {
  int64_t last = 0;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    if (tensor.shape[i] == 0)
      return 0;
    last += (tensor.shape[i] - 1) * tensor.strides[i];
  }
  return last + 1;
}

TunedTensors::TunedTensors(Device &device, const KernelCall &call, Which which)
    : device(device) {
  for (const KernelCall::Argument &argument : call.arguments) {
    std::optional<TensorValue> tensor = tensorIn(argument.value);
    bool zeroed = llvm::is_contained(call.resetToZero, argument.name);
    if (tensor && (which == Every || zeroed ||
                   llvm::is_contained(call.restoreValue, argument.name)))
      save(argument.name, *tensor, zeroed);
  }
}

void TunedTensors::save(const std::string &name, const TensorValue &tensor,
                        bool zeroed) {
  bool isDense = tensor.strides == rowMajorStrides(tensor.shape);
  Memory memory = {
      name, tensor.pointer(),
      HostTensor(tensor.type,
                 isDense ? tensor.shape : std::vector{extentOf(tensor)})};
  std::vector<uint8_t> &bytes = memory.before.storage;
  if (zeroed || device.copyOut(bytes.data(), memory.address, bytes.size()))
    saved.push_back(std::move(memory));
}

/// Whether it is what `torch.empty` gives, which counts as never written. An
/// integer tensor may hold -1 everywhere.
static bool isEmpty(const HostTensor &tensor) {
  return isFloat(tensor.type) && llvm::all_of(tensor.storage, [](uint8_t byte) {
           return byte == kPoisonByte;
         });
}

Status TunedTensors::putBack() {
  for (const Memory &memory : saved) {
    const std::vector<uint8_t> &bytes = memory.before.storage;
    Status status =
        isEmpty(memory.before)
            ? device.poison(memory.address, kPoisonByte, bytes.size())
            : device.copyIn(memory.address, bytes.data(), bytes.size());
    if (!status)
      return status;
  }
  return {};
}

/// How far apart sums of another order may be, as a share of the values.
static double toleranceOf(DType type) {
  if (!isFloat(type))
    return 0;
  switch (bytesOf(type)) {
  case 8:
    return 1e-9;
  case 4:
    return 2e-3; // products of tf32 are among them
  case 2:
    return 2e-2;
  default:
    return 0.13;
  }
}

/// The root of the mean square: what sums that cancel are held against.
static double sizeOf(const HostTensor &tensor) {
  double sum = 0;
  int64_t finite = 0;
  for (int64_t i = 0, count = tensor.numel(); i < count; ++i)
    if (double value = tensor.get(i); std::isfinite(value)) {
      sum += value * value;
      ++finite;
    }
  return finite ? std::sqrt(sum / double(finite)) : 0;
}

/// Makes zeros of what both left as it was: poison is wrong to compare().
static void dropSame(HostTensor &a, HostTensor &b) {
  auto width = static_cast<size_t>(bytesOf(a.type));
  for (size_t at = 0; at < a.storage.size(); at += width)
    if (std::equal(&a.storage[at], &a.storage[at] + width, &b.storage[at])) {
      std::fill_n(&a.storage[at], width, uint8_t(0));
      std::fill_n(&b.storage[at], width, uint8_t(0));
    }
}

Result<std::string> TunedTensors::compare(const std::string &candidate) {
  std::vector<HostTensor> left;
  for (const Memory &memory : saved) {
    left.push_back(memory.before);
    std::vector<uint8_t> &bytes = left.back().storage;
    if (Status status =
            device.copyOut(bytes.data(), memory.address, bytes.size());
        !status)
      return status.error();
  }
  if (!canCompare()) {
    first = candidate;
    expected = std::move(left);
    return std::string();
  }
  for (size_t i = 0; i < saved.size(); ++i) {
    HostTensor wanted = expected[i];
    if (left[i].storage == wanted.storage)
      continue;
    double tolerance = toleranceOf(wanted.type), size = sizeOf(wanted);
    dropSame(left[i], wanted);
    Comparison comparison =
        tqc::compare(left[i], TensorRows(wanted, tolerance, tolerance * size));
    if (comparison.wrong > 0)
      return saved[i].name + " is not that of " + first + ": " +
             describe(*comparison.first, wanted.shape) + ", and " +
             std::to_string(comparison.wrong) + " of " +
             std::to_string(comparison.checked) + " differ";
  }
  return std::string();
}
