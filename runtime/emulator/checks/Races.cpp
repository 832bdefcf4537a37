//===- Races.cpp - unordered accesses to shared memory --------------------===//

#include "runtime/emulator/checks/Races.h"

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

// What a cell keeps of an access: its moment in the upper half, then the agent,
// then the instruction's number. The largest cluster has 16 x 32 warps with
// four kinds of flights each, which leaves agents to spare, for the mbarriers
// of copies; those beyond share an agent.
static constexpr size_t kMostAgents = 0xffff;
static uint64_t packMoment(const SharedRaces::Access &access) {
  return uint64_t(access.moment) << 32 | access.agent << 16 | access.number;
}
/// The same moment of the same agent, whatever the instruction.
static bool isSameMoment(uint64_t a, uint64_t b) { return (a ^ b) >> 16 == 0; }
static uint32_t agentOf(uint64_t moment) { return moment >> 16 & 0xffff; }
static uint16_t instOf(uint64_t moment) {
  return static_cast<uint16_t>(moment);
}

/// What a clock knows of an agent, which may be younger than the clock.
static uint32_t momentIn(const Clock &clock, uint32_t agent) {
  return agent < clock.size() ? clock[agent] : 0;
}

static void raise(Clock &clock, uint32_t agent, uint32_t moment) {
  if (clock.size() <= agent)
    clock.resize(agent + 1);
  clock[agent] = std::max(clock[agent], moment);
}

void joinClock(Clock &into, const Clock &from) {
  if (into.size() < from.size())
    into.resize(from.size());
  for (size_t a = 0; a < from.size(); ++a)
    into[a] = std::max(into[a], from[a]);
}

SharedRaces::SharedRaces(Cluster &cluster)
    : cluster(cluster),
      warpsPerCta((cluster.launch.threadsPerCta() + kLanes - 1) / kLanes),
      warps(warpsPerCta * cluster.launch.cluster[0] *
            cluster.launch.cluster[1] * cluster.launch.cluster[2]) {
  uint32_t agents = warps * (1 + kFlights);
  clocks.assign(warps, Clock(agents));
  for (uint32_t w = 0; w < warps; ++w)
    clocks[w][w] = cluster.launch.options.firstMoment;
  moments.assign(agents, 0);
  cells.resize(warps / warpsPerCta);
  uses.resize(cells.size());
  gone.resize(cells.size());
  fenced.resize(warps);
  ended.resize(warps);
  fences.assign(size_t(warps) * kLanes, 0);
  insts.push_back({});
}

SharedRaces::~SharedRaces() = default;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

uint32_t SharedRaces::indexOf(const Warp &w) const {
  return w.cta.rank * warpsPerCta + w.index;
}

uint32_t SharedRaces::flightAgent(const Warp &w, Flight flight,
                                  uint32_t barrier) {
  uint32_t index = indexOf(w);
  if (flight == Flight::Free && moments.size() < kMostAgents) {
    auto [it, fresh] = freeAgents.try_emplace(
        {index, barrier}, static_cast<uint32_t>(moments.size()));
    if (fresh)
      moments.push_back(0);
    return it->second;
  }
  if (flight == Flight::Matrix) // one agent a warpgroup
    index -= w.index % 4;
  return warps + index * kFlights + static_cast<uint32_t>(flight);
}

/// The clock has four thousand million moments; should they not do, nothing is
/// made up, and it is said.
void SharedRaces::tick(uint32_t &moment) {
  if (moment != UINT32_MAX)
    ++moment;
  if (moment != UINT32_MAX || !enabled)
    return;
  enabled = false;
  const LaunchState &launch = cluster.launch;
  launch.findings->add(notChecked(
      "races in shared memory, from some point on: the clock of a warp or of "
      "its copies has come to its end",
      launch.program->module->file, launch.program->functions[0].ptx->name,
      launch.options.mustBeChecked));
}

void SharedRaces::release(const Warp &w, Clock &into) {
  settleDoubleWrites();
  uint32_t index = indexOf(w);
  joinClock(into, clocks[index]);
  // What the warp does from here on is not part of what was released.
  tick(clocks[index][index]);
}

