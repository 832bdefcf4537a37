//===- TorchTensors.cpp - What a torch tensor is, read quickly ------------===//

#include "tools/python/launcher/TorchTensors.h"

namespace tqc {

/// c10::Layout::Strided.
static constexpr int32_t kStrided = 0;

/// The bytes of an element of a c10::ScalarType; 0 for what no kernel takes.
static unsigned elementBytes(int32_t type) {
  switch (type) {
  case 0:  // uint8
  case 1:  // int8
  case 11: // bool
  case 23: // float8_e5m2
  case 24: // float8_e4m3fn
    return 1;
  case 2:  // int16
  case 5:  // float16
  case 15: // bfloat16
  case 27: // uint16
    return 2;
  case 3:  // int32
  case 6:  // float32
  case 28: // uint32
    return 4;
  case 4:  // int64
  case 7:  // float64
  case 29: // uint64
    return 8;
  default:
    return 0;
  }
}

bool TorchTensors::isTensor(PyObject *value) const {
  auto *own = reinterpret_cast<PyObject *>(Py_TYPE(value));
  Py_ssize_t count = PyTuple_Size(types);
  for (Py_ssize_t i = 0; i < count; ++i)
    if (own == PyTuple_GetItem(types, i))
      return true;
  return false;
}

bool TorchTensors::read(PyObject *tensor, TensorFacts &facts) const {
  PyObject *address = PyObject_GetAttr(tensor, cdata);
  const void *implementation = address ? PyLong_AsVoidPtr(address) : nullptr;
  Py_XDECREF(address);
  int32_t itsLayout = -1;
  int64_t offset = 0, bytes = 0;
  // What is not strided has no data, and torch would print that it has none.
  if (!implementation || layout(&implementation, &itsLayout) ||
      itsLayout != kStrided || deviceType(&implementation, &facts.deviceType) ||
      deviceIndex(&implementation, &facts.device) ||
      type(&implementation, &facts.type) ||
      storageOffset(&implementation, &offset) ||
      storageBytes(&implementation, &bytes) || bytes <= 0 ||
      data(&implementation, &facts.data) || !facts.data ||
      !elementBytes(facts.type) || isNegative(&implementation)) {
    PyErr_Clear();
    return false;
  }
  facts.storage = reinterpret_cast<uint64_t>(facts.data) -
                  static_cast<uint64_t>(offset) * elementBytes(facts.type);
  facts.storageBytes = static_cast<uint64_t>(bytes);
  return true;
}

//===----------------------------------------------------------------------===//
// The Python object
//===----------------------------------------------------------------------===//

template <typename Function>
static bool takeAddress(PyObject *addresses, const char *name,
                        Function &function) {
  PyObject *number = PyDict_GetItemString(addresses, name);
  if (!number) {
    PyErr_SetString(PyExc_KeyError, name);
    return false;
  }
  function = reinterpret_cast<Function>(PyLong_AsVoidPtr(number));
  return !PyErr_Occurred();
}

static PyObject *newTorch(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *types, *stream, *addresses;
  if (!PyArg_ParseTuple(args, "O!OO!:TorchTensors", &PyTuple_Type, &types,
                        &stream, &PyDict_Type, &addresses))
    return nullptr;
  PyObject *object = PyType_GenericAlloc(type, 0);
  if (!object)
    return nullptr;
  auto *self = reinterpret_cast<TorchTensors *>(object);
  Py_INCREF(types);
  Py_INCREF(stream);
  self->types = types;
  self->stream = stream;
  self->cdata = PyUnicode_InternFromString("_cdata");
  if (self->cdata &&
      takeAddress(addresses, "aoti_torch_get_layout", self->layout) &&
      takeAddress(addresses, "aoti_torch_get_device_type", self->deviceType) &&
      takeAddress(addresses, "aoti_torch_get_device_index",
                  self->deviceIndex) &&
      takeAddress(addresses, "aoti_torch_get_dtype", self->type) &&
      takeAddress(addresses, "aoti_torch_get_storage_offset",
                  self->storageOffset) &&
      takeAddress(addresses, "aoti_torch_get_storage_size",
                  self->storageBytes) &&
      takeAddress(addresses, "aoti_torch_get_data_ptr", self->data) &&
      takeAddress(addresses, "is_neg", self->isNegative))
    return object;
  Py_DECREF(object);
  return nullptr;
}

static void freeTorch(PyObject *object) {
  auto *self = reinterpret_cast<TorchTensors *>(object);
  Py_XDECREF(self->types);
  Py_XDECREF(self->stream);
  Py_XDECREF(self->cdata);
  PyTypeObject *type = Py_TYPE(object);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

static PyObject *readTensor(PyObject *object, PyObject *value) {
  auto *self = reinterpret_cast<TorchTensors *>(object);
  TensorFacts facts;
  if (!self->isTensor(value) || !self->read(value, facts))
    return Py_BuildValue("");
  return Py_BuildValue(
      "iKKKii", facts.type, reinterpret_cast<unsigned long long>(facts.data),
      facts.storage, facts.storageBytes, facts.deviceType, facts.device);
}

PyTypeObject *TorchTensors::makeType() {
  static PyMethodDef methods[] = {
      {"read", readTensor, METH_O,
       "The number of the element type, the addresses of the first element and "
       "of the storage, its bytes, the numbers of the kind of device and of "
       "the "
       "device; None for what is not read."},
      {nullptr, nullptr, 0, nullptr}};
  PyType_Slot slots[] = {{Py_tp_new, reinterpret_cast<void *>(newTorch)},
                         {Py_tp_dealloc, reinterpret_cast<void *>(freeTorch)},
                         {Py_tp_methods, methods},
                         {0, nullptr}};
  PyType_Spec spec = {"tqc.launcher.TorchTensors", sizeof(TorchTensors), 0,
                      Py_TPFLAGS_DEFAULT, slots};
  return reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
}

} // namespace tqc
