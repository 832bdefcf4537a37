//===- HostTorch.cpp - Making tensors, and facts about the device ---------===//
//
// `torch.empty` poisons its memory, so that a device that can tell (the
// emulator) finds what no kernel wrote.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace tqc::host {

using Kind = HostValue::Kind;

/// What memory holds that nobody wrote: NaN in every float format.
static constexpr uint8_t kPoison = 0xff;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The number of elements, or an error if the memory could not exist.
static std::optional<int64_t> countElements(HostEvaluator &host,
                                            const std::vector<int64_t> &shape,
                                            DType type, Span at) {
  int64_t bytes = static_cast<int64_t>(bytesOf(type));
  for (int64_t size : shape) {
    if (size < 0) {
      host.error(code::HostTensor, at,
                 "a size of " + shapeText(shape) + " is negative");
      return std::nullopt;
    }
    if (__builtin_mul_overflow(bytes, size, &bytes) || bytes > (1LL << 46)) {
      host.error(code::HostTensor, at,
                 "a tensor of shape " + shapeText(shape) +
                     " is larger than any memory");
      return std::nullopt;
    }
  }
  return bytes / static_cast<int64_t>(bytesOf(type));
}

std::optional<TensorValue> HostEvaluator::allocate(DType type,
                                                   std::vector<int64_t> shape,
                                                   Fill fill, Span at) {
  std::optional<int64_t> count = countElements(*this, shape, type, at);
  if (!count)
    return std::nullopt;
  AllocationInfo info;
  // A tensor without elements still has an address.
  info.bytes = std::max<size_t>(*count, 1) * bytesOf(type);
  info.name = !assignedName.empty() ? assignedName
              : frames.empty()      ? "tensor"
                                    : frames.back().name;
  info.type = nameOf(type);
  info.shape = shape;
  Result<DevicePtr> address = device.allocate(info);
  if (!address)
    return deviceError(at,
                       "no memory for a tensor of shape " + shapeText(shape),
                       address.error());
  TensorValue tensor;
  tensor.storage =
      std::make_shared<TensorStorage>(device, *address, info.bytes);
  tensor.base = *address;
  tensor.type = type;
  tensor.strides = contiguousStrides(shape);
  tensor.shape = std::move(shape);
  Status status = fill == Fill::Poison
                      ? device.poison(*address, kPoison, info.bytes)
                      : device.fill(*address, 0, info.bytes);
  if (!status)
    return deviceError(at, "the new tensor cannot be filled", status.error());
  return tensor;
}

/// Whether torch takes `value` as an element of that type: infinities are
/// values of floats, negative numbers wrap in types without a sign.
static bool fits(DType type, const HostValue &value) {
  if (type == DType::I1)
    return true;
  if (isFloat(type)) {
    double size = std::fabs(value.asFloat());
    return !std::isfinite(size) || size <= largestOf(type);
  }
  HostInt number = value.asInt();
  int bits = 8 * static_cast<int>(bytesOf(type));
  bool isSigned = infoOf(type).kind == DTypeKind::Signed;
  HostInt top = (HostInt(1) << (isSigned ? bits - 1 : bits)) - 1;
  return number <= top && number >= (isSigned ? -top - 1 : -top);
}

/// Writes one value into every element of a contiguous tensor.
static bool fillWith(HostEvaluator &host, const TensorValue &tensor,
                     const HostValue &value, Span at) {
  if (!value.isNumber()) {
    host.error(code::HostType, at,
               "a tensor is filled with a number, but this is " +
                   describeValue(value));
    return false;
  }
  if (!isFloat(tensor.type) && tensor.type != DType::I1 &&
      value.is(Kind::Float)) {
    host.error(code::HostType, at,
               "a float cannot fill a tensor of " +
                   repr(HostValue::dtype(tensor.type)));
    return false;
  }
  size_t size = bytesOf(tensor.type);
  uint8_t element[8] = {};
  if (!fits(tensor.type, value)) {
    host.error(code::HostValueError, at,
               repr(value) + " does not fit " +
                   repr(HostValue::dtype(tensor.type)));
    return false;
  }
  if (isFloat(tensor.type) || tensor.type == DType::I1)
    storeElement(tensor.type, element,
                 tensor.type == DType::I1 ? isTrue(value) : value.asFloat());
  else
    storeInteger(tensor.type, element, static_cast<int64_t>(value.asInt()));
  std::vector<uint8_t> bytes(tensor.numel() * size);
  for (size_t i = 0; i < bytes.size(); i += size)
    std::memcpy(bytes.data() + i, element, size);
  if (bytes.empty())
    return true;
  Status status =
      host.device.copyIn(tensor.pointer(), bytes.data(), bytes.size());
  if (!status)
    host.deviceError(at, "the tensor cannot be filled", status.error());
  return static_cast<bool>(status);
}

