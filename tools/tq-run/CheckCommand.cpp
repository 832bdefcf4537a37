//===- CheckCommand.cpp - tq-run check ------------------------------------===//
//
// Compiles a level's file and holds it against the reference on every case.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/EmitPtx.h"
#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/CheckCase.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/Schedules.h"

namespace tqc {

namespace {

/// How a run of cases went.
struct Tally {
  int passed = 0, failed = 0, skipped = 0;
  bool compileError = false;
};

} // namespace

static std::string shapesOf(const LevelCase &levelCase) {
  std::string text;
  for (const InputSpec &input : levelCase.inputs)
    text += (text.empty() ? "" : " ") + showShape(input.shape);
  return text;
}

/// Whether a call failed for the reason that the case before failed for: the
/// same sentence at the same place, though the notes may tell other sizes.
static bool isRepeated(const std::vector<std::string> &reasons,
                       const std::vector<std::string> &last) {
  return reasons.size() == 1 && last.size() == 1 &&
         reasons[0].substr(0, reasons[0].find('\n')) ==
             last[0].substr(0, last[0].find('\n'));
}

/// One line: status, device, type, case, error, bound, time. Reasons that the
/// case before had too are not printed again.
static void reportCase(Report &report, const OpenedDevice &opened,
                       const LevelCase &levelCase, const CaseResult &result,
                       std::vector<std::string> &lastReasons) {
  static constexpr struct {
    const char *word;
    Colour colour;
  } kWords[] = {
      {"ok  ", Colour::Good}, {"FAIL", Colour::Bad}, {"skip", Colour::Dim}};
  auto status = static_cast<size_t>(result.status);
  std::string text =
      report.paint(kWords[status].colour, kWords[status].word) + " " +
      padded(opened.name, 6) + " " + padded(nameOf(levelCase.type()), 5) + " " +
      padded(levelCase.name.substr(levelCase.name.find('-') + 1), 26);
  if (result.compared)
    text += " error " + padded(showError(result.comparison.relativeError) +
                                   " of " + showError(levelCase.tolerance()),
                               18);
  if (result.secondError >= 0)
    text += " cuBLAS " + showError(result.secondError);
  if (result.milliseconds > 0)
    text += " " + showTime(result.milliseconds);
  report.line(text);
  if (result.status == CaseStatus::Skipped) {
    for (const std::string &reason : result.reasons)
      report.line(report.paint(Colour::Dim, indented(reason, "       ")));
    return;
  }
  if (!result.reasons.empty())
    report.line(
        report.paint(Colour::Dim, "       inputs " + shapesOf(levelCase)));
  bool repeated = isRepeated(result.reasons, lastReasons);
  lastReasons = result.reasons;
  if (repeated)
    report.line("       the same as above");
  else
    for (const std::string &reason : result.reasons)
      report.line(indented(reason, "       "));
  printFindings(report, result.findings, "       ");
}

static Json jsonOf(const LevelCase &levelCase, const CaseResult &result) {
  static constexpr const char *kWords[] = {"passed", "failed", "skipped"};
  Json json;
  json["case"] = levelCase.name;
  json["status"] = kWords[static_cast<size_t>(result.status)];
  json["type"] = nameOf(levelCase.type());
  for (const InputSpec &input : levelCase.inputs)
    json["inputs"].push_back(input.shape);
  if (result.compared) {
    const Comparison &c = result.comparison;
    json["error"] = jsonNumber(c.relativeError);
    json["tolerance"] = levelCase.tolerance();
    json["bound_used"] = jsonNumber(c.usedBound);
    json["checked"] = c.checked;
    json["wrong"] = c.wrong;
    json["unwritten"] = c.unwritten;
    for (const Mismatch &mismatch : c.worst)
      json["worst"].push_back(jsonOf(mismatch, result.shape));
    if (c.first)
      json["first"] = jsonOf(*c.first, result.shape);
  }
  if (result.secondError >= 0)
    json["cublas_error"] = jsonNumber(result.secondError);
  json["milliseconds"] = result.milliseconds;
  for (const std::string &reason : result.reasons)
    json["reasons"].push_back(reason);
  json["findings"] = Json::array();
  for (const Finding &finding : result.findings)
    json["findings"].push_back(jsonOf(finding));
  return json;
}

/// The cases that --set and --case leave.
static Result<std::vector<LevelCase>> chooseCases(const CommandLine &line,
                                                  int level, bool emulated) {
  std::string set = line.value("set", emulated ? "small" : "all");
  if (set != "small" && set != "all")
    return Error{"--set is small or all, not \"" + set + "\""};
  std::vector<LevelCase> cases = casesOf(level, CaseSet::Small);
  if (set == "all") {
    if (emulated)
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

static Tally runCases(Report &report, const CheckRun &run,
                      const std::vector<LevelCase> &cases) {
  Tally tally;
  std::vector<std::string> lastReasons;
  for (const LevelCase &levelCase : cases) {
    CaseResult result;
    if (levelCase.type() == DType::BF16 && computeCapabilityOf(run.arch) < 80) {
      result.status = CaseStatus::Skipped;
      result.reasons.push_back("bf16 needs sm_80 or later");
    } else {
      result = checkCase(run, levelCase);
    }
    reportCase(report, run.opened, levelCase, result, lastReasons);
    reportCounters(report, *run.opened.device);
    report.json["cases"].push_back(jsonOf(levelCase, result));
    tally.passed += result.status == CaseStatus::Passed;
    tally.failed += result.status == CaseStatus::Failed;
    tally.skipped += result.status == CaseStatus::Skipped;
    if (result.compileError) {
      tally.compileError = true;
      break;
    }
    // Each of the others would take as long.
    if (isGivenUp(result.findings)) {
      tally.skipped += static_cast<int>(cases.size()) - tally.passed -
                       tally.failed - tally.skipped;
      break;
    }
  }
  return tally;
}

static int reportSummary(Report &report, int level, const Tally &tally,
                         size_t cases, uint64_t seed, double milliseconds) {
  bool passed = tally.failed == 0 && tally.passed > 0;
  std::string text = "level " + std::to_string(level) + ": ";
  if (tally.compileError)
    text += "does not compile";
  else
    text += std::to_string(tally.passed) + " of " + std::to_string(cases) +
            " cases passed";
  if (tally.skipped)
    text += ", " + std::to_string(tally.skipped) + " left out";
  text +=
      " (" + showTime(milliseconds) + ", seed " + std::to_string(seed) + ")";
  report.line(report.paint(passed ? Colour::Good : Colour::Bad, text));
  if (tally.failed && !tally.compileError)
    report.line("The same inputs again: --seed " + std::to_string(seed) +
                "; one case: --case NAME");
  report.json["passed"] = tally.passed;
  report.json["failed"] = tally.failed;
  report.json["skipped"] = tally.skipped;
  report.finish();
  return passed ? kExitPass : kExitWrong;
}

static int checkLevel(const CommandLine &line, int level, const LevelFile &file,
                      OpenedDevice &opened, const std::string &arch,
                      const std::vector<LevelCase> &cases, uint64_t seed,
                      unsigned schedules) {
  const LevelInfo &info = levelInfo(level);
  Report report(line.has("json"));
  report.line("level " + std::to_string(level) + " (" + info.title +
              "): " + file.path);
  bool isForeign = arch != opened.device->attributes().arch;
  report.line("device " + showDevice(opened) +
              (isForeign ? ", code for " + arch : "") + ", seed " +
              std::to_string(seed) +
              (opened.why.empty() ? "" : "; no GPU: " + opened.why));
  report.json["level"] = level;
  report.json["file"] = file.path;
  report.json["device"] = jsonOfDevice(opened);
  report.json["arch"] = arch;
  report.json["seed"] = seed;
  report.json["cases"] = Json::array();
  Stopwatch watch;
  auto refuse = [&](const std::string &message) {
    report.line(message);
    report.json["error"] = message;
    Tally tally;
    tally.compileError = true;
    return reportSummary(report, level, tally, cases.size(), seed,
                         watch.milliseconds());
  };
  Result<std::unique_ptr<LevelRunner>> runner =
      LevelRunner::open(file.path, file.text, *opened.device);
  if (!runner)
    return refuse(runner.error().message);
  if (!(*runner)->hasLauncher(info.launcher))
    return refuse(file.path + ": error: there is no launcher `def " +
                  info.launcher + "(...)`, which level " +
                  std::to_string(level) + " calls");
  (*runner)->compileFor(arch);
  if (auto disabled = disabledFromOptions(line))
    (*runner)->leaveOut(*disabled);
  CheckRun run{opened, **runner, arch, nullptr, seed, schedules};
  std::unique_ptr<Cublas> cublas;
  if (auto *gpu = opened.emulated
                      ? nullptr
                      : static_cast<CudaDevice *>(opened.device.get()))
    if (Result<std::unique_ptr<Cublas>> found = Cublas::create(*gpu)) {
      cublas = std::move(*found);
      run.cublas = cublas.get();
    }
  Tally tally = runCases(report, run, cases);
  return reportSummary(report, level, tally, cases.size(), seed,
                       watch.milliseconds());
}

static int runCheck(const CommandLine &line) {
  if (line.positional.size() != 1)
    return usageError("check takes the number of a level: tq-run check 1");
  Result<int64_t> level =
      parseInteger(line.positional[0], "the level", 1, kLevelCount);
  if (!level)
    return usageError(level.error().message);
  auto number = static_cast<int>(*level);
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  Result<LevelFile> file = findLevel(number, choice);
  if (!file)
    return usageError(file.error().message);
  Result<uint64_t> seed = seedFromOptions(line);
  if (!seed)
    return usageError(seed.error().message);
  if (auto disabled = disabledFromOptions(line); !disabled)
    return usageError(disabled.error().message);
  Result<OpenedDevice> opened = openFromOptions(line);
  if (!opened)
    return usageError(opened.error().message);
  Result<std::vector<LevelCase>> cases =
      chooseCases(line, number, opened->emulated);
  if (!cases)
    return usageError(cases.error().message);
  Result<std::string> arch = archFromOptions(line, *opened);
  if (!arch)
    return usageError(arch.error().message);
  Result<unsigned> schedules = schedulesFromOptions(line, *opened);
  if (!schedules)
    return usageError(schedules.error().message);
  return checkLevel(line, number, *file, *opened, *arch, *cases, *seed,
                    *schedules);
}

const Command kCheckCommand = {
    "check",
    "check N [options]",
    "compile level N and hold it against the reference",
    "Makes fresh inputs, calls the level's launcher, and compares what it "
    "returns with\na reference in double precision, on every type and shape of "
    "the level. In a quest\nfolder your own levelN.tq is checked, elsewhere "
    "the "
    "shipped one. On the emulator\nevery finding (out of bounds, a race, a "
    "value nobody wrote, ...) fails the case.\n\n"
    "  tq-run check 1\n"
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
     {"set", "small|all", "all adds the large cases; default on a GPU"},
     {"seed", "N", "of the inputs; default: another one each time"},
     TQC_SCHEDULES_OPTION,
     {"json", nullptr, "print one JSON object"}},
    runCheck};

} // namespace tqc
