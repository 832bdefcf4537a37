//===- RecordingDevice.h - Writes down what a device does -------*- C++ -*-===//
//
// What did a launcher do to the device's memory? Its kernels, and the tensors
// that it filled before they ran: `torch.zeros` is work too. Everything is
// passed on to another device; in between, launches and fills are written down
// in their order, all of them as launches, so that they can be made again.
//
//     RecordingDevice device(gpu);
//     device.recordInto(&steps);
//     // ... call a launcher ...
//     device.recordInto(nullptr);
//
// It does not know copies: a tensor that the host made (`clone`, `full`) is
// none of the steps.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_RECORDINGDEVICE_H
#define TQC_TOOLS_TQ_RUN_RECORDINGDEVICE_H

#include "runtime/device/Device.h"

#include <optional>

namespace tqc {

class RecordingDevice : public Device {
public:
  /// `device` must outlive it.
  explicit RecordingDevice(Device &device) : device(device) {}

  /// From now on steps are added to the list; null ends that.
  void recordInto(std::vector<Launch> *into) { steps = into; }

  const DeviceAttributes &attributes() const override {
    return device.attributes();
  }
  Result<DevicePtr> allocate(const AllocationInfo &info) override {
    return device.allocate(info);
  }
  Status free(DevicePtr ptr) override { return device.free(ptr); }
  Status copyIn(DevicePtr to, const void *from, size_t bytes) override {
    return device.copyIn(to, from, bytes);
  }
  Status copyOut(void *to, DevicePtr from, size_t bytes) override {
    return device.copyOut(to, from, bytes);
  }
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override {
    return device.poison(ptr, byte, bytes);
  }
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Result<ModuleId> load(const KernelImage &image) override {
    return device.load(image);
  }
  Status launch(const Launch &launch) override;
  Status synchronize() override { return device.synchronize(); }
  Result<double> time(const Launch &launch, int repeats) override {
    return device.time(launch, repeats);
  }
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override {
    return device.encodeMap(spec);
  }
  bool wantsMarks() const override { return device.wantsMarks(); }
  std::vector<Finding> takeFindings() override { return device.takeFindings(); }
  std::vector<LaunchReport> takeReports() override {
    return device.takeReports();
  }

private:
  Device &device;
  std::vector<Launch> *steps = nullptr;
  std::optional<ModuleId> pokes; ///< the kernels that fill
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_RECORDINGDEVICE_H
