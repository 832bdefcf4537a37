//===- PhaseRunner.h - One compilation on its way ---------------*- C++ -*-===//
//
// Takes kernels from where they are to the phase that was asked for. After
// each phase the IR is verified and the phase's promise checked: what fails
// there is the compiler's fault, what a pass refuses is the user's.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_PHASERUNNER_H
#define TQC_COMPILER_DRIVER_PHASERUNNER_H

#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/CompileResult.h"
#include "compiler/driver/IrDiagnostics.h"
#include "compiler/driver/KernelFacts.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <ctime>
#include <map>

namespace tqc {

class PhaseRunner {
public:
  PhaseRunner(const CompileOptions &options, DiagEngine &diags);

  /// Each start reaches a phase; false after errors.
  bool startFromTree(SemaContext &context, const ast::Module &module,
                     llvm::ArrayRef<KernelRequest> kernels);
  bool startFromIr(const SourceFile &file);
  bool startFromLlvm(const SourceFile &file);

  /// Goes on to `options.last`.
  bool run();
  CompileResult take();

private:
  void stopWatch();
  bool useTarget(llvm::StringRef recordedArch);
  bool holdsKernels(llvm::StringRef name);
  bool fitsTarget();
  void recordDisabled();
  bool reach(PhaseId phase);
  bool runPasses(PhaseId phase);
  bool lower();
  bool translate();
  bool emit();
  bool check(PhaseId phase);
  bool keepsPromise(PhaseId phase);
  bool refuse(const PtxProblem &problem);
  std::string showPhase();
  void collectAccesses();
  void setFacts(const std::vector<KernelEntry> &entries);
  bool readFacts(const std::string &lines);

  const CompileOptions &options;
  DiagEngine &diags;
  PtxOptions target;
  mlir::MLIRContext context;
  IrDiagnostics irDiags;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  std::map<std::string, AccessFacts> accesses; // by kernel
  PhaseId phase = PhaseId::Ast;
  CompileResult result;
  std::vector<PassRemark> remarks; // for --explain
  std::clock_t reachedAt;
};

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_PHASERUNNER_H
