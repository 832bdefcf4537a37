//===- HopperMbarrierTest.cpp - mbarriers, clusters -----------------------===//

#include "HopperMachine.h"

using namespace tqc;
using namespace tqc::test;

static ArgumentBytes pointer(uint64_t at) { return ArgumentBytes::of(at); }

TEST(HopperMbarrier, countsArrivalsAndPhases) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 32);
    ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mbarrier.init.shared::cta.b64 [smem], 3;
mbarrier.arrive.shared::cta.b64 %rd2, [smem];
mbarrier.pending_count.b64 %r1, %rd2;
st.global.u32 [%rd1], %r1;
mbarrier.arrive.release.cta.shared.b64 %rd3, [smem], 1;
mbarrier.pending_count.b64 %r1, %rd3;
st.global.u32 [%rd1+4], %r1;
mbarrier.test_wait.shared::cta.b64 %p1, [smem], %rd2;
selp.u32 %r1, 1, 0, %p1;
st.global.u32 [%rd1+8], %r1;
mbarrier.arrive.noComplete.shared.b64 %rd4, [smem+64], 1;
END:)",
                      {pointer(out)}) == false);
    EXPECT_EQ(m.kinds(), "mbarrier");
    EXPECT_NE(m.messages().find("it was never initialised"), std::string::npos)
        << m.messages();
    auto words = m.read<uint32_t>(out, 3);
    EXPECT_EQ(words[0], 3u);
    EXPECT_EQ(words[1], 2u);
    EXPECT_EQ(words[2], 0u);
  });
}

TEST(HopperMbarrier, parityFollowsPhases) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 32);
    ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mbarrier.init.shared::cta.b64 [smem], 1;
mbarrier.test_wait.parity.shared::cta.b64 %p1, [smem], 1;
selp.u32 %r1, 1, 0, %p1;
mbarrier.test_wait.parity.shared::cta.b64 %p1, [smem], 0;
selp.u32 %r2, 1, 0, %p1;
mbarrier.arrive.shared::cta.b64 _, [smem];
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
selp.u32 %r3, 1, 0, %p1;
mbarrier.arrive_drop.shared::cta.b64 _, [smem];
mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [smem], 1, 1000;
selp.u32 %r4, 1, 0, %p1;
st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};
mbarrier.inval.shared.b64 [smem];
END:)",
                      {pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 4), (std::vector<uint32_t>{1, 0, 1, 1}));
    EXPECT_EQ(m.kinds(), "");
  });
}

TEST(HopperMbarrier, warpsWaitForEachOther) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 4);
    m.block = {64, 1, 1};
    // Warp 1 spins on try_wait until warp 0 has written and arrived.
    ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
bar.sync 0;
setp.eq.u32 %p1, %r0, 32;
@%p1 bra WAIT;
@%p0 bra END;
mov.u32 %r1, 77;
st.shared.u32 [smem+128], %r1;
mbarrier.arrive.shared::cta.b64 _, [smem];
bra END;
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p2, [smem], 0;
@!%p2 bra WAIT;
ld.shared.u32 %r2, [smem+128];
st.global.u32 [%rd1], %r2;
END:)",
                      {pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 1)[0], 77u);
  });
}

TEST(HopperMbarrier, tryWaitEndsInVain) {
  // It waits for a limited time: who polls in vain may do the missing part.
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 4);
    ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mbarrier.init.shared::cta.b64 [smem], 1;
mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;
mov.u32 %r1, 1;
@%p1 bra DONE;
mbarrier.arrive.shared::cta.b64 _, [smem];
WAIT:
mbarrier.try_wait.parity.shared::cta.b64 %p2, [smem], 0;
@!%p2 bra WAIT;
mov.u32 %r1, 2;
DONE:
st.global.u32 [%rd1], %r1;
END:)",
                      {pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 1)[0], 2u);
    EXPECT_EQ(m.kinds(), "") << m.messages();
  });
}

static std::string mistake(const std::string &body) {
  Machine m;
  EXPECT_FALSE(m.run("", R"(
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 0;
@%p0 bra END;
mbarrier.init.shared::cta.b64 [smem], 1;
)" + body + "\nEND:",
                     {}));
  return m.messages();
}

