//===- HopperCopyTest.cpp - cp.async, bulk copies, tensor copies ----------===//

#include "runtime/emulator/numerics/Floats.h"

#include <numeric>

#include "HopperMachine.h"

using namespace tqc;
using namespace tqc::test;

static ArgumentBytes pointer(uint64_t at) { return ArgumentBytes::of(at); }

static std::vector<uint32_t> counting(size_t count, uint32_t first = 0) {
  std::vector<uint32_t> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// Lane 0 alone goes on to LEAD; all meet at END.
static const char *const kLeader = R"(
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
mov.u32 %r60, smem;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
bar.sync 0;
@%p0 bra WAIT;
)";
/// Waits for phase 0 of the mbarrier at smem.
static const char *const kWait = R"(
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra WAIT;
)";

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

TEST(HopperCpAsync, groupsEndInOrderOfCommit) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", counting(256));
    uint64_t out = m.empty("out", 32 * 8);
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b", R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
shl.b32 %r1, %r0, 4;
cvt.u64.u32 %rd3, %r1;
add.u64 %rd4, %rd1, %rd3;
add.u32 %r2, %r60, %r1;
cp.async.cg.shared.global [%r2], [%rd4], 16;
cp.async.commit_group;
cp.async.ca.shared::cta.global [%r2+1024], [%rd4+512], 8;
cp.async.commit_group;
cp.async.wait_group 1;
ld.shared.u32 %r3, [%r2+4];
cp.async.wait_all;
ld.shared.u32 %r4, [%r2+1028];
shl.b32 %r5, %r0, 3;
cvt.u64.u32 %rd5, %r5;
add.u64 %rd6, %rd2, %rd5;
st.global.v2.u32 [%rd6], {%r3, %r4};)",
                      {pointer(in), pointer(out)}))
        << m.messages();
    auto words = m.read<uint32_t>(out, 64);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      ASSERT_EQ(words[2 * lane], 4 * lane + 1);
      ASSERT_EQ(words[2 * lane + 1], 128 + 4 * lane + 1);
    }
    EXPECT_EQ(m.kinds(), "") << m.messages();
  });
}

TEST(HopperCpAsync, fillsWithZerosAndArrives) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", counting(128, 1));
    uint64_t out = m.empty("out", 32 * 8);
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b", R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
setp.eq.u32 %p0, %r0, 0;
@%p0 mbarrier.init.shared::cta.b64 [smem], 32;
bar.sync 0;
shl.b32 %r1, %r0, 4;
cvt.u64.u32 %rd3, %r1;
add.u64 %rd4, %rd1, %rd3;
add.u32 %r2, %r60, %r1;
and.b32 %r6, %r0, 1;
shl.b32 %r6, %r6, 3;
cp.async.cg.shared.global [%r2+64], [%rd4], 16, %r6;
cp.async.mbarrier.arrive.noinc.shared::cta.b64 [smem];
WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra WAIT;
ld.shared.u32 %r3, [%r2+68];
ld.shared.u32 %r4, [%r2+72];
shl.b32 %r5, %r0, 3;
cvt.u64.u32 %rd5, %r5;
add.u64 %rd6, %rd2, %rd5;
st.global.v2.u32 [%rd6], {%r3, %r4};)",
                      {pointer(in), pointer(out)}))
        << m.messages();
    auto words = m.read<uint32_t>(out, 64);
    for (uint32_t lane = 0; lane < 32; ++lane) {
      ASSERT_EQ(words[2 * lane], lane & 1 ? 4 * lane + 2 : 0) << lane;
      ASSERT_EQ(words[2 * lane + 1], 0u);
    }
    EXPECT_EQ(m.kinds(), "");
  });
}

