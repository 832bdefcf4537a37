//===- TorchTensors.h - What a torch tensor is, read quickly ----*- C++ -*-===//
//
// Where is the memory of this torch.Tensor, of which type, on which GPU?
//
//     TensorFacts facts;
//     if (torch->read(object, facts))
//       ... facts.data, facts.storage, facts.device ...
//
// A launch asks this of each of its tensors, and an attribute of a Python
// object takes 50 ns: what torch tells a compiled model through its C interface
// (aoti_torch_*) takes 3. Such a function takes the address of an at::Tensor,
// which is a pointer to the tensor's implementation; `_cdata` is that pointer.
// Whether memory is to be negated that interface does not tell; at::native::
// is_neg does. cached_launches.py tries all of it before it is used.
//
// What is anything but a strided tensor with memory is not read: the Python
// package knows what to say of it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_PYTHON_LAUNCHER_TORCHTENSORS_H
#define TQC_TOOLS_PYTHON_LAUNCHER_TORCHTENSORS_H

#include <Python.h>
#include <cstdint>

namespace tqc {

/// What a launch must know of a tensor.
struct TensorFacts {
  void *data = nullptr;
  uint64_t storage = 0, storageBytes = 0;
  int32_t type = 0;       ///< torch's number of the element type
  int32_t deviceType = 0; ///< torch's number; kCuda for a GPU
  int32_t device = 0;     ///< which of them; -1 for the CPU

  static constexpr int32_t kCuda = 1;
};

/// torch.Tensor through `_cdata` and torch's C interface; a Python object.
struct TorchTensors {
  using GetInteger = int32_t (*)(const void *const *tensor, int32_t *value);
  using GetSize = int32_t (*)(const void *const *tensor, int64_t *value);
  using GetPointer = int32_t (*)(const void *const *tensor, void **value);
  using IsNegative = bool (*)(const void *const *tensor);

  PyObject base;    // PyObject_HEAD
  PyObject *types;  ///< a tuple: torch.Tensor, torch.nn.Parameter
  PyObject *stream; ///< gives the current stream of a GPU's number
  PyObject *cdata;  ///< "_cdata"
  GetInteger layout, deviceType, deviceIndex, type;
  GetSize storageOffset, storageBytes;
  GetPointer data;
  IsNegative isNegative;

  /// Whether it is exactly of one of the types.
  bool isTensor(PyObject *value) const;
  /// False where the Python package must look at it; no exception is set.
  bool read(PyObject *tensor, TensorFacts &facts) const;

  /// TorchTensors(types, stream, addresses), with read(tensor).
  static PyTypeObject *makeType();
};

} // namespace tqc

#endif // TQC_TOOLS_PYTHON_LAUNCHER_TORCHTENSORS_H
