//===- Launcher.cpp - Launches of kernels that are compiled ---------------===//
//
// The Python module tqc.launcher: what kernel[grid](...) does where a kernel
// was launched like that before, in one microsecond.
//
//     launcher.install(Jit, prepare)    # Jit.__getitem__ and Jit.run
//
// A launch that it does not know goes to Jit.run as it was, which compiles;
// what comes out of it is kept. So each launch may go either way, and what is
// wrong with one is said in Python.
//
//===----------------------------------------------------------------------===//

#include "tools/python/launcher/LaunchArguments.h"

#include <initializer_list>

using namespace tqc;

namespace {
/// What is launched for one function: a Python object.
struct Launcher {
  PyObject base; // PyObject_HEAD
  KernelParameters parameters;
  LoadedKernels kernels;
  PyObject *host;      ///< cached_launches.py: what is asked of Python
  PyObject *slow;      ///< the run that compiles
  TorchTensors *torch; ///< null until torch is there
  bool hasHooks;       ///< whether the kernel has a list pre_run_hooks
  decltype(&tqc_launch) launch;
  decltype(&tqc_error_text) errorText;
  decltype(&tqc_error_free) freeError;
};

/// kernel[grid]: a Python object.
struct GridLauncher {
  PyObject base; // PyObject_HEAD
  PyObject *kernel, *grid, *launcher;
};

/// The module's types.
struct Types {
  PyTypeObject *torch, *launcher, *gridLauncher;
};
} // namespace

static Types types;

static Launcher &asLauncher(PyObject *object) {
  return *reinterpret_cast<Launcher *>(object);
}

static void freeObject(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

/// The arguments by name, for a grid that is a function.
static PyObject *namedValues(const Launcher &self,
                             const LaunchArguments &arguments) {
  PyObject *named = PyDict_New();
  for (unsigned i = 0; named && i < self.parameters.count; ++i)
    if (PyDict_SetItem(named, self.parameters.all[i].name, arguments.values[i]))
      Py_CLEAR(named);
  return named;
}

/// A tuple of one to three plain numbers from 0 to 2^31 - 1.
static bool readPlainGrid(PyObject *grid, uint32_t sizes[3]) {
  sizes[0] = sizes[1] = sizes[2] = 1;
  Py_ssize_t count = PyTuple_CheckExact(grid) ? PyTuple_Size(grid) : 0;
  if (count < 1 || count > 3)
    return false;
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject *size = PyTuple_GetItem(grid, i);
    int overflow = 0;
    long number = PyLong_CheckExact(size)
                      ? PyLong_AsLongAndOverflow(size, &overflow)
                      : -1;
    if (overflow || number < 0 || number > INT32_MAX)
      return false;
    sizes[i] = static_cast<uint32_t>(number);
  }
  return true;
}

/// The sizes of any grid; false with an exception.
static bool readGrid(const Launcher &self, PyObject *grid,
                     const LaunchArguments &arguments, uint32_t sizes[3]) {
  if (readPlainGrid(grid, sizes))
    return true;
  PyObject *named = namedValues(self, arguments);
  PyObject *result = nullptr;
  if (named && PyCallable_Check(grid))
    result = PyObject_CallFunctionObjArgs(grid, named, nullptr);
  else if (named) {
    Py_INCREF(grid);
    result = grid;
  }
  bool isRead = result && readPlainGrid(result, sizes);
  if (result && !isRead) { // kernel.grid_of takes more, or says what is wrong
    PyObject *whole =
        PyObject_CallMethod(self.host, "grid_of", "OO", result, named);
    isRead = whole && readPlainGrid(whole, sizes);
    Py_XDECREF(whole);
  }
  Py_XDECREF(result);
  Py_XDECREF(named);
  return isRead;
}

/// The stream that is current on a GPU; false with an exception.
static bool currentStream(const TorchTensors &torch, int32_t gpu,
                          void *&stream) {
  PyObject *number = PyLong_FromLong(gpu);
  PyObject *result =
      number ? PyObject_CallFunctionObjArgs(torch.stream, number, nullptr)
             : nullptr;
  Py_XDECREF(number);
  if (!result)
    return false;
  stream = PyLong_AsVoidPtr(result);
  Py_DECREF(result);
  return !PyErr_Occurred();
}