TEST(HopperCpAsync, readingWithoutWaitingIsFound) {
  Machine m(Schedule::Lazy);
  uint64_t in = m.buffer("in", counting(32));
  uint64_t out = m.empty("out", 4);
  m.run(".param .u64 a, .param .u64 b", R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r0, smem;
cp.async.ca.shared.global [%r0], [%rd1], 4;
cp.async.commit_group;
ld.shared.u32 %r3, [%r0];
st.global.u32 [%rd2], %r3;)",
        {pointer(in), pointer(out)});
  EXPECT_EQ(m.kinds(), "shared-race uninitialised-read") << m.messages();
}

//===----------------------------------------------------------------------===//
// 1-D bulk copies
//===----------------------------------------------------------------------===//

TEST(HopperBulk, loadsAndStores) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", counting(256));
    uint64_t out = m.empty("out", 1024);
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b",
                      std::string(R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];)") +
                          kLeader +
                          R"(
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 1024;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r60+1024], [%rd1], 1024, [smem];
)" + kWait + R"(
@%p0 bra END;
cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r60+1024], 1024;
cp.async.bulk.commit_group;
cp.async.bulk.wait_group.read 0;
mov.u32 %r5, 0;
st.shared.u32 [smem+1024], %r5; // the source may change now
cp.async.bulk.wait_group 0;
END:)",
                      {pointer(in), pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 256), counting(256));
    EXPECT_EQ(m.kinds(), "");
  });
}

TEST(HopperBulk, storesReadTheirSourceLate) {
  Machine m(Schedule::Lazy);
  uint64_t out = m.empty("out", 16);
  ASSERT_TRUE(m.run(".param .u64 b", R"(
ld.param.u64 %rd2, [b];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mov.u32 %r1, 1;
mov.u32 %r60, smem;
st.shared.v4.u32 [smem], {%r1, %r1, %r1, %r1};
cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r60], 16;
cp.async.bulk.commit_group;
mov.u32 %r1, 2; // too early: the copy has not read its source
st.shared.u32 [smem], %r1;
cp.async.bulk.wait_group 0;
END:)",
                    {pointer(out)}))
      << m.messages();
  EXPECT_EQ(m.read<uint32_t>(out, 4), (std::vector<uint32_t>{2, 1, 1, 1}));
}

TEST(HopperBulk, reduces) {
  onEverySchedule([](Machine &m) {
    using namespace tqc::numerics;
    std::vector<float> floats(8, 1.5f);
    std::vector<uint16_t> halves(8, floatToHalf(2.0f));
    std::vector<uint32_t> words = counting(8);
    uint64_t a = m.buffer("a", floats), b = m.buffer("b", halves),
             c = m.buffer("c", words);
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b, .param .u64 c", R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
ld.param.u64 %rd3, [c];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mov.f32 %f1, 0f3F800000;
st.shared.v4.f32 [smem], {%f1, %f1, %f1, %f1};
st.shared.v4.f32 [smem+16], {%f1, %f1, %f1, %f1};
mov.b32 %r1, 0x3c003c00;
st.shared.v4.b32 [smem+32], {%r1, %r1, %r1, %r1};
mov.b32 %r2, 3;
st.shared.v4.b32 [smem+48], {%r2, %r2, %r2, %r2};
st.shared.v4.b32 [smem+64], {%r2, %r2, %r2, %r2};
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%rd1], [%r60], 32;
cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%rd2], [%r60+32], 16;
cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%rd3], [%r60+48], 32;
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
END:)",
                      {pointer(a), pointer(b), pointer(c)}))
        << m.messages();
    EXPECT_EQ(m.read<float>(a, 8), std::vector<float>(8, 2.5f));
    EXPECT_EQ(m.read<uint16_t>(b, 8),
              std::vector<uint16_t>(8, floatToHalf(3.0f)));
    EXPECT_EQ(m.read<uint32_t>(c, 8),
              (std::vector<uint32_t>{3, 3, 3, 3, 4, 5, 6, 7}));
  });
}

