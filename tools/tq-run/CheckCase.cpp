//===- CheckCase.cpp - One case of a level --------------------------------===//

#include "tools/tq-run/CheckCase.h"

#include "runtime/reference/Inputs.h"
#include "tools/tq-run/Schedules.h"
#include "tools/tq-run/SecondReference.h"

namespace tqc {

/// The launcher's arguments; false if the case needs a parameter that it lacks.
static bool makeArguments(const CheckRun &run, const LevelCase &levelCase,
                          const std::vector<DeviceTensor> &tensors,
                          std::vector<CallArgument> &arguments,
                          CaseResult &result) {
  for (const DeviceTensor &tensor : tensors) {
    arguments.emplace_back();
    arguments.back().tensor = &tensor;
  }
  const char *launcher = levelInfo(levelCase.level).launcher;
  for (const ScalarArgument &scalar : levelCase.scalars) {
    if (scalar.optional && !run.runner.hasParameter(launcher, scalar.name)) {
      result.status = CaseStatus::Skipped;
      result.reasons.push_back(std::string(launcher) + " has no parameter " +
                               scalar.name);
      return false;
    }
    arguments.push_back(scalarArgument(scalar));
  }
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

/// Holds an output against what cuBLAS makes of the inputs.
static void compareWithCublas(const CheckRun &run, const LevelCase &levelCase,
                              const std::vector<DeviceTensor> &inputs,
                              const HostTensor &out, CaseResult &result) {
  if (!run.cublas)
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

/// One call of the launcher; `bytes` gets what it returned.
static CaseResult checkOnce(const CheckRun &run, const LevelCase &levelCase,
                            std::vector<uint8_t> &bytes) {
  CaseResult result;
  Device &device = *run.opened.device;
  std::vector<HostTensor> inputs = makeInputs(levelCase, run.seed);
  TensorGuard guard(device);
  guard.tensors.reserve(inputs.size()); // arguments point into it
  for (size_t i = 0; i < inputs.size(); ++i) {
    Result<DeviceTensor> tensor =
        uploadInput(device, levelCase.inputs[i].name, inputs[i]);
    if (!tensor) {
      result.status = CaseStatus::Skipped;
      result.reasons.push_back(tensor.error().message);
      return result;
    }
    guard.tensors.push_back(std::move(*tensor));
  }
  std::vector<CallArgument> arguments;
  if (!makeArguments(run, levelCase, guard.tensors, arguments, result))
    return result;
  CallOutcome call =
      run.runner.callLauncher(levelInfo(levelCase.level).launcher, arguments);
  result.milliseconds = call.milliseconds;
  result.findings = device.takeFindings();
  result.compileError = call.problem == CallProblem::Compile;
  if (call.problem != CallProblem::None) {
    result.reasons.push_back(call.message);
    return result;
  }
  if (!hasRightForm(levelCase, call.results, result))
    return result;
  const HostTensor &out = call.results[0];
  result.shape = out.shape;
  bytes = out.storage;
  judge(levelCase, inputs, out, result);
  compareWithCublas(run, levelCase, guard.tensors, out, result);
  if (result.reasons.empty() && result.findings.empty())
    result.status = CaseStatus::Passed;
  return result;
}

CaseResult checkCase(const CheckRun &run, const LevelCase &levelCase) {
  std::vector<uint8_t> first, other;
  useSchedule(run.opened, 0);
  CaseResult result = checkOnce(run, levelCase, first);
  for (unsigned k = 1; k < run.schedules && result.status == CaseStatus::Passed;
       ++k) {
    useSchedule(run.opened, k);
    CaseResult again = checkOnce(run, levelCase, other);
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

} // namespace tqc
