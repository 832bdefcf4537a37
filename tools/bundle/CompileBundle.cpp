//===- CompileBundle.cpp - Every variant of the kernels of files ----------===//

#include "tools/bundle/CompileBundle.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/driver/Compiler.h"
#include "compiler/syntax/Parser.h"
#include "compiler/syntax/Specialization.h"
#include "runtime/image/ReadFile.h"

#include "llvm/ADT/STLExtras.h"

#include "nlohmann/json.hpp"

using namespace tqc;

/// The last constant of a choice.
static constexpr const char *kPlan = "plan";

Result<BundleVariant> tqc::readVariant(llvm::StringRef text) {
  auto [kernel, line] = text.split(':');
  std::string bad;
  auto pairs = sema::readTqcLine(line, bad);
  if (!sema::isIdentifier(kernel.trim()) || !pairs)
    return Error{"--variant is `" + text.str() + "`, which is none" +
                 (bad.empty() ? "" : ": `" + bad + "`")};
  BundleVariant variant;
  variant.kernel = kernel.trim().str();
  for (const auto &[name, value] : *pairs) {
    unsigned number = 0;
    bool isNumber = !llvm::StringRef(value).getAsInteger(10, number);
    if (name == "signature") {
      variant.request.signature = sema::unquoted(value);
    } else if (name == "num_warps") {
      if (!isNumber || number > 32 || !llvm::isPowerOf2_32(number))
        return Error{"--variant has num_warps=" + value +
                     ", but it must be 1, 2, 4, 8, 16 or 32"};
      variant.request.numWarps = int(number);
    } else if (name == "num_stages") {
      if (!isNumber || number > unsigned(kMaxStages))
        return Error{"--variant has num_stages=" + value +
                     ", but it must be 0 to " + std::to_string(kMaxStages)};
      variant.request.numStages = int(number);
    } else if (name == "num_ctas") {
      if (!isNumber || number > unsigned(kMostClusterCtas) ||
          !llvm::isPowerOf2_32(number))
        return Error{"--variant has num_ctas=" + value +
                     ", but it must be 1, 2, 4, 8 or 16"};
      variant.request.numCtas = int(number);
    } else if (name == "maxnreg") {
      if (!isNumber || number < 1 || number > unsigned(kMostRegisters))
        return Error{"--variant has maxnreg=" + value +
                     ", but it must be 1 to " + std::to_string(kMostRegisters)};
      variant.request.maxRegisters = int(number);
    } else if (name == kPlan) {
      ForcedPlan plan;
      std::string words = sema::unquoted(value);
      if (std::string wrong = readPlan(words, plan); !wrong.empty())
        return Error{"--variant has plan=" + words + ", but " + wrong};
      variant.request.plan = words;
    } else {
      variant.request.defines.emplace_back(name, value);
    }
  }
  return variant;
}

//===----------------------------------------------------------------------===//
// Which kernels
//===----------------------------------------------------------------------===//

/// What the `# tqc:` lines of the file and the variants ask for, in this order.
std::vector<BundleCompiler::Wanted>
BundleCompiler::select(SemaContext &sema, const ast::Module &module,
                       const std::string &kernel) {
  std::vector<Wanted> wanted;
  for (const ast::FunctionStmt *one : findKernels(module)) {
    if (!kernel.empty() && one->name != kernel)
      continue;
    auto mine = [&](const BundleVariant &variant) {
      return variant.kernel == one->name;
    };
    if (!llvm::any_of(variants, mine))
      continue;
    if (!one->tqcLine.empty())
      wanted.push_back({one, {}});
    for (const BundleVariant &variant : variants)
      if (mine(variant)) {
        wanted.push_back({one, variant.request});
        usedVariants.push_back(variant.kernel);
      }
  }
  // The rest as `tqc FILE` selects it; with variants, there may be none.
  bool any = !wanted.empty();
  size_t mark = diags.mark();
  CompileOptions own = options;
  own.kernel = kernel;
  if (any && !kernel.empty())
    return wanted;
  std::vector<KernelRequest> rest = selectKernels(sema, module, own);
  if (rest.empty() && any && diags.hasErrors() &&
      llvm::none_of(findKernels(module), [](const ast::FunctionStmt *one) {
        return !one->tqcLine.empty();
      }))
    diags.rollBack(mark);
  for (const KernelRequest &request : rest)
    if (llvm::none_of(wanted, [&](const Wanted &one) {
          return one.kernel == request.kernel;
        }))
      wanted.push_back({request.kernel, {}});
  return wanted;
}

