//===- ExecWarp.cpp - what the lanes of a warp do together ----------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"
#include "runtime/emulator/numerics/Floats.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

/// Waits until the lanes of `members` have come; true if they are all in
/// `mask` (which then includes lanes of other groups that wait here too).
static bool gather(Warp &w, const Inst &i, Mask &mask, Mask members,
                   Step &step) {
  members &= w.live;
  Group *own = w.group;
  own->waiting = nullptr;
  if ((members & ~mask) == 0)
    return true;
  // Lanes of groups that wait at this instruction, in the same frame.
  Mask here = mask;
  for (Group *g : w.groups)
    if (g != own && g->waiting == &i && g->frame == own->frame)
      here |= g->waitMask;
  if ((members & ~here) != 0) {
    own->wait = Wait::WarpSync;
    own->waiting = &i;
    own->waitMask = mask;
    step = Step::Moved;
    return false;
  }
  for (Group *g : w.groups)
    if (g != own && g->waiting == &i && g->frame == own->frame) {
      g->waiting = nullptr;
      w.wake(*g);
      ++g->pc;
    }
  mask = here;
  return true;
}

static Mask memberMask(Warp &w, uint32_t reg, Mask mask) {
  return w.reg<uint32_t>(reg)[firstLane(mask)];
}

/// Executes `exec` once for each member mask that lanes which came together
/// give, as the tiles of a warp do that are reduced side by side. Where lanes
/// of one mask come apart the first lane speaks for all, and they gather.
template <Step (*exec)(Warp &, const Inst &, Mask)>
static Step eachMask(Warp &w, const Inst &i, Mask mask, uint32_t reg) {
  Mask members[kLanes], equal = 0;
  std::memcpy(members, w.reg<Mask>(reg), sizeof members);
  Mask first = members[firstLane(mask)];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    equal |= Mask(members[lane] == first) << lane;
  if ((mask & ~equal) == 0)
    return exec(w, i, mask);
  std::vector<Mask> parts;
  for (Mask left = mask; left != 0; left &= ~parts.back()) {
    Mask members0 = members[firstLane(left)], part = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      part |= Mask(members[lane] == members0) << lane;
    parts.push_back(part & left);
    if (members0 & w.live & ~parts.back())
      return exec(w, i, mask);
  }
  for (Mask part : parts)
    if (Step step = exec(w, i, part); step != Step::Next)
      return step;
  return Step::Next;
}

static Shadow *shadowFor(Warp &w, uint32_t reg) {
  return w.checks() && reg != kNoReg ? &w.shadowOf(reg) : nullptr;
}

//===----------------------------------------------------------------------===//
// shfl
//===----------------------------------------------------------------------===//

enum class ShuffleMode : uint32_t { Up, Down, Bfly, Idx };

/// flags: the mode. A lane that does not take part has no value to give.
static Step shuffleMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  if (!gather(w, i, mask, memberMask(w, i.s[3], mask), step))
    return step;
  const uint32_t *a = w.reg<uint32_t>(i.s[0]), *b = w.reg<uint32_t>(i.s[1]);
  const uint32_t *c = w.reg<uint32_t>(i.s[2]);
  uint32_t out[kLanes];
  Mask inside = 0, lower = 0, upper = 0, strange = 0;
  Shadow *from = shadowFor(w, i.s[0]), *to = shadowFor(w, i.d);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint32_t offset = b[lane] & 31, clamp = c[lane] & 31;
    uint32_t segment = c[lane] >> 8 & 31;
    uint32_t most = (lane & segment) | (clamp & ~segment);
    uint32_t least = lane & segment;
    int32_t source = 0;
    bool valid = false;
    switch (static_cast<ShuffleMode>(i.flags & 3)) {
    case ShuffleMode::Up:
      source = static_cast<int32_t>(lane) - static_cast<int32_t>(offset);
      valid = source >= static_cast<int32_t>(most);
      break;
    case ShuffleMode::Down:
      source = static_cast<int32_t>(lane + offset);
      valid = source <= static_cast<int32_t>(most);
      break;
    case ShuffleMode::Bfly:
      source = static_cast<int32_t>(lane ^ offset);
      valid = source <= static_cast<int32_t>(most);
      break;
    case ShuffleMode::Idx:
      source = static_cast<int32_t>(least | (offset & ~segment));
      valid = source <= static_cast<int32_t>(most);
      break;
    }
    if (!valid)
      source = static_cast<int32_t>(lane);
    out[lane] = a[source & 31];
    inside |= Mask(valid) << lane;
    if (from) {
      lower |= (from->badLower() >> (source & 31) & 1) << lane;
      upper |= (from->badUpper() >> (source & 31) & 1) << lane;
    }
    strange |= (~mask >> (source & 31) & 1) << lane;
  }
  if (to && ((to->lanes | lower | upper | strange) & mask)) {
    w.poisoned = true;
    to->origin = strange & mask ? instIndex(w, i) : from->origin;
    to->setHalves(mask, lower | strange, upper | strange);
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  if (i.d2 != kNoReg)
    putPred(w.pred(i.d2), inside, mask);
  return Step::Next;
}

