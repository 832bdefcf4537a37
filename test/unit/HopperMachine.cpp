//===- HopperMachine.cpp - run a few lines of PTX -------------------------===//

#include "HopperMachine.h"

#include <set>

namespace tqc::test {

bool Machine::run(const std::string &params, const std::string &body,
                  std::vector<ArgumentBytes> arguments) {
  KernelImage image;
  image.ptx = ".version 8.6\n.target sm_90a\n.address_size 64\n"
              ".extern .shared .align 1024 .b8 smem[];\n"
              ".visible .entry k(" +
              params +
              ")\n{\n.reg .b32 %r<64>; .reg .b64 %rd<64>; .reg .f32 %f<64>;\n"
              ".reg .pred %p<64>; .reg .b16 %h<64>;\n" +
              body + "\nret;\n}\n";
  auto module = device.loadPtx(image, "k.ptx");
  findings.clear();
  if (!module) {
    error = module.error().message;
    return false;
  }
  Launch launch;
  launch.module = *module;
  launch.entry = "k";
  launch.grid = grid;
  launch.block = block;
  launch.cluster = cluster;
  launch.sharedBytes = sharedBytes;
  launch.arguments = std::move(arguments);
  Status status = device.launch(launch);
  error = status ? "" : status.error().message;
  findings = device.takeEmuFindings();
  return bool(status);
}

std::string Machine::kinds() const {
  std::set<std::string> kinds;
  for (const emu::EmuFinding &finding : findings)
    kinds.insert(finding.kind);
  std::string text;
  for (const std::string &kind : kinds)
    text += (text.empty() ? "" : " ") + kind;
  return text;
}

std::string Machine::messages() const {
  std::string text = error;
  for (const emu::EmuFinding &finding : findings)
    text += "\n" + emu::renderText(finding);
  return text;
}

void onEverySchedule(const std::function<void(Machine &)> &test) {
  for (Schedule schedule : {Schedule::Eager, Schedule::Lazy}) {
    SCOPED_TRACE(schedule == Schedule::Eager ? "eager" : "lazy");
    Machine machine(schedule);
    test(machine);
  }
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("random:" + std::to_string(seed));
    Machine machine(Schedule::Random, seed);
    test(machine);
  }
}

} // namespace tqc::test
