//===- NewTopic.h - The files that a topic begins as ------------*- C++ -*-===//
//
// What does an author start from? From a topic that works:
//
//     for (const NewFile &file : filesOfNewTopic("running_sum"))
//       // "running_sum.tq", "running_sum/lesson.md", ...
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_NEWTOPIC_H
#define TQC_TOOLS_TQ_RUN_NEWTOPIC_H

#include <string>
#include <vector>

namespace tqc {

struct NewFile {
  std::string path; ///< below levels/tracks
  std::string text;
};

std::vector<NewFile> filesOfNewTopic(const std::string &name);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_NEWTOPIC_H
