//===- HopperRaceTest.cpp - planted races and their fixed twins -----------===//
//
// A race must be found on every schedule, whichever access came first; the same
// kernel with the missing line must be clean.
//
//===----------------------------------------------------------------------===//

#include "HopperMachine.h"

using namespace tqc;
using namespace tqc::test;

static ArgumentBytes pointer(uint64_t at) { return ArgumentBytes::of(at); }

/// Runs `body` with two warps, with and without the line that makes it right.
static void plant(const std::string &before, const std::string &cure,
                  const std::string &after, const std::string &kind) {
  for (bool cured : {false, true})
    onEverySchedule([&](Machine &m) {
      m.block = {64, 1, 1};
      uint64_t out = m.buffer("out", std::vector<uint32_t>(256));
      m.run(".param .u64 p",
            R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x;
mov.u32 %r60, smem;
shl.b32 %r1, %r0, 2;
add.u32 %r1, %r1, %r60; // the thread's own word
xor.b32 %r2, %r0, 32;
shl.b32 %r2, %r2, 2;
add.u32 %r2, %r2, %r60; // the same of the other warp
shr.u32 %r3, %r0, 5; // warp
setp.eq.u32 %p1, %r3, 0;
setp.eq.u32 %p2, %r0, 0;
cvt.u64.u32 %rd2, %r1;
)" + before + (cured ? cure : "") +
                after,
            {pointer(out)});
      if (cured)
        EXPECT_EQ(m.kinds(), "") << m.messages();
      else
        EXPECT_NE(m.kinds().find(kind), std::string::npos) << m.messages();
    });
}

TEST(HopperRace, loadWithoutBarrier) {
  plant("st.shared.u32 [%r1], %r0;\n", "bar.sync 0;\n",
        "ld.shared.u32 %r4, [%r2];", "shared-race");
}

TEST(HopperRace, overwrittenWhileRead) {
  plant("st.shared.u32 [%r1], %r0;\nbar.sync 0;\nld.shared.u32 %r4, [%r2];\n",
        "bar.sync 0;\n", "st.shared.u32 [%r1], %r4;", "shared-race");
}

TEST(HopperRace, rowsAndVectors) {
  // Four words a thread; the other warp reads one of them.
  plant("shl.b32 %r5, %r0, 4; add.u32 %r5, %r5, %r60;\n"
        "st.shared.v4.u32 [%r5], {%r0, %r0, %r0, %r0};\n",
        "barrier.sync.aligned 1, 64;\n", "ld.shared.u32 %r4, [%r2];",
        "shared-race");
}

TEST(HopperRace, producerAndConsumerBarrier) {
  plant("@%p1 st.shared.u32 [%r1], %r0;\n",
        "@%p1 bar.arrive 3, 64;\n@!%p1 bar.sync 3, 64;\n",
        "@!%p1 ld.shared.u32 %r4, [%r2];", "shared-race");
}

TEST(HopperRace, mbarrierWithoutWait) {
  plant("@%p2 mbarrier.init.shared::cta.b64 [smem+1024], 32;\nbar.sync 0;\n"
        "@%p1 st.shared.u32 [%r1], %r0;\n"
        "@%p1 mbarrier.arrive.shared::cta.b64 %rd3, [smem+1024];\n",
        "W: mbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1024], 0;\n"
        "@!%p3 bra W;\n",
        "@!%p1 ld.shared.u32 %r4, [%r2];", "shared-race");
}

TEST(HopperRace, copiesSeenByOthers) {
  // wait_group speaks to the thread that copied; others need the barrier.
  plant("mul.wide.u32 %rd3, %r0, 4; add.u64 %rd3, %rd3, %rd1;\n"
        "cp.async.ca.shared.global [%r1], [%rd3], 4;\n"
        "cp.async.commit_group;\ncp.async.wait_group 0;\n",
        "bar.sync 0;\n", "ld.shared.u32 %r4, [%r2];", "shared-race");
}

