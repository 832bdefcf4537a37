//===- DebugShell.h - The commands of the debugger --------------*- C++ -*-===//
//
// What does the user want to see, and how does the program go on?
//
//     (tq) break 14
//     (tq) run
//     breakpoint, softmax.tq:14 in softmax, program (0, 0, 0)
//        14 |     e = tl.exp(x - m)
//     (tq) print m
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_DEBUGSHELL_H
#define TQC_TOOLS_TQ_RUN_DEBUGSHELL_H

#include "tools/tq-run/Debugger.h"
#include "tools/tq-run/LineInput.h"
#include "tools/tq-run/Report.h"

#include <deque>

namespace tqc {

/// Without blanks at both ends.
std::string trimmed(const std::string &text);

class DebugShell {
public:
  /// `script` holds commands between semicolons; when they are used up, a
  /// terminal is asked for more, and everything else leaves the debugger.
  DebugShell(Debugger &debugger, const Report &report, std::string path,
             std::string text, const std::string *script);

  /// Asks until a command starts the program; false to quit.
  bool begin();
  /// The program has come to its end; true to run it again.
  bool end();
  /// The program has stopped.
  void stop(Debugger::Reason reason);
  bool isQuit() const { return quits; }

private:
  struct ShellCommand {
    const char *name, *letter, *usage, *help;
    /// True if the program goes on.
    bool (DebugShell::*run)(const std::string &rest);
  };
  static const ShellCommand kShellCommands[];

  enum class State { Fresh, Stopped, Ended } state = State::Fresh;

  static std::vector<std::string> commandNames();
  bool readLine(std::string &line);
  void talk();
  bool execute(const std::string &line);
  bool breakAt(const std::string &rest);
  bool removeBreak(const std::string &rest);
  bool run(const std::string &rest);
  bool go(const std::string &rest);
  bool step(const std::string &rest);
  bool next(const std::string &rest);
  bool back(const std::string &rest);
  bool print(const std::string &rest);
  bool where(const std::string &rest);
  bool choose(const std::string &rest);
  bool counters(const std::string &rest);
  bool list(const std::string &rest);
  bool help(const std::string &rest);
  bool quit(const std::string &rest);

  bool advance(Debugger::Mode mode, const std::string &rest);
  bool startOver();
  void say(const std::string &text) const { report.line(text); }
  void complain(const std::string &text) const;
  void showLine(uint32_t line, const std::string &file) const;
  void showFindings();
  void showNames() const;
  void showExpression(const std::string &expression) const;
  bool showParameter(const std::string &name, const std::string &indices);
  std::string linePlace() const;
  std::vector<std::string> allNames() const;
  const std::vector<std::string> &linesOf(const std::string &file) const;

  Debugger &debugger;
  const Report &report;
  mutable std::map<std::string, std::vector<std::string>> sources;
  std::deque<std::string> script;
  bool fromTerminal = false, hasScript = false;
  bool again = false, quits = false;
  std::string lastLine;
  std::unique_ptr<LineInput> input; ///< of a terminal, when it is first asked
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_DEBUGSHELL_H
