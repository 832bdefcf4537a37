//===- Meaning.cpp - What kernels mean, before and after each pass --------===//

#include "compiler/driver/Meaning.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/IrDiagnostics.h"
#include "compiler/driver/KernelFacts.h"
#include "compiler/driver/KernelPlan.h"
#include "compiler/driver/TargetTypes.h"
#include "compiler/emit/EmitTile.h"
#include "compiler/passes/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace tqc;

static std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo().assumeVerified());
  return text;
}

namespace {

/// Writes down what each pass made.
class Recorder : public PassInstrumentation {
public:
  Recorder(ModuleOp module, PhaseId phase, const CompileOptions &options,
           std::vector<IrStep> &steps)
      : module(module), phase(phase), options(options), steps(steps) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    if (pass->getArgument().empty())
      return; // it only runs others
    if (options.afterPass)
      options.afterPass(pass->getArgument(), op);
    std::string text = textOf(module);
    if (text != steps.back().text)
      steps.push_back({pass->getArgument().str(), phaseOf(phase).name.str(),
                       std::move(text)});
  }

private:
  ModuleOp module;
  PhaseId phase;
  const CompileOptions &options;
  std::vector<IrStep> &steps;
};

} // namespace

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<tq::TqDialect, tqg::TqgDialect, func::FuncDialect,
                  arith::ArithDialect, math::MathDialect, scf::SCFDialect>();
  return registry;
}

/// All kernels in one module, as the front end writes them.
static OwningOpRef<ModuleOp> emitAll(MLIRContext &context, SemaContext &sema,
                                     const ast::Module &tree,
                                     ArrayRef<KernelRequest> kernels) {
  OwningOpRef<ModuleOp> module;
  for (const KernelRequest &request : kernels) {
    OwningOpRef<ModuleOp> one =
        emitTile(context, sema, tree, *request.kernel, request.specialization);
    if (one && !takePlan(*one, request, sema.diags))
      one = nullptr;
    if (!one || !module) {
      module = std::move(one);
      continue;
    }
    for (Operation &op : llvm::make_early_inc_range(*one->getBody())) {
      op.remove();
      module->push_back(&op);
    }
  }
  return module;
}

static bool runEveryPass(ModuleOp module, const CompileOptions &options,
                         IrDiagnostics &irDiags, DiagEngine &diags,
                         std::vector<IrStep> &steps) {
  Builder builder(module.getContext());
  module->setAttr("tq.arch", builder.getStringAttr(options.target.arch));
  recordPlan(module, options.choices.plan);
  if (!options.choices.disabled.empty()) {
    SmallVector<StringRef> names(options.choices.disabled.begin(),
                                 options.choices.disabled.end());
    module->setAttr(kDisabledAttr, builder.getStrArrayAttr(names));
  }
  irDiags.blameUser(code::CannotLower);
  for (PhaseId phase : {PhaseId::Tile, PhaseId::Layout, PhaseId::Schedule}) {
    PassManager pm(module.getContext(), ModuleOp::getOperationName());
    pm.enableVerifier(false);
    buildPhase(phase, pm);
    pm.addInstrumentation(
        std::make_unique<Recorder>(module, phase, options, steps));
    if (failed(pm.run(module))) {
      if (!diags.hasErrors())
        irDiags.internalError("phase `" + phaseOf(phase).name.str() +
                              "` stopped without a reason");
      return false;
    }
    module->setAttr(kPhaseAttr, builder.getStringAttr(phaseOf(phase).name));
  }
  return true;
}

Meaning tqc::meaningOf(const ast::Module &tree, ArrayRef<KernelRequest> kernels,
                       Steps wanted, const CompileOptions &options,
                       SourceManager &sources, DiagEngine &diags) {
  Meaning meaning;
  MLIRContext context(makeRegistry(), MLIRContext::Threading::DISABLED);
  IrDiagnostics irDiags(context, diags);
  auto print = options.staticPrint ? options.staticPrint : [](StringRef text) {
    llvm::errs() << text;
  };
  SemaContext sema{sources,
                   diags,
                   makeImportLoader(options.includes),
                   print,
                   computeCapabilityOf(options.target.arch),
                   options.strictTriton};
  OwningOpRef<ModuleOp> module = emitAll(context, sema, tree, kernels);
  if (!module || diags.hasErrors())
    return meaning;
  irDiags.blameUser(code::TileTooLarge);
  if (failed(checkTileSizes(*module)))
    return meaning;
  meaning.steps.push_back({"front end", "tile", textOf(*module)});
  for (auto kernel : module->getOps<func::FuncOp>()) {
    KernelEntry entry = kernelFacts(kernel, options.target.arch);
    AccessFacts found = accessFacts(kernel);
    entry.files = found.files;
    entry.accesses = found.accesses;
    meaning.entries.push_back(std::move(entry));
  }
  if (wanted == Steps::EveryPass &&
      !runEveryPass(*module, options, irDiags, diags, meaning.steps))
    return meaning;
  meaning.succeeded = !diags.hasErrors();
  return meaning;
}
