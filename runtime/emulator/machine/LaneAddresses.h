//===- LaneAddresses.h - what addresses the lanes name --------------------===//
//
// Answers "where does each lane of this instruction point". An instruction with
// one address has it in s[0] and imm; one with several keeps each in the pool.
// Example: AddressWords of [%r1+8] and [%rd2]; addressAt(warp, words, lane).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_LANEADDRESSES_H
#define TQC_RUNTIME_EMULATOR_MACHINE_LANEADDRESSES_H

#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/machine/Warp.h"

namespace tqc::emu {

/// Addresses of the lanes: s[0] + imm.
void laneAddresses(Warp &w, const Inst &i, uint64_t (&out)[kLanes]);

/// Words of an address operand in the pool: register, its bytes, offset.
constexpr uint32_t kAddressWords = 4;
void addAddress(std::vector<uint32_t> &pool, const DecodedOperand &operand);
uint64_t addressAt(Warp &w, const uint32_t *words, unsigned lane);

/// The value of a lane of a 32-bit register.
inline uint32_t valueAt(Warp &w, uint32_t reg, unsigned lane) {
  return w.reg<uint32_t>(reg)[lane];
}

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_LANEADDRESSES_H