void BundleCompiler::add(const KernelInput &input) {
  Result<std::string> text = readFile(input.path);
  if (!text) {
    diags.error({0}, {},
                "cannot read " + input.path + ": " + text.error().message);
    return;
  }
  const SourceFile &file = sources.add(input.path, std::move(*text));
  unsigned errors = diags.errorCount();
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  if (diags.errorCount() != errors ||
      !readAllKernels(*module, input.kernel, diags))
    return;
  for (size_t target = 0; target < bundle.targets.size(); ++target)
    addForTarget(*module, input.kernel, target);
  modules.push_back(std::move(module));
}

/// The planner decides in most bundles, which then say nothing of plans.
static void dropUnusedPlans(BundleKernel &kernel) {
  auto isEmpty = [](const BundleChoice &choice) {
    return choice.constants.back().value.empty();
  };
  if (llvm::all_of(kernel.choices, isEmpty))
    for (BundleChoice &choice : kernel.choices)
      choice.constants.pop_back();
}

void BundleCompiler::finish() {
  llvm::for_each(bundle.kernels, dropUnusedPlans);
  for (const BundleVariant &variant : variants)
    if (!llvm::is_contained(usedVariants, variant.kernel) && !diags.hasErrors())
      diags.error(code::BadOption, {},
                  "--variant is for `" + variant.kernel +
                      "`, but no file has a kernel of that name");
  for (const TunedChoice &choice : tuned)
    if (!llvm::is_contained(usedTuned, choice.variant.kernel) &&
        !diags.hasErrors())
      diags.error(code::BadOption, {},
                  "--tuned has a choice for `" + choice.variant.kernel +
                      "`, but no file has a kernel of that name");
}

Result<std::vector<TunedChoice>>
tqc::readTunedChoices(const std::string &path) {
  Result<std::string> text = readFile(path);
  if (!text)
    return Error{"cannot read " + path + ": " + text.error().message};
  auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  Error bad{"--tuned names " + path + ", which is no result of `tq-run tune`"};
  if (!json.is_object() || !json.contains("tqc_tuning") ||
      json["tqc_tuning"] != 1 || !json.contains("kernels") ||
      !json["kernels"].is_array())
    return bad;
  std::vector<TunedChoice> choices;
  for (const auto &kernel : json["kernels"]) {
    auto isText = [&](const char *name) {
      return kernel.contains(name) && kernel[name].is_string();
    };
    if (!kernel.is_object() || !isText("arch"))
      return bad;
    if (!isText("variant"))
      return Error{"--tuned names " + path +
                   ", which has candidates only and no choice; tq-run tune "
                   "--merge chooses"};
    Result<BundleVariant> variant =
        readVariant(kernel["variant"].template get<std::string>());
    if (!variant)
      return variant.error();
    choices.push_back(
        {kernel["arch"].template get<std::string>(), std::move(*variant)});
  }
  return choices;
}

