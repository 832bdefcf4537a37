//===- LaunchCommand.cpp - tq-run launch ----------------------------------===//
//
// Runs any kernel or launcher on tensors from files or generators.
//
//===----------------------------------------------------------------------===//

#include "runtime/device/Npy.h"
#include "runtime/device/SourceSnippet.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/KernelInput.h"
#include "tools/tq-run/LaunchRequest.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/PageOfRun.h"
#include "tools/tq-run/Schedules.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

namespace tqc {

Result<Dim3> parseDim3(const std::string &text, const std::string &what) {
  Dim3 dims = {1, 1, 1};
  size_t at = 0, count = 0;
  for (; at <= text.size(); ++count) {
    size_t end = std::min(text.find(',', at), text.size());
    if (count == 3)
      return Error{what + " has one to three numbers: " + what + " 4,2,1"};
    Result<int64_t> number =
        parseInteger(text.substr(at, end - at), what, 0, INT32_MAX);
    if (!number)
      return number.error();
    dims[count] = static_cast<uint32_t>(*number);
    at = end + 1;
  }
  return dims;
}

namespace {

/// --save NAME=FILE.
struct Save {
  std::string name, path;
};

/// What min, max and mean are taken of.
struct Summary {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  double sum = 0;
  int64_t finite = 0, nans = 0, infinities = 0, unwritten = 0;
};

} // namespace

static Summary summarize(const HostTensor &tensor) {
  Summary summary;
  for (int64_t i = 0, count = tensor.numel(); i < count; ++i) {
    const uint8_t *at = tensor.at(i);
    bool poison = isFloat(tensor.type) &&
                  std::all_of(at, at + bytesOf(tensor.type),
                              [](uint8_t b) { return b == kPoisonByte; });
    double value = loadElement(tensor.type, at);
    summary.unwritten += poison;
    summary.nans += !poison && std::isnan(value);
    summary.infinities += std::isinf(value);
    if (!std::isfinite(value))
      continue;
    ++summary.finite;
    summary.sum += value;
    summary.low = std::min(summary.low, value);
    summary.high = std::max(summary.high, value);
  }
  return summary;
}

static std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.6g", value);
  return text;
}

