//===- CodeChoices.h - What is chosen for the passes ------------*- C++ -*-===//
//
// Which optimisations are left out, and which parts of the plan are forced: the
// same for every kernel of a compilation, and part of what names its code.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_CODECHOICES_H
#define TQC_COMPILER_ANALYSIS_CODECHOICES_H

#include "compiler/analysis/ForcedPlan.h"

namespace tqc {

struct CodeChoices {
  /// Names of Optimizations.def that are left out.
  std::vector<std::string> disabled;
  /// Parts of the plan that the planner does not choose.
  ForcedPlan plan;

  /// One string for each, as on the command line.
  std::vector<std::string> texts() const {
    std::vector<std::string> list = disabled;
    for (const auto &[part, choice] : plan)
      list.push_back(part + "=" + choice);
    return list;
  }
};

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_CODECHOICES_H
