//===- PlantedMistakes.cpp - Wrong variants of a topic --------------------===//

#include "tools/tq-run/PlantedMistakes.h"

#include <cctype>
#include <optional>

namespace tqc {

static bool isBlank(char c) {
  return std::isspace(static_cast<unsigned char>(c));
}

/// Where `old` ends if it begins at `at`, with any blanks for its own.
static std::optional<size_t> matchAt(std::string_view text, size_t at,
                                     std::string_view old) {
  for (size_t i = 0; i < old.size();) {
    if (!isBlank(old[i])) {
      if (at >= text.size() || text[at++] != old[i++])
        return std::nullopt;
      continue;
    }
    size_t begin = at;
    while (at < text.size() && isBlank(text[at]))
      ++at;
    if (at == begin)
      return std::nullopt;
    while (i < old.size() && isBlank(old[i]))
      ++i;
  }
  return at;
}

namespace {

struct Edit {
  std::string oldText, newText;
  bool everywhere = false;
};

} // namespace

/// New lines behind the first one are indented as the place is.
static std::string indentedLike(const std::string &text, std::string_view whole,
                                size_t place) {
  size_t line = whole.rfind('\n', place);
  line = line == std::string_view::npos ? 0 : line + 1;
  size_t indent = whole.find_first_not_of(' ', line) - line;
  std::string result;
  for (char c : text)
    result += c == '\n' ? "\n" + std::string(indent, ' ') : std::string(1, c);
  return result;
}

static Status applyEdit(const Edit &edit, std::string &text) {
  std::string result;
  size_t found = 0;
  for (size_t at = 0; at < text.size();) {
    std::optional<size_t> end = matchAt(text, at, edit.oldText);
    if (!end) {
      result += text[at++];
      continue;
    }
    ++found;
    result += indentedLike(edit.newText, text, at);
    at = *end;
  }
  if (found == 0 || (found > 1 && !edit.everywhere))
    return Error{std::to_string(found) + " places hold `" + edit.oldText + "`"};
  text = std::move(result);
  return {};
}

namespace {

/// Reads an edits file, line by line.
class EditReader {
public:
  explicit EditReader(std::string_view solution) : solution(solution) {}

  Status take(std::string_view line) {
    if (line.substr(0, 3) == "== ") {
      if (Status status = finishVariant(); !status)
        return status;
      variants.push_back({std::string(line.substr(3)), std::string(solution)});
      return {};
    }
    if (variants.empty() || line.empty())
      return {};
    bool isOld = line[0] == '-';
    if (!isOld && line[0] != '+')
      return Error{"`" + std::string(line) + "` is no edit"};
    if (isOld && hasNew)
      if (Status status = finishEdit(); !status)
        return status;
    bool everywhere = line.substr(0, 5) == "-all ";
    size_t head = std::min<size_t>(everywhere ? 5 : 2, line.size());
    std::string_view rest = line.substr(head);
    edit.everywhere |= everywhere;
    std::string &text = isOld ? edit.oldText : edit.newText;
    bool isFirst = isOld ? !hasOld : !hasNew;
    (isOld ? hasOld : hasNew) = true;
    text += (isFirst ? "" : "\n") + std::string(rest);
    return {};
  }

  Status finishVariant() {
    if (variants.empty())
      return {};
    return finishEdit();
  }

  std::vector<PlantedMistake> variants;

private:
  Status finishEdit() {
    if (!hasOld)
      return {};
    Status status = applyEdit(edit, variants.back().text);
    edit = {};
    hasOld = hasNew = false;
    if (!status)
      return Error{variants.back().name + ": " + status.error().message};
    return {};
  }

  std::string_view solution;
  Edit edit;
  bool hasOld = false, hasNew = false;
};

} // namespace

Result<std::vector<PlantedMistake>> plantMistakes(std::string_view edits,
                                                  std::string_view solution) {
  EditReader reader(solution);
  for (size_t at = 0; at < edits.size();) {
    size_t end = std::min(edits.find('\n', at), edits.size());
    if (Status status = reader.take(edits.substr(at, end - at)); !status)
      return status.error();
    at = end + 1;
  }
  if (Status status = reader.finishVariant(); !status)
    return status.error();
  return std::move(reader.variants);
}

} // namespace tqc
