//===- CheckCase.cpp - One case of a level --------------------------------===//

#include "tools/tq-run/CheckCase.h"

#include "runtime/reference/Inputs.h"
#include "tools/tq-run/Schedules.h"
#include "tools/tq-run/SecondReference.h"
#include "tools/tq-run/TopicReference.h"

#include <algorithm>

namespace tqc {

/// The launcher's arguments; false if the case needs a parameter that it lacks.
static bool makeArguments(const LevelRunner &runner, const LevelCase &levelCase,
                          const std::vector<DeviceTensor> &tensors,
                          std::vector<CallArgument> &arguments,
                          CaseResult &result) {
  size_t inputs = levelCase.inputs.size();
  for (size_t i = 0; i < inputs; ++i)
    arguments.push_back({"", &tensors[i], {}});
  const std::string &launcher = levelCase.launcher;
  for (const ScalarArgument &scalar : levelCase.scalars) {
    if (scalar.optional && !runner.hasParameter(launcher, scalar.name)) {
      result.status = CaseStatus::Skipped;
      result.reasons.push_back(launcher + " has no parameter " + scalar.name);
      return false;
    }
    arguments.push_back(scalarArgument(scalar));
  }
  if (tensors.size() > inputs)
    arguments.push_back({"out", &tensors[inputs], {}});
  return true;
}

namespace {

/// Frees the tensors of a case when it is over.
class TensorGuard {
public:
  explicit TensorGuard(Device &device) : device(device) {}
  ~TensorGuard() {
    for (const DeviceTensor &tensor : tensors)
      (void)device.free(tensor.pointer);
  }
  std::vector<DeviceTensor> tensors;

private:
  Device &device;
};

} // namespace

/// Puts the case's tensors on the device: its inputs, and where it has unusual
/// strides and the launcher takes it, the poisoned output.
static Status uploadTensors(const CheckRun &run, const LevelCase &levelCase,
                            const std::vector<HostTensor> &inputs,
                            std::vector<DeviceTensor> &tensors) {
  Device &device = *run.opened.device;
  tensors.reserve(inputs.size() + 1); // arguments point into it
  for (size_t i = 0; i < inputs.size(); ++i) {
    Result<DeviceTensor> tensor =
        uploadInput(device, levelCase.inputs[i].name, inputs[i]);
    if (!tensor)
      return tensor.error();
    tensors.push_back(std::move(*tensor));
  }
  if (levelCase.outPlacement == Placement::Contiguous ||
      !run.runner.hasParameter(levelCase.launcher, "out"))
    return {};
  InputSpec spec{"out", levelCase.outType, levelCase.outShape};
  spec.placement = levelCase.outPlacement;
  spec.gap = 40; // another than that of the inputs
  // Not poisoned by the device, which would miss what is written in the gaps.
  HostTensor memory = placedTensor(spec);
  std::fill(memory.storage.begin(), memory.storage.end(), kPoisonByte);
  Result<DeviceTensor> out =
      upload(device, spec.name, std::move(memory), /*poisoned=*/false);
  if (!out)
    return out.error();
  tensors.push_back(std::move(*out));
  return {};
}

/// Holds an output against what cuBLAS makes of the inputs.
static void compareWithCublas(const CheckRun &run, const LevelCase &levelCase,
                              const std::vector<DeviceTensor> &inputs,
                              const HostTensor &out, CaseResult &result) {
  if (!run.cublas || !levelCase.outputs.empty())
    return;
  // What cuBLAS cannot do (int8 of odd sizes, views) has the other reference.
  std::unique_ptr<ExpectedRows> expected = makeSecond(
      *run.opened.device,
      [&](const GemmSpec &spec) { return run.cublas->gemm(spec); }, levelCase,
      inputs);
  if (!expected)
    return;
  Comparison second = compare(out, *expected);
  result.secondError = second.relativeError;
  if (second.wrong == 0 && second.relativeError <= 2 * levelCase.tolerance())
    return;
  result.reasons.push_back(std::to_string(second.wrong) + " of " +
                           std::to_string(second.checked) +
                           " elements differ from cuBLAS, relative error " +
                           showError(second.relativeError));
  if (second.first)
    result.reasons.push_back("first " + describe(*second.first, out.shape));
}

/// Whether the memory between the elements of the `out` that was handed over is
/// as it was.
static void checkGaps(Device &device, DeviceTensor &out, CaseResult &result) {
  if (!download(device, out))
    return;
  HostTensor &memory = out.host;
  size_t width = bytesOf(memory.type);
  for (int64_t i = 0, n = memory.numel(); i < n; ++i)
    std::fill_n(memory.at(i), width, kPoisonByte);
  auto touched = std::find_if(memory.storage.begin(), memory.storage.end(),
                              [](uint8_t byte) { return byte != kPoisonByte; });
  if (touched == memory.storage.end())
    return;
  auto element =
      (touched - memory.storage.begin()) / int64_t(width) - memory.offset;
  result.reasons.push_back("something was written between the rows of out, " +
                           std::to_string(element) +
                           " elements behind its beginning; the strides "
                           "of out are " +
                           showShape(memory.strides));
}

namespace {

/// What all calls of a case share.
struct CaseData {
  LevelCase levelCase;
  std::vector<HostTensor> inputs;
  ExpectedOutputs expected; ///< of a topic
  /// What came out right: the same bytes need not be judged again.
  std::vector<std::vector<uint8_t>> right;

