//===- Autotune.cpp - Which configuration is the fastest ------------------===//
//
// An autotuned kernel is timed under each configuration once, for each kind of
// arguments, all of them in turns; the choice is kept on disk, so that the same
// one is made again. On the emulator, whose times say nothing of a GPU, the
// first that fits is taken, and `tq-run tune` goes by its counters.
//
//===----------------------------------------------------------------------===//

#include "compiler/library/KernelCache.h"
#include "runtime/bench/BenchTimer.h"
#include "runtime/cache/DiskCache.h"
#include "tools/tq-run/CompilingLauncher.h"
#include "tools/tq-run/TunedTensors.h"
#include "tools/tq-run/Tuning.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace tqc;

/// What the choice of a configuration depends on: the values of the key
/// arguments and the types of all tensors, as in Triton. Where a user tunes for
/// these very arguments, all of their values count.
static std::string tunedArguments(const KernelCall &call, bool allCount) {
  std::string text;
  auto add = [&](const std::string &part) {
    text += (text.empty() ? "" : ", ") + part;
  };
  auto isTuned = [&](const std::string &name) {
    return llvm::any_of(call.configs[0].values,
                        [&](const auto &value) { return value.first == name; });
  };
  for (const KernelCall::Argument &argument : call.arguments)
    if (argument.value.is(HostValue::Kind::Tensor))
      add(nameOf(argument.value.asTensor().type));
    else if (!isTuned(argument.name) &&
             (allCount || llvm::is_contained(call.key, argument.name)))
      add(argument.name + "=" + repr(argument.value));
  return text;
}

/// Says what was chosen where TRITON_PRINT_AUTOTUNING asks for it.
static void announce(const ast::FunctionStmt &kernel,
                     const KernelConfig &config, const char *how) {
  const char *wanted = std::getenv("TRITON_PRINT_AUTOTUNING");
  if (wanted && llvm::StringRef(wanted) == "1")
    llvm::errs() << "autotuning " << kernel.name << ": " << config.describe()
                 << " (" << how << ")\n";
}

/// What a launch needs of the device's blocks, held against what they have.
Status CompilingLauncher::fits(const KernelInvocation &invocation,
                               DiagEngine &diags) {
  Result<const Compiled *> code = compiled(invocation, diags);
  if (!code)
    return code.error();
  size_t most = device.attributes().sharedBytesPerBlock;
  size_t needed = (*code)->entry->sharedBytes;
  if (needed > most)
    return Error{"it needs " + std::to_string(needed) +
                 " bytes of shared memory, and a block has " +
                 std::to_string(most)};
  return {};
}

bool CompilingLauncher::hasClock() const {
  return !tileDevice && device.attributes().name != "PTX emulator";
}

bool CompilingLauncher::isTuned(const ast::FunctionStmt &kernel,
                                const KernelCall &call) const {
  return tuning && !call.configs.empty() &&
         (tuning->kernel.empty() || tuning->kernel == kernel.name);
}

std::vector<KernelConfig>
CompilingLauncher::configsFor(const ast::FunctionStmt &kernel) {
  if (tuning && tuning->kernel == kernel.name)
    return tuning->candidates;
  return {};
}

/// The configurations, as launches.
TunedKernel
CompilingLauncher::entrants(const ast::FunctionStmt &kernel,
                            const KernelCall &call,
                            std::vector<KernelInvocation> &invocations) {
  TunedKernel tuned;
  tuned.kernel = kernel.name;
  tuned.gpu = device.attributes().name;
  tuned.arch = arch;
  tuned.measured = hasClock();
  tuned.count = call.configs.size();
  for (size_t i = 0; i < call.configs.size(); ++i) {
    Candidate candidate;
    candidate.index = i;
    candidate.config = call.configs[i].describe();
    candidate.words = call.configs[i].words();
    std::optional<KernelCall> configured = call.forConfig(i);
    if (!configured)
      candidate.refused = "its grid cannot be computed";
    invocations.push_back(configured ? invocationOf(kernel, *configured)
                                     : KernelInvocation());
    tuned.candidates.push_back(std::move(candidate));
  }
  return tuned;
}

/// The first thing that is wrong, without the lines that explain it.
static std::string firstWrong(const std::vector<Finding> &findings) {
  for (const Finding &finding : findings)
    if (!finding.isNote)
      return finding.text.substr(0, finding.text.find('\n'));
  return "";
}

