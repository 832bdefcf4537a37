//===- Limits.h - when a launch is given up -------------------------------===//
//
// Answers "does this kernel ever end". Nobody can know, so there are limits: a
// number of warp instructions for the launch, and seconds of the processor in
// which no program came to its end. A launch of many programs may thus take as
// long as it likes, and a program that spins is told by the line it spins at:
//   loop.tq:6:5: time-limit: no program came to its end within 10 s
//     it is in a loop of lines 5 to 7
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_LIMITS_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_LIMITS_H

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace tqc::emu {

class Cluster;
struct LaunchState;
struct Program;
struct Group;

/// Seconds of a host thread since it last ended a program.
class TimeLimit {
public:
  /// 0: none.
  explicit TimeLimit(double seconds);
  void restart();
  bool isOver() const;

private:
  const double seconds;
  double began;
};

/// What Ctrl-C and a launch say to each other.
struct Interrupt {
  volatile std::sig_atomic_t asked = 0;    ///< the launch shall end
  volatile std::sig_atomic_t launches = 0; ///< that are at work
};
/// From now on Ctrl-C ends a launch that runs, and says where it was; where
/// none runs, or for the second time, it ends the process as always.
Interrupt *listenForInterrupts();

/// The loops around the group's place, from the innermost on: "it is in a loop
/// of lines 5 to 7".
std::vector<std::string> describeLoops(const Program &program,
                                       const Group &group);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_LIMITS_H
