//===- TutorCommand.cpp - tq-run tutor ------------------------------------===//
//
// Looks at the learner's file and asks the question that fits what is wrong.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/BesideReference.h"
#include "tools/tq-run/CheckOptions.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelTexts.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"
#include "tools/tq-run/Tutor.h"

#include <cctype>

namespace tqc {

//===----------------------------------------------------------------------===//
// Questions in words
//===----------------------------------------------------------------------===//

namespace {

struct Concept {
  const char *words, *text;
};

constexpr Concept kConcepts[] = {
#define TQ_CONCEPT(words, text) {words, text},
#include "tools/tq-run/TutorConcepts.def"
};

} // namespace

/// How many of a concept's words begin a word of the question.
static size_t wordsIn(const std::string &question, const std::string &words) {
  size_t count = 0;
  for (size_t at = 0; at <= words.size();) {
    size_t end = std::min(words.find('|', at), words.size());
    if (question.find(" " + words.substr(at, end - at)) != std::string::npos)
      ++count;
    at = end + 1;
  }
  return count;
}

/// What answers a question, or nothing.
static const char *answerTo(const std::string &question) {
  std::string asked = " ";
  for (char c : question)
    asked +=
        std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'
            ? static_cast<char>(std::tolower(static_cast<unsigned char>(c)))
            : ' ';
  const char *best = nullptr;
  size_t most = 0;
  for (const Concept &candidate : kConcepts)
    if (size_t count = wordsIn(asked, candidate.words); count > most) {
      best = candidate.text;
      most = count;
    }
  return best;
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// Text in lines of at most 80 columns, each behind `indent`.
static std::string wrapped(const std::string &text, const std::string &indent) {
  std::string result = indent;
  size_t column = indent.size();
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(' ', at), text.size());
    size_t length = end - at;
    if (column > indent.size() && column + 1 + length > 80) {
      result += "\n" + indent;
      column = indent.size();
    } else if (column > indent.size()) {
      result += ' ';
      ++column;
    }
    result += text.substr(at, length);
    column += length;
    at = end + 1;
  }
  return result;
}

static std::string lineOf(const std::string &text, int number) {
  size_t at = 0;
  for (int i = 1; i < number && at != std::string::npos; ++i)
    at = text.find('\n', at) == std::string::npos ? std::string::npos
                                                  : text.find('\n', at) + 1;
  if (number < 1 || at == std::string::npos)
    return "";
  std::string line = text.substr(at, text.find('\n', at) - at);
  size_t first = line.find_first_not_of(" \t");
  return first == std::string::npos ? "" : line.substr(first);
}

/// How often this mistake was asked about in a row, this time included.
static int countAsked(const CheckRequest &request, const std::string &mistake) {
  if (request.file.origin != LevelFile::Learner)
    return 1;
  Result<Quest> quest = openQuest();
  int times = 1;
  if (quest)
    (void)changeProgress(quest->folder, [&](Progress &progress) {
      LevelProgress &one = progress.levels[request.level];
      one.askedTimes = one.asked == mistake ? one.askedTimes + 1 : 1;
      one.asked = mistake;
      times = one.askedTimes;
    });
  return times;
}

static void ask(Report &report, const CheckRequest &request,
                const Diagnosis &found, bool again) {
  int times = countAsked(request, found.mistake->name);
  bool second = again || times > 1;
  std::string question = second ? found.mistake->second : found.mistake->first;
  report.json["mistake"] = found.mistake->name;
  report.json["looks_like"] = found.mistake->what;
  report.json["evidence"] = found.evidence;
  report.json["line"] = found.line;
  report.json["question"] = question;
  report.json["asked"] = times;
  report.line("It looks like: " + std::string(found.mistake->what) + ".");
  report.line("");
  report.line("Why I think so:");
  report.line(indented(found.evidence, "    "));
  if (found.line > 0) {
    report.line("");
    report.line("Where to look: " + request.file.path + ":" +
                std::to_string(found.line));
    report.line("    " + lineOf(request.file.text, found.line));
  }
  report.line("");
  report.line(report.paint(Colour::Bold, wrapped(question, "")));
  report.line("");
  report.line(second ? "More: tq-run hint " + wordOf(request.level)
                     : "Ask again for a question that goes further.");
}

