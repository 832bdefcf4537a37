//===- Request.h - What a program asks the compiler for ---------*- C++ -*-===//
//
// The options of tqc by their names, as text:
//
//     tqc_request request;
//     setRequest(request, "define", "BLOCK=256") == ""
//     setRequest(request, "define", "256")
//       == "define is `256`, but must be as in BLOCK=1024"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_LIBRARY_REQUEST_H
#define TQC_COMPILER_LIBRARY_REQUEST_H

#include "compiler/driver/Options.h"
#include "compiler/library/tqc.h"

struct tqc_request {
  tqc::CompileOptions options;
  bool usesCache = true;
  /// Everything that was set, in order: the part of a cache's key.
  std::string said;
};

namespace tqc {

/// Sets a key; empty, or one sentence that says why not.
std::string setRequest(tqc_request &request, llvm::StringRef key,
                       llvm::StringRef value);

} // namespace tqc

#endif // TQC_COMPILER_LIBRARY_REQUEST_H
