//===- HopperMatrixTest.cpp - mma, ldmatrix, wgmma as instructions --------===//
//
// The arithmetic and the layouts are tested in NumericsMatrixTest.cpp; here,
// that operands reach them, and when results are there.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Floats.h"
#include "runtime/emulator/numerics/MatrixMath.h"

#include <random>

#include "HopperMachine.h"

using namespace tqc;
using namespace tqc::test;
namespace num = tqc::numerics;

static ArgumentBytes pointer(uint64_t at) { return ArgumentBytes::of(at); }

static bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

/// "{%r0,%r1,...}" of `count` registers from `first` on.
static std::string vectorOf(const char *prefix, int first, int count) {
  std::string text = "{";
  for (int r = 0; r < count; ++r)
    text += (r ? "," : "") + std::string(prefix) + std::to_string(first + r);
  return text + "}";
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

namespace {
struct MmaCase {
  const char *modifiers; // after "mma.sync.aligned."
  num::MmaShape shape;
};
} // namespace

static num::MmaShape shapeOf(int m, int n, int k, num::MatrixType a,
                             num::MatrixType b, num::MatrixType c) {
  num::MmaShape shape;
  shape.m = m;
  shape.n = n;
  shape.k = k;
  shape.a = a;
  shape.b = b;
  shape.c = shape.d = c;
  return shape;
}

static std::vector<MmaCase> mmaCases() {
  using T = num::MatrixType;
  std::vector<MmaCase> cases = {{"m16n8k16.row.col.f32.f16.f16.f32",
                                 shapeOf(16, 8, 16, T::F16, T::F16, T::F32)},
                                {"m16n8k16.row.col.f16.f16.f16.f16",
                                 shapeOf(16, 8, 16, T::F16, T::F16, T::F16)},
                                {"m16n8k8.row.col.f32.bf16.bf16.f32",
                                 shapeOf(16, 8, 8, T::Bf16, T::Bf16, T::F32)},
                                {"m16n8k8.row.col.f32.tf32.tf32.f32",
                                 shapeOf(16, 8, 8, T::Tf32, T::Tf32, T::F32)},
                                {"m16n8k32.row.col.f32.e4m3.e5m2.f32",
                                 shapeOf(16, 8, 32, T::E4m3, T::E5m2, T::F32)},
                                {"m16n8k32.row.col.s32.s8.u8.s32",
                                 shapeOf(16, 8, 32, T::S8, T::U8, T::S32)},
                                {"m8n8k16.row.col.satfinite.s32.u8.s8.s32",
                                 shapeOf(8, 8, 16, T::U8, T::S8, T::S32)},
                                {"m16n8k64.row.col.s32.s4.s4.s32",
                                 shapeOf(16, 8, 64, T::S4, T::S4, T::S32)},
                                {"m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
                                 shapeOf(16, 8, 256, T::B1, T::B1, T::S32)}};
  cases[6].shape.saturate = true;
  cases[8].shape.bits = num::BitOperation::Xor;
  return cases;
}

TEST(HopperMma, operandsReachTheMultiplier) {
  std::mt19937 random(11);
  for (const MmaCase &test : mmaCases()) {
    SCOPED_TRACE(test.modifiers);
    num::MmaRegisters counts = num::mmaRegisters(test.shape);
    int total = counts.a + counts.b + counts.c;
    std::vector<uint32_t> words(size_t(total) * 32);
    for (uint32_t &word : words) {
      word = uint32_t(random());
      if (test.shape.a == num::MatrixType::F16 ||
          test.shape.a == num::MatrixType::Bf16)
        word &= 0xbfffbfff; // no NaN: their bits depend on who makes them
      if (test.shape.a == num::MatrixType::Tf32)
        word &= 0xbfffffff;
      if (test.shape.a == num::MatrixType::E4m3)
        word &= 0xbbbbbbbb;
    }
    Machine m;
    uint64_t in = m.buffer("in", words);
    uint64_t out = m.empty("out", size_t(counts.d) * 128);
    std::string body = "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b];\n"
                       "mov.u32 %r63, %laneid; mul.wide.u32 %rd3, %r63, 4;\n"
                       "add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;\n";
    for (int r = 0; r < total; ++r)
      body += "ld.global.b32 %r" + std::to_string(r) + ", [%rd1+" +
              std::to_string(128 * r) + "];\n";
    body += "mma.sync.aligned." + std::string(test.modifiers) + " " +
            vectorOf("%r", 32, counts.d) + ", " + vectorOf("%r", 0, counts.a) +
            ", " + vectorOf("%r", counts.a, counts.b) + ", " +
            vectorOf("%r", counts.a + counts.b, counts.c) + ";\n";
    for (int r = 0; r < counts.d; ++r)
      body += "st.global.b32 [%rd2+" + std::to_string(128 * r) + "], %r" +
              std::to_string(32 + r) + ";\n";
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b", body,
                      {pointer(in), pointer(out)}))
        << m.messages();
    std::vector<uint32_t> expected(size_t(counts.d) * 32);
    auto registers = [](std::vector<uint32_t> &from, int first, int count) {
      std::vector<uint32_t *> list;
      for (int r = 0; r < count; ++r)
        list.push_back(&from[size_t(first + r) * 32]);
      return list;
    };
    num::mmaSync(test.shape, registers(expected, 0, counts.d).data(),
                 registers(words, 0, counts.a).data(),
                 registers(words, counts.a, counts.b).data(),
                 registers(words, counts.a + counts.b, counts.c).data());
    EXPECT_EQ(m.read<uint32_t>(out, expected.size()), expected);
  }
}

