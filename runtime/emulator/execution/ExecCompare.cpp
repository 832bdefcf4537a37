//===- ExecCompare.cpp - selection and comparison -------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/numerics/Floats.h"

namespace tqc::emu {

using numerics::bf16ToFloat;
using numerics::flushF32;
using numerics::halfToFloat;

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// A lane of the result is undefined if the chosen operand's lane is.
static void choosePoison(Warp &w, const Inst &i, Mask mask, Mask chooser,
                         uint32_t chooserReg) {
  if (!w.poisoned)
    return;
  const Shadow &a = w.shadowOf(i.s[0]), &b = w.shadowOf(i.s[1]),
               &c = w.shadowOf(chooserReg);
  Mask lower = (a.badLower() & chooser) | (b.badLower() & ~chooser) | c.lanes;
  Mask upper = (a.badUpper() & chooser) | (b.badUpper() & ~chooser) | c.lanes;
  uint32_t origin = a.lanes & chooser & mask ? a.origin
                    : b.lanes & mask         ? b.origin
                                             : c.origin;
  Shadow &out = w.shadowOf(i.d);
  out.setHalves(mask, lower, upper);
  if ((lower | upper) & mask)
    out.origin = origin;
}

template <typename T>
static Step selectLanes(Warp &w, const Inst &i, Mask mask) {
  Mask p = w.pred(i.s[2]);
  if (i.flags & 1)
    p = ~p;
  if (w.checks())
    choosePoison(w, i, mask, p, i.s[2]);
  const T *a = w.reg<T>(i.s[0]), *b = w.reg<T>(i.s[1]);
  alignas(64) T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = p >> lane & 1 ? a[lane] : b[lane];
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectSelp(const FormMatch &m, Inst &inst, std::string &) {
  unsigned bits = bitWidth(m.last());
  inst.poison = PoisonRule::Self;
  inst.flags = m.operands[3].negated;
  inst.exec = bits == 16   ? selectLanes<uint16_t>
              : bits == 32 ? selectLanes<uint32_t>
                           : selectLanes<uint64_t>;
  return true;
}

/// slct: a where c >= 0, else b. flags: 1 c is f32, 2 ftz.
template <typename T>
static Step slctLanes(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  Mask p = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    float f = numerics::floatOf(c[lane]);
    bool positive = i.flags & 1 ? (i.flags & 2 ? flushF32(f) : f) >= 0
                                : static_cast<int32_t>(c[lane]) >= 0;
    p |= Mask(positive) << lane;
  }
  if (w.checks())
    choosePoison(w, i, mask, p, i.s[2]);
  const T *a = w.reg<T>(i.s[0]), *b = w.reg<T>(i.s[1]);
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = p >> lane & 1 ? a[lane] : b[lane];
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectSlct(const FormMatch &m, Inst &inst, std::string &) {
  unsigned bits = bitWidth(m.type(0));
  inst.poison = PoisonRule::Self;
  inst.flags = (m.last() == PtxType::F32 ? 1 : 0) | (m.has("ftz") ? 2 : 0);
  inst.exec = bits == 16   ? slctLanes<uint16_t>
              : bits == 32 ? slctLanes<uint32_t>
                           : slctLanes<uint64_t>;
  return true;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
/// flags of comparisons.
enum CompareFlags : uint32_t {
  kFtz = 1,
  kBoolAnd = 2,
  kBoolOr = 4,
  kBoolXor = 8,
  kNotC = 16,
  kFloatResult = 32, // set: 1.0 instead of all ones
};

enum class Cmp : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan
};

template <Cmp C, typename T>
bool compare(T a, T b) {
  bool unordered = a != a || b != b;
  switch (C) {
  case Cmp::Eq:
    return a == b;
  case Cmp::Ne:
    return !unordered && a != b;
  case Cmp::Lt:
    return a < b;
  case Cmp::Le:
    return a <= b;
  case Cmp::Gt:
    return a > b;
  case Cmp::Ge:
    return a >= b;
  case Cmp::Equ:
    return unordered || a == b;
  case Cmp::Neu:
    return unordered || a != b;
  case Cmp::Ltu:
    return unordered || a < b;
  case Cmp::Leu:
    return unordered || a <= b;
  case Cmp::Gtu:
    return unordered || a > b;
  case Cmp::Geu:
    return unordered || a >= b;
  case Cmp::Num:
    return !unordered;
  case Cmp::Nan:
    return unordered;
  }
  return false;
}

/// How an operand becomes something that C++ compares.
struct AsF32 {
  using In = float;
  static float get(float a, bool ftz) { return ftz ? flushF32(a) : a; }
};
struct AsF16 {
  using In = uint16_t;
  static float get(uint16_t a, bool ftz) {
    if (ftz && (a & 0x7c00) == 0)
      a &= 0x8000;
    return halfToFloat(a);
  }
};
struct AsBf16 {
  using In = uint16_t;
  static float get(uint16_t a, bool) { return bf16ToFloat(a); }
};
template <typename T>
struct AsIs {
  using In = T;
  static T get(T a, bool) { return a; }
};

/// The lanes for which the comparison holds.
using CompareFn = Mask (*)(Warp &w, uint32_t a, uint32_t b, bool ftz);

template <Cmp C, typename As>
Mask compareLanes(Warp &w, uint32_t ra, uint32_t rb, bool ftz) {
  const auto *a = w.reg<typename As::In>(ra);
  const auto *b = w.reg<typename As::In>(rb);
  uint8_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = compare<C>(As::get(a[lane], ftz), As::get(b[lane], ftz));
  Mask result = 0;
  for (unsigned byte = 0; byte < kLanes / 8; ++byte) {
    uint64_t eight;
    std::memcpy(&eight, out + 8 * byte, 8);
    // Gathers the low bits of eight bytes into one byte.
    result |= static_cast<Mask>((eight * 0x0102040810204080) >> 56)
              << (8 * byte);
  }
  return result;
}
} // namespace

template <typename As>
static CompareFn byOperator(Cmp c) {
  static constexpr CompareFn kTable[] = {
      compareLanes<Cmp::Eq, As>,  compareLanes<Cmp::Ne, As>,
      compareLanes<Cmp::Lt, As>,  compareLanes<Cmp::Le, As>,
      compareLanes<Cmp::Gt, As>,  compareLanes<Cmp::Ge, As>,
      compareLanes<Cmp::Equ, As>, compareLanes<Cmp::Neu, As>,
      compareLanes<Cmp::Ltu, As>, compareLanes<Cmp::Leu, As>,
      compareLanes<Cmp::Gtu, As>, compareLanes<Cmp::Geu, As>,
      compareLanes<Cmp::Num, As>, compareLanes<Cmp::Nan, As>};
  return kTable[static_cast<unsigned>(c)];
}

static bool parseCompare(const FormMatch &m, Cmp &cmp, PtxType type,
                         std::string &why) {
  static constexpr std::string_view kNames[] = {
      "eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
      "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
  static constexpr std::pair<std::string_view, Cmp> kUnsigned[] = {
      {"lo", Cmp::Lt}, {"ls", Cmp::Le}, {"hi", Cmp::Gt}, {"hs", Cmp::Ge}};
  bool isF = isFloat(type);
  for (unsigned i = 0; i < std::size(kNames); ++i)
    if (m.modifiers[0] == kNames[i]) {
      cmp = static_cast<Cmp>(i);
      bool bits = typeKind(type) == TypeKind::Bits;
      if ((i >= 6 && !isF) || (bits && i >= 2)) {
        why = "'." + std::string(kNames[i]) + "' does not compare ." +
              std::string(typeName(type));
        return false;
      }
      return true;
    }
  for (auto [name, value] : kUnsigned)
    if (m.modifiers[0] == name) {
      cmp = value;
      if (typeKind(type) == TypeKind::Unsigned)
        return true;
      why = "'." + std::string(name) + "' compares unsigned integers only";
      return false;
    }
  return false;
}

static CompareFn compareFor(PtxType type, Cmp cmp) {
  switch (type) {
  case PtxType::F32:
    return byOperator<AsF32>(cmp);
  case PtxType::F64:
    return byOperator<AsIs<double>>(cmp);
  case PtxType::F16:
    return byOperator<AsF16>(cmp);
  case PtxType::BF16:
    return byOperator<AsBf16>(cmp);
  case PtxType::S16:
    return byOperator<AsIs<int16_t>>(cmp);
  case PtxType::S32:
    return byOperator<AsIs<int32_t>>(cmp);
  case PtxType::S64:
    return byOperator<AsIs<int64_t>>(cmp);
  default:
    return bitWidth(type) == 16   ? byOperator<AsIs<uint16_t>>(cmp)
           : bitWidth(type) == 32 ? byOperator<AsIs<uint32_t>>(cmp)
                                  : byOperator<AsIs<uint64_t>>(cmp);
  }
}

/// An exec function carries no state: the comparison's function is found by
/// the index in Inst::imm.
static CompareFn compareOf(const Inst &i) {
  return reinterpret_cast<CompareFn>(static_cast<uintptr_t>(i.imm));
}

static Mask combine(const Inst &i, Mask value, Mask c) {
  if (i.flags & kNotC)
    c = ~c;
  if (i.flags & kBoolAnd)
    return value & c;
  if (i.flags & kBoolOr)
    return value | c;
  if (i.flags & kBoolXor)
    return value ^ c;
  return value;
}

static Step setPredicate(Warp &w, const Inst &i, Mask mask) {
  Mask value = compareOf(i)(w, i.s[0], i.s[1], i.flags & kFtz);
  Mask c = i.s[2] == kNoReg ? 0 : w.pred(i.s[2]);
  putPred(w.pred(i.d), combine(i, value, c), mask);
  if (i.d2 != kNoReg)
    putPred(w.pred(i.d2), combine(i, ~value, c), mask);
  return Step::Next;
}

/// setp.f16x2 p|q: one predicate a half.
static Step setPredicateHalves(Warp &w, const Inst &i, Mask mask) {
  alignas(64) uint16_t halves[4][kLanes];
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    halves[0][lane] = static_cast<uint16_t>(a[lane]);
    halves[1][lane] = static_cast<uint16_t>(b[lane]);
    halves[2][lane] = static_cast<uint16_t>(a[lane] >> 16);
    halves[3][lane] = static_cast<uint16_t>(b[lane] >> 16);
  }
  auto at = [&](unsigned k) {
    return static_cast<uint32_t>(reinterpret_cast<uint8_t *>(halves[k]) -
                                 reinterpret_cast<uint8_t *>(halves[0]));
  };
  // The comparison reads registers; let it read the halves instead.
  uint8_t *saved = w.regs;
  w.regs = reinterpret_cast<uint8_t *>(halves[0]);
  Mask low = compareOf(i)(w, at(0), at(1), i.flags & kFtz);
  Mask high = compareOf(i)(w, at(2), at(3), i.flags & kFtz);
  w.regs = saved;
  Mask c = i.s[2] == kNoReg ? 0 : w.pred(i.s[2]);
  if (i.flags & kFloatResult) { // set.f16x2: flags say what true is
    uint32_t out[kLanes];
    uint32_t one = static_cast<uint32_t>(i.target);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = ((combine(i, low, c) >> lane & 1) ? one & 0xffff : 0) |
                  ((combine(i, high, c) >> lane & 1) ? one & 0xffff0000 : 0);
    putLanes(w.reg<uint32_t>(i.d), out, mask);
    return Step::Next;
  }
  putPred(w.pred(i.d), combine(i, low, c), mask);
  if (i.d2 != kNoReg)
    putPred(w.pred(i.d2), combine(i, high, c), mask);
  return Step::Next;
}

static bool prepareCompare(const FormMatch &m, Inst &inst, std::string &why) {
  PtxType type = m.last(), one = type;
  bool packed = type == PtxType::F16x2 || type == PtxType::BF16x2;
  if (packed)
    one = type == PtxType::F16x2 ? PtxType::F16 : PtxType::BF16;
  Cmp cmp;
  if (!parseCompare(m, cmp, one, why))
    return false;
  if (m.has("ftz") && one != PtxType::F32 && one != PtxType::F16) {
    why = ".ftz is for f32, f16 and f16x2";
    return false;
  }
  inst.imm =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(compareFor(one, cmp)));
  inst.flags = (m.has("ftz") ? kFtz : 0) | (m.has("and") ? kBoolAnd : 0) |
               (m.has("or") ? kBoolOr : 0) | (m.has("xor") ? kBoolXor : 0);
  bool needsC = inst.flags & (kBoolAnd | kBoolOr | kBoolXor);
  if (needsC != m.operands[3].present) {
    why = needsC ? "the predicate to combine with is missing"
                 : "a predicate to combine with needs .and, .or or .xor";
    return false;
  }
  if (m.operands[3].negated)
    inst.flags |= kNotC;
  inst.exec = packed ? setPredicateHalves : setPredicate;
  return true;
}

