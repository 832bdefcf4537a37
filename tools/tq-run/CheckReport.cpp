//===- CheckReport.cpp - What a check prints ------------------------------===//

#include "tools/tq-run/CheckReport.h"

#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>

namespace tqc {

void reportHead(Report &report, const CheckRequest &request,
                const OpenedDevice &opened) {
  bool isForeign = request.arch != opened.device->attributes().arch;
  report.line(levelName(request.level) + " (" + titleOf(request.level) +
              "): " + showFile(request.file));
  report.line("device " + showDevice(opened) +
              (isForeign ? ", code for " + request.arch : "") + ", seed " +
              std::to_string(request.seed) +
              (opened.why.empty() ? "" : "; no GPU: " + opened.why));
  report.json["level"] = jsonOfLevel(request.level);
  report.json["file"] = request.file.path;
  report.json["built_in"] = request.file.origin == LevelFile::Shipped;
  report.json["device"] = jsonOfDevice(opened);
  report.json["arch"] = request.arch;
  report.json["seed"] = request.seed;
  report.json["cases"] = Json::array();
}

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

/// The error where it says something: of NaN and of what nobody wrote it does
/// not.
static std::string showComparison(const LevelCase &levelCase,
                                  const CaseResult &result) {
  const Comparison &c = result.comparison;
  // What fails though its numbers are right has findings, which come below.
  if (result.status == CaseStatus::Failed && c.wrong == 0 &&
      c.relativeError <= levelCase.tolerance())
    return result.plans.empty() ? " right numbers, but:"
                                : " right as planned, but:";
  if (c.wrong > 0)
    return " " + std::to_string(c.wrong) + " of " + std::to_string(c.checked) +
           " elements wrong";
  return " error " + padded(showError(c.relativeError) + " of " +
                                showError(levelCase.tolerance()),
                            18);
}

/// "; 9 plans right, 3 refused".
static std::string showPlans(const std::vector<PlanResult> &plans) {
  static constexpr const char *kWords[] = {"right", "wrong", "refused"};
  std::string text;
  for (PlanResult::Status status :
       {PlanResult::Passed, PlanResult::Failed, PlanResult::Refused}) {
    auto count = std::count_if(
        plans.begin(), plans.end(),
        [status](const PlanResult &one) { return one.status == status; });
    if (count)
      text += (text.empty() ? "; plans: " : ", ") + std::to_string(count) +
              " " + kWords[status];
  }
  return text;
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
      json["worst"].push_back(tqc::jsonOf(mismatch, result.shape));
    if (c.first)
      json["first"] = tqc::jsonOf(*c.first, result.shape);
  }
  if (result.secondError >= 0)
    json["cublas_error"] = jsonNumber(result.secondError);
  json["milliseconds"] = result.milliseconds;
  for (const std::string &reason : result.reasons)
    json["reasons"].push_back(reason);
  for (const PlanResult &tried : result.plans) {
    static constexpr const char *kOutcomes[] = {"passed", "failed", "refused"};
    json["plans"].push_back({{"plan", tried.plan},
                             {"status", kOutcomes[tried.status]},
                             {"reasons", tried.reasons}});
  }
  json["findings"] = Json::array();
  for (const Finding &finding : result.findings)
    json["findings"].push_back(tqc::jsonOf(finding));
  return json;
}

void CaseReporter::add(const LevelCase &levelCase, const CaseResult &result) {
  static constexpr struct {
    const char *word;
    Colour colour;
  } kWords[] = {
      {"ok  ", Colour::Good}, {"FAIL", Colour::Bad}, {"skip", Colour::Dim}};
  auto status = static_cast<size_t>(result.status);
  std::string text =
      report.paint(kWords[status].colour, kWords[status].word) + " " +
      padded(opened.name, 6) + " " + padded(nameOf(levelCase.type()), 5) + " " +
      padded(levelCase.name.substr(levelCase.name.find('-') + 1), 24);
  if (result.compared)
    text += showComparison(levelCase, result);
  if (result.secondError >= 0)
    text += " cuBLAS " + showError(result.secondError);
  if (result.milliseconds > 0)
    text += " " + showTime(result.milliseconds);
  text += showPlans(result.plans);
  text.resize(text.find_last_not_of(' ') + 1);
  report.line(text);
  addReasons(levelCase, result);
  for (const LaunchReport &one : result.reports) {
    report.line(one.text.substr(0, one.text.size() - 1));
    report.json["counters"].push_back(Json::parse(one.json));
  }
  report.json["cases"].push_back(jsonOf(levelCase, result));
}

