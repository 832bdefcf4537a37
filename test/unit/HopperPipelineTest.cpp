//===- HopperPipelineTest.cpp - a matrix product with roles ---------------===//
//
// A producer thread loads tiles through a ring of two stages, a warpgroup
// multiplies them. One thread gives a stage back for the whole warpgroup: that
// is right only because the four parts of a wgmma end together.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/Floats.h"

#include <random>

#include "HopperMachine.h"

using namespace tqc;
using namespace tqc::test;
namespace num = tqc::numerics;

static constexpr uint32_t kM = 64, kN = 64, kK = 512, kTile = 64;

// Stages of 16 KiB at smem + 1024: 64 x 64 of A, then of B, K contiguous.
// Mbarriers: full at 0 and 8, empty at 16 and 24.
static const char *const kKernel = R"(
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra READY;
mbarrier.init.shared::cta.b64 [smem], 1;
mbarrier.init.shared::cta.b64 [smem+8], 1;
mbarrier.init.shared::cta.b64 [smem+16], 1;
mbarrier.init.shared::cta.b64 [smem+24], 1;
fence.mbarrier_init.release.cluster;
READY:
bar.sync 0;
mov.u32 %r1, 0; // k tile
mov.u32 %r2, 0; // stage
mov.u32 %r3, 0; // parity of the round
setp.ge.u32 %p1, %r0, 128;
@%p1 bra CONSUMER;
setmaxnreg.dec.sync.aligned.u32 40;
@%p0 bra DONE;
mov.b64 %rd1, mapA;
cvta.param.u64 %rd1, %rd1;
mov.b64 %rd2, mapB;
cvta.param.u64 %rd2, %rd2;
LOAD:
shl.b32 %r4, %r2, 3;
add.u32 %r4, %r4, %r60; // full[stage]
xor.b32 %r5, %r3, 1;
EMPTY: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4+16], %r5;
@!%p2 bra EMPTY;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 16384;
shl.b32 %r6, %r2, 14;
add.u32 %r6, %r6, %r60;
shl.b32 %r7, %r1, 6;
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r6+1024], [%rd1, {%r7, 0}], [%r4];
cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r6+9216], [%rd2, {%r7, 0}], [%r4];
add.u32 %r1, %r1, 1;
xor.b32 %r2, %r2, 1;
setp.eq.u32 %p3, %r2, 0;
@%p3 xor.b32 %r3, %r3, 1;
setp.lt.u32 %p3, %r1, 8;
@%p3 bra LOAD;
bra DONE;
CONSUMER:
setmaxnreg.inc.sync.aligned.u32 232;
MULTIPLY:
shl.b32 %r4, %r2, 3;
add.u32 %r4, %r4, %r60;
FULL: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r4], %r3;
@!%p2 bra FULL;
shl.b32 %r6, %r2, 14;
add.u32 %r6, %r6, %r60;
add.u32 %r7, %r6, 1024;
shr.u32 %r7, %r7, 4;
cvt.u64.u32 %rd3, %r7;
or.b64 %rd3, %rd3, 0x4000004000010000;
add.u64 %rd4, %rd3, 512;
setp.ne.u32 %p4, %r1, 0;
wgmma.fence.sync.aligned;
WGMMA
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
setp.eq.u32 %p5, %r0, 128;
@%p5 mbarrier.arrive.shared::cta.b64 _, [%r4+16];
add.u32 %r1, %r1, 1;
xor.b32 %r2, %r2, 1;
setp.eq.u32 %p3, %r2, 0;
@%p3 xor.b32 %r3, %r3, 1;
setp.lt.u32 %p3, %r1, 8;
@%p3 bra MULTIPLY;
ld.param.u64 %rd5, [out];
sub.u32 %r8, %r0, 128;
mul.wide.u32 %rd6, %r8, 128;
add.u64 %rd5, %rd5, %rd6;
STORES
DONE:)";

