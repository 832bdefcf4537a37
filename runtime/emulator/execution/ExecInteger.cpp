//===- ExecInteger.cpp - integer arithmetic -------------------------------===//

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"

#include <algorithm>
#include <type_traits>

namespace tqc::emu {

namespace {

template <typename T>
using Unsigned = std::make_unsigned_t<T>;

/// Twice as many bits as T, of the same signedness.
template <typename T>
struct WideOf;
// clang-format off
template <> struct WideOf<uint16_t> { using type = uint32_t; };
template <> struct WideOf<int16_t> { using type = int32_t; };
template <> struct WideOf<uint32_t> { using type = uint64_t; };
template <> struct WideOf<int32_t> { using type = int64_t; };
template <> struct WideOf<uint64_t> { using type = unsigned __int128; };
template <> struct WideOf<int64_t> { using type = __int128; };
// clang-format on
template <typename T>
using Wide = typename WideOf<T>::type;

/// Operations whose operands and result have the type of the instruction.
template <typename T>
struct Same {
  using D = T;
  using A = T;
  using C = T;
};

template <typename T>
struct Add : Same<T> {
  static T apply(T a, T b) {
    return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b));
  }
};
template <typename T>
struct Sub : Same<T> {
  static T apply(T a, T b) {
    return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b));
  }
};
template <typename T>
struct MulLo : Same<T> {
  static T apply(T a, T b) { // 16-bit products must not overflow int
    return static_cast<T>(static_cast<Unsigned<T>>(uint64_t(Unsigned<T>(a)) *
                                                   uint64_t(Unsigned<T>(b))));
  }
};
template <typename T>
struct MulHi : Same<T> {
  static T apply(T a, T b) {
    return static_cast<T>(Wide<T>(a) * Wide<T>(b) >> (8 * sizeof(T)));
  }
};
template <typename T>
struct MulWide {
  using D = Wide<T>;
  using A = T;
  static D apply(T a, T b) { return D(a) * D(b); }
};
template <typename T>
struct MadLo : Same<T> {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(MulLo<T>::apply(a, b), c);
  }
};
template <typename T>
struct MadHi : Same<T> {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(MulHi<T>::apply(a, b), c);
  }
};
template <typename T>
struct MadWide {
  using D = Wide<T>;
  using A = T;
  using C = D;
  static D apply(T a, T b, D c) {
    return static_cast<D>(Unsigned<D>(D(a) * D(b)) + Unsigned<D>(c));
  }
};
template <typename T>
struct Sad : Same<T> {
  static T apply(T a, T b, T c) {
    Unsigned<T> distance = a < b ? Unsigned<T>(b) - Unsigned<T>(a)
                                 : Unsigned<T>(a) - Unsigned<T>(b);
    return static_cast<T>(Unsigned<T>(c) + distance);
  }
};
template <typename T>
struct Div : Same<T> {
  static T apply(T a, T b) {
    if (b == 0) // unspecified; the hardware gives all ones
      return static_cast<T>(~T(0));
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(0 - Unsigned<T>(a));
    return static_cast<T>(a / b);
  }
};
template <typename T>
struct Rem : Same<T> {
  static T apply(T a, T b) {
    if (b == 0) // unspecified; an H200 gives all ones
      return static_cast<T>(-1);
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return 0;
    return static_cast<T>(a % b);
  }
};
template <typename T>
struct Min : Same<T> {
  static T apply(T a, T b) { return a < b ? a : b; }
};
template <typename T>
struct Max : Same<T> {
  static T apply(T a, T b) { return a < b ? b : a; }
};
template <typename T>
struct Abs : Same<T> {
  static T apply(T a) { return a < 0 ? static_cast<T>(0 - Unsigned<T>(a)) : a; }
};
template <typename T>
struct Neg : Same<T> {
  static T apply(T a) { return static_cast<T>(0 - Unsigned<T>(a)); }
};
struct AddSat : Same<int32_t> {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t sum = int64_t(a) + b;
    return static_cast<int32_t>(std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX));
  }
};
struct SubSat : Same<int32_t> {
  static int32_t apply(int32_t a, int32_t b) {
    int64_t difference = int64_t(a) - b;
    return static_cast<int32_t>(
        std::clamp<int64_t>(difference, INT32_MIN, INT32_MAX));
  }
};
struct MadHiSat : Same<int32_t> {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return AddSat::apply(MulHi<int32_t>::apply(a, b), c);
  }
};

