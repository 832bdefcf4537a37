//===- ExecLogic.cpp - logic, shifts and bit fields -----------------------===//

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"

#include <algorithm>
#include <type_traits>

namespace tqc::emu {

namespace {

template <typename T>
struct Same {
  using D = T;
  using A = T;
  using C = T;
};
template <typename T>
struct And : Same<T> {
  static T apply(T a, T b) { return a & b; }
};
template <typename T>
struct Or : Same<T> {
  static T apply(T a, T b) { return a | b; }
};
template <typename T>
struct Xor : Same<T> {
  static T apply(T a, T b) { return a ^ b; }
};
template <typename T>
struct Not : Same<T> {
  static T apply(T a) { return static_cast<T>(~a); }
};
template <typename T>
struct Cnot : Same<T> {
  static T apply(T a) { return a == 0; }
};
template <typename T>
struct Shl : Same<T> { // shifts by the width or more give zero
  static T apply(T a, uint32_t b) {
    constexpr unsigned bits = 8 * sizeof(T);
    return b >= bits ? T(0) : static_cast<T>(a << (b & (bits - 1)));
  }
};
template <typename T>
struct Shr : Same<T> {
  static T apply(T a, uint32_t b) {
    constexpr unsigned bits = 8 * sizeof(T);
    if (std::is_signed_v<T>)
      return static_cast<T>(a >> std::min(b, bits - 1));
    return b >= bits ? T(0) : static_cast<T>(a >> (b & (bits - 1)));
  }
};
template <typename T>
struct Popc {
  using D = uint32_t;
  using A = T;
  static D apply(T a) { return static_cast<uint32_t>(__builtin_popcountll(a)); }
};
template <typename T>
struct Clz {
  using D = uint32_t;
  using A = T;
  static D apply(T a) {
    if (a == 0)
      return 8 * sizeof(T);
    return static_cast<uint32_t>(__builtin_clzll(a)) - (64 - 8 * sizeof(T));
  }
};
template <typename T>
struct Brev : Same<T> {
  static T apply(T a) {
    uint64_t v = a;
    v = (v >> 1 & 0x5555555555555555) | (v & 0x5555555555555555) << 1;
    v = (v >> 2 & 0x3333333333333333) | (v & 0x3333333333333333) << 2;
    v = (v >> 4 & 0x0f0f0f0f0f0f0f0f) | (v & 0x0f0f0f0f0f0f0f0f) << 4;
    v = __builtin_bswap64(v);
    return static_cast<T>(v >> (64 - 8 * sizeof(T)));
  }
};
template <typename T, bool ShiftAmount>
struct Bfind {
  using D = uint32_t;
  using A = T;
  static D apply(T a) {
    using U = std::make_unsigned_t<T>;
    U v = static_cast<U>(std::is_signed_v<T> && a < 0 ? ~a : a);
    if (v == 0)
      return ~0u;
    uint32_t at = 63 - static_cast<uint32_t>(__builtin_clzll(v));
    return ShiftAmount ? 8 * sizeof(T) - 1 - at : at;
  }
};

/// A field of `length` bits at `position`, extended as the manual says. It says
/// nothing of numbers above 255; the hardware takes the low byte for 32 bits
/// and the whole number, as of shifts, for 64.
template <typename T>
T extractField(T a, uint32_t position, uint32_t length) {
  using U = std::make_unsigned_t<T>;
  constexpr uint32_t bits = 8 * sizeof(T);
  position = bits == 64 ? std::min(position, 255u) : position & 0xff;
  length = bits == 64 ? std::min(length, 255u) : length & 0xff;
  uint32_t signAt = std::min(position + length - 1, bits - 1);
  bool sign =
      std::is_signed_v<T> && length != 0 && (static_cast<U>(a) >> signAt & 1);
  U low = position >= bits ? 0 : static_cast<U>(a) >> position;
  if (length >= bits || position + length >= bits) {
    // Above the operand's top bit stands the sign.
    U fill = sign && position > 0
                 ? static_cast<U>(~U(0))
                       << (position >= bits ? 0 : bits - position)
                 : 0;
    U keep = length >= bits ? static_cast<U>(~U(0))
                            : static_cast<U>((U(1) << length) - 1);
    U value = (low | fill) & keep;
    if (sign && length < bits)
      value |= static_cast<U>(~U(0)) << length;
    return static_cast<T>(value);
  }
  if (length == 0)
    return 0;
  U value = low & static_cast<U>((U(1) << length) - 1);
  if (sign)
    value |= static_cast<U>(~U(0)) << length;
  return static_cast<T>(value);
}

template <typename T>
T insertField(T a, T b, uint32_t position, uint32_t length) {
  constexpr uint32_t bits = 8 * sizeof(T);
  position = bits == 64 ? std::min(position, 255u) : position & 0xff;
  length = bits == 64 ? std::min(length, 255u) : length & 0xff;
  if (length == 0 || position >= bits)
    return b;
  T field = length >= bits ? static_cast<T>(~T(0))
                           : static_cast<T>((T(1) << length) - 1);
  T mask = static_cast<T>(field << position);
  return static_cast<T>((b & ~mask) | ((a << position) & mask));
}

} // namespace

//===----------------------------------------------------------------------===//
// Predicates
//===----------------------------------------------------------------------===//

/// flags: 0 and, 1 or, 2 xor, 3 not, 4 mov; 16, 32: first, second is negated.
static Step predLogic(Warp &w, const Inst &i, Mask mask) {
  Mask a = w.pred(i.s[0]), b = i.s[1] == kNoReg ? 0 : w.pred(i.s[1]);
  if (i.flags & 16)
    a = ~a;
  if (i.flags & 32)
    b = ~b;
  Mask value = 0;
  switch (i.flags & 15) {
  case 0:
    value = a & b;
    break;
  case 1:
    value = a | b;
    break;
  case 2:
    value = a ^ b;
    break;
  case 3:
    value = ~a;
    break;
  default:
    value = a;
  }
  putPred(w.pred(i.d), value, mask);
  return Step::Next;
}

bool selectPredLogic(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  inst.flags = op == "and"   ? 0
               : op == "or"  ? 1
               : op == "xor" ? 2
               : op == "not" ? 3
                             : 4;
  if (m.operands[1].negated)
    inst.flags |= 16;
  if (m.operands.size() > 2 && m.operands[2].negated)
    inst.flags |= 32;
  inst.exec = predLogic;
  return true;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

#define TQ_BY_WIDTH(loop, Op, type)                                            \
  (bitWidth(type) == 16   ? loop<Op<uint16_t>>                                 \
   : bitWidth(type) == 32 ? loop<Op<uint32_t>>                                 \
                          : loop<Op<uint64_t>>)

bool selectLogic(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  PtxType t = m.last();
  if (op != "cnot" && bitWidth(t) == 32)
    inst.poison = PoisonRule::Halves;
  if (op == "and")
    inst.exec = TQ_BY_WIDTH(binaryLanes, And, t);
  else if (op == "or")
    inst.exec = TQ_BY_WIDTH(binaryLanes, Or, t);
  else if (op == "xor")
    inst.exec = TQ_BY_WIDTH(binaryLanes, Xor, t);
  else if (op == "not")
    inst.exec = TQ_BY_WIDTH(unaryLanes, Not, t);
  else
    inst.exec = TQ_BY_WIDTH(unaryLanes, Cnot, t);
  return true;
}

bool selectShift(const FormMatch &m, Inst &inst, std::string &) {
  PtxType t = m.last();
  if (m.form->opcode == "shl")
    inst.exec = TQ_BY_WIDTH(shiftLanes, Shl, t);
  else if (isSigned(t))
    inst.exec = t == PtxType::S16   ? shiftLanes<Shr<int16_t>>
                : t == PtxType::S32 ? shiftLanes<Shr<int32_t>>
                                    : shiftLanes<Shr<int64_t>>;
  else
    inst.exec = TQ_BY_WIDTH(shiftLanes, Shr, t);
  return true;
}

static uint32_t funnelBits(const Inst &i, uint32_t amount) {
  return i.flags & 2 ? amount & 31 : std::min(amount, 32u);
}

/// Halves that are shifted by whole halves stay what they are.
static void funnelPoison(Warp &w, const Inst &i, Mask mask) {
  const Shadow &a = w.shadowOf(i.s[0]), &b = w.shadowOf(i.s[1]);
  const uint32_t *amount = w.reg<uint32_t>(i.s[2]);
  const Mask halves[] = {a.badLower(), a.badUpper(), b.badLower(),
                         b.badUpper()};
  Mask lower = w.shadowOf(i.s[2]).lanes, upper = lower;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t n = funnelBits(i, amount[lane]), first = n / 16;
    if (!(i.flags & 1))
      first = n % 16 ? 1 - n / 16 : 2 - n / 16;
    bool isWhole = n % 16 == 0;
    // Of parts of three halves each result has two.
    auto bad = [&](unsigned half) {
      Mask lanes = halves[first + half];
      if (!isWhole)
        lanes |= halves[first + half + 1];
      return lanes >> lane & 1;
    };
    lower |= bad(0) << lane;
    upper |= bad(1) << lane;
  }
  w.setHalves(i.d, mask, lower, upper, {i.s[0], i.s[1], i.s[2]});
}

/// flags: 1 right, 2 wrap (else clamp).
static Step funnelShift(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t n = funnelBits(i, c[lane]);
    uint64_t both = uint64_t(b[lane]) << 32 | a[lane];
    out[lane] = i.flags & 1 ? static_cast<uint32_t>(both >> n)
                            : static_cast<uint32_t>((both << n) >> 32);
  }
  if (w.checks() && w.poisoned)
    funnelPoison(w, i, mask);
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectFunnel(const FormMatch &m, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.flags = (m.has("r") ? 1 : 0) | (m.has("wrap") ? 2 : 0);
  inst.exec = funnelShift;
  return true;
}

template <unsigned Lut>
struct Lop3 : Same<uint32_t> {
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t r = 0;
    if (Lut & 0x80)
      r |= a & b & c;
    if (Lut & 0x40)
      r |= a & b & ~c;
    if (Lut & 0x20)
      r |= a & ~b & c;
    if (Lut & 0x10)
      r |= a & ~b & ~c;
    if (Lut & 0x08)
      r |= ~a & b & c;
    if (Lut & 0x04)
      r |= ~a & b & ~c;
    if (Lut & 0x02)
      r |= ~a & ~b & c;
    if (Lut & 0x01)
      r |= ~a & ~b & ~c;
    return r;
  }
};

static uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, unsigned lut) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 8; ++k) {
    uint32_t all = (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    r |= lut >> k & 1 ? all : 0;
  }
  return r;
}

static Step anyLop3(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t out[kLanes];
  Mask nonZero = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    out[lane] = lop3(a[lane], b[lane], c[lane], i.flags & 0xff);
    nonZero |= Mask(out[lane] != 0) << lane;
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  if (i.d2 != kNoReg) { // d|p = (a op b op c) != 0 boolop q
    Mask q = w.pred(i.s[3]);
    if (i.flags & 0x400)
      q = ~q;
    putPred(w.pred(i.d2), i.flags & 0x200 ? nonZero & q : nonZero | q, mask);
  }
  return Step::Next;
}

bool selectLop3(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &table = m.operands[4];
  if (!table.isImmediate || table.value > 255) {
    why = "lop3's table must be a constant of 0 to 255";
    return false;
  }
  inst.flags = static_cast<uint32_t>(table.value);
  inst.exec = anyLop3;
  if (m.operands.size() > 5) {
    if (m.operands[5].negated)
      inst.flags |= 0x400;
    if (m.has("and"))
      inst.flags |= 0x200;
    inst.s[3] = m.operands[5].regs[0];
    return inst.d2 != kNoReg ||
           (why = "lop3 with .and or .or needs d|p", false);
  }
  if (inst.flags == 0x96)
    inst.exec = ternaryLanes<Lop3<0x96>>;
  else if (inst.flags == 0x80)
    inst.exec = ternaryLanes<Lop3<0x80>>;
  else if (inst.flags == 0xfe)
    inst.exec = ternaryLanes<Lop3<0xfe>>;
  return true;
}

