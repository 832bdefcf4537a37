//===- RecordingDevice.cpp - Writes down what a device does ---------------===//

#include "tools/tq-run/RecordingDevice.h"

#include "runtime/bench/PokeKernels.h"

namespace tqc {

Status RecordingDevice::launch(const Launch &launch) {
  Status status = device.launch(launch);
  if (status && steps)
    steps->push_back(launch);
  return status;
}

Status RecordingDevice::fill(DevicePtr ptr, uint8_t byte, size_t bytes) {
  Status status = device.fill(ptr, byte, bytes);
  if (!status || !steps)
    return status;
  if (!pokes) {
    Result<ModuleId> module = device.load(pokeKernels());
    if (!module)
      return module.error();
    pokes = *module;
  }
  for (Launch &launch : fillLaunches(*pokes, ptr, byte, bytes))
    steps->push_back(std::move(launch));
  return {};
}

} // namespace tqc
