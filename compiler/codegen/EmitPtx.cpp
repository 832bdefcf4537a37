//===- EmitPtx.cpp - From the nvvm phase to PTX text ----------------------===//
//
// See EmitPtx.h. What is particular to this use of LLVM:
//
// - `.loc` lines come from DebugDirectivesOnly; with full line tables LLVM
//   writes `.target ..., debug`, for which ptxas drops its optimisations.
// - The PTX version is always given: LLVM's own choice depends on the GPU, and
//   it takes an unknown version silently for that choice.
// - Loops are unrolled only where metadata asks for it: the tile loops are
//   large already, and ptxas unrolls what is left.
//
//===----------------------------------------------------------------------===//

#include "compiler/codegen/EmitPtx.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/InlinePtx.h"
#include "compiler/codegen/PtxText.h"
#include "compiler/codegen/PtxasFaults.h"
#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/CorrelatedValuePropagation.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/Reassociate.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace tqc;

//===----------------------------------------------------------------------===//
// The target
//===----------------------------------------------------------------------===//

/// Registers the target with LLVM, whose registry is global, and makes shared
/// addresses 32 bits wide, which LLVM offers as a flag alone. No
/// std::call_once: a shared library that is loaded late may get no thread-local
/// storage.
void tqc::initializeTarget() {
  static const bool isDone = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    auto &flags = llvm::cl::getRegisteredOptions();
    if (auto it = flags.find("nvptx-short-ptr"); it != flags.end())
      static_cast<llvm::cl::opt<bool> *>(it->second)->setValue(true);
    return true;
  }();
  static_cast<void>(isDone);
}

static llvm::Triple nvptxTriple() {
  return llvm::Triple("nvptx64-nvidia-cuda");
}

/// The flag of a module in which no product is fused with a sum: a dump of it
/// keeps it.
static constexpr llvm::StringLiteral kNoContraction = "tq.no-contraction";

/// The GPU whose instructions LLVM may take. From sm_100 on it knows more (a
/// maximum of three, sums of mixed types) than this compiler promises for these
/// GPUs: the instructions of sm_90.
static std::string instructionsOf(llvm::StringRef arch) {
  int capability = 0;
  llvm::StringRef digits = arch;
  if (!digits.consume_front("sm_") || digits.consumeInteger(10, capability) ||
      capability < 100)
    return arch.str();
  return "sm_90";
}

/// PTX for `arch` of PTX for the GPU whose instructions it has.
static std::string forArch(llvm::StringRef ptx, llvm::StringRef arch) {
  std::string head = "\n.target " + instructionsOf(arch);
  size_t at = ptx.find(head);
  if (at == llvm::StringRef::npos || instructionsOf(arch) == arch)
    return ptx.str();
  return (ptx.take_front(at) + "\n.target " + arch +
          ptx.drop_front(at + head.size()))
      .str();
}

static std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const llvm::Module &module, const PtxOptions &options,
                  unsigned version, PtxProblem &problem) {
  initializeTarget();
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(nvptxTriple(), error);
  if (!target) {
    problem = {PtxProblem::Internal, error};
    return nullptr;
  }
  llvm::TargetOptions targetOptions;
  targetOptions.AllowFPOpFusion = module.getModuleFlag(kNoContraction)
                                      ? llvm::FPOpFusion::Standard
                                      : llvm::FPOpFusion::Fast;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      nvptxTriple(), instructionsOf(options.arch),
      "+ptx" + std::to_string(version), targetOptions, llvm::Reloc::PIC_,
      std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

//===----------------------------------------------------------------------===//
// What LLVM complains about
//===----------------------------------------------------------------------===//

namespace {
/// Keeps LLVM's first error, which it would otherwise print before it exits.
struct KeepFirstError : llvm::DiagnosticHandler {
  explicit KeepFirstError(std::string &text) : text(text) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    if (text.empty()) {
      llvm::raw_string_ostream os(text);
      llvm::DiagnosticPrinterRawOStream printer(os);
      info.print(printer);
    }
    return true;
  }

  std::string &text;
};

/// Routes a context's errors into a string while it lives.
class ErrorScope {
public:
  explicit ErrorScope(llvm::LLVMContext &context)
      : context(context), before(context.getDiagnosticHandler()) {
    context.setDiagnosticHandler(std::make_unique<KeepFirstError>(text));
  }
  ~ErrorScope() { context.setDiagnosticHandler(std::move(before)); }

  /// True if LLVM said something; then `problem` says it to the user.
  bool failed(PtxProblem &problem) const {
    if (text.empty())
      return false;
    problem = {PtxProblem::Refused, text};
    return true;
  }

private:
  llvm::LLVMContext &context;
  std::unique_ptr<llvm::DiagnosticHandler> before;
  std::string text;
};
} // namespace

