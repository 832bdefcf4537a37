//===- ExecMbarrier.cpp - mbarrier instructions ---------------------------===//

#include "runtime/emulator/execution/ExecMbarrier.h"

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/memory/MbarrierAccess.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

// The pool of an mbarrier instruction: the address, then these registers.
enum PoolWord : uint32_t { WordResult = kAddressWords, WordValue, WordCount };

// Inst::flags.
enum MbarrierFlag : uint32_t {
  FlagDrop = 1,
  FlagNoComplete = 2,
  FlagExpect = 4,   // of an arrival: the operand is bytes
  FlagComplete = 8, // mbarrier.complete_tx
  FlagParity = 16,
  FlagBlocking = 32,
};

static const uint32_t *poolOf(const Warp &w, const Inst &i) {
  return w.group->frame->function->pool.data() + i.pool;
}

/// Calls `step(place, origin, lane)` for each active lane; stops at false.
template <typename Function>
static Step forEachLane(Warp &w, const Inst &i, Mask mask, Function step) {
  const uint32_t *pool = poolOf(w, i);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    SharedPlace place;
    if (!needShared(w, i, lane, addressAt(w, pool, lane), 8, 8, place))
      return Step::Fault;
    // Who waits for this arrival knows that it has come.
    if (place.cta != &w.cta && w.cta.cluster.races)
      w.cta.cluster.races->useRemote(w, i, *place.cta);
    if (!step(place, AsyncOrigin{&w, &i, w.group->frame, lane}, lane))
      return Step::Fault;
  }
  return Step::Next;
}

static Step initMbarrier(Warp &w, const Inst &i, Mask mask) {
  uint32_t reg = poolOf(w, i)[WordValue];
  return forEachLane(
      w, i, mask, [&](SharedPlace &place, AsyncOrigin origin, unsigned lane) {
        uint32_t count = valueAt(w, reg, lane);
        if (count < 1 || count > kMaxMbarrierCount)
          return refuseMbarrier(origin, place,
                                "the count " + std::to_string(count) +
                                    " is not from 1 to 2^20 - 1");
        Mbarrier state;
        state.pending = state.expected = count;
        AsyncUnit &unit = *w.cta.cluster.async;
        MbarrierEntry &entry = unit.barriersOf(*place.cta)[place.address];
        uint64_t old = 0;
        std::memcpy(&old, place.bytes, sizeof old);
        Mbarrier before = Mbarrier::unpack(old);
        bool used = entry.phases != 0 || before.tx != 0 ||
                    before.pending != before.expected;
        if (w.checks() && used && entry.bits == old) {
          EmuFinding f =
              mbarrierFinding(origin, place,
                              "it is in use, and initialised once more without "
                              "mbarrier.inval between");
          f.fatal = false;
          w.cta.launch.findings->add(std::move(f));
        }
        entry = {};
        if (const SharedRaces *races = w.cta.cluster.races) {
          entry.initWarp = races->indexOf(w);
          entry.initMoment = races->momentOf(w);
        }
        writeMbarrier(unit, place, state, entry);
        return true;
      });
}

static Step invalidateMbarrier(Warp &w, const Inst &i, Mask mask) {
  AsyncUnit &unit = *w.cta.cluster.async;
  return forEachLane(w, i, mask,
                     [&](SharedPlace &place, AsyncOrigin origin, unsigned) {
                       Mbarrier state;
                       if (!readMbarrier(unit, origin, place, state))
                         return false;
                       unit.barriersOf(*place.cta).erase(place.address);
                       return true;
                     });
}

static Step expectTx(Warp &w, const Inst &i, Mask mask) {
  uint32_t reg = poolOf(w, i)[WordValue];
  return forEachLane(
      w, i, mask, [&](SharedPlace &place, AsyncOrigin origin, unsigned lane) {
        uint32_t bytes = valueAt(w, reg, lane);
        return changeMbarrier(origin, place, [&](Mbarrier &state) {
          return i.flags & FlagComplete ? state.completeTx(bytes)
                                        : state.expectTx(bytes);
        });
      });
}

