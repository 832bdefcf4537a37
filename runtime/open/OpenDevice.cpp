//===- OpenDevice.cpp - Choose a device by name ---------------------------===//

#include "runtime/open/OpenDevice.h"

#include "runtime/cuda/CudaDevice.h"

namespace tqc {

Result<DeviceName> parseDeviceName(const std::string &name) {
  if (name.empty() || name == "auto")
    return DeviceName{DeviceName::Auto, 0};
  if (name == "emu")
    return DeviceName{DeviceName::Emulator, 0};
  if (name == "cuda")
    return DeviceName{DeviceName::Cuda, 0};
  if (name.substr(0, 5) == "cuda:") {
    std::string digits = name.substr(5);
    if (!digits.empty() && digits.size() <= 3 &&
        digits.find_first_not_of("0123456789") == std::string::npos)
      return DeviceName{DeviceName::Cuda, std::stoi(digits)};
  }
  return Error{"there is no device \"" + name +
               "\"; devices are cuda, cuda:1 (the second GPU), emu, and, for "
               "sources, tile"};
}

static OpenedDevice openEmulator(const emu::EmulatorOptions &options,
                                 std::string why) {
  OpenedDevice opened;
  opened.device = std::make_unique<EmulatorDevice>(options);
  opened.emulated = true;
  opened.name = "emu";
  opened.why = std::move(why);
  return opened;
}

Result<OpenedDevice> openDevice(const std::string &name,
                                const emu::EmulatorOptions &emulator) {
  Result<DeviceName> wanted = parseDeviceName(name);
  if (!wanted)
    return wanted.error();
  if (wanted->kind == DeviceName::Emulator)
    return openEmulator(emulator, "");
  Result<std::unique_ptr<CudaDevice>> gpu = CudaDevice::create(wanted->ordinal);
  if (!gpu && wanted->kind == DeviceName::Auto)
    return openEmulator(emulator, gpu.error().message);
  if (!gpu)
    return Error{name + " cannot be used: " + gpu.error().message +
                 "; --device emu runs the same code on the CPU"};
  OpenedDevice opened;
  opened.device = std::move(*gpu);
  opened.name = "cuda:" + std::to_string(wanted->ordinal);
  return opened;
}

} // namespace tqc
