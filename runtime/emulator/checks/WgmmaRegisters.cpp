//===- WgmmaRegisters.cpp - registers that a wgmma may still use ----------===//

#include "runtime/emulator/checks/WgmmaRegisters.h"

#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/reports/Reports.h"

namespace tqc::emu {

static Shadow &shadowIn(Frame &frame, uint32_t reg) {
  return frame.shadow[reg >> kSlotShift];
}

/// The warp's record; the first call begins to watch.
static MatrixRegisters &recordOf(Warp &w) {
  if (!w.matrix) {
    w.matrix = std::make_shared<MatrixRegisters>();
    w.poisoned = true; // the shadows mark what is in flight
  }
  return *w.matrix;
}

/// What is known of a register of a frame.
static MatrixRegister &registerIn(Frame &frame, uint32_t reg) {
  if (!frame.matrix) {
    frame.matrix = std::make_shared<MatrixSlots>();
    frame.matrix->slots.resize((frame.function->frameBytes >> kSlotShift) + 1);
  }
  return frame.matrix->slots[reg >> kSlotShift];
}

/// The register's name in the PTX.
static std::string nameOf(const Frame &frame, uint32_t reg) {
  const Function &function = *frame.function;
  for (size_t r = 0; r < function.registerOffsets.size(); ++r)
    if (function.registerOffsets[r] >> kSlotShift == reg >> kSlotShift)
      return function.ptx->registers[r].name;
  return "a register";
}

static void report(Warp &w, const Inst &inst, std::string kind,
                   std::string message, const Inst *other, Frame *frame) {
  EmuFinding f = findingAt(w, inst, 0, frame);
  f.kind = std::move(kind);
  f.message = std::move(message);
  if (other) {
    EmuFinding there = findingAt(w, *other, 0, frame);
    f.details.push_back(
        there.instruction + " is at " +
        (there.line ? there.file + ":" + std::to_string(there.line)
                    : there.ptxFile + ":" + std::to_string(there.ptxLine)));
  }
  w.cta.launch.findings->add(std::move(f));
}

//===----------------------------------------------------------------------===//
// Accesses by threads
//===----------------------------------------------------------------------===//

static void touch(Warp &w, const Inst &inst, uint32_t reg, bool writes) {
  Frame &frame = *w.group->frame;
  MatrixRegister &one = registerIn(frame, reg);
  if (writes && (one.uses != 0 || one.usesAsA != 0) && !one.reported) {
    one.reported = true;
    report(w, inst, "wgmma-in-flight",
           "writes " + nameOf(frame, reg) + ", a register of " +
               (one.uses ? "D" : "A") +
               ", before wgmma.wait_group says that the wgmma is over",
           one.user, &frame);
  }
  bool again = one.toucher && one.touchFences == w.matrix->fences;
  if (again && (one.wasWritten || !writes))
    return;
  one.toucher = &inst;
  one.touchFences = w.matrix->fences;
  one.wasWritten = writes;
}

void touchRegisters(Warp &w, const Inst &inst) {
  const uint32_t *pool = w.group->frame->function->pool.data();
  for (uint32_t k = 0; k < inst.writeCount; ++k)
    touch(w, inst, pool[inst.writes + k], /*writes=*/true);
  for (uint32_t k = 0; k < inst.readCount; ++k)
    touch(w, inst, pool[inst.reads + k], /*writes=*/false);
}

void fenceRegisters(Warp &w) { ++recordOf(w).fences; }

//===----------------------------------------------------------------------===//
// Issue, end, wait
//===----------------------------------------------------------------------===//

/// Whether a fence is missing between what was done with the register and the
/// wgmma. A register of A may have been read: nobody changes it.
static bool lacksFence(Warp &w, const WgmmaOperands &operands, uint32_t reg,
                       bool isD) {
  const MatrixRegister &one = registerIn(*operands.frame, reg);
  uint32_t fences = w.matrix->fences;
  bool touched =
      one.toucher && one.touchFences == fences && (isD || one.wasWritten);
  bool made = !isD && one.shape != 0 && one.shapeFences == fences;
  bool reshaped = isD && one.shape != 0 && one.shape != operands.shape &&
                  one.shapeFences == fences;
  if (!touched && !reshaped && !made)
    return false;
  std::string how = made             ? "D of a wgmma"
                    : !touched       ? "one of a wgmma of another shape"
                    : one.wasWritten ? "written by a thread"
                                     : "read by a thread";
  report(w, *operands.inst, "missing-wgmma-fence",
         nameOf(*operands.frame, reg) + ", a register of " + (isD ? "D" : "A") +
             ", was " + how + ", and no wgmma.fence comes between",
         touched ? one.toucher : one.user, operands.frame);
  return true;
}

static void checkFences(Warp &w, const WgmmaOperands &operands) {
  if (w.matrix->fences == 0)
    return report(w, *operands.inst, "missing-wgmma-fence",
                  "no wgmma.fence comes before the warp's first wgmma", nullptr,
                  operands.frame);
  for (uint32_t reg : operands.d)
    if (lacksFence(w, operands, reg, /*isD=*/true))
      return;
  for (uint32_t reg : operands.a)
    if (lacksFence(w, operands, reg, /*isD=*/false))
      return;
}

/// A register that another wgmma in flight has in another role.
static void checkRoles(Warp &w, const WgmmaOperands &operands) {
  auto check = [&](uint32_t reg, bool isD) {
    MatrixRegister &one = registerIn(*operands.frame, reg);
    if ((isD ? one.usesAsA : one.uses) == 0 || one.reported)
      return false;
    one.reported = true;
    report(w, *operands.inst, "wgmma-in-flight",
           "takes " + nameOf(*operands.frame, reg) + " as " +
               (isD ? "D, which is A" : "A, which is D") +
               " of a wgmma that is not known to be over",
           one.user, operands.frame);
    return true;
  };
  for (uint32_t reg : operands.d)
    if (check(reg, /*isD=*/true))
      return;
  for (uint32_t reg : operands.a)
    if (check(reg, /*isD=*/false))
      return;
}

void takeOff(Warp &w, const WgmmaOperands &operands) {
  MatrixRegisters &record = recordOf(w);
  checkFences(w, operands);
  checkRoles(w, operands);
  Frame &frame = *operands.frame;
  auto origin =
      static_cast<uint32_t>(operands.inst - frame.function->code.data());
  for (uint32_t reg : operands.d) {
    Shadow &shadow = shadowIn(frame, reg);
    MatrixRegister &one = registerIn(frame, reg);
    if (one.uses++ == 0) {
      one.undefined = shadow.lanes;
      one.origin = shadow.origin;
      one.reported = false;
    }
    one.user = operands.inst;
    one.toucher = nullptr;
    one.shape = operands.shape;
    one.shapeFences = record.fences;
    shadow = {kAllLanes, origin | kFlyingOrigin};
  }
  for (uint32_t reg : operands.a) {
    MatrixRegister &one = registerIn(frame, reg);
    ++one.usesAsA;
    one.user = operands.inst;
    one.toucher = nullptr;
  }
}

void fly(Warp &w, const WgmmaOperands &operands, bool keepsOld, Mask undefined,
         uint32_t origin) {
  for (uint32_t reg : operands.d) {
    MatrixRegister &one = registerIn(*operands.frame, reg);
    if (!keepsOld)
      one.undefined = 0;
    one.undefined |= undefined;
    if (undefined)
      one.origin = origin;
  }
}

void land(Warp &w, const WgmmaOperands &operands) {
  for (uint32_t reg : operands.d) {
    MatrixRegister &one = registerIn(*operands.frame, reg);
    if (--one.uses == 0)
      shadowIn(*operands.frame, reg) = {one.undefined, one.origin};
  }
  for (uint32_t reg : operands.a) {
    MatrixRegister &one = registerIn(*operands.frame, reg);
    if (--one.usesAsA == 0 && one.uses == 0)
      one.reported = false;
  }
}

void reportLostRegisters(Warp &w, const WgmmaOperands &operands) {
  report(w, *operands.inst, "wgmma-in-flight",
         "the function returns before wgmma.wait_group says that this is "
         "over, and its registers are gone then",
         nullptr, operands.frame);
}

void reportNoLastWait(Warp &w, const WgmmaOperands &operands) {
  report(w, *operands.inst, "wgmma-in-flight",
         "the program may end while this is in flight: no "
         "wgmma.wait_group covers it",
         nullptr, operands.frame);
}

} // namespace tqc::emu
