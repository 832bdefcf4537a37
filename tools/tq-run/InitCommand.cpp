//===- InitCommand.cpp - tq-run init --------------------------------------===//
//
// Makes a quest folder: progress, a short README, and what makes an assistant
// teach instead of solve. What is there stays.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Quest.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tqc {

static constexpr const char *kReadme =
    "# My quest: from vector add to Flash Attention\n\n"
    "Eight levels; each is a file that is yours to complete.\n\n"
    "    tq-run                the map, and what comes next\n"
    "    tq-run start 1        the lesson, and the file level1.tq\n"
    "    tq-run check          is it right? on a GPU, or on the CPU without "
    "one\n"
    "    tq-run watch          checks whenever the file is saved\n"
    "    tq-run hint           the next of six hints\n"
    "    tq-run solution 1     the reference, once the level is done\n"
    "    tq-run reset 1        start over; your file is kept in backup/\n"
    "    tq-run guide          the track beside it: topics in twelve days\n\n"
    "Progress is in quest.json. Everything works without a network.\n";

/// What makes an assistant teach, and not solve.
static constexpr const char *kAssistants =
    "# For assistants in this folder\n\n"
    "The person here learns to write GPU kernels. The files levelN.tq are "
    "theirs.\n\n"
    "- Run `tq-run tutor N --json` before you answer a question about level N. "
    "It gives\n"
    "  what is wrong (`looks_like`), why (`evidence`), the `line`, and a "
    "`question`.\n"
    "- Ask that question in your own words, about that line. One question at a "
    "time.\n"
    "- Do not write the missing code, do not edit levelN.tq, and do not read "
    "the\n"
    "  reference to the learner. `tq-run solution N` is for after the level.\n"
    "- When `asked` passes 2, show the next of `tq-run hint N --json`.\n"
    "- When `state` is `passed`, talk about `beside` and `slow`: what it "
    "costs, "
    "and why.\n"
    "- Nothing here needs a network or a GPU.\n";

static constexpr const char *kTutorPrompt =
    "Run `tq-run tutor $ARGUMENTS --json` in this folder. Say in one sentence "
    "what it\nlooks like and where, then ask its question in your own words. "
    "Give no code and no\nsolution; wait for the answer.\n";

static constexpr const char *kHintPrompt =
    "Run `tq-run hint $ARGUMENTS --json` in this folder and put the last hint "
    "into your\nown words, tied to a line of the learner's file. Give no more "
    "than the hint does.\n";

static constexpr struct {
  const char *path, *text;
} kFiles[] = {
    {"README.md", kReadme},
    {"AGENTS.md", kAssistants},
    {".claude/commands/tutor.md", kTutorPrompt},
    {".claude/commands/hint.md", kHintPrompt},
};

/// Makes the folder, and those above it that are missing.
static Status makeFolder(const std::string &folder) {
  for (size_t at = 1; at <= folder.size(); ++at) {
    if (at < folder.size() && folder[at] != '/')
      continue;
    std::string part = folder.substr(0, at);
    if (mkdir(part.c_str(), 0755) != 0 && errno != EEXIST)
      return Error{part + ": cannot be made: " + std::strerror(errno)};
  }
  return {};
}

/// Opens all levels of a quest that is there.
static Status openAll(const std::string &folder) {
  Result<std::string> warning = changeProgress(
      folder, [](Progress &progress) { progress.practice = true; });
  return warning ? Status() : Status(warning.error());
}

static Status makeQuest(const std::string &folder, bool practice) {
  if (Status status = makeFolder(folder); !status)
    return status;
  for (const auto &file : kFiles) {
    std::string path = folder + "/" + file.path;
    if (Status status = makeFolder(path.substr(0, path.rfind('/'))); !status)
      return status;
    if (access(path.c_str(), F_OK) != 0)
      if (Status status = writeWholeFile(path, file.text); !status)
        return status;
  }
  Progress progress;
  progress.practice = practice;
  return saveProgress(folder, progress);
}

static int runInit(const CommandLine &line) {
  if (line.positional.size() > 1)
    return usageError("init takes one folder: tq-run init my-quest");
  bool practice = line.has("practice");
  std::string folder = line.positional.empty() ? "." : line.positional[0];
  if (line.positional.empty() && practice)
    if (std::optional<std::string> quest = findQuest(""))
      folder = *quest;
  bool isThere = access((folder + "/quest.json").c_str(), F_OK) == 0;
  if (isThere && !practice)
    return usageError(folder + " is a quest folder already; `tq-run` in it "
                               "shows the map, `tq-run reset` starts over");
  Status status = isThere ? openAll(folder) : makeQuest(folder, practice);
  if (!status)
    return usageError(status.error().message);
  Report report(line.has("json"));
  report.json["folder"] = folder;
  report.json["practice"] = practice;
  report.line(isThere ? "All levels of this quest are open now."
                      : "Your quest is in " + folder + ".");
  if (!isThere)
    report.line("Next: " + (folder == "." ? "" : "cd " + folder + " && ") +
                "tq-run start 1");
  report.finish();
  return kExitPass;
}

const Command kInitCommand = {
    "init",
    "init [DIR] [options]",
    "make a quest folder",
    "Makes a folder for your own files of the quest, with your progress and a "
    "short\nREADME; the working folder if none is named. Nothing that is there "
    "is replaced.\nLevels open one after the other; --practice opens all, also "
    "in a quest that is\nthere.\n\n"
    "  tq-run init my-quest && cd my-quest && tq-run start 1\n",
    {{"practice", nullptr, "open all levels"},
     {"json", nullptr, "print one JSON object"}},
    runInit};

} // namespace tqc