/// mbarrier.arrive and arrive_drop; the result is the state before.
static Step arrive(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *pool = poolOf(w, i);
  uint32_t result = pool[WordResult], value = pool[WordValue];
  bool expects = i.flags & FlagExpect;
  auto change = [&](Mbarrier &state, uint32_t number, unsigned lane) {
    if (result != kNoReg)
      w.reg<uint64_t>(result)[lane] = state.pack();
    // The arrival itself is missing, so that the phase cannot end here.
    std::string error = expects ? state.expectTx(number) : "";
    bool before = state.phase;
    if (error.empty())
      error = state.arrive(expects ? 1 : number, i.flags & FlagDrop);
    if (error.empty() && i.flags & FlagNoComplete && state.phase != before)
      error = "an arrival with .noComplete completes the phase";
    return error;
  };
  auto tell = [&](std::vector<uint32_t> &clock) {
    w.cta.cluster.races->release(w, clock);
  };
  return forEachLane(
      w, i, mask, [&](SharedPlace &place, AsyncOrigin origin, unsigned lane) {
        uint32_t number = value == kNoReg ? 1 : valueAt(w, value, lane);
        return changeMbarrier(
            origin, place,
            [&](Mbarrier &state) { return change(state, number, lane); }, tell);
      });
}

/// test_wait and try_wait. try_wait gives the warp up until a lane's phase is
/// complete or the time that it may take is over.
static Step waitForPhase(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *pool = poolOf(w, i);
  AsyncUnit &unit = *w.cta.cluster.async;
  Mask done = 0;
  Step step = forEachLane(
      w, i, mask, [&](SharedPlace &place, AsyncOrigin origin, unsigned lane) {
        Mbarrier state;
        MbarrierEntry *entry = readMbarrier(unit, origin, place, state);
        if (!entry)
          return false;
        bool phase =
            i.flags & FlagParity
                ? valueAt(w, pool[WordValue], lane) & 1
                : mbarrierTokenPhase(w.reg<uint64_t>(pool[WordValue])[lane]);
        done |= Mask(state.phase != phase) << lane;
        if (state.phase != phase && w.cta.cluster.races)
          w.cta.cluster.races->acquire(w, entry->done);
        return true;
      });
  if (step == Step::Fault)
    return step;
  if (done == 0) {
    if (i.flags & FlagBlocking && !unit.expires(w, mask))
      return Step::Again;
    unit.polled();
  }
  Mask &to = w.pred(pool[WordResult]);
  to = (to & ~mask) | done;
  return Step::Next;
}

std::string describeWait(Warp &warp, Group &group, const Inst &inst,
                         unsigned lane) {
  if (inst.exec != waitForPhase)
    return "";
  warp.group = &group;
  warp.regs = group.frame->regs;
  const uint32_t *pool = poolOf(warp, inst);
  SharedPlace place;
  if (!findShared(warp, addressAt(warp, pool, lane), 8, place))
    return "";
  MbarrierTable &table = warp.cta.cluster.async->barriersOf(*place.cta);
  auto it = table.find(place.address);
  if (it == table.end())
    return "";
  Mbarrier state = Mbarrier::unpack(it->second.bits);
  std::string text =
      "the mbarrier at shared address " + std::to_string(place.address) +
      " has completed " + std::to_string(it->second.phases) +
      " phases; the one of parity " + std::to_string(state.phase) +
      " is at work, and lacks " + std::to_string(state.pending) + " of " +
      std::to_string(state.expected) + " arrivals";
  if (state.tx > 0)
    text += " and " + std::to_string(state.tx) + " announced bytes";
  if (state.tx < 0)
    text += "; " + std::to_string(-state.tx) +
            " bytes more have come than were announced";
  return text;
}

static Step pendingCount(Warp &w, const Inst &i, Mask mask) {
  const uint64_t *state = w.reg<uint64_t>(i.s[0]);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      w.reg<uint32_t>(i.d)[lane] = Mbarrier::unpack(state[lane]).pending;
  return Step::Next;
}