//===----------------------------------------------------------------------===//
// Arguments of the factories
//===----------------------------------------------------------------------===//

/// Integers given one by one, as a tuple, or as `size=`.
static std::optional<std::vector<int64_t>> sizeOf(HostEvaluator &host,
                                                  const HostArgs &args) {
  std::vector<std::pair<HostValue, Span>> sizes = args.rest;
  HostValue whole = args.get("size");
  Span at = args.where("size");
  if (!args.has("size") && sizes.size() == 1 && !sizes[0].first.isInt()) {
    whole = sizes[0].first;
    at = sizes[0].second;
  }
  if (whole.is(Kind::Tuple) || whole.is(Kind::List)) {
    sizes.clear();
    for (const HostValue &element : whole.elements())
      sizes.emplace_back(element, at);
  } else if (args.has("size") && whole.isInt()) {
    sizes = {{whole, at}};
  } else if (!whole.isNone()) {
    host.error(code::HostType, at,
               "a shape is a tuple of integers, but this is " +
                   describeValue(whole));
    return std::nullopt;
  }
  std::vector<int64_t> shape;
  for (const auto &[value, place] : sizes) {
    std::optional<int64_t> size = host.integer(value, place, "a size");
    if (!size)
      return std::nullopt;
    shape.push_back(*size);
  }
  return shape;
}

/// dtype= or `otherwise`.
static std::optional<DType> typeOf(HostEvaluator &host, const HostArgs &args,
                                   DType otherwise) {
  HostValue device = args.get("device");
  if (device.is(Kind::String) && device.asString().compare(0, 4, "cuda") != 0) {
    host.error(code::HostNotAvailable, args.where("device"),
               "the only device of a launcher is \"cuda\", but this is " +
                   repr(device));
    return std::nullopt;
  }
  HostValue type = args.get("dtype");
  DType result = type.is(Kind::DType) ? type.asDType() : otherwise;
  if (isTrue(args.get("requires_grad")) && !isFloat(result)) {
    host.error(code::HostType, args.where("requires_grad"),
               "only tensors of floats require gradients, but this is one of " +
                   repr(HostValue::dtype(result)));
    return std::nullopt;
  }
  if (type.isNone() || type.is(Kind::DType))
    return result;
  host.error(code::HostType, args.where("dtype"),
             "`dtype` must be a dtype, but is " + describeValue(type));
  return std::nullopt;
}

/// The tensor argument `x`, or an error.
static const TensorValue *
tensorArgument(HostEvaluator &host, const HostArgs &args, const HostValue &x) {
  if (x.is(Kind::Tensor))
    return &x.asTensor();
  host.error(code::HostType, args.where("x"),
             "`x` must be a tensor, but is " + describeValue(x));
  return nullptr;
}

