//===- LaunchArguments.h - The arguments of a launch, read once -*- C++ -*-===//
//
// What does this call of a kernel launch, and with which arguments?
//
//     LaunchArguments launch;
//     if (launch.read(parameters, torch, args, kwargs))
//       ... launch.key, launch.arguments, launch.gpu ...
//
// Tensors of one GPU, plain numbers, None and constants are read; a call with
// anything else is for the Python package, also where it is wrong.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHARGUMENTS_H
#define TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHARGUMENTS_H

#include "tools/python/launcher/LaunchKey.h"
#include "tools/python/launcher/TorchTensors.h"

namespace tqc {

/// A parameter of a kernel, as functions.Parameter has it.
struct KernelParameter {
  PyObject *name;
  PyObject *fallback; ///< the default; null if there is none
  bool isConstant, isSpecialized, isAlignmentSpecialized;
};

struct KernelParameters {
  static constexpr unsigned kMost = 48;
  KernelParameter all[kMost];
  unsigned count;
  PyObject *indices; ///< a dictionary from names to numbers
};

class LaunchArguments {
public:
  /// False where the Python package must look at it; no exception is set.
  bool read(const KernelParameters &parameters, const TorchTensors &torch,
            PyObject *args, PyObject *kwargs);

  LaunchKey key;
  PyObject *values[KernelParameters::kMost]; ///< of all parameters; borrowed
  tqc_argument arguments[KernelParameters::kMost];
  unsigned argumentCount = 0;
  int32_t gpu = -1;

private:
  struct Memory {
    uint64_t begin, end;
  };

  bool bind(const KernelParameters &parameters, PyObject *args,
            PyObject *kwargs);
  bool readValue(const KernelParameter &parameter, const TorchTensors &torch,
                 PyObject *value);
  bool readTensor(const KernelParameter &parameter, const TorchTensors &torch,
                  PyObject *value);
  bool readInteger(const KernelParameter &parameter, PyObject *value);
  void addNumber(int kind, int64_t integer, double real);
  bool lieAlone() const;

  Memory memory[KernelParameters::kMost]; ///< of the tensors, in order
  unsigned memoryCount = 0;
};

} // namespace tqc

#endif // TQC_TOOLS_PYTHON_LAUNCHER_LAUNCHARGUMENTS_H
