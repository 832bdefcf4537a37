//===- BenchSets.cpp - The tensors and launches of a benchmark ------------===//

#include "tools/tq-run/BenchSets.h"

#include "compiler/host/Host.h"
#include "runtime/reference/Inputs.h"

namespace tqc {

BenchSets::~BenchSets() {
  (void)device.synchronize();
  sets.clear();
  for (DevicePtr pointer : owned)
    (void)device.free(pointer);
}

Result<DevicePtr> BenchSets::allocate(const std::string &name, size_t bytes) {
  Result<DevicePtr> pointer = device.allocate({name, bytes, "", {}});
  if (pointer)
    owned.push_back(*pointer);
  return pointer;
}

uint64_t BenchSets::saltOf(size_t set, size_t input,
                           uint64_t generation) const {
  constexpr uint64_t kFurther = 1000003; // other places of the pool
  return generation * kFurther + set * task.inputs.size() + input + 1;
}

std::vector<HostTensor> BenchSets::inputsOf(size_t set,
                                            uint64_t generation) const {
  // The inputs of a topic are of many kinds, and small.
  if (benchCase.topic)
    return makeInputs(task, seed + saltOf(set, 0, generation));
  std::vector<HostTensor> inputs;
  for (size_t i = 0; i < task.inputs.size(); ++i)
    inputs.push_back(data.tensorOf(task.inputs[i], saltOf(set, i, generation)));
  return inputs;
}

Status BenchSets::make(int count) {
  sets.resize(static_cast<size_t>(count));
  for (size_t s = 0; s < sets.size(); ++s) {
    std::vector<HostTensor> inputs = inputsOf(s, 0);
    sets[s].inputs.reserve(inputs.size()); // arguments point into it
    for (size_t i = 0; i < inputs.size(); ++i) {
      Result<DeviceTensor> tensor =
          uploadInput(device, task.inputs[i].name, inputs[i]);
      if (!tensor)
        return tensor.error();
      owned.push_back(tensor->pointer);
      sets[s].inputs.push_back(std::move(*tensor));
    }
    if (!benchCase.givesOut)
      continue;
    Result<DeviceTensor> out = uploadInput(
        device, "out", placedTensor({"out", task.outType, task.outShape}));
    if (!out)
      return out.error();
    owned.push_back(out->pointer);
    sets[s].out = std::move(*out);
  }
  return {};
}

Status BenchSets::record(LevelRunner &runner, RecordingDevice &recorder) {
  for (BenchSet &set : sets) {
    std::vector<CallArgument> arguments;
    for (const DeviceTensor &tensor : set.inputs)
      arguments.push_back({"", &tensor, {}});
    for (const ScalarArgument &scalar : task.scalars)
      arguments.push_back(scalarArgument(scalar));
    if (set.out)
      arguments.push_back({"out", &*set.out, {}});
    RecordedCall recorded;
    recorder.recordInto(&set.steps);
    CallOutcome call =
        runner.recordLauncher(task.launcher, arguments, recorded);
    recorder.recordInto(nullptr);
    if (call.problem != CallProblem::None)
      return Error{call.message};
    if (recorded.launches.empty())
      return Error{task.launcher + " launches no kernel"};
    set.keep = std::move(recorded.keep);
    set.places = std::move(call.origins);
    for (HostTensor &result : call.results) {
      result.storage.clear();
      set.forms.push_back(std::move(result));
    }
  }
  return {};
}

Status BenchSets::replay(size_t set) const {
  for (const Launch &step : sets[set].steps)
    if (Status status = device.launch(step); !status)
      return status;
  return {};
}

Status BenchSets::renew(uint64_t generation) {
  for (size_t s = 0; s < sets.size(); ++s) {
    std::vector<HostTensor> inputs = inputsOf(s, generation);
    for (size_t i = 0; i < inputs.size(); ++i)
      if (Status status =
              device.copyIn(sets[s].inputs[i].pointer, inputs[i].storage.data(),
                            inputs[i].storage.size());
          !status)
        return status;
  }
  return {};
}

Result<HostTensor> BenchSets::resultOf(size_t set, size_t index) const {
  const HostTensor &form = sets[set].forms[index];
  TensorValue tensor;
  tensor.base = sets[set].places[index].pointer;
  tensor.type = form.type;
  tensor.shape = form.shape;
  tensor.strides = sets[set].places[index].strides;
  Result<std::vector<uint8_t>> bytes = readTensor(device, tensor);
  if (!bytes)
    return bytes.error();
  HostTensor result = form;
  result.storage = std::move(*bytes);
  return result;
}

} // namespace tqc
