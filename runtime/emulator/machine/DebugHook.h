//===- DebugHook.h - who may stop a kernel and look -----------------------===//
//
// Answers "what does a debugger get to know". It puts `pmevent N` where it
// wants to be told, and is asked at each what the warp shall do:
//
//     EmulatorOptions options;
//     options.debug = &hook;    // Step::Again holds the warp there
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_MACHINE_DEBUGHOOK_H
#define TQC_RUNTIME_EMULATOR_MACHINE_DEBUGHOOK_H

#include "runtime/emulator/decode/Program.h"

#include <string>

namespace tqc::emu {

class Cluster;
struct LaunchState;

class DebugHook {
public:
  virtual ~DebugHook() = default;

  /// The text to load instead of `ptx`, line by line the same.
  virtual std::string prepare(const std::string &ptx) = 0;
  virtual void launchBegins(LaunchState &launch) = 0;
  virtual void launchEnds(LaunchState &launch) = 0;
  /// The lanes are at `pmevent event`. Again keeps them there for now; Fault
  /// ends the launch.
  virtual Step atEvent(Warp &warp, uint32_t event, Mask lanes) = 0;
  /// No warp of the cluster can go on by itself; true if one can now. `stuck`:
  /// nothing that is in flight can change that either.
  virtual bool atStandstill(Cluster &cluster, bool stuck) = 0;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_MACHINE_DEBUGHOOK_H
