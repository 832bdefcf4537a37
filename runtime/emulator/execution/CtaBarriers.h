//===- CtaBarriers.h - who waits for whom in a CTA ------------------------===//
//
// Answers "who goes on when the last one has come, or has left". Example:
//   64 threads, 63 wait at bar.sync 0, the last one exits: the others go on
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_CTABARRIERS_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_CTABARRIERS_H

#include "runtime/emulator/machine/Cta.h"

namespace tqc::emu {

/// Inst::flags of barrier instructions.
enum BarrierFlags : uint32_t {
  kArrive = 1,
  kPopc = 2,
  kAnd = 4,
  kOr = 8,
  kAligned = 16,
  kNotPredicate = 32,
};

/// All have come: the groups that wait get their results and go on.
void completeBarrier(Cta &cta, uint32_t index);
/// Lanes have exited: barriers may be complete now, and the CTA over.
void lanesExited(Cta &cta);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_CTABARRIERS_H