/// Launches; returns what `run` would, or null with an exception.
static PyObject *launchLoaded(const Launcher &self, const LoadedKernel &kernel,
                              PyObject *grid,
                              const LaunchArguments &arguments) {
  PyObject *compiled = kernel.compiled, *owner = kernel.owner;
  tqc_kernel *handle = kernel.handle;
  Py_INCREF(compiled); // grids and other threads may change the table
  Py_INCREF(owner);
  uint32_t sizes[3];
  void *stream = nullptr;
  tqc_error *error = nullptr;
  bool isDone = false;
  if (readGrid(self, grid, arguments, sizes) &&
      currentStream(*self.torch, arguments.gpu, stream)) {
    isDone = !sizes[0] || !sizes[1] || !sizes[2];
    if (!isDone) { // a full queue waits, maybe for a thread that wants Python
      PyThreadState *thread = PyEval_SaveThread();
      isDone = self.launch(handle, sizes, arguments.arguments,
                           arguments.argumentCount, stream, nullptr, &error);
      PyEval_RestoreThread(thread);
    }
  }
  if (error) {
    Py_XDECREF(PyObject_CallMethod(self.host, "refuse", "Os", compiled,
                                   self.errorText(error)));
    self.freeError(error);
  }
  Py_DECREF(owner);
  if (isDone)
    return compiled;
  Py_DECREF(compiled);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What Python does
//===----------------------------------------------------------------------===//

/// Launches as Python does: compiled(kernel, *args, grid=grid, **kwargs).
static PyObject *runSlowly(const Launcher &self, PyObject *kernel,
                           PyObject *grid, PyObject *args, PyObject *kwargs) {
  PyObject *first = PyTuple_Pack(1, kernel);
  PyObject *all = first ? PySequence_Concat(first, args) : nullptr;
  PyObject *named = kwargs ? PyDict_Copy(kwargs) : PyDict_New();
  PyObject *result = nullptr;
  if (all && named && (!grid || !PyDict_SetItemString(named, "grid", grid)))
    result = PyObject_Call(self.slow, all, named);
  Py_XDECREF(first);
  Py_XDECREF(all);
  Py_XDECREF(named);
  return result;
}

/// Keeps what a launch was compiled to, if nothing but the key decides it.
/// False with an exception.
static bool keep(Launcher &self, const LaunchArguments &arguments,
                 PyObject *compiled) {
  for (unsigned i = 0; i < arguments.key.count; ++i) {
    const Slot &slot = arguments.key.slots[i];
    if (slot.kind != SlotKind::ConstantObject)
      continue;
    PyObject *isFixed =
        PyObject_CallMethod(self.host, "is_fixed", "(O)", slot.object);
    Py_XDECREF(isFixed);
    if (isFixed != Py_True)
      return isFixed;
  }
  PyObject *owner =
      PyObject_CallMethod(self.host, "loaded", "Oi", compiled, arguments.gpu);
  PyObject *address = owner ? PyObject_GetAttrString(owner, "handle") : nullptr;
  void *handle = address ? PyLong_AsVoidPtr(address) : nullptr;
  bool isKept = handle && self.kernels.add(arguments.key, compiled, owner,
                                           static_cast<tqc_kernel *>(handle));
  Py_XDECREF(address);
  Py_XDECREF(owner);
  return isKept;
}

/// Asks Python for torch, if it is not known yet; false with an exception.
static bool findTorch(Launcher &self) {
  if (self.torch)
    return true;
  PyObject *torch = PyObject_CallMethod(self.host, "torch_tensors", nullptr);
  if (torch && Py_TYPE(torch) == types.torch)
    self.torch = reinterpret_cast<TorchTensors *>(torch);
  else
    Py_XDECREF(torch);
  return torch;
}

/// Whether somebody wants to hear of the launch first; -1 with an exception.
static int hasHooks(const Launcher &self, PyObject *kernel) {
  if (!self.hasHooks)
    return 0;
  static PyObject *name = PyUnicode_InternFromString("pre_run_hooks");
  PyObject *hooks = PyObject_GetAttr(kernel, name);
  int wanted = hooks ? PyObject_IsTrue(hooks) : -1;
  Py_XDECREF(hooks);
  return wanted;
}

/// kernel[grid](*args, **kwargs), or kernel.run with `grid` null: then the grid
/// is in `kwargs`, and `warmup` may be.
static PyObject *runKernel(Launcher &self, PyObject *kernel, PyObject *grid,
                           PyObject *args, PyObject *kwargs) {
  PyObject *shape = grid, *warmup = nullptr;
  if (!grid && kwargs) {
    shape = PyDict_GetItemString(kwargs, "grid");
    warmup = PyDict_GetItemString(kwargs, "warmup");
  }
  int hooks = hasHooks(self, kernel);
  if (hooks < 0 || !findTorch(self))
    return nullptr;
  if (!self.torch || !shape || hooks || (warmup && warmup != Py_False))
    return runSlowly(self, kernel, grid, args, kwargs);
  LaunchArguments arguments;
  if (!arguments.read(self.parameters, *self.torch, args, kwargs))
    return runSlowly(self, kernel, grid, args, kwargs);
  if (const LoadedKernel *found = self.kernels.find(arguments.key))
    return launchLoaded(self, *found, shape, arguments);
  PyObject *compiled = runSlowly(self, kernel, grid, args, kwargs);
  if (compiled && !keep(self, arguments, compiled) && PyErr_Occurred())
    Py_CLEAR(compiled);
  return compiled;
}

//===----------------------------------------------------------------------===//
// tqc.launcher.Launcher
//===----------------------------------------------------------------------===//

/// Takes (name, default or ..., constexpr, specialize, alignment) of each.
static bool takeParameters(KernelParameters &parameters, PyObject *list) {
  Py_ssize_t count = PyList_Size(list);
  if (count > static_cast<Py_ssize_t>(KernelParameters::kMost)) {
    PyErr_SetString(PyExc_ValueError, "the kernel has too many parameters");
    return false;
  }
  parameters.indices = PyDict_New();
  for (Py_ssize_t i = 0; parameters.indices && i < count; ++i) {
    PyObject *name, *fallback;
    int isConstant, isSpecialized, isAlignmentSpecialized;
    if (!PyArg_ParseTuple(PyList_GetItem(list, i), "UOppp", &name, &fallback,
                          &isConstant, &isSpecialized, &isAlignmentSpecialized))
      return false;
    KernelParameter &parameter = parameters.all[parameters.count++];
    Py_INCREF(name);
    parameter.name = name;
    parameter.fallback = fallback == Py_Ellipsis ? nullptr : fallback;
    Py_XINCREF(parameter.fallback);
    parameter.isConstant = isConstant;
    parameter.isSpecialized = isSpecialized;
    parameter.isAlignmentSpecialized = isAlignmentSpecialized;
    PyObject *index = PyLong_FromSsize_t(i);
    bool isKnown = index && !PyDict_SetItem(parameters.indices, name, index);
    Py_XDECREF(index);
    if (!isKnown)
      return false;
  }
  return parameters.indices;
}

static PyObject *newLauncher(PyTypeObject *type, PyObject *args, PyObject *) {
  PyObject *list, *host, *slow, *launch, *errorText, *freeError;
  int hooks;
  if (!PyArg_ParseTuple(args, "O!OO(OOO)p:Launcher", &PyList_Type, &list, &host,
                        &slow, &launch, &errorText, &freeError, &hooks))
    return nullptr;
  PyObject *object = PyType_GenericAlloc(type, 0);
  if (!object)
    return nullptr;
  Launcher &self = asLauncher(object);
  Py_INCREF(host);
  Py_INCREF(slow);
  self.host = host;
  self.slow = slow;
  self.hasHooks = hooks;
  self.launch =
      reinterpret_cast<decltype(self.launch)>(PyLong_AsVoidPtr(launch));
  self.errorText =
      reinterpret_cast<decltype(self.errorText)>(PyLong_AsVoidPtr(errorText));
  self.freeError =
      reinterpret_cast<decltype(self.freeError)>(PyLong_AsVoidPtr(freeError));
  if (!PyErr_Occurred() && takeParameters(self.parameters, list))
    return object;
  Py_DECREF(object);
  return nullptr;
}

static void freeLauncher(PyObject *object) {
  Launcher &self = asLauncher(object);
  self.kernels.clear();
  for (unsigned i = 0; i < self.parameters.count; ++i) {
    Py_DECREF(self.parameters.all[i].name);
    Py_XDECREF(self.parameters.all[i].fallback);
  }
  Py_XDECREF(self.parameters.indices);
  Py_XDECREF(self.host);
  Py_XDECREF(self.slow);
  Py_XDECREF(reinterpret_cast<PyObject *>(self.torch));
  freeObject(object);
}

/// How many kinds of launches need no more of Python.
static Py_ssize_t countKernels(PyObject *object) {
  return static_cast<Py_ssize_t>(asLauncher(object).kernels.size());
}

/// A copy of a kernel launches with the same one.
static PyObject *copyLauncher(PyObject *object, PyObject *) {
  Py_INCREF(object);
  return object;
}

static PyTypeObject *makeLauncherType() {
  static PyMethodDef methods[] = {
      {"__deepcopy__", copyLauncher, METH_O, "The launcher itself."},
      {nullptr, nullptr, 0, nullptr}};
  PyType_Slot slots[] = {
      {Py_sq_length, reinterpret_cast<void *>(countKernels)},
      {Py_tp_new, reinterpret_cast<void *>(newLauncher)},
      {Py_tp_dealloc, reinterpret_cast<void *>(freeLauncher)},
      {Py_tp_methods, methods},
      {0, nullptr}};
  PyType_Spec spec = {"tqc.launcher.Launcher", sizeof(Launcher), 0,
                      Py_TPFLAGS_DEFAULT, slots};
  return reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
}

//===----------------------------------------------------------------------===//
// tqc.launcher.GridLauncher
//===----------------------------------------------------------------------===//

/// The Launcher of a kernel, which Python makes at its first launch.
static PyObject *launcherOf(PyObject *kernel) {
  static PyObject *name = PyUnicode_InternFromString("tqc_launcher");
  PyObject *launcher = PyObject_GetAttr(kernel, name);
  if (launcher && Py_TYPE(launcher) != types.launcher) {
    PyErr_SetString(PyExc_TypeError, "tqc_launcher is no Launcher");
    Py_CLEAR(launcher);
  }
  return launcher;
}

/// The kernel's __getitem__.
static PyObject *launcherOfGrid(PyObject *kernel, PyObject *grid) {
  PyObject *launcher = launcherOf(kernel);
  PyObject *object =
      launcher ? PyType_GenericAlloc(types.gridLauncher, 0) : nullptr;
  if (!object) {
    Py_XDECREF(launcher);
    return nullptr;
  }
  auto *self = reinterpret_cast<GridLauncher *>(object);
  Py_INCREF(kernel);
  Py_INCREF(grid);
  self->kernel = kernel;
  self->grid = grid;
  self->launcher = launcher;
  return object;
}

/// The kernel's run.
static PyObject *run(PyObject *kernel, PyObject *args, PyObject *kwargs) {
  PyObject *launcher = launcherOf(kernel);
  if (!launcher)
    return nullptr;
  PyObject *result =
      runKernel(asLauncher(launcher), kernel, nullptr, args, kwargs);
  Py_DECREF(launcher);
  return result;
}

static PyObject *callGridLauncher(PyObject *object, PyObject *args,
                                  PyObject *kwargs) {
  auto *self = reinterpret_cast<GridLauncher *>(object);
  return runKernel(asLauncher(self->launcher), self->kernel, self->grid, args,
                   kwargs);
}

static void freeGridLauncher(PyObject *object) {
  auto *self = reinterpret_cast<GridLauncher *>(object);
  Py_XDECREF(self->kernel);
  Py_XDECREF(self->grid);
  Py_XDECREF(self->launcher);
  freeObject(object);
}

static PyTypeObject *makeGridLauncherType() {
  PyType_Slot slots[] = {
      {Py_tp_call, reinterpret_cast<void *>(callGridLauncher)},
      {Py_tp_dealloc, reinterpret_cast<void *>(freeGridLauncher)},
      {0, nullptr}};
  PyType_Spec spec = {"tqc.launcher.GridLauncher", sizeof(GridLauncher), 0,
                      Py_TPFLAGS_DEFAULT, slots};
  return reinterpret_cast<PyTypeObject *>(PyType_FromSpec(&spec));
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static PyObject *install(PyObject *, PyObject *kind) {
  static PyMethodDef getItem = {
      "__getitem__", launcherOfGrid, METH_O,
      "Something to call with the arguments of a launch of that grid."};
  static PyMethodDef runMethod = {
      "run", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(run)),
      METH_VARARGS | METH_KEYWORDS, "Launches; `grid` is an argument too."};
  if (!PyType_Check(kind)) {
    PyErr_SetString(PyExc_TypeError, "install wants a class");
    return nullptr;
  }
  for (PyMethodDef *definition : {&getItem, &runMethod}) {
    PyObject *method =
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject *>(kind), definition);
    int status =
        method ? PyObject_SetAttrString(kind, definition->ml_name, method) : -1;
    Py_XDECREF(method);
    if (status)
      return nullptr;
  }
  return Py_BuildValue("");
}

