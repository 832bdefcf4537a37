//===- Commands.h - The sub-commands of tq-run ------------------*- C++ -*-===//
//
// Each lives in its own file and is one Command: name, help, options, function.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_COMMANDS_H
#define TQC_TOOLS_TQ_RUN_COMMANDS_H

#include "tools/tq-run/CommandLine.h"

namespace tqc {

extern const Command kBenchCommand;    ///< BenchCommand.cpp
extern const Command kBlameCommand;    ///< BlameCommand.cpp
extern const Command kCheckCommand;    ///< CheckCommand.cpp
extern const Command kDebugCommand;    ///< DebugCommand.cpp
extern const Command kDevCommand;      ///< DevCommand.cpp
extern const Command kLaunchCommand;   ///< LaunchCommand.cpp
extern const Command kListCommand;     ///< ListCommand.cpp
extern const Command kDoctorCommand;   ///< DoctorCommand.cpp
extern const Command kGuideCommand;    ///< GuideCommand.cpp
extern const Command kHintCommand;     ///< HintCommand.cpp
extern const Command kInitCommand;     ///< InitCommand.cpp
extern const Command kResetCommand;    ///< ResetCommand.cpp
extern const Command kShowCommand;     ///< ShowCommand.cpp
extern const Command kSolutionCommand; ///< SolutionCommand.cpp
extern const Command kStartCommand;    ///< StartCommand.cpp
extern const Command kTuneCommand;     ///< TuneCommand.cpp
extern const Command kTutorCommand;    ///< TutorCommand.cpp
extern const Command kWatchCommand;    ///< WatchCommand.cpp

/// What `tq-run` prints without a command: the map of the levels.
int printMap(bool asJson = false);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_COMMANDS_H
