//===- EmitValues.cpp - Element-wise operations and shapes ----------------===//

#include "compiler/emit/TileEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace tqc;

//===----------------------------------------------------------------------===//
// Element-wise
//===----------------------------------------------------------------------===//

/// fp8e4b15 is a byte in the IR. What would compute with it is an op on fp8
/// numbers here, which checkTargetTypes refuses where it stands.
Ref TileEmitter::computeWithBytes(Ref operand, const TileType &type) {
  Type fp8 = irType(type.withElem(Elem::F8E4NV));
  Value number =
      arith::BitcastOp::create(builder, place, fp8, toValue(operand));
  return toRef(
      arith::BitcastOp::create(builder, place, irType(type),
                               arith::NegFOp::create(builder, place, number)));
}

Ref TileEmitter::binary(TileBinary op, Ref lhsRef, Ref rhsRef,
                        const TileType &type) {
  Value lhs = toValue(lhsRef), rhs = toValue(rhsRef);
  bool real = isFloat(type.elem);
  if (type.elem == Elem::F8E4B15)
    return computeWithBytes(lhsRef, type);
  auto make = [&](auto tag) -> Ref {
    return toRef(decltype(tag)::create(builder, place, lhs, rhs));
  };
  switch (op) {
  case TileBinary::Add:
    return real ? make(arith::AddFOp()) : make(arith::AddIOp());
  case TileBinary::Sub:
    return real ? make(arith::SubFOp()) : make(arith::SubIOp());
  case TileBinary::Mul:
    return real ? make(arith::MulFOp()) : make(arith::MulIOp());
  case TileBinary::DivS:
    return make(arith::DivSIOp());
  case TileBinary::DivU:
    return make(arith::DivUIOp());
  case TileBinary::RemS:
    return make(arith::RemSIOp());
  case TileBinary::RemU:
    return make(arith::RemUIOp());
  case TileBinary::DivF:
    return make(arith::DivFOp());
  case TileBinary::DivRn:
    return toRef(tq::PreciseOp::create(builder, place, lhs.getType(),
                                       ValueRange{lhs, rhs}));
  case TileBinary::RemF:
    return make(arith::RemFOp());
  case TileBinary::And:
    return make(arith::AndIOp());
  case TileBinary::Or:
    return make(arith::OrIOp());
  case TileBinary::Xor:
    return make(arith::XOrIOp());
  case TileBinary::Shl:
    return make(arith::ShLIOp());
  case TileBinary::ShrS:
    return make(arith::ShRSIOp());
  case TileBinary::ShrU:
    return make(arith::ShRUIOp());
  case TileBinary::MinS:
    return make(arith::MinSIOp());
  case TileBinary::MinU:
    return make(arith::MinUIOp());
  case TileBinary::MaxS:
    return make(arith::MaxSIOp());
  case TileBinary::MaxU:
    return make(arith::MaxUIOp());
  case TileBinary::MinNum:
    return make(arith::MinNumFOp());
  case TileBinary::MaxNum:
    return make(arith::MaxNumFOp());
  case TileBinary::Minimum:
    return make(arith::MinimumFOp());
  case TileBinary::Maximum:
    return make(arith::MaximumFOp());
  case TileBinary::MulHiU:
  case TileBinary::MulHiS:
    return toRef(tq::MulHiOp::create(builder, place, lhs.getType(), lhs, rhs,
                                     op == TileBinary::MulHiU));
  }
  llvm_unreachable("the switch covers every operation");
}

