//===- FatalErrors.h - When LLVM gives up -----------------------*- C++ -*-===//
//
// LLVM ends the process where it meets a fault of its own. How does a compiler
// that lives in somebody else's process go on?
//
//     FatalError error;
//     if (!runGuarded([&] { translate(); }, error))
//       ... error.reason: "Cannot select: ..."
//
// What was at work is left where it stands and never destroyed: its memory is
// lost, and nothing of it may be used again. Each thread guards itself.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_FATALERRORS_H
#define TQC_COMPILER_DRIVER_FATALERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace tqc {

struct FatalError {
  std::string phase;  ///< that was to be reached, "ptx"; empty if not said
  std::string reason; ///< in LLVM's words
};

/// Runs `body`; false, with the reason, where LLVM gave up. `body` must not
/// guard again.
bool runGuarded(llvm::function_ref<void()> body, FatalError &error);

/// Which phase the guarded body of this thread works at from now on; a literal.
void sayGuarded(const char *phase);

/// Ends the guarded body of this thread; returns if there is none.
void endGuarded(const char *reason);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_FATALERRORS_H
