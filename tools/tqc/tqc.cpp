//===- tqc.cpp - The compiler on the command line -------------------------===//

#include "tools/tqc/Tqc.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/codegen/EmitPtx.h"
#include "compiler/driver/Compiler.h"
#include "runtime/cuda/Toolkit.h"
#include "runtime/image/ReadFile.h"
#include "tools/explore/KernelPage.h"
#include "tools/explore/MachineCode.h"
#include "tools/explore/PageData.h"
#include "tools/explore/PrintExplanation.h"
#include "tools/tq-run/KernelInput.h"
#include "tools/tqc/CppHeader.h"
#include "tools/tqc/Flags.h"
#include "tools/tqc/OutputFile.h"
#include "tools/tqc/TimeCompile.h"
#include "tools/tqc/UsageErrors.h"
#include "tools/tqc/ValidatePhases.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <set>

using namespace tqc;

namespace {

/// One run of tqc.
class Tqc {
public:
  Tqc(Flags &flags, SourceManager &sources, std::string input,
      std::set<std::string> &names)
      : flags(flags), sources(sources), diags(sources), input(std::move(input)),
        names(names), output(flags.output) {}
  int run();
  const DiagEngine &said() const { return diags; }

private:
  int explainError();
  bool readInput();
  bool takeCount(const llvm::cl::opt<int> &flag, int least, int most,
                 std::optional<int> &count);
  bool fillOptions();
  bool isInput(llvm::StringRef path) const;
  bool parsePtxVersion(llvm::StringRef text);
  bool checkFlagsFit();
  bool checkExploreFits();
  bool checkInputsFit();
  bool chooseOutput();
  bool namesFolder() const;
  bool hasSeveral() const { return flags.inputs.size() > 1; }
  Emit chooseEmit() const;
  void noteMissingRemarks();
  void dump(PhaseId phase, const std::string &text);
  int finish(CompileResult &result);
  Result<std::string> makeOutput(CompileResult &result);
  int compilePtx();
  int timeRun();
  int validate();
  int explore();
  void printExplanation(const CompileResult &result);
  int fail(const std::string &message, const std::string &help = "") {
    return failUsage(diags, message, help);
  }
  std::string baseName() const;
  std::string nameAmongInputs() const;