Ref TileEmitter::unary(TileUnary op, Ref ref, const TileType &type) {
  Value operand = toValue(ref);
  if (type.elem == Elem::F8E4B15)
    return computeWithBytes(ref, type);
  auto make = [&](auto tag) -> Ref {
    return toRef(decltype(tag)::create(builder, place, operand));
  };
  switch (op) {
  case TileUnary::Neg:
    if (isFloat(type.elem))
      return make(arith::NegFOp());
    return binary(TileBinary::Sub, constantInt(type, 0), ref, type);
  case TileUnary::AbsI:
    return make(math::AbsIOp());
  case TileUnary::AbsF:
    return make(math::AbsFOp());
  case TileUnary::Exp:
    return make(math::ExpOp());
  case TileUnary::Exp2:
    return make(math::Exp2Op());
  case TileUnary::Log:
    return make(math::LogOp());
  case TileUnary::Log2:
    return make(math::Log2Op());
  case TileUnary::Sin:
    return make(math::SinOp());
  case TileUnary::Cos:
    return make(math::CosOp());
  case TileUnary::Sqrt:
    return make(math::SqrtOp());
  case TileUnary::SqrtRn:
    return toRef(tq::PreciseOp::create(builder, place, operand.getType(),
                                       ValueRange{operand}));
  case TileUnary::Rsqrt:
    return make(math::RsqrtOp());
  case TileUnary::Erf:
    return make(math::ErfOp());
  case TileUnary::Floor:
    return make(math::FloorOp());
  case TileUnary::Ceil:
    return make(math::CeilOp());
  case TileUnary::Tanh:
    return make(math::TanhOp());
  }
  llvm_unreachable("the switch covers every operation");
}

static arith::CmpIPredicate integerPredicate(TileCompare op) {
  switch (op) {
  case TileCompare::Eq:
    return arith::CmpIPredicate::eq;
  case TileCompare::Ne:
    return arith::CmpIPredicate::ne;
  case TileCompare::LtS:
    return arith::CmpIPredicate::slt;
  case TileCompare::LeS:
    return arith::CmpIPredicate::sle;
  case TileCompare::GtS:
    return arith::CmpIPredicate::sgt;
  case TileCompare::GeS:
    return arith::CmpIPredicate::sge;
  case TileCompare::LtU:
    return arith::CmpIPredicate::ult;
  case TileCompare::LeU:
    return arith::CmpIPredicate::ule;
  case TileCompare::GtU:
    return arith::CmpIPredicate::ugt;
  case TileCompare::GeU:
    return arith::CmpIPredicate::uge;
  default:
    llvm_unreachable("a float comparison");
  }
}

static arith::CmpFPredicate floatPredicate(TileCompare op) {
  switch (op) {
  case TileCompare::OEq:
    return arith::CmpFPredicate::OEQ;
  case TileCompare::UNe:
    return arith::CmpFPredicate::UNE;
  case TileCompare::OLt:
    return arith::CmpFPredicate::OLT;
  case TileCompare::OLe:
    return arith::CmpFPredicate::OLE;
  case TileCompare::OGt:
    return arith::CmpFPredicate::OGT;
  case TileCompare::OGe:
    return arith::CmpFPredicate::OGE;
  default:
    llvm_unreachable("an integer comparison");
  }
}

Ref TileEmitter::compare(TileCompare op, Ref lhs, Ref rhs,
                         const TileType &type) {
  if (type.elem == Elem::F8E4B15 && !type.pointer)
    return toRef(arith::CmpIOp::create(builder, place, arith::CmpIPredicate::eq,
                                       toValue(computeWithBytes(lhs, type)),
                                       toValue(rhs)));
  if (op >= TileCompare::OEq)
    return toRef(arith::CmpFOp::create(builder, place, floatPredicate(op),
                                       toValue(lhs), toValue(rhs)));
  Value left = toValue(lhs), right = toValue(rhs);
  if (type.pointer) { // addresses compare as integers
    Type address = irType(TileType(Elem::I64, type.shape));
    left = tq::PtrToIntOp::create(builder, place, address, left);
    right = tq::PtrToIntOp::create(builder, place, address, right);
  }
  return toRef(
      arith::CmpIOp::create(builder, place, integerPredicate(op), left, right));
}

Ref TileEmitter::select(Ref condition, Ref whenTrue, Ref whenFalse,
                        const TileType &type) {
  return toRef(arith::SelectOp::create(builder, place, toValue(condition),
                                       toValue(whenTrue), toValue(whenFalse)));
}

static bool isFp8(Elem elem) {
  return elem == Elem::F8E4NV || elem == Elem::F8E5;
}

