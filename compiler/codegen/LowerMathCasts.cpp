//===- LowerMathCasts.cpp - Conversions that arith does not have ----------===//
//
// tq.float_cast: rounding towards zero, and fp8 to and from wider floats. An
// fp8 is an i8 here. To fp8 everything rounds to the nearest, and what is too
// large, infinities too, becomes the largest finite number, as PTX's
// `satfinite` has it: 1000.0 to e4m3 is 448.0, bits 0x7e. NaN becomes 0x7f.
//
// sm_89 converts to fp8 in one instruction; before that it takes 13 for a
// number, and 1 (e5m2) or 7 (e4m3) back to fp16.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/LowerMathEmit.h"
#include "compiler/codegen/OpLowerings.h"

using namespace mlir;
using namespace tqc;

namespace {
/// How an 8-bit float is laid out.
struct SmallFloat {
  const char *name;
  int mantissa, bias;
  uint32_t largest; ///< the largest finite number, as bits of fp32
};
} // namespace

static SmallFloat smallFloat(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return {"e4m3x2", 3, 7, 0x43e00000}; // 448
  return {"e5m2x2", 2, 15, 0x47600000};  // 57344
}

static bool isSmall(Type type) { return type.getIntOrFloatBitWidth() == 8; }

/// fp32 to the bits of a small float, in an i32.
static Emitted narrowToSmall(Emitted x, SmallFloat to, bool towardZero) {
  Emitted i = bits(x);
  Emitted magnitude = i & i.like(0x7fffffff);
  Emitted largest = i.like(to.largest);
  Emitted clamped =
      select(unsignedGreater(magnitude, largest), largest, magnitude);
  int drop = 23 - to.mantissa;
  Emitted rounded = clamped;
  if (!towardZero) // half a unit, less one where the even number is below
    rounded = clamped + ((clamped >> drop) & i.like(1)) +
              i.like((1u << (drop - 1)) - 1);
  Emitted normal = (rounded >> drop) - i.like((127 - to.bias) << to.mantissa);
  // Below the least normal number the bits count its smallest step, `1 /
  // steps`.
  Emitted a = floatOf(clamped);
  double steps = double(uint64_t(1) << (to.bias - 1 + to.mantissa));
  Emitted tiny = i;
  if (towardZero) {
    tiny =
        i.with(arith::FPToUIOp::create(*i.b, i.type(), (a * a.like(steps)).v));
  } else {
    Emitted anchor = a.like(0x1p+23 / steps); // whose last place is that step
    tiny = bits(a + anchor) - bits(anchor);
  }
  Emitted least = a.like(double(1 << to.mantissa) / steps);
  Emitted sign = (i >> 24) & i.like(0x80);
  Emitted result = select(a < least, tiny, normal) | sign;
  return select(unsignedGreater(magnitude, i.like(0x7f800000)), i.like(0x7f),
                result);
}

/// The bits of a small float, in an i16, to fp16, which has all its values.
static Emitted widenSmall(Emitted byte, SmallFloat from) {
  ImplicitLocOpBuilder &b = *byte.b;
  Type f16 = b.getF16Type();
  auto asHalf = [&](Emitted value) {
    return value.with(arith::BitcastOp::create(b, f16, value.v));
  };
  if (from.mantissa == 2)
    return asHalf(byte << 8); // e5m2 is the upper half of an fp16
  Emitted magnitude = byte & byte.like(0x7f);
  // The exponent is off by what the biases differ in.
  Emitted scaled = asHalf(magnitude << 7);
  scaled = scaled * scaled.like(256.0);
  Emitted real =
      byte.with(arith::BitcastOp::create(b, b.getI16Type(), scaled.v));
  Emitted withNan =
      select(magnitude == byte.like(0x7f), byte.like(0x7fff), real);
  return asHalf(withNan | ((byte & byte.like(0x80)) << 8));
}

/// An fp32 from which rounding once more gives what rounding at once would: cut
/// off, with the last bit set if anything was lost.
static Value keepSticky(ImplicitLocOpBuilder &b, Value cut, Value lost) {
  Emitted i = bits({&b, cut});
  return floatOf(select({&b, lost}, i | i.like(1), i)).v;
}

/// One conversion, as PTX text.
static Value ptx(ImplicitLocOpBuilder &b, const llvm::Twine &text,
                 StringRef constraints, ValueRange operands, Type result) {
  return inlinePtx(b, PtxStatement::Convert, text.str(), constraints, operands,
                   result);
}

