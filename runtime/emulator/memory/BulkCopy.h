//===- BulkCopy.h - the work of cp.async.bulk -----------------------------===//
//
// Answers "which bytes does a bulk copy move, and what happens to them when it
// ends". Addresses are checked and resolved when the copy is issued; the bytes
// are read and written later. Example: a 2-D tensor load with 128-byte swizzle
// is a list of 16-byte pieces, a CTA to put them into, and an mbarrier.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_BULKCOPY_H
#define TQC_RUNTIME_EMULATOR_MEMORY_BULKCOPY_H

#include "runtime/emulator/checks/GlobalRaces.h"
#include "runtime/emulator/memory/MbarrierAccess.h"
#include "runtime/emulator/memory/Reduce.h"
#include "runtime/emulator/numerics/TensorMap.h"

namespace tqc::emu {

/// Bytes that are contiguous on both sides.
struct BulkPiece {
  uint8_t *far = nullptr;          // global or remote; null: fill or skip
  uint8_t *farUndefined = nullptr; // null: defined
  uint32_t address = 0;            // in shared memory of the CTA
  uint32_t bytes = 0;
};

/// A bulk copy between issue and end.
struct BulkCopy {
  AsyncOrigin origin;
  std::shared_ptr<FlightAgent> flight; // null without checks
  std::vector<BulkPiece> pieces;
  SharedPlace near;           // the source of a store, where a load goes to
  std::vector<Cta *> targets; // of a load
  bool hasBarrier = false;
  SharedPlace barrier; // in the first target
  uint32_t bytes = 0;  // what the mbarrier counts
  // Loads: what is put where a piece has no far side.
  uint64_t fill = 0;
  uint32_t fillBytes = 1;
  Cta *remote = nullptr; // where the far side of a copy between CTAs is
  uint32_t remoteAddress = 0;
  /// Of a store: where others have stored too.
  std::vector<DoubleStore> doubleStores;
  // Stores that reduce.
  std::optional<ReduceOp> reduce;
  PtxType type = PtxType::None;

  /// Load: far to every target, then the mbarriers.
  bool finishLoad();
  /// Store: shared memory to a buffer, and later the buffer to the far side.
  bool readSource();
  bool finishStore();

private:
  void reportUndefined() const;
  std::vector<uint8_t> buffer;
  std::vector<uint8_t> flags;
};

/// The map at a generic or parameter address; false, with a finding, if the
/// bytes there are none.
bool readTensorMap(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                   numerics::TensorMap &map);

/// Appends the pieces of a box; false, with a finding, if a part that is inside
/// the tensor's bounds is outside its allocation.
bool addBoxPieces(Warp &w, const Inst &i, unsigned lane,
                  const numerics::TensorMap &map,
                  const numerics::Coordinates &coordinates, uint32_t address,
                  std::vector<BulkPiece> &pieces);

/// Appends one piece of global memory; false with a finding.
bool addGlobalPiece(Warp &w, const Inst &i, unsigned lane, uint64_t global,
                    uint32_t address, uint32_t bytes,
                    std::vector<BulkPiece> &pieces);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_BULKCOPY_H
