//===- EmuMachine.h - running PTX in tests --------------------------------===//
//
//   std::vector<uint64_t> d = runInstruction("add.u32 %d, %a, %b;",
//                                            {"b32", "b32", "b32"}, operands);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_EMUMACHINE_H
#define TQC_TEST_UNIT_EMUMACHINE_H

#include "runtime/emulator/EmulatorDevice.h"

#include "gtest/gtest.h"

#include <fstream>
#include <random>
#include <sstream>

namespace tqc::test {

/// A device with one module, whose errors are test failures.
class Machine {
public:
  explicit Machine(const std::string &ptx, emu::EmulatorOptions options = {})
      : device(options) {
    auto image = KernelImage::parse(ptx);
    EXPECT_TRUE(image) << image.error().message;
    auto loaded = device.loadPtx(*image, "test.ptx");
    EXPECT_TRUE(loaded) << loaded.error().message;
    if (loaded)
      module = *loaded;
  }

  template <typename T>
  DevicePtr upload(const std::vector<T> &values, std::string name = "in") {
    DevicePtr p = fresh<T>(values.size(), name);
    EXPECT_TRUE(device.copyIn(p, values.data(), values.size() * sizeof(T)));
    return p;
  }

  template <typename T>
  DevicePtr fresh(size_t count, std::string name = "out") {
    auto p = device.allocate(
        {name, count * sizeof(T), "", {static_cast<int64_t>(count)}});
    EXPECT_TRUE(p);
    return *p;
  }

  template <typename T>
  std::vector<T> download(DevicePtr p, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(device.copyOut(values.data(), p, count * sizeof(T)));
    return values;
  }

  template <typename... Args>
  Status tryRun(const std::string &entry, std::array<uint32_t, 3> grid,
                std::array<uint32_t, 3> block, uint32_t shared, Args... args) {
    Launch launch;
    launch.module = module;
    launch.entry = entry;
    launch.grid = grid;
    launch.block = block;
    launch.sharedBytes = shared;
    (launch.arguments.push_back(ArgumentBytes::of(args)), ...);
    return device.launch(launch);
  }

  template <typename... Args>
  void run(const std::string &entry, std::array<uint32_t, 3> grid,
           std::array<uint32_t, 3> block, uint32_t shared, Args... args) {
    Status s = tryRun(entry, grid, block, shared, args...);
    EXPECT_TRUE(s) << s.error().message;
    for (const Finding &f : device.takeFindings())
      if (f.kind != expectedKind)
        ADD_FAILURE() << f.text;
  }

  EmulatorDevice device;
  std::string expectedKind; // of findings that are meant to be there
  ModuleId module = 0;
};

inline std::string readTestFile(const std::string &name) {
  std::ifstream in(std::string(TQC_TEST_EMULATOR_DIR) + "/" + name);
  EXPECT_TRUE(in) << name;
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Up to three operands a lane.
using Operands = std::array<uint64_t, 3>;

/// Values of `bits` bits where arithmetic is likely to be wrong, and others.
std::vector<uint64_t> interestingValues(unsigned bits, size_t count);
/// Tuples of such values; a multiple of 32.
std::vector<Operands> interestingOperands(unsigned bits, size_t count = 1024);

/// What `%d` is after the text, for each tuple in %a, %b, %c. `types` are the
/// types of %d, %a, %b, %c; a "pred" gives 0 or 1.
std::vector<uint64_t> runInstruction(const std::string &text,
                                     std::vector<std::string> types,
                                     const std::vector<Operands> &operands);

} // namespace tqc::test

#endif // TQC_TEST_UNIT_EMUMACHINE_H
