//===- Occupancy.cpp - how many CTAs a multiprocessor holds ---------------===//

#include "runtime/emulator/Occupancy.h"

#include <algorithm>

namespace tqc::emu {

// Compute capability 9.0: what a multiprocessor has, and in what pieces it is
// given out.
static constexpr uint32_t kMostCtas = 32;
static constexpr uint32_t kRegisters = 65536;
static constexpr uint32_t kRegistersAtOnce = 256; // of a warp
static constexpr uint32_t kWarpsAtOnce = 4;
static constexpr uint32_t kShared = 228 << 10;
static constexpr uint32_t kSharedOfSystem = 1 << 10; // a CTA
static constexpr uint32_t kSharedAtOnce = 128;

static uint32_t roundUp(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

Occupancy occupancyOf(const CtaNeeds &needs) {
  Occupancy result;
  result.needs = needs;
  uint32_t warps = std::max(1u, (needs.threads + 31) / 32);
  uint32_t shared = roundUp(needs.sharedBytes + kSharedOfSystem, kSharedAtOnce);
  uint32_t byRegisters = kMostCtas;
  if (needs.registers != 0) {
    uint32_t ofWarp = roundUp(needs.registers * 32, kRegistersAtOnce);
    byRegisters = kRegisters / ofWarp / kWarpsAtOnce * kWarpsAtOnce / warps;
  }
  struct {
    const char *name;
    uint32_t ctas;
  } limits[] = {{"blocks", kMostCtas},
                {"warps", Occupancy::kMostWarps / warps},
                {"registers", byRegisters},
                {"shared memory", kShared / shared}};
  result.ctas = kMostCtas;
  for (const auto &limit : limits)
    result.ctas = std::min(result.ctas, limit.ctas);
  for (const auto &limit : limits)
    if (limit.ctas == result.ctas &&
        (limit.ctas != kMostCtas || limit.name == limits[0].name))
      result.limits +=
          (result.limits.empty() ? "" : ", ") + std::string(limit.name);
  result.warps = result.ctas * warps;
  return result;
}

} // namespace tqc::emu
