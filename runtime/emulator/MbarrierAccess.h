//===- MbarrierAccess.h - mbarriers as instructions reach them ------------===//
//
// Answers "how does an instruction, or a copy that ends, change an mbarrier":
// with a finding if there is none at that address, if someone wrote over it,
// or if the change is not allowed. Example:
//   completeTx(origin, place, 16384): a TMA load has brought its bytes
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MBARRIERACCESS_H
#define TQC_RUNTIME_EMULATOR_MBARRIERACCESS_H

#include "runtime/emulator/Mbarrier.h"
#include "runtime/emulator/Races.h"
#include "runtime/emulator/SharedPlace.h"

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

/// Applies `change`, which returns what is wrong or nothing. False, with a
/// finding, if the launch ends here.
bool changeMbarrier(const AsyncOrigin &origin, const SharedPlace &place,
                    const std::function<std::string(Mbarrier &)> &change,
                    const TellMbarrier &tell = {});
/// `flight` is the operation that has brought the bytes; may be null.
bool completeTx(const AsyncOrigin &origin, const SharedPlace &place,
                uint32_t bytes, const FlightAgent *flight);

/// What a lane that waits in mbarrier.try_wait waits for, in words; nothing if
/// the instruction is another one.
std::string describeWait(Warp &warp, Group &group, const Inst &inst,
                         unsigned lane);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MBARRIERACCESS_H