/// cp.async.mbarrier.arrive: an arrival when the lane's copies have ended. It
/// is one more than the count says, unless .noinc.
static Step arriveAfterCopies(Warp &w, const Inst &i, Mask mask) {
  bool counted = i.flags != 0;
  return forEachLane(
      w, i, mask, [&](SharedPlace &place, AsyncOrigin origin, unsigned lane) {
        if (!counted && !changeMbarrier(origin, place, [](Mbarrier &state) {
              ++state.pending;
              return std::string();
            }))
          return false;
        AsyncOp op;
        op.queue = AsyncQueue::Copy;
        op.warp = &w;
        op.lanes = Mask(1) << lane;
        op.isArrive = true;
        op.flight = beginFlight(w, i, Flight::Copy);
        op.write = [origin, place, flight = op.flight] {
          return changeMbarrier(
              origin, place,
              [](Mbarrier &state) { return state.arrive(1, /*drop=*/false); },
              [&](std::vector<uint32_t> &clock) {
                origin.warp->cta.cluster.races->release(*flight, clock);
              });
        };
        return w.cta.cluster.async->issue(std::move(op));
      });
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// The operands of a form by their names in the table.
static const DecodedOperand *named(const FormMatch &m, std::string_view name) {
  std::vector<OperandSpec> specs = parseOperandSpec(m.form->operands);
  for (size_t at = 0; at < specs.size(); ++at)
    if (specs[at].name == name && m.operands[at].present)
      return &m.operands[at];
  return nullptr;
}

static void fillPool(const FormMatch &m, Inst &inst) {
  std::vector<uint32_t> words;
  addAddress(words, *named(m, "[a]"));
  const DecodedOperand *result = named(m, "d"), *value = named(m, "n");
  words.push_back(result ? result->regs[0] : kNoReg);
  words.push_back(value ? value->regs[0] : kNoReg);
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = WordCount;
}

/// An order and a scope come together.
static bool fitsOrder(const FormMatch &m, std::string &why) {
  bool order = !m.oneOf({"release", "acquire", "relaxed"}).empty();
  bool scope = !m.oneOf({"cta", "cluster"}).empty();
  bool hasResult = m.ptx->operands[0].kind == OperandKind::Reg;
  if (!m.oneOf({"gpu", "sys"}).empty())
    why = "the scope of an mbarrier is .cta or .cluster";
  else if (order != scope)
    why = order ? "an order needs a scope: .cta or .cluster"
                : "a scope needs an order";
  else if (m.has("noComplete") && (m.has("cluster") || m.has("relaxed")))
    why = ".noComplete takes .release.cta alone";
  else if (m.has("shared::cluster") && hasResult)
    why = "an arrival in another CTA has no result: `_` must stand there";
  return why.empty();
}

bool selectMbarrier(const FormMatch &m, Inst &inst, std::string &why) {
  if (!fitsOrder(m, why))
    return false;
  fillPool(m, inst);
  inst.flags = 0;
  if (m.has("init"))
    inst.exec = initMbarrier;
  else if (m.has("inval"))
    inst.exec = invalidateMbarrier;
  else if (m.has("arrive") || m.has("arrive_drop"))
    inst.exec = arrive;
  else
    inst.exec = expectTx;
  if (m.has("arrive_drop"))
    inst.flags |= FlagDrop;
  if (m.has("noComplete"))
    inst.flags |= FlagNoComplete;
  if (m.has("expect_tx"))
    inst.flags |= FlagExpect;
  if (m.has("complete_tx"))
    inst.flags |= FlagComplete;
  return true;
}

bool selectMbarrierWait(const FormMatch &m, Inst &inst, std::string &why) {
  if (!fitsOrder(m, why))
    return false;
  fillPool(m, inst);
  inst.flags = (m.has("parity") ? FlagParity : 0) |
               (m.has("try_wait") ? FlagBlocking : 0);
  inst.exec = waitForPhase;
  return true;
}

bool selectPendingCount(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = pendingCount;
  return true;
}

bool selectArriveAfterCopies(const FormMatch &m, Inst &inst, std::string &) {
  fillPool(m, inst);
  inst.flags = m.has("noinc");
  inst.exec = arriveAfterCopies;
  return true;
}

} // namespace tqc::emu
