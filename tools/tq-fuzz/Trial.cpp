//===- Trial.cpp - A kernel before the judges, in its own process ---------===//

#include "tools/tq-fuzz/Trial.h"

#include <cstdlib>

namespace tqc::fuzz {

static Fault faultOf(const Verdict &verdict) {
  switch (verdict.culprit) {
  case Culprit::Nobody:
    return Fault::None;
  case Culprit::Kernel:
    return Fault::NoMeaning;
  case Culprit::NotJudged:
    return verdict.reason.find("TQ9999") != std::string::npos ? Fault::Crash
                                                              : Fault::Refused;
  case Culprit::Compiler:
  case Culprit::Emulator:
  case Culprit::CompilerOrEmulator:
  case Culprit::Assembler:
  case Culprit::Several:
    return Fault::Differs;
  }
  return Fault::None;
}

std::string answerOf(const LaunchRequest &request, Judges judges) {
  BlameOptions options;
  options.withGpu = judges == Judges::WithGpu;
  Result<Verdict> verdict = judge(request, options);
  if (!verdict)
    return std::string(1, char(Fault::Refused)) + "0\n" +
           verdict.error().message;
  return std::string(1, char(faultOf(*verdict))) +
         std::to_string(verdict->elements) + "\n" + nameOf(verdict->culprit) +
         ": " + verdict->reason;
}

TrialResult resultOf(const Answer &answer) {
  if (answer.kind == Answer::Late)
    return {Fault::Endless, "no answer within the time", 0};
  size_t line = answer.text.find('\n');
  if (answer.kind == Answer::Died || line == std::string::npos)
    return {Fault::Crash, "the compiler or a judge crashed", 0};
  TrialResult result;
  result.fault = static_cast<Fault>(answer.text[0]);
  result.elements = std::strtoll(answer.text.c_str() + 1, nullptr, 10);
  result.text = answer.text.substr(line + 1);
  return result;
}

TrialResult tryKernel(const LaunchRequest &request, Judges judges,
                      double seconds) {
  TrialResult result;
  Crew{/*jobs=*/1, seconds}.run(
      1, [&](int64_t) { return answerOf(request, judges); },
      [&](int64_t, const Answer &answer) {
        result = resultOf(answer);
        return true;
      });
  return result;
}

} // namespace tqc::fuzz
