//===- ShowCommand.cpp - tq-run show --------------------------------------===//
//
// Writes one page of what kernels do: which elements each program loads and
// stores, step by step, who holds them, and what each line cost. The kernels
// run twice: on the emulator, which counts, and on the tile interpreter, which
// tells of each access.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/CheckOptions.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/KernelInput.h"
#include "tools/tq-run/PageOfRun.h"
#include "tools/tq-run/Quest.h"
#include "tools/tq-run/Topics.h"

#include <algorithm>

namespace tqc {

namespace {

/// What is to be shown, however it is run.
struct ShownRun {
  std::string title, file, source;
  std::string kernel; ///< the only one to show; empty for all
  std::string page;   ///< where it goes
  /// Runs all, and writes down what came of it; an error if it went wrong.
  std::function<Status(OpenedDevice &, RunForPage &)> run;
};

} // namespace

static std::string listed(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// The device that counts.
static Result<OpenedDevice> openCounting(const CommandLine &line) {
  emu::EmulatorOptions options;
  options.counters = true;
  if (Status status = takeLimits(line, options); !status)
    return status.error();
  options.interrupt = emu::listenForInterrupts();
  return openDevice("emu", options);
}

/// An error that lists the kernels, if the one to be shown never ran.
static Status checkKernelRan(const ShownRun &shown, const AccessTrace &trace) {
  std::vector<std::string> ran;
  for (const TracedLaunch &launch : trace.launches)
    if (std::find(ran.begin(), ran.end(), launch.kernel) == ran.end())
      ran.push_back(launch.kernel);
  if (ran.empty())
    return Error{shown.file + " launched no kernel"};
  if (shown.kernel.empty() ||
      std::find(ran.begin(), ran.end(), shown.kernel) != ran.end())
    return {};
  return Error{"no kernel " + shown.kernel +
               " ran; those that did: " + listed(ran)};
}

/// Runs, writes the page, and says what is on it.
static int show(const CommandLine &line, const ShownRun &shown) {
  Result<OpenedDevice> counting = openCounting(line);
  if (!counting)
    return usageError(counting.error().message);
  RunForPage run;
  Status ran = shown.run(*counting, run);
  if (run.compiled.empty())
    return usageError(ran ? shown.file + " launched no kernel"
                          : ran.error().message);
  OpenedDevice tracing;
  auto device = std::make_unique<TracingDevice>(tile::TileSettings());
  const AccessTrace &trace = device->trace;
  tracing.device = std::move(device);
  tracing.name = "tile";
  tracing.isTile = true;
  RunForPage again;
  (void)shown.run(tracing, again); // what went wrong, the emulator said
  if (Status status = checkKernelRan(shown, trace); !status)
    return usageError(status.error().message);
  PageData page = pageOfRun(shown.title, shown.file, shown.source, run);
  page.json["summary"] = "Compiled for and counted on " + showDevice(*counting);
  addWalk(page, trace, shown.kernel);
  if (Status status = writePage(shown.page, page, shown.file); !status)
    return usageError(status.error().message);
  Report report(line.has("json"));
  size_t steps = page.json["walk"]["steps"].size();
  report.json["page"] = shown.page;
  report.json["title"] = shown.title;
  report.json["launches"] = trace.launches.size();
  report.json["steps"] = steps;
  report.json["findings"] = run.findings.size();
  report.line(shown.page + ": " + shown.title + ", " + std::to_string(steps) +
              " loads and stores");
  if (size_t wrong = countWrong(run.findings))
    report.line(report.paint(
        Colour::Bad, std::to_string(wrong) + " findings stand at their lines"));
  if (!ran)
    report.line(report.paint(Colour::Warning, "The run did not end well: " +
                                                  ran.error().message));
  report.line(
      "Open it in a browser: the arrow keys step, p is the next program.");
  report.finish();
  return kExitPass;
}

//===----------------------------------------------------------------------===//
// Of a level
//===----------------------------------------------------------------------===//

static int64_t elementsOf(const LevelCase &one) {
  int64_t sum = 0;
  for (const InputSpec &input : one.inputs) {
    int64_t product = 1;
    for (int64_t extent : input.shape)
      product *= extent;
    sum += product;
  }
  return sum;
}

/// The largest case of the first type that is still small enough to be seen, of
/// those whose tensors lie as they are drawn.
static Result<LevelCase> caseToShow(const std::vector<LevelCase> &cases) {
  constexpr int64_t kMost = 100000;
  const LevelCase *best = nullptr;
  for (const LevelCase &one : cases) {
    bool isPlain = one.outPlacement == Placement::Contiguous;
    for (const InputSpec &input : one.inputs)
      isPlain &= input.placement == Placement::Contiguous;
    if (!isPlain || (best && one.type() != best->type()))
      continue;
    int64_t size = elementsOf(one), known = best ? elementsOf(*best) : 0;
    if (!best || (size <= kMost ? known > kMost || size > known : size < known))
      best = &one;
  }
  if (!best)
    return Error{"case " + cases.front().name +
                 " has tensors that do not lie as they are numbered; a page "
                 "draws none of these"};
  return *best;
}

static Status runCase(const CheckRequest &request, const LevelCase &levelCase,
                      OpenedDevice &opened, RunForPage &run) {
  Result<std::unique_ptr<LevelRunner>> runner =
      LevelRunner::open(request.file.path, request.file.text, *opened.device);
  if (!runner)
    return runner.error();
  (*runner)->compileFor(request.arch);
  (*runner)->listInto(&run.compiled);
  CaseResult result = checkCase(
      {opened, **runner, request.arch, nullptr, request.seed}, levelCase);
  run.reports = std::move(result.reports);
  run.findings = std::move(result.findings);
  if (result.status == CaseStatus::Passed)
    return {};
  return Error{result.reasons.empty() ? "case " + levelCase.name + " fails"
                                      : result.reasons[0]};
}

static int showCase(const CommandLine &line, CheckRequest request,
                    const std::string &kernel) {
  if (std::vector<OpenPart> open = openParts(request.file.text); !open.empty())
    return usageError(request.file.path + ":" + std::to_string(open[0].line) +
                      ": this part is not written yet: " + open[0].todo);
  Result<std::vector<LevelCase>> cases =
      casesFromOptions(line, request.level, /*isGpu=*/false);
  if (!cases)
    return usageError(cases.error().message);
  Result<LevelCase> levelCase = caseToShow(*cases);
  if (!levelCase)
    return usageError(levelCase.error().message);
  ShownRun shown;
  shown.title = showLevel(request.level) + ", case " + levelCase->name;
  shown.file = request.file.path;
  shown.source = request.file.text;
  shown.kernel = kernel;
  std::string file = fileNameOf(request.level);
  shown.page = line.value("out", file.substr(0, file.rfind('.')) + ".html");
  shown.run = [&](OpenedDevice &opened, RunForPage &run) {
    return runCase(request, *levelCase, opened, run);
  };
  return show(line, shown);
}

//===----------------------------------------------------------------------===//
// Of a launch
//===----------------------------------------------------------------------===//

static int showLaunch(const CommandLine &line, const std::string &arch) {
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return usageError(request.error().message);
  Result<std::string> text = readWholeFile(request->file);
  if (!text)
    return usageError(text.error().message);
  request->arch = arch;
  ShownRun shown;
  shown.title = splitKernelInput(line.positional[0]).kernel;
  shown.title = shown.title.empty() ? request->file : shown.title;
  shown.file = request->file;
  shown.source = *text;
  size_t slash = request->file.rfind('/') + 1, dot = request->file.rfind('.');
  shown.page =
      line.value("out", request->file.substr(slash, dot - slash) + ".html");
  shown.run = [&](OpenedDevice &opened, RunForPage &run) -> Status {
    request->listing = &run.compiled;
    Result<LaunchOutcome> outcome = launchSource(*request, opened);
    run.reports = opened.device->takeReports();
    run.findings = opened.device->takeFindings();
    if (!outcome)
      return outcome.error();
    return outcome->kernel;
  };
  return show(line, shown);
}

static int runShow(const CommandLine &line) {
  std::optional<OpenedDevice> emulator;
  if (Result<OpenedDevice> opened = openDevice("emu"))
    emulator = std::move(*opened);
  else
    return usageError(opened.error().message);
  Result<std::string> arch = archFromOptions(line, *emulator);
  if (!arch)
    return usageError(arch.error().message);
  CommandLine words = line;
  std::string kernel;
  if (!words.positional.empty()) {
    KernelInput input = splitKernelInput(line.positional[0]);
    words.positional[0] = input.path;
    kernel = input.kernel;
  }
  bool isLaunched = line.has("grid");
  for (const std::string &word : line.positional)
    isLaunched |= word.find('=') != std::string::npos;
  if (isLaunched)
    return showLaunch(line, *arch);
  Result<CheckRequest> request = fileFromOptions(words, "show");
  if (!request && !words.positional.empty() &&
      readWholeFile(words.positional[0]))
    return usageError(request.error().message +
                      "; or how it is launched: tq-run show " +
                      line.positional[0] + " --grid 4 x=rand:fp32:1000 n=1000");
  if (!request)
    return usageError(request.error().message);
  Result<int64_t> seed =
      parseInteger(line.value("seed", "1"), "--seed", 0, INT64_MAX);
  if (!seed)
    return usageError(seed.error().message);
  request->seed = static_cast<uint64_t>(*seed);
  request->arch = *arch;
  return showCase(line, std::move(*request), kernel);
}

const Command kShowCommand = {
    "show",
    "show [N|FILE][:KERNEL] [options] [NAME=VALUE ...]",
    "a page of who loads and stores what, step by step",
    "Writes one HTML page, which needs nothing but a browser: the source with "
    "the\ncounters of each line, what each program loads and stores step by "
    "step and what\nits mask stops, who holds each element of a tile, the code "
    "of each phase side by\nside, layouts, banks of shared memory, and "
    "pipelines. Kernels run on the emulator.\n\n"
    "  tq-run show 2\n"
    "  tq-run show level6.tq:weighted_sum_kernel --out sum.html\n"
    "  tq-run show 8 --case fp16-1x2x384x128-causal\n"
    "  tq-run show k.tq:add --grid 4 x=rand:fp32:1000 y=ones:fp32:1000 \\\n"
    "      out=empty:fp32:1000 n=1000 BLOCK=256\n\n"
    "A file that is no level takes what `tq-run launch` takes. Keys on the "
    "page: left\nand right step, p is the next program, space plays, numbers "
    "choose a view.\n",
    {{"out", "FILE", "where the page goes; default: levelN.html here"},
     {"file", "FILE", "show this file as the level"},
     {"levels", "DIR", "take the shipped levels from DIR"},
     {"case", "TEXT", "the case whose name contains TEXT"},
     {"seed", "N", "of the inputs; default: 1 for a level, 0 for a file"},
     {"grid", "X[,Y[,Z]]", "programs in each direction, for a kernel"},
     TQC_ARCH_OPTION,
     TQC_LIMIT_OPTIONS,
     {"json", nullptr, "print one JSON object"}},
    runShow};

} // namespace tqc
