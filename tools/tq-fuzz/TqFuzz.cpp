//===- TqFuzz.cpp - Random kernels before the judges ----------------------===//

#include "tools/tq-fuzz/TqFuzz.h"

#include "compiler/analysis/Optimizations.h"
#include "compiler/host/HostValue.h"
#include "runtime/device/Npy.h"
#include "tools/tq-fuzz/KernelWriter.h"
#include "tools/tq-fuzz/ReduceCommand.h"
#include "tools/tq-fuzz/Trial.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

using namespace tqc;
using namespace tqc::fuzz;

namespace {

/// What `tq-fuzz` was asked.
struct Plan {
  uint64_t seed = 0;
  int64_t count = 100;
  double seconds = 0; ///< 0: until all are done
  std::string folder = "fuzz-out";
  std::vector<std::string> archs;
  bool reduces = true;
  double patience = 60; ///< seconds for one kernel
  int jobs = 1;
  bool showsProgress = false;
  Judges judges = Judges::OnCpu;
};

} // namespace

static void writeFile(const std::string &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// The kernel as `blame` is asked about it.
static LaunchRequest requestFor(const RandomKernel &kernel, const Plan &plan,
                                std::mt19937_64 &random,
                                const std::string &path) {
  LaunchRequest request;
  request.file = path;
  request.name = kernel.name;
  request.values = kernel.values;
  request.grid = kernel.grid;
  request.arch = plan.archs[random() % plan.archs.size()];
  bool hasBf16 = kernel.source.find("bfloat16") != std::string::npos ||
                 kernel.source.find("dot_scaled") != std::string::npos;
  for (const LaunchValue &value : kernel.values)
    hasBf16 |= value.tensor.type == DType::BF16;
  if (hasBf16 && request.arch == "sm_75")
    request.arch = "sm_80"; // the first that has it
  // Each one for itself, and now and then all of them.
  unsigned often = random() % 16 ? 8 : 1;
  for (const OptimizationInfo &info : allOptimizations())
    if (random() % often == 0)
      request.choices.disabled.push_back(info.name.str());
  return request;
}

/// The command that shows the fault again; tensors go into files beside it.
static std::string commandFor(const LaunchRequest &request,
                              const std::string &folder) {
  Dim3 grid = request.grid.value_or(Dim3{1, 1, 1});
  std::string command = "tq-run blame " + request.file + ":" + request.name +
                        " --grid " + std::to_string(grid[0]) + "," +
                        std::to_string(grid[1]) + " --arch " + request.arch;
  for (size_t i = 0; i < request.choices.disabled.size(); ++i)
    command += (i ? "," : " --disable ") + request.choices.disabled[i];
  for (const LaunchValue &value : request.values) {
    command += " " + value.name + "=";
    if (value.kind != LaunchValue::Tensor) {
      command += decimal(value.integer);
      continue;
    }
    std::string type = nameOf(value.tensor.type);
    if (value.poisoned) {
      command += "empty:" + type + ":" + std::to_string(value.tensor.numel());
      continue;
    }
    std::string path = folder + "/" + request.name + "." + value.name + ".npy";
    if (Status status = writeNpy(path, value.tensor); !status)
      std::printf("%s\n", status.error().message.c_str());
    command += "@" + path + ":" + type;
  }
  return command;
}

namespace {

/// One run of `tq-fuzz`: kernels by their seeds, and what came of them.
class Fuzzing {
public:
  explicit Fuzzing(const Plan &plan) : plan(plan) {}

  /// Returns how many kernels showed a fault of ours.
  int64_t run();
  /// Writes kernels with their tensors, and prints the commands that judge
  /// them.
  void write();

private:
  /// A kernel with the file that it was written into.
  struct Piece {
    RandomKernel kernel;
    LaunchRequest request;
  };

  Piece pieceOf(int64_t index) const;
  bool take(int64_t index, const Answer &answer);
  void keep(int64_t index, const TrialResult &result);
  std::string summary() const;
  void showProgress();

  const Plan &plan;
  std::map<Fault, int64_t> tally;
  std::vector<std::pair<int64_t, TrialResult>> faults;
  int64_t elements = 0, done = 0;
  Stopwatch watch;
  double shown = 0; ///< when progress was
};

} // namespace

Fuzzing::Piece Fuzzing::pieceOf(int64_t index) const {
  uint64_t seed = plan.seed + uint64_t(index);
  Piece piece{KernelWriter(seed).write(), {}};
  std::string path = plan.folder + "/" + piece.kernel.name + ".tq";
  writeFile(path, piece.kernel.source);
  std::mt19937_64 random(seed * 31 + 1);
  piece.request = requestFor(piece.kernel, plan, random, path);
  return piece;
}

std::string Fuzzing::summary() const {
  auto count = [&](Fault fault) {
    auto at = tally.find(fault);
    return std::to_string(at == tally.end() ? 0 : at->second);
  };
  return std::to_string(done) + " kernels from seed " +
         std::to_string(plan.seed) + ": " + std::to_string(faults.size()) +
         " faults (" + count(Fault::Differs) + " differ, " +
         count(Fault::Crash) + " crash, " + count(Fault::Endless) +
         " endless), " + count(Fault::Refused) + " refused, " +
         count(Fault::NoMeaning) + " without a meaning; " +
         std::to_string(elements) + " elements compared";
}

/// How far it is, each ten seconds.
void Fuzzing::showProgress() {
  double seconds = watch.milliseconds() / 1000;
  if (!plan.showsProgress || seconds < shown + 10)
    return;
  shown = seconds;
  std::fprintf(stderr, "%.0f s, %.1f kernels a second: %s\n", seconds,
               double(done) / seconds, summary().c_str());
}

bool Fuzzing::take(int64_t index, const Answer &answer) {
  TrialResult result = resultOf(answer);
  ++done;
  ++tally[result.fault];
  elements += result.elements;
  if (isOurs(result.fault))
    faults.emplace_back(index, result);
  if (result.fault != Fault::None) {
    uint64_t seed = plan.seed + uint64_t(index);
    const char *what = result.fault == Fault::Refused     ? "refused"
                       : result.fault == Fault::NoMeaning ? "no meaning"
                                                          : "FAULT";
    std::printf("%s %s/k%llu.tq: %s\n", what, plan.folder.c_str(),
                static_cast<unsigned long long>(seed), result.text.c_str());
  }
  showProgress();
  return plan.seconds <= 0 || watch.milliseconds() < plan.seconds * 1000;
}

/// Makes a fault small, and writes down how to see it again.
void Fuzzing::keep(int64_t index, const TrialResult &result) {
  Piece piece = pieceOf(index);
  if (plan.reduces)
    reduceRequest(piece.request, result.fault, plan.judges, plan.patience, 400);
  std::string command = commandFor(piece.request, plan.folder);
  writeFile(plan.folder + "/" + piece.kernel.name + ".txt",
            command + "\n" + result.text + "\n");
  std::printf("  %s\n", command.c_str());
}

void Fuzzing::write() {
  for (int64_t index = 0; index < plan.count; ++index) {
    Piece piece = pieceOf(index);
    std::printf("%s\n", commandFor(piece.request, plan.folder).c_str());
  }
}

int64_t Fuzzing::run() {
  std::optional<OpenedDevice> gpu; // one a process, so that its context stays
  auto work = [&](int64_t index) {
    if (plan.judges == Judges::WithGpu && !gpu)
      if (Result<OpenedDevice> opened = openDevice("cuda"))
        gpu = std::move(*opened);
    Piece piece = pieceOf(index);
    std::string answer = answerOf(piece.request, plan.judges);
    if (static_cast<Fault>(answer[0]) == Fault::None)
      std::filesystem::remove(piece.request.file);
    return answer;
  };
  // What went wrong on a GPU ends its context: the next kernel gets another.
  auto isSpent = [&](const Answer &answer) {
    return plan.judges == Judges::WithGpu && isOurs(resultOf(answer).fault);
  };
  Crew{plan.jobs, plan.patience, isSpent}.run(
      plan.count, work,
      [&](int64_t index, const Answer &answer) { return take(index, answer); });
  for (const auto &[index, result] : faults)
    keep(index, result);
  std::printf("%s\n", summary().c_str());
  writeFile(plan.folder + "/summary.txt", summary() + "\n");
  return int64_t(faults.size()) + tally[Fault::NoMeaning];
}

static std::vector<std::string> splitList(const std::string &text) {
  std::vector<std::string> list;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    list.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return list;
}

/// What the GPU runs, asked in a process of its own: what it starts in this one
/// the processes that judge could not use.
static Result<std::string> archOfGpu() {
  Result<std::string> arch = Error{"the GPU gave no answer within a minute"};
  auto ask = [](int64_t) {
    Result<OpenedDevice> opened = openDevice("cuda");
    return opened ? "+" + opened->device->attributes().arch
                  : "-" + opened.error().message;
  };
  Crew{/*jobs=*/1, /*patience=*/60}.run(1, ask,
                                        [&](int64_t, const Answer &answer) {
                                          if (answer.text[0] == '+')
                                            arch = answer.text.substr(1);
                                          else if (answer.kind == Answer::Given)
                                            arch = Error{answer.text.substr(1)};
                                          return true;
                                        });
  return arch;
}

/// Whether a GPU of `gpu` runs what is compiled for `arch`.
static bool runs(const std::string &gpu, const std::string &arch) {
  int of = std::atoi(gpu.c_str() + 3), wanted = std::atoi(arch.c_str() + 3);
  return arch.back() == 'a' ? arch == gpu : wanted <= of;
}

/// Takes a GPU among the judges, and only what it runs among the targets.
static Status useGpu(Plan &plan) {
  Result<std::string> gpu = archOfGpu();
  if (!gpu)
    return gpu.error();
  plan.judges = Judges::WithGpu;
  auto isLeft = [&](const std::string &arch) { return !runs(*gpu, arch); };
  plan.archs.erase(std::remove_if(plan.archs.begin(), plan.archs.end(), isLeft),
                   plan.archs.end());
  return plan.archs.empty()
             ? Status(Error{"--arch: the GPU runs " + *gpu + " and below"})
             : Status();
}

static int runFuzz(const CommandLine &line) {
  Plan plan;
  Result<int64_t> seed =
      parseInteger(line.value("seed", "0"), "--seed", 0, INT64_MAX);
  Result<int64_t> count =
      parseInteger(line.value("count", "100"), "--count", 1, INT64_MAX);
  Result<int64_t> seconds =
      parseInteger(line.value("seconds", "0"), "--seconds", 0, 1 << 30);
  Result<int64_t> jobs =
      parseInteger(line.value("jobs", "1"), "--jobs", 0, 1024);
  Result<int64_t> patience =
      parseInteger(line.value("patience", "60"), "--patience", 0, 1 << 20);
  for (const Result<int64_t> *number :
       {&seed, &count, &seconds, &jobs, &patience})
    if (!*number)
      return usageError(number->error().message);
  plan.seed = uint64_t(*seed);
  plan.count = line.has("count") || !*seconds ? *count : INT64_MAX;
  plan.seconds = double(*seconds);
  plan.folder = line.value("out", plan.folder);
  plan.archs =
      splitList(line.value("arch", "sm_75,sm_80,sm_86,sm_89,sm_90,sm_90a"));
  plan.patience = double(*patience);
  plan.reduces = !line.has("no-reduce");
  plan.showsProgress = line.has("progress");
  plan.jobs = *jobs ? int(*jobs) : int(std::thread::hardware_concurrency());
  std::error_code problem;
  std::filesystem::create_directories(plan.folder, problem);
  if (problem)
    return usageError("--out " + plan.folder + ": " + problem.message());
  std::string device = line.value("device", "emu");
  if (device != "emu" && device != "cuda")
    return usageError("--device is emu or cuda, not " + device);
  if (device == "cuda")
    if (Status status = useGpu(plan); !status)
      return usageError(status.error().message);
  setenv("TQ_CACHE", "off", /*replace=*/1); // no kernel comes twice
  if (line.has("write")) {
    Fuzzing(plan).write();
    return kExitPass;
  }
  return Fuzzing(plan).run() ? kExitWrong : kExitPass;
}

static const Command kFuzz = {
    "fuzz",
    "[options]",
    "random kernels before the judges",
    "Writes random kernels and runs each by what it means (the tile "
    "interpreter) and\nin the emulator, for all GPUs and with optimisations on "
    "and off. What differs by\nmore than rounding can explain is made small "
    "and kept in DIR, with the command\nthat shows it again.\n",
    {{"count", "N", "kernels; default: 100, or as many as --seconds lets"},
     {"seconds", "N", "stop after that time; default: no limit"},
     {"seed", "N", "of the first kernel; each next one has the next"},
     {"arch", "LIST", "GPUs to compile for; default: all"},
     {"device", "NAME", "cuda: the GPU judges too; default: emu"},
     {"out", "DIR", "for what is found; default: fuzz-out"},
     {"jobs", "N", "kernels at once; 0: one a core; default: 1"},
     {"patience", "N", "seconds of the processor for one kernel; default: 60"},
     {"progress", nullptr, "say each ten seconds how far it is"},
     {"no-reduce", nullptr, "keep what is found as it is"},
     {"write", nullptr,
      "only write kernels and tensors, and print their blame commands"}},
    runFuzz};

const Command &tqc::tqFuzzCommand() { return kFuzz; }

const Command &tqc::tqReduceCommand() { return kReduceCommand; }

static int runCommand(const Command &command, int argc, char **argv) {
  if (argc == 2 && !std::strcmp(argv[1], "--version")) {
    std::printf("tq-%s %s\n", command.name, TQC_VERSION);
    return kExitPass;
  }
  Result<CommandLine> line = CommandLine::parse(
      std::vector<std::string>(argv + 1, argv + argc), command.options);
  if (!line)
    return usageError(line.error().message);
  if (line->has("help")) {
    std::string help = helpText(command);
    help.replace(0, std::strlen("usage: tq-run"),
                 std::string("usage: tq-") + command.name);
    std::printf("%s", help.c_str());
    return kExitPass;
  }
  return command.run(*line);
}

int tqc::tqFuzzMain(int argc, char **argv) {
  return runCommand(kFuzz, argc, argv);
}

int tqc::tqReduceMain(int argc, char **argv) {
  return runCommand(kReduceCommand, argc, argv);
}
