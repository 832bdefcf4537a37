//===- EmuKernelsTest.cpp - whole kernels from nvcc and Triton ------------===//

#include <algorithm>
#include <cmath>
#include <numeric>

#include "EmuMachine.h"

namespace tqc::test {
namespace {

class EmuKernels : public ::testing::Test {
protected:
  Machine machine{readTestFile("cuda/basic.ptx")};
  std::mt19937 random{11};

  std::vector<float> floats(size_t n) {
    std::vector<float> v(n);
    for (float &x : v)
      x = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
    return v;
  }
  std::vector<int> integers(size_t n, int most) {
    std::vector<int> v(n);
    for (int &x : v)
      x = static_cast<int>(random() % static_cast<unsigned>(most));
    return v;
  }
};

TEST_F(EmuKernels, VectorAdd) {
  auto x = floats(1000), y = floats(1000);
  DevicePtr px = machine.upload(x), py = machine.upload(y),
            pz = machine.fresh<float>(1000);
  machine.run("vectorAdd", {8, 1, 1}, {128, 1, 1}, 0, px, py, pz, 1000);
  auto z = machine.download<float>(pz, 1000);
  for (size_t i = 0; i < 1000; ++i)
    EXPECT_EQ(z[i], x[i] + y[i]);
}

TEST_F(EmuKernels, ReductionByShuffles) {
  auto x = integers(5000, 100);
  std::vector<float> values(x.begin(), x.end());
  DevicePtr px = machine.upload(values), out = machine.fresh<float>(3);
  machine.run("blockSum", {3, 1, 1}, {256, 1, 1}, 0, px, out, 5000);
  auto sums = machine.download<float>(out, 3);
  EXPECT_EQ(sums[0] + sums[1] + sums[2],
            std::accumulate(x.begin(), x.end(), 0));
}

TEST_F(EmuKernels, DivergentLoops) {
  auto x = integers(300, 10000);
  for (int &v : x)
    ++v;
  DevicePtr px = machine.upload(x), out = machine.fresh<int>(300);
  machine.run("collatz", {3, 1, 1}, {128, 1, 1}, 0, px, out, 300);
  auto got = machine.download<int>(out, 300);
  for (size_t i = 0; i < 300; ++i) {
    int steps = 0;
    for (long long v = x[i]; v != 1; ++steps)
      v = v % 2 ? 3 * v + 1 : v / 2;
    EXPECT_EQ(got[i], steps);
  }
}

TEST_F(EmuKernels, AtomicHistogram) {
  std::vector<uint8_t> x(6000);
  std::vector<uint32_t> want(256);
  for (uint8_t &v : x)
    ++want[v = static_cast<uint8_t>(random() % 256)];
  DevicePtr px = machine.upload(x);
  DevicePtr bins = machine.upload(std::vector<uint32_t>(256));
  machine.run("histogram", {4, 1, 1}, {192, 1, 1}, 0, px, bins, 6000);
  EXPECT_EQ(machine.download<uint32_t>(bins, 256), want);
}

TEST_F(EmuKernels, TiledMatmul) {
  constexpr int n = 48, k = 64;
  auto a = floats(n * k), b = floats(k * n);
  DevicePtr pa = machine.upload(a), pb = machine.upload(b),
            pc = machine.fresh<float>(n * n);
  machine.run("matmulTiled", {3, 3, 1}, {16, 16, 1}, 0, pa, pb, pc, n, k);
  auto c = machine.download<float>(pc, n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int at = 0; at < k; ++at)
        sum = std::fma(a[size_t(i * k + at)], b[size_t(at * n + j)], sum);
      EXPECT_EQ(c[size_t(i * n + j)], sum);
    }
}

uint32_t bitTricks(uint32_t v) {
  auto bytePerm = [](uint32_t a, uint32_t b, uint32_t s) {
    uint64_t both = uint64_t(b) << 32 | a;
    uint32_t r = 0;
    for (unsigned k = 0; k < 4; ++k)
      r |= (both >> (8 * (s >> (4 * k) & 7)) & 0xff) << (8 * k);
    return r;
  };
  uint32_t r = uint32_t(__builtin_popcount(v)) +
               uint32_t(v ? __builtin_clz(v) : 32) * 3 +
               uint32_t(__builtin_ffs(int(v))) * 5;
  uint32_t reversed = 0;
  for (unsigned k = 0; k < 32; ++k)
    reversed |= (v >> k & 1) << (31 - k);
  r ^= reversed;
  r += bytePerm(v, r, 0x3715);
  unsigned s = v & 31;
  r ^= s ? r << s | v >> (32 - s) : r;
  r +=
      uint32_t(uint64_t(v) * 0x9e3779b9u >> 32) + ((v > r ? v - r : r - v) + 7);
  int32_t sum = 11;
  for (unsigned k = 0; k < 4; ++k)
    sum += int32_t(int8_t(v >> (8 * k))) * int32_t(int8_t(r >> (8 * k)));
  r ^= uint32_t(sum);
  uint64_t wide = uint64_t(v) * r;
  r ^= uint32_t(wide >> 17) + uint32_t(wide % 1000003ull);
  return r + v / 7 + v % 13;
}

TEST_F(EmuKernels, BitTricks) {
  std::vector<uint32_t> x(512);
  for (uint32_t &v : x)
    v = uint32_t(random()) >> (random() % 32);
  DevicePtr px = machine.upload(x), out = machine.fresh<uint32_t>(512);
  machine.run("bitTricks", {4, 1, 1}, {128, 1, 1}, 0, px, out, 512);
  auto got = machine.download<uint32_t>(out, 512);
  for (size_t i = 0; i < 512; ++i)
    EXPECT_EQ(got[i], bitTricks(x[i])) << x[i];
}

/// Two tiles of a warp that come together, each with its own member mask.
TEST(EmuControl, MemberMasksSideBySide) {
  Machine m(".version 8.0\n.target sm_80\n.address_size 64\n"
            ".entry k(.param .u64 out) { .reg .b64 %rd<3>; .reg .b32 %r<9>;\n"
            ".reg .pred %p<3>; ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\n"
            "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;\n"
            "setp.lt.u32 %p1, %r1, 12;\n"
            "selp.b32 %r2, 0x00000fff, 0xfffff000, %p1;\n"
            "redux.sync.add.u32 %r3, %r1, %r2;\n"
            "setp.eq.u32 %p2, %r1, 20;\n"
            "vote.sync.ballot.b32 %r4, %p2, %r2;\n"
            "match.all.sync.b32 %r5, %r3, %r2; bar.warp.sync %r2;\n"
            "add.u32 %r3, %r3, %r4; xor.b32 %r3, %r3, %r5;\n"
            "st.global.u32 [%rd1], %r3; ret; }");
  DevicePtr out = m.fresh<unsigned>(32);
  m.run("k", {1, 1, 1}, {32, 1, 1}, 0, out);
  auto got = m.download<unsigned>(out, 32);
  for (unsigned i = 0; i < 32; ++i)
    EXPECT_EQ(got[i],
              i < 12 ? 66u ^ 0xfffu : (430u + (1u << 20)) ^ 0xfffff000u);
}

TEST(EmuControl, BranchTable) {
  Machine m(".version 8.0\n.target sm_80\n.address_size 64\n"
            ".entry k(.param .u64 out) { .reg .b64 %rd<3>; .reg .b32 %r<9>;\n"
            "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\n"
            "mul.wide.u32 %rd2, %r1, 4; add.u64 %rd1, %rd1, %rd2;\n"
            "rem.u32 %r2, %r1, 3;\n"
            "T: .branchtargets A, B, C;\n"
            "brx.idx %r2, T;\n"
            "A: mov.u32 %r3, 10; bra D;\nB: mov.u32 %r3, 20; bra D;\n"
            "C: mov.u32 %r3, 30;\n"
            "D: activemask.b32 %r4; .reg .pred %p;\n"
            "setp.ne.u32 %p, %r4, -1; @%p mov.u32 %r3, 99;\n"
            "st.global.u32 [%rd1], %r3; ret; }");
  DevicePtr out = m.fresh<int>(64);
  m.run("k", {1, 1, 1}, {64, 1, 1}, 0, out);
  auto got = m.download<int>(out, 64);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(got[size_t(i)], 10 * (i % 3 + 1));
}

TEST_F(EmuKernels, Switch) {
  auto x = integers(200, 100000);
  DevicePtr px = machine.upload(x), out = machine.fresh<int>(200);
  machine.run("choose", {2, 1, 1}, {128, 1, 1}, 0, px, out, 200);
  auto got = machine.download<int>(out, 200);
  for (size_t i = 0; i < 200; ++i) {
    int v = x[i];
    int want[] = {v * 3, v - 17, v ^ 0x55, int(unsigned(v) * unsigned(v)),
                  ~v,    v << 3, v / 3,    -v};
    EXPECT_EQ(got[i], want[v & 7]);
  }
}

TEST_F(EmuKernels, RecursiveCalls) {
  std::vector<int> x(32), want(32);
  for (int i = 0; i < 32; ++i) {
    x[size_t(i)] = (i * 7) % 16;
    int a = 0, b = 1;
    for (int k = 0; k < x[size_t(i)]; ++k, std::swap(a, b))
      a += b;
    want[size_t(i)] = a;
  }
  DevicePtr px = machine.upload(x), out = machine.fresh<int>(32);
  machine.run("recursion", {1, 1, 1}, {32, 1, 1}, 0, px, out);
  EXPECT_EQ(machine.download<int>(out, 32), want);
}

TEST_F(EmuKernels, IndirectCalls) {
  auto x = floats(32);
  DevicePtr px = machine.upload(x), out = machine.fresh<float>(32);
  machine.run("indirect", {1, 1, 1}, {32, 1, 1}, 0, px, out);
  auto got = machine.download<float>(out, 32);
  for (size_t i = 0; i < 32; ++i)
    EXPECT_EQ(got[i], i % 2 ? x[i] * x[i] : 2 * x[i]);
}

TEST_F(EmuKernels, LocalArrays) {
  auto x = integers(32 * 16, 1000);
  DevicePtr px = machine.upload(x), out = machine.fresh<int>(x.size());
  machine.run("sortLocal", {1, 1, 1}, {32, 1, 1}, 0, px, out);
  auto got = machine.download<int>(out, x.size());
  for (auto at = x.begin(); at != x.end(); at += 16)
    std::sort(at, at + 16);
  EXPECT_EQ(got, x);
}

TEST_F(EmuKernels, MathFunctions) {
  auto x = floats(100);
  DevicePtr px = machine.upload(x), out = machine.fresh<float>(100);
  machine.run("functionsOfMath", {1, 1, 1}, {128, 1, 1}, 0, px, out, 100);
  auto got = machine.download<float>(out, 100);
  for (size_t i = 0; i < 100; ++i) {
    double v = x[i];
    double want = std::exp(v) + std::sin(v) * std::log(std::fabs(v) + 1) +
                  std::tanh(v) + 1 / std::sqrt(v * v + 1);
    EXPECT_NEAR(got[i], want, 2e-6);
  }
}

TEST_F(EmuKernels, LanesWaitForEachOther) {
  DevicePtr lock = machine.upload(std::vector<int>(1));
  DevicePtr counter = machine.upload(std::vector<int>(1));
  machine.run("spinLock", {3, 1, 1}, {64, 1, 1}, 0, lock, counter);
  EXPECT_EQ(machine.download<int>(counter, 1)[0], 3 * 64);
}

TEST_F(EmuKernels, DynamicSharedMemory) {
  auto x = integers(64, 1000);
  DevicePtr px = machine.upload(x);
  machine.run("reverseDynamic", {1, 1, 1}, {64, 1, 1}, 256, px);
  std::reverse(x.begin(), x.end());
  EXPECT_EQ(machine.download<int>(px, 64), x);
}

TEST_F(EmuKernels, Printf) {
  ::testing::internal::CaptureStdout();
  machine.run("sayHello", {1, 1, 1}, {32, 1, 1}, 0, 5);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(),
            "thread 0 of hello, 2.50\nthread 1 of hello, 2.50\n");
}

