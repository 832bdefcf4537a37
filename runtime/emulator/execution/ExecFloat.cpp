//===- ExecFloat.cpp - f32 and f64 arithmetic -----------------------------===//

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/FloatLanes.h"
#include "runtime/emulator/numerics/Floats.h"

namespace tqc::emu {

using numerics::bitsOf;
using numerics::floatOf;
using numerics::Rounding;

/// flags of float instructions.
enum FloatFlags : uint32_t {
  kFtz = 1,
  kSat = 2,
  kNan = 4,
  kXorSign = 8,
  kMax = 16,
  kAbs = 32,
  kRelu = 64,
  kRoundShift = 8, // the Rounding stands here
};

static Rounding roundingOf(const Inst &i) {
  return static_cast<Rounding>(i.flags >> kRoundShift & 7);
}

uint32_t roundingFlag(const FormMatch &m) {
  Rounding r = m.has("rz")   ? Rounding::Zero
               : m.has("rm") ? Rounding::Down
               : m.has("rp") ? Rounding::Up
                             : Rounding::NearestEven;
  return static_cast<uint32_t>(r);
}

static void setFlags(const FormMatch &m, Inst &inst) {
  inst.flags = (m.has("ftz") ? kFtz : 0) | (m.has("sat") ? kSat : 0) |
               (m.has("NaN") ? kNan : 0) | (m.has("xorsign") ? kXorSign : 0) |
               (m.form->opcode == "max" ? kMax : 0) |
               (m.has("relu") ? kRelu : 0) | roundingFlag(m) << kRoundShift;
}

//===----------------------------------------------------------------------===//
// Warp-wide loops for what fills real kernels
//===----------------------------------------------------------------------===//

using Binary = void (*)(numerics::Lanes, numerics::ConstLanes,
                        numerics::ConstLanes, bool);

template <Binary Fn>
static Step fastBinary(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  uint32_t *d = w.reg<uint32_t>(i.d);
  if (mask == kAllLanes) {
    Fn(d, a, b, i.flags & kFtz);
    return Step::Next;
  }
  alignas(64) uint32_t out[kLanes];
  Fn(out, a, b, i.flags & kFtz);
  putLanes(d, out, mask);
  return Step::Next;
}

static Step fastFma(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t *d = w.reg<uint32_t>(i.d);
  if (mask == kAllLanes) {
    numerics::fmaF32Lanes(d, a, b, c, i.flags & kFtz);
    return Step::Next;
  }
  alignas(64) uint32_t out[kLanes];
  numerics::fmaF32Lanes(out, a, b, c, i.flags & kFtz);
  putLanes(d, out, mask);
  return Step::Next;
}

template <void (*Fn)(numerics::Lanes, numerics::ConstLanes, bool)>
static Step fastUnary(Warp &w, const Inst &i, Mask mask) {
  alignas(64) uint32_t out[kLanes];
  Fn(out, w.reg<uint32_t>(i.s[0]), i.flags & kFtz);
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// One lane after the other, for any rounding
//===----------------------------------------------------------------------===//

template <float (*Fn)(float, float, Rounding, bool)>
static Step anyBinary(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]), *b = w.reg<float>(i.s[1]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    float r = Fn(a[lane], b[lane], roundingOf(i), i.flags & kFtz);
    d[lane] = i.flags & kSat ? numerics::saturateF32(r) : r;
  }
  return Step::Next;
}

static Step anyFma(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]), *b = w.reg<float>(i.s[1]);
  const float *c = w.reg<float>(i.s[2]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    float r = numerics::fmaF32(a[lane], b[lane], c[lane], roundingOf(i),
                               i.flags & kFtz);
    d[lane] = i.flags & kSat ? numerics::saturateF32(r) : r;
  }
  return Step::Next;
}

template <float (*Fn)(float, Rounding, bool)>
static Step anyUnary(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane], roundingOf(i), i.flags & kFtz);
  return Step::Next;
}

template <float (*Fn)(float, bool)>
static Step approximate(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane], i.flags & kFtz);
  return Step::Next;
}

template <float (*Fn)(float, float, bool)>
static Step approximateDiv(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]), *b = w.reg<float>(i.s[1]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane], b[lane], i.flags & kFtz);
  return Step::Next;
}

template <double (*Fn)(double, double, Rounding)>
static Step doubleBinary(Warp &w, const Inst &i, Mask mask) {
  const double *a = w.reg<double>(i.s[0]), *b = w.reg<double>(i.s[1]);
  double *d = w.reg<double>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane], b[lane], roundingOf(i));
  return Step::Next;
}

