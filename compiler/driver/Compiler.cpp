//===- Compiler.cpp - Source in, kernel image out -------------------------===//

#include "compiler/driver/Compiler.h"

#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/FatalErrors.h"
#include "compiler/driver/PhaseRunner.h"
#include "compiler/driver/SelectKernels.h"
#include "compiler/syntax/Parser.h"
#include "runtime/image/ReadFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tqc;

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

static std::optional<std::string> readText(llvm::StringRef path) {
  Result<std::string> text = readFile(path.str());
  if (!text)
    return std::nullopt;
  return std::move(*text);
}

/// The folder in which Python would find the outermost package of a file; empty
/// if the file is in none.
static std::string packageRoot(llvm::StringRef file) {
  llvm::SmallString<128> folder(file);
  if (llvm::sys::fs::make_absolute(folder))
    return "";
  llvm::sys::path::remove_filename(folder);
  bool inPackage = false;
  while (!folder.empty()) {
    llvm::SmallString<128> mark(folder);
    llvm::sys::path::append(mark, "__init__.py");
    if (!llvm::sys::fs::exists(mark))
      break;
    inPackage = true;
    llvm::sys::path::remove_filename(folder);
  }
  return inPackage ? folder.str().str() : "";
}

ImportLoader tqc::makeImportLoader(
    std::vector<std::string> folders,
    std::function<void(llvm::StringRef, llvm::StringRef)> loaded) {
  return [folders = std::move(folders), loaded = std::move(loaded)](
             const SourceFile &from, unsigned dots, llvm::StringRef modulePath)
             -> std::optional<std::pair<std::string, std::string>> {
    llvm::SmallString<128> own(llvm::sys::path::parent_path(from.name()));
    for (unsigned up = 1; up < dots; ++up)
      llvm::sys::path::append(own, "..");
    std::vector<std::string> places = {own.str().str()};
    if (dots == 0)
      places.insert(places.end(), folders.begin(), folders.end());
    if (std::string root = packageRoot(from.name()); dots == 0 && !root.empty())
      places.push_back(std::move(root));
    llvm::SmallVector<llvm::StringRef> parts;
    modulePath.split(parts, '.', -1, /*KeepEmpty=*/false);
    for (const std::string &place : places)
      for (llvm::StringRef ending : {".tq", ".py", "/__init__.py"}) {
        llvm::SmallString<128> path(place);
        for (llvm::StringRef part : parts)
          llvm::sys::path::append(path, part);
        path += ending;
        std::optional<std::string> text = readText(path);
        if (!text)
          continue;
        if (loaded)
          loaded(path, *text);
        return std::pair(path.str().str(), std::move(*text));
      }
    return std::nullopt;
  };
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static SemaContext makeSema(const CompileOptions &options,
                            SourceManager &sources, DiagEngine &diags) {
  auto print = options.staticPrint
                   ? options.staticPrint
                   : [](llvm::StringRef text) { llvm::errs() << text; };
  std::string_view arch = options.target.arch.empty()
                              ? kDefaultGpu
                              : std::string_view(options.target.arch);
  return {sources,
          diags,
          makeImportLoader(options.includes),
          print,
          computeCapabilityOf(arch),
          options.strictTriton};
}

static CompileResult compileSelected(const ast::Module &module,
                                     llvm::ArrayRef<KernelRequest> kernels,
                                     SemaContext &sema,
                                     const CompileOptions &options) {
  PhaseRunner runner(options, sema.diags);
  if (runner.startFromTree(sema, module, kernels))
    runner.run();
  return runner.take();
}

static bool isIr(const SourceFile &file) {
  return file.name().ends_with(".mlir") || file.name().ends_with(".ll");
}

/// Runs a whole compilation. Where LLVM stops, the text that it was given as is
/// gets the blame; what was compiled from source is a fault of ours.
static CompileResult guarded(DiagEngine &diags, bool isGivenIr,
                             llvm::function_ref<CompileResult()> compilation) {
  auto result = std::make_unique<CompileResult>();
  FatalError error;
  if (runGuarded([&] { *result = compilation(); }, error))
    return std::move(*result);
  std::string where =
      error.phase.empty() ? "" : " on the way to phase `" + error.phase + "`";
  CompileResult failed;
  if (isGivenIr) {
    diags.error(code::BadIr, {}, "LLVM stopped" + where + ": " + error.reason)
        .help("the file asks for what the target has not, or holds broken "
              "assembler text");
    return failed;
  }
  diags
      .error(code::Internal, {},
             "internal error: LLVM stopped" + where + ": " + error.reason)
      .help(kReportInternal);
  failed.internalError = true;
  return failed;
}

CompileResult tqc::compileKernels(const ast::Module &module,
                                  llvm::ArrayRef<KernelRequest> kernels,
                                  const CompileOptions &options,
                                  SourceManager &sources, DiagEngine &diags) {
  return guarded(diags, /*isGivenIr=*/false, [&] {
    SemaContext sema = makeSema(options, sources, diags);
    return compileSelected(module, kernels, sema, options);
  });
}

/// Autotuned kernels are compiled with the first of their configurations that
/// the target takes (its shared memory is one reason why it may not); if none
/// does, with the first one, whose errors are told.
static CompileResult compileFirstFitting(const ast::Module &module,
                                         CompileOptions options,
                                         SourceManager &sources,
                                         DiagEngine &diags) {
  SemaContext sema = makeSema(options, sources, diags);
  std::vector<KernelRequest> kernels = selectKernels(sema, module, options);
  if (kernels.empty())
    return {};
  size_t configs = 1;
  for (const KernelRequest &kernel : kernels)
    configs = std::max(configs, kernel.specialization.configCount);
  if (configs == 1)
    return compileSelected(module, kernels, sema, options);
  size_t mark = diags.mark();
  for (; options.request.config < configs; ++options.request.config) {
    diags.rollBack(mark);
    kernels = selectKernels(sema, module, options);
    CompileResult result;
    if (!kernels.empty())
      result = compileSelected(module, kernels, sema, options);
    if (result.succeeded || result.internalError)
      return result;
  }
  diags.rollBack(mark);
  options.request.config = 0;
  kernels = selectKernels(sema, module, options);
  return kernels.empty() ? CompileResult()
                         : compileSelected(module, kernels, sema, options);
}

/// The way of a source file.
static CompileResult compileSource(const SourceFile &file,
                                   const CompileOptions &options,
                                   SourceManager &sources, DiagEngine &diags) {
  CompileResult result;
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  if (diags.hasErrors())
    return result;
  if (options.onPhase || options.last == PhaseId::Ast) {
    llvm::raw_string_ostream os(result.text);
    ast::print(*module, sources, os);
  }
  if (options.onPhase)
    options.onPhase(PhaseId::Ast, result.text);
  if (options.last == PhaseId::Ast) {
    result.succeeded = true;
    return result;
  }
  if (!readAllKernels(*module, options.kernel, diags))
    return result;
  return compileFirstFitting(*module, options, sources, diags);
}

static CompileResult compileAny(const SourceFile &file,
                                const CompileOptions &options,
                                SourceManager &sources, DiagEngine &diags) {
  if (!isIr(file))
    return compileSource(file, options, sources, diags);
  PhaseRunner runner(options, diags);
  bool isMlir = file.name().ends_with(".mlir");
  if (isMlir ? runner.startFromIr(file) : runner.startFromLlvm(file))
    runner.run();
  return runner.take();
}

CompileResult tqc::compile(const SourceFile &file,
                           const CompileOptions &options,
                           SourceManager &sources, DiagEngine &diags) {
  return guarded(diags, isIr(file),
                 [&] { return compileAny(file, options, sources, diags); });
}
