//===- SelectKernels.h - Which kernels of a file to compile -----*- C++ -*-===//
//
// A file may hold kernels, and helpers that look like kernels. Which of them
// are meant?
//
//     tqc k.tq:add      the one that is named
//     tqc k.tq          all with a complete signature (a `# tqc:` line,
//                       annotations, or flags if there is one kernel only)
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_SELECTKERNELS_H
#define TQC_COMPILER_DRIVER_SELECTKERNELS_H

#include "compiler/driver/CompileResult.h"

namespace tqc {

/// The kernels with their specialisations, in the order of the file; empty
/// after an error.
std::vector<KernelRequest> selectKernels(SemaContext &context,
                                         const ast::Module &module,
                                         const CompileOptions &options);

/// Tells what is wrong with kernels of a `.py` file that could not be read:
/// with those that Python could not read either, and with what is `wanted` (its
/// name; empty for the kernels with a `# tqc:` line). False if there are such.
/// What else was passed over becomes remarks.
bool readAllKernels(const ast::Module &module, llvm::StringRef wanted,
                    DiagEngine &diags);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_SELECTKERNELS_H