static Step doubleFma(Warp &w, const Inst &i, Mask mask) {
  const double *a = w.reg<double>(i.s[0]), *b = w.reg<double>(i.s[1]);
  const double *c = w.reg<double>(i.s[2]);
  double *d = w.reg<double>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = numerics::fmaF64(a[lane], b[lane], c[lane], roundingOf(i));
  return Step::Next;
}

template <double (*Fn)(double, Rounding)>
static Step doubleUnary(Warp &w, const Inst &i, Mask mask) {
  const double *a = w.reg<double>(i.s[0]);
  double *d = w.reg<double>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane], roundingOf(i));
  return Step::Next;
}

template <double (*Fn)(double)>
static Step doubleApproximate(Warp &w, const Inst &i, Mask mask) {
  const double *a = w.reg<double>(i.s[0]);
  double *d = w.reg<double>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = Fn(a[lane]);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool selectFloatBinary(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  setFlags(m, inst);
  if (m.last() == PtxType::F64) {
    inst.exec = op == "add"   ? doubleBinary<numerics::addF64>
                : op == "sub" ? doubleBinary<numerics::subF64>
                : op == "mul" ? doubleBinary<numerics::mulF64>
                              : doubleBinary<numerics::divF64>;
    return true;
  }
  bool plain = roundingFlag(m) == 0 && !m.has("sat");
  if (op == "add")
    inst.exec =
        plain ? fastBinary<numerics::addF32Lanes> : anyBinary<numerics::addF32>;
  else if (op == "sub")
    inst.exec =
        plain ? fastBinary<numerics::subF32Lanes> : anyBinary<numerics::subF32>;
  else if (op == "mul")
    inst.exec =
        plain ? fastBinary<numerics::mulF32Lanes> : anyBinary<numerics::mulF32>;
  else if (m.has("approx"))
    inst.exec = approximateDiv<numerics::divApprox>;
  else if (m.has("full"))
    inst.exec = approximateDiv<numerics::divFull>;
  else
    inst.exec = anyBinary<numerics::divF32>;
  return true;
}

bool selectFloatFma(const FormMatch &m, Inst &inst, std::string &) {
  setFlags(m, inst);
  if (m.last() == PtxType::F64)
    inst.exec = doubleFma;
  else
    inst.exec = roundingFlag(m) == 0 && !m.has("sat") ? fastFma : anyFma;
  return true;
}

bool selectFloatUnary(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  setFlags(m, inst);
  bool approx = m.has("approx");
  if (m.last() == PtxType::F64) {
    inst.exec = op == "rsqrt"  ? doubleApproximate<numerics::rsqrtApproxF64>
                : op == "sqrt" ? doubleUnary<numerics::sqrtF64>
                : approx       ? doubleApproximate<numerics::rcpApproxF64>
                               : doubleUnary<numerics::rcpF64>;
    return true;
  }
  if (op == "sqrt")
    inst.exec = approx ? approximate<numerics::sqrtApprox>
                       : anyUnary<numerics::sqrtF32>;
  else if (op == "rcp")
    inst.exec =
        approx ? fastUnary<numerics::rcpF32Lanes> : anyUnary<numerics::rcpF32>;
  else if (op == "rsqrt")
    inst.exec = approximate<numerics::rsqrtApprox>;
  else if (op == "ex2")
    inst.exec = fastUnary<numerics::ex2F32Lanes>;
  else if (op == "lg2")
    inst.exec = approximate<numerics::lg2Approx>;
  else if (op == "sin")
    inst.exec = approximate<numerics::sinApprox>;
  else
    inst.exec = approximate<numerics::cosApprox>;
  return true;
}

/// tanh.approx.f32 keeps subnormals and has no .ftz.
static Step tanhLanes(Warp &w, const Inst &i, Mask mask) {
  const float *a = w.reg<float>(i.s[0]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = numerics::tanhApprox(a[lane]);
  return Step::Next;
}

bool selectTanh(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = tanhLanes;
  return true;
}

//===----------------------------------------------------------------------===//
// Signs, minimum and maximum, classes
//===----------------------------------------------------------------------===//

/// neg and abs work on bits, but a single-precision NaN becomes the canonical
/// one and a double-precision NaN quiet, as on an H200 (docs/results).
template <typename T>
static Step signLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr T kSign = T(1) << (8 * sizeof(T) - 1);
  constexpr T kExponent =
      sizeof(T) == 4 ? T(0x7f800000) : static_cast<T>(0x7ff0000000000000);
  const T *a = w.reg<T>(i.s[0]);
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    T v = a[lane];
    if (i.flags & kFtz && (v & kExponent) == 0)
      v &= kSign;
    out[lane] = i.flags & kAbs ? v & ~kSign : v ^ kSign;
    if ((v & ~kSign) > kExponent)
      out[lane] = sizeof(T) == 4 ? static_cast<T>(0x7fffffff)
                                 : v | static_cast<T>(uint64_t(1) << 51);
  }
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectFloatSign(const FormMatch &m, Inst &inst, std::string &) {
  setFlags(m, inst);
  if (m.form->opcode == "abs")
    inst.flags |= kAbs;
  inst.exec =
      m.last() == PtxType::F64 ? signLanes<uint64_t> : signLanes<uint32_t>;
  return true;
}

template <typename T>
static Step copySignLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr T kSign = T(1) << (8 * sizeof(T) - 1);
  const T *a = w.reg<T>(i.s[0]), *b = w.reg<T>(i.s[1]);
  T out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = (a[lane] & kSign) | (b[lane] & ~kSign);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

bool selectCopysign(const FormMatch &m, Inst &inst, std::string &) {
  inst.exec = m.last() == PtxType::F64 ? copySignLanes<uint64_t>
                                       : copySignLanes<uint32_t>;
  return true;
}

static Step minMaxLanes(Warp &w, const Inst &i, Mask mask) {
  numerics::MinMaxMode mode;
  mode.isMax = i.flags & kMax;
  mode.nan = i.flags & kNan;
  mode.ftz = i.flags & kFtz;
  mode.xorSign = i.flags & kXorSign;
  const float *a = w.reg<float>(i.s[0]), *b = w.reg<float>(i.s[1]);
  float *d = w.reg<float>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = numerics::minMaxF32(a[lane], b[lane], mode);
  return Step::Next;
}

static Step doubleMinMax(Warp &w, const Inst &i, Mask mask) {
  const double *a = w.reg<double>(i.s[0]), *b = w.reg<double>(i.s[1]);
  double *d = w.reg<double>(i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      d[lane] = numerics::minMaxF64(a[lane], b[lane], i.flags & kMax);
  return Step::Next;
}

bool selectFloatMinMax(const FormMatch &m, Inst &inst, std::string &why) {
  if (m.has("abs") != m.has("xorsign")) {
    why = ".xorsign and .abs go together";
    return false;
  }
  setFlags(m, inst);
  if (m.last() == PtxType::F64)
    inst.exec = doubleMinMax;
  else if (m.has("NaN") || m.has("xorsign"))
    inst.exec = minMaxLanes;
  else
    inst.exec = m.form->opcode == "max" ? fastBinary<numerics::maxF32Lanes>
                                        : fastBinary<numerics::minF32Lanes>;
  return true;
}

enum class TestKind : uint8_t {
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal
};

template <typename T>
static Step testClass(Warp &w, const Inst &i, Mask mask) {
  constexpr int kMantissa = sizeof(T) == 4 ? 23 : 52;
  constexpr T kExponent =
      sizeof(T) == 4 ? T(0x7f800000) : static_cast<T>(0x7ff0000000000000);
  constexpr T kFraction = (T(1) << kMantissa) - 1;
  const T *a = w.reg<T>(i.s[0]);
  Mask value = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    T e = a[lane] & kExponent, f = a[lane] & kFraction;
    bool nan = e == kExponent && f != 0;
    bool is = false;
    switch (static_cast<TestKind>(i.flags)) {
    case TestKind::Finite:
      is = e != kExponent;
      break;
    case TestKind::Infinite:
      is = e == kExponent && f == 0;
      break;
    case TestKind::Number:
      is = !nan;
      break;
    case TestKind::NotANumber:
      is = nan;
      break;
    case TestKind::Normal:
      is = e != kExponent && (e != 0 || f == 0); // zeros count as normal
      break;
    case TestKind::Subnormal:
      is = e == 0 && f != 0;
      break;
    }
    value |= Mask(is) << lane;
  }
  putPred(w.pred(i.d), value, mask);
  return Step::Next;
}

bool selectTestp(const FormMatch &m, Inst &inst, std::string &) {
  static constexpr std::string_view kNames[] = {
      "finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  for (uint32_t k = 0; k < std::size(kNames); ++k)
    if (m.modifiers[0] == kNames[k])
      inst.flags = k;
  inst.exec =
      m.last() == PtxType::F64 ? testClass<uint64_t> : testClass<uint32_t>;
  return true;
}

} // namespace tqc::emu
