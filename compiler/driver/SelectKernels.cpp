//===- SelectKernels.cpp - Which kernels of a file to compile -------------===//

#include "compiler/driver/SelectKernels.h"

#include "compiler/syntax/GuessSignature.h"

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

/// The function of that name (any, if it is empty) whose text uses `tl.` as a
/// kernel does, though no decorator makes one of it; null if there is none.
static const ast::FunctionStmt *findUndecorated(const ast::Module &module,
                                                llvm::StringRef name) {
  llvm::StringRef text = module.file->text();
  for (size_t i = 0; i < module.body.size(); ++i) {
    const auto *function = llvm::dyn_cast<ast::FunctionStmt>(module.body[i]);
    if (!function || !function->decorators.empty() ||
        (!name.empty() && function->name != name))
      continue;
    size_t from = function->span.begin - module.file->base();
    size_t to = i + 1 < module.body.size()
                    ? module.body[i + 1]->span.begin - module.file->base()
                    : text.size();
    for (llvm::StringRef word : {"tl.program_id(", "tl.load(", "tl.store("})
      if (text.slice(from, to).contains(word))
        return function;
  }
  return nullptr;
}

/// Says that there is no kernel, and which function should perhaps be one.
static void reportNoKernel(DiagEngine &diags, const ast::Module &module,
                           llvm::StringRef name, const std::string &message,
                           const std::string &help) {
  const ast::FunctionStmt *meant = findUndecorated(module, name);
  if (!meant) {
    diags.error(code::NoSuchKernel, {}, message).help(help);
    return;
  }
  diags
      .error(code::NoSuchKernel, meant->nameSpan,
             message + ": `" + meant->name + "` is a function of the host")
      .help("write `@triton.jit` above it");
}

/// Whether something only makes sense for one kernel.
static bool namesArguments(const SpecializationRequest &request) {
  return !request.signature.empty() || !request.actual.empty();
}

/// Whether nothing gives some parameter of a kernel a type or a value: files
/// of functions have many such ones, and each attempt reads the whole file.
static bool isHelper(const ast::FunctionStmt &kernel,
                     const SpecializationRequest &request) {
  bool isPlain = kernel.tqcLine.empty() && kernel.decorators.size() == 1;
  return isPlain && !namesArguments(request) && request.defines.empty() &&
         llvm::any_of(kernel.params, [](const ast::Param &param) {
           return !param.annotation && !param.defaultValue;
         });
}

/// Says that no kernel of several has types, with a line for the first that is
/// no helper of another.
static void reportNoTypes(DiagEngine &diags, const ast::Module &module,
                          const Functions &kernels) {
  Functions own = withoutHelpers(kernels);
  const ast::FunctionStmt &first = *own.front();
  std::vector<const ast::Param *> missing;
  for (const ast::Param &param : first.params)
    if (!param.defaultValue)
      missing.push_back(&param);
  GuessedSignature guess = guessSignature(kernels, first, missing);
  std::string file = module.file->name().str();
  size_t helpers = kernels.size() - own.size();
  std::string counted =
      std::to_string(own.size()) + (own.size() == 1 ? " kernel" : " kernels");
  if (helpers != 0)
    counted += " and " + std::to_string(helpers) +
               (helpers == 1 ? " helper" : " helpers");
  Diag &diag = diags.error(code::NoSuchKernel, {},
                           file + " has " + counted +
                               ", and none says the types of its arguments");
  diag.help("write above `" + first.name +
            "`, with what you mean: " + guess.tqcLine(first.tqcLine));
  diag.help("or name it: tqc " + file + ":" + first.name + " " + guess.flags());
  if (own.size() > 1)
    diag.help("the kernels are " + listNames(own));
}

static bool hasParam(const ast::FunctionStmt &kernel, llvm::StringRef name) {
  return llvm::any_of(kernel.params, [&](const ast::Param &param) {
    return param.name == name;
  });
}