TEST(HopperBulk, copiesBetweenCtas) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 32);
    m.grid = m.cluster = {2, 1, 1};
    ASSERT_TRUE(m.run(".param .u64 b", std::string(R"(
ld.param.u64 %rd2, [b];
mov.u32 %r1, %cluster_ctarank;
add.u32 %r2, %r1, 7;
st.shared.v4.u32 [smem+64], {%r2, %r2, %r2, %r2};
)") + kLeader + R"(
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 16;
WAIT:
barrier.cluster.arrive;
barrier.cluster.wait;
@%p0 bra MORE;
xor.b32 %r3, %r1, 1;
mapa.shared::cluster.u32 %r4, %r60, %r3;
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r4+128], [%r60+64], 16, [%r4];
MORE:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra MORE;
ld.shared.u32 %r5, [smem+128];
mul.wide.u32 %rd3, %r1, 4;
add.u64 %rd2, %rd2, %rd3;
st.global.u32 [%rd2], %r5;
barrier.cluster.arrive;
barrier.cluster.wait;)",
                      {pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 2), (std::vector<uint32_t>{8, 7}));
  });
}

TEST(HopperBulk, mistakes) {
  auto fails = [](const std::string &copy) {
    Machine m;
    uint64_t in = m.buffer("in", counting(64));
    EXPECT_FALSE(
        m.run(".param .u64 a",
              std::string("ld.param.u64 %rd1, [a];\n") + kLeader + copy + kWait,
              {pointer(in)}));
    return m.kinds();
  };
  const std::string load = "cp.async.bulk.shared::cluster.global.mbarrier::"
                           "complete_tx::bytes ";
  EXPECT_EQ(fails(load + "[%r60+64], [%rd1], 512, [smem];"), "out-of-bounds");
  EXPECT_EQ(fails(load + "[%r60+64], [%rd1], 24, [smem];"), "bulk-copy");
  EXPECT_EQ(fails(load + "[%r60+64], [%rd1+8], 16, [smem];"), "misaligned");
  EXPECT_EQ(fails(load + "[%r60+68], [%rd1], 16, [smem];"), "misaligned");
  EXPECT_EQ(fails(load + "[%r60+64], [%rd1], 16, [smem+512];"), "mbarrier");
  EXPECT_EQ(fails(load + "[%r60+16380], [%rd1], 256, [smem];"), "misaligned");
  EXPECT_EQ(fails(load + "[%r60+16368], [%rd1], 256, [smem];"),
            "out-of-bounds");
}

//===----------------------------------------------------------------------===//
// Tensor copies
//===----------------------------------------------------------------------===//

/// A matrix of 20 x 40 words, boxes of 8 x 32, 128-byte swizzle.
static MapSpec matrixMap(uint64_t base) {
  MapSpec spec;
  spec.base = base;
  spec.type = "i32";
  spec.dims = {40, 20};
  spec.strides = {160};
  spec.box = {32, 8};
  spec.swizzleBytes = 128;
  return spec;
}

static const char *const kTensorParams =
    ".param .align 64 .b8 map[128], .param .u64 b";

