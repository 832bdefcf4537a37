//===- Races.h - unordered accesses to shared memory ----------------------===//
//
// Answers "could these two accesses have come in the other order". Each warp,
// and what each has in flight, is an agent with a clock of all agents: entry a
// of agent b's clock is the last moment of a that is known to lie before b.
// Bulk copies that end in mbarriers are an agent for each mbarrier, for that
// one has come says nothing of those that end in another. Barriers, mbarriers
// and waits join clocks. Two accesses of one word, one of them a write, race if
// the first one's moment is not in the second one's clock. Example:
//   warp 0 stores, warp 1 loads, no bar.sync between them: a finding, whether
//   the emulator ran warp 0 or warp 1 first
// The check of global memory (GlobalRaces.h) asks the same clocks about the
// warps of one cluster.
//
// It also knows the async proxy: what a thread stored is seen by wgmma and bulk
// copies only behind a fence.proxy.async of that thread, or of the one that
// issues the copy.
//
// Lanes of one warp are not told apart. Of several readers of a word two are
// remembered, so that a race may be missed, but none is made up.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_CHECKS_RACES_H
#define TQC_RUNTIME_EMULATOR_CHECKS_RACES_H

#include "runtime/emulator/machine/Warp.h"

#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tqc::emu {

class Cluster;
class Cta;

/// The last known moment of every agent.
using Clock = std::vector<uint32_t>;
void joinClock(Clock &into, const Clock &from);

/// What a warp may have in flight; each kind is an agent of its own.
enum class Flight : uint8_t { Copy, Bulk, Free, Matrix };
constexpr uint32_t kFlights = 4;

/// An asynchronous operation as an agent: its moment, and what lies before it.
struct FlightAgent {
  uint32_t agent = 0, moment = 0;
  Clock before; // of a wgmma: what lies before the part of each of its warps
  const Warp *warp = nullptr;
  const Inst *inst = nullptr;
  const Function *function = nullptr;
};

class SharedRaces {
public:
  explicit SharedRaces(Cluster &cluster);
  ~SharedRaces();

  /// Who accesses, and what lies before.
  struct Access {
    uint32_t agent, moment;
    const Clock &before;
    const Warp *warp;
    const Inst *inst;
    const Function *function;
    uint16_t number; // of the instruction, in `insts`
  };
  Access accessOf(Warp &w, const Inst &i);

  // Accesses. `address` is one of the CTA's shared memory.
  void read(const Access &access, Cta &cta, uint32_t address, uint32_t bytes);
  void write(const Access &access, unsigned lane, Cta &cta, uint32_t address,
             uint32_t bytes);
  /// All 32 lanes store `bytes` bytes each, `stride` bytes apart.
  void writeRow(const Access &access, Cta &cta, uint32_t address,
                uint32_t stride, uint32_t bytes);
  void read(const FlightAgent &flight, Cta &cta, uint32_t address,
            uint32_t bytes);
  /// `proxy`: through the async proxy, as all but cp.async.
  void write(const FlightAgent &flight, Cta &cta, uint32_t address,
             uint32_t bytes, bool proxy);

  // Order. `of` is the clock of a warp.
  Clock &of(const Warp &w) { return clocks[indexOf(w)]; }
  /// What a barrier learns from an arrival.
  void release(const Warp &w, Clock &into);
  void acquire(const Warp &w, const Clock &from);
  /// A fence for the cluster, or for more: a relaxed arrival behind it tells
  /// what lies before.
  void fence(const Warp &w);
  /// What a relaxed arrival tells; into `ends` what it did with others' memory,
  /// which may go then.
  void releaseRelaxed(const Warp &w, Clock &into, Clock &ends);
  /// The warp knows that others have come to an end with its CTA's memory.
  void knowEnds(const Warp &w, const Clock &from);
  /// An access that orders by itself: an atomic, a volatile or acquire load.
  void synchronize(const Warp &w);

  // Operations in flight.
  /// `barrier` is where a Free one ends.
  FlightAgent begin(const Warp &w, const Inst &i, Flight flight,
                    uint32_t barrier = 0);
  /// The same for all warps of a warpgroup: one of them joins another's. The
  /// manual makes none of them wait for the others, so what one of them knows
  /// need not lie before what another's part reads.
  void join(FlightAgent &flight, const Warp &w);
  /// The warp's part of it: what it alone reads comes behind what it knows.
  FlightAgent partOf(const FlightAgent &flight, const Warp &w) const;
  /// The warp knows that the operation has ended.
  void finished(const Warp &w, const FlightAgent &flight);
  /// What an mbarrier learns when the operation ends.
  void release(const FlightAgent &flight, Clock &into) const;

