//===- WgmmaRegisters.h - registers that a wgmma may still use ------------===//
//
// Answers "is this register free". From the issue of a wgmma to the wait that
// covers it, D must be neither read nor written, and A must not be written. D
// is marked as undefined meanwhile, whatever the schedule: a read of it becomes
// a finding like any undefined value, a write removes the mark. Example:
//   wgmma {%f0, ...}; commit; st.global [%rd1], %f0; wait_group 0;
//     -> wgmma-in-flight at the store, even if the emulator was done long ago
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_WGMMAREGISTERS_H
#define TQC_RUNTIME_EMULATOR_WGMMAREGISTERS_H

#include "runtime/emulator/Warp.h"

#include <string_view>
#include <vector>

namespace tqc::emu {

/// The registers of one wgmma of a warp.
struct WgmmaOperands {
  Frame *frame = nullptr;
  const Inst *inst = nullptr;
  std::vector<uint32_t> d, a;      // offsets in the frame
  std::vector<uint32_t> valuesOfA; // at the issue
};

/// A register of D in flight.
struct FlyingRegister {
  uint32_t uses = 0;  // operations that no wait has covered
  Mask undefined = 0; // lanes, from what the operations read
  uint32_t origin = 0;
  bool reported = false;
};

/// At the issue: marks D, remembers A.
void takeOff(Warp &w, WgmmaOperands &operands);
/// At the end: lanes of D that are undefined because of what was read.
void fly(Warp &w, const WgmmaOperands &operands, bool keepsOld, Mask undefined,
         uint32_t origin);
/// At the wait that covers it: takes the mark away, or says who has.
void land(Warp &w, const WgmmaOperands &operands);

/// Whether an undefined value that comes from `origin` is D in flight; `shadow`
/// is the register that was read.
bool isFlying(Warp &w, const Inst &origin, const Shadow &shadow);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_WGMMAREGISTERS_H
