//===- StartCommand.cpp - tq-run start ------------------------------------===//
//
// Gives the learner the lesson of a level, and the file to complete.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <unistd.h>

namespace tqc {

/// "lines 27, 33 and 37".
static std::string showLines(const std::vector<OpenPart> &parts) {
  std::string text = parts.size() == 1 ? "line " : "lines ";
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i == 0                  ? ""
             : i + 1 == parts.size() ? " and "
                                     : ", ") +
            std::to_string(parts[i].line);
  return text;
}

static int runStart(const CommandLine &line) {
  Result<QuestLevel> at = openQuestLevel(line.positional, "start");
  if (!at)
    return usageError(at.error().message);
  const Quest &quest = at->quest;
  int level = at->level;
  std::string number = wordOf(level);
  std::optional<std::string_view> shipped =
      shippedFile("levels/" + pathBelow(level) + ".tq");
  if (!shipped)
    return usageError(levelName(level) + " is not in this program");
  std::string path = quest.pathOf(level);
  bool isThere = access(path.c_str(), F_OK) == 0;
  if (!isThere)
    if (Status status = writeWholeFile(path, templateOf(*shipped)); !status)
      return usageError(status.error().message);
  Result<std::string> text = readWholeFile(path);
  if (!text)
    return usageError(text.error().message);
  std::vector<OpenPart> open = openParts(*text);

  Report report(line.has("json"));
  report.json["level"] = jsonOfLevel(level);
  report.json["file"] = path;
  report.json["made"] = !isThere;
  report.json["lesson"] = lessonOf(level);
  report.json["open"] = Json::array();
  for (const OpenPart &part : open)
    report.json["open"].push_back({{"line", part.line}, {"todo", part.todo}});
  report.line(lessonOf(level));
  report.line("");
  report.line(report.paint(Colour::Bold, "Your file: " + path) +
              (isThere ? "   (it was there, and is as it was)" : ""));
  if (!open.empty())
    report.line("To write: " + showLines(open));
  report.line("Then: tq-run check " + number +
              "   or, with a hint: tq-run hint " + number);
  report.finish();
  return kExitPass;
}

const Command kStartCommand = {
    "start",
    "start [N] [options]",
    "begin level N: its lesson, and the file to complete",
    "Writes levelN.tq, with the parts that are yours left open, into your "
    "quest "
    "folder\nand prints the lesson; without N for the level that comes next. A "
    "file that is\nthere is left as it is, so the lesson can be read again.\n\n"
    "  tq-run start 1\n",
    {{"json", nullptr, "print one JSON object"}},
    runStart};

} // namespace tqc
