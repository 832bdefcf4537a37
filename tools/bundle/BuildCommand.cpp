//===- BuildCommand.cpp - `tqc build`: kernels ahead of time --------------===//

#include "tools/bundle/BuildCommand.h"

#include "runtime/cuda/Toolkit.h"
#include "runtime/image/ReadFile.h"
#include "tools/bundle/CompileBundle.h"
#include "tools/tq-run/KernelInput.h"
#include "tools/tqc/CppHeader.h"
#include "tools/tqc/OutputFile.h"
#include "tools/tqc/UsageErrors.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include "nlohmann/json.hpp"

namespace cl = llvm::cl;
using namespace tqc;

namespace {

/// Made once a process, since LLVM's registry of flags is global.
struct BuildFlags {
  cl::OptionCategory category{"What to build"};
  cl::list<std::string> inputs{cl::Positional,
                               cl::desc("<file.tq | file.py>[:kernel]..."),
                               cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("The folder of the bundle"),
                              cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> targets{
      "targets", cl::desc("GPUs to compile for, with commas between them"),
      cl::value_desc("sm_80,sm_90a"), cl::cat(category)};
  cl::opt<std::string> name{
      "name",
      cl::desc("What the headers are called, and what their names begin "
               "with (default: the folder's name)"),
      cl::value_desc("name"), cl::cat(category)};
  cl::list<std::string> variants{
      "variant",
      cl::desc("Also this code of a kernel, with the words of a `# tqc:` line "
               "(repeatable)"),
      cl::value_desc("'kernel: signature=\"*fp16, i32\" BLOCK=64'"),
      cl::cat(category)};
  cl::list<std::string> tuned{
      "tuned",
      cl::desc("Of a kernel's configurations only the one that `tq-run tune "
               "--out` chose for the target (repeatable)"),
      cl::value_desc("file.json"), cl::cat(category)};
  cl::list<std::string> includes{
      "include", cl::desc("Look for imported files here too (repeatable)"),
      cl::value_desc("folder"), cl::cat(category)};
  cl::opt<std::string> depfile{
      "depfile", cl::desc("Write what was read, as make and ninja take it"),
      cl::value_desc("file.d"), cl::cat(category)};
  cl::opt<bool> ptxOnly{"ptx-only",
                        cl::desc("No machine code, though ptxas is there"),
                        cl::cat(category)};
  cl::opt<bool> json{"json", cl::desc("Print diagnostics as JSON"),
                     cl::cat(category)};
};

/// One run of `tqc build`.
class Build {
public:
  explicit Build(BuildFlags &flags) : flags(flags), diags(sources) {}
  int run();
  void printDiags();

private:
  int fail(const std::string &message, const std::string &help = "") {
    return failUsage(diags, message, help);
  }
  bool readFlags();
  bool readTargets();
  bool readOutput();
  bool compile();
  bool makeCubins();
  Status removeOld();
  Status write();
  Status writeDepfile();
  std::string inFolder(const std::string &name) const;

