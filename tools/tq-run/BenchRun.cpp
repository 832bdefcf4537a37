//===- BenchRun.cpp - One case of a benchmark on a GPU --------------------===//

#include "tools/tq-run/BenchRun.h"

#include "runtime/bench/CopyKernel.h"

namespace tqc {

namespace {

/// The tensors of one set, what the launcher made of them, and where the
/// baseline writes.
struct TensorSet {
  std::vector<DeviceTensor> inputs;
  RecordedCall ours;
  DevicePtr baselineOut = 0;
  Launch copy;
};

/// All sets of a case, freed when it is over.
class TensorSets {
public:
  explicit TensorSets(Device &device) : device(device) {}
  ~TensorSets() {
    (void)device.synchronize();
    for (DevicePtr pointer : owned)
      (void)device.free(pointer);
  }
  TensorSets(const TensorSets &) = delete;
  TensorSets &operator=(const TensorSets &) = delete;

  Result<DevicePtr> allocate(const std::string &name, size_t bytes) {
    Result<DevicePtr> pointer = device.allocate({name, bytes, "", {}});
    if (pointer)
      owned.push_back(*pointer);
    return pointer;
  }

  std::vector<TensorSet> sets;

private:
  Device &device;
  std::vector<DevicePtr> owned;
};

} // namespace

static Status makeInputs(const BenchRun &run, const BenchCase &benchCase,
                         TensorSets &all) {
  uint64_t salt = 0;
  for (TensorSet &set : all.sets) {
    set.inputs.reserve(benchCase.inputs.size());
    for (const InputSpec &spec : benchCase.inputs) {
      size_t bytes =
          static_cast<size_t>(elementsOf(spec.shape)) * bytesOf(spec.type);
      Result<DevicePtr> pointer = all.allocate(spec.name, bytes);
      if (!pointer)
        return pointer.error();
      if (Status status = run.data.fill(run.device, *pointer, spec, ++salt);
          !status)
        return status;
      DeviceTensor tensor;
      tensor.name = spec.name;
      tensor.pointer = *pointer;
      tensor.host.type = spec.type;
      tensor.host.shape = spec.shape;
      tensor.host.strides = rowMajorStrides(spec.shape);
      set.inputs.push_back(std::move(tensor));
    }
  }
  return {};
}

static Status recordOurs(const BenchCase &benchCase, LevelRunner &runner,
                         TensorSets &all) {
  for (TensorSet &set : all.sets) {
    std::vector<CallArgument> arguments;
    for (const DeviceTensor &tensor : set.inputs) {
      arguments.emplace_back();
      arguments.back().tensor = &tensor;
    }
    for (const ScalarArgument &scalar : benchCase.scalars)
      arguments.push_back(scalarArgument(scalar));
    CallOutcome call =
        runner.recordLauncher(benchCase.work->launcher, arguments, set.ours);
    if (call.problem != CallProblem::None)
      return Error{call.message};
    if (set.ours.launches.empty())
      return Error{std::string(benchCase.work->launcher) +
                   " launches no kernel"};
  }
  return {};
}

/// The product of a case for cuBLAS; scores are a batch of them with k^T.
static GemmSpec productOf(const BenchCase &benchCase, const TensorSet &set) {
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
    spec.b = {set.inputs[1].pointer, b.type, spec.n, 1, 0};
  } else {
    spec.batch = a.shape[0] * a.shape[1];
    spec.n = b.shape[rank - 2];
    spec.b = {set.inputs[1].pointer, b.type, 1, spec.k, spec.n * spec.k};
  }
  spec.c = {set.baselineOut, benchCase.outType, spec.n, 1, spec.m * spec.n};
  return spec;
}

static Competitor oursOf(const BenchRun &run, const TensorSets &all) {
  return [&](int set) -> Status {
    for (const Launch &launch :
         all.sets[static_cast<size_t>(set)].ours.launches)
      if (Status status = run.device.launch(launch); !status)
        return status;
    return {};
  };
}

/// Adds cuBLAS if it can do the work.
static Status addBaseline(const BenchRun &run, const BenchCase &benchCase,
                          TensorSets &all, std::vector<Competitor> &competitors,
                          std::vector<std::string> &names) {
  if (benchCase.baseline != Baseline::Cublas || !run.cublas)
    return {};
  size_t bytes = static_cast<size_t>(elementsOf(benchCase.outShape)) *
                 bytesOf(benchCase.outType);
  for (TensorSet &set : all.sets) {
    Result<DevicePtr> out = all.allocate("cuBLAS result", bytes);
    if (!out)
      return out.error();
    set.baselineOut = *out;
  }
  auto multiply = [&run, &benchCase, &all](int set) -> Status {
    if (Status status = run.cublas->useStream(run.device.currentStream());
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
                      TensorSets &all, std::vector<Competitor> &competitors,
                      std::vector<std::string> &names) {
  if (boundOf(benchCase, run.rates, 0).limit != "memory")
    return {};
  size_t bytes = copiedBytes(static_cast<size_t>(benchCase.bytes / 2));
  Result<ModuleId> module = run.device.load(copyKernel());
  if (!module)
    return module.error();
  uint64_t salt = 1000;
  for (TensorSet &set : all.sets) {
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

static Status measure(const BenchRun &run, LevelRunner &runner,
                      const BenchCase &benchCase, BenchOutcome &outcome) {
  BenchPlan plan = run.plan;
  plan.sets = setsFor(benchCase.footprint, run.rates.cacheBytes);
  outcome.sets = plan.sets;
  TensorSets all(run.device);
  all.sets.resize(static_cast<size_t>(plan.sets));
  if (Status status = makeInputs(run, benchCase, all); !status)
    return status;
  if (Status status = recordOurs(benchCase, runner, all); !status)
    return status;
  std::vector<Competitor> competitors = {oursOf(run, all)};
  std::vector<std::string> names = {"tqc"};
  for (auto *add : {addBaseline, addCopy})
    if (Status status = add(run, benchCase, all, competitors, names); !status)
      return status;
  std::vector<int> launches;
  Result<std::vector<Times>> times =
      timeInTurns(run.device, competitors, plan, launches);
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

BenchOutcome runBenchCase(const BenchRun &run, LevelRunner &runner,
                          const BenchCase &benchCase) {
  BenchOutcome outcome;
  outcome.name = benchCase.name;
  outcome.work = benchCase.work->name;
  outcome.level = benchCase.work->level;
  if (Status status = measure(run, runner, benchCase, outcome); !status) {
    outcome.problem = status.error().message;
    outcome.rows.clear();
  }
  return outcome;
}

} // namespace tqc