//===----------------------------------------------------------------------===//
// To LLVM IR
//===----------------------------------------------------------------------===//

namespace {
/// Instructions that all lanes of a warp execute together must not be moved
/// under a condition that differs from lane to lane. MLIR's inline assembly
/// cannot say so: an attribute does.
struct ConvergentTexts : mlir::LLVMTranslationDialectInterface {
  using LLVMTranslationDialectInterface::LLVMTranslationDialectInterface;

  mlir::LogicalResult
  amendOperation(mlir::Operation *, llvm::ArrayRef<llvm::Instruction *> made,
                 mlir::NamedAttribute attribute,
                 mlir::LLVM::ModuleTranslation &) const override {
    if (attribute.getName() == kConvergentAttr)
      for (llvm::Instruction *instruction : made)
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(instruction))
          call->setConvergent();
    return mlir::success();
  }
};
} // namespace

void tqc::registerPtxTranslations(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *, tqg::TqgDialect *dialect) {
    dialect->addInterfaces<ConvergentTexts>();
  });
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerNVVMDialectTranslation(registry);
}

/// Gives every function the debug scope that `.loc` lines need.
static bool addDebugScopes(mlir::ModuleOp module) {
  // What lies beside the functions has no scope to be inlined into, so a text
  // that a called function prints is of the module, not of the call.
  for (mlir::Operation &op : *module.getBody())
    if (!mlir::isa<mlir::LLVM::LLVMFuncOp>(op))
      op.setLoc(module.getLoc());
  mlir::PassManager pm(module.getContext(), mlir::ModuleOp::getOperationName());
  pm.enableVerifier(false);
  mlir::LLVM::DIScopeForLLVMFuncOpPassOptions options;
  options.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly;
  pm.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(options));
  return mlir::succeeded(pm.run(module));
}

/// The first function that is called and that libdevice would have to give.
static const llvm::Function *firstUndefined(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with("__nv_"))
      return &function;
  return nullptr;
}

/// Links the functions of libdevice that the module calls.
static bool linkLibdevice(llvm::Module &module, const PtxOptions &options,
                          PtxProblem &problem) {
  const llvm::Function *wanted = firstUndefined(module);
  if (!wanted)
    return true;
  std::string call = "the kernel calls `" + wanted->getName().str() + "`, ";
  if (options.libdevice.empty()) {
    problem = {PtxProblem::NoLibdevice,
               call + "which libdevice has, but no libdevice.10.bc was found"};
    return false;
  }
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> library =
      llvm::getLazyIRFileModule(options.libdevice, error, module.getContext());
  if (!library) {
    problem = {PtxProblem::NoLibdevice,
               options.libdevice + ": " + error.getMessage().str()};
    return false;
  }
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  auto internalize = [](llvm::Module &into, const llvm::StringSet<> &names) {
    llvm::internalizeModule(into, [&](const llvm::GlobalValue &value) {
      return !value.hasName() || !names.count(value.getName());
    });
  };
  if (llvm::Linker::linkModules(module, std::move(library),
                                llvm::Linker::LinkOnlyNeeded, internalize)) {
    problem = {PtxProblem::Internal, "linking libdevice failed"};
    return false;
  }
  if (const llvm::Function *missing = firstUndefined(module)) {
    problem = {PtxProblem::Refused,
               "libdevice has no function `" + missing->getName().str() + "`"};
    return false;
  }
  // Denormals are kept, as the language says.
  module.addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", uint32_t(0));
  return true;
}

