//===- LaunchArguments.cpp - The arguments of a launch, read once ---------===//

#include "tools/python/launcher/LaunchArguments.h"

#include <climits>

namespace tqc {

static PyObject *nameOfGrid() {
  static PyObject *name = PyUnicode_InternFromString("grid");
  return name;
}

static PyObject *nameOfWarmup() {
  static PyObject *name = PyUnicode_InternFromString("warmup");
  return name;
}

/// Whether `run` takes it for itself.
static bool isOfRun(PyObject *name) {
  return name == nameOfGrid() || name == nameOfWarmup() ||
         PyUnicode_Compare(name, nameOfGrid()) == 0 ||
         PyUnicode_Compare(name, nameOfWarmup()) == 0;
}

/// Finds the value of each parameter; options go to the key.
bool LaunchArguments::bind(const KernelParameters &parameters, PyObject *args,
                           PyObject *kwargs) {
  auto given = static_cast<unsigned>(PyTuple_Size(args));
  auto named = kwargs ? static_cast<unsigned>(PyDict_Size(kwargs)) : 0;
  if (given > parameters.count ||
      parameters.count + 2 * named + 1 > LaunchKey::kMost)
    return false;
  for (unsigned i = 0; i < parameters.count; ++i)
    values[i] = i < given ? PyTuple_GetItem(args, i) : nullptr;
  PyObject *name, *value;
  Py_ssize_t at = 0;
  while (kwargs && PyDict_Next(kwargs, &at, &name, &value)) {
    if (PyObject *index = PyDict_GetItemWithError(parameters.indices, name)) {
      PyObject *&place = values[PyLong_AsLong(index)];
      if (place)
        return false; // given twice
      place = value;
    } else if (!isOfRun(name)) {
      key.addText(SlotKind::OptionName, name);
      if (!key.addConstant(value))
        return false;
    }
  }
  for (unsigned i = 0; i < parameters.count; ++i) {
    if (!values[i])
      values[i] = parameters.all[i].fallback;
    if (!values[i])
      return false;
  }
  return true;
}

void LaunchArguments::addNumber(int kind, int64_t integer, double real) {
  tqc_argument &argument = arguments[argumentCount++];
  argument = {};
  argument.size = sizeof(argument);
  argument.kind = kind;
  argument.integer = integer;
  argument.real = real;
}

bool LaunchArguments::readTensor(const KernelParameter &parameter,
                                 const TorchTensors &torch, PyObject *value) {
  TensorFacts facts;
  if (!torch.read(value, facts) || facts.deviceType != TensorFacts::kCuda ||
      (gpu >= 0 && facts.device != gpu))
    return false;
  gpu = facts.device;
  bool isAligned = parameter.isAlignmentSpecialized &&
                   reinterpret_cast<uint64_t>(facts.data) % 16 == 0;
  key.add(isAligned ? SlotKind::TensorBy16 : SlotKind::Tensor,
          static_cast<uint64_t>(facts.type));
  tqc_argument &argument = arguments[argumentCount++];
  argument = {};
  argument.size = sizeof(argument);
  argument.kind = TQC_TENSOR;
  argument.data = facts.data;
  // In order of their storages, and of their ends where they begin alike.
  Memory own = {facts.storage, facts.storage + facts.storageBytes};
  unsigned place = memoryCount++;
  for (; place && (memory[place - 1].begin > own.begin ||
                   (memory[place - 1].begin == own.begin &&
                    memory[place - 1].end > own.end));
       --place)
    memory[place] = memory[place - 1];
  memory[place] = own;
  return true;
}

/// As arguments.lie_alone.
bool LaunchArguments::lieAlone() const {
  for (unsigned i = 1; i < memoryCount; ++i)
    if (memory[i - 1].end > memory[i].begin)
      return false;
  return true;
}

/// As arguments.specialize_number.
bool LaunchArguments::readInteger(const KernelParameter &parameter,
                                  PyObject *value) {
  int overflow = 0;
  long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow)
    return false;
  if (number == 1 && parameter.isSpecialized) {
    key.add(SlotKind::One);
    return true;
  }
  bool isWide = number < INT32_MIN || number > INT32_MAX;
  bool isAligned = parameter.isAlignmentSpecialized && number % 16 == 0;
  key.add(isWide ? (isAligned ? SlotKind::Int64By16 : SlotKind::Int64)
                 : (isAligned ? SlotKind::Int32By16 : SlotKind::Int32));
  addNumber(TQC_INTEGER, number, static_cast<double>(number));
  return true;
}

bool LaunchArguments::readValue(const KernelParameter &parameter,
                                const TorchTensors &torch, PyObject *value) {
  if (parameter.isConstant)
    return key.addConstant(value);
  if (torch.isTensor(value))
    return readTensor(parameter, torch, value);
  if (PyLong_CheckExact(value))
    return readInteger(parameter, value);
  if (PyFloat_CheckExact(value)) {
    key.add(SlotKind::Float);
    addNumber(TQC_FLOAT, 0, PyFloat_AsDouble(value));
    return true;
  }
  if (value == Py_True || value == Py_False) {
    key.add(SlotKind::Bool);
    addNumber(TQC_INTEGER, value == Py_True, value == Py_True);
    return true;
  }
  key.add(SlotKind::None);
  return value == Py_None;
}

bool LaunchArguments::read(const KernelParameters &parameters,
                           const TorchTensors &torch, PyObject *args,
                           PyObject *kwargs) {
  if (!bind(parameters, args, kwargs))
    return false;
  for (unsigned i = 0; i < parameters.count; ++i)
    if (!readValue(parameters.all[i], torch, values[i]))
      return false;
  if (gpu < 0)
    return false; // without tensors it is the emulator's
  key.add(SlotKind::Place, (static_cast<uint64_t>(gpu) << 1) | lieAlone());
  return true;
}

} // namespace tqc
