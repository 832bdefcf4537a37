//===- Tutor.cpp - What went wrong, where, and what to ask ----------------===//

#include "tools/tq-run/Tutor.h"

#include "runtime/reference/Inputs.h"
#include "runtime/reference/WrongAnswers.h"

#include <algorithm>

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

/// The first line of a kernel that holds one of the pieces, the likeliest piece
/// first.
static int placeOf(const std::string &text, const Mistake &mistake) {
  std::vector<std::string> lines = codeOf(text);
  for (const std::string &piece : splitAt(mistake.places, '|'))
    for (size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find(piece) != std::string::npos)
        return static_cast<int>(i + 1);
  return 0;
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

static std::optional<Diagnosis> fromFindings(const CaseResult &result) {
  for (const Finding &finding : result.findings)
    if (const char *name = mistakeOf(finding))
      if (finding.kind != "unwritten-output" && !finding.isNote)
        return Diagnosis{mistakeNamed(name), finding.text,
                         static_cast<int>(finding.line)};
  return std::nullopt;
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

static std::optional<Diagnosis> fromNumbers(const std::string &text,
                                            const LevelCase &levelCase,
                                            const CaseResult &result,
                                            uint64_t seed) {
  auto named = [&](const std::string &name, const std::string &evidence) {
    const Mistake *mistake = mistakeNamed(name);
    return mistake ? std::optional(
                         Diagnosis{mistake, evidence, placeOf(text, *mistake)})
                   : std::nullopt;
  };
  std::string of = ", in case " + levelCase.name;
  if (result.comparison.unwritten > 0) {
    // Only the case is said where it is the first with unusual strides.
    const char *special = mistakeOfCase(levelCase);
    return named(special ? special : "unwritten",
                 std::to_string(result.comparison.unwritten) + " of " +
                     std::to_string(result.comparison.checked) +
                     " elements were never written" + of);
  }
  std::vector<HostTensor> inputs = makeInputs(levelCase, seed);
  std::vector<Explanation> fits = explainOutput(levelCase, inputs, *result.out);
  const char *special = mistakeOfCase(levelCase);
  bool isVague = fits.empty() || fits[0].mistake == "nan" ||
                 fits[0].mistake == "later-rows" ||
                 fits[0].mistake == "later-columns" ||
                 fits[0].mistake == "head-offset";
  if (isVague && special)
    return named(special, "the cases before it pass, and " + levelCase.name +
                              " does not");
  if (!fits.empty())
    return named(fits[0].mistake, fits[0].evidence + of);
  if (result.comparison.relativeError < 0.05)
    return named("rounding", "the error over all elements is small" + of);
  return std::nullopt;
}

std::optional<Diagnosis> diagnose(const std::string &text,
                                  const LevelCase &levelCase,
                                  const CaseResult &result, uint64_t seed) {
  if (result.status != CaseStatus::Failed)
    return std::nullopt;
  if (std::optional<Diagnosis> found = fromFindings(result))
    return found;
  if (!result.compared || !result.out)
    return std::nullopt;
  return fromNumbers(text, levelCase, result, seed);
}

} // namespace tqc