TEST(HopperMma, doubles) {
  Machine m;
  uint64_t out = m.empty("out", 512);
  // A: row + k / 8, B: ones, C: column.
  ASSERT_TRUE(m.run(".param .u64 b", R"(
ld.param.u64 %rd1, [b];
mov.u32 %r0, %laneid;
shr.u32 %r1, %r0, 2;
and.b32 %r2, %r0, 3;
.reg .f64 %d<8>;
cvt.rn.f64.u32 %d0, %r1;
cvt.rn.f64.u32 %d1, %r2;
fma.rn.f64 %d0, %d1, 0d3FC0000000000000, %d0;
mov.f64 %d1, 0d3FF0000000000000;
shl.b32 %r3, %r2, 1;
cvt.rn.f64.u32 %d2, %r3;
add.f64 %d3, %d2, %d1;
mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d4, %d5}, {%d0}, {%d1}, {%d2, %d3};
mul.wide.u32 %rd2, %r0, 16;
add.u64 %rd1, %rd1, %rd2;
st.global.v2.f64 [%rd1], {%d4, %d5};)",
                    {pointer(out)}))
      << m.messages();
  auto d = m.read<double>(out, 64);
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column)
      EXPECT_EQ(d[size_t(row * 8 + column)], 4.0 * row + 0.75 + column);
}

TEST(HopperMma, undefinedRowsStayUndefined) {
  Machine m;
  uint64_t out = m.empty("out", 512);
  // Row 3 of A comes from shared memory that nobody wrote; row 3 of D is
  // stored and must be found, the rest is clean.
  const std::string body = R"(
ld.param.u64 %rd1, [b];
mov.u32 %r0, %laneid;
mov.u32 %r9, 0;
shr.u32 %r1, %r0, 2;
setp.eq.u32 %p0, %r1, 3;
@%p0 ld.shared.u32 %r9, [smem];
mov.u32 %r10, 0;
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r9,%r10,%r10,%r10}, {%r10,%r10}, {%f8,%f8,%f8,%f8};
mul.wide.u32 %rd2, %r0, 16;
add.u64 %rd1, %rd1, %rd2;
)";
  const std::string zero = "mov.f32 %f8, 0f00000000;\n";
  EXPECT_TRUE(m.run(".param .u64 b",
                    zero + body +
                        "@!%p0 st.global.v4.f32 [%rd1], "
                        "{%f0,%f1,%f2,%f3};",
                    {pointer(out)}));
  EXPECT_EQ(m.kinds(), "") << m.messages();
  m.run(".param .u64 b",
        zero + body + "st.global.v4.f32 [%rd1], {%f0,%f1,%f2,%f3};",
        {pointer(out)});
  EXPECT_EQ(m.kinds(), "uninitialised-read");
}

