//===- WgmmaRegisters.h - registers that a wgmma may still use ------------===//
//
// Answers "may this register be touched here". Two rules of the manual:
//
//   from the issue of a wgmma to the wait that covers it, D must be neither
//   read nor written, and A must not be written;
//   between a thread's access to a register and a wgmma that takes it as D or
//   A stands a wgmma.fence, and so between wgmma of two shapes on one D.
//
// D is marked as undefined while it is in flight, whatever the schedule: a read
// of it becomes a finding like any undefined value. Example:
//   wgmma {%f0, ...}; commit; st.global [%rd1], %f0; wait_group 0;
//     -> wgmma-in-flight at the store, even if the emulator was done long ago
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_CHECKS_WGMMAREGISTERS_H
#define TQC_RUNTIME_EMULATOR_CHECKS_WGMMAREGISTERS_H

#include "runtime/emulator/machine/Warp.h"

#include <vector>

namespace tqc::emu {

/// The registers of one wgmma of a warp.
struct WgmmaOperands {
  Frame *frame = nullptr;
  const Inst *inst = nullptr;
  std::vector<uint32_t> d, a; // offsets in the frame
  uint32_t shape = 0;         // n and k
};

/// What wgmma have to do with a register of a frame.
struct MatrixRegister {
  uint32_t uses = 0;          // as D, by operations that no wait has covered
  uint32_t usesAsA = 0;       // the same as A
  const Inst *user = nullptr; // of the last of them
  bool reported = false;      // this flight
  Mask undefined = 0;         // lanes of D, from what the operations read
  uint32_t origin = 0;
  uint32_t shape = 0;            // of the wgmma that had it as D,
  uint32_t shapeFences = 0;      // and the fences before that one
  const Inst *toucher = nullptr; // another instruction that accessed it,
  uint32_t touchFences = 0;      // and the fences before that one
  bool wasWritten = false;       // it did not only read
};

/// Of a frame, by its slots.
struct MatrixSlots {
  std::vector<MatrixRegister> slots;
};

/// Of a warp, from the first of wgmma on.
struct MatrixRegisters {
  uint32_t fences = 0;
};

/// The instruction, none of wgmma, has been executed.
void touchRegisters(Warp &w, const Inst &inst);
/// At the issue: whether the registers may be taken; marks D.
void takeOff(Warp &w, const WgmmaOperands &operands);
/// At the end: lanes of D that are undefined because of what was read.
void fly(Warp &w, const WgmmaOperands &operands, bool keepsOld, Mask undefined,
         uint32_t origin);
/// At the wait that covers it: takes the mark away.
void land(Warp &w, const WgmmaOperands &operands);
/// wgmma.fence: from here on accesses are watched.
void fenceRegisters(Warp &w);
/// No wait covers it: the function returns, or the warp's program ends.
void reportLostRegisters(Warp &w, const WgmmaOperands &operands);
void reportNoLastWait(Warp &w, const WgmmaOperands &operands);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_CHECKS_WGMMAREGISTERS_H
