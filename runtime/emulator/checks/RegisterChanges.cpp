//===- RegisterChanges.cpp - setmaxnreg by a whole warpgroup --------------===//

#include "runtime/emulator/checks/RegisterChanges.h"

#include "runtime/emulator/reports/Findings.h"

namespace tqc::emu {

void checkRegisterChanges(const Cta &cta) {
  LaunchState &launch = cta.launch;
  for (size_t w = 0; w < cta.warps.size(); ++w) {
    Warp &warp = *cta.warps[w], &first = *cta.warps[w / 4 * 4];
    if (warp.registerChanges == first.registerChanges &&
        warp.registers == first.registers)
      continue;
    EmuFinding f;
    f.kernel = launch.program->functions[0].ptx->name;
    f.ptxFile = launch.program->module->file;
    f.ptxLine = launch.program->functions[0].ptx->pos.line;
    f.kind = "setmaxnreg";
    f.message = "the warps of a warpgroup must all execute the same "
                "setmaxnreg; warp " +
                std::to_string(first.index) + " did " +
                std::to_string(first.registerChanges) + ", the last to " +
                std::to_string(first.registers) + " registers, warp " +
                std::to_string(warp.index) + " " +
                std::to_string(warp.registerChanges) + ", to " +
                std::to_string(warp.registers);
    f.instruction = "setmaxnreg";
    f.cta = cta.linearId();
    f.programId = cta.id;
    f.warp = warp.index;
    return launch.findings->add(std::move(f));
  }
}

} // namespace tqc::emu
