//===- SharedPlace.h - addresses in the shared memory of a cluster --------===//
//
// Answers "which CTA's shared memory, and which byte of it, does an operand of
// an asynchronous instruction name". Example:
//   findShared(warp, address, 8, place) -> CTA 1, bytes at offset 0x400
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_SHAREDPLACE_H
#define TQC_RUNTIME_EMULATOR_MEMORY_SHAREDPLACE_H

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/machine/LaneAddresses.h"

namespace tqc::emu {

/// Bytes of shared memory in some CTA of the cluster.
struct SharedPlace {
  Cta *cta = nullptr;
  uint32_t address = 0; // in that CTA, without its rank
  uint8_t *bytes = nullptr;
  uint8_t *undefined = nullptr; // one flag a byte, null without checks
};

/// `address` is one of the shared window, with or without a rank, or a generic
/// one. False if the bytes are not there.
bool findShared(Warp &w, uint64_t address, uint64_t bytes, SharedPlace &out);
/// The same with a finding; also for an address that is not aligned.
bool needShared(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                uint64_t bytes, uint64_t align, SharedPlace &out);
/// The same address in another CTA of the cluster.
SharedPlace sharedIn(Cta &cta, const SharedPlace &place);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_SHAREDPLACE_H
