//===- Memory.h - device memory that knows what is allocated --------------===//
//
// Answers "which allocation holds this address, and was this byte written".
// Global memory is one reserved range of host memory; device addresses are
// offsets from kGlobalBase. Allocations stand apart by guard zones and are not
// used a second time, so that a stray address falls into nothing. Example:
//   uint64_t x = memory.allocate({"x", 4096, "fp32", {1024}});
//   memory.find(x + 4095)->name == "x"; memory.find(x + 4096) == nullptr
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_MEMORY_H
#define TQC_RUNTIME_EMULATOR_MACHINE_MEMORY_H

#include "runtime/emulator/decode/AddressWindows.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tqc::emu {

struct Allocation {
  uint64_t start = 0, bytes = 0;
  std::string name;
  std::string type;           // Triton's dtype name, empty for bytes
  std::vector<int64_t> shape; // elements
  bool live = true;
  bool fresh = true; // some bytes may never have been written

  uint64_t end() const { return start + bytes; }
};

class GlobalMemory {
public:
  GlobalMemory();
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory &) = delete;
  GlobalMemory &operator=(const GlobalMemory &) = delete;

  /// 0 if the range is used up. The bytes count as never written.
  uint64_t allocate(std::string name, uint64_t bytes, std::string type,
                    std::vector<int64_t> shape, uint64_t align = 512);
  bool release(uint64_t start);

  /// The live allocation that holds `address`, or null.
  const Allocation *find(uint64_t address) const;
  /// The allocation, live or not, that `address` is in or next to, or null.
  const Allocation *nearest(uint64_t address) const;
  Allocation *findLive(uint64_t start);
  const std::vector<Allocation> &all() const { return allocations; }

  /// Whether the bytes lie in the reserved range, so that touching them is
  /// safe for the host.
  bool reserved(uint64_t address, uint64_t bytes) const {
    uint64_t offset = address - kGlobalBase;
    return offset < limit && bytes <= limit - offset;
  }
  uint64_t reservedBytes() const { return limit; }
  uint8_t *host(uint64_t address) const {
    return base + (address - kGlobalBase);
  }
  /// One byte a byte: 1 where memory was never written.
  uint8_t *undefined(uint64_t address) const {
    return shadow + (address - kGlobalBase);
  }
  void markWritten(uint64_t address, uint64_t bytes);
  void markUndefined(uint64_t address, uint64_t bytes);

private:
  uint8_t *base = nullptr;
  uint8_t *shadow = nullptr;
  uint64_t limit = 0;
  uint64_t next = 0;                   // offset
  std::vector<Allocation> allocations; // by start
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_MEMORY_H