// NOLINTNEXTLINE(readability-identifier-naming): Python's name
PyMODINIT_FUNC PyInit_launcher() {
  static PyMethodDef functions[] = {
      {"install", install, METH_O,
       "Gives a class of kernels its __getitem__ and run; its attribute "
       "tqc_launcher must be a Launcher."},
      {nullptr, nullptr, 0, nullptr}};
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                                   "launcher",
                                   "Launches of kernels that are compiled.",
                                   -1,
                                   functions,
                                   nullptr,
                                   nullptr,
                                   nullptr,
                                   nullptr};
  types = {TorchTensors::makeType(), makeLauncherType(),
           makeGridLauncherType()};
  PyObject *module = PyModule_Create(&definition);
  if (!module || !types.torch || !types.launcher || !types.gridLauncher)
    return nullptr;
  auto *torch = reinterpret_cast<PyObject *>(types.torch);
  auto *launcher = reinterpret_cast<PyObject *>(types.launcher);
  Py_INCREF(torch);
  Py_INCREF(launcher);
  if (PyModule_AddIntConstant(module, "PARAMETERS", KernelParameters::kMost) ||
      PyModule_AddObject(module, "TorchTensors", torch) ||
      PyModule_AddObject(module, "Launcher", launcher))
    return nullptr;
  return module;
}
