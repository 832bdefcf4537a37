//===- Compiler.h - Source in, kernel image out -----------------*- C++ -*-===//
//
// Compiles kernels in this process, phase by phase (Phases.h).
//
//     SourceManager sources;
//     DiagEngine diags(sources);
//     SourceFile &file = sources.add("add.tq", text);
//     CompileResult result = compile(file, CompileOptions(), sources, diags);
//     result.image.find("add_kernel")->numWarps == 4
//
// The input is a `.tq` or `.py` file, or text of a later phase: `.mlir` or
// `.ll`, as a dump wrote it. Nothing is kept between calls and nothing is
// global, but for LLVM's own registries.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_COMPILER_H
#define TQC_COMPILER_DRIVER_COMPILER_H

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

/// Compiles what `options` names in `file`.
CompileResult compile(const SourceFile &file, const CompileOptions &options,
                      SourceManager &sources, DiagEngine &diags);

/// A kernel with everything that is fixed before it is analysed.
struct KernelRequest {
  const ast::FunctionStmt *kernel = nullptr;
  Specialization specialization;
};

/// Compiles kernels of a tree that is already there: a launcher's way.
CompileResult compileKernels(const ast::Module &module,
                             llvm::ArrayRef<KernelRequest> kernels,
                             const CompileOptions &options,
                             SourceManager &sources, DiagEngine &diags);

/// Finds imports beside the importing file and in `folders`; `loaded` is told
/// about every file that was read.
ImportLoader makeImportLoader(
    std::vector<std::string> folders,
    std::function<void(llvm::StringRef path, llvm::StringRef text)> loaded =
        nullptr);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_COMPILER_H
