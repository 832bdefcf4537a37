//===- BlameTest.cpp - Planted faults and who is blamed for them ----------===//

#include "tools/tq-run/Blame.h"

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <fstream>

using namespace tqc;
using testing::HasSubstr;

namespace {

constexpr const char *kSource = R"(
@triton.jit
def scaled(x_ptr, out_ptr, n):
    i = tl.arange(0, 64)
    x = tl.load(x_ptr + i, mask=i < n, other=0.0)
    tl.store(out_ptr + i, x - tl.sum(x, axis=0), mask=i < n)


@triton.jit
def product(a_ptr, b_ptr, out_ptr, K):
    i = tl.arange(0, 32)
    acc = tl.zeros((32, 32), tl.float32)
    for k in range(0, K, 32):
        a = tl.load(a_ptr + i[:, None] * K + k + i[None, :])
        b = tl.load(b_ptr + (k + i[:, None]) * 32 + i[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + i[:, None] * 32 + i[None, :], acc)
)";

/// A device that hands everything on, but for the PTX, which is changed: as an
/// assembler that makes other machine code of it.
class FaultyAssembler : public Device {
public:
  FaultyAssembler(std::unique_ptr<Device> device, std::string from,
                  std::string to)
      : device(std::move(device)), from(std::move(from)), to(std::move(to)) {}

  const DeviceAttributes &attributes() const override {
    return device->attributes();
  }
  Result<DevicePtr> allocate(const AllocationInfo &info) override {
    return device->allocate(info);
  }
  Status free(DevicePtr ptr) override { return device->free(ptr); }
  Status copyIn(DevicePtr at, const void *data, size_t bytes) override {
    return device->copyIn(at, data, bytes);
  }
  Status copyOut(void *data, DevicePtr at, size_t bytes) override {
    return device->copyOut(data, at, bytes);
  }
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override {
    return device->poison(ptr, byte, bytes);
  }
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override {
    return device->fill(ptr, byte, bytes);
  }
  Result<ModuleId> load(const KernelImage &image) override {
    KernelImage changed = image;
    for (size_t at = changed.ptx.find(from); at != std::string::npos;
         at = changed.ptx.find(from, at + to.size()))
      changed.ptx.replace(at, from.size(), to);
    EXPECT_NE(changed.ptx, image.ptx);
    return device->load(changed);
  }
  Status launch(const Launch &launch) override {
    return device->launch(launch);
  }
  Status synchronize() override { return device->synchronize(); }
  Result<double> time(const Launch &launch, int repeats) override {
    return device->time(launch, repeats);
  }
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override {
    return device->encodeMap(spec);
  }

private:
  std::unique_ptr<Device> device;
  std::string from, to;
};

class BlamePlantedFaults : public testing::Test {
protected:
  void SetUp() override {
    setenv("TQ_CACHE", "off", /*replace=*/1);
    path = testing::TempDir() + "blame-planted.tq";
    std::ofstream(path) << kSource;
    options.everyPass = true;
    options.withGpu = false;
  }

  LaunchRequest request(const std::string &name,
                        const std::vector<std::string> &values) {
    LaunchRequest made;
    made.file = path;
    made.name = name;
    made.grid = Dim3{1, 1, 1};
    made.arch = "sm_80";
    for (const std::string &text : values) {
      Result<LaunchValue> value = parseLaunchValue(text, /*seed=*/1);
      EXPECT_TRUE(value) << text;
      made.values.push_back(std::move(*value));
    }
    return made;
  }
  LaunchRequest scaled() {
    return request("scaled",
                   {"x_ptr=rand:fp32:50", "out_ptr=empty:fp32:50", "n=50"});
  }
  LaunchRequest product() {
    return request("product",
                   {"a_ptr=rand:fp16:32x160", "b_ptr=rand:fp16:160x32",
                    "out_ptr=empty:fp32:32x32", "K=160"});
  }

  /// Changes the first op of a kind after a pass, as a wrong pass would.
  template <typename Op>
  PassHook after(const std::string &pass, std::function<void(Op)> change) {
    return [this, pass, change](llvm::StringRef name, mlir::Operation *root) {
      if (name != pass)
        return;
      root->walk([&](Op op) {
        change(op);
        ++planted;
        return mlir::WalkResult::interrupt();
      });
    };
  }

  /// Puts a GPU beside the others whose PTX is read with a fault.
  void useAssembler(const std::string &from, const std::string &to) {
    options.withGpu = true;
    options.openGpu = [=]() -> Result<OpenedDevice> {
      Result<OpenedDevice> opened = openDevice("emu");
      if (!opened)
        return opened;
      opened->device = std::make_unique<FaultyAssembler>(
          std::move(opened->device), from, to);
      opened->name = "cuda:0";
      opened->emulated = false;
      return opened;
    };
  }

