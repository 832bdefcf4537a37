//===- ExecHalf.cpp - f16 and bf16 arithmetic -----------------------------===//

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/Floats.h"

namespace tqc::emu {

using numerics::HalfMode;

namespace {
/// flags of half instructions.
enum HalfFlags : uint32_t {
  kFtz = 1,
  kSat = 2,
  kRelu = 4,
  kNan = 8,
  kXorSign = 16,
  kMax = 32,
};

HalfMode modeOf(const Inst &i) {
  HalfMode mode;
  mode.ftz = i.flags & kFtz;
  mode.saturate = i.flags & kSat;
  mode.relu = i.flags & kRelu;
  return mode;
}

using Binary = uint16_t (*)(uint16_t, uint16_t, HalfMode);
using Ternary = uint16_t (*)(uint16_t, uint16_t, uint16_t, HalfMode);

uint16_t low(uint32_t a) { return static_cast<uint16_t>(a); }
uint16_t high(uint32_t a) { return static_cast<uint16_t>(a >> 16); }
uint32_t join(uint16_t l, uint16_t h) { return l | uint32_t(h) << 16; }
} // namespace

template <Binary Fn, bool Packed>
static Step halfBinary(Warp &w, const Inst &i, Mask mask) {
  HalfMode mode = modeOf(i);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (Packed) {
      uint32_t a = w.reg<uint32_t>(i.s[0])[lane];
      uint32_t b = w.reg<uint32_t>(i.s[1])[lane];
      w.reg<uint32_t>(i.d)[lane] =
          join(Fn(low(a), low(b), mode), Fn(high(a), high(b), mode));
    } else {
      w.reg<uint16_t>(i.d)[lane] = Fn(w.reg<uint16_t>(i.s[0])[lane],
                                      w.reg<uint16_t>(i.s[1])[lane], mode);
    }
  }
  return Step::Next;
}

template <Ternary Fn, bool Packed>
static Step halfTernary(Warp &w, const Inst &i, Mask mask) {
  HalfMode mode = modeOf(i);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (Packed) {
      uint32_t a = w.reg<uint32_t>(i.s[0])[lane];
      uint32_t b = w.reg<uint32_t>(i.s[1])[lane];
      uint32_t c = w.reg<uint32_t>(i.s[2])[lane];
      w.reg<uint32_t>(i.d)[lane] = join(Fn(low(a), low(b), low(c), mode),
                                        Fn(high(a), high(b), high(c), mode));
    } else {
      w.reg<uint16_t>(i.d)[lane] =
          Fn(w.reg<uint16_t>(i.s[0])[lane], w.reg<uint16_t>(i.s[1])[lane],
             w.reg<uint16_t>(i.s[2])[lane], mode);
    }
  }
  return Step::Next;
}

static bool isPacked(PtxType type) { return bitWidth(type) == 32; }
static bool isBf16(PtxType type) {
  return type == PtxType::BF16 || type == PtxType::BF16x2;
}

/// Of two numbers that travel together each has a result of its own.
static void setFlags(const FormMatch &m, Inst &inst) {
  inst.flags = (m.has("ftz") ? kFtz : 0) | (m.has("sat") ? kSat : 0) |
               (m.has("relu") ? kRelu : 0) | (m.has("NaN") ? kNan : 0) |
               (m.has("xorsign") ? kXorSign : 0) |
               (m.form->opcode == "max" ? kMax : 0);
  if (isPacked(m.last()))
    inst.poison = PoisonRule::Halves;
}

template <Binary F16, Binary Bf16>
static ExecFn binaryFor(PtxType type) {
  if (isBf16(type))
    return isPacked(type) ? halfBinary<Bf16, true> : halfBinary<Bf16, false>;
  return isPacked(type) ? halfBinary<F16, true> : halfBinary<F16, false>;
}

bool selectHalfBinary(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  setFlags(m, inst);
  inst.exec =
      op == "add"   ? binaryFor<numerics::addF16, numerics::addBf16>(m.last())
      : op == "sub" ? binaryFor<numerics::subF16, numerics::subBf16>(m.last())
                    : binaryFor<numerics::mulF16, numerics::mulBf16>(m.last());
  return true;
}

