//===- Schedules.cpp - The same kernels in other orders -------------------===//

#include "tools/tq-run/Schedules.h"

namespace tqc {

Result<unsigned> schedulesFromOptions(const CommandLine &line,
                                      const OpenedDevice &opened) {
  if (!line.has("schedules"))
    return 1u;
  if (!opened.emulated)
    return Error{"--schedules is for the emulator: add --device emu"};
  Result<int64_t> count =
      parseInteger(line.value("schedules"), "--schedules", 1, 1 << 20);
  if (!count)
    return count.error();
  return static_cast<unsigned>(*count);
}

std::string scheduleName(unsigned index) {
  return index == 0   ? "eager"
         : index == 1 ? "lazy"
                      : "random:" + std::to_string(index);
}

void useSchedule(OpenedDevice &opened, unsigned index) {
  if (!opened.emulated)
    return;
  emu::EmulatorOptions &options =
      static_cast<EmulatorDevice &>(*opened.device).options;
  options.schedule = index == 0   ? emu::Schedule::Eager
                     : index == 1 ? emu::Schedule::Lazy
                                  : emu::Schedule::Random;
  options.seed = index;
}

} // namespace tqc