TEST(HopperTensor, loadsSwizzledAndFillsOutside) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", counting(800));
    uint64_t out = m.empty("out", 1024);
    // Box at column 16, row 15: columns 40... and rows 20... are outside.
    ASSERT_TRUE(m.run(kTensorParams,
                      std::string(R"(
mov.b64 %rd1, map;
cvta.param.u64 %rd1, %rd1;
prefetch.tensormap [%rd1];
ld.param.u64 %rd2, [b];
mov.u32 %r10, 16;)") + kLeader +
                          R"(
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 1024;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r60+1024], [%rd1, {%r10, 15}], [smem];
)" + kWait + R"(
mov.u32 %r1, %tid.x;
mov.u32 %r2, 0;
LOOP:
mad.lo.u32 %r3, %r2, 32, %r1; // the element's number
shl.b32 %r3, %r3, 2;
shl.b32 %r5, %r2, 4; // row: chunk bits
xor.b32 %r6, %r3, %r5;
add.u32 %r6, %r6, %r60;
ld.shared.u32 %r7, [%r6+1024];
cvt.u64.u32 %rd3, %r3;
add.u64 %rd4, %rd2, %rd3;
st.global.u32 [%rd4], %r7;
add.u32 %r2, %r2, 1;
setp.lt.u32 %p2, %r2, 8;
@%p2 bra LOOP;)",
                      {m.map(matrixMap(in)), pointer(out)}))
        << m.messages();
    auto words = m.read<uint32_t>(out, 256);
    for (uint32_t row = 0; row < 8; ++row)
      for (uint32_t column = 0; column < 32; ++column) {
        bool inside = 15 + row < 20 && 16 + column < 40;
        ASSERT_EQ(words[row * 32 + column],
                  inside ? (15 + row) * 40 + 16 + column : 0)
            << row << " " << column;
      }
    EXPECT_EQ(m.kinds(), "");
  });
}

/// Writes 256 words of value 5 to smem+1024 and lets lane 0 do `copy`.
static std::string storeKernel(const std::string &copy) {
  return R"(
mov.b64 %rd1, map;
cvta.param.u64 %rd1, %rd1;
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
shl.b32 %r1, %r0, 5;
add.u32 %r1, %r1, %r60;
mov.u32 %r2, 5;
st.shared.v4.u32 [%r1+1024], {%r2, %r2, %r2, %r2};
st.shared.v4.u32 [%r1+1040], {%r2, %r2, %r2, %r2};
fence.proxy.async.shared::cta;
bar.sync 0;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
)" + copy +
         R"(
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
END:)";
}

TEST(HopperTensor, storesAndReducesClipped) {
  for (bool reduce : {false, true})
    onEverySchedule([reduce](Machine &m) {
      std::vector<uint32_t> start = counting(800);
      uint64_t out = m.buffer("out", start);
      std::string copy =
          reduce ? "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile."
                   "bulk_group [%rd1, {24, 16}], [%r60+1024];"
                 : "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                   "[%rd1, {24, 16}], [%r60+1024];";
      ASSERT_TRUE(m.run(kTensorParams, storeKernel(copy),
                        {m.map(matrixMap(out)), pointer(out)}))
          << m.messages();
      auto words = m.read<uint32_t>(out, 800);
      for (uint32_t row = 0; row < 20; ++row)
        for (uint32_t column = 0; column < 40; ++column) {
          uint32_t old = row * 40 + column;
          bool inside = row >= 16 && column >= 24;
          ASSERT_EQ(words[old], inside ? (reduce ? old + 5 : 5) : old);
        }
    });
}

TEST(HopperTensor, programsThatStoreTheSameBox) {
  // Apart, over each other with other values, and with the same ones.
  const std::array<std::string, 3> lines[] = {
      {"shl.b32 %r10, %r10, 3;\n", "mov.u32 %r2, 5;", ""},
      {"", "add.u32 %r2, %r10, 5;", "global-race"},
      {"", "mov.u32 %r2, 5;", "same-value"}};
  for (const auto &[where, value, kind] : lines)
    onEverySchedule([&, where = where, value = value, kind = kind](Machine &m) {
      uint64_t out = m.empty("out", 800 * 4);
      m.grid = {2, 1, 1};
      std::string body =
          storeKernel("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                      "[%rd1, {0, %r10}], [%r60+1024];");
      size_t five = body.find("mov.u32 %r2, 5;");
      ASSERT_NE(five, std::string::npos);
      body.replace(five, 15, value);
      ASSERT_TRUE(m.run(kTensorParams,
                        "mov.u32 %r10, %ctaid.x;\n" + where + body,
                        {m.map(matrixMap(out)), pointer(out)}))
          << m.messages();
      EXPECT_EQ(m.kinds(), kind) << m.messages();
    });
}

TEST(HopperTensor, multicastReachesEveryCta) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", counting(800));
    uint64_t out = m.empty("out", 8);
    m.grid = m.cluster = {2, 1, 1};
    ASSERT_TRUE(m.run(kTensorParams,
                      std::string(R"(
mov.b64 %rd1, map;
cvta.param.u64 %rd1, %rd1;
ld.param.u64 %rd2, [b];
mov.u32 %r1, %cluster_ctarank;
mov.u16 %h1, 3;)") + kLeader +
                          R"(
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 1024;
WAIT:
barrier.cluster.arrive;
barrier.cluster.wait;
@%p0 bra MORE;
setp.ne.u32 %p2, %r1, 0;
@%p2 bra MORE;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r60+1024], [%rd1, {4, 2}], [smem], %h1;
MORE:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra MORE;
ld.shared.u32 %r5, [smem+1028];
mul.wide.u32 %rd3, %r1, 4;
add.u64 %rd2, %rd2, %rd3;
st.global.u32 [%rd2], %r5;
barrier.cluster.arrive;
barrier.cluster.wait;)",
                      {m.map(matrixMap(in)), pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 2), (std::vector<uint32_t>{85, 85}));
  });
}

