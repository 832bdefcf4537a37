//===- SourceSnippet.cpp - The line of a finding, and a caret -------------===//

#include "runtime/device/SourceSnippet.h"

#include "runtime/image/ReadFile.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace tqc {

/// Wider lines are cut.
static constexpr size_t kMaxWidth = 100;

/// Whether a byte begins a character of UTF-8.
static bool beginsCharacter(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

/// The column behind the name at `from`, "tl.store"; behind one character,
/// where there is no name.
static size_t endOfName(const std::string &line, size_t from) {
  size_t end = from;
  while (end < line.size() &&
         (std::isalnum(static_cast<unsigned char>(line[end])) ||
          line[end] == '_' || line[end] == '.'))
    ++end;
  return std::max(end, from + 1);
}

std::string drawSnippet(const std::string &text, int line, int column) {
  size_t begin = 0;
  for (int i = 1; i < line && begin != std::string::npos; ++i) {
    begin = text.find('\n', begin);
    begin += begin != std::string::npos;
  }
  if (line < 1 || column < 1 || begin >= text.size())
    return "";
  std::string whole = text.substr(begin, text.find('\n', begin) - begin);
  size_t from = static_cast<size_t>(column) - 1;
  if (from >= whole.size())
    return "";
  size_t end = endOfName(whole, from);
  std::string shown, carets;
  size_t width = 0;
  for (size_t i = 0; i < whole.size(); ++i) {
    bool isCut = beginsCharacter(whole[i]) && width >= kMaxWidth;
    if (isCut && i <= from)
      return ""; // the place itself would not be seen
    if (isCut) {
      shown += "...";
      break;
    }
    bool isControl = static_cast<unsigned char>(whole[i]) < 0x20;
    shown += isControl ? ' ' : whole[i];
    if (!beginsCharacter(whole[i]))
      continue;
    ++width;
    carets += i >= from && i < end ? '^' : ' ';
  }
  carets.erase(carets.find_last_not_of(' ') + 1);
  shown.erase(shown.find_last_not_of(' ') + 1);
  std::string number = std::to_string(line);
  if (number.size() < 5)
    number.insert(0, 5 - number.size(), ' ');
  return number + " | " + shown + "\n" + std::string(number.size(), ' ') +
         " | " + carets + "\n";
}

/// Whether `source` was saved after `compiled` was made of it.
static bool isNewer(const std::string &source, const std::string &compiled) {
  std::error_code missing;
  auto saved = std::filesystem::last_write_time(source, missing);
  auto made = std::filesystem::last_write_time(compiled, missing);
  return missing || saved > made;
}

void forgetNewerSources(std::vector<Finding> &findings,
                        const std::string &compiled) {
  for (Finding &finding : findings)
    if (!finding.file.empty() && isNewer(finding.file, compiled))
      finding.line = finding.column = 0;
}

std::string textWithSnippet(const Finding &finding) {
  size_t first = finding.text.find('\n');
  if (finding.file.empty() || finding.line < 1)
    return finding.text;
  Result<std::string> source = readFile(finding.file, /*takesStdin=*/false);
  std::string snippet =
      source ? drawSnippet(*source, finding.line, finding.column) : "";
  if (snippet.empty())
    return finding.text;
  if (first == std::string::npos) // the text ends without a line break
    return finding.text + "\n" + snippet.substr(0, snippet.size() - 1);
  return finding.text.substr(0, first + 1) + snippet +
         finding.text.substr(first + 1);
}

} // namespace tqc
