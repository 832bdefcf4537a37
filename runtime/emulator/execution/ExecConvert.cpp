//===- ExecConvert.cpp - cvt between integers and floats ------------------===//

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/numerics/Floats.h"

#include <algorithm>
#include <cmath>

namespace tqc::emu {

using numerics::bitsOf;
using numerics::FloatFormat;
using numerics::floatOf;
using numerics::Rounding;

//===----------------------------------------------------------------------===//
// Any pair, one lane after the other
//===----------------------------------------------------------------------===//

namespace {
/// flags of cvt.
enum ConvertFlags : uint32_t {
  kFtz = 1,
  kSat = 2,
  kRelu = 4,
  kSatFinite = 8,
  kIntegral = 16, // .rni and its like between floats
};
} // namespace

static const FloatFormat &formatOf(PtxType type) {
  switch (type) {
  case PtxType::F16:
    return numerics::kF16;
  case PtxType::BF16:
    return numerics::kBf16;
  case PtxType::TF32:
    return numerics::kTf32;
  case PtxType::F32:
    return numerics::kF32;
  case PtxType::E4M3:
    return numerics::kE4m3;
  case PtxType::E5M2:
    return numerics::kE5m2;
  default:
    return numerics::kF64;
  }
}

static uint64_t readLane(const uint8_t *reg, unsigned bytes, unsigned lane) {
  uint64_t value = 0;
  std::memcpy(&value, reg + lane * bytes, bytes);
  return value;
}

static uint64_t extend(uint64_t value, PtxType type) {
  unsigned bits = bitWidth(type);
  if (bits == 64)
    return value;
  value &= (uint64_t(1) << bits) - 1;
  if (isSigned(type) && value >> (bits - 1) & 1)
    value |= ~uint64_t(0) << bits;
  return value;
}

/// .sat between integers: clamps to the range of `to`.
static uint64_t saturateInteger(uint64_t value, PtxType from, PtxType to) {
  unsigned bits = bitWidth(to);
  __int128 v =
      isSigned(from) ? __int128(static_cast<int64_t>(value)) : __int128(value);
  __int128 low = isSigned(to) ? -(__int128(1) << (bits - 1)) : 0;
  __int128 high = isSigned(to) ? (__int128(1) << (bits - 1)) - 1
                               : (__int128(1) << bits) - 1;
  return static_cast<uint64_t>(std::clamp(v, low, high));
}

static numerics::ConvertMode modeOf(const Inst &i) {
  numerics::ConvertMode mode;
  mode.rounding = static_cast<Rounding>(i.imm);
  mode.ftz = i.flags & kFtz;
  mode.relu = i.flags & kRelu;
  mode.saturate = i.flags & kSat;
  mode.satFinite = i.flags & kSatFinite;
  return mode;
}

/// One value from type2 to type.
static uint64_t convertOne(uint64_t value, const Inst &i) {
  PtxType to = i.type, from = i.type2;
  if (isFloat(from)) {
    uint64_t mask = bitWidth(from) == 64 ? ~uint64_t(0)
                                         : (uint64_t(1) << bitWidth(from)) - 1;
    value &= mask;
    if (isFloat(to)) {
      if (i.flags & kIntegral) {
        if (i.flags & kFtz && from == PtxType::F32)
          value = numerics::flushSubnormal(value, formatOf(from));
        value = numerics::roundToIntegral(value, formatOf(from),
                                          static_cast<Rounding>(i.imm));
      }
      return numerics::convertFloat(value, formatOf(from), formatOf(to),
                                    modeOf(i));
    }
    if (i.flags & kFtz && from == PtxType::F32)
      value = numerics::flushSubnormal(value, formatOf(from));
    return numerics::floatToInteger(value, formatOf(from),
                                    static_cast<int>(bitWidth(to)),
                                    isSigned(to), static_cast<Rounding>(i.imm));
  }
  value = extend(value, from);
  if (isFloat(to)) {
    value = numerics::integerToFloat(value, isSigned(from), formatOf(to),
                                     static_cast<Rounding>(i.imm));
    if (i.flags & kSat)
      value =
          numerics::convertFloat(value, formatOf(to), formatOf(to), modeOf(i));
    return value;
  }
  return i.flags & kSat ? saturateInteger(value, from, to) : value;
}

static Step convertAny(Warp &w, const Inst &i, Mask mask) {
  const uint8_t *a = w.reg<uint8_t>(i.s[0]);
  uint8_t *d = w.reg<uint8_t>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t value = convertOne(readLane(a, i.sBytes, lane), i);
    if (!isFloat(i.type)) // the register may be wider than the type
      value = extend(value, i.type);
    std::memcpy(d + lane * i.dBytes, &value, i.dBytes);
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// What real kernels convert
//===----------------------------------------------------------------------===//

namespace {
/// Integer to integer: read as From, keep as To, extend to the register.
template <typename Reg, typename From, typename To, typename Out>
struct IntToInt {
  using A = Reg;
  using D = Out;
  static D apply(A a) {
    return static_cast<D>(static_cast<To>(static_cast<From>(a)));
  }
};
template <typename From>
struct IntToF32 {
  using A = From;
  using D = float;
  static D apply(A a) { return static_cast<float>(a); }
};
struct F16ToF32 {
  using A = uint16_t;
  using D = float;
  static D apply(A a) { return numerics::halfToFloat(a); }
};
struct Bf16ToF32 {
  using A = uint16_t;
  using D = float;
  static D apply(A a) { return numerics::bf16ToFloat(a); }
};
struct F32ToF16 {
  using A = float;
  using D = uint16_t;
  static D apply(A a) { return numerics::floatToHalf(a); }
};
struct F32ToBf16 {
  using A = float;
  using D = uint16_t;
  static D apply(A a) { return numerics::floatToBf16(a); }
};
struct F32ToS32 {
  using A = float;
  using D = int32_t;
  static D apply(A a) { // cvt.rzi: clamps, NaN gives 0
    float low = a < -2147483648.0f ? -2147483648.0f : a;
    bool big = low >= 2147483648.0f, nan = a != a;
    int32_t value = static_cast<int32_t>(big || nan ? 0.0f : low);
    return big ? INT32_MAX : value;
  }
};
} // namespace

template <typename Reg, typename Out>
static ExecFn intToInt(PtxType from, PtxType to) {
  // Narrowing keeps the low bits; widening extends by the source's sign, and
  // a wider register by the result's.
  unsigned fromBits = bitWidth(from), toBits = bitWidth(to);
  if (toBits >= fromBits && toBits == 8 * sizeof(Out)) {
    if (isSigned(from))
      return fromBits == 8    ? unaryLanes<IntToInt<Reg, int8_t, Out, Out>>
             : fromBits == 16 ? unaryLanes<IntToInt<Reg, int16_t, Out, Out>>
             : fromBits == 32
                 ? unaryLanes<
                       IntToInt<Reg, int32_t, std::make_signed_t<Out>, Out>>
                 : unaryLanes<IntToInt<Reg, int64_t, Out, Out>>;
    return fromBits == 8    ? unaryLanes<IntToInt<Reg, uint8_t, Out, Out>>
           : fromBits == 16 ? unaryLanes<IntToInt<Reg, uint16_t, Out, Out>>
           : fromBits == 32 ? unaryLanes<IntToInt<Reg, uint32_t, Out, Out>>
                            : unaryLanes<IntToInt<Reg, uint64_t, Out, Out>>;
  }
  return nullptr;
}

/// A loop for common pairs, or null.
static ExecFn fastConvert(const FormMatch &m, const Inst &inst) {
  PtxType to = inst.type, from = inst.type2;
  bool plain = !(inst.flags & ~uint32_t(kFtz));
  bool sameWidths =
      inst.dBytes == byteWidth(to) && inst.sBytes == byteWidth(from);
  bool nearest = static_cast<Rounding>(inst.imm) == Rounding::NearestEven;
  if (!plain || m.operands[1].isImmediate)
    return nullptr;
  if (!isFloat(to) && !isFloat(from)) {
    if (inst.sBytes == 4)
      return inst.dBytes == 8   ? intToInt<uint32_t, uint64_t>(from, to)
             : inst.dBytes == 4 ? intToInt<uint32_t, uint32_t>(from, to)
                                : nullptr;
    if (inst.sBytes == 2)
      return inst.dBytes == 8   ? intToInt<uint16_t, uint64_t>(from, to)
             : inst.dBytes == 4 ? intToInt<uint16_t, uint32_t>(from, to)
                                : nullptr;
    return nullptr;
  }
  if (!sameWidths)
    return nullptr;
  if (to == PtxType::F32 && nearest && from == PtxType::S32)
    return unaryLanes<IntToF32<int32_t>>;
  if (to == PtxType::F32 && nearest && from == PtxType::U32)
    return unaryLanes<IntToF32<uint32_t>>;
  bool ftz = inst.flags & kFtz;
  if (to == PtxType::F32 && from == PtxType::F16)
    return unaryLanes<F16ToF32>;
  if (to == PtxType::F32 && from == PtxType::BF16 && !ftz)
    return unaryLanes<Bf16ToF32>;
  if (to == PtxType::F16 && from == PtxType::F32 && nearest && !ftz)
    return unaryLanes<F32ToF16>;
  if (to == PtxType::BF16 && from == PtxType::F32 && nearest && !ftz)
    return unaryLanes<F32ToBf16>;
  if (to == PtxType::S32 && from == PtxType::F32 && m.has("rzi"))
    return unaryLanes<F32ToS32>; // subnormals round to 0 with .ftz or not
  return nullptr;
}

static Rounding roundingFor(const FormMatch &m) {
  if (m.has("rz") || m.has("rzi"))
    return Rounding::Zero;
  if (m.has("rm") || m.has("rmi"))
    return Rounding::Down;
  if (m.has("rp") || m.has("rpi"))
    return Rounding::Up;
  return m.has("rna") ? Rounding::NearestAway : Rounding::NearestEven;
}

/// Whether the conversion takes the roundings, .ftz and .sat that are there.
static bool fitsConversion(const FormMatch &m, const Inst &inst,
                           std::string &why) {
  bool fromFloat = isFloat(inst.type2), toFloat = isFloat(inst.type);
  bool hasBf16 = inst.type == PtxType::BF16 || inst.type2 == PtxType::BF16;
  bool widens = fromFloat && toFloat && !hasBf16 &&
                bitWidth(inst.type) > bitWidth(inst.type2);
  bool same = inst.type == inst.type2;
  std::string_view integral = m.oneOf({"rni", "rzi", "rmi", "rpi"});
  std::string_view rounding = m.oneOf({"rn", "rz", "rm", "rp"});
  bool takesIntegral = fromFloat && (!toFloat || same);
  bool takesRounding = toFloat && !same && !widens;
  std::string_view wrong =
      !takesIntegral && !integral.empty()          ? integral
      : !takesRounding && !rounding.empty()        ? rounding
      : m.has("rna") && inst.type != PtxType::TF32 ? "rna"
      : m.has("sat") && hasBf16                    ? "sat"
      : m.has("ftz") && inst.type != PtxType::F32 && inst.type2 != PtxType::F32
          ? "ftz"
          : "";
  if (!wrong.empty())
    why = "cvt of these types does not take '." + std::string(wrong) + "'";
  return wrong.empty();
}

bool selectConvert(const FormMatch &m, Inst &inst, std::string &why) {
  inst.type = m.type(0);
  inst.type2 = m.type(1);
  bool integral = !m.oneOf({"rni", "rzi", "rmi", "rpi"}).empty();
  bool rounds = !m.oneOf({"rn", "rz", "rm", "rp", "rna"}).empty();
  bool fromFloat = isFloat(inst.type2), toFloat = isFloat(inst.type);
  if (!fitsConversion(m, inst, why))
    return false;
  if (fromFloat && !toFloat && !integral) {
    why = "cvt from a float to an integer needs .rni, .rzi, .rmi or .rpi";
    return false;
  }
  bool narrows =
      fromFloat && toFloat && bitWidth(inst.type) < bitWidth(inst.type2);
  if (!rounds && !integral && (narrows || (toFloat && !fromFloat))) {
    why = "this cvt needs a rounding: .rn, .rz, .rm or .rp";
    return false;
  }
  inst.imm = static_cast<int64_t>(roundingFor(m));
  inst.flags = (m.has("ftz") ? kFtz : 0) | (m.has("sat") ? kSat : 0) |
               (m.has("relu") ? kRelu : 0) |
               (m.has("satfinite") ? kSatFinite : 0) |
               (integral && fromFloat && toFloat ? kIntegral : 0);
  if (inst.sBytes == 0) // a constant
    inst.sBytes = static_cast<uint8_t>(std::max(2u, byteWidth(inst.type2)));
  if (inst.dBytes == 0)
    inst.dBytes = static_cast<uint8_t>(std::max(2u, byteWidth(inst.type)));
  ExecFn fast = fastConvert(m, inst);
  inst.exec = fast ? fast : convertAny;
  return true;
}

//===----------------------------------------------------------------------===//
// Two values at once
//===----------------------------------------------------------------------===//

/// type: of an element of the result; type2: of the source.
static Step convertTwo(Warp &w, const Inst &i, Mask mask) {
  unsigned toBits = bitWidth(i.type), fromBits = bitWidth(i.type2);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint64_t high =
        readLane(w.reg<uint8_t>(i.s[0]), fromBits == 8 ? 2 : 4, lane);
    uint64_t low = high;
    if (i.s[1] != kNoReg)
      low = readLane(w.reg<uint8_t>(i.s[1]), 4, lane);
    else
      high >>= fromBits;
    uint64_t value = convertOne(high, i) << toBits |
                     (convertOne(low, i) & ((uint64_t(1) << toBits) - 1));
    std::memcpy(w.reg<uint8_t>(i.d) + lane * toBits / 4, &value, toBits / 4);
  }
  if (i.poison == PoisonRule::Self && w.checks() && w.poisoned)
    w.setHalves(i.d, mask, w.shadowOf(i.s[1]).lanes, w.shadowOf(i.s[0]).lanes,
                {i.s[0], i.s[1]});
  return Step::Next;
}

static PtxType elementOf(PtxType packed) {
  switch (packed) {
  case PtxType::F16x2:
    return PtxType::F16;
  case PtxType::BF16x2:
    return PtxType::BF16;
  case PtxType::E4M3x2:
    return PtxType::E4M3;
  case PtxType::E5M2x2:
    return PtxType::E5M2;
  default:
    return packed;
  }
}

bool selectConvertPacked(const FormMatch &m, Inst &inst, std::string &) {
  inst.type = elementOf(m.type(0));
  inst.type2 = elementOf(m.type(1));
  inst.imm = static_cast<int64_t>(roundingFor(m));
  inst.flags =
      (m.has("relu") ? kRelu : 0) | (m.has("satfinite") ? kSatFinite : 0);
  if (bitWidth(inst.type) == 16 && inst.s[1] != kNoReg) // of two f32
    inst.poison = PoisonRule::Self;
  inst.exec = convertTwo;
  return true;
}

/// cvt.pack: type is the element's.
static Step packSaturated(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = i.s[2] == kNoReg ? nullptr : w.reg<uint32_t>(i.s[2]);
  unsigned bits = bitWidth(i.type);
  uint32_t keep = (1u << bits) - 1;
  uint32_t out[kLanes];
  auto one = [&](uint32_t v) {
    return static_cast<uint32_t>(
               saturateInteger(extend(v, PtxType::S32), PtxType::S32, i.type)) &
           keep;
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    out[lane] = one(a[lane]) << bits | one(b[lane]);
    if (c)
      out[lane] |= c[lane] << 16;
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectConvertPack(const FormMatch &m, Inst &inst, std::string &) {
  inst.type = m.type(0);
  inst.exec = packSaturated;
  return true;
}

} // namespace tqc::emu
