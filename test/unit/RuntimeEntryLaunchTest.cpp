//===- RuntimeEntryLaunchTest.cpp - Arguments become parameter bytes ------===//

#include "runtime/device/EntryLaunch.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>

using namespace tqc;
using testing::HasSubstr;

namespace {

/// A device that only remembers.
class RecordingDevice : public Device {
public:
  const DeviceAttributes &attributes() const override { return facts; }
  Result<DevicePtr> allocate(const AllocationInfo &info) override {
    allocated += info.bytes;
    return DevicePtr(4096);
  }
  Status free(DevicePtr) override {
    ++freed;
    return {};
  }
  Status copyIn(DevicePtr, const void *from, size_t bytes) override {
    const auto *first = static_cast<const uint8_t *>(from);
    if (std::all_of(first, first + bytes, [](uint8_t byte) { return !byte; }))
      zeroed += bytes;
    return {};
  }
  Status copyOut(void *, DevicePtr, size_t) override { return {}; }
  Status poison(DevicePtr, uint8_t, size_t) override { return {}; }
  Status fill(DevicePtr, uint8_t, size_t) override { return {}; }
  Result<ModuleId> load(const KernelImage &) override { return ModuleId(0); }
  Status launch(const Launch &) override { return {}; }
  Status synchronize() override { return {}; }
  Result<double> time(const Launch &, int) override { return 0.0; }
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override {
    map = spec;
    return std::array<uint8_t, 128>{};
  }

