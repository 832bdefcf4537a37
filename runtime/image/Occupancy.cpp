//===- Occupancy.cpp - How many CTAs a multiprocessor holds ---------------===//

#include "runtime/image/Occupancy.h"

#include "runtime/image/Gpus.h"

#include <algorithm>

namespace tqc {

/// All of them have as many.
static constexpr uint32_t kRegisters = 65536;
static constexpr uint32_t kRegistersAtOnce = 256; // of a warp
static constexpr uint32_t kPartitions = 4; // a warp's registers lie in one
static constexpr uint32_t kSharedAtOnce = 128;

static uint32_t roundUp(uint32_t value, uint32_t to) {
  return (value + to - 1) / to * to;
}

std::optional<Occupancy> occupancyOf(std::string_view arch,
                                     const CtaNeeds &needs) {
  const Gpu *gpu = findGpu(arch);
  if (!gpu)
    return std::nullopt;
  uint32_t warps = std::max(1u, (needs.threads + 31) / 32);
  uint32_t shared =
      roundUp(needs.sharedBytes + gpu->reservedBytes(), kSharedAtOnce);
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
