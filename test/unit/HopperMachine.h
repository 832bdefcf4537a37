//===- HopperMachine.h - run a few lines of PTX -----------------*- C++ -*-===//
//
// A device, its buffers and kernels of a few instructions, for tests:
//
//     Machine machine(Schedule::Lazy);
//     uint64_t out = machine.buffer<float>("out", 32);
//     machine.run(".param .u64 p", "ld.param.u64 %rd1, [p]; ...",
//                 {ArgumentBytes::of(out)});
//     machine.read<float>(out, 32);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TEST_UNIT_HOPPERMACHINE_H
#define TQC_TEST_UNIT_HOPPERMACHINE_H

#include "runtime/emulator/EmulatorDevice.h"

#include "gtest/gtest.h"

#include <functional>

namespace tqc::test {

using emu::Schedule;

class Machine {
public:
  explicit Machine(Schedule schedule = Schedule::Lazy, uint64_t seed = 1)
      : device(optionsFor(schedule, seed)) {}

  template <typename T>
  uint64_t buffer(const std::string &name, const std::vector<T> &values) {
    uint64_t at = empty(name, values.size() * sizeof(T));
    EXPECT_TRUE(device.copyIn(at, values.data(), values.size() * sizeof(T)));
    return at;
  }

  uint64_t empty(const std::string &name, size_t bytes) {
    auto at = device.allocate({name, bytes, "", {}});
    EXPECT_TRUE(at);
    return at ? *at : 0;
  }

  template <typename T>
  std::vector<T> read(uint64_t at, size_t count) {
    std::vector<T> values(count);
    EXPECT_TRUE(device.copyOut(values.data(), at, count * sizeof(T)));
    return values;
  }

  ArgumentBytes map(const MapSpec &spec) {
    auto bytes = device.encodeMap(spec);
    EXPECT_TRUE(bytes) << bytes.error().message;
    ArgumentBytes argument;
    argument.bytes.assign(bytes->begin(), bytes->end());
    return argument;
  }

  /// Runs a kernel of that body; it has registers %r, %rd, %f, %p, %h of 64
  /// each and `smem`. False if it did not load or did not come to its end;
  /// `error` and `findings` say why.
  bool run(const std::string &params, const std::string &body,
           std::vector<ArgumentBytes> arguments);

  /// The findings' kinds, each once, and their messages.
  std::string kinds() const;
  std::string messages() const;

  EmulatorDevice device;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {32, 1, 1},
                          cluster = {1, 1, 1};
  uint32_t sharedBytes = 16384;
  std::string error;
  std::vector<emu::EmuFinding> findings;

private:
  static emu::EmulatorOptions optionsFor(Schedule schedule, uint64_t seed) {
    emu::EmulatorOptions options;
    options.schedule = schedule;
    options.seed = seed;
    options.threads = 1;
    return options;
  }
};

/// Runs a test on the eager and the lazy schedule and on five random ones.
void onEverySchedule(const std::function<void(Machine &)> &test);

} // namespace tqc::test

#endif // TQC_TEST_UNIT_HOPPERMACHINE_H
