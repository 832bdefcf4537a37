//===- LowerMathEmit.h - Numbers that emit what is done to them -*- C++ -*-===//
//
// `Emitted` wraps a value of the IR: `a * b + c` on it makes arith.mulf and
// arith.addf. It is what LowerMathFunctions.h computes with in the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LOWERMATHEMIT_H
#define TQC_COMPILER_CODEGEN_LOWERMATHEMIT_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tqc {

/// A call of one of LLVM's intrinsics, whose types are those of its operands.
inline mlir::Value callIntrinsic(mlir::ImplicitLocOpBuilder &b,
                                 llvm::StringRef name, mlir::Type type,
                                 mlir::ValueRange operands) {
  return mlir::LLVM::CallIntrinsicOp::create(b, type, b.getStringAttr(name),
                                             operands)
      .getResult(0);
}

struct Emitted {
  mlir::ImplicitLocOpBuilder *b;
  mlir::Value v;

  mlir::Type type() const { return v.getType(); }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(type()); }
  Emitted with(mlir::Value value) const { return {b, value}; }

  template <class Op>
  Emitted make(Emitted other) const {
    return with(Op::create(*b, v, other.v).getResult());
  }
  template <class FloatOp, class IntOp>
  Emitted either(Emitted other) const {
    return isFloat() ? make<FloatOp>(other) : make<IntOp>(other);
  }
  Emitted compare(mlir::arith::CmpFPredicate floats,
                  mlir::arith::CmpIPredicate integers, Emitted other) const {
    using namespace mlir::arith;
    return isFloat()
               ? with(CmpFOp::create(*b, floats, v, other.v).getResult())
               : with(CmpIOp::create(*b, integers, v, other.v).getResult());
  }

  /// A constant of this type.
  template <class T>
  Emitted like(T value) const {
    mlir::TypedAttr attr;
    if (isFloat())
      attr = b->getFloatAttr(type(), double(value));
    else
      attr = b->getIntegerAttr(
          type(), llvm::APInt(type().getIntOrFloatBitWidth(), uint64_t(value),
                              /*isSigned=*/false, /*implicitTrunc=*/true));
    return with(mlir::arith::ConstantOp::create(*b, attr));
  }

  Emitted operator+(Emitted o) const {
    return either<mlir::arith::AddFOp, mlir::arith::AddIOp>(o);
  }
  Emitted operator-(Emitted o) const {
    return either<mlir::arith::SubFOp, mlir::arith::SubIOp>(o);
  }
  Emitted operator*(Emitted o) const {
    return either<mlir::arith::MulFOp, mlir::arith::MulIOp>(o);
  }
  Emitted operator/(Emitted o) const { return make<mlir::arith::DivFOp>(o); }
  Emitted operator&(Emitted o) const { return make<mlir::arith::AndIOp>(o); }
  Emitted operator|(Emitted o) const { return make<mlir::arith::OrIOp>(o); }
  Emitted operator^(Emitted o) const { return make<mlir::arith::XOrIOp>(o); }
  Emitted operator<<(int n) const { return make<mlir::arith::ShLIOp>(like(n)); }
  Emitted operator>>(int n) const {
    return make<mlir::arith::ShRUIOp>(like(n));
  }
  Emitted operator<(Emitted o) const {
    return compare(mlir::arith::CmpFPredicate::OLT,
                   mlir::arith::CmpIPredicate::slt, o);
  }
  Emitted operator>(Emitted o) const {
    return compare(mlir::arith::CmpFPredicate::OGT,
                   mlir::arith::CmpIPredicate::sgt, o);
  }
  Emitted operator==(Emitted o) const {
    return compare(mlir::arith::CmpFPredicate::OEQ,
                   mlir::arith::CmpIPredicate::eq, o);
  }
};

//===--- Floats -----------------------------------------------------------===//

inline Emitted fma(Emitted a, Emitted b, Emitted c) {
  return a.with(mlir::math::FmaOp::create(*a.b, a.v, b.v, c.v));
}
/// A product of fp64 that is rounded even where it is added to something.
inline Emitted roundedProduct(Emitted a, Emitted b) {
  return a.with(
      callIntrinsic(*a.b, "llvm.nvvm.mul.rn.d", a.type(), {a.v, b.v}));
}
inline Emitted abs(Emitted a) {
  return a.with(mlir::math::AbsFOp::create(*a.b, a.v));
}
inline Emitted copysign(Emitted a, Emitted sign) {
  return a.make<mlir::math::CopySignOp>(sign);
}
inline Emitted minNan(Emitted a, Emitted b) {
  return a.make<mlir::arith::MinimumFOp>(b);
}
inline Emitted maxNan(Emitted a, Emitted b) {
  return a.make<mlir::arith::MaximumFOp>(b);
}
inline Emitted ex2(Emitted a) {
  return a.with(callIntrinsic(*a.b, "llvm.nvvm.ex2.approx", a.type(), a.v));
}
inline Emitted ex2Flushing(Emitted a) {
  return a.with(callIntrinsic(*a.b, "llvm.nvvm.ex2.approx.ftz", a.type(), a.v));
}
inline Emitted rcp(Emitted a) {
  return a.with(
      callIntrinsic(*a.b, "llvm.nvvm.rcp.approx.ftz.f", a.type(), a.v));
}
inline Emitted truncate(Emitted a) {
  return a.with(mlir::math::TruncOp::create(*a.b, a.v));
}
inline Emitted narrow(Emitted a) {
  return a.with(
      mlir::arith::TruncFOp::create(*a.b, a.b->getF32Type(), a.v).getResult());
}

