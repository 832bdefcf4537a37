//===- Reports.h - turning what went wrong into findings ------------------===//
//
// Answers "how is this said to the author of the kernel". Called by the exec
// functions on their slow paths only.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_REPORTS_REPORTS_H
#define TQC_RUNTIME_EMULATOR_REPORTS_REPORTS_H

#include "runtime/emulator/machine/Warp.h"
#include "runtime/emulator/reports/Findings.h"

namespace tqc::emu {

struct Allocation;

/// A finding with everything filled in that the place of execution says.
EmuFinding findingAt(const Warp &warp, const Inst &inst, unsigned lane,
                     const Frame *frame = nullptr);

/// Whether the instruction's pointer may point into that allocation: it may
/// unless the pointer is known to come from other tensors.
bool mayTouch(const Warp &warp, const Inst &inst, const Allocation &a);

/// Something after which the launch cannot go on.
void reportFatal(Warp &warp, const Inst &inst, Mask lanes, std::string kind,
                 std::string message);

/// An undefined value decides something. The lanes count as defined after
/// that, so that one cause is one finding.
void reportPoison(Warp &warp, const Inst &inst, Shadow &shadow, Mask lanes,
                  std::string_view what);

/// `addresses[lane]` for `bytes` bytes is in no live allocation, or outside the
/// tensors that the pointer came from.
void reportOutOfBounds(Warp &warp, const Inst &inst, unsigned lane,
                       uint64_t address, uint64_t bytes, Space space);
/// Two warps access one place of a tensor; `other` says what the second does.
void reportGlobalRace(Warp &warp, const Inst &inst, unsigned lane,
                      uint64_t address, std::string other,
                      const Frame *frame = nullptr);
/// A note: two programs store the same value to one place.
void reportSameValue(Warp &warp, const Inst &inst, unsigned lane,
                     uint64_t address, const std::string &other,
                     const Frame *frame = nullptr);
/// A bulk copy reads what threads have stored, with no fence of the proxies.
void reportGlobalProxy(Warp &warp, const Inst &inst, unsigned lane,
                       uint64_t address, const std::string &writer);
/// Lanes of one instruction store different values to one place.
void reportLaneRace(Warp &warp, const Inst &inst, unsigned lane, unsigned other,
                    uint64_t address, bool isGlobal);
void reportMisaligned(Warp &warp, const Inst &inst, unsigned lane,
                      uint64_t address, uint64_t bytes, Space space);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_REPORTS_REPORTS_H