/// A new tensor as a value, which requires gradients if it is to.
static Maybe asValue(const HostArgs &args, std::optional<TensorValue> tensor) {
  if (tensor && isTrue(args.get("requires_grad")))
    tensor = requiringGradient(std::move(*tensor));
  return tensor ? Maybe(HostValue::tensor(std::move(*tensor))) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Factories
//===----------------------------------------------------------------------===//

/// A tensor of the shape in `args`; `like` gives its dtype where none is said.
static Maybe makeTensor(HostEvaluator &host, const HostArgs &args, DType like,
                        HostEvaluator::Fill fill) {
  auto shape = sizeOf(host, args);
  auto type = shape ? typeOf(host, args, like) : std::nullopt;
  return type ? asValue(args, host.allocate(*type, *shape, fill, args.at))
              : std::nullopt;
}

static Maybe makeFilled(HostEvaluator &host, const HostArgs &args, DType type,
                        std::vector<int64_t> shape, const HostValue &value,
                        Span at) {
  auto tensor =
      host.allocate(type, std::move(shape), HostEvaluator::Fill::Zero, args.at);
  if (!tensor || !fillWith(host, *tensor, value, at))
    return std::nullopt;
  return asValue(args, std::move(tensor));
}

/// The dtype that torch.full takes from its value.
static DType typeOfNumber(const HostValue &value) {
  return value.is(Kind::Bool)  ? DType::I1
         : value.is(Kind::Int) ? DType::I64
                               : DType::FP32;
}

static Maybe makeFull(HostEvaluator &host, const HostArgs &args, DType like) {
  auto shape = sizeOf(host, args);
  auto type = shape ? typeOf(host, args, like) : std::nullopt;
  return type ? makeFilled(host, args, *type, *shape, args.get("fill_value"),
                           args.where("fill_value"))
              : std::nullopt;
}

static Maybe makeOnes(HostEvaluator &host, const HostArgs &args, DType like) {
  auto shape = sizeOf(host, args);
  auto type = shape ? typeOf(host, args, like) : std::nullopt;
  return type ? makeFilled(host, args, *type, *shape, HostValue::integer(1),
                           args.at)
              : std::nullopt;
}

Maybe torchEmpty(HostEvaluator &host, const HostArgs &args) {
  return makeTensor(host, args, DType::FP32, HostEvaluator::Fill::Poison);
}
Maybe torchZeros(HostEvaluator &host, const HostArgs &args) {
  return makeTensor(host, args, DType::FP32, HostEvaluator::Fill::Zero);
}
Maybe torchOnes(HostEvaluator &host, const HostArgs &args) {
  return makeOnes(host, args, DType::FP32);
}
Maybe torchFull(HostEvaluator &host, const HostArgs &args) {
  return makeFull(host, args, typeOfNumber(args.get("fill_value")));
}

static Maybe makeLike(HostEvaluator &host, const HostArgs &args,
                      HostEvaluator::Fill fill, const HostValue *value) {
  HostValue x = args.get("x");
  const TensorValue *like = tensorArgument(host, args, x);
  auto type = like ? typeOf(host, args, like->type) : std::nullopt;
  if (!type)
    return std::nullopt;
  auto tensor = host.allocate(*type, like->shape, fill, args.at);
  if (!tensor ||
      (value && !fillWith(host, *tensor, *value, args.where("fill_value"))))
    return std::nullopt;
  tensor->strides = stridesLike(*like); // no more memory than without
  return asValue(args, std::move(tensor));
}

Maybe torchEmptyLike(HostEvaluator &host, const HostArgs &args) {
  return makeLike(host, args, HostEvaluator::Fill::Poison, nullptr);
}
Maybe torchZerosLike(HostEvaluator &host, const HostArgs &args) {
  return makeLike(host, args, HostEvaluator::Fill::Zero, nullptr);
}
Maybe torchOnesLike(HostEvaluator &host, const HostArgs &args) {
  HostValue one = HostValue::integer(1);
  return makeLike(host, args, HostEvaluator::Fill::Zero, &one);
}
Maybe torchFullLike(HostEvaluator &host, const HostArgs &args) {
  HostValue value = args.get("fill_value");
  return makeLike(host, args, HostEvaluator::Fill::Zero, &value);
}

Maybe torchEmptyStrided(HostEvaluator &host, const HostArgs &args) {
  HostArgs strideArgs;
  strideArgs.at = args.at;
  strideArgs.values["size"] = {args.get("stride"), args.where("stride")};
  auto shape = sizeOf(host, args);
  auto strides = shape ? sizeOf(host, strideArgs) : std::nullopt;
  auto type = strides ? typeOf(host, args, DType::FP32) : std::nullopt;
  if (!type)
    return std::nullopt;
  if (shape->size() != strides->size()) {
    host.error(code::HostTensor, args.at,
               "there are " + std::to_string(shape->size()) + " sizes and " +
                   std::to_string(strides->size()) + " strides");
    return std::nullopt;
  }
  int64_t last = 0;
  for (size_t i = 0; i < shape->size(); ++i) {
    int64_t reach;
    if ((*strides)[i] < 0 || (*shape)[i] < 0 ||
        __builtin_mul_overflow(std::max<int64_t>((*shape)[i] - 1, 0),
                               (*strides)[i], &reach) ||
        __builtin_add_overflow(last, reach, &last)) {
      host.error(code::HostTensor, args.at, "these strides describe no memory");
      return std::nullopt;
    }
  }
  auto tensor =
      host.allocate(*type, {last + 1}, HostEvaluator::Fill::Poison, args.at);
  if (!tensor)
    return std::nullopt;
  tensor->shape = std::move(*shape);
  tensor->strides = std::move(*strides);
  return asValue(args, std::move(tensor));
}

Maybe tensorNewEmpty(HostEvaluator &host, const HostArgs &args) {
  return makeTensor(host, args, args.receiver.asTensor().type,
                    HostEvaluator::Fill::Poison);
}
Maybe tensorNewZeros(HostEvaluator &host, const HostArgs &args) {
  return makeTensor(host, args, args.receiver.asTensor().type,
                    HostEvaluator::Fill::Zero);
}
Maybe tensorNewOnes(HostEvaluator &host, const HostArgs &args) {
  return makeOnes(host, args, args.receiver.asTensor().type);
}
Maybe tensorNewFull(HostEvaluator &host, const HostArgs &args) {
  return makeFull(host, args, args.receiver.asTensor().type);
}

/// x.zero_() and x.fill_(v): they write a constant and compute nothing.
static Maybe fillInPlace(HostEvaluator &host, const HostArgs &args,
                         const HostValue &value) {
  const TensorValue &tensor = args.receiver.asTensor();
  if (!tensor.isContiguous()) {
    host.error(code::HostTensor, args.at,
               "only a contiguous tensor can be filled, but its strides are " +
                   shapeText(tensor.strides));
    return std::nullopt;
  }
  if (!fillWith(host, tensor, value, args.at))
    return std::nullopt;
  return args.receiver;
}
Maybe tensorZero(HostEvaluator &host, const HostArgs &args) {
  return fillInPlace(host, args, HostValue::integer(0));
}
Maybe tensorFill(HostEvaluator &host, const HostArgs &args) {
  return fillInPlace(host, args, args.get("value"));
}

Maybe torchIsTensor(HostEvaluator &host, const HostArgs &args) {
  return HostValue::boolean(args.get("x").is(Kind::Tensor));
}

//===----------------------------------------------------------------------===//
// Facts about dtypes and the device
//===----------------------------------------------------------------------===//

static HostValue
makeRecord(std::string what,
           std::vector<std::pair<std::string, HostValue>> fields) {
  RecordObject record;
  record.what = std::move(what);
  record.fields = std::move(fields);
  return makeObject(Kind::Record, std::move(record));
}

/// The dtype argument, or an error if it is none of the wanted kind.
static std::optional<DType> dtypeArgument(HostEvaluator &host,
                                          const HostArgs &args, bool floats) {
  HostValue type = args.get("dtype");
  if (type.is(Kind::DType) && isFloat(type.asDType()) == floats)
    return type.asDType();
  host.error(code::HostType, args.where("dtype"),
             std::string("this needs a dtype of ") +
                 (floats ? "floats" : "integers") + ", but is " + repr(type));
  return std::nullopt;
}

Maybe torchFinfo(HostEvaluator &host, const HostArgs &args) {
  std::optional<DType> type = dtypeArgument(host, args, /*floats=*/true);
  if (!type)
    return std::nullopt;
  double largest = largestOf(*type);
  // The roundoff is half of the distance from 1 to the next number.
  return makeRecord(
      "finfo", {{"max", HostValue::floating(largest)},
                {"min", HostValue::floating(-largest)},
                {"eps", HostValue::floating(2 * unitRoundoff(*type))},
                {"bits", HostValue::integer(int64_t(8 * bytesOf(*type)))}});
}

Maybe torchIinfo(HostEvaluator &host, const HostArgs &args) {
  std::optional<DType> type = dtypeArgument(host, args, /*floats=*/false);
  if (!type)
    return std::nullopt;
  int bits = 8 * static_cast<int>(bytesOf(*type));
  bool isSigned = infoOf(*type).kind == DTypeKind::Signed;
  HostInt top = (HostInt(1) << (isSigned ? bits - 1 : bits)) - 1;
  return makeRecord("iinfo",
                    {{"max", HostValue::integer(top)},
                     {"min", HostValue::integer(isSigned ? -top - 1 : 0)},
                     {"bits", HostValue::integer(bits)}});
}

bool isDevice(const HostValue &value) {
  return value.is(Kind::Device) || value.isInt() ||
         (value.is(Kind::String) &&
          value.asString().compare(0, 4, "cuda") == 0);
}

Maybe makeDevice(HostEvaluator &host, const HostArgs &args) {
  HostValue type = args.get("type");
  if (isDevice(type))
    return HostValue::object(Kind::Device, nullptr);
  host.error(code::HostNotAvailable, args.where("type"),
             "the only device of a launcher is \"cuda\", but this is " +
                 repr(type));
  return std::nullopt;
}

Maybe currentDevice(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(0);
}
Maybe deviceCount(HostEvaluator &host, const HostArgs &args) {
  return HostValue::integer(1);
}
Maybe setDevice(HostEvaluator &host, const HostArgs &args) {
  HostValue device = args.get("device");
  if (isDevice(device) && (!device.isInt() || device.asInt() == 0))
    return HostValue();
  host.error(code::HostNotAvailable, args.where("device"),
             "the only device of a launcher is \"cuda:0\", but this is " +
                 repr(device));
  return std::nullopt;
}
Maybe deviceIsAvailable(HostEvaluator &host, const HostArgs &args) {
  return HostValue::boolean(true);
}

Maybe deviceCapability(HostEvaluator &host, const HostArgs &args) {
  const DeviceAttributes &facts = host.device.attributes();
  return HostValue::tuple({HostValue::integer(facts.computeMajor),
                           HostValue::integer(facts.computeMinor)});
}

Maybe deviceProperties(HostEvaluator &host, const HostArgs &args) {
  const DeviceAttributes &facts = host.device.attributes();
  return makeRecord(
      "device_properties",
      {{"name", HostValue::string(facts.name)},
       {"major", HostValue::integer(facts.computeMajor)},
       {"minor", HostValue::integer(facts.computeMinor)},
       {"multi_processor_count", HostValue::integer(facts.multiprocessors)},
       {"shared_memory_per_block_optin",
        HostValue::integer(HostInt(facts.sharedBytesPerBlock))},
       {"total_memory", HostValue::integer(HostInt(facts.totalMemory))},
       {"warp_size", HostValue::integer(32)}});
}

/// The names that Triton's own driver uses for these.
Maybe tritonDeviceProperties(HostEvaluator &host, const HostArgs &args) {
  const DeviceAttributes &facts = host.device.attributes();
  return makeRecord(
      "device_properties",
      {{"multiprocessor_count", HostValue::integer(facts.multiprocessors)},
       {"max_shared_mem",
        HostValue::integer(HostInt(facts.sharedBytesPerBlock))},
       {"warpSize", HostValue::integer(32)}});
}

/// torch.no_grad() and the like: what `with` enters.
Maybe makeContext(HostEvaluator &host, const HostArgs &args) {
  const std::string &name = args.receiver.asString();
  bool isOff = name == "torch.no_grad" || name == "torch.inference_mode";
  HostValue gradients = isOff || name == "torch.enable_grad"
                            ? HostValue::boolean(!isOff)
                            : HostValue();
  if (args.has("mode") && !isTrue(args.get("mode"))) // inference_mode(False)
    gradients = HostValue::boolean(true);
  return makeRecord("context", {{"gradients", gradients}});
}

Maybe activeDevice(HostEvaluator &host, const HostArgs &args) {
  return HostValue::object(Kind::Device, nullptr);
}

/// Triton's name for what code is made for.
Maybe currentTarget(HostEvaluator &host, const HostArgs &args) {
  const DeviceAttributes &facts = host.device.attributes();
  return makeRecord("GPUTarget",
                    {{"backend", HostValue::string("cuda")},
                     {"arch", HostValue::integer(10 * facts.computeMajor +
                                                 facts.computeMinor)},
                     {"warp_size", HostValue::integer(32)}});
}

Maybe deviceSynchronize(HostEvaluator &host, const HostArgs &args) {
  Status status = host.device.synchronize();
  if (!status)
    return host.deviceError(args.at, "the device stopped", status.error());
  return HostValue();
}

} // namespace tqc::host
