//===- SemaOpsArith.cpp - Element-wise operations -------------------------===//

#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaOps.h"
#include "compiler/syntax/SemaTypes.h"

using tqc::ast::BinaryOp;
using tqc::ast::CompareOp;

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Common type and shape
//===----------------------------------------------------------------------===//

bool TileOps::fitsLiteral(const Value &number, Span span, Elem elem) {
  if (!isInteger(elem) || number.is(Value::Kind::Float))
    return true;
  __int128 value = number.asInteger();
  if (value >= minInteger(elem) && value <= maxInteger(elem))
    return true;
  msg::literalOutOfRange(report, span, number, elem);
  return false;
}

bool TileOps::unify(Value &lhs, Value &rhs, const At &at, const Rules &rules) {
  if (lhs.isError() || rhs.isError())
    return false;
  for (const Value *side : {&lhs, &rhs})
    if (!side->isNumber() && !side->isRuntime()) {
      msg::badOperand(report, side == &lhs ? at.lhs : at.rhs, at.what, *side);
      return false;
    }
  bool leftIsLiteral = lhs.isNumber(), rightIsLiteral = rhs.isNumber();
  auto typeOf = [&](const Value &value, Span span) -> std::optional<TileType> {
    if (value.isRuntime())
      return value.type.scalar();
    if (std::optional<Elem> elem = literalType(value))
      return TileType(*elem);
    msg::literalTooLarge(report, span, value);
    return std::nullopt;
  };
  std::optional<TileType> left = typeOf(lhs, at.lhs);
  std::optional<TileType> right = typeOf(rhs, at.rhs);
  if (!left || !right)
    return false;
  auto pointerAgrees = [&](const TileType &a, const TileType &b, bool allowed) {
    return !a.pointer || (allowed && !(b.pointer && a != b) &&
                          (b.pointer || !isFloat(b.elem)));
  };
  if (!pointerAgrees(*left, *right, rules.leftPointer) ||
      !pointerAgrees(*right, *left, rules.rightPointer)) {
    msg::operandTypes(report, at, *left, *right);
    return false;
  }
  if (rules.arithmetic && !left->pointer && !right->pointer) {
    std::optional<Elem> common = computationType(
        left->elem, leftIsLiteral, right->elem, rightIsLiteral, rules.division);
    if (!common) {
      Diag &diag = msg::operandTypes(report, at, *left, *right);
      if (isInteger(left->elem) && isInteger(right->elem))
        diag.help("cast one of them, so that both are signed or both unsigned");
      return false;
    }
    for (auto [side, span] :
         {std::pair(&lhs, at.lhs), std::pair(&rhs, at.rhs)}) {
      if (side->isNumber()) {
        if (!fitsLiteral(*side, span, *common))
          return false;
        *side = constant(*side, *common);
      } else {
        *side = cast(*side, *common, at);
        if (side->isError())
          return false;
      }
    }
  } else {
    lhs = tensor(lhs, at);
    rhs = tensor(rhs, at);
  }
  return broadcastTogether(lhs, rhs, at);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value TileOps::raw(TileBinary op, const Value &lhs, const Value &rhs) {
  return Value::runtime(lhs.type,
                        builder().binary(op, lhs.ref, rhs.ref, lhs.type));
}

Value TileOps::addPointer(Value pointer, Value offset, const At &at) {
  // Offsets are signed in the IR; unsigned ones are widened so that they stay
  // positive.
  Elem elem = offset.type.elem;
  Elem wanted = bitWidth(elem) == 64 ? Elem::I64
                : isSigned(elem)     ? Elem::I32
                                     : Elem::I64;
  offset = cast(offset, wanted, at);
  if (pointer.isError() || offset.isError())
    return Value::error();
  return Value::runtime(
      pointer.type,
      builder().addPointer(pointer.ref, offset.ref, pointer.type, offset.type));
}

Value TileOps::arithmetic(BinaryOp op, Value lhs, Value rhs, const At &at) {
  switch (op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
  case BinaryOp::Mul:
    break;
  case BinaryOp::Div:
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod:
    return divide(op, std::move(lhs), std::move(rhs), at);
  case BinaryOp::Pow:
    if (!lhs.isError() && !rhs.isError())
      msg::noPower(report, at.whole);
    return Value::error();
  default:
    return bitwise(op, std::move(lhs), std::move(rhs), at);
  }
  Rules rules;
  rules.leftPointer = op != BinaryOp::Mul;
  rules.rightPointer = op == BinaryOp::Add;
  if (!unify(lhs, rhs, at, rules))
    return Value::error();
  if (lhs.type.pointer && rhs.type.pointer) {
    msg::operandTypes(report, at, lhs.type, rhs.type);
    return Value::error();
  }
  if (op == BinaryOp::Add && rhs.type.pointer)
    std::swap(lhs, rhs);
  if (lhs.type.pointer) {
    if (op == BinaryOp::Sub)
      rhs = negate(rhs, at);
    return addPointer(lhs, rhs, at);
  }
  return raw(op == BinaryOp::Add   ? TileBinary::Add
             : op == BinaryOp::Sub ? TileBinary::Sub
                                   : TileBinary::Mul,
             lhs, rhs);
}

Value TileOps::divide(BinaryOp op, Value lhs, Value rhs, const At &at) {
  Rules rules;
  rules.division = true;
  if (!unify(lhs, rhs, at, rules))
    return Value::error();
  Elem elem = lhs.type.elem;
  if (isInteger(elem) && op != BinaryOp::Div) {
    bool modulo = op == BinaryOp::Mod;
    return raw(isSigned(elem) ? (modulo ? TileBinary::RemS : TileBinary::DivS)
                              : (modulo ? TileBinary::RemU : TileBinary::DivU),
               lhs, rhs);
  }
  if (op == BinaryOp::FloorDiv) {
    msg::floorDivideFloats(report, at, lhs.type.scalar());
    return Value::error();
  }
  if (isInteger(elem)) {
    lhs = cast(lhs, Elem::F32, at);
    rhs = cast(rhs, Elem::F32, at);
  }
  return raw(op == BinaryOp::Mod ? TileBinary::RemF : TileBinary::DivF, lhs,
             rhs);
}

Value TileOps::bitwise(BinaryOp op, Value lhs, Value rhs, const At &at) {
  // Triton shifts right as the tensor's own type says, before promotion.
  bool arithmeticShift =
      isSigned(lhs.isRuntime() ? lhs.type.elem : rhs.type.elem);
  TileType left = lhs.type, right = rhs.type;
  bool leftIsNumber = lhs.isNumber(), rightIsNumber = rhs.isNumber();
  if (!unify(lhs, rhs, at, {}))
    return Value::error();
  if (!isInteger(lhs.type.elem)) {
    msg::operandTypes(report, at, leftIsNumber ? lhs.type.scalar() : left,
                      rightIsNumber ? rhs.type.scalar() : right)
        .help("bitwise operations take integers");
    return Value::error();
  }
  switch (op) {
  case BinaryOp::BitAnd:
    return raw(TileBinary::And, lhs, rhs);
  case BinaryOp::BitOr:
    return raw(TileBinary::Or, lhs, rhs);
  case BinaryOp::BitXor:
    return raw(TileBinary::Xor, lhs, rhs);
  case BinaryOp::LShift:
    return raw(TileBinary::Shl, lhs, rhs);
  default:
    return raw(arithmeticShift ? TileBinary::ShrS : TileBinary::ShrU, lhs, rhs);
  }
}

//===----------------------------------------------------------------------===//
// Comparisons and selection
//===----------------------------------------------------------------------===//

Value TileOps::compare(CompareOp op, Value lhs, Value rhs, const At &at) {
  // Unlike arithmetic, a comparison gives a number its literal type first.
  At left = at, right = at;
  right.lhs = at.rhs;
  lhs = tensor(lhs, left);
  rhs = tensor(rhs, right);
  if (!unify(lhs, rhs, at, {}))
    return Value::error();
  struct Row {
    CompareOp op;
    TileCompare isSigned, isUnsigned, isFloat;
  };
  static constexpr Row kRows[] = {
      {CompareOp::Eq, TileCompare::Eq, TileCompare::Eq, TileCompare::OEq},
      {CompareOp::Ne, TileCompare::Ne, TileCompare::Ne, TileCompare::UNe},
      {CompareOp::Lt, TileCompare::LtS, TileCompare::LtU, TileCompare::OLt},
      {CompareOp::Le, TileCompare::LeS, TileCompare::LeU, TileCompare::OLe},
      {CompareOp::Gt, TileCompare::GtS, TileCompare::GtU, TileCompare::OGt},
      {CompareOp::Ge, TileCompare::GeS, TileCompare::GeU, TileCompare::OGe},
  };
  const TileType &type = lhs.type;
  for (const Row &row : kRows)
    if (row.op == op) {
      TileCompare which = isFloat(type.elem)    ? row.isFloat
                          : isSigned(type.elem) ? row.isSigned
                                                : row.isUnsigned;
      return Value::runtime(TileType(Elem::I1, type.shape),
                            builder().compare(which, lhs.ref, rhs.ref, type));
    }
  msg::badComparison(report, at);
  return Value::error();
}

Value TileOps::minMax(bool isMin, Value lhs, Value rhs, bool propagateNan,
                      const At &at) {
  if (!unify(lhs, rhs, at, {}))
    return Value::error();
  Elem elem = lhs.type.elem;
  if (isFloat(elem))
    return raw(propagateNan
                   ? (isMin ? TileBinary::Minimum : TileBinary::Maximum)
                   : (isMin ? TileBinary::MinNum : TileBinary::MaxNum),
               lhs, rhs);
  return raw(isSigned(elem) ? (isMin ? TileBinary::MinS : TileBinary::MaxS)
                            : (isMin ? TileBinary::MinU : TileBinary::MaxU),
             lhs, rhs);
}

Value TileOps::where(Value condition, Value x, Value y, const At &at) {
  Rules rules;
  rules.leftPointer = rules.rightPointer = true;
  At condAt = at;
  condAt.lhs = at.whole;
  condition = tensor(condition, condAt);
  condition = cast(condition, Elem::I1, at);
  if (condition.isError() || !unify(x, y, at, rules))
    return Value::error();
  if (x.type.pointer != y.type.pointer) {
    msg::operandTypes(report, at, x.type, y.type);
    return Value::error();
  }
  At both = at;
  both.lhs = at.whole;
  both.rhs = at.lhs;
  if (condition.type.isBlock()) {
    if (!broadcastTogether(condition, x, both) || !broadcastTogether(x, y, at))
      return Value::error();
  } else if (x.type.isBlock()) {
    condition = splat(condition, x.type.shape);
  }
  return Value::runtime(x.type,
                        builder().select(condition.ref, x.ref, y.ref, x.type));
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Value TileOps::negate(const Value &value, const At &at) {
  if (value.isError())
    return value;
  if (value.type.pointer) {
    msg::badOperand(report, at.lhs, at.what, value);
    return Value::error();
  }
  // As Triton does: 0 - x, so that the negative of 0.0 is 0.0.
  Value zero = splat(constant(0, value.type.elem), value.type.shape);
  return raw(TileBinary::Sub, zero, value);
}

Value TileOps::invert(const Value &value, const At &at) {
  if (value.isError())
    return value;
  if (value.type.pointer || isFloat(value.type.elem)) {
    msg::badOperand(report, at.lhs, at.what, value);
    return Value::error();
  }
  Value ones = splat(constant(-1, value.type.elem), value.type.shape);
  return raw(TileBinary::Xor, value, ones);
}

/// `and`, `or` and `not` take truth values.
bool TileOps::isTruth(const Value &value, Span span, const At &at) {
  if (value.isError())
    return false;
  if (!value.type.pointer && value.type.elem == Elem::I1)
    return true;
  msg::notATruthValue(report, span, at.what, value);
  return false;
}

Value TileOps::logicalNot(const Value &value, const At &at) {
  return isTruth(value, at.lhs, at) ? invert(value, at) : Value::error();
}

Value TileOps::logical(bool isAnd, Value lhs, Value rhs, const At &at) {
  if (!isTruth(lhs, at.lhs, at) || !isTruth(rhs, at.rhs, at))
    return Value::error();
  if (lhs.type.isBlock() || rhs.type.isBlock())
    msg::logicalOnTiles(report, at, isAnd ? "&" : "|");
  return bitwise(isAnd ? BinaryOp::BitAnd : BinaryOp::BitOr, std::move(lhs),
                 std::move(rhs), at);
}

} // namespace tqc::sema
