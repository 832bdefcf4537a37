//===- ExecBarrier.cpp - barriers of a CTA --------------------------------===//

#include "runtime/emulator/checks/GlobalRaces.h"
#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/decode/Forms.h"
#include "runtime/emulator/decode/MemoryOrder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/CtaBarriers.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

/// Threads that an arrival of these lanes stands for: a warp arrives as a
/// whole, lanes that have exited included.
static uint32_t threadsOf(const Warp &w, Mask mask) {
  return mask == w.live ? kLanes : countLanes(mask);
}

/// An .aligned barrier that only some lanes of the warp reach.
static void reportDivergent(Warp &w, const Inst &i, Mask mask) {
  EmuFinding f = findingAt(w, i, firstLane(mask));
  f.kind = "divergent-aligned";
  f.message = "only " + std::to_string(countLanes(mask)) + " of the " +
              std::to_string(countLanes(w.live)) +
              " threads of a warp reach this barrier together; all must";
  w.cta.launch.findings->add(std::move(f));
}

/// Whether other lanes of the warp may still come to this barrier: they run,
/// or have come to it and are about to be merged. The scheduler lets lanes go
/// ahead of others that poll, which hardware does not do before a barrier.
static bool othersMayCome(const Warp &w) {
  const Group *own = w.group;
  for (const Group *g : w.groups)
    if (g != own && (g->wait == Wait::None ||
                     (g->wait == Wait::Poll && g->pc == own->pc &&
                      g->frame == own->frame && g->split == own->split)))
      return true;
  return false;
}

static Step barrier(Warp &w, const Inst &i, Mask mask) {
  Cta &cta = w.cta;
  unsigned lane = firstLane(mask);
  bool reduces = i.flags & (kPopc | kAnd | kOr);
  uint32_t index = w.reg<uint32_t>(i.s[0])[lane];
  uint32_t count = i.s[1] == kNoReg ? 0 : w.reg<uint32_t>(i.s[1])[lane];
  if (i.flags & kAligned && mask != w.live) {
    if (othersMayCome(w))
      return Step::Again;
    if (w.checks())
      reportDivergent(w, i, mask);
  }
  if (index >= cta.barriers.size()) {
    reportFatal(w, i, mask, "barrier-misuse",
                "barrier " + std::to_string(index) +
                    " does not exist: a CTA has 16");
    return Step::Fault;
  }
  if (count % kLanes != 0) {
    reportFatal(w, i, mask, "barrier-misuse",
                "a barrier's thread count must be a multiple of 32, here it "
                "is " +
                    std::to_string(count));
    return Step::Fault;
  }
  NamedBarrier &b = cta.barriers[index];
  bool whole = count == 0;
  uint32_t expected = whole ? cta.launch.threadsPerCta() : count;
  if (b.arrived != 0 && b.expected != expected) {
    reportFatal(w, i, mask, "barrier-misuse",
                "barrier " + std::to_string(index) + " waits for " +
                    std::to_string(b.expected) +
                    " threads, this arrival expects " +
                    std::to_string(expected));
    return Step::Fault;
  }
  b.wholeCta = whole;
  b.expected = expected;
  b.arrived += whole ? countLanes(mask) : threadsOf(w, mask);
  if (reduces) {
    Mask p = w.pred(i.s[2]);
    if (i.flags & kNotPredicate)
      p = ~p;
    b.count += countLanes(p & mask);
    b.all &= (p & mask) == mask;
    b.any |= (p & mask) != 0;
  }
  if (SharedRaces *races = cta.cluster.races)
    races->release(w, b.clock);
  if (mask != w.group->mask) { // the others do not wait
    Mask masks[2] = {w.group->mask & ~mask, mask};
    uint32_t places[2] = {w.group->pc + 1, w.group->pc};
    w.diverge(masks, places, 2, kNoPc);
    w.group = w.groups.back();
  }
  Group *g = w.group;
  ++g->pc;
  if (!(i.flags & kArrive)) {
    g->wait = Wait::Barrier;
    g->barrier = index;
    g->waiting = &i;
    g->waitMask = mask;
  }
  if (b.arrived >= (whole ? cta.liveThreads() : count))
    completeBarrier(cta, index);
  return Step::Moved;
}

bool selectBarrier(const FormMatch &m, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.flags = (m.has("arrive") ? kArrive : 0) | (m.has("popc") ? kPopc : 0) |
               (m.has("and") ? kAnd : 0) | (m.has("or") ? kOr : 0) |
               (m.form->opcode == "bar" || m.has("aligned") ? kAligned : 0);
  if (m.has("red")) {
    if (m.operands.size() == 3) { // no thread count
      inst.s[2] = inst.s[1];
      inst.s[1] = kNoReg;
    }
    if (m.operands.back().negated)
      inst.flags |= kNotPredicate;
  }
  inst.exec = barrier;
  return true;
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

static Step fence(Warp &w, const Inst &i, Mask) {
  if (GlobalRaces *races = w.cta.launch.races)
    races->order(w.cta.linearId(), i.order, i.scope);
  if (SharedRaces *races = w.cta.cluster.races;
      races && i.scope != Scope::Cta && i.order != Order::Acquire)
    races->fence(w);
  return Step::Next;
}

/// It is for the mbarriers that a thread initialised; what else it did counts
/// with them.
static Step fenceInits(Warp &w, const Inst &, Mask) {
  if (SharedRaces *races = w.cta.cluster.races)
    races->fence(w);
  return Step::Next;
}

bool selectInitFence(const FormMatch &, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.exec = fenceInits;
  return true;
}

bool selectFence(const FormMatch &m, Inst &inst, std::string &) {
  takeFenceOrder(m, inst);
  inst.poison = PoisonRule::Self;
  inst.exec = fence;
  return true;
}

} // namespace tqc::emu
