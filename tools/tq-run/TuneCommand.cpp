//===- TuneCommand.cpp - tq-run tune --------------------------------------===//
//
// Which configuration of a kernel is the fastest for these arguments?
//
//===----------------------------------------------------------------------===//

#include "compiler/analysis/ForcedPlan.h"
#include "compiler/driver/SelectKernels.h"
#include "compiler/syntax/Parser.h"
#include "runtime/bench/BenchTable.h"
#include "runtime/image/ReadFile.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelRunner.h"
#include "tools/tq-run/Tuning.h"

#include "llvm/ADT/STLExtras.h"

#include <fstream>

using namespace tqc;

namespace {

/// A name of the command line with the values that are tried.
struct Choice {
  std::string name;
  std::vector<LaunchValue> values;
  /// Instead of values, "group=8"; empty where the planner chooses.
  std::vector<std::string> plans;
};

} // namespace

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kPlan = "plan.";

static bool isOption(const std::string &name) {
  return name == "num_warps" || name == "num_stages" || name == "num_ctas" ||
         name == "maxnreg" || llvm::StringRef(name).starts_with(kPlan);
}

/// `plan.group=planned,1,8`: choices for a part of the plan, and the planner's
/// own; `all` is that and each.
static Result<std::optional<Choice>> readPlanChoice(const std::string &name,
                                                    llvm::StringRef list) {
  llvm::StringRef part = llvm::StringRef(name).drop_front(kPlan.size());
  const auto *info =
      llvm::find_if(allPlanParts(),
                    [&](const PlanPartInfo &one) { return one.name == part; });
  if (info == allPlanParts().end())
    return Error{name + ": a plan has no part `" + part.str() +
                 "`; `tqc --help` lists them"};
  llvm::SmallVector<llvm::StringRef> words;
  list.split(words, ',');
  if (list == "all") {
    words = {"planned"};
    info->choices.split(words, '|');
  }
  Choice choice{name, {}, {}};
  for (llvm::StringRef word : words) {
    ForcedPlan plan;
    std::string text = (part + "=" + word).str();
    std::string wrong = word == "planned" ? "" : readPlanPart(text, plan);
    if (!wrong.empty())
      return Error{name + "=" + list.str() + ": " + wrong + ", planned or all"};
    choice.plans.push_back(plan.empty() ? "" : text);
  }
  return std::optional<Choice>(std::move(choice));
}

/// `BLOCK=64,128` and `num_warps=4`; nothing for other arguments.
static Result<std::optional<Choice>> readChoice(const std::string &argument) {
  size_t equals = argument.find('=');
  if (equals == std::string::npos || argument.find('\'') != std::string::npos)
    return std::optional<Choice>();
  Choice choice;
  choice.name = argument.substr(0, equals);
  std::string list = argument.substr(equals + 1);
  if (llvm::StringRef(choice.name).starts_with(kPlan))
    return readPlanChoice(choice.name, list);
  if (list.find(',') == std::string::npos && !isOption(choice.name))
    return std::optional<Choice>();
  for (size_t at = 0; at <= list.size();) {
    size_t end = std::min(list.find(',', at), list.size());
    Result<LaunchValue> value = parseLaunchValue(
        choice.name + "=" + list.substr(at, end - at), /*seed=*/0);
    if (!value)
      return value.error();
    if (value->kind == LaunchValue::Tensor ||
        (isOption(choice.name) && value->kind != LaunchValue::Integer))
      return Error{argument + ": what is tried must be constants"};
    choice.values.push_back(std::move(*value));
    at = end + 1;
  }
  return std::optional<Choice>(std::move(choice));
}

