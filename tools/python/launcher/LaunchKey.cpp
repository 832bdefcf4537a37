//===- LaunchKey.cpp - Which code is launched for these arguments ---------===//

#include "tools/python/launcher/LaunchKey.h"

#include <cstring>

namespace tqc {

void LaunchKey::add(SlotKind kind, uint64_t value, PyObject *object) {
  slots[count++] = {kind, value, object};
  hash = (hash ^ (value + static_cast<uint64_t>(kind))) * 0x9E3779B97F4A7C15;
  hash ^= hash >> 29;
}

bool LaunchKey::addText(SlotKind kind, PyObject *text) {
  auto value = static_cast<uint64_t>(PyObject_Hash(text));
  add(kind, value, text);
  return true;
}

bool LaunchKey::addConstant(PyObject *value) {
  if (PyLong_CheckExact(value)) {
    int overflow = 0;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    add(SlotKind::ConstantInteger, static_cast<uint64_t>(number));
    return !overflow;
  }
  if (PyUnicode_CheckExact(value))
    return addText(SlotKind::ConstantText, value);
  if (PyFloat_CheckExact(value)) {
    double number = PyFloat_AsDouble(value);
    uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof(bits));
    add(SlotKind::ConstantFloat, bits);
    return true;
  }
  add(SlotKind::ConstantObject, reinterpret_cast<uint64_t>(value), value);
  return true;
}

//===----------------------------------------------------------------------===//
// Kernels by their keys
//===----------------------------------------------------------------------===//

static bool isText(SlotKind kind) {
  return kind == SlotKind::ConstantText || kind == SlotKind::OptionName;
}

static bool isEqual(const Slot &a, const Slot &b) {
  return a.kind == b.kind && a.value == b.value &&
         (a.object == b.object ||
          (isText(a.kind) && PyUnicode_Compare(a.object, b.object) == 0));
}

static bool isEqual(const LoadedKernel &kernel, const LaunchKey &key) {
  if (kernel.hash != key.hash || kernel.count != key.count)
    return false;
  for (unsigned i = 0; i < key.count; ++i)
    if (!isEqual(kernel.slots[i], key.slots[i]))
      return false;
  return true;
}

const LoadedKernel *LoadedKernels::find(const LaunchKey &key) const {
  for (const LoadedKernel *at = buckets[key.hash % kBuckets]; at; at = at->next)
    if (isEqual(*at, key))
      return at;
  return nullptr;
}

bool LoadedKernels::add(const LaunchKey &key, PyObject *compiled,
                        PyObject *owner, tqc_kernel *handle) {
  if (count >= kMost)
    clear();
  auto *made = static_cast<LoadedKernel *>(
      PyMem_Malloc(sizeof(LoadedKernel) + key.count * sizeof(Slot)));
  if (!made) {
    PyErr_NoMemory();
    return false;
  }
  LoadedKernel *&bucket = buckets[key.hash % kBuckets];
  made->next = bucket;
  made->hash = key.hash;
  made->compiled = compiled;
  made->owner = owner;
  made->handle = handle;
  made->count = key.count;
  Py_INCREF(compiled);
  Py_INCREF(owner);
  for (unsigned i = 0; i < key.count; ++i) {
    made->slots[i] = key.slots[i];
    Py_XINCREF(key.slots[i].object);
  }
  bucket = made;
  ++count;
  return true;
}

void LoadedKernels::clear() {
  count = 0;
  for (LoadedKernel *&bucket : buckets)
    while (LoadedKernel *first = bucket) {
      bucket = first->next; // what is freed may run code of Python
      for (unsigned i = 0; i < first->count; ++i)
        Py_XDECREF(first->slots[i].object);
      Py_DECREF(first->compiled);
      Py_DECREF(first->owner);
      PyMem_Free(first);
    }
}

} // namespace tqc
