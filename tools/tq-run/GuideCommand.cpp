//===- GuideCommand.cpp - tq-run guide ------------------------------------===//
//
// Prints the page of a day: what it is about, and its topics.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

namespace tqc {

static constexpr int kDays = 12;

/// The first day with a topic that is not done; the first one outside of a
/// quest.
static int currentDay(const std::optional<Quest> &quest) {
  for (int level = kFirstTopic; topicOf(level); ++level)
    if (!quest || !quest->progress.hasPassed(level))
      return topicOf(level)->day;
  return kDays;
}

static int runGuide(const CommandLine &line) {
  if (line.positional.size() > 1)
    return usageError("guide takes the number of a day: tq-run guide 1");
  Result<std::optional<Quest>> quest = findOpenQuest();
  if (!quest)
    return usageError(quest.error().message);
  Result<int64_t> day = currentDay(*quest);
  if (!line.positional.empty())
    day = parseInteger(line.positional[0], "the day", 1, kDays);
  if (!day)
    return usageError(day.error().message);
  std::string path = "levels/guide/day" + std::to_string(*day) + ".md";
  std::optional<std::string_view> page = shippedFile(path);
  if (!page)
    return usageError(path + " is not in this program");
  Report report(line.has("json"));
  report.json["day"] = *day;
  report.json["text"] = *page;
  report.json["topics"] = Json::array();
  report.line(std::string(page->substr(0, page->find_last_not_of('\n') + 1)));
  report.line("");
  for (int level = kFirstTopic; topicOf(level); ++level) {
    if (topicOf(level)->day != *day)
      continue;
    bool isDone = *quest && (*quest)->progress.hasPassed(level);
    report.line((isDone ? "done   " : "       ") +
                padded("tq-run start " + wordOf(level), 38) + titleOf(level));
    report.json["topics"].push_back(wordOf(level));
  }
  report.finish();
  return kExitPass;
}

const Command kGuideCommand = {
    "guide",
    "guide [DAY] [options]",
    "what to read first on a day of the track",
    "Prints the page of one of the twelve days, and its topics; without DAY of "
    "the first\nday that is not done.\n\n"
    "  tq-run guide 1\n",
    {{"json", nullptr, "print one JSON object"}},
    runGuide};

} // namespace tqc
