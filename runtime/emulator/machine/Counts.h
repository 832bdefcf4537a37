//===- Counts.h - rows of numbers, one an instruction ---------------------===//
//
// Answers "what is there to count". Counters.h fills these while a launch runs.
// Example: 32 neighbouring floats that a warp loads are one request, 4 units
// (sectors) of which 4 are ideal, and 128 bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_COUNTS_H
#define TQC_RUNTIME_EMULATOR_MACHINE_COUNTS_H

#include "runtime/emulator/decode/Program.h"

#include <array>
#include <vector>

namespace tqc::emu {

/// What an access to memory is for; the hardware counts these apart. Copy is
/// cp.async, which loads from global and stores to shared memory.
enum class Traffic : uint8_t { Load, Store, Atomic, Copy };
constexpr size_t kTraffics = 4;

/// Accesses of warps to one memory.
struct TrafficCount {
  uint64_t requests = 0; // instructions of warps
  uint64_t units = 0;    // sectors of global, wavefronts of shared memory
  uint64_t ideal = 0;    // units that the bytes need at least
  uint64_t bytes = 0;    // of all lanes

  void add(const TrafficCount &other);
};
using TrafficCounts = std::array<TrafficCount, kTraffics>;
TrafficCount sumOf(const TrafficCounts &counts);

/// What is counted of one instruction or line; all by warp but `lanes`.
struct InstCount {
  uint64_t warps = 0;     // times that a warp executed it
  uint64_t lanes = 0;     // active lanes, summed
  uint64_t divergent = 0; // times with some of the live lanes only
  uint64_t branches = 0, divergentBranches = 0; // that lanes took differently
  uint64_t waits = 0; // times that a warp could not go on at once
  TrafficCounts global, shared;
  TrafficCount local;
  uint64_t bulkCopies = 0, bulkBytes = 0; // cp.async.bulk, tensors and others
  uint64_t flops = 0;                     // of matrix instructions

  void add(const InstCount &other);
};

/// Rows by function of the program and instruction.
using CountTable = std::vector<std::vector<InstCount>>;
CountTable emptyCounts(const Program &program);
void addCounts(CountTable &into, const CountTable &from);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_COUNTS_H