bool selectBits(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  PtxType t = m.last();
  bool wide = bitWidth(t) == 64;
  if (op == "popc")
    inst.exec = wide ? unaryLanes<Popc<uint64_t>> : unaryLanes<Popc<uint32_t>>;
  else if (op == "clz")
    inst.exec = wide ? unaryLanes<Clz<uint64_t>> : unaryLanes<Clz<uint32_t>>;
  else if (op == "brev")
    inst.exec = wide ? unaryLanes<Brev<uint64_t>> : unaryLanes<Brev<uint32_t>>;
  else if (m.has("shiftamt"))
    inst.exec = wide ? (isSigned(t) ? unaryLanes<Bfind<int64_t, true>>
                                    : unaryLanes<Bfind<uint64_t, true>>)
                     : (isSigned(t) ? unaryLanes<Bfind<int32_t, true>>
                                    : unaryLanes<Bfind<uint32_t, true>>);
  else
    inst.exec = wide ? (isSigned(t) ? unaryLanes<Bfind<int64_t, false>>
                                    : unaryLanes<Bfind<uint64_t, false>>)
                     : (isSigned(t) ? unaryLanes<Bfind<int32_t, false>>
                                    : unaryLanes<Bfind<uint32_t, false>>);
  return true;
}

template <typename T>
static Step bitFieldExtract(Warp &w, const Inst &i, Mask mask) {
  const T *a = w.reg<T>(i.s[0]);
  const uint32_t *b = w.reg<uint32_t>(i.s[1]), *c = w.reg<uint32_t>(i.s[2]);
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = extractField<T>(a[lane], b[lane], c[lane]);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

template <typename T>
static Step bitFieldInsert(Warp &w, const Inst &i, Mask mask) {
  const T *a = w.reg<T>(i.s[0]), *b = w.reg<T>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]), *d = w.reg<uint32_t>(i.s[3]);
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = insertField<T>(a[lane], b[lane], c[lane], d[lane]);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectBitField(const FormMatch &m, Inst &inst, std::string &) {
  PtxType t = m.last();
  if (m.form->opcode == "bfi")
    inst.exec =
        bitWidth(t) == 64 ? bitFieldInsert<uint64_t> : bitFieldInsert<uint32_t>;
  else
    inst.exec = t == PtxType::U32   ? bitFieldExtract<uint32_t>
                : t == PtxType::S32 ? bitFieldExtract<int32_t>
                : t == PtxType::U64 ? bitFieldExtract<uint64_t>
                                    : bitFieldExtract<int64_t>;
  return true;
}

