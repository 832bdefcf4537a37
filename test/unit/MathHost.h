//===- MathHost.h - The numbers of the host for LowerMathFunctions.h ------===//
//
// Wraps float, double and unsigned integers in the interface that the functions
// of LowerMathFunctions.h compute with, so that a test can run them billions of
// times. `ex2` and `rcp` are correctly rounded here unless `approximationError`
// says by how many units in the last place they are off.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_MATHHOST_H
#define TQC_TEST_UNIT_MATHHOST_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace tqc::test {

inline int approximationError = 0;

template <class To, class From>
To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

struct HostBool {
  bool v;
  HostBool operator&(HostBool o) const { return {v && o.v}; }
  HostBool operator|(HostBool o) const { return {v || o.v}; }
};

/// An unsigned integer.
template <class T>
struct HostInt {
  T v;
  HostInt like(uint64_t x) const { return {T(x)}; }
  HostInt operator+(HostInt o) const { return {T(v + o.v)}; }
  HostInt operator-(HostInt o) const { return {T(v - o.v)}; }
  HostInt operator*(HostInt o) const { return {T(v * o.v)}; }
  HostInt operator&(HostInt o) const { return {T(v & o.v)}; }
  HostInt operator|(HostInt o) const { return {T(v | o.v)}; }
  HostInt operator^(HostInt o) const { return {T(v ^ o.v)}; }
  HostInt operator<<(int n) const { return {T(v << n)}; }
  HostInt operator>>(int n) const { return {T(v >> n)}; }
  HostBool operator==(HostInt o) const { return {v == o.v}; }
  HostBool operator<(HostInt o) const {
    return {std::make_signed_t<T>(v) < std::make_signed_t<T>(o.v)};
  }
  HostBool operator>(HostInt o) const { return o < *this; }
};
using HostI32 = HostInt<uint32_t>;
using HostI64 = HostInt<uint64_t>;

template <class T>
struct HostFloat {
  T v;
  HostFloat like(double x) const { return {T(x)}; }
  HostFloat operator+(HostFloat o) const { return {v + o.v}; }
  HostFloat operator-(HostFloat o) const { return {v - o.v}; }
  HostFloat operator*(HostFloat o) const { return {v * o.v}; }
  HostFloat operator/(HostFloat o) const { return {v / o.v}; }
  HostBool operator<(HostFloat o) const { return {v < o.v}; }
  HostBool operator>(HostFloat o) const { return {v > o.v}; }
  HostBool operator==(HostFloat o) const { return {v == o.v}; }
};
using HostF32 = HostFloat<float>;
using HostF64 = HostFloat<double>;

template <class T>
HostFloat<T> fma(HostFloat<T> a, HostFloat<T> b, HostFloat<T> c) {
  return {std::fma(a.v, b.v, c.v)};
}
inline HostF64 roundedProduct(HostF64 a, HostF64 b) { return a * b; }
template <class T>
HostFloat<T> abs(HostFloat<T> a) {
  return {std::fabs(a.v)};
}
template <class T>
HostFloat<T> copysign(HostFloat<T> a, HostFloat<T> s) {
  return {std::copysign(a.v, s.v)};
}
template <class T>
HostFloat<T> minNan(HostFloat<T> a, HostFloat<T> b) {
  return a.v != a.v ? a : a.v < b.v ? a : b;
}
template <class T>
HostFloat<T> maxNan(HostFloat<T> a, HostFloat<T> b) {
  return a.v != a.v ? a : a.v > b.v ? a : b;
}
template <class T>
T select(HostBool c, T a, T b) {
  return c.v ? a : b;
}

inline HostI32 bits(HostF32 a) { return {bitCast<uint32_t>(a.v)}; }
inline HostI64 bits(HostF64 a) { return {bitCast<uint64_t>(a.v)}; }
inline HostF32 floatOf(HostI32 a) { return {bitCast<float>(a.v)}; }
inline HostF64 floatOf(HostI64 a) { return {bitCast<double>(a.v)}; }
inline HostF32 signedToF32(HostI32 a) { return {float(int32_t(a.v))}; }
inline HostF64 signedToF64(HostI64 a) { return {double(int64_t(a.v))}; }
inline HostF64 signedToF64(HostI32 a) { return {double(int32_t(a.v))}; }
inline HostF32 narrow(HostF64 a) { return {float(a.v)}; }
inline HostI64 zeroExtend(HostI32 a) { return {a.v}; }
inline HostI32 lowHalf(HostI64 a) { return {uint32_t(a.v)}; }
template <class T>
HostBool unsignedGreater(HostInt<T> a, HostInt<T> b) {
  return {a.v > b.v};
}
template <class T>
HostInt<T> funnelLeft(HostInt<T> high, HostInt<T> low, HostInt<T> by) {
  constexpr unsigned width = sizeof(T) * 8;
  unsigned n = by.v % width;
  return n ? HostInt<T>{T(high.v << n | low.v >> (width - n))} : high;
}

/// Off by `approximationError` units in the last place, towards either side.
inline HostF32 approximate(double exact) {
  float rounded = float(exact);
  if (!std::isnormal(rounded) || rounded == 1)
    return {rounded};
  return {bitCast<float>(bitCast<uint32_t>(rounded) + approximationError)};
}
inline HostF32 ex2(HostF32 a) { return approximate(std::exp2(double(a.v))); }
inline HostF32 rcp(HostF32 a) { return approximate(1 / double(a.v)); }

inline HostI64 mulHigh(HostI64 a, HostI64 b) {
  __extension__ using Wide = unsigned __int128;
  return {uint64_t(Wide(a.v) * b.v >> 64)};
}
inline HostI64 unsignedRemainder(HostI64 a, HostI64 b) { return {a.v % b.v}; }
inline HostI64 shiftLeft(HostI64 a, HostI64 by) {
  return {by.v < 64 ? a.v << by.v : 0};
}
template <class T>
HostFloat<T> truncate(HostFloat<T> a) {
  return {std::trunc(a.v)};
}

template <class Then, class Else>
auto choose(HostBool condition, Then then, Else otherwise) {
  return condition.v ? then() : otherwise();
}
/// Steps `value` and `state` together while the condition on the state holds.
template <class I, class Condition, class Body>
I whileLoop(I value, I state, Condition condition, Body body) {
  while (condition(state).v) {
    auto [nextValue, nextState] = body(value, state);
    value = nextValue;
    state = nextState;
  }
  return value;
}
template <class Then, class Else>
auto ifElse(HostBool condition, Then then, Else otherwise) {
  return condition.v ? then() : otherwise();
}

} // namespace tqc::test

#endif // TQC_TEST_UNIT_MATHHOST_H
