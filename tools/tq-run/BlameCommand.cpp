//===- BlameCommand.cpp - tq-run blame ------------------------------------===//
//
// Runs a kernel by its meaning, in the emulator and on a GPU, and says who is
// at fault if they differ.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/Blame.h"
#include "tools/tq-run/Commands.h"

namespace tqc {

/// One line for each pass that was looked at.
static void reportSteps(Report &report, const Verdict &verdict) {
  for (const StepVerdict &step : verdict.steps) {
    std::string text = step.failure.empty() ? describe(step.agreement)
                                            : "fails: " + step.failure;
    report.line(padded(step.phase, 10) + padded(step.pass, 28) + text);
    Json json;
    json["pass"] = step.pass;
    json["phase"] = step.phase;
    json["says"] = text;
    report.json["passes"].push_back(json);
  }
}

void reportVerdict(Report &report, const Verdict &verdict) {
  for (size_t k = 0; k < verdict.testimonies.size(); ++k) {
    const Testimony &one = verdict.testimonies[k];
    Json json;
    json["device"] = one.device;
    std::string text;
    if (!one.kernel)
      text = "failed: " + one.kernel.error().message;
    else if (!one.findings.empty())
      text = std::to_string(one.findings.size()) + " findings";
    else if (k == 0)
      text = "what the kernel means";
    else if (k > verdict.agreements.size())
      text = "ran";
    else
      text = describe(verdict.agreements[k - 1]);
    if (k > 0 && k <= verdict.agreements.size()) {
      const Agreement &agreement = verdict.agreements[k - 1];
      json["compared"] = agreement.compared;
      json["differing"] = agreement.differing;
      json["undetermined"] = agreement.undetermined;
    }
    json["says"] = text;
    report.line(padded(one.device, 8) + text);
    report.json["devices"].push_back(json);
  }
  reportSteps(report, verdict);
  std::string last = std::string("at fault: ") + nameOf(verdict.culprit);
  if (!verdict.reason.empty())
    last += ": " + verdict.reason;
  while (!last.empty() && last.back() == '\n')
    last.pop_back();
  Colour colour =
      verdict.culprit == Culprit::Nobody ? Colour::Good : Colour::Bad;
  report.line(report.paint(colour, last));
  report.json["at_fault"] = nameOf(verdict.culprit);
  report.json["reason"] = verdict.reason;
  if (!verdict.pass.empty())
    report.json["pass"] = verdict.pass;
}

static int runBlameCommand(const CommandLine &line) {
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return usageError(request.error().message);
  BlameOptions options;
  options.everyPass = line.has("phases");
  if (Status status = takeLimits(line, options.emulator); !status)
    return usageError(status.error().message);
  Result<OpenedDevice> emulator = openDevice("emu", options.emulator);
  if (!emulator)
    return usageError(emulator.error().message);
  Result<std::string> arch = archFromOptions(line, *emulator);
  if (!arch)
    return usageError(arch.error().message);
  request->arch = *arch;
  Result<CodeChoices> choices = choicesFromOptions(line);
  if (!choices)
    return usageError(choices.error().message);
  request->choices = *choices;
  for (const char *source : {".tq", ".py"})
    if (request->file.size() > 3 &&
        request->file.compare(request->file.size() - 3, 3, source) == 0) {
      Report report(line.has("json"));
      report.json["file"] = request->file;
      Result<Verdict> verdict = judge(*request, options);
      if (!verdict)
        return usageError(verdict.error().message);
      reportVerdict(report, *verdict);
      report.finish();
      return verdict->culprit == Culprit::Nobody ? kExitPass : kExitWrong;
    }
  return usageError(request->file + ": only sources (.tq, .py) have a meaning "
                                    "to hold devices against");
}

const Command kBlameCommand = {
    "blame",
    "blame FILE[:NAME] [options] [NAME=VALUE ...]",
    "say who is at fault: kernel, compiler, emulator or ptxas",
    "Runs a kernel or launcher three times on the same data: by what it means "
    "(the\ntile interpreter), in the emulator, and on a GPU if there is one. "
    "Where two\ndiffer by more than rounding can explain, it says who is at "
    "fault, and which pass\nof the compiler changed a result first. Arguments "
    "are those of launch.\n\n"
    "  tq-run blame k.tq:add_kernel --grid 4 x=rand:fp32:4096 \\\n"
    "      y=rand:fp32:4096 out=empty:fp32:4096 n=4096 BLOCK_SIZE=1024\n",
    {{"grid", "X[,Y[,Z]]", "programs in each direction"},
     {"phases", nullptr, "look at every pass, also if the devices agree"},
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     TQC_LIMIT_OPTIONS,
     {"seed", "N", "of rand; default: 0"},
     {"json", nullptr, "print one JSON object"}},
    runBlameCommand};

} // namespace tqc