void BundleCompiler::addForTarget(const ast::Module &module,
                                  const std::string &kernel, size_t target) {
  options.target.arch = std::string(bundle.targets[target]->name);
  std::function<void(llvm::StringRef)> print = [](llvm::StringRef text) {
    llvm::errs() << text;
  };
  SemaContext sema = {sources,
                      diags,
                      makeImportLoader(options.includes),
                      print,
                      bundle.targets[target]->capability,
                      options.strictTriton};
  for (const Wanted &wanted : select(sema, module, kernel)) {
    const ast::Module *&owner = owners[wanted.kernel->name];
    if (owner && owner != &module) {
      diags.error(code::BadOption, wanted.kernel->nameSpan,
                  "`" + wanted.kernel->name +
                      "` is a kernel of another file too, and a bundle has "
                      "one launcher of a name");
      return;
    }
    owner = &module;
    unsigned errors = diags.errorCount();
    size_t made = addConfigs(sema, module, wanted, target);
    if (!made && diags.errorCount() != errors)
      diags.error({0}, {},
                  "`" + wanted.kernel->name + "` was not compiled for " +
                      options.target.arch);
  }
}

//===----------------------------------------------------------------------===//
// Which code of a kernel
//===----------------------------------------------------------------------===//

/// Adds what tuning on this target chose, unless a variant says constants of
/// its own; whether it did.
bool BundleCompiler::takeTuned(const std::string &kernel,
                               SpecializationRequest &request) {
  for (const TunedChoice &choice : tuned) {
    if (choice.variant.kernel != kernel)
      continue;
    usedTuned.push_back(kernel);
    if (choice.arch != options.target.arch || !request.defines.empty())
      continue;
    const SpecializationRequest &chosen = choice.variant.request;
    request.defines = chosen.defines;
    if (chosen.numWarps)
      request.numWarps = chosen.numWarps;
    if (chosen.numStages)
      request.numStages = chosen.numStages;
    if (chosen.numCtas)
      request.numCtas = chosen.numCtas;
    if (chosen.maxRegisters)
      request.maxRegisters = chosen.maxRegisters;
    request.plan = chosen.plan;
    return true;
  }
  return false;
}

/// Each configuration of the autotuner that compiles; how many those are.
size_t BundleCompiler::addConfigs(SemaContext &sema, const ast::Module &module,
                                  const Wanted &wanted, size_t target) {
  SpecializationRequest request = wanted.request;
  bool isTuned = takeTuned(wanted.kernel->name, request);
  size_t made = 0, count = 1, first = diags.mark();
  std::optional<DiagEngine> firstErrors;
  for (request.config = 0; request.config < count; ++request.config) {
    size_t mark = diags.mark();
    auto specialization =
        resolveSpecialization(sema, module, *wanted.kernel, request);
    if (!specialization)
      return made;
    count = isTuned ? 1 : std::max<size_t>(1, specialization->configCount);
    if (addForms(module, *wanted.kernel, *specialization, target)) {
      ++made;
      continue;
    }
    if (!firstErrors) {
      firstErrors.emplace(sources);
      for (size_t i = mark; i < diags.all().size(); ++i)
        firstErrors->report(diags.all()[i]);
    }
    std::string why = diags.firstErrorSince(mark)
                          ? diags.firstErrorSince(mark)->message
                          : "it was refused";
    diags.rollBack(mark);
    diags.report(Diag(Diag::Level::Remark, {0}, wanted.kernel->nameSpan,
                      "configuration " + std::to_string(request.config + 1) +
                          " of `" + wanted.kernel->name + "` is left out for " +
                          options.target.arch + ": " + why));
  }
  if (made || !firstErrors)
    return made;
  diags.rollBack(first);
  for (const Diag &diag : firstErrors->all())
    diags.report(diag);
  return 0;
}

/// Forgets what a signature says about values; whether it said something.
static bool dropHints(std::vector<ArgumentSpec> &arguments) {
  bool any = false;
  for (ArgumentSpec &argument : arguments) {
    if (!argument.isConstant && argument.divisibility > 1) {
      any = true;
      argument.divisibility = 1;
    }
    any |= dropHints(argument.parts);
  }
  return any;
}

