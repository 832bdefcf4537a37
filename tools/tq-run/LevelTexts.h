//===- LevelTexts.h - The lesson and the hints of a level -------*- C++ -*-===//
//
// What was written for a learner? levels/levelN/lesson.md and hints.md, which
// travel in the binary, so that no network and no folder is needed.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LEVELTEXTS_H
#define TQC_TOOLS_TQ_RUN_LEVELTEXTS_H

#include <string>
#include <vector>

namespace tqc {

/// The lesson, without a line break at its end.
std::string lessonOf(int level);

/// The hints, from the idea to nearly the solution.
std::vector<std::string> hintsOf(int level);

/// The reference of a level, as a finished file.
std::string referenceOf(int level);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LEVELTEXTS_H
