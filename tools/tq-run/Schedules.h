//===- Schedules.h - The same kernels in other orders -----------*- C++ -*-===//
//
// Does a result depend on which warp runs first, or on when a copy ends? The
// emulator can choose: `--schedules 64` runs everything in 64 orders and wants
// the same bytes each time.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_SCHEDULES_H
#define TQC_TOOLS_TQ_RUN_SCHEDULES_H

#include "runtime/open/OpenDevice.h"
#include "tools/tq-run/CommandLine.h"

namespace tqc {

/// The option of commands that can try several.
#define TQC_SCHEDULES_OPTION                                                   \
  {"schedules", "N", "try N orders of warps and copies, on the emulator"}

/// --schedules, 1 without it.
Result<unsigned> schedulesFromOptions(const CommandLine &line,
                                      const OpenedDevice &opened);
/// "eager", "lazy", "random:2", "random:3", ...
std::string scheduleName(unsigned index);
/// From now on the emulator runs in that order.
void useSchedule(OpenedDevice &opened, unsigned index);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SCHEDULES_H