TEST(HopperTensor, threeDimensionsFromGlobalMemory) {
  Machine m;
  uint64_t in = m.buffer("in", counting(4 * 6 * 8));
  uint64_t out = m.empty("out", 16);
  MapSpec spec;
  spec.base = in;
  spec.type = "fp32";
  spec.dims = {8, 6, 4};
  spec.strides = {32, 192};
  spec.box = {4, 2, 2};
  uint64_t map = m.buffer("map", m.map(spec).bytes);
  ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b",
                    std::string("ld.param.u64 %rd1, [a];\n"
                                "ld.param.u64 %rd2, [b];\n") +
                        kLeader + R"(
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 64;
cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%rd1, {4, 1, 2}];
cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%r60+1024], [%rd1, {4, 1, 2}], [smem], %rd2;
)" + kWait + R"(
@%p0 bra END;
ld.shared.u32 %r1, [smem+1024];
ld.shared.u32 %r2, [smem+1040];
ld.shared.u32 %r3, [smem+1056];
ld.shared.u32 %r4, [smem+1084];
st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r4};
END:)",
                    {pointer(map), pointer(out)}))
      << m.messages();
  EXPECT_EQ(m.read<uint32_t>(out, 4),
            (std::vector<uint32_t>{108, 116, 156, 167}));
}

/// A map of the 20 x 40 words, made in shared memory by lane 0.
static std::string makeMap(const std::string &swizzle) {
  std::string text = R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
ld.param.u64 %rd9, [scratch];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
shl.b32 %r1, %r0, 2;
add.u32 %r1, %r1, %r60;
mov.u32 %r2, 0;
st.shared.u32 [%r1+2048], %r2;
bar.warp.sync -1;
cvt.u64.u32 %rd8, %r60;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra PUBLISH;
mov.u32 %r3, 40; mov.u32 %r4, 20; mov.u32 %r5, 32; mov.u32 %r6, 8;
mov.u32 %r7, 1; mov.u64 %rd7, 160;
)";
  const char *const fields[][2] = {
      {"global_address", ".b64 [%rd8+2048], %rd1"},
      {"rank", ".b32 [%rd8+2048], 1"},
      {"box_dim", ".b32 [%rd8+2048], 0, %r5"},
      {"box_dim", ".b32 [%rd8+2048], 1, %r6"},
      {"global_dim", ".b32 [%rd8+2048], 0, %r3"},
      {"global_dim", ".b32 [%rd8+2048], 1, %r4"},
      {"global_stride", ".b64 [%rd8+2048], 0, %rd7"},
      {"element_stride", ".b32 [%rd8+2048], 0, %r7"},
      {"element_stride", ".b32 [%rd8+2048], 1, %r7"},
      {"elemtype", ".b32 [%rd8+2048], 3"},
      {"interleave_layout", ".b32 [%rd8+2048], 0"},
      {"fill_mode", ".b32 [%rd8+2048], 0"}};
  for (const auto &[field, operands] : fields)
    text += "tensormap.replace.tile." + std::string(field) +
            ".shared::cta.b1024" + operands + ";\n";
  text += "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 "
          "[%rd8+2048], " +
          swizzle + R"(;