static Step shuffle(Warp &w, const Inst &i, Mask mask) {
  return eachMask<shuffleMembers>(w, i, mask, i.s[3]);
}

bool selectShuffle(const FormMatch &m, Inst &inst, std::string &) {
  ShuffleMode mode = m.has("up")     ? ShuffleMode::Up
                     : m.has("down") ? ShuffleMode::Down
                     : m.has("bfly") ? ShuffleMode::Bfly
                                     : ShuffleMode::Idx;
  inst.flags = static_cast<uint32_t>(mode);
  inst.poison = PoisonRule::Self;
  inst.exec = shuffle;
  return true;
}

//===----------------------------------------------------------------------===//
// vote, match, activemask, elect
//===----------------------------------------------------------------------===//

enum VoteFlags : uint32_t {
  kAll = 1,
  kAny = 2,
  kUni = 4,
  kBallot = 8,
  kNotA = 16,
};

static Step voteMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  Mask members = memberMask(w, i.s[1], mask);
  if (!gather(w, i, mask, members, step))
    return step;
  if (w.checks() && w.shadowOf(i.s[0]).lanes & mask)
    reportPoison(w, i, w.shadowOf(i.s[0]), mask, "is voted on");
  Mask p = w.pred(i.s[0]);
  if (i.flags & kNotA)
    p = ~p;
  members &= mask;
  p &= members;
  if (i.flags & kBallot) {
    uint32_t out[kLanes];
    for (uint32_t &lane : out)
      lane = p;
    putLanes(w.reg<uint32_t>(i.d), out, mask);
    return Step::Next;
  }
  bool value = i.flags & kAll   ? p == members
               : i.flags & kAny ? p != 0
                                : p == members || p == 0;
  putPred(w.pred(i.d), value ? kAllLanes : 0, mask);
  return Step::Next;
}

static Step vote(Warp &w, const Inst &i, Mask mask) {
  return eachMask<voteMembers>(w, i, mask, i.s[1]);
}

bool selectVote(const FormMatch &m, Inst &inst, std::string &) {
  inst.flags = (m.has("all") ? kAll : 0) | (m.has("any") ? kAny : 0) |
               (m.has("uni") ? kUni : 0) | (m.has("ballot") ? kBallot : 0) |
               (m.operands[1].negated ? kNotA : 0);
  inst.poison = PoisonRule::Self;
  inst.exec = vote;
  return true;
}

template <typename T>
static Step matchMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  Mask members = memberMask(w, i.s[1], mask);
  if (!gather(w, i, mask, members, step))
    return step;
  members &= mask;
  const T *a = w.reg<T>(i.s[0]);
  uint32_t out[kLanes];
  bool equal = true;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    Mask same = 0;
    for (unsigned other = 0; other < kLanes; ++other)
      same |= Mask(a[other] == a[lane]) << other;
    out[lane] = same & members;
    if (members >> lane & 1)
      equal = equal && out[lane] == members;
  }
  if (i.flags & kAll) {
    for (uint32_t &lane : out)
      lane = equal ? members : 0;
    if (i.d2 != kNoReg)
      putPred(w.pred(i.d2), equal ? kAllLanes : 0, mask);
  }
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

template <typename T>
static Step match(Warp &w, const Inst &i, Mask mask) {
  return eachMask<matchMembers<T>>(w, i, mask, i.s[1]);
}