static void reportTensor(Report &report, const DeviceTensor &tensor,
                         int64_t shown) {
  Summary summary = summarize(tensor.host);
  std::string facts;
  if (summary.finite)
    facts = "min " + shortNumber(summary.low) + ", max " +
            shortNumber(summary.high) + ", mean " +
            shortNumber(summary.sum / double(summary.finite));
  for (auto [count, what] :
       {std::pair(summary.nans, "nan"), std::pair(summary.infinities, "inf"),
        std::pair(summary.unwritten, "never written")})
    if (count)
      facts += (facts.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  std::string text = padded(tensor.name, 10) + " " +
                     padded(describe(tensor.host), 22) + " " + facts;
  report.line(text);
  Json json;
  json["name"] = tensor.name;
  json["type"] = nameOf(tensor.host.type);
  json["shape"] = tensor.host.shape;
  if (summary.finite) {
    json["min"] = summary.low;
    json["max"] = summary.high;
    json["mean"] = summary.sum / double(summary.finite);
  }
  json["nan"] = summary.nans;
  json["inf"] = summary.infinities;
  json["unwritten"] = summary.unwritten;
  std::string values;
  for (int64_t i = 0; i < std::min(shown, tensor.host.numel()); ++i) {
    double value = tensor.host.get(i);
    values += (i ? " " : "") + shortNumber(value);
    json["values"].push_back(jsonNumber(value));
  }
  if (!values.empty())
    report.line("           " + values);
  report.json["tensors"].push_back(json);
}

static bool endsWith(const std::string &text, const char *end) {
  size_t size = std::strlen(end);
  return text.size() >= size &&
         text.compare(text.size() - size, size, end) == 0;
}

Result<LaunchRequest> readLaunchRequest(const CommandLine &line) {
  LaunchRequest request;
  if (line.positional.empty())
    return Error{"launch needs a file: tq-run launch FILE[:NAME] --grid N "
                 "name=value ..."};
  KernelInput input = splitKernelInput(line.positional[0]);
  request.file = input.path;
  request.name = input.kernel;
  for (auto [name, out] :
       {std::pair("grid", &request.grid), std::pair("block", &request.block)}) {
    if (!line.has(name))
      continue;
    bool isExpression = line.value(name).find_first_not_of("0123456789,- ") !=
                        std::string::npos;
    if (isExpression && name == std::string("grid")) {
      request.gridText = line.value(name);
      continue;
    }
    Result<Dim3> dims = parseDim3(line.value(name), "--" + std::string(name));
    if (!dims)
      return dims.error();
    *out = *dims;
  }
  Result<int64_t> shared =
      parseInteger(line.value("shared", "0"), "--shared", 0, 1 << 20);
  Result<int64_t> repeats =
      parseInteger(line.value("time", "0"), "--time", 0, 1 << 20);
  Result<int64_t> seed =
      parseInteger(line.value("seed", "0"), "--seed", 0, INT64_MAX);
  for (const Result<int64_t> *number : {&shared, &repeats, &seed})
    if (!*number)
      return number->error();
  request.sharedBytes = static_cast<uint32_t>(*shared);
  request.repeats = static_cast<int>(*repeats);
  for (size_t i = 1; i < line.positional.size(); ++i) {
    Result<LaunchValue> value =
        parseLaunchValue(line.positional[i], static_cast<uint64_t>(*seed));
    if (!value)
      return value.error();
    request.values.push_back(std::move(*value));
  }
  if (endsWith(request.file, ".json"))
    if (Status status = readLaunchFile(static_cast<uint64_t>(*seed), request);
        !status)
      return status.error();
  return request;
}

static Result<std::vector<Save>> readSaves(const CommandLine &line) {
  std::vector<Save> saves;
  for (const std::string &text : line.values("save")) {
    size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
      return Error{"--save " + text + ": must look like --save out=out.npy"};
    saves.push_back({text.substr(0, equals), text.substr(equals + 1)});
  }
  return saves;
}

static Status saveTensors(const std::vector<Save> &saves,
                          const std::vector<DeviceTensor> &tensors) {
  for (const Save &save : saves) {
    auto tensor = std::find_if(
        tensors.begin(), tensors.end(),
        [&](const DeviceTensor &t) { return t.name == save.name; });
    if (tensor == tensors.end()) {
      std::string list;
      for (const DeviceTensor &known : tensors)
        list += (list.empty() ? "" : ", ") + known.name;
      return Error{"--save " + save.name +
                   ": there is no tensor of that name; "
                   "there are " +
                   (list.empty() ? "none" : list)};
    }
    if (Status status = writeNpy(save.path, tensor->host); !status)
      return status;
  }
  return {};
}

/// Writes the page that --explore asks for, if anything was compiled.
static Status writeExplored(const CommandLine &line, Report &report,
                            const LaunchRequest &request, const RunForPage &run,
                            const std::string &device) {
  if (run.compiled.empty())
    return {};
  Result<std::string> text = readWholeFile(request.file);
  if (!text)
    return text.error();
  PageData page = pageOfRun(request.name.empty() ? request.file : request.name,
                            request.file, *text, run);
  page.json["summary"] = "Compiled for and counted on " + device;
  std::string path = line.value("explore");
  report.line(path + ": a page for a browser");
  report.json["page"] = path;
  return writePage(path, page, request.file);
}

/// Prints what a device counted, or adds it to the JSON.
static void reportCounted(Report &report,
                          const std::vector<LaunchReport> &counted) {
  for (const LaunchReport &one : counted) {
    report.line(one.text.substr(0, one.text.size() - 1));
    report.json["counters"].push_back(Json::parse(one.json));
  }
}

/// Prints what a launch did; returns the exit code.
static int reportOutcome(Report &report, Device &device, const RunForPage &run,
                         LaunchOutcome &outcome, const std::vector<Save> &saves,
                         int64_t shown) {
  const std::vector<Finding> &findings = run.findings;
  size_t count = printFindings(report, findings, "");
  reportCounted(report, run.reports);
  report.json["kernel"] = outcome.name;
  report.json["findings"] = Json::array();
  for (const Finding &finding : findings)
    report.json["findings"].push_back(jsonOf(finding));
  if (!outcome.kernel) {
    report.json["error"] = outcome.kernel.error().message;
    report.line(report.paint(Colour::Bad, outcome.name + " failed: " +
                                              outcome.kernel.error().message));
    report.finish();
    return kExitWrong;
  }
  report.json["tensors"] = Json::array();
  for (DeviceTensor &tensor : outcome.tensors) {
    if (Status status = download(device, tensor); !status)
      return usageError(status.error().message);
    reportTensor(report, tensor, shown);
  }
  if (outcome.milliseconds > 0) {
    report.line(outcome.name + " took " + showTime(outcome.milliseconds));
    report.json["milliseconds"] = outcome.milliseconds;
  }
  if (Status status = saveTensors(saves, outcome.tensors); !status)
    return usageError(status.error().message);
  report.finish();
  return count ? kExitWrong : kExitPass;
}

/// Launches in other orders, each on a device of its own, and holds all tensors
/// against those of the first; fills `outcome` with what went wrong, if it did.
static Status tryOtherSchedules(const CommandLine &line,
                                const LaunchRequest &request, unsigned count,
                                OpenedDevice &opened, LaunchOutcome &outcome) {
  auto fetch = [](OpenedDevice &from, DeviceTensor &tensor) {
    // Elements that nobody wrote are no concern of this comparison.
    bool &checks = static_cast<EmulatorDevice &>(*from.device).options.checks;
    bool before = std::exchange(checks, false);
    Status status = download(*from.device, tensor);
    checks = before;
    return status;
  };
  for (DeviceTensor &tensor : outcome.tensors)
    if (Status status = fetch(opened, tensor); !status)
      return status;
  for (unsigned k = 1; k < count && outcome.kernel; ++k) {
    Result<OpenedDevice> other = openFromOptions(line);
    if (!other)
      return other.error();
    useSchedule(*other, k);
    Result<LaunchOutcome> again = endsWith(request.file, ".ptx")
                                      ? launchPtx(request, *other->device)
                                      : launchSource(request, *other);
    if (!again)
      return again.error();
    std::vector<Finding> findings = other->device->takeFindings();
    std::string that = "; that was schedule " + scheduleName(k);
    auto wrong = std::find_if(findings.begin(), findings.end(),
                              [](const Finding &f) { return !f.isNote; });
    if (wrong != findings.end())
      outcome.kernel = Error{wrong->text + that};
    else if (!again->kernel)
      outcome.kernel = Error{again->kernel.error().message + that};
    for (size_t i = 0; i < outcome.tensors.size() && outcome.kernel; ++i) {
      if (Status status = fetch(*other, again->tensors[i]); !status)
        return status;
      if (again->tensors[i].host.storage != outcome.tensors[i].host.storage)
        outcome.kernel =
            Error{outcome.tensors[i].name + " differs from that of schedule " +
                  scheduleName(0) + that};
    }
  }
  return {};
}

/// Opens the device, and takes the options that say how to compile for it;
/// refuses what does not fit a file that is compiled already.
static Result<OpenedDevice> openForLaunch(const CommandLine &line, bool isPtx,
                                          LaunchRequest &request) {
  Result<OpenedDevice> opened =
      openFromOptions(line, /*needsCounters=*/line.has("explore"));
  if (!opened)
    return opened;
  for (const char *name : {"arch", "explore", "disable", "plan", "strict"})
    if (isPtx && line.has(name))
      return Error{"--" + std::string(name) + " is for sources; " +
                   request.file + " is compiled already"};
  if (line.has("explore") && !opened->emulated)
    return Error{"--explore shows what the emulator counts; add --device emu"};
  Result<std::string> arch = archFromOptions(line, *opened);
  if (!arch)
    return arch.error();
  request.arch = *arch;
  Result<CodeChoices> choices = choicesFromOptions(line);
  if (!choices)
    return choices.error();
  request.choices = *choices;
  return opened;
}

static int runLaunchCommand(const CommandLine &line) {
  Result<LaunchRequest> request = readLaunchRequest(line);
  if (!request)
    return usageError(request.error().message);
  Result<std::vector<Save>> saves = readSaves(line);
  if (!saves)
    return usageError(saves.error().message);
  Result<int64_t> shown =
      parseInteger(line.value("print", "0"), "--print", 0, 1 << 20);
  if (!shown)
    return usageError(shown.error().message);
  bool ptx = endsWith(request->file, ".ptx");
  if (!ptx && !endsWith(request->file, ".tq") &&
      !endsWith(request->file, ".py"))
    return usageError(request->file +
                      ": only .tq, .py, .ptx and launch files (.json) can "
                      "be launched");
  if (ptx && !request->gridText.empty())
    return usageError("--grid " + request->gridText +
                      ": PTX has no names to compute it from; write numbers");
  Result<OpenedDevice> opened = openForLaunch(line, ptx, *request);
  if (!opened)
    return usageError(opened.error().message);
  Result<unsigned> schedules = schedulesFromOptions(line, *opened);
  if (!schedules)
    return usageError(schedules.error().message);
  Report report(line.has("json"));
  report.line(request->file + " on " + showDevice(*opened));
  report.json["file"] = request->file;
  report.json["device"] = jsonOfDevice(*opened);
  RunForPage run;
  request->listing = line.has("explore") ? &run.compiled : nullptr;
  Result<LaunchOutcome> outcome = ptx ? launchPtx(*request, *opened->device)
                                      : launchSource(*request, *opened);
  if (!outcome)
    return usageError(outcome.error().message);
  request->listing = nullptr; // the other schedules run the same code
  if (*schedules > 1)
    if (Status status =
            tryOtherSchedules(line, *request, *schedules, *opened, *outcome);
        !status)
      return usageError(status.error().message);
  run.findings = opened->device->takeFindings();
  if (std::filesystem::path(request->file).extension() == ".ptx")
    forgetNewerSources(run.findings, request->file);
  run.reports = opened->device->takeReports();
  if (Status status =
          writeExplored(line, report, *request, run, showDevice(*opened));
      !status)
    return usageError(status.error().message);
  if (!line.has("counters"))
    run.reports.clear();
  return reportOutcome(report, *opened->device, run, *outcome, *saves, *shown);
}

const Command kLaunchCommand = {
    "launch",
    "launch FILE[:NAME] [options] [NAME=VALUE ...]",
    "run any kernel or launcher, on .npy files or generated tensors",
    "Runs a kernel or a launcher of a .tq file, a kernel of a .py file, or an "
    "entry of\na .ptx file. NAME may be left out where there is only one.\n\n"
    "  tq-run launch k.tq:add_kernel --grid 4 x=@x.npy y=rand:fp32:4096 \\\n"
    "      out=empty:fp32:4096 n=4096 BLOCK_SIZE=1024 --save out=out.npy\n"
    "  tq-run launch level1.tq:vector_add x=rand:fp32:1000 y=ones:fp32:1000 "
    "\\\n"
    "      --save result=sum.npy\n"
    "  tq-run launch nvcc.ptx:saxpy --grid 8 --block 128 2.0 @x.npy @y.npy "
    "1024\n"
    "  tq-run launch test/emulator/cuda/tensor-copy.launch.json\n\n"
    "Values:\n"
    "  @FILE.npy  @FILE.npy:bf16   a tensor; :TYPE says what raw bits mean\n"
    "  rand:TYPE:SHAPE             seeded; floats about normal, integers up "
    "to 100\n"
    "  zeros: ones: arange:        likewise, as in rand:fp32:128x64\n"
    "  full:TYPE:SHAPE:VALUE       one value throughout\n"
    "  empty:TYPE:SHAPE            for outputs; reading it is a finding\n"
    "  12  0x10  1e-3  -inf        numbers; 3:i64 and 0.5:fp16 say their type\n"
    "  True  False  None  'ieee'   for constexpr parameters; None is also a "
    "null\n"
    "                              pointer\n\n"
    "Kernels are compiled for the types and values of their arguments, as "
    "Triton does.\nA launcher's results are called result, or result0, "
    "result1, ... if it returns\nseveral. PTX of other compilers takes its "
    "arguments in order and needs --block.\nA launch file (.json) says all of "
    "that, and tensor maps; docs/emulator.md has\none.\nEvery finding of the "
    "emulator is "
    "printed and makes the exit code 1, notes apart.\n",
    {{"grid", "X[,Y[,Z]]",
      "programs (blocks) in each direction, as in \"cdiv(n, BLOCK)\""},
     {"block", "X[,Y[,Z]]", "threads, for PTX that does not say"},
     {"shared", "BYTES", "dynamic shared memory, likewise"},
     TQC_DEVICE_OPTIONS,
     TQC_ARCH_OPTION,
     TQC_DISABLE_OPTION,
     {"save", "NAME=FILE", "write a tensor as .npy; may be repeated"},
     {"print", "N", "print the first N values of each tensor"},
     {"time", "N", "run N times more and print the mean time"},
     {"explore", "FILE", "write a page for a browser, with counters (emu)"},
     {"seed", "N", "of rand; default: 0"},
     TQC_SCHEDULES_OPTION,
     {"json", nullptr, "print one JSON object"}},
    runLaunchCommand};

} // namespace tqc
