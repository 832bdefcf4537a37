//===- WarpRun.cpp - how a warp executes its instructions -----------------===//

#include "runtime/emulator/execution/WarpRun.h"

#include "runtime/emulator/checks/WgmmaRegisters.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/reports/Counters.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

template <bool Checks, bool Counts>
static Step runCode(Warp &w, uint64_t &budget) {
  Group *g = w.group;
  const Inst *code = g->frame->function->code.data();
  const Split *split = g->split;
  uint32_t meet =
      split && !split->callee && split->frame == g->frame ? split->pc : kNoPc;
  while (budget != 0) {
    const Inst &inst = code[g->pc];
    --budget;
    ++w.steps;
    Mask mask = g->mask;
    if (inst.guard != kNoReg) {
      Mask p = w.pred(inst.guard);
      if (Checks && (w.shadowOf(inst.guard).lanes & mask))
        reportPoison(w, inst, w.shadowOf(inst.guard), mask,
                     "decides whether this is executed");
      mask &= inst.guardNegated ? ~p : p;
    }
    InstCount *count = Counts ? &w.counts[g->pc] : nullptr;
    if (Counts)
      countInstruction(w, inst, mask, *count);
    if (mask != 0) {
      Step step = inst.exec(w, inst, mask);
      if (step != Step::Next) {
        if (Counts)
          countWait(w, mask, step, *count);
        return step;
      }
      if (Checks && w.poisoned && inst.poison == PoisonRule::Any)
        w.propagatePoison(inst, mask);
      if (Checks && w.poisoned && inst.poison == PoisonRule::Halves)
        w.propagateHalves(inst, mask);
      if (Checks && w.matrix && inst.poison != PoisonRule::Matrix)
        touchRegisters(w, inst);
    }
    if (++g->pc == meet) {
      w.settle(g);
      return Step::Moved;
    }
  }
  return Step::Next;
}

static void enter(Warp &w, Group *g) {
  w.group = g;
  w.regs = g->frame->regs;
  w.shadow = g->frame->shadow.empty() ? nullptr : g->frame->shadow.data();
  if (CountTable *table = w.cta.cluster.counts)
    w.counts =
        (*table)[static_cast<size_t>(g->frame->function -
                                     w.cta.launch.program->functions.data())]
            .data();
}

static Group *pick(const Warp &w) {
  for (size_t i = w.groups.size(); i-- > 0;)
    if (w.groups[i]->wait == Wait::None)
      return w.groups[i];
  return nullptr;
}

RunEnd runWarp(Warp &w, uint64_t &budget) {
  w.advanced = false;
  // What could not go on may be able to now.
  for (Group *g : w.groups)
    if (g->wait == Wait::Poll)
      g->wait = Wait::None;
  for (;;) {
    if (w.groups.empty())
      return RunEnd::Done;
    if (budget == 0)
      return RunEnd::Quantum;
    Group *g = pick(w);
    if (!g)
      return RunEnd::Blocked;
    if (g->split && !g->split->callee && g->split->pc == g->pc &&
        g->split->frame == g->frame) { // it waited at the last step there
      w.settle(g);
      continue;
    }
    if (w.groups.size() > 1)
      w.merge(g);
    enter(w, g);
    uint64_t before = w.steps;
    Step step = w.counts   ? (w.shadow ? runCode<true, true>(w, budget)
                                       : runCode<false, true>(w, budget))
                : w.shadow ? runCode<true, false>(w, budget)
                           : runCode<false, false>(w, budget);
    w.advanced |= w.steps - before > (step == Step::Again ? 1 : 0);
    if (step == Step::Fault)
      return RunEnd::Fault;
    if (step == Step::Again && w.group && w.group->wait == Wait::None)
      w.group->wait = Wait::Poll;
  }
}

} // namespace tqc::emu