bool selectSetp(const FormMatch &m, Inst &inst, std::string &why) {
  return prepareCompare(m, inst, why);
}

template <typename T>
static Step setValue(Warp &w, const Inst &i, Mask mask) {
  Mask value = compareOf(i)(w, i.s[0], i.s[1], i.flags & kFtz);
  value = combine(i, value, i.s[2] == kNoReg ? 0 : w.pred(i.s[2]));
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = value >> lane & 1 ? static_cast<T>(i.target) : T(0);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectSet(const FormMatch &m, Inst &inst, std::string &why) {
  if (!prepareCompare(m, inst, why))
    return false;
  PtxType d = m.type(0);
  // What "true" is in the result's type.
  inst.target = d == PtxType::F32      ? 0x3f800000
                : d == PtxType::F16    ? 0x3c00
                : d == PtxType::BF16   ? 0x3f80
                : d == PtxType::F16x2  ? 0x3c003c00
                : d == PtxType::BF16x2 ? 0x3f803f80
                                       : 0xffffffff;
  if (inst.exec == setPredicateHalves)
    inst.flags |= kFloatResult;
  else
    inst.exec = bitWidth(d) == 16 ? setValue<uint16_t> : setValue<uint32_t>;
  return true;
}

} // namespace tqc::emu
