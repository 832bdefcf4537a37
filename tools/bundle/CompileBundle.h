//===- CompileBundle.h - Every variant of the kernels of files --*- C++ -*-===//
//
// Which code does a bundle hold? For each target, each kernel that says its
// types, each configuration of `@triton.autotune` and each `--variant`, the
// code for arguments with the hints of the signature, and the one for all
// others.
//
// A configuration that a target does not take is left out there with a remark;
// a kernel of which nothing is left on a target is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_BUNDLE_COMPILEBUNDLE_H
#define TQC_TOOLS_BUNDLE_COMPILEBUNDLE_H

#include "compiler/driver/SelectKernels.h"
#include "tools/bundle/Bundle.h"
#include "tools/tq-run/KernelInput.h"

namespace tqc {

/// `--variant 'add: signature="*fp16, i32" BLOCK=64 num_warps=8'`.
struct BundleVariant {
  std::string kernel;
  SpecializationRequest request;
};

/// What a `--variant` says, or why it is none.
Result<BundleVariant> readVariant(llvm::StringRef text);

/// What `tq-run tune` chose for a kernel on a GPU.
struct TunedChoice {
  std::string arch;
  BundleVariant variant; ///< without a signature
};

/// The choices in a file that `tq-run tune --out` wrote; an error for a file
/// that is none, or a part.
Result<std::vector<TunedChoice>> readTunedChoices(const std::string &path);

class BundleCompiler {
public:
  BundleCompiler(Bundle &bundle, SourceManager &sources, DiagEngine &diags,
                 CompileOptions options, std::vector<BundleVariant> variants,
                 std::vector<TunedChoice> tuned)
      : bundle(bundle), sources(sources), diags(diags), options(options),
        variants(std::move(variants)), tuned(std::move(tuned)) {}

  /// Compiles a file for every target of the bundle; what is wrong is in the
  /// diagnostics, of every target and kernel.
  void add(const KernelInput &input);
  /// A variant whose kernel was in no file is an error.
  void finish();
  bool internalError() const { return failedInside; }

private:
  /// A kernel as one of its choices asks for it.
  struct Wanted {
    const ast::FunctionStmt *kernel;
    SpecializationRequest request;
  };
  std::vector<Wanted> select(SemaContext &sema, const ast::Module &module,
                             const std::string &kernel);
  bool takeTuned(const std::string &kernel, SpecializationRequest &request);
  void addForTarget(const ast::Module &module, const std::string &kernel,
                    size_t target);
  size_t addConfigs(SemaContext &sema, const ast::Module &module,
                    const Wanted &wanted, size_t target);
  bool addForms(const ast::Module &module, const ast::FunctionStmt &kernel,
                const Specialization &specialization, size_t target);
  bool addImage(const ast::Module &module, const ast::FunctionStmt &kernel,
                const Specialization &specialization,
                const Specialization &choice, size_t target);
  bool place(BundleImage &image, const Specialization &specialization);

  Bundle &bundle;
  SourceManager &sources;
  DiagEngine &diags;
  CompileOptions options;
  std::vector<BundleVariant> variants;
  std::vector<TunedChoice> tuned;
  std::vector<std::string> usedVariants, usedTuned; ///< kernels
  std::vector<std::unique_ptr<ast::Module>> modules;
  std::map<std::string, const ast::Module *> owners; ///< by kernel
  bool failedInside = false;
};

} // namespace tqc

#endif // TQC_TOOLS_BUNDLE_COMPILEBUNDLE_H
