//===- EmuFloatTest.cpp - float instructions and conversions --------------===//
//
// The numerics are tested on their own against hardware-independent models;
// here it is tested that each instruction reaches the right one, with the host
// or the integer models of SoftFloat as witness.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Approximations.h"
#include "runtime/emulator/numerics/Floats.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "EmuMachine.h"

namespace tqc::test {
namespace {

using namespace numerics;

using Soft = std::function<uint64_t(uint64_t, uint64_t, uint64_t)>;

struct Case {
  std::string text;
  Soft model;
};

void check(const Case &c, unsigned bits, const std::string &reg,
           unsigned outBits = 0, std::string outReg = "") {
  auto operands = interestingOperands(bits);
  if (outReg.empty())
    outReg = reg;
  uint64_t keep = (outBits ? outBits : bits) == 64
                      ? ~uint64_t(0)
                      : (uint64_t(1) << (outBits ? outBits : bits)) - 1;
  auto got = runInstruction(c.text, {outReg, reg, reg, reg}, operands);
  for (size_t i = 0; i < operands.size(); ++i) {
    const Operands &o = operands[i];
    ASSERT_EQ(got[i], c.model(o[0], o[1], o[2]) & keep)
        << c.text << std::hex << " of " << o[0] << ", " << o[1] << ", " << o[2];
  }
}

PackMode rounded(Rounding r, bool flush = false) {
  PackMode mode;
  mode.rounding = r;
  mode.flush = flush;
  return mode;
}

TEST(EmuFloat, ArithmeticOfF32) {
  const std::pair<const char *, Rounding> modes[] = {
      {"rn", Rounding::NearestEven},
      {"rz", Rounding::Zero},
      {"rm", Rounding::Down},
      {"rp", Rounding::Up}};
  for (const auto &each : modes) {
    std::string n = each.first;
    Rounding r = each.second;
    PackMode mode = rounded(r);
    check({"add." + n + ".f32 %d, %a, %b;",
           [=](uint64_t a, uint64_t b, uint64_t) {
             return softAdd(a, b, kF32, mode);
           }},
          32, "f32");
    check({"mul." + n + ".f32 %d, %a, %b;",
           [=](uint64_t a, uint64_t b, uint64_t) {
             return softMultiply(a, b, kF32, mode);
           }},
          32, "f32");
    check({"fma." + n + ".f32 %d, %a, %b, %c;",
           [=](uint64_t a, uint64_t b, uint64_t c) {
             return softFma(a, b, c, kF32, mode);
           }},
          32, "f32");
    check({"div." + n + ".f32 %d, %a, %b;",
           [=](uint64_t a, uint64_t b, uint64_t) {
             return softDivide(a, b, kF32, mode);
           }},
          32, "f32");
    check({"sqrt." + n + ".f32 %d, %a;",
           [=](uint64_t a, uint64_t, uint64_t) {
             return softSqrt(a, kF32, mode);
           }},
          32, "f32");
    check({"fma." + n + ".f64 %d, %a, %b, %c;",
           [=](uint64_t a, uint64_t b, uint64_t c) {
             return bitsOf(fmaF64(doubleOf(a), doubleOf(b), doubleOf(c), r));
           }},
          64, "f64");
  }
  auto flush = [](uint64_t a) { return flushSubnormal(a, kF32); };
  PackMode ftz = rounded(Rounding::NearestEven, true);
  check({"add.ftz.f32 %d, %a, %b;",
         [=](uint64_t a, uint64_t b, uint64_t) {
           return softAdd(flush(a), flush(b), kF32, ftz);
         }},
        32, "f32");
  check({"sub.f32 %d, %a, %b;",
         [=](uint64_t a, uint64_t b, uint64_t) {
           return softAdd(a, isNan(b, kF32) ? b : b ^ 0x80000000, kF32,
                          rounded(Rounding::NearestEven));
         }},
        32, "f32");
  check({"add.sat.f32 %d, %a, %b;",
         [=](uint64_t a, uint64_t b, uint64_t) {
           return bitsOf(saturateF32(floatOf(
               uint32_t(softAdd(a, b, kF32, rounded(Rounding::NearestEven))))));
         }},
        32, "f32");
}

TEST(EmuFloat, MinMaxAndSigns) {
  for (bool isMax : {false, true})
    for (bool nan : {false, true}) {
      MinMaxMode mode;
      mode.isMax = isMax;
      mode.nan = nan;
      std::string text = std::string(isMax ? "max" : "min") +
                         (nan ? ".NaN" : "") + ".f32 %d, %a, %b;";
      check({text, [=](uint64_t a, uint64_t b,
                       uint64_t) { return minMax(a, b, kF32, mode); }},
            32, "f32");
    }
  // The ISA leaves the NaN open; an H200 gives the canonical one.
  auto canonical = [](uint64_t bits) -> uint64_t {
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : bits;
  };
  check(
      {"neg.f32 %d, %a;", [=](uint64_t a, uint64_t,
                              uint64_t) { return canonical(a ^ 0x80000000); }},
      32, "f32");
  check({"abs.ftz.f32 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return canonical(flushSubnormal(a, kF32) & 0x7fffffff);
         }},
        32, "f32");
  check({"copysign.f32 %d, %a, %b;",
         [](uint64_t a, uint64_t b, uint64_t) {
           return (a & 0x80000000) | (b & 0x7fffffff);
         }},
        32, "f32");
}

TEST(EmuFloat, Halves) {
  PackMode mode = rounded(Rounding::NearestEven);
  for (bool bf16 : {false, true}) {
    std::string t = bf16 ? "bf16" : "f16";
    const FloatFormat &f = bf16 ? kBf16 : kF16;
    check({"add.rn." + t + " %d, %a, %b;",
           [&](uint64_t a, uint64_t b, uint64_t) {
             return softAdd(a, b, f, mode);
           }},
          16, "b16");
    check({"fma.rn." + t + " %d, %a, %b, %c;",
           [&](uint64_t a, uint64_t b, uint64_t c) {
             return softFma(a, b, c, f, mode);
           }},
          16, "b16");
    check({"mul.rn." + t + "x2 %d, %a, %b;",
           [&](uint64_t a, uint64_t b, uint64_t) {
             return softMultiply(a & 0xffff, b & 0xffff, f, mode) |
                    softMultiply(a >> 16, b >> 16, f, mode) << 16;
           }},
          32, "b32");
    MinMaxMode max;
    max.isMax = true;
    check({"max." + t + "x2 %d, %a, %b;",
           [&](uint64_t a, uint64_t b, uint64_t) {
             return minMax(a & 0xffff, b & 0xffff, f, max) |
                    minMax(a >> 16, b >> 16, f, max) << 16;
           }},
          32, "b32");
    check({"setp.lt." + t + " %pp0, %a, %b; selp.b16 %d, 1, 0, %pp0;",
           [&](uint64_t a, uint64_t b, uint64_t) {
             float x =
                 bf16 ? bf16ToFloat(uint16_t(a)) : halfToFloat(uint16_t(a));
             float y =
                 bf16 ? bf16ToFloat(uint16_t(b)) : halfToFloat(uint16_t(b));
             return uint64_t(x < y);
           }},
          16, "b16");
  }
}

TEST(EmuFloat, ConversionsToIntegers) {
  const std::pair<const char *, Rounding> modes[] = {
      {"rni", Rounding::NearestEven},
      {"rzi", Rounding::Zero},
      {"rmi", Rounding::Down},
      {"rpi", Rounding::Up}};
  for (auto [name, r] : modes)
    for (const char *type : {"s32", "u32", "s64", "u64", "s16", "u16"}) {
      unsigned bits = static_cast<unsigned>(std::stoi(type + 1));
      bool isS = type[0] == 's';
      Rounding rounding = r;
      check({std::string("cvt.") + name + "." + type + ".f32 %d, %a;",
             [=](uint64_t a, uint64_t, uint64_t) {
               return floatToInteger(a, kF32, static_cast<int>(bits), isS,
                                     rounding);
             }},
            32, "f32", bits, "b" + std::to_string(bits));
    }
  check({"cvt.rni.f32.f32 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) {
           float x = floatOf(uint32_t(a));
           return uint64_t(bitsOf(canonicalF32(std::nearbyint(x))));
         }},
        32, "f32");
}

