//===- ExecMove.cpp - mov, selection and comparison -----------------------===//

#include "runtime/emulator/Decoder.h"
#include "runtime/emulator/Lanes.h"
#include "runtime/emulator/Memory.h"
#include "runtime/emulator/Select.h"
#include "runtime/emulator/numerics/Floats.h"

namespace tqc::emu {

using numerics::bf16ToFloat;
using numerics::flushF32;
using numerics::halfToFloat;

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

template <typename T>
static Step moveLanes(Warp &w, const Inst &i, Mask mask) {
  putLanes(w.reg<T>(i.d), w.reg<T>(i.s[0]), mask);
  return Step::Next;
}

/// A 32-bit special register read into a wider or narrower one.
template <typename T, typename S>
static Step moveResized(Warp &w, const Inst &i, Mask mask) {
  T out[kLanes];
  const S *a = w.reg<S>(i.s[0]);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = static_cast<T>(a[lane]);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

/// The address of a variable in local memory: the frame's base plus imm.
template <typename T>
static Step moveLocalAddress(Warp &w, const Inst &i, Mask mask) {
  T out[kLanes];
  const uint64_t *base = w.reg<uint64_t>(kLocalBaseReg);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = static_cast<T>(base[lane] + static_cast<uint64_t>(i.imm));
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

/// Clocks count the instructions of the warp.
static uint64_t dynamicSpecial(const Warp &w, SpecialReg reg) {
  switch (reg) {
  case SpecialReg::Clock:
  case SpecialReg::GlobaltimerLo:
    return static_cast<uint32_t>(w.steps);
  case SpecialReg::ClockHi:
  case SpecialReg::GlobaltimerHi:
    return w.steps >> 32;
  default:
    return w.steps;
  }
}

template <typename T>
static Step moveDynamic(Warp &w, const Inst &i, Mask mask) {
  T out[kLanes];
  T value = static_cast<T>(dynamicSpecial(w, static_cast<SpecialReg>(i.flags)));
  for (T &lane : out)
    lane = value;
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

/// mov.b64 d, {a, b}: the pool holds the elements.
template <typename Part, typename Whole>
static Step packLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr unsigned kCount = sizeof(Whole) / sizeof(Part);
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  Whole out[kLanes] = {};
  for (unsigned p = 0; p < kCount; ++p) {
    const Part *from = w.reg<Part>(pool[p]);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] |= static_cast<Whole>(static_cast<Whole>(from[lane])
                                      << (8 * sizeof(Part) * p));
  }
  putLanes(w.reg<Whole>(i.d), out, mask);
  return Step::Next;
}

/// mov.b64 {a, b}, s. One of the elements may be s itself.
template <typename Part, typename Whole>
static Step unpackLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr unsigned kCount = sizeof(Whole) / sizeof(Part);
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  Whole in[kLanes];
  std::memcpy(in, w.reg<Whole>(i.s[0]), sizeof in);
  for (unsigned p = 0; p < kCount; ++p) {
    Part out[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = static_cast<Part>(in[lane] >> (8 * sizeof(Part) * p));
    putLanes(w.reg<Part>(pool[p]), out, mask);
  }
  return Step::Next;
}

template <typename Part, typename Whole>
static ExecFn vectorMove(bool unpacks) {
  return unpacks ? unpackLanes<Part, Whole> : packLanes<Part, Whole>;
}

static ExecFn vectorMoveFor(unsigned partBits, unsigned bits, bool unpacks) {
  using Wide = unsigned __int128;
  if (partBits == 16)
    return bits == 32 ? vectorMove<uint16_t, uint32_t>(unpacks)
                      : vectorMove<uint16_t, uint64_t>(unpacks);
  if (partBits == 32)
    return bits == 64 ? vectorMove<uint32_t, uint64_t>(unpacks)
                      : vectorMove<uint32_t, Wide>(unpacks);
  return vectorMove<uint64_t, Wide>(unpacks);
}

static bool selectVectorMove(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &d = m.operands[0], &s = m.operands[1];
  const DecodedOperand &vector = d.isVector ? d : s;
  const PtxOperand &ptx = m.ptx->operands[d.isVector ? 0 : 1];
  unsigned bits = bitWidth(m.last());
  size_t count = vector.regs.size();
  if (d.isVector && s.isVector) {
    why = "only one side of mov can be a vector";
    return false;
  }
  if ((count != 2 && count != 4) || bits / count < 8 || bits % count) {
    why = "mov packs two or four elements of equal width";
    return false;
  }
  for (size_t k = 0; k < count; ++k) {
    const PtxOperand &element = ptx.items[k];
    if (element.kind == OperandKind::Reg &&
        bitWidth(m.decoder->registerType(element.index)) != bits / count) {
      why = "'" + element.text + "' must have " + std::to_string(bits / count) +
            " bits";
      return false;
    }
  }
  if (bits / count < 16) {
    why = "mov of 8-bit elements is not supported";
    return false;
  }
  std::vector<uint32_t> regs = vector.regs;
  for (size_t k = 0; k < count; ++k) // constants were made too wide
    if (ptx.items[k].kind == OperandKind::Imm)
      regs[k] = m.decoder->constant(ptx.items[k].imm,
                                    static_cast<unsigned>(bits / count / 8));
  inst.pool = m.decoder->addPool(regs);
  inst.poolCount = static_cast<uint32_t>(count);
  inst.exec =
      vectorMoveFor(bits / static_cast<unsigned>(count), bits, d.isVector);
  return true;
}

bool selectMove(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &d = m.operands[0], &s = m.operands[1];
  unsigned bits = bitWidth(m.last());
  if (d.isVector || s.isVector)
    return selectVectorMove(m, inst, why);
  const PtxOperand &from = m.ptx->operands[1];
  if (from.kind == OperandKind::Special && s.regs[0] == kNoReg) {
    inst.flags = static_cast<uint32_t>(s.value);
    inst.exec = bits == 64 ? moveDynamic<uint64_t> : moveDynamic<uint32_t>;
    return true;
  }
  if (from.kind == OperandKind::Special) {
    bool wideReg = from.text == "%gridid";
    if (bits == 64 && !wideReg)
      inst.exec = moveResized<uint64_t, uint32_t>;
    else if (bits == 16)
      inst.exec = moveResized<uint16_t, uint32_t>;
    else if (bits == 32 && wideReg)
      inst.exec = moveResized<uint32_t, uint64_t>;
    else
      inst.exec = bits == 64 ? moveLanes<uint64_t> : moveLanes<uint32_t>;
    return true;
  }
  if (from.kind == OperandKind::Variable && s.regs[0] == kLocalBaseReg) {
    inst.imm = s.offset;
    inst.exec =
        bits == 64 ? moveLocalAddress<uint64_t> : moveLocalAddress<uint32_t>;
    return true;
  }
  inst.exec = bits == 16   ? moveLanes<uint16_t>
              : bits == 32 ? moveLanes<uint32_t>
              : bits == 64 ? moveLanes<uint64_t>
                           : moveLanes<unsigned __int128>;
  return true;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// A lane of the result is undefined if the chosen operand's lane is.
static void choosePoison(Warp &w, const Inst &i, Mask mask, Mask chooser,
                         uint32_t chooserReg) {
  Mask lanes = (w.shadowOf(i.s[0]).lanes & chooser) |
               (w.shadowOf(i.s[1]).lanes & ~chooser) |
               w.shadowOf(chooserReg).lanes;
  lanes &= mask;
  Shadow &out = w.shadowOf(i.d);
  if (((out.lanes & mask) | lanes) == 0)
    return;
  uint32_t origin =
      w.shadowOf(i.s[0]).lanes & chooser & mask ? w.shadowOf(i.s[0]).origin
      : w.shadowOf(i.s[1]).lanes & mask         ? w.shadowOf(i.s[1]).origin
                                                : w.shadowOf(chooserReg).origin;
  out.lanes = (out.lanes & ~mask) | lanes;
  if (lanes)
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

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// cvta: flags 1 for .to. imm is the window's base.
template <typename T>
static Step convertAddress(Warp &w, const Inst &i, Mask mask) {
  const T *a = w.reg<T>(i.s[0]);
  T out[kLanes];
  T base = static_cast<T>(i.imm);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = i.flags & 1 ? static_cast<T>(a[lane] - base)
                            : static_cast<T>(a[lane] + base);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

static uint64_t windowBase(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return kSharedWindow;
  case Space::Local:
    return kLocalWindow;
  case Space::Param:
    return kParamWindow;
  default:
    return 0;
  }
}

bool selectCvta(const FormMatch &m, Inst &inst, std::string &) {
  const DecodedOperand &s = m.operands[1];
  inst.flags = m.has("to");
  inst.imm = static_cast<int64_t>(windowBase(inst.space));
  if (s.regs[0] == kLocalBaseReg && s.isImmediate) { // cvta.local of a variable
    inst.imm += s.offset;
    inst.flags = 0;
  }
  inst.exec = bitWidth(m.last()) == 64 ? convertAddress<uint64_t>
                                       : convertAddress<uint32_t>;
  return true;
}

static Step isInSpace(Warp &w, const Inst &i, Mask mask) {
  const uint64_t *a = w.reg<uint64_t>(i.s[0]);
  Mask value = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint64_t base = static_cast<uint64_t>(i.imm);
    bool in = base ? a[lane] - base < kWindowBytes
                   : a[lane] < kSharedWindow || a[lane] >= kCodeWindow;
    if (i.flags & 1) // shared::cta: no other CTA of the cluster
      in = in && ((a[lane] - base) >> kSharedRankShift) == 0;
    value |= Mask(in) << lane;
  }
  putPred(w.pred(i.d), value, mask);
  return Step::Next;
}

bool selectIsspacep(const FormMatch &m, Inst &inst, std::string &) {
  inst.imm = static_cast<int64_t>(windowBase(inst.space));
  inst.flags = inst.space == Space::Shared;
  inst.exec = isInSpace;
  return true;
}

} // namespace tqc::emu