void SharedRaces::acquire(const Warp &w, const Clock &from) {
  uint32_t index = indexOf(w);
  joinClock(clocks[index], from);
  // What it did until here does not come behind what it got to know.
  tick(clocks[index][index]);
}

void SharedRaces::fence(const Warp &w) {
  settleDoubleWrites();
  uint32_t index = indexOf(w);
  fenced[index] = clocks[index];
  tick(clocks[index][index]); // what it does from here on is not fenced
}

void SharedRaces::releaseRelaxed(const Warp &w, Clock &into, Clock &ends) {
  settleDoubleWrites();
  uint32_t index = indexOf(w);
  joinClock(into, fenced[index]);
  joinClock(ends, clocks[index]);
  tick(clocks[index][index]);
}

void SharedRaces::knowEnds(const Warp &w, const Clock &from) {
  joinClock(ended[indexOf(w)], from);
}

void SharedRaces::synchronize(const Warp &w) {
  joinClock(of(w), atomics);
  release(w, atomics);
}

FlightAgent SharedRaces::begin(const Warp &w, const Inst &i, Flight flight,
                               uint32_t barrier) {
  FlightAgent result;
  result.agent = flightAgent(w, flight, barrier);
  tick(moments[result.agent]);
  result.moment = moments[result.agent];
  result.before = of(w);
  result.warp = &w;
  result.inst = &i;
  result.function = w.group->frame->function;
  // What the warp does after the issue is not before the operation.
  Clock unused;
  release(w, unused);
  return result;
}

void SharedRaces::join(FlightAgent &flight, const Warp &w) {
  const Clock &clock = of(w);
  for (size_t a = 0; a < flight.before.size(); ++a)
    flight.before[a] = std::min(flight.before[a], momentIn(clock, a));
  Clock unused;
  release(w, unused);
}

FlightAgent SharedRaces::partOf(const FlightAgent &flight,
                                const Warp &w) const {
  FlightAgent part = flight;
  part.before = clocks[indexOf(w)];
  part.warp = &w;
  part.function = w.group->frame->function;
  return part;
}

void SharedRaces::finished(const Warp &w, const FlightAgent &flight) {
  raise(of(w), flight.agent, flight.moment);
}

void SharedRaces::release(const FlightAgent &flight, Clock &into) const {
  joinClock(into, flight.before);
  raise(into, flight.agent, flight.moment);
}

void SharedRaces::fenceProxy(const Warp &w, Mask lanes) {
  ++fenceClock;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (lanes >> lane & 1)
      fences[indexOf(w) * kLanes + lane] = fenceClock;
}

void SharedRaces::fenceProxyOfGlobal(const Warp &w) {
  if (globalFences.empty())
    globalFences.resize(warps);
  uint32_t index = indexOf(w);
  tick(clocks[index][index]); // what it stores from here on is not fenced
  globalFences[index] = clocks[index];
}

bool SharedRaces::isFenced(const Warp &w, uint32_t index,
                           uint32_t moment) const {
  if (globalFences.empty())
    return false;
  const Clock &own = globalFences[index], &reader = globalFences[indexOf(w)];
  return (!own.empty() && own[index] > moment) ||
         (!reader.empty() && indexOf(w) != index && reader[index] >= moment);
}

//===----------------------------------------------------------------------===//
// How long shared memory is there
//===----------------------------------------------------------------------===//

void SharedRaces::useRemote(const Warp &w, const Inst &i, const Cta &cta) {
  uint32_t agent = indexOf(w);
  Use one = {clocks[agent][agent], {&w, &i, w.group->frame->function}};
  if (gone[cta.rank])
    return reportUse(one, cta);
  uses[cta.rank][agent] = one;
}

void SharedRaces::use(const FlightAgent &flight, const Cta &cta) {
  Use one = {flight.moment, {flight.warp, flight.inst, flight.function}};
  if (gone[cta.rank])
    return reportUse(one, cta);
  uses[cta.rank][flight.agent] = one;
}

