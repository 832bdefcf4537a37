//===- HostValue.h - What a launcher computes with --------------*- C++ -*-===//
//
// Which values does the host side of a `.tq` file have? Python's numbers,
// strings and collections, dtypes, and tensors, which are only described here:
// where they lie, their type, shape and strides. Their elements stay on the
// device.
//
//     x = torch.empty((4, 8), dtype=torch.float16)[:, 2:]
//
//     base 0x1000  byteOffset 4  type FP16  shape (4, 6)  strides (8, 1)
//
// Collections are shared, as in Python: two names may mean one list.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTVALUE_H
#define TQC_COMPILER_HOST_HOSTVALUE_H

#include "runtime/device/DTypes.h"
#include "runtime/device/Device.h"

#include <cassert>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tqc {

/// Python's int, within 127 bits and a sign.
using HostInt = __int128;

/// What lies behind a value that is more than a number or a text.
struct HostObject {
  virtual ~HostObject() = default;
};

/// Device memory that is freed with the last tensor that shows it.
class TensorStorage {
public:
  TensorStorage(Device &device, DevicePtr address, size_t bytes)
      : device(device), address(address), bytes(bytes) {}
  ~TensorStorage();
  TensorStorage(const TensorStorage &) = delete;
  TensorStorage &operator=(const TensorStorage &) = delete;

  Device &device;
  const DevicePtr address;
  const size_t bytes;
};

/// A view of device memory. Strides count elements, as torch's do.
struct TensorValue {
  std::shared_ptr<TensorStorage> storage; ///< null: someone else owns it
  DevicePtr base = 0;                     ///< the start of the allocation
  int64_t byteOffset = 0;                 ///< of the first element
  DType type = DType::FP32;
  std::vector<int64_t> shape, strides;
  std::shared_ptr<HostObject> gradient; ///< null: it requires none

  DevicePtr pointer() const { return base + byteOffset; }
  int64_t numel() const;
  bool isContiguous() const;
};

/// The strides of a tensor without gaps, last dimension fastest.
std::vector<int64_t> contiguousStrides(const std::vector<int64_t> &shape);

class HostValue {
public:
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    String,
    DType,
    Tensor,
    Tuple,
    List,
    Dict,
    Range,
    Slice,
    View,     ///< d.keys(), d.values(), d.items()
    Iterator, ///< of zip, enumerate, a generator, ...
    Ellipsis,
    Function,    ///< a `def` or a lambda
    Kernel,      ///< a `@triton.jit` function
    Launchable,  ///< kernel[grid]
    Builtin,     ///< a function of the tables
    Method,      ///< x.view
    Namespace,   ///< torch, torch.cuda, tl
    Device,      ///< torch.device
    Config,      ///< triton.Config
    Array,       ///< numpy's, of doubles
    TupleClass,  ///< a class of named tuples
    Class,       ///< another `class` of the file
    Instance,    ///< an object of one
    Bound,       ///< a method of an object or class
    Super,       ///< super()
    GradContext, ///< the `ctx` of a torch.autograd.Function
    Record,      ///< named facts: device properties, torch.finfo
    Exception,
    Unknown, ///< a name of the file that could not be computed
  };

  HostValue() = default; ///< None
  static HostValue none() { return HostValue(); }
  static HostValue boolean(bool value) { return {Kind::Bool, value}; }
  static HostValue integer(HostInt value) { return {Kind::Int, value}; }
  static HostValue floating(double value) { return {Kind::Float, value}; }
  static HostValue string(std::string value) {
    return {Kind::String, std::move(value)};
  }
  static HostValue dtype(DType value) { return {Kind::DType, value}; }
  static HostValue tensor(TensorValue value);
  static HostValue tuple(std::vector<HostValue> elements);
  static HostValue list(std::vector<HostValue> elements);
  static HostValue object(Kind kind, std::shared_ptr<HostObject> object) {
    return {kind, std::move(object)};
  }

  Kind kind() const { return tag; }
  bool is(Kind other) const { return tag == other; }
  bool isNone() const { return tag == Kind::None; }
  /// Bool counts as an integer, as in Python.
  bool isInt() const { return tag == Kind::Int || tag == Kind::Bool; }
  bool isNumber() const { return isInt() || tag == Kind::Float; }

  bool asBool() const { return std::get<bool>(data); }
  HostInt asInt() const {
    return tag == Kind::Bool ? HostInt(std::get<bool>(data))
                             : std::get<HostInt>(data);
  }
  /// Any number as a double.
  double asFloat() const {
    return isInt() ? static_cast<double>(asInt()) : std::get<double>(data);
  }
  const std::string &asString() const { return std::get<std::string>(data); }
  DType asDType() const { return std::get<DType>(data); }
  const TensorValue &asTensor() const;
  /// The elements of a tuple or list.
  const std::vector<HostValue> &elements() const;
  std::vector<HostValue> &elements();

  /// The object of a value whose kind says that it is a T.
  template <typename T>
  T &as() const {
    return static_cast<T &>(*std::get<std::shared_ptr<HostObject>>(data));
  }
  template <typename T>
  std::shared_ptr<T> shared() const {
    return std::static_pointer_cast<T>(
        std::get<std::shared_ptr<HostObject>>(data));
  }
  /// The identity of an object; null for plain values.
  const HostObject *identity() const {
    const auto *object = std::get_if<std::shared_ptr<HostObject>>(&data);
    return object ? object->get() : nullptr;
  }

private:
  using Data = std::variant<std::monostate, bool, HostInt, double, DType,
                            std::string, std::shared_ptr<HostObject>>;
  HostValue(Kind tag, Data data) : tag(tag), data(std::move(data)) {}

  Kind tag = Kind::None;
  Data data;
};

/// How messages call a kind: "an int", "a tensor".
const char *describe(HostValue::Kind kind);

/// Python's repr() and str().
std::string repr(const HostValue &value);
std::string str(const HostValue &value);
std::string decimal(HostInt value);

/// Python's `==`, and truth of what has one (all but tensors do).
bool equal(const HostValue &a, const HostValue &b);
bool isTrue(const HostValue &value);

} // namespace tqc

#endif // TQC_COMPILER_HOST_HOSTVALUE_H
