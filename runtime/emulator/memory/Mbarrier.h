//===- Mbarrier.h - the state of mbarrier objects -------------------------===//
//
// Answers "has this phase completed". An mbarrier counts arrivals and bytes; a
// phase completes when both are what was expected, and the next one begins.
// The 64 bits in shared memory are the emulator's own packing; a table beside
// them knows which addresses hold an mbarrier and whether someone wrote over
// it. Example:
//   init 1; expect_tx 1024 and arrive: pending 0, tx 1024, phase 0;
//   complete_tx 1024: phase 1, pending 1 again, whoever waited on parity 0 runs
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_MBARRIER_H
#define TQC_RUNTIME_EMULATOR_MEMORY_MBARRIER_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tqc::emu {

constexpr uint32_t kMaxMbarrierCount = (1u << 20) - 1;

/// What the 64 bits say.
struct Mbarrier {
  uint32_t pending = 0;  // arrivals that are missing in this phase
  uint32_t expected = 0; // arrivals of a phase
  int32_t tx = 0;        // bytes that are announced and have not come
  bool phase = false;    // parity of the phase at work

  uint64_t pack() const;
  static Mbarrier unpack(uint64_t bits);

  // Each returns what is wrong, or nothing. They complete phases.
  std::string arrive(uint32_t count, bool drop);
  std::string expectTx(uint32_t bytes);
  std::string completeTx(uint32_t bytes);

private:
  void settle();
};

/// The parity that a state token of mbarrier.arrive was given in.
bool mbarrierTokenPhase(uint64_t token);

/// An mbarrier as the emulator remembers it beside its 64 bits.
struct MbarrierEntry {
  uint64_t bits = 0;
  uint64_t phases = 0;            // completed
  std::vector<uint32_t> arriving; // what this phase's arrivals have seen
  std::vector<uint32_t> done;     // what who waits for a phase gets to know
  uint32_t initWarp = 0, initMoment = 0; // who initialised it, and when
  bool initIsTold = false; // that nothing orders that before a use
};

/// The mbarriers of a CTA's shared memory, by their addresses.
using MbarrierTable = std::map<uint32_t, MbarrierEntry>;

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_MBARRIER_H