//===--- Integers ---------------------------------------------------------===//

inline Emitted bits(Emitted a) {
  mlir::Type type = a.b->getIntegerType(a.type().getIntOrFloatBitWidth());
  return a.with(mlir::arith::BitcastOp::create(*a.b, type, a.v));
}
inline Emitted floatOf(Emitted a) {
  mlir::Type type = a.type().isInteger(64) ? mlir::Type(a.b->getF64Type())
                                           : mlir::Type(a.b->getF32Type());
  return a.with(mlir::arith::BitcastOp::create(*a.b, type, a.v));
}
inline Emitted signedToF32(Emitted a) {
  return a.with(mlir::arith::SIToFPOp::create(*a.b, a.b->getF32Type(), a.v));
}
inline Emitted signedToF64(Emitted a) {
  return a.with(mlir::arith::SIToFPOp::create(*a.b, a.b->getF64Type(), a.v));
}
inline Emitted zeroExtend(Emitted a) {
  return a.with(mlir::arith::ExtUIOp::create(*a.b, a.b->getI64Type(), a.v));
}
inline Emitted lowHalf(Emitted a) {
  return a.with(
      mlir::arith::TruncIOp::create(*a.b, a.b->getI32Type(), a.v).getResult());
}
inline Emitted unsignedGreater(Emitted a, Emitted b) {
  return a.with(mlir::arith::CmpIOp::create(
      *a.b, mlir::arith::CmpIPredicate::ugt, a.v, b.v));
}
inline Emitted funnelLeft(Emitted high, Emitted low, Emitted by) {
  return high.with(
      callIntrinsic(*high.b, "llvm.fshl", high.type(), {high.v, low.v, by.v}));
}

inline Emitted mulHigh(Emitted a, Emitted b) {
  return a.with(mlir::arith::MulUIExtendedOp::create(*a.b, a.v, b.v).getHigh());
}
inline Emitted unsignedRemainder(Emitted a, Emitted b) {
  return a.make<mlir::arith::RemUIOp>(b);
}
inline Emitted shiftLeft(Emitted a, Emitted by) {
  return a.make<mlir::arith::ShLIOp>(by);
}

//===--- Choices ----------------------------------------------------------===//

inline Emitted select(Emitted condition, Emitted a, Emitted b) {
  return a.with(mlir::arith::SelectOp::create(*a.b, condition.v, a.v, b.v));
}

using Numbers = llvm::SmallVector<mlir::Value, 2>;

/// Values from one of two pieces of code; only that one runs.
inline mlir::ValueRange branch(Emitted condition,
                               llvm::function_ref<Numbers()> then,
                               llvm::function_ref<Numbers()> otherwise) {
  mlir::ImplicitLocOpBuilder &b = *condition.b;
  auto body = [&b](llvm::function_ref<Numbers()> make) {
    return [&b, make](mlir::OpBuilder &inner, mlir::Location) {
      mlir::OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(inner.saveInsertionPoint());
      mlir::scf::YieldOp::create(b, make());
    };
  };
  return mlir::scf::IfOp::create(b, condition.v, body(then), body(otherwise))
      .getResults();
}

template <class Then, class Else>
Emitted choose(Emitted condition, Then then, Else otherwise) {
  return condition.with(branch(
      condition, [&] { return Numbers{then().v}; },
      [&] { return Numbers{otherwise().v}; })[0]);
}

/// For structs of two numbers.
template <class Then, class Else>
auto ifElse(Emitted condition, Then then, Else otherwise) {
  auto flat = [](auto pair) {
    auto [first, second] = pair;
    return Numbers{first.v, second.v};
  };
  mlir::ValueRange results = branch(
      condition, [&] { return flat(then()); },
      [&] { return flat(otherwise()); });
  return decltype(then()){condition.with(results[0]),
                          condition.with(results[1])};
}

/// Steps `value` and `state` together while the condition on the state holds.
template <class Condition, class Body>
Emitted whileLoop(Emitted value, Emitted state, Condition condition,
                  Body body) {
  mlir::ImplicitLocOpBuilder &b = *value.b;
  auto loop = mlir::scf::WhileOp::create(
      b, mlir::TypeRange{value.type(), state.type()},
      mlir::ValueRange{value.v, state.v},
      [&](mlir::OpBuilder &inner, mlir::Location, mlir::ValueRange args) {
        mlir::OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        mlir::scf::ConditionOp::create(b, condition(value.with(args[1])).v,
                                       args);
      },
      [&](mlir::OpBuilder &inner, mlir::Location, mlir::ValueRange args) {
        mlir::OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        auto [first, second] = body(value.with(args[0]), value.with(args[1]));
        mlir::scf::YieldOp::create(b, mlir::ValueRange{first.v, second.v});
      });
  return value.with(loop.getResult(0));
}

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LOWERMATHEMIT_H
