//===- FloatLanes.cpp - Hot float operations for a whole warp -------------===//
//
// Each operation is a small struct without branches; `run` makes its loop
// twice, for any x86-64 and for AVX2 with FMA, and picks by what the host has.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/FloatLanes.h"

#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/Floats.h"

#define TQC_INLINE inline __attribute__((always_inline))

namespace tqc::numerics {

static TQC_INLINE uint32_t flush(uint32_t bits) {
  return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits;
}

static TQC_INLINE float take(uint32_t bits, bool ftz) {
  return floatOf(ftz ? flush(bits) : bits);
}

static TQC_INLINE uint32_t give(float value, bool ftz) {
  uint32_t bits = bitsOf(value);
  bits = ftz ? flush(bits) : bits;
  return value == value ? bits : 0x7fffffff;
}

namespace {
struct Add {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t b, uint32_t, bool ftz) {
    return give(take(a, ftz) + take(b, ftz), ftz);
  }
};

struct Sub {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t b, uint32_t, bool ftz) {
    return give(take(a, ftz) - take(b, ftz), ftz);
  }
};

struct Mul {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t b, uint32_t, bool ftz) {
    return give(take(a, ftz) * take(b, ftz), ftz);
  }
};

struct Fma {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t b, uint32_t c,
                                   bool ftz) {
    return give(__builtin_fmaf(take(a, ftz), take(b, ftz), take(c, ftz)), ftz);
  }
};

template <bool IsMax>
struct MinMax {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t b, uint32_t, bool ftz) {
    a = ftz ? flush(a) : a;
    b = ftz ? flush(b) : b;
    float x = floatOf(a), y = floatOf(b);
    // Ordered like signed integers once negative values are turned around.
    auto keyA = int32_t(a ^ (uint32_t(int32_t(a) >> 31) >> 1));
    auto keyB = int32_t(b ^ (uint32_t(int32_t(b) >> 31) >> 1));
    uint32_t result = (keyA < keyB) != IsMax ? a : b;
    result = x == x ? result : b;
    uint32_t ifNan = x == x ? a : 0x7fffffff;
    return y == y ? result : ifNan;
  }
};

struct Ex2 {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool ftz) {
    float x = take(a, ftz);
    float low = x < -200.0f ? -200.0f : x;
    float clamped = low > 200.0f ? 200.0f : low;
    auto result = float(exp2Core(double(clamped)));
    return x == x ? give(result, ftz) : 0x7fffffff;
  }
};

struct Rcp {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool ftz) {
    return give(1.0f / take(a, ftz), ftz);
  }
};

struct HalfToFloat {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool) {
    uint32_t sign = (a & 0x8000) << 16, code = a & 0x7fff;
    uint32_t scaled = bitsOf(floatOf(code << 13) * 0x1p112f) | sign;
    uint32_t special = code > 0x7c00 ? 0x7fffffff : sign | 0x7f800000;
    return code >= 0x7c00 ? special : scaled;
  }
};

struct Bf16ToFloat {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool) {
    return a << 16;
  }
};

struct FloatToHalf {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool) {
    uint32_t sign = (a >> 16) & 0x8000, code = a & 0x7fffffff;
    // The same three cases as in floatToHalf, computed side by side.
    uint32_t subnormal = bitsOf(floatOf(code) + 0.5f) - 0x3f000000;
    uint32_t normal = ((code + 0xfff + ((code >> 13) & 1)) >> 13) - (112 << 10);
    uint32_t result = code < 0x38800000 ? subnormal : normal;
    result = code >= 0x477ff000 ? 0x7c00 : result;
    return code > 0x7f800000 ? 0x7fff : sign | result;
  }
};

struct FloatToBf16 {
  static TQC_INLINE uint32_t apply(uint32_t a, uint32_t, uint32_t, bool) {
    uint32_t rounded = (a + 0x7fff + ((a >> 16) & 1)) >> 16;
    return (a & 0x7fffffff) > 0x7f800000 ? 0x7fff : rounded;
  }
};

template <typename Narrow>
struct Pack {
  static TQC_INLINE uint32_t apply(uint32_t high, uint32_t low, uint32_t,
                                   bool) {
    return Narrow::apply(high, 0, 0, false) << 16 |
           Narrow::apply(low, 0, 0, false);
  }
};
} // namespace

