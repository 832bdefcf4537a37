//===- SolutionCommand.cpp - tq-run solution ------------------------------===//
//
// Prints the reference of a level, once the learner has a solution of their
// own.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

namespace tqc {

static int runSolution(const CommandLine &line) {
  if (line.positional.size() != 1)
    return usageError(
        "solution takes the number of a level: tq-run solution 1");
  Result<QuestLevel> at = openQuestLevel(line.positional, "solution");
  if (!at)
    return usageError(at.error().message);
  std::string number = wordOf(at->level);
  if (!at->quest.progress.hasPassed(at->level)) {
    std::fflush(stdout);
    std::fprintf(stderr,
                 "tq-run: the solution of %s is shown once the %s is "
                 "done; `tq-run hint %s` helps on the way\n",
                 levelName(at->level).c_str(),
                 topicOf(at->level) ? "topic" : "level", number.c_str());
    return kExitWrong;
  }
  std::optional<std::string_view> shipped =
      shippedFile("levels/" + pathBelow(at->level) + ".tq");
  if (!shipped)
    return usageError(levelName(at->level) + " is not in this program");
  std::string text = solutionOf(*shipped);
  Report report(line.has("json"));
  report.json["level"] = jsonOfLevel(at->level);
  report.json["solution"] = text;
  report.line(text.substr(0, text.size() - 1));
  report.finish();
  return kExitPass;
}

const Command kSolutionCommand = {
    "solution",
    "solution N [options]",
    "the reference of level N, once it is done",
    "Prints the reference of a level that you have passed: a fast kernel, with "
    "comments.\n\n"
    "  tq-run solution 1\n"
    "  tq-run solution 1 | diff level1.tq -     what differs from yours\n",
    {{"json", nullptr, "print one JSON object"}},
    runSolution};

} // namespace tqc
