//===- Tutor.cpp - What went wrong, where, and what to ask ----------------===//

#include "tools/tq-run/Tutor.h"

#include "runtime/reference/Inputs.h"
#include "runtime/reference/WrongAnswers.h"
#include "tools/tq-run/SourceDifference.h"
#include "tools/tq-run/Topics.h"
#include "tools/tq-run/TutorClues.h"

#include <algorithm>
#include <cstdlib>

namespace tqc {

const std::vector<Mistake> &allMistakes() {
  static const std::vector<Mistake> rows = {
#define TQ_MISTAKE(name, what, places, first, second)                          \
  {name, what, places, first, second},
#include "tools/tq-run/TutorKnowledge.def"
  };
  return rows;
}

const Mistake *mistakeNamed(const std::string &name) {
  for (const Mistake &row : allMistakes())
    if (name == row.name)
      return &row;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static std::vector<std::string> splitAt(const std::string &text, char at) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == at)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

/// The lines of the kernels' bodies; comments, docstrings and signatures are
/// empty.
static std::vector<std::string> codeOf(const std::string &text) {
  std::vector<std::string> lines = splitAt(text, '\n');
  bool inKernel = false, inText = false, inHead = false;
  for (std::string &line : lines) {
    bool isTopLevel =
        !line.empty() && line[0] != ' ' && line[0] != '#' && line[0] != ')';
    if (line.find("triton.jit") != std::string::npos)
      inKernel = true;
    else if (isTopLevel && line.substr(0, 4) != "def ")
      inKernel = false;
    if (line.substr(0, 4) == "def ")
      inHead = true;
    bool isHead = inHead;
    if (inHead && line.find("):") != std::string::npos)
      inHead = false;
    size_t quotes = line.find("\"\"\"");
    bool isText = inText || quotes != std::string::npos;
    if (quotes != std::string::npos)
      inText = line.find("\"\"\"", quotes + 3) == std::string::npos && !inText;
    line.resize(std::min(line.find('#'), line.size()));
    if (!inKernel || isHead || isText)
      line.clear();
  }
  return lines;
}

static std::vector<std::string> piecesOf(const Mistake &mistake) {
  return splitAt(mistake.places, '|');
}

/// The first line of a kernel that holds one of the pieces, the likeliest piece
/// first.
static int placeOf(const std::string &text, const Mistake &mistake) {
  std::vector<std::string> lines = codeOf(text);
  for (const std::string &piece : piecesOf(mistake))
    for (size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find(piece) != std::string::npos)
        return static_cast<int>(i + 1);
  return 0;
}

static std::string withoutBlanks(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

//===----------------------------------------------------------------------===//
// Evidence
//===----------------------------------------------------------------------===//

static bool holds(const std::string &text, const char *piece) {
  return text.find(piece) != std::string::npos;
}

static const char *mistakeOf(const Finding &finding) {
  const std::string &kind = finding.kind;
  if (holds(finding.text, "int32 that overflowed"))
    return "int32-overflow";
  if (kind == "out-of-bounds" && holds(finding.text, "there is no mask"))
    return "no-mask";
  if (kind == "out-of-bounds")
    return holds(finding.text, "before its beginning") ? "address-wrong"
                                                       : "mask-wrong";
  if (kind == "global-race")
    return "overlap";
  if (kind == "uninitialised-read" || kind == "uninitialized-read")
    return "uninitialised";
  if (kind == "time-limit" || kind == "step-limit")
    return "endless";
  if (kind == "unwritten-output")
    return "unwritten";
  return nullptr;
}

/// What sets the first case that fails apart from those before it, which pass.
static const char *mistakeOfCase(const LevelCase &levelCase) {
  switch (levelCase.inputs[0].fill) {
  case Fill::Large:
  case Fill::Query:
  case Fill::Uniform:
  case Fill::OneHuge:
  case Fill::EqualQuery:
    return levelCase.inputs.size() > 1 &&
                   levelCase.inputs[1].fill == Fill::RisingKeys
               ? "rising-scores"
               : "far-scores";
  case Fill::Rising:
    return "rising-scores";
  default:
    break;
  }
  if (levelCase.outPlacement != Placement::Contiguous)
    return "views";
  for (const InputSpec &input : levelCase.inputs)
    if (input.placement != Placement::Contiguous)
      return "views";
  const std::vector<int64_t> &first = levelCase.inputs[0].shape;
  if (levelCase.level < 4 || levelCase.level == 5)
    return nullptr;
  if (first[3] & (first[3] - 1))
    return "odd-depth";
  return levelCase.inputs[1].shape[2] != first[2] ? "other-lengths" : nullptr;
}

namespace {

/// Puts together what the run, the numbers and the source say.
class Diagnoser {
public:
  Diagnoser(const std::string &text, const std::string &reference,
            const LevelCase &levelCase, const CaseResult &result, uint64_t seed)
      : text(text), levelCase(levelCase), result(result), seed(seed),
        clues(cluesOf(text, reference)),
        differences(differencesOf(text, reference)) {}

  std::optional<Diagnosis> run() {
    for (const Finding &finding : result.findings)
      if (const char *name = mistakeOf(finding);
          name && finding.kind != "unwritten-output" && !finding.isNote)
        return fromFinding(name, finding);
    // What wrong formulas would give is known of levels only.
    if (!result.compared || !result.out || topicOf(levelCase.level))
      return std::nullopt;
    return result.comparison.unwritten > 0 ? fromHoles() : fromNumbers();
  }

private:
  std::optional<Diagnosis> named(const std::string &name,
                                 const std::string &evidence, int line = 0) {
    const Mistake *mistake = mistakeNamed(name);
    if (!mistake)
      return std::nullopt;
    return Diagnosis{mistake, evidence, line > 0 ? line : lineOf(*mistake)};
  }

  std::optional<Diagnosis> fromClue(const Clue &clue,
                                    const std::string &evidence) {
    return named(clue.mistake, evidence + "\n" + clue.why,
                 clue.isNear ? 0 : clue.line);
  }

  /// Where to look: what the source says of this mistake, else a statement that
  /// is none of the reference's, else a likely piece of code.
  int lineOf(const Mistake &mistake) const {
    const Clue *clue = clueOf({mistake.name});
    if (clue && clue->line > 0 && !clue->isNear)
      return clue->line;
    for (const std::string &piece : piecesOf(mistake))
      for (const SourceDifference &one : differences) {
        std::string wanted = withoutBlanks(piece);
        if (one.got.find(wanted) != std::string::npos ||
            one.wanted.find(wanted) != std::string::npos)
          return one.line;
      }
    constexpr size_t kFew = 4; // more are another style
    if (!differences.empty() && differences.size() <= kFew)
      return differences[0].line;
    return clue && clue->line > 0 ? clue->line : placeOf(text, mistake);
  }

  /// The first clue of one of these mistakes, in their order.
  const Clue *clueOf(const std::vector<std::string> &names,
                     const std::string &pointer = "") const {
    for (const std::string &name : names)
      for (const Clue &clue : clues)
        if (clue.mistake == name &&
            (pointer.empty() || clue.pointer == pointer))
          return &clue;
    return nullptr;
  }

  /// The pointer that a finding is about.
  std::string pointerOf(const Finding &finding) const {
    for (const Clue &clue : clues)
      if (!clue.pointer.empty() && holds(finding.text, clue.pointer.c_str()))
        return clue.pointer;
    return "";
  }

  const SourceDifference *differenceWith(const char *piece) const {
    for (const SourceDifference &one : differences)
      if (holds(one.got, piece) || holds(one.wanted, piece))
        return &one;
    return nullptr;
  }

  std::optional<Diagnosis> fromFinding(const std::string &name,
                                       const Finding &finding) {
    std::string pointer = pointerOf(finding);
    bool isAddress = name == "address-wrong" || name == "mask-wrong";
    if (isAddress && !pointer.empty())
      if (const Clue *clue = clueOf(kAddressClues, pointer))
        return fromClue(*clue, finding.text);
    if (name == "overlap") {
      if (const Clue *clue = clueOf(kAddressClues))
        return fromClue(*clue, finding.text);
      if (const Clue *clue = clueOf({"no-mask"}))
        return fromClue(*clue, finding.text);
    }
    if (name == "uninitialised") {
      if (const SourceDifference *launch = differenceWith("_kernel["))
        return named("launch-order", finding.text, launch->line);
      if (const Clue *clue = clueOf(kAddressClues))
        return fromClue(*clue, finding.text);
    }
    bool isHere =
        name == "no-mask" || (name == "endless" && !differenceWith("while"));
    if (name == "mask-wrong" && differenceWith(">") && !differenceWith("<="))
      return named("mask-reversed", finding.text);
    int line = isHere ? static_cast<int>(finding.line) : 0;
    std::optional<Diagnosis> found = named(name, finding.text, line);
    if (found && differences.empty())
      found->line = static_cast<int>(finding.line);
    return found;
  }

  /// Elements that nobody wrote.
  std::optional<Diagnosis> fromHoles() {
    std::string evidence = std::to_string(result.comparison.unwritten) +
                           " of " + std::to_string(result.comparison.checked) +
                           " elements were never written, in case " +
                           levelCase.name;
    if (const Clue *clue = clueOf({"stores-elsewhere"}))
      return fromClue(*clue, evidence);
    for (const SourceDifference &one : differences) {
      bool isGrid = holds(one.got, "grid=") || holds(one.got, "_kernel[");
      if (isGrid && holds(one.wanted, "cdiv") && one.got != one.wanted)
        return named("grid-too-small", evidence, one.line);
    }
    if (const Clue *clue = clueOf(kAddressClues))
      return fromClue(*clue, evidence);
    // Only the case is said where it is the first with unusual strides.
    const char *special = mistakeOfCase(levelCase);
    return named(special ? special : "unwritten", evidence);
  }

  std::optional<Diagnosis> fromNumbers() {
    std::string of = ", in case " + levelCase.name;
    std::vector<HostTensor> inputs = makeInputs(levelCase, seed);
    std::vector<Explanation> fits =
        explainOutput(levelCase, inputs, *result.out);
    for (const Explanation &fit : fits)
      if (const Clue *clue = clueOf({fit.mistake}))
        return fromClue(*clue, fit.evidence + of);
    bool isVague =
        fits.empty() ||
        std::any_of(std::begin(kVague), std::end(kVague),
                    [&](const char *name) { return fits[0].mistake == name; });
    // Few digits make rows that are nearly multiples.
    isVague |= !fits.empty() && fits[0].mistake == "rows-sum" &&
               clueOf({"narrow-sum", "rounding"});
    std::string evidence = fits.empty() ? "the cases before it pass, and " +
                                              levelCase.name + " does not"
                                        : fits[0].evidence + of;
    if (isVague || fits[0].mistake == "all-zero")
      if (const char *name = mistakeOfDifference())
        return named(name, evidence);
    // What the source says for sure comes before numbers that fit.
    if (const Clue *clue = clueOf(kCertainClues))
      return fromClue(*clue, evidence);
    bool isAddress =
        !fits.empty() && std::count(kAddressClues.begin(), kAddressClues.end(),
                                    fits[0].mistake) > 0;
    if (!isVague && !(isAddress && clueOf(kAddressClues)))
      return named(preferred(fits), evidence);
    if (const Clue *clue = clueOf(kAddressClues))
      return fromClue(*clue, evidence);
    if (const Clue *clue = clueOf(kOtherClues))
      return fromClue(*clue, evidence);
    if (const char *special = mistakeOfCase(levelCase))
      return named(special, evidence);
    if (fits.empty() && result.comparison.relativeError < 0.05)
      return named("rounding", "the error over all elements is small" + of);
    return fits.empty() ? std::nullopt : named(fits[0].mistake, evidence);
  }

  /// Of several that fit, the one that the source speaks for.
  std::string preferred(const std::vector<Explanation> &fits) const {
    struct Rule {
      const char *mistake, *piece;
    };
    static constexpr Rule kRules[] = {{"scale-by-depth", "sqrt"},
                                      {"tail-left-out", "//"},
                                      {"divided-by-maximum", "/tl.max"}};
    for (const Explanation &fit : fits)
      for (const Rule &rule : kRules)
        if (fit.mistake == rule.mistake && differenceWith(rule.piece))
          return fit.mistake;
    return fits[0].mistake;
  }

  /// Numbers that are all NaN or all zero fit much: which statement made them?
  const char *mistakeOfDifference() const {
    struct Rule {
      const char *wanted, *got, *mistake;
    };
    static constexpr Rule kRules[] = {
        {"m-m_new", "m_new-m", "correction-inverted"},
        {"-m_new", "-m)", "weights-of-old-maximum"},
        {"axis=1)*scale", "axis=1))", "maximum-not-scaled"},
        {"*correction+", ")*correction", "correction-of-tile"}};
    for (const Rule &rule : kRules)
      for (const SourceDifference &one : differences)
        if (holds(one.wanted, rule.wanted) && holds(one.got, rule.got) &&
            !holds(one.got, rule.wanted))
          return rule.mistake;
    return nullptr;
  }

  static constexpr const char *kVague[] = {"nan", "later-rows", "later-columns",
                                           "head-offset"};
  static const std::vector<std::string> kAddressClues, kCertainClues,
      kOtherClues;

  const std::string &text;
  const LevelCase &levelCase;
  const CaseResult &result;
  uint64_t seed;
  std::vector<Clue> clues;
  std::vector<SourceDifference> differences;
};

const std::vector<std::string> Diagnoser::kAddressClues = {
    "other-strides",  "heads-mixed-up",     "other-program",
    "index-mixed-up", "strides-from-shape", "head-forgotten",
    "no-program-id",  "index-stands-still", "odd-depth",
    "other-lengths",  "mask-other-length"};
const std::vector<std::string> Diagnoser::kCertainClues = {
    "state-order",    "star-for-dot",       "index-mixed-up",
    "scalar-state",   "index-stands-still", "wrong-axis",
    "state-not-kept", "other-not-zero",     "range-other-length"};
const std::vector<std::string> Diagnoser::kOtherClues = {
    "no-maximum", "narrow-sum", "last-tile-only", "rounding"};

} // namespace

std::optional<Diagnosis> diagnose(const std::string &text,
                                  const std::string &reference,
                                  const LevelCase &levelCase,
                                  const CaseResult &result, uint64_t seed) {
  if (result.status != CaseStatus::Failed)
    return std::nullopt;
  return Diagnoser(text, reference, levelCase, result, seed).run();
}

//===----------------------------------------------------------------------===//
// Text that does not compile
//===----------------------------------------------------------------------===//

/// The line of "file:line:column" that ends at a place of a text; 0 if there is
/// none.
static int lineBefore(const std::string &text, size_t end) {
  size_t column = text.rfind(':', end - 1);
  if (end == 0 || column == std::string::npos || column == 0)
    return 0;
  size_t line = text.rfind(':', column - 1);
  return line == std::string::npos ? 0 : std::atoi(text.c_str() + line + 1);
}

std::optional<Diagnosis> diagnoseError(const std::string &text,
                                       const std::string &error) {
  struct Row {
    const char *piece, *mistake;
  };
  static constexpr Row kRows[] = {
#define TQ_ERROR(piece, mistake) {piece, mistake},
#include "tools/tq-run/TutorKnowledge.def"
  };
  size_t at = error.find(": error: ");
  if (at == std::string::npos)
    return std::nullopt;
  std::string first = error.substr(0, error.find('\n', at));
  for (const Row &row : kRows) {
    if (!holds(first, row.piece))
      continue;
    const Mistake *mistake = mistakeNamed(row.mistake);
    int number = lineBefore(error, at);
    // A note says which parameter it is.
    if (size_t note = error.find(": note: `");
        note != std::string::npos && holds(error, "is known at a launch only"))
      number = lineBefore(error, note);
    // A kernel without its decorator is named where it is launched.
    if (std::string(row.mistake) == "decorator-missing") {
      size_t def = text.find("\ndef ");
      number = static_cast<int>(
          std::count(text.begin(), text.begin() + long(def) + 1, '\n') + 1);
    }
    return Diagnosis{mistake, error, number};
  }
  return std::nullopt;
}

} // namespace tqc
