//===- BenchRun.cpp - One case of a benchmark on a GPU --------------------===//

#include "tools/tq-run/BenchRun.h"

#include "compiler/host/NumberArray.h"
#include "runtime/bench/CopyKernel.h"
#include "tools/tq-run/BenchProof.h"

namespace tqc {

/// The product of a case for cuBLAS; scores are a batch of them with k^T.
static GemmSpec productOf(const BenchCase &benchCase, const BenchSet &set) {
  const HostTensor &a = set.inputs[0].host, &b = set.inputs[1].host;
  GemmSpec spec;
  spec.tf32 = benchCase.precision == "tf32";
  spec.alpha = benchCase.scale;
  size_t rank = a.shape.size();
  spec.m = a.shape[rank - 2];
  spec.k = a.shape[rank - 1];
  spec.a = {set.inputs[0].pointer, a.type, spec.k, 1, spec.m * spec.k};
  if (rank == 2) {
    spec.n = b.shape[1];
    spec.b = {set.inputs[1].pointer, b.type, b.strides[0], b.strides[1], 0};
  } else {
    spec.batch = a.shape[0] * a.shape[1];
    spec.n = b.shape[rank - 2];
    spec.b = {set.inputs[1].pointer, b.type, 1, spec.k, spec.n * spec.k};
  }
  spec.c = {set.baselineOut, benchCase.outType, spec.n, 1, spec.m * spec.n};
  return spec;
}

/// Adds cuBLAS if it can do the work.
static Status addBaseline(const BenchRun &run, const BenchCase &benchCase,
                          BenchSets &all, std::vector<Competitor> &competitors,
                          std::vector<std::string> &names) {
  if (benchCase.baseline != Baseline::Cublas || !run.cublas)
    return {};
  size_t bytes = static_cast<size_t>(elementsOf(benchCase.outShape)) *
                 bytesOf(benchCase.outType);
  for (BenchSet &set : all.sets) {
    Result<DevicePtr> out = all.allocate("cuBLAS result", bytes);
    if (!out)
      return out.error();
    set.baselineOut = *out;
  }
  auto multiply = [&run, &benchCase, &all](int set) -> Status {
    if (Status status = run.cublas->useStream(run.gpu->currentStream());
        !status)
      return status;
    return run.cublas->gemm(
        productOf(benchCase, all.sets[static_cast<size_t>(set)]));
  };
  if (multiply(0) && run.device.synchronize()) {
    competitors.push_back(multiply);
    names.push_back("cublas");
  }
  return {};
}

/// Adds a copy of as many bytes, half read and half written, as the roofline of
/// work that memory limits.
static Status addCopy(const BenchRun &run, const BenchCase &benchCase,
                      BenchSets &all, std::vector<Competitor> &competitors,
                      std::vector<std::string> &names) {
  if (boundOf(benchCase, run.rates, 0).limit != "memory")
    return {};
  size_t bytes = copiedBytes(static_cast<size_t>(benchCase.bytes / 2));
  Result<ModuleId> module = run.device.load(copyKernel());
  if (!module)
    return module.error();
  uint64_t salt = 1000;
  for (BenchSet &set : all.sets) {
    Result<DevicePtr> from = all.allocate("copy", bytes),
                      to = all.allocate("copy", bytes);
    if (!from || !to)
      return !from ? from.error() : to.error();
    set.copy = copyLaunch(*module, *to, *from, bytes);
    InputSpec noise{"copy", DType::FP32, {static_cast<int64_t>(bytes / 4)}};
    if (Status status = run.data.fill(run.device, *from, noise, ++salt);
        !status)
      return status;
  }
  competitors.push_back([&run, &all](int set) {
    return run.device.launch(all.sets[static_cast<size_t>(set)].copy);
  });
  names.push_back("copy");
  return {};
}

/// Ours, cuBLAS and a copy, in turns.
static Status takeTimes(const BenchRun &run, const BenchCase &benchCase,
                        BenchSets &all, BenchOutcome &outcome) {
  std::vector<Competitor> competitors = {
      [&all](int set) { return all.replay(static_cast<size_t>(set)); }};
  std::vector<std::string> names = {"tqc"};
  for (auto *add : {addBaseline, addCopy})
    if (Status status = add(run, benchCase, all, competitors, names); !status)
      return status;
  BenchPlan plan = run.plan;
  plan.sets = outcome.sets;
  std::vector<int> launches;
  Result<std::vector<Times>> times =
      timeInTurns(*run.gpu, competitors, plan, launches);
  if (!times)
    return times.error();
  for (size_t i = 0; i < names.size(); ++i) {
    BenchRow row;
    row.impl = names[i];
    row.times = std::move((*times)[i]);
    row.launches = launches[i];
    outcome.rows.push_back(std::move(row));
  }
  deriveRates(outcome, benchCase, run.rates);
  return {};
}

/// An error where our time is less than any GPU of these rates could take.
static Status checkLeast(const BenchRun &run, const BenchCase &benchCase,
                         const BenchOutcome &outcome) {
  double ours = outcome.rows.front().times.median;
  double least = leastMilliseconds(benchCase, run.rates, outcome.sets);
  if (ours >= least)
    return {};
  return Error{"its times do not count: " + showDuration(ours) +
               " is less than the " + showDuration(least) +
               " that the bytes or the products take at the most that this "
               "GPU has"};
}

/// A reference of a topic holds all of its elements as doubles.
static bool hasReference(const BenchCase &benchCase) {
  double elements = benchCase.outBytes / double(bytesOf(benchCase.outType));
  return !benchCase.topic || elements <= double(kMaxArrayElements);
}

static Status measure(const BenchRun &run, LevelRunner &runner,
                      RecordingDevice &recorder, const BenchCase &benchCase,
                      BenchOutcome &outcome) {
  constexpr int kWithoutTimes = 3;
  outcome.sets = run.gpu ? setsFor(benchCase.footprint, run.rates.cacheBytes)
                         : kWithoutTimes;
  BenchSets all(run.device, run.data, benchCase, run.seed);
  if (Status status = all.make(outcome.sets); !status)
    return status;
  if (Status status = all.record(runner, recorder); !status)
    return status;
  if (run.gpu)
    if (Status status = takeTimes(run, benchCase, all, outcome); !status)
      return status;
  if (!run.proves || !hasReference(benchCase))
    return {};
  double median = run.gpu ? outcome.rows.front().times.median : 0;
  std::string problem =
      BenchProof(run.device, run.gpu, all, run.seed).run(median);
  if (!problem.empty())
    return Error{problem};
  outcome.isProven = true;
  return run.gpu ? checkLeast(run, benchCase, outcome) : Status();
}

BenchOutcome runBenchCase(const BenchRun &run, LevelRunner &runner,
                          RecordingDevice &recorder,
                          const BenchCase &benchCase) {
  BenchOutcome outcome;
  outcome.name = benchCase.name;
  outcome.work = benchCase.work->name;
  outcome.level = benchCase.work->level;
  if (Status status = measure(run, runner, recorder, benchCase, outcome);
      !status) {
    outcome.problem = status.error().message;
    outcome.rows.clear();
    outcome.isProven = false;
  }
  return outcome;
}

} // namespace tqc
