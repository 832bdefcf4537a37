//===- Warp.cpp - how a warp runs -----------------------------------------===//

#include "runtime/emulator/machine/Warp.h"

#include "runtime/emulator/machine/CallFrames.h"
#include "runtime/emulator/machine/Cta.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

/// Backward branches after which a group lets its siblings run.
static constexpr uint32_t kSpinsBeforeYield = 64;
/// Backward branches of loops that look at shared state, after which lanes
/// that wait at a meeting point stop waiting: the spinning lanes may need what
/// they do next. Other loops end without that.
static constexpr uint32_t kPollsBeforeRelease = 32;
Warp::Warp(Cta &cta, uint32_t index, Mask lanes)
    : cta(cta), index(index), live(lanes) {
  Frame *frame = pushFrame(cta.launch.program->functions[0], nullptr, lanes);
  spawn(lanes, 0, frame, nullptr);
}

Warp::~Warp() = default;

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

void Warp::growLocal(uint32_t bytes) {
  if (bytes <= localSize)
    return;
  localSize = bytes;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    localMemory[lane].resize(bytes);
    if (cta.launch.options.checks)
      localShadow[lane].resize(bytes, 1);
  }
}

static void broadcast(uint8_t *at, unsigned bytes, uint64_t value) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    std::memcpy(at + lane * bytes, &value, bytes);
}

Frame *Warp::pushFrame(const Function &function, Frame *caller, Mask mask) {
  std::unique_ptr<Frame> frame;
  if (!freeFrames.empty()) {
    frame = std::move(freeFrames.back());
    freeFrames.pop_back();
  } else {
    frame = std::make_unique<Frame>();
  }
  frame->function = &function;
  frame->caller = caller;
  frame->call = nullptr;
  frame->matrix = nullptr;
  frame->storage.assign(function.frameBytes / 8 + 8, 0);
  auto address = reinterpret_cast<uintptr_t>(frame->storage.data());
  frame->regs = reinterpret_cast<uint8_t *>((address + 63) & ~uintptr_t(63));
  frame->shadow.clear();
  if (cta.launch.options.checks)
    frame->shadow.resize((function.frameBytes >> kSlotShift) + 1);
  frame->localBase =
      caller ? caller->localBase + caller->function->localBytes : 0;
  growLocal(frame->localBase + function.localBytes);
  if (!localShadow[0].empty() && function.localBytes)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1)
        std::memset(localShadow[lane].data() + frame->localBase, 1,
                    function.localBytes);
  broadcast(frame->regs + kLocalBaseReg, 8, frame->localBase);
  for (const FrameConstant &c : function.constants)
    if (c.bytes == 1) // a predicate
      *reinterpret_cast<Mask *>(frame->regs + c.offset) =
          c.value ? kAllLanes : 0;
    else
      broadcast(frame->regs + c.offset, c.bytes, c.value);
  fillSpecials(*frame);
  frames.push_back(std::move(frame));
  return frames.back().get();
}

void Warp::popFrame(Frame *frame) {
  auto it = std::find_if(frames.begin(), frames.end(),
                         [&](const auto &f) { return f.get() == frame; });
  returned.push_back(std::move(*it));
  frames.erase(it);
}

void Warp::settleReturned(
    const std::function<bool(const Frame &)> &staysInUse) {
  for (std::unique_ptr<Frame> &frame : returned)
    (staysInUse(*frame) ? leftFrames : freeFrames).push_back(std::move(frame));
  returned.clear();
}

//===----------------------------------------------------------------------===//
// Groups and splits
//===----------------------------------------------------------------------===//

Group *Warp::spawn(Mask mask, uint32_t pc, Frame *frame, Split *split) {
  storage.push_back(std::make_unique<Group>());
  Group *g = storage.back().get();
  g->mask = mask;
  g->pc = pc;
  g->frame = frame;
  g->split = split;
  groups.push_back(g);
  return g;
}

void Warp::remove(Group *g) {
  groups.erase(std::find(groups.begin(), groups.end(), g));
  auto it = std::find_if(storage.begin(), storage.end(),
                         [&](const auto &s) { return s.get() == g; });
  storage.erase(it);
  if (group == g)
    group = nullptr;
}

