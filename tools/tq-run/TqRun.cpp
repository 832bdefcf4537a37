//===- TqRun.cpp - The quest, checks and launches -------------------------===//

#include "tools/tq-run/TqRun.h"

#include "tools/tq-run/Commands.h"

#include <cstdio>
#include <cstring>
#include <iterator>

using namespace tqc;

static const Command *const kCommands[] = {
    &kInitCommand,  &kStartCommand, &kCheckCommand,  &kWatchCommand,
    &kHintCommand,  &kTutorCommand, &kListCommand,   &kSolutionCommand,
    &kResetCommand, &kBenchCommand, &kLaunchCommand, &kTuneCommand,
    &kDebugCommand, &kBlameCommand, &kDoctorCommand, &kGuideCommand,
    &kShowCommand,  &kDevCommand,
};

std::vector<const Command *> tqc::tqRunCommands() {
  return {std::begin(kCommands), std::end(kCommands)};
}

static void printHelp() {
  std::printf(
      "usage: tq-run [COMMAND] [arguments]\n\n"
      "Checks and times the levels of the quest, and launches any kernel, "
      "on a GPU or on\nthe CPU. Without a command it prints the map of the "
      "levels.\n\nCommands:\n");
  for (const Command *command : kCommands)
    std::printf("  %-8s %s\n", command->name, command->summary);
  std::printf("\n`tq-run COMMAND --help` says more about each.\n"
              "Exit codes: 0 all is well, 1 a kernel is wrong, 2 the command "
              "line or the\nenvironment is.\n");
}

static int unknownCommand(const std::string &name) {
  std::vector<std::string> names;
  std::string list;
  for (const Command *command : kCommands) {
    names.push_back(command->name);
    list += (list.empty() ? "" : ", ") + std::string(command->name);
  }
  std::string text = "there is no command \"" + name + "\"";
  if (std::string near = nearestWord(name, names); !near.empty())
    text += "; did you mean " + near + "?";
  return usageError(
      text + (text.back() == '?' ? " Commands are " : "; commands are ") +
      list);
}

int tqc::tqRunMain(int argc, char **argv) {
  if (argc < 2)
    return printMap();
  std::string name = argv[1];
  if (name == "--json" && argc == 2)
    return printMap(/*asJson=*/true);
  if (name == "--help" || name == "-h" || name == "help") {
    printHelp();
    return kExitPass;
  }
  if (name == "--version") {
    std::printf("tq-run %s\n", TQC_VERSION);
    return kExitPass;
  }
  for (const Command *command : kCommands) {
    if (name != command->name)
      continue;
    Result<CommandLine> line = CommandLine::parse(
        std::vector<std::string>(argv + 2, argv + argc), command->options);
    if (!line)
      return usageError(line.error().message);
    if (line->has("help")) {
      std::printf("%s", helpText(*command).c_str());
      return kExitPass;
    }
    return command->run(*line);
  }
  return unknownCommand(name);
}