//===----------------------------------------------------------------------===//
// Triton
//===----------------------------------------------------------------------===//

class EmuTriton : public ::testing::TestWithParam<const char *> {
protected:
  std::string file(const std::string &kernel) {
    return readTestFile("triton/" + kernel + "." + GetParam() + ".ptx");
  }
  std::mt19937 random{5};
  const uint64_t none = 0; // Triton's scratch pointers
};

TEST_P(EmuTriton, Softmax) {
  Machine m(file("softmax"));
  constexpr int rows = 3, n = 300;
  std::vector<float> x(rows * n);
  for (float &v : x)
    v = static_cast<float>(random() % 1000) / 100.0f;
  DevicePtr px = m.upload(x), out = m.fresh<float>(x.size());
  m.run("softmax", {rows, 1, 1}, {128, 1, 1}, 16, px, out, n, n, none, none);
  auto got = m.download<float>(out, x.size());
  for (int r = 0; r < rows; ++r) {
    double sum = 0;
    for (int i = 0; i < n; ++i)
      sum += std::exp(double(x[size_t(r * n + i)]));
    for (int i = 0; i < n; ++i)
      EXPECT_NEAR(got[size_t(r * n + i)],
                  std::exp(double(x[size_t(r * n + i)])) / sum, 1e-6);
  }
}