/// The code for arguments with the hints, then the one for all, whose plan is
/// the planner's: what was chosen for boxes is not for arguments without them.
bool BundleCompiler::addForms(const ast::Module &module,
                              const ast::FunctionStmt &kernel,
                              const Specialization &specialization,
                              size_t target) {
  if (!addImage(module, kernel, specialization, specialization, target))
    return false;
  Specialization general = specialization;
  if (!dropHints(general.arguments))
    return true;
  general.plan.clear();
  size_t mark = diags.mark();
  if (addImage(module, kernel, general, specialization, target))
    return true;
  std::string why = diags.firstErrorSince(mark)->message;
  diags.rollBack(mark);
  diags.report(Diag(Diag::Level::Remark, {0}, kernel.nameSpan,
                    "on " + options.target.arch + ", `" + kernel.name +
                        "` takes only arguments with the hints of its "
                        "signature: " +
                        why));
  return true;
}

/// The code of a specialization, as a part of a choice.
bool BundleCompiler::addImage(const ast::Module &module,
                              const ast::FunctionStmt &kernel,
                              const Specialization &specialization,
                              const Specialization &choice, size_t target) {
  CompileResult result = compileKernels(module, {{&kernel, specialization}},
                                        options, sources, diags);
  failedInside |= result.internalError;
  if (!result.succeeded || result.image.entries.empty())
    return false;
  BundleImage image;
  image.target = target;
  image.facts = result.image.entries.front();
  image.ptx = std::move(result.image.ptx);
  return place(image, choice);
}

/// Why a launcher could not launch it; empty where it can.
static std::string unlaunchable(const KernelEntry &facts) {
  auto spaces = llvm::count_if(facts.params, [](const KernelParam &param) {
    return param.role == ParamRole::Workspace;
  });
  return facts.params.size() > 256 ? "more than 256 parameters"
         : facts.maps.size() > 16  ? "more than 16 tensor maps"
         : spaces > 8              ? "more than 8 workspaces"
                                   : "";
}

/// Finds the kernel and the choice of an image, or makes them.
bool BundleCompiler::place(BundleImage &image,
                           const Specialization &specialization) {
  const KernelEntry &facts = image.facts;
  if (std::string why = unlaunchable(facts); !why.empty()) {
    diags.error({0}, {},
                "`" + facts.entry +
                    "` cannot be in a bundle: its launch needs " + why);
    return false;
  }
  BundleKernel kernel;
  kernel.entry = facts.entry;
  for (const KernelParam &param : facts.params)
    if (param.role == ParamRole::Argument)
      kernel.arguments.push_back({param.name, param.type});
  BundleChoice choice{facts.constants};
  choice.constants.push_back(
      {"num_warps", std::to_string(specialization.numWarps)});
  choice.constants.push_back(
      {"num_stages", std::to_string(specialization.numStages)});
  choice.constants.push_back(
      {"num_ctas", std::to_string(specialization.numCtas)});
  choice.constants.push_back(
      {"maxnreg", std::to_string(specialization.maxRegisters)});
  choice.constants.push_back({kPlan, specialization.plan});
  auto found = llvm::find_if(bundle.kernels, [&](const BundleKernel &other) {
    return other.entry == kernel.entry && other.arguments == kernel.arguments;
  });
  if (found == bundle.kernels.end())
    found = bundle.kernels.insert(found, std::move(kernel));
  auto same = [](const KernelConstant &a, const KernelConstant &b) {
    return a.name == b.name && a.value == b.value;
  };
  auto at = llvm::find_if(found->choices, [&](const BundleChoice &other) {
    return std::equal(other.constants.begin(), other.constants.end(),
                      choice.constants.begin(), choice.constants.end(), same);
  });
  if (at == found->choices.end())
    at = found->choices.insert(at, std::move(choice));
  image.kernel = size_t(found - bundle.kernels.begin());
  image.choice = size_t(at - found->choices.begin());
  bundle.images.push_back(std::move(image));
  return true;
}