TEST(HopperMma, refusals) {
  Machine m;
  auto refused = [&](const std::string &body, const std::string &why) {
    EXPECT_FALSE(m.run("", body, {}));
    EXPECT_TRUE(contains(m.messages(), why)) << m.messages();
  };
  refused("mma.sync.aligned.m16n8k16.row.col.f32.bf16.f16.f32 "
          "{%f0,%f1,%f2,%f3}, {%r0,%r1,%r2,%r3}, {%r4,%r5}, "
          "{%f0,%f1,%f2,%f3};",
          "do not go together");
  refused("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
          "{%f0,%f1,%f2,%f3}, {%r0,%r1}, {%r4,%r5}, {%f0,%f1,%f2,%f3};",
          "operand a has 4 registers in this shape, here are 2");
  refused("mov.u32 %r0, %laneid; setp.eq.u32 %p0, %r0, 0;\n"
          "@%p0 mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
          "{%f0,%f1,%f2,%f3}, {%r0,%r1}, {%r4}, {%f0,%f1,%f2,%f3};",
          "all 32 lanes of a warp must execute this together");
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

TEST(HopperLdmatrix, loadsTransposedAndStores) {
  Machine m;
  uint64_t out = m.empty("out", 32 * 8 + 512);
  // Half-word i of shared memory is i; row l of the four matrices is 16 bytes.
  ASSERT_TRUE(m.run(".param .u64 b", R"(
ld.param.u64 %rd1, [b];
mov.u32 %r0, %laneid;
mov.u32 %r60, smem;
shl.b32 %r1, %r0, 4;
add.u32 %r2, %r60, %r1;
shl.b32 %r3, %r0, 3; // first half-word of the row
mad.lo.u32 %r4, %r3, 0x10001, 0x10000;
add.u32 %r5, %r4, 0x20002;
add.u32 %r6, %r4, 0x40004;
add.u32 %r7, %r4, 0x60006;
st.shared.v4.u32 [%r2], {%r4, %r5, %r6, %r7};
bar.sync 0;
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r2];
ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%r14, %r15}, [%r2];
mul.wide.u32 %rd2, %r0, 8;
add.u64 %rd3, %rd1, %rd2;
st.global.v2.u32 [%rd3], {%r12, %r15};
stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r2+512], {%r10, %r11, %r12, %r13};
ld.shared.v4.u32 {%r20, %r21, %r22, %r23}, [%r2+512];
cvt.u64.u32 %rd4, %r1;
add.u64 %rd3, %rd1, %rd4;
st.global.v4.u32 [%rd3+256], {%r20, %r21, %r22, %r23};)",
                    {pointer(out)}))
      << m.messages();
  auto words = m.read<uint32_t>(out, 64);
  for (uint32_t lane = 0; lane < 32; ++lane) {
    uint32_t row = lane / 4, column = lane % 4 * 2;
    uint32_t plain = (16 + row) * 8 + column;
    EXPECT_EQ(words[2 * lane], plain | (plain + 1) << 16);
    uint32_t turned = (8 + column) * 8 + row;
    EXPECT_EQ(words[2 * lane + 1], turned | (turned + 8) << 16);
  }
  auto halves = m.read<uint16_t>(out + 256, 256);
  for (uint32_t row = 0; row < 32; ++row)
    for (uint32_t column = 0; column < 8; ++column)
      EXPECT_EQ(halves[row * 8 + column], (row / 8 * 8 + column) * 8 + row % 8);
}

//===----------------------------------------------------------------------===//
// wgmma
//===----------------------------------------------------------------------===//

namespace {
/// D = A * B with A 64 x 64 and B 64 x 16 of 16 bits, from tensor maps.
struct Product {
  std::vector<uint16_t> a, b; // a[m][k], b[n][k] or, transposed, b[k][n]
  std::vector<double> expected;
  bool transposeB;

  Product(bool transposeB, bool bf16) : transposeB(transposeB) {
    std::mt19937 random(12);
    auto next = [&] { return float(int(random() % 33) - 16) / 4; };
    std::vector<float> va(64 * 64), vb(16 * 64); // vb[n][k]
    for (auto *values : {&va, &vb})
      for (float &value : *values)
        value = next();
    auto encode = [bf16](float x) {
      return bf16 ? num::floatToBf16(x) : num::floatToHalf(x);
    };
    for (float value : va)
      a.push_back(encode(value));
    // Transposed, 64 columns of which 16 are used: a row of one panel.
    b.resize(transposeB ? 64 * 64 : 16 * 64);
    for (size_t n = 0; n < 16; ++n)
      for (size_t k = 0; k < 64; ++k)
        b[transposeB ? k * 64 + n : n * 64 + k] = encode(vb[n * 64 + k]);
    expected.resize(64 * 16);
    for (size_t row = 0; row < 64; ++row)
      for (size_t n = 0; n < 16; ++n)
        for (size_t k = 0; k < 64; ++k)
          expected[row * 16 + n] += double(va[row * 64 + k]) * vb[n * 64 + k];
  }
};
} // namespace

