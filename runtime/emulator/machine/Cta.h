//===- Cta.h - a block, its cluster, and the launch they belong to --------===//
//
// Answers "what do the warps of a CTA, of a cluster and of a launch share". A
// cluster is run by one host thread (ClusterRun.h). Smallest example: a grid of
// 4 CTAs of 128 threads is 4 clusters of one CTA, each of 4 warps, which take
// turns at barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_CTA_H
#define TQC_RUNTIME_EMULATOR_MACHINE_CTA_H

#include "runtime/emulator/machine/Counts.h"
#include "runtime/emulator/machine/Memory.h"
#include "runtime/emulator/machine/Warp.h"

#include <array>
#include <atomic>
#include <mutex>
#include <random>

namespace tqc {
struct KernelEntry;
}
namespace tqc::emu {

/// When asynchronous work completes and which warp goes first.
enum class Schedule : uint8_t { Eager, Lazy, Random };

class AsyncUnit;
class Cluster;
class DebugHook;
class FindingSink;
class GlobalRaces;
class SharedRaces;
struct Interrupt;

struct EmulatorOptions {
  bool checks = true;
  bool mustBeChecked = false; // what cannot be checked is wrong
  unsigned threads = 0;       // 0: one a core
  uint64_t maxSteps = 0;      // warp instructions of a launch; 0: no limit
  /// Of the processor, in which no program ends; 0: no limit.
  double maxSeconds = 10;
  Schedule schedule = Schedule::Eager;
  uint64_t seed = 1;
  bool counters = false;
  bool inPtxWords = false;    // findings name CTA, warp and lane too
  uint32_t registers = 0;     // a thread, for the occupancy; 0: not known
  DebugHook *debug = nullptr; // not owned
  uint32_t firstMoment = 1;   // of each warp's clock; tests begin near its end
  /// Null: nobody asks a launch to end.
  Interrupt *interrupt = nullptr;
};

/// What a launch runs, shared by all its host threads.
struct LaunchState {
  const Program *program = nullptr;
  const KernelEntry *entry = nullptr; // what the compiler said, or null
  GlobalMemory *memory = nullptr;
  FindingSink *findings = nullptr;
  GlobalRaces *races = nullptr; // null where they are not looked for
  EmulatorOptions options;
  std::array<uint32_t, 3> grid{}, block{}, cluster{};
  uint32_t dynamicShared = 0;
  std::vector<uint8_t> params;
  /// Allocation that the pointer at each 8 bytes of `params` points into.
  std::vector<const Allocation *> paramTensors;
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> steps{0};
  CountTable counts; // of all host threads, with `options.counters`
  std::mutex countsMutex;
  std::mutex outputMutex;     // of vprintf
  std::mutex wideAtomicMutex; // of 128-bit atomics

  uint32_t threadsPerCta() const { return block[0] * block[1] * block[2]; }
  /// That the kernel and the launch ask for.
  uint32_t sharedBytes() const { return program->staticShared + dynamicShared; }
};

/// One of the 16 barriers of a CTA.
struct NamedBarrier {
  uint32_t expected = 0; // threads; 0 while nobody waits
  uint32_t arrived = 0;  // threads
  bool wholeCta = false; // no count was given
  uint64_t generation = 0;
  uint32_t count = 0; // of barrier.red.popc
  bool all = true, any = false;
  std::vector<uint32_t> clock, lastClock; // what the arrivals have seen
  uint32_t lastCount = 0;
  bool lastAll = false, lastAny = false;
};

class Cta {
public:
  Cta(Cluster &cluster, std::array<uint32_t, 3> id, uint32_t rank);

  Cluster &cluster;
  LaunchState &launch;
  const std::array<uint32_t, 3> id;
  const uint32_t rank; // in the cluster
  std::vector<std::unique_ptr<Warp>> warps;
  std::vector<uint8_t> shared;          // addresses kSharedStart...
  std::vector<uint8_t> sharedUndefined; // with checks only
  std::array<NamedBarrier, 16> barriers;

  uint64_t linearId() const;
  /// Warps with lanes that have not exited.
  uint32_t liveThreads() const;
};

/// A store to where another warp has stored, in no order: whether it matters is
/// known when it is over.
struct DoubleStore {
  uint64_t address; // of four bytes
  uint32_t old;     // what was there
  uint8_t bytes;    // of the four
  uint8_t lane;
  bool isOtherProgram;
  std::string other; // "program (0, 0, 0)"
};

/// CTAs that are scheduled together.
class Cluster {
public:
  Cluster(LaunchState &launch, uint64_t linearIndex);

  LaunchState &launch;
  const uint64_t linearIndex;
  std::vector<std::unique_ptr<Cta>> ctas;
  std::mt19937_64 random;
  SharedRaces *races = nullptr; // null without checks
  AsyncUnit *async = nullptr;   // what is in flight
  CountTable *counts = nullptr; // of the host thread, null without counters

  // Of the instruction at work: what the check of global memory leaves open.
  std::vector<DoubleStore> doubleStores;
  uint32_t racedLanes = 0; // that load what another warp stores
  uint64_t heldLocks = 0;  // GlobalRaces::release gives them back

  /// Something that a waiting group polls for may have changed.
  bool progress = false;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_CTA_H