void Warp::dropSplit(Split *split) {
  if (split->callee)
    popFrame(split->callee);
  auto it = std::find_if(splits.begin(), splits.end(),
                         [&](const auto &s) { return s.get() == split; });
  splits.erase(it);
}

/// All members have arrived: they go on as one group.
void Warp::complete(Split *split) {
  if (split->callee)
    copyResults(*this, *split->callee, split->members);
  Group *g = spawn(split->members, split->pc, split->frame, split->parent);
  dropSplit(split);
  settle(g);
}

void Warp::settle(Group *g) {
  Split *split = g->split;
  if (!split || split->callee || split->pc != g->pc || split->frame != g->frame)
    return;
  split->arrived |= g->mask;
  remove(g);
  if (split->arrived == split->members)
    complete(split);
}

/// Lanes that no longer come: no split may wait for them.
void Warp::leave(Split *split, Mask mask) {
  for (Split *s = split; s; s = s->parent)
    s->members &= ~mask;
  while (split) {
    Split *parent = split->parent;
    if (split->members != 0) {
      if (split->arrived == split->members)
        complete(split);
      return;
    }
    dropSplit(split);
    split = parent;
  }
}

Step Warp::diverge(const Mask *masks, const uint32_t *targets, unsigned count,
                   uint32_t reconverge) {
  Group *g = group;
  Frame *frame = g->frame;
  Split *split = g->split;
  Mask all = g->mask;
  bool reuse = split && !split->callee && split->pc == reconverge &&
               split->frame == frame;
  if (reconverge != kNoPc && !reuse) {
    splits.push_back(std::make_unique<Split>());
    Split *inner = splits.back().get();
    inner->pc = reconverge;
    inner->frame = frame;
    inner->members = all;
    inner->parent = split;
    split = inner;
  }
  remove(g);
  for (unsigned i = 0; i < count; ++i) {
    if (masks[i] == 0)
      continue;
    if (split && !split->callee && targets[i] == split->pc &&
        split->frame == frame)
      split->arrived |= masks[i];
    else
      spawn(masks[i], targets[i], frame, split);
  }
  if (split && split->arrived == split->members)
    complete(split);
  return Step::Moved;
}

Step Warp::jump(const Inst &inst, Mask taken, uint32_t target) {
  bool backward = target <= group->pc;
  bool together = taken == live; // nobody waits for these lanes
  if (taken == group->mask) {
    group->pc = target;
    settle(group);
  } else {
    Mask masks[2] = {taken, group->mask & ~taken};
    uint32_t targets[2] = {target, group->pc + 1};
    diverge(masks, targets, 2, inst.reconverge);
  }
  if (backward)
    countSpin(together);
  return Step::Moved;
}

/// Gives other groups, and lanes that wait for this one, a chance.
void Warp::countSpin(bool together) {
  ++spins;
  if (together) {
    polls = 0;
    polled = false;
    return;
  }
  if (spins % kSpinsBeforeYield == 0 && groups.size() > 1)
    std::rotate(groups.begin(), groups.end() - 1, groups.end());
  polls += polled;
  polled = false;
  if (polls < kPollsBeforeRelease)
    return;
  polls = 0;
  for (size_t i = 0; i < splits.size(); ++i) {
    Split *split = splits[i].get();
    if (split->callee || split->arrived == 0)
      continue;
    Mask mask = split->arrived;
    split->arrived = 0;
    split->members &= ~mask;
    settle(spawn(mask, split->pc, split->frame, split->parent));
    return;
  }
}

Step Warp::exitLanes(Mask mask) {
  Group *g = group;
  Split *split = g->split;
  live &= ~mask;
  g->mask &= ~mask;
  if (g->mask == 0)
    remove(g);
  else
    ++g->pc; // the guard was false there
  leave(split, mask);
  // Lanes that are gone are not waited for.
  for (Group *other : groups)
    if (other->wait == Wait::WarpSync)
      wake(*other);
  return Step::Moved;
}

