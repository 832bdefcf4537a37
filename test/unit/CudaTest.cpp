//===- CudaTest.cpp - The CUDA device without a GPU -----------------------===//
//
// Against the toolkit's header (our declarations), its stub library (the names
// of the functions) and a fake driver (what we ask of it).
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/CublasApi.h"
#include "runtime/cuda/CudaApi.h"
#include "runtime/cuda/CudaDevice.h"
#include "runtime/cuda/Toolkit.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#ifdef TQC_TEST_CUDA_HEADER
#include <cuda.h>
#endif

using namespace tqc;
using testing::HasSubstr;

static int firstInt(CudaDevice &gpu, DevicePtr from) {
  int value = -1;
  EXPECT_TRUE(gpu.copyOut(&value, from, sizeof value));
  return value;
}

namespace {

#ifdef TQC_TEST_CUDA_HEADER

TEST(CudaLayoutTest, OurStructsAreTheHeaders) {
  EXPECT_EQ(sizeof(CudaLaunchConfig), sizeof(CUlaunchConfig));
  EXPECT_EQ(offsetof(CudaLaunchConfig, grid),
            offsetof(CUlaunchConfig, gridDimX));
  EXPECT_EQ(offsetof(CudaLaunchConfig, block),
            offsetof(CUlaunchConfig, blockDimX));
  EXPECT_EQ(offsetof(CudaLaunchConfig, sharedBytes),
            offsetof(CUlaunchConfig, sharedMemBytes));
  EXPECT_EQ(offsetof(CudaLaunchConfig, stream),
            offsetof(CUlaunchConfig, hStream));
  EXPECT_EQ(offsetof(CudaLaunchConfig, attributes),
            offsetof(CUlaunchConfig, attrs));
  EXPECT_EQ(offsetof(CudaLaunchConfig, attributeCount),
            offsetof(CUlaunchConfig, numAttrs));
  EXPECT_EQ(sizeof(CudaLaunchAttribute), sizeof(CUlaunchAttribute));
  EXPECT_EQ(offsetof(CudaLaunchAttribute, value),
            offsetof(CUlaunchAttribute, value));
  EXPECT_EQ(sizeof(CudaTensorMap), sizeof(CUtensorMap));
  EXPECT_GE(alignof(CudaTensorMap), alignof(CUtensorMap));
  EXPECT_EQ(sizeof(DevicePtr), sizeof(CUdeviceptr));
}

TEST(CudaLayoutTest, OurNumbersAreTheHeaders) {
  using namespace cuda;
  EXPECT_EQ(int(kStubLibrary), int(CUDA_ERROR_STUB_LIBRARY));
  EXPECT_EQ(int(kNoBinaryForGpu), int(CUDA_ERROR_NO_BINARY_FOR_GPU));
  EXPECT_EQ(int(kInvalidPtx), int(CUDA_ERROR_INVALID_PTX));
  EXPECT_EQ(int(kUnsupportedPtxVersion),
            int(CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
  EXPECT_EQ(int(kNotFound), int(CUDA_ERROR_NOT_FOUND));
  EXPECT_EQ(int(kIllegalAddress), int(CUDA_ERROR_ILLEGAL_ADDRESS));
  EXPECT_EQ(int(kMisalignedAddress), int(CUDA_ERROR_MISALIGNED_ADDRESS));
  EXPECT_EQ(int(kIllegalInstruction), int(CUDA_ERROR_ILLEGAL_INSTRUCTION));
  EXPECT_EQ(int(kLaunchFailed), int(CUDA_ERROR_LAUNCH_FAILED));
  EXPECT_EQ(int(kAssert), int(CUDA_ERROR_ASSERT));
  EXPECT_EQ(int(kInvalidClusterSize), int(CUDA_ERROR_INVALID_CLUSTER_SIZE));
  EXPECT_EQ(int(kMultiprocessors),
            int(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
  EXPECT_EQ(int(kComputeMajor),
            int(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  EXPECT_EQ(int(kSharedBytesOptIn),
            int(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
  EXPECT_EQ(int(kL2Bytes), int(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
  EXPECT_EQ(int(kMemoryPools), int(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED));
  EXPECT_EQ(int(kFunctionDynamicShared),
            int(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
  EXPECT_EQ(int(kFunctionRegisters), int(CU_FUNC_ATTRIBUTE_NUM_REGS));
  EXPECT_EQ(int(kFunctionLocalBytes), int(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
  EXPECT_EQ(int(kFunctionNonPortableCluster),
            int(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED));
  EXPECT_EQ(int(kJitErrorLog), int(CU_JIT_ERROR_LOG_BUFFER));
  EXPECT_EQ(int(kJitErrorLogBytes), int(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
  EXPECT_EQ(int(kJitLineInfo), int(CU_JIT_GENERATE_LINE_INFO));
  EXPECT_EQ(int(kLaunchCluster), int(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION));
  EXPECT_EQ(int(kSwizzle128), int(CU_TENSOR_MAP_SWIZZLE_128B));
  EXPECT_EQ(int(kPromote128), int(CU_TENSOR_MAP_L2_PROMOTION_L2_128B));
}

TEST(CudaApiTest, TheStubHasEveryFunctionAndIsNoDriver) {
  const char *stub = TQC_TEST_CUDA_STUB;
  if (access(stub, R_OK) != 0)
    GTEST_SKIP() << "no stub library";
  Result<CudaApi> api = CudaApi::load({stub});
  ASSERT_TRUE(api) << api.error().message;
  EXPECT_NE(api->launchKernelEx, nullptr);
  EXPECT_NE(api->tensorMapEncodeTiled, nullptr);
  EXPECT_NE(api->funcGetParamInfo, nullptr);
  EXPECT_EQ(api->init(0), cuda::kStubLibrary);
}

#endif

TEST(CudaApiTest, SaysWhatIsMissing) {
  Result<CudaApi> none = CudaApi::load({"libnotthere.so.1"});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "no libnotthere.so.1 was found");
  Result<CudaApi> other = CudaApi::load({"libc.so.6"});
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().message, HasSubstr("lacks cuInit, "));
  Result<CudaApi> damaged = CudaApi::load({"/proc/self/cmdline"});
  ASSERT_FALSE(damaged);
  EXPECT_THAT(damaged.error().message, HasSubstr("cannot be loaded"));
}

TEST(ToolkitTest, RunsProgramsAndReadsVersions) {
  Result<ProgramRun> run =
      runProgram({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->exitCode, 3);
  EXPECT_EQ(run->output, "out\nerr\n");
  EXPECT_FALSE(runProgram({"/nonexistent/program"}));
  EXPECT_EQ(toolVersion("Cuda compilation tools, release 13.0, V13.0.88\nX"),
            "13.0.88");
  EXPECT_EQ(toolVersion("something else"), "");
  setenv("TQ_PTXAS", "/nonexistent/ptxas", 1);
  EXPECT_EQ(findCudaTool("ptxas"), std::nullopt);
  unsetenv("TQ_PTXAS");
  EXPECT_EQ(findCudaTool("no-such-tool"), std::nullopt);
}

TEST(ToolkitTest, PtxasCompilesOrSaysWhy) {
  auto ptxas = findCudaTool("ptxas");
  if (!ptxas)
    GTEST_SKIP() << "no ptxas";
  const char *ptx = ".version 8.0\n.target sm_80\n.address_size 64\n"
                    ".visible .entry k() { ret; }\n";
  Result<std::string> cubin = runPtxas(*ptxas, "sm_80", ptx);
  ASSERT_TRUE(cubin) << cubin.error().message;
  EXPECT_EQ(cubin->substr(1, 3), "ELF");
  Result<std::string> bad = runPtxas(*ptxas, "sm_80", "nonsense");
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().message, HasSubstr("ptxas failed with exit code"));
}

// What a stopped process leaves behind is nobody's: there is nothing to leave.
TEST(ToolkitTest, PtxasNeedsNoTemporaryFiles) {
  std::string script = testing::TempDir() + "/copying-ptxas";
  std::ofstream(script) << "#!/bin/sh\nexec cat \"$4\" > \"$6\"\n";
  ASSERT_EQ(chmod(script.c_str(), 0700), 0);
  setenv("TMPDIR", "/nonexistent", 1);
  std::string text(100000, 'x');
  Result<std::string> copied = runPtxas(script, "sm_80", text);
  unsetenv("TMPDIR");
  ASSERT_TRUE(copied) << copied.error().message;
  EXPECT_EQ(*copied, text);
  std::remove(script.c_str());
}

TEST(CublasTest, FactsNameAProblemOrAVersion) {
  CublasFacts facts = findCublas();
  if (facts.path.empty()) {
    EXPECT_THAT(facts.problem, HasSubstr("libcublas"));
  } else {
    EXPECT_GE(facts.version, 110000);
    EXPECT_LT(facts.version, 1000000);
  }
}

#ifdef TQC_TEST_FAKE_DRIVER

/// The process has one driver, so one fixture opens it for all tests.
class CudaDeviceTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("TQ_LIBCUDA", TQC_TEST_FAKE_DRIVER, 1);
    setenv("TQ_CACHE", "off", 1);
    // A failed start is not remembered.
    setenv("FAKE_INIT", "100", 1);
    Result<const CudaApi *> failed = CudaApi::open();
    EXPECT_FALSE(failed);
    if (!failed)
      EXPECT_THAT(failed.error().message, HasSubstr("cannot be used: CUDA_"));
    unsetenv("FAKE_INIT");
    void *library = dlopen(TQC_TEST_FAKE_DRIVER, RTLD_NOW);
    journal = (const char *(*)())dlsym(library, "fakeJournal");
    reset = (void (*)())dlsym(library, "fakeReset");
    failNextSync = (void (*)(int))dlsym(library, "fakeFailNextSync");
  }

  CudaDeviceTest() {
    auto opened = CudaDevice::create(0);
    EXPECT_TRUE(opened) << opened.error().message;
    gpu = std::move(*opened);
    reset();
    image.ptx = ".version 8.0\n.entry kernel(.param .u64 p, .param .u32 n)";
    auto loaded = gpu->load(image);
    EXPECT_TRUE(loaded) << loaded.error().message;
    launch.module = *loaded;
    launch.entry = "kernel";
    launch.grid = {4, 2, 1};
    launch.block = {128, 1, 1};
    launch.arguments = {ArgumentBytes::of(uint64_t(64)),
                        ArgumentBytes::of(int32_t(42))};
  }

  static const char *(*journal)();
  static void (*reset)();
  static void (*failNextSync)(int);
  std::unique_ptr<CudaDevice> gpu;
  KernelImage image;
  Launch launch;
};

const char *(*CudaDeviceTest::journal)() = nullptr;
void (*CudaDeviceTest::reset)() = nullptr;
void (*CudaDeviceTest::failNextSync)(int) = nullptr;

TEST_F(CudaDeviceTest, AttributesSayWhatToCompileFor) {
  EXPECT_EQ(gpu->attributes().name, "Fake GPU");
  EXPECT_EQ(gpu->attributes().arch, "sm_90a");
  EXPECT_EQ(gpu->attributes().multiprocessors, 132);
  EXPECT_EQ(gpu->attributes().sharedBytesPerBlock, 232448u);
  auto second = CudaDevice::create(1);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().message,
            "there is no GPU 1; the driver sees 1, numbered from 0");
}

TEST_F(CudaDeviceTest, MemoryIsCopiedFilledAndFreed) {
  auto x = gpu->allocate({"x", 8, "fp32", {2}});
  ASSERT_TRUE(x);
  const float in[] = {1, 2};
  float out[2] = {};
  ASSERT_TRUE(gpu->copyIn(*x, in, 8));
  ASSERT_TRUE(gpu->copyOut(out, *x, 8));
  EXPECT_EQ(out[1], 2);
  ASSERT_TRUE(gpu->poison(*x, 0xff, 8));
  ASSERT_TRUE(gpu->copyOut(out, *x, 8));
  EXPECT_NE(out[0], out[0]);
  EXPECT_TRUE(gpu->free(*x));
  EXPECT_FALSE(gpu->free(*x));
  auto empty = gpu->allocate({"e", 0, "fp32", {0}});
  ASSERT_TRUE(empty);
  EXPECT_NE(*empty, 0u);
  auto huge = gpu->allocate({"huge", size_t(1) << 50, "fp32", {}});
  ASSERT_FALSE(huge);
  EXPECT_EQ(huge.error().message,
            "no room for 1125899906842624 bytes of huge; 12345 bytes are free "
            "on Fake GPU");
}

// Two streams may run one kernel at the same time: each launch has scratch
// memory of its own, in the order of its stream, and nobody waits.
TEST_F(CudaDeviceTest, ScratchLastsUntilItsLaunchIsDone) {
  CudaHandle stream = nullptr;
  uintptr_t seven = 7;
  std::memcpy(static_cast<void *>(&stream), &seven, sizeof stream);
  gpu->useStream(stream);
  auto first = gpu->allocateScratch({"counter", 64, "", {}});
  ASSERT_TRUE(first) << first.error().message;
  EXPECT_EQ(firstInt(*gpu, *first), 0);
  ASSERT_TRUE(gpu->launch(launch));
  ASSERT_TRUE(gpu->freeScratch(*first));
  EXPECT_STREQ(journal(), "allocate 64 on stream 7\n"
                          "clear 64 on stream 7\n"
                          "launch grid 4,2,1 block 128 shared 0 argument 42\n"
                          "free on stream 7\n");
}

TEST_F(CudaDeviceTest, WithoutPoolsScratchIsWaitedFor) {
  setenv("FAKE_POOLS", "0", 1);
  auto opened = CudaDevice::create(0);
  unsetenv("FAKE_POOLS");
  ASSERT_TRUE(opened);
  auto scratch = (*opened)->allocateScratch({"counter", 64, "", {}});
  ASSERT_TRUE(scratch);
  EXPECT_EQ(firstInt(**opened, *scratch), 0);
  failNextSync(700);
  EXPECT_TRUE((*opened)->freeScratch(*scratch));
  EXPECT_TRUE((*opened)->synchronize()) << "somebody waited before";
  EXPECT_FALSE((*opened)->free(*scratch)) << "it is gone";
}

TEST_F(CudaDeviceTest, LaunchesAsAsked) {
  launch.sharedBytes = 1000;
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(),
               "launch grid 4,2,1 block 128 shared 1000 argument 42\n");
}

TEST_F(CudaDeviceTest, AsksForLargeSharedMemoryOnce) {
  launch.sharedBytes = 100000;
  ASSERT_TRUE(gpu->launch(launch));
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(),
               "dynamic shared 100000\n"
               "launch grid 4,2,1 block 128 shared 100000 argument 42\n"
               "launch grid 4,2,1 block 128 shared 100000 argument 42\n");
  launch.sharedBytes = 300000;
  Status status = gpu->launch(launch);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "kernel kernel needs 300000 bytes of shared memory; a block of "
            "Fake GPU has 232448");
}

TEST_F(CudaDeviceTest, ClustersGoThroughTheExtendedLaunch) {
  launch.cluster = {2, 1, 1};
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(), "launchEx grid 4,2,1 block 128 shared 0 argument 42\n"
                          "cluster 2,1,1\n");
  reset();
  launch.cluster = {16, 1, 1};
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_THAT(journal(), HasSubstr("wide cluster 1\n"));
}

TEST_F(CudaDeviceTest, TheDriverIsAskedOnceForWhatRunsAtATime) {
  EXPECT_EQ(gpu->clustersAtOnce(launch), 132);
  EXPECT_STREQ(journal(), "");
  launch.cluster = {4, 1, 1};
  launch.sharedBytes = 1000;
  EXPECT_EQ(gpu->clustersAtOnce(launch), 30);
  EXPECT_EQ(gpu->clustersAtOnce(launch), 30);
  EXPECT_STREQ(journal(), "how many clusters of 4, shared 1000\n");
}

TEST_F(CudaDeviceTest, EachCtaHasAMultiprocessor) {
  launch.cluster = {2, 1, 1};
  EXPECT_EQ(gpu->clustersAtOnce(launch), 66);
}

TEST_F(CudaDeviceTest, WithoutAnAnswerAllMultiprocessorsAreCounted) {
  launch.cluster = {8, 1, 1};
  EXPECT_EQ(gpu->clustersAtOnce(launch), 16);
  launch.arguments.clear(); // launching says so
  launch.cluster = {4, 1, 1};
  EXPECT_EQ(gpu->clustersAtOnce(launch), 33);
}

TEST_F(CudaDeviceTest, KernelsThatWaitThemselvesOverlap) {
  launch.overlaps = true;
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(), "launchEx grid 4,2,1 block 128 shared 0 argument 42\n"
                          "overlaps 1\n");
  reset();
  launch.cluster = {2, 1, 1};
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(), "launchEx grid 4,2,1 block 128 shared 0 argument 42\n"
                          "cluster 2,1,1\noverlaps 1\n");
}

TEST_F(CudaDeviceTest, NoProgramsNoLaunch) {
  launch.grid = {0, 1, 1};
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(), "");
}

TEST_F(CudaDeviceTest, WrongArgumentsAreRefused) {
  launch.arguments.pop_back();
  Status few = gpu->launch(launch);
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().message,
            "kernel kernel takes 2 parameters, 1 were given");
  launch.arguments.push_back(ArgumentBytes::of(int64_t(1)));
  Status wide = gpu->launch(launch);
  ASSERT_FALSE(wide);
  EXPECT_EQ(wide.error().message, "parameter 1 of kernel kernel has 4 bytes, "
                                  "the argument has 8");
  launch.entry = "other";
  EXPECT_EQ(gpu->launch(launch).error().message,
            "the module has no kernel other");
}

// Nothing else is: to ask beyond the last parameter is an error, which
// sanitizers report. All that the text does not say is asked for.
TEST_F(CudaDeviceTest, WhatATextDoesNotDeclareIsAskedFor) {
  image.ptx = ".version 8.0";
  launch.module = *gpu->load(image);
  ASSERT_TRUE(gpu->launch(launch));
  EXPECT_STREQ(journal(), "no parameter 2\n"
                          "launch grid 4,2,1 block 128 shared 0 argument 42\n");
  launch.arguments.pop_back();
  EXPECT_FALSE(gpu->launch(launch));
}

TEST_F(CudaDeviceTest, TheCompilersWordsReachTheUser) {
  image.ptx = "broken";
  auto loaded = gpu->load(image);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message,
            "the driver refuses the PTX: CUDA_ERROR_INVALID_PTX: words\n"
            "ptxas application ptx input, line 7; error");
}

TEST_F(CudaDeviceTest, NewerPtxNeedsPtxas) {
  setenv("TQ_PTXAS", "/nonexistent", 1);
  image.ptx = ".version 99";
  auto loaded = gpu->load(image);
  unsetenv("TQ_PTXAS");
  ASSERT_FALSE(loaded);
  EXPECT_THAT(loaded.error().message,
              HasSubstr("the driver (CUDA 12.4) is older than this PTX"));
  EXPECT_THAT(loaded.error().message, HasSubstr("--ptx-version"));
}

TEST_F(CudaDeviceTest, FaultsPointToTheEmulator) {
  failNextSync(cuda::kIllegalAddress);
  Status status = gpu->synchronize();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "running the kernel: CUDA_ERROR_ILLEGAL_ADDRESS: words (the GPU "
            "does not say where; --device emu does)");
}

TEST_F(CudaDeviceTest, TimesAndKernelFacts) {
  auto time = gpu->time(launch, 3);
  ASSERT_TRUE(time);
  EXPECT_EQ(*time, 2.5);
  auto use = gpu->kernelUse(launch.module, "kernel");
  ASSERT_TRUE(use);
  EXPECT_EQ(use->registers, 168);
  EXPECT_EQ(use->localBytes, 8);
}

TEST_F(CudaDeviceTest, TensorMapsAreDescribedAsTheDriverWants) {
  MapSpec spec;
  spec.base = 4096;
  spec.type = "bf16";
  spec.dims = {64, 100};
  spec.strides = {128};
  spec.box = {64, 32};
  spec.swizzleBytes = 128;
  spec.fillNan = true;
  auto map = gpu->encodeMap(spec);
  ASSERT_TRUE(map) << map.error().message;
  uint64_t facts[9];
  std::memcpy(facts, map->data(), sizeof(facts));
  EXPECT_THAT(facts, testing::ElementsAre(64, 100, 128, 64, 32, 1, 1, 3, 1));
  spec.type = "fp3";
  EXPECT_EQ(gpu->encodeMap(spec).error().message,
            "a tensor map cannot hold fp3");
}

#endif

} // namespace