void SharedRaces::leave(const Cta &cta) {
  if (!enabled || gone[cta.rank])
    return;
  gone[cta.rank] = true;
  Clock known;
  for (uint32_t w = 0; w < warpsPerCta; ++w) {
    joinClock(known, clocks[cta.rank * warpsPerCta + w]);
    joinClock(known, ended[cta.rank * warpsPerCta + w]);
  }
  for (const auto &[agent, one] : uses[cta.rank])
    if (momentIn(known, agent) < one.moment)
      reportUse(one, cta);
}

void SharedRaces::reportUse(const Use &use, const Cta &cta) {
  Frame frame;
  frame.function = use.place.function;
  EmuFinding f = findingAt(*use.place.warp, *use.place.inst, 0, &frame);
  f.kind = "use-after-free";
  bool own = &use.place.warp->cta == &cta;
  f.message = own ? "the program may end while this copy still uses its shared "
                    "memory: no thread waits for it"
                  : "uses shared memory of another program of the cluster, "
                    "which may have ended: nothing makes it wait for this";
  if (!own)
    f.details.push_back("the other is the cluster's number " +
                        std::to_string(cta.rank));
  cluster.launch.findings->add(std::move(f));
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

std::vector<SharedRaces::Cell> &SharedRaces::cellsOf(const Cta &cta) {
  std::vector<Cell> &result = cells[cta.rank];
  if (result.empty())
    result.resize(cta.shared.size() / 4 + 1);
  return result;
}

/// The double writes of an earlier instruction have happened by now.
void SharedRaces::settleBefore(const Warp &w, const Inst &i) {
  if (doubleWrites.empty())
    return;
  const DoubleWrite &last = doubleWrites.back();
  if (last.second.warp != &w || last.second.inst != &i || last.step != w.steps)
    settleDoubleWrites();
}

SharedRaces::Access SharedRaces::accessOf(Warp &w, const Inst &i) {
  settleBefore(w, i);
  uint32_t index = indexOf(w);
  const Function *function = w.group->frame->function;
  return {index,    clocks[index][index],      clocks[index], &w, &i,
          function, instNumber(w, i, function)};
}

SharedRaces::Access SharedRaces::accessOf(const FlightAgent &flight) {
  settleBefore(*flight.warp, *flight.inst);
  return {flight.agent,
          flight.moment,
          flight.before,
          flight.warp,
          flight.inst,
          flight.function,
          instNumber(*flight.warp, *flight.inst, flight.function)};
}

bool SharedRaces::ordered(uint64_t earlier, const Access &later) const {
  return momentIn(later.before, agentOf(earlier)) >= earlier >> 32 ||
         // The parts of one operation.
         isSameMoment(earlier, packMoment(later));
}

uint16_t SharedRaces::instNumber(const Warp &w, const Inst &i,
                                 const Function *function) {
  constexpr uint64_t kMostWarps = 512; // of a cluster
  uint64_t key = reinterpret_cast<uintptr_t>(&i) * kMostWarps + indexOf(w);
  if (key == lastKey)
    return lastNumber;
  auto [it, fresh] = instNumbers.try_emplace(key, 0);
  if (fresh && insts.size() < 0xffff) {
    it->second = static_cast<uint16_t>(insts.size());
    insts.push_back({&w, &i, function});
  }
  lastKey = key;
  return lastNumber = it->second;
}

void SharedRaces::report(const Place &place, bool isWrite, uint16_t other,
                         bool otherWrote, uint32_t address) {
  Frame frame;
  frame.function = place.function;
  EmuFinding f = findingAt(*place.warp, *place.inst, 0, &frame);
  f.kind = "shared-race";
  const char *verb = isWrite ? "writes" : "reads";
  bool same = insts[other].warp == place.warp; // and one of them in flight
  f.message = std::string(verb) + " shared memory that " +
              (same ? "an operation in flight " : "another warp ") +
              (otherWrote ? "writes" : "reads") + " without a " +
              (same ? "wait" : "barrier") + " between them";
  if (place.inst->poison == PoisonRule::Matrix && !isWrite)
    f.message = std::string(verb) +
                " shared memory that is written without a wait and a barrier "
                "between it and all warps of the warpgroup";
  if (const Place &first = insts[other]; first.warp) {
    frame.function = first.function;
    EmuFinding there = findingAt(*first.warp, *first.inst, 0, &frame);
    f.details.push_back(
        "the other access is " + there.instruction + " of warp " +
        std::to_string(first.warp->index) + " at " +
        (there.line ? there.file + ":" + std::to_string(there.line)
                    : there.ptxFile + ":" + std::to_string(there.ptxLine)));
  }
  f.details.push_back("shared address " + std::to_string(address));
  cluster.launch.findings->add(std::move(f));
}

void SharedRaces::readCell(Cell &cell, const Access &access, uint32_t address) {
  uint64_t now = packMoment(access);
  if (isSameMoment(cell.reads[0], now) || isSameMoment(cell.reads[1], now))
    return;
  if (cell.write != 0 && !ordered(cell.write, access)) {
    report({access.warp, access.inst, access.function}, false,
           instOf(cell.write), true, address);
    cell.write = 0;
  }
  // The place of the same agent, of an earlier reader, or of the first.
  size_t at = 0;
  for (size_t r = 0; r < cell.reads.size(); ++r)
    if (agentOf(cell.reads[r]) == access.agent ||
        ordered(cell.reads[r], access))
      at = r;
  cell.reads[at] = now;
}

/// The bits of a word that a mask of its bytes names.
static uint32_t bitsOfBytes(uint8_t bytes) {
  uint32_t result = 0;
  for (unsigned b = 0; b < 4; ++b)
    result |= bytes >> b & 1 ? 0xffu << (8 * b) : 0;
  return result;
}

static uint32_t wordAt(const Cta &cta, uint32_t address) {
  uint32_t word = 0;
  size_t offset = address - kSharedStart;
  std::memcpy(&word, cta.shared.data() + offset,
              std::min<size_t>(sizeof word, cta.shared.size() - offset));
  return word;
}

void SharedRaces::settleDoubleWrites() {
  for (const DoubleWrite &one : doubleWrites)
    if ((wordAt(*one.cta, one.address) ^ one.old) & bitsOfBytes(one.bytes))
      report(one.second, true, one.first, true, one.address);
  doubleWrites.clear();
}

void SharedRaces::writeCell(Cell &cell, const Access &access, Cta &cta,
                            uint32_t address, uint8_t bytes) {
  uint64_t now = packMoment(access);
  if (isSameMoment(cell.write, now)) {
    cell.bytes |= bytes;
    return;
  }
  if (cell.bytes & bytes && !ordered(cell.write, access))
    doubleWrites.push_back({{access.warp, access.inst, access.function},
                            instOf(cell.write),
                            &cta,
                            address,
                            wordAt(cta, address),
                            static_cast<uint8_t>(cell.bytes & bytes),
                            access.warp->steps});
  for (size_t r = 0; r < cell.reads.size(); ++r) {
    if (!ordered(cell.reads[r], access))
      report({access.warp, access.inst, access.function}, true,
             instOf(cell.reads[r]), false, address);
    cell.reads[r] = 0;
  }
  cell.write = now;
  cell.bytes = bytes;
}

/// Which bytes of the word at `word` an access of [from, end) touches.
static uint8_t bytesInWord(uint32_t word, uint32_t from, uint32_t end) {
  uint8_t result = 0;
  for (uint32_t b = 0; b < 4; ++b)
    result |= static_cast<uint8_t>((word + b >= from && word + b < end) << b);
  return result;
}

/// Calls `step(cell, address)` for each word of [address, address + bytes).
template <typename Cells, typename Step>
static void forEachCell(Cells &cells, uint32_t address, uint32_t bytes,
                        Step step) {
  for (uint32_t at = address & ~3u; at < address + bytes; at += 4)
    step(cells[(at - kSharedStart) / 4], at);
}

void SharedRaces::read(const Access &access, Cta &cta, uint32_t address,
                       uint32_t bytes) {
  if (!enabled)
    return;
  forEachCell(cellsOf(cta), address, bytes,
              [&](Cell &cell, uint32_t at) { readCell(cell, access, at); });
}

void SharedRaces::write(const Access &access, unsigned lane, Cta &cta,
                        uint32_t address, uint32_t bytes) {
  if (!enabled)
    return;
  auto thread =
      static_cast<uint16_t>(1 + indexOf(*access.warp) * kLanes + lane);
  forEachCell(cellsOf(cta), address, bytes, [&](Cell &cell, uint32_t at) {
    writeCell(cell, access, cta, at, bytesInWord(at, address, address + bytes));
    cell.thread = thread;
    cell.fences = fenceClock;
  });
}

/// The usual case of `writeCell`: what was there is known to lie before, which
/// `known`, the last moment that was asked for, tells quickly of a whole row.
bool SharedRaces::writeOrdered(Cell &cell, const Access &access, uint8_t bytes,
                               uint64_t &known) const {
  uint64_t now = packMoment(access);
  if (isSameMoment(cell.write, now))
    return false;
  for (uint64_t moment : {cell.write, cell.reads[0], cell.reads[1]})
    if (moment != 0 && moment != known) {
      if (!ordered(moment, access))
        return false;
      known = moment;
    }
  cell.reads = {};
  cell.write = now;
  cell.bytes = bytes;
  return true;
}

void SharedRaces::writeRow(const Access &access, Cta &cta, uint32_t address,
                           uint32_t stride, uint32_t bytes) {
  if (!enabled)
    return;
  if (stride % 4 != 0 || bytes % 4 != 0 || address % 4 != 0 || stride == 0) {
    for (unsigned lane = 0; lane < kLanes; ++lane)
      write(access, lane, cta, address + lane * stride, bytes);
    return;
  }
  Cell *cells = cellsOf(cta).data() + (address - kSharedStart) / 4;
  uint32_t thread = 1 + indexOf(*access.warp) * kLanes;
  uint64_t known = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane)
    for (uint32_t at = lane * stride; at < lane * stride + bytes; at += 4) {
      Cell &cell = cells[at / 4];
      if (!writeOrdered(cell, access, 15, known))
        writeCell(cell, access, cta, address + at, 15);
      cell.thread = static_cast<uint16_t>(thread + lane);
      cell.fences = fenceClock;
    }
}

