//===- DTypes.cpp - Bits to numbers and back ------------------------------===//
//
// All narrow floats are one formula with three numbers: exponent bits, mantissa
// bits, and whether the top exponent means infinity.
//
//===----------------------------------------------------------------------===//

#include "runtime/device/DTypes.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace tqc {

static constexpr DTypeInfo kInfos[] = {
#define TQC_DTYPE(id, name, torch, bytes, kind, npy)                           \
  {DType::id, name, torch, bytes, DTypeKind::kind, npy},
#include "runtime/device/DTypes.def"
};

const DTypeInfo &infoOf(DType type) {
  return kInfos[static_cast<size_t>(type)];
}

std::optional<DType> dtypeOf(std::string_view name) {
  for (const DTypeInfo &info : kInfos)
    if (name == info.name || name == info.torch)
      return info.type;
  return std::nullopt;
}

std::string dtypeNames() {
  std::string names;
  for (const DTypeInfo &info : kInfos)
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

namespace {

/// A float format narrower than fp64.
struct NarrowFloat {
  int exponentBits, mantissaBits;
  bool hasInfinity; ///< else the top exponent holds numbers and one NaN
  bool saturates;
  /// Triton's fp8e4b15 has another bias, and a number where others have NaN.
  bool isFp8e4b15 = false;

  int bias() const { return isFp8e4b15 ? 15 : (1 << (exponentBits - 1)) - 1; }
  int smallestExponent() const { return 1 - bias(); }
  uint32_t signBit() const { return 1u << (exponentBits + mantissaBits); }
  uint32_t infinity() const {
    return ((1u << exponentBits) - 1) << mantissaBits;
  }
  /// The largest finite number's bits.
  uint32_t largest() const {
    return hasInfinity ? infinity() - 1 : signBit() - 2;
  }
  uint32_t quietNan() const {
    return isFp8e4b15    ? largest()
           : hasInfinity ? infinity() | (1u << (mantissaBits - 1))
                         : signBit() - 1;
  }

  double decode(uint32_t bits) const {
    uint32_t magnitude = bits & (signBit() - 1);
    double sign = bits & signBit() ? -1.0 : 1.0;
    if (hasInfinity && magnitude == infinity())
      return sign * std::numeric_limits<double>::infinity();
    if (magnitude > largest() && !isFp8e4b15)
      return std::numeric_limits<double>::quiet_NaN();
    uint32_t mantissa = magnitude & ((1u << mantissaBits) - 1);
    int exponent = static_cast<int>(magnitude >> mantissaBits);
    if (exponent > 0)
      mantissa |= 1u << mantissaBits;
    else
      exponent = 1;
    return sign *
           std::ldexp(double(mantissa), exponent - bias() - mantissaBits);
  }

  /// Rounds a number that stays normal, on its bits alone; false for others.
  bool encodeNormal(double value, uint32_t &result) const {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint64_t magnitude = bits & ~(uint64_t(1) << 63);
    int exponent = static_cast<int>(magnitude >> 52) - 1023;
    if (exponent < smallestExponent() || exponent > bias() + 1)
      return false;
    int shift = 52 - mantissaBits;
    uint64_t odd = magnitude >> shift & 1;
    magnitude += (uint64_t(1) << (shift - 1)) - 1 + odd;
    uint64_t rounded = (magnitude >> shift) -
                       (static_cast<uint64_t>(1023 - bias()) << mantissaBits);
    if (rounded > largest())
      return false;
    result = static_cast<uint32_t>(rounded) | (bits >> 63 ? signBit() : 0);
    return true;
  }

  uint32_t encode(double value) const {
    uint32_t fast;
    if (encodeNormal(value, fast))
      return fast;
    uint32_t sign = std::signbit(value) ? signBit() : 0;
    if (std::isnan(value))
      return quietNan();
    double magnitude = std::fabs(value);
    if (magnitude == 0)
      return sign;
    uint32_t overflow = saturates ? largest() : infinity();
    if (std::isinf(magnitude))
      return sign | overflow;
    int exponent = std::ilogb(magnitude);
    if (exponent < smallestExponent())
      exponent = smallestExponent();
    if (exponent > bias() + 1)
      return sign | overflow;
    // Scaling by a power of two is exact; nearbyint rounds to nearest even. A
    // carry out of the mantissa runs into the exponent, as it should.
    auto scaled = static_cast<uint32_t>(
        std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent)));
    uint32_t bits =
        (static_cast<uint32_t>(exponent - smallestExponent()) << mantissaBits) +
        scaled;
    return sign | (bits > largest() ? overflow : bits);
  }
};

constexpr NarrowFloat kFp16 = {5, 10, true, false};
constexpr NarrowFloat kBf16 = {8, 7, true, false};
constexpr NarrowFloat kFp8E4 = {4, 3, false, true};
constexpr NarrowFloat kFp8E5 = {5, 2, true, true};
constexpr NarrowFloat kFp8E4B15 = {4, 3, false, true, true};

