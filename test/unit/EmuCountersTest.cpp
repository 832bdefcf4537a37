//===- EmuCountersTest.cpp - what a launch did ----------------------------===//

#include "EmuMachine.h"

namespace tqc::test {
namespace {

constexpr auto kLoad = size_t(emu::Traffic::Load);
constexpr auto kStore = size_t(emu::Traffic::Store);
constexpr auto kAtomic = size_t(emu::Traffic::Atomic);
constexpr auto kCopy = size_t(emu::Traffic::Copy);

/// The counters of a body that runs in warps; %rd4 is x + 4 * thread, %r2 a
/// shared address.
emu::LaunchCounts countLaunch(const std::string &body, uint32_t threads = 32) {
  emu::EmulatorOptions options;
  options.counters = true;
  Machine m(".version 8.0\n.target sm_90a\n.address_size 64\n"
            ".visible .entry k(.param .u64 x)\n{\n"
            ".reg .b64 %rd<20>; .reg .b32 %r<20>; .reg .pred %p<4>;\n"
            ".shared .align 16 .b8 smem[8192];\n"
            "ld.param.u64 %rd1, [x];\n"
            "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
            "add.u64 %rd4, %rd1, %rd3; mov.u32 %r2, smem;\n" +
                body + "\nret;\n}\n",
            options);
  DevicePtr x = m.upload(std::vector<int>(4096), "x");
  Status s = m.tryRun("k", {1, 1, 1}, {threads, 1, 1}, 0, x);
  EXPECT_TRUE(s) << s.error().message;
  auto counts = m.device.takeCounts();
  EXPECT_EQ(counts.size(), 1u);
  return counts.at(0);
}

emu::InstCount count(const std::string &body, uint32_t threads = 32) {
  return countLaunch(body, threads).total;
}

TEST(EmuCounters, SectorsOfGlobalMemory) {
  auto row = count("ld.global.u32 %r3, [%rd4];");
  EXPECT_EQ(row.global[kLoad].requests, 1u);
  EXPECT_EQ(row.global[kLoad].units, 4u);
  EXPECT_EQ(row.global[kLoad].bytes, 128u);
  EXPECT_EQ(row.global[kStore].requests, 0u);
  auto one = count("ld.global.u32 %r3, [%rd1];");
  EXPECT_EQ(one.global[kLoad].units, 1u);
  auto strided = count("mul.wide.u32 %rd5, %r1, 128; add.u64 %rd6, %rd1, %rd5;"
                       "ld.global.u32 %r3, [%rd6];");
  EXPECT_EQ(strided.global[kLoad].units, 32u);
  auto shifted = count("ld.global.u32 %r3, [%rd4+4];");
  EXPECT_EQ(shifted.global[kLoad].units, 5u);
  auto wide = count("mul.wide.u32 %rd5, %r1, 16; add.u64 %rd6, %rd1, %rd5;"
                    "ld.global.v4.u32 {%r3,%r4,%r5,%r6}, [%rd6];");
  EXPECT_EQ(wide.global[kLoad].units, 16u);
}

TEST(EmuCounters, ConflictsOfSharedMemory) {
  auto conflicts = [](int stride, const char *access) {
    auto c = count("mul.lo.u32 %r3, %r1, " + std::to_string(stride) +
                   "; add.u32 %r4, %r2, %r3; " + access);
    return c.shared[kStore].units - c.shared[kStore].ideal;
  };
  EXPECT_EQ(conflicts(4, "st.shared.u32 [%r4], %r1;"), 0u);
  EXPECT_EQ(conflicts(8, "st.shared.u32 [%r4], %r1;"), 1u);
  EXPECT_EQ(conflicts(128, "st.shared.u32 [%r4], %r1;"), 31u);
  EXPECT_EQ(conflicts(132, "st.shared.u32 [%r4], %r1;"), 0u);
  EXPECT_EQ(conflicts(0, "st.shared.u32 [%r4], %r1;"), 0u); // broadcast
  EXPECT_EQ(conflicts(16, "st.shared.v4.u32 [%r4], {%r1,%r1,%r1,%r1};"), 0u);
  EXPECT_EQ(conflicts(128, "st.shared.v4.u32 [%r4], {%r1,%r1,%r1,%r1};"), 28u);
}

TEST(EmuCounters, WideLoadsOfPairs) {
  // As ncu counts them on an H200.
  auto loads = [](const char *place, const char *access) {
    return count(std::string(place) + "add.u32 %r4, %r2, %r3;" + access)
        .shared[kLoad];
  };
  const char *pairs = "shr.u32 %r3, %r1, 1; shl.b32 %r3, %r3, 3;";
  const char *rows = "shl.b32 %r3, %r1, 3;";
  const char *two = "ld.shared.v2.u32 {%r5,%r6}, [%r4];";
  EXPECT_EQ(loads(pairs, two).units, 1u);
  EXPECT_EQ(loads(rows, two).units, 2u);
  const char *four = "ld.shared.v4.u32 {%r5,%r6,%r7,%r8}, [%r4];";
  EXPECT_EQ(loads("mov.u32 %r3, 0;", four).units, 2u);
  EXPECT_EQ(loads("shl.b32 %r3, %r1, 4;", four).units, 4u);
}

TEST(EmuCounters, AtomicsPassLaneByLane) {
  auto c = count("atom.shared.add.u32 %r3, [%r2], 1;");
  EXPECT_EQ(c.shared[kAtomic].units, 32u);
  auto apart = count("shl.b32 %r3, %r1, 2; add.u32 %r4, %r2, %r3;"
                     "atom.shared.add.u32 %r5, [%r4], 1;");
  EXPECT_EQ(apart.shared[kAtomic].units, 1u);
}

TEST(EmuCounters, CopiesPastTheFirstCache) {
  auto sectors = [](int stride) {
    return count("mul.lo.u32 %r3, %r1, " + std::to_string(stride) +
                 "; add.u32 %r4, %r2, %r3; shl.b32 %r5, %r1, 4;"
                 "cvt.u64.u32 %rd5, %r5; add.u64 %rd6, %rd1, %rd5;"
                 "cp.async.cg.shared.global [%r4], [%rd6], 16;"
                 "cp.async.wait_all;")
        .global[kCopy]
        .units;
  };
  EXPECT_EQ(sectors(16), 16u);
  EXPECT_EQ(sectors(32), 32u);
}

TEST(EmuCounters, CopiesThatOnlyFill) {
  // Lanes 8 to 31 read nothing.
  auto c = count("setp.lt.u32 %p1, %r1, 8; selp.b32 %r6, 16, 0, %p1;"
                 "shl.b32 %r5, %r1, 4; add.u32 %r4, %r2, %r5;"
                 "cvt.u64.u32 %rd5, %r5; add.u64 %rd6, %rd1, %rd5;"
                 "cp.async.cg.shared.global [%r4], [%rd6], 16, %r6;"
                 "cp.async.cg.shared.global [%r4], [%rd6], 16, 0;"
                 "cp.async.wait_all;");
  EXPECT_EQ(c.global[kCopy].requests, 1u);
  EXPECT_EQ(c.global[kCopy].units, 4u);
  EXPECT_EQ(c.shared[kCopy].requests, 2u);
}

TEST(EmuCounters, Divergence) {
  auto all = count("add.u32 %r3, %r1, 1;");
  EXPECT_EQ(all.divergent, 0u);
  auto some = count("setp.lt.u32 %p1, %r1, 8; @%p1 bra L; add.u32 %r3, %r1, 1;"
                    "L: add.u32 %r3, %r1, 2;");
  EXPECT_EQ(some.divergent, 2u); // the branch, and the add that 24 lanes run
  EXPECT_EQ(some.warps * 32 - some.lanes, 24u + 8u);
}

TEST(EmuCounters, MatrixWorkAndRows) {
  auto c = count("ldmatrix.sync.aligned.m8n8.x4.shared.b16 "
                 "{%r3,%r4,%r5,%r6}, [%r2];\n"
                 "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%r7,%r8,%r9,%r10}, {%r3,%r4,%r5,%r6}, {%r3,%r4}, "
                 "{%r11,%r12,%r13,%r14};");
  EXPECT_EQ(c.flops, 4096u);
  EXPECT_EQ(c.shared[kLoad].units, 4u); // all lanes give one row: a broadcast
  EXPECT_EQ(c.shared[kLoad].bytes, 512u);
}

TEST(EmuCounters, TrafficByItsPurpose) {
  auto c = count("red.global.add.u32 [%rd1], 1;\n"
                 "st.global.u32 [%rd4], %r1;\n"
                 "add.u32 %r3, %r2, 64;\n"
                 "atom.shared.add.u32 %r4, [%r3], 1;\n"
                 "mul.lo.u32 %r5, %r1, 16; add.u32 %r5, %r5, %r2;\n"
                 "mul.wide.u32 %rd5, %r1, 16; add.u64 %rd5, %rd5, %rd1;\n"
                 "cp.async.cg.shared.global [%r5], [%rd5], 16;\n"
                 "cp.async.wait_all;");
  EXPECT_EQ(c.global[kAtomic].requests, 1u);
  EXPECT_EQ(c.global[kStore].units, 4u);
  EXPECT_EQ(c.shared[kAtomic].requests, 1u);
  EXPECT_EQ(c.global[kCopy].units, 16u);
  EXPECT_EQ(c.shared[kCopy].units, 4u);
  EXPECT_EQ(c.shared[kCopy].ideal, 4u);
}

TEST(EmuCounters, BulkCopies) {
  auto c =
      count("add.u32 %r3, %r2, 4096;\n"
            "setp.ne.u32 %p1, %r1, 0;\n"
            "@!%p1 mbarrier.init.shared::cta.b64 [%r3], 1;\n"
            "bar.warp.sync -1;\n"
            "@%p1 bra D;\n"
            "mbarrier.arrive.expect_tx.shared::cta.b64 %rd5, [%r3], 512;\n"
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[%r2], [%rd1], 512, [%r3];\n"
            "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;\n"
            "@!%p2 bra W;\nD:");
  EXPECT_EQ(c.bulkCopies, 1u);
  EXPECT_EQ(c.bulkBytes, 512u);
  EXPECT_EQ(c.global[kLoad].requests, 0u);
}

TEST(EmuCounters, WaitsAtBarriers) {
  // The last of four warps that comes does not wait.
  auto c = count("bar.sync 0;", 128);
  EXPECT_EQ(c.waits, 3u);
  EXPECT_EQ(count("bar.sync 0;").waits, 0u);
}

TEST(EmuCounters, InstructionsThatTheGuardTurnsOff) {
  auto on = count("setp.lt.u32 %p1, %r1, 99; @%p1 add.u32 %r3, %r1, 1;");
  auto off = count("setp.gt.u32 %p1, %r1, 99; @%p1 add.u32 %r3, %r1, 1;");
  EXPECT_EQ(on.warps, off.warps);
  EXPECT_EQ(on.lanes, off.lanes + 32);
}

TEST(EmuCounters, BranchesThatDiverge) {
  auto c = count("setp.lt.u32 %p1, %r1, 8; @%p1 bra L; add.u32 %r3, %r1, 1;"
                 "L: setp.lt.u32 %p2, %r1, 99; @%p2 bra M; trap; M:");
  EXPECT_EQ(c.branches, 2u);
  EXPECT_EQ(c.divergentBranches, 1u);
}

TEST(EmuCounters, MixAndJson) {
  auto c = countLaunch("ld.global.u32 %r3, [%rd4];");
  ASSERT_FALSE(c.lines.empty());
  bool found = false;
  for (const auto &line : c.lines)
    for (const auto &[name, number] : line.classes)
      found |= name == "loads" && number == 1;
  EXPECT_TRUE(found);
  std::string json = emu::renderCountsJson(c);
  for (const char *part : {"\"global_load_sectors\":4",
                           "\"occupancy\":{\"ctas\":", "\"classes\":{",
                           "\"lines\":[{\"file\":\"test.ptx\",\"line\":"})
    EXPECT_NE(json.find(part), std::string::npos) << part << " in " << json;
}

TEST(EmuCounters, Occupancy) {
  auto of = [](uint32_t threads, uint32_t registers, uint32_t shared) {
    return *occupancyOf("sm_90", {threads, registers, shared});
  };
  EXPECT_EQ(of(32, 0, 0).ctas, 32u);
  EXPECT_EQ(of(32, 0, 0).limits, "blocks");
  EXPECT_EQ(of(1024, 32, 0).warps, 64u);
  EXPECT_EQ(of(256, 128, 0).ctas, 2u); // 65536 / (256 * 128)
  EXPECT_EQ(of(256, 128, 0).limits, "registers");
  EXPECT_EQ(of(384, 168, 1000).ctas, 1u);
  EXPECT_EQ(of(128, 0, 227 << 10).ctas, 1u);
  EXPECT_EQ(of(128, 0, 113 << 10).ctas, 2u);
  EXPECT_EQ(of(128, 0, 114 << 10).ctas, 1u);
  EXPECT_EQ(of(128, 0, 114 << 10).limits, "shared memory");
}

/// What ncu counted on an H200 (docs/results/2026-11-21-emulator).
struct Counted {
  const char *kernel;
  uint32_t blocks, threads;
  uint64_t loads, loadSectors, storeSectors;
  uint64_t sharedLoads, sharedLoadWavefronts, sharedLoadConflicts;
};
constexpr Counted kCounted[] = {
    {"coalesced", 32, 128, 128, 512, 512, 0, 0, 0},
    {"strided", 32, 128, 128, 4096, 512, 0, 0, 0},
    {"transposed", 4, 256, 512, 2048, 2048, 512, 512, 0},
    {"conflicted", 4, 256, 512, 2048, 2048, 512, 16384, 15872},
};

TEST(EmuCounters, EqualTheHardware) {
  for (const Counted &want : kCounted) {
    emu::EmulatorOptions options;
    options.counters = true;
    Machine m(readTestFile("cuda/counters.ptx"), options);
    bool square = want.blocks == 4;
    DevicePtr x = m.upload(std::vector<float>(square ? 128 * 128 : 131072));
    DevicePtr y = m.fresh<float>(128 * 128);
    if (square)
      m.run(want.kernel, {4, 4, 1}, {want.threads, 1, 1}, 0, x, y, 128);
    else
      m.run(want.kernel, {want.blocks, 1, 1}, {want.threads, 1, 1}, 0, x, y);
    emu::InstCount c = m.device.takeCounts().at(0).total;
    SCOPED_TRACE(want.kernel);
    EXPECT_EQ(c.global[kLoad].requests, want.loads);
    EXPECT_EQ(c.global[kLoad].units, want.loadSectors);
    EXPECT_EQ(c.global[kStore].units, want.storeSectors);
    EXPECT_EQ(c.shared[kLoad].requests, want.sharedLoads);
    EXPECT_EQ(c.shared[kLoad].units, want.sharedLoadWavefronts);
    EXPECT_EQ(c.shared[kLoad].units - c.shared[kLoad].ideal,
              want.sharedLoadConflicts);
  }
}

} // namespace
} // namespace tqc::test