int32_t signed24(int32_t a) { return (int32_t(uint32_t(a) << 8)) >> 8; }
uint32_t signed24(uint32_t a) { return a & 0xffffff; }
template <typename T>
struct Mul24Lo : Same<T> {
  static T apply(T a, T b) {
    return static_cast<T>(int64_t(signed24(a)) * int64_t(signed24(b)));
  }
};
template <typename T>
struct Mul24Hi : Same<T> {
  static T apply(T a, T b) {
    return static_cast<T>(int64_t(signed24(a)) * int64_t(signed24(b)) >> 16);
  }
};
template <typename T>
struct Mad24Lo : Same<T> {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(Mul24Lo<T>::apply(a, b), c);
  }
};
template <typename T>
struct Mad24Hi : Same<T> {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(Mul24Hi<T>::apply(a, b), c);
  }
};

/// Two 16-bit values in 32 bits.
template <template <typename> class Op, typename H>
struct Packed : Same<uint32_t> {
  static uint32_t apply(uint32_t a, uint32_t b) {
    uint32_t low = uint16_t(Op<H>::apply(H(a), H(b)));
    uint32_t high = uint16_t(Op<H>::apply(H(a >> 16), H(b >> 16)));
    return low | high << 16;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Carry: one bit a lane, kept by the warp
//===----------------------------------------------------------------------===//

/// Inst::flags of the extended-precision instructions.
enum CarryFlags : uint32_t { kCarryIn = 1, kCarryOut = 2, kSubtract = 4 };

template <typename T>
static Step addWithCarry(Warp &w, const Inst &i, Mask mask) {
  const T *a = w.reg<T>(i.s[0]), *b = w.reg<T>(i.s[1]);
  T out[kLanes];
  Mask carry = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    bool in = i.flags & kCarryIn && (w.carry >> lane & 1);
    Wide<T> sum;
    if (i.flags & kSubtract) // the borrow is the carry's bit
      sum = Wide<T>(a[lane]) - b[lane] - in;
    else
      sum = Wide<T>(a[lane]) + b[lane] + in;
    out[lane] = static_cast<T>(sum);
    carry |= Mask(sum >> (8 * sizeof(T)) & 1) << lane;
  }
  putLanes(w.reg<T>(i.d), out, mask);
  if (i.flags & kCarryOut)
    w.carry = (w.carry & ~mask) | (carry & mask);
  return Step::Next;
}

template <typename T, typename P, bool High>
static Step madWithCarry(Warp &w, const Inst &i, Mask mask) {
  const P *a = w.reg<P>(i.s[0]), *b = w.reg<P>(i.s[1]);
  const T *c = w.reg<T>(i.s[2]);
  T out[kLanes];
  Mask carry = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    bool in = i.flags & kCarryIn && (w.carry >> lane & 1);
    T product = static_cast<T>(High ? MulHi<P>::apply(a[lane], b[lane])
                                    : MulLo<P>::apply(a[lane], b[lane]));
    Wide<T> sum = Wide<T>(product) + c[lane] + in;
    out[lane] = static_cast<T>(sum);
    carry |= Mask(sum >> (8 * sizeof(T)) & 1) << lane;
  }
  putLanes(w.reg<T>(i.d), out, mask);
  if (i.flags & kCarryOut)
    w.carry = (w.carry & ~mask) | (carry & mask);
  return Step::Next;
}

