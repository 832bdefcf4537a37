//===- LaneAddresses.cpp - what addresses the lanes name ------------------===//

#include "runtime/emulator/machine/LaneAddresses.h"

namespace tqc::emu {

void laneAddresses(Warp &w, const Inst &i, uint64_t (&out)[kLanes]) {
  uint64_t offset = static_cast<uint64_t>(i.imm);
  if (i.s[0] == kNoReg) {
    for (uint64_t &address : out)
      address = offset;
  } else if (i.addressBytes == 4) {
    const uint32_t *base = w.reg<uint32_t>(i.s[0]);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = static_cast<uint32_t>(base[lane] + offset);
  } else {
    const uint64_t *base = w.reg<uint64_t>(i.s[0]);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = base[lane] + offset;
  }
}

void addAddress(std::vector<uint32_t> &pool, const DecodedOperand &operand) {
  auto offset = static_cast<uint64_t>(operand.offset);
  pool.insert(pool.end(),
              {operand.regs[0], static_cast<uint32_t>(operand.value),
               static_cast<uint32_t>(offset),
               static_cast<uint32_t>(offset >> 32)});
}

uint64_t addressAt(Warp &w, const uint32_t *words, unsigned lane) {
  uint64_t offset = words[2] | uint64_t(words[3]) << 32;
  if (words[0] == kNoReg)
    return offset;
  if (words[1] == 4)
    return static_cast<uint32_t>(w.reg<uint32_t>(words[0])[lane] + offset);
  return w.reg<uint64_t>(words[0])[lane] + offset;
}

} // namespace tqc::emu