static Value lowBits(ImplicitLocOpBuilder &b, Value value, Type type) {
  return arith::TruncIOp::create(b, type, value);
}

static Value smallToF16(ImplicitLocOpBuilder &b, Value value, SmallFloat from,
                        int computeCapability) {
  Value byte = arith::ExtUIOp::create(b, b.getI16Type(), value);
  if (computeCapability < 89 || from.mantissa == 2)
    return widenSmall({&b, byte}, from).v;
  Value pair =
      ptx(b, "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h", byte, b.getI32Type());
  return arith::BitcastOp::create(b, b.getF16Type(),
                                  lowBits(b, pair, b.getI16Type()));
}

static Value f32ToSmall(ImplicitLocOpBuilder &b, Value value, SmallFloat to,
                        int computeCapability, bool towardZero) {
  Emitted x{&b, value};
  if (computeCapability < 89 || towardZero)
    return lowBits(b, narrowToSmall(x, to, towardZero).v, b.getI8Type());
  Value pair = ptx(b, Twine("cvt.rn.satfinite.") + to.name + ".f32 $0, $1, $2;",
                   "=h,f,f", {x.like(0.0).v, value}, b.getI16Type());
  return lowBits(b, pair, b.getI8Type());
}

/// fp32 to fp16 or bf16, cut off.
static Value cutToHalf(ImplicitLocOpBuilder &b, Value value, Type to,
                       int computeCapability) {
  Type i16 = b.getI16Type();
  Value half;
  if (to.isF16()) {
    half = ptx(b, "cvt.rz.f16.f32 $0, $1;", "=h,f", value, i16);
  } else if (computeCapability >= 80) {
    half = ptx(b, "cvt.rz.bf16.f32 $0, $1;", "=h,f", value, i16);
  } else { // bf16 is the upper half of an fp32
    Emitted i = bits({&b, value});
    Emitted isNan = unsignedGreater(i & i.like(0x7fffffff), i.like(0x7f800000));
    half = lowBits(b, select(isNan, i.like(0x7fff), i >> 16).v, i16);
  }
  return arith::BitcastOp::create(b, to, half);
}

Value tqc::lowerFloatCast(LoweringContext &cx, Type from, Type to, Value value,
                          bool towardZero) {
  Type f32 = cx.b.getF32Type();
  // To fp32, or to an fp32 that rounds as the source does.
  if (isSmall(from)) {
    value = smallToF16(cx.b, value, smallFloat(from), cx.computeCapability);
    if (to.isF16())
      return value;
    value = arith::ExtFOp::create(cx.b, f32, value);
  } else if (from.isF64()) {
    if (to.isF32() && !towardZero)
      return arith::TruncFOp::create(cx.b, f32, value);
    Value cut = ptx(cx.b, "cvt.rz.f32.f64 $0, $1;", "=f,d", value, f32);
    Value back = arith::ExtFOp::create(cx.b, from, cut);
    Value lost =
        arith::CmpFOp::create(cx.b, arith::CmpFPredicate::ONE, back, value);
    value = towardZero ? cut : keepSticky(cx.b, cut, lost);
  } else if (!from.isF32()) {
    value = arith::ExtFOp::create(cx.b, f32, value);
  }
  // From there.
  if (to.isF32())
    return value;
  if (to.isF64())
    return arith::ExtFOp::create(cx.b, to, value);
  if (isSmall(to))
    return f32ToSmall(cx.b, value, smallFloat(to), cx.computeCapability,
                      towardZero);
  if (towardZero)
    return cutToHalf(cx.b, value, to, cx.computeCapability);
  return arith::TruncFOp::create(cx.b, to, value);
}

Value tqc::lowerIntToBf16(LoweringContext &cx, Value value, bool isSigned) {
  Type type = value.getType();
  std::string from =
      (Twine(isSigned ? "s" : "u") + Twine(type.getIntOrFloatBitWidth())).str();
  Value cut =
      ptx(cx.b, "cvt.rz.f32." + from + " $0, $1;",
          type.isInteger(64) ? "=f,l" : "=f,r", value, cx.b.getF32Type());
  Value back = isSigned ? arith::FPToSIOp::create(cx.b, type, cut).getResult()
                        : arith::FPToUIOp::create(cx.b, type, cut).getResult();
  Value lost =
      arith::CmpIOp::create(cx.b, arith::CmpIPredicate::ne, back, value);
  return arith::TruncFOp::create(cx.b, cx.b.getBF16Type(),
                                 keepSticky(cx.b, cut, lost));
}