  std::string path;
  BlameOptions options;
  int planted = 0;
};

} // namespace

TEST_F(BlamePlantedFaults, NobodyIsBlamedWithoutOne) {
  for (const LaunchRequest &made : {scaled(), product()}) {
    Result<Verdict> verdict = judge(made, options);
    ASSERT_TRUE(verdict) << verdict.error().message;
    EXPECT_EQ(verdict->culprit, Culprit::Nobody) << verdict->reason;
    EXPECT_GT(verdict->steps.size(), 4u);
    for (const StepVerdict &step : verdict->steps)
      EXPECT_TRUE(step.isGood()) << step.pass;
  }
}

TEST_F(BlamePlantedFaults, APassOverTilesThatAddsForItSubtracts) {
  LaunchRequest made = scaled();
  made.afterPass =
      after<mlir::arith::SubFOp>("cse", [](mlir::arith::SubFOp sub) {
        mlir::OpBuilder b(sub);
        auto sum = mlir::arith::AddFOp::create(b, sub.getLoc(), sub.getLhs(),
                                               sub.getRhs());
        sub.replaceAllUsesWith(sum.getResult());
        sub.erase();
      });
  Result<Verdict> verdict = judge(made, options);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_GT(planted, 0);
  EXPECT_EQ(verdict->culprit, Culprit::Compiler);
  EXPECT_EQ(verdict->pass, "cse");
  EXPECT_THAT(verdict->reason,
              HasSubstr("pass cse of phase tile changed a result: out_ptr["));
}

TEST_F(BlamePlantedFaults, APassOverPlacedTilesThatMovesAMask) {
  LaunchRequest made = scaled();
  made.afterPass = after<mlir::arith::CmpIOp>(
      "tq-assign-layouts", [](mlir::arith::CmpIOp compare) {
        compare.setPredicate(mlir::arith::CmpIPredicate::sle); // 51, not 50
      });
  Result<Verdict> verdict = judge(made, options);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_GT(planted, 0);
  EXPECT_EQ(verdict->culprit, Culprit::Compiler);
  EXPECT_EQ(verdict->pass, "tq-assign-layouts");
  EXPECT_THAT(verdict->reason,
              HasSubstr("pass tq-assign-layouts of phase layout made a kernel "
                        "that fails"));
  EXPECT_THAT(verdict->reason, HasSubstr("out-of-bounds"));
}

TEST_F(BlamePlantedFaults, AScheduleThatReadsTheSlotBeside) {
  LaunchRequest made = product();
  made.afterPass =
      after<tqg::RingReadOp>("tq-pipeline-loops", [](tqg::RingReadOp read) {
        mlir::OpBuilder b(read);
        mlir::Value first =
            mlir::arith::ConstantIntOp::create(b, read.getLoc(), 0, 32);
        read.getSlotMutable().assign(first); // each time
      });
  Result<Verdict> verdict = judge(made, options);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_GT(planted, 0);
  EXPECT_EQ(verdict->culprit, Culprit::Compiler);
  EXPECT_EQ(verdict->pass, "tq-pipeline-loops");
  EXPECT_THAT(verdict->reason,
              HasSubstr("pass tq-pipeline-loops of phase schedule"));
}

TEST_F(BlamePlantedFaults, AnAssemblerThatTakesAnotherInstruction) {
  useAssembler("sub.", "add.");
  Result<Verdict> verdict = judge(scaled(), options);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->culprit, Culprit::Assembler) << verdict->reason;
  EXPECT_THAT(verdict->reason, HasSubstr("out_ptr["));
  EXPECT_TRUE(verdict->agreements[0].holds()); // tile and emulator
  for (const StepVerdict &step : verdict->steps)
    EXPECT_TRUE(step.isGood()) << step.pass;
}

TEST_F(BlamePlantedFaults, AnAssemblerThatMakesNothingOfIt) {
  useAssembler("sub.", "bus.");
  Result<Verdict> verdict = judge(scaled(), options);
  ASSERT_TRUE(verdict) << verdict.error().message;
  EXPECT_EQ(verdict->culprit, Culprit::Assembler) << verdict->reason;
  EXPECT_THAT(verdict->reason, HasSubstr("cuda:0 failed: "));
  EXPECT_EQ(verdict->agreements.size(), 1u); // the GPU's tensors say nothing
  EXPECT_FALSE(verdict->emuWithGpu);
}
