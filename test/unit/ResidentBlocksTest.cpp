//===- ResidentBlocksTest.cpp - How many blocks run side by side ----------===//

#include "tools/tqc/ResidentBlocks.h"

#include "gtest/gtest.h"

using namespace tqc;

namespace {

int blocksOn(llvm::StringRef arch, int registers, int warps, int64_t shared) {
  std::optional<ResidentBlocks> found =
      residentBlocks(arch, {registers, warps, shared});
  return found ? found->blocks : -1;
}

std::string limitOn(llvm::StringRef arch, int registers, int warps,
                    int64_t shared) {
  return residentBlocks(arch, {registers, warps, shared})->limit.str();
}

TEST(ResidentBlocksTest, RegistersBoundBigKernels) {
  EXPECT_EQ(blocksOn("sm_80", 128, 8, 0), 2);
  EXPECT_EQ(limitOn("sm_80", 128, 8, 0), "registers");
  EXPECT_EQ(blocksOn("sm_90a", 255, 8, 0), 1);
  // 129 registers take 17 units of 256 a warp: three warps of a partition.
  EXPECT_EQ(blocksOn("sm_80", 129, 4, 0), 3);
}

TEST(ResidentBlocksTest, SharedMemoryCountsWhatTheSystemKeeps) {
  EXPECT_EQ(blocksOn("sm_90", 32, 4, 113 << 10), 2); // 114 each
  EXPECT_EQ(blocksOn("sm_90", 32, 4, 114 << 10), 1);
  EXPECT_EQ(limitOn("sm_90", 32, 4, 114 << 10), "shared memory");
  EXPECT_EQ(blocksOn("sm_75", 32, 4, 32 << 10), 2); // nothing is kept there
}

TEST(ResidentBlocksTest, SmallKernelsAreBoundByWarpsOrBlocks) {
  EXPECT_EQ(blocksOn("sm_80", 32, 4, 0), 16);
  EXPECT_EQ(limitOn("sm_80", 32, 4, 0), "warps");
  EXPECT_EQ(blocksOn("sm_80", 32, 1, 0), 32);
  EXPECT_EQ(limitOn("sm_80", 32, 1, 0), "blocks");
  EXPECT_EQ(blocksOn("sm_86", 32, 4, 0), 12);
}

TEST(ResidentBlocksTest, MoreNeedsNeverMeanMoreBlocks) {
  for (llvm::StringRef arch :
       {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a"})
    for (int warps : {1, 2, 4, 8, 16})
      for (int registers = 16; registers < 255; ++registers)
        EXPECT_GE(blocksOn(arch, registers, warps, 1024),
                  blocksOn(arch, registers + 1, warps, 2048));
}

TEST(ResidentBlocksTest, OtherGpusAreNotGuessed) {
  EXPECT_FALSE(residentBlocks("sm_100", {32, 4, 0}));
}

} // namespace