TEST(HopperRace, copyOfTheLastLane) {
  onEverySchedule([](Machine &m) {
    uint64_t in = m.buffer("in", std::vector<uint32_t>{7}),
             out = m.empty("out", 4);
    ASSERT_TRUE(m.run(".param .u64 a, .param .u64 b", R"(
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.u32 %r0, %tid.x;
setp.ne.u32 %p0, %r0, 31;
@%p0 bra END;
mov.u32 %r60, smem;
cp.async.ca.shared.global [%r60], [%rd1], 4;
cp.async.commit_group;
cp.async.wait_group 0;
ld.shared.u32 %r3, [%r60];
st.global.u32 [%rd2], %r3;
END:)",
                      {pointer(in), pointer(out)}))
        << m.messages();
    EXPECT_EQ(m.read<uint32_t>(out, 1)[0], 7u);
    EXPECT_EQ(m.kinds(), "") << m.messages();
  });
}

TEST(HopperRace, sameValueIsNoRace) {
  const std::string add = "atom.shared.add.u32 %r6, [smem+512], 1;\n";
  plant("mov.u32 %r5, %r3;\n", "mov.u32 %r5, 7;\n",
        "st.shared.u32 [smem+512], %r5;\nbar.sync 0;\n" + add, "shared-race");
}

TEST(HopperRace, bytesOfOneWord) {
  plant("mov.u32 %r5, smem;\n", "add.u32 %r5, %r5, %r3;\n",
        "cvt.u16.u32 %h1, %r3;\nst.shared.u8 [%r5], %h1;", "shared-race");
}

TEST(HopperRace, volatileFlagsOrder) {
  // A flag in shared memory hands the word over.
  plant("@%p2 st.shared.u32 [smem+512], 0;\nbar.sync 0;\n@%p1 bra FIRST;\n",
        "WAIT: ld.volatile.shared.u32 %r6, [smem+512];\n"
        "setp.ne.u32 %p4, %r6, 32;\n@%p4 bra WAIT;\n",
        "ld.shared.u32 %r4, [%r2];\nbra END;\nFIRST:\n"
        "st.shared.u32 [%r1], %r0;\nbar.warp.sync -1;\n"
        "atom.shared.add.u32 %r6, [smem+512], 1;\nEND:",
        "shared-race");
}

TEST(HopperRace, twoCopiesOfWhichOneIsWaitedFor) {
  // That the second has come says nothing of the first, whatever the order in
  // which they were issued.
  plant("@%p2 mbarrier.init.shared::cta.b64 [smem+1024], 1;\n"
        "@%p2 mbarrier.init.shared::cta.b64 [smem+1032], 1;\n"
        "@%p2 fence.proxy.async.shared::cta;\nbar.sync 0;\n@!%p2 bra WAIT;\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+1024], 256;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[smem], [%rd1], 256, [smem+1024];\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+1032], 256;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[smem+512], [%rd1], 256, [smem+1032];\nWAIT:\n"
        "mbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1032], 0;\n"
        "@!%p3 bra WAIT;\n",
        "FIRST: mbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1024], 0;\n"
        "@!%p3 bra FIRST;\n",
        "ld.shared.u32 %r4, [%r2];", "shared-race");
}

TEST(HopperRace, bulkStoreWithoutProxyFence) {
  plant("st.shared.u32 [%r1], %r0;\n", "fence.proxy.async.shared::cta;\n",
        "bar.sync 0;\n@!%p2 bra END;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r60], 256;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nEND:",
        "missing-proxy-fence");
}

TEST(HopperRace, fenceOfTheLaneThatStores) {
  plant("setp.eq.u32 %p5, %r0, 37;\n"
        "@%p5 st.shared.v4.u32 [%r60], {%r0, %r0, %r0, %r0};\n",
        "@%p5 fence.proxy.async.shared::cta;\n",
        "bar.sync 0;\n@!%p2 bra END;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r60], 16;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nEND:",
        "missing-proxy-fence");
}

TEST(HopperRace, fenceOfTheLaneThatCopies) {
  // One lane's fence does for what it copies behind a barrier, whichever it is.
  for (const char *lane : {"0", "31"})
    plant("st.shared.u32 [%r1], %r0;\nbar.sync 0;\nsetp.eq.u32 %p5, %r0, " +
              std::string(lane) + ";\n@!%p5 bra END;\n",
          "fence.proxy.async.shared::cta;\n",
          "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r60], 256;\n"
          "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nEND:",
          "missing-proxy-fence");
}

