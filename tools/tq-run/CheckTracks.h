//===- CheckTracks.h - All topics in one run --------------------*- C++ -*-===//
//
// Are all topics right? `tq-run check tracks` checks each, in a quest folder
// the files that the learner began, elsewhere those of the program, and prints
// a line for each:
//
//     ok   softmax                8 of 8 cases, 3 planted mistakes rejected
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_CHECKTRACKS_H
#define TQC_TOOLS_TQ_RUN_CHECKTRACKS_H

#include "tools/tq-run/CommandLine.h"

namespace tqc {

/// The exit code.
int checkTracks(const CommandLine &line);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKTRACKS_H
