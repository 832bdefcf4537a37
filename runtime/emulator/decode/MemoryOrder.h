//===- MemoryOrder.h - what a memory access says about order --------------===//
//
// Answers "is this access weak, and for whom does it order others". Example:
//   ld.acquire.gpu.global.u32: acquire, for the threads of the device
//   atom.global.add.u32:       relaxed, for the threads of the device
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_DECODE_MEMORYORDER_H
#define TQC_RUNTIME_EMULATOR_DECODE_MEMORYORDER_H

#include "runtime/emulator/decode/Forms.h"

namespace tqc::emu {

/// Reads Inst::order and Inst::scope from the modifiers of ld, st, atom or red.
/// False, with `why`, if they do not go together.
bool takeOrder(const FormMatch &match, Inst &inst, std::string &why);
/// The same of fence and membar, which always have both.
void takeFenceOrder(const FormMatch &match, Inst &inst);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_DECODE_MEMORYORDER_H
