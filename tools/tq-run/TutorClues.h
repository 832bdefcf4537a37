//===- TutorClues.h - What the source says of a mistake ---------*- C++ -*-===//
//
// Which strides, programs and masks does an address leave out or take from
// elsewhere, measured against what the parameters say and the reference does?
//
//     for (const Clue &clue : cluesOf(text, reference))
//       clue.mistake == "other-strides", clue.line == 45,
//       clue.why == "the address of `k_ptr` takes `stride_qs`"
//
// A clue alone is no mistake: right kernels in other styles may have some. They
// count where the results are wrong.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TUTORCLUES_H
#define TQC_TOOLS_TQ_RUN_TUTORCLUES_H

#include <string>
#include <vector>

namespace tqc {

struct Clue {
  std::string mistake; ///< its name in the tutor's knowledge
  int line = 0;        ///< 0 if the source does not say
  /// The line is where it shows; where it is may be another.
  bool isNear = false;
  std::string why;     ///< a sentence
  std::string pointer; ///< whose access it is about, if any
};

/// The clues of a text, the most telling first.
std::vector<Clue> cluesOf(const std::string &text,
                          const std::string &reference);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TUTORCLUES_H
