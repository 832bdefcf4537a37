//===- DevCommand.cpp - tq-run dev ----------------------------------------===//
//
// For those who write levels and topics: makes the files of a new topic, and
// says what keeps a level or topic from being good.
//
//===----------------------------------------------------------------------===//

#include "runtime/cuda/Toolkit.h"
#include "tools/tq-run/AuthorRules.h"
#include "tools/tq-run/CheckOptions.h"
#include "tools/tq-run/CheckTracks.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/NewTopic.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tqc {

static std::string levelsFolder(const CommandLine &line) {
  return line.value("levels", "levels");
}

//===----------------------------------------------------------------------===//
// dev new
//===----------------------------------------------------------------------===//

static bool isName(const std::string &text) {
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") ==
             std::string::npos;
}

static int runNew(const CommandLine &line) {
  if (line.positional.size() != 2)
    return usageError("dev new takes a name: tq-run dev new my_topic");
  const std::string &name = line.positional[1];
  if (!isName(name))
    return usageError("\"" + name +
                      "\" is no name of a topic: small letters, digits and _");
  std::string tracks = levelsFolder(line) + "/tracks";
  if (access(tracks.c_str(), W_OK) != 0)
    return usageError(tracks + ": " + std::strerror(errno) +
                      "; a topic is made in a checkout of the program, or "
                      "where --levels says");
  std::string folder = tracks + "/" + name;
  if (access((folder + ".tq").c_str(), F_OK) == 0)
    return usageError(folder + ".tq is there already");
  if (mkdir(folder.c_str(), 0755) != 0)
    return usageError(folder + ": " + std::strerror(errno));
  Report report(line.has("json"));
  report.json["files"] = Json::array();
  for (const NewFile &file : filesOfNewTopic(name)) {
    std::string path = tracks + "/" + file.path;
    if (Status status = writeWholeFile(path, file.text); !status)
      return usageError(status.error().message);
    report.line("made " + path);
    report.json["files"].push_back(path);
  }
  report.line("");
  report.line(
      "It is a whole topic, if a small one: write yours into it, build, "
      "and run\n    tq-run dev check " +
      name);
  report.finish();
  return kExitPass;
}

//===----------------------------------------------------------------------===//
// dev check
//===----------------------------------------------------------------------===//

namespace {

/// What `dev check` says of one level or topic.
struct AuthorOutcome {
  std::vector<std::string> good, problems;
};

} // namespace

/// The files of a level that this program was built with must be those of the
/// folder: what it checks are its own.
static void compareFiles(int level, const std::string &folder,
                         AuthorOutcome &outcome) {
  std::vector<std::string> parts = {".tq", "/lesson.md", "/hints.md"};
  if (topicOf(level))
    for (const char *part : {"/topic.json", "/reference.py", "/wrong.edits"})
      parts.push_back(part);
  for (const std::string &part : parts) {
    std::string below = pathBelow(level) + part;
    Result<std::string> here = readWholeFile(folder + "/" + below);
    std::optional<std::string_view> inside = shippedFile("levels/" + below);
    if (!here)
      outcome.problems.push_back(here.error().message);
    else if (!inside || *here != *inside)
      outcome.problems.push_back(folder + "/" + below +
                                 " is another than this program was built "
                                 "with; build it again");
  }
}

/// The solution passes on a device, and a topic's planted mistakes fail.
static void checkSolution(int level, const std::string &device,
                          const CommandLine &line, AuthorOutcome &outcome) {
  Result<CommandLine> words = CommandLine::parse(
      {wordOf(level), "--levels", levelsFolder(line), "--device", device,
       "--seed", line.value("seed", "1")},
      kCheckCommand.options);
  std::optional<OpenedDevice> opened;
  Result<CheckRequest> request = requestFromOptions(*words, opened);
  if (!request)
    return outcome.problems.push_back(request.error().message);
  bool planted = topicOf(level) && !opened->isGpu();
  TopicOutcome checked = checkTopic(*request, *opened, planted);
  std::string on = " on " + opened->name;
  if (!checked.check.hasPassed())
    outcome.problems.push_back("the solution fails" + on + ": " +
                               whyNot(checked.check));
  else
    outcome.good.push_back("the solution passes " +
                           std::to_string(checked.check.passed) + " cases" +
                           on);
  for (const std::string &problem : checked.problems)
    outcome.problems.push_back(problem);
  if (planted && checked.rejected == checked.planted)
    outcome.good.push_back(std::to_string(checked.planted) +
                           " planted mistakes fail");
}

