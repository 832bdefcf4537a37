//===- CheckTracks.cpp - All topics in one run ----------------------------===//

#include "tools/tq-run/CheckTracks.h"

#include "tools/tq-run/CheckOptions.h"
#include "tools/tq-run/PlantedMistakes.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>

namespace tqc {

namespace {

/// What a run over all topics shares.
struct TracksRun {
  const CommandLine &line;
  std::optional<Quest> quest;
  Report report;
  size_t good = 0, bad = 0;
};

} // namespace

/// The check of a text that stands for the topic's file; nothing is printed.
static CheckOutcome checkText(CheckRequest request, const std::string &text,
                              OpenedDevice &opened) {
  Report silent(/*json=*/true);
  request.file.text = text;
  request.prints = 0; // a line a topic
  return checkLevel(request, opened, silent);
}

std::string whyNot(const CheckOutcome &outcome) {
  if (!outcome.open.empty())
    return "line " + std::to_string(outcome.open[0].line) +
           ": to write: " + outcome.open[0].todo;
  if (!outcome.error.empty())
    return outcome.error;
  if (!outcome.failedCase)
    return "no case ran";
  std::string text = "case " + outcome.failedCase->name;
  for (const std::string &reason : outcome.failure.reasons)
    text += "\n" + reason;
  for (const Finding &finding : outcome.failure.findings)
    text += "\n" + finding.text;
  return text;
}

/// The template must say what is to be written, and each planted mistake must
/// fail: not for a kernel that does not compile, but for what it computes.
static void checkPlanted(const CheckRequest &request, OpenedDevice &opened,
                         TopicOutcome &outcome) {
  auto problem = [&](const std::string &text) {
    outcome.problems.push_back(text);
  };
  if (checkText(request, templateOf(request.file.text), opened).open.empty())
    problem("its template has nothing to write");
  std::optional<std::string_view> edits =
      shippedFile("levels/" + pathBelow(request.level) + "/wrong.edits");
  if (!edits)
    return problem("it has no planted mistakes");
  Result<std::vector<PlantedMistake>> mistakes =
      plantMistakes(*edits, request.file.text);
  if (!mistakes)
    return problem("wrong.edits: " + mistakes.error().message);
  outcome.planted = mistakes->size();
  for (const PlantedMistake &mistake : *mistakes) {
    CheckOutcome check = checkText(request, mistake.text, opened);
    if (check.hasPassed())
      problem("passes with a mistake: " + mistake.name);
    else if (check.compileError || !check.error.empty())
      problem("does not compile: " + mistake.name + "\n" + whyNot(check));
    else
      ++outcome.rejected;
  }
}

TopicOutcome checkTopic(const CheckRequest &request, OpenedDevice &opened,
                        bool planted) {
  TopicOutcome outcome;
  outcome.check = checkText(request, request.file.text, opened);
  if (planted)
    checkPlanted(request, opened, outcome);
  return outcome;
}

static void reportTopic(TracksRun &run, int level,
                        const TopicOutcome &outcome) {
  bool isGood = outcome.check.hasPassed() && outcome.problems.empty();
  ++(isGood ? run.good : run.bad);
  std::string text =
      std::to_string(outcome.check.passed) + " of " +
      std::to_string(outcome.check.passed + outcome.check.failed) + " cases" +
      (outcome.check.skipped
           ? ", " + std::to_string(outcome.check.skipped) + " left out"
           : "");
  if (run.line.has("planted"))
    text += ", " + std::to_string(outcome.rejected) + " of " +
            std::to_string(outcome.planted) + " planted mistakes rejected";
  Report &report = run.report;
  report.line(report.paint(isGood ? Colour::Good : Colour::Bad,
                           isGood ? "ok  " : "FAIL") +
              " " + padded(wordOf(level), 24) + " " + text + " " +
              showTime(outcome.check.milliseconds));
  Json json;
  json["topic"] = wordOf(level);
  json["passed"] = isGood;
  json["cases"] = outcome.check.passed;
  json["failed"] = outcome.check.failed;
  json["skipped"] = outcome.check.skipped;
  json["rejected"] = outcome.rejected;
  json["milliseconds"] = outcome.check.milliseconds;
  json["problems"] = Json::array();
  std::vector<std::string> problems = outcome.problems;
  if (!outcome.check.hasPassed())
    problems.insert(problems.begin(), whyNot(outcome.check));
  for (const std::string &problem : problems) {
    report.line(indented(problem, "       "));
    json["problems"].push_back(problem);
  }
  report.json["topics"].push_back(json);
}

/// Whether this run is about a topic: it is named, or all are and, in a quest
/// folder, it was begun.
static bool isMeant(const TracksRun &run, int level) {
  const std::vector<std::string> &words = run.line.positional;
  if (std::find(words.begin(), words.end(), wordOf(level)) != words.end())
    return true;
  if (std::find(words.begin(), words.end(), "tracks") == words.end())
    return false;
  if (!run.quest || run.line.has("levels"))
    return true;
  LevelChoice choice;
  return findLevel(level, choice).operator bool();
}

int checkTracks(const CommandLine &line) {
  Result<std::optional<Quest>> quest = findOpenQuest();
  if (!quest)
    return usageError(quest.error().message);
  TracksRun run{line, std::move(*quest), Report(line.has("json"))};
  run.report.json["topics"] = Json::array();
  for (const std::string &word : line.positional) {
    Result<int> level = levelOfWord(word);
    if (word != "tracks" && !(level && topicOf(*level)))
      return usageError(level ? word + " is a level; --planted is for topics"
                              : level.error().message);
  }
  std::optional<OpenedDevice> opened;
  for (int level = kFirstTopic; topicOf(level); ++level) {
    if (!isMeant(run, level))
      continue;
    CommandLine one = line;
    one.positional = {wordOf(level)};
    Result<CheckRequest> request = requestFromOptions(one, opened);
    if (!request)
      return usageError(request.error().message);
    TopicOutcome outcome = checkTopic(*request, *opened, line.has("planted"));
    bool counts = !line.has("planted") && run.quest &&
                  request->file.origin == LevelFile::Learner;
    if (counts) {
      Report silent(/*json=*/true);
      recordCheck(*run.quest, level, outcome.check.hasPassed(), silent);
    }
    reportTopic(run, level, outcome);
  }
  run.report.line(std::to_string(run.good) + " of " +
                  std::to_string(run.good + run.bad) + " topics passed");
  run.report.json["passed"] = run.good;
  run.report.json["failed"] = run.bad;
  run.report.finish();
  return run.bad == 0 && run.good > 0 ? kExitPass : kExitWrong;
}

} // namespace tqc
