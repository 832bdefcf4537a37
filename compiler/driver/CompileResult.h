//===- CompileResult.h - What a compilation is given, and makes -*- C++ -*-===//

#ifndef TQC_COMPILER_DRIVER_COMPILERESULT_H
#define TQC_COMPILER_DRIVER_COMPILERESULT_H

#include "compiler/driver/Explanation.h"
#include "compiler/driver/Options.h"
#include "runtime/image/KernelImage.h"

namespace tqc {

/// How a process ends after an error that is the compiler's own.
inline constexpr int kInternalErrorExit = 70;

/// CPU time of the way to a phase, from the phase before.
struct PhaseTime {
  PhaseId phase;
  double milliseconds;
};

struct CompileResult {
  /// False if `diags` got an error.
  bool succeeded = false;
  /// The error is the compiler's own (TQ9999): tools exit with 70.
  bool internalError = false;
  /// The text of the phase `options.last`.
  std::string text;
  /// The kernels and, after the last phase, their PTX.
  KernelImage image;
  /// What was decided about each kernel, if it was asked for.
  std::vector<ExplainedKernel> explanation;
  /// In the order of the phases; for `tqc --time` alone.
  std::vector<PhaseTime> times;
};

/// A kernel with everything that is fixed before it is analysed.
struct KernelRequest {
  const ast::FunctionStmt *kernel = nullptr;
  Specialization specialization;
};

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_COMPILERESULT_H
