//===- AuthorRules.h - What the texts of a level must keep ------*- C++ -*-===//
//
// Do a level's lesson and hints fit its file? An author's texts drift from the
// code they are about, and only a reader who has the solution would see it:
//
//     for (const std::string &problem :
//          authoringProblems(file, lesson, hints))
//       // "level3.tq:41: the lesson knows nothing of this part: ..."
//
// - What the template says of an open part (its TODO) is something that the
//   lesson speaks of: one of three words, or more, stand there too.
// - No hint but the last holds a statement of the solution.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_AUTHORRULES_H
#define TQC_TOOLS_TQ_RUN_AUTHORRULES_H

#include <string>
#include <vector>

namespace tqc {

/// What is wrong with the texts of a file, which has its markers still.
std::vector<std::string>
authoringProblems(const std::string &file, const std::string &lesson,
                  const std::vector<std::string> &hints);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_AUTHORRULES_H
