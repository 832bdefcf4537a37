//===- ResetCommand.cpp - tq-run reset ------------------------------------===//
//
// Starts a level, or all of them, over. The learner's files are kept in the
// folder backup/ before anything is replaced.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tqc {

/// Copies a file into backup/; its name there.
static Result<std::string> keepCopy(const Quest &quest, int level) {
  std::string folder = quest.folder + "/backup";
  if (mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
    return Error{folder + ": cannot be made: " + std::strerror(errno)};
  Result<std::string> text = readWholeFile(quest.pathOf(level));
  if (!text)
    return text.error();
  std::string path = folder + "/" + fileNameOf(level);
  std::string name = path.substr(0, path.size() - 3);
  for (int i = 2; access(path.c_str(), F_OK) == 0; ++i)
    path = name + "." + std::to_string(i) + ".tq";
  if (Status status = writeWholeFile(path, *text); !status)
    return status.error();
  return shortPath(path);
}

/// Whether the answer on the terminal is yes.
static bool askedYes(const std::string &question) {
  std::printf("%s [y/N] ", question.c_str());
  std::fflush(stdout);
  int answer = std::getchar();
  return answer == 'y' || answer == 'Y';
}

static Status startOver(const Quest &quest, int level, Report &report) {
  std::string path = quest.pathOf(level);
  std::optional<std::string_view> shipped =
      shippedFile("levels/" + pathBelow(level) + ".tq");
  if (access(path.c_str(), F_OK) != 0 || !shipped)
    return {};
  Result<std::string> kept = keepCopy(quest, level);
  if (!kept)
    return kept.error();
  if (Status status = writeWholeFile(path, templateOf(*shipped)); !status)
    return status;
  report.line(path + " is new; yours is kept as " + *kept);
  report.json["kept"].push_back(*kept);
  return {};
}

static int runReset(const CommandLine &line) {
  if (line.positional.size() > 1)
    return usageError("reset takes the number of a level: tq-run reset 1");
  Result<Quest> quest = openQuest();
  if (!quest)
    return usageError(quest.error().message);
  int only = 0;
  if (!line.positional.empty()) {
    Result<int> level = levelOfWord(line.positional[0]);
    if (!level)
      return usageError(level.error().message);
    only = *level;
  }
  std::string what = only ? showLevel(only) : "the whole quest";
  if (!line.has("yes")) {
    if (!isatty(STDIN_FILENO))
      return usageError("reset asks first; say --yes where nobody can answer");
    if (!askedYes("Start " + what + " over? Your files are kept in " +
                  quest->folder + "/backup."))
      return kExitPass;
  }
  Report report(line.has("json"));
  report.json["kept"] = Json::array();
  for (int first : {1, kFirstTopic})
    for (int level = first; level; level = levelAfter(level))
      if (only == 0 || only == level)
        if (Status status = startOver(*quest, level, report); !status)
          return usageError(status.error().message);
  Result<std::string> warning =
      changeProgress(quest->folder, [&](Progress &progress) {
        if (only)
          progress.levels.erase(only);
        else
          progress.levels.clear();
      });
  if (!warning)
    return usageError(warning.error().message);
  report.line("You start " + what + " over: tq-run start " +
              wordOf(only ? only : 1));
  report.finish();
  return kExitPass;
}

const Command kResetCommand = {
    "reset",
    "reset [N] [options]",
    "start level N, or the quest, over",
    "Gives you a new file of the level and forgets that it was done and which "
    "hints\nwere shown; without N for all levels. Your own files are kept in "
    "backup/. It asks\nfirst.\n\n"
    "  tq-run reset 3\n",
    {{"yes", nullptr, "do not ask"},
     {"json", nullptr, "print one JSON object"}},
    runReset};

} // namespace tqc