  DeviceAttributes facts;
  size_t allocated = 0, zeroed = 0;
  int freed = 0;
  MapSpec map;
};

KernelEntry addEntry() {
  KernelEntry entry;
  entry.entry = "add";
  entry.params = {{"x_ptr", "*fp32", ParamRole::Argument, 16, -1},
                  {"n", "i32", ParamRole::Argument, 16, -1},
                  {"alpha", "fp32", ParamRole::Argument, 1, -1}};
  entry.numWarps = 8;
  entry.sharedBytes = 1234;
  return entry;
}

std::string bindError(const KernelEntry &entry,
                      const std::vector<EntryArgument> &arguments) {
  RecordingDevice device;
  EntryLaunch launch(device, entry, 0);
  Status status = launch.bind(arguments);
  return status ? "no error" : status.error().message;
}

const EntryArgument kX = EntryArgument::pointer(256, "fp32");
const EntryArgument kN = EntryArgument::integer(32);
const EntryArgument kAlpha = EntryArgument::floating(0.5);

TEST(EntryLaunchTest, BytesHaveTheParametersWidths) {
  RecordingDevice device;
  KernelEntry entry = addEntry();
  EntryLaunch launch(device, entry, 3);
  ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
  Launch made = launch.description({5, 6, 7});
  EXPECT_EQ(made.module, 3u);
  EXPECT_EQ(made.entry, "add");
  EXPECT_THAT(made.grid, testing::ElementsAre(5, 6, 7));
  EXPECT_THAT(made.block, testing::ElementsAre(256, 1, 1));
  EXPECT_EQ(made.sharedBytes, 1234u);
  ASSERT_EQ(made.arguments.size(), 3u);
  EXPECT_EQ(made.arguments[0].bytes.size(), 8u);
  EXPECT_EQ(made.arguments[1].bytes.size(), 4u);
  float alpha = 0;
  std::memcpy(&alpha, made.arguments[2].bytes.data(), 4);
  EXPECT_EQ(alpha, 0.5f);
}

TEST(EntryLaunchTest, IntegersMayStandForFloatsNotTheOtherWay) {
  EXPECT_EQ(bindError(addEntry(), {kX, kN, EntryArgument::integer(2)}),
            "no error");
  EXPECT_EQ(bindError(addEntry(), {kX, kAlpha, kAlpha}),
            "parameter n of add is an integer of type i32, not a float");
}

/// The second parameter of add(x_ptr, n, alpha) with these types.
template <typename T>
T boundAs(const std::string &type, size_t index,
          const EntryArgument &argument) {
  RecordingDevice device;
  KernelEntry entry = addEntry();
  entry.params[index].type = type;
  entry.params[index].divisibility = 1;
  EntryLaunch launch(device, entry, 3);
  std::vector<EntryArgument> arguments = {kX, kN, kAlpha};
  arguments[index] = argument;
  EXPECT_TRUE(launch.bind(arguments));
  T value = {};
  std::memcpy(&value,
              launch.description({1, 1, 1}).arguments[index].bytes.data(),
              sizeof value);
  return value;
}

TEST(EntryLaunchTest, UnsignedIntegersOf64BitsKeepTheirValue) {
  EntryArgument most = EntryArgument::integer(UINT64_MAX);
  EXPECT_EQ(boundAs<uint64_t>("u64", 1, most), UINT64_MAX);
  EXPECT_EQ(boundAs<float>("fp32", 2, most), 0x1p64f);
  EXPECT_EQ(boundAs<int64_t>("i64", 1, EntryArgument::integer(INT64_MIN)),
            INT64_MIN);
}

TEST(EntryLaunchTest, WhatTheCodeReliesOnIsChecked) {
  EXPECT_EQ(bindError(addEntry(), {kX, EntryArgument::integer(33), kAlpha}),
            "parameter n of add must be divisible by 16, but is 33: the code "
            "was compiled for that");
  EXPECT_EQ(bindError(addEntry(), {EntryArgument::pointer(260), kN, kAlpha}),
            "parameter x_ptr of add must be aligned to 16 bytes: the code was "
            "compiled for that");
  EXPECT_EQ(
      bindError(addEntry(), {EntryArgument::pointer(256, "fp16"), kN, kAlpha}),
      "parameter x_ptr of add points to fp32, but the tensor holds fp16");
  EXPECT_EQ(bindError(addEntry(), {kN, kN, kAlpha}),
            "parameter x_ptr of add is a pointer to fp32, not a number");
  EXPECT_EQ(bindError(addEntry(), {kX, kX, kAlpha}),
            "parameter n of add is a scalar of type i32, not a tensor");
  EXPECT_EQ(bindError(addEntry(),
                      {kX, EntryArgument::integer(int64_t(1) << 40), kAlpha}),
            "parameter n of add has type i32, which cannot hold "
            "1099511627776");
  EXPECT_EQ(bindError(addEntry(), {kX}), "add takes 3 arguments, 1 were given");
}

TEST(EntryLaunchTest, WorkspacesAreZeroedAndFreed) {
  RecordingDevice device;
  KernelEntry entry = addEntry();
  entry.params.push_back({"scratch", "", ParamRole::Workspace, 1, -1});
  entry.workspaceBytes = 100;
  {
    EntryLaunch launch(device, entry, 0);
    ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
    EXPECT_EQ(launch.description({1, 1, 1}).arguments.size(), 4u);
    EXPECT_EQ(device.allocated, 100u);
    EXPECT_EQ(device.zeroed, 100u);
    ASSERT_TRUE(launch.clearWorkspaces());
    EXPECT_EQ(device.zeroed, 200u);
  }
  EXPECT_EQ(device.freed, 1);
}

TEST(EntryLaunchTest, LaunchesOfFewCtasOverlap) {
  RecordingDevice device;
  KernelEntry entry = addEntry();
  entry.ctasPerProgram = 2;
  EntryLaunch apart(device, entry, 0);
  ASSERT_TRUE(apart.bind({kX, kN, kAlpha}));
  EXPECT_FALSE(apart.description({1, 1, 1}).overlaps);
  entry.overlaps = 12;
  EntryLaunch launch(device, entry, 0);
  ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
  EXPECT_TRUE(launch.description({3, 2, 1}).overlaps);
  EXPECT_FALSE(launch.description({3, 2, 2}).overlaps);
  EXPECT_FALSE(launch.description({65536, 65535, 2}).overlaps);
}

TEST(EntryLaunchTest, PersistentKernelsFillTheGpu) {
  RecordingDevice device;
  device.facts.multiprocessors = 7;
  KernelEntry entry = addEntry();
  entry.params.push_back({"grid_x", "i32", ParamRole::Grid, 1, -1});
  entry.params.back().axis = 0;
  using Grid = std::array<uint32_t, 3>;
  for (int ctas : {1, 2}) {
    entry.cluster = {ctas, 1, 1};
    entry.ctasPerProgram = ctas;
    EntryLaunch launch(device, entry, 0);
    ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
    const Launch &few = launch.description({2, 1, 1});
    EXPECT_EQ(few.grid, (Grid{ctas == 1 ? 2u : 4u, 1, 1}));
    const Launch &all = launch.description({50, 3, 2});
    EXPECT_EQ(all.grid, (Grid{ctas == 1 ? 7u : 6u, 1, 1}));
    uint32_t asked = 0;
    std::memcpy(&asked, all.arguments.back().bytes.data(), 4);
    EXPECT_EQ(asked, ctas == 1 ? 50u : 100u);
  }
  device.facts.multiprocessors = 1; // one cluster, then
  EntryLaunch launch(device, entry, 0);
  ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
  EXPECT_EQ(launch.description({50, 3, 2}).grid, (Grid{2, 1, 1}));
}

TEST(EntryLaunchTest, WhatIsBoundAgainKeepsNothingOfBefore) {
  RecordingDevice device;
  device.facts.multiprocessors = 4;
  KernelEntry entry = addEntry();
  entry.params.push_back({"scratch", "", ParamRole::Workspace, 1, -1});
  entry.params.push_back({"programs", "i32", ParamRole::Grid, 1, -1, 0});
  entry.workspaceBytes = 100;
  EntryLaunch launch(device, entry, 0);
  ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
  EXPECT_EQ(launch.description({9, 1, 1}).grid[0], 4u);
  EXPECT_FALSE(launch.bind({kX, EntryArgument::integer(33), kAlpha}));
  EXPECT_EQ(device.freed, 1);
  ASSERT_TRUE(launch.bind({EntryArgument::pointer(512), kN, kAlpha}));
  const Launch &made = launch.description({3, 1, 1});
  EXPECT_EQ(made.grid[0], 3u);
  ASSERT_EQ(made.arguments.size(), 5u);
  uint64_t address = 0;
  std::memcpy(&address, made.arguments[0].bytes.data(), 8);
  EXPECT_EQ(address, 512u);
  uint32_t programs = 0;
  std::memcpy(&programs, made.arguments[4].bytes.data(), 4);
  EXPECT_EQ(programs, 3u);
  EXPECT_EQ(device.allocated, 200u);
  launch.freeWorkspaces();
  EXPECT_EQ(device.freed, 2);
}

TEST(EntryLaunchTest, MapsAreMadeFromArguments) {
  RecordingDevice device;
  KernelEntry entry = addEntry();
  entry.maps = {{0, "fp16", {64, -2}, {-2}, {64, 32}, 128}};
  entry.params.push_back({"x_map", "", ParamRole::TensorMap, 1, 0});
  EntryLaunch launch(device, entry, 0);
  ASSERT_TRUE(launch.bind({kX, kN, kAlpha}));
  EXPECT_EQ(launch.description({1, 1, 1}).arguments[3].bytes.size(), 128u);
  EXPECT_EQ(device.map.base, 256u);
  EXPECT_THAT(device.map.dims, testing::ElementsAre(64, 32));
  EXPECT_THAT(device.map.strides, testing::ElementsAre(64)); // bytes
  EXPECT_THAT(device.map.box, testing::ElementsAre(64, 32));
  entry.maps[0].dims[1] = -9;
  EntryLaunch bad(device, entry, 0);
  EXPECT_THAT(bad.bind({kX, kN, kAlpha}).error().message,
              HasSubstr("refers to an argument that there is not"));
}

TEST(PtxParamsTest, ReadsDeclarations) {
  const std::string ptx = R"(
.version 8.0 // .entry comment(
/* .entry other */
.visible .entry one(.param .u64 .ptr .global .align 16 one_param_0,
  .param .f32 one_param_1,
  .param .align 8 .b8 one_param_2[24]
)
.maxntid 128 { ret; }
.entry two() { ret; }
.entry three { ret; }
)";
  std::string name = "one";
  auto params = ptxParams(ptx, name);
  ASSERT_TRUE(params) << params.error().message;
  ASSERT_EQ(params->size(), 3u);
  EXPECT_EQ((*params)[0].type, "u64");
  EXPECT_EQ((*params)[0].bytes, 8u);
  EXPECT_EQ((*params)[0].name, "one_param_0");
  EXPECT_EQ((*params)[1].type, "f32");
  EXPECT_EQ((*params)[2].bytes, 24u);
  name = "three";
  EXPECT_TRUE(ptxParams(ptx, name)->empty());
  name = "";
  EXPECT_EQ(ptxParams(ptx, name).error().message,
            "the PTX has several entries; say which: one, two, three");
  name = "four";
  EXPECT_EQ(ptxParams(ptx, name).error().message,
            "the PTX has no entry four; it has one, two, three");
  name = "";
  EXPECT_EQ(ptxParams("/*", name).error().message,
            "there is no .entry in the PTX");
  EXPECT_FALSE(ptxParams(".entry one(.param .u64", name = "x"));
}

} // namespace
