//===- TqOpt.h - Run single passes on .mlir files ---------------*- C++ -*-===//

#ifndef TQC_TOOLS_TQ_OPT_TQOPT_H
#define TQC_TOOLS_TQ_OPT_TQOPT_H

#include <string>
#include <utility>
#include <vector>

namespace tqc {

/// `tq-opt --tq-assign-layouts k.mlir`; returns the exit code.
int tqOptMain(int argc, char **argv);

/// What it says before its options.
extern const char *const kTqOptOverview;
/// The passes and pipelines of tqc, with a sentence each. Once a process.
std::vector<std::pair<std::string, std::string>> tqOptPasses();

} // namespace tqc

#endif // TQC_TOOLS_TQ_OPT_TQOPT_H