/// Launches a candidate once, with what the emulator counts and finds, and what
/// it makes of the tensors, if they are compared.
Status CompilingLauncher::runOnce(Candidate &candidate,
                                  const KernelInvocation &invocation,
                                  TunedTensors *compared, DiagEngine &diags) {
  device.takeReports();
  Status status = launch(invocation, diags);
  if (status)
    status = device.synchronize();
  for (const LaunchReport &report : device.takeReports())
    candidate.counted.add(costOf(report));
  candidate.cost = cyclesOf(candidate.counted);
  candidate.refused = firstWrong(device.takeFindings());
  if (!status || !compared || !candidate.refused.empty())
    return status;
  Result<std::string> difference = compared->compare(candidate.words);
  device.takeFindings(); // parts of a tensor may be nobody's to write
  if (!difference)
    return difference.error();
  candidate.refused = *difference;
  return {};
}

/// Whether a candidate fits, and, if it shall be run, what one launch shows.
void CompilingLauncher::tryOut(Candidate &candidate,
                               const KernelInvocation &invocation, bool runs,
                               TunedTensors *compared, DiagEngine &diags) {
  size_t mark = diags.mark();
  Status status = fits(invocation, diags);
  if (status && runs && (compared || !hasClock()))
    status = runOnce(candidate, invocation, compared, diags);
  if (status && runs && candidate.refused.empty() && hasClock()) {
    Result<double> once = time(invocation, 1, diags); // loads and warms up
    if (once)
      candidate.cost = *once;
    else
      status = once.error();
  }
  if (!status && candidate.refused.empty())
    candidate.refused = diags.all().size() > mark ? diags.all().back().message
                                                  : status.error().message;
  diags.rollBack(mark);
}

/// Times what is left in turns, so that what disturbs a while disturbs all.
Status CompilingLauncher::timeInRounds(
    TunedKernel &tuned, const std::vector<KernelInvocation> &invocations,
    TunedTensors &named, DiagEngine &diags) {
  constexpr int kRounds = 11, kMostRepeats = 200;
  constexpr double kSampleTime = 2; // milliseconds
  constexpr double kHopeless = 4;   // times the best of the first launches
  const Candidate *best = fastest(tuned);
  double limit = best ? best->cost * kHopeless : 0;
  std::vector<std::vector<double>> samples(tuned.candidates.size());
  for (int round = 0; round < kRounds; ++round)
    for (size_t i = 0; i < tuned.candidates.size(); ++i) {
      Candidate &candidate = tuned.candidates[i];
      if (!candidate.refused.empty() || candidate.cost > limit)
        continue;
      double rough = std::max(candidate.cost, 1e-3);
      int repeats = std::clamp(int(kSampleTime / rough), 1, kMostRepeats);
      Result<double> sample = time(invocations[i], repeats, diags);
      if (!sample)
        return sample.error();
      samples[i].push_back(*sample);
      if (Status status = named.putBack(); !status)
        return status;
    }
  for (size_t i = 0; i < tuned.candidates.size(); ++i)
    if (!samples[i].empty()) {
      Times times = summarize(samples[i]);
      Candidate &candidate = tuned.candidates[i];
      candidate.cost = times.median;
      candidate.low = times.low;
      candidate.high = times.high;
    }
  return {};
}

/// Tries each configuration of this part once. What the others leave in memory
/// is held against the first of all that works, whichever part that is in.
Result<std::string> CompilingLauncher::tryAll(
    TunedKernel &tuned, std::vector<KernelInvocation> &invocations,
    TunedTensors &tensors, Trial trial, DiagEngine &diags) {
  bool isRun = trial == Trial::Compared, runs = trial != Trial::Fitted;
  auto isMine = [&](size_t i) {
    return !isRun || i % tuning->shards == tuning->shard;
  };
  std::vector<KernelInvocation> mine;
  std::vector<Candidate> tried;
  for (size_t i = 0; i < invocations.size(); ++i)
    if (isMine(i))
      mine.push_back(invocations[i]);
  if (runs)
    compileAhead(mine);
  std::string problem = "it has none";
  for (size_t i = 0; i < invocations.size(); ++i) {
    if (!isMine(i) && tensors.canCompare())
      continue;
    Candidate &candidate = tuned.candidates[i];
    if (candidate.refused.empty())
      tryOut(candidate, invocations[i], runs, isRun ? &tensors : nullptr,
             diags);
    if (Status status = tensors.putBack(); !status)
      return status.error();
    if (!isMine(i))
      continue;
    tried.push_back(candidate);
    if (!candidate.refused.empty())
      problem = candidate.refused;
    else if (!runs)
      break; // the emulator's times say nothing
  }
  tuned.candidates = std::move(tried);
  invocations = std::move(mine);
  return problem;
}

