//===- GlobalRaces.h - who touches the same element -----------------------===//
//
// Answers "do two warps of a launch access one place of global memory, one of
// them to write, and nothing says in which order". For every four bytes of the
// tensors that a kernel writes, the warp that wrote last and the one that read
// last are kept, and when. Examples:
//   programs 0 and 1 both store out[128], because the tiles overlap
//   every warp reads a row, and warp 3 stores to it without a barrier
//   lanes 4 and 5 store different values to x[2]
//
// Warps of one cluster ask the clocks of Races.h. Programs of different
// clusters are believed to know what they do once the one has released what it
// did (a fence, or a release operation, for the device) and the other acquired
// (a fence, or an acquire operation). A race may thus be missed, but none is
// made up. Relaxed and volatile accesses, and those for the CTA alone, order
// nothing between CTAs.
//
// Two stores of the same value do no harm in either order. They are told as a
// note, once a line, if they are of different programs. Nor does it harm that
// all warps load what one of them stores, as scalars are, unless another warp's
// value matters: what it loads behind the store counts as undefined.
//
// Host threads run different clusters. One that loads or stores holds the locks
// of the pages that it touches while it looks who was there and says that it
// was, and until what it stores is there: else each of two might look before
// the other has said anything, or compare with a value that is not there yet.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_CHECKS_GLOBALRACES_H
#define TQC_RUNTIME_EMULATOR_CHECKS_GLOBALRACES_H

#include "runtime/emulator/machine/Cta.h"

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace tqc::emu {

class GlobalRaces {
public:
  explicit GlobalRaces(const GlobalMemory &memory);
  ~GlobalRaces();
  GlobalRaces(const GlobalRaces &) = delete;
  GlobalRaces &operator=(const GlobalRaces &) = delete;

  /// Forgets what earlier launches did; false if this launch is not watched.
  /// `why` says so where it should be.
  bool begin(const LaunchState &launch, std::string &why);

  /// Whether the kernel may write the allocation.
  bool watches(const Allocation &a) const;
  /// The CTA executes a fence or an access that is not weak.
  void order(uint64_t cta, Order order, Scope scope);
  /// It executes a fence.proxy.async of global memory.
  void fenceProxy(const Warp &w);
  /// All lanes access `bytes` bytes each, one behind the other from `address`
  /// on. False if the usual case does not hold and `access` must be asked.
  bool accessRow(const Warp &w, uint64_t address, unsigned bytes, bool isStore);
  /// Lanes of `mask` access `bytes` bytes each. Stores that matter only if they
  /// change something are left in Cluster::doubleStores, for `settle`, and
  /// lanes that load what another warp of their program stored in racedLanes.
  void access(Warp &w, const Inst &i, Mask mask, const uint64_t *addresses,
              unsigned bytes, bool isStore);
  /// A bulk copy is going to store these bytes, or load them.
  void storeBulk(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                 uint32_t bytes);
  void loadBulk(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                uint32_t bytes);
  /// The stores have happened.
  void settle(Warp &w, const Inst &i, const std::vector<DoubleStore> &stores,
              const Frame *frame = nullptr);
  /// Gives the locks back that `accessRow` and `access` of stores took.
  void release(Cluster &cluster);

private:
  struct Cell {
    std::atomic<uint64_t> writer, reader; // Touch::pack
  };
  /// Who conflicts, if anybody does.
  struct Conflict {
    bool found = false, isOtherProgram = false;
    std::string who;
  };
  struct Touch;
  Touch ownTouch(const Warp &w) const;
  uint32_t rankOf(const Warp &w, uint64_t cta) const;
  Conflict conflictWith(const Warp &w, const Touch &touch) const;
  void acquire(Cluster &cluster, uint64_t wanted);
  bool refresh(uint64_t fresh, uint64_t address, uint64_t bytes, bool isStore);
  void note(const Warp &w, std::atomic<uint64_t> &place, const Touch &old,
            Touch now, bool isUnordered);
  void accessWord(Warp &w, const Inst &i, unsigned lane, uint64_t word,
                  uint8_t bytes, unsigned lanes, bool isStore, bool isAsync);
  void accessBytes(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                   unsigned bytes, unsigned bytesOfLane, bool isStore,
                   bool isAsync);
  void readBulk(Warp &w, const Inst &i, unsigned lane, uint64_t address,
                uint32_t bytes);
  bool isFenced(const Warp &w, const Touch &writer) const;
  std::string nameOfProgram(const Warp &w, uint64_t cta) const;
  void sayClockIsOver(const Warp &w);

  const GlobalMemory &memory;
  Cell *cells = nullptr; // one for four bytes
  size_t cellBytes = 0;
  uint64_t epoch = 0; // which launch a cell speaks of
  bool watchesAll = false;
  std::vector<const Allocation *> watched;
  std::unique_ptr<std::atomic<uint8_t>[]> ordered; // of CTAs: kReleased, ...
  std::atomic<bool> clockIsOver{false};
  std::array<std::atomic_flag, 64> locks{}; // of pages, which take turns
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_CHECKS_GLOBALRACES_H
