//===- Quest.h - The learner's folder ---------------------------*- C++ -*-===//
//
// Where are the learner's files, and what may they do next? Every command of
// the quest begins with
//
//     Result<QuestLevel> at = openQuestLevel(line, "hint");
//     at->quest.folder, at->level // the one that is named, or the current one
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_QUEST_H
#define TQC_TOOLS_TQ_RUN_QUEST_H

#include "tools/tq-run/Progress.h"
#include "tools/tq-run/Report.h"

#include <optional>
#include <vector>

namespace tqc {

struct Quest {
  std::string folder;
  Progress progress;

  /// The level that the words name, or the current one; an error if it is
  /// locked.
  Result<int> levelFrom(const std::vector<std::string> &words) const;
  /// Where the learner's file of a level is, or will be.
  std::string pathOf(int level) const;
};

/// The quest folder at or above the working folder. A warning about its
/// progress goes to stderr.
Result<Quest> openQuest();

/// The same, or nothing where there is no quest folder.
Result<std::optional<Quest>> findOpenQuest();

/// A quest and one of its levels.
struct QuestLevel {
  Quest quest;
  int level = 0;
};

/// The level that a command's only word names, or the current one.
Result<QuestLevel> openQuestLevel(const std::vector<std::string> &words,
                                  const char *command);

/// "[###-----] 3 of 8 levels".
std::string showProgress(const Progress &progress);

/// "level 3 (softmax)", "topic masking (masks)".
std::string showLevel(int level);
/// A level's number or a topic's name.
Json jsonOfLevel(int level);

/// What a check of the learner's own file says for the quest: records how it
/// went, and prints what to do next.
void recordCheck(const Quest &quest, int level, bool passed, Report &report);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_QUEST_H