Result<size_t> CompilingLauncher::fastestConfig(const ast::FunctionStmt &kernel,
                                                const KernelCall &call,
                                                TunedKernel &tuned,
                                                DiagEngine &diags) {
  std::vector<KernelInvocation> invocations;
  tuned = entrants(kernel, call, invocations);
  Trial trial = isTuned(kernel, call) ? Trial::Compared
                : hasClock()          ? Trial::Timed
                                      : Trial::Fitted;
  TunedTensors named(device, call, TunedTensors::Named);
  std::optional<TunedTensors> every;
  if (trial == Trial::Compared) {
    every.emplace(device, call, TunedTensors::Every);
    device.takeFindings(); // of reading what nobody wrote
  }
  Result<std::string> problem =
      tryAll(tuned, invocations, every ? *every : named, trial, diags);
  if (!problem)
    return problem.error();
  if (trial != Trial::Fitted && tuned.measured)
    if (Status status = timeInRounds(tuned, invocations, named, diags); !status)
      return status.error();
  const Candidate *best = fastest(tuned);
  if (!best)
    return Error{"no configuration of " + kernel.name +
                 " works; the last: " + *problem};
  announce(kernel, call.configs[best->index],
           trial == Trial::Fitted ? "the first"
           : tuned.measured       ? "timed"
                                  : "counted");
  return best->index;
}

/// The configurations without what is tried of plans: those of the kernel.
static std::vector<std::string>
ownConfigs(const std::vector<KernelConfig> &configs) {
  std::vector<std::string> own;
  for (KernelConfig config : configs) {
    config.plan.clear();
    if (std::string text = config.describe(); !llvm::is_contained(own, text))
      own.push_back(text);
  }
  return own;
}

Result<CompilingLauncher::ChosenConfig>
CompilingLauncher::bestConfig(const ast::FunctionStmt &kernel,
                              const KernelCall &call, DiagEngine &diags) {
  const DeviceAttributes &facts = device.attributes();
  std::vector<KernelConfig> given = configsFor(kernel);
  // Options alone are tried with configurations of the kernel's own.
  bool ownValues = given.empty() || (given.front().values.empty() &&
                                     !call.configs.front().values.empty());
  std::vector<std::string> parts = {tunedArguments(call, !ownValues),
                                    facts.name, arch};
  llvm::append_range(parts, choices.texts());
  llvm::append_range(parts, ownConfigs(call.configs));
  std::string here = std::to_string(kernel.nameSpan.begin);
  for (const std::string &part : parts)
    here += "\n" + part;
  if (auto known = chosenConfigs.find(here); known != chosenConfigs.end())
    return known->second;
  std::string key = tuningKey(*call.module, kernel, parts);
  bool isRun = isTuned(kernel, call);
  std::optional<std::string> kept;
  if (!key.empty() && !isRun)
    kept = DiskCache::shared().get("tuned", key);
  for (size_t i = 0; kept && i < call.configs.size(); ++i) {
    KernelConfig config = call.configs[i];
    llvm::StringRef plan = *kept;
    if (plan.consume_front(config.describe() + ", plan: "))
      config.plan = plan.str();
    if (config.describe() == *kept) {
      announce(kernel, config, "known from before");
      return chosenConfigs[here] = {i, config.plan};
    }
  }
  if (call.configs.size() < 2 && !isRun)
    return chosenConfigs[here] = {};
  TunedKernel tuned;
  Result<size_t> best = fastestConfig(kernel, call, tuned, diags);
  tuned.key = key;
  tuned.arguments = parts.front();
  ContentKey content;
  content.add(call.module->file->text().str()).add(kernel.name).add(parts[0]);
  for (const KernelConfig &config : call.configs)
    content.add(config.describe());
  tuned.content = content.hex();
  if (best)
    keepChoice(tuned);
  if (isRun)
    tuning->kernels.push_back(std::move(tuned));
  if (!best)
    return best.error();
  return chosenConfigs[here] = {*best, ""};
}

/// The launch under the best configuration. A plan that was tuned for other
/// arguments may not be one for these: the planner decides then.
Result<KernelInvocation>
CompilingLauncher::tunedInvocation(const ast::FunctionStmt &kernel,
                                   const KernelCall &call, DiagEngine &diags) {
  Result<ChosenConfig> best = bestConfig(kernel, call, diags);
  if (!best)
    return best.error();
  std::optional<KernelCall> chosen = call.forConfig(best->index);
  if (!chosen)
    return Error{"the chosen configuration of " + kernel.name + " has no grid"};
  KernelInvocation invocation = invocationOf(kernel, *chosen);
  if (best->plan.empty())
    return invocation;
  KernelInvocation planned = invocation;
  planned.plan = best->plan;
  Result<Specialization> specialization = specialize(planned, diags);
  if (!specialization)
    return specialization.error();
  std::string slot = slotOf(kernel, *specialization);
  if (refusedPlans.count(slot))
    return invocation;
  size_t mark = diags.mark();
  if (fits(planned, diags))
    return planned;
  diags.rollBack(mark);
  refusedPlans.insert(slot);
  KernelConfig config;
  config.plan = best->plan;
  announce(kernel, config, "not for these arguments; the planner decides");
  return invocation;
}
