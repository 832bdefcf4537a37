//===- TileMemory.h - The memory of the tile interpreter --------*- C++ -*-===//
//
// Which tensor holds this address, and is this byte determined?
//
//     uint64_t x = memory.allocate({"x", 4096, "fp32", {1024}});
//     memory.find(x + 4095)->info.name == "x"; memory.find(x + 4096) == nullptr
//
// Tensors stand apart, and an address is used once: what points beside a tensor
// points at nothing. It is another memory than the emulator's, with the same
// rules.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_INTERPRETER_TILEMEMORY_H
#define TQC_COMPILER_INTERPRETER_TILEMEMORY_H

#include "compiler/interpreter/Tile.h"
#include "runtime/device/Device.h"

#include <array>

namespace tqc::tile {

struct Allocation {
  AllocationInfo info;
  uint64_t start = 0;
  std::vector<uint8_t> bytes;
  std::vector<Doubt> doubts; ///< one a byte
  /// How far the element that begins at a byte may be off; empty if nothing is.
  std::vector<double> errors;
  bool live = true;

  uint64_t end() const { return start + bytes.size(); }
  bool holds(uint64_t address, uint64_t size) const {
    return address >= start && address <= end() && size <= end() - address;
  }
  int64_t elementBytes() const;
};

/// An element of memory, with what is known of its bytes.
struct HeldElement {
  Allocation *in = nullptr;
  uint64_t offset = 0;
  unsigned size = 0; ///< bytes, at most 8
  uint64_t bits = 0;
  std::array<Doubt, 8> doubts = {};
  std::array<double, 8> errors = {};

  HeldElement(Allocation &in, uint64_t offset, unsigned size);
  /// Trades it for what memory has there.
  void swap();
};

class TileMemory {
public:
  /// The bytes count as never written.
  uint64_t allocate(const AllocationInfo &info);
  /// False for an address that is no live allocation's first.
  bool release(uint64_t start);

  /// The live allocation that holds the byte, or null.
  Allocation *find(uint64_t address);
  /// The same, also if it was freed.
  const Allocation *findEver(uint64_t address) const;
  /// The allocation, live or not, that `address` is in or next to, or null.
  const Allocation *nearest(uint64_t address) const;

private:
  std::vector<std::unique_ptr<Allocation>> allocations; // by start
  uint64_t next = uint64_t(1) << 36;
  Allocation *last = nullptr; ///< what `find` found
};

/// "element 1000 of x, which has 1000 elements"; gives the element's number.
std::string showElement(const Allocation &allocation, uint64_t address,
                        int64_t &element);

} // namespace tqc::tile

#endif // TQC_COMPILER_INTERPRETER_TILEMEMORY_H
