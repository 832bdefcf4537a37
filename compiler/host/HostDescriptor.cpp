//===- HostDescriptor.cpp - TensorDescriptor.from_tensor(x, [64, 64]) -----===//
//
// Triton's checks, when a descriptor is made: whatever it refuses would be
// refused by a tensor map of the device, too.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostDescriptor.h"

#include "compiler/host/HostHandlers.h"
#include "compiler/syntax/Specialization.h"

#include <limits>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

static constexpr const char *kRecord = "TensorDescriptor";

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static HostValue listOf(const std::vector<int64_t> &numbers) {
  std::vector<HostValue> elements;
  for (int64_t number : numbers)
    elements.push_back(HostValue::integer(number));
  return HostValue::list(std::move(elements));
}

static HostValue recordOf(const HostDescriptor &descriptor) {
  RecordObject record;
  record.what = kRecord;
  record.fields = {
      {"base", HostValue::tensor(descriptor.base)},
      {"shape", listOf(descriptor.shape)},
      {"strides", listOf(descriptor.strides)},
      {"block_shape", listOf(descriptor.block)},
      {"padding", HostValue::string(descriptor.padWithNan ? "nan" : "zero")}};
  return makeObject(Kind::Record, std::move(record));
}

/// The integers of a tuple or list, or nothing.
static std::optional<std::vector<int64_t>> numbersOf(const HostValue &value) {
  if (!value.is(Kind::Tuple) && !value.is(Kind::List))
    return std::nullopt;
  std::vector<int64_t> numbers;
  for (const HostValue &element : value.elements()) {
    if (!element.is(Kind::Int) ||
        element.asInt() < std::numeric_limits<int64_t>::min() ||
        element.asInt() > std::numeric_limits<int64_t>::max())
      return std::nullopt;
    numbers.push_back(static_cast<int64_t>(element.asInt()));
  }
  return numbers;
}

Maybe descriptorPart(const HostValue &value, StringRef name) {
  if (value.is(Kind::Tensor)) {
    const TensorValue &tensor = value.asTensor();
    return name == "base"      ? Maybe(value)
           : name == "shape"   ? Maybe(listOf(tensor.shape))
           : name == "strides" ? Maybe(listOf(tensor.strides))
                               : std::nullopt;
  }
  if (value.is(Kind::Record))
    for (const auto &[field, part] : value.as<RecordObject>().fields)
      if (field == name)
        return part;
  return std::nullopt;
}