bool selectHalfFma(const FormMatch &m, Inst &inst, std::string &) {
  setFlags(m, inst);
  bool packed = isPacked(m.last());
  inst.exec = isBf16(m.last())
                  ? (packed ? halfTernary<numerics::fmaBf16, true>
                            : halfTernary<numerics::fmaBf16, false>)
                  : (packed ? halfTernary<numerics::fmaF16, true>
                            : halfTernary<numerics::fmaF16, false>);
  return true;
}

/// One rule for all that is done to each half on its own; imm says what.
enum class HalfUnary : uint8_t { Neg, Abs, Ex2, Tanh };

static uint16_t halfUnary(HalfUnary op, bool bf16, bool ftz, uint16_t a) {
  uint16_t exponent = bf16 ? 0x7f80 : 0x7c00;
  switch (op) {
  case HalfUnary::Neg:
  case HalfUnary::Abs:
    if (ftz && (a & exponent) == 0)
      a &= 0x8000;
    if ((a & 0x7fff) > exponent) // an H200 makes the canonical NaN
      return 0x7fff;
    return op == HalfUnary::Neg ? a ^ 0x8000 : a & 0x7fff;
  case HalfUnary::Ex2:
    return bf16 ? numerics::ex2ApproxBf16(a) : numerics::ex2ApproxF16(a, ftz);
  case HalfUnary::Tanh:
    return bf16 ? numerics::tanhApproxBf16(a) : numerics::tanhApproxF16(a);
  }
  return a;
}

static Step halfUnaryLanes(Warp &w, const Inst &i, Mask mask) {
  auto op = static_cast<HalfUnary>(i.imm);
  bool bf16 = isBf16(i.type), ftz = i.flags & kFtz;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (isPacked(i.type)) {
      uint32_t a = w.reg<uint32_t>(i.s[0])[lane];
      w.reg<uint32_t>(i.d)[lane] = join(halfUnary(op, bf16, ftz, low(a)),
                                        halfUnary(op, bf16, ftz, high(a)));
    } else {
      w.reg<uint16_t>(i.d)[lane] =
          halfUnary(op, bf16, ftz, w.reg<uint16_t>(i.s[0])[lane]);
    }
  }
  return Step::Next;
}

bool selectHalfUnary(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  setFlags(m, inst);
  inst.imm = static_cast<int64_t>(op == "neg"   ? HalfUnary::Neg
                                  : op == "abs" ? HalfUnary::Abs
                                  : op == "ex2" ? HalfUnary::Ex2
                                                : HalfUnary::Tanh);
  inst.exec = halfUnaryLanes;
  return true;
}

static Step halfMinMax(Warp &w, const Inst &i, Mask mask) {
  numerics::MinMaxMode mode;
  mode.isMax = i.flags & kMax;
  mode.nan = i.flags & kNan;
  mode.ftz = i.flags & kFtz;
  mode.xorSign = i.flags & kXorSign;
  const auto &format = isBf16(i.type) ? numerics::kBf16 : numerics::kF16;
  auto one = [&](uint16_t a, uint16_t b) {
    return static_cast<uint16_t>(numerics::minMax(a, b, format, mode));
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (isPacked(i.type)) {
      uint32_t a = w.reg<uint32_t>(i.s[0])[lane];
      uint32_t b = w.reg<uint32_t>(i.s[1])[lane];
      w.reg<uint32_t>(i.d)[lane] =
          join(one(low(a), low(b)), one(high(a), high(b)));
    } else {
      w.reg<uint16_t>(i.d)[lane] =
          one(w.reg<uint16_t>(i.s[0])[lane], w.reg<uint16_t>(i.s[1])[lane]);
    }
  }
  return Step::Next;
}

bool selectHalfMinMax(const FormMatch &m, Inst &inst, std::string &why) {
  if (m.has("abs") != m.has("xorsign")) {
    why = ".xorsign and .abs go together";
    return false;
  }
  setFlags(m, inst);
  inst.exec = halfMinMax;
  return true;
}

} // namespace tqc::emu