  bool isRight(const std::vector<uint8_t> &bytes) const {
    return std::find(right.begin(), right.end(), bytes) != right.end();
  }
};

} // namespace

/// Judges what a launcher returned, of which `bytes` are the elements.
static void judgeResults(const CheckRun &run, const CaseData &data,
                         const std::vector<DeviceTensor> &tensors,
                         const std::vector<HostTensor> &results,
                         const std::vector<uint8_t> &bytes,
                         CaseResult &result) {
  const LevelCase &levelCase = data.levelCase;
  if (!levelCase.outputs.empty()) {
    judgeTopic(levelCase, data.expected, results, result);
    if (result.compared && result.reasons.empty() && levelCase.sectorUse > 0)
      judgeSectors(levelCase, result);
    return;
  }
  if (!hasRightForm(levelCase, results, result))
    return;
  result.shape = results[0].shape;
  if (data.isRight(bytes)) {
    result.compared = true;
    return;
  }
  judge(levelCase, data.inputs, results[0], result);
  compareWithCublas(run, levelCase, tensors, results[0], result);
}

/// One call of the launcher; `bytes` gets what it returned.
static CaseResult checkOnce(const CheckRun &run, LevelRunner &runner,
                            const CaseData &data, std::vector<uint8_t> &bytes) {
  CaseResult result;
  const LevelCase &levelCase = data.levelCase;
  Device &device = *run.opened.device;
  bytes.clear();
  TensorGuard guard(device);
  if (Status status = uploadTensors(run, levelCase, data.inputs, guard.tensors);
      !status) {
    result.status = CaseStatus::Skipped;
    result.reasons.push_back(status.error().message);
    return result;
  }
  std::vector<CallArgument> arguments;
  if (!makeArguments(runner, levelCase, guard.tensors, arguments, result))
    return result;
  CallOutcome call = runner.callLauncher(levelCase.launcher, arguments);
  result.milliseconds = call.milliseconds;
  result.findings = device.takeFindings();
  result.reports = device.takeReports();
  result.compileError = call.problem == CallProblem::Compile;
  if (call.problem != CallProblem::None) {
    result.reasons.push_back(call.message);
    return result;
  }
  for (const HostTensor &one : call.results)
    bytes.insert(bytes.end(), one.storage.begin(), one.storage.end());
  judgeResults(run, data, guard.tensors, call.results, bytes, result);
  if (!result.compared)
    return result;
  if (guard.tensors.size() > data.inputs.size())
    checkGaps(device, guard.tensors.back(), result);
  if (result.reasons.empty() && countWrong(result.findings) == 0)
    result.status = CaseStatus::Passed;
  else
    result.out = call.results[0];
  return result;
}

/// In each of the orders, which must give the same bytes.
static CaseResult checkInOrders(const CheckRun &run, LevelRunner &runner,
                                CaseData &data) {
  size_t kept = run.schedules > 1 || !run.planned.empty() ? 4 : 0; // are large
  std::vector<uint8_t> first, other;
  useSchedule(run.opened, 0);
  CaseResult result = checkOnce(run, runner, data, first);
  if (result.status == CaseStatus::Passed && !data.isRight(first) &&
      data.right.size() < kept)
    data.right.push_back(first);
  for (unsigned k = 1; k < run.schedules && result.status == CaseStatus::Passed;
       ++k) {
    useSchedule(run.opened, k);
    CaseResult again = checkOnce(run, runner, data, other);
    if (again.status == CaseStatus::Passed && other == first)
      continue;
    if (again.status == CaseStatus::Passed)
      again.reasons.push_back("the result differs from that of schedule " +
                              scheduleName(0));
    again.status = CaseStatus::Failed;
    again.reasons.push_back("that was schedule " + scheduleName(k));
    return again;
  }
  return result;
}

/// Whether the compiler says why it cannot, and not that it is at fault.
static bool isRefused(const CaseResult &tried) {
  return tried.compileError &&
         tried.reasons[0].find("[TQ9999]") == std::string::npos;
}

/// Adds what comes of a case under another plan.
static void tryPlan(const CheckRun &run, const PlannedRunner &planned,
                    CaseData &data, CaseResult &result) {
  CaseResult tried = checkInOrders(run, *planned.runner, data);
  PlanResult &entry = result.plans.emplace_back();
  entry.plan = planned.plan;
  entry.reasons = tried.reasons;
  for (const Finding &finding : tried.findings)
    if (!finding.isNote)
      entry.reasons.push_back(finding.text);
  if (tried.status == CaseStatus::Passed) {
    entry.status = PlanResult::Passed;
  } else if (isRefused(tried)) {
    entry.status = PlanResult::Refused;
  } else {
    result.status = CaseStatus::Failed;
    result.findings.insert(result.findings.end(), tried.findings.begin(),
                           tried.findings.end());
    for (const std::string &reason : tried.reasons)
      result.reasons.push_back("with --plan " + planned.plan + ": " + reason);
  }
}

CaseResult checkCase(const CheckRun &run, const LevelCase &levelCase) {
  CaseData data;
  data.levelCase = levelCase;
  data.inputs = makeInputs(levelCase, run.seed);
  if (!levelCase.outputs.empty()) {
    Result<ExpectedOutputs> reference =
        runReference(levelCase, data.inputs, *run.opened.device);
    if (!reference) {
      CaseResult result;
      result.reasons.push_back(reference.error().message);
      return result;
    }
    data.expected = std::move(*reference);
    data.levelCase.outShape = data.expected.values[0].shape;
  }
  CaseResult result = checkInOrders(run, run.runner, data);
  if (result.status != CaseStatus::Passed)
    return result;
  for (const PlannedRunner &planned : run.planned)
    if (!isGivenUp(result.findings))
      tryPlan(run, planned, data, result);
  return result;
}

} // namespace tqc
