//===- UsageErrors.h - What is wrong with a command line --------*- C++ -*-===//
//
// Is the kernel wrong, or how the compiler was called? The exit code of `tqc`
// and of `tqc build` says it:
//
//     if (flags.output.empty())
//       return failUsage(diags, "-o is missing", "write -o FOLDER");
//     ...
//     return isUsageError(diags) ? UsageIsWrong : SourceIsWrong;
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_USAGEERRORS_H
#define TQC_TOOLS_TQC_USAGEERRORS_H

#include "compiler/syntax/Diagnostics.h"

#include <string>

namespace tqc {

enum ExitCode { Good = 0, SourceIsWrong = 1, UsageIsWrong = 2 };

/// Reports what is wrong with the command line or the environment.
int failUsage(DiagEngine &diags, const std::string &message,
              const std::string &help = "");

/// Whether all errors are of the command line; where it names kernels, one that
/// there is not is.
bool isUsageError(const DiagEngine &diags, bool kernelsAreNamed = false);

} // namespace tqc

#endif // TQC_TOOLS_TQC_USAGEERRORS_H
