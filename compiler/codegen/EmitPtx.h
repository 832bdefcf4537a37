//===- EmitPtx.h - From the nvvm phase to PTX text --------------*- C++ -*-===//
//
// Which PTX does LLVM's NVPTX target make of a module in the `nvvm` phase?
//
//     PtxOptions options;                 // sm_80, the lowest PTX that fits
//     auto llvmModule = translateToLlvm(module, llvmContext, options);
//     std::string ptx = writePtx(*llvmModule, options)->text;
//
// The text begins with `.version`; comments that LLVM writes are left out. The
// same module and options give the same bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_EMITPTX_H
#define TQC_COMPILER_CODEGEN_EMITPTX_H

#include "runtime/image/Gpus.h"

#include "mlir/IR/BuiltinOps.h"

#include <memory>
#include <optional>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace tqc {

/// What the back end must know; every member has a useful default.
struct PtxOptions {
  std::string arch = std::string(kDefaultGpu);
  /// 78 is PTX 7.8; 0 takes the lowest that the code needs, 7.0 at least.
  unsigned ptxVersion = 0;
  /// libdevice.10.bc; empty if there is none.
  std::string libdevice;
  /// `.loc` lines, which change no code.
  bool lineInfo = true;
};

struct EmittedPtx {
  std::string text;
  unsigned version = 0; ///< 78 for 7.8
};

/// Says why something did not work: one sentence for the user.
struct PtxProblem {
  enum Kind { Refused, NoLibdevice, BadOption, Internal } kind = Internal;
  std::string message;
};

/// The dialects and interfaces that translateToLlvm needs.
void registerPtxTranslations(mlir::DialectRegistry &registry);

/// Translates, links what libdevice must give, and optimises. Null and a
/// `problem` where it cannot.
std::unique_ptr<llvm::Module> translateToLlvm(mlir::ModuleOp module,
                                              llvm::LLVMContext &context,
                                              const PtxOptions &options,
                                              PtxProblem &problem);

/// Makes LLVM know PTX; once is enough, more does nothing.
void initializeTarget();

/// Whether PTX has all constraints of a module's inline assembly.
bool hasKnownConstraints(const llvm::Module &module, PtxProblem &problem);

/// Reads text that `--emit=llvm` wrote.
std::unique_ptr<llvm::Module> readLlvm(const std::string &text,
                                       llvm::LLVMContext &context,
                                       PtxProblem &problem);

/// The module as `--emit=llvm` prints it.
std::string printLlvm(const llvm::Module &module);

/// Selects instructions. Changes `module`.
std::optional<EmittedPtx>
writePtx(llvm::Module &module, const PtxOptions &options, PtxProblem &problem);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_EMITPTX_H