/// A product that the host rounded up to the least normal value is looked at
/// again: .ftz may flush it.
template <typename Operation>
struct Exact {
  static constexpr bool kNeeded = false;
  static uint32_t apply(uint32_t, uint32_t, uint32_t) { return 0; }
};
template <>
struct Exact<Mul> {
  static constexpr bool kNeeded = true;
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t) {
    return bitsOf(mulF32(floatOf(a), floatOf(b), Rounding::NearestEven, true));
  }
};
template <>
struct Exact<Fma> {
  static constexpr bool kNeeded = true;
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    return bitsOf(fmaF32(floatOf(a), floatOf(b), floatOf(c),
                         Rounding::NearestEven, true));
  }
};

template <typename Operation>
static TQC_INLINE void loop(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c,
                            bool ftz) {
  // Through a local array: d may be one of the operands.
  uint32_t result[kLanes];
  for (int lane = 0; lane < kLanes; ++lane)
    result[lane] = Operation::apply(a[lane], b[lane], c[lane], ftz);
  if (Exact<Operation>::kNeeded && ftz) {
    uint32_t least = 0;
    for (int lane = 0; lane < kLanes; ++lane)
      least |= uint32_t((result[lane] & 0x7fffffff) == 0x00800000) << lane;
    for (; least != 0; least &= least - 1) {
      int lane = __builtin_ctz(least);
      result[lane] = Exact<Operation>::apply(a[lane], b[lane], c[lane]);
    }
  }
  memcpy(d, result, sizeof result);
}

template <typename Operation, bool Ftz>
static void loopPlain(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c) {
  loop<Operation>(d, a, b, c, Ftz);
}

#if defined(__x86_64__)
template <typename Operation, bool Ftz>
__attribute__((target("avx2,fma"))) static void
loopAvx2(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c) {
  loop<Operation>(d, a, b, c, Ftz);
}

static const bool kHasAvx2 =
    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif

template <typename Operation, bool Ftz>
static void run(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c) {
#if defined(__x86_64__)
  if (kHasAvx2)
    return loopAvx2<Operation, Ftz>(d, a, b, c);
#endif
  loopPlain<Operation, Ftz>(d, a, b, c);
}

template <typename Operation>
static void run(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c, bool ftz) {
  if (ftz)
    run<Operation, true>(d, a, b, c);
  else
    run<Operation, false>(d, a, b, c);
}

void addF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz) {
  run<Add>(d, a, b, a, ftz);
}
void subF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz) {
  run<Sub>(d, a, b, a, ftz);
}
void mulF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz) {
  run<Mul>(d, a, b, a, ftz);
}
void fmaF32Lanes(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c, bool ftz) {
  run<Fma>(d, a, b, c, ftz);
}
void minF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz) {
  run<MinMax<false>>(d, a, b, a, ftz);
}
void maxF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz) {
  run<MinMax<true>>(d, a, b, a, ftz);
}
void ex2F32Lanes(Lanes d, ConstLanes a, bool ftz) { run<Ex2>(d, a, a, a, ftz); }
void rcpF32Lanes(Lanes d, ConstLanes a, bool ftz) { run<Rcp>(d, a, a, a, ftz); }
void halfToFloatLanes(Lanes d, ConstLanes a) {
  run<HalfToFloat, false>(d, a, a, a);
}
void bf16ToFloatLanes(Lanes d, ConstLanes a) {
  run<Bf16ToFloat, false>(d, a, a, a);
}
void floatToHalfLanes(Lanes d, ConstLanes a) {
  run<FloatToHalf, false>(d, a, a, a);
}
void floatToBf16Lanes(Lanes d, ConstLanes a) {
  run<FloatToBf16, false>(d, a, a, a);
}
void packHalf2Lanes(Lanes d, ConstLanes high, ConstLanes low) {
  run<Pack<FloatToHalf>, false>(d, high, low, low);
}
void packBf162Lanes(Lanes d, ConstLanes high, ConstLanes low) {
  run<Pack<FloatToBf16>, false>(d, high, low, low);
}

} // namespace tqc::numerics