/// Whether there is 16-bit arithmetic, which is what two lanes of a register
/// can do at once.
static bool hasHalfArithmetic(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      llvm::Type *type = instruction.getType();
      if ((type->isHalfTy() || type->isBFloatTy()) &&
          llvm::isa<llvm::BinaryOperator, llvm::IntrinsicInst>(instruction))
        return true;
    }
  return false;
}

/// From this many loops on a function's loops test at their end: analyses ask
/// for each loop what is known before it, and walk back over all loops that
/// test at their start.
static constexpr size_t kManyLoops = 64;

/// From this many on loads stay in their loops, for ptxas to move: LLVM walks
/// back over all loops for each load that it moves out of one.
static constexpr size_t kTooManyLoops = 256;

/// The loops of the function that has the most.
static size_t countLoops(llvm::Module &module) {
  size_t most = 0;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    most = std::max<size_t>(most, loops.getLoopsInPreorder().size());
  }
  return most;
}

/// What pays on the code of a kernel, which has no calls and no memory of its
/// own. O3 has more, finds nothing more there, and takes twice the time.
static llvm::FunctionPassManager kernelPasses(bool pairHalves,
                                              size_t loopCount) {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  // Narrows divisions of wide indices whose values are known to be small.
  passes.addPass(llvm::CorrelatedValuePropagationPass());
  passes.addPass(llvm::ReassociatePass());
  if (loopCount >= kManyLoops)
    passes.addPass(
        llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  if (loopCount < kTooManyLoops)
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(
        llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::LoopUnrollPass(
      llvm::LoopUnrollOptions(/*OptLevel=*/3, /*OnlyWhenForced=*/true)));
  if (pairHalves) // half of the time of all passes
    passes.addPass(llvm::SLPVectorizerPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::ADCEPass());
  passes.addPass(llvm::SimplifyCFGPass());
  return passes;
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.LoopInterleaving = false;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = true;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes;
  if (module.getModuleFlag("nvvm-reflect-ftz"))
    passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  else {
    // The target's own passes, which tell what range a thread's index has.
    builder.invokePipelineStartEPCallbacks(passes, llvm::OptimizationLevel::O3);
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(
        kernelPasses(hasHalfArithmetic(module), countLoops(module))));
    passes.addPass(llvm::GlobalDCEPass());
  }
  passes.run(module, modules);
  tqc::keepNegations(module);
}

/// A constraint of inline assembly that names neither a register class nor one
/// of the results; empty if all do. LLVM's passes stumble over those.
static std::string unknownConstraint(const llvm::InlineAsm &text) {
  unsigned results = 0, number = 0;
  auto constraints = text.ParseConstraints();
  if (constraints.empty()) // also what LLVM cannot read
    return text.getConstraintString().str();
  for (const auto &constraint : constraints) {
    results += constraint.Type == llvm::InlineAsm::isOutput;
    llvm::StringRef code = constraint.Codes.front();
    bool isResult = !code.getAsInteger(10, number) && number < results;
    bool isClass =
        code.starts_with("{") ||
        (code.size() == 1 && llvm::StringRef("bhcrlfdqNni").contains(code));
    if (constraint.Codes.size() != 1 || (!isResult && !isClass))
      return llvm::join(constraint.Codes, "");
  }
  return {};
}

bool tqc::hasKnownConstraints(const llvm::Module &module, PtxProblem &problem) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const auto *text =
          call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand())
               : nullptr;
      if (std::string code = text ? unknownConstraint(*text) : "";
          !code.empty()) {
        problem = {PtxProblem::Refused, "the constraint `" + code +
                                            "` of inline assembly is none that "
                                            "PTX has"};
        return false;
      }
    }
  return true;
}

