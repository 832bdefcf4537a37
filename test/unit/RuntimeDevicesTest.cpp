//===- RuntimeDevicesTest.cpp - Both devices do the same ------------------===//
//
// Every test runs on the emulator and, where there is one, on a GPU: memory,
// launches, large shared memory, clusters, tensor maps, errors, time.
//
//===----------------------------------------------------------------------===//

#include "runtime/device/EntryLaunch.h"
#include "runtime/device/HostTensor.h"
#include "runtime/open/OpenDevice.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <numeric>

using namespace tqc;
using testing::HasSubstr;

namespace {

/// y[i] = a * x[i] + y[i] for i < n.
constexpr const char *kSaxpy = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .f32 pa, .param .u64 px, .param .u64 py,
                      .param .u32 pn)
{
  .reg .pred %p;
  .reg .f32 %f<5>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  ld.param.f32 %f1, [pa];
  ld.param.u64 %rd1, [px];
  ld.param.u64 %rd2, [py];
  ld.param.u32 %r1, [pn];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p, %r5, %r1;
  @%p bra $done;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  ld.global.f32 %f3, [%rd5];
  fma.rn.f32 %f4, %f1, %f2, %f3;
  st.global.f32 [%rd5], %f4;
$done:
  ret;
}
)";

/// Each thread puts its number at the far end of 100000 bytes of shared memory
/// and its neighbour takes it from there.
constexpr const char *kShared = R"(
.version 7.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 buffer[];
.visible .entry rotate(.param .u64 pout)
{
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [pout];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, buffer;
  add.u32 %r2, %r2, 99872;
  shl.b32 %r3, %r1, 2;
  add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  bar.sync 0;
  add.u32 %r5, %r1, 1;
  and.b32 %r5, %r5, 31;
  shl.b32 %r5, %r5, 2;
  add.u32 %r5, %r2, %r5;
  ld.shared.u32 %r6, [%r5];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r6;
  ret;
}
)";

/// Each block writes its rank in the cluster and the cluster's number.
constexpr const char *kCluster = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry ranks(.param .u64 pout)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [pout];
  mov.u32 %r1, %cluster_ctarank;
  mov.u32 %r2, %clusterid.x;
  mad.lo.u32 %r3, %r2, 100, %r1;
  mov.u32 %r4, %ctaid.x;
  mul.wide.u32 %rd2, %r4, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}
)";

/// Loads a box of 32 x 8 floats at (4, 2) through a tensor map.
constexpr const char *kTma = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry box(.param .align 64 .b8 pmap[128], .param .u64 pout)
{
  .reg .pred %p<3>;
  .reg .b32 %r<10>;
  .reg .f32 %f;
  .reg .b64 %rd<6>;
  .shared .align 128 .b8 tile[1024];
  .shared .align 8 .b64 barrier;
  ld.param.u64 %rd1, [pout];
  mov.b64 %rd2, pmap;
  cvta.param.u64 %rd3, %rd2;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, tile;
  mov.u32 %r3, barrier;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra $wait;
  mbarrier.init.shared::cta.b64 [%r3], 1;
  fence.proxy.async.shared::cta;
  mov.u32 %r4, 4;
  mov.u32 %r5, 2;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 1024;
  cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd3, {%r4, %r5}], [%r3];
$wait:
  bar.sync 0;
$poll:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
  @!%p2 bra $poll;
  mov.u32 %r6, %r1;
$copy:
  shl.b32 %r7, %r6, 2;
  add.u32 %r8, %r2, %r7;
  ld.shared.f32 %f, [%r8];
  mul.wide.u32 %rd4, %r6, 4;
  add.s64 %rd5, %rd1, %rd4;
  st.global.f32 [%rd5], %f;
  add.u32 %r6, %r6, 32;
  setp.lt.u32 %p1, %r6, 256;
  @%p1 bra $copy;
  ret;
}
)";

class DevicesTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    Result<OpenedDevice> opened = openDevice(GetParam());
    if (!opened)
      GTEST_SKIP() << opened.error().message;
    device = std::move(opened->device);
  }

  bool isAtLeast(int major) const {
    return device->attributes().computeMajor >= major;
  }

  ModuleId load(const char *ptx) {
    KernelImage image;
    image.ptx = ptx;
    Result<ModuleId> module = device->load(image);
    EXPECT_TRUE(module) << module.error().message;
    return module ? *module : 0;
  }

  template <typename T>
  DevicePtr put(const std::vector<T> &values, const char *name) {
    size_t bytes = values.size() * sizeof(T);
    Result<DevicePtr> pointer = device->allocate(
        {name, bytes, "fp32", {static_cast<int64_t>(values.size())}});
    EXPECT_TRUE(pointer);
    EXPECT_TRUE(device->copyIn(*pointer, values.data(), bytes));
    return *pointer;
  }

  template <typename T>
  std::vector<T> get(DevicePtr pointer, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(device->copyOut(values.data(), pointer, count * sizeof(T)));
    return values;
  }

  void run(const Launch &launch) {
    Status launched = device->launch(launch);
    EXPECT_TRUE(launched) << launched.error().message;
    Status finished = device->synchronize();
    EXPECT_TRUE(finished) << finished.error().message;
    for (const Finding &finding : device->takeFindings())
      ADD_FAILURE() << finding.text;
  }

  Launch saxpy(DevicePtr x, DevicePtr y, int n) {
    Launch launch;
    launch.module = load(kSaxpy);
    launch.entry = "saxpy";
    launch.grid = {8, 1, 1};
    launch.block = {128, 1, 1};
    launch.arguments = {ArgumentBytes::of(2.0f), ArgumentBytes::of(x),
                        ArgumentBytes::of(y), ArgumentBytes::of(n)};
    return launch;
  }

  std::unique_ptr<Device> device;
};

TEST_P(DevicesTest, ComputesAndReportsItself) {
  EXPECT_FALSE(device->attributes().name.empty());
  EXPECT_EQ(device->attributes().arch.substr(0, 3), "sm_");
  EXPECT_GT(device->attributes().multiprocessors, 0);
  std::vector<float> x(1000), y(1000, 1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  DevicePtr px = put(x, "x"), py = put(y, "y");
  run(saxpy(px, py, 1000));
  std::vector<float> out = get<float>(py, 1000);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(out[size_t(i)], 2.0f * float(i) + 1);
  EXPECT_TRUE(device->free(px));
  EXPECT_TRUE(device->free(py));
}

TEST_P(DevicesTest, TimesLaunches) {
  DevicePtr x = put(std::vector<float>(1000), "x");
  DevicePtr y = put(std::vector<float>(1000), "y");
  Result<double> time = device->time(saxpy(x, y, 1000), 3);
  ASSERT_TRUE(time) << time.error().message;
  EXPECT_GT(*time, 0);
}

TEST_P(DevicesTest, FillsAndPoisons) {
  DevicePtr x = put(std::vector<uint32_t>(4, 7), "x");
  ASSERT_TRUE(device->fill(x, 0xab, 8));
  EXPECT_THAT(get<uint32_t>(x, 4),
              testing::ElementsAre(0xababababu, 0xababababu, 7, 7));
  ASSERT_TRUE(device->poison(x, 0xff, 4));
  ASSERT_TRUE(device->copyIn(x, "\1\0\0\0", 4));
  EXPECT_EQ(get<uint32_t>(x, 1)[0], 1u);
}

TEST_P(DevicesTest, EmptyTensorsHaveAnAddress) {
  Result<DevicePtr> empty = device->allocate({"e", 0, "fp32", {0}});
  ASSERT_TRUE(empty) << empty.error().message;
  EXPECT_TRUE(device->copyIn(*empty, nullptr, 0));
  EXPECT_TRUE(device->free(*empty));
}

TEST_P(DevicesTest, LargeSharedMemory) {
  Launch launch;
  launch.module = load(kShared);
  launch.entry = "rotate";
  launch.block = {32, 1, 1};
  launch.sharedBytes = 100000;
  DevicePtr out = put(std::vector<uint32_t>(32, 99), "out");
  launch.arguments = {ArgumentBytes::of(out)};
  run(launch);
  std::vector<uint32_t> values = get<uint32_t>(out, 32);
  for (uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], (i + 1) % 32);
  launch.sharedBytes = 1 << 20;
  EXPECT_FALSE(device->launch(launch));
}