/// Every combination, the last name changing fastest.
static Result<std::vector<KernelConfig>>
combine(const std::vector<Choice> &choices) {
  constexpr size_t kMost = 4096;
  std::vector<KernelConfig> all(choices.empty() ? 0 : 1);
  for (const Choice &choice : choices) {
    std::vector<KernelConfig> next;
    for (const KernelConfig &config : all) {
      for (const std::string &plan : choice.plans) {
        next.push_back(config);
        bool isFirst = config.plan.empty() || plan.empty();
        next.back().plan += (isFirst ? "" : ",") + plan;
      }
      for (const LaunchValue &value : choice.values) {
        KernelConfig more = config;
        auto number = static_cast<int>(value.integer);
        if (choice.name == "num_warps")
          more.numWarps = number;
        else if (choice.name == "num_stages")
          more.numStages = number;
        else if (choice.name == "num_ctas")
          more.numCtas = number;
        else if (choice.name == "maxnreg")
          more.maxRegisters = number;
        else
          more.values.emplace_back(choice.name, hostValueOf(value));
        next.push_back(std::move(more));
      }
    }
    all = std::move(next);
    if (all.size() > kMost)
      return Error{"there are more than " + std::to_string(kMost) +
                   " candidates; try fewer values"};
  }
  return all;
}

/// "2/8": the second of eight parts.
static Status readShard(const CommandLine &line, TuningRun &run) {
  if (!line.has("shard"))
    return {};
  std::string text = line.value("shard");
  size_t slash = std::min(text.find('/'), text.size());
  Result<int64_t> count = parseInteger(
      slash < text.size() ? text.substr(slash + 1) : "", "--shard", 1, 4096);
  Result<int64_t> part =
      parseInteger(text.substr(0, slash), "--shard", 1, count ? *count : 4096);
  if (!count || !part)
    return Error{"--shard " + text +
                 " is no part; the second of eight parts is 2/8"};
  if (!line.has("out"))
    return Error{"--shard measures a part; --out FILE says where to write it"};
  run.shard = static_cast<size_t>(*part - 1);
  run.shards = static_cast<size_t>(*count);
  return {};
}

