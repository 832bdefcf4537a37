//===- OccupancyTest.cpp - How many CTAs a multiprocessor holds -----------===//

#include "runtime/image/Occupancy.h"

#include "gtest/gtest.h"

using namespace tqc;

namespace {

int blocksOn(std::string_view arch, uint32_t registers, uint32_t warps,
             uint32_t shared) {
  std::optional<Occupancy> found =
      occupancyOf(arch, {warps * 32, registers, shared});
  return found ? int(found->ctas) : -1;
}

std::string limitOn(std::string_view arch, uint32_t registers, uint32_t warps,
                    uint32_t shared) {
  return occupancyOf(arch, {warps * 32, registers, shared})->limits;
}

TEST(OccupancyTest, RegistersBoundBigKernels) {
  EXPECT_EQ(blocksOn("sm_80", 128, 8, 0), 2);
  EXPECT_EQ(limitOn("sm_80", 128, 8, 0), "registers");
  EXPECT_EQ(blocksOn("sm_90a", 255, 8, 0), 1);
  // 129 registers take 17 units of 256 a warp: three warps of a partition.
  EXPECT_EQ(blocksOn("sm_80", 129, 4, 0), 3);
}

TEST(OccupancyTest, SharedMemoryCountsWhatTheSystemKeeps) {
  EXPECT_EQ(blocksOn("sm_90", 32, 4, 113 << 10), 2); // 114 each
  EXPECT_EQ(blocksOn("sm_90", 32, 4, 114 << 10), 1);
  EXPECT_EQ(limitOn("sm_90", 32, 4, 114 << 10), "shared memory");
  EXPECT_EQ(blocksOn("sm_75", 32, 4, 32 << 10), 2); // nothing is kept there
}

TEST(OccupancyTest, SmallKernelsAreBoundByWarpsOrBlocks) {
  EXPECT_EQ(blocksOn("sm_80", 32, 4, 0), 16);
  EXPECT_EQ(limitOn("sm_80", 32, 4, 0), "warps, registers");
  EXPECT_EQ(blocksOn("sm_80", 32, 1, 0), 32);
  EXPECT_EQ(limitOn("sm_80", 32, 1, 0), "blocks");
  EXPECT_EQ(blocksOn("sm_86", 32, 4, 0), 12);
}

TEST(OccupancyTest, MoreNeedsNeverMeanMoreBlocks) {
  for (std::string_view arch :
       {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"})
    for (uint32_t warps : {1, 2, 4, 8, 16})
      for (uint32_t registers = 16; registers < 255; ++registers)
        EXPECT_GE(blocksOn(arch, registers, warps, 1024),
                  blocksOn(arch, registers + 1, warps, 2048));
}

TEST(OccupancyTest, OtherGpusAreNotGuessed) {
  EXPECT_FALSE(occupancyOf("sm_42", {128, 32, 0}));
}

TEST(OccupancyTest, LaterGpusHaveTheirOwnLimits) {
  EXPECT_EQ(blocksOn("sm_100a", 32, 4, 113 << 10), 2);
  EXPECT_EQ(blocksOn("sm_120", 32, 4, 48 << 10), 2);
  EXPECT_EQ(blocksOn("sm_120", 32, 4, 98 << 10), 1);
  EXPECT_EQ(blocksOn("sm_110f", 16, 1, 0), 24);
}

} // namespace