/// What a right file costs, and what makes it slow if anything does.
static void sayPassed(Report &report, const CheckRequest &request) {
  std::string level = std::to_string(request.level);
  report.json["state"] = "passed";
  report.line("Every case passes.");
  std::optional<CostsBeside> costs = reportBeside(report, request);
  std::vector<Slowness> slow;
  if (costs)
    slow = slownessOf(costs->yours, costs->reference);
  report.json["slow"] = Json::array();
  for (const Slowness &one : slow)
    report.json["slow"].push_back({{"mistake", one.name},
                                   {"line", one.line},
                                   {"evidence", one.evidence}});
  report.line("");
  const Mistake *first = slow.empty() ? nullptr : mistakeNamed(slow[0].name);
  if (!first) {
    report.line("What would make it faster, and how would you find out? tq-run "
                "bench " +
                level);
    return;
  }
  report.line("It may be slow: " + std::string(first->what) + ".");
  report.line(wrapped(slow[0].evidence, "    "));
  if (slow[0].line > 0)
    report.line("Where to look: " + request.file.path + ":" +
                std::to_string(slow[0].line) + "\n    " +
                lineOf(request.file.text, slow[0].line));
  report.line("");
  report.line(report.paint(Colour::Bold, wrapped(first->first, "")));
}

/// What is said of a check without a failed case that is understood.
static void sayOutcome(Report &report, const CheckRequest &request,
                       const CheckOutcome &outcome) {
  std::string level = wordOf(request.level);
  auto say = [&](const char *state, const std::string &text) {
    report.json["state"] = state;
    report.json["text"] = text;
    report.line(text);
  };
  if (!outcome.open.empty())
    return say("open", request.file.path + ":" +
                           std::to_string(outcome.open[0].line) +
                           ": this part is still to be written. " +
                           outcome.open[0].todo);
  if (outcome.hasPassed())
    return sayPassed(report, request);
  if (!outcome.error.empty() || outcome.compileError)
    return say(
        "compile",
        (outcome.error.empty() ? outcome.failure.reasons[0] : outcome.error) +
            "\n\nThe compiler stopped there. What did you want this line "
            "to say, and what does the message say it is?");
  say("unknown", "Case " + outcome.failedCase->name +
                     " fails, and none of the mistakes I "
                     "know gives these numbers. Take its smallest wrong "
                     "element and work it "
                     "out by hand: tq-run check " +
                     level + " --case " + outcome.failedCase->name);
}

static int runTutor(const CommandLine &line) {
  CommandLine rest = line;
  std::string question;
  if (!rest.positional.empty() &&
      rest.positional.back().find_first_of(" ?") != std::string::npos) {
    question = rest.positional.back();
    rest.positional.pop_back();
  }
  Report report(line.has("json"));
  if (!question.empty()) {
    const char *answer = answerTo(question);
    report.json["asked_for"] = question;
    report.json["answer"] = answer ? Json(answer) : Json(nullptr);
    report.line(answer ? wrapped(answer, "")
                       : "I know nothing about that. Try a word of the lesson: "
                         "mask, stride, maximum, correction, scale, NaN ...");
    report.line("");
  }
  std::optional<OpenedDevice> opened;
  Result<CheckRequest> request = requestFromOptions(rest, opened);
  if (!request) {
    if (question.empty())
      return usageError(request.error().message);
    report.finish();
    return kExitPass;
  }
  Report silent(/*json=*/true);
  if (!rest.has("prints"))
    request->prints = 0; // what the tutor says is to be read
  CheckOutcome outcome = checkLevel(*request, *opened, silent);
  report.json["level"] = jsonOfLevel(request->level);
  report.json["file"] = request->file.path;
  report.line(report.paint(Colour::Dim, showLevel(request->level) + ": " +
                                            showFile(request->file)));
  std::optional<Diagnosis> found;
  bool isError = !outcome.error.empty() ||
                 (outcome.failedCase && !outcome.failure.compared &&
                  outcome.failure.findings.empty());
  if (isError)
    found = diagnoseError(request->file.text, outcome.error.empty()
                                                  ? outcome.failure.reasons[0]
                                                  : outcome.error);
  else if (outcome.failedCase)
    found = diagnose(request->file.text, referenceOf(request->level),
                     *outcome.failedCase, outcome.failure, request->seed);
  if (found)
    ask(report, *request, *found, line.has("again"));
  else
    sayOutcome(report, *request, outcome);
  report.finish();
  return kExitPass;
}

const Command kTutorCommand = {
    "tutor",
    "tutor [N|FILE] [\"QUESTION\"] [options]",
    "what is wrong, where, and a question that leads on",
    "Checks your file, says what the failure looks like and why, points at the "
    "line, and\nasks one question; asked again, one that goes further. It "
    "never "
    "shows the solution.\nA question in words is answered from what it "
    "knows.\n\n"
    "  tq-run tutor 4\n"
    "  tq-run tutor 3 \"why is it NaN?\"\n"
    "  tq-run tutor mine.tq --json     for a program that asks on\n",
    {TQC_DEVICE_OPTIONS,
     TQC_CHECKED_FILE_OPTIONS,
     {"again", nullptr, "the second question at once"},
     {"json", nullptr, "print one JSON object"}},
    runTutor};

} // namespace tqc
