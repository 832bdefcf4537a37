//===- Limits.cpp - when a launch is given up -----------------------------===//

#include "runtime/emulator/execution/Limits.h"

#include "runtime/emulator/machine/Warp.h"

#include <algorithm>
#include <ctime>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// Time and Ctrl-C
//===----------------------------------------------------------------------===//

/// Of this thread alone: a machine that is busy with other things does not
/// make a kernel endless.
static double secondsOfThread() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

TimeLimit::TimeLimit(double seconds) : seconds(seconds) { restart(); }

void TimeLimit::restart() { began = seconds > 0 ? secondsOfThread() : 0; }

bool TimeLimit::isOver() const {
  return seconds > 0 && secondsOfThread() - began > seconds;
}

static Interrupt interrupt; // a signal's handler gets no argument

static void onInterrupt(int signal) {
  if (interrupt.launches == 0 || interrupt.asked) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    return;
  }
  interrupt.asked = 1;
}

Interrupt *listenForInterrupts() {
  std::signal(SIGINT, onInterrupt);
  return &interrupt;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Lines of a source file, or of the PTX where there is none.
struct LineRange {
  uint32_t first = ~0u, last = 0;

  void add(uint32_t line) {
    first = std::min(first, line);
    last = std::max(last, line);
  }
  bool operator==(const LineRange &other) const {
    return first == other.first && last == other.last;
  }
};
} // namespace

/// The lines of the function between two instructions; of what was inlined
/// there, those that call it.
static LineRange linesOf(const Program &program, const Function &function,
                         uint32_t begin, uint32_t end) {
  const PtxModule &module = *program.module;
  LineRange source, text;
  for (uint32_t pc = begin; pc <= end; ++pc) {
    const PtxInst &ptx = function.ptx->body[function.code[pc].source];
    text.add(ptx.pos.line);
    int32_t at = ptx.loc;
    while (at >= 0 && module.locs[static_cast<size_t>(at)].inlinedAt >= 0)
      at = module.locs[static_cast<size_t>(at)].inlinedAt;
    if (at >= 0 && module.locs[static_cast<size_t>(at)].line != 0)
      source.add(module.locs[static_cast<size_t>(at)].line);
  }
  return source.last ? source : text;
}

std::vector<std::string> describeLoops(const Program &program,
                                       const Group &group) {
  const Function &function = *group.frame->function;
  std::vector<std::string> result;
  std::vector<LineRange> told;
  for (uint32_t pc = group.pc; pc < function.code.size(); ++pc) {
    const Inst &inst = function.code[pc];
    if (inst.flow != Flow::Branch || inst.target > group.pc)
      continue;
    LineRange lines = linesOf(program, function, inst.target, pc);
    if (std::find(told.begin(), told.end(), lines) != told.end())
      continue;
    told.push_back(lines);
    std::string where = lines.first == lines.last
                            ? "line " + std::to_string(lines.first)
                            : "lines " + std::to_string(lines.first) + " to " +
                                  std::to_string(lines.last);
    result.push_back(
        (told.size() == 1 ? "it is in a loop of " : "inside of a loop of ") +
        where);
  }
  return result;
}

} // namespace tqc::emu
