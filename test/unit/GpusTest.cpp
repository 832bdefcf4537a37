//===- GpusTest.cpp - The table of GPUs -----------------------------------===//

#include "runtime/image/Gpus.h"

#include "gtest/gtest.h"

#include <set>

using namespace tqc;

namespace {

TEST(GpusTest, NamesSayTheCapabilityAndTheVariant) {
  std::set<std::string_view> seen;
  int before = 0;
  for (const Gpu &gpu : allGpus()) {
    std::string name = "sm_" + std::to_string(gpu.capability);
    if (gpu.variant != GpuVariant::Plain)
      name += gpu.variant == GpuVariant::Family ? "f" : "a";
    EXPECT_EQ(gpu.name, name);
    EXPECT_TRUE(seen.insert(gpu.name).second) << name << " stands there twice";
    EXPECT_GE(gpu.capability, before) << name;
    before = gpu.capability;
    EXPECT_EQ(findGpu(gpu.name), &gpu);
    EXPECT_GT(gpu.sharedOfCta(), 48u << 10) << name;
  }
}

TEST(GpusTest, NobodyElseIsKnown) {
  for (const char *name : {"", "sm_", "sm_9", "sm_42", "sm_800", "sm_90b",
                           "sm_90f", "sm_101", "90", "gfx90"})
    EXPECT_EQ(findGpu(name), nullptr) << name;
  EXPECT_EQ(findChip(42), nullptr);
  EXPECT_EQ(computeCapabilityOf("sm_42"), 0);
}

TEST(GpusTest, CodeRunsWhereItsVariantSays) {
  EXPECT_TRUE(runsOn(*findGpu("sm_80"), 121));
  EXPECT_FALSE(runsOn(*findGpu("sm_90"), 89));
  EXPECT_TRUE(runsOn(*findGpu("sm_90a"), 90));
  EXPECT_FALSE(runsOn(*findGpu("sm_90a"), 100));
  EXPECT_TRUE(runsOn(*findGpu("sm_100f"), 103));
  EXPECT_FALSE(runsOn(*findGpu("sm_103f"), 100));
  EXPECT_FALSE(runsOn(*findGpu("sm_100f"), 120));
  EXPECT_FALSE(runsOn(*findGpu("sm_120a"), 121));
}

TEST(GpusTest, ADeviceGetsTheNewestThatItRuns) {
  EXPECT_EQ(gpuForDevice(70), nullptr);
  EXPECT_EQ(gpuForDevice(75)->name, "sm_75");
  EXPECT_EQ(gpuForDevice(90)->name, "sm_90a");
  EXPECT_EQ(gpuForDevice(100)->name, "sm_100");
  EXPECT_EQ(gpuForDevice(104)->name, "sm_103") << "a GPU without a row";
  EXPECT_EQ(gpuForDevice(130)->name, "sm_121");
  for (const Gpu &gpu : allGpus())
    EXPECT_TRUE(runsOn(*gpuForDevice(gpu.capability), gpu.capability));
}

} // namespace