std::unique_ptr<llvm::Module> tqc::translateToLlvm(mlir::ModuleOp module,
                                                   llvm::LLVMContext &context,
                                                   const PtxOptions &options,
                                                   PtxProblem &problem) {
  ErrorScope errors(context);
  if (options.lineInfo && !addDebugScopes(module)) {
    problem = {PtxProblem::Internal, "the functions got no debug scopes"};
    return nullptr;
  }
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(module, context, "tqc");
  if (!result) {
    problem = {PtxProblem::Internal, "the module has no form in LLVM IR"};
    return nullptr;
  }
  if (!hasKnownConstraints(*result, problem))
    return nullptr;
  // Intrinsics are declared by now, so the version is known; only the layout
  // of data is asked of this machine and what each instruction costs.
  if (!isEnabled(module, Optimization::Contraction))
    result->addModuleFlag(llvm::Module::Override, kNoContraction, 1);
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(
      *result, options, neededPtxVersion(*result, options.arch).version,
      problem);
  if (!machine)
    return nullptr;
  result->setTargetTriple(nvptxTriple());
  result->setDataLayout(machine->createDataLayout());
  if (!linkLibdevice(*result, options, problem))
    return nullptr;
  optimize(*result, *machine);
  if (errors.failed(problem))
    return nullptr;
  return result;
}

std::string tqc::printLlvm(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

//===----------------------------------------------------------------------===//
// To PTX
//===----------------------------------------------------------------------===//

/// LLVM 22 takes other versions for its own choice, with a warning only.
static bool isKnownVersion(unsigned version) {
  return (version >= 70 && version <= 78) || (version >= 80 && version <= 88) ||
         version == 90;
}

/// The version to write, or 0 and a problem.
static unsigned chooseVersion(const llvm::Module &module,
                              const PtxOptions &options, PtxProblem &problem) {
  PtxNeed need = neededPtxVersion(module, options.arch);
  if (!options.ptxVersion)
    return need.version;
  if (!isKnownVersion(options.ptxVersion)) {
    problem = {PtxProblem::BadOption,
               "PTX " + showVersion(options.ptxVersion) +
                   " is none that the compiler can write: 7.0 to 7.8, 8.0 to "
                   "8.8 and 9.0 are"};
    return 0;
  }
  if (options.ptxVersion < need.version) {
    problem = {PtxProblem::BadOption,
               need.by + " needs PTX " + showVersion(need.version) + ", but " +
                   showVersion(options.ptxVersion) + " was asked for"};
    return 0;
  }
  return options.ptxVersion;
}

namespace {
/// Leaves a pass of the target out whose time grows with the square of a block.
/// It looks for sums that differ from earlier ones by a constant, which the
/// lowering of layouts writes that way already.
struct LeaveSlowPassesOut : llvm::OptPassGate {
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef) const override {
    return pass != "slsr"; // straight-line strength reduction
  }
  bool isEnabled() const override { return true; }
};
} // namespace

std::optional<EmittedPtx> tqc::writePtx(llvm::Module &module,
                                        const PtxOptions &options,
                                        PtxProblem &problem) {
  unsigned version = chooseVersion(module, options, problem);
  if (!version)
    return std::nullopt;
  std::unique_ptr<llvm::TargetMachine> machine =
      makeTargetMachine(module, options, version, problem);
  if (!machine)
    return std::nullopt;
  ErrorScope errors(module.getContext());
  LeaveSlowPassesOut gate;
  module.getContext().setOptPassGate(gate);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream os(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, os, nullptr,
                                   llvm::CodeGenFileType::AssemblyFile)) {
    problem = {PtxProblem::Internal, "the target writes no assembly"};
    return std::nullopt;
  }
  passes.run(module);
  if (errors.failed(problem))
    return std::nullopt;
  EmittedPtx result = {forArch(cleanPtx(text), options.arch),
                       declaredVersion(text)};
  if (result.version != version) {
    problem = {PtxProblem::Internal,
               "PTX " + showVersion(version) +
                   " was asked of LLVM, which wrote PTX " +
                   showVersion(result.version)};
    return std::nullopt;
  }
  return result;
}
