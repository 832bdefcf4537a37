//===- RunCost.h - What one case of a level costs ---------------*- C++ -*-===//
//
// How many instructions, bytes and bank conflicts does a file take, and on
// which lines? One case runs on the emulator with its counters on:
//
//     Result<RunCost> cost = measureCost(file, levelCase, "sm_90a", seed);
//     cost->total.instructions, cost->lines[41].sectors
//     for (const Slowness &one : slownessOf(*cost, *reference))
//       one.name == "uncoalesced", one.line, one.evidence
//
// It knows no time: the emulator has none.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_RUNCOST_H
#define TQC_TOOLS_TQ_RUN_RUNCOST_H

#include "runtime/device/Device.h"
#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/LevelFiles.h"

#include <map>

namespace tqc {

/// The counters of a line, or of all.
struct CostCount {
  uint64_t instructions = 0; ///< of warps
  uint64_t requests = 0;     ///< to global memory
  uint64_t sectors = 0;      ///< of 32 bytes that they touch
  uint64_t usedBytes = 0;    ///< that lanes asked for
  uint64_t bulkBytes = 0;    ///< of bulk copies, which touch what they ask for
  uint64_t wavefronts = 0;   ///< of shared memory
  uint64_t conflicts = 0;    ///< wavefronts that banks cost
  uint64_t spilledBytes = 0; ///< of local memory

  void add(const CostCount &other);
  uint64_t touchedBytes() const { return 32 * sectors; }
  uint64_t movedBytes() const { return touchedBytes() + bulkBytes; }
};

/// The counters of a whole launch.
CostCount costOf(const LaunchReport &report);

struct RunCost {
  std::string text; ///< of the file
  std::string caseName;
  CostCount total;
  std::map<int, CostCount> lines; ///< of the file, from 1
  unsigned warps = 0,
           mostWarps = 0; ///< that fit on a multiprocessor, the least
  std::string limitedBy;
  unsigned launches = 0;
  std::string widest; ///< the kernel of the most programs
  uint64_t programs = 0;
};

/// The case that costs are compared on: the largest of the first type.
const LevelCase &costCaseOf(const std::vector<LevelCase> &cases);

/// Runs a case; an error if it does not run.
Result<RunCost> measureCost(const LevelFile &file, const LevelCase &levelCase,
                            const std::string &arch, uint64_t seed);

/// Something that makes a right kernel slow.
struct Slowness {
  std::string name; ///< in the tutor's knowledge, "uncoalesced"
  int line = 0;
  std::string evidence; ///< the counters that show it
};

/// The most costly first; `reference` tells what is usual.
std::vector<Slowness> slownessOf(const RunCost &cost, const RunCost &reference);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_RUNCOST_H