/// `earlyRelease`: the stage is given back before wgmma has read it.
static std::string kernel(bool earlyRelease = false) {
  std::string accumulators = "{", wgmma, stores, text = kKernel;
  for (int r = 0; r < 32; ++r) {
    accumulators += (r ? ",%f" : "%f") + std::to_string(r);
    stores += "st.global.f32 [%rd5+" + std::to_string(4 * r) + "], %f" +
              std::to_string(r) + ";\n";
  }
  for (int step = 0; step < 4; ++step)
    wgmma += "add.u64 %rd7, %rd3, " + std::to_string(2 * step) +
             "; add.u64 %rd8, %rd4, " + std::to_string(2 * step) +
             ";\nwgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 " +
             accumulators + "}, %rd7, %rd8, " + (step ? "1" : "%p4") +
             ", 1, 1, 0, 0;\n";
  if (earlyRelease) {
    const std::string wait = "wgmma.wait_group.sync.aligned 0;\n";
    const std::string arrive =
        "@%p5 mbarrier.arrive.shared::cta.b64 _, [%r4+16];\n";
    text.erase(text.find(wait), wait.size());
    text.insert(text.find(arrive) + arrive.size(), wait);
  }
  text.replace(text.find("WGMMA"), 5, wgmma);
  text.replace(text.find("STORES"), 6, stores);
  return text;
}

static MapSpec tileMap(uint64_t base) {
  MapSpec spec;
  spec.base = base;
  spec.type = "bf16";
  spec.dims = {kK, kM};
  spec.strides = {2 * kK};
  spec.box = {kTile, kTile};
  spec.swizzleBytes = 128;
  return spec;
}

TEST(HopperPipeline, productOnEverySchedule) {
  std::mt19937 random(13);
  std::vector<uint16_t> a(kM * kK), b(kN * kK);
  for (auto *matrix : {&a, &b})
    for (uint16_t &value : *matrix)
      value = num::floatToBf16(float(int(random() % 17) - 8));
  std::vector<float> expected(kM * kN);
  for (size_t row = 0; row < kM; ++row)
    for (size_t column = 0; column < kN; ++column)
      for (size_t k = 0; k < kK; ++k)
        expected[row * kN + column] += num::bf16ToFloat(a[row * kK + k]) *
                                       num::bf16ToFloat(b[column * kK + k]);
  std::string text = kernel();
  onEverySchedule([&](Machine &m) {
    m.block = {256, 1, 1};
    m.sharedBytes = 1024 + 2 * 16384;
    uint64_t out = m.empty("out", 128 * 128);
    ASSERT_TRUE(
        m.run(".param .align 64 .b8 mapA[128], .param .align 64 .b8 "
              "mapB[128], .param .u64 out",
              text,
              {m.map(tileMap(m.buffer("a", a))),
               m.map(tileMap(m.buffer("b", b))), ArgumentBytes::of(out)}))
        << m.messages();
    auto sums = m.read<float>(out, 128 * 32);
    for (size_t thread = 0; thread < 128; ++thread)
      for (size_t i = 0; i < 32; ++i) {
        size_t row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (i / 2 % 2);
        size_t column = 8 * (i / 4) + 2 * (thread % 4) + i % 2;
        ASSERT_EQ(sums[thread * 32 + i], expected[row * kN + column])
            << row << " " << column;
      }
    EXPECT_EQ(m.kinds(), "") << m.messages();
  });
}

TEST(HopperPipeline, stageGivenBackTooEarly) {
  std::string text = kernel(/*earlyRelease=*/true);
  std::vector<uint16_t> zeros(kM * kK);
  onEverySchedule([&](Machine &m) {
    m.block = {256, 1, 1};
    m.sharedBytes = 1024 + 2 * 16384;
    uint64_t out = m.empty("out", 128 * 128);
    m.run(".param .align 64 .b8 mapA[128], .param .align 64 .b8 mapB[128], "
          ".param .u64 out",
          text,
          {m.map(tileMap(m.buffer("a", zeros))),
           m.map(tileMap(m.buffer("b", zeros))), ArgumentBytes::of(out)});
    EXPECT_NE(m.kinds().find("shared-race"), std::string::npos) << m.messages();
  });
}
