//===- CheckOptions.h - What a command line wants checked -------*- C++ -*-===//
//
// Which level, which file, which cases, where? `check` and `tutor` take the
// same words and options:
//
//     tq-run check 3 --case fp16 --seed 7
//     tq-run tutor mine.tq
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKOPTIONS_H
#define TQC_TOOLS_TQ_RUN_CHECKOPTIONS_H

#include "tools/tq-run/CheckLevel.h"

namespace tqc {

#define TQC_CHECKED_FILE_OPTIONS                                               \
  {"file", "FILE", "check this file"},                                         \
      {"levels", "DIR", "take the shipped levels from DIR"},                   \
      {"case", "TEXT",                                                         \
       "only cases whose name contains TEXT; may be repeated"},                \
      {"prints", "N|all",                                                      \
       "lines that are shown of what kernels print (emu); default: 20"},       \
      {"seed", "N", "of the inputs; default: another one each time"}

/// The level or topic and the file that the words of `command` name; all else
/// of the request is as it was made.
Result<CheckRequest> fileFromOptions(const CommandLine &line,
                                     const std::string &command);

/// The cases of a level that --set and --case leave.
Result<std::vector<LevelCase>> casesFromOptions(const CommandLine &line,
                                                int level, bool isGpu);

/// What is to be checked, and the device for it, which is opened. The command
/// line must outlive the request.
Result<CheckRequest> requestFromOptions(const CommandLine &line,
                                        std::optional<OpenedDevice> &opened);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKOPTIONS_H
