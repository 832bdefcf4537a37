//===- Cta.cpp - a block, its cluster, and the launch they belong to ------===//

#include "runtime/emulator/machine/Cta.h"

#include <algorithm>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Cta
//===----------------------------------------------------------------------===//

Cta::Cta(Cluster &cluster, std::array<uint32_t, 3> id, uint32_t rank)
    : cluster(cluster), launch(cluster.launch), id(id), rank(rank) {
  const Program &program = *launch.program;
  size_t bytes = program.dynamicShared - kSharedStart + launch.dynamicShared;
  shared.resize(bytes + 16);
  shared.resize(bytes);
  if (launch.options.checks)
    sharedUndefined.assign(bytes, 1);
  uint32_t threads = launch.threadsPerCta();
  for (uint32_t first = 0, index = 0; first < threads;
       first += kLanes, ++index) {
    uint32_t lanes = std::min(threads - first, kLanes);
    Mask mask = lanes == kLanes ? kAllLanes : (Mask(1) << lanes) - 1;
    warps.push_back(std::make_unique<Warp>(*this, index, mask));
  }
}

uint64_t Cta::linearId() const {
  return id[0] +
         uint64_t(launch.grid[0]) * (id[1] + uint64_t(launch.grid[1]) * id[2]);
}

uint32_t Cta::liveThreads() const {
  uint32_t count = 0;
  for (const auto &warp : warps)
    count += countLanes(warp->live);
  return count;
}

//===----------------------------------------------------------------------===//
// Cluster
//===----------------------------------------------------------------------===//

Cluster::Cluster(LaunchState &launch, uint64_t linearIndex)
    : launch(launch), linearIndex(linearIndex),
      random(launch.options.seed * 0x9e3779b97f4a7c15u + linearIndex) {
  const auto &size = launch.cluster;
  uint32_t count[3];
  for (unsigned i = 0; i < 3; ++i)
    count[i] = launch.grid[i] / size[i];
  uint32_t at[3] = {static_cast<uint32_t>(linearIndex % count[0]),
                    static_cast<uint32_t>(linearIndex / count[0] % count[1]),
                    static_cast<uint32_t>(linearIndex / count[0] / count[1])};
  uint32_t rank = 0;
  for (uint32_t z = 0; z < size[2]; ++z)
    for (uint32_t y = 0; y < size[1]; ++y)
      for (uint32_t x = 0; x < size[0]; ++x)
        ctas.push_back(std::make_unique<Cta>(
            *this,
            std::array<uint32_t, 3>{at[0] * size[0] + x, at[1] * size[1] + y,
                                    at[2] * size[2] + z},
            rank++));
}

} // namespace tqc::emu
