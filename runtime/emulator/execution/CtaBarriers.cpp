//===- CtaBarriers.cpp - who waits for whom in a CTA ----------------------===//

#include "runtime/emulator/execution/CtaBarriers.h"

#include "runtime/emulator/checks/RegisterChanges.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/memory/Async.h"

namespace tqc::emu {

/// Gives a waiting group its result.
static void finishBarrier(Warp &warp, Group &group,
                          const NamedBarrier &barrier) {
  if (SharedRaces *races = warp.cta.cluster.races)
    races->acquire(warp, barrier.lastClock);
  const Inst &i = *group.waiting;
  uint8_t *regs = group.frame->regs;
  if (i.flags & kPopc) {
    uint32_t out[kLanes];
    for (uint32_t &lane : out)
      lane = barrier.lastCount;
    putLanes(reinterpret_cast<uint32_t *>(regs + i.d), out, group.waitMask);
  } else if (i.flags & (kAnd | kOr)) {
    bool value = i.flags & kAnd ? barrier.lastAll : barrier.lastAny;
    putPred(*reinterpret_cast<Mask *>(regs + i.d), value ? kAllLanes : 0,
            group.waitMask);
  }
  group.waiting = nullptr;
}

void completeBarrier(Cta &cta, uint32_t index) {
  NamedBarrier &b = cta.barriers[index];
  ++b.generation;
  b.lastCount = b.count;
  b.lastAll = b.all;
  b.lastAny = b.any;
  b.lastClock = std::move(b.clock);
  b.clock.clear();
  b.arrived = b.expected = b.count = 0;
  b.all = true;
  b.any = false;
  cta.cluster.progress = true;
  for (const auto &warp : cta.warps)
    for (Group *g : warp->groups)
      if (g->wait == Wait::Barrier && g->barrier == index) {
        finishBarrier(*warp, *g, b);
        warp->wake(*g);
      }
}

void lanesExited(Cta &cta) {
  // A barrier without a count waits for the threads that are still there.
  uint32_t live = cta.liveThreads();
  for (uint32_t i = 0; i < cta.barriers.size(); ++i)
    if (cta.barriers[i].arrived != 0 && cta.barriers[i].wholeCta &&
        cta.barriers[i].arrived >= live)
      completeBarrier(cta, i);
  AsyncUnit &async = *cta.cluster.async;
  async.settleClusterBarrier();
  if (live == 0 && cta.cluster.races)
    cta.cluster.races->leave(cta);
  if (live == 0 && cta.launch.options.checks) {
    checkRegisterChanges(cta);
    for (const auto &warp : cta.warps)
      async.checkLastWait(*warp);
  }
}

} // namespace tqc::emu
