//===- Device.h - Where kernels run -----------------------------*- C++ -*-===//
//
// One small interface with two implementations: `cuda` (the driver API, opened
// at run time) and `emu` (the PTX emulator). Both take the same PTX, so a check
// without a GPU says something about the code that runs with one.
//
//     auto device = openDevice("emu");             // runtime/open/OpenDevice.h
//     auto x = (*device)->allocate({"x", 4096, ...});
//     auto module = (*device)->load(image);
//     (*device)->launch({*module, "add_kernel", {4,1,1}, {128,1,1}, 0, args});
//
// A device is used by one thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_DEVICE_H
#define TQC_RUNTIME_DEVICE_DEVICE_H

#include "runtime/image/KernelImage.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tqc {

/// An address in device memory.
using DevicePtr = uint64_t;

/// What the device is told about an allocation; findings use it.
struct AllocationInfo {
  std::string name; ///< "x": how findings call it
  size_t bytes = 0;
  std::string type;           ///< Triton's dtype name: "fp32"; empty for bytes
  std::vector<int64_t> shape; ///< elements, empty if it is no tensor
};

/// The bytes of one kernel parameter, in the parameter's own width.
struct ArgumentBytes {
  std::vector<uint8_t> bytes;

  template <typename T>
  static ArgumentBytes of(T value) {
    ArgumentBytes result;
    const auto *begin = reinterpret_cast<const uint8_t *>(&value);
    result.bytes.assign(begin, begin + sizeof(T));
    return result;
  }
};

/// A loaded module; owned by its device, valid as long as the device.
using ModuleId = uint32_t;

struct Launch {
  ModuleId module = 0;
  std::string entry;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::array<uint32_t, 3> block = {1, 1, 1};
  uint32_t sharedBytes = 0; ///< dynamic shared memory
  std::vector<ArgumentBytes> arguments;
  std::array<uint32_t, 3> cluster = {1, 1, 1};
  /// The kernel waits for the launch before it, so that it may begin before
  /// that has ended.
  bool overlaps = false;
};

/// A tensor map to encode: sizes in elements, strides in bytes, fastest first;
/// `strides[0]` is the stride of dimension 1, as cuTensorMapEncodeTiled has it.
struct MapSpec {
  DevicePtr base = 0;
  std::string type; ///< "fp16", "bf16", "fp32", "u8", ...
  std::vector<uint64_t> dims, strides;
  std::vector<uint32_t> box, elementStrides;
  int swizzleBytes = 0; ///< 0, 32, 64 or 128
  bool fillNan = false; ///< out-of-bounds elements read as NaN, else zero
};

struct DeviceAttributes {
  std::string name; ///< "NVIDIA H200", "PTX emulator"
  int computeMajor = 0, computeMinor = 0;
  int multiprocessors = 0;
  size_t sharedBytesPerBlock = 0; ///< the most a kernel can opt in to
  size_t totalMemory = 0;
  std::string arch; ///< what to compile for: "sm_90a"
};

/// Something a device noticed while kernels ran; today only the emulator does.
struct Finding {
  std::string
      kind; ///< "out-of-bounds", "misaligned", "uninitialised-read", ...
  std::string text; ///< the whole message in tile words, several lines
  std::string json; ///< the same as one JSON object
  std::string file; ///< source file, empty if the PTX has no `.loc`
  int line = 0, column = 0;
  bool isNote = false; ///< worth knowing, and nothing wrong
};

/// What a device counted of one launch, as text and as one JSON object.
struct LaunchReport {
  std::string text, json;
};

class Device {
public:
  virtual ~Device() = default;

  virtual const DeviceAttributes &attributes() const = 0;

  virtual Result<DevicePtr> allocate(const AllocationInfo &info) = 0;
  virtual Status free(DevicePtr ptr) = 0;
  virtual Status copyIn(DevicePtr to, const void *from, size_t bytes) = 0;
  virtual Status copyOut(void *to, DevicePtr from, size_t bytes) = 0;
  /// Fills with a repeated byte. On the emulator the bytes then count as never
  /// written, so that reading them or leaving them is a finding.
  virtual Status poison(DevicePtr ptr, uint8_t byte, size_t bytes) = 0;
  /// Fills with a repeated byte, as a write.
  virtual Status fill(DevicePtr ptr, uint8_t byte, size_t bytes) = 0;

  /// Zeroed memory for the next launches. It may be given back as soon as these
  /// are started: it lasts until they are done.
  virtual Result<DevicePtr> allocateScratch(const AllocationInfo &info);
  virtual Status freeScratch(DevicePtr ptr);

  virtual Result<ModuleId> load(const KernelImage &image) = 0;
  virtual Status launch(const Launch &launch) = 0;
  /// How many clusters of such a launch run at a time, at least 1, if each CTA
  /// has a multiprocessor of its own; its grid does not matter.
  virtual int clustersAtOnce(const Launch &launch);
  /// Waits for every launch; reports what went wrong on the way.
  virtual Status synchronize() = 0;

  /// Milliseconds that `repeats` identical launches took together, by the
  /// device's own clock.
  virtual Result<double> time(const Launch &launch, int repeats) = 0;

  /// 128 opaque bytes for a `.param .b8 [128]` tensor map.
  virtual Result<std::array<uint8_t, 128>> encodeMap(const MapSpec &spec) = 0;

  /// Whether code for it shall tell a debugger of statements and values.
  virtual bool wantsMarks() const { return false; }

  /// Takes the findings gathered since the last call.
  virtual std::vector<Finding> takeFindings() { return {}; }
  /// Takes the counters of the launches since the last call; today only the
  /// emulator counts, where it was asked to.
  virtual std::vector<LaunchReport> takeReports() { return {}; }
};

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_DEVICE_H
