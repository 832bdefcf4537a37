//===- LevelTexts.cpp - The lesson and the hints of a level ---------------===//

#include "tools/tq-run/LevelTexts.h"

#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/LevelTemplate.h"
#include "tools/tq-run/Topics.h"

namespace tqc {

static std::string shippedText(int level, const char *name) {
  return std::string(
      shippedFile("levels/" + pathBelow(level) + "/" + name).value_or(""));
}

/// Without the empty lines at both ends.
static std::string withoutEdges(const std::string &text) {
  size_t first = text.find_first_not_of('\n');
  if (first == std::string::npos)
    return "";
  return text.substr(first, text.find_last_not_of('\n') - first + 1);
}

std::string lessonOf(int level) {
  return withoutEdges(shippedText(level, "lesson.md"));
}

std::vector<std::string> hintsOf(int level) {
  std::vector<std::string> hints;
  std::string text = shippedText(level, "hints.md");
  constexpr const char *kHead = "\n## Hint ";
  for (size_t at = text.find(kHead); at != std::string::npos;) {
    size_t begin = text.find('\n', at + 1);
    at = text.find(kHead, begin);
    hints.push_back(withoutEdges(text.substr(begin, at - begin)));
  }
  return hints;
}

std::string referenceOf(int level) {
  return solutionOf(
      shippedFile("levels/" + pathBelow(level) + ".tq").value_or(""));
}

} // namespace tqc
