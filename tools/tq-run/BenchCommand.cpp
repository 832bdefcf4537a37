//===- BenchCommand.cpp - tq-run bench ------------------------------------===//
//
// Times what levels do on a GPU, beside cuBLAS and a copy.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/BenchRun.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

namespace tqc {

static std::string listOf(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

static std::vector<std::string> splitAtCommas(const std::string &text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

/// What the words behind `bench` mean: numbers of levels and names of works.
static Result<std::vector<const BenchWork *>>
chosenWorks(const std::vector<std::string> &words) {
  std::vector<const BenchWork *> works;
  std::vector<std::string> names;
  for (const BenchWork &work : benchWorks())
    names.push_back(work.name);
  if (words.empty())
    for (const BenchWork &work : benchWorks())
      works.push_back(&work);
  for (const std::string &word : words) {
    if (const BenchWork *work = findBenchWork(word)) {
      works.push_back(work);
      continue;
    }
    if (word.find_first_not_of("0123456789") != std::string::npos) {
      std::string near = nearestWord(word, names);
      return Error{"there is no work \"" + word + "\"" +
                   (near.empty() ? "; there are " + listOf(names)
                                 : "; did you mean " + near + "?")};
    }
    Result<int64_t> level = parseInteger(word, "the level", 1, kLevelCount);
    if (!level)
      return level.error();
    for (const BenchWork &work : benchWorks())
      if (work.level == *level)
        works.push_back(&work);
  }
  return works;
}

/// The cases that the words, --sizes, --type and --case leave.
static Result<std::vector<BenchCase>> chooseCases(const CommandLine &line) {
  Result<std::vector<const BenchWork *>> works = chosenWorks(line.positional);
  if (!works)
    return works.error();
  std::vector<BenchCase> cases;
  if (line.has("sizes")) {
    if (line.positional.empty())
      return Error{"--sizes needs a level or a work: tq-run bench 2 --sizes "
                   "1024,2048"};
    for (const BenchWork *work : *works) {
      std::vector<std::string> types = {benchTypes(*work)[0]};
      if (line.has("type"))
        types = splitAtCommas(line.value("type"));
      for (const std::string &type : types)
        for (const std::string &size : splitAtCommas(line.value("sizes"))) {
          Result<BenchCase> one = makeBenchCase(*work, type, size);
          if (!one)
            return one.error();
          cases.push_back(std::move(*one));
        }
    }
  } else {
    std::vector<std::string> types;
    if (line.has("type"))
      types = splitAtCommas(line.value("type"));
    for (BenchCase &one : standardBenchCases())
      if (std::find(works->begin(), works->end(), one.work) != works->end() &&
          (types.empty() ||
           std::find(types.begin(), types.end(), one.precision) != types.end()))
        cases.push_back(std::move(one));
  }
  std::vector<std::string> filters = line.values("case");
  std::vector<BenchCase> chosen;
  for (BenchCase &one : cases)
    if (filters.empty() || std::any_of(filters.begin(), filters.end(),
                                       [&](const std::string &filter) {
                                         return one.name.find(filter) !=
                                                std::string::npos;
                                       }))
      chosen.push_back(std::move(one));
  if (chosen.empty())
    return Error{"no case is left; `tq-run bench --list` names all"};
  return chosen;
}

/// The file of a work: the level's, or a track's.
static Result<LevelFile> fileOf(const BenchWork &work,
                                const CommandLine &line) {
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  if (work.level || !choice.file.empty())
    return findLevel(work.level, choice);
  std::string path = "tracks/" + std::string(work.track) + ".tq";
  if (!choice.folder.empty()) {
    Result<std::string> text = readWholeFile(choice.folder + "/" + path);
    if (!text)
      return text.error();
    return LevelFile{choice.folder + "/" + path, *text, LevelFile::Folder};
  }
  if (std::optional<std::string_view> text = shippedFile("levels/" + path))
    return LevelFile{"levels/" + path, std::string(*text), LevelFile::Shipped};
  return Error{path + " is not in this program; --levels DIR says where it is"};
}

namespace {

/// The runners of all files that a run needs, opened once each.
class Runners {
public:
  Runners(const CommandLine &line, Device &device)
      : line(line), device(device) {}

  Result<LevelRunner *> of(const BenchWork &work) {
    Result<LevelFile> file = fileOf(work, line);
    if (!file)
      return file.error();
    std::unique_ptr<LevelRunner> &runner = opened[file->path];
    if (!runner) {
      Result<std::unique_ptr<LevelRunner>> made =
          LevelRunner::open(file->path, file->text, device);
      if (!made)
        return made.error();
      runner = std::move(*made);
      runner->checkAsserts(false); // what is timed is what `tqc` compiles
      if (auto disabled = disabledFromOptions(line))
        runner->leaveOut(*disabled);
    }
    if (!runner->hasLauncher(work.launcher))
      return Error{file->path + ": error: there is no launcher `def " +
                   work.launcher + "(...)`"};
    return runner.get();
  }

private:
  const CommandLine &line;
  Device &device;
  std::map<std::string, std::unique_ptr<LevelRunner>> opened;
};

} // namespace

static int listCases(const std::vector<BenchCase> &cases) {
  for (const BenchCase &one : cases)
    std::printf("%s\n", one.name.c_str());
  return kExitPass;
}

static Status readPlan(const CommandLine &line, BenchPlan &plan) {
  Result<int64_t> samples =
      parseInteger(line.value("samples", std::to_string(plan.samples)),
                   "--samples", 1, 10000);
  if (!samples)
    return samples.error();
  Result<int64_t> warmUp =
      parseInteger(line.value("warm-up", "250"), "--warm-up", 0, 60000);
  if (!warmUp)
    return warmUp.error();
  plan.samples = static_cast<int>(*samples);
  plan.warmUp = double(*warmUp);
  return {};
}

static Status writeText(const std::string &path, const std::string &text) {
  FILE *file = std::fopen(path.c_str(), "wb");
  bool ok =
      file && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file)
    ok = std::fclose(file) == 0 && ok;
  if (!ok)
    return Error{path + ": cannot be written: " + std::strerror(errno)};
  return {};
}

static void describeRun(Report &report, const CudaDevice &device,
                        const BenchRun &run, uint64_t seed) {
  const DeviceAttributes &facts = device.attributes();
  report.json["schema"] = 1;
  report.json["source"] = "tq-run " TQC_VERSION;
  report.json["device"] = facts.name;
  report.json["arch"] = facts.arch;
  report.json["driver"] = cudaVersionText(device.driver().version());
  if (run.cublas)
    report.json["cublas"] = run.cublas->version();
  report.json["seed"] = seed;
  report.json["protocol"] = {
      {"samples", run.plan.samples},
      {"warm_up_ms", run.plan.warmUp},
      {"sample_ms", run.plan.sampleTime},
      {"launches", "in a CUDA graph, over sets of tensors of twice the cache"},
      {"data", "about normal"}};
  report.json["rows"] = Json::array();
  report.line(facts.name + " (" + facts.arch + ", " +
              std::to_string(facts.multiprocessors) + " multiprocessors, " +
              "CUDA " + cudaVersionText(device.driver().version()) + "), " +
              std::to_string(run.plan.samples) + " samples, seed " +
              std::to_string(seed));
  report.line(tableHeader());
}

static int runCases(const CommandLine &line,
                    const std::vector<BenchCase> &cases, CudaDevice &device,
                    uint64_t seed, const BenchPlan &plan) {
  std::unique_ptr<Cublas> cublas;
  if (Result<std::unique_ptr<Cublas>> found = Cublas::create(device))
    cublas = std::move(*found);
  BenchData data(seed);
  BenchRun run{device, cublas.get(), data, plan, ratesOf(device)};
  Report report(line.has("json"));
  describeRun(report, device, run, seed);
  if (auto disabled = disabledFromOptions(line); disabled && !disabled->empty())
    report.json["disabled"] = *disabled;
  Runners runners(line, device);
  std::vector<BenchOutcome> outcomes;
  bool failed = false;
  for (const BenchCase &one : cases) {
    Result<LevelRunner *> runner = runners.of(*one.work);
    BenchOutcome outcome;
    if (runner) {
      outcome = runBenchCase(run, **runner, one);
    } else {
      outcome.name = one.name;
      outcome.work = one.work->name;
      outcome.problem = runner.error().message;
    }
    failed |= !outcome.problem.empty();
    report.line(tableLines(outcome));
    for (Json &row : jsonRows(outcome))
      report.json["rows"].push_back(std::move(row));
    outcomes.push_back(std::move(outcome));
  }
  if (line.has("svg"))
    if (Status status =
            writeText(line.value("svg"),
                      drawOutcomes(outcomes, device.attributes().name));
        !status)
      return usageError(status.error().message);
  report.finish();
  return failed ? kExitWrong : kExitPass;
}

static int runBench(const CommandLine &line) {
  Result<std::vector<BenchCase>> cases = chooseCases(line);
  if (!cases)
    return usageError(cases.error().message);
  if (line.has("list"))
    return listCases(*cases);
  BenchPlan plan;
  if (Status status = readPlan(line, plan); !status)
    return usageError(status.error().message);
  Result<uint64_t> seed = seedFromOptions(line);
  if (!seed)
    return usageError(seed.error().message);
  if (auto disabled = disabledFromOptions(line); !disabled)
    return usageError(disabled.error().message);
  Result<OpenedDevice> opened = openDevice(line.value("device"), {});
  if (!opened)
    return usageError(opened.error().message);
  if (opened->emulated)
    return usageError("times need a GPU" +
                      (opened->why.empty()
                           ? std::string("; the emulator's say nothing of one")
                           : ", and there is none: " + opened->why));
  return runCases(line, *cases, static_cast<CudaDevice &>(*opened->device),
                  *seed, plan);
}

const Command kBenchCommand = {
    "bench",
    "bench [N | WORK ...] [options]",
    "time a level on a GPU, beside cuBLAS and a copy",
    "Times the kernels that levels launch, on the sizes that published tables "
    "use or on\nyours. In a quest folder your own files are timed.\n\n"
    "  tq-run bench                          all levels, and layer norm\n"
    "  tq-run bench 3 --svg softmax.svg\n"
    "  tq-run bench matmul --type fp16,bf16 --sizes 1024,2048,4096x4096x512\n"
    "  tq-run bench --list                   names of all cases\n\n"
    "What is timed are the launches alone, captured into CUDA graphs, with "
    "sets of\ntensors that take turns so that nothing is left in the cache, "
    "after a warm-up.\nOurs and the others are sampled in turns.\n\n"
    "A line says: the median time of a launcher's work with the 10th and 90th\n"
    "percentile; the rate; the share of the roofline, which is a copy of as "
    "many bytes\nwhere memory is the limit (mem.) and the peak of the tensor "
    "cores at the highest\nclock where arithmetic is (arith.); and how many "
    "times faster than the baseline\nit is: 1.1 means that the baseline takes "
    "1.1 times as long.\n\n"
    "Exit codes: 0 all cases ran, 1 a case failed, 2 the command line is wrong "
    "or there\nis no GPU.\n",
    {{"device", "NAME", "cuda or cuda:1; default: the first GPU"},
     {"case", "TEXT", "only cases whose name contains TEXT; may be repeated"},
     {"sizes", "LIST", "sizes instead of the usual ones, such as 1024,4096"},
     {"type", "LIST", "only these types, such as fp16,tf32"},
     {"file", "FILE", "the launcher of this file"},
     {"levels", "DIR", "take the shipped levels from DIR"},
     TQC_DISABLE_OPTION,
     {"samples", "N", "how many times each is sampled; default: 21"},
     {"warm-up", "MS", "milliseconds before sampling; default: 250"},
     {"seed", "N", "of the inputs; default: another one each time"},
     {"list", nullptr, "print the names of the cases and stop"},
     {"json", nullptr, "print one JSON object"},
     {"svg", "FILE", "draw the shares of the roofline"}},
    runBench};

} // namespace tqc