Step Warp::call(const Inst &inst, Mask mask, const Function &callee) {
  Group *g = group;
  uint32_t next = g->pc + 1;
  if (mask != g->mask) { // the others wait behind the call
    Mask masks[2] = {g->mask & ~mask, mask};
    uint32_t targets[2] = {next, g->pc};
    diverge(masks, targets, 2, next);
    group = groups.back();
    g = group;
  }
  Frame *frame = pushFrame(callee, g->frame, mask);
  frame->call = &inst;
  splits.push_back(std::make_unique<Split>());
  Split *split = splits.back().get();
  split->pc = next;
  split->frame = g->frame;
  split->members = mask;
  split->parent = g->split;
  split->callee = frame;
  g->split = split;
  g->frame = frame;
  g->pc = 0;
  return Step::Moved;
}

Step Warp::ret(Mask mask) {
  Group *g = group;
  Split *outer = g->split;
  while (outer && !outer->callee)
    outer = outer->parent;
  if (!outer)
    return exitLanes(mask);
  Split *inner = g->split;
  g->mask &= ~mask;
  if (g->mask == 0)
    remove(g);
  else
    ++g->pc;
  outer->arrived |= mask;
  for (Split *s = inner; s != outer; s = s->parent)
    s->members &= ~mask;
  while (inner != outer) {
    Split *parent = inner->parent;
    if (inner->members != 0) {
      if (inner->arrived == inner->members)
        complete(inner);
      return Step::Moved;
    }
    dropSplit(inner);
    inner = parent;
  }
  if (outer->arrived == outer->members)
    complete(outer);
  return Step::Moved;
}

