//===- Manual.h - What a program takes, for who prints it -------*- C++ -*-===//
//
// What are the options of each program, with their values? Completions of
// shells and manual pages are printed from this, and this comes from the tables
// that the programs read their command lines by:
//
//     tqc completion bash     completionFor(Shell::Bash, allManuals())
//     tqc man tq-run          manualPage(manualOf("tq-run"))
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_MANUAL_MANUAL_H
#define TQC_TOOLS_MANUAL_MANUAL_H

#include <string>
#include <vector>

namespace tqc {

struct ManualOption {
  std::string name;        ///< with its dashes: "--arch", "-D"
  std::string placeholder; ///< what its value is called; empty for a flag
  std::string help;
  std::vector<std::string> choices; ///< values, where there are only these
};

struct ManualCommand {
  std::string name, usage, summary;
  std::string details; ///< whole lines, to be shown as they are
  std::vector<ManualOption> options;
};

/// A program. One with commands takes the name of one as its first word.
struct Manual {
  ManualCommand program;
  std::vector<ManualCommand> commands;
  bool needsCommand = false; ///< its first word is no file
};

const std::vector<Manual> &allManuals();

enum class Shell { Bash, Zsh, Fish };
/// A script that teaches the shell all of these programs.
std::string completionFor(Shell shell, const std::vector<Manual> &manuals);

/// The page of section 1, in the language of man.
std::string manualPage(const Manual &manual);

/// `tqc completion SHELL [PROGRAM]`
int completionMain(int argc, char **argv);
/// `tqc man PROGRAM`
int manMain(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_MANUAL_MANUAL_H
