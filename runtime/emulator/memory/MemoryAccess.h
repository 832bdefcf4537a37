//===- MemoryAccess.h - from a warp's addresses to host memory ------------===//
//
// Answers "where are the bytes that these lanes access, and may they". Every
// instruction that touches memory goes through `locate`, which checks the
// addresses of all lanes, reports what is wrong and leaves those lanes out.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_MEMORYACCESS_H
#define TQC_RUNTIME_EMULATOR_MEMORY_MEMORYACCESS_H

#include "runtime/emulator/machine/LaneAddresses.h"

namespace tqc::emu {

/// Later: the bytes are only looked up, and written when a copy ends.
enum class AccessKind : uint8_t { Load, Store, Atomic, Later };

/// The memory that the lanes of one instruction access.
struct LaneMemory {
  Mask mask = 0; // lanes whose access is allowed
  uint64_t address[kLanes];
  uint8_t *bytes[kLanes];
  /// One flag a byte, null where the bytes are known to be defined.
  uint8_t *undefined[kLanes];
  bool anyUndefined = false; // some `undefined` is not null
  bool global = false;       // the bytes are shared with other host threads
};

/// False if the launch ends here.
bool locate(Warp &w, const Inst &i, Mask mask, unsigned bytes, AccessKind kind,
            LaneMemory &out);
/// The same for addresses that the caller computed.
bool locateAddresses(Warp &w, const Inst &i, Mask mask, Space space,
                     unsigned bytes, AccessKind kind, LaneMemory &out);

/// Memory that all 32 lanes access in a row, or all at one place.
struct RowMemory {
  uint8_t *bytes = nullptr;     // of lane 0
  uint8_t *undefined = nullptr; // null where the bytes are known to be defined
  size_t stride = 0;            // from lane to lane
  bool global = false;
};
/// The quick way for what most code does: true if the whole warp accesses an
/// allowed row of global or of its own shared memory. Else nothing has
/// happened, and `locate` must be asked.
bool locateRow(Warp &w, const Inst &i, unsigned bytes, RowMemory &out);
/// Tells the race check of the access to a row; `bytes` are those of a lane.
void noteRow(Warp &w, const Inst &i, unsigned bytes, AccessKind kind,
             const RowMemory &row);

/// A store has happened: what the race check of global memory left until then.
void settleStores(Warp &w, const Inst &i);

/// The byte at a generic address, or null; reports nothing.
const uint8_t *hostByte(Warp &w, unsigned lane, uint64_t address);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_MEMORYACCESS_H