  Flags &flags;
  SourceManager &sources;
  DiagEngine diags;
  std::string input;            ///< FILE[:KERNEL]
  std::set<std::string> &names; ///< of what other inputs wrote
  std::string output;
  CompileOptions options;
  Emit emit = Emit::Ptx;
  const SourceFile *file = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Words to the user
//===----------------------------------------------------------------------===//

int Tqc::explainError() {
  llvm::StringRef text = flags.explainError;
  text.consume_front("TQ");
  unsigned number = 0;
  std::optional<llvm::StringRef> words;
  if (!text.getAsInteger(10, number))
    words = explainCode({number});
  if (!words)
    return fail("no error has the code `" + flags.explainError + "`",
                "codes look like TQ0304 and end the first line of a message");
  llvm::outs() << *words;
  return Good;
}

//===----------------------------------------------------------------------===//
// Input and options
//===----------------------------------------------------------------------===//

/// "out/matmul" -> "matmul": what dumps are called.
std::string Tqc::baseName() const {
  llvm::StringRef stem = llvm::sys::path::stem(file->name());
  // A dump of a dump keeps its name: matmul.3.layout.mlir -> matmul.
  for (const Phase &phase : kPhases)
    if (stem.consume_back("." + phase.name.str()))
      stem.consume_back("." + std::to_string(int(phase.id) + 1));
  return stem.empty() || stem == "<stdin>" ? "kernel" : stem.str();
}

/// The same, with the kernel if one of the file is named: several inputs may be
/// kernels of one file.
std::string Tqc::nameAmongInputs() const {
  bool isPart = hasSeveral() && !options.kernel.empty();
  return baseName() + (isPart ? "." + options.kernel : "");
}

/// "out/"; among several inputs, a folder that is there too.
bool Tqc::namesFolder() const {
  return llvm::StringRef(output).ends_with("/") ||
         (hasSeveral() && llvm::sys::fs::is_directory(output));
}

bool Tqc::readInput() {
  if (input.empty()) {
    fail("no input file", "tqc --help says what tqc takes");
    return false;
  }
  auto [path, kernel] = splitKernelInput(input);
  Result<std::string> text = readFile(path, /*takesStdin=*/true);
  if (!text) {
    fail("cannot read " + path + ": " + text.error().message);
    return false;
  }
  options.kernel = kernel;
  file = &sources.add(path == "-" ? "<stdin>" : path, std::move(*text));
  return true;
}

/// What the output would be written over is lost.
bool Tqc::isInput(llvm::StringRef path) const {
  bool same = false;
  return path != "-" && file->name() != "<stdin>" &&
         !llvm::sys::fs::equivalent(file->name(), path, same) && same &&
         llvm::sys::fs::is_regular_file(path);
}

bool Tqc::parsePtxVersion(llvm::StringRef text) {
  auto [major, minor] = text.split('.');
  unsigned whole = 0, part = 0;
  if (major.getAsInteger(10, whole) || whole > 99 || minor.size() != 1 ||
      minor.getAsInteger(10, part)) {
    fail("--ptx-version is `" + text.str() + "`, which is no version",
         "write it as in --ptx-version=7.8");
    return false;
  }
  options.target.ptxVersion = whole * 10 + part;
  return true;
}

/// What `--emit` says, else what the ending of the output file says.
Emit Tqc::chooseEmit() const {
  if (flags.emit.getNumOccurrences())
    return flags.emit;
  llvm::StringRef ending = llvm::sys::path::extension(flags.output);
  if (ending == ".cubin")
    return Emit::Cubin;
  if (ending == ".sass")
    return Emit::Sass;
  if (ending == ".h" || ending == ".hpp")
    return Emit::Header;
  if (ending == ".ll")
    return Emit(PhaseId::Llvm);
  return Emit::Ptx;
}

/// Whether a number of warps is one that a block can have.
static bool isWarpCount(int warps) {
  return warps >= 1 && warps <= 32 && llvm::isPowerOf2_32(unsigned(warps));
}

/// Refuses flags that would be ignored, and an output that is the input.
bool Tqc::checkFlagsFit() {
  if (isInput(output)) {
    fail("-o names the input file " + output + ", which would be overwritten");
    return false;
  }
  if (flags.time && output != "-") {
    fail("--time writes no output, but -o names " + output);
    return false;
  }
  for (const auto *flag : {&flags.arch, &flags.ptxVersion, &flags.dumpPhases})
    if (flag->getNumOccurrences() && flag->empty()) {
      fail("--" + flag->ArgStr.str() + " is empty");
      return false;
    }
  // What compiles regular expressions needs the stack for each bracket.
  if (flags.remarks.size() > 1000) {
    fail("--remarks has " + std::to_string(flags.remarks.size()) +
         " characters, but may have 1000");
    return false;
  }
  return true;
}

/// The page shows the way from a source to PTX, and nothing else is written on
/// that way.
bool Tqc::checkExploreFits() {
  const std::string &path = flags.explore;
  if (!flags.explore.getNumOccurrences())
    return true;
  std::string problem;
  if (path.empty() || path == "-")
    problem = "names no file";
  else if (isInput(path))
    problem = "names the input file " + path + ", which would be overwritten";
  else if (path == output)
    problem = "and -o both name " + path;
  else if (emit < Emit::Ptx)
    problem =
        "shows every phase, but --emit=" + phaseOf(PhaseId(emit)).name.str() +
        " stops before PTX";
  else if (!flags.dumpPhases.empty() || flags.time || flags.validatePhases)
    problem = "does not go with --dump-phases, --time and --validate-phases";
  else
    for (llvm::StringRef ending : {".ptx", ".mlir", ".ll"})
      if (file->name().ends_with(ending))
        problem = "needs a source (.tq, .py), but the input is a " +
                  ending.str() + " file";
  if (problem.empty())
    return true;
  fail("--explore " + problem, "write it as in --explore=kernel.html");
  return false;
}

/// Of several inputs, each needs a place for what is made of it.
bool Tqc::checkInputsFit() {
  if (!hasSeveral())
    return true;
  std::string count = std::to_string(flags.inputs.size());
  if (flags.explore.getNumOccurrences()) {
    fail("--explore writes one page, but there are " + count + " inputs");
    return false;
  }
  bool isText =
      flags.time || flags.validatePhases ||
      (flags.explain.getNumOccurrences() && !flags.emit.getNumOccurrences());
  if (output == "-" && !isText) {
    fail(count + " inputs need a folder for what is made of them",
         "write -o out/");
    return false;
  }
  if (output != "-" && !namesFolder()) {
    fail("-o names one file, but there are " + count + " inputs",
         "name a folder: -o out/");
    return false;
  }
  if (!names.insert(nameAmongInputs()).second) {
    fail("two inputs would be written as " + nameAmongInputs(),
         "compile them into two folders");
    return false;
  }
  return true;
}

/// In a folder, outputs are called as their inputs: softmax.tq, softmax.ptx.
bool Tqc::chooseOutput() {
  if (!namesFolder())
    return true;
  if (std::error_code code = llvm::sys::fs::create_directories(output)) {
    fail("cannot make the folder " + output + ": " + code.message());
    return false;
  }
  llvm::StringRef ending = emit == Emit::Cubin    ? ".cubin"
                           : emit == Emit::Sass   ? ".sass"
                           : emit == Emit::Header ? ".h"
                                                  : ".ptx";
  llvm::SmallString<128> path(output);
  llvm::sys::path::append(path, emit < Emit::Ptx
                                    ? dumpName(nameAmongInputs(), PhaseId(emit))
                                    : nameAmongInputs() + ending.str());
  output = path.str().str();
  return true;
}

/// A number between both, if the flag is given.
bool Tqc::takeCount(const llvm::cl::opt<int> &flag, int least, int most,
                    std::optional<int> &count) {
  if (!flag.getNumOccurrences())
    return true;
  if (flag < least || flag > most) {
    fail("--" + flag.ArgStr.str() + " is " + std::to_string(flag) +
         ", but must be " + std::to_string(least) + " to " +
         std::to_string(most));
    return false;
  }
  count = flag;
  return true;
}

bool Tqc::fillOptions() {
  emit = chooseEmit();
  if (!checkInputsFit() || !chooseOutput() || !checkFlagsFit())
    return false;
  if (!checkExploreFits())
    return false;
  options.last = emit < Emit::Ptx ? PhaseId(emit) : PhaseId::Ptx;
  options.target.arch = flags.arch;
  if (!flags.arch.empty() && !findGpu(flags.arch.getValue())) {
    fail("no GPU is called `" + flags.arch + "`", "tqc knows " + gpuNames());
    return false;
  }
  if (!flags.ptxVersion.empty() && !parsePtxVersion(flags.ptxVersion))
    return false;
  options.target.libdevice = findLibdevice().value_or("");
  options.target.lineInfo = !flags.noLineInfo;
  options.request.signature = flags.signature;
  for (llvm::StringRef define : flags.defines) {
    auto [name, value] = define.split('=');
    if (name.empty() || value.empty()) {
      fail("-D got `" + define.str() + "`", "write it as in -D BLOCK=1024");
      return false;
    }
    options.request.defines.emplace_back(name.str(), value.str());
  }
  if (flags.numWarps.getNumOccurrences()) {
    if (!isWarpCount(flags.numWarps)) {
      fail("--num-warps is " + std::to_string(flags.numWarps) +
           ", but must be 1, 2, 4, 8, 16 or 32");
      return false;
    }
    options.request.numWarps = flags.numWarps;
  }
  if (!takeCount(flags.numStages, 0, kMaxStages, options.request.numStages) ||
      !takeCount(flags.numCtas, 1, kMostClusterCtas, options.request.numCtas))
    return false;
  if (flags.debug.getNumOccurrences())
    options.request.debug = flags.debug;
  for (const std::string &name : flags.disable) {
    if (!optimizationNamed(name)) {
      fail("--disable names no optimisation: `" + name + "`",
           "`tqc --help` lists them");
      return false;
    }
    options.choices.disabled.push_back(name);
  }
  for (const std::string &part : flags.plan)
    if (std::string wrong = readPlanPart(part, options.choices.plan);
        !wrong.empty()) {
      fail("--plan: " + wrong, "`tqc --help` lists the parts of a plan");
      return false;
    }
  if (flags.strict)
    llvm::append_range(options.choices.disabled, roundingOptimizations());
  if (!flags.explain.empty() && flags.explain != "layouts") {
    fail("--explain takes no value but `layouts`, not `" + flags.explain + "`");
    return false;
  }
  options.includes.assign(flags.includes.begin(), flags.includes.end());
  options.strictTriton = flags.strictTriton;
  options.locations = flags.locations;
  options.remarks = flags.remarks == "all" ? ".*" : flags.remarks.getValue();
  llvm::replace(options.remarks, ',', '|'); // a list, or a regular expression
  options.explain = flags.explain.getNumOccurrences() != 0;
  if (!flags.dumpPhases.empty())
    options.onPhase = [this](PhaseId phase, const std::string &text) {
      dump(phase, text);
    };
  return true;
}

void Tqc::dump(PhaseId phase, const std::string &text) {
  std::string folder = flags.dumpPhases;
  if (std::error_code code = llvm::sys::fs::create_directories(folder)) {
    fail("cannot make the folder " + folder + ": " + code.message());
    return;
  }
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, dumpName(nameAmongInputs(), phase));
  if (Status status = writeOutput(path, text); !status)
    fail(status.error().message);
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// What `--emit` asks for, of a compilation that went well.
Result<std::string> Tqc::makeOutput(CompileResult &result) {
  if (emit <= Emit::Ptx)
    return std::move(result.text);
  if (emit == Emit::Header)
    return cppHeader(result.image, output == "-"
                                       ? baseName()
                                       : llvm::sys::path::stem(output).str());
  std::string arch = result.image.entries.empty()
                         ? (flags.arch.empty() ? std::string(kDefaultGpu)
                                               : flags.arch.getValue())
                         : result.image.entries.front().arch;
  Result<std::string> cubin = makeCubin(arch, result.image.ptx);
  if (!cubin || emit == Emit::Cubin)
    return cubin;
  return disassemble(*cubin);
}

/// The words go to stdout where nothing else does.
void Tqc::printExplanation(const CompileResult &result) {
  bool alone = output == "-" && !flags.emit.getNumOccurrences();
  llvm::raw_ostream &os = alone ? llvm::outs() : llvm::errs();
  if (result.explanation.empty())
    diags.report(Diag(Diag::Level::Remark, {0}, {},
                      "--explain reads the phase `schedule`, which was not "
                      "passed"));
  ExplanationParts parts{result.explanation, nullptr, sources,
                         flags.explain == "layouts"};
  std::optional<Result<std::vector<RegisterUse>>> registers;
  if (options.last == PhaseId::Ptx && !result.image.entries.empty()) {
    registers =
        registerUse(result.image.entries.front().arch, result.image.ptx);
    parts.registers = &*registers;
  }
  os << (flags.json ? explanationJson(parts) : explanationText(parts));
}

/// Silence could mean that a pass is content, or that the category is misspelt.
void Tqc::noteMissingRemarks() {
  if (options.remarks.empty() ||
      llvm::any_of(diags.all(), [](const Diag &diag) {
        return diag.level == Diag::Level::Remark;
      }))
    return;
  diags.report(Diag(Diag::Level::Remark, {0}, {},
                    "no pass remarked on `" + flags.remarks + "`"));
}

/// Whether what was asked for is wrong, and not the file.
int Tqc::finish(CompileResult &result) {
  if (result.internalError)
    return kInternalErrorExit;
  if (diags.hasErrors())
    return isUsageError(diags, !options.kernel.empty()) ? UsageIsWrong
                                                        : SourceIsWrong;
  noteMissingRemarks();
  if (options.explain) {
    printExplanation(result);
    if (output == "-" && !flags.emit.getNumOccurrences())
      return Good;
  }
  Result<std::string> bytes = makeOutput(result);
  if (!bytes)
    return fail(bytes.error().message);
  if (emit == Emit::Cubin && output == "-" &&
      llvm::sys::Process::StandardOutIsDisplayed())
    return fail("a cubin is no text for a terminal", "name a file with -o");
  if (Status status = writeOutput(output, *bytes); !status)
    return fail(status.error().message);
  return Good;
}

/// PTX that is there already: to machine code, or into a header.
int Tqc::compilePtx() {
  if (emit < Emit::Ptx)
    return fail("the input is PTX already; from it, tqc makes cubin, sass and "
                "header");
  Result<KernelImage> image = KernelImage::parse(file->text().str());
  if (!image)
    return fail(file->name().str() + ": " + image.error().message);
  CompileResult result;
  result.image = std::move(*image);
  result.text = result.image.ptx;
  return finish(result);
}

/// Compiles without output, for the time alone.
int Tqc::timeRun() {
  options.onPhase = nullptr;
  CompileResult first = compile(*file, options, sources, diags);
  if (!first.succeeded || first.internalError)
    return finish(first);
  llvm::outs() << timeCompile(file->name(), file->text(), options);
  return Good;
}

/// Runs what every pass made; there is no output but what that shows.
int Tqc::validate() {
  if (file->name() == "<stdin>" || file->name().ends_with(".mlir") ||
      file->name().ends_with(".ll"))
    return fail("--validate-phases needs the source as a file (.tq, .py): only "
                "there every pass is still to come");
  return validatePhases(*file, options, flags.json, sources, diags);
}

/// Compiles, and writes what there is to see as a page.
int Tqc::explore() {
  CompiledTexts texts;
  CompileOptions all = options;
  texts.collectFrom(all);
  CompileResult result = compile(*file, all, sources, diags);
  if (!result.succeeded || result.internalError)
    return finish(result);
  texts.finish("", result);
  const std::string &arch = result.image.entries.front().arch;
  PageData page(baseName() + ", compiled for " + arch, file->name().str(),
                file->text().str());
  page.json["summary"] = "tqc " TQC_VERSION;
  page.addCompiled(texts);
  if (Status status = writeOutput(flags.explore, kernelPage(page.json));
      !status)
    return fail(status.error().message);
  if (output != "-" || flags.emit.getNumOccurrences() || options.explain)
    return finish(result);
  noteMissingRemarks();
  llvm::outs() << flags.explore << ": a page for a browser\n";
  return Good;
}

int Tqc::run() {
  if (!flags.explainError.empty())
    return explainError();
  if (!readInput() || !fillOptions())
    return UsageIsWrong;
  if (file->name().ends_with(".ptx"))
    return compilePtx();
  if (flags.time)
    return timeRun();
  if (flags.validatePhases)
    return validate();
  if (flags.explore.getNumOccurrences())
    return explore();
  CompileResult result = compile(*file, options, sources, diags);
  return finish(result);
}

int tqc::tqcMain(int argc, char **argv) {
  // LLVM's registry keeps pointers to the flags for as long as it lives.
  auto *flags = new Flags();
  if (!parseFlags(*flags, argc, argv))
    return UsageIsWrong;
  SourceManager sources;
  DiagEngine diags(sources);
  std::set<std::string> names;
  std::vector<std::string> inputs(flags->inputs.begin(), flags->inputs.end());
  if (inputs.empty())
    inputs.emplace_back();
  int code = Good;
  for (const std::string &input : inputs) {
    Tqc tqc(*flags, sources, input, names);
    code = std::max(code, tqc.run()); // the worse, the higher
    for (const Diag &diag : tqc.said().all())
      diags.report(diag);
  }
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "error: cannot write the standard output: "
                 << llvm::outs().error().message() << "\n";
    llvm::outs().clear_error();
    code = UsageIsWrong;
  }
  if (flags->json)
    diags.printJson(llvm::errs());
  else
    diags.print(llvm::errs(), llvm::errs().has_colors());
  llvm::errs().clear_error(); // nobody is left to tell
  return code;
}
