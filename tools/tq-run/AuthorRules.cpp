//===- AuthorRules.cpp - What the texts of a level must keep --------------===//

#include "tools/tq-run/AuthorRules.h"

#include "tools/tq-run/LevelTemplate.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace tqc {

/// The beginnings of the words of a text that say something; "loads" and
/// "loaded" begin alike.
static std::set<std::string> wordsOf(const std::string &text) {
  constexpr size_t kShortest = 4, kBeginning = 5;
  static const std::set<std::string> kEmpty = {
      "this",  "that",  "with",  "from",  "have",  "them", "each",
      "they",  "what",  "when",  "into",  "both",  "then", "their",
      "those", "these", "there", "where", "which", "other"};
  std::set<std::string> words;
  std::string word;
  for (char c : text + " ") {
    auto letter = static_cast<unsigned char>(c);
    if (std::isalpha(letter) || c == '_') {
      word += static_cast<char>(std::tolower(letter));
      continue;
    }
    if (word.size() >= kShortest && !kEmpty.count(word.substr(0, kBeginning)))
      words.insert(word.substr(0, kBeginning));
    word.clear();
  }
  return words;
}

/// Whether a lesson speaks of what a TODO says.
static bool speaksOf(const std::set<std::string> &lesson,
                     const std::string &todo) {
  std::set<std::string> words = wordsOf(todo);
  auto known = static_cast<size_t>(
      std::count_if(words.begin(), words.end(), [&](const std::string &word) {
        return lesson.count(word) > 0;
      }));
  return words.empty() || 3 * known >= words.size();
}

static std::string withoutBlanks(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](unsigned char c) { return std::isspace(c); }),
             text.end());
  return text;
}

/// The statements between the markers that are long enough to give something
/// away, without blanks.
static std::vector<std::string> solutionLines(const std::string &file) {
  constexpr size_t kShortest = 16;
  std::vector<std::string> lines;
  bool isInside = false;
  for (size_t at = 0; at < file.size();) {
    size_t end = std::min(file.find('\n', at), file.size());
    std::string line = withoutBlanks(file.substr(at, end - at));
    if (line == "#>>>solution" || line == "#<<<solution")
      isInside = line == "#>>>solution";
    else if (isInside && line.size() >= kShortest && line[0] != '#')
      lines.push_back(line);
    at = end + 1;
  }
  return lines;
}

std::vector<std::string>
authoringProblems(const std::string &file, const std::string &lesson,
                  const std::vector<std::string> &hints) {
  std::vector<std::string> problems;
  std::vector<OpenPart> parts = openParts(templateOf(file));
  if (parts.empty())
    problems.push_back("the template has nothing to write: no region stands "
                       "between `# >>> solution` and `# <<< solution`");
  std::set<std::string> words = wordsOf(lesson);
  for (const OpenPart &part : parts)
    if (!speaksOf(words, part.todo))
      problems.push_back("the lesson knows nothing of this part: " + part.todo);
  if (hints.size() < 3)
    problems.push_back("there are " + std::to_string(hints.size()) +
                       " hints; three is the least");
  std::vector<std::string> solution = solutionLines(file);
  for (size_t i = 0; i + 1 < hints.size(); ++i)
    for (const std::string &line : solution)
      if (withoutBlanks(hints[i]).find(line) != std::string::npos)
        problems.push_back("hint " + std::to_string(i + 1) +
                           " gives a statement of the solution away, and is "
                           "not the last: " +
                           line);
  return problems;
}

} // namespace tqc
