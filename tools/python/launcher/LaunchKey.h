//===- LaunchKey.h - Which code is launched for these arguments -*- C++ -*-===//
//
// Were arguments like these launched before, and what was compiled for them?
//
//     LaunchKey key;
//     key.add(SlotKind::Int32By16);                  // n, a multiple of 16
//     key.add(SlotKind::ConstantInteger, 1024);      // BLOCK
//     if (const LoadedKernel *found = kernels.find(key)) ...
//
// Equal keys mean equal keys of Arguments.key() in kernel.py; that two keys
// differ says nothing: then Python decides, and the answer is kept under both.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHKEY_H
#define TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHKEY_H

#include "compiler/library/tqc.h"

#include <Python.h>
#include <cstdint>

namespace tqc {

enum class SlotKind : uint32_t {
  None,
  One, ///< an integer that is 1, where that is a constant
  Bool,
  Int32,
  Int32By16,
  Int64,
  Int64By16,
  Float,
  Tensor,     ///< value: the element type
  TensorBy16, ///< the same, at a multiple of 16 bytes
  ConstantInteger,
  ConstantFloat,
  ConstantText,   ///< value: the hash; compared as text
  ConstantObject, ///< value: the address; the object keeps its meaning
  OptionName,     ///< as ConstantText: what is no parameter
  Place,          ///< value: the GPU, and whether tensors share memory
};

struct Slot {
  SlotKind kind;
  uint64_t value;
  PyObject *object; ///< of constants that are texts or objects; borrowed
};

/// What decides about the code of a launch, one slot an argument.
class LaunchKey {
public:
  static constexpr unsigned kMost = 128;

  void add(SlotKind kind, uint64_t value = 0, PyObject *object = nullptr);
  /// A constant by its value; objects by their identity. False for what has no
  /// room in a slot.
  bool addConstant(PyObject *value);
  bool addText(SlotKind kind, PyObject *text);
  bool isFull() const { return count == kMost; }

  unsigned count = 0;
  uint64_t hash = 0;
  Slot slots[kMost];
};

/// A kernel that is loaded on the GPU of its key.
struct LoadedKernel {
  LoadedKernel *next;
  uint64_t hash;
  PyObject *compiled; ///< kernel.Compiled
  PyObject *owner;    ///< library.Kernel, which frees `handle`
  tqc_kernel *handle;
  unsigned count;
  Slot slots[1]; ///< `count` of them
};

/// The kernels of a function by the keys of their launches.
class LoadedKernels {
public:
  const LoadedKernel *find(const LaunchKey &key) const;
  /// Keeps the objects and those of the key. False without memory.
  bool add(const LaunchKey &key, PyObject *compiled, PyObject *owner,
           tqc_kernel *handle);
  void clear();
  unsigned size() const { return count; }

private:
  static constexpr unsigned kBuckets = 64;
  /// Texts and objects that are made anew for each launch must not fill the
  /// memory.
  static constexpr unsigned kMost = 4096;

  LoadedKernel *buckets[kBuckets];
  unsigned count;
};

} // namespace tqc

#endif // TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHKEY_H