/// Triton's own front end takes the file, where Python has Triton.
static void askTriton(int level, const CommandLine &line,
                      AuthorOutcome &outcome) {
  std::string script = levelsFolder(line) + "/../tools/dev/triton-accepts";
  std::string python = line.value("python", "python3");
  if (access(script.c_str(), R_OK) != 0)
    return outcome.good.push_back("Triton was not asked: there is no " +
                                  script);
  Result<ProgramRun> run = runProgram(
      {python, script, levelsFolder(line) + "/" + pathBelow(level) + ".tq"});
  constexpr int kNoTriton = 3;
  if (!run || run->exitCode == kNoTriton || run->exitCode == 127)
    return outcome.good.push_back("Triton was not asked: " + python +
                                  " has none");
  std::string text =
      run->output.substr(0, run->output.find_last_not_of('\n') + 1);
  if (run->exitCode == 0)
    outcome.good.push_back(text);
  else
    outcome.problems.push_back("Triton refuses it: " + text);
}

static AuthorOutcome checkOne(int level, const CommandLine &line,
                              const std::vector<std::string> &devices) {
  AuthorOutcome outcome;
  compareFiles(level, levelsFolder(line), outcome);
  std::string file(
      shippedFile("levels/" + pathBelow(level) + ".tq").value_or(""));
  std::vector<std::string> texts =
      authoringProblems(file, lessonOf(level), hintsOf(level));
  outcome.problems.insert(outcome.problems.end(), texts.begin(), texts.end());
  if (texts.empty())
    outcome.good.push_back(std::to_string(openParts(templateOf(file)).size()) +
                           " open parts, which the lesson speaks of; " +
                           std::to_string(hintsOf(level).size()) +
                           " hints, of which only the last gives statements");
  for (const std::string &device : devices)
    checkSolution(level, device, line, outcome);
  askTriton(level, line, outcome);
  return outcome;
}

/// The emulator, and a GPU where there is one.
static std::vector<std::string> devicesOf(const CommandLine &line) {
  if (line.has("device"))
    return {line.value("device")};
  Result<OpenedDevice> found = openDevice("");
  return found && found->isGpu() ? std::vector<std::string>{"emu", found->name}
                                 : std::vector<std::string>{"emu"};
}

static int runCheckOfAuthors(const CommandLine &line) {
  std::vector<int> levels;
  for (size_t i = 1; i < line.positional.size(); ++i) {
    Result<int> level = levelOfWord(line.positional[i]);
    if (!level)
      return usageError(level.error().message +
                        "; a new one is known once the program is built again");
    levels.push_back(*level);
  }
  if (levels.empty()) {
    for (int level = 1; level <= kLevelCount; ++level)
      levels.push_back(level);
    for (int level = kFirstTopic; topicOf(level); ++level)
      levels.push_back(level);
  }
  std::vector<std::string> devices = devicesOf(line);
  Report report(line.has("json"));
  report.json["levels"] = Json::array();
  bool isGood = true;
  for (int level : levels) {
    AuthorOutcome outcome = checkOne(level, line, devices);
    bool good = outcome.problems.empty();
    isGood &= good;
    report.line(report.paint(good ? Colour::Good : Colour::Bad,
                             good ? "ok  " : "FAIL") +
                " " + showLevel(level));
    for (const std::string &text : outcome.good)
      report.line(report.paint(Colour::Dim, indented(text, "       ")));
    for (const std::string &text : outcome.problems)
      report.line(indented(text, "     ! "));
    report.json["levels"].push_back({{"level", jsonOfLevel(level)},
                                     {"good", outcome.good},
                                     {"problems", outcome.problems}});
  }
  report.finish();
  return isGood ? kExitPass : kExitWrong;
}

static int runDev(const CommandLine &line) {
  std::string what = line.positional.empty() ? "" : line.positional[0];
  if (what == "new")
    return runNew(line);
  if (what == "check")
    return runCheckOfAuthors(line);
  return usageError("dev takes new or check: tq-run dev new my_topic, tq-run "
                    "dev check my_topic");
}

const Command kDevCommand = {
    "dev",
    "dev new NAME | dev check [N|TOPIC ...] [options]",
    "for authors: make a topic, or see what it lacks",
    "`new` makes the files of a topic in levels/tracks of a checkout: a whole "
    "one, to be\nwritten over. `check` says of levels and topics, or of all, "
    "what keeps them from\nbeing good: the template has open parts that the "
    "lesson speaks of; no hint but the\nlast gives a statement away; the "
    "solution passes on the emulator and, where there is\none, on a GPU; "
    "planted mistakes fail; Triton, where Python has it, takes the file.\n\n"
    "  tq-run dev new running_sum\n"
    "  tq-run dev check running_sum\n",
    {{"levels", "DIR", "the folder of the levels; default: levels"},
     {"device", "NAME", "only there; default: emu, and a GPU if there is one"},
     {"python", "PROGRAM", "that may have Triton; default: python3"},
     {"seed", "N", "of the inputs; default: 1"},
     {"json", nullptr, "print one JSON object"}},
    runDev};

} // namespace tqc