static MapSpec panelMap(uint64_t base, uint64_t rows, const char *type) {
  MapSpec spec;
  spec.base = base;
  spec.type = type;
  spec.dims = {64, rows};
  spec.strides = {128};
  spec.box = {64, uint32_t(rows)};
  spec.swizzleBytes = 128;
  return spec;
}

/// Loads A to smem+1024 and B to smem+9216; descriptors go to %rd10, %rd11.
static std::string loadOperands(int bytes) {
  return R"(
mov.b64 %rd1, mapA;
cvta.param.u64 %rd1, %rd1;
mov.b64 %rd2, mapB;
cvta.param.u64 %rd2, %rd2;
ld.param.u64 %rd3, [out];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
setp.ne.u32 %p0, %r0, 0;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
bar.sync 0;
@%p0 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], )" +
         std::to_string(bytes) + R"(;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r60+1024], [%rd1, {0, 0}], [smem];
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r60+9216], [%rd2, {0, 0}], [smem];
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra WAIT;
add.u32 %r1, %r60, 1024;
shr.u32 %r1, %r1, 4;
cvt.u64.u32 %rd10, %r1;
or.b64 %rd10, %rd10, 0x4000004000010000;
add.u32 %r1, %r60, 9216;
shr.u32 %r1, %r1, 4;
cvt.u64.u32 %rd11, %r1;
or.b64 %rd11, %rd11, 0x4000004000010000;
)";
}

/// Stores eight f32 accumulators a thread.
static const char *const kStoreSums = R"(
mul.wide.u32 %rd4, %r0, 32;
add.u64 %rd3, %rd3, %rd4;
st.global.v4.f32 [%rd3], {%f0, %f1, %f2, %f3};
st.global.v4.f32 [%rd3+16], {%f4, %f5, %f6, %f7};)";

static const char *const kParams = ".param .align 64 .b8 mapA[128], .param "
                                   ".align 64 .b8 mapB[128], .param .u64 out";

static void checkSums(const std::vector<float> &sums,
                      const std::vector<double> &expected, double factor) {
  for (size_t thread = 0; thread < 128; ++thread)
    for (size_t i = 0; i < 8; ++i) {
      size_t row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
      size_t column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
      ASSERT_EQ(sums[thread * 8 + i],
                float(factor * expected[row * 16 + column]))
          << row << " " << column;
    }
}

TEST(HopperWgmma, fromSharedMemory) {
  for (int mode = 0; mode < 4; ++mode)
    onEverySchedule([mode](Machine &m) {
      bool transposeB = mode & 1, bf16 = mode & 2;
      Product product(transposeB, bf16);
      uint64_t a = m.buffer("a", product.a), b = m.buffer("b", product.b);
      uint64_t out = m.empty("out", 4096);
      m.block = {128, 1, 1};
      m.sharedBytes = 32768;
      const char *type = bf16 ? "bf16" : "fp16";
      std::string suffix = bf16 ? ".bf16.bf16 " : ".f16.f16 ";
      std::string body =
          loadOperands(8192 + int(product.b.size()) * 2) +
          "wgmma.fence.sync.aligned;\nsetp.ne.u32 %p2, %r0, %r0;\n";
      for (int step = 0; step < 4; ++step)
        body += "add.u64 %rd12, %rd10, " + std::to_string(2 * step) +
                "; add.u64 %rd13, %rd11, " +
                std::to_string(transposeB ? 128 * step : 2 * step) + ";\n" +
                "wgmma.mma_async.sync.aligned.m64n16k16.f32" + suffix +
                vectorOf("%f", 0, 8) + ", %rd12, %rd13, " +
                (step ? "1" : "%p2") + ", -1, 1, 0, " +
                (transposeB ? "1" : "0") + ";\n";
      body += "wgmma.commit_group.sync.aligned;\n"
              "wgmma.wait_group.sync.aligned 0;\n";
      ASSERT_TRUE(
          m.run(kParams, body + kStoreSums,
                {m.map(panelMap(a, 64, type)),
                 m.map(panelMap(b, transposeB ? 64 : 16, type)), pointer(out)}))
          << m.messages();
      checkSums(m.read<float>(out, 1024), product.expected, -1);
      EXPECT_EQ(m.kinds(), "") << m.messages();
    });
}

