//===- LevelTemplate.cpp - A level with its solution left out -------------===//

#include "tools/tq-run/LevelTemplate.h"

namespace tqc {

static constexpr std::string_view kBegin = "# >>> solution",
                                  kEnd = "# <<< solution",
                                  kPlaceholder = "...  # your code here";

static std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

/// Without the blanks around it, and the carriage return of other systems.
static std::string_view trimmed(std::string_view line) {
  size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos)
    return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

static std::string withoutMarkers(std::string_view level, bool keepsSolution) {
  std::string text;
  bool inside = false;
  for (std::string_view line : linesOf(level)) {
    if (trimmed(line) == kBegin) {
      inside = true;
      if (!keepsSolution)
        text += std::string(line.substr(0, line.find('#'))) +
                std::string(kPlaceholder) + "\n";
    } else if (trimmed(line) == kEnd) {
      inside = false;
    } else if (!inside || keepsSolution) {
      text += std::string(line) + "\n";
    }
  }
  return text;
}

std::string templateOf(std::string_view level) {
  return withoutMarkers(level, /*keepsSolution=*/false);
}

std::string solutionOf(std::string_view level) {
  return withoutMarkers(level, /*keepsSolution=*/true);
}

/// The TODO in the comment that ends above `line`.
static std::string todoAbove(const std::vector<std::string_view> &lines,
                             size_t line) {
  constexpr std::string_view kTodo = "# TODO: ";
  std::string todo;
  while (line-- > 0) {
    std::string_view text = trimmed(lines[line]);
    if (text.empty() || text[0] != '#')
      break;
    bool isFirst = text.substr(0, kTodo.size()) == kTodo;
    text.remove_prefix(isFirst ? kTodo.size() : 1);
    todo = std::string(trimmed(text)) + (todo.empty() ? "" : " ") + todo;
    if (isFirst)
      break;
  }
  return todo;
}

std::vector<OpenPart> openParts(std::string_view text) {
  std::vector<OpenPart> parts;
  std::vector<std::string_view> lines = linesOf(text);
  for (size_t i = 0; i < lines.size(); ++i)
    if (trimmed(lines[i]) == kPlaceholder)
      parts.push_back({static_cast<int>(i + 1), todoAbove(lines, i)});
  return parts;
}

} // namespace tqc
