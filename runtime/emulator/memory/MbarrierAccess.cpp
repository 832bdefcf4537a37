//===- MbarrierAccess.cpp - mbarriers as instructions reach them ----------===//

#include "runtime/emulator/memory/MbarrierAccess.h"

#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

EmuFinding mbarrierFinding(const AsyncOrigin &origin, const SharedPlace &place,
                           const std::string &message) {
  EmuFinding finding =
      findingAt(*origin.warp, *origin.inst, origin.lane, origin.frame);
  finding.kind = "mbarrier";
  finding.message = "mbarrier at shared address " +
                    std::to_string(place.address) + ": " + message;
  finding.fatal = true;
  return finding;
}

bool refuseMbarrier(const AsyncOrigin &origin, const SharedPlace &place,
                    const std::string &message) {
  LaunchState &launch = origin.warp->cta.launch;
  launch.findings->add(mbarrierFinding(origin, place, message));
  launch.stop = true;
  return false;
}

void writeMbarrier(AsyncUnit &unit, const SharedPlace &place,
                   const Mbarrier &state, MbarrierEntry &entry) {
  uint64_t bits = state.pack();
  std::memcpy(place.bytes, &bits, sizeof bits);
  if (place.undefined)
    std::memset(place.undefined, 0, sizeof bits);
  if (Mbarrier::unpack(entry.bits).phase != state.phase) {
    ++entry.phases;
    joinClock(entry.done, entry.arriving);
    entry.arriving.clear();
  }
  entry.bits = bits;
  unit.moved();
}

/// Whether the initialisation is known to lie before what the warp does.
static void checkInit(const AsyncOrigin &origin, const SharedPlace &place,
                      MbarrierEntry &entry) {
  const SharedRaces *races = origin.warp->cta.cluster.races;
  if (!races || entry.initIsTold ||
      races->knows(*origin.warp, entry.initWarp, entry.initMoment))
    return;
  entry.initIsTold = true;
  EmuFinding f = mbarrierFinding(origin, place,
                                 "nothing orders its initialisation by "
                                 "another warp before this");
  f.fatal = false;
  origin.warp->cta.launch.findings->add(std::move(f));
}

MbarrierEntry *readMbarrier(AsyncUnit &unit, const AsyncOrigin &origin,
                            const SharedPlace &place, Mbarrier &state) {
  MbarrierTable &table = unit.barriersOf(*place.cta);
  auto it = table.find(place.address);
  if (it == table.end()) {
    refuseMbarrier(origin, place, "it was never initialised");
    return nullptr;
  }
  uint64_t bits = 0;
  std::memcpy(&bits, place.bytes, sizeof bits);
  if (bits != it->second.bits) {
    refuseMbarrier(origin, place, "someone has written over it");
    return nullptr;
  }
  state = Mbarrier::unpack(bits);
  checkInit(origin, place, it->second);
  return &it->second;
}

bool changeMbarrier(const AsyncOrigin &origin, const SharedPlace &place,
                    const std::function<std::string(Mbarrier &)> &change,
                    const TellMbarrier &tell) {
  AsyncUnit &unit = *origin.warp->cta.cluster.async;
  Mbarrier state;
  MbarrierEntry *entry = readMbarrier(unit, origin, place, state);
  if (!entry)
    return false;
  std::string error = change(state);
  if (!error.empty())
    return refuseMbarrier(origin, place, error);
  if (tell && origin.warp->cta.cluster.races)
    tell(entry->arriving);
  writeMbarrier(unit, place, state, *entry);
  return true;
}

bool completeTx(const AsyncOrigin &origin, const SharedPlace &place,
                uint32_t bytes, const FlightAgent *flight) {
  SharedRaces *races = origin.warp->cta.cluster.races;
  return changeMbarrier(
      origin, place,
      [bytes](Mbarrier &state) { return state.completeTx(bytes); },
      [&](std::vector<uint32_t> &clock) {
        if (flight)
          races->release(*flight, clock);
      });
}

} // namespace tqc::emu
