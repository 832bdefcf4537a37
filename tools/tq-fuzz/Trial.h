//===- Trial.h - A kernel before the judges, in its own process -*- C++ -*-===//
//
// What do the judges say of a source? It is compiled and run in a process of
// its own, so that a crash or an endless loop is an answer too:
//
//     TrialResult result =
//         tryKernel(request, Judges::OnCpu, /*seconds=*/60);
//     result.fault == Fault::Differs, result.text == "out0[3] is 1, but ..."
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_TRIAL_H
#define TQC_TOOLS_TQ_FUZZ_TRIAL_H

#include "tools/tq-fuzz/Crew.h"
#include "tools/tq-run/Blame.h"

namespace tqc::fuzz {

enum class Fault : char {
  None = 'n',
  Differs = 'd',   ///< the compiler or the emulator is wrong
  Crash = 'c',     ///< of the compiler, or an internal error
  Endless = 'e',   ///< no answer in time
  NoMeaning = 'k', ///< the kernel itself is wrong
  Refused = 'r',   ///< not compiled, or not judged
};

/// Who judges: the tile interpreter and the emulator, or the GPU too.
enum class Judges { OnCpu, WithGpu };

struct TrialResult {
  Fault fault = Fault::None;
  std::string text;     ///< what the judges say, one paragraph
  int64_t elements = 0; ///< that were compared
};

/// Whether the compiler or the emulator must be mended.
inline bool isOurs(Fault fault) {
  return fault == Fault::Differs || fault == Fault::Crash ||
         fault == Fault::Endless;
}

/// What the process that judges a request tells: the fault, the number of
/// elements, the text; and the same read back.
std::string answerOf(const LaunchRequest &request, Judges judges);
TrialResult resultOf(const Answer &answer);

TrialResult tryKernel(const LaunchRequest &request, Judges judges,
                      double seconds);

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_TRIAL_H
