//===- WgmmaRegisters.cpp - registers that a wgmma may still use ----------===//

#include "runtime/emulator/WgmmaRegisters.h"

#include "runtime/emulator/Async.h"
#include "runtime/emulator/Checks.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

static Shadow &shadowIn(Frame &frame, uint32_t reg) {
  return frame.shadow[reg >> kSlotShift];
}

/// The record of a register; its `uses` are 0 if it is not in flight.
static FlyingRegister &flyingAt(Warp &w, uint32_t reg) {
  auto &slots = w.cta.cluster.async->of(w).flying;
  if (slots.size() <= reg >> kSlotShift)
    slots.resize((reg >> kSlotShift) + 1);
  return slots[reg >> kSlotShift];
}

static void reportTouched(Warp &w, const WgmmaOperands &operands,
                          std::string_view which) {
  EmuFinding f = findingAt(w, *operands.inst, 0, operands.frame);
  f.kind = "wgmma-in-flight";
  f.message = "a register of " + std::string(which) +
              " is written before wgmma.wait_group says that this is over";
  w.cta.launch.findings->add(std::move(f));
}

static bool marked(const Shadow &shadow) { return shadow.lanes == kAllLanes; }

void takeOff(Warp &w, WgmmaOperands &operands) {
  Frame &frame = *operands.frame;
  auto origin =
      static_cast<uint32_t>(operands.inst - frame.function->code.data());
  bool touched = false;
  w.poisoned = true; // the shadows mark what is in flight
  for (uint32_t reg : operands.d) {
    Shadow &shadow = shadowIn(frame, reg);
    FlyingRegister &flying = flyingAt(w, reg);
    if (flying.uses == 0)
      flying = {0, shadow.lanes, shadow.origin, false};
    else if (!marked(shadow) && !flying.reported)
      touched = flying.reported = true;
    ++flying.uses;
    shadow = {kAllLanes, origin};
  }
  if (touched)
    reportTouched(w, operands, "D");
  for (uint32_t reg : operands.a) {
    const auto *values = reinterpret_cast<const uint32_t *>(frame.regs + reg);
    operands.valuesOfA.insert(operands.valuesOfA.end(), values,
                              values + kLanes);
  }
}

void fly(Warp &w, const WgmmaOperands &operands, bool keepsOld, Mask undefined,
         uint32_t origin) {
  for (uint32_t reg : operands.d) {
    FlyingRegister &flying = flyingAt(w, reg);
    if (!keepsOld)
      flying.undefined = 0;
    flying.undefined |= undefined;
    if (undefined)
      flying.origin = origin;
  }
}

void land(Warp &w, const WgmmaOperands &operands) {
  Frame &frame = *operands.frame;
  bool touched = false;
  for (uint32_t reg : operands.d) {
    FlyingRegister &flying = flyingAt(w, reg);
    if (--flying.uses != 0)
      continue;
    Shadow &shadow = shadowIn(frame, reg);
    touched |= !marked(shadow) && !flying.reported;
    shadow = {flying.undefined, flying.origin};
  }
  if (touched)
    reportTouched(w, operands, "D");
  for (size_t r = 0; r < operands.a.size(); ++r)
    if (std::memcmp(frame.regs + operands.a[r], &operands.valuesOfA[r * kLanes],
                    kLanes * sizeof(uint32_t)) != 0)
      return reportTouched(w, operands, "A");
}

bool isFlying(Warp &w, const Inst &origin, const Shadow &shadow) {
  bool found = false;
  WarpAsync &state = w.cta.cluster.async->of(w);
  for (const WarpAsync::Unwaited &one : state.unwaited) {
    if (!one.operands || one.operands->inst != &origin)
      continue;
    found = true;
    for (uint32_t reg : one.operands->d)
      flyingAt(w, reg).reported |=
          &shadowIn(*one.operands->frame, reg) == &shadow;
  }
  return found;
}

} // namespace tqc::emu
