//===- Trial.cpp - A kernel before the judges, in its own process ---------===//

#include "tools/tq-fuzz/Trial.h"

#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// What the child tells: the fault, the number of elements, the text.
static std::string answerOf(const LaunchRequest &request) {
  BlameOptions options;
  options.withGpu = false;
  Result<Verdict> verdict = judge(request, options);
  if (!verdict)
    return std::string(1, char(Fault::Refused)) + "0\n" +
           verdict.error().message;
  return std::string(1, char(faultOf(*verdict))) +
         std::to_string(verdict->elements) + "\n" + nameOf(verdict->culprit) +
         ": " + verdict->reason;
}

static void writeAll(int pipe, const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    ssize_t count = write(pipe, text.data() + at, text.size() - at);
    if (count <= 0)
      return;
    at += size_t(count);
  }
}

/// What comes out of the pipe until it closes; false if that takes too long.
static bool readAll(int pipe, double seconds, std::string &text) {
  char buffer[4096];
  while (true) {
    pollfd waiting = {pipe, POLLIN, 0};
    if (poll(&waiting, 1, int(seconds * 1000)) <= 0)
      return false;
    ssize_t count = read(pipe, buffer, sizeof buffer);
    if (count <= 0)
      return true;
    text.append(buffer, size_t(count));
  }
}

TrialResult tryKernel(const LaunchRequest &request, double seconds) {
  int ends[2];
  if (pipe(ends) != 0)
    return {Fault::Refused, "no pipe can be made", 0};
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    writeAll(ends[1], answerOf(request));
    _exit(0);
  }
  close(ends[1]);
  TrialResult result;
  std::string answer;
  bool inTime = child > 0 && readAll(ends[0], seconds, answer);
  close(ends[0]);
  if (!inTime && child > 0)
    kill(child, SIGKILL);
  int status = 0;
  if (child > 0)
    waitpid(child, &status, 0);
  if (!inTime)
    return {Fault::Endless, "no answer within the time", 0};
  size_t line = answer.find('\n');
  if (answer.empty() || line == std::string::npos)
    return {Fault::Crash, "the compiler or a judge crashed", 0};
  result.fault = static_cast<Fault>(answer[0]);
  result.elements = std::strtoll(answer.c_str() + 1, nullptr, 10);
  result.text = answer.substr(line + 1);
  return result;
}

} // namespace tqc::fuzz
