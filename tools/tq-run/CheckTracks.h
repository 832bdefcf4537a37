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

#include "tools/tq-run/CheckLevel.h"
#include "tools/tq-run/CommandLine.h"

namespace tqc {

/// How one topic went.
struct TopicOutcome {
  CheckOutcome check;
  size_t rejected = 0, planted = 0;  ///< mistakes
  std::vector<std::string> problems; ///< of the template and the mistakes
};

/// Checks a topic's file; with `planted` also that its template is open and
/// that its planted mistakes fail.
TopicOutcome checkTopic(const CheckRequest &request, OpenedDevice &opened,
                        bool planted);
/// Why a check did not pass, in lines.
std::string whyNot(const CheckOutcome &outcome);

/// The exit code.
int checkTracks(const CommandLine &line);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_CHECKTRACKS_H