/// A's four registers of k step 0 come from its first 16 columns, by ldmatrix.
static const char *const kRegistersOfA = R"(
shr.u32 %r2, %r0, 5; // warp: 16 rows of 128 bytes
and.b32 %r3, %r0, 15;
shl.b32 %r2, %r2, 4;
add.u32 %r2, %r2, %r3; // row
and.b32 %r3, %r0, 16;
shr.u32 %r3, %r3, 4; // chunk
and.b32 %r4, %r2, 7;
xor.b32 %r3, %r3, %r4;
shl.b32 %r3, %r3, 4;
shl.b32 %r2, %r2, 7;
add.u32 %r2, %r2, %r3;
add.u32 %r2, %r2, %r60;
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r2+1024];
)";

TEST(HopperWgmma, fromRegistersAndInHalves) {
  onEverySchedule([](Machine &m) {
    Product product(false, false);
    uint64_t a = m.buffer("a", product.a), b = m.buffer("b", product.b);
    uint64_t out = m.empty("out", 2048);
    m.block = {128, 1, 1};
    m.sharedBytes = 32768;
    std::string body = loadOperands(8192 + 2048) + kRegistersOfA + R"(
mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 0; mov.u32 %r23, 0;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n16k16.f16.f16.f16 {%r20,%r21,%r22,%r23}, {%r10,%r11,%r12,%r13}, %rd11, 1, 1, 1, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
mul.wide.u32 %rd4, %r0, 16;
add.u64 %rd3, %rd3, %rd4;
st.global.v4.b32 [%rd3], {%r20,%r21,%r22,%r23};)";
    ASSERT_TRUE(m.run(kParams, body,
                      {m.map(panelMap(a, 64, "fp16")),
                       m.map(panelMap(b, 16, "fp16")), pointer(out)}))
        << m.messages();
    auto halves = m.read<uint16_t>(out, 1024);
    for (size_t thread = 0; thread < 128; ++thread)
      for (size_t i = 0; i < 8; ++i) {
        size_t row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
        size_t column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
        double sum = 0;
        for (size_t k = 0; k < 16; ++k)
          sum += double(num::halfToFloat(product.a[row * 64 + k])) *
                 num::halfToFloat(product.b[column * 64 + k]);
        ASSERT_EQ(num::halfToFloat(halves[thread * 8 + i]), float(sum));
      }
    EXPECT_EQ(m.kinds(), "") << m.messages();
  });
}

TEST(HopperWgmma, resultsComeLate) {
  Machine m(Schedule::Lazy);
  Product product(false, false);
  uint64_t a = m.buffer("a", product.a), b = m.buffer("b", product.b);
  uint64_t out = m.empty("out", 4096);
  m.block = {128, 1, 1};
  m.sharedBytes = 32768;
  std::string body = loadOperands(8192 + 2048);
  for (int r = 0; r < 8; ++r)
    body += "mov.f32 %f" + std::to_string(r) + ", 0f42280000;\n"; // 42
  body += "wgmma.fence.sync.aligned;\n"
          "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " +
          vectorOf("%f", 0, 8) +
          ", %rd10, %rd11, 0, 1, 1, 0, 0;\n"
          "wgmma.commit_group.sync.aligned;\n"
          "wgmma.wait_group.sync.aligned 1;\n"; // one may still be in flight
  ASSERT_TRUE(m.run(kParams, body + kStoreSums,
                    {m.map(panelMap(a, 64, "fp16")),
                     m.map(panelMap(b, 16, "fp16")), pointer(out)}));
  EXPECT_EQ(m.read<float>(out, 1024), std::vector<float>(1024, 42.0f));
  EXPECT_EQ(m.kinds(), "wgmma-in-flight") << m.messages();
}

