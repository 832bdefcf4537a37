//===- SemaOps.cpp - Places, numbers and casts ----------------------------===//

#include "compiler/syntax/SemaOps.h"

#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

TileBuilder &TileOps::builder() {
  if (moved || frameCount != report.frames.size()) {
    llvm::SmallVector<Span, 4> callers;
    Span place = report.placeOf(current, callers);
    target->setPlace(place, callers);
    moved = false;
    frameCount = report.frames.size();
  }
  return *target;
}

Span TileOps::moveTo(Span span) {
  Span before = current;
  if (span) {
    current = span;
    moved = true;
  }
  return before;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value TileOps::constant(const Value &number, Elem elem) {
  TileType type(elem);
  if (elem == Elem::F8E4B15)
    return castFloat(constant(number, Elem::F32), elem, false);
  if (isFloat(elem))
    return Value::runtime(type,
                          builder().constantFloat(type, number.asDouble()));
  __int128 bits = number.is(Value::Kind::Float) ? __int128(number.number)
                                                : number.asInteger();
  return Value::runtime(type, builder().constantInt(type, uint64_t(bits)));
}

Value TileOps::constant(int64_t number, Elem elem) {
  return constant(Value::integerOf(number), elem);
}

Value TileOps::tensor(const Value &value, const At &at) {
  if (value.isRuntime() || value.isError())
    return value;
  if (!value.isNumber()) {
    msg::notATensor(report, at.lhs ? at.lhs : at.whole, at.what, value);
    return Value::error();
  }
  std::optional<Elem> elem = literalType(value);
  if (!elem) {
    msg::literalTooLarge(report, at.lhs ? at.lhs : at.whole, value);
    return Value::error();
  }
  return constant(value, *elem);
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

Value TileOps::convert(TileCast op, const Value &value,
                       const TileType &scalar) {
  TileType to = scalar.withShape(value.type.shape);
  return Value::runtime(to, builder().cast(op, value.ref, value.type, to));
}

Value TileOps::notZero(const Value &value) {
  const TileType &type = value.type;
  TileType result(Elem::I1, type.shape);
  if (isFloat(type.elem)) {
    Value zero = splat(constant(0, type.elem), type.shape);
    return Value::runtime(
        result, builder().compare(TileCompare::UNe, value.ref, zero.ref, type));
  }
  Value zero = splat(constant(0, type.elem), type.shape);
  return Value::runtime(
      result, builder().compare(TileCompare::Ne, value.ref, zero.ref, type));
}

/// fp8e4b15 is an fp16 without the top bit of its exponent and the low seven of
/// its mantissa. MLIR has no such type and no GPU such numbers: a value of it
/// is a byte, and a conversion is arithmetic on integers.
Value TileOps::widenFp8e4b15(const Value &value) {
  Value bits = value;
  bits.type.elem = Elem::U8;
  bits = convert(TileCast::ExtendUnsigned, bits, TileType(Elem::U16));
  auto number = [&](int64_t number) {
    return splat(constant(number, Elem::U16), value.type.shape);
  };
  Value magnitude =
      raw(TileBinary::Shl, raw(TileBinary::And, bits, number(0x7f)), number(7));
  Value sign =
      raw(TileBinary::Shl, raw(TileBinary::And, bits, number(0x80)), number(8));
  return convert(TileCast::Bitcast, raw(TileBinary::Or, magnitude, sign),
                 TileType(Elem::F16));
}

/// As Triton has it: half a unit rounds up, and what is too large, infinities
/// and NaN too, becomes 1.75, bits 0x7e.
Value TileOps::narrowToFp8e4b15(const Value &half) {
  Value bits = convert(TileCast::Bitcast, half, TileType(Elem::U16));
  auto number = [&](int64_t number) {
    return splat(constant(number, Elem::U16), half.type.shape);
  };
  Value magnitude =
      raw(TileBinary::MinU, raw(TileBinary::And, bits, number(0x7fff)),
          number(0x3f00));
  Value rounded = raw(TileBinary::ShrU,
                      raw(TileBinary::Add, magnitude, number(0x40)), number(7));
  Value sign = raw(TileBinary::And, raw(TileBinary::ShrU, bits, number(8)),
                   number(0x80));
  Value result = convert(TileCast::Truncate, raw(TileBinary::Or, rounded, sign),
                         TileType(Elem::U8));
  result.type.elem = Elem::F8E4B15;
  return result;
}

Value TileOps::castFloat(const Value &value, Elem elem, bool towardsZero) {
  Elem from = value.type.elem;
  if (from == elem)
    return value;
  if (from == Elem::F8E4B15)
    return castFloat(widenFp8e4b15(value), elem, towardsZero);
  if (elem == Elem::F8E4B15) // from fp16, or from fp32 by way of it
    return narrowToFp8e4b15(castFloat(value, Elem::F16, /*towardsZero=*/true));
  // fp16 and bf16 go through fp32 unless that is where they go, or fp8.
  bool half = from == Elem::F16 || from == Elem::BF16;
  if (half && elem != Elem::F32 && !isFp8(elem))
    return castFloat(convert(TileCast::ExtendFloat, value, TileType(Elem::F32)),
                     elem, towardsZero);
  if (isFp8(from) && isFp8(elem))
    return castFloat(convert(TileCast::ExtendFloat, value, TileType(Elem::F16)),
                     elem, towardsZero);
  if (bitWidth(from) < bitWidth(elem))
    return convert(TileCast::ExtendFloat, value, TileType(elem));
  return convert(towardsZero ? TileCast::TruncateFloatZero
                             : TileCast::TruncateFloat,
                 value, TileType(elem));
}

Value TileOps::castInteger(const Value &value, Elem elem, const At &at) {
  Elem from = value.type.elem;
  if (elem == Elem::I1)
    return notZero(value);
  if (isInteger(elem)) {
    if (bitWidth(from) == bitWidth(elem)) {
      // Signedness is not part of the IR.
      Value result = value;
      result.type.elem = elem;
      return result;
    }
    TileCast op = bitWidth(from) > bitWidth(elem) ? TileCast::Truncate
                  : isSigned(from)                ? TileCast::ExtendSigned
                                                  : TileCast::ExtendUnsigned;
    return convert(op, value, TileType(elem));
  }
  if (isFp8(elem)) {
    msg::cannotCast(report, at.whole, value.type, TileType(elem))
        .help("convert to a wider float first: `.to(tl.float16).to(tl." +
              languageName(elem).str() + ")`");
    return Value::error();
  }
  return convert(isSigned(from) ? TileCast::SignedToFloat
                                : TileCast::UnsignedToFloat,
                 value, TileType(elem));
}

Value TileOps::castPointer(const Value &value, const TileType &scalar,
                           const At &at) {
  if (value.type.pointer && scalar.pointer)
    return convert(TileCast::Bitcast, value, scalar);
  if (value.type.pointer && isInteger(scalar.elem)) {
    Value bits = convert(
        TileCast::PointerToInt, value,
        TileType(bitWidth(scalar.elem) == 64 ? scalar.elem : Elem::I64));
    if (bitWidth(scalar.elem) == 64)
      return bits;
    if (scalar.elem == Elem::I1)
      return notZero(bits);
  }
  if (scalar.pointer && isInteger(value.type.elem))
    return convert(TileCast::IntToPointer, cast(value, Elem::I64, at), scalar);
  msg::cannotCast(report, at.whole, value.type, scalar);
  return Value::error();
}

Value TileOps::cast(const Value &value, const TileType &scalar, const At &at,
                    bool towardsZero) {
  if (value.isError())
    return value;
  const TileType &type = value.type;
  if (type.elem == scalar.elem && type.pointer == scalar.pointer)
    return value;
  if (type.pointer || scalar.pointer)
    return castPointer(value, scalar, at);
  Elem from = type.elem, to = scalar.elem;
  if (isInteger(from))
    return castInteger(value, to, at);
  bool isNarrow = from != Elem::F16 && from != Elem::F32;
  if (to == Elem::F8E4B15 && (isNarrow || towardsZero)) {
    Diag &diag = msg::cannotCast(report, at.whole, type, scalar);
    diag.help(towardsZero ? "this conversion rounds to the nearest alone"
                          : "convert to fp16 first: `.to(tl.float16)"
                            ".to(tl.float8e4b15)`");
    return Value::error();
  }
  if (isFloat(to))
    return castFloat(value, to, towardsZero);
  if (isFp8(from)) {
    msg::cannotCast(report, at.whole, type, scalar)
        .help("convert to a wider float first: `.to(tl.float16).to(tl." +
              languageName(to).str() + ")`");
    return Value::error();
  }
  if (to == Elem::I1)
    return notZero(from == Elem::F16 || from == Elem::BF16
                       ? castFloat(value, Elem::F32, false)
                       : value);
  Value wide = from == Elem::F16 || from == Elem::BF16
                   ? castFloat(value, Elem::F32, false)
                   : value;
  return convert(isSigned(to) ? TileCast::FloatToSigned
                              : TileCast::FloatToUnsigned,
                 wide, scalar);
}

Value TileOps::bitcast(const Value &value, const TileType &scalar,
                       const At &at) {
  if (value.isError())
    return value;
  const TileType &type = value.type;
  if (type.elem == scalar.elem && type.pointer == scalar.pointer)
    return value;
  if (type.pointer || scalar.pointer)
    return castPointer(value, scalar, at);
  if (bitWidth(type.elem) != bitWidth(scalar.elem)) {
    msg::bitcastWidths(report, at.whole, type.scalar(), scalar);
    return Value::error();
  }
  if (isInteger(type.elem) && isInteger(scalar.elem)) {
    Value result = value;
    result.type.elem = scalar.elem;
    return result;
  }
  return convert(TileCast::Bitcast, value, scalar);
}

} // namespace tqc::sema
