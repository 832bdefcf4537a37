//===- Flags.cpp - The command line of tqc --------------------------------===//

#include "tools/tqc/Flags.h"

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/analysis/Optimizations.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;
using namespace tqc;

static constexpr const char *kExamples =
    "\nEXAMPLES:\n"
    "  tqc softmax.tq                         PTX to stdout\n"
    "  tqc softmax.tq -o softmax.ptx          PTX into a file that tq-run and\n"
    "                                         the CUDA driver take as it is\n"
    "  tqc k.py:add --signature=\"*fp32:16, *fp32:16, i32\" -D BLOCK=1024\n"
    "                                         one kernel of a Triton file, "
    "for\n"
    "                                         these arguments (16: multiples "
    "of 16)\n"
    "  tqc softmax.tq matmul.tq -o out/       out/softmax.ptx, out/matmul.ptx\n"
    "  tqc softmax.tq --emit=layout           the IR with layouts\n"
    "  tqc softmax.tq --explain               what was decided for each line, "
    "and why\n"
    "  tqc matmul.tq --explore=matmul.html    all of it as a page for a "
    "browser\n"
    "  tqc matmul.tq --dump-phases=out        out/matmul.1.ast ... "
    "out/matmul.7.ptx\n"
    "  tqc out/matmul.3.layout.mlir           go on from a dump\n"
    "  tqc matmul.tq --remarks=mma            why a dot did not become a "
    "matrix\n"
    "                                         instruction\n"
    "  tqc --explain-error=TQ0304             more about an error\n"
    "  tqc build k.tq --targets sm_80,sm_90a -o kernels\n"
    "                                         code for several GPUs, and C and "
    "C++\n"
    "                                         headers that launch it\n\n"
    "A kernel that says its own types needs no flags:\n"
    "  # tqc: signature=\"*fp32:16, i32\" BLOCK=1024 num_warps=4 num_stages=3\n"
    "  @triton.jit\n"
    "  def kernel(x_ptr, n, BLOCK: tl.constexpr):\n\n"
    "Exit code: 0, 1 where the source is wrong, 2 where the command line or "
    "the\n"
    "environment is, 70 where tqc is.\n";

/// "  pipeline   loads of a loop ...": one line an optimisation.
static const std::string &optimizationHelp() {
  static const std::string text = [] {
    std::string lines = "\nOPTIMISATIONS, for --disable:\n";
    for (const OptimizationInfo &info : allOptimizations())
      lines += llvm::formatv(
                   "  {0,-20} {1}\n",
                   info.name.str() +
                       (info.effect == OptimizationInfo::Rounding ? " *" : ""),
                   info.what)
                   .str();
    lines += "\nPARTS OF A PLAN, for --plan:\n";
    for (const PlanPartInfo &part : allPlanParts())
      lines += llvm::formatv("  {0}={1}\n  {2,-20} {3}\n", part.name,
                             part.choices, "", part.what)
                   .str();
    return lines;
  }();
  return text;
}

std::string tqc::wordsAfterFlags() { return kExamples + optimizationHelp(); }

