//===- SharedPlace.h - addresses in the shared memory of a cluster --------===//
//
// Answers "which CTA's shared memory, and which byte of it, does an operand of
// an asynchronous instruction name". Such an instruction has several addresses,
// so each is kept in the pool on its own. Example:
//   AddressWords of [%r1+8] and [%rd2]; addressAt(warp, words, lane);
//   findShared(warp, address, 8, place) -> CTA 1, bytes at offset 0x400
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_SHAREDPLACE_H
#define TQC_RUNTIME_EMULATOR_SHAREDPLACE_H

#include "runtime/emulator/Cta.h"
#include "runtime/emulator/Forms.h"

namespace tqc::emu {

/// Words of an address operand in the pool: register, its bytes, offset.
constexpr uint32_t kAddressWords = 4;
void addAddress(std::vector<uint32_t> &pool, const DecodedOperand &operand);
uint64_t addressAt(Warp &w, const uint32_t *words, unsigned lane);

/// The value of a lane of a 32-bit register.
inline uint32_t valueAt(Warp &w, uint32_t reg, unsigned lane) {
  return w.reg<uint32_t>(reg)[lane];
}

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

#endif // TQC_RUNTIME_EMULATOR_SHAREDPLACE_H
