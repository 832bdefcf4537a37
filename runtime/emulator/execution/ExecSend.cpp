//===- ExecSend.cpp - st.async --------------------------------------------===//
//
// A store to the shared memory of a CTA of the cluster. It ends later, and an
// mbarrier there hears of its bytes then: who waits for that sees them, and
// what the sender did before.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/memory/MbarrierAccess.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

// The pool: the addresses of the bytes and of the mbarrier, and the register.
enum PoolWord : uint32_t {
  WordTo = 0,
  WordBarrier = kAddressWords,
  WordValue = 2 * kAddressWords,
  WordCount,
};

namespace {

/// A store that is on its way.
struct Sent {
  AsyncOrigin origin;
  SharedPlace to, barrier;
  uint64_t value;
  uint32_t bytes;
  std::shared_ptr<FlightAgent> flight;

  bool arrive() const;
};

} // namespace

bool Sent::arrive() const {
  if (flight)
    to.cta->cluster.races->write(*flight, *to.cta, to.address, bytes,
                                 /*proxy=*/false);
  std::memcpy(to.bytes, &value, bytes);
  if (to.undefined)
    std::memset(to.undefined, 0, bytes);
  return completeTx(origin, barrier, bytes, flight.get());
}

// Inst::flags: the bytes of an element.
static bool send(Warp &w, const Inst &i, unsigned lane) {
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  auto sent = std::make_shared<Sent>();
  sent->origin = {&w, &i, w.group->frame, lane};
  sent->bytes = i.flags;
  if (!needShared(w, i, lane, addressAt(w, pool + WordTo, lane), sent->bytes,
                  sent->bytes, sent->to) ||
      !needShared(w, i, lane, addressAt(w, pool + WordBarrier, lane), 8, 8,
                  sent->barrier))
    return false;
  if (sent->to.cta != sent->barrier.cta) {
    reportFatal(w, i, Mask(1) << lane, "mbarrier",
                "the bytes go to another CTA than the mbarrier that hears of "
                "them");
    return false;
  }
  uint32_t reg = pool[WordValue];
  sent->value = sent->bytes == 8 ? w.reg<uint64_t>(reg)[lane]
                                 : uint64_t(w.reg<uint32_t>(reg)[lane]);
  AsyncOp op;
  op.queue = AsyncQueue::Free;
  op.warp = &w;
  op.lanes = Mask(1) << lane;
  op.flight = sent->flight =
      beginFlight(w, i, Flight::Free, sent->barrier.address);
  if (SharedRaces *races = w.cta.cluster.races)
    races->use(*op.flight, *sent->to.cta);
  op.write = [sent] { return sent->arrive(); };
  return w.cta.cluster.async->issue(std::move(op));
}

static Step sendAll(Warp &w, const Inst &i, Mask mask) {
  if (w.checks()) {
    uint32_t reg = w.group->frame->function->pool[i.pool + WordValue];
    if (Shadow &shadow = w.shadowOf(reg); shadow.lanes & mask)
      reportPoison(w, i, shadow, mask, "is sent to a CTA");
  }
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (mask >> lane & 1 && !send(w, i, lane))
      return Step::Fault;
  return Step::Next;
}

bool selectSend(const FormMatch &m, Inst &inst, std::string &) {
  std::vector<uint32_t> words;
  addAddress(words, m.operands[0]);
  addAddress(words, m.operands[2]);
  words.push_back(m.operands[1].regs[0]);
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = WordCount;
  inst.poison = PoisonRule::Self;
  inst.flags = byteWidth(m.last());
  inst.exec = sendAll;
  return true;
}

} // namespace tqc::emu
