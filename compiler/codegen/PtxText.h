//===- PtxText.h - What a PTX text says about itself ------------*- C++ -*-===//
//
// Which PTX version does the code need, which does a text declare, and how does
// LLVM's output become ours?
//
//     neededPtxVersion(module, "sm_80").version == 70
//     declaredVersion(".version 7.0\n...") == 70
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_PTXTEXT_H
#define TQC_COMPILER_CODEGEN_PTXTEXT_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace tqc {

/// The lowest version that is enough, and what asks for it.
struct PtxNeed {
  unsigned version;
  std::string by; ///< "sm_90a" or "`createpolicy`"; empty for the lowest of all
};
/// What knows the GPU and every instruction of the module.
PtxNeed neededPtxVersion(const llvm::Module &module, llvm::StringRef arch);

/// 78 for a text with `.version 7.8`; 0 if it has none.
unsigned declaredVersion(llvm::StringRef ptx);

/// "7.8" for 78.
std::string showVersion(unsigned version);

/// LLVM's output without its header, the comments around inline PTX and a
/// section that is always empty.
std::string cleanPtx(llvm::StringRef ptx);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_PTXTEXT_H
