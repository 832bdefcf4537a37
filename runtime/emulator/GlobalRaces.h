//===- GlobalRaces.h - programs that touch the same element ---------------===//
//
// Answers "do two CTAs of a launch access one place, one of them to write, and
// nothing says in which order". For every four bytes of the tensors that a
// kernel writes, the last CTA that wrote and the last one that read is kept.
// Example:
//   programs 0 and 1 both store out[128], because the tiles overlap
//
// A CTA that has released what it did (a fence, or a release operation, for the
// device) and one that has acquired (a fence, or an acquire operation) are
// believed to know what they do, and so are those of one cluster. A race may
// thus be missed, but none is made up. Relaxed and volatile accesses, and those
// for the CTA alone, order nothing between CTAs.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_GLOBALRACES_H
#define TQC_RUNTIME_EMULATOR_GLOBALRACES_H

#include "runtime/emulator/Memory.h"
#include "runtime/emulator/Warp.h"

#include <atomic>
#include <memory>
#include <vector>

namespace tqc::emu {

struct LaunchState;

class GlobalRaces {
public:
  explicit GlobalRaces(const GlobalMemory &memory);
  ~GlobalRaces();
  GlobalRaces(const GlobalRaces &) = delete;
  GlobalRaces &operator=(const GlobalRaces &) = delete;

  /// Forgets what earlier launches did; false if this launch is not watched.
  bool begin(const LaunchState &launch);

  /// Whether the kernel may write the allocation.
  bool watches(const Allocation &a) const;
  /// The CTA executes a fence or an access that is not weak.
  void order(uint64_t cta, Order order, Scope scope);
  /// All lanes access `bytes` bytes each, one behind the other from `address`
  /// on. False if the usual case does not hold and nothing was done.
  bool accessRow(const Warp &w, uint64_t address, unsigned bytes, bool isStore);
  /// Lanes of `mask` access `bytes` bytes each.
  void access(Warp &w, const Inst &i, Mask mask, const uint64_t *addresses,
              unsigned bytes, bool isStore);

private:
  bool conflicts(const Warp &w, uint64_t other) const;
  void report(Warp &w, const Inst &i, unsigned lane, uint64_t address,
              uint64_t other, bool otherStored);

  std::atomic<uint64_t> *cells = nullptr; // one for four bytes
  size_t cellBytes = 0;
  uint64_t epoch = 0; // which launch a cell speaks of
  bool watchesAll = false;
  std::vector<const Allocation *> watched;
  std::unique_ptr<std::atomic<uint8_t>[]> ordered; // of CTAs: kReleased, ...
  uint64_t clusterCtas = 1;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_GLOBALRACES_H
