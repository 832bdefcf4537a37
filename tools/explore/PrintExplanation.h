//===- PrintExplanation.h - `tqc --explain` as text and JSON ----*- C++ -*-===//
//
// What does a person, or an editor, see of what was decided?
//
//     vector_add (k.tq): 4 warps, 3 stages, no shared memory
//        6 |     x = tl.load(x_ptr + offsets, mask=mask)
//          - x = load of 1024 f32: 16 bytes an access, 2 a thread, ...
//     on sm_80: 26 registers a thread, no spills; 16 blocks ...
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_PRINTEXPLANATION_H
#define TQC_TOOLS_EXPLORE_PRINTEXPLANATION_H

#include "compiler/driver/Explanation.h"
#include "compiler/syntax/Source.h"
#include "tools/explore/MachineCode.h"

namespace tqc {

struct ExplanationParts {
  llvm::ArrayRef<ExplainedKernel> kernels;
  /// Of each kernel by ptxas, or why it is not known; null if there is no PTX.
  const Result<std::vector<RegisterUse>> *registers = nullptr;
  const SourceManager &sources;
  bool pictures = false; ///< of the layouts, in the text
};

std::string explanationText(const ExplanationParts &parts);
/// One object; pictures are always in it.
std::string explanationJson(const ExplanationParts &parts);

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_PRINTEXPLANATION_H
