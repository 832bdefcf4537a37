//===- MbarrierAccess.h - mbarriers as instructions reach them ------------===//
//
// Answers "how does an instruction, or a copy that ends, change an mbarrier":
// with a finding if there is none at that address, if someone wrote over it,
// or if the change is not allowed. Example:
//   completeTx(origin, place, 16384): a TMA load has brought its bytes
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MEMORY_MBARRIERACCESS_H
#define TQC_RUNTIME_EMULATOR_MEMORY_MBARRIERACCESS_H

#include "runtime/emulator/checks/Races.h"
#include "runtime/emulator/memory/Async.h"
#include "runtime/emulator/memory/Mbarrier.h"
#include "runtime/emulator/memory/SharedPlace.h"
#include "runtime/emulator/reports/Findings.h"

#include <functional>
#include <memory>

namespace tqc::emu {

/// The instruction and lane that an operation comes from, for findings that
/// are made when it ends.
struct AsyncOrigin {
  Warp *warp;
  const Inst *inst;
  Frame *frame;
  unsigned lane;
};

/// Adds what an arrival has seen to what an mbarrier's phase knows.
using TellMbarrier = std::function<void(std::vector<uint32_t> &)>;

/// What is wrong with the mbarrier, or with what is done to it.
EmuFinding mbarrierFinding(const AsyncOrigin &origin, const SharedPlace &place,
                           const std::string &message);
/// The same as the launch's end; false.
bool refuseMbarrier(const AsyncOrigin &origin, const SharedPlace &place,
                    const std::string &message);
/// Reads the state; null, with a finding, if there is no mbarrier.
MbarrierEntry *readMbarrier(AsyncUnit &unit, const AsyncOrigin &origin,
                            const SharedPlace &place, Mbarrier &state);
/// Stores the state; a new phase begins without arrivals.
void writeMbarrier(AsyncUnit &unit, const SharedPlace &place,
                   const Mbarrier &state, MbarrierEntry &entry);
/// Applies `change`, which returns what is wrong or nothing. False, with a
/// finding, if the launch ends here.
bool changeMbarrier(const AsyncOrigin &origin, const SharedPlace &place,
                    const std::function<std::string(Mbarrier &)> &change,
                    const TellMbarrier &tell = {});
/// `flight` is the operation that has brought the bytes; may be null.
bool completeTx(const AsyncOrigin &origin, const SharedPlace &place,
                uint32_t bytes, const FlightAgent *flight);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MEMORY_MBARRIERACCESS_H