  // How long shared memory is there. It goes with the CTA's last thread, which
  // must know of all that others, and copies, did with it.
  /// The warp accesses another CTA's memory.
  void useRemote(const Warp &w, const Inst &i, const Cta &cta);
  /// The operation is going to access the CTA's memory.
  void use(const FlightAgent &flight, const Cta &cta);
  /// The CTA's last thread has ended.
  void leave(const Cta &cta);

  /// All has been executed.
  void finish() { settleDoubleWrites(); }

  /// fence.proxy.async: of shared memory, of global memory.
  void fenceProxy(const Warp &w, Mask lanes);
  void fenceProxyOfGlobal(const Warp &w);

  // What the check of global memory asks; warps by their index in the cluster.
  uint32_t indexOf(const Warp &w) const;
  uint32_t indexOf(uint32_t rank, uint32_t warp) const {
    return rank * warpsPerCta + warp;
  }
  uint32_t momentOf(const Warp &w) const {
    return clocks[indexOf(w)][indexOf(w)];
  }
  bool knows(const Warp &w, uint32_t index, uint32_t moment) const {
    return clocks[indexOf(w)][index] >= moment;
  }
  /// Whether what warp `index` stored at `moment` is behind a fence of the
  /// proxies, its own or one of `w`.
  bool isFenced(const Warp &w, uint32_t index, uint32_t moment) const;

private:
  /// Four bytes of shared memory.
  struct Cell {
    uint64_t write = 0; // moment, agent and number in `insts`; 0: none
    std::array<uint64_t, 2> reads = {};
    uint32_t fences = 0; // when `thread` stored
    uint16_t thread = 0; // 1 + that stored last through the generic proxy
    uint8_t bytes = 0;   // of the word, that `write` wrote
  };
  struct Place {
    const Warp *warp;
    const Inst *inst;
    const Function *function;
  };
  /// The last that an agent did with a CTA's memory.
  struct Use {
    uint32_t moment;
    Place place;
  };
  /// Two unordered writes of one word: harmless if they wrote the same, which
  /// is known when the second one's instruction is over.
  struct DoubleWrite {
    Place second;
    uint16_t first; // an instruction
    Cta *cta;
    uint32_t address, old;
    uint8_t bytes;
    uint64_t step;
  };

  void reportUse(const Use &use, const Cta &cta);
  uint32_t flightAgent(const Warp &w, Flight flight, uint32_t barrier);
  Access accessOf(const FlightAgent &flight);
  std::vector<Cell> &cellsOf(const Cta &cta);
  bool ordered(uint64_t earlier, const Access &later) const;
  void tick(uint32_t &moment);
  void readCell(Cell &cell, const Access &access, uint32_t address);
  void writeCell(Cell &cell, const Access &access, Cta &cta, uint32_t address,
                 uint8_t bytes);
  bool writeOrdered(Cell &cell, const Access &access, uint8_t bytes,
                    uint64_t &known) const;
  void settleDoubleWrites();
  void settleBefore(const Warp &w, const Inst &i);
  void checkProxy(const Cell &cell, const Access &access, uint32_t address,
                  std::string_view verb);
  uint16_t instNumber(const Warp &w, const Inst &i, const Function *function);
  void report(const Place &place, bool isWrite, uint16_t other, bool otherWrote,
              uint32_t address);

  Cluster &cluster;
  const uint32_t warpsPerCta, warps;
  bool enabled = true; // false once a clock has come round; it is said then
  std::vector<Clock> clocks;
  Clock atomics;                 // of all accesses that order by themselves
  std::vector<uint32_t> moments; // of flights
  /// The agents of Free flights, by warps and mbarriers.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> freeAgents;
  std::vector<std::vector<Cell>> cells;      // of each CTA
  std::vector<std::map<uint32_t, Use>> uses; // of each CTA, by agents
  std::vector<bool> gone;                    // CTAs that have ended
  std::vector<Place> insts;
  std::vector<DoubleWrite> doubleWrites; // of the instruction at work
  std::unordered_map<uint64_t, uint16_t> instNumbers;
  uint64_t lastKey = 0; // the last that was asked for
  uint16_t lastNumber = 0;
  uint32_t fenceClock = 1;
  std::vector<uint32_t> fences; // of each thread, its last
  /// What each warp knew at its last fence for global memory.
  std::vector<Clock> globalFences;
  /// What each warp knew at its last fence for the cluster, and what it knows
  /// of ends by relaxed arrivals.
  std::vector<Clock> fenced, ended;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_CHECKS_RACES_H
