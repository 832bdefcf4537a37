//===- OutputFile.h - Write a result whole or not at all --------*- C++ -*-===//
//
// A regular file is written beside its place and renamed, so that a failure
// leaves what was there; `-` is stdout; devices and pipes are written directly.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_OUTPUTFILE_H
#define TQC_TOOLS_TQC_OUTPUTFILE_H

#include "runtime/image/Result.h"

#include "llvm/ADT/StringRef.h"

namespace tqc {

/// Writes `bytes` to `path`; the error names the path.
Status writeOutput(llvm::StringRef path, llvm::StringRef bytes);

} // namespace tqc

#endif // TQC_TOOLS_TQC_OUTPUTFILE_H