TEST_P(DevicesTest, Clusters) {
  if (!isAtLeast(9))
    GTEST_SKIP() << "no clusters before sm_90";
  Launch launch;
  launch.module = load(kCluster);
  launch.entry = "ranks";
  launch.grid = {8, 1, 1};
  launch.block = {1, 1, 1};
  launch.cluster = {4, 1, 1};
  DevicePtr out = put(std::vector<uint32_t>(8, 99), "out");
  launch.arguments = {ArgumentBytes::of(out)};
  run(launch);
  EXPECT_THAT(get<uint32_t>(out, 8),
              testing::ElementsAre(0, 1, 2, 3, 100, 101, 102, 103));
}

TEST_P(DevicesTest, TensorMapsClipAndFill) {
  if (!isAtLeast(9))
    GTEST_SKIP() << "no tensor maps before sm_90";
  constexpr int kWidth = 32, kHeight = 8;
  std::vector<float> matrix(kWidth * kHeight);
  std::iota(matrix.begin(), matrix.end(), 1.0f);
  DevicePtr in = put(matrix, "in");
  DevicePtr out = put(std::vector<float>(256, -1.0f), "out");
  MapSpec spec;
  spec.base = in;
  spec.type = "fp32";
  spec.dims = {kWidth, kHeight};
  spec.strides = {kWidth * 4};
  spec.box = {32, 8};
  spec.elementStrides = {1, 1};
  auto map = device->encodeMap(spec);
  ASSERT_TRUE(map) << map.error().message;
  Launch launch;
  launch.module = load(kTma);
  launch.entry = "box";
  launch.block = {32, 1, 1};
  launch.arguments = {
      ArgumentBytes{std::vector<uint8_t>(map->begin(), map->end())},
      ArgumentBytes::of(out)};
  run(launch);
  std::vector<float> values = get<float>(out, 256);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 32; ++x) {
      bool inside = x + 4 < kWidth && y + 2 < kHeight;
      ASSERT_EQ(values[size_t(y * 32 + x)],
                inside ? matrix[size_t((y + 2) * kWidth + x + 4)] : 0.0f);
    }
}

TEST_P(DevicesTest, SaysWhatIsWrong) {
  KernelImage bad;
  bad.ptx = ".version 7.0\n.target sm_80\n.address_size 64\n"
            ".visible .entry k() { frobnicate.u32; ret; }\n";
  Result<ModuleId> module = device->load(bad);
  std::string message;
  if (module) {
    Launch launch;
    launch.module = *module;
    launch.entry = "k";
    Status status = device->launch(launch);
    ASSERT_FALSE(status);
    message = status.error().message;
  } else {
    message = module.error().message;
  }
  EXPECT_THAT(message, HasSubstr("frobnicate"));
  Launch launch;
  launch.module = load(kSaxpy);
  launch.entry = "daxpy";
  Status status = device->launch(launch);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("daxpy"));
  EXPECT_FALSE(device->free(12345));
  Launch few = saxpy(0, 0, 0);
  few.arguments.pop_back();
  EXPECT_FALSE(device->launch(few));
}

TEST_P(DevicesTest, NoProgramsNoWork) {
  Launch launch = saxpy(0, 0, 0);
  launch.grid = {0, 1, 1};
  run(launch);
}

INSTANTIATE_TEST_SUITE_P(Devices, DevicesTest, testing::Values("emu", "cuda"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

} // namespace
