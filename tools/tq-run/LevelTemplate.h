//===- LevelTemplate.h - A level with its solution left out -----*- C++ -*-===//
//
// What does a learner begin with? The level's file, where each region
//
//     # TODO: which elements are mine?
//     # >>> solution
//     offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
//     # <<< solution
//
// has become its TODO and the line `...  # your code here`, which Python takes
// too. As long as that line stands there, the part is open.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LEVELTEMPLATE_H
#define TQC_TOOLS_TQ_RUN_LEVELTEMPLATE_H

#include <string>
#include <string_view>
#include <vector>

namespace tqc {

/// A part of a learner's file that is still to be written.
struct OpenPart {
  int line = 0;     ///< of its placeholder, from 1
  std::string todo; ///< what is to be done there, in one line
};

/// The file that a learner begins with.
std::string templateOf(std::string_view level);

/// The level's file without the markers: what a solution is shown as.
std::string solutionOf(std::string_view level);

/// The parts of a learner's file that are still open, in order.
std::vector<OpenPart> openParts(std::string_view text);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LEVELTEMPLATE_H
