//===- Counters.h - what a launch did -------------------------------------===//
//
// Answers "how often did each line run, and how well did it use memory". Every
// decoded instruction has a row; rows are added up by source line. Example:
//   a load of 32 neighbouring floats is 1 request of 4 sectors, a shared load
//   with a stride of 32 words 1 request of 32 wavefronts, 31 of them conflicts
//
// Sectors are the 32-byte pieces that a request of a warp touches, wavefronts
// the passes over the 32 banks of shared memory, both as the hardware's
// counters of these names have them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_COUNTERS_H
#define TQC_RUNTIME_EMULATOR_COUNTERS_H

#include "runtime/emulator/Warp.h"

#include <string>

namespace tqc::emu {

/// What is counted of one instruction or line; all by warp but `lanes`.
struct InstCount {
  uint64_t warps = 0;     // times that a warp executed it
  uint64_t lanes = 0;     // active lanes, summed
  uint64_t divergent = 0; // times with some of the live lanes only
  uint64_t globalRequests = 0, globalSectors = 0, globalBytes = 0;
  uint64_t sharedRequests = 0, sharedWavefronts = 0, sharedBytes = 0;
  uint64_t idealWavefronts = 0; // what the bytes need without conflicts
  uint64_t localRequests = 0, localBytes = 0;
  uint64_t flops = 0; // of matrix instructions

  void add(const InstCount &other);
};

/// Rows by function of the program and instruction.
using CountTable = std::vector<std::vector<InstCount>>;
CountTable emptyCounts(const Program &program);
void addCounts(CountTable &into, const CountTable &from);

/// Counts one execution. Called before it, while addresses are as they were.
void countInstruction(Warp &warp, const Inst &inst, Mask mask,
                      InstCount &count);

/// The counters of a source line (or, without .loc, of a PTX line).
struct LineCounts {
  std::string file;
  uint32_t line = 0;
  InstCount count;
};

struct LaunchCounts {
  std::string kernel;
  InstCount total;
  std::vector<std::pair<std::string, uint64_t>> classes; // warp instructions
  std::vector<LineCounts> lines;                         // by file and line
};

LaunchCounts summarise(const Program &program, const CountTable &counts);
std::string renderCounts(const LaunchCounts &counts);
std::string renderCountsJson(const LaunchCounts &counts);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_COUNTERS_H
