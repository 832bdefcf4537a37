//===- Occupancy.cpp - How many CTAs a multiprocessor holds ---------------===//

#include "runtime/image/Occupancy.h"

#include <algorithm>

namespace tqc {

namespace {
/// Limits of one multiprocessor, from the table of compute capabilities in the
/// CUDA programming guide. All have 65536 registers.
struct Limits {
  std::string_view arch;
  uint32_t warps, ctas, sharedBytes, reservedBytes;
};
} // namespace

static constexpr Limits kLimits[] = {
    {"sm_75", 32, 16, 64 << 10, 0},
    {"sm_80", 64, 32, 164 << 10, 1 << 10},
    {"sm_86", 48, 16, 100 << 10, 1 << 10},
    {"sm_89", 48, 24, 100 << 10, 1 << 10},
    {"sm_90", 64, 32, 228 << 10, 1 << 10},
    {"sm_90a", 64, 32, 228 << 10, 1 << 10},
};

static constexpr uint32_t kRegisters = 65536;
static constexpr uint32_t kRegistersAtOnce = 256; // of a warp
static constexpr uint32_t kPartitions = 4; // a warp's registers lie in one
static constexpr uint32_t kSharedAtOnce = 128;

static uint32_t roundUp(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

std::optional<Occupancy> occupancyOf(std::string_view arch,
                                     const CtaNeeds &needs) {
  const Limits *gpu =
      std::find_if(std::begin(kLimits), std::end(kLimits),
                   [&](const Limits &known) { return known.arch == arch; });
  if (gpu == std::end(kLimits))
    return std::nullopt;
  uint32_t warps = std::max(1u, (needs.threads + 31) / 32);
  uint32_t shared =
      roundUp(needs.sharedBytes + gpu->reservedBytes, kSharedAtOnce);
  uint32_t byRegisters = gpu->ctas;
  if (needs.registers != 0) {
    uint32_t ofWarp = roundUp(needs.registers * 32, kRegistersAtOnce);
    byRegisters = kRegisters / kPartitions / ofWarp * kPartitions / warps;
  }
  struct {
    const char *name;
    uint32_t ctas;
  } limits[] = {
      {"blocks", gpu->ctas},
      {"warps", gpu->warps / warps},
      {"registers", byRegisters},
      {"shared memory", shared ? gpu->sharedBytes / shared : gpu->ctas}};
  Occupancy result;
  result.needs = needs;
  result.mostWarps = gpu->warps;
  result.ctas = gpu->ctas;
  for (const auto &limit : limits)
    result.ctas = std::min(result.ctas, limit.ctas);
  for (const auto &limit : limits)
    if (limit.ctas == result.ctas &&
        (limit.ctas != gpu->ctas || limit.name == limits[0].name))
      result.limits +=
          (result.limits.empty() ? "" : ", ") + std::string(limit.name);
  result.warps = result.ctas * warps;
  return result;
}

} // namespace tqc