TEST(HopperWgmma, registersInFlight) {
  // Each line is planted between a wgmma, with A in registers, and its wait.
  const std::pair<const char *, const char *> plants[] = {
      {"", ""},
      {"mov.f32 %f3, 0f00000000;\n", "writes %f3, a register of D"},
      {"mov.u32 %r12, 7;\n", "writes %r12, a register of A"},
      {"add.f32 %f3, %f2, %f2; setp.gt.f32 %p5, %f3, %f3;\n"
       "@%p5 st.global.f32 [%rd3], 0f00000000;\n",
       "the result is used before wgmma.wait_group"},
      {"mov.u32 %r14, %r12;\n", ""}}; // A may be read
  for (auto [line, why] : plants)
    onEverySchedule([line = line, why = why](Machine &m) {
      Product product(false, false);
      uint64_t a = m.buffer("a", product.a), b = m.buffer("b", product.b);
      uint64_t out = m.empty("out", 4096);
      m.block = {128, 1, 1};
      m.sharedBytes = 32768;
      m.run(kParams,
            loadOperands(8192 + 2048) + kRegistersOfA +
                "wgmma.fence.sync.aligned;\n"
                "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " +
                vectorOf("%f", 0, 8) +
                ", {%r10,%r11,%r12,%r13}, %rd11, 0, 1, 1, 0;\n"
                "wgmma.commit_group.sync.aligned;\n" +
                line + "wgmma.wait_group.sync.aligned 0;\n" + kStoreSums,
            {m.map(panelMap(a, 64, "fp16")), m.map(panelMap(b, 16, "fp16")),
             pointer(out)});
      EXPECT_EQ(m.kinds(), *why ? "wgmma-in-flight" : "") << m.messages();
      EXPECT_TRUE(contains(m.messages(), why)) << m.messages();
    });
}

TEST(HopperWgmma, missingFence) {
  Machine m;
  Product product(false, false);
  uint64_t a = m.buffer("a", product.a), b = m.buffer("b", product.b);
  m.block = {128, 1, 1};
  m.sharedBytes = 32768;
  m.run(kParams,
        loadOperands(8192 + 2048) +
            "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 " +
            vectorOf("%f", 0, 8) +
            ", %rd10, %rd11, 0, 1, 1, 0, 0;\n"
            "wgmma.commit_group.sync.aligned;\n"
            "wgmma.wait_group.sync.aligned 0;\n",
        {m.map(panelMap(a, 64, "fp16")), m.map(panelMap(b, 16, "fp16")),
         pointer(a)});
  EXPECT_EQ(m.kinds(), "missing-wgmma-fence");
}

TEST(HopperWgmma, refusals) {
  Machine m;
  m.block = {128, 1, 1};
  auto refused = [&](const std::string &body, const std::string &why) {
    EXPECT_FALSE(m.run("", body, {}));
    EXPECT_TRUE(contains(m.messages(), why)) << m.messages();
  };
  const std::string mma = "wgmma.mma_async.sync.aligned.";
  const std::string d = vectorOf("%f", 0, 8);
  refused(mma + "m64n16k8.f32.f16.f16 " + d + ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "wgmma of this type has k16");
  refused(mma + "m64n16k8.f32.tf32.tf32 " + d + ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "takes 2 constants after scale-d, here are 4");
  refused(mma + "m64n16k16.f32.f16.f16 " + vectorOf("%f", 0, 4) +
              ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "D has 8 registers in this shape, here are 4");
  refused(mma + "m64n16k16.f32.f16.f16 " + d + ", %rd1, %rd2, 1, 2, 1, 0, 0;",
          "imm-scale-a must be a constant: 1 or -1");
  refused("mov.b64 %rd1, 0x4000; mov.b64 %rd2, 0;" + mma +
              "m64n16k16.f32.f16.f16 " + d + ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "bit 14 of the matrix descriptor is set");
  refused("mov.b64 %rd1, 0x3fff; mov.b64 %rd2, 0;" + mma +
              "m64n16k16.f32.f16.f16 " + d + ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "which is outside shared memory");
  refused("mov.b64 %rd1, 0; mov.b64 %rd2, 0;" + mma + "m64n16k16.f32.f16.f16 " +
              d + ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "begins at shared address 0 and reaches 0, which is outside");
  refused("setmaxnreg.inc.sync.aligned.u32 100;",
          "setmaxnreg takes a multiple of 8 from 24 to 256");
  // Warps 2 and 3 multiply with another B.
  refused("mov.u32 %r0, %tid.x; setp.gt.u32 %p0, %r0, 63;\n"
          "mov.b64 %rd1, 0x0000004000010080; mov.b64 %rd2, %rd1;\n"
          "@%p0 add.u64 %rd2, %rd2, 2;\n" +
              mma + "m64n16k16.f32.f16.f16 " + d +
              ", %rd1, %rd2, 1, 1, 1, 0, 0;",
          "the same matrix B");
}
