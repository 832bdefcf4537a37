//===- WatchCommand.cpp - tq-run watch ------------------------------------===//
//
// Checks the learner's file whenever it is saved. The keys are those of other
// courses: n next, h hint, t tutor, l list, c check, r run all cases, q quit.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <cctype>
#include <cstdio>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

namespace tqc {

namespace {

/// Keys come one by one, without Enter, as long as this lives.
class SingleKeys {
public:
  SingleKeys() : active(isatty(STDIN_FILENO) && tcgetattr(0, &before) == 0) {
    if (!active)
      return;
    termios now = before;
    now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &now);
  }
  ~SingleKeys() {
    if (active)
      tcsetattr(STDIN_FILENO, TCSANOW, &before);
  }
  SingleKeys(const SingleKeys &) = delete;
  SingleKeys &operator=(const SingleKeys &) = delete;

private:
  termios before = {};
  bool active;
};

/// What a saved file looks like from outside.
struct FileStamp {
  bool exists = false;
  int64_t seconds = 0, nanoseconds = 0, bytes = 0;

  static FileStamp of(const std::string &path) {
    struct stat info;
    if (stat(path.c_str(), &info) != 0)
      return {};
    return {true, info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_size};
  }
  bool operator==(const FileStamp &other) const {
    return exists == other.exists && seconds == other.seconds &&
           nanoseconds == other.nanoseconds && bytes == other.bytes;
  }
};

/// One level that is watched after the other.
class Watch {
public:
  Watch(const CommandLine &line, int level) : line(line), level(level) {}

  int run() {
    SingleKeys keys;
    check(/*all=*/false);
    while (true) {
      char key = waitForKeyOrSave();
      if (key == 'q' || key == 0)
        return passed ? kExitPass : kExitWrong;
      act(key);
    }
  }

private:
  static constexpr char kSaved = 's';

  /// A key, kSaved, or 0 at the end of the input.
  char waitForKeyOrSave() {
    while (true) {
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      constexpr int kMilliseconds = 100;
      if (poll(&input, 1, kMilliseconds) > 0) {
        char key = 0;
        if (read(STDIN_FILENO, &key, 1) != 1)
          return 0;
        if (key != '\n' && key != ' ')
          return key;
      }
      if (!(FileStamp::of(path) == stamp))
        return kSaved;
    }
  }

  void act(char key) {
    switch (key) {
    case kSaved:
    case 'c':
      return check(/*all=*/false);
    case 'r':
      return check(/*all=*/true);
    case 'h':
      call(kHintCommand, {wordOf(level)});
      return showKeys();
    case 't':
      call(kTutorCommand, {wordOf(level)});
      return showKeys();
    case 'l':
      printMap();
      return showKeys();
    case 'n':
      return next();
    default:
      return showKeys();
    }
  }

  void next() {
    if (!passed || levelAfter(level) == 0) {
      std::string name = levelName(level);
      name[0] = static_cast<char>(std::toupper(name[0]));
      std::printf(passed ? "That was the last one.\n" : "%s is not done yet.\n",
                  name.c_str());
      return showKeys();
    }
    level = levelAfter(level);
    call(kStartCommand, {wordOf(level)});
    check(/*all=*/false);
  }

  void check(bool all) {
    if (isatty(STDOUT_FILENO) && !all)
      std::printf("\33[2J\33[H");
    Result<Quest> quest = openQuest();
    path = quest ? quest->pathOf(level) : path;
    stamp = FileStamp::of(path);
    if (!stamp.exists)
      call(kStartCommand, {wordOf(level)});
    stamp = FileStamp::of(path);
    std::vector<std::string> words = {wordOf(level)};
    for (const char *option : {"device", "seed"})
      if (line.has(option))
        words.insert(words.end(),
                     {std::string("--") + option, line.value(option)});
    if (all)
      words.push_back("--all");
    passed = call(kCheckCommand, words) == kExitPass;
    showKeys();
  }

  static int call(const Command &command,
                  const std::vector<std::string> &words) {
    Result<CommandLine> parsed = CommandLine::parse(words, command.options);
    return parsed ? command.run(*parsed) : usageError(parsed.error().message);
  }

  void showKeys() {
    std::printf(
        "\n%s[h]int  [t]utor  [l]ist  [c]heck again  [r]un all cases  [q]uit\n",
        passed ? "[n]ext  " : "");
    std::fflush(stdout);
  }

  const CommandLine &line;
  int level;
  std::string path;
  FileStamp stamp;
  bool passed = false;
};

} // namespace

static int runWatch(const CommandLine &line) {
  Result<QuestLevel> at = openQuestLevel(line.positional, "watch");
  if (!at)
    return usageError(at.error().message);
  return Watch(line, at->level).run();
}

const Command kWatchCommand = {
    "watch",
    "watch [N] [options]",
    "check whenever your file is saved",
    "Checks your file of level N, or of the level that comes next, and again "
    "each time\nit is saved. Keys: n next level, h hint, t tutor, l list, c "
    "check "
    "again,\nr run all cases, q quit. Exit code: 0 if the last check passed, "
    "else 1.\n",
    {{"device", "NAME", "cuda, cuda:1 or emu; default: a GPU if there is one"},
     {"seed", "N", "of the inputs; default: another one each time"}},
    runWatch};

} // namespace tqc
