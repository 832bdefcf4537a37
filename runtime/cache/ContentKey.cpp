//===- ContentKey.cpp - A name made from content: SHA-256 -----------------===//
//
// FIPS 180-4. The round constants are the first 32 bits of the fractional parts
// of the cube roots of the first 64 primes, the initial state those of the
// square roots of the first 8; both are computed here rather than typed in.
//
//===----------------------------------------------------------------------===//

#include "runtime/cache/ContentKey.h"

#include <cmath>

namespace tqc {

namespace {

using State = std::array<uint32_t, 8>;

struct Constants {
  State initial;
  std::array<uint32_t, 64> round;

  Constants() {
    size_t found = 0;
    for (int candidate = 2; found < round.size(); ++candidate) {
      bool prime = true;
      for (int i = 2; i * i <= candidate; ++i)
        prime = prime && candidate % i != 0;
      if (!prime)
        continue;
      if (found < initial.size())
        initial[found] = fraction(std::sqrt((long double)candidate));
      round[found++] = fraction(std::cbrt((long double)candidate));
    }
  }

  static uint32_t fraction(long double root) {
    return static_cast<uint32_t>((root - std::floor(root)) * 0x1p32L);
  }
};

uint32_t rotate(uint32_t value, int by) {
  return value >> by | value << (32 - by);
}

void addBlock(State &state, const uint8_t *block, const Constants &constants) {
  std::array<uint32_t, 64> w;
  for (size_t i = 0; i < 16; ++i)
    w[i] = uint32_t(block[4 * i]) << 24 | uint32_t(block[4 * i + 1]) << 16 |
           uint32_t(block[4 * i + 2]) << 8 | uint32_t(block[4 * i + 3]);
  for (size_t i = 16; i < 64; ++i) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
           (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + constants.round[i] + w[i];
    uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const State added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < state.size(); ++i)
    state[i] += added[i];
}

} // namespace

std::string sha256(std::string_view bytes) {
  static const Constants constants;
  State state = constants.initial;
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  size_t whole = bytes.size() / 64 * 64;
  for (size_t at = 0; at < whole; at += 64)
    addBlock(state, data + at, constants);
  // The rest, a one bit, zeros, and the length in bits.
  std::string tail(bytes.substr(whole));
  tail += '\x80';
  tail.append((120 - tail.size() % 64) % 64, '\0');
  uint64_t bits = uint64_t(bytes.size()) * 8;
  for (int shift = 56; shift >= 0; shift -= 8)
    tail += static_cast<char>(bits >> shift);
  for (size_t at = 0; at < tail.size(); at += 64)
    addBlock(state, reinterpret_cast<const uint8_t *>(tail.data()) + at,
             constants);
  std::string hex;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4)
      hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

ContentKey &ContentKey::add(std::string_view part) {
  text += std::to_string(part.size());
  text += ':';
  text += part;
  return *this;
}

} // namespace tqc
