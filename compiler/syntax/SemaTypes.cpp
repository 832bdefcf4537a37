//===- SemaTypes.cpp - Triton's promotion rules ---------------------------===//

#include "compiler/syntax/SemaTypes.h"

#include <cmath>

namespace tqc::sema {

Elem promoteIntegers(Elem a, Elem b) {
  unsigned aBits = bitWidth(a), bBits = bitWidth(b);
  if (isSigned(a) == isSigned(b))
    return aBits > bBits ? a : b;
  if (!isSigned(a))
    return aBits >= bBits ? a : b;
  return bBits >= aBits ? b : a;
}

/// bool < integer < float
static int kindOf(Elem elem) {
  return elem == Elem::I1 ? 0 : isInteger(elem) ? 1 : 2;
}

std::optional<Elem> computationType(Elem a, bool aIsLiteral, Elem b,
                                    bool bIsLiteral, bool divisionOrModulo) {
  if (aIsLiteral != bIsLiteral) {
    Elem literal = aIsLiteral ? a : b, tensor = aIsLiteral ? b : a;
    if (kindOf(literal) <= kindOf(tensor)) {
      if (divisionOrModulo && (tensor == Elem::F16 || tensor == Elem::BF16))
        return Elem::F32;
      return tensor;
    }
  }
  auto either = [&](Elem elem) { return a == elem || b == elem; };
  if (either(Elem::F64))
    return Elem::F64;
  if (either(Elem::F32))
    return Elem::F32;
  if (either(Elem::F16))
    return divisionOrModulo ? Elem::F32 : Elem::F16;
  if (either(Elem::BF16))
    return a == b && !divisionOrModulo ? Elem::BF16 : Elem::F32;
  if (isFp8(a) && isFp8(b))
    return a == b ? a : Elem::F16;
  if (isFloat(a) || isFloat(b))
    return std::nullopt;
  if (divisionOrModulo && isSigned(a) != isSigned(b))
    return std::nullopt;
  return promoteIntegers(a, b);
}

std::optional<Elem> literalType(const Value &number) {
  if (number.is(Value::Kind::Bool))
    return Elem::I1;
  if (number.is(Value::Kind::Int)) {
    for (Elem elem : {Elem::I32, Elem::U32, Elem::I64, Elem::U64})
      if (number.integer >= minInteger(elem) &&
          number.integer <= maxInteger(elem))
        return elem;
    return std::nullopt;
  }
  double magnitude = std::fabs(number.number);
  bool fits = std::isinf(magnitude) || std::isnan(magnitude) ||
              magnitude == 0 ||
              (magnitude >= 0x1p-126 && magnitude <= 0x1.fffffep127);
  return fits ? Elem::F32 : Elem::F64;
}

__int128 minInteger(Elem elem) {
  return isSigned(elem) ? -(__int128(1) << (bitWidth(elem) - 1)) : 0;
}

__int128 maxInteger(Elem elem) {
  return (__int128(1) << (bitWidth(elem) - (isSigned(elem) ? 1 : 0))) - 1;
}

unsigned mantissaBits(Elem elem) {
  switch (elem) {
  case Elem::F8E4NV:
  case Elem::F8E4B15:
    return 3;
  case Elem::F8E5:
    return 2;
  case Elem::F16:
    return 10;
  case Elem::BF16:
    return 7;
  case Elem::F32:
    return 23;
  case Elem::F64:
    return 52;
  default:
    return 0;
  }
}

int exponentBias(Elem elem) {
  switch (elem) {
  case Elem::F8E4NV:
    return 7;
  case Elem::F8E5:
  case Elem::F8E4B15:
  case Elem::F16:
    return 15;
  case Elem::BF16:
  case Elem::F32:
    return 127;
  case Elem::F64:
    return 1023;
  default:
    return 0;
  }
}

Elem integerOfWidth(unsigned bits, bool isSigned) {
  switch (bits) {
  case 1:
    return Elem::I1;
  case 8:
    return isSigned ? Elem::I8 : Elem::U8;
  case 16:
    return isSigned ? Elem::I16 : Elem::U16;
  case 32:
    return isSigned ? Elem::I32 : Elem::U32;
  default:
    return isSigned ? Elem::I64 : Elem::U64;
  }
}

} // namespace tqc::sema
