//===- Options.h - What a compilation is asked for --------------*- C++ -*-===//
//
// One struct, filled by the tools; nothing below `tools` reads a flag or the
// environment.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_OPTIONS_H
#define TQC_COMPILER_DRIVER_OPTIONS_H

#include "compiler/analysis/CodeChoices.h"
#include "compiler/driver/Phases.h"
#include "compiler/syntax/Sema.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir {
class Operation;
}

namespace tqc {

/// What the code is for.
struct TargetOptions {
  std::string arch = "sm_80";
  /// 78 is PTX 7.8; 0 takes the lowest that the code needs, 7.0 at least.
  unsigned ptxVersion = 0;
  /// libdevice.10.bc; empty if there is none.
  std::string libdevice;
  /// `.loc` lines, which change no code.
  bool lineInfo = true;
};

struct CompileOptions {
  TargetOptions target;
  /// The kernel to compile; empty means all with a complete signature.
  std::string kernel;
  /// What the command line says of arguments, warps and stages.
  SpecializationRequest request;
  /// Folders that imports are looked for in, after the file's own.
  std::vector<std::string> includes;

  /// Refuse what Triton refuses.
  bool strictTriton = false;

  CodeChoices choices;

  /// The phase to stop after.
  PhaseId last = PhaseId::Ptx;
  /// Print the places of ops, so that a dump loses nothing.
  bool locations = false;
  /// Called with every phase's text as it is reached; empty for none.
  std::function<void(PhaseId, const std::string &)> onPhase;
  /// Called after each pass over tiles that has a name, on what it ran on; what
  /// it changes is compiled on. Tests plant faults of a compiler with it.
  std::function<void(llvm::StringRef pass, mlir::Operation *)> afterPass;
  /// Remarks of passes whose category matches this regular expression become
  /// diagnostics; empty for none.
  std::string remarks;
  /// Leave marks in the code that tell a debugger which statement begins and
  /// where the values of the source's names are.
  bool marks = false;
  /// Write CompileResult::explanation.
  bool explain = false;
  /// Gets what tl.static_print writes; without it, stderr does.
  std::function<void(llvm::StringRef)> staticPrint;
};

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_OPTIONS_H
