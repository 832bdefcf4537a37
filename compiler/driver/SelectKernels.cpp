//===- SelectKernels.cpp - Which kernels of a file to compile -------------===//

#include "compiler/driver/SelectKernels.h"

#include "llvm/ADT/StringExtras.h"

using namespace tqc;

static std::string
listNames(llvm::ArrayRef<const ast::FunctionStmt *> kernels) {
  std::string names;
  for (const ast::FunctionStmt *kernel : kernels)
    names += (names.empty() ? "`" : ", `") + kernel->name + "`";
  return names;
}

static const ast::FunctionStmt *
findNamed(llvm::ArrayRef<const ast::FunctionStmt *> kernels,
          llvm::StringRef name) {
  for (const ast::FunctionStmt *kernel : kernels)
    if (kernel->name == name)
      return kernel;
  return nullptr;
}

/// Whether something only makes sense for one kernel.
static bool namesArguments(const SpecializationRequest &request) {
  return !request.signature.empty() || !request.actual.empty();
}

/// Kernels that say themselves what they are for: with a `# tqc:` line an
/// error is worth telling, without one it only says that this is a helper.
static std::vector<KernelRequest>
selectComplete(SemaContext &context, const ast::Module &module,
               llvm::ArrayRef<const ast::FunctionStmt *> kernels,
               const CompileOptions &options) {
  std::vector<KernelRequest> selected;
  bool failed = false;
  for (const ast::FunctionStmt *kernel : kernels) {
    DiagEngine attempt(context.sources);
    SemaContext own = {context.sources, attempt, context.loadImport,
                       context.staticPrint, context.computeCapability};
    auto specialization =
        resolveSpecialization(own, module, *kernel, options.request);
    if (specialization) {
      selected.push_back({kernel, *specialization});
    } else if (!kernel->tqcLine.empty() || kernels.size() == 1) {
      failed = true;
      for (const Diag &diag : attempt.all())
        context.diags.report(diag);
    }
  }
  if (failed)
    return {};
  if (selected.empty())
    context.diags
        .error(code::NoSuchKernel, {},
               module.file->name().str() + " has " +
                   std::to_string(kernels.size()) +
                   " kernels, and none says the types of its arguments")
        .help("name one and give its types: tqc " + module.file->name().str() +
              ":" + kernels.front()->name + " --signature=\"*fp32, i32, ...\"")
        .help("or put a line above it: # tqc: signature=\"*fp32, i32, ...\"");
  return selected;
}

std::vector<KernelRequest> tqc::selectKernels(SemaContext &context,
                                              const ast::Module &module,
                                              const CompileOptions &options) {
  std::vector<const ast::FunctionStmt *> kernels = findKernels(module);
  std::string file = module.file->name().str();
  if (kernels.empty()) {
    context.diags.error(code::NoSuchKernel, {}, file + " holds no kernel")
        .help("a kernel is a function with the decorator `@triton.jit`");
    return {};
  }
  if (!options.kernel.empty()) {
    const ast::FunctionStmt *kernel = findNamed(kernels, options.kernel);
    if (!kernel) {
      context.diags
          .error(code::NoSuchKernel, {},
                 file + " has no kernel `" + options.kernel + "`")
          .help("it has " + listNames(kernels));
      return {};
    }
    auto specialization =
        resolveSpecialization(context, module, *kernel, options.request);
    if (!specialization)
      return {};
    return {{kernel, *specialization}};
  }
  if (namesArguments(options.request) && kernels.size() > 1) {
    context.diags
        .error(code::BadOption, {},
               file + " has " + std::to_string(kernels.size()) +
                   " kernels, so a signature must say which one it is for")
        .help("write " + file + ":" + kernels.front()->name +
              "; the kernels are " + listNames(kernels));
    return {};
  }
  return selectComplete(context, module, kernels, options);
}
