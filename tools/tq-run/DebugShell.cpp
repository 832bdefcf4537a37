//===- DebugShell.cpp - The commands of the debugger ----------------------===//

#include "tools/tq-run/DebugShell.h"

#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Session.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <unistd.h>

namespace tqc {

using emu::EmuFinding;

const DebugShell::ShellCommand DebugShell::kShellCommands[] = {
    {"break", "b", "[LINE]", "stop before LINE; without it, list breakpoints",
     &DebugShell::breakAt},
    {"delete", "d", "[LINE]", "remove the breakpoint, or all",
     &DebugShell::removeBreak},
    {"run", "r", "", "run from the beginning to a breakpoint or finding",
     &DebugShell::run},
    {"continue", "c", "", "go on to the next breakpoint or finding",
     &DebugShell::go},
    {"step", "s", "[N]", "do one statement, or N; into calls",
     &DebugShell::step},
    {"next", "n", "[N]", "likewise, but over calls", &DebugShell::next},
    {"back", "", "[N]", "undo one statement, or N: runs again up to there",
     &DebugShell::back},
    {"print", "p", "[NAME[I, A:B]]",
     "a value, elements of one, or an expression; alone, all names",
     &DebugShell::print},
    {"where", "w", "", "the statement, its function and program",
     &DebugShell::where},
    {"program", "", "[X [Y [Z]]]", "look at another program, from its start",
     &DebugShell::choose},
    {"counters", "", "[LINE]", "what the line has cost so far",
     &DebugShell::counters},
    {"list", "l", "[LINE]", "the source around", &DebugShell::list},
    {"help", "h", "", "this list", &DebugShell::help},
    {"quit", "q", "", "leave the debugger", &DebugShell::quit},
};

std::string trimmed(const std::string &text) {
  size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos)
    return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

static std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  std::stringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

static std::string showTriple(const std::array<uint32_t, 3> &id) {
  return "(" + std::to_string(id[0]) + ", " + std::to_string(id[1]) + ", " +
         std::to_string(id[2]) + ")";
}

DebugShell::DebugShell(Debugger &debugger, const Report &report,
                       std::string path, std::string text,
                       const std::string *commands)
    : debugger(debugger), report(report) {
  sources[path] = splitLines(text);
  debugger.file = std::move(path);
  debugger.atStop = [this](Debugger::Reason reason) { stop(reason); };
  fromTerminal = isatty(STDIN_FILENO);
  if (commands) {
    hasScript = true;
    std::stringstream in(*commands);
    for (std::string command; std::getline(in, command, ';');)
      script.push_back(command);
  }
}

//===----------------------------------------------------------------------===//
// Reading commands
//===----------------------------------------------------------------------===//

std::vector<std::string> DebugShell::commandNames() {
  std::vector<std::string> names;
  for (const ShellCommand &command : kShellCommands)
    names.push_back(command.name);
  return names;
}

bool DebugShell::readLine(std::string &line) {
  if (!script.empty()) {
    line = trimmed(script.front());
    script.pop_front();
  } else if (hasScript && !fromTerminal) {
    return false;
  } else if (fromTerminal) {
    if (!input)
      input = std::make_unique<LineInput>(commandNames(),
                                          LineInput::historyFile("debug"));
    std::optional<std::string> typed = input->read("(tq) ");
    if (!typed) {
      std::printf("\n");
      return false;
    }
    line = trimmed(*typed);
    if (line.empty()) // again
      line = lastLine;
    lastLine = line;
    return true;
  } else {
    if (!std::getline(std::cin, line))
      return false;
    line = trimmed(line);
  }
  if (!line.empty() && line[0] != '#')
    say("(tq) " + line);
  return true;
}

/// Asks until the program goes on or the debugger is left.
void DebugShell::talk() {
  std::string line;
  for (;;) {
    if (!readLine(line)) {
      quit("");
      return;
    }
    if (!line.empty() && line[0] != '#' && execute(line))
      return;
  }
}

bool DebugShell::execute(const std::string &line) {
  size_t space = line.find_first_of(" \t");
  std::string word = line.substr(0, space);
  std::string rest =
      space == std::string::npos ? "" : trimmed(line.substr(space));
  std::vector<std::string> names;
  for (const ShellCommand &command : kShellCommands) {
    if (word == command.name || (*command.letter && word == command.letter))
      return (this->*command.run)(rest);
    names.push_back(command.name);
  }
  std::string near = nearestWord(word, names);
  complain("there is no command \"" + word + "\"; " +
           (near.empty() ? "`help` lists them" : "did you mean " + near + "?"));
  return false;
}

void DebugShell::complain(const std::string &text) const {
  say(report.paint(Colour::Warning, "error: ") + text);
}

bool DebugShell::begin() {
  again = false;
  talk();
  return !quits;
}

//===----------------------------------------------------------------------===//
// Stops
//===----------------------------------------------------------------------===//

const std::vector<std::string> &
DebugShell::linesOf(const std::string &file) const {
  auto known = sources.find(file);
  if (known == sources.end()) {
    Result<std::string> text = readWholeFile(file);
    known = sources.emplace(file, splitLines(text ? *text : "")).first;
  }
  return known->second;
}

void DebugShell::showLine(uint32_t line, const std::string &file) const {
  const std::vector<std::string> &lines = linesOf(file);
  if (line == 0 || line > lines.size())
    return;
  bool isHere = debugger.statement && debugger.statement->line == line &&
                debugger.statement->file == file;
  bool isBreak = file == debugger.file && debugger.breakpoints.count(line);
  std::string number = std::to_string(line);
  std::string text =
      std::string(isHere ? ">" : " ") + (isBreak ? "*" : " ") +
      std::string(number.size() < 4 ? 4 - number.size() : 0, ' ') + number +
      " | " + lines[line - 1];
  say(isHere ? report.paint(Colour::Bold, text) : text);
}

std::string DebugShell::linePlace() const {
  const emu::Mark &mark = *debugger.statement;
  return mark.file + ":" + std::to_string(mark.line) + " in " + mark.function +
         ", program " + showTriple(debugger.program);
}

void DebugShell::showFindings() {
  for (const EmuFinding &finding : debugger.takeNewFindings())
    say(report.paint(Colour::Bad, renderText(finding)));
}

void DebugShell::stop(Debugger::Reason reason) {
  static constexpr const char *kWords[] = {"", "breakpoint, ", "finding, ",
                                           "interrupted, "};
  state = State::Stopped;
  showFindings();
  say(kWords[static_cast<size_t>(reason)] + linePlace());
  showLine(debugger.statement->line, debugger.statement->file);
  talk();
}

bool DebugShell::end() {
  state = State::Ended;
  debugger.statement = nullptr;
  for (uint32_t line : debugger.breakpoints)
    if (!debugger.reached.count(line)) {
      auto after = debugger.knownLines.lower_bound(line);
      std::string where = "program " + showTriple(debugger.program) +
                          " did not come to line " + std::to_string(line);
      if (after == debugger.knownLines.end() || *after != line)
        where += ", where no statement of a kernel begins" +
                 (after == debugger.knownLines.end()
                      ? std::string()
                      : "; the next one is on line " + std::to_string(*after));
      say(where);
    }
  again = false;
  talk();
  return again && !quits;
}

//===----------------------------------------------------------------------===//
// Going on
//===----------------------------------------------------------------------===//

/// The run is given up, and begins again.
bool DebugShell::startOver() {
  again = state != State::Fresh;
  if (state == State::Stopped)
    debugger.abandoned = true;
  return true;
}

bool DebugShell::run(const std::string &) {
  debugger.mode = Debugger::Mode::Run;
  return startOver();
}

bool DebugShell::go(const std::string &) {
  if (state == State::Fresh)
    return run("");
  return advance(Debugger::Mode::Run, "");
}

static bool readCount(const std::string &text, uint64_t &count) {
  Result<int64_t> number =
      parseInteger(text.empty() ? "1" : text, "the count", 1, 1 << 30);
  if (number)
    count = static_cast<uint64_t>(*number);
  return bool(number);
}

bool DebugShell::advance(Debugger::Mode mode, const std::string &rest) {
  if (state == State::Ended) {
    complain("the program has ended; `run` starts it again, `back` goes back");
    return false;
  }
  if (!readCount(rest, debugger.stepsLeft)) {
    complain("how many statements? \"" + rest + "\" is no number above 0");
    return false;
  }
  debugger.mode = mode;
  return true;
}

bool DebugShell::step(const std::string &rest) {
  return advance(Debugger::Mode::Step, rest);
}

bool DebugShell::next(const std::string &rest) {
  return advance(Debugger::Mode::Next, rest);
}

bool DebugShell::back(const std::string &rest) {
  uint64_t count = 0;
  if (!readCount(rest, count)) {
    complain("how many statements? \"" + rest + "\" is no number above 0");
    return false;
  }
  Debugger::Place to = debugger.place;
  if (state == State::Ended)
    ++to.step;
  while (to.launch && count >= to.step) {
    if (to.launch == 1)
      break;
    count -= to.step;
    --to.launch;
    to.step = debugger.lengths[to.launch - 1] + 1;
    if (count == 0)
      count = 1;
  }
  if (to.launch == 0 || to.step <= count) {
    complain("there are not so many statements before this one");
    return false;
  }
  to.step -= count;
  debugger.mode = Debugger::Mode::To;
  debugger.target = to;
  return startOver();
}

bool DebugShell::choose(const std::string &rest) {
  std::array<uint32_t, 3> wanted = {0, 0, 0};
  std::string words = rest;
  std::replace(words.begin(), words.end(), ',', ' ');
  std::stringstream in(words);
  size_t given = 0;
  for (std::string word; in >> word; ++given) {
    Result<int64_t> number = parseInteger(word, "a program id", 0, INT32_MAX);
    if (!number || given == 3) {
      complain(number ? "a program has three ids at most"
                      : number.error().message);
      return false;
    }
    wanted[given] = static_cast<uint32_t>(*number);
  }
  if (given == 0) {
    say("program " + showTriple(debugger.program));
    return false;
  }
  if (debugger.launch)
    for (size_t i = 0; i < 3; ++i)
      if (wanted[i] >= debugger.launch->grid[i]) {
        complain("there is no program " + showTriple(wanted) +
                 "; the grid is " + showTriple(debugger.launch->grid));
        return false;
      }
  debugger.program = wanted;
  if (state == State::Fresh)
    return false;
  debugger.mode = Debugger::Mode::Step;
  debugger.stepsLeft = 1;
  return startOver();
}

bool DebugShell::quit(const std::string &) {
  quits = true;
  debugger.abandoned = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Breakpoints and the source
//===----------------------------------------------------------------------===//

bool DebugShell::breakAt(const std::string &rest) {
  if (rest.empty()) {
    for (uint32_t line : debugger.breakpoints)
      showLine(line, debugger.file);
    if (debugger.breakpoints.empty())
      say("there are no breakpoints");
    return false;
  }
  auto count = static_cast<int64_t>(linesOf(debugger.file).size());
  Result<int64_t> line = parseInteger(rest, "the line", 1, count);
  if (!line) {
    complain(line.error().message);
    return false;
  }
  auto wanted = static_cast<uint32_t>(*line);
  // Before a kernel was compiled nothing is known of its lines.
  auto after = debugger.knownLines.lower_bound(wanted);
  if (!debugger.knownLines.empty() &&
      (after == debugger.knownLines.end() || *after != wanted)) {
    complain("no statement of a kernel that ran begins on line " + rest +
             (after == debugger.knownLines.end()
                  ? ""
                  : "; the next one is on line " + std::to_string(*after)));
    return false;
  }
  debugger.breakpoints.insert(wanted);
  showLine(wanted, debugger.file);
  return false;
}

bool DebugShell::removeBreak(const std::string &rest) {
  if (rest.empty()) {
    debugger.breakpoints.clear();
    return false;
  }
  Result<int64_t> line = parseInteger(rest, "the line", 1, INT32_MAX);
  if (!line)
    complain(line.error().message);
  else if (!debugger.breakpoints.erase(static_cast<uint32_t>(*line)))
    complain("there is no breakpoint on line " + rest);
  return false;
}

bool DebugShell::list(const std::string &rest) {
  std::string file =
      debugger.statement ? debugger.statement->file : debugger.file;
  uint32_t middle = debugger.statement ? debugger.statement->line : 1;
  if (!rest.empty()) {
    Result<int64_t> line = parseInteger(rest, "the line", 1, INT32_MAX);
    if (!line) {
      complain(line.error().message);
      return false;
    }
    middle = static_cast<uint32_t>(*line);
  }
  for (uint32_t line = middle > 5 ? middle - 5 : 1; line <= middle + 5; ++line)
    showLine(line, file);
  return false;
}

bool DebugShell::where(const std::string &) {
  if (!debugger.statement) {
    say(state == State::Fresh ? "the program has not begun; `run` starts it"
                              : "the program has ended");
    return false;
  }
  say(linePlace() + " of " + showTriple(debugger.launch->grid) +
      ", statement " + std::to_string(debugger.place.step) + " of launch " +
      std::to_string(debugger.place.launch));
  for (size_t i = 1; i < debugger.functions.size(); ++i)
    say("  called by " + debugger.functions[i]);
  showLine(debugger.statement->line, debugger.statement->file);
  return false;
}

bool DebugShell::help(const std::string &) {
  for (const ShellCommand &command : kShellCommands) {
    std::string left =
        std::string(command.name) + (*command.usage ? " " : "") + command.usage;
    if (*command.letter)
      left += std::string(" (") + command.letter + ")";
    say("  " + padded(left, 26) + command.help);
  }
  return false;
}

} // namespace tqc