std::optional<HostDescriptor> descriptorOf(const HostValue &value) {
  if (!value.is(Kind::Record) || value.as<RecordObject>().what != kRecord)
    return std::nullopt;
  // A launcher may have written into the lists since.
  auto numbers = [&](StringRef name) {
    return numbersOf(*descriptorPart(value, name));
  };
  auto shape = numbers("shape"), strides = numbers("strides"),
       block = numbers("block_shape");
  if (!shape || !strides || !block)
    return std::nullopt;
  return HostDescriptor{descriptorPart(value, "base")->asTensor(),
                        std::move(*shape), std::move(*strides),
                        std::move(*block),
                        descriptorPart(value, "padding")->asString() == "nan"};
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::optional<DescriptorMisuse> misuseOf(const HostDescriptor &descriptor) {
  const auto &[base, shape, strides, block, padWithNan] = descriptor;
  size_t rank = shape.size();
  if (strides.size() != rank || block.size() != rank)
    return DescriptorMisuse{
        "block_shape", "the tensor has " + std::to_string(rank) +
                           " extents and " + std::to_string(strides.size()) +
                           " strides, but the block has " +
                           std::to_string(block.size()) + " extents"};
  std::optional<Elem> elem = elemFromSignature(nameOf(base.type));
  if (!elem)
    return DescriptorMisuse{"base", "kernels cannot read a tensor of " +
                                        std::string(nameOf(base.type))};
  if (std::string why = sema::misuseOfBlock(*elem, block); !why.empty())
    return DescriptorMisuse{"block_shape", std::move(why)};
  if (base.pointer() % 16 != 0)
    return DescriptorMisuse{
        "base", "the base of a tensor descriptor is aligned to 16 bytes, but "
                "this one starts " +
                    std::to_string(base.pointer() % 16) + " bytes behind"};
  for (int64_t extent : shape)
    if (extent < 1 || extent > std::numeric_limits<int32_t>::max())
      return DescriptorMisuse{"shape", "the extents of a tensor descriptor are "
                                       "positive and fit int32, but one is " +
                                           std::to_string(extent)};
  int64_t bytes = static_cast<int64_t>(bytesOf(base.type));
  for (size_t i = 0; i + 1 < rank; ++i)
    if (strides[i] % (16 / bytes) != 0)
      return DescriptorMisuse{
          "strides", "the strides of a tensor descriptor but for the last are "
                     "multiples of 16 bytes, but stride " +
                         std::to_string(i) + " is " +
                         std::to_string(strides[i]) + " elements of " +
                         std::to_string(bytes)};
  if (strides.back() != 1)
    return DescriptorMisuse{
        "strides", "the last stride of a tensor descriptor is 1, but here it "
                   "is " +
                       std::to_string(strides.back())};
  if (padWithNan && !isFloat(base.type))
    return DescriptorMisuse{"padding", "only floats are padded with NaN, but "
                                       "this is a tensor of " +
                                           std::string(nameOf(base.type))};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Making them
//===----------------------------------------------------------------------===//

/// An argument that is a tuple or list of integers, or an error.
static std::optional<std::vector<int64_t>>
integers(HostEvaluator &host, const HostArgs &args, const char *name) {
  auto numbers = numbersOf(args.get(name));
  if (!numbers)
    wrongKind(host, args, name, "a list of integers");
  return numbers;
}

/// The rest of what is common to both ways: `padding`, and the checks.
static Maybe finish(HostEvaluator &host, const HostArgs &args,
                    HostDescriptor descriptor) {
  HostValue padding = args.get("padding");
  bool isKnown = padding.isNone() ||
                 (padding.is(Kind::String) && (padding.asString() == "zero" ||
                                               padding.asString() == "nan"));
  if (!isKnown) {
    host.error(code::HostValueError, args.where("padding"),
               "`padding` is \"zero\" or \"nan\", but here it is " +
                   repr(padding));
    return std::nullopt;
  }
  descriptor.padWithNan =
      padding.is(Kind::String) && padding.asString() == "nan";
  if (auto misuse = misuseOf(descriptor)) {
    host.error(code::HostValueError, args.where(misuse->argument),
               misuse->text);
    return std::nullopt;
  }
  return recordOf(descriptor);
}

Maybe makeDescriptor(HostEvaluator &host, const HostArgs &args) {
  HostValue base = args.get("base");
  if (!base.is(Kind::Tensor))
    return wrongKind(host, args, "base", "a tensor");
  auto shape = integers(host, args, "shape");
  auto strides = shape ? integers(host, args, "strides") : std::nullopt;
  auto block = strides ? integers(host, args, "block_shape") : std::nullopt;
  if (!block)
    return std::nullopt;
  return finish(host, args,
                {base.asTensor(), std::move(*shape), std::move(*strides),
                 std::move(*block), false});
}

Maybe descriptorFromTensor(HostEvaluator &host, const HostArgs &args) {
  HostValue tensor = args.get("tensor");
  if (!tensor.is(Kind::Tensor))
    return wrongKind(host, args, "tensor", "a tensor");
  auto block = integers(host, args, "block_shape");
  if (!block)
    return std::nullopt;
  const TensorValue &base = tensor.asTensor();
  return finish(host, args,
                {base, base.shape, base.strides, std::move(*block), false});
}

} // namespace tqc::host
