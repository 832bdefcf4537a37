//===- ExecCopy.cpp - cp.async and its groups -----------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/memory/SharedPlace.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>
#include <memory>
#include <utility>

namespace tqc::emu {

// The pool of a cp.async: destination, source, then these.
enum PoolWord : uint32_t {
  WordSource = kAddressWords,
  WordSourceBytes = 2 * kAddressWords, // a register or kNoReg
  WordCount
};

namespace {
/// What the lanes of one cp.async move.
struct LaneCopies {
  Cta *cta = nullptr;
  std::shared_ptr<FlightAgent> flight; // null without checks
  Mask lanes = 0;
  unsigned bytes = 0;
  uint8_t *to[kLanes], *toUndefined[kLanes];
  uint32_t fromBytes[kLanes]; // the rest is filled with zeros
  LaneMemory from;

  bool run() const {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(lanes >> lane & 1))
        continue;
      uint32_t count = fromBytes[lane];
      if (flight)
        cta->cluster.races->write(
            *flight, *cta,
            kSharedStart + static_cast<uint32_t>(to[lane] - cta->shared.data()),
            bytes, /*proxy=*/false);
      std::memset(to[lane], 0, bytes);
      if (toUndefined[lane])
        std::memset(toUndefined[lane], 0, bytes);
      if (count == 0 || !(from.mask >> lane & 1))
        continue;
      std::memcpy(to[lane], from.bytes[lane], count);
      if (toUndefined[lane] && from.anyUndefined && from.undefined[lane])
        std::memcpy(toUndefined[lane], from.undefined[lane], count);
    }
    return true;
  }
};
} // namespace

static Step copyAsync(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  auto copies = std::make_shared<LaneCopies>();
  LaneMemory target;
  copies->lanes = mask;
  copies->bytes = i.bytes;
  Mask reading = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    target.address[lane] = addressAt(w, pool, lane);
    if (target.address[lane] - kSharedWindow < kWindowBytes)
      target.address[lane] -= kSharedWindow;
    copies->from.address[lane] = addressAt(w, pool + WordSource, lane);
    uint32_t reg = pool[WordSourceBytes];
    uint32_t count = reg == kNoReg ? i.bytes : valueAt(w, reg, lane);
    if (count > i.bytes) {
      reportFatal(w, i, Mask(1) << lane, "cp-async",
                  "src-size is " + std::to_string(count) + ", more than the " +
                      std::to_string(i.bytes) + " bytes that are copied");
      return Step::Fault;
    }
    copies->fromBytes[lane] = count;
    reading |= Mask(count != 0) << lane;
  }
  if (!locateAddresses(w, i, mask, Space::Shared, i.bytes, AccessKind::Later,
                       target) ||
      !locateAddresses(w, i, reading, Space::Global, i.bytes, AccessKind::Load,
                       copies->from))
    return Step::Fault;
  if (Mask raced = std::exchange(w.cta.cluster.racedLanes, 0)) {
    unsigned lane = firstLane(raced);
    reportGlobalRace(w, i, lane, copies->from.address[lane],
                     "another warp of the same program writes it too, and "
                     "nothing orders the two");
  }
  copies->lanes = target.mask;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (target.mask >> lane & 1) {
      copies->to[lane] = target.bytes[lane];
      copies->toUndefined[lane] =
          target.anyUndefined ? target.undefined[lane] : nullptr;
    }
  AsyncOp op;
  op.queue = AsyncQueue::Copy;
  op.warp = &w;
  op.lanes = mask;
  copies->cta = &w.cta;
  op.flight = copies->flight = beginFlight(w, i, Flight::Copy);
  op.write = [copies] { return copies->run(); };
  return w.cta.cluster.async->issue(std::move(op)) ? Step::Next : Step::Fault;
}

bool selectCopyAsync(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &size = m.operands[2];
  bool wide = m.has("cg");
  if (!size.isImmediate ||
      (size.value != 16 && (wide || (size.value != 4 && size.value != 8)))) {
    why = wide ? "cp.async.cg copies 16 bytes"
               : "cp.async.ca copies 4, 8 or 16 bytes";
    return false;
  }
  inst.bytes = static_cast<uint8_t>(size.value);
  std::vector<uint32_t> words;
  addAddress(words, m.operands[0]);
  addAddress(words, m.operands[1]);
  bool given = m.operands.size() > 3 && m.operands[3].present;
  words.push_back(given ? m.operands[3].regs[0] : kNoReg);
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = WordCount;
  inst.poison = PoisonRule::Self;
  inst.exec = copyAsync;
  return true;
}

static Step setPolicy(Warp &w, const Inst &i, Mask mask) {
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1)
      w.reg<uint64_t>(i.d)[lane] = 0;
  return Step::Next;
}

bool selectPolicy(const FormMatch &, Inst &inst, std::string &) {
  inst.exec = setPolicy;
  return true;
}

//===----------------------------------------------------------------------===//
// Groups of cp.async and of bulk copies
//===----------------------------------------------------------------------===//

// Inst::flags: the queue, and what is waited for.
enum GroupFlag : uint32_t { FlagBulk = 1, FlagAll = 2, FlagRead = 4 };

static AsyncQueue queueOf(const Inst &i) {
  return i.flags & FlagBulk ? AsyncQueue::Bulk : AsyncQueue::Copy;
}

static Step commitGroup(Warp &w, const Inst &i, Mask mask) {
  w.cta.cluster.async->commit(queueOf(i), w, mask);
  return Step::Next;
}

static Step waitGroup(Warp &w, const Inst &i, Mask mask) {
  AsyncUnit &unit = *w.cta.cluster.async;
  if (i.flags & FlagAll)
    return unit.waitAll(queueOf(i), w, mask);
  return unit.wait(queueOf(i), w, mask, static_cast<uint32_t>(i.imm),
                   i.flags & FlagRead);
}

bool selectAsyncGroup(const FormMatch &m, Inst &inst, std::string &why) {
  inst.flags = (m.has("bulk") ? FlagBulk : 0) |
               (m.has("wait_all") ? FlagAll : 0) |
               (m.has("read") ? FlagRead : 0);
  inst.poison = PoisonRule::Self;
  inst.exec = m.has("commit_group") ? commitGroup : waitGroup;
  if (!m.has("wait_group"))
    return true;
  if (!m.operands[0].isImmediate) {
    why = "the number of groups must be a constant";
    return false;
  }
  inst.imm = static_cast<int64_t>(m.operands[0].value);
  return true;
}

} // namespace tqc::emu