void Warp::merge(Group *g) {
  for (size_t i = 0; i < groups.size(); ++i) {
    Group *other = groups[i];
    if (other == g || other->pc != g->pc || other->frame != g->frame ||
        other->split != g->split || other->wait != Wait::None)
      continue;
    g->mask |= other->mask;
    remove(other);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Undefined values
//===----------------------------------------------------------------------===//

void Warp::propagatePoison(const Inst &inst, Mask mask) {
  const uint32_t *pool = group->frame->function->pool.data();
  Mask lanes = 0;
  uint32_t origin = 0;
  for (uint32_t i = 0; i < inst.readCount; ++i) {
    const Shadow &in = shadowOf(pool[inst.reads + i]);
    if (in.lanes & mask) {
      lanes |= in.lanes;
      origin = in.origin;
    }
  }
  lanes &= mask;
  for (uint32_t i = 0; i < inst.writeCount; ++i) {
    Shadow &out = shadowOf(pool[inst.writes + i]);
    if (((out.lanes & mask) | lanes) == 0)
      continue;
    out.set(mask, lanes);
    if (lanes)
      out.origin = origin;
  }
}

void Warp::setHalves(uint32_t reg, Mask mask, Mask lower, Mask upper,
                     std::initializer_list<uint32_t> from) {
  uint32_t origin = 0;
  for (uint32_t one : from)
    if (shadowOf(one).lanes & mask)
      origin = shadowOf(one).origin;
  Shadow &out = shadowOf(reg);
  out.setHalves(mask, lower, upper);
  if ((lower | upper) & mask)
    out.origin = origin;
}

void Warp::propagateHalves(const Inst &inst, Mask mask) {
  const uint32_t *pool = group->frame->function->pool.data();
  Mask lower = 0, upper = 0;
  uint32_t origin = 0;
  for (uint32_t i = 0; i < inst.readCount; ++i) {
    const Shadow &in = shadowOf(pool[inst.reads + i]);
    lower |= in.badLower();
    upper |= in.badUpper();
    if (in.lanes & mask)
      origin = in.origin;
  }
  for (uint32_t i = 0; i < inst.writeCount; ++i) {
    Shadow &out = shadowOf(pool[inst.writes + i]);
    out.setHalves(mask, lower, upper);
    if ((lower | upper) & mask)
      out.origin = origin;
  }
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

static uint64_t laneMask(SpecialReg reg, unsigned lane) {
  Mask bit = Mask(1) << lane, below = bit - 1;
  switch (reg) {
  case SpecialReg::LanemaskEq:
    return bit;
  case SpecialReg::LanemaskLe:
    return bit | below;
  case SpecialReg::LanemaskLt:
    return below;
  case SpecialReg::LanemaskGe:
    return ~below;
  default:
    return ~(bit | below);
  }
}

/// The value of a special register that does not change; dynamic ones are 0.
static uint64_t specialValue(const Warp &warp, SpecialReg reg, unsigned lane) {
  const Cta &cta = warp.cta;
  const LaunchState &launch = cta.launch;
  unsigned r = static_cast<unsigned>(reg);
  auto axis = [&](SpecialReg first) {
    return r - static_cast<unsigned>(first);
  };
  auto within = [&](SpecialReg first) { return axis(first) < 3; };
  uint32_t thread = warp.index * kLanes + lane;
  uint32_t tid[3] = {thread % launch.block[0],
                     thread / launch.block[0] % launch.block[1],
                     thread / launch.block[0] / launch.block[1]};
  if (within(SpecialReg::TidX))
    return tid[axis(SpecialReg::TidX)];
  if (within(SpecialReg::NtidX))
    return launch.block[axis(SpecialReg::NtidX)];
  if (within(SpecialReg::CtaidX))
    return cta.id[axis(SpecialReg::CtaidX)];
  if (within(SpecialReg::NctaidX))
    return launch.grid[axis(SpecialReg::NctaidX)];
  if (within(SpecialReg::ClusteridX)) {
    unsigned i = axis(SpecialReg::ClusteridX);
    return cta.id[i] / launch.cluster[i];
  }
  if (within(SpecialReg::NclusteridX)) {
    unsigned i = axis(SpecialReg::NclusteridX);
    return launch.grid[i] / launch.cluster[i];
  }
  if (within(SpecialReg::ClusterCtaidX)) {
    unsigned i = axis(SpecialReg::ClusterCtaidX);
    return cta.id[i] % launch.cluster[i];
  }
  if (within(SpecialReg::ClusterNctaidX))
    return launch.cluster[axis(SpecialReg::ClusterNctaidX)];
  switch (reg) {
  case SpecialReg::ClusterCtarank:
    return cta.rank;
  case SpecialReg::ClusterNctarank:
    return launch.cluster[0] * launch.cluster[1] * launch.cluster[2];
  case SpecialReg::IsExplicitCluster:
    return launch.cluster[0] * launch.cluster[1] * launch.cluster[2] > 1;
  case SpecialReg::Laneid:
    return lane;
  case SpecialReg::Warpid:
    return warp.index;
  case SpecialReg::Nwarpid:
    return 64;
  case SpecialReg::Smid:
    return cta.linearId() % 132;
  case SpecialReg::Nsmid:
    return 132;
  case SpecialReg::Gridid:
    return 1;
  case SpecialReg::DynamicSmemSize:
    return launch.dynamicShared;
  case SpecialReg::TotalSmemSize:
  case SpecialReg::AggrSmemSize:
    return launch.program->staticShared + launch.dynamicShared;
  case SpecialReg::ReservedSmemEnd:
  case SpecialReg::ReservedSmemCap:
    return kSharedStart;
  case SpecialReg::LanemaskEq:
  case SpecialReg::LanemaskLe:
  case SpecialReg::LanemaskLt:
  case SpecialReg::LanemaskGe:
  case SpecialReg::LanemaskGt:
    return laneMask(reg, lane);
  default:
    return 0;
  }
}

void Warp::fillSpecials(Frame &frame) {
  for (const FrameSpecial &s : frame.function->specials) {
    if (s.bytes == 1) {
      *reinterpret_cast<Mask *>(frame.regs + s.offset) =
          specialValue(*this, s.reg, 0) ? kAllLanes : 0;
      continue;
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      uint64_t value = specialValue(*this, s.reg, lane);
      std::memcpy(frame.regs + s.offset + lane * s.bytes, &value, s.bytes);
    }
  }
}

} // namespace tqc::emu
