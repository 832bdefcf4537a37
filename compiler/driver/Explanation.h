//===- Explanation.h - What was decided about a kernel ----------*- C++ -*-===//
//
// The facts that `tqc --explain` prints, line by line of the source:
//
//     {line 12, kind "access", "load of 1024 f32: 16 bytes an access"}
//
// Free of MLIR, so that tools can print them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_EXPLANATION_H
#define TQC_COMPILER_DRIVER_EXPLANATION_H

#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace tqc {

/// One decision.
struct ExplainedItem {
  unsigned line = 0, column = 0; ///< in the kernel, where it calls, if it does
  std::string inside; ///< "stdlib.tq:40" if the op is in a called function
  std::string kind;   ///< "access", "dot", "move", "exchange", "ring", ...
  std::string text;
  llvm::json::Object facts; ///< the numbers of `text`
  unsigned count = 1;       ///< equal ones: a loop may be there twice
};

struct ExplainedLayout {
  std::string name;    ///< "#1"
  std::string text;    ///< "#tqg.linear<...>"
  std::string picture; ///< who holds which element; empty from rank 3 on
};

struct ExplainedKernel {
  std::string name, file, arch;
  unsigned line = 0;
  int warps = 0, stages = 0, roles = 1, cluster = 1;
  int blockWarps = 0; ///< of all roles and teams
  int64_t sharedBytes = 0;
  std::vector<ExplainedItem> items; ///< by line
  std::vector<ExplainedLayout> layouts;
};

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_EXPLANATION_H
