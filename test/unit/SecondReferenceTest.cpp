//===- SecondReferenceTest.cpp - The second reference without cuBLAS ------===//
//
// With products made on the host it must agree with the first reference, and
// notice what is wrong.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/SecondReference.h"

#include "runtime/open/OpenDevice.h"
#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"

#include "gtest/gtest.h"

using namespace tqc;

namespace {

struct SecondReferenceTest : testing::Test {
  void SetUp() override {
    emu::EmulatorOptions options;
    options.checks = false;
    Result<OpenedDevice> opened = openDevice("emu", options);
    ASSERT_TRUE(opened) << opened.error().message;
    device = std::move(opened->device);
  }

  double load(const GemmOperand &x, int64_t batch, int64_t i, int64_t j) {
    int64_t element =
        batch * x.batchStride + i * x.rowStride + j * x.columnStride;
    uint8_t bytes[8] = {};
    EXPECT_TRUE(device->copyOut(
        bytes, x.data + uint64_t(element) * bytesOf(x.type), bytesOf(x.type)));
    return loadElement(x.type, bytes);
  }

  Status multiply(const GemmSpec &spec) {
    ++products;
    for (int64_t z = 0; z < spec.batch; ++z)
      for (int64_t i = 0; i < spec.m; ++i)
        for (int64_t j = 0; j < spec.n; ++j) {
          double sum = 0;
          for (int64_t k = 0; k < spec.k; ++k)
            sum += load(spec.a, z, i, k) * load(spec.b, z, k, j);
          uint8_t bytes[8] = {};
          storeElement(spec.c.type, bytes, spec.alpha * sum);
          int64_t element = z * spec.c.batchStride + i * spec.c.rowStride + j;
          if (Status status = device->copyIn(
                  spec.c.data + uint64_t(element) * bytesOf(spec.c.type), bytes,
                  bytesOf(spec.c.type));
              !status)
            return status;
        }
    return {};
  }

  /// What a perfect launcher would return: the first reference, rounded.
  HostTensor rightAnswer(const LevelCase &c,
                         const std::vector<HostTensor> &inputs) {
    std::unique_ptr<ExpectedRows> rows = makeReference(c, inputs);
    HostTensor out(c.outType, c.outShape);
    std::vector<double> values(size_t(rows->columns())), bounds(values);
    for (int64_t row : rows->rows()) {
      rows->compute(row, values.data(), bounds.data());
      for (int64_t i = 0; i < rows->columns(); ++i)
        out.set(row * rows->columns() + i, values[size_t(i)]);
    }
    return out;
  }

  /// The case of that name, shortened so that the host can multiply it.
  LevelCase caseNamed(int level, const std::string &name) {
    for (const LevelCase &c : casesOf(level, CaseSet::Small))
      if (c.name == name)
        return c;
    ADD_FAILURE() << name;
    return {};
  }

  std::unique_ptr<ExpectedRows> second(const LevelCase &c,
                                       const std::vector<HostTensor> &inputs,
                                       int64_t work = 1 << 24) {
    std::vector<DeviceTensor> uploaded;
    for (const HostTensor &tensor : inputs)
      uploaded.push_back(*uploadInput(*device, "x", tensor));
    return makeSecond(
        *device, [&](const GemmSpec &spec) { return multiply(spec); }, c,
        uploaded, work);
  }

