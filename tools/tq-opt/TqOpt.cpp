//===- TqOpt.cpp - Run single passes on .mlir files -----------------------===//
//
// mlir-opt for our dialects and passes. `TQ_DEBUG=tq-assign-layouts tq-opt ...`
// prints what LDBG() of that pass says.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-opt/TqOpt.h"

#include "compiler/codegen/Codegen.h"
#include "compiler/driver/Nesting.h"
#include "compiler/driver/Phases.h"
#include "compiler/passes/Passes.h"
#include "runtime/image/ReadFile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/FileSystem.h"

#include <cstdlib>

using namespace mlir;
using namespace tqc;

/// The release build of LLVM has no `-debug-only`; this is ours.
static void enableDebugFromEnvironment() {
#ifndef NDEBUG
  const char *types = std::getenv("TQ_DEBUG");
  if (!types)
    return;
  SmallVector<StringRef> split;
  StringRef(types).split(split, ',');
  SmallVector<std::string> owned;
  for (StringRef type : split)
    owned.push_back(type.str());
  SmallVector<const char *> names;
  for (const std::string &name : owned)
    names.push_back(name.c_str());
  llvm::DebugFlag = true;
  llvm::setCurrentDebugTypes(names.data(), names.size());
#endif
}

namespace {

/// The lowering is no pass in the driver, where it is a phase of its own.
struct LowerToNvvm : PassWrapper<LowerToNvvm, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToNvvm)

  LowerToNvvm() = default;
  LowerToNvvm(const LowerToNvvm &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "tq-lower-to-nvvm"; }
  StringRef getDescription() const override {
    return "Replace kernels by functions of `llvm` and `nvvm` ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registerCodegenDialects(registry);
  }
  void runOnOperation() override {
    if (failed(lowerToNvvm(getOperation(), capability)))
      signalPassFailure();
  }

  Option<int> capability{*this, "capability",
                         llvm::cl::desc("80 for sm_80, 90 for sm_90a"),
                         llvm::cl::init(80)};
};

} // namespace

/// `--tq-phase-layout` runs what the driver runs for that phase.
static void registerPhases() {
  static const PassPipelineRegistration<> kTile(
      "tq-phase-tile", "The passes that tidy the `tile` phase up",
      [](OpPassManager &pm) { buildPhase(PhaseId::Tile, pm); });
  static const PassPipelineRegistration<> kLayout(
      "tq-phase-layout", "The passes of the `layout` phase",
      [](OpPassManager &pm) { buildPhase(PhaseId::Layout, pm); });
  static const PassPipelineRegistration<> kSchedule(
      "tq-phase-schedule", "The passes of the `schedule` phase",
      [](OpPassManager &pm) { buildPhase(PhaseId::Schedule, pm); });
}

static void registerOwnPasses() {
  registerTqPasses();
  PassRegistration<LowerToNvvm>();
  registerPhases();
}

std::vector<std::pair<std::string, std::string>> tqc::tqOptPasses() {
  registerOwnPasses();
  // The parser makes an option of each.
  static const PassPipelineCLParser kParser("", "");
  std::vector<std::pair<std::string, std::string>> passes;
  for (auto &[name, option] : llvm::cl::getRegisteredOptions()) {
    if (!name.starts_with("tq-"))
      continue;
    const PassInfo *pass = PassInfo::lookup(name);
    const PassPipelineInfo *pipeline = PassPipelineInfo::lookup(name);
    StringRef what = pass       ? pass->getPassDescription()
                     : pipeline ? pipeline->getPassDescription()
                                : "";
    passes.emplace_back(name.str(), what.str());
  }
  llvm::sort(passes);
  return passes;
}

/// LLVM's back ends bring hundreds of options that no pass here reads;
/// --help-hidden still shows them.
static void hideForeignOptions() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (name != "help" && name != "help-hidden" && name != "version")
      option->setHiddenFlag(llvm::cl::Hidden);
}

const char *const tqc::kTqOptOverview =
    R"(tq-opt: run passes of tqc on a .mlir file

Reads a module (a file, or stdin for -), runs the passes that are named, in that
order, and prints the result. Passes begin with --tq-; --tq-phase-NAME runs what
tqc runs for a phase, --tq-lower-to-nvvm the lowering behind the last of them.
Between passes the module is verified; a broken one is an error that names the
pass.

EXAMPLES:
  tqc matmul.tq --emit=tile -o m.mlir      something to begin with
  tq-opt m.mlir --tq-phase-layout          what the layout phase makes of it
  tq-opt m.mlir --tq-plan-kernel --tq-assign-layouts
                                           only these two
  tq-opt m.mlir --tq-phase-layout --mlir-print-ir-after-change
                                           after each pass that changed it
  tq-opt m.mlir --tq-phase-layout --tq-phase-schedule --tq-lower-to-nvvm=capability=90
  tq-opt bad.mlir --verify-diagnostics     expected-error comments must come true
  TQ_DEBUG=tq-assign-layouts tq-opt ...    what a pass says while it works

Exit code: 0, 1 where a pass failed or the input is wrong.
docs/reference/passes.md describes each pass; --help-hidden adds LLVM's options.
)";

/// Refuses a file that MLIR's reader or parser would not survive.
static bool isReadable(StringRef path) {
  Result<std::string> whole = readFile(path.str(), /*takesStdin=*/false);
  if (!whole && !llvm::sys::fs::is_directory(path) &&
      llvm::sys::fs::exists(path)) {
    llvm::errs() << path << ": error: cannot be read: " << whole.error().message
                 << "\n";
    return false;
  }
  if (!whole)
    return true; // MLIR says why
  StringRef text = *whole;
  std::optional<size_t> at = tooDeep(text);
  if (at)
    llvm::errs() << path << ":" << text.take_front(*at).count('\n') + 1
                 << ": error: over " << kMaxNesting
                 << " brackets are open here\n";
  return !at;
}

/// A file of IR, or a device, which may have no end; the other words of the
/// command line are values of options.
static bool isInput(StringRef path) {
  llvm::sys::fs::file_status status;
  return path.ends_with(".mlir") ||
         (!llvm::sys::fs::status(path, status) &&
          status.type() == llvm::sys::fs::file_type::character_file);
}

int tqc::tqOptMain(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] != '-' && StringRef(argv[i - 1]) != "-o" &&
        isInput(argv[i]) && !isReadable(argv[i]))
      return 1;
  enableDebugFromEnvironment();
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "tq-opt " TQC_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
  hideForeignOptions();
  DialectRegistry registry;
  registry.insert<tq::TqDialect, tqg::TqgDialect, func::FuncDialect,
                  arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                  LLVM::LLVMDialect, NVVM::NVVMDialect>();
  registerCodegenDialects(registry);
  registerTransformsPasses();
  registerOwnPasses();
  return asMainReturnCode(MlirOptMain(argc, argv, kTqOptOverview, registry));
}
