// fp16 on the host: bits to numbers and back.
#pragma once

#include <cmath>
#include <cstdint>

inline double fromHalf(uint16_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023;
  double value = exponent == 31  ? (fraction == 0 ? INFINITY : NAN)
                 : exponent == 0 ? std::ldexp(fraction, -24)
                                 : std::ldexp(1024 + fraction, exponent - 25);
  return bits >> 15 ? -value : value;
}

/// The nearest half, ties to even; for numbers that are not too large.
inline uint16_t toHalf(double value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  double size = std::fabs(value);
  int exponent = size == 0 ? -14 : std::fmax(std::ilogb(size), -14);
  double steps = std::nearbyint(std::ldexp(size, 10 - exponent));
  // A carry out of the fraction is one more in the exponent, as the bits have
  // it.
  return uint16_t(sign + (exponent + 14) * 1024 + int(steps));
}