/// The kernel that has all the names: the one that --kernel or FILE:NAME says,
/// or the only one.
static Result<std::string> tunedKernel(const CommandLine &line,
                                       const LaunchRequest &request,
                                       const std::vector<Choice> &choices) {
  Result<std::string> text = readFile(request.file);
  if (!text)
    return Error{request.file + ": " + text.error().message};
  SourceManager sources;
  DiagEngine diags(sources); // who launches says what is wrong
  std::unique_ptr<ast::Module> module =
      parseFile(sources.add(request.file, *text), diags);
  std::string wanted = line.value("kernel"), names;
  std::vector<std::string> fitting;
  for (const ast::FunctionStmt *kernel : findKernels(*module)) {
    names += (names.empty() ? "" : ", ") + kernel->name;
    if (kernel->name == request.name && wanted.empty())
      wanted = request.name;
    bool hasAll = llvm::all_of(choices, [&](const Choice &choice) {
      return isOption(choice.name) ||
             llvm::any_of(kernel->params, [&](const ast::Param &param) {
               return param.name == choice.name;
             });
    });
    if (hasAll)
      fitting.push_back(kernel->name);
  }
  std::string list;
  for (const Choice &choice : choices)
    list += (list.empty() ? "" : ", ") + choice.name;
  if (!wanted.empty() && !llvm::is_contained(fitting, wanted))
    return Error{"kernel " + wanted + " has no parameters " + list +
                 ", or is not there; kernels are " + names};
  if (!wanted.empty())
    return wanted;
  if (fitting.size() == 1)
    return fitting[0];
  return Error{(fitting.empty() ? "no kernel has the parameters "
                                : "several kernels have the parameters ") +
               list + "; --kernel NAME says which is meant; kernels are " +
               names};
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static std::string shownCost(const TunedKernel &tuned, const Candidate &one) {
  if (!one.refused.empty())
    return "left out: " + one.refused;
  if (tuned.measured)
    return showDuration(one.cost) +
           (one.high > 0 ? " (" + showDuration(one.low) + " to " +
                               showDuration(one.high) + ")"
                         : ", not timed again");
  return std::to_string(one.counted.instructions) + " instructions, " +
         std::to_string(one.counted.movedBytes()) + " bytes";
}

/// A candidate that says nothing leaves all to the planner.
static std::string shownWords(const Candidate &one) {
  return one.words.empty() ? "as planned" : one.words;
}

/// Prints what came out and writes --out; whether each kernel has a winner.
static Result<bool> reportTuning(const CommandLine &line, Report &report,
                                 const std::vector<TunedKernel> &kernels) {
  bool hasAll = true;
  for (const TunedKernel &tuned : kernels) {
    report.line(tuned.kernel + " (" + tuned.arguments + ") on " + tuned.gpu +
                ", " + tuned.arch +
                (tuned.measured ? "" : ": counted, not timed"));
    const Candidate *best = fastest(tuned);
    for (const Candidate &one : tuned.candidates)
      report.line((&one == best ? "* " : "  ") + padded(shownWords(one), 32) +
                  " " + shownCost(tuned, one));
    hasAll &= best != nullptr;
    if (tuned.candidates.size() != tuned.count)
      report.line("  " + std::to_string(tuned.candidates.size()) + " of " +
                  std::to_string(tuned.count) +
                  " candidates; --merge puts all parts together");
    else
      report.line(best ? tuned.kernel + ": " + shownWords(*best)
                       : "no candidate of " + tuned.kernel + " runs");
  }
  Json json = jsonOf(kernels);
  if (line.has("out")) {
    std::ofstream file(line.value("out"), std::ios::binary);
    file << json.dump(1) << "\n";
    if (!file.flush())
      return Error{line.value("out") + " cannot be written"};
  }
  report.json = std::move(json);
  report.finish();
  return hasAll;
}

static int mergeParts(const CommandLine &line) {
  if (line.positional.empty())
    return usageError("--merge takes the files that --shard wrote");
  std::vector<std::vector<TunedKernel>> parts;
  for (const std::string &path : line.positional) {
    Result<std::vector<TunedKernel>> part = readTuning(path);
    if (!part)
      return usageError(part.error().message);
    parts.push_back(std::move(*part));
  }
  Result<std::vector<TunedKernel>> merged = mergeTuning(parts);
  if (!merged)
    return usageError(merged.error().message);
  for (const TunedKernel &tuned : *merged)
    keepChoice(tuned);
  Report report(line.has("json"));
  Result<bool> good = reportTuning(line, report, *merged);
  if (!good)
    return usageError(good.error().message);
  return *good ? kExitPass : kExitWrong;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// What shall be tried and on what; the line keeps the fixed arguments.
static Result<LaunchRequest> readTuneRequest(CommandLine line, TuningRun &run) {
  std::vector<Choice> choices;
  std::vector<std::string> fixed;
  for (size_t i = 0; i < line.positional.size(); ++i) {
    Result<std::optional<Choice>> choice =
        i ? readChoice(line.positional[i]) : std::optional<Choice>();
    if (!choice)
      return choice.error();
    if (*choice)
      choices.push_back(std::move(**choice));
    else
      fixed.push_back(line.positional[i]);
  }
  line.positional = std::move(fixed);
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return request;
  if (!llvm::StringRef(request->file).ends_with(".tq") &&
      !llvm::StringRef(request->file).ends_with(".py"))
    return Error{request->file + ": only .tq and .py files can be tuned"};
  Result<std::vector<KernelConfig>> candidates = combine(choices);
  if (!candidates)
    return candidates.error();
  run.candidates = std::move(*candidates);
  run.kernel = line.value("kernel");
  if (!choices.empty()) {
    Result<std::string> kernel = tunedKernel(line, *request, choices);
    if (!kernel)
      return kernel.error();
    run.kernel = *kernel;
  }
  if (Status status = readShard(line, run); !status)
    return status.error();
  return request;
}

/// A part of the plan cannot be tried and be fixed for all.
static Status checkPlans(const TuningRun &run, const CodeChoices &choices) {
  for (const auto &[part, choice] : choices.plan)
    for (const KernelConfig &candidate : run.candidates) {
      ForcedPlan tried;
      if (candidate.plan.empty() || !readPlan(candidate.plan, tried).empty())
        continue;
      for (const auto &[name, other] : tried)
        if (name == part)
          return Error{"--plan " + part + "=" + choice +
                       " is for all candidates, and plan." + part +
                       " tries others; leave one of them out"};
    }
  return {};
}

static int runTuneCommand(const CommandLine &line) {
  if (line.has("merge"))
    return mergeParts(line);
  TuningRun run;
  Result<LaunchRequest> request = readTuneRequest(line, run);
  if (!request)
    return usageError(request.error().message);
  Result<OpenedDevice> opened = openFromOptions(line, /*needsCounters=*/true);
  if (!opened)
    return usageError(opened.error().message);
  if (!opened->isGpu() && !opened->emulated)
    return usageError("--device " + line.value("device") +
                      " neither times nor counts; use cuda or emu");
  Result<std::string> arch = archFromOptions(line, *opened);
  if (!arch)
    return usageError(arch.error().message);
  Result<CodeChoices> codeChoices = choicesFromOptions(line);
  if (!codeChoices)
    return usageError(codeChoices.error().message);
  if (Status status = checkPlans(run, *codeChoices); !status)
    return usageError(status.error().message);
  request->arch = *arch;
  request->choices = *codeChoices;
  request->tuning = &run;
  Result<LaunchOutcome> outcome = launchSource(*request, *opened);
  if (!outcome)
    return usageError(outcome.error().message);
  Report report(line.has("json"));
  if (run.kernels.empty() || (!outcome->kernel && run.shards == 1 &&
                              llvm::all_of(run.kernels, fastest))) {
    if (!outcome->kernel)
      return usageError(outcome->kernel.error().message);
    std::string kernel = line.value("kernel");
    return usageError(kernel.empty() || run.candidates.empty()
                          ? "no kernel with configurations was launched; write "
                            "what shall be tried, as in BLOCK=64,128"
                          : "kernel " + kernel +
                                " is not launched with these arguments");
  }
  Result<bool> good = reportTuning(line, report, run.kernels);
  if (!good)
    return usageError(good.error().message);
  return *good ? kExitPass : kExitWrong;
}

const Command tqc::kTuneCommand = {
    "tune",
    "tune FILE[:NAME] [options] [NAME=VALUE ...] [NAME=VALUE,VALUE ...]",
    "find the fastest configuration of a kernel",
    "Tries every configuration of a kernel on the given arguments: those of "
    "its\n"
    "@triton.autotune, or every combination of the constants with several "
    "values.\n\n"
    "  tq-run tune k.tq:softmax x=rand:fp32:4096x4096\n"
    "  tq-run tune k.tq:add_kernel --grid 'cdiv(n, BLOCK)' x=rand:fp32:65536 "
    "\\\n"
    "      y=rand:fp32:65536 out=empty:fp32:65536 n=65536 BLOCK=256,512,1024 "
    "\\\n"
    "      num_warps=4,8\n"
    "  tq-run tune k.tq:matmul a=rand:fp16:4096x4096 b=rand:fp16:4096x4096 \\\n"
    "      plan.group=all plan.programs=planned,drawn\n"
    "  tq-run tune k.tq:softmax x=rand:fp32:4096x4096 --shard 1/4 --out "
    "1.json\n"
    "  tq-run tune --merge 1.json 2.json 3.json 4.json --out all.json\n\n"
    "Values are written as for `tq-run launch`. With a launcher, the constants "
    "take the\n"
    "place of those that it passes to the kernel; options alone are tried with "
    "each of\n"
    "its configurations. plan.PART=LIST tries choices for a part of the plan "
    "(`tqc --help`\n"
    "lists them): `planned` is what the planner does, `all` that and each "
    "choice. What\n"
    "does not compile or does not fit is left out, with the reason. On a GPU "
    "all are\n"
    "timed in turns and the median counts; within 1 % of the best, the first "
    "one wins.\n"
    "The emulator has no time: it counts instructions, bytes and passes over "
    "shared\n"
    "memory, and their sum in cycles of an SM decides. The choice among a "
    "kernel's own\n"
    "configurations, and of plans for them, is kept on disk for its launches "
    "on that GPU;\n"
    "`tqc build --tuned FILE` takes any that --out wrote.\n",
    {{"grid", "X[,Y[,Z]]",
      "programs (blocks) in each direction, as in \"cdiv(n, BLOCK)\""},
     {"kernel", "NAME", "the one to tune, if the launcher runs several"},
     {"shard", "I/N", "only the I-th of N parts of the candidates"},
     {"merge", nullptr, "choose among the parts in the files that are given"},
     {"out", "FILE", "write the results as JSON"},
     {"seed", "N", "of rand; default: 0"},
     TQC_DEVICE_OPTIONS,
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     {"json", nullptr, "print one JSON object"}},
    runTuneCommand};
