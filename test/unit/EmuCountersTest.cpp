//===- EmuCountersTest.cpp - what a launch did ----------------------------===//

#include "EmuMachine.h"

namespace tqc::test {
namespace {

/// The counters of a body that runs in one warp; %rd4 is x + 4 * lane, %r2 a
/// shared address + 4 * lane.
emu::InstCount count(const std::string &body) {
  emu::EmulatorOptions options;
  options.counters = true;
  Machine m(".version 8.0\n.target sm_80\n.address_size 64\n"
            ".visible .entry k(.param .u64 x)\n{\n"
            ".reg .b64 %rd<20>; .reg .b32 %r<20>; .reg .pred %p<4>;\n"
            ".shared .align 16 .b8 smem[8192];\n"
            "ld.param.u64 %rd1, [x];\n"
            "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
            "add.u64 %rd4, %rd1, %rd3; mov.u32 %r2, smem;\n" +
                body + "\nret;\n}\n",
            options);
  DevicePtr x = m.upload(std::vector<int>(4096), "x");
  Status s = m.tryRun("k", {1, 1, 1}, {32, 1, 1}, 0, x);
  EXPECT_TRUE(s) << s.error().message;
  auto counts = m.device.takeCounts();
  EXPECT_EQ(counts.size(), 1u);
  return counts.at(0).total;
}

TEST(EmuCounters, SectorsOfGlobalMemory) {
  auto row = count("ld.global.u32 %r3, [%rd4];");
  EXPECT_EQ(row.globalRequests, 1u);
  EXPECT_EQ(row.globalSectors, 4u);
  EXPECT_EQ(row.globalBytes, 128u);
  auto one = count("ld.global.u32 %r3, [%rd1];");
  EXPECT_EQ(one.globalSectors, 1u);
  auto strided = count("mul.wide.u32 %rd5, %r1, 128; add.u64 %rd6, %rd1, %rd5;"
                       "ld.global.u32 %r3, [%rd6];");
  EXPECT_EQ(strided.globalSectors, 32u);
  auto shifted = count("ld.global.u32 %r3, [%rd4+4];");
  EXPECT_EQ(shifted.globalSectors, 5u);
  auto wide = count("mul.wide.u32 %rd5, %r1, 16; add.u64 %rd6, %rd1, %rd5;"
                    "ld.global.v4.u32 {%r3,%r4,%r5,%r6}, [%rd6];");
  EXPECT_EQ(wide.globalSectors, 16u);
}

TEST(EmuCounters, ConflictsOfSharedMemory) {
  auto conflicts = [](int stride, const char *access) {
    auto c = count("mul.lo.u32 %r3, %r1, " + std::to_string(stride) +
                   "; add.u32 %r4, %r2, %r3; " + access);
    return c.sharedWavefronts - c.idealWavefronts;
  };
  EXPECT_EQ(conflicts(4, "st.shared.u32 [%r4], %r1;"), 0u);
  EXPECT_EQ(conflicts(8, "st.shared.u32 [%r4], %r1;"), 1u);
  EXPECT_EQ(conflicts(128, "st.shared.u32 [%r4], %r1;"), 31u);
  EXPECT_EQ(conflicts(132, "st.shared.u32 [%r4], %r1;"), 0u);
  EXPECT_EQ(conflicts(0, "st.shared.u32 [%r4], %r1;"), 0u); // broadcast
  EXPECT_EQ(conflicts(16, "st.shared.v4.u32 [%r4], {%r1,%r1,%r1,%r1};"), 0u);
  EXPECT_EQ(conflicts(128, "st.shared.v4.u32 [%r4], {%r1,%r1,%r1,%r1};"), 28u);
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
  EXPECT_EQ(c.sharedWavefronts, 4u); // all lanes give one row: a broadcast
  EXPECT_EQ(c.sharedBytes, 512u);
}

} // namespace
} // namespace tqc::test
