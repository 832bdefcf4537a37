//===- Report.cpp - What a run prints -------------------------------------===//

#include "tools/tq-run/Report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace tqc {

static bool wantsColours() {
  const char *off = std::getenv("NO_COLOR");
  const char *terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && !(off && *off) &&
         !(terminal && std::strcmp(terminal, "dumb") == 0);
}

/// What COLUMNS says, else how wide the terminal is; 0 where there is none.
static size_t wantedColumns() {
  constexpr long kLeast = 40;
  if (const char *said = std::getenv("COLUMNS"))
    if (long columns = std::strtol(said, nullptr, 10); columns >= kLeast)
      return static_cast<size_t>(columns);
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kLeast)
    return 0;
  return size.ws_col;
}

/// How many columns a text takes: neither colours nor the later bytes of a
/// letter take any.
static size_t widthOf(const std::string &text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\33')
      i = std::min(text.find('m', i), text.size());
    else
      width += (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80;
  return width;
}

static std::string foldLine(const std::string &line, size_t columns) {
  bool isSource = line.find(" | ") < 20;
  size_t blanks = line.find_first_not_of(' ');
  if (widthOf(line) <= columns || isSource || blanks == std::string::npos)
    return line;
  const std::string indent(blanks + 2, ' ');
  std::string folded(blanks, ' '), row = folded;
  for (size_t at = blanks; at < line.size();) {
    // Blanks before a word stay with it: they may be a column of a table.
    size_t word = std::min(line.find_first_not_of(' ', at), line.size());
    size_t end = std::min(line.find(' ', word), line.size());
    std::string part = line.substr(at, end - at);
    bool isFirst = row.find_first_not_of(' ') == std::string::npos;
    if (!isFirst && widthOf(row + part) > columns) {
      folded += "\n" + indent;
      row = indent;
      part = line.substr(word, end - word);
    }
    folded += part;
    row += part;
    at = end;
  }
  return folded;
}

std::string foldLines(const std::string &text, size_t columns) {
  std::string folded;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    folded += (at ? "\n" : "") + foldLine(text.substr(at, end - at), columns);
    at = end + 1;
  }
  return folded;
}

Report::Report(bool json)
    : wantsJson(json), colours(wantsColours()), columns(wantedColumns()) {}

void Report::line(const std::string &whole) const {
  if (wantsJson)
    return;
  std::string text = columns ? foldLines(whole, columns) : whole;
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fputc('\n', stdout);
  std::fflush(stdout);
}

std::string Report::paint(Colour colour, const std::string &text) const {
  static constexpr const char *kCodes[] = {"",        "\33[32m", "\33[31m",
                                           "\33[33m", "\33[2m",  "\33[1m"};
  if (!colours || colour == Colour::None)
    return text;
  return kCodes[static_cast<size_t>(colour)] + text + "\33[0m";
}

void Report::finish() const {
  if (!wantsJson)
    return;
  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

static std::string formatted(const char *format, double value) {
  char text[64];
  std::snprintf(text, sizeof(text), format, value);
  return text;
}

std::string showTime(double milliseconds) {
  if (milliseconds >= 1000)
    return formatted("%.1f s", milliseconds / 1000);
  return formatted(milliseconds < 10 ? "%.2f ms" : "%.0f ms", milliseconds);
}

std::string showError(double relative) { return formatted("%.1e", relative); }

std::string padded(const std::string &text, size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ')
                             : text;
}

Json jsonNumber(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json jsonOf(const Mismatch &mismatch, const std::vector<int64_t> &shape) {
  Json json;
  json["index"] = unravel(mismatch.index, shape);
  json["got"] = jsonNumber(mismatch.got);
  json["expected"] = jsonNumber(mismatch.expected);
  json["allowed"] = jsonNumber(mismatch.bound);
  if (mismatch.unwritten)
    json["unwritten"] = true;
  return json;
}

Json jsonOf(const Finding &finding) {
  Json json = Json::parse(finding.json, nullptr, /*allow_exceptions=*/false);
  if (json.is_object())
    return json;
  Json plain;
  plain["kind"] = finding.kind;
  plain["text"] = finding.text;
  plain["file"] = finding.file;
  plain["line"] = finding.line;
  plain["column"] = finding.column;
  return plain;
}

} // namespace tqc
