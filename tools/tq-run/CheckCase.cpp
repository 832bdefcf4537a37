//===- CheckCase.cpp - One case of a level --------------------------------===//

#include "tools/tq-run/CheckCase.h"

#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"

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

/// Holds a large product against cuBLAS, over all of its elements.
static void compareWithCublas(const CheckRun &run, const LevelCase &levelCase,
                              const std::vector<DeviceTensor> &inputs,
                              const HostTensor &out, CaseResult &result) {
  if (!run.cublas || levelCase.level != 2)
    return;
  const HostTensor &a = inputs[0].host, &b = inputs[1].host;
  TensorGuard guard(*run.opened.device);
  Result<DeviceTensor> c = upload(*run.opened.device, "cuBLAS result",
                                  HostTensor(out.type, out.shape), true);
  if (!c)
    return;
  guard.tensors.push_back(std::move(*c));
  GemmSpec spec;
  spec.m = a.shape[0];
  spec.n = b.shape[1];
  spec.k = a.shape[1];
  spec.a = {inputs[0].pointer, a.type, a.strides[0], a.strides[1], 0};
  spec.b = {inputs[1].pointer, b.type, b.strides[0], b.strides[1], 0};
  spec.c = {guard.tensors[0].pointer, out.type, spec.n, 1, 0};
  spec.tf32 = levelCase.precision == Precision::Tf32;
  // What cuBLAS cannot do (int8 of odd sizes, views) has the other reference.
  if (!run.cublas->gemm(spec) || !run.opened.device->synchronize() ||
      !download(*run.opened.device, guard.tensors[0]))
    return;
  Roundings rounding(levelCase);
  double sum = rounding.out == 0 ? 0
                                 : (rounding.product + Roundings::sum(spec.k)) *
                                       double(spec.k);
  Comparison second = compare(
      out, TensorRows(guard.tensors[0].host, 2 * rounding.out, 2 * sum));
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

CaseResult checkCase(const CheckRun &run, const LevelCase &levelCase) {
  CaseResult result;
  Device &device = *run.opened.device;
  std::vector<HostTensor> inputs = makeInputs(levelCase, run.seed);
  TensorGuard guard(device);
  guard.tensors.reserve(inputs.size()); // arguments point into it
  for (size_t i = 0; i < inputs.size(); ++i) {
    Result<DeviceTensor> tensor =
        upload(device, levelCase.inputs[i].name, inputs[i], false);
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
  judge(levelCase, inputs, out, result);
  compareWithCublas(run, levelCase, guard.tensors, out, result);
  if (result.reasons.empty() && result.findings.empty())
    result.status = CaseStatus::Passed;
  return result;
}

} // namespace tqc
