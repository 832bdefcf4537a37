//===- CompilingLauncher.h - Compile for the arguments, launch --*- C++ -*-===//
//
// What happens at `kernel[grid](x, n, BLOCK=128)`? The arguments decide types
// and constants as in Triton; the kernel is compiled for them once, and
// launched.
//
//     CompilingLauncher launcher(sources, device);
//     Interpreter interpreter(diags, device, launcher);
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_COMPILINGLAUNCHER_H
#define TQC_TOOLS_TQ_RUN_COMPILINGLAUNCHER_H

#include "compiler/driver/Compiler.h"
#include "compiler/host/Host.h"
#include "runtime/device/EntryLaunch.h"

#include <map>
#include <set>

namespace tqc {

struct CompiledTexts;
class TileDevice;
struct Candidate;
struct TunedKernel;
class TunedTensors;
struct TuningRun;

/// An argument of a kernel with what is known of its type.
struct KernelArgument {
  std::string name;
  HostValue value;
  bool isConstexpr = false;
  std::optional<DType> type; ///< said by the user, as in 3:i64
};

/// A kernel with everything that a launch of it needs.
struct KernelInvocation {
  const ast::Module *module = nullptr;
  const ast::FunctionStmt *kernel = nullptr;
  std::vector<KernelArgument> arguments;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  std::optional<int> numWarps, numStages, numCtas, maxRegisters;
  std::string plan;          ///< as in Specialization
  bool isConfigured = false; ///< as in KernelCall
  std::optional<bool> debug; ///< as Triton's option
};

/// Launches as the device got them, with what they use.
struct LaunchRecording {
  std::vector<Launch> launches;
  std::vector<std::unique_ptr<EntryLaunch>> entries; ///< own the workspaces
  std::vector<HostValue> kept;                       ///< own the tensors
};

class CompilingLauncher : public KernelLauncher {
public:
  /// Both must outlive it.
  CompilingLauncher(SourceManager &sources, Device &device);
  ~CompilingLauncher() override;

  Status launch(const ast::FunctionStmt &kernel, const KernelCall &call,
                DiagEngine &diags) override;
  Result<KernelImage> compile(const ast::FunctionStmt &kernel,
                              const KernelCall &call,
                              DiagEngine &diags) override;
  const ast::Module *import(const SourceFile &from, unsigned dots,
                            llvm::StringRef path) override;

  std::vector<KernelConfig>
  configsFor(const ast::FunctionStmt &kernel) override;

  /// Compiles, if that has not been done for such arguments, and launches.
  Status launch(const KernelInvocation &invocation, DiagEngine &diags);
  /// Milliseconds of one launch, the mean of `repeats`.
  Result<double> time(const KernelInvocation &invocation, int repeats,
                      DiagEngine &diags);

  /// From now on launches are also written down; null ends that.
  void recordInto(LaunchRecording *into) { recording = into; }

  /// Compiles for this GPU from now on, and not for the device's own.
  void compileFor(const std::string &newArch) { arch = newArch; }
  /// Compiles as is chosen here from now on.
  void choose(CodeChoices made) { choices = std::move(made); }
  /// Calls `hook` after each pass from now on; such code is not kept.
  void
  tellOfPasses(std::function<void(llvm::StringRef, mlir::Operation *)> hook) {
    afterPass = std::move(hook);
  }

  /// Puts the texts of each kernel that is launched from now on there, once;
  /// such code is not kept.
  void listInto(std::vector<std::shared_ptr<const CompiledTexts>> *list) {
    listing = list;
  }

  /// From now on measures every configuration of the kernels that are launched
  /// and writes that down; null ends it.
  void tune(TuningRun *run) { tuning = run; }

  /// Whether kernels check their assertions if nothing is said of `debug`.
  void checkAsserts(bool check) { assertsByDefault = check; }

  /// Whether the last failure was one of compilation.
  bool compileFailed() const { return failedToCompile; }
  void forgetFailure() { failedToCompile = false; }

private:
  /// A kernel compiled for one kind of arguments and loaded.
  struct Compiled {
    KernelImage image;
    const KernelEntry *entry = nullptr;
    ModuleId module = 0;
    std::shared_ptr<CompiledTexts> texts; ///< if they were asked for
  };

