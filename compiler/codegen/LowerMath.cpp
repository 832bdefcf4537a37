//===- LowerMath.cpp - Functions of math ----------------------------------===//
//
// Picks what computes each op of math: an instruction where the hardware has a
// good one, an algorithm of LowerMathFunctions.h otherwise. Half and bfloat16
// go through fp32: math.log on f16 is cvt, log of fp32, cvt.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/LowerMath.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/LowerMathEmit.h"
#include "compiler/codegen/LowerMathFunctionsF64.h"
#include "compiler/codegen/LowerMathRemainder.h"
#include "compiler/codegen/OpLowerings.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tqc;

/// The division and root that the language calls precise.
static Value precise(ImplicitLocOpBuilder &b, ValueRange operands) {
  if (operands.size() == 2)
    return arith::DivFOp::create(b, operands[0], operands[1]);
  return LLVM::SqrtOp::create(b, operands[0].getType(), operands[0]);
}

/// 1 / d, where neither is a denormal: see RowArithmetic.cpp.
static bool isRowReciprocal(arith::DivFOp divide) {
  using arith::FastMathFlags;
  return divide.getFastmath() == (FastMathFlags::arcp | FastMathFlags::afn);
}

/// A quotient or root that IEEE 754 rounds, where no approximation may be.
static Value lowerRounded(ImplicitLocOpBuilder &b, Operation &op,
                          ValueRange operands) {
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<arith::DivFOp, math::SqrtOp>(
          [&](auto) { return precise(b, operands); })
      .Case<math::RsqrtOp>([&](auto) {
        Emitted x{&b, operands.front()};
        return (x.like(1.0) / x.with(precise(b, operands))).v;
      })
      .Default([](Operation *) { return Value(); });
}

static Value lowerF32(ImplicitLocOpBuilder &b, Operation &op,
                      ValueRange operands) {
  if (!isEnabled(&op, Optimization::FastDivision))
    if (Value rounded = lowerRounded(b, op, operands))
      return rounded;
  namespace f = math_functions;
  Type type = b.getF32Type();
  Emitted x{&b, operands.front()};
  auto approximate = [&](StringRef name) {
    return callIntrinsic(b, name, type, operands);
  };
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<tq::PreciseOp>([&](auto) { return precise(b, operands); })
      .Case<arith::DivFOp>([&](arith::DivFOp divide) {
        return isRowReciprocal(divide) ? rcp(Emitted{&b, operands[1]}).v
                                       : approximate("llvm.nvvm.div.full");
      })
      .Case<math::SqrtOp>(
          [&](auto) { return approximate("llvm.nvvm.sqrt.approx.f"); })
      .Case<math::RsqrtOp>(
          [&](auto) { return approximate("llvm.nvvm.rsqrt.approx.f"); })
      .Case<math::Exp2Op>([&](math::Exp2Op exp) {
        return exp.getFastmath() == arith::FastMathFlags::afn ? ex2Flushing(x).v
                                                              : ex2(x).v;
      })
      .Case<math::ExpOp>([&](auto) { return f::expF32(x).v; })
      .Case<math::LogOp>([&](auto) { return f::logF32(x).v; })
      .Case<math::Log2Op>([&](auto) { return f::log2F32(x).v; })
      .Case<math::SinOp>([&](auto) { return f::sinF32(x).v; })
      .Case<math::CosOp>([&](auto) { return f::cosF32(x).v; })
      .Case<math::TanhOp>([&](auto) { return f::tanhF32(x).v; })
      .Case<math::ErfOp>([&](auto) { return f::erfF32(x).v; })
      .Case<arith::RemFOp>(
          [&](auto) { return f::remF32(x, Emitted{&b, operands[1]}).v; })
      .Default([](Operation *) { return Value(); });
}

static Value lowerF64(ImplicitLocOpBuilder &b, Operation &op,
                      ValueRange operands) {
  namespace f = math_functions;
  Emitted x{&b, operands.front()};
  return llvm::TypeSwitch<Operation *, Value>(&op)
      .Case<arith::DivFOp, tq::PreciseOp, math::SqrtOp>(
          [&](auto) { return precise(b, operands); })
      .Case<math::RsqrtOp>(
          [&](auto) { return (x.like(1.0) / x.with(precise(b, operands))).v; })
      .Case<math::ExpOp>([&](auto) { return f::expF64(x).v; })
      .Case<math::Exp2Op>([&](auto) { return f::exp2F64(x).v; })
      .Case<math::LogOp>([&](auto) { return f::logF64(x).v; })
      .Case<math::Log2Op>([&](auto) { return f::log2F64(x).v; })
      .Case<math::SinOp>([&](auto) { return f::sinF64(x).v; })
      .Case<math::CosOp>([&](auto) { return f::cosF64(x).v; })
      .Case<math::TanhOp>([&](auto) { return f::tanhF64(x).v; })
      .Case<math::ErfOp>([&](auto) { return f::erfF64(x).v; })
      .Case<arith::RemFOp>(
          [&](auto) { return f::remF64(x, Emitted{&b, operands[1]}).v; })
      .Default([](Operation *) { return Value(); });
}

bool tqc::isInstructionOfPtx(Operation &op) {
  return isa<IntegerType>(getElementTypeOrSelf(op.getResult(0).getType())) ||
         isa<math::FmaOp, math::AbsFOp, math::FloorOp, math::CeilOp,
             math::RoundEvenOp, math::TruncOp, math::CopySignOp>(op);
}

Value tqc::lowerMath(LoweringContext &cx, Operation &op, ValueRange operands) {
  Type type = operands.front().getType();
  if (type.isF64())
    return lowerF64(cx.b, op, operands);
  if (type.isF32())
    return lowerF32(cx.b, op, operands);
  Registers wide; // half precision: compute in fp32, round once
  for (Value operand : operands)
    wide.push_back(arith::ExtFOp::create(cx.b, cx.b.getF32Type(), operand));
  Value result = lowerF32(cx.b, op, wide);
  return result ? arith::TruncFOp::create(cx.b, type, result).getResult()
                : Value();
}
