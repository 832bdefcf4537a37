//===- CommandLine.cpp - Options of a sub-command -------------------------===//

#include "tools/tq-run/CommandLine.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace tqc {

/// How many letters must change to make `b` of `a` (Levenshtein).
static size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i);
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t best = std::min({row[j] + 1, row[j - 1] + 1,
                              diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = std::exchange(row[j], best);
    }
  }
  return row.back();
}

std::string nearestWord(const std::string &word,
                        const std::vector<std::string> &words) {
  std::string best;
  size_t bestDistance = word.size() / 3 + 2;
  for (const std::string &candidate : words)
    if (size_t distance = editDistance(word, candidate);
        distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  return best;
}

static Error unknownOption(const std::string &dashes, const std::string &name,
                           const std::vector<OptionSpec> &options) {
  std::vector<std::string> names = {"help"};
  for (const OptionSpec &option : options)
    names.push_back(option.name);
  std::string text = "there is no option " + dashes + name;
  if (std::string near = nearestWord(name, names); !near.empty())
    return Error{text + "; did you mean --" + near + "?"};
  for (size_t i = 0; i < names.size(); ++i)
    text += (i ? ", --" : "; options are --") + names[i];
  return Error{text};
}

Result<CommandLine>
CommandLine::parse(const std::vector<std::string> &arguments,
                   const std::vector<OptionSpec> &options) {
  CommandLine line;
  bool optionsEnded = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string argument = arguments[i];
    // -x is an option of one letter.
    if (!optionsEnded && argument.size() == 2 && argument[0] == '-' &&
        std::any_of(options.begin(), options.end(),
                    [&](const OptionSpec &option) {
                      return argument.substr(1) == option.name;
                    }))
      argument = "-" + argument;
    if (optionsEnded || argument.substr(0, 2) != "--") {
      if (argument == "-h")
        line.given.push_back({"help", ""});
      else if (!optionsEnded && argument.size() > 1 && argument[0] == '-' &&
               std::string("0123456789.").find(argument[1]) ==
                   std::string::npos)
        return unknownOption("-", argument.substr(1), options);
      else
        line.positional.push_back(argument);
      continue;
    }
    if (argument == "--") {
      optionsEnded = true;
      continue;
    }
    size_t equals = argument.find('=');
    std::string name = argument.substr(2, equals - 2);
    auto spec = std::find_if(
        options.begin(), options.end(),
        [&](const OptionSpec &option) { return name == option.name; });
    if (name == "help") {
      line.given.push_back({"help", ""});
      continue;
    }
    if (spec == options.end())
      return unknownOption("--", name, options);
    bool hasValue = equals != std::string::npos;
    std::string value = hasValue ? argument.substr(equals + 1) : "";
    if (!spec->placeholder && hasValue)
      return Error{"--" + name + " takes no value"};
    if (spec->placeholder && !hasValue) {
      if (i + 1 == arguments.size())
        return Error{"--" + name + " needs a value: --" + name + " " +
                     spec->placeholder};
      value = arguments[++i];
    }
    line.given.push_back({name, value});
  }
  return line;
}

bool CommandLine::has(const std::string &name) const {
  return std::any_of(given.begin(), given.end(),
                     [&](const auto &item) { return item.first == name; });
}

std::string CommandLine::value(const std::string &name,
                               const std::string &otherwise) const {
  std::vector<std::string> all = values(name);
  return all.empty() ? otherwise : all.back();
}

std::vector<std::string> CommandLine::values(const std::string &name) const {
  std::vector<std::string> found;
  for (const auto &[option, value] : given)
    if (option == name)
      found.push_back(value);
  return found;
}

std::string helpText(const Command &command) {
  std::string text =
      "usage: tq-run " + std::string(command.usage) + "\n\n" + command.details;
  if (command.options.empty())
    return text;
  text += "\nOptions:\n";
  for (const OptionSpec &option : command.options) {
    std::string left =
        (option.name[1] ? "  --" : "  -") + std::string(option.name);
    if (option.placeholder)
      left += std::string(" ") + option.placeholder;
    if (left.size() < 22)
      left.resize(22, ' ');
    else
      left += "\n" + std::string(22, ' ');
    text += left + option.help + "\n";
  }
  return text + "  --help              this text\n";
}

Result<int64_t> parseInteger(const std::string &text, const std::string &what,
                             int64_t low, int64_t high) {
  char *end = nullptr;
  errno = 0;
  long long value = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end || std::isspace(static_cast<unsigned char>(text[0])))
    return Error{what + " must be a whole number, not \"" + text + "\""};
  if (errno == ERANGE || value < low || value > high)
    return Error{what + " must be between " + std::to_string(low) + " and " +
                 std::to_string(high) + ", not " + text};
  return static_cast<int64_t>(value);
}

int usageError(const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "tq-run: error: %s\n", message.c_str());
  return kExitUsage;
}

} // namespace tqc
