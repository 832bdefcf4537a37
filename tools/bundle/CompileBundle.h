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

namespace tqc {

/// `--variant 'add: signature="*fp16, i32" BLOCK=64 num_warps=8'`.
struct BundleVariant {
  std::string kernel;
  SpecializationRequest request;
};

/// What a `--variant` says, or why it is none.
Result<BundleVariant> readVariant(llvm::StringRef text);

struct BundleInput {
  std::string path, kernel; ///< no kernel: all that say their types
};

class BundleCompiler {
public:
  BundleCompiler(Bundle &bundle, SourceManager &sources, DiagEngine &diags,
                 CompileOptions options, std::vector<BundleVariant> variants)
      : bundle(bundle), sources(sources), diags(diags), options(options),
        variants(std::move(variants)) {}

  /// Compiles a file for every target of the bundle; what is wrong is in the
  /// diagnostics, of every target and kernel.
  void add(const BundleInput &input);
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
  void addForTarget(const ast::Module &module, const std::string &kernel,
                    size_t target);
  size_t addConfigs(SemaContext &sema, const ast::Module &module,
                    const Wanted &wanted, size_t target);
  bool addForms(const ast::Module &module, const ast::FunctionStmt &kernel,
                const Specialization &specialization, size_t target);
  bool addImage(const ast::Module &module, const ast::FunctionStmt &kernel,
                const Specialization &specialization, size_t target);
  bool place(BundleImage &image, const Specialization &specialization);

  Bundle &bundle;
  SourceManager &sources;
  DiagEngine &diags;
  CompileOptions options;
  std::vector<BundleVariant> variants;
  std::vector<std::string> usedVariants;
  std::vector<std::unique_ptr<ast::Module>> modules;
  std::map<std::string, const ast::Module *> owners; ///< by kernel
  bool failedInside = false;
};

} // namespace tqc

#endif // TQC_TOOLS_BUNDLE_COMPILEBUNDLE_H
