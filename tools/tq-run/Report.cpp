//===- Report.cpp - What a run prints -------------------------------------===//

#include "tools/tq-run/Report.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tqc {

static bool wantsColours() {
  const char *off = std::getenv("NO_COLOR");
  const char *terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && !(off && *off) &&
         !(terminal && std::strcmp(terminal, "dumb") == 0);
}

Report::Report(bool json) : wantsJson(json), colours(wantsColours()) {}

void Report::line(const std::string &text) const {
  if (wantsJson)
    return;
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
