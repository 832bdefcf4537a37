//===- HostMemory.h - Memory of the host on the emulator --------*- C++ -*-===//
//
// The emulator has its memory to itself. How does a kernel there work on
// tensors of the program that launches it?
//
//     HostMemory memory(emulator);
//     memory.add(x, "x_ptr");            // x.storage, x.storage_bytes
//     memory.copyIn();
//     ... launch with memory.addressOf(x) ...
//     memory.copyOut();                  // what the kernel changed
//
// Arguments that share memory share it there too.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_LIBRARY_HOSTMEMORY_H
#define TQC_COMPILER_LIBRARY_HOSTMEMORY_H

#include "compiler/library/tqc.h"
#include "runtime/emulator/EmulatorDevice.h"

namespace tqc {

/// A piece of the host's memory with its place on the emulator.
struct Piece {
  uint8_t *begin = nullptr;
  uint64_t bytes = 0;
  DevicePtr address = 0;
  bool isReadonly = false;
  const tqc_argument *undefined = nullptr; ///< who says what was never written
  const tqc_argument *whole =
      nullptr; ///< the tensor that fills it, if one does
  std::string name, type;

  uint8_t *end() const { return begin + bytes; }
};

/// Everything that the arguments of a launch may touch.
class HostMemory {
public:
  explicit HostMemory(EmulatorDevice &device) : device(device) {}
  ~HostMemory();
  HostMemory(const HostMemory &) = delete;
  HostMemory &operator=(const HostMemory &) = delete;

  /// Takes note of what an argument may touch.
  Status add(const tqc_argument &argument, const std::string &name);
  /// Copies all pieces in; afterwards addresses are known.
  Status copyIn();
  /// Brings what was changed back.
  Status copyOut();
  /// The address of an argument's first element.
  DevicePtr addressOf(const tqc_argument &argument) const;
  uint64_t bytes() const;

private:
  Status markUndefined(const Piece &piece);

  EmulatorDevice &device;
  std::vector<Piece> pieces; ///< disjoint, by address
};

} // namespace tqc

#endif // TQC_COMPILER_LIBRARY_HOSTMEMORY_H