void SharedRaces::checkProxy(const Cell &cell, const Access &access,
                             uint32_t address, std::string_view verb) {
  if (cell.thread == 0 || fences[cell.thread - 1u] > cell.fences)
    return;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (fences[indexOf(*access.warp) * kLanes + lane] > cell.fences)
      return;
  Frame frame;
  frame.function = access.function;
  EmuFinding f = findingAt(*access.warp, *access.inst, 0, &frame);
  f.kind = "missing-proxy-fence";
  f.message = std::string(verb) +
              " shared memory that threads have stored, through the async "
              "proxy, without fence.proxy.async between them";
  f.details.push_back(
      "shared address " + std::to_string(address) + ", stored by thread " +
      std::to_string((cell.thread - 1u) % (warpsPerCta * kLanes)));
  cluster.launch.findings->add(std::move(f));
}

void SharedRaces::read(const FlightAgent &flight, Cta &cta, uint32_t address,
                       uint32_t bytes) {
  if (!enabled)
    return;
  Access access = accessOf(flight);
  forEachCell(cellsOf(cta), address, bytes, [&](Cell &cell, uint32_t at) {
    readCell(cell, access, at);
    checkProxy(cell, access, at, "reads");
  });
}

void SharedRaces::write(const FlightAgent &flight, Cta &cta, uint32_t address,
                        uint32_t bytes, bool proxy) {
  if (!enabled)
    return;
  Access access = accessOf(flight);
  uint32_t thread = 1 + indexOf(*flight.warp) * kLanes;
  forEachCell(cellsOf(cta), address, bytes, [&](Cell &cell, uint32_t at) {
    if (proxy)
      checkProxy(cell, access, at, "writes");
    writeCell(cell, access, cta, at, bytesInWord(at, address, address + bytes));
    cell.thread = proxy ? 0 : static_cast<uint16_t>(thread);
    cell.fences = fenceClock;
  });
}

} // namespace tqc::emu