TEST(EmuFloat, ConversionsFromIntegers) {
  for (const char *name : {"rn", "rz", "rm", "rp"}) {
    Rounding r = name[1] == 'n'   ? Rounding::NearestEven
                 : name[1] == 'z' ? Rounding::Zero
                 : name[1] == 'm' ? Rounding::Down
                                  : Rounding::Up;
    check({std::string("cvt.") + name + ".f32.s32 %d, %a;",
           [=](uint64_t a, uint64_t, uint64_t) {
             return integerToFloat(uint64_t(int64_t(int32_t(a))), true, kF32,
                                   r);
           }},
          32, "b32");
    check({std::string("cvt.") + name + ".f16.u32 %d, %a;",
           [=](uint64_t a, uint64_t, uint64_t) {
             return integerToFloat(a, false, kF16, r);
           }},
          32, "b32", 16, "b16");
  }
  check({"cvt.s64.s32 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) {
           return uint64_t(int64_t(int32_t(a)));
         }},
        32, "b32", 64, "b64");
  check(
      {"cvt.u64.u32 %d, %a;", [](uint64_t a, uint64_t, uint64_t) { return a; }},
      32, "b32", 64, "b64");
  check({"cvt.s32.s8 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) {
           return uint64_t(int64_t(int8_t(a)));
         }},
        32, "b32");
  check({"cvt.u16.u32 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) { return a & 0xffff; }},
        32, "b32", 16, "b16");
  check({"cvt.sat.s8.s32 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) {
           int32_t v = std::clamp(int32_t(a), -128, 127);
           return uint64_t(int64_t(v));
         }},
        32, "b32");
  check({"cvt.sat.u32.s32 %d, %a;",
         [](uint64_t a, uint64_t, uint64_t) {
           return uint64_t(std::max(int32_t(a), 0));
         }},
        32, "b32");
  check(
      {"cvt.u32.u64 %d, %a;", [](uint64_t a, uint64_t, uint64_t) { return a; }},
      64, "b64", 32, "b32");
}

