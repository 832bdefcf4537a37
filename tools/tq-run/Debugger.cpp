//===- Debugger.cpp - Stopping a program between statements ---------------===//

#include "tools/tq-run/Debugger.h"

namespace tqc {

using namespace emu;

/// How often a held warp is asked again before the others count as hanging:
/// they may poll for something that a held warp has to do.
static constexpr uint64_t kPatience = 2000;

void Debugger::restart() {
  place = {};
  statement = nullptr;
  functions.clear();
  launch = nullptr;
  cluster = nullptr;
  values.clear();
  lengths.clear();
  loaded.clear();
  events.clear();
  shown.clear();
  knownLines.clear();
  reached.clear();
  abandoned = false;
  interrupted = false;
  interrupt.asked = 0;
}

std::string Debugger::prepare(const std::string &ptx) {
  // Events of all modules are told apart by their numbers.
  auto marks = std::make_unique<std::vector<Mark>>(events.size());
  std::string text = takeMarks(ptx, *marks);
  for (size_t i = events.size(); i < marks->size(); ++i) {
    const Mark &mark = (*marks)[i];
    events.push_back(&mark);
    if (mark.kind == Mark::Line && mark.file == file)
      knownLines.insert(mark.line);
  }
  loaded.push_back(std::move(marks));
  return text;
}

void Debugger::launchBegins(LaunchState &state) {
  launch = &state;
  cluster = nullptr;
  ++place.launch;
  place.step = 0;
  statement = nullptr;
  values.clear();
  functions.clear();
  holds.assign((state.threadsPerCta() + kLanes - 1) / kLanes, {});
}

void Debugger::launchEnds(LaunchState &state) {
  lengths.push_back(place.step);
  launch = nullptr;
  cluster = nullptr;
  if (!abandoned)
    statement = nullptr;
}

std::vector<EmuFinding> Debugger::takeNewFindings() {
  std::vector<EmuFinding> fresh;
  if (!launch)
    return fresh;
  for (EmuFinding &finding : launch->findings->look()) {
    std::string key = finding.kind + "|" + finding.file + "|" +
                      std::to_string(finding.line) + "|" +
                      std::to_string(finding.column);
    if (shown.insert(key).second)
      fresh.push_back(std::move(finding));
  }
  return fresh;
}

bool Debugger::isChosen(const Cta &cta) const { return cta.id == program; }

Step Debugger::atEvent(Warp &warp, uint32_t event, Mask lanes) {
  if (abandoned) {
    warp.cta.launch.stop = true;
    return Step::Fault;
  }
  if (event >= events.size() || !isChosen(warp.cta))
    return Step::Next;
  const Mark &mark = *events[event];
  if (mark.kind == Mark::Value) {
    values.record(warp, mark, lanes);
    return Step::Next;
  }
  Hold &hold = holds[warp.index];
  if (hold.released && hold.mark == &mark) {
    hold = {};
    return Step::Next;
  }
  if (!hold.mark)
    hold.mark = &mark;
  if (++hold.asked > kPatience) {
    cluster = &warp.cta.cluster;
    arrive(warp.cta);
  }
  return Step::Again;
}

bool Debugger::atStandstill(Cluster &where, bool stuck) {
  for (const auto &cta : where.ctas) {
    if (!isChosen(*cta))
      continue;
    bool any = false, all = true;
    for (const auto &warp : cta->warps) {
      if (warp->groups.empty())
        continue;
      const Hold &hold = holds[warp->index];
      bool held = hold.mark && !hold.released;
      any |= held;
      all &= held;
    }
    if (!any || (!all && !stuck))
      return false;
    cluster = &where;
    arrive(*cta);
    return !where.launch.stop;
  }
  return false;
}

/// All warps that can be are between two statements.
void Debugger::arrive(Cta &cta) {
  const Mark *first = nullptr;
  for (const Hold &hold : holds)
    if (hold.mark && !first)
      first = hold.mark;
  statement = first;
  ++place.step;
  if (functions.size() > first->depth + 1)
    functions.erase(functions.begin(),
                    functions.end() - static_cast<int64_t>(first->depth) - 1);
  if (functions.size() == first->depth + 1)
    functions.front() = first->function;
  else
    functions.insert(functions.begin(), first->function);
  Reason reason = Reason::Step;
  if (shouldStop(reason)) {
    atStop(reason);
    depthOfNext = first->depth;
    if (abandoned)
      cta.launch.stop = true;
  }
  for (Hold &hold : holds) {
    hold.released = hold.mark != nullptr;
    hold.asked = 0;
  }
}

bool Debugger::shouldStop(Reason &reason) {
  bool isBreak = statement->file == file && breakpoints.count(statement->line);
  if (isBreak)
    reached.insert(statement->line);
  if (mode == Mode::To)
    return place.launch > target.launch ||
           (place.launch == target.launch && place.step >= target.step);
  if (interrupted.exchange(false)) {
    reason = Reason::Interrupt;
    return true;
  }
  bool news = false;
  for (const EmuFinding &finding : launch->findings->look())
    news |= !finding.isNote && finding.programId == program &&
            !shown.count(finding.kind + "|" + finding.file + "|" +
                         std::to_string(finding.line) + "|" +
                         std::to_string(finding.column));
  if (news) {
    reason = Reason::Finding;
    return true;
  }
  if (isBreak) {
    reason = Reason::Breakpoint;
    return true;
  }
  if (mode == Mode::Run ||
      (mode == Mode::Next && place.step > 1 && statement->depth > depthOfNext))
    return false;
  return stepsLeft <= 1 || --stepsLeft == 0;
}

} // namespace tqc
