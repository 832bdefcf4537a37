//===- ExecControl.cpp - branches, calls, exit ----------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/CtaBarriers.h"
#include "runtime/emulator/execution/HostCalls.h"
#include "runtime/emulator/machine/CallFrames.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/machine/DebugHook.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

/// Calls deeper than this are a runaway recursion.
static constexpr size_t kMaxFrames = 1024;

static const uint32_t *poolOf(const Warp &w, const Inst &i) {
  return w.group->frame->function->pool.data() + i.pool;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static Step branch(Warp &w, const Inst &i, Mask mask) {
  return w.jump(i, mask, i.target);
}

bool selectBranch(const FormMatch &m, Inst &inst, std::string &why) {
  const auto &ops = m.ptx->operands;
  if (ops.size() != 1 || ops[0].kind != OperandKind::Label) {
    why = ops.size() == 1 && !ops[0].text.empty()
              ? "label '" + ops[0].text + "' is not defined here"
              : "bra needs a label";
    return false;
  }
  inst.target = m.decoder->labelPc(ops[0].index);
  inst.flow = Flow::Branch;
  inst.poison = PoisonRule::Self;
  inst.exec = branch;
  return true;
}

static Step indexedBranch(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *index = w.reg<uint32_t>(i.s[0]);
  const uint32_t *targets = poolOf(w, i);
  Shadow *poison = w.checks() ? &w.shadowOf(i.s[0]) : nullptr;
  if (poison && poison->lanes & mask)
    reportPoison(w, i, *poison, mask, "chooses where to branch");
  Mask masks[kLanes + 1];
  uint32_t places[kLanes + 1];
  unsigned count = 0;
  for (Mask left = mask; left != 0;) {
    unsigned lane = firstLane(left);
    if (index[lane] >= i.poolCount) {
      reportFatal(w, i, Mask(1) << lane, "invalid-branch",
                  "brx.idx has index " + std::to_string(index[lane]) +
                      ", but the list has " + std::to_string(i.poolCount) +
                      " targets");
      return Step::Fault;
    }
    Mask same = 0;
    for (unsigned l = lane; l < kLanes; ++l)
      if (left >> l & 1 && index[l] == index[lane])
        same |= Mask(1) << l;
    masks[count] = same;
    places[count++] = targets[index[lane]];
    left &= ~same;
  }
  Mask rest = w.group->mask & ~mask;
  if (count == 1 && rest == 0)
    return w.jump(i, mask, places[0]);
  if (rest) {
    masks[count] = rest;
    places[count++] = w.group->pc + 1;
  }
  return w.diverge(masks, places, count, i.reconverge);
}

bool selectIndexedBranch(const FormMatch &m, Inst &inst, std::string &why) {
  const auto &ops = m.ptx->operands;
  if (ops.size() != 2) {
    why = "brx.idx needs an index and a list";
    return false;
  }
  const PtxTargetList *list = m.decoder->targetList(ops[1].text);
  if (!list || list->isPrototype) {
    why = "'" + ops[1].text + "' is no list of branch targets";
    return false;
  }
  std::vector<uint32_t> targets;
  for (size_t t = 0; t < list->targets.size(); ++t) {
    if (list->labels[t] < 0) {
      why = "label '" + list->targets[t] + "' is not defined here";
      return false;
    }
    targets.push_back(m.decoder->labelPc(list->labels[t]));
  }
  uint32_t reg = kNoReg;
  if (!m.decoder->source(ops[0], PtxType::U32, false, reg))
    return false;
  inst.s[0] = reg;
  inst.pool = m.decoder->addPool(targets);
  inst.poolCount = static_cast<uint32_t>(targets.size());
  inst.flow = Flow::Indexed;
  inst.poison = PoisonRule::Self;
  inst.exec = indexedBranch;
  return true;
}

/// Lanes have left a function or the kernel, of which `before` were there.
static Step settleLeft(Warp &w, Mask before) {
  w.settleReturned([&](const Frame &frame) {
    return w.cta.cluster.async->leavesInFlight(w, frame);
  });
  if (w.live != before)
    lanesExited(w.cta);
  return Step::Moved;
}
static Step leave(Warp &w, const Inst &, Mask mask) {
  Mask before = w.live;
  w.exitLanes(mask);
  return settleLeft(w, before);
}
static Step returnFrom(Warp &w, const Inst &, Mask mask) {
  Mask before = w.live;
  w.ret(mask);
  return settleLeft(w, before);
}
static Step trap(Warp &w, const Inst &i, Mask mask) {
  reportFatal(w, i, mask, "trap",
              i.flags ? "the kernel stopped at a breakpoint"
                      : "the kernel executed trap");
  return Step::Fault;
}

bool selectLeave(const FormMatch &m, Inst &inst, std::string &) {
  std::string_view op = m.form->opcode;
  inst.flow = Flow::Leave;
  inst.poison = PoisonRule::Self;
  inst.flags = op == "brkpt";
  inst.exec = op == "exit" ? leave : op == "ret" ? returnFrom : trap;
  return true;
}

static Step event(Warp &w, const Inst &i, Mask mask) {
  DebugHook *hook = w.cta.launch.options.debug;
  return hook ? hook->atEvent(w, *w.reg<uint32_t>(i.s[0]), mask) : Step::Next;
}

bool selectEvent(const FormMatch &, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.exec = event;
  return true;
}

static Step nothing(Warp &, const Inst &, Mask) { return Step::Next; }

bool selectNothing(const FormMatch &, Inst &inst, std::string &) {
  inst.poison = PoisonRule::Self;
  inst.exec = nothing;
  return true;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// imm: arguments; poolCount: results and arguments; target: the function.
static Step enterCall(Warp &w, const Inst &i, Mask mask,
                      uint32_t functionIndex) {
  const Function &callee = w.cta.launch.program->functions[functionIndex];
  Frame *caller = w.group->frame;
  const uint32_t *pool = poolOf(w, i);
  size_t results = i.poolCount - static_cast<size_t>(i.imm);
  if (!callee.ptx->isDefined) {
    HostCall host{w, i, mask, callee.ptx->name, {}, {}};
    for (size_t k = 0; k < i.poolCount; ++k) {
      CallWord word = callWordAt(pool, k);
      (k < results ? host.results : host.arguments)
          .push_back({word.offset, word.bytes, word.reg});
    }
    return callHost(host);
  }
  if (callee.params.size() != static_cast<size_t>(i.imm) ||
      callee.returns.size() < results) {
    reportFatal(w, i, mask, "invalid-call",
                "'" + callee.ptx->name + "' takes " +
                    std::to_string(callee.params.size()) + " arguments");
    return Step::Fault;
  }
  if (w.depth() >= kMaxFrames) {
    reportFatal(w, i, mask, "stack-overflow",
                "calls are nested more than " + std::to_string(kMaxFrames) +
                    " deep");
    return Step::Fault;
  }
  Step step = w.call(i, mask, callee);
  Frame *frame = w.group->frame;
  for (size_t k = 0; k < callee.params.size(); ++k)
    copyArgument(w, mask, *caller, callWordAt(pool, results + k), *frame,
                 callee.params[k]);
  return step;
}

static Step directCall(Warp &w, const Inst &i, Mask mask) {
  return enterCall(w, i, mask, i.target);
}

static Step indirectCall(Warp &w, const Inst &i, Mask mask) {
  const uint64_t *where = w.reg<uint64_t>(i.s[0]);
  uint64_t handle = where[firstLane(mask)];
  Mask same = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    same |= Mask(where[lane] == handle) << lane;
  same &= mask;
  if (same != mask) {
    // One callee at a time: the others call after these have begun.
    uint32_t next = w.group->pc + 1;
    Mask masks[3] = {w.group->mask & ~mask, mask & ~same, same};
    uint32_t places[3] = {next, w.group->pc, w.group->pc};
    w.diverge(masks, places, 3, next);
    w.group = w.groups.back();
    mask = same;
  }
  const auto &functions = w.cta.launch.program->functions;
  for (uint32_t f = 0; f < functions.size(); ++f)
    if (kCodeWindow + functions[f].index == handle)
      return enterCall(w, i, mask, f);
  reportFatal(w, i, mask, "invalid-call",
              "an indirect call goes to no function");
  return Step::Fault;
}

/// Appends where the items of a call's list lie.
static bool addPlaces(const FormMatch &m, const PtxOperand &list,
                      std::vector<uint32_t> &words, std::string &why) {
  FunctionDecoder &decoder = *m.decoder;
  for (const PtxOperand &item : list.items) {
    CallWord word{kNoReg, 0, 0};
    if (item.kind == OperandKind::Reg) {
      word.reg = decoder.registerOffset(item.index);
      PtxType type = decoder.registerType(item.index);
      if (type == PtxType::Pred) {
        why = "predicates as arguments of a call are not supported";
        return false;
      }
      word.bytes = FunctionDecoder::registerBytes(type);
    } else if (item.kind == OperandKind::Imm) {
      word.reg = decoder.constant(item.imm, 8);
      word.bytes = 8;
    } else if (item.kind == OperandKind::Variable) {
      Space space;
      uint32_t base;
      int64_t offset;
      if (!decoder.place(item, space, base, offset))
        return false;
      const PtxVariable *v =
          item.isLocal ? &decoder.ptx.variables[static_cast<size_t>(item.index)]
                       : nullptr;
      if (base != kLocalBaseReg || !v) {
        why = "'" + item.text + "' is no .param variable of this function";
        return false;
      }
      word.offset = static_cast<uint32_t>(offset);
      word.bytes = static_cast<uint32_t>(v->bytes);
    } else {
      why = "this argument of a call is not supported";
      return false;
    }
    words.insert(words.end(), {word.reg, word.offset, word.bytes});
  }
  return true;
}

bool selectCall(const FormMatch &m, Inst &inst, std::string &why) {
  const auto &ops = m.ptx->operands;
  size_t at = 0;
  static const PtxOperand kEmpty;
  const PtxOperand *results = &kEmpty, *arguments = &kEmpty;
  if (at < ops.size() && ops[at].kind == OperandKind::List)
    results = &ops[at++];
  if (at >= ops.size()) {
    why = "call needs a function";
    return false;
  }
  const PtxOperand &callee = ops[at++];
  if (at < ops.size() && ops[at].kind == OperandKind::List)
    arguments = &ops[at++];
  std::vector<uint32_t> words;
  if (!addPlaces(m, *results, words, why) ||
      !addPlaces(m, *arguments, words, why))
    return false;
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = static_cast<uint32_t>(words.size() / 3);
  inst.imm = static_cast<int64_t>(arguments->items.size());
  inst.flow = Flow::None;
  inst.poison = PoisonRule::Self;
  if (callee.kind == OperandKind::Function) {
    const PtxFunction &f =
        m.decoder->owner.module.functions[static_cast<size_t>(callee.index)];
    if (!f.isDefined && !isHostFunction(f.name)) {
      why = "function '" + f.name + "' is declared but has no body";
      return false;
    }
    inst.target =
        m.decoder->owner.useFunction(static_cast<uint32_t>(callee.index));
    inst.exec = directCall;
    return true;
  }
  if (callee.kind != OperandKind::Reg) {
    why = "'" + callee.text + "' is no function";
    return false;
  }
  // Any function whose address is stored somewhere may be the callee.
  ProgramDecoder &owner = m.decoder->owner;
  for (const PtxVariable &v : owner.module.variables)
    for (const PtxRelocation &r : v.relocations)
      if (int f = owner.module.findFunction(r.symbol); f >= 0)
        owner.useFunction(static_cast<uint32_t>(f));
  inst.s[0] = m.decoder->registerOffset(callee.index);
  inst.exec = indirectCall;
  return true;
}

} // namespace tqc::emu
