//===- BenchCommand.cpp - tq-run bench ------------------------------------===//
//
// Times what levels do on a GPU, beside cuBLAS and a copy.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/BenchRun.h"
#include "tools/tq-run/Commands.h"
#include "tools/tq-run/LevelFiles.h"
#include "tools/tq-run/TopicBench.h"
#include "tools/tq-run/Topics.h"

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

/// Takes the words that name a case out of them.
static Result<std::vector<BenchCase>>
namedCases(std::vector<std::string> &words) {
  std::vector<BenchCase> cases;
  std::vector<std::string> others;
  for (const std::string &word : words) {
    std::optional<Result<BenchCase>> named = findBenchCase(word);
    if (!named)
      others.push_back(word);
    else if (!*named)
      return named->error();
    else
      cases.push_back(std::move(**named));
  }
  words = std::move(others);
  return cases;
}

/// What the other words behind `bench` mean: numbers of levels and names of
/// works.
static Result<std::vector<const BenchWork *>>
chosenWorks(const std::vector<std::string> &words) {
  std::vector<const BenchWork *> works;
  std::vector<std::string> names;
  for (const BenchWork &work : benchWorks())
    names.push_back(work.name);
  for (const Topic &topic : allTopics())
    names.push_back(topic.name);
  if (words.empty())
    for (const BenchWork &work : benchWorks())
      works.push_back(&work);
  for (const std::string &word : words) {
    if (const BenchWork *work = findBenchWork(word)) {
      works.push_back(work);
      continue;
    }
    if (const BenchWork *topic = topicWork(word)) {
      works.push_back(topic);
      continue;
    }
    if (word == "tracks") {
      for (const Topic &topic : allTopics())
        works.push_back(topicWork(topic.name));
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
static Result<std::vector<BenchCase>> chooseCases(const CommandLine &line,
                                                  bool isGpu) {
  std::vector<std::string> words = line.positional;
  Result<std::vector<BenchCase>> named = namedCases(words);
  if (!named)
    return named.error();
  Result<std::vector<const BenchWork *>> works = chosenWorks(words);
  if (!works)
    return works.error();
  std::vector<BenchCase> cases = std::move(*named);
  if (line.has("sizes")) {
    if (words.empty())
      return Error{"--sizes needs a level or a work: tq-run bench 2 --sizes "
                   "1024,2048"};
    for (const BenchWork *work : *works) {
      if (benchTypes(*work).empty())
        return Error{"--sizes is for levels; the sizes of " +
                     std::string(work->name) + " are those of its cases"};
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
  } else if (cases.empty() || !words.empty()) {
    std::vector<std::string> types;
    if (line.has("type"))
      types = splitAtCommas(line.value("type"));
    for (BenchCase &one : standardBenchCases())
      if (std::find(works->begin(), works->end(), one.work) != works->end() &&
          (types.empty() ||
           std::find(types.begin(), types.end(), one.precision) != types.end()))
        cases.push_back(std::move(one));
    for (const BenchWork *work : *works)
      if (benchTypes(*work).empty())
        for (BenchCase &one : topicBenchCases(*work, isGpu))
          if (types.empty() || std::find(types.begin(), types.end(),
                                         one.precision) != types.end())
            cases.push_back(std::move(one));
  }
  for (BenchCase &one : cases)
    if (one.work->track && !one.topic)
      one.topic = taskOfTrack(one);
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

/// The number of a work's level or topic.
static int levelOf(const BenchWork &work) {
  return work.level ? work.level : *levelOfWord(work.track);
}

static Result<LevelFile> fileOf(const BenchWork &work,
                                const CommandLine &line) {
  LevelChoice choice;
  choice.file = line.value("file");
  choice.folder = line.value("levels");
  return findLevel(levelOf(work), choice);
}

namespace {

/// The runners of all files that a run needs, opened once each.
class Runners {
public:
  Runners(const CommandLine &line, Device &device)
      : recorder(device), line(line) {}

  RecordingDevice recorder;

  Result<LevelRunner *> of(const BenchWork &work) {
    Result<LevelFile> file = fileOf(work, line);
    if (!file)
      return file.error();
    std::unique_ptr<LevelRunner> &runner = opened[file->path];
    if (!runner) {
      Result<std::unique_ptr<LevelRunner>> made =
          LevelRunner::open(file->path, file->text, recorder);
      if (!made)
        return made.error();
      runner = std::move(*made);
      runner->checkAsserts(false); // what is timed is what `tqc` compiles
      if (auto choices = choicesFromOptions(line))
        runner->choose(*choices);
    }
    if (!runner->hasLauncher(work.launcher))
      return Error{file->path + ": error: there is no launcher `def " +
                   work.launcher + "(...)`"};
    return runner.get();
  }

private:
  const CommandLine &line;
  std::map<std::string, std::unique_ptr<LevelRunner>> opened;
};

} // namespace

static int listCases(const std::vector<BenchCase> &cases, bool asJson) {
  Report report(asJson);
  report.json["cases"] = Json::array();
  for (const BenchCase &one : cases) {
    report.json["cases"].push_back(one.name);
    report.line(one.name);
  }
  report.finish();
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

/// What the run is about: the device, and how times are taken if they are.
static void describeRun(Report &report, const OpenedDevice &opened,
                        const BenchRun &run) {
  const DeviceAttributes &facts = opened.device->attributes();
  report.json["schema"] = 1;
  report.json["source"] = "tq-run " TQC_VERSION;
  report.json["device"] = facts.name;
  report.json["arch"] = facts.arch;
  report.json["seed"] = run.seed;
  report.json["rows"] = Json::array();
  std::string seed = "seed " + std::to_string(run.seed);
  if (!run.gpu)
    return report.line(showDevice(opened) + ", no times, " + seed);
  const CudaApi &driver = run.gpu->driver();
  report.json["driver"] = cudaVersionText(driver.version());
  if (run.cublas)
    report.json["cublas"] = run.cublas->version();
  report.json["protocol"] = {
      {"samples", run.plan.samples},
      {"warm_up_ms", run.plan.warmUp},
      {"sample_ms", run.plan.sampleTime},
      {"launches", "in a CUDA graph, over sets of tensors of twice the cache"},
      {"data", "about normal"},
      {"proof",
       run.proves ? "results of changed inputs, after the times" : "none"}};
  report.line(facts.name + " (" + facts.arch + ", " +
              std::to_string(facts.multiprocessors) + " multiprocessors, " +
              "CUDA " + cudaVersionText(driver.version()) + "), " +
              std::to_string(run.plan.samples) + " samples, " + seed);
  report.line(tableHeader());
}

static int runCases(const CommandLine &line,
                    const std::vector<BenchCase> &cases, OpenedDevice &opened,
                    uint64_t seed, const BenchPlan &plan) {
  auto *gpu =
      opened.isGpu() ? static_cast<CudaDevice *>(opened.device.get()) : nullptr;
  std::unique_ptr<Cublas> cublas;
  if (gpu)
    if (Result<std::unique_ptr<Cublas>> found = Cublas::create(*gpu))
      cublas = std::move(*found);
  BenchData data(seed);
  BenchRun run{*opened.device, gpu,
               cublas.get(),   data,
               plan,           gpu ? ratesOf(*gpu) : GpuRates(),
               seed,           !line.has("unproven")};
  Report report(line.has("json"));
  describeRun(report, opened, run);
  if (auto choices = choicesFromOptions(line)) {
    if (!choices->disabled.empty())
      report.json["disabled"] = choices->disabled;
    for (const auto &[part, choice] : choices->plan)
      report.json["plan"][part] = choice;
  }
  Runners runners(line, *opened.device);
  std::vector<BenchOutcome> outcomes;
  bool failed = false;
  for (const BenchCase &one : cases) {
    Result<LevelRunner *> runner = runners.of(*one.work);
    BenchOutcome outcome;
    if (runner) {
      outcome = runBenchCase(run, **runner, runners.recorder, one);
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
                      drawOutcomes(outcomes, opened.device->attributes().name));
        !status)
      return usageError(status.error().message);
  report.finish();
  return failed ? kExitWrong : kExitPass;
}

static int runBench(const CommandLine &line) {
  Result<OpenedDevice> opened = Error{"not asked for"};
  if (!line.has("list"))
    opened = openDevice(line.value("device"), {});
  Result<std::vector<BenchCase>> cases =
      chooseCases(line, !line.has("no-times") || !opened || opened->isGpu());
  if (!cases)
    return usageError(cases.error().message);
  if (line.has("list"))
    return listCases(*cases, line.has("json"));
  BenchPlan plan;
  if (Status status = readPlan(line, plan); !status)
    return usageError(status.error().message);
  Result<uint64_t> seed = seedFromOptions(line);
  if (!seed)
    return usageError(seed.error().message);
  if (auto choices = choicesFromOptions(line); !choices)
    return usageError(choices.error().message);
  if (!opened)
    return usageError(opened.error().message);
  if (!opened->isGpu() && !line.has("no-times"))
    return usageError("times need a GPU" +
                      (opened->why.empty()
                           ? std::string("; the emulator's say nothing of one")
                           : ", and there is none: " + opened->why) +
                      "; --no-times looks whether the launches do the work");
  if (line.has("no-times") && opened->isGpu())
    return usageError("--no-times is for the emulator: --device emu");
  return runCases(line, *cases, *opened, *seed, plan);
}

const Command kBenchCommand = {
    "bench",
    "bench [N | WORK | CASE | TOPIC ...] [options]",
    "time a level or topic on a GPU, beside cuBLAS and a copy",
    "Times the kernels that levels launch, on the sizes that published tables "
    "use or on\nyours. In a quest folder your own files are timed.\n\n"
    "  tq-run bench                          all levels, and layer norm\n"
    "  tq-run bench 3 --svg softmax.svg\n"
    "  tq-run bench matmul --type fp16,bf16 --sizes 1024,2048,4096x4096x512\n"
    "  tq-run bench scores-bf16-2x8x512x64   a case by its name\n"
    "  tq-run bench flash_backward           a topic, on its large cases\n"
    "  tq-run bench 2 --no-times             without a GPU: is the work done?\n"
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
    "Then the launches must prove that they do the work: inputs change, a few "
    "elements\nbefore each launch and all of them at the end, and results must "
    "follow; inputs must\nbe left alone, and no time may be less than what "
    "the GPU could do at most.\n\n"
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
     {"no-times", nullptr, "on the emulator: only whether the work is done"},
     {"unproven", nullptr, "do not look at results; rows say so"},
     {"list", nullptr, "print the names of the cases and stop"},
     {"json", nullptr, "print one JSON object"},
     {"svg", "FILE", "draw the shares of the roofline"}},
    runBench};

} // namespace tqc