bool selectCarry(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  bool in = op.back() == 'c' && op != "sub" && op != "mad";
  inst.flags = (in ? kCarryIn : 0) | (m.has("cc") ? kCarryOut : 0) |
               (op.substr(0, 3) == "sub" ? kSubtract : 0);
  bool wide = bitWidth(m.last()) == 64;
  if (op.substr(0, 3) != "mad") {
    inst.exec = wide ? addWithCarry<uint64_t> : addWithCarry<uint32_t>;
    return true;
  }
  bool high = m.has("hi"), isS = isSigned(m.last());
  if (wide)
    inst.exec = high ? (isS ? madWithCarry<uint64_t, int64_t, true>
                            : madWithCarry<uint64_t, uint64_t, true>)
                     : madWithCarry<uint64_t, uint64_t, false>;
  else
    inst.exec = high ? (isS ? madWithCarry<uint32_t, int32_t, true>
                            : madWithCarry<uint32_t, uint32_t, true>)
                     : madWithCarry<uint32_t, uint32_t, false>;
  return true;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// The loop for `Op` of the instruction's integer type.
#define TQ_BY_TYPE(loop, Op, type)                                             \
  ((type) == PtxType::U16   ? loop<Op<uint16_t>>                               \
   : (type) == PtxType::S16 ? loop<Op<int16_t>>                                \
   : (type) == PtxType::U32 ? loop<Op<uint32_t>>                               \
   : (type) == PtxType::S32 ? loop<Op<int32_t>>                                \
   : (type) == PtxType::U64 ? loop<Op<uint64_t>>                               \
                            : loop<Op<int64_t>>)
#define TQ_BY_NARROW_TYPE(loop, Op, type)                                      \
  ((type) == PtxType::U16   ? loop<Op<uint16_t>>                               \
   : (type) == PtxType::S16 ? loop<Op<int16_t>>                                \
   : (type) == PtxType::U32 ? loop<Op<uint32_t>>                               \
                            : loop<Op<int32_t>>)

/// min.relu and max.relu: a negative result becomes 0 (PTX ISA 8.0).
template <typename T, template <typename> class Op>
struct Relu : Same<T> {
  static T apply(T a, T b) { return std::max<T>(Op<T>::apply(a, b), 0); }
};
template <typename T>
using MinRelu = Relu<T, Min>;
template <typename T>
using MaxRelu = Relu<T, Max>;

static void selectRelu(bool isMin, bool isPacked, Inst &inst) {
  if (isPacked)
    inst.exec = isMin ? binaryLanes<Packed<MinRelu, int16_t>>
                      : binaryLanes<Packed<MaxRelu, int16_t>>;
  else
    inst.exec =
        isMin ? binaryLanes<MinRelu<int32_t>> : binaryLanes<MaxRelu<int32_t>>;
}

/// What is divided by zero is undefined, as on a GPU: a finding where it
/// matters, not in the lanes whose result is thrown away.
template <typename Op>
static Step divideLanes(Warp &w, const Inst &i, Mask mask) {
  using T = typename Op::A;
  const T *b = w.reg<T>(i.s[1]);
  Mask zeros = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    zeros |= Mask(b[lane] == 0) << lane;
  binaryLanes<Op>(w, i, mask);
  if (!w.checks())
    return Step::Next;
  if (w.poisoned)
    w.propagatePoison(i, mask);
  if (zeros &= mask &~w.shadowOf(i.d).lanes; zeros != 0) {
    Shadow &shadow = w.shadowOf(i.d);
    shadow.set(zeros, zeros);
    shadow.origin = instIndex(w, i);
    w.poisoned = true;
  }
  return Step::Next;
}

bool selectIntBinary(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  PtxType t = m.last();
  if (m.has("relu")) {
    selectRelu(op == "min", t == PtxType::S16x2, inst);
    return true;
  }
  if (t == PtxType::U16x2 || t == PtxType::S16x2) {
    bool isS = t == PtxType::S16x2;
    inst.exec = op == "add"   ? binaryLanes<Packed<Add, uint16_t>>
                : op == "min" ? (isS ? binaryLanes<Packed<Min, int16_t>>
                                     : binaryLanes<Packed<Min, uint16_t>>)
                              : (isS ? binaryLanes<Packed<Max, int16_t>>
                                     : binaryLanes<Packed<Max, uint16_t>>);
    return true;
  }
  if (op == "div" || op == "rem")
    inst.poison = PoisonRule::Self;
  if (m.has("sat"))
    inst.exec = op == "add" ? binaryLanes<AddSat> : binaryLanes<SubSat>;
  else if (op == "add")
    inst.exec = TQ_BY_TYPE(binaryLanes, Add, t);
  else if (op == "sub")
    inst.exec = TQ_BY_TYPE(binaryLanes, Sub, t);
  else if (op == "div")
    inst.exec = TQ_BY_TYPE(divideLanes, Div, t);
  else if (op == "rem")
    inst.exec = TQ_BY_TYPE(divideLanes, Rem, t);
  else if (op == "min")
    inst.exec = TQ_BY_TYPE(binaryLanes, Min, t);
  else
    inst.exec = TQ_BY_TYPE(binaryLanes, Max, t);
  return true;
}

bool selectIntMul(const FormMatch &m, Inst &inst, std::string &) {
  PtxType t = m.last();
  if (m.has("wide"))
    inst.exec = TQ_BY_NARROW_TYPE(binaryLanes, MulWide, t);
  else if (m.has("hi"))
    inst.exec = TQ_BY_TYPE(binaryLanes, MulHi, t);
  else
    inst.exec = TQ_BY_TYPE(binaryLanes, MulLo, t);
  return true;
}

bool selectIntMad(const FormMatch &m, Inst &inst, std::string &) {
  PtxType t = m.last();
  if (m.form->opcode == "sad")
    inst.exec = TQ_BY_TYPE(ternaryLanes, Sad, t);
  else if (m.has("sat"))
    inst.exec = ternaryLanes<MadHiSat>;
  else if (m.has("wide"))
    inst.exec = TQ_BY_NARROW_TYPE(ternaryLanes, MadWide, t);
  else if (m.has("hi"))
    inst.exec = TQ_BY_TYPE(ternaryLanes, MadHi, t);
  else
    inst.exec = TQ_BY_TYPE(ternaryLanes, MadLo, t);
  return true;
}

bool selectInt24(const FormMatch &m, Inst &inst, std::string &) {
  bool isS = isSigned(m.last()), high = m.has("hi");
  if (m.form->opcode == "mul24")
    inst.exec = high ? (isS ? binaryLanes<Mul24Hi<int32_t>>
                            : binaryLanes<Mul24Hi<uint32_t>>)
                     : (isS ? binaryLanes<Mul24Lo<int32_t>>
                            : binaryLanes<Mul24Lo<uint32_t>>);
  else
    inst.exec = high ? (isS ? ternaryLanes<Mad24Hi<int32_t>>
                            : ternaryLanes<Mad24Hi<uint32_t>>)
                     : (isS ? ternaryLanes<Mad24Lo<int32_t>>
                            : ternaryLanes<Mad24Lo<uint32_t>>);
  return true;
}

bool selectIntUnary(const FormMatch &m, Inst &inst, std::string &) {
  PtxType t = m.last();
  if (m.form->opcode == "abs")
    inst.exec = t == PtxType::S16   ? unaryLanes<Abs<int16_t>>
                : t == PtxType::S32 ? unaryLanes<Abs<int32_t>>
                                    : unaryLanes<Abs<int64_t>>;
  else
    inst.exec = t == PtxType::S16   ? unaryLanes<Neg<int16_t>>
                : t == PtxType::S32 ? unaryLanes<Neg<int32_t>>
                                    : unaryLanes<Neg<int64_t>>;
  return true;
}

//===----------------------------------------------------------------------===//
// Dot products of small integers
//===----------------------------------------------------------------------===//

template <bool SignedA, bool SignedB>
static int32_t smallProduct(uint32_t a, uint32_t b, unsigned bits) {
  uint32_t mask = (1u << bits) - 1;
  int32_t x = static_cast<int32_t>(a & mask),
          y = static_cast<int32_t>(b & 0xff);
  if (SignedA && (a >> (bits - 1) & 1))
    x -= 1 << bits;
  if (SignedB && (b >> 7 & 1))
    y -= 256;
  return x * y;
}

/// flags: first byte of b for dp2a; imm: how many products.
template <bool SignedA, bool SignedB>
static Step dotProduct(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t out[kLanes];
  unsigned count = static_cast<unsigned>(i.imm), bits = 32 / count;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t sum = c[lane];
    for (unsigned k = 0; k < count; ++k)
      sum += static_cast<uint32_t>(smallProduct<SignedA, SignedB>(
          a[lane] >> (bits * k), b[lane] >> (8 * (k + i.flags)), bits));
    out[lane] = sum;
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectDot(const FormMatch &m, Inst &inst, std::string &) {
  inst.imm = m.form->opcode == "dp4a" ? 4 : 2;
  inst.flags = m.has("hi") ? 2 : 0;
  bool sa = isSigned(m.type(0)), sb = isSigned(m.type(1));
  inst.exec = sa ? (sb ? dotProduct<true, true> : dotProduct<true, false>)
                 : (sb ? dotProduct<false, true> : dotProduct<false, false>);
  return true;
}

} // namespace tqc::emu
