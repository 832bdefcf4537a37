//===- PlantedMistakes.h - Wrong variants of a topic ------------*- C++ -*-===//
//
// Would the check of a topic notice? Its wrong.edits describes kernels that
// must fail, as edits of the solution:
//
//     == the mask is left out of the store
//     - tl.store(out_ptr + offsets, x, mask=mask)
//     + tl.store(out_ptr + offsets, x)
//
// What `-` lines say must stand once in the file, whatever blanks it is written
// with; `-all` means every place. Several edits may make one variant.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_PLANTEDMISTAKES_H
#define TQC_TOOLS_TQ_RUN_PLANTEDMISTAKES_H

#include "runtime/image/Result.h"

#include <string>
#include <string_view>
#include <vector>

namespace tqc {

struct PlantedMistake {
  std::string name;
  std::string text; ///< of the whole file with the mistake
};

/// The variants of `solution`; an error names an edit that does not fit.
Result<std::vector<PlantedMistake>> plantMistakes(std::string_view edits,
                                                  std::string_view solution);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_PLANTEDMISTAKES_H
