//===- Debugger.h - Stopping a program between statements -------*- C++ -*-===//
//
// When does the program stop, and where is it then? All warps of the chosen
// program go from statement to statement together; between two of them,
// everything that the source says so far has happened and nothing more. Other
// programs run as always.
//
//     debugger.breakAt(42); debugger.go(Debugger::Run{});
//     debugger.atStop = [&](const Stop &stop) { ... };
//
// A place is the number of a launch and of a statement in it. Runs are
// deterministic, so going back is to run again up to an earlier place.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_DEBUGGER_H
#define TQC_TOOLS_TQ_RUN_DEBUGGER_H

#include "runtime/emulator/execution/Limits.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/machine/DebugHook.h"
#include "runtime/emulator/reports/Findings.h"
#include "tools/tq-run/DebugValues.h"

#include <atomic>
#include <functional>
#include <set>

namespace tqc {

class Debugger : public emu::DebugHook {
public:
  /// The statement before which the program is.
  struct Place {
    uint32_t launch = 0; ///< from 1
    uint64_t step = 0;   ///< from 1, in the launch
  };
  /// Why it stopped.
  enum class Reason { Step, Breakpoint, Finding, Interrupt };

  /// How it goes on.
  enum class Mode {
    Run,  ///< to a breakpoint or finding
    Step, ///< to the next statement
    Next, ///< likewise, but not into calls
    To,   ///< to `target`, whatever is on the way
  };
  Mode mode = Mode::Run;
  Place target;
  uint64_t stepsLeft = 0; ///< of Mode::Step and Next

  std::array<uint32_t, 3> program = {0, 0, 0}; ///< the chosen one
  std::set<uint32_t> breakpoints;              ///< lines of `file`
  std::string file;
  std::function<void(Reason)> atStop;
  /// Ends the launch where it is, and all that follow.
  bool abandoned = false;
  /// Set by Ctrl-C.
  std::atomic<bool> interrupted{false};
  /// Set by another one, before a statement came.
  emu::Interrupt interrupt;

  /// Forgets where it is; another run begins.
  void restart();

  // While it is stopped, and after the end:
  Place place;
  const emu::Mark *statement = nullptr; ///< what comes next; null: the end
  /// The function of the statement and those that called it.
  std::vector<std::string> functions;
  emu::LaunchState *launch = nullptr; ///< null between launches
  emu::Cluster *cluster = nullptr;
  DebugValues values;
  /// Statements of each launch that ended, from launch 1.
  std::vector<uint64_t> lengths;
  /// Findings that were not shown yet.
  std::vector<emu::EmuFinding> takeNewFindings();
  /// Lines of `file` where a statement of compiled code begins.
  std::set<uint32_t> knownLines;
  /// Breakpoints that were reached in this run.
  std::set<uint32_t> reached;

  std::string prepare(const std::string &ptx) override;
  void launchBegins(emu::LaunchState &state) override;
  void launchEnds(emu::LaunchState &state) override;
  emu::Step atEvent(emu::Warp &warp, uint32_t event, emu::Mask lanes) override;
  bool atStandstill(emu::Cluster &cluster, bool stuck) override;

private:
  struct Hold {
    const emu::Mark *mark = nullptr; // where the warp is held
    bool released = false;           // it may pass that mark
    uint64_t asked = 0;
  };
  bool isChosen(const emu::Cta &cta) const;
  void arrive(emu::Cta &cta);
  bool shouldStop(Reason &reason);

  // Each kernel's marks, at the numbers that its events begin with.
  std::vector<std::unique_ptr<std::vector<emu::Mark>>> loaded;
  std::vector<const emu::Mark *> events;
  std::vector<Hold> holds; // by warp
  std::set<std::string> shown;
  uint32_t depthOfNext = 0;
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_DEBUGGER_H
