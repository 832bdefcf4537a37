//===- IrDiagnostics.h - What passes say, in the user's words ---*- C++ -*-===//
//
// How does an error of MLIR become one of ours? Its location is a line of the
// user's file, so it gets that line and a caret like every other message:
//
//     k.tq:7:9: error: `tl.dot` of fp8 needs sm_89 or later [TQ0902]
//         7 |   acc = tl.dot(a, b)
//           |         ^^^^^^
//
// A fault that the compiler finds in its own work is TQ9999 instead.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_IRDIAGNOSTICS_H
#define TQC_COMPILER_DRIVER_IRDIAGNOSTICS_H

#include "compiler/syntax/Diagnostics.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"

#include <string>
#include <vector>

namespace tqc {

/// The help of every error that is the compiler's own.
inline constexpr const char *kReportInternal =
    "please report it with the dump of the phase before: `--dump-phases=DIR` "
    "writes it, and compiling that file shows the fault again";

/// The word that starts at this place, if its file is among `sources`.
Span spanOf(mlir::Location location, const SourceManager &sources);

/// The place where an op stands, in a called function if it is there; null if
/// there is none.
mlir::FileLineColRange innermostPlace(mlir::Location location);

/// The place in the kernel itself: of the outermost call.
mlir::FileLineColRange outermostPlace(mlir::Location location);

/// Takes over the diagnostics of a context while it lives.
class IrDiagnostics {
public:
  IrDiagnostics(mlir::MLIRContext &context, DiagEngine &diags);

  /// Errors from now on are the user's, under `code`.
  void blameUser(DiagCode code);
  /// Errors from now on are ours, found in the work of `phase`.
  void blameCompiler(llvm::StringRef phase);
  bool foundInternalError() const { return internalErrors != 0; }

  /// Says how many errors of a phase's work were not printed: all but one.
  void countRepeats();
  /// Reports a fault of ours that no op has.
  void internalError(const std::string &message);

private:
  mlir::LogicalResult handle(mlir::Diagnostic &diagnostic);
  Diag &add(mlir::Diagnostic &diagnostic, Span at);

  DiagEngine &diags;
  DiagCode code = code::CannotLower;
  std::string phase; ///< whose work is checked; empty if the user is blamed
  unsigned internalErrors = 0;
  mlir::ScopedDiagnosticHandler handler;
};

/// What a pass did or could not do.
struct PassRemark {
  std::string category, name;
  std::string outcome; ///< "done", "not done", "failed", "found"
  std::string text;    ///< the sentence and its numbers
  mlir::Location location;
};

/// Makes remarks of passes whose category matches `pattern` diagnostics of
/// `diags`, and puts all of them into `all` if there is one. False if the
/// pattern is no regular expression.
bool enableRemarks(mlir::MLIRContext &context, const std::string &pattern,
                   DiagEngine &diags, std::vector<PassRemark> *all = nullptr);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_IRDIAGNOSTICS_H
