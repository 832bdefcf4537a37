//===- Gpus.cpp - The GPUs, and what each has -----------------------------===//

#include "runtime/image/Gpus.h"

#include <algorithm>
#include <iterator>

namespace tqc {

static constexpr Chip kChips[] = {
#define TQ_CHIP(capability, warps, ctas, shared, half, tf32, bytes, single)    \
  {capability, warps, ctas, (shared) << 10, half, tf32, bytes, single},
#include "runtime/image/Gpus.def"
};

static std::vector<Gpu> readGpus() {
  std::vector<Gpu> gpus;
#define TQ_GPU(name, capability, variant, version)                             \
  gpus.push_back({*findChip(capability), name, GpuVariant::variant, version});
#include "runtime/image/Gpus.def"
  return gpus;
}

const std::vector<Gpu> &allGpus() {
  static const std::vector<Gpu> gpus = readGpus();
  return gpus;
}

const Gpu *findGpu(std::string_view name) {
  for (const Gpu &gpu : allGpus())
    if (gpu.name == name)
      return &gpu;
  return nullptr;
}

int computeCapabilityOf(std::string_view name) {
  const Gpu *gpu = findGpu(name);
  return gpu ? gpu->capability : 0;
}

const Chip *findChip(int capability) {
  const Chip *end = std::end(kChips);
  const Chip *found =
      std::find_if(std::begin(kChips), end, [&](const Chip &chip) {
        return chip.capability == capability;
      });
  return found == end ? nullptr : found;
}

std::string gpuNames() {
  std::string names;
  for (const Gpu &gpu : allGpus())
    names += (names.empty() ? "" : ", ") + std::string(gpu.name);
  return names;
}

bool runsOn(const Gpu &code, int capability) {
  switch (code.variant) {
  case GpuVariant::Plain:
    return capability >= code.capability;
  case GpuVariant::Family:
    return capability >= code.capability &&
           capability / 10 == code.capability / 10;
  case GpuVariant::Specific:
    return capability == code.capability;
  }
  return false;
}

const Gpu *gpuForDevice(int capability) {
  const Gpu *best = nullptr;
  for (const Gpu &gpu : allGpus())
    if (gpu.variant == GpuVariant::Plain && runsOn(gpu, capability))
      best = &gpu;
  return capability == 90 ? findGpu("sm_90a") : best;
}

} // namespace tqc
