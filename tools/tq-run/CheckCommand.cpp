//===- CheckCommand.cpp - tq-run check ------------------------------------===//
//
// Compiles a level's file and holds it against the reference on every case.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/BesideReference.h"
#include "tools/tq-run/CheckOptions.h"
#include "tools/tq-run/CheckTracks.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Schedules.h"
#include "tools/tq-run/Topics.h"
#include "tools/tq-run/Tutor.h"

namespace tqc {

/// What the failure looks like, where that is known.
static void explainFailure(const CheckRequest &request,
                           const CheckOutcome &outcome, Report &report) {
  if (!outcome.failedCase || outcome.compileError)
    return;
  std::optional<Diagnosis> found =
      diagnose(request.file.text, referenceOf(request.level),
               *outcome.failedCase, outcome.failure, request.seed);
  if (!found)
    return;
  report.json["mistake"] = found->mistake->name;
  report.json["mistake_line"] = found->line;
  report.line(report.paint(Colour::Warning, "It looks like: ") +
              found->mistake->what + ". More: tq-run tutor " +
              (request.file.origin == LevelFile::Given
                   ? request.file.path
                   : wordOf(request.level)));
}

/// What a file that passes costs, and whether the tutor knows what of it is
/// slow.
static void mentionSlowness(Report &report, const CheckRequest &request) {
  std::optional<CostsBeside> costs = reportBeside(report, request);
  if (!costs)
    return;
  std::vector<Slowness> slow = slownessOf(costs->yours, costs->reference);
  if (slow.empty())
    return;
  report.json["slow"] = slow[0].name;
  report.line(report.paint(Colour::Warning, "It may be slow: ") +
              mistakeNamed(slow[0].name)->what + ". More: tq-run tutor " +
              wordOf(request.level));
}

static int runCheck(const CommandLine &line) {
  if (line.has("planted") ||
      (line.positional.size() == 1 && line.positional[0] == "tracks"))
    return checkTracks(line);
  std::optional<OpenedDevice> opened;
  Result<CheckRequest> request = requestFromOptions(line, opened);
  if (!request)
    return usageError(request.error().message);
  Report report(line.has("json"));
  CheckOutcome outcome = checkLevel(*request, *opened, report);
  explainFailure(*request, outcome, report);
  // What some of the cases say decides nothing.
  if (request->file.origin == LevelFile::Learner && !line.has("case"))
    if (Result<Quest> quest = openQuest()) {
      if (outcome.hasPassed() && !quest->progress.hasPassed(request->level))
        mentionSlowness(report, *request);
      recordCheck(*quest, request->level, outcome.hasPassed(), report);
    }
  report.finish();
  return outcome.hasPassed() ? kExitPass : kExitWrong;
}

const Command kCheckCommand = {
    "check",
    "check [N|FILE] [options]",
    "compile level N and hold it against the reference",
    "Makes fresh inputs, calls the level's launcher, and compares what it "
    "returns with\na reference in double precision, on every type and shape of "
    "the level. In a quest\nfolder your own levelN.tq is checked, elsewhere "
    "the "
    "levelN.tq or levels/levelN.tq in\nfront of you, or else the copy inside "
    "this program; the first line says which. On\nthe emulator every finding "
    "(out of bounds, a race, a value nobody wrote, ...) fails\nthe case. The "
    "first case that fails ends the run.\n\n"
    "  tq-run check 1\n"
    "  tq-run check mine.tq          its launcher says which level it is\n"
    "  tq-run check layer_norm       a topic, by its name\n"
    "  tq-run check tracks           all topics, a line each\n"
    "  tq-run check 8 --device cuda --set small\n"
    "  tq-run check 2 --file mine.tq --case fp16 --seed 7\n\n"
    "A line says: device, type, case, relative error and what is allowed, and "
    "the time\nof the call, which includes compiling. Exit codes: 0 every case "
    "passed, 1 a case\nfailed, 2 the command line or the environment is "
    "wrong.\n",
    {TQC_DEVICE_OPTIONS,
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     TQC_CHECKED_FILE_OPTIONS,
     {"all", nullptr, "go on behind the first case that fails"},
     {"set", "small|large|all", "which cases; default on a GPU: all"},
     {"also-plan", "PART=CHOICE,...",
      "each case under this plan, too; may be repeated"},
     TQC_SCHEDULES_OPTION,
     {"jobs", "N", "cases at the same time, on the emulator; default: cores"},
     {"planted", nullptr,
      "of topics, or `tracks`: their planted mistakes must fail too"},
     {"json", nullptr, "print one JSON object"}},
    runCheck};

} // namespace tqc
