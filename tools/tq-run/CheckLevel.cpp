//===- CheckLevel.cpp - A file on all cases of a level --------------------===//

#include "tools/tq-run/CheckLevel.h"

#include "runtime/emulator/reports/PrintedLines.h"
#include "runtime/image/Gpus.h"
#include "tools/tq-run/CheckReport.h"
#include "tools/tq-run/Topics.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tqc {

namespace {

/// What runs one case at a time. Each has a device and a compiler of its own.
class CheckWorker {
public:
  /// A problem of the file is an error.
  static Result<std::unique_ptr<CheckWorker>>
  create(const CheckRequest &request, OpenedDevice &opened) {
    Result<std::unique_ptr<LevelRunner>> runner =
        LevelRunner::open(request.file.path, request.file.text, *opened.device);
    if (!runner)
      return runner.error();
    std::string launcher = launcherOf(request.level);
    if (!(*runner)->hasLauncher(launcher))
      return Error{request.file.path + ": error: there is no launcher `def " +
                   launcher + "(...)`, which " + levelName(request.level) +
                   " calls"};
    (*runner)->compileFor(request.arch);
    (*runner)->choose(request.choices);
    std::unique_ptr<CheckWorker> worker(
        new CheckWorker(request, opened, std::move(*runner)));
    for (const ForcedPlan &plan : request.alsoPlans)
      if (Status status = worker->addPlan(request, plan); !status)
        return status.error();
    return worker;
  }

  /// One with a device of its own; null if there is none.
  static std::unique_ptr<CheckWorker>
  createFurther(const CheckRequest &request) {
    Result<OpenedDevice> opened = request.openAgain();
    if (!opened)
      return nullptr;
    auto device = std::make_unique<OpenedDevice>(std::move(*opened));
    Result<std::unique_ptr<CheckWorker>> worker = create(request, *device);
    if (!worker)
      return nullptr;
    (*worker)->ownDevice = std::move(device);
    return std::move(*worker);
  }

  CaseResult check(const LevelCase &levelCase) {
    if (levelCase.type() == DType::BF16 && computeCapabilityOf(run.arch) < 80) {
      CaseResult result;
      result.status = CaseStatus::Skipped;
      result.reasons.push_back("bf16 needs sm_80 or later");
      return result;
    }
    CaseResult result = checkCase(run, levelCase);
    if (!showsCounters)
      result.reports.clear();
    return result;
  }

private:
  CheckWorker(const CheckRequest &request, OpenedDevice &opened,
              std::unique_ptr<LevelRunner> runner)
      : showsCounters(request.showsCounters), runner(std::move(runner)),
        run{opened,  *this->runner, request.arch,
            nullptr, request.seed,  request.schedules,
            {}} {
    auto *gpu = opened.isGpu() ? static_cast<CudaDevice *>(opened.device.get())
                               : nullptr;
    if (!gpu)
      return;
    if (Result<std::unique_ptr<Cublas>> found = Cublas::create(*gpu)) {
      cublas = std::move(*found);
      cublas->roundOnce();
      run.cublas = cublas.get();
    }
  }

  /// Each case will be tried under this plan, too.
  Status addPlan(const CheckRequest &request, const ForcedPlan &plan) {
    Result<std::unique_ptr<LevelRunner>> other = LevelRunner::open(
        request.file.path, request.file.text, *run.opened.device);
    if (!other)
      return other.error();
    CodeChoices choices = request.choices;
    choices.plan.insert(choices.plan.end(), plan.begin(), plan.end());
    (*other)->compileFor(request.arch);
    (*other)->choose(std::move(choices));
    run.planned.push_back({planText(plan), std::move(*other)});
    return {};
  }

  bool showsCounters;
  std::unique_ptr<OpenedDevice> ownDevice;
  std::unique_ptr<LevelRunner> runner;
  std::unique_ptr<Cublas> cublas;
  CheckRun run;
};

/// Gets the results in the order of the cases; false ends the run.
using TakeResult = std::function<bool(const LevelCase &, CaseResult &)>;

/// Runs cases at the same time and hands their results over in order.
class CaseQueue {
public:
  CaseQueue(const std::vector<LevelCase> &cases,
            std::vector<std::unique_ptr<CheckWorker>> &workers)
      : cases(cases), workers(workers), results(cases.size()) {}