void CaseReporter::addReasons(const LevelCase &levelCase,
                              const CaseResult &result) {
  constexpr const char *kIndent = "       ";
  if (result.status == CaseStatus::Skipped) {
    for (const std::string &reason : result.reasons)
      report.line(report.paint(Colour::Dim, indented(reason, kIndent)));
    return;
  }
  if (result.status == CaseStatus::Failed)
    report.line(
        report.paint(Colour::Dim, kIndent + ("inputs " + shapesOf(levelCase))));
  // What the device found is the cause; which numbers came out is the symptom.
  // Elements that nobody wrote are both: the comparison tells them too.
  std::vector<Finding> causes;
  for (const Finding &finding : result.findings)
    if (finding.kind != "unwritten-output" || result.comparison.unwritten == 0)
      causes.push_back(finding);
  printFindings(report, causes, kIndent);
  bool repeated = isRepeated(result.reasons, lastReasons);
  lastReasons = result.reasons;
  if (repeated)
    report.line(kIndent + std::string("the same as above"));
  else
    for (const std::string &reason : result.reasons)
      report.line(indented(reason, kIndent));
}

/// What is to be written first, and how much more there is.
static void reportOpen(Report &report, const CheckRequest &request,
                       const std::vector<OpenPart> &open) {
  report.json["open"] = Json::array();
  for (const OpenPart &part : open)
    report.json["open"].push_back({{"line", part.line}, {"todo", part.todo}});
  report.line(request.file.path + ":" + std::to_string(open[0].line) +
              ": to write: " + open[0].todo);
  std::string more = open.size() == 1
                         ? "1 part is"
                         : std::to_string(open.size()) + " parts are";
  report.line(report.paint(Colour::Warning,
                           levelName(request.level) + ": " + more +
                               " still open; your code replaces the line "
                               "`...  # your code here`"));
}

void reportEnd(Report &report, const CheckRequest &request,
               const CheckOutcome &outcome) {
  if (!outcome.open.empty())
    return reportOpen(report, request, outcome.open);
  if (!outcome.error.empty()) {
    report.line(outcome.error);
    report.json["error"] = outcome.error;
  }
  bool unusable =
      (outcome.compileError && outcome.passed == 0) || !outcome.error.empty();
  std::string text = levelName(request.level) + ": ";
  if (unusable)
    text += "does not compile";
  else
    text += std::to_string(outcome.passed) + " of " +
            std::to_string(request.cases.size()) + " cases passed";
  if (outcome.skipped)
    text += ", " + std::to_string(outcome.skipped) + " left out";
  text += " (" + showTime(outcome.milliseconds) + ", seed " +
          std::to_string(request.seed) + ")";
  report.line(
      report.paint(outcome.hasPassed() ? Colour::Good : Colour::Bad, text));
  if (outcome.notShown)
    report.line("Kernels printed " + std::to_string(outcome.notShown) +
                " more lines; --prints all shows them, with --case NAME "
                "those of one case.");
  report.json["lines_not_shown"] = outcome.notShown;
  size_t left = request.cases.size() - outcome.run();
  if (outcome.failed && !unusable) {
    if (left)
      report.line("This case failed, so " + std::to_string(left) +
                  " more did not run; --all runs them too.");
    report.line("The same inputs again: --seed " +
                std::to_string(request.seed) + "; one case: --case " +
                outcome.failedCase->name);
  }
  report.json["passed"] = outcome.passed;
  report.json["failed"] = outcome.failed;
  report.json["skipped"] = outcome.skipped;
  report.json["not_run"] = left;
}

} // namespace tqc