/// flags of bmsk and szext: 1 wrap (else clamp), 2 signed.
static Step bitMask(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  uint32_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t at = i.flags & 1 ? a[lane] & 31 : std::min(a[lane], 32u);
    uint32_t n = i.flags & 1 ? b[lane] & 31 : std::min(b[lane], 32u);
    uint64_t field = ((uint64_t(1) << n) - 1) << at;
    out[lane] = static_cast<uint32_t>(field);
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

static Step signZeroExtend(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  uint32_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t n = i.flags & 1 ? b[lane] & 31 : std::min(b[lane], 32u);
    uint64_t value = a[lane] & ((uint64_t(1) << n) - 1);
    if (i.flags & 2 && n > 0 && (a[lane] >> (n - 1) & 1))
      value |= ~uint64_t(0) << n;
    out[lane] = static_cast<uint32_t>(value);
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectBitMask(const FormMatch &m, Inst &inst, std::string &) {
  inst.flags = (m.has("wrap") ? 1 : 0) | (isSigned(m.last()) ? 2 : 0);
  inst.exec = m.form->opcode == "bmsk" ? bitMask : signZeroExtend;
  return true;
}

/// The position of the n-th one from `base` on; all ones if there is none.
static uint32_t findNthSet(uint32_t a, uint32_t base, int32_t n) {
  if (base > 31)
    return ~0u;
  if (n == 0)
    return a >> base & 1 ? base : ~0u;
  int step = n > 0 ? 1 : -1;
  int32_t left = n > 0 ? n : -n;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += step)
    if (a >> at & 1 && --left == 0)
      return static_cast<uint32_t>(at);
  return ~0u;
}

static Step findSet(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const int32_t *c = w.reg<int32_t>(i.s[2]);
  uint32_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = findNthSet(a[lane], b[lane], std::max(c[lane], -64));
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectFns(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = findSet;
  return true;
}

//===----------------------------------------------------------------------===//
// prmt
//===----------------------------------------------------------------------===//

static uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  uint64_t both = uint64_t(b) << 32 | a;
  uint32_t out = 0;
  for (unsigned k = 0; k < 4; ++k) {
    uint32_t pick = selector >> (4 * k) & 15;
    uint32_t byte = static_cast<uint32_t>(both >> (8 * (pick & 7))) & 0xff;
    if (pick & 8)
      byte = byte & 0x80 ? 0xff : 0;
    out |= byte << (8 * k);
  }
  return out;
}

/// The selector that a mode of prmt means for c's low two bits.
static uint32_t permuteMode(uint32_t mode, uint32_t c) {
  static constexpr uint16_t kSelectors[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, // f4e
      {0x5670, 0x6701, 0x7012, 0x0123}, // b4e
      {0x0000, 0x1111, 0x2222, 0x3333}, // rc8
      {0x3210, 0x3211, 0x3222, 0x3333}, // ecl
      {0x0000, 0x1110, 0x2210, 0x3210}, // ecr
      {0x1010, 0x3232, 0x1010, 0x3232}, // rc16
  };
  return kSelectors[mode - 1][c & 3];
}

static Step permuteBytes(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = permute(a[lane], b[lane],
                        i.flags ? permuteMode(i.flags, c[lane]) : c[lane]);
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectPermute(const FormMatch &m, Inst &inst, std::string &) {
  static constexpr std::string_view kModes[] = {"f4e", "b4e", "rc8",
                                                "ecl", "ecr", "rc16"};
  for (uint32_t mode = 0; mode < std::size(kModes); ++mode)
    if (m.has(kModes[mode]))
      inst.flags = mode + 1;
  inst.exec = permuteBytes;
  return true;
}

} // namespace tqc::emu
