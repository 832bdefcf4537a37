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

#include "compiler/driver/CompileResult.h"

namespace tqc {

/// Compiles what `options` names in `file`.
CompileResult compile(const SourceFile &file, const CompileOptions &options,
                      SourceManager &sources, DiagEngine &diags);

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
