//===- CheckOptions.cpp - What a command line wants checked ---------------===//

#include "tools/tq-run/CheckOptions.h"

#include "runtime/emulator/reports/PrintedLines.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Schedules.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>
#include <thread>

namespace tqc {

Result<std::vector<LevelCase>> casesFromOptions(const CommandLine &line,
                                                int level, bool isGpu) {
  std::string set = line.value("set", isGpu ? "all" : "small");
  if (set != "small" && set != "large" && set != "all")
    return Error{"--set is small, large or all, not \"" + set + "\""};
  std::vector<LevelCase> cases;
  if (set != "large")
    cases = casesFor(level, CaseSet::Small);
  if (set != "small") {
    if (!isGpu)
      return Error{"--set " + set +
                   " is for GPUs; its cases would take the emulator hours"};
    for (const LevelCase &more : casesFor(level, CaseSet::Gpu))
      cases.push_back(more);
  }
  if (cases.empty())
    return Error{levelName(level) + " has no " + set + " cases"};
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

/// The topic that a file is called after, or the one whose launcher the text
/// defines; 0 for none, -1 for several.
static int topicOfFile(const std::string &path, const std::string &text) {
  int found = 0;
  size_t slash = path.rfind('/');
  std::string file = slash == std::string::npos ? path : path.substr(slash + 1);
  for (int level = kFirstTopic; topicOf(level); ++level) {
    if (file == fileNameOf(level))
      return level;
    std::string head = "\ndef " + launcherOf(level) + "(";
    if (text.find(head) != std::string::npos)
      found = found == 0 ? level : -1;
  }
  return found;
}

static bool isNumber(const std::string &text) {
  return !text.empty() &&
         text.find_first_not_of("+-0123456789") == std::string::npos;
}

static bool isTopic(const std::string &word) {
  return !isNumber(word) && levelOfWord(word).operator bool();
}

/// `check N`, `check FILE`, `check N FILE`, and in a quest folder `check`, of
/// the level that comes next.
Result<CheckRequest> fileFromOptions(const CommandLine &line,
                                     const std::string &command) {
  CheckRequest request;
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  for (const std::string &word : line.positional) {
    if ((isNumber(word) || isTopic(word)) && request.level == 0) {
      Result<int> level = levelOfWord(word);
      if (!level)
        return level.error();
      request.level = *level;
    } else if (choice.file.empty()) {
      choice.file = word;
    } else {
      return Error{command + " takes a level and a file; \"" + word +
                   "\" is one too many"};
    }
  }
  if (request.level == 0 && choice.file.empty() && findQuest(""))
    if (Result<Quest> quest = openQuest())
      request.level = *quest->levelFrom({});
  if (request.level == 0 && choice.file.empty())
    return Error{command + " takes the number of a level or a file: tq-run " +
                 command + " 1, tq-run " + command + " mine.tq"};
  if (request.level == 0) {
    Result<std::string> text = readWholeFile(choice.file);
    if (!text && choice.file.find_first_of("./") == std::string::npos)
      return Error{command +
                   " takes the number of a level, a topic or "
                   "a file, not \"" +
                   choice.file + "\""};
    if (!text)
      return text.error();
    request.level = levelOfText(*text);
    if (int topic = topicOfFile(choice.file, *text);
        topic > 0 || request.level == 0)
      request.level = topic;
  }
  if (request.level <= 0)
    return Error{choice.file +
                 (request.level ? ": has the launchers of several levels"
                                : ": has the launcher of no level") +
                 "; say which is meant: tq-run " + command + " 1 " +
                 choice.file};
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

/// How many lines of what kernels print are shown: enough to see what they are.
static Result<uint64_t> printsFromOptions(const CommandLine &line) {
  constexpr uint64_t kFew = 20;
  std::string value = line.value("prints", std::to_string(kFew));
  if (value == "all")
    return emu::PrintedLines::kAll;
  Result<int64_t> lines = parseInteger(value, "--prints", 0, 1 << 30);
  if (!lines)
    return lines.error();
  return static_cast<uint64_t>(*lines);
}

/// Whether a case asks how much of what is moved is used.
static bool judgesCounters(int level) {
  std::vector<LevelCase> cases = casesFor(level, CaseSet::Small);
  return std::any_of(cases.begin(), cases.end(),
                     [](const LevelCase &one) { return one.sectorUse > 0; });
}

Result<CheckRequest> requestFromOptions(const CommandLine &line,
                                        std::optional<OpenedDevice> &opened) {
  Result<CheckRequest> request = fileFromOptions(line, "check");
  if (!request)
    return request;
  Result<uint64_t> seed = seedFromOptions(line);
  if (!seed)
    return seed.error();
  request->seed = *seed;
  Result<CodeChoices> choices = choicesFromOptions(line);
  if (!choices)
    return choices.error();
  request->choices = *choices;
  for (const std::string &text : line.values("also-plan"))
    if (std::string wrong = readPlan(text, request->alsoPlans.emplace_back());
        !wrong.empty())
      return Error{"--also-plan: " + wrong + "; `tqc --help` lists them"};
  request->showsCounters = line.has("counters");
  bool needsCounters = judgesCounters(request->level);
  Result<OpenedDevice> device = openFromOptions(line, needsCounters);
  if (!device)
    return device.error();
  opened = std::move(*device);
  Result<std::vector<LevelCase>> cases =
      casesFromOptions(line, request->level, opened->isGpu());
  if (!cases)
    return cases.error();
  request->cases = std::move(*cases);
  Result<std::string> arch = archFromOptions(line, *opened);
  if (!arch)
    return arch.error();
  request->arch = *arch;
  Result<unsigned> schedules = schedulesFromOptions(line, *opened);
  if (!schedules)
    return schedules.error();
  request->schedules = *schedules;
  Result<unsigned> jobs = jobsFromOptions(line, *opened);
  if (!jobs)
    return jobs.error();
  request->jobs = *jobs;
  Result<uint64_t> prints = printsFromOptions(line);
  if (!prints)
    return prints.error();
  request->prints = *prints;
  request->all = line.has("all");
  request->openAgain = [&line, needsCounters] {
    return openFromOptions(line, needsCounters);
  };
  return request;
}

} // namespace tqc
