//===- PhaseRunner.cpp - One compilation on its way -----------------------===//

#include "compiler/driver/PhaseRunner.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/Codegen.h"
#include "compiler/driver/CodeLength.h"
#include "compiler/driver/Explain.h"
#include "compiler/driver/FatalErrors.h"
#include "compiler/driver/KernelPlan.h"
#include "compiler/driver/Nesting.h"
#include "compiler/driver/TargetTypes.h"
#include "compiler/emit/EmitTile.h"
#include "compiler/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

#include <ctime>

using namespace mlir;
using namespace tqc;

static constexpr llvm::StringLiteral kArchAttr = "tq.arch";

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<tq::TqDialect, tqg::TqgDialect, func::FuncDialect,
                  arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                  LLVM::LLVMDialect>();
  registerCodegenDialects(registry);
  registerPtxTranslations(registry);
  return registry;
}

PhaseRunner::PhaseRunner(const CompileOptions &options, DiagEngine &diags)
    : options(options), diags(diags),
      context(makeRegistry(), MLIRContext::Threading::DISABLED),
      irDiags(context, diags), reachedAt(std::clock()) {
  target.arch = options.target.arch;
  target.ptxVersion = options.target.ptxVersion;
  target.libdevice = options.target.libdevice;
  target.lineInfo = options.target.lineInfo;
  // "$^" matches nothing.
  const std::string wanted = options.remarks.empty() ? "$^" : options.remarks;
  if ((!options.remarks.empty() || options.explain) &&
      !enableRemarks(context, wanted, diags, &remarks))
    diags.error(code::BadOption, {},
                "`" + options.remarks + "` is no regular expression");
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// Settles the GPU: the one asked for, the one that a dump was made for, or the
/// default.
bool PhaseRunner::useTarget(StringRef recordedArch) {
  if (target.arch.empty())
    target.arch =
        recordedArch.empty() ? std::string(kDefaultGpu) : recordedArch.str();
  if (!findGpu(target.arch)) {
    diags.error(code::BadOption, {}, "no GPU is called `" + target.arch + "`")
        .help("the compiler knows " + gpuNames());
    return false;
  }
  if (phase >= PhaseId::Layout && !recordedArch.empty() &&
      recordedArch != target.arch) {
    diags.error(code::BadOption, {},
                ("the input is in phase `" + phaseOf(phase).name +
                 "`, where it is made for " + recordedArch +
                 " already, but --arch asks for " + target.arch)
                    .str());
    return false;
  }
  return !diags.hasErrors();
}

/// Refuses what no GPU, or not the one asked for, can hold or compute with.
bool PhaseRunner::fitsTarget() {
  irDiags.blameUser(code::TileTooLarge);
  if (failed(checkTileSizes(*module)))
    return false;
  irDiags.blameUser(code::CannotLower);
  return succeeded(checkTargetTypes(*module, target.arch));
}

/// Leaves word for all passes of what was switched off or forced; a dump keeps
/// it.
void PhaseRunner::recordDisabled() {
  recordPlan(*module, options.choices.plan);
  if (options.choices.disabled.empty())
    return;
  SmallVector<StringRef> names(options.choices.disabled.begin(),
                               options.choices.disabled.end());
  (*module)->setAttr(kDisabledAttr, Builder(&context).getStrArrayAttr(names));
}

static void addConstants(MLIRContext &context, const ArgumentSpec &argument,
                         const std::string &name,
                         SmallVector<Attribute> &constants) {
  for (const ArgumentSpec &part : argument.parts)
    addConstants(context, part, name + "." + part.name, constants);
  if (argument.isConstant)
    constants.push_back(
        StringAttr::get(&context, name + "=" + argument.constant));
}

/// The constants of a specialisation as the kernel carries them.
static ArrayAttr constantsAttr(MLIRContext &context,
                               const Specialization &specialization) {
  SmallVector<Attribute> constants;
  for (const ArgumentSpec &argument : specialization.arguments)
    addConstants(context, argument, argument.name, constants);
  return ArrayAttr::get(&context, constants);
}

bool PhaseRunner::startFromTree(SemaContext &sema, const ast::Module &tree,
                                ArrayRef<KernelRequest> kernels) {
  if (!useTarget(""))
    return false;
  for (const KernelRequest &request : kernels) {
    OwningOpRef<ModuleOp> one = emitTile(context, sema, tree, *request.kernel,
                                         request.specialization, options.marks);
    if (!one)
      continue; // the other kernels may have errors to tell too
    if (!takePlan(*one, request, diags))
      continue;
    ArrayAttr constants = constantsAttr(context, request.specialization);
    for (auto kernel : one->getOps<func::FuncOp>())
      if (!constants.empty())
        kernel->setAttr(kConstantsAttr, constants);
    if (!module) {
      module = std::move(one);
      continue;
    }
    for (Operation &op : llvm::make_early_inc_range(*one->getBody())) {
      op.remove();
      module->push_back(&op);
    }
  }
  if (diags.hasErrors() || !module)
    return false;
  recordDisabled();
  if (!fitsTarget())
    return false;
  return runPasses(PhaseId::Tile) && reach(PhaseId::Tile);
}

/// Refuses a module without kernels, or with something beside them that later
/// phases would not see.
bool PhaseRunner::holdsKernels(StringRef name) {
  if (module->getBody()->empty()) {
    diags.error(code::NoSuchKernel, {}, name.str() + " holds no kernel");
    return false;
  }
  for (Operation &op : *module->getBody()) {
    if (isa<ModuleOp>(op) ||
        (phase < PhaseId::Nvvm && !isa<func::FuncOp>(op))) {
      op.emitOpError("is no kernel: a module of phase `")
          << phaseOf(phase).name << "` holds nothing else";
      return false;
    }
    if (isa<func::FuncOp>(op) && !op.hasAttr(tq::kKernelAttr)) {
      op.emitOpError("is no kernel: `tq.kernel` is not among its attributes");
      return false;
    }
  }
  return true;
}

/// Where a part of a struct is asked for whose number 32 bits do not hold:
/// MLIR's parser cuts it off when it looks whether there is such a part, and
/// not when it takes it.
static std::optional<size_t> hugePosition(StringRef text) {
  for (StringRef op : {"llvm.extractvalue", "llvm.insertvalue"})
    for (size_t at = text.find(op); at != StringRef::npos;
         at = text.find(op, at + 1)) {
      StringRef line =
          text.substr(at).take_until([](char c) { return c == '\n'; });
      StringRef list = line.split('[').second.split(']').first;
      for (StringRef part : llvm::split(list, ',')) {
        StringRef digits = part.trim().take_while(llvm::isDigit);
        uint32_t number = 0;
        if (!digits.empty() && digits.getAsInteger(10, number))
          return at;
      }
    }
  return std::nullopt;
}

bool PhaseRunner::startFromIr(const SourceFile &file) {
  irDiags.blameUser(code::BadIr);
  if (std::optional<size_t> at = tooDeep(file.text())) {
    uint32_t offset = file.base() + uint32_t(*at);
    diags.error(code::BadIr, {offset, offset + 1},
                "over " + std::to_string(kMaxNesting) +
                    " brackets are open here");
    return false;
  }
  if (std::optional<size_t> at = hugePosition(file.text())) {
    uint32_t offset = file.base() + uint32_t(*at);
    diags.error(code::BadIr, {offset, offset + 1},
                "no struct has as many parts as this op asks for");
    return false;
  }
  module = parseSourceString<ModuleOp>(file.text(), ParserConfig(&context),
                                       file.name());
  if (!module)
    return false;
  std::optional<PhaseId> found = detectPhase(*module);
  if (!found) {
    diags.error(code::BadIr, {},
                "`tq.phase` of the module names no phase of tile IR");
    return false;
  }
  phase = *found;
  if (!holdsKernels(file.name()) || !keepsPromise(phase))
    return false;
  recordDisabled();
  auto arch = (*module)->getAttrOfType<StringAttr>(kArchAttr);
  if (!useTarget(arch ? arch.getValue() : ""))
    return false;
  return fitsTarget() && reach(*found);
}

bool PhaseRunner::startFromLlvm(const SourceFile &file) {
  phase = PhaseId::Llvm;
  PtxProblem problem;
  llvmModule = readLlvm(file.text().str(), llvmContext, problem);
  if (!llvmModule) {
    diags.error(code::BadIr, {}, file.name().str() + ": " + problem.message);
    return false;
  }
  if (llvm::all_of(*llvmModule, [](const llvm::Function &function) {
        return function.isDeclaration();
      })) {
    diags.error(code::NoSuchKernel, {}, file.name().str() + " holds no kernel");
    return false;
  }
  // The facts stand in comments of the text: "; // tq: {...}".
  std::string lines;
  for (StringRef rest = file.text(); !rest.empty();) {
    auto [line, after] = rest.split('\n');
    rest = after;
    if (line.consume_front("; // tq:"))
      lines += ("// tq:" + line + "\n").str();
  }
  if (!readFacts(lines))
    return false;
  std::string arch =
      result.image.entries.empty() ? "" : result.image.entries[0].arch;
  return useTarget(arch) && reach(PhaseId::Llvm);
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Notes the accesses of kernels that were not seen before, since later phases
/// replace the ops that the source asked for.
void PhaseRunner::collectAccesses() {
  for (auto kernel : module->getOps<func::FuncOp>())
    if (kernel->hasAttr(tq::kKernelAttr) &&
        !accesses.count(kernel.getName().str()))
      accesses[kernel.getName().str()] = accessFacts(kernel);
}

/// Puts each kernel's fact line on its `llvm.func`.
void PhaseRunner::setFacts(const std::vector<KernelEntry> &entries) {
  for (KernelEntry entry : entries) {
    auto kernel = module->lookupSymbol<LLVM::LLVMFuncOp>(entry.entry);
    if (!kernel)
      continue;
    // The block that is launched may hold more warps than the author asked for.
    if (auto block = kernel->getAttrOfType<DenseI32ArrayAttr>("nvvm.reqntid"))
      entry.numWarps = block[0] / 32;
    kernel->setAttr(kFactsAttr, StringAttr::get(&context, factLine(entry)));
  }
}

bool PhaseRunner::readFacts(const std::string &lines) {
  Result<KernelImage> facts = KernelImage::parse(lines);
  if (!facts) {
    diags.error(code::BadIr, {},
                "the facts of a kernel: " + facts.error().message);
    return false;
  }
  result.image.entries = facts->entries;
  return true;
}

//===----------------------------------------------------------------------===//
// The phases
//===----------------------------------------------------------------------===//

std::string PhaseRunner::showPhase() {
  if (phase == PhaseId::Ptx)
    return result.image.ptx;
  if (phase == PhaseId::Llvm) {
    std::string facts;
    for (const KernelEntry &entry : result.image.entries)
      facts += "; " + factLine(entry) + "\n";
    return facts + printLlvm(*llvmModule);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags()
                        .printNameLocAsPrefix()
                        .enableDebugInfo(options.locations)
                        .assumeVerified());
  return text;
}

/// Notes how long the way from the phase before took.
void PhaseRunner::stopWatch() {
  std::clock_t now = std::clock();
  result.times.push_back(
      {phase, 1e3 * double(now - reachedAt) / CLOCKS_PER_SEC});
  reachedAt = now;
}

/// Notes that a phase is done, and shows it to whoever wants to see it.
bool PhaseRunner::reach(PhaseId reached) {
  phase = reached;
  stopWatch();
  if (phase < PhaseId::Nvvm)
    collectAccesses();
  if (phase <= PhaseId::Nvvm) {
    (*module)->setAttr(kPhaseAttr,
                       StringAttr::get(&context, phaseOf(phase).name));
    (*module)->setAttr(kArchAttr, StringAttr::get(&context, target.arch));
  }
  if ((options.explain || !options.remarks.empty()) &&
      phase == PhaseId::Schedule)
    result.explanation = explainKernels(*module, target.arch);
  if (options.onPhase || phase == options.last)
    result.text = showPhase();
  if (options.onPhase)
    options.onPhase(phase, result.text);
  return true;
}

/// Checks what a phase promises.
bool PhaseRunner::keepsPromise(PhaseId made) {
  PassManager pm(&context, ModuleOp::getOperationName());
  pm.enableVerifier(false);
  pm.addPass(createVerifyPhasePass({phaseOf(made).name.str()}));
  return succeeded(pm.run(*module));
}

/// Verifies what one of our phases made.
bool PhaseRunner::check(PhaseId made) {
  irDiags.blameCompiler(phaseOf(made).name);
  bool isGood = succeeded(verify(*module)) && keepsPromise(made);
  irDiags.countRepeats();
  return isGood;
}

namespace {

/// Tells of each pass that is done.
class PassTeller : public PassInstrumentation {
public:
  explicit PassTeller(const CompileOptions &options) : options(options) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (!pass->getArgument().empty())
      options.afterPass(pass->getArgument(), op);
  }

private:
  const CompileOptions &options;
};

} // namespace

bool PhaseRunner::runPasses(PhaseId next) {
  irDiags.blameUser(code::CannotLower);
  PassManager pm(&context, ModuleOp::getOperationName());
  pm.enableVerifier(false); // check() verifies, and knows whom to blame
  buildPhase(next, pm);
  if (options.afterPass)
    pm.addInstrumentation(std::make_unique<PassTeller>(options));
  if (succeeded(pm.run(*module)))
    return check(next);
  if (!diags.hasErrors())
    irDiags.internalError("phase `" + phaseOf(next).name.str() +
                          "` stopped without a reason");
  return false;
}

bool PhaseRunner::lower() {
  std::vector<KernelEntry> entries;
  for (auto kernel : module->getOps<func::FuncOp>()) {
    KernelEntry entry = kernelFacts(kernel, target.arch);
    AccessFacts &found = accesses[entry.entry];
    entry.files = found.files;
    entry.accesses = found.accesses;
    entries.push_back(std::move(entry));
  }
  irDiags.blameUser(code::CannotLower);
  context.loadAllAvailableDialects();
  if (failed(lowerToNvvm(*module, computeCapabilityOf(target.arch)))) {
    if (!diags.hasErrors())
      irDiags.internalError("phase `nvvm` stopped without a reason");
    return false;
  }
  setFacts(entries);
  warnOfLongCode(*module);
  return check(PhaseId::Nvvm);
}

/// Says why the back end has no code.
bool PhaseRunner::refuse(const PtxProblem &problem) {
  switch (problem.kind) {
  case PtxProblem::Internal:
    irDiags.internalError(problem.message);
    break;
  case PtxProblem::Refused:
    diags.error(code::CannotLower, {}, problem.message);
    break;
  case PtxProblem::BadOption:
    diags.error(code::BadOption, {}, problem.message);
    break;
  case PtxProblem::NoLibdevice:
    diags.error(code::NoLibdevice, {}, problem.message)
        .help("install the CUDA toolkit, or name the file in TQ_LIBDEVICE");
    break;
  }
  return false;
}

bool PhaseRunner::translate() {
  std::string lines;
  for (auto kernel : module->getOps<LLVM::LLVMFuncOp>())
    if (auto facts = kernel->getAttrOfType<StringAttr>(kFactsAttr))
      lines += facts.str() + "\n";
  if (!readFacts(lines))
    return false;
  irDiags.blameCompiler("llvm");
  PtxProblem problem;
  llvmModule = translateToLlvm(*module, llvmContext, target, problem);
  irDiags.countRepeats();
  if (llvmModule)
    return true;
  // The translation says at which op it stopped; that is said already.
  return irDiags.foundInternalError() ? false : refuse(problem);
}

bool PhaseRunner::emit() {
  PtxProblem problem;
  std::optional<EmittedPtx> ptx = writePtx(*llvmModule, target, problem);
  if (!ptx)
    return refuse(problem);
  std::string &text = result.image.ptx;
  text = "// tqc " TQC_VERSION "\n";
  for (const KernelEntry &entry : result.image.entries)
    text += factLine(entry) + "\n";
  text += ptx->text;
  return true;
}

bool PhaseRunner::run() {
  if (options.last < phase) {
    diags.error(code::BadOption, {},
                ("the input is in phase `" + phaseOf(phase).name +
                 "`, which lies behind `" + phaseOf(options.last).name + "`")
                    .str());
    return false;
  }
  while (phase != options.last) {
    auto next = static_cast<PhaseId>(static_cast<int>(phase) + 1);
    sayGuarded(phaseOf(next).name.data());
    bool done = next == PhaseId::Ptx    ? emit()
                : next == PhaseId::Llvm ? translate()
                : next == PhaseId::Nvvm ? lower()
                                        : runPasses(next);
    if (!done || !reach(next))
      return false;
  }
  return true;
}

CompileResult PhaseRunner::take() {
  addRemarks(result.explanation, remarks);
  result.succeeded = !diags.hasErrors();
  result.internalError = irDiags.foundInternalError() ||
                         llvm::any_of(diags.all(), [](const Diag &diag) {
                           return diag.code.number == code::Internal.number;
                         });
  return std::move(result);
}
