//===- Quest.cpp - The learner's folder -----------------------------------===//

#include "tools/tq-run/Quest.h"

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Topics.h"

#include <cstdio>

namespace tqc {

static void warn(const std::string &warning) {
  if (!warning.empty())
    std::fprintf(stderr, "tq-run: warning: %s\n", warning.c_str());
}

std::string showLevel(int level) {
  return levelName(level) + " (" + titleOf(level) + ")";
}

Json jsonOfLevel(int level) {
  return topicOf(level) ? Json(wordOf(level)) : Json(level);
}

Result<std::optional<Quest>> findOpenQuest() {
  std::optional<std::string> folder = findQuest("");
  if (!folder)
    return std::optional<Quest>();
  Result<LoadedProgress> loaded = loadProgress(*folder);
  if (!loaded)
    return loaded.error();
  warn(loaded->warning);
  Quest quest{*folder, std::move(loaded->progress)};
  return std::optional<Quest>(std::move(quest));
}

Result<Quest> openQuest() {
  Result<std::optional<Quest>> quest = findOpenQuest();
  if (!quest)
    return quest.error();
  if (!*quest)
    return Error{"there is no quest folder here or above; `tq-run init DIR` "
                 "makes one"};
  return std::move(**quest);
}

Result<QuestLevel> openQuestLevel(const std::vector<std::string> &words,
                                  const char *command) {
  std::string name = command;
  if (words.size() > 1)
    return Error{name + " takes the number of a level: tq-run " + name + " 1"};
  Result<Quest> quest = openQuest();
  if (!quest)
    return quest.error();
  Result<int> level = quest->levelFrom(words);
  if (!level)
    return level.error();
  return QuestLevel{std::move(*quest), *level};
}

std::string showProgress(const Progress &progress) {
  std::string bar;
  int passed = 0;
  for (int level = 1; level <= kLevelCount; ++level) {
    passed += progress.hasPassed(level);
    bar += progress.hasPassed(level) ? '#' : '-';
  }
  return "[" + bar + "] " + std::to_string(passed) + " of " +
         std::to_string(kLevelCount) + " levels";
}

Result<int> Quest::levelFrom(const std::vector<std::string> &words) const {
  if (words.empty())
    return progress.current() ? progress.current() : kLevelCount;
  Result<int> level = levelOfWord(words[0]);
  if (!level)
    return level.error();
  int number = *level;
  if (progress.stateOf(number) == LevelState::Locked)
    return Error{showLevel(number) + " is locked: " + showLevel(number - 1) +
                 " comes first; `tq-run init --practice` opens all"};
  return number;
}

std::string Quest::pathOf(int level) const {
  return shortPath(folder + "/" + fileNameOf(level));
}

void recordCheck(const Quest &quest, int level, bool passed, Report &report) {
  bool isNew = passed && !quest.progress.hasPassed(level);
  int hints = 0;
  std::string map;
  Result<std::string> warning =
      changeProgress(quest.folder, [&](Progress &progress) {
        LevelProgress &one = progress.levels[level];
        one.checks += !one.passed;
        one.passed |= passed;
        hints = one.hints;
        map = showProgress(progress);
      });
  if (!warning)
    warn(warning.error().message + "; this check is not in your progress");
  else
    warn(*warning);
  report.json["done"] = passed || quest.progress.hasPassed(level);
  std::string number = wordOf(level);
  if (!passed) {
    size_t all = hintsOf(level).size();
    if (static_cast<size_t>(hints) < all)
      report.line("A hint: tq-run hint " + number + "   (" +
                  std::to_string(hints) + " of " + std::to_string(all) +
                  " shown)");
    return;
  }
  if (!isNew)
    return;
  report.line("");
  report.line(report.paint(Colour::Good, showLevel(level) + " is done.") +
              " The reference beside yours: tq-run solution " + number);
  if (!map.empty() && !topicOf(level))
    report.line(map);
  int next = levelAfter(level);
  if (next)
    report.line((topicOf(next) ? "Next: " : "Now open: ") + showLevel(next) +
                ": tq-run start " + wordOf(next));
  else if (topicOf(level))
    report.line("That was the last topic of the track.");
  else
    report.line("That was the last level: from vector add to Flash Attention.");
}

} // namespace tqc
