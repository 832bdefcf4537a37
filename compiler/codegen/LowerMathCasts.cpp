//===- LowerMathCasts.cpp - Conversions that arith does not have ----------===//
//
// tq.float_cast: rounding towards zero, and fp8 to and from wider floats.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/KernelLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tqc;

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
  StringRef name =
      to.isF16() ? "cvt.rz.f16.f32 $0, $1;" : "cvt.rz.bf16.f32 $0, $1;";
  Value bits = inlinePtx(name, "=h,f", value, b.getI16Type(), false);
  return LLVM::BitcastOp::create(b, to, bits);
}
