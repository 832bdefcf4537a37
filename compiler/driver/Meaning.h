//===- Meaning.h - What kernels mean, before and after each pass *- C++ -*-===//
//
// The tile interpreter runs IR, not PTX. Which IR? What the front end wrote,
// and, for who looks for the pass that changed its meaning, what each pass made
// of it:
//
//     Meaning meaning = meaningOf(module, kernels, Steps::EveryPass, options,
//                                 sources, diags);
//     meaning.steps.front().text       // the front end's
//     meaning.steps.back().pass        // "tq-allocate-shared"
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_MEANING_H
#define TQC_COMPILER_DRIVER_MEANING_H

#include "compiler/driver/Compiler.h"

namespace tqc {

/// The IR after a pass that changed it.
struct IrStep {
  std::string pass;  ///< "tq-fold-sums"; "front end" for the first one
  std::string phase; ///< "tile", "layout", "schedule"
  std::string text;  ///< MLIR with places
};

struct Meaning {
  bool succeeded = false;
  std::vector<KernelEntry> entries; ///< what a launch must know
  std::vector<IrStep> steps;
};

enum class Steps { FrontEnd, EveryPass };

/// The IR of kernels before the passes and, if asked for, after each of them.
Meaning meaningOf(const ast::Module &module,
                  llvm::ArrayRef<KernelRequest> kernels, Steps steps,
                  const CompileOptions &options, SourceManager &sources,
                  DiagEngine &diags);

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_MEANING_H
