//===- HintCommand.cpp - tq-run hint --------------------------------------===//
//
// Shows the next of a level's hints, and remembers how many were shown.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>

namespace tqc {

/// Remembers one hint more; how many are shown now.
static Result<size_t> showAnother(const Quest &quest, int level, size_t all) {
  size_t shown = 0;
  Result<std::string> warning =
      changeProgress(quest.folder, [&](Progress &progress) {
        int &hints = progress.levels[level].hints;
        hints = std::min(hints + 1, static_cast<int>(all));
        shown = static_cast<size_t>(hints);
      });
  if (!warning)
    return warning.error();
  return shown;
}

static int runHint(const CommandLine &line) {
  Result<QuestLevel> at = openQuestLevel(line.positional, "hint");
  if (!at)
    return usageError(at.error().message);
  Quest &quest = at->quest;
  int level = at->level;
  std::vector<std::string> hints = hintsOf(level);
  auto before = static_cast<size_t>(quest.progress.levels[level].hints);
  Result<size_t> shown = line.has("again")
                             ? Result<size_t>(std::min(before, hints.size()))
                             : showAnother(quest, level, hints.size());
  if (!shown)
    return usageError(shown.error().message);

  Report report(line.has("json"));
  report.json["level"] = jsonOfLevel(level);
  report.json["shown"] = *shown;
  report.json["hints"] = Json::array();
  size_t first = line.has("again") || *shown == 0 ? 0 : *shown - 1;
  for (size_t i = first; i < *shown; ++i) {
    report.line(report.paint(Colour::Bold, "Hint " + std::to_string(i + 1) +
                                               " of " +
                                               std::to_string(hints.size()) +
                                               " for " + showLevel(level)));
    report.line("");
    report.line(hints[i]);
    report.line("");
    report.json["hints"].push_back(hints[i]);
  }
  if (*shown == 0)
    report.line("No hint was shown yet: tq-run hint " + wordOf(level));
  else if (before == hints.size())
    report.line("That was the last one. All of them again: tq-run hint " +
                wordOf(level) + " --again");
  report.finish();
  return kExitPass;
}

const Command kHintCommand = {
    "hint",
    "hint [N] [options]",
    "the next of level N's hints",
    "Shows one more of the six hints of a level, from the idea to nearly the "
    "solution;\nwithout N for the level that comes next.\n\n"
    "  tq-run hint 2\n  tq-run hint 2 --again     those that were shown\n",
    {{"again", nullptr, "all hints that were shown, and no new one"},
     {"json", nullptr, "print one JSON object"}},
    runHint};

} // namespace tqc
