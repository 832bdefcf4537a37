//===- OpenDevice.h - Choose a device by name -------------------*- C++ -*-===//
//
// Where do kernels run, and why there?
//
//     auto device = openDevice("");          // a GPU if there is one, else emu
//     auto second = openDevice("cuda:1");
//     auto emu = openDevice("emu");
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_OPEN_OPENDEVICE_H
#define TQC_RUNTIME_OPEN_OPENDEVICE_H

#include "runtime/device/Device.h"
#include "runtime/emulator/EmulatorDevice.h"

namespace tqc {

/// A device name, taken apart.
struct DeviceName {
  enum Kind { Auto, Cuda, Emulator } kind = Auto;
  int ordinal = 0; ///< of the GPU
};

/// "", "cuda", "cuda:1", "emu"; anything else is an error.
Result<DeviceName> parseDeviceName(const std::string &name);

struct OpenedDevice {
  std::unique_ptr<Device> device;
  bool emulated = false;
  bool isTile = false; ///< the tile interpreter
  std::string name;    ///< "cuda:0", "emu" or "tile"
  std::string why; ///< why the emulator was chosen, empty if it was asked for

  bool isGpu() const { return !emulated && !isTile; }
};

/// Opens the named device. Errors say what is missing and what would work.
Result<OpenedDevice> openDevice(const std::string &name,
                                const emu::EmulatorOptions &emulator = {});

} // namespace tqc

#endif // TQC_RUNTIME_OPEN_OPENDEVICE_H
