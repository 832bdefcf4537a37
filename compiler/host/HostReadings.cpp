//===- HostReadings.cpp - Launchers that look at what kernels gave --------===//
//
// A launcher computes no tensor, but it may read one: to compare it with
// another, as tests at the end of a file do, or to take a number out.
//
//     torch.testing.assert_close(out, expected, atol=1e-2, rtol=0)
//
// Tolerances are torch's, by dtype.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostHandlers.h"

#include <cmath>

namespace tqc::host {

using Kind = HostValue::Kind;

namespace {

struct Tolerance {
  double relative = 0, absolute = 0;
  bool nanIsEqual = false;
};

/// What a comparison found.
struct Difference {
  int64_t count = 0, first = -1;
  double left = 0, right = 0; ///< at the first
};

} // namespace

static std::optional<std::vector<uint8_t>>
read(HostEvaluator &host, const TensorValue &tensor, Span at) {
  Result<std::vector<uint8_t>> bytes = readTensor(host.device, tensor);
  if (bytes)
    return std::move(*bytes);
  host.deviceError(at, "the tensor cannot be read", bytes.error());
  return std::nullopt;
}

static bool areClose(double left, double right, const Tolerance &tolerance) {
  if (left == right)
    return true;
  if (std::isnan(left) || std::isnan(right))
    return tolerance.nanIsEqual && std::isnan(left) && std::isnan(right);
  if (std::isinf(left) || std::isinf(right))
    return false;
  return std::fabs(left - right) <=
         tolerance.absolute + tolerance.relative * std::fabs(right);
}

/// Compares tensors of one dtype and shape, or nothing with an error.
static std::optional<Difference>
compareTensors(HostEvaluator &host, const TensorValue &left,
               const TensorValue &right, const Tolerance &tolerance, Span at) {
  auto a = read(host, left, at);
  auto b = a ? read(host, right, at) : std::nullopt;
  if (!b)
    return std::nullopt;
  bool isExact =
      !isFloat(left.type) && tolerance.relative == 0 && tolerance.absolute == 0;
  size_t width = bytesOf(left.type);
  Difference found;
  for (size_t i = 0; i * width < a->size(); ++i) {
    const uint8_t *x = a->data() + i * width, *y = b->data() + i * width;
    double first = loadElement(left.type, x),
           second = loadElement(left.type, y);
    bool isSame = isExact
                      ? loadInteger(left.type, x) == loadInteger(left.type, y)
                      : areClose(first, second, tolerance);
    if (isSame || found.count++)
      continue;
    found.first = static_cast<int64_t>(i);
    found.left = first;
    found.right = second;
  }
  return found;
}

/// The tolerances that torch.testing takes for a dtype; nothing for formats of
/// which it has none.
static std::optional<Tolerance> usualTolerance(DType type) {
  switch (type) {
  case DType::FP16:
    return Tolerance{1e-3, 1e-5};
  case DType::BF16:
    return Tolerance{1.6e-2, 1e-5};
  case DType::FP32:
    return Tolerance{1.3e-6, 1e-5};
  case DType::FP64:
    return Tolerance{1e-7, 1e-7};
  default:
    return isFloat(type) ? std::nullopt : std::optional(Tolerance{});
  }
}

/// Two tensors of one dtype and shape, or an error.
static bool areAlike(HostEvaluator &host, const HostArgs &args,
                     const HostValue &a, const HostValue &b) {
  auto describeOne = [](const HostValue &value) {
    return value.is(Kind::Tensor)
               ? repr(HostValue::dtype(value.asTensor().type)) + " of shape " +
                     shapeText(value.asTensor().shape)
               : describeValue(value);
  };
  if (a.is(Kind::Tensor) && b.is(Kind::Tensor) &&
      a.asTensor().type == b.asTensor().type &&
      a.asTensor().shape == b.asTensor().shape)
    return true;
  host.error(code::HostTensor, args.at,
             "tensors of one dtype and shape are compared, but these are " +
                 describeOne(a) + " and " + describeOne(b));
  return false;
}

/// `rtol`, `atol` and `equal_nan` as they were given, or an error.
static bool readTolerance(HostEvaluator &host, const HostArgs &args,
                          Tolerance &tolerance) {
  for (auto [name, place] : {std::pair("rtol", &tolerance.relative),
                             {"atol", &tolerance.absolute}}) {
    if (!args.has(name) || args.get(name).isNone())
      continue;
    if (!args.get(name).isNumber()) {
      wrongKind(host, args, name, "a number");
      return false;
    }
    *place = args.get(name).asFloat();
  }
  tolerance.nanIsEqual = isTrue(args.get("equal_nan"));
  return true;
}

Maybe torchAllclose(HostEvaluator &host, const HostArgs &args) {
  Tolerance tolerance = {1e-5, 1e-8};
  HostValue a = args.get("input"), b = args.get("other");
  if (!areAlike(host, args, a, b) || !readTolerance(host, args, tolerance))
    return std::nullopt;
  auto found =
      compareTensors(host, a.asTensor(), b.asTensor(), tolerance, args.at);
  return found ? Maybe(HostValue::boolean(found->count == 0)) : std::nullopt;
}

Maybe torchEqual(HostEvaluator &host, const HostArgs &args) {
  HostValue a = args.get("input"), b = args.get("other");
  if (a.is(Kind::Tensor) && b.is(Kind::Tensor) &&
      a.asTensor().shape != b.asTensor().shape)
    return HostValue::boolean(false);
  if (!areAlike(host, args, a, b))
    return std::nullopt;
  auto found = compareTensors(host, a.asTensor(), b.asTensor(), {}, args.at);
  return found ? Maybe(HostValue::boolean(found->count == 0)) : std::nullopt;
}

/// "(1, 2)" of element 5 of a tensor of shape (2, 3).
static std::string indexText(int64_t element,
                             const std::vector<int64_t> &shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; element /= shape[dim])
    index[dim] = element % shape[dim];
  return shapeText(index);
}

