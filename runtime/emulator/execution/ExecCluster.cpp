//===- ExecCluster.cpp - barrier.cluster, mapa, getctarank ----------------===//

#include "runtime/emulator/checks/GlobalRaces.h"
#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

// Inst::flags: the arrival is relaxed. It tells nothing of data that no fence
// is behind; but that others' memory is no longer used.
static Step arriveAtCluster(Warp &w, const Inst &i, Mask mask) {
  AsyncUnit &unit = *w.cta.cluster.async;
  auto &phases = unit.of(w).clusterPhase;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (phases[lane] != 0) {
      reportFatal(w, i, Mask(1) << lane, "cluster-barrier",
                  "a thread arrives twice without barrier.cluster.wait");
      return Step::Fault;
    }
    phases[lane] = unit.clusterPhase + 1;
    ++unit.clusterArrived;
  }
  SharedRaces *races = w.cta.cluster.races;
  if (races && i.flags)
    races->releaseRelaxed(w, unit.clusterArriving, unit.clusterEnding);
  else if (races)
    races->release(w, unit.clusterArriving);
  unit.settleClusterBarrier();
  return Step::Next;
}

static Step waitForCluster(Warp &w, const Inst &i, Mask mask) {
  AsyncUnit &unit = *w.cta.cluster.async;
  auto &phases = unit.of(w).clusterPhase;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    if (phases[lane] == 0) {
      reportFatal(w, i, Mask(1) << lane, "cluster-barrier",
                  "a thread waits that has not arrived");
      return Step::Fault;
    }
    if (phases[lane] > unit.clusterPhase)
      return Step::Again;
  }
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      phases[lane] = 0;
  if (SharedRaces *races = w.cta.cluster.races) {
    races->acquire(w, unit.clusterDone);
    races->knowEnds(w, unit.clusterEnded);
  }
  return Step::Next;
}

bool selectClusterBarrier(const FormMatch &m, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.flags = m.has("relaxed");
  inst.exec = m.has("arrive") ? arriveAtCluster : waitForCluster;
  return true;
}

//===----------------------------------------------------------------------===//
// fence.proxy
//===----------------------------------------------------------------------===//

// Inst::flags: the memory that the fence is for.
enum FenceFlag : uint32_t { FlagFenceShared = 1, FlagFenceGlobal = 2 };

static Step fenceProxy(Warp &w, const Inst &i, Mask mask) {
  if (w.cta.cluster.races && i.flags & FlagFenceShared)
    w.cta.cluster.races->fenceProxy(w, mask);
  if (w.cta.launch.races && i.flags & FlagFenceGlobal)
    w.cta.launch.races->fenceProxy(w);
  return Step::Next;
}

bool selectProxyFence(const FormMatch &m, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  bool isShared = m.has("shared::cta") || m.has("shared::cluster");
  inst.flags = (m.has("global") ? 0 : FlagFenceShared) |
               (isShared ? 0 : FlagFenceGlobal);
  inst.exec = fenceProxy;
  return true;
}

//===----------------------------------------------------------------------===//
// Addresses of the cluster's shared memory
//===----------------------------------------------------------------------===//

// Inst::flags: the address is generic.
template <typename T>
static Step mapAddress(Warp &w, const Inst &i, Mask mask) {
  const T *address = w.reg<T>(i.s[0]);
  const uint32_t *rank = w.reg<uint32_t>(i.s[1]);
  size_t ctas = w.cta.cluster.ctas.size();
  T out[kLanes];
  uint64_t window = i.flags ? kSharedWindow : 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (mask >> lane & 1 && rank[lane] >= ctas) {
      reportFatal(w, i, Mask(1) << lane, "cluster-rank",
                  "mapa names CTA " + std::to_string(rank[lane]) +
                      " of a cluster of " + std::to_string(ctas));
      return Step::Fault;
    }
    uint64_t offset =
        (address[lane] - window) & ((uint64_t(1) << kSharedRankShift) - 1);
    out[lane] = static_cast<T>(
        window + (uint64_t(rank[lane] + 1) << kSharedRankShift | offset));
  }
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

template <typename T>
static Step rankOfAddress(Warp &w, const Inst &i, Mask mask) {
  const T *address = w.reg<T>(i.s[0]);
  uint32_t out[kLanes];
  uint64_t window = i.flags ? kSharedWindow : 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    auto rank =
        static_cast<uint32_t>((address[lane] - window) >> kSharedRankShift);
    out[lane] = rank == 0 ? w.cta.rank : rank - 1;
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectClusterAddress(const FormMatch &m, Inst &inst, std::string &) {
  bool wide = m.last() == PtxType::U64;
  inst.flags = !m.has("shared::cluster");
  if (m.form->opcode == "mapa")
    inst.exec = wide ? mapAddress<uint64_t> : mapAddress<uint32_t>;
  else
    inst.exec = wide ? rankOfAddress<uint64_t> : rankOfAddress<uint32_t>;
  return true;
}

} // namespace tqc::emu
