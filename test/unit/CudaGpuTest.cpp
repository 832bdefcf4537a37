//===- CudaGpuTest.cpp - cuBLAS on a GPU against the reference ------------===//
//
// Skipped where there is no GPU or no cuBLAS.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/CublasApi.h"
#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"

#include "gtest/gtest.h"

using namespace tqc;

namespace {

class CublasGpuTest : public testing::Test {
protected:
  void SetUp() override {
    Result<std::unique_ptr<CudaDevice>> opened = CudaDevice::create(0);
    if (!opened)
      GTEST_SKIP() << opened.error().message;
    gpu = std::move(*opened);
    Result<std::unique_ptr<Cublas>> found = Cublas::create(*gpu);
    if (!found)
      GTEST_SKIP() << found.error().message;
    cublas = std::move(*found);
  }

  DevicePtr put(const HostTensor &tensor) {
    Result<DevicePtr> pointer = gpu->allocate(
        {"t", tensor.storage.size(), nameOf(tensor.type), tensor.shape});
    EXPECT_TRUE(pointer);
    EXPECT_TRUE(
        gpu->copyIn(*pointer, tensor.storage.data(), tensor.storage.size()));
    return *pointer;
  }

  /// Multiplies the case's inputs; false if cuBLAS has no such product.
  bool multiply(const LevelCase &c, const std::vector<HostTensor> &in,
                HostTensor &out) {
    DevicePtr pa = put(in[0]), pb = put(in[1]), pc = put(out);
    GemmSpec spec;
    spec.m = c.outShape[0];
    spec.n = c.outShape[1];
    spec.k = in[0].shape[1];
    spec.a = {pa, in[0].type, in[0].strides[0], in[0].strides[1], 0};
    spec.b = {pb, in[1].type, in[1].strides[0], in[1].strides[1], 0};
    spec.c = {pc, out.type, spec.n, 1, 0};
    spec.tf32 = c.precision == Precision::Tf32;
    Status status = cublas->gemm(spec);
    if (status) {
      EXPECT_TRUE(gpu->synchronize());
      EXPECT_TRUE(gpu->copyOut(out.storage.data(), pc, out.storage.size()));
      Result<double> time = cublas->time(spec, 3);
      EXPECT_TRUE(time && *time > 0);
    }
    for (DevicePtr pointer : {pa, pb, pc})
      EXPECT_TRUE(gpu->free(pointer));
    return bool(status);
  }

  std::unique_ptr<CudaDevice> gpu;
  std::unique_ptr<Cublas> cublas;
};

TEST_F(CublasGpuTest, EveryTypeAndViewOfLevel2) {
  int done = 0;
  for (const LevelCase &c : casesOf(2, CaseSet::Small)) {
    auto in = makeInputs(c, 3);
    HostTensor out(c.outType, c.outShape);
    if (!multiply(c, in, out)) {
      // cuBLAS has no int8 of odd sizes and no operand with two strides.
      EXPECT_TRUE(c.type() == DType::I8 ||
                  c.name.find("strided") != std::string::npos)
          << c.name;
      continue;
    }
    ++done;
    Comparison result = compare(out, *makeReference(c, in));
    EXPECT_EQ(result.wrong, 0) << c.name;
    EXPECT_LE(result.relativeError, c.tolerance()) << c.name;
  }
  EXPECT_GE(done, 20);
}

TEST_F(CublasGpuTest, Fp8WithBothOperandsAlongK) {
  if (gpu->attributes().computeMajor < 9)
    GTEST_SKIP() << "no fp8 before sm_89";
  LevelCase c;
  c.level = 2;
  c.name = "fp8";
  c.inputs = {
      {"a", DType::FP8E4NV, {128, 256}},
      {"b", DType::FP8E4NV, {256, 64}, Fill::Normal, Placement::Transposed}};
  c.outType = DType::BF16;
  c.outShape = {128, 64};
  auto in = makeInputs(c, 3);
  HostTensor out(c.outType, c.outShape);
  ASSERT_TRUE(multiply(c, in, out));
  // cuBLAS accumulates fp8 with fewer bits than fp32 has.
  Comparison result = compare(out, *makeReference(c, in));
  EXPECT_LE(result.relativeError, 5e-2);
}

} // namespace