TEST_P(EmuTriton, Histogram) {
  Machine m(file("histogram"));
  std::vector<int> x(700), want(50);
  for (int &v : x)
    ++want[size_t(v = static_cast<int>(random() % 50))];
  DevicePtr px = m.upload(x), out = m.upload(std::vector<int>(50));
  m.run("histogram", {3, 1, 1}, {128, 1, 1}, 4096, px, out, 700, none, none);
  EXPECT_EQ(m.download<int>(out, 50), want);
}

TEST_P(EmuTriton, Scan) {
  Machine m(file("scan"));
  std::vector<int> x(256), want(256);
  int sum = 0;
  for (size_t i = 0; i < 256; ++i)
    want[i] = sum += x[i] = static_cast<int>(random() % 50);
  DevicePtr px = m.upload(x), out = m.fresh<int>(256);
  m.run("scan", {1, 1, 1}, {128, 1, 1}, 64, px, out, none, none);
  EXPECT_EQ(m.download<int>(out, 256), want);
}

TEST_P(EmuTriton, MatmulOnAllSchedules) {
  constexpr int M = 64, N = 128, K = 96;
  std::vector<uint16_t> a(M * K), b(K * N);
  auto value = [&](uint16_t &v) { // small integers: sums are exact
    v = static_cast<uint16_t>(0x3c00 + 0x400 * (random() % 3)) |
        static_cast<uint16_t>(random() % 2 << 15);
  };
  std::for_each(a.begin(), a.end(), value);
  std::for_each(b.begin(), b.end(), value);
  auto real = [](uint16_t v) {
    float magnitude = static_cast<float>(1 << ((v >> 10 & 31) - 15));
    return v >> 15 ? -magnitude : magnitude;
  };
  for (emu::Schedule s :
       {emu::Schedule::Eager, emu::Schedule::Lazy, emu::Schedule::Random}) {
    emu::EmulatorOptions options;
    options.schedule = s;
    Machine m(file("matmul"), options);
    DevicePtr pa = m.upload(a), pb = m.upload(b), pc = m.fresh<uint16_t>(M * N);
    m.run("matmul", {1, 2, 1}, {128, 1, 1}, 32768, pa, pb, pc, M, N, K, none,
          none);
    auto c = m.download<uint16_t>(pc, M * N);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        float sum = 0;
        for (int k = 0; k < K; ++k)
          sum += real(a[size_t(i * K + k)]) * real(b[size_t(k * N + j)]);
        // |sum| is at most 1536, exact in f16 below 2048.
        float got = 0;
        uint16_t bits = c[size_t(i * N + j)];
        if (bits & 0x7fff)
          got = std::ldexp(float(1024 + (bits & 1023)), (bits >> 10 & 31) - 25);
        EXPECT_EQ(bits >> 15 ? -got : got, sum);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, EmuTriton,
                         ::testing::Values("sm_80", "sm_90"),
                         [](const auto &info) { return info.param; });

} // namespace
} // namespace tqc::test
