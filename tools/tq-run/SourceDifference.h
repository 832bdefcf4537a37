//===- SourceDifference.h - Where a text leaves its reference ---*- C++ -*-===//
//
// Which statements of a learner's file does the reference not have, and on
// which line does each begin to differ?
//
//     for (const SourceDifference &d : differencesOf(text, reference))
//       d.line == 41, d.got == "m = 0.0", d.wanted == "m = -float("inf")"
//
// Blanks, comments and docstrings do not count. It says where a question
// points; what a file is judged by are its results.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_SOURCEDIFFERENCE_H
#define TQC_TOOLS_TQ_RUN_SOURCEDIFFERENCE_H

#include <string>
#include <vector>

namespace tqc {

struct SourceDifference {
  int line = 0;       ///< of the learner's file
  std::string got;    ///< the statement without blanks; empty if it is missing
  std::string wanted; ///< the reference's; empty if it has none there
};

std::vector<SourceDifference> differencesOf(const std::string &text,
                                            const std::string &reference);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SOURCEDIFFERENCE_H