  Result<Specialization> specialize(const KernelInvocation &invocation,
                                    DiagEngine &diags);
  Result<const Compiled *> compiled(const KernelInvocation &invocation,
                                    DiagEngine &diags);
  CompileOptions compileOptions() const;
  /// Where a kernel's code is found in `cache` and `ahead`.
  static std::string slotOf(const ast::FunctionStmt &kernel,
                            const Specialization &specialization);
  /// The same for the device that runs IR.
  Result<const Compiled *> compiledTile(const KernelRequest &request,
                                        const ast::Module &module,
                                        const CompileOptions &options,
                                        std::unique_ptr<Compiled> &slot,
                                        DiagEngine &diags);
  Status bind(const KernelInvocation &invocation, const Compiled &compiled,
              EntryLaunch &launch) const;
  static KernelInvocation invocationOf(const ast::FunctionStmt &kernel,
                                       const KernelCall &call);
  // CompileAhead.cpp
  void compileAhead(const std::vector<KernelInvocation> &invocations);
  // Autotune.cpp
  /// What is done with a candidate before it may win.
  enum class Trial {
    Fitted,  ///< the first that fits wins
    Timed,   ///< it is launched, and then timed
    Compared ///< and held against the others: `tq-run tune`
  };
  bool hasClock() const; ///< whose times say something of a GPU
  bool isTuned(const ast::FunctionStmt &kernel, const KernelCall &call) const;
  TunedKernel entrants(const ast::FunctionStmt &kernel, const KernelCall &call,
                       std::vector<KernelInvocation> &invocations);
  Status fits(const KernelInvocation &invocation, DiagEngine &diags);
  Status runOnce(Candidate &candidate, const KernelInvocation &invocation,
                 TunedTensors *compared, DiagEngine &diags);
  void tryOut(Candidate &candidate, const KernelInvocation &invocation,
              bool runs, TunedTensors *compared, DiagEngine &diags);
  Result<std::string> tryAll(TunedKernel &tuned,
                             std::vector<KernelInvocation> &invocations,
                             TunedTensors &tensors, Trial trial,
                             DiagEngine &diags);
  Status timeInRounds(TunedKernel &tuned,
                      const std::vector<KernelInvocation> &invocations,
                      TunedTensors &named, DiagEngine &diags);
  Result<size_t> fastestConfig(const ast::FunctionStmt &kernel,
                               const KernelCall &call, TunedKernel &tuned,
                               DiagEngine &diags);
  /// A configuration, and what was tuned of its plan before.
  struct ChosenConfig {
    size_t index = 0;
    std::string plan;
  };
  Result<ChosenConfig> bestConfig(const ast::FunctionStmt &kernel,
                                  const KernelCall &call, DiagEngine &diags);
  Result<KernelInvocation> tunedInvocation(const ast::FunctionStmt &kernel,
                                           const KernelCall &call,
                                           DiagEngine &diags);

  SourceManager &sources;
  Device &device;
  bool assertsByDefault = true;
  TileDevice *tileDevice; ///< `device`, if it is one
  std::string arch;
  CodeChoices choices;
  std::function<void(llvm::StringRef, mlir::Operation *)> afterPass;
  std::vector<std::shared_ptr<const CompiledTexts>> *listing = nullptr;
  DiagEngine importDiags;
  bool failedToCompile = false;
  LaunchRecording *recording = nullptr;
  TuningRun *tuning = nullptr;
  std::map<std::string, std::unique_ptr<Compiled>> cache;
  /// What compileAhead() made of kernels that are not loaded yet.
  std::map<std::string, Result<KernelImage>> ahead;
  std::map<std::string, ChosenConfig> chosenConfigs;
  std::set<std::string> refusedPlans; ///< slots of code that cannot have them
  std::vector<std::unique_ptr<ast::Module>> imported;
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_COMPILINGLAUNCHER_H
