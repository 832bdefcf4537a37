//===- Report.h - What a run prints -----------------------------*- C++ -*-===//
//
// Lines for people, with colours on a terminal only, or one JSON object for
// programs. A run fills a Json value and prints lines as it goes; with --json
// the lines are left out and the value is printed at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_REPORT_H
#define TQC_TOOLS_TQ_RUN_REPORT_H

#include "runtime/device/Compare.h"
#include "runtime/device/Device.h"

#include <chrono>
#include <string>

#include "nlohmann/json.hpp"

namespace tqc {

using Json = nlohmann::ordered_json;

enum class Colour { None, Good, Bad, Warning, Dim, Bold };

class Report {
public:
  explicit Report(bool json);

  /// A line on stdout, folded at blanks where the terminal is narrower (or
  /// COLUMNS says so); nothing with --json.
  void line(const std::string &text) const;
  /// `text` in a colour, if stdout is a terminal that wants colours.
  std::string paint(Colour colour, const std::string &text) const;
  /// Prints `json` if --json was given.
  void finish() const;

  Json json;
  bool asJson() const { return wantsJson; }

private:
  bool wantsJson, colours;
  size_t columns; ///< 0: lines are as long as they are
};

/// Each line of `text` folded at blanks, if it is longer than `columns`; what
/// follows is indented further. A line of a source keeps its length.
std::string foldLines(const std::string &text, size_t columns);

/// A number of milliseconds: "0.31 ms", "12 ms", "3.4 s".
std::string showTime(double milliseconds);
/// "2.9e-04".
std::string showError(double relative);
/// Text padded with blanks on the right.
std::string padded(const std::string &text, size_t width);

/// JSON has no NaN or infinity; they become text.
Json jsonNumber(double value);
Json jsonOf(const Mismatch &mismatch, const std::vector<int64_t> &shape);
/// The finding as the device describes it.
Json jsonOf(const Finding &finding);

/// Milliseconds since it was made.
class Stopwatch {
public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now() - start)
        .count();
  }

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_REPORT_H