TEST(HopperMbarrier, mistakes) {
  auto has = [](const std::string &text, const char *part) {
    return text.find(part) != std::string::npos;
  };
  std::string text = mistake("mbarrier.arrive.shared.b64 %rd1, [smem], 2;");
  EXPECT_TRUE(has(text, "2 arrivals come, but the phase waits for 1 of 1"))
      << text;
  text = mistake("mov.b64 %rd1, 5; st.shared.b64 [smem], %rd1;\n"
                 "mbarrier.arrive.shared.b64 %rd1, [smem];");
  EXPECT_TRUE(has(text, "someone has written over it")) << text;
  text = mistake("mbarrier.init.shared.b64 [smem+8], 0;");
  EXPECT_TRUE(has(text, "is not from 1 to 2^20 - 1")) << text;
  text = mistake("mbarrier.arrive.shared.b64 %rd1, [smem+4];");
  EXPECT_TRUE(has(text, "misaligned")) << text;
  text = mistake("mov.u32 %r1, 1000000;\n"
                 "mbarrier.arrive.shared.b64 %rd1, [%r1+64];");
  EXPECT_TRUE(has(text, "out-of-bounds")) << text;
  text = mistake("mbarrier.arrive.noComplete.shared.b64 %rd1, [smem], 1;");
  EXPECT_TRUE(has(text, "completes the phase")) << text;
  text = mistake("AGAIN: mbarrier.try_wait.parity.shared::cta.b64 %p1, "
                 "[smem], 0;\n@!%p1 bra AGAIN;");
  EXPECT_TRUE(has(text, "deadlock")) << text;
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

TEST(HopperCluster, readsAndArrivesInAnotherCta) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 8 * 4);
    m.grid = {4, 1, 1};
    m.cluster = {2, 1, 1};
    // Each CTA writes into its neighbour and arrives at its mbarrier.
    ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %cluster_ctarank;
xor.b32 %r2, %r1, 1;
setp.ne.u32 %p0, %r0, 0;
mov.u32 %r3, smem;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
fence.mbarrier_init.release.cluster;
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
@%p0 bra END;
mapa.shared::cluster.u32 %r4, %r3, %r2;
mov.u32 %r5, %ctaid.x;
add.u32 %r5, %r5, 100;
st.shared::cluster.u32 [%r4+256], %r5;
mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4];
WAIT: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [smem], 0;
@!%p1 bra WAIT;
ld.shared.u32 %r6, [smem+256];
getctarank.shared::cluster.u32 %r7, %r4;
mov.u32 %r8, %ctaid.x;
mul.wide.u32 %rd2, %r8, 8;
add.u64 %rd1, %rd1, %rd2;
st.global.v2.u32 [%rd1], {%r6, %r7};
END:
barrier.cluster.arrive;
barrier.cluster.wait;)",
                      {pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 8),
              (std::vector<uint32_t>{101, 1, 100, 0, 103, 1, 102, 0}));
    EXPECT_EQ(m.kinds(), "");
  });
}

TEST(HopperCluster, genericAddressesReachTheNeighbour) {
  Machine m;
  uint64_t out = m.empty("out", 8);
  m.grid = m.cluster = {2, 1, 1};
  ASSERT_TRUE(m.run(".param .u64 p", R"(
ld.param.u64 %rd1, [p];
mov.u32 %r1, %cluster_ctarank;
mov.u32 %r0, smem;
cvt.u64.u32 %rd3, %r0;
cvta.shared.u64 %rd3, %rd3;
xor.b32 %r2, %r1, 1;
mapa.u64 %rd4, %rd3, %r2;
add.u32 %r5, %r1, 40;
st.u32 [%rd4], %r5;
barrier.cluster.arrive;
barrier.cluster.wait;
ld.shared.u32 %r6, [smem];
mul.wide.u32 %rd2, %r1, 4;
add.u64 %rd1, %rd1, %rd2;
st.global.u32 [%rd1], %r6;
barrier.cluster.arrive.relaxed;
barrier.cluster.wait;)",
                    {pointer(out)}))
      << m.messages();
  EXPECT_EQ(m.read<uint32_t>(out, 2), (std::vector<uint32_t>{41, 40}));
}

