//===- Device.cpp - What devices do that know no better -------------------===//

#include "runtime/device/Device.h"

#include <algorithm>
#include <vector>

namespace tqc {

int Device::clustersAtOnce(const Launch &launch) {
  auto [x, y, z] = launch.cluster;
  return std::max(attributes().multiprocessors / static_cast<int>(x * y * z),
                  1);
}

Result<DevicePtr> Device::allocateScratch(const AllocationInfo &info) {
  Result<DevicePtr> made = allocate(info);
  if (!made)
    return made;
  // A copy: a fill would be a step of the launcher, and timed.
  std::vector<uint8_t> zeros(info.bytes);
  if (Status status = copyIn(*made, zeros.data(), zeros.size()); !status) {
    (void)free(*made);
    return status.error();
  }
  return made;
}

Status Device::freeScratch(DevicePtr ptr) { return free(ptr); }

} // namespace tqc
