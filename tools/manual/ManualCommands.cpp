//===- ManualCommands.cpp - `tqc completion` and `tqc man` ----------------===//

#include "tools/manual/Manual.h"

#include <cstdio>

using namespace tqc;

static constexpr const char *kCompletionHelp =
    "usage: tqc completion bash|zsh|fish [PROGRAM]\n\n"
    "Prints a script that teaches the shell the options of all programs, or of "
    "one:\n\n"
    "  source <(tqc completion bash)          in ~/.bashrc\n"
    "  source <(tqc completion zsh)           in ~/.zshrc, after compinit\n"
    "  tqc completion fish | source           in ~/.config/fish/config.fish\n\n"
    "`./tq install` puts them where the shells look.\n";

static constexpr const char *kManHelp =
    "usage: tqc man PROGRAM\n\nPrints the manual page of a program:\n\n"
    "  tqc man tq-run | man -l -\n";

static int complain(const std::string &message) {
  std::fprintf(stderr, "error: %s\n", message.c_str());
  return 2;
}

static bool isHelp(int argc, char **argv) {
  return argc > 2 &&
         (argv[2] == std::string("--help") || argv[2] == std::string("-h"));
}

static int unknownProgram(const std::string &name) {
  std::string names;
  for (const Manual &manual : allManuals())
    names += (names.empty() ? "" : ", ") + manual.program.name;
  return complain("no program is called \"" + name + "\"; there are " + names);
}

int tqc::completionMain(int argc, char **argv) {
  if (isHelp(argc, argv)) {
    std::fputs(kCompletionHelp, stdout);
    return 0;
  }
  std::string shell = argc > 2 ? argv[2] : "";
  if ((shell != "bash" && shell != "zsh" && shell != "fish") || argc > 4)
    return complain("tqc completion takes bash, zsh or fish, then a program");
  std::vector<Manual> manuals;
  for (const Manual &manual : allManuals())
    if (argc == 3 || manual.program.name == argv[3])
      manuals.push_back(manual);
  if (manuals.empty())
    return unknownProgram(argv[3]);
  Shell kind = shell == "bash"  ? Shell::Bash
               : shell == "zsh" ? Shell::Zsh
                                : Shell::Fish;
  std::fputs(completionFor(kind, manuals).c_str(), stdout);
  return 0;
}

int tqc::manMain(int argc, char **argv) {
  if (isHelp(argc, argv)) {
    std::fputs(kManHelp, stdout);
    return 0;
  }
  if (argc != 3)
    return complain("tqc man takes the name of one program");
  for (const Manual &manual : allManuals()) {
    if (manual.program.name != argv[2])
      continue;
    std::fputs(manualPage(manual).c_str(), stdout);
    return 0;
  }
  return unknownProgram(argv[2]);
}
