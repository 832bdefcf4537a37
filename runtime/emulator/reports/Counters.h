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

#ifndef TQC_RUNTIME_EMULATOR_REPORTS_COUNTERS_H
#define TQC_RUNTIME_EMULATOR_REPORTS_COUNTERS_H

#include "runtime/emulator/machine/Counts.h"
#include "runtime/emulator/machine/Warp.h"
#include "runtime/image/Occupancy.h"

#include <array>
#include <string>

namespace tqc::emu {

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

#endif // TQC_RUNTIME_EMULATOR_REPORTS_COUNTERS_H