TEST(EmuFloat, ConversionsBetweenFloats) {
  ConvertMode rn, rz;
  rz.rounding = Rounding::Zero;
  check({"cvt.rn.f16.f32 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return convertFloat(a, kF32, kF16, rn);
         }},
        32, "f32", 16, "b16");
  check({"cvt.rz.bf16.f32 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return convertFloat(a, kF32, kBf16, rz);
         }},
        32, "f32", 16, "b16");
  check({"cvt.f32.f16 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return convertFloat(a, kF16, kF32, rn);
         }},
        16, "b16", 32, "f32");
  check({"cvt.rn.f16x2.f32 %d, %a, %b;",
         [=](uint64_t a, uint64_t b, uint64_t) {
           return convertFloat(a, kF32, kF16, rn) << 16 |
                  convertFloat(b, kF32, kF16, rn);
         }},
        32, "f32");
  check({"cvt.rn.satfinite.e4m3x2.f32 %d, %a, %b;",
         [=](uint64_t a, uint64_t b, uint64_t) {
           return uint64_t(floatToE4m3(floatOf(uint32_t(a)))) << 8 |
                  floatToE4m3(floatOf(uint32_t(b)));
         }},
        32, "f32", 16, "b16");
  check({"cvt.rn.f16x2.e5m2x2 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return uint64_t(floatToHalf(e5m2ToFloat(uint8_t(a >> 8)))) << 16 |
                  floatToHalf(e5m2ToFloat(uint8_t(a)));
         }},
        16, "b16", 32, "b32");
  check({"cvt.rna.tf32.f32 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return bitsOf(floatToTf32(floatOf(uint32_t(a))));
         }},
        32, "f32", 32, "b32");
  check({"cvt.rn.f32.f64 %d, %a;",
         [=](uint64_t a, uint64_t, uint64_t) {
           return bitsOf(doubleToFloat(doubleOf(a)));
         }},
        64, "f64", 32, "f32");
}

TEST(EmuFloat, Approximations) {
  const std::pair<const char *, float (*)(float, bool)> functions[] = {
      {"ex2", ex2Approx},   {"lg2", lg2Approx},     {"rcp", rcpApprox},
      {"sqrt", sqrtApprox}, {"rsqrt", rsqrtApprox}, {"sin", sinApprox},
      {"cos", cosApprox}};
  for (auto [name, fn] : functions)
    for (bool ftz : {false, true}) {
      auto function = fn;
      check(
          {std::string(name) + ".approx" + (ftz ? ".ftz" : "") + ".f32 %d, %a;",
           [=](uint64_t a, uint64_t, uint64_t) {
             return bitsOf(function(floatOf(uint32_t(a)), ftz));
           }},
          32, "f32");
    }
}

} // namespace
} // namespace tqc::test
