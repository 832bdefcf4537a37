//===- Targets.h - what a target and a PTX version have -------------------===//
//
// Answers "may this module hold this instruction". Targets.def says what each
// needs, as ptxas does; Gpus.def which targets there are. Smallest example: in
// a module of PTX 7.0 for sm_80
//   lackOf(module, `elect.sync`) == "'elect.sync' needs sm_90 and PTX 8.0 or
//   later, but this is PTX 7.0 for sm_80"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_TARGETS_H
#define TQC_RUNTIME_EMULATOR_PTX_TARGETS_H

#include "runtime/emulator/ptx/PtxModule.h"
#include "runtime/image/Gpus.h"

#include <string>
#include <string_view>

namespace tqc::emu {

/// What the emulator is where the code is for no later GPU.
constexpr std::string_view kOwnGpu = "sm_90a";

/// What is wrong with the version, or nothing.
std::string refuseVersion(uint32_t major, uint32_t minor);
/// What is wrong with a name in .target, or nothing. Sets the module's target.
std::string takeTarget(std::string_view name, PtxModule &module);
/// The GPU that the emulator is for the module: an H200, or a later one that
/// the code is for.
const Gpu &hostOf(const PtxModule &module);
/// Why the emulator has no instruction of that opcode, or nothing.
std::string whyAbsent(const PtxInst &inst);
/// What the module lacks for the instruction, or nothing.
std::string lackOf(const PtxModule &module, const PtxInst &inst);
/// What it lacks for a directive or a special register, or nothing.
std::string lackOf(const PtxModule &module, std::string_view name);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_TARGETS_H
