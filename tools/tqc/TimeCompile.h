//===- TimeCompile.h - How long a compilation takes -------------*- C++ -*-===//
//
// How many milliseconds of CPU does each phase take, in a warm process?
//
//     level8.tq: 61.3 ms (fastest 58.2, slowest 70.9, 20 runs)
//       tile 3.1, layout 6.0, schedule 0.4, nvvm 18.2, llvm 16.0, ptx 17.6
//
// A phase's share is its own median, so that shares need not add up.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_TIMECOMPILE_H
#define TQC_TOOLS_TQC_TIMECOMPILE_H

#include "compiler/driver/Options.h"

#include <string>

namespace tqc {

/// Compiles a text that is known to compile, 20 times.
std::string timeCompile(llvm::StringRef name, llvm::StringRef text,
                        const CompileOptions &options);

} // namespace tqc

#endif // TQC_TOOLS_TQC_TIMECOMPILE_H
