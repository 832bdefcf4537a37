//===- ListCommand.cpp - tq-run list, and the map -------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Report.h"

namespace tqc {

namespace {

/// A level as the list shows it.
struct ListedLevel {
  const LevelInfo *info;
  std::string state; ///< "yours", "shipped", "missing"
  std::string file;
  size_t smallCases, gpuCases;
};

std::vector<ListedLevel> listLevels(const LevelChoice &choice) {
  std::vector<ListedLevel> levels;
  for (int number = 1; number <= kLevelCount; ++number) {
    ListedLevel level = {&levelInfo(number), "missing", "",
                         casesOf(number, CaseSet::Small).size(),
                         casesOf(number, CaseSet::Gpu).size()};
    if (Result<LevelFile> file = findLevel(number, choice)) {
      level.state = file->origin == LevelFile::Learner ? "yours" : "shipped";
      level.file = file->path;
    }
    levels.push_back(level);
  }
  return levels;
}

} // namespace

static int runList(const CommandLine &line) {
  if (line.positional.size() > 1)
    return usageError("list takes one word to filter by");
  std::string filter = line.positional.empty() ? "" : line.positional[0];
  Report report(line.has("json"));
  report.json["levels"] = Json::array();
  LevelChoice choice;
  choice.folder = line.value("levels");
  for (const ListedLevel &level : listLevels(choice)) {
    const LevelInfo &info = *level.info;
    std::string text = std::to_string(info.number) + "  " +
                       padded(info.title, 22) + " " + padded(level.state, 8) +
                       " " + padded(info.launcher, 17) + " " + info.summary;
    if (text.find(filter) == std::string::npos)
      continue;
    report.line(text);
    Json json;
    json["level"] = info.number;
    json["title"] = info.title;
    json["state"] = level.state;
    json["file"] = level.file;
    json["launcher"] = info.launcher;
    json["cases"] = level.smallCases;
    json["gpu_cases"] = level.gpuCases;
    report.json["levels"].push_back(json);
  }
  report.finish();
  return kExitPass;
}

int printMap() {
  Report report(/*json=*/false);
  report.line(report.paint(Colour::Bold, "From vector add to Flash Attention"));
  report.line("");
  for (const ListedLevel &level : listLevels({}))
    report.line("  " + std::to_string(level.info->number) + "  " +
                padded(level.info->title, 22) + " " +
                report.paint(Colour::Dim, level.state == "missing"
                                              ? "no file"
                                              : level.file));
  report.line("");
  report.line("Next: tq-run check 1      (tq-run --help lists all commands)");
  return kExitPass;
}

const Command kListCommand = {
    "list",
    "list [WORD] [options]",
    "all levels",
    "Lists the levels: number, title, whose file counts (yours in a quest "
    "folder,\nelse the shipped one), launcher and what it computes; with WORD "
    "only the\nlines that contain it.\n\n"
    "  tq-run list\n"
    "  tq-run list attention --json\n",
    {{"levels", "DIR", "take the level files from DIR"},
     {"json", nullptr, "print one JSON object"}},
    runList};

} // namespace tqc