/// The request for one of several kernels: without constants that only others
/// of them have.
static SpecializationRequest requestFor(const ast::FunctionStmt &kernel,
                                        const Functions &kernels,
                                        SpecializationRequest request) {
  llvm::erase_if(request.defines, [&](const auto &define) {
    return !hasParam(kernel, define.first) &&
           llvm::any_of(kernels, [&](const ast::FunctionStmt *other) {
             return hasParam(*other, define.first);
           });
  });
  return request;
}

/// Kernels that say themselves what they are for: with a `# tqc:` line an
/// error is worth telling, without one it only says that this is a helper.
static std::vector<KernelRequest>
selectComplete(SemaContext &context, const ast::Module &module,
               const Functions &kernels, const CompileOptions &options) {
  std::vector<KernelRequest> selected;
  bool failed = false;
  for (const ast::FunctionStmt *kernel : kernels) {
    if (kernels.size() > 1 && isHelper(*kernel, options.request))
      continue;
    DiagEngine attempt(context.sources);
    SemaContext own = {context.sources,           attempt,
                       context.loadImport,        context.staticPrint,
                       context.computeCapability, context.strictTriton};
    auto specialization = resolveSpecialization(
        own, module, *kernel, requestFor(*kernel, kernels, options.request));
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
    reportNoTypes(context.diags, module, kernels);
  return selected;
}

static void collectSkipped(const ast::Block &block,
                           std::vector<const ast::SkippedStmt *> &skipped) {
  for (const ast::Stmt *stmt : block) {
    if (const auto *one = llvm::dyn_cast<ast::SkippedStmt>(stmt)) {
      skipped.push_back(one);
    } else if (const auto *branch = llvm::dyn_cast<ast::IfStmt>(stmt)) {
      collectSkipped(branch->body, skipped);
      collectSkipped(branch->orElse, skipped);
    } else if (const auto *attempt = llvm::dyn_cast<ast::TryStmt>(stmt)) {
      collectSkipped(attempt->body, skipped);
    }
  }
}

bool tqc::readAllKernels(const ast::Module &module, llvm::StringRef wanted,
                         DiagEngine &diags) {
  std::vector<const ast::SkippedStmt *> skipped;
  collectSkipped(module.body, skipped);
  bool good = true, isAll = findKernels(module).empty();
  for (const ast::SkippedStmt *one : skipped) {
    bool isWanted = wanted.empty() ? one->isKernel && (one->hasTqcLine || isAll)
                                   : one->name == wanted;
    if (isWanted || (one->isKernel && one->isBroken())) {
      good = false;
      for (const Diag &diag : one->diags)
        diags.report(diag);
    } else if (one->isKernel || one->isBroken()) {
      diags.report(Diag(Diag::Level::Remark, {one->code}, one->where,
                        "passed over: " + one->reason));
    }
  }
  return good;
}

std::vector<KernelRequest> tqc::selectKernels(SemaContext &context,
                                              const ast::Module &module,
                                              const CompileOptions &options) {
  std::vector<const ast::FunctionStmt *> kernels = findKernels(module);
  std::string file = module.file->name().str();
  if (kernels.empty()) {
    reportNoKernel(context.diags, module, options.kernel,
                   file + " holds no kernel",
                   "a kernel is a function with the decorator `@triton.jit`");
    return {};
  }
  if (!options.kernel.empty()) {
    const ast::FunctionStmt *kernel = findNamed(kernels, options.kernel);
    if (!kernel) {
      reportNoKernel(context.diags, module, options.kernel,
                     file + " has no kernel `" + options.kernel + "`",
                     "it has " + listNames(kernels));
      return {};
    }
    auto specialization =
        resolveSpecialization(context, module, *kernel, options.request);
    if (!specialization)
      return {};
    return {{kernel, *specialization}};
  }
  if (namesArguments(options.request) && kernels.size() > 1) {
    Functions own = withoutHelpers(kernels);
    context.diags
        .error(code::BadOption, {},
               file + " has " + std::to_string(kernels.size()) +
                   " kernels, so a signature must say which one it is for")
        .help("write " + file + ":" + own.front()->name + "; the kernels are " +
              listNames(own));
    return {};
  }
  return selectComplete(context, module, kernels, options);
}