bool selectMatch(const FormMatch &m, Inst &inst, std::string &) {
  inst.flags = m.has("all") ? kAll : 0;
  inst.exec = bitWidth(m.last()) == 64 ? match<uint64_t> : match<uint32_t>;
  return true;
}

static Step activeMask(Warp &w, const Inst &i, Mask mask) {
  uint32_t out[kLanes];
  for (uint32_t &lane : out)
    lane = mask;
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  return Step::Next;
}

bool selectActiveMask(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = activeMask;
  return true;
}

/// The leader is the lowest lane of the member mask.
static Step electMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  Mask members = memberMask(w, i.s[0], mask);
  if (!gather(w, i, mask, members, step))
    return step;
  members &= mask;
  unsigned leader = members ? firstLane(members) : 0;
  uint32_t out[kLanes];
  for (uint32_t &lane : out)
    lane = leader;
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  if (i.d2 != kNoReg)
    putPred(w.pred(i.d2), Mask(1) << leader, mask);
  return Step::Next;
}

static Step elect(Warp &w, const Inst &i, Mask mask) {
  return eachMask<electMembers>(w, i, mask, i.s[0]);
}

bool selectElect(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = elect;
  return true;
}

static Step warpBarrierMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  if (!gather(w, i, mask, memberMask(w, i.s[0], mask), step))
    return step;
  return Step::Next;
}

static Step warpBarrier(Warp &w, const Inst &i, Mask mask) {
  return eachMask<warpBarrierMembers>(w, i, mask, i.s[0]);
}

bool selectWarpBarrier(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = warpBarrier;
  return true;
}

//===----------------------------------------------------------------------===//
// redux
//===----------------------------------------------------------------------===//

enum class ReduxOp : uint32_t { Add, Min, Max, And, Or, Xor };

/// flags: the operation; 8: signed.
static uint32_t reduxOf(uint32_t a, uint32_t b, uint32_t flags) {
  bool isS = flags & 8;
  bool less = isS ? static_cast<int32_t>(a) < static_cast<int32_t>(b) : a < b;
  switch (static_cast<ReduxOp>(flags & 7)) {
  case ReduxOp::Add:
    return a + b;
  case ReduxOp::Min:
    return less ? a : b;
  case ReduxOp::Max:
    return less ? b : a;
  case ReduxOp::And:
    return a & b;
  case ReduxOp::Or:
    return a | b;
  case ReduxOp::Xor:
    return a ^ b;
  }
  return a;
}

static Step reduxMembers(Warp &w, const Inst &i, Mask mask) {
  Step step = Step::Next;
  Mask members = memberMask(w, i.s[1], mask);
  if (!gather(w, i, mask, members, step))
    return step;
  members &= mask;
  const uint32_t *a = w.reg<uint32_t>(i.s[0]);
  uint32_t value = 0;
  bool first = true;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(members >> lane & 1))
      continue;
    value = first ? a[lane] : reduxOf(value, a[lane], i.flags);
    first = false;
  }
  uint32_t out[kLanes];
  for (uint32_t &lane : out)
    lane = value;
  putLanes(w.reg<uint32_t>(i.d), out, mask);
  // One undefined lane makes the result undefined in all.
  if (w.checks()) {
    Shadow &from = w.shadowOf(i.s[0]), &to = w.shadowOf(i.d);
    if (from.lanes & members)
      to.origin = from.origin;
    to.set(mask, from.lanes & members ? mask : 0);
  }
  return Step::Next;
}

static Step redux(Warp &w, const Inst &i, Mask mask) {
  return eachMask<reduxMembers>(w, i, mask, i.s[1]);
}

bool selectRedux(const FormMatch &m, Inst &inst, std::string &) {
  static constexpr std::string_view kNames[] = {"add", "min", "max",
                                                "and", "or",  "xor"};
  for (uint32_t k = 0; k < std::size(kNames); ++k)
    if (m.has(kNames[k]))
      inst.flags = k;
  inst.flags |= isSigned(m.last()) ? 8 : 0;
  inst.poison = PoisonRule::Self;
  inst.exec = redux;
  return true;
}

} // namespace tqc::emu
