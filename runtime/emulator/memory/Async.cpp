//===- Async.cpp - what is in flight in a cluster -------------------------===//

#include "runtime/emulator/memory/Async.h"

#include <algorithm>
#include <utility>

namespace tqc::emu {

/// Rounds after which an operation ends even on the lazy schedule: a warp may
/// poll for it without ever blocking.
static constexpr uint64_t kLongestFlight = 64;
/// On the random schedule, one operation in this many ends a round.
static constexpr uint64_t kRandomOdds = 4;
/// Polls in vain after which something has to end.
static constexpr uint32_t kPollsInVain = 256;
/// Times in a row that all polls run out of time before this is a deadlock.
static constexpr uint32_t kMaxTimeouts = 64;

/// For `learn`: all groups, committed or not.
static constexpr uint32_t kNoLimit = ~0u;

std::shared_ptr<FlightAgent> beginFlight(Warp &w, const Inst &i, Flight flight,
                                         uint32_t barrier) {
  SharedRaces *races = w.cta.cluster.races;
  if (!races)
    return nullptr;
  return std::make_shared<FlightAgent>(races->begin(w, i, flight, barrier));
}

AsyncUnit::AsyncUnit(Cluster &cluster)
    : cluster(cluster),
      warpsPerCta((cluster.launch.threadsPerCta() + kLanes - 1) / kLanes) {
  const auto &size = cluster.launch.cluster;
  size_t ctas = size_t(size[0]) * size[1] * size[2];
  warps.resize(ctas * warpsPerCta);
  barriers.resize(ctas);
}

AsyncUnit::~AsyncUnit() = default;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static std::array<uint32_t, kLanes> *openGroups(WarpAsync &warp,
                                                AsyncQueue queue) {
  switch (queue) {
  case AsyncQueue::Copy:
    return &warp.openCopy;
  case AsyncQueue::Bulk:
    return &warp.openBulk;
  case AsyncQueue::Matrix:
    return &warp.openMatrix;
  case AsyncQueue::Free:
    return nullptr;
  }
  return nullptr;
}

uint32_t AsyncUnit::openOf(AsyncQueue queue, const Warp &warp, unsigned lane) {
  auto *open = openGroups(of(warp), queue);
  return open ? (*open)[lane] : 0;
}

/// Warps in a warpgroup.
static constexpr uint32_t kTeamWarps = 4;

/// Whether nothing outside stands in the way of the operation's end.
static bool mayEnd(const AsyncOp &op) {
  return !op.ended && (!op.team || op.team->missing == 0);
}

bool AsyncUnit::issue(AsyncOp op) {
  if (auto *open = openGroups(of(*op.warp), op.queue))
    op.group = *open;
  if (op.flight && op.queue != AsyncQueue::Free && op.lanes) {
    unsigned lane = firstLane(op.lanes);
    of(*op.warp).unwaited.push_back(
        {op.queue, lane, op.group[lane], op.flight, op.operands});
  }
  ops.push_back(std::move(op));
  AsyncOp &last = ops.back();
  bool now = cluster.launch.options.schedule == Schedule::Eager ||
             (cluster.launch.options.schedule == Schedule::Random &&
              cluster.random() % kRandomOdds == 0);
  bool ok = !now || !mayEnd(last) || end(last);
  sweep();
  return ok;
}

std::shared_ptr<MatrixTeam> AsyncUnit::joinTeam(Warp &warp) {
  uint32_t group = warp.cta.rank * warpsPerCta + warp.index / kTeamWarps;
  auto key = std::make_pair(group, of(warp).matrixCount++);
  std::shared_ptr<MatrixTeam> &team = teams[key];
  if (!team) {
    team = std::make_shared<MatrixTeam>();
    uint32_t first = warp.index / kTeamWarps * kTeamWarps;
    team->missing = std::min(kTeamWarps, warpsPerCta - first);
  }
  std::shared_ptr<MatrixTeam> result = team;
  if (--result->missing == 0) {
    teams.erase(key);
    moved();
  }
  return result;
}

void AsyncUnit::commit(AsyncQueue queue, Warp &warp, Mask lanes) {
  auto *open = openGroups(of(warp), queue);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    (*open)[lane] += lanes >> lane & 1;
}

/// The warp gets to know that its operations have ended.
void AsyncUnit::learn(AsyncQueue queue, Warp &warp, Mask lanes,
                      uint32_t allowed) {
  if (!cluster.races)
    return;
  auto &list = of(warp).unwaited;
  auto covered = [&](const WarpAsync::Unwaited &one) {
    if (one.queue != queue || !(lanes >> one.lane & 1) ||
        (allowed != kNoLimit &&
         uint64_t(one.group) + allowed >= openOf(queue, warp, one.lane)))
      return false;
    cluster.races->finished(warp, *one.flight);
    if (one.operands)
      land(warp, *one.operands);
    return true;
  };
  list.erase(std::remove_if(list.begin(), list.end(), covered), list.end());
}

Step AsyncUnit::wait(AsyncQueue queue, Warp &warp, Mask lanes, uint32_t allowed,
                     bool readOnly) {
  Step result = Step::Next;
  for (AsyncOp &op : ops) {
    if (op.queue != queue || op.warp != &warp || op.ended)
      continue;
    bool due = false;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (lanes & op.lanes & Mask(1) << lane)
        due |= uint64_t(op.group[lane]) + allowed < openOf(queue, warp, lane);
    if (!due)
      continue;
    if (!mayEnd(op))
      result = Step::Again;
    else if (!(readOnly ? runRead(op) : end(op)))
      return Step::Fault;
  }
  sweep();
  if (result == Step::Next)
    learn(queue, warp, lanes, allowed);
  return result;
}

Step AsyncUnit::waitAll(AsyncQueue queue, Warp &warp, Mask lanes) {
  Step result = Step::Next;
  for (AsyncOp &op : ops) {
    if (op.queue != queue || op.warp != &warp || !(op.lanes & lanes) ||
        op.ended)
      continue;
    if (!mayEnd(op))
      result = Step::Again;
    else if (!end(op))
      return Step::Fault;
  }
  sweep();
  if (result == Step::Next)
    learn(queue, warp, lanes, kNoLimit);
  return result;
}

bool AsyncUnit::inFlight(AsyncQueue queue, const Warp &warp) const {
  for (const AsyncOp &op : ops)
    if (op.queue == queue && op.warp == &warp && !op.ended)
      return true;
  return false;
}

bool AsyncUnit::leavesInFlight(Warp &warp, const Frame &frame) {
  for (const WarpAsync::Unwaited &one : of(warp).unwaited)
    if (one.operands && one.operands->frame == &frame) {
      reportLostRegisters(warp, *one.operands);
      return true;
    }
  return inFlight(AsyncQueue::Matrix, warp);
}

void AsyncUnit::checkLastWait(Warp &warp) {
  for (const WarpAsync::Unwaited &one : of(warp).unwaited)
    if (one.operands)
      return reportNoLastWait(warp, *one.operands);
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

bool AsyncUnit::runRead(AsyncOp &op) {
  if (op.wasRead)
    return true;
  op.wasRead = true;
  return !op.read || op.read();
}

/// The other warps' parts of a wgmma end with this one.
bool AsyncUnit::endTeam(const AsyncOp &op) {
  bool ok = true;
  if (op.team)
    for (AsyncOp &other : ops)
      if (other.team == op.team && !other.ended)
        ok &= end(other);
  return ok;
}

/// Ends what must have ended before `op` may.
bool AsyncUnit::endBefore(const AsyncOp &op) {
  if (op.queue != AsyncQueue::Matrix && !op.isArrive)
    return true;
  bool ok = true;
  for (AsyncOp &other : ops) {
    if (&other == &op)
      break;
    if (!other.ended && other.warp == op.warp && other.queue == op.queue &&
        other.lanes & op.lanes)
      ok &= end(other);
  }
  return ok;
}

bool AsyncUnit::end(AsyncOp &op) {
  op.ended = true;
  bool ok =
      endBefore(op) && runRead(op) && (!op.write || op.write()) && endTeam(op);
  if (!ok)
    cluster.launch.stop = true;
  return ok;
}

void AsyncUnit::sweep() {
  ops.remove_if([](const AsyncOp &op) { return op.ended; });
}

bool AsyncUnit::tick() {
  bool ok = true;
  bool random = cluster.launch.options.schedule == Schedule::Random;
  for (AsyncOp &op : ops)
    if ((++op.age > kLongestFlight ||
         (random && cluster.random() % kRandomOdds == 0)) &&
        mayEnd(op))
      ok &= end(op);
  sweep();
  return ok;
}

bool AsyncUnit::endSome() {
  std::vector<AsyncOp *> able;
  for (AsyncOp &op : ops)
    if (mayEnd(op))
      able.push_back(&op);
  if (able.empty())
    return false;
  bool random = cluster.launch.options.schedule == Schedule::Random;
  end(*able[random ? cluster.random() % able.size() : 0]);
  sweep();
  return true;
}

bool AsyncUnit::unblock() {
  if (endSome())
    return true;
  if (++timeouts > kMaxTimeouts)
    return false;
  ++expiries;
  return true;
}

bool AsyncUnit::expires(const Warp &warp, Mask lanes) {
  uint32_t &last = of(warp).expired[firstLane(lanes)];
  return std::exchange(last, expiries) != expiries;
}

bool AsyncUnit::drain() {
  bool ok = true;
  for (AsyncOp &op : ops)
    if (mayEnd(op))
      ok &= end(op);
  ops.clear();
  if (cluster.races)
    cluster.races->finish();
  return ok;
}

void AsyncUnit::polled() {
  if (++polls % kPollsInVain == 0)
    endSome();
}

void AsyncUnit::moved() {
  timeouts = 0;
  cluster.progress = true;
}

void AsyncUnit::settleClusterBarrier() {
  uint32_t live = 0;
  for (const auto &cta : cluster.ctas)
    live += cta->liveThreads();
  if (clusterArrived == 0 || clusterArrived < live)
    return;
  clusterArrived = 0;
  clusterDone = std::move(clusterArriving);
  clusterArriving.clear();
  clusterEnded = std::move(clusterEnding);
  clusterEnding.clear();
  ++clusterPhase;
  moved();
}

} // namespace tqc::emu
