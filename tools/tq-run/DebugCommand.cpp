//===- DebugCommand.cpp - tq-run debug ------------------------------------===//
//
// A case of a level, or a launch of any source file, under the debugger. Each
// run is a device of its own; going back is another run.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/CheckCase.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/DebugShell.h"
#include "tools/tq-run/LaunchRequest.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Topics.h"

#include <csignal>

namespace tqc {

namespace {

/// What is debugged: its source, and how to run it once. `run` says how it
/// ended unless the debugger has given it up.
struct Debuggee {
  std::string path, text;
  std::function<void(OpenedDevice &, const Debugger &)> run;
};

/// Makes Ctrl-C stop the program instead of ending the debugger.
class InterruptGuard {
public:
  explicit InterruptGuard(Debugger &debugger) {
    chosen = &debugger;
    before = std::signal(SIGINT, onSignal);
  }
  ~InterruptGuard() {
    std::signal(SIGINT, before);
    chosen = nullptr;
  }

private:
  static void onSignal(int) {
    if (!chosen)
      return;
    // No statement has come since the last one: the launch ends where it is.
    if (chosen->interrupted)
      chosen->interrupt.asked = 1;
    chosen->interrupted = true;
  }
  static Debugger *chosen;
  void (*before)(int);
};
Debugger *InterruptGuard::chosen = nullptr;

} // namespace

static int runSession(const Report &report, const Debuggee &what,
                      const CommandLine &line) {
  Debugger debugger;
  std::string script = line.value("x");
  DebugShell shell(debugger, report, what.path, what.text,
                   line.has("x") ? &script : nullptr);
  bool goesOn = shell.begin();
  InterruptGuard guard(debugger);
  while (goesOn) {
    debugger.restart();
    emu::EmulatorOptions options;
    options.debug = &debugger;
    options.threads = 1; // the same order each time
    options.counters = true;
    if (Status status = takeLimits(line, options); !status)
      return usageError(status.error().message);
    options.interrupt = &debugger.interrupt;
    OpenedDevice opened;
    opened.device = std::make_unique<EmulatorDevice>(options);
    opened.emulated = true;
    opened.name = "emu";
    what.run(opened, debugger);
    goesOn = debugger.abandoned ? !shell.isQuit() : shell.end();
  }
  return kExitPass;
}

static void sayEnd(const Report &report, const std::vector<Finding> &findings,
                   const std::vector<std::string> &reasons, bool passed) {
  printFindings(report, findings, "");
  for (const std::string &reason : reasons)
    report.line(reason);
  report.line(passed ? report.paint(Colour::Good, "the program has ended")
                     : report.paint(Colour::Bad, "the program has ended and "
                                                 "is wrong"));
}

//===----------------------------------------------------------------------===//
// What can be debugged
//===----------------------------------------------------------------------===//

/// The case that --case names; the first small one without it.
static Result<LevelCase> chooseCase(const CommandLine &line, int level) {
  std::string wanted = line.value("case"), names;
  for (const LevelCase &one : casesFor(level, CaseSet::Small)) {
    if (one.name.find(wanted) != std::string::npos)
      return one;
    names += (names.empty() ? "" : ", ") + one.name;
  }
  return Error{"no case contains \"" + wanted + "\"; cases are " + names};
}

static int debugLevel(const CommandLine &line, int level) {
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  Result<LevelFile> file = findLevel(level, choice);
  if (!file)
    return usageError(file.error().message);
  Result<LevelCase> levelCase = chooseCase(line, level);
  if (!levelCase)
    return usageError(levelCase.error().message);
  Result<int64_t> seed =
      parseInteger(line.value("seed", "1"), "--seed", 0, INT64_MAX);
  if (!seed)
    return usageError(seed.error().message);
  Report report(/*json=*/false);
  report.line(levelName(level) + ", case " + levelCase->name + ": " +
              file->path);
  Debuggee what{file->path, file->text, {}};
  what.run = [&](OpenedDevice &opened, const Debugger &debugger) {
    Result<std::unique_ptr<LevelRunner>> runner =
        LevelRunner::open(file->path, file->text, *opened.device);
    if (!runner)
      return sayEnd(report, {}, {runner.error().message}, false);
    const std::string &arch = opened.device->attributes().arch;
    (*runner)->compileFor(arch);
    CheckRun run{opened, **runner, arch, nullptr, static_cast<uint64_t>(*seed)};
    CaseResult result = checkCase(run, *levelCase);
    if (!debugger.abandoned)
      sayEnd(report, result.findings, result.reasons,
             result.status == CaseStatus::Passed);
  };
  return runSession(report, what, line);
}

static int debugLaunch(const CommandLine &line) {
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return usageError(request.error().message);
  const std::string &file = request->file;
  if (file.size() > 4 && file.compare(file.size() - 4, 4, ".ptx") == 0)
    return usageError(file + ": PTX has no statements to stop at; debug the "
                             "source that it comes from");
  Result<std::string> text = readWholeFile(file);
  if (!text)
    return usageError(text.error().message);
  Report report(/*json=*/false);
  Debuggee what{file, *text, {}};
  int exitCode = kExitPass;
  what.run = [&](OpenedDevice &opened, const Debugger &debugger) {
    request->arch = opened.device->attributes().arch;
    Result<LaunchOutcome> outcome = launchSource(*request, opened);
    if (debugger.abandoned)
      return;
    if (!outcome) { // the request does not fit the file
      exitCode = usageError(outcome.error().message);
      return;
    }
    std::vector<Finding> findings = opened.device->takeFindings();
    std::vector<std::string> reasons;
    if (!outcome->kernel)
      reasons.push_back(outcome->kernel.error().message);
    sayEnd(report, findings, reasons,
           countWrong(findings) == 0 && reasons.empty());
  };
  int code = runSession(report, what, line);
  return exitCode ? exitCode : code;
}

static int runDebug(const CommandLine &line) {
  if (line.positional.empty())
    return usageError("debug takes a level or a file: tq-run debug 3, tq-run "
                      "debug k.tq:add --grid 4 x=ones:fp32:1000 ...");
  const std::string &first = line.positional[0];
  bool isNumber = first.find_first_not_of("0123456789") == std::string::npos;
  Result<int> topic = levelOfWord(first);
  if (!isNumber && !topic)
    return debugLaunch(line);
  if (line.positional.size() > 1)
    return usageError("debug takes one level: tq-run debug 3");
  if (!topic)
    return usageError(topic.error().message);
  return debugLevel(line, *topic);
}

const Command kDebugCommand = {
    "debug",
    "debug N|FILE[:NAME] [options] [NAME=VALUE ...]",
    "step through a kernel's source, forwards and backwards",
    "Runs one case of a level, or a launch of any .tq or .py file, on the "
    "emulator and\nstops between the statements of one program: its warps go "
    "from statement to\nstatement together, so that every value is whole.\n\n"
    "  tq-run debug 3 --case fp32-7x781\n"
    "  tq-run debug 3 -x \"break 20; run; print x; back; where\"\n"
    "  tq-run debug k.tq:add --grid 4 x=rand:fp32:1000 y=ones:fp32:1000 \\\n"
    "      out=empty:fp32:1000 n=1000 BLOCK=256 < commands.txt\n\n"
    "`help` at the prompt lists the commands. Values are those of `tq-run "
    "launch`. The\ncode is compiled for the debugger: no value is optimised "
    "away, and results are\nthe same.\n",
    {{"case", "TEXT", "the case of the level; default: the first"},
     {"file", "FILE", "debug this file as the level"},
     {"levels", "DIR", "take the shipped levels from DIR"},
     {"seed", "N", "of the inputs; default: 1 for a level, 0 for a file"},
     {"grid", "X[,Y[,Z]]", "programs in each direction, for a kernel"},
     TQC_LIMIT_OPTIONS,
     {"x", "COMMANDS",
      "run these, with semicolons between; then quit, or "
      "ask on a terminal"}},
    runDebug};

} // namespace tqc
