//===- EntryLaunch.h - From arguments to a launch ---------------*- C++ -*-===//
//
// Which bytes does a kernel get for the arguments of its source?
//
//     EntryLaunch launch(device, *image.find("add_kernel"), module);
//     launch.bind({EntryArgument::pointer(x), EntryArgument::integer(1000)});
//     device.launch(launch.description({4, 1, 1}));
//
// Tensor maps are encoded and workspaces allocated as the fact line says, and
// what the code relies on (types, divisibility) is checked.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_ENTRYLAUNCH_H
#define TQC_RUNTIME_DEVICE_ENTRYLAUNCH_H

#include "runtime/device/DTypes.h"
#include "runtime/device/Device.h"

namespace tqc {

/// A run-time argument.
struct EntryArgument {
  enum Kind { Pointer, Integer, Float } kind = Integer;
  DevicePtr address = 0;
  __int128 number = 0; ///< of 64 bits, with a sign or not
  double real = 0;
  std::string type; ///< of a pointer's elements, "fp32"; empty if not known

  static EntryArgument pointer(DevicePtr address, std::string type = "") {
    return {Pointer, address, 0, 0, std::move(type)};
  }
  static EntryArgument integer(__int128 number) {
    return {Integer, 0, number, double(number), ""};
  }
  static EntryArgument floating(double value) {
    return {Float, 0, 0, value, ""};
  }
};

/// A kernel with the bytes of its parameters, which may be bound again: then
/// nothing is allocated. Owns the workspaces.
class EntryLaunch {
public:
  EntryLaunch(Device &device, const KernelEntry &entry, ModuleId module);
  ~EntryLaunch();
  EntryLaunch(const EntryLaunch &) = delete;
  EntryLaunch &operator=(const EntryLaunch &) = delete;

  /// Makes the parameters' bytes; errors name the parameter.
  Status bind(const std::vector<EntryArgument> &arguments);
  /// Zeroes the workspaces; a kernel expects that before each launch.
  Status clearWorkspaces();
  /// Gives the workspaces back; what was launched with them keeps them.
  void freeWorkspaces();
  /// The launch of a grid of programs; of a persistent kernel and of one that
  /// computes several at a time fewer CTAs run them. It holds until the next
  /// call.
  const Launch &description(const std::array<uint32_t, 3> &grid);

private:
  Status storeArgument(size_t index, const EntryArgument &argument);
  Status storeWorkspace(size_t index);
  Status storeMap(size_t index, const std::vector<EntryArgument> &arguments);
  void storeGrid();
  void launchPersistent();

  Device &device;
  const KernelEntry &entry;
  size_t argumentCount = 0;                ///< of the source
  std::vector<std::optional<DType>> types; ///< of the scalars, by parameter
  Launch launch;
  std::vector<DevicePtr> workspaces;
};

/// The bytes of a scalar of that type ("i32", "fp32", ...); the error says why
/// the argument does not fit, and leaves the naming to the caller.
Result<ArgumentBytes> scalarBytes(const std::string &type,
                                  const EntryArgument &argument);

/// A parameter of an entry as PTX declares it.
struct PtxParam {
  std::string name;
  std::string type; ///< "u64", "f32"; "b8" for a block of bytes
  size_t bytes = 0;
};

/// The parameters of the `.entry` of that name (or of the only one, if `name`
/// is empty) in PTX without fact lines; `name` becomes the entry's name.
Result<std::vector<PtxParam>> ptxParams(const std::string &ptx,
                                        std::string &name);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_ENTRYLAUNCH_H
