//===- EmuIntegerTest.cpp - integer and logic instructions ----------------===//
//
// Each form on edge and random operands against a model written another way.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <functional>

#include "EmuMachine.h"

namespace tqc::test {
namespace {

using Wide = __int128;
/// From the operands, already extended as the type says, to the result.
using Model = std::function<Wide(Wide, Wide, Wide)>;

struct Case {
  std::string text; // with @ for the type
  Model model;
  std::string types = "u16 u32 u64 s16 s32 s64";
  bool wide = false;
};

unsigned bitsOf(const std::string &type) {
  return static_cast<unsigned>(std::stoi(type.substr(1)));
}

Wide extend(uint64_t v, const std::string &type) {
  unsigned bits = bitsOf(type);
  if (bits < 64)
    v &= (uint64_t(1) << bits) - 1;
  if (type[0] == 's' && v >> (bits - 1) & 1)
    return Wide(v) - (Wide(1) << bits);
  return Wide(v);
}

void check(const Case &c, const std::string &type) {
  std::string text = c.text;
  for (size_t at; (at = text.find('@')) != std::string::npos;)
    text.replace(at, 1, type);
  unsigned bits = bitsOf(type), outBits = c.wide ? 2 * bits : bits;
  std::string reg = "b" + std::to_string(bits),
              out = "b" + std::to_string(outBits);
  auto operands = interestingOperands(bits);
  auto got =
      runInstruction(text, {out, reg, reg, c.wide ? out : reg}, operands);
  uint64_t keep = outBits == 64 ? ~uint64_t(0) : (uint64_t(1) << outBits) - 1;
  for (size_t i = 0; i < operands.size(); ++i) {
    const Operands &o = operands[i];
    // The third operand of .wide is wider: the loads took it whole.
    Wide third = c.wide ? Wide(o[2]) : extend(o[2], type);
    uint64_t want = static_cast<uint64_t>(c.model(extend(o[0], type),
                                                  extend(o[1], type), third)) &
                    keep;
    ASSERT_EQ(got[i], want)
        << text << " of " << o[0] << ", " << o[1] << ", " << o[2];
  }
}

Wide low(Wide v) { return v; }

TEST(EmuInteger, Arithmetic) {
  const Case cases[] = {
      {"add.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a + b; }},
      {"sub.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a - b; }},
      {"mul.lo.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) {
         return low(Wide(uint64_t(a) * uint64_t(b)));
       }},
      {"mad.lo.@ %d, %a, %b, %c;",
       [](Wide a, Wide b, Wide c) {
         return Wide(uint64_t(a) * uint64_t(b) + uint64_t(c));
       }},
      {"mul.hi.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a * b >> 16; },
       "u16 s16"},
      {"mul.hi.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a * b >> 32; },
       "u32 s32"},
      {"mul.hi.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) {
         return Wide(static_cast<unsigned __int128>(a) *
                         static_cast<unsigned __int128>(b) >>
                     64);
       },
       "u64"},
      {"mad.hi.@ %d, %a, %b, %c;",
       [](Wide a, Wide b, Wide c) { return (a * b >> 32) + c; }, "u32 s32"},
      {"mul.wide.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a * b; },
       "u16 s16 u32 s32", true},
      {"mad.wide.@ %d, %a, %b, %c;",
       [](Wide a, Wide b, Wide c) { return a * b + c; }, "u16 s16 u32 s32",
       true},
      {"div.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) { return b == 0 ? Wide(-1) : a / b; }},
      {"rem.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) { return b == 0 ? Wide(-1) : a % b; }},
      {"min.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a < b ? a : b; }},
      {"max.@ %d, %a, %b;", [](Wide a, Wide b, Wide) { return a < b ? b : a; }},
      {"sad.@ %d, %a, %b, %c;",
       [](Wide a, Wide b, Wide c) { return c + (a < b ? b - a : a - b); }},
      {"abs.@ %d, %a;", [](Wide a, Wide, Wide) { return a < 0 ? -a : a; },
       "s16 s32 s64"},
      {"neg.@ %d, %a;", [](Wide a, Wide, Wide) { return -a; }, "s16 s32 s64"},
      {"add.sat.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) {
         return std::clamp<Wide>(a + b, INT32_MIN, INT32_MAX);
       },
       "s32"},
      {"sub.sat.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) {
         return std::clamp<Wide>(a - b, INT32_MIN, INT32_MAX);
       },
       "s32"},
      {"min.relu.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) { return std::max<Wide>(a < b ? a : b, 0); },
       "s32"},
      {"max.relu.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) { return std::max<Wide>(a < b ? b : a, 0); },
       "s32"},
      {"mul24.lo.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) { return (a & 0xffffff) * (b & 0xffffff); },
       "u32"},
      {"mul24.hi.@ %d, %a, %b;",
       [](Wide a, Wide b, Wide) {
         return (a & 0xffffff) * (b & 0xffffff) >> 16;
       },
       "u32"},
  };
  for (const Case &c : cases) {
    std::stringstream types(c.types);
    for (std::string type; types >> type;)
      check(c, type);
  }
}

TEST(EmuInteger, Logic) {
  auto shiftLeft = [](unsigned bits) {
    return [bits](Wide a, Wide b, Wide) {
      uint32_t n = static_cast<uint32_t>(b);
      return n >= bits ? Wide(0) : Wide(uint64_t(a) << n);
    };
  };
  for (unsigned bits : {16u, 32u, 64u}) {
    std::string w = std::to_string(bits), r = "b" + w;
    auto operands = interestingOperands(bits);
    auto shl =
        runInstruction("shl.b" + w + " %d, %a, %b;", {r, r, "b32"}, operands);
    auto shru =
        runInstruction("shr.u" + w + " %d, %a, %b;", {r, r, "b32"}, operands);
    auto shrs =
        runInstruction("shr.s" + w + " %d, %a, %b;", {r, r, "b32"}, operands);
    for (size_t i = 0; i < operands.size(); ++i) {
      uint32_t n = static_cast<uint32_t>(operands[i][1]);
      uint64_t a = operands[i][0], keep = ~uint64_t(0) >> (64 - bits);
      EXPECT_EQ(shl[i], uint64_t(shiftLeft(bits)(Wide(a), n, 0)) & keep);
      EXPECT_EQ(shru[i], n >= bits ? 0 : a >> n);
      Wide s = extend(a, "s" + w);
      EXPECT_EQ(shrs[i], uint64_t(s >> std::min(n, bits - 1)) & keep);
    }
  }
  auto o = interestingOperands(32);
  auto lop = runInstruction("lop3.b32 %d, %a, %b, %c, 0xE8;",
                            {"b32", "b32", "b32", "b32"}, o);
  auto xor3 = runInstruction("lop3.b32 %d, %a, %b, %c, 0x96;",
                             {"b32", "b32", "b32", "b32"}, o);
  auto shf = runInstruction("shf.r.clamp.b32 %d, %a, %b, %c;",
                            {"b32", "b32", "b32", "b32"}, o);
  auto shfl = runInstruction("shf.l.wrap.b32 %d, %a, %b, %c;",
                             {"b32", "b32", "b32", "b32"}, o);
  auto bfi =
      runInstruction("bfi.b32 %d, %a, %b, 5, 11;", {"b32", "b32", "b32"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    uint32_t a = uint32_t(o[i][0]), b = uint32_t(o[i][1]),
             c = uint32_t(o[i][2]);
    EXPECT_EQ(lop[i], (a & b) | (a & c) | (b & c));
    EXPECT_EQ(xor3[i], a ^ b ^ c);
    uint64_t both = uint64_t(b) << 32 | a;
    EXPECT_EQ(shf[i], uint32_t(both >> std::min(c, 32u)));
    EXPECT_EQ(shfl[i], uint32_t(both << (c & 31) >> 32));
    EXPECT_EQ(bfi[i], (b & ~(0x7ffu << 5)) | ((a & 0x7ff) << 5));
  }
}

/// The manual's own loop for bfe.
uint64_t manualBfe(uint64_t a, uint32_t b, uint32_t c, unsigned bits,
                   bool isSigned) {
  unsigned msb = bits - 1, pos = b & 0xff, len = c & 0xff;
  uint64_t sbit =
      !isSigned || len == 0 ? 0 : a >> std::min(pos + len - 1, msb) & 1;
  uint64_t d = 0;
  for (unsigned i = 0; i <= msb; ++i) {
    uint64_t bit = i < len && pos + i <= msb ? a >> (pos + i) & 1 : sbit;
    d |= bit << i;
  }
  return d;
}

TEST(EmuInteger, BitFields) {
  for (unsigned bits : {32u, 64u})
    for (bool isS : {false, true}) {
      std::string r = "b" + std::to_string(bits);
      std::string type = (isS ? "s" : "u") + std::to_string(bits);
      auto o = interestingOperands(bits);
      std::mt19937 random(3);
      for (Operands &t : o) {
        t[1] = random() % 80;
        t[2] = random() % 80;
      }
      auto got = runInstruction("bfe." + type + " %d, %a, %b, %c;",
                                {r, r, "b32", "b32"}, o);
      for (size_t i = 0; i < o.size(); ++i)
        EXPECT_EQ(got[i], manualBfe(o[i][0], uint32_t(o[i][1]),
                                    uint32_t(o[i][2]), bits, isS))
            << type << " " << o[i][0] << " " << o[i][1] << " " << o[i][2];
    }
}

TEST(EmuInteger, Counting) {
  auto o = interestingOperands(64);
  auto popc = runInstruction("popc.b64 %d, %a;", {"b32", "b64"}, o);
  auto clz = runInstruction("clz.b64 %d, %a;", {"b32", "b64"}, o);
  auto brev = runInstruction("brev.b64 %d, %a;", {"b64", "b64"}, o);
  auto findU = runInstruction("bfind.u64 %d, %a;", {"b32", "b64"}, o);
  auto findS = runInstruction("bfind.s64 %d, %a;", {"b32", "b64"}, o);
  auto shift = runInstruction("bfind.shiftamt.u64 %d, %a;", {"b32", "b64"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    uint64_t a = o[i][0], reversed = 0;
    uint32_t ones = 0, zeros = 64, top = ~0u;
    for (unsigned k = 0; k < 64; ++k) {
      ones += a >> k & 1;
      reversed |= (a >> k & 1) << (63 - k);
      if (a >> k & 1) {
        top = k;
        zeros = 63 - k;
      }
    }
    uint64_t folded = int64_t(a) < 0 ? ~a : a;
    uint32_t topS = ~0u;
    for (unsigned k = 0; k < 64; ++k)
      topS = folded >> k & 1 ? k : topS;
    EXPECT_EQ(popc[i], ones);
    EXPECT_EQ(clz[i], zeros);
    EXPECT_EQ(brev[i], reversed);
    EXPECT_EQ(findU[i], top);
    EXPECT_EQ(findS[i], topS);
    EXPECT_EQ(shift[i], top == ~0u ? ~0u : 63 - top);
  }
}

TEST(EmuInteger, NthSetBit) {
  auto o = interestingOperands(32);
  std::mt19937 random(9);
  for (Operands &t : o) {
    t[1] = random() % 34;
    t[2] = static_cast<uint32_t>(static_cast<int>(random() % 9) - 4);
  }
  auto got = runInstruction("fns.b32 %d, %a, %b, %c;",
                            {"b32", "b32", "b32", "b32"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    uint32_t a = uint32_t(o[i][0]), base = uint32_t(o[i][1]);
    int32_t n = int32_t(o[i][2]);
    std::vector<uint32_t> ones; // from the base on, in the direction of n
    for (uint32_t k = 0; k < 32 && base < 32; ++k) {
      uint32_t at = n >= 0 ? base + k : base - k;
      if (at < 32 && (n != 0 || k == 0) && a >> at & 1)
        ones.push_back(at);
    }
    size_t index = n == 0 ? 0 : static_cast<size_t>(n > 0 ? n : -n) - 1;
    EXPECT_EQ(got[i], index < ones.size() ? ones[index] : ~0u)
        << a << " " << base << " " << n;
  }
}

TEST(EmuInteger, Carry) {
  auto o = interestingOperands(64);
  // 128-bit sum of {a, b} and {b, c}: its upper half.
  auto got = runInstruction("{ .reg .b64 %low; add.cc.u64 %low, %a, %b;\n"
                            "addc.u64 %d, %b, %c; }",
                            {"b64", "b64", "b64", "b64"}, o);
  auto sub = runInstruction("{ .reg .b64 %low; sub.cc.u64 %low, %a, %b;\n"
                            "subc.u64 %d, %b, %c; }",
                            {"b64", "b64", "b64", "b64"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    unsigned __int128 x =
        (static_cast<unsigned __int128>(o[i][1]) << 64) + o[i][0];
    unsigned __int128 y =
        (static_cast<unsigned __int128>(o[i][2]) << 64) + o[i][1];
    EXPECT_EQ(got[i], uint64_t((x + y) >> 64));
    EXPECT_EQ(sub[i], uint64_t((x - y) >> 64));
  }
}

TEST(EmuInteger, BytesAndDots) {
  auto o = interestingOperands(32);
  auto prmt = runInstruction("prmt.b32 %d, %a, %b, %c;",
                             {"b32", "b32", "b32", "b32"}, o);
  auto dot = runInstruction("dp4a.s32.u32 %d, %a, %b, %c;",
                            {"b32", "b32", "b32", "b32"}, o);
  auto dp2a = runInstruction("dp2a.hi.s32.s32 %d, %a, %b, %c;",
                             {"b32", "b32", "b32", "b32"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    uint32_t a = uint32_t(o[i][0]), b = uint32_t(o[i][1]),
             c = uint32_t(o[i][2]);
    uint8_t bytes[8];
    memcpy(bytes, &a, 4);
    memcpy(bytes + 4, &b, 4);
    uint32_t want = 0, sum = c, sum2 = c;
    for (unsigned k = 0; k < 4; ++k) {
      uint32_t s = c >> (4 * k) & 15;
      uint32_t byte = s & 8 ? (bytes[s & 7] & 0x80 ? 0xff : 0) : bytes[s];
      want |= byte << (8 * k);
      sum += uint32_t(int32_t(int8_t(bytes[k])) * int32_t(bytes[4 + k]));
    }
    for (unsigned k = 0; k < 2; ++k)
      sum2 += uint32_t(int32_t(int16_t(a >> (16 * k))) *
                       int32_t(int8_t(bytes[6 + k])));
    EXPECT_EQ(prmt[i], want);
    EXPECT_EQ(dot[i], sum);
    EXPECT_EQ(dp2a[i], sum2);
  }
}

TEST(EmuInteger, ComparisonsAndSelection) {
  auto o = interestingOperands(32);
  auto lts =
      runInstruction("setp.lt.s32 %d, %a, %b;", {"pred", "b32", "b32"}, o);
  auto hiu =
      runInstruction("setp.hi.u32 %d, %a, %b;", {"pred", "b32", "b32"}, o);
  auto both = runInstruction(
      "setp.ne.u32 %pp0, %c, 0;\nsetp.ge.and.s32 %d|%pp1, %a, %b, !%pp0;",
      {"pred", "b32", "b32", "b32"}, o);
  auto nan =
      runInstruction("setp.nan.f32 %d, %a, %b;", {"pred", "f32", "f32"}, o);
  auto ltu =
      runInstruction("setp.ltu.f32 %d, %a, %b;", {"pred", "f32", "f32"}, o);
  auto set =
      runInstruction("set.le.f32.s32 %d, %a, %b;", {"f32", "b32", "b32"}, o);
  auto slct = runInstruction("slct.u32.s32 %d, %a, %b, %c;",
                             {"b32", "b32", "b32", "b32"}, o);
  for (size_t i = 0; i < o.size(); ++i) {
    uint32_t a = uint32_t(o[i][0]), b = uint32_t(o[i][1]),
             c = uint32_t(o[i][2]);
    float x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    EXPECT_EQ(lts[i], uint64_t(int32_t(a) < int32_t(b)));
    EXPECT_EQ(hiu[i], uint64_t(a > b));
    EXPECT_EQ(both[i], uint64_t(int32_t(a) >= int32_t(b) && c == 0));
    EXPECT_EQ(nan[i], uint64_t(x != x || y != y));
    EXPECT_EQ(ltu[i], uint64_t(!(x >= y)));
    EXPECT_EQ(set[i], int32_t(a) <= int32_t(b) ? 0x3f800000u : 0u);
    EXPECT_EQ(slct[i], int32_t(c) >= 0 ? a : b);
  }
}

TEST(EmuInteger, VectorsPackAndUnpack) {
  auto o = interestingOperands(32);
  auto pack = runInstruction("mov.b64 %d, {%a, %b};", {"b64", "b32", "b32"}, o);
  auto swap = runInstruction(
      "{ .reg .b16 l, h; mov.b32 {l, h}, %a; mov.b32 %d, {h, l}; }",
      {"b32", "b32"}, o);
  auto quarters =
      runInstruction("{ .reg .b16 h<4>; mov.b64 {h0, h1, h2, h3}, %a;\n"
                     "mov.b64 %d, {h3, h2, h1, h0}; }",
                     {"b64", "b64"}, interestingOperands(64));
  auto bytes = runInstruction("{ .reg .b8 c<4>; mov.b32 {c0, c1, c2, c3}, %a;\n"
                              "mov.b32 %d, {c3, c2, c1, c0}; }",
                              {"b32", "b32"}, o);
  auto halves = runInstruction("{ .reg .b8 l, h; mov.b16 {l, h}, %a;\n"
                               "mov.b16 %d, {h, l}; }",
                               {"b16", "b16"}, interestingOperands(16));
  auto narrow = interestingOperands(16);
  for (size_t i = 0; i < narrow.size(); ++i)
    EXPECT_EQ(halves[i], (narrow[i][0] >> 8 | narrow[i][0] << 8) & 0xffff);
  for (size_t i = 0; i < o.size(); ++i)
    EXPECT_EQ(bytes[i], __builtin_bswap32(static_cast<uint32_t>(o[i][0])));
  auto wide = interestingOperands(64);
  for (size_t i = 0; i < wide.size(); ++i) {
    uint64_t a = wide[i][0];
    EXPECT_EQ(quarters[i], a >> 48 | (a >> 16 & 0xffff0000) |
                               (a << 16 & 0xffff00000000) | a << 48);
  }
  for (size_t i = 0; i < o.size(); ++i) {
    EXPECT_EQ(pack[i], o[i][0] | o[i][1] << 32);
    EXPECT_EQ(swap[i], (o[i][0] >> 16) | (o[i][0] << 16 & 0xffff0000));
  }
}

} // namespace
} // namespace tqc::test
