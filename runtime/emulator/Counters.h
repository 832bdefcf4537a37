//===- Counters.h - what a launch did -------------------------------------===//
//
// Answers "how often did each line run, and how well did it use memory". Every
// decoded instruction has a row; rows are added up by source line. Example:
//   a load of 32 neighbouring floats is 1 request of 4 sectors, a shared load
//   with a stride of 32 words 1 request of 32 wavefronts, 31 of them conflicts
//   tq-emu k.ptx --counters; tq-run check 2 --device emu --counters --json
//
// Sectors are the 32-byte pieces that a request of a warp touches, wavefronts
// the passes over the 32 banks of shared memory, both as the hardware's
// counters of these names have them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_COUNTERS_H
#define TQC_RUNTIME_EMULATOR_COUNTERS_H

#include "runtime/image/Occupancy.h"
#include "runtime/emulator/Warp.h"

#include <array>
#include <string>

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

/// Counts one execution, by no lane at all if the guard says so. Called before
/// it, while addresses are as they were.
void countInstruction(Warp &warp, const Inst &inst, Mask mask,
                      InstCount &count);
/// The execution did not simply go on: counts that it waits, and takes back
/// what will be tried again.
void countWait(const Warp &warp, Mask mask, Step step, InstCount &count);
/// A bulk copy of `bytes` bytes was issued.
void countBulk(Warp &warp, const Inst &inst, uint64_t bytes);

/// How many instructions of a class warps executed.
using ClassCounts = std::vector<std::pair<std::string, uint64_t>>;

/// The counters of a source line (or, without .loc, of a PTX line).
struct LineCounts {
  std::string file;
  uint32_t line = 0;
  InstCount count;
  ClassCounts classes;
};

struct LaunchCounts {
  std::string kernel;
  std::array<uint32_t, 3> grid{}, block{};
  Occupancy occupancy;
  InstCount total;
  ClassCounts classes;
  std::vector<LineCounts> lines; // by file and line
};

struct LaunchState;
LaunchCounts summarise(const LaunchState &launch);
std::string renderCounts(const LaunchCounts &counts);
std::string renderCountsJson(const LaunchCounts &counts);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_COUNTERS_H
