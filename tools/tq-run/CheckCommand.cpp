//===- CheckCommand.cpp - tq-run check ------------------------------------===//
//
// Compiles a level's file and holds it against the reference on every case.
//
//===----------------------------------------------------------------------===//

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/CheckLevel.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/Schedules.h"

#include <algorithm>
#include <thread>

namespace tqc {

/// The cases that --set and --case leave.
static Result<std::vector<LevelCase>> chooseCases(const CommandLine &line,
                                                  int level, bool isGpu) {
  std::string set = line.value("set", isGpu ? "all" : "small");
  if (set != "small" && set != "all")
    return Error{"--set is small or all, not \"" + set + "\""};
  std::vector<LevelCase> cases = casesOf(level, CaseSet::Small);
  if (set == "all") {
    if (!isGpu)
      return Error{"--set all is for GPUs; its cases would take the emulator "
                   "hours"};
    for (const LevelCase &more : casesOf(level, CaseSet::Gpu))
      cases.push_back(more);
  }
  std::vector<std::string> filters = line.values("case");
  if (filters.empty())
    return cases;
  std::vector<LevelCase> chosen;
  for (const LevelCase &one : cases)
    for (const std::string &filter : filters)
      if (one.name.find(filter) != std::string::npos) {
        chosen.push_back(one);
        break;
      }
  if (chosen.empty()) {
    std::string names;
    for (const LevelCase &one : cases)
      names += (names.empty() ? "" : ", ") + one.name;
    return Error{"no case contains \"" + filters[0] + "\"; cases are " + names};
  }
  return chosen;
}

/// The level whose launcher a text defines; 0 for none, -1 for several.
static int levelOfText(const std::string &text) {
  int found = 0;
  for (int level = 1; level <= kLevelCount; ++level) {
    std::string head = "def " + std::string(levelInfo(level).launcher) + "(";
    if (text.rfind(head, 0) != 0 && text.find("\n" + head) == std::string::npos)
      continue;
    found = found == 0 ? level : -1;
  }
  return found;
}

static bool isNumber(const std::string &text) {
  return !text.empty() &&
         text.find_first_not_of("+-0123456789") == std::string::npos;
}

/// What is checked: `check N`, `check FILE`, `check N FILE`.
static Result<CheckRequest> chooseFile(const CommandLine &line) {
  CheckRequest request;
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  for (const std::string &word : line.positional) {
    if (isNumber(word) && request.level == 0) {
      Result<int64_t> level = parseInteger(word, "the level", 1, kLevelCount);
      if (!level)
        return level.error();
      request.level = static_cast<int>(*level);
    } else if (choice.file.empty()) {
      choice.file = word;
    } else {
      return Error{"check takes a level and a file; \"" + word +
                   "\" is one too many"};
    }
  }
  if (request.level == 0 && choice.file.empty())
    return Error{"check takes the number of a level or a file: tq-run check 1, "
                 "tq-run check mine.tq"};
  if (request.level == 0) {
    Result<std::string> text = readWholeFile(choice.file);
    if (!text && choice.file.find_first_of("./") == std::string::npos)
      return Error{"what is checked must be the number of a level or a file, "
                   "not \"" +
                   choice.file + "\""};
    if (!text)
      return text.error();
    request.level = levelOfText(*text);
  }
  if (request.level <= 0)
    return Error{choice.file +
                 (request.level ? ": has the launchers of several levels"
                                : ": has the launcher of no level") +
                 "; say which is meant: tq-run check 1 " + choice.file};
  Result<LevelFile> file = findLevel(request.level, choice);
  if (!file)
    return file.error();
  request.file = std::move(*file);
  return request;
}

/// --jobs, or a case for each core on the emulator. What is counted and what is
/// scheduled goes one by one.
static Result<unsigned> jobsFromOptions(const CommandLine &line,
                                        const OpenedDevice &opened) {
  if (line.has("jobs")) {
    Result<int64_t> jobs = parseInteger(line.value("jobs"), "--jobs", 1, 1024);
    if (!jobs)
      return jobs.error();
    if (opened.emulated)
      return static_cast<unsigned>(*jobs);
  }
  if (!opened.emulated || line.has("counters") || line.has("schedules"))
    return 1u;
  return std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
}

static int runCheck(const CommandLine &line) {
  Result<CheckRequest> request = chooseFile(line);
  if (!request)
    return usageError(request.error().message);
  Result<uint64_t> seed = seedFromOptions(line);
  if (!seed)
    return usageError(seed.error().message);
  request->seed = *seed;
  Result<std::vector<std::string>> disabled = disabledFromOptions(line);
  if (!disabled)
    return usageError(disabled.error().message);
  request->disabled = *disabled;
  Result<OpenedDevice> opened = openFromOptions(line);
  if (!opened)
    return usageError(opened.error().message);
  Result<std::vector<LevelCase>> cases =
      chooseCases(line, request->level, opened->isGpu());
  if (!cases)
    return usageError(cases.error().message);
  request->cases = std::move(*cases);
  Result<std::string> arch = archFromOptions(line, *opened);
  if (!arch)
    return usageError(arch.error().message);
  request->arch = *arch;
  Result<unsigned> schedules = schedulesFromOptions(line, *opened);
  if (!schedules)
    return usageError(schedules.error().message);
  request->schedules = *schedules;
  Result<unsigned> jobs = jobsFromOptions(line, *opened);
  if (!jobs)
    return usageError(jobs.error().message);
  request->jobs = *jobs;
  request->all = line.has("all");
  request->openAgain = [&line] { return openFromOptions(line); };
  Report report(line.has("json"));
  CheckOutcome outcome = checkLevel(*request, *opened, report);
  report.finish();
  return outcome.hasPassed() ? kExitPass : kExitWrong;
}

const Command kCheckCommand = {
    "check",
    "check N|FILE [options]",
    "compile level N and hold it against the reference",
    "Makes fresh inputs, calls the level's launcher, and compares what it "
    "returns with\na reference in double precision, on every type and shape of "
    "the level. In a quest\nfolder your own levelN.tq is checked, elsewhere "
    "the "
    "levelN.tq or levels/levelN.tq in\nfront of you, or else the copy inside "
    "this program; the first line says which. On\nthe emulator every finding "
    "(out of bounds, a race, a value nobody wrote, ...) fails\nthe case. The "
    "first case that fails ends the run.\n\n"
    "  tq-run check 1\n"
    "  tq-run check mine.tq          its launcher says which level it is\n"
    "  tq-run check 8 --device cuda --set small\n"
    "  tq-run check 2 --file mine.tq --case fp16 --seed 7\n\n"
    "A line says: device, type, case, relative error and what is allowed, and "
    "the time\nof the call, which includes compiling. Exit codes: 0 every case "
    "passed, 1 a case\nfailed, 2 the command line or the environment is "
    "wrong.\n",
    {TQC_DEVICE_OPTIONS,
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     {"file", "FILE", "check this file"},
     {"levels", "DIR", "take the shipped levels from DIR"},
     {"case", "TEXT", "only cases whose name contains TEXT; may be repeated"},
     {"all", nullptr, "go on behind the first case that fails"},
     {"set", "small|all", "all adds the large cases; default on a GPU"},
     {"seed", "N", "of the inputs; default: another one each time"},
     TQC_SCHEDULES_OPTION,
     {"jobs", "N", "cases at the same time, on the emulator; default: cores"},
     {"json", nullptr, "print one JSON object"}},
    runCheck};

} // namespace tqc