Maybe testingAssertClose(HostEvaluator &host, const HostArgs &args) {
  HostValue a = args.get("actual"), b = args.get("expected");
  if (!areAlike(host, args, a, b))
    return std::nullopt;
  const TensorValue &actual = a.asTensor();
  auto tolerance = usualTolerance(actual.type);
  if (args.has("rtol") != args.has("atol") ||
      (!tolerance && !args.has("rtol"))) {
    host.error(code::HostValueError, args.at,
               tolerance ? "`rtol` and `atol` are given both or none"
                         : "torch has no tolerances for this dtype: give "
                           "`rtol` and `atol`");
    return std::nullopt;
  }
  if (!tolerance)
    tolerance = Tolerance{};
  if (!readTolerance(host, args, *tolerance))
    return std::nullopt;
  auto found = compareTensors(host, actual, b.asTensor(), *tolerance, args.at);
  if (!found)
    return std::nullopt;
  if (found->count == 0)
    return HostValue();
  host.error(code::HostRaised, args.at,
             "the tensors are not close: " + std::to_string(found->count) +
                 " of " + std::to_string(actual.numel()) +
                 " elements differ, the first at index " +
                 indexText(found->first, actual.shape) + ": " +
                 repr(HostValue::floating(found->left)) + ", but " +
                 repr(HostValue::floating(found->right)) + " is expected");
  return std::nullopt;
}

Maybe tensorItem(HostEvaluator &host, const HostArgs &args) {
  const TensorValue &tensor = args.receiver.asTensor();
  if (tensor.numel() != 1) {
    host.error(code::HostTensor, args.at,
               "`item` is for one element, but this tensor has " +
                   std::to_string(tensor.numel()));
    return std::nullopt;
  }
  auto bytes = read(host, tensor, args.at);
  if (!bytes)
    return std::nullopt;
  if (isFloat(tensor.type))
    return HostValue::floating(loadElement(tensor.type, bytes->data()));
  int64_t number = loadInteger(tensor.type, bytes->data());
  if (tensor.type == DType::I1)
    return HostValue::boolean(number != 0);
  return HostValue::integer(tensor.type == DType::U64
                                ? HostInt(static_cast<uint64_t>(number))
                                : HostInt(number));
}

} // namespace tqc::host