const NarrowFloat &formatOf(DType type) {
  switch (type) {
  case DType::FP16:
    return kFp16;
  case DType::BF16:
    return kBf16;
  case DType::FP8E4NV:
    return kFp8E4;
  case DType::FP8E4B15:
    return kFp8E4B15;
  default:
    return kFp8E5;
  }
}

template <typename T>
T read(const void *at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T>
void write(void *at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

/// Truncates toward zero and saturates; NaN becomes 0, as PTX's cvt does.
template <typename T>
T toInteger(double value) {
  if (std::isnan(value))
    return 0;
  if (value <= double(std::numeric_limits<T>::min()))
    return std::numeric_limits<T>::min();
  if (value >= double(std::numeric_limits<T>::max()))
    return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

} // namespace

int64_t loadInteger(DType type, const void *at) {
  switch (type) {
  case DType::I1:
    return read<uint8_t>(at) != 0;
  case DType::I8:
    return read<int8_t>(at);
  case DType::I16:
    return read<int16_t>(at);
  case DType::I32:
    return read<int32_t>(at);
  case DType::U8:
    return read<uint8_t>(at);
  case DType::U16:
    return read<uint16_t>(at);
  case DType::U32:
    return read<uint32_t>(at);
  default:
    return read<int64_t>(at);
  }
}

void storeInteger(DType type, void *at, int64_t value) {
  if (type == DType::I1)
    return write<uint8_t>(at, value != 0);
  switch (bytesOf(type)) {
  case 1:
    return write(at, static_cast<uint8_t>(value));
  case 2:
    return write(at, static_cast<uint16_t>(value));
  case 4:
    return write(at, static_cast<uint32_t>(value));
  default:
    return write(at, value);
  }
}

double loadElement(DType type, const void *at) {
  switch (type) {
  case DType::FP64:
    return read<double>(at);
  case DType::FP32:
    return read<float>(at);
  case DType::BF16: { // the upper half of an fp32
    uint32_t bits = uint32_t(read<uint16_t>(at)) << 16;
    return read<float>(&bits);
  }
  case DType::FP16: {
    // Bits shifted to where fp32 has them are off by the biases' difference;
    // a product puts that right, for subnormals too.
    uint32_t half = read<uint16_t>(at), magnitude = half & 0x7fff;
    if (magnitude >= kFp16.infinity())
      return kFp16.decode(half);
    uint32_t bits = magnitude << 13;
    double value = double(read<float>(&bits)) * 0x1p112;
    return half & 0x8000 ? -value : value;
  }
  case DType::FP8E4NV:
  case DType::FP8E5:
  case DType::FP8E4B15:
    return formatOf(type).decode(read<uint8_t>(at));
  case DType::U64:
    return double(read<uint64_t>(at));
  default:
    return double(loadInteger(type, at));
  }
}

void storeElement(DType type, void *at, double value) {
  switch (type) {
  case DType::FP64:
    return write(at, value);
  case DType::FP32:
    return write(at, static_cast<float>(value));
  case DType::FP16:
  case DType::BF16:
    return write(at, static_cast<uint16_t>(formatOf(type).encode(value)));
  case DType::FP8E4NV:
  case DType::FP8E5:
  case DType::FP8E4B15:
    return write(at, static_cast<uint8_t>(formatOf(type).encode(value)));
  case DType::I1:
    return write<uint8_t>(at, value != 0);
  case DType::I8:
    return write(at, toInteger<int8_t>(value));
  case DType::I16:
    return write(at, toInteger<int16_t>(value));
  case DType::I32:
    return write(at, toInteger<int32_t>(value));
  case DType::I64:
    return write(at, toInteger<int64_t>(value));
  case DType::U8:
    return write(at, toInteger<uint8_t>(value));
  case DType::U16:
    return write(at, toInteger<uint16_t>(value));
  case DType::U32:
    return write(at, toInteger<uint32_t>(value));
  case DType::U64:
    return write(at, toInteger<uint64_t>(value));
  }
}

double unitRoundoff(DType type) {
  switch (type) {
  case DType::FP64:
    return 0x1p-53;
  case DType::FP32:
    return 0x1p-24;
  default:
    return isFloat(type) ? std::ldexp(0.5, -formatOf(type).mantissaBits) : 0;
  }
}

double smallestOf(DType type) {
  switch (type) {
  case DType::FP64:
    return std::numeric_limits<double>::denorm_min();
  case DType::FP32:
    return std::numeric_limits<float>::denorm_min();
  default:
    return isFloat(type) ? formatOf(type).decode(1) : 0;
  }
}

double largestOf(DType type) {
  switch (type) {
  case DType::FP64:
    return std::numeric_limits<double>::max();
  case DType::FP32:
    return std::numeric_limits<float>::max();
  case DType::I1:
    return 1;
  default:
    break;
  }
  if (isFloat(type))
    return formatOf(type).decode(formatOf(type).largest());
  bool isSigned = infoOf(type).kind == DTypeKind::Signed;
  return std::ldexp(1.0, int(8 * bytesOf(type)) - (isSigned ? 1 : 0)) - 1;
}

} // namespace tqc