  void run(const TakeResult &take) {
    std::vector<std::thread> threads;
    for (std::unique_ptr<CheckWorker> &worker : workers)
      threads.emplace_back([this, &worker] { work(*worker); });
    for (size_t i = 0; i < cases.size() && !stopped; ++i) {
      CaseResult result = waitFor(i);
      stopped = !take(cases[i], result);
    }
    for (std::thread &thread : threads)
      thread.join();
  }

private:
  void work(CheckWorker &worker) {
    for (size_t i; !stopped && (i = next++) < cases.size();) {
      CaseResult result = worker.check(cases[i]);
      if (isGivenUp(result.findings))
        next = cases.size(); // the next one would take as long
      std::lock_guard<std::mutex> lock(mutex);
      results[i] = std::move(result);
      ready.notify_one();
    }
  }

  CaseResult waitFor(size_t i) {
    std::unique_lock<std::mutex> lock(mutex);
    ready.wait(lock, [&] { return results[i].has_value(); });
    return std::move(*results[i]);
  }

  const std::vector<LevelCase> &cases;
  std::vector<std::unique_ptr<CheckWorker>> &workers;
  std::vector<std::optional<CaseResult>> results;
  std::atomic<size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::condition_variable ready;
};

} // namespace

static void runCases(const std::vector<LevelCase> &cases,
                     std::vector<std::unique_ptr<CheckWorker>> &workers,
                     const TakeResult &take) {
  if (workers.size() > 1)
    return CaseQueue(cases, workers).run(take);
  for (const LevelCase &levelCase : cases) {
    CaseResult result = workers[0]->check(levelCase);
    if (!take(levelCase, result))
      return;
  }
}

static void count(CheckOutcome &outcome, const LevelCase &levelCase,
                  CaseResult &result) {
  outcome.passed += result.status == CaseStatus::Passed;
  outcome.failed += result.status == CaseStatus::Failed;
  outcome.skipped += result.status == CaseStatus::Skipped;
  outcome.compileError |= result.compileError;
  if (result.status == CaseStatus::Failed && !outcome.failedCase) {
    outcome.failedCase = levelCase;
    outcome.failure = std::move(result);
  }
}

/// Whether what was said of one case that does not compile would be said of
/// all. Of a plan that is forced it would not: other cases launch other
/// kernels.
static bool saysOfAll(const CheckRequest &request,
                      const CheckOutcome &outcome) {
  return outcome.compileError && request.choices.plan.empty();
}

CheckOutcome checkLevel(const CheckRequest &request, OpenedDevice &opened,
                        Report &report) {
  Stopwatch watch;
  CheckOutcome outcome;
  reportHead(report, request, opened);
  outcome.open = openParts(request.file.text);
  if (!outcome.open.empty()) {
    reportEnd(report, request, outcome);
    return outcome;
  }
  std::vector<std::unique_ptr<CheckWorker>> workers;
  if (auto worker = CheckWorker::create(request, opened))
    workers.push_back(std::move(*worker));
  else
    outcome.error = worker.error().message;
  size_t jobs = std::min<size_t>(request.jobs, request.cases.size());
  while (outcome.error.empty() && workers.size() < jobs)
    if (auto worker = CheckWorker::createFurther(request))
      workers.push_back(std::move(worker));
    else
      break;
  // With --json stdout has one object and nothing else.
  emu::printedLines().begin(report.asJson() ? stderr : stdout, request.prints);
  CaseReporter reporter(report, opened);
  if (outcome.error.empty())
    runCases(request.cases, workers,
             [&](const LevelCase &levelCase, CaseResult &result) {
               reporter.add(levelCase, result);
               // Each case of an endless kernel would take as long.
               bool isEndless = isGivenUp(result.findings);
               count(outcome, levelCase, result);
               return !saysOfAll(request, outcome) && !isEndless &&
                      (outcome.failed == 0 || request.all);
             });
  outcome.milliseconds = watch.milliseconds();
  outcome.notShown = emu::printedLines().leftOut();
  emu::printedLines().begin(stderr, 0); // what runs later repeats it
  reportEnd(report, request, outcome);
  return outcome;
}

} // namespace tqc