  std::unique_ptr<Device> device;
  int products = 0;
};

TEST_F(SecondReferenceTest, AgreesWithTheFirst) {
  struct {
    int level;
    const char *name;
  } const kCases[] = {{2, "fp16-64x64x64"},      {2, "fp32-96x80x112-strided"},
                      {2, "int8-64x64x64"},      {4, "fp16-1x1x16x16"},
                      {7, "bf16-1x1x16x16"},     {8, "fp16-1x1x16x16-causal"},
                      {8, "fp32-1x1x16x16-full"}};
  for (const auto &[level, name] : kCases) {
    std::string named = name;
    if (named.substr(0, 4) == "int8")
      named = std::string(nameOf(DType::I8)) + named.substr(4);
    LevelCase c = caseNamed(level, named);
    if (c.inputs.empty())
      continue;
    std::vector<HostTensor> inputs = makeInputs(c, 7);
    std::unique_ptr<ExpectedRows> rows = second(c, inputs);
    ASSERT_TRUE(rows) << name;
    HostTensor out = rightAnswer(c, inputs);
    Comparison same = compare(out, *rows);
    EXPECT_EQ(same.wrong, 0) << name;
    EXPECT_EQ(same.checked, out.numel()) << name;
    EXPECT_LE(same.relativeError, 2 * c.tolerance()) << name;
    // One wrong element is seen.
    out.set(out.numel() / 2, 100);
    EXPECT_EQ(compare(out, *rows).wrong, 1) << name;
  }
}

TEST_F(SecondReferenceTest, MasksAsTheCaseSays) {
  LevelCase c = caseNamed(8, "fp32-1x1x16x16-causal");
  for (Causal causal : {Causal::TopLeft, Causal::BottomRight, Causal::No}) {
    c.causal = causal;
    c.inputs[0].shape = c.outShape = {1, 2, 5, 16}; // fewer queries than keys
    c.inputs[1].shape = c.inputs[2].shape = {1, 2, 9, 16};
    std::vector<HostTensor> inputs = makeInputs(c, 3);
    std::unique_ptr<ExpectedRows> rows = second(c, inputs);
    ASSERT_TRUE(rows);
    EXPECT_LE(compare(rightAnswer(c, inputs), *rows).relativeError, 1e-6);
  }
}

TEST_F(SecondReferenceTest, LooksAtAsManyHeadsAsTheWorkAllows) {
  LevelCase c = caseNamed(7, "fp32-1x1x16x16");
  for (InputSpec &input : c.inputs)
    input.shape = {2, 3, 16, 16};
  c.outShape = {2, 3, 16, 16};
  std::vector<HostTensor> inputs = makeInputs(c, 3);
  std::unique_ptr<ExpectedRows> rows = second(c, inputs, 2 * 16 * 16);
  ASSERT_TRUE(rows);
  EXPECT_EQ(products, 4);
  ASSERT_EQ(rows->rows().size(), 32u);
  EXPECT_EQ(rows->rows()[0], 0);
  EXPECT_EQ(rows->rows()[16], 3 * 16);
  HostTensor out = rightAnswer(c, inputs);
  EXPECT_EQ(compare(out, *rows).wrong, 0);
  out.set((3 * 16 + 5) * 16, 100);
  EXPECT_EQ(compare(out, *rows).wrong, 1);
}

TEST_F(SecondReferenceTest, LooksAtTheLastRowsOfALongHead) {
  LevelCase c = caseNamed(8, "fp32-1x1x16x16-causal");
  for (InputSpec &input : c.inputs)
    input.shape = {1, 2, 24, 16};
  c.outShape = {1, 2, 24, 16};
  std::vector<HostTensor> inputs = makeInputs(c, 3);
  std::unique_ptr<ExpectedRows> rows = second(c, inputs, 5 * 24);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->rows().size(), 5u);
  EXPECT_EQ(rows->rows()[0], 19);
  HostTensor out = rightAnswer(c, inputs);
  Comparison same = compare(out, *rows);
  EXPECT_EQ(same.wrong, 0);
  EXPECT_LE(same.relativeError, 1e-6);
}

TEST_F(SecondReferenceTest, ThereIsNoneWhereProductsFailOrDecideNothing) {
  LevelCase c = caseNamed(2, "fp16-64x64x64");
  std::vector<DeviceTensor> uploaded;
  for (const HostTensor &tensor : makeInputs(c, 7))
    uploaded.push_back(*uploadInput(*device, "x", tensor));
  EXPECT_EQ(makeSecond(
                *device,
                [](const GemmSpec &) { return Status(Error{"not today"}); }, c,
                uploaded),
            nullptr);
  LevelCase add = casesOf(1, CaseSet::Small)[0];
  EXPECT_EQ(second(add, makeInputs(add, 1)), nullptr);
}

} // namespace