Flags::Flags()
    : inputs(cl::Positional,
             cl::desc("<file.tq | file.py | file.mlir | file.ll>[:kernel]..."),
             cl::cat(what)),
      output("o",
             cl::desc("Write to this file, not to stdout; its ending chooses "
                      "what to emit (.ptx, .cubin, .h, .ll). A folder (out/) "
                      "for several inputs"),
             cl::value_desc("file"), cl::init("-"), cl::cat(what)),
      emit("emit", cl::desc("Stop at a phase and print it:"),
           cl::init(Emit::Ptx), cl::cat(what)),
      arch("arch",
           cl::desc("GPU to compile for (default: sm_80): from sm_75 to "
                    "sm_121; docs/targets.md names them"),
           cl::value_desc("sm_90a"), cl::cat(what)),
      ptxVersion("ptx-version",
                 cl::desc("PTX to write (default: the lowest that the code "
                          "needs, 7.0 at least)"),
                 cl::value_desc("7.8"), cl::cat(what)),
      includes("include",
               cl::desc("Look for imported files here too (repeatable)"),
               cl::value_desc("folder"), cl::cat(what)),
      disable("disable", cl::CommaSeparated,
              cl::desc("Leave optimisations out (repeatable; listed below)"),
              cl::value_desc("name"), cl::cat(what)),
      plan("plan", cl::CommaSeparated,
           cl::desc("Choose for the planner (repeatable; parts are listed "
                    "below)"),
           cl::value_desc("part=choice"), cl::cat(what)),
      strict(
          "strict",
          cl::desc("The same bits on every GPU: leave out every optimisation "
                   "that changes a rounding (marked * below)"),
          cl::cat(what)),
      signature("signature",
                cl::desc("Types of the arguments as in Triton: \"*fp32:16, "
                         "i32, 1024\"; plain numbers are constants"),
                cl::value_desc("types"), cl::cat(kernel)),
      defines("D", cl::Prefix,
              cl::desc("Value of a constexpr argument (repeatable)"),
              cl::value_desc("NAME=VALUE"), cl::cat(kernel)),
      numWarps("num-warps", cl::desc("Warps a program (default: 4)"),
               cl::value_desc("n"), cl::cat(kernel)),
      numStages("num-stages",
                cl::desc("Depth of software pipelines (default: 3)"),
                cl::value_desc("n"), cl::cat(kernel)),
      numCtas("num-ctas",
              cl::desc("CTAs that compute a program together (default: 1)"),
              cl::value_desc("n"), cl::cat(kernel)),
      debug("debug",
            cl::desc("Check assertions and the overflow of integers while "
                     "the kernel runs, as Triton's debug=True"),
            cl::cat(kernel)),
      strictTriton("strict-triton",
                   cl::desc("Refuse what Triton refuses, though it compiles"),
                   cl::cat(kernel)),
      explain(
          "explain", cl::ValueOptional,
          cl::desc("Say what was decided, line by line: accesses, products, "
                   "moves, memory, registers; `=layouts` draws layouts"),
          cl::value_desc("layouts"), cl::cat(look)),
      explore("explore",
              cl::desc("Write one page for a browser: source and code of each "
                       "phase side by side, layouts, banks, pipelines"),
              cl::value_desc("file.html"), cl::cat(look)),
      remarks("remarks",
              cl::desc("Say what passes did and did not do: categories, or "
                       "`all`"),
              cl::value_desc(
                  "hint|layout|mma|pipeline|schedule|math|memory|exchange|all"),
              cl::cat(look)),
      dumpPhases("dump-phases",
                 cl::desc("Also write every phase into this folder"),
                 cl::value_desc("folder"), cl::cat(look)),
      validatePhases("validate-phases",
                     cl::desc("Run the kernel on made-up data after every pass "
                              "and name the first that changed a result"),
                     cl::cat(look)),
      time("time",
           cl::desc("Compile 20 times in this process and print the medians"),
           cl::cat(look)),
      locations("locations",
                cl::desc("Print the place of every op, so that a dump loses "
                         "nothing"),
                cl::cat(look)),
      noLineInfo("no-line-info", cl::desc("Write PTX without `.loc` lines"),
                 cl::cat(look)),
      json("json",
           cl::desc("Print diagnostics, and what --explain says, as JSON"),
           cl::cat(look)),
      explainError("explain-error", cl::desc("Explain an error and stop"),
                   cl::value_desc("TQ0304"), cl::cat(look)),
      examples(kExamples), optimizations(optimizationHelp()) {
  for (const Phase &phase : kPhases)
    emit.getParser().addLiteralOption(phase.name, Emit(phase.id), phase.gives);
  for (const EmitChoice &choice : kBeyondPtx)
    emit.getParser().addLiteralOption(choice.name, choice.value, choice.gives);
}

static void printVersion(llvm::raw_ostream &os) {
  os << "tqc " TQC_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
}

/// LLVM says only that it knows no such value; this says which there are.
static bool checkEmit(int argc, char **argv) {
  std::string names;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef value = argv[i];
    if (!value.consume_front("--emit=") && !value.consume_front("-emit="))
      continue;
    bool isKnown = false;
    auto look = [&](llvm::StringRef name) {
      isKnown |= name == value;
      names += (names.empty() ? "" : ", ") + name.str();
    };
    for (const Phase &phase : kPhases)
      look(phase.name);
    for (const EmitChoice &choice : kBeyondPtx)
      look(choice.name);
    if (isKnown)
      return true;
    llvm::errs() << "error: --emit is `" << value << "`, but must be one of "
                 << names << "\n";
    return false;
  }
  return true;
}

namespace {
/// A habit of users of other compilers, and what is done here.
struct Habit {
  llvm::StringLiteral flags; ///< separated by blanks
  llvm::StringLiteral reason, help;
};
} // namespace

static constexpr Habit kHabits[] = {
    {"-O -O0 -O1 -O2 -O3 -O4 -Os -Oz -Og -Ofast",
     "there are no levels: tqc always optimises",
     "--disable=NAME leaves an optimisation out, --strict all that change a "
     "rounding"},
    {"-g -g1 -g2 -g3 -G -lineinfo --generate-line-info --device-debug",
     "PTX has the lines of the source without it",
     "--debug checks assertions while the kernel runs, --no-line-info leaves "
     "the lines out"},
    {"-S -c -ptx --ptx -cubin --cubin",
     "what is written is chosen by --emit or by the ending of the output",
     "-o FILE.ptx and -o FILE.cubin are enough"},
};

/// LLVM would guess that -O3 means -h.
static bool checkHabits(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    for (const Habit &habit : kHabits) {
      llvm::SmallVector<llvm::StringRef, 12> flags;
      llvm::SplitString(habit.flags, flags);
      if (!llvm::is_contained(flags, argv[i]))
        continue;
      llvm::errs() << "error: tqc has no `" << argv[i] << "`: " << habit.reason
                   << "\nhelp: " << habit.help << "\n";
      return false;
    }
  return true;
}

bool tqc::parseFlags(Flags &flags, int argc, char **argv) {
  cl::SetVersionPrinter(printVersion);
  cl::HideUnrelatedOptions({&flags.what, &flags.kernel, &flags.look});
  return checkEmit(argc, argv) && checkHabits(argc, argv) &&
         cl::ParseCommandLineOptions(
             argc, argv,
             "tqc: compile tile kernels (Triton's language) to PTX\n",
             &llvm::errs());
}
