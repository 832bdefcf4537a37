//===- Mbarrier.cpp - the state of mbarrier objects -----------------------===//

#include "runtime/emulator/memory/Mbarrier.h"

namespace tqc::emu {

// 20 bits pending, 20 bits expected, 21 bits tx, the phase, and a mark.
static constexpr unsigned kExpectedAt = 20, kTxAt = 40, kPhaseAt = 61;
static constexpr uint64_t kMark = uint64_t(2) << 62;
static constexpr int32_t kMaxTx = (1 << 20) - 1;

uint64_t Mbarrier::pack() const {
  return kMark | uint64_t(phase) << kPhaseAt |
         (uint64_t(static_cast<uint32_t>(tx)) & 0x1fffff) << kTxAt |
         uint64_t(expected) << kExpectedAt | pending;
}

Mbarrier Mbarrier::unpack(uint64_t bits) {
  Mbarrier result;
  result.pending = bits & kMaxMbarrierCount;
  result.expected = bits >> kExpectedAt & kMaxMbarrierCount;
  auto tx = static_cast<int32_t>(bits >> kTxAt & 0x1fffff);
  result.tx = tx > kMaxTx ? tx - (1 << 21) : tx;
  result.phase = bits >> kPhaseAt & 1;
  return result;
}

bool mbarrierTokenPhase(uint64_t token) {
  return Mbarrier::unpack(token).phase;
}

void Mbarrier::settle() {
  if (pending != 0 || tx != 0)
    return;
  phase = !phase;
  pending = expected;
}

std::string Mbarrier::arrive(uint32_t count, bool drop) {
  if (count > pending)
    return std::to_string(count) + " arrivals come, but the phase waits for " +
           std::to_string(pending) + " of " + std::to_string(expected);
  pending -= count;
  if (drop)
    expected -= count;
  settle();
  return "";
}

std::string Mbarrier::expectTx(uint32_t bytes) {
  if (bytes > static_cast<uint32_t>(kMaxTx) ||
      tx + static_cast<int32_t>(bytes) > kMaxTx)
    return "more than 2^20 - 1 bytes are expected";
  tx += static_cast<int32_t>(bytes);
  settle();
  return "";
}

std::string Mbarrier::completeTx(uint32_t bytes) {
  if (bytes > static_cast<uint32_t>(kMaxTx) ||
      tx - static_cast<int32_t>(bytes) < -kMaxTx)
    return "more bytes have come than an mbarrier can count";
  tx -= static_cast<int32_t>(bytes);
  settle();
  return "";
}

} // namespace tqc::emu
