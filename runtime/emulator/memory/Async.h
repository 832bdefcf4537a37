//===- Async.h - what is in flight in a cluster ---------------------------===//
//
// Answers "which asynchronous operations have begun and not ended, and when do
// they end". An operation reads its operands and writes its results when it
// ends, not when it is issued; when that is, the schedule decides:
//
//   eager   at once
//   lazy    when someone waits for it, or when nothing else can go on
//   random  at a moment that the seed chooses
//
// Example: a TMA load is issued, its warp goes on, the consumers' try_wait
// blocks, the cluster has nothing else to run: the load ends, its mbarrier's
// phase completes, the consumers go on.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_ASYNC_H
#define TQC_RUNTIME_EMULATOR_MEMORY_ASYNC_H

#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/checks/WgmmaRegisters.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/Mbarrier.h"

#include <functional>
#include <list>

namespace tqc::emu {

/// The queues that are committed and waited for on their own.
enum class AsyncQueue : uint8_t {
  Copy,   // cp.async, groups of a thread
  Bulk,   // cp.async.bulk with a bulk_group, groups of a thread
  Matrix, // wgmma.mma_async, groups of a warp, in order; a warpgroup's four
          // parts end together
  Free,   // bulk copies that end in an mbarrier
};

/// The warps of a warpgroup in one wgmma: what they share, and whether all have
/// come. Nobody's part can end before.
struct MatrixTeam {
  const Inst *inst = nullptr; // of the first that came
  uint64_t descriptorB = 0;
  uint32_t missing = 0;                // warps
  std::vector<double> b;               // the operand, once it has been read
  bool undefined = false;              // some of it was never written
  std::shared_ptr<FlightAgent> flight; // null without checks
};

/// An operation in flight.
struct AsyncOp {
  AsyncQueue queue{};
  Warp *warp = nullptr;
  Mask lanes = 0;
  std::array<uint32_t, kLanes> group{}; // of each lane
  bool isArrive = false;            // waits for all earlier copies of its lanes
  std::shared_ptr<MatrixTeam> team; // of a wgmma
  std::shared_ptr<FlightAgent> flight;     // null without checks
  std::shared_ptr<WgmmaOperands> operands; // of a wgmma, null without checks
  /// Takes the operands; false ends the launch. May be empty.
  std::function<bool()> read;
  /// Leaves the results.
  std::function<bool()> write;
  uint64_t age = 0; // rounds of the cluster
  bool wasRead = false, ended = false;
};

/// A warp's open groups, and what else it has to remember between barriers.
struct WarpAsync {
  std::array<uint32_t, kLanes> openCopy{}, openBulk{}, openMatrix{};
  /// The phase of the cluster's barrier that each lane has arrived at, plus 1.
  std::array<uint64_t, kLanes> clusterPhase{};
  uint64_t matrixCount = 0; // wgmma issued
  /// Operations whose end no wait has covered yet, for the order of accesses.
  struct Unwaited {
    AsyncQueue queue;
    unsigned lane;
    uint32_t group;
    std::shared_ptr<FlightAgent> flight;
    std::shared_ptr<WgmmaOperands> operands; // of a wgmma
  };
  std::vector<Unwaited> unwaited;
  /// AsyncUnit::expiries when the lane's last poll ran out of time.
  std::array<uint32_t, kLanes> expired{};
};

/// A new operation as an agent of the race check; null without checks.
/// `barrier` is where a Free one ends.
std::shared_ptr<FlightAgent> beginFlight(Warp &w, const Inst &i, Flight flight,
                                         uint32_t barrier = 0);

class AsyncUnit {
public:
  explicit AsyncUnit(Cluster &cluster);
  ~AsyncUnit();

  /// False if the operation ended at once and went wrong.
  bool issue(AsyncOp op);
  /// Closes the open group of the lanes.
  void commit(AsyncQueue queue, Warp &warp, Mask lanes);
  /// The team of a warp's next wgmma.
  std::shared_ptr<MatrixTeam> joinTeam(Warp &warp);
  /// Ends all groups of the lanes but the latest `allowed`; with `readOnly` it
  /// is enough that their operands have been read. Step::Again if one cannot
  /// end yet.
  Step wait(AsyncQueue queue, Warp &warp, Mask lanes, uint32_t allowed,
            bool readOnly);
  /// Ends everything of the lanes, committed or not.
  Step waitAll(AsyncQueue queue, Warp &warp, Mask lanes);
  bool inFlight(AsyncQueue queue, const Warp &warp) const;
  /// The function returns: whether a wgmma may still use its registers, which
  /// is a finding.
  bool leavesInFlight(Warp &warp, const Frame &frame);
  /// The warp's program ends: whether a wait covers all of its wgmma.
  void checkLastWait(Warp &warp);

  /// Once a round of the cluster, as the schedule likes.
  bool tick();
  /// Nothing can go on: ends something, or lets polls run out of time. False if
  /// that cannot help either.
  bool unblock();
  /// At the cluster's end.
  bool drain();

  /// Whether the time of the lanes' try_wait is over: once each time that
  /// nothing else can go on.
  bool expires(const Warp &warp, Mask lanes);
  /// A poll without waiting found nothing: what it waits for may have to end.
  void polled();
  /// Something happened that a poll may wait for.
  void moved();

  WarpAsync &of(const Warp &warp) {
    return warps[warp.cta.rank * warpsPerCta + warp.index];
  }
  MbarrierTable &barriersOf(const Cta &cta) { return barriers[cta.rank]; }

  // barrier.cluster: threads that arrived, and completed phases.
  uint32_t clusterArrived = 0;
  uint64_t clusterPhase = 0;
  Clock clusterArriving, clusterDone; // what its threads have seen
  Clock clusterEnding, clusterEnded;  // what relaxed arrivals come behind
  /// Completes the cluster's barrier if all live threads have arrived.
  void settleClusterBarrier();

private:
  bool runRead(AsyncOp &op);
  bool end(AsyncOp &op);
  bool endBefore(const AsyncOp &op);
  bool endTeam(const AsyncOp &op);
  void sweep();
  void learn(AsyncQueue queue, Warp &warp, Mask lanes, uint32_t allowed);
  bool endSome();
  uint32_t openOf(AsyncQueue queue, const Warp &warp, unsigned lane);

  Cluster &cluster;
  const uint32_t warpsPerCta;
  std::vector<WarpAsync> warps;
  std::vector<MbarrierTable> barriers;
  /// Teams that miss warps, by warpgroup and number of the wgmma.
  std::map<std::pair<uint32_t, uint64_t>, std::shared_ptr<MatrixTeam>> teams;
  std::list<AsyncOp> ops; // in the order of issue
  uint32_t expiries = 0;  // how often polls ran out of time
  uint32_t timeouts = 0, polls = 0;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_ASYNC_H