/// Each CTA sends `number` to both, a lane each, and `tells` an mbarrier; any
/// of them may be wrong, or the wait missing.
static std::string exchange(const std::string &wait, const std::string &tells,
                            const std::string &number) {
  return R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
mov.u32 %r1, %cluster_ctarank;
mov.u32 %r3, smem;
setp.ne.u32 %p0, %r0, 0;
@!%p0 mbarrier.init.shared::cta.b64 [smem], 1;
@!%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 16;
fence.mbarrier_init.release.cluster;
barrier.cluster.arrive.relaxed.aligned;
barrier.cluster.wait.aligned;
shl.b32 %r4, %r1, 3;
add.u32 %r4, %r4, %r3;
setp.gt.u32 %p2, %r0, 1;
@%p2 bra SENT;
mapa.shared::cluster.u32 %r5, %r4, %r0;
mapa.shared::cluster.u32 %r6, %r3, )" +
         tells + ";\n" + number + R"(
st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%r5+64], %rd5, [%r6];
SENT:
)" + wait +
         R"(
@%p2 bra END;
shl.b32 %r9, %r0, 3;
add.u32 %r9, %r9, %r3;
ld.shared.u64 %rd6, [%r9+64];
mad.lo.u32 %r10, %r1, 2, %r0;
mul.wide.u32 %rd2, %r10, 8;
add.u64 %rd1, %rd1, %rd2;
st.global.u64 [%rd1], %rd6;
END:)";
}

static const char *const kSendWait =
    "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p1, [smem], 0;\n"
    "@!%p1 bra WAIT;";
static const char *const kSendNumber =
    "add.u32 %r7, %r1, 7;\ncvt.u64.u32 %rd5, %r7;\nshl.b64 %rd5, %rd5, 36;";

TEST(HopperCluster, numbersSentToAll) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 4 * 8);
    m.grid = m.cluster = {2, 1, 1};
    ASSERT_TRUE(m.run(".param .u64 p", exchange(kSendWait, "%r0", kSendNumber),
                      {pointer(out)}))
        << m.messages();
    const uint64_t a = uint64_t(7) << 36, b = uint64_t(8) << 36;
    EXPECT_EQ(m.read<uint64_t>(out, 4), (std::vector<uint64_t>{a, b, a, b}));
    EXPECT_EQ(m.kinds(), "");
  });
}

TEST(HopperCluster, numbersReadBeforeTheyHaveCome) {
  onEverySchedule([](Machine &m) {
    uint64_t out = m.empty("out", 4 * 8);
    m.grid = m.cluster = {2, 1, 1};
    m.run(".param .u64 p", exchange("", "%r0", kSendNumber), {pointer(out)});
    EXPECT_NE(m.kinds(), "");
  });
}

TEST(HopperCluster, mistakesInSending) {
  Machine m;
  uint64_t out = m.empty("out", 4 * 8);
  m.grid = m.cluster = {2, 1, 1};
  EXPECT_FALSE(m.run(".param .u64 p", exchange(kSendWait, "%r1", kSendNumber),
                     {pointer(out)}));
  EXPECT_EQ(m.kinds(), "mbarrier") << m.messages();
  m.run(".param .u64 p",
        exchange(kSendWait, "%r0", "ld.shared.u64 %rd5, [smem+512];"),
        {pointer(out)});
  EXPECT_NE(m.messages().find("is sent to a CTA"), std::string::npos)
      << m.messages();
}

TEST(HopperCluster, mistakes) {
  Machine m;
  EXPECT_FALSE(m.run("",
                     "mov.u32 %r0, smem; mov.u32 %r1, 3;\n"
                     "mapa.shared::cluster.u32 %r2, %r0, %r1;",
                     {}));
  EXPECT_EQ(m.kinds(), "cluster-rank");
  EXPECT_FALSE(m.run("", "barrier.cluster.wait;", {}));
  EXPECT_EQ(m.kinds(), "cluster-barrier");
  EXPECT_FALSE(m.run("", "barrier.cluster.arrive;barrier.cluster.arrive;", {}));
  EXPECT_EQ(m.kinds(), "cluster-barrier");
}