TEST(HopperRace, bulkStoreWithoutBarrier) {
  plant("st.shared.u32 [%r1], %r0;\nfence.proxy.async.shared::cta;\n",
        "bar.sync 0;\n",
        "@!%p2 bra END;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r60], 256;\n"
        "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nEND:",
        "shared-race");
}

TEST(HopperRace, bulkLoadOfWhatThreadsStored) {
  // The fence is the storing thread's, or the copying one's behind the barrier.
  const std::string before =
      "@%p2 mbarrier.init.shared::cta.b64 [smem+1024], 1;\n"
      "mul.wide.u32 %rd3, %r0, 4; add.u64 %rd3, %rd3, %rd1;\n"
      "st.global.u32 [%rd3], %r0;\n";
  const std::string load =
      "@!%p2 bra WAIT;\n"
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+1024], 256;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%r60], [%rd1], 256, [smem+1024];\n"
      "WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1024], 0;\n"
      "@!%p3 bra WAIT;\nld.shared.u32 %r4, [%r2];\n";
  plant(before, "fence.proxy.async;\n", "bar.sync 0;\n" + load,
        "missing-proxy-fence");
  plant(before, "fence.proxy.async.global;\n", "bar.sync 0;\n" + load,
        "missing-proxy-fence");
  plant(before + "bar.sync 0;\n", "fence.proxy.async;\n", load,
        "missing-proxy-fence");
  // Without a barrier behind the store.
  size_t store = before.find("mul.wide");
  plant(before.substr(0, store) + "bar.sync 0;\n" + before.substr(store) +
            "fence.proxy.async;\n",
        "bar.sync 0;\n", load, "global-race");
}

TEST(HopperRace, largestClusters) {
  // 8 programs of 1024 threads: a word of each is read by the next one.
  for (bool cured : {false, true}) {
    Machine m(Schedule::Eager, 1);
    m.grid = m.cluster = {8, 1, 1};
    m.block = {1024, 1, 1};
    uint64_t out = m.buffer("out", std::vector<uint32_t>(8192));
    m.run(".param .u64 p",
          std::string(R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x; mov.u32 %r1, %cluster_ctarank;
mov.u32 %r60, smem; shl.b32 %r2, %r0, 2; add.u32 %r2, %r2, %r60;
st.shared.u32 [%r2], %r0;
barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
add.u32 %r3, %r1, 1; and.b32 %r3, %r3, 7;
mapa.shared::cluster.u32 %r4, %r2, %r3;
ld.shared::cluster.u32 %r5, [%r4];
)") +
              (cured ? "barrier.cluster.arrive.aligned; "
                       "barrier.cluster.wait.aligned;\n"
                     : "bar.sync 0;\n") +
              R"(
st.shared.u32 [%r2], %r5;
barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
mad.lo.u32 %r6, %r1, 1024, %r0; mul.wide.u32 %rd2, %r6, 4;
add.u64 %rd2, %rd2, %rd1; st.global.u32 [%rd2], %r5;
)",
          {pointer(out)});
    EXPECT_EQ(m.kinds(), cured ? "" : "shared-race") << m.messages();
  }
}

/// A word for the next program of the cluster, behind `tells`.
static std::string wordOfNeighbour(const std::string &tells) {
  return R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x; mov.u32 %r1, %cluster_ctarank;
mov.u32 %r60, smem; shl.b32 %r2, %r0, 2; add.u32 %r2, %r2, %r60;
st.shared.u32 [%r2], %r0;
)" + tells +
         R"(
barrier.cluster.wait.aligned;
xor.b32 %r3, %r1, 1;
mapa.shared::cluster.u32 %r4, %r2, %r3;
ld.shared::cluster.u32 %r5, [%r4];
barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;
mad.lo.u32 %r6, %r1, 64, %r0; mul.wide.u32 %rd2, %r6, 4;
add.u64 %rd2, %rd2, %rd1; st.global.u32 [%rd2], %r5;
)";
}