PUBLISH:
bar.warp.sync -1;
add.u64 %rd8, %rd8, 2048;
tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd9], [%rd8], 128;
fence.proxy.tensormap::generic.acquire.gpu [%rd9], 128;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
bar.sync 0;
@%p0 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 1024;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r60+1024], [%rd9, {0, 2}], [smem];
)";
  return text;
}

TEST(HopperTensor, mapsMadeByTheKernel) {
  const char *const params =
      ".param .u64 a, .param .u64 b, .param .u64 scratch";
  onEverySchedule([&](Machine &m) {
    uint64_t in = m.buffer("in", counting(800)), out = m.empty("out", 128);
    uint64_t scratch = m.empty("scratch", 128);
    ASSERT_TRUE(m.run(params, makeMap("3") + kWait + R"(
ld.shared.u32 %r9, [%r1+1024];
mul.wide.u32 %rd3, %r0, 4;
add.u64 %rd2, %rd2, %rd3;
st.global.u32 [%rd2], %r9;)",
                      {pointer(in), pointer(out), pointer(scratch)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 32), counting(32, 80));
    EXPECT_EQ(m.kinds(), "");
  });
  Machine m;
  uint64_t in = m.buffer("in", counting(800)),
           scratch = m.empty("scratch", 128);
  auto run = [&](const std::string &body) {
    EXPECT_FALSE(
        m.run(params, body, {pointer(in), pointer(in), pointer(scratch)}));
    return m.messages();
  };
  // Rows of 128 bytes do not fit a swizzle of 64.
  std::string text = run(makeMap("2") + kWait);
  EXPECT_NE(text.find("the swizzle allows 64"), std::string::npos) << text;
  text = run(makeMap("4") + kWait);
  EXPECT_NE(text.find("swizzle_mode is not supported"), std::string::npos)
      << text;
}

TEST(HopperTensor, mistakes) {
  Machine m;
  uint64_t in = m.buffer("in", counting(800));
  ArgumentBytes map = m.map(matrixMap(in));
  auto kinds = [&](ArgumentBytes bytes, const std::string &copy) {
    EXPECT_FALSE(m.run(kTensorParams, storeKernel(copy), {bytes, pointer(in)}));
    return m.findings.empty() ? m.error : m.kinds();
  };
  ArgumentBytes zeros;
  zeros.bytes.resize(128);
  const std::string store =
      "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group ";
  EXPECT_EQ(kinds(zeros, store + "[%rd1, {0, 0}], [%r60+1024];"), "tensor-map");
  EXPECT_EQ(kinds(map, "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group "
                       "[%rd1, {0}], [%r60+1024];"),
            "tensor-map");
  EXPECT_EQ(kinds(map, store + "[%rd1, {0, 0}], [%r60+1040];"), "misaligned");
  EXPECT_EQ(kinds(map, store + "[%rd1, {-8, 0}], [%r60+1024];"), "bulk-copy");
  EXPECT_EQ(kinds(map, store + "[%rd1, {0, -8}], [%r60+1024];"), "bulk-copy");
  EXPECT_NE(kinds(map, store + "[%rd1, {0}], [%r60+1024];")
                .find("needs as many coordinates"),
            std::string::npos);
  MapSpec tooWide = matrixMap(in);
  tooWide.dims = {40, 30}; // rows that the allocation does not have
  EXPECT_EQ(kinds(m.map(tooWide), store + "[%rd1, {0, 20}], [%r60+1024];"),
            "out-of-bounds");
}
