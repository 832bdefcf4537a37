//===- TqRun.h - The quest, checks and launches -----------------*- C++ -*-===//
//
// `tq-run check 8`, `tq-run launch k.tq:add ...`, `tq-run doctor`: one
// function, so that one binary can be several programs.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TQRUN_H
#define TQC_TOOLS_TQ_RUN_TQRUN_H

#include <vector>

namespace tqc {

struct Command;

/// Runs the command line; returns the exit code: 0 for success, 1 if a kernel
/// is wrong, 2 if the command line or the environment is.
int tqRunMain(int argc, char **argv);

/// Its sub-commands, in the order of the help.
std::vector<const Command *> tqRunCommands();

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TQRUN_H
