//===- LowerMath.cpp - Functions of math on fp32 and wider ----------------===//
//
// What the hardware approximates well is one instruction; the rest is built
// here. Half and bfloat16 go through fp32.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;

static Value intrinsic(ImplicitLocOpBuilder &b, StringRef name, Type type,
                       ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, type, b.getStringAttr(name), operands)
      .getResult(0);
}

static Value f32Constant(ImplicitLocOpBuilder &b, double value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

/// exp(x) = 2^t * 2^(f * log2 e), t the nearest integer to x * log2 e and f the
/// rest of x in [-ln2/2, ln2/2]: the argument of ex2 stays small, so the result
/// is within 2 ulp over the whole range.
static Value expF32(ImplicitLocOpBuilder &b, Value x) {
  Type type = b.getF32Type();
  Value low = f32Constant(b, -105.0), high = f32Constant(b, 89.0);
  Value c = arith::MaximumFOp::create(b, x, low); // NaN stays NaN
  c = arith::MinimumFOp::create(b, c, high);
  Value t = math::RoundEvenOp::create(
      b, arith::MulFOp::create(b, c, f32Constant(b, 1.44269502162933349609)));
  Value f = math::FmaOp::create(b, t, f32Constant(b, -0.693145751953125), c);
  f = math::FmaOp::create(b, t, f32Constant(b, -1.42860682030941723212e-6), f);
  Value r = intrinsic(
      b, "llvm.nvvm.ex2.approx", type,
      ValueRange{arith::MulFOp::create(b, f, f32Constant(b, 1.44269502162933349609))});
  r = arith::AddFOp::create(b, r, r); // 2^(t-1) is finite up to t = 128
  Value power = intrinsic(
      b, "llvm.nvvm.ex2.approx", type,
      ValueRange{arith::AddFOp::create(b, t, f32Constant(b, -1.0))});
  return arith::MulFOp::create(b, r, power);
}

Value KernelLowering::lowerMath(Operation &op, ValueRange operands) {
  Type type = operands.front().getType();
  if (isa<IntegerType>(type))
    return {}; // absi and its kind are LLVM's
  bool isDivision = isa<arith::DivFOp>(op);
  if (isa<math::FmaOp, math::AbsFOp, math::FloorOp, math::CeilOp>(op))
    return {};
  if (type.isF64()) {
    if (isDivision || isa<tq::PreciseOp, math::SqrtOp>(op)) {
      if (operands.size() == 2)
        return arith::DivFOp::create(b, operands[0], operands[1]);
      return LLVM::SqrtOp::create(b, type, operands[0]);
    }
    return {};
  }
  if (!type.isF32()) { // half precision: compute in fp32, round once
    Registers wide;
    for (Value operand : operands)
      wide.push_back(arith::ExtFOp::create(b, b.getF32Type(), operand));
    Value result = lowerMath(op, wide);
    return result ? arith::TruncFOp::create(b, type, result).getResult()
                  : Value();
  }
  Value x = operands.front();
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<arith::DivFOp>([&](auto) {
        return intrinsic(b, "llvm.nvvm.div.full", type, operands);
      })
      .Case<tq::PreciseOp>([&](auto) -> Value {
        if (operands.size() == 2)
          return arith::DivFOp::create(b, operands[0], operands[1]);
        return LLVM::SqrtOp::create(b, type, x);
      })
      .Case<math::Exp2Op>([&](auto) {
        return intrinsic(b, "llvm.nvvm.ex2.approx", type, x);
      })
      .Case<math::ExpOp>([&](auto) { return expF32(b, x); })
      .Case<math::SqrtOp>([&](auto) {
        return intrinsic(b, "llvm.nvvm.sqrt.approx.f", type, x);
      })
      .Case<math::RsqrtOp>([&](auto) {
        return intrinsic(b, "llvm.nvvm.rsqrt.approx.f", type, x);
      })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Conversions that arith does not have
//===----------------------------------------------------------------------===//

Value KernelLowering::lowerFloatCast(Type from, Type to, Value value,
                                     bool towardZero) {
  if (from.getIntOrFloatBitWidth() == 8 || to.getIntOrFloatBitWidth() == 8)
    return {}; // fp8 is refused by the caller until it is compiled
  Type f32 = b.getF32Type();
  if (!from.isF32())
    value = from.isF64() ? arith::TruncFOp::create(b, f32, value).getResult()
                         : arith::ExtFOp::create(b, f32, value).getResult();
  if (to.isF64())
    return arith::ExtFOp::create(b, to, value);
  if (to.isF32())
    return value;
  if (!towardZero)
    return arith::TruncFOp::create(b, to, value);
  StringRef name = to.isF16() ? "cvt.rz.f16.f32 $0, $1;"
                              : "cvt.rz.bf16.f32 $0, $1;";
  Value bits = inlinePtx(name, "=h,f", value, b.getI16Type(), false);
  return LLVM::BitcastOp::create(b, to, bits);
}