Ref TileEmitter::cast(TileCast op, Ref ref, const TileType &from,
                      const TileType &to) {
  Value operand = toValue(ref);
  Type type = irType(to);
  auto make = [&](auto tag) -> Ref {
    return toRef(decltype(tag)::create(builder, place, type, operand));
  };
  switch (op) {
  case TileCast::SignedToFloat:
    return make(arith::SIToFPOp());
  case TileCast::UnsignedToFloat:
    return make(arith::UIToFPOp());
  case TileCast::FloatToSigned:
    return make(arith::FPToSIOp());
  case TileCast::FloatToUnsigned:
    return make(arith::FPToUIOp());
  case TileCast::ExtendSigned:
    return make(arith::ExtSIOp());
  case TileCast::ExtendUnsigned:
    return make(arith::ExtUIOp());
  case TileCast::Truncate:
    return make(arith::TruncIOp());
  case TileCast::ExtendFloat:
  case TileCast::TruncateFloat:
  case TileCast::TruncateFloatZero:
    if (isFp8(from.elem) || isFp8(to.elem) ||
        bitWidth(from.elem) == bitWidth(to.elem) ||
        op == TileCast::TruncateFloatZero)
      return toRef(tq::FloatCastOp::create(builder, place, type, operand,
                                           op == TileCast::TruncateFloatZero));
    return op == TileCast::ExtendFloat ? make(arith::ExtFOp())
                                       : make(arith::TruncFOp());
  case TileCast::Bitcast:
    if (from.pointer && to.pointer)
      return make(tq::PtrCastOp());
    return make(arith::BitcastOp());
  case TileCast::PointerToInt:
    return make(tq::PtrToIntOp());
  case TileCast::IntToPointer:
    return make(tq::IntToPtrOp());
  }
  llvm_unreachable("the switch covers every cast");
}

Ref TileEmitter::fma(Ref a, Ref b, Ref c, const TileType &type) {
  if (type.elem == Elem::F8E4B15)
    return computeWithBytes(a, type);
  return toRef(
      math::FmaOp::create(builder, place, toValue(a), toValue(b), toValue(c)));
}

Ref TileEmitter::addPointer(Ref pointer, Ref offset,
                            const TileType &pointerType,
                            const TileType &offsetType) {
  return toRef(tq::AddPtrOp::create(builder, place, irType(pointerType),
                                    toValue(pointer), toValue(offset),
                                    !isSigned(offsetType.elem)));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Ref TileEmitter::splat(Ref scalar, const TileType &result) {
  return toRef(
      tq::SplatOp::create(builder, place, irType(result), toValue(scalar)));
}

Ref TileEmitter::broadcast(Ref block, const TileType &result) {
  return toRef(
      tq::BroadcastOp::create(builder, place, irType(result), toValue(block)));
}

Ref TileEmitter::expandDims(Ref block, int axis, const TileType &result) {
  return toRef(tq::ExpandDimsOp::create(builder, place, irType(result),
                                        toValue(block), axis));
}

Ref TileEmitter::reshape(Ref block, const TileType &result, bool anyOrder) {
  return toRef(tq::ReshapeOp::create(builder, place, irType(result),
                                     toValue(block), anyOrder));
}

Ref TileEmitter::transpose(Ref block, ArrayRef<int> order,
                           const TileType &result) {
  return toRef(tq::TransOp::create(builder, place, irType(result),
                                   toValue(block), order));
}

Ref TileEmitter::join(Ref lhs, Ref rhs, const TileType &result) {
  return toRef(tq::JoinOp::create(builder, place, irType(result), toValue(lhs),
                                  toValue(rhs)));
}

std::pair<Ref, Ref> TileEmitter::split(Ref block, const TileType &result) {
  auto op = tq::SplitOp::create(builder, place, toValue(block), irType(result));
  return {toRef(op.getLhs()), toRef(op.getRhs())};
}

Ref TileEmitter::cat(Ref lhs, Ref rhs, const TileType &result) {
  return toRef(tq::CatOp::create(builder, place, irType(result), toValue(lhs),
                                 toValue(rhs)));
}

Ref TileEmitter::gather(Ref source, Ref index, int axis,
                        const TileType &result) {
  return toRef(tq::GatherOp::create(builder, place, irType(result),
                                    toValue(source), toValue(index), axis));
}

Ref TileEmitter::histogram(Ref source, int64_t bins, Ref mask) {
  return toRef(tq::HistogramOp::create(
      builder, place, irType(TileType(Elem::I32, {bins})), toValue(source),
      mask ? toValue(mask) : Value()));
}
