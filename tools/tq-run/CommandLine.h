//===- CommandLine.h - Options of a sub-command -----------------*- C++ -*-===//
//
// What did the user ask of a sub-command?
//
//     static constexpr OptionSpec kOptions[] = {
//         {"device", "NAME", "cuda, cuda:1 or emu"},
//         {"json", nullptr, "print JSON"}};
//     auto line = CommandLine::parse(arguments, kOptions);
//     line->value("device"), line->has("json"), line->positional
//
// `--device emu`, `--device=emu` and `--json` are understood; `--` ends the
// options. An option that is not in the table is an error that names the
// nearest one.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_COMMANDLINE_H
#define TQC_TOOLS_TQ_RUN_COMMANDLINE_H

#include "runtime/image/Result.h"

#include <string>
#include <vector>

namespace tqc {

struct OptionSpec {
  const char *name;        ///< without dashes
  const char *placeholder; ///< what its value is called; null for a flag
  const char *help;
};

/// A sub-command of tq-run.
struct Command {
  const char *name;
  const char *usage;   ///< "check N [options]"
  const char *summary; ///< one line
  const char *details; ///< what it does, with examples; whole lines
  std::vector<OptionSpec> options;
  int (*run)(const class CommandLine &line);
};

/// Exit codes of every sub-command.
enum ExitCode : int { kExitPass = 0, kExitWrong = 1, kExitUsage = 2 };

class CommandLine {
public:
  static Result<CommandLine> parse(const std::vector<std::string> &arguments,
                                   const std::vector<OptionSpec> &options);

  bool has(const std::string &name) const;
  /// The value given last, or `otherwise`.
  std::string value(const std::string &name,
                    const std::string &otherwise = "") const;
  /// All values given, in order.
  std::vector<std::string> values(const std::string &name) const;

  std::vector<std::string> positional;

private:
  std::vector<std::pair<std::string, std::string>> given;
};

/// The word of `words` that `word` was probably meant to be, or "".
std::string nearestWord(const std::string &word,
                        const std::vector<std::string> &words);

/// The whole text of `tq-run COMMAND --help`.
std::string helpText(const Command &command);

/// Reads a whole number in [low, high]; the error names `what`.
Result<int64_t> parseInteger(const std::string &text, const std::string &what,
                             int64_t low, int64_t high);

/// Prints "tq-run: error: ..." and returns kExitUsage.
int usageError(const std::string &message);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_COMMANDLINE_H
