//===- EmulatorDevice.h - the emulator as a Device ------------------------===//
//
// Answers "run this kernel without a GPU". Smallest example:
//   EmulatorDevice device({});
//   auto x = device.allocate({"x", 4096, "fp32", {1024}});
//   auto module = device.load(image);
//   device.launch({*module, "add", {4, 1, 1}, {256, 1, 1}, 0, arguments});
//   for (const Finding &f : device.takeFindings()) puts(f.text.c_str());
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EMULATORDEVICE_H
#define TQC_RUNTIME_EMULATOR_EMULATORDEVICE_H

#include "runtime/device/Device.h"
#include "runtime/emulator/execution/Limits.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/reports/Counters.h"
#include "runtime/emulator/reports/Findings.h"

namespace tqc {

class EmulatorDevice : public Device {
public:
  explicit EmulatorDevice(emu::EmulatorOptions options);
  ~EmulatorDevice() override;

  const DeviceAttributes &attributes() const override { return info; }
  Result<DevicePtr> allocate(const AllocationInfo &info) override;
  Status free(DevicePtr ptr) override;
  Status copyIn(DevicePtr to, const void *from, size_t bytes) override;
  Status copyOut(void *to, DevicePtr from, size_t bytes) override;
  Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) override;
  Result<ModuleId> load(const KernelImage &image) override;
  Status launch(const Launch &launch) override;
  Status synchronize() override;
  Result<double> time(const Launch &launch, int repeats) override;
  Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) override;
  bool wantsMarks() const override { return options.debug; }
  std::vector<Finding> takeFindings() override;
  std::vector<LaunchReport> takeReports() override;

  /// The same with all their parts.
  std::vector<emu::EmuFinding> takeEmuFindings();
  /// Loads PTX that comes from the file `name`.
  Result<ModuleId> loadPtx(const KernelImage &image, std::string_view name);
  /// Takes the counters of the launches since the last call, with
  /// `options.counters`.
  std::vector<emu::LaunchCounts> takeCounts() { return std::move(counted); }
  /// Instructions (of warps) that all launches ran.
  uint64_t steps() const { return totalSteps; }
  emu::EmulatorOptions options;

private:
  struct Module;
  Status checkRange(DevicePtr ptr, size_t bytes, const char *verb);
  Status placeVariables(Module &module);
  Result<const emu::Program *> program(Module &module,
                                       const std::string &entry);
  Status prepare(const Launch &launch, Module &module,
                 const emu::Program &program, emu::LaunchState &state);

  DeviceAttributes info;
  emu::GlobalMemory memory;
  emu::FindingSink findings;
  std::unique_ptr<emu::GlobalRaces> races;
  std::vector<std::unique_ptr<Module>> modules;
  std::vector<emu::LaunchCounts> counted;
  uint64_t totalSteps = 0;
};

} // namespace tqc

#endif // TQC_RUNTIME_EMULATOR_EMULATORDEVICE_H
