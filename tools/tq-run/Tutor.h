//===- Tutor.h - What went wrong, where, and what to ask --------*- C++ -*-===//
//
// Evidence first: what the emulator found, which wrong formula the numbers
// agree with, which case is the first that fails, and what the source says of
// strides, masks and programs. Then the mistake that fits, the line to look at,
// and one question.
//
//     std::optional<Diagnosis> d =
//         diagnose(text, reference, case, result, seed);
//     d->mistake->first == "How large is a dot product of D numbers ..."
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_TUTOR_H
#define TQC_TOOLS_TQ_RUN_TUTOR_H

#include "tools/tq-run/Judge.h"

#include <optional>

namespace tqc {

/// A row of TutorKnowledge.def.
struct Mistake {
  const char *name, *what, *places, *first, *second;
};

/// The row of that name; null if there is none.
const Mistake *mistakeNamed(const std::string &name);
/// All rows.
const std::vector<Mistake> &allMistakes();

struct Diagnosis {
  const Mistake *mistake = nullptr;
  std::string evidence; ///< a sentence; several lines for a finding
  int line = 0;         ///< of the file, from 1; 0 if there is none
};

/// What explains the failure of a case; nothing for a pass, and where nothing
/// fits. `text` is the source, `reference` the level's own, whose statements
/// only say which lines are another's.
std::optional<Diagnosis> diagnose(const std::string &text,
                                  const std::string &reference,
                                  const LevelCase &levelCase,
                                  const CaseResult &result, uint64_t seed);

/// What explains an error of the compiler; nothing where its words say it all.
std::optional<Diagnosis> diagnoseError(const std::string &text,
                                       const std::string &error);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_TUTOR_H
