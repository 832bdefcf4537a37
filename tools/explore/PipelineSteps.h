//===- PipelineSteps.h - What a pipelined loop does in a turn ---*- C++ -*-===//
//
// Which rings does a kernel have, and in which order does a turn of its loops
// copy, wait, read and multiply? Read from the listing of the `schedule` phase:
//
//     %a = tqg.ring {tqg.scratch = 0 : i32} : <3, tensor<32x32xf16, #linear6>>
//     scf.for ... { tqg.copy_wait 1; tqg.ring_read %a[%i]; tqg.mma; ... }
//
//     std::vector<Pipeline> all = pipelinesOf(listing);
//     all[0].rings[0].slots == 3, all[0].rings[0].before == 2
//     all[0].lanes[0].turn[1].what == "wait"
//
// Copies before the loop are counted, since they say how far it runs ahead. It
// knows no time: what takes how long is the GPU's to say.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_PIPELINESTEPS_H
#define TQC_TOOLS_EXPLORE_PIPELINESTEPS_H

#include "tools/explore/PhaseListing.h"

namespace tqc {

/// A buffer of several tiles in shared memory.
struct PipelineRing {
  std::string name; ///< "a"
  unsigned slots = 0;
  std::string shape, type; ///< "32x32", "f16"
  std::string memory;      ///< "#tqg.linear<offset = [...], ...>"
  unsigned line = 0;       ///< of the source
  uint64_t offset = 0;     ///< of slot 0 in shared memory, in bytes
  unsigned before = 0;     ///< tiles that are copied before the loop
};

/// One thing that a turn of a loop does.
struct PipelineEvent {
  std::string what; ///< "copy", "wait", "read", "multiply", "release"
  int ring = -1;    ///< of Pipeline::rings; -1 for none or all
  unsigned line = 0;
  size_t at = 0; ///< in the listing
};

/// The turn of one loop.
struct PipelineLane {
  std::string role; ///< "producer"; empty where all warps do everything
  unsigned line = 0;
  std::vector<PipelineEvent> turn;
};

/// Loops that work on the same rings; of one kernel.
struct Pipeline {
  std::string kernel;
  std::vector<PipelineRing> rings;
  std::vector<PipelineLane> lanes;
};

/// Those of a listing of phase `schedule`, in its order.
std::vector<Pipeline> pipelinesOf(const PhaseListing &schedule);

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_PIPELINESTEPS_H