TEST(HopperRace, relaxedArrivalsAtTheCluster) {
  // Only a fence in front of a relaxed arrival makes it tell of what was
  // written. That the neighbour's memory is no longer read it tells itself.
  const std::string relaxed = "barrier.cluster.arrive.relaxed.aligned;\n";
  for (const auto &[tells, kind] :
       {std::pair<std::string, std::string>(
            "barrier.cluster.arrive.release.aligned;\n", ""),
        {relaxed, "shared-race"},
        {"fence.acq_rel.cta;\n" + relaxed, "shared-race"},
        {"fence.acq_rel.cluster;\n" + relaxed, ""},
        {"membar.gl;\n" + relaxed, ""}})
    onEverySchedule([&, tells = tells, kind = kind](Machine &m) {
      m.grid = m.cluster = {2, 1, 1};
      m.block = {64, 1, 1};
      uint64_t out = m.buffer("out", std::vector<uint32_t>(128));
      m.run(".param .u64 p", wordOfNeighbour(tells), {pointer(out)});
      EXPECT_EQ(m.kinds(), kind) << tells << m.messages();
    });
}

TEST(HopperRace, sourceOverwrittenBeforeItIsRead) {
  plant("st.shared.u32 [%r1], %r0;\nfence.proxy.async.shared::cta;\n"
        "bar.sync 0;\n@!%p2 bra MEET;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r60], 256;\n"
        "cp.async.bulk.commit_group;\n",
        "cp.async.bulk.wait_group.read 0;\n",
        "MEET:\nbar.sync 0;\nst.shared.u32 [%r1], %r2;\n", "shared-race");
}

TEST(HopperRace, loadOverwritesWhatIsRead) {
  // The second load into the buffer must be behind the readers' arrival.
  plant("@%p2 mbarrier.init.shared::cta.b64 [smem+1024], 1;\n"
        "@%p2 mbarrier.init.shared::cta.b64 [smem+1032], 1;\nbar.sync 0;\n"
        "@!%p2 bra WAIT;\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+1024], 256;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%r60], [%rd1], 256, [smem+1024];\n"
        "WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1024], 0;\n"
        "@!%p3 bra WAIT;\nld.shared.u32 %r4, [%r2];\n",
        "bar.sync 0;\n",
        "@!%p2 bra MORE;\n"
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem+1032], 256;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%r60], [%rd1], 256, [smem+1032];\n"
        "MORE:\nmbarrier.try_wait.parity.shared::cta.b64 %p3, [smem+1032], 0;\n"
        "@!%p3 bra MORE;",
        "shared-race");
}

TEST(HopperRace, wgmmaOfWarpsThatDidNotWait) {
  // B comes by a copy that one warp issues. That it waits does for itself
  // alone: no warp of a wgmma waits for the others.
  for (bool cured : {false, true})
    onEverySchedule([&](Machine &m) {
      m.block = {128, 1, 1};
      uint64_t in = m.buffer("in", std::vector<uint32_t>(256));
      m.run(".param .u64 p",
            std::string(R"(
ld.param.u64 %rd1, [p];
mov.u32 %r0, %tid.x; mov.u32 %r60, smem;
setp.ge.u32 %p0, %r0, 32; setp.eq.u32 %p1, %r0, 0;
add.u32 %r1, %r60, 1024; shr.u32 %r2, %r1, 4;
cvt.u64.u32 %rd11, %r2; or.b64 %rd11, %rd11, 0x4000004000010000;
mov.u32 %r10, 0;
mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
@%p1 mbarrier.init.shared::cta.b64 [smem], 1;
)") + (cured ? "bar.sync 0;\n" : "@%p0 bra MULTIPLY;\n") +
                R"(
@!%p1 bra WAIT;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [smem], 1024;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 1024, [smem];
WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [smem], 0;
@!%p3 bra WAIT;
MULTIPLY:
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, {%r10,%r10,%r10,%r10}, %rd11, 1, 1, 1, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
)",
            {pointer(in)});
      bool found = m.kinds().find("shared-race") != std::string::npos;
      EXPECT_EQ(found, !cured) << m.messages();
    });
}