  BuildFlags &flags;
  SourceManager sources;
  DiagEngine diags;
  Bundle bundle;
  std::vector<BundleVariant> variants;
  std::vector<TunedChoice> tuned;
  bool failedInside = false, kernelIsNamed = false;
};

} // namespace

void Build::printDiags() {
  if (flags.json)
    diags.printJson(llvm::errs());
  else
    diags.print(llvm::errs(), llvm::errs().has_colors());
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

bool Build::readTargets() {
  llvm::SmallVector<llvm::StringRef> names;
  llvm::StringRef(flags.targets).split(names, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names) {
    const Gpu *gpu = findGpu(name.trim().str());
    if (!gpu) {
      fail("no GPU is called `" + name.str() + "`", "tqc knows " + gpuNames());
      return false;
    }
    if (!llvm::is_contained(bundle.targets, gpu))
      bundle.targets.push_back(gpu);
  }
  if (bundle.targets.empty())
    fail("--targets says which GPUs to compile for, and is missing",
         "write it as in --targets sm_80,sm_90a");
  return !bundle.targets.empty();
}

bool Build::readOutput() {
  namespace fs = llvm::sys::fs;
  if (flags.output.empty()) {
    fail("-o says in which folder the bundle is written, and is missing");
    return false;
  }
  if (fs::exists(flags.output) && !fs::is_directory(flags.output)) {
    fail("-o names the file " + flags.output + ", but a bundle is a folder");
    return false;
  }
  llvm::SmallString<128> folder(flags.output);
  (void)fs::make_absolute(folder);
  llvm::sys::path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (llvm::StringRef(folder).ends_with("/"))
    folder.pop_back();
  bundle.name = flags.name.empty()
                    ? cIdentifier(llvm::sys::path::filename(folder).str())
                    : flags.name.getValue();
  if (bundle.name == cIdentifier(bundle.name) && bundle.name != "tq")
    return true;
  fail("--name is `" + bundle.name + "`, which is no name of C");
  return false;
}

bool Build::readFlags() {
  if (flags.inputs.empty()) {
    fail("no input file", "tqc build --help says what it takes");
    return false;
  }
  if (!readTargets() || !readOutput())
    return false;
  if (flags.depfile.getNumOccurrences() && flags.depfile.empty()) {
    fail("--depfile is empty");
    return false;
  }
  for (const std::string &text : flags.variants) {
    Result<BundleVariant> variant = readVariant(text);
    if (!variant) {
      fail(variant.error().message,
           "write it as in --variant 'add: signature=\"*fp16, i32\" BLOCK=64'");
      return false;
    }
    variants.push_back(std::move(*variant));
  }
  for (const std::string &path : flags.tuned) {
    Result<std::vector<TunedChoice>> choices = readTunedChoices(path);
    if (!choices) {
      fail(choices.error().message);
      return false;
    }
    tuned.insert(tuned.end(), choices->begin(), choices->end());
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

bool Build::compile() {
  CompileOptions options;
  options.target.libdevice = findLibdevice().value_or("");
  options.includes.assign(flags.includes.begin(), flags.includes.end());
  BundleCompiler compiler(bundle, sources, diags, options, variants, tuned);
  std::vector<std::string> seen;
  for (const std::string &input : flags.inputs) {
    if (llvm::is_contained(seen, input)) {
      fail("the input " + input + " is named twice");
      return false;
    }
    seen.push_back(input);
    KernelInput split = splitKernelInput(input);
    kernelIsNamed |= !split.kernel.empty();
    compiler.add(split);
  }
  compiler.finish();
  failedInside = compiler.internalError();
  for (const auto &file : sources.files())
    if (!llvm::is_contained(bundle.sources, file->name().str()) &&
        llvm::sys::fs::exists(file->name()))
      bundle.sources.push_back(file->name().str());
  return !diags.hasErrors();
}

/// Machine code of each image, where ptxas is there.
bool Build::makeCubins() {
  std::optional<std::string> ptxas = findCudaTool("ptxas");
  if (flags.ptxOnly || !ptxas)
    return true;
  for (BundleImage &image : bundle.images) {
    std::string arch(bundle.targets[image.target]->name);
    Result<std::string> cubin = runPtxas(*ptxas, arch, image.ptx);
    if (!cubin) {
      fail("no machine code of `" + image.facts.entry + "` for " + arch + ": " +
               cubin.error().message,
           "with --ptx-only, the driver makes it when the program begins");
      return false;
    }
    image.cubin = std::move(*cubin);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

std::string Build::inFolder(const std::string &name) const {
  llvm::SmallString<128> path(flags.output);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

/// Removes the manifest of a former build, so that half a bundle is none, and
/// the images that it names.
Status Build::removeOld() {
  std::string path = inFolder("manifest.json");
  Result<std::string> text = readFile(path);
  if (!text)
    return {};
  auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("tqc_bundle"))
    return Error{path +
                 " is no manifest of a bundle, and would be overwritten"};
  llvm::sys::fs::remove(path);
  if (!json.contains("images") || !json["images"].is_array())
    return {};
  for (const auto &image : json["images"])
    for (const char *kind : {"ptx", "cubin"})
      if (image.is_object() && image.contains(kind) &&
          image[kind].is_string()) {
        std::string name = image[kind].get<std::string>();
        if (name == llvm::sys::path::filename(name))
          llvm::sys::fs::remove(inFolder(name));
      }
  return {};
}

Status Build::write() {
  if (std::error_code code = llvm::sys::fs::create_directories(flags.output))
    return Error{"cannot make the folder " + flags.output + ": " +
                 code.message()};
  if (Status status = removeOld(); !status)
    return status;
  std::vector<std::pair<std::string, std::string>> files;
  for (const BundleImage &image : bundle.images) {
    files.emplace_back(image.ptxFile, image.ptx);
    if (!image.cubinFile.empty())
      files.emplace_back(image.cubinFile, image.cubin);
  }
  files.emplace_back(bundle.name + ".h", bundleHeader(bundle));
  files.emplace_back(bundle.name + ".hpp", bundleCppHeader(bundle));
  files.emplace_back("manifest.json", bundleManifest(bundle));
  for (const auto &[name, bytes] : files)
    if (Status status = writeOutput(inFolder(name), bytes); !status)
      return status;
  return writeDepfile();
}

/// A name in a rule of make.
static std::string ruleName(const std::string &path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\')
      text += '\\';
    if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

Status Build::writeDepfile() {
  if (flags.depfile.empty())
    return {};
  std::string text = ruleName(inFolder(bundle.name + ".h")) + ":";
  for (const std::string &source : bundle.sources)
    text += " \\\n  " + ruleName(source);
  return writeOutput(flags.depfile, text + "\n");
}

int Build::run() {
  if (!readFlags())
    return UsageIsWrong;
  if (!compile())
    return failedInside                         ? kInternalErrorExit
           : isUsageError(diags, kernelIsNamed) ? UsageIsWrong
                                                : SourceIsWrong;
  if (!makeCubins())
    return UsageIsWrong;
  bundle.finish();
  if (Status status = write(); !status)
    return fail(status.error().message);
  return Good;
}

int tqc::buildMain(int argc, char **argv) {
  // LLVM's registry keeps pointers to the flags for as long as it lives.
  auto *flags = new BuildFlags();
  cl::HideUnrelatedOptions(flags->category);
  if (!cl::ParseCommandLineOptions(argc - 1, argv + 1,
                                   "tqc build: kernels for several GPUs, with "
                                   "headers that launch them\n",
                                   &llvm::errs()))
    return UsageIsWrong;
  Build build(*flags);
  int code = build.run();
  build.printDiags();
  return code;
}
