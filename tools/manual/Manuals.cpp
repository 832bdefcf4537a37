//===- Manuals.cpp - What the programs take -------------------------------===//

#include "compiler/analysis/Optimizations.h"
#include "runtime/image/Gpus.h"
#include "tools/manual/Manual.h"
#include "tools/tq-emu/EmuArguments.h"
#include "tools/tq-fuzz/TqFuzz.h"
#include "tools/tq-opt/TqOpt.h"
#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/TqRun.h"
#include "tools/tqc/Flags.h"

#include <algorithm>
#include <sstream>

using namespace tqc;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The words of "on|off", if a placeholder is a list of values.
static std::vector<std::string> wordsOf(const std::string &placeholder) {
  std::vector<std::string> words;
  std::stringstream in(placeholder);
  for (std::string word; std::getline(in, word, '|');)
    words.push_back(word);
  bool areValues = words.size() > 1 &&
                   placeholder.find_first_of(" []=:<") == std::string::npos;
  return areValues ? words : std::vector<std::string>();
}

static std::vector<std::string> valuesOf(const std::string &name,
                                         const std::string &placeholder) {
  std::vector<std::string> values;
  if (name == "--arch")
    for (const Gpu &gpu : allGpus())
      values.push_back(std::string(gpu.name));
  else if (name == "--disable")
    for (const OptimizationInfo &info : allOptimizations())
      values.push_back(info.name.str());
  else
    values = wordsOf(placeholder);
  return values;
}

static ManualOption optionOf(const std::string &name,
                             const std::string &placeholder,
                             const std::string &help) {
  ManualOption option;
  option.name = (name.size() == 1 ? "-" : "--") + name;
  option.placeholder = placeholder;
  option.help = help;
  std::replace(option.help.begin(), option.help.end(), '\n', ' ');
  option.choices = valuesOf(option.name, placeholder);
  return option;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static void addHelpAndVersion(ManualCommand &program) {
  program.options.push_back(optionOf("help", "", "what it takes; -h too"));
  program.options.push_back(optionOf("version", "", "which version it is"));
}

static Manual tqcManual() {
  Manual manual;
  ManualCommand &program = manual.program;
  program.name = "tqc";
  program.summary = "compile tile kernels (Triton's language) to PTX";
  program.usage = "tqc [options] FILE[:KERNEL]...\ntqc build --help\ntqc lsp\n"
                  "tqc completion bash|zsh|fish [PROGRAM]\ntqc man PROGRAM";
  program.details = wordsAfterFlags();
  // LLVM's registry keeps pointers to the flags for as long as it lives.
  static auto *const kFlags = new Flags();
  for (auto &entry : llvm::cl::getRegisteredOptions()) {
    llvm::cl::Option *option = entry.second;
    auto isIn = [&](llvm::cl::OptionCategory &category) {
      return llvm::is_contained(option->Categories, &category);
    };
    if (!isIn(kFlags->what) && !isIn(kFlags->kernel) && !isIn(kFlags->look))
      continue;
    bool isEmit = option == &kFlags->emit;
    ManualOption one =
        optionOf(entry.first.str(), isEmit ? "phase" : option->ValueStr.str(),
                 option->HelpStr.str());
    if (isEmit) {
      for (const Phase &phase : kPhases)
        one.choices.push_back(phase.name.str());
      for (const EmitChoice &choice : kBeyondPtx)
        one.choices.push_back(choice.name.str());
    }
    program.options.push_back(std::move(one));
  }
  // The registry has no order.
  std::sort(program.options.begin(), program.options.end(),
            [](const ManualOption &a, const ManualOption &b) {
              return a.name < b.name;
            });
  addHelpAndVersion(program);
  return manual;
}

static ManualCommand commandOf(const Command &command) {
  ManualCommand result;
  result.name = command.name;
  result.usage = command.usage;
  result.summary = command.summary;
  result.details = command.details;
  for (const OptionSpec &option : command.options)
    result.options.push_back(
        optionOf(option.name, option.placeholder ? option.placeholder : "",
                 option.help));
  return result;
}

static Manual tqRunManual() {
  Manual manual;
  manual.needsCommand = true;
  manual.program.name = "tq-run";
  manual.program.summary =
      "check, time and launch kernels, on a GPU or the CPU";
  manual.program.usage = "tq-run [COMMAND] [arguments]";
  addHelpAndVersion(manual.program);
  for (const Command *command : tqRunCommands())
    manual.commands.push_back(commandOf(*command));
  return manual;
}

/// A program that reads its line as a sub-command does.
static Manual aloneOf(const Command &command) {
  Manual manual;
  manual.program = commandOf(command);
  manual.program.name = "tq-" + manual.program.name;
  manual.program.usage = manual.program.name + " " + manual.program.usage;
  addHelpAndVersion(manual.program);
  return manual;
}

static Manual tqEmuManual() {
  Manual manual;
  manual.program.name = "tq-emu";
  manual.program.summary = kEmuSummary;
  manual.program.usage = kEmuUsage;
  manual.program.details = std::string(kEmuArguments) + "\n" + kEmuDetails;
  for (const EmuOption &option : kEmuOptions)
    manual.program.options.push_back(
        optionOf(option.name, option.placeholder ? option.placeholder : "",
                 option.help));
  manual.program.options.push_back(
      optionOf("args", "ARG...", "the arguments of the kernel, in order"));
  return manual;
}

static Manual tqOptManual() {
  Manual manual;
  manual.program.name = "tq-opt";
  manual.program.summary = "run passes of tqc on a .mlir file";
  manual.program.usage = "tq-opt [options] FILE.mlir";
  manual.program.details = kTqOptOverview;
  for (const auto &[name, what] : tqOptPasses())
    manual.program.options.push_back(optionOf(name, "", what));
  manual.program.options.push_back(optionOf("o", "file", "where to write"));
  addHelpAndVersion(manual.program);
  return manual;
}

const std::vector<Manual> &tqc::allManuals() {
  // tq-opt's passes become options of the process: once.
  static const std::vector<Manual> kManuals = {
      tqcManual(),
      tqRunManual(),
      tqEmuManual(),
      tqOptManual(),
      aloneOf(tqFuzzCommand()),
      aloneOf(tqReduceCommand()),
  };
  return kManuals;
}
