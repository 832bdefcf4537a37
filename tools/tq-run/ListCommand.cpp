//===- ListCommand.cpp - tq-run list, and the map -------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

namespace tqc {

namespace {

/// A level as the list shows it.
struct ListedLevel {
  const LevelInfo *info;
  std::string state; ///< "done", "open", "locked"; "shipped" outside of a quest
  std::string file;  ///< empty if there is none yet
  size_t smallCases, gpuCases;
};

} // namespace

static const char *wordFor(LevelState state) {
  switch (state) {
  case LevelState::Passed:
    return "done";
  case LevelState::Open:
    return "open";
  case LevelState::Locked:
    return "locked";
  }
  return "";
}

static std::vector<ListedLevel> listLevels(const LevelChoice &choice,
                                           const std::optional<Quest> &quest) {
  std::vector<ListedLevel> levels;
  for (int number = 1; number <= kLevelCount; ++number) {
    ListedLevel level = {&levelInfo(number), "missing", "",
                         casesOf(number, CaseSet::Small).size(),
                         casesOf(number, CaseSet::Gpu).size()};
    if (Result<LevelFile> file = findLevel(number, choice)) {
      level.state = "shipped";
      level.file = file->path;
    }
    if (quest && choice.folder.empty())
      level.state = wordFor(quest->progress.stateOf(number));
    levels.push_back(level);
  }
  return levels;
}

static void listTopics(Report &report, const std::optional<Quest> &quest,
                       const std::string &filter) {
  report.json["topics"] = Json::array();
  for (int level = kFirstTopic; topicOf(level); ++level) {
    const Topic &topic = *topicOf(level);
    std::string state =
        quest ? wordFor(quest->progress.stateOf(level)) : "shipped";
    std::string text = "day " + padded(std::to_string(topic.day), 2) + " " +
                       padded(topic.name, 23) + " " +
                       (quest ? padded(state, 4) + " " : "") + topic.title;
    if ((text + " " + topic.launcher).find(filter) == std::string::npos)
      continue;
    report.line(text);
    Json json;
    json["topic"] = topic.name;
    json["title"] = topic.title;
    json["day"] = topic.day;
    json["state"] = state;
    json["launcher"] = topic.launcher;
    json["needs"] = topic.needs;
    json["cases"] = casesFor(level, CaseSet::Small).size();
    json["gpu_cases"] = casesFor(level, CaseSet::Gpu).size();
    report.json["topics"].push_back(json);
  }
}

/// A level in the list or the map.
static Json jsonOf(const ListedLevel &level) {
  Json json;
  json["level"] = level.info->number;
  json["title"] = level.info->title;
  json["state"] = level.state;
  json["file"] = level.file;
  json["launcher"] = level.info->launcher;
  json["cases"] = level.smallCases;
  json["gpu_cases"] = level.gpuCases;
  return json;
}

static int runList(const CommandLine &line) {
  if (line.positional.size() > 1)
    return usageError("list takes one word to filter by");
  Result<std::optional<Quest>> quest = findOpenQuest();
  if (!quest)
    return usageError(quest.error().message);
  std::string filter = line.positional.empty() ? "" : line.positional[0];
  Report report(line.has("json"));
  report.json["levels"] = Json::array();
  LevelChoice choice;
  choice.folder = line.value("levels");
  for (const ListedLevel &level : listLevels(choice, *quest)) {
    const LevelInfo &info = *level.info;
    std::string text = std::to_string(info.number) + "  " +
                       padded(info.title, 22) + " " + padded(level.state, 7) +
                       " " + info.summary;
    if ((text + " " + info.launcher).find(filter) == std::string::npos)
      continue;
    report.line(text);
    report.json["levels"].push_back(jsonOf(level));
  }
  listTopics(report, *quest, filter);
  report.finish();
  return kExitPass;
}

/// The level that comes next, and what to do with it.
static std::string nextStep(const std::optional<Quest> &quest,
                            const std::vector<ListedLevel> &levels) {
  if (!quest)
    return "tq-run init my-quest   (a folder of your own, with level 1 to "
           "write)";
  int current = quest->progress.current();
  if (current == 0)
    return "all is done; tq-run bench 8 says how fast it is";
  bool hasFile = !levels[static_cast<size_t>(current - 1)].file.empty();
  return (hasFile ? "tq-run check " : "tq-run start ") +
         std::to_string(current);
}

/// How many topics there are, and how many are done.
static std::string topicsLine(const std::optional<Quest> &quest) {
  size_t done = 0;
  for (int level = kFirstTopic; quest && topicOf(level); ++level)
    done += quest->progress.hasPassed(level);
  return "And a track of " + std::to_string(allTopics().size()) + " topics" +
         (quest ? ", " + std::to_string(done) + " done" : "") +
         ": tq-run list day";
}

int printMap(bool asJson) {
  Result<std::optional<Quest>> quest = findOpenQuest();
  if (!quest)
    return usageError(quest.error().message);
  Report report(asJson);
  report.json["quest"] = *quest ? Json((*quest)->folder) : Json(nullptr);
  report.json["levels"] = Json::array();
  report.line(report.paint(Colour::Bold, "From vector add to Flash Attention"));
  report.line("");
  std::vector<ListedLevel> levels = listLevels({}, *quest);
  int current = *quest ? (*quest)->progress.current() : 0;
  for (const ListedLevel &level : levels) {
    int number = level.info->number;
    std::string text = std::string(number == current ? "> " : "  ") +
                       std::to_string(number) + "  " +
                       padded(level.info->title, 22) + " ";
    if (*quest)
      text += level.file.empty() ? level.state : padded(level.state, 7);
    report.line(text + report.paint(Colour::Dim, level.file));
    report.json["levels"].push_back(jsonOf(level));
  }
  report.line("");
  report.line(topicsLine(*quest));
  report.line("Next: " + nextStep(*quest, levels));
  report.line("tq-run --help lists all commands.");
  report.json["next"] = nextStep(*quest, levels);
  report.finish();
  return kExitPass;
}

const Command kListCommand = {
    "list",
    "list [WORD] [options]",
    "all levels and topics",
    "Lists the levels: number, title, state (done, open or locked in a quest "
    "folder)\nand what the launcher computes; then the topics, by their day. "
    "With WORD only the\nlines that contain it, and those whose launcher is "
    "called so.\n\n"
    "  tq-run list\n"
    "  tq-run list attention --json\n"
    "  tq-run list \"day 3\"\n",
    {{"levels", "DIR", "take the level files from DIR"},
     {"json", nullptr, "print one JSON object"}},
    runList};

} // namespace tqc
