//===- BenchProof.cpp - Does what is timed do the work? -------------------===//

#include "tools/tq-run/BenchProof.h"

#include "runtime/cuda/CudaGraph.h"
#include "runtime/reference/Inputs.h"
#include "runtime/reference/Reference.h"
#include "tools/tq-run/TopicReference.h"

#include <algorithm>
#include <cstring>

namespace tqc {

/// Multiply-adds of a reference, fewer than those of a check: a cheat is wrong
/// everywhere.
static constexpr double kProofWork = 4e8;

std::string BenchProof::run(double milliseconds) {
  if (task.inputs.empty() || sets.sets.empty())
    return "";
  chosen = {0, seed % sets.sets.size(), sets.sets.size() - 1};
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  Status status = checkInputs();
  if (status)
    status = makePokes();
  if (status)
    status = checkPoked(milliseconds);
  if (status)
    status = checkRenewed();
  if (status)
    status = checkFindings();
  return status ? "" : status.error().message;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Status BenchProof::checkInputs() {
  for (size_t set : chosen) {
    std::vector<HostTensor> inputs = sets.inputsOf(set, 0);
    for (size_t i = 0; i < inputs.size(); ++i) {
      std::vector<uint8_t> now(inputs[i].storage.size());
      if (Status status = device.copyOut(
              now.data(), sets.sets[set].inputs[i].pointer, now.size());
          !status)
        return status;
      if (now != inputs[i].storage)
        return Error{"its times do not count: it writes into its input " +
                     task.inputs[i].name};
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// A few other elements before each launch
//===----------------------------------------------------------------------===//

/// The bits of an element for the place of another; floats that have no meaning
/// of their own also get another size.
static uint64_t otherValue(const InputSpec &spec, const HostTensor &input,
                           int64_t from, double factor) {
  uint64_t bits = 0;
  uint8_t element[8] = {};
  size_t width = bytesOf(spec.type);
  std::memcpy(element, input.at(from), width);
  if (isFloat(spec.type) && spec.fill == Fill::Normal)
    storeElement(spec.type, element, factor * input.get(from));
  std::memcpy(&bits, element, width);
  return bits;
}

static Result<DevicePtr> uploadPokes(Device &device, BenchSets &sets,
                                     const std::vector<Poke> &pokes) {
  size_t bytes = pokes.size() * sizeof(Poke);
  Result<DevicePtr> table = sets.allocate("pokes", std::max<size_t>(bytes, 16));
  if (table)
    if (Status status = device.copyIn(*table, pokes.data(), bytes); !status)
      return status.error();
  return table;
}

Status BenchProof::makePokesOf(size_t set,
                               const std::vector<HostTensor> &inputs,
                               ModuleId module) {
  constexpr int64_t kLeast = 16, kMost = 16384, kOneIn = 256;
  SeededValues random(seed, "pokes/" + std::to_string(set));
  std::vector<Poke> first, second;
  int64_t drawn = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const InputSpec &spec = task.inputs[i];
    int64_t size = inputs[i].numel();
    // Offsets that fall have no meaning.
    if (size == 0 || spec.fill == Fill::Offsets)
      continue;
    auto draw = [&] {
      return static_cast<int64_t>(random.bits(drawn++) %
                                  static_cast<uint64_t>(size));
    };
    // No byte twice: which of two values is the last would be open.
    std::vector<int64_t> places;
    for (int64_t n = std::clamp(size / kOneIn, kLeast, kMost); n > 0; --n)
      places.push_back(inputs[i].byteOffset(draw()));
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    for (int64_t place : places) {
      Poke poke;
      poke.to = sets.sets[set].inputs[i].pointer + static_cast<uint64_t>(place);
      poke.width = static_cast<uint32_t>(bytesOf(spec.type));
      poke.value = otherValue(spec, inputs[i], draw(), -1.5);
      first.push_back(poke);
      poke.value = otherValue(spec, inputs[i], draw(), 2);
      second.push_back(poke);
    }
  }
  PokeTables tables;
  for (auto [table, launch] :
       {std::pair(&first, &tables.first), std::pair(&second, &tables.second)}) {
    Result<DevicePtr> pointer = uploadPokes(device, sets, *table);
    if (!pointer)
      return pointer.error();
    *launch = pokeLaunch(module, *pointer, table->size());
  }
  pokes.push_back(std::move(tables));
  if (std::find(chosen.begin(), chosen.end(), set) == chosen.end())
    return {};
  // What the inputs will hold: the second values come last.
  poked.push_back(inputs);
  for (const Poke &poke : second)
    for (size_t i = 0; i < inputs.size(); ++i) {
      HostTensor &input = poked.back()[i];
      DevicePtr begin = sets.sets[set].inputs[i].pointer;
      if (poke.to >= begin && poke.to < begin + input.storage.size())
        std::memcpy(input.storage.data() + (poke.to - begin), &poke.value,
                    poke.width);
    }
  return {};
}

Status BenchProof::makePokes() {
  Result<ModuleId> module = device.load(pokeKernels());
  if (!module)
    return module.error();
  for (size_t set = 0; set < sets.sets.size(); ++set)
    if (Status status = makePokesOf(set, sets.inputsOf(set, 0), *module);
        !status)
      return status;
  return {};
}

Status BenchProof::pokeAndReplay(int rounds, bool withSteps) const {
  for (int round = 0; round < rounds; ++round)
    for (size_t set = 0; set < sets.sets.size(); ++set) {
      const PokeTables &tables = pokes[set];
      Status status = device.launch(round % 2 ? tables.second : tables.first);
      if (status && withSteps)
        status = sets.replay(set);
      if (!status)
        return status;
    }
  return {};
}

Result<double> BenchProof::timePoked(int rounds, bool withSteps) {
  Result<std::unique_ptr<CudaGraph>> graph = CudaGraph::capture(
      *gpu, [&] { return pokeAndReplay(rounds, withSteps); });
  if (!graph)
    return graph.error();
  std::vector<double> times;
  for (int i = 0; i < 4; ++i) {
    Result<double> time = (*graph)->run();
    if (!time)
      return time.error();
    if (i > 0) // the first uploads the graph
      times.push_back(*time);
  }
  return *std::min_element(times.begin(), times.end());
}

static std::string microseconds(double milliseconds) {
  return showDuration(milliseconds);
}

Status BenchProof::checkPoked(double milliseconds) {
  int rounds = 2;
  double each = 0;
  if (gpu) {
    constexpr double kMilliseconds = 2; // so long that its end does not count
    constexpr int kMost = 64;
    double round = milliseconds * double(sets.sets.size());
    while (rounds < kMost && rounds * round < kMilliseconds)
      rounds += 2;
    Result<double> bare = timePoked(rounds, /*withSteps=*/false);
    if (!bare)
      return bare.error();
    Result<double> all = timePoked(rounds, /*withSteps=*/true);
    if (!all)
      return all.error();
    each = (*all - *bare) / (rounds * double(sets.sets.size()));
  } else if (Status status = pokeAndReplay(rounds, /*withSteps=*/true);
             !status) {
    return status;
  }
  for (size_t i = 0; i < chosen.size(); ++i)
    if (Status status =
            compare(chosen[i], poked[i],
                    "a few elements of its inputs got other values");
        !status)
      return status;
  if (gpu && milliseconds > 0 && !isSteady(each, milliseconds))
    return Error{"its times do not count: a launch takes " +
                 microseconds(each) +
                 " where its inputs change before each, and " +
                 microseconds(milliseconds) + " where they do not"};
  return {};
}

//===----------------------------------------------------------------------===//
// Other numbers everywhere
//===----------------------------------------------------------------------===//

Status BenchProof::checkRenewed() {
  if (Status status = sets.renew(1); !status)
    return status;
  for (size_t set = 0; set < sets.sets.size(); ++set)
    if (Status status = sets.replay(set); !status)
      return status;
  for (size_t set : chosen)
    if (Status status =
            compare(set, sets.inputsOf(set, 1), "its inputs got other values");
        !status)
      return status;
  return {};
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// What is wrong with the results; empty if nothing is.
static std::vector<std::string>
problemsOf(const LevelCase &task, const std::vector<HostTensor> &inputs,
           const std::vector<HostTensor> &results, Device &device) {
  CaseResult judged;
  if (!task.outputs.empty()) {
    Result<ExpectedOutputs> expected = runReference(task, inputs, device);
    if (!expected)
      return {expected.error().message};
    judgeTopic(task, *expected, results, judged);
    return judged.reasons;
  }
  if (!hasRightForm(task, results, judged))
    return judged.reasons;
  Comparison c =
      tqc::compare(results[0], *makeReference(task, inputs, kProofWork));
  if (c.wrong == 0 && c.relativeError <= task.tolerance())
    return {};
  std::string count = std::to_string(c.wrong) + " of " +
                      std::to_string(c.checked) + " elements are wrong";
  if (c.first)
    count += ", first " + describe(*c.first, results[0].shape);
  return {count};
}

Status BenchProof::compare(size_t set, const std::vector<HostTensor> &inputs,
                           const std::string &after) {
  if (Status status = device.synchronize(); !status)
    return status;
  std::vector<HostTensor> results;
  for (size_t i = 0; i < sets.sets[set].forms.size(); ++i) {
    Result<HostTensor> result = sets.resultOf(set, i);
    if (!result)
      return result.error();
    results.push_back(std::move(*result));
  }
  std::vector<std::string> problems = problemsOf(task, inputs, results, device);
  if (problems.empty())
    return {};
  // How many are wrong, and the first of them.
  std::string what = problems[0];
  if (problems.size() > 1)
    what += ", " + problems[1];
  return Error{"its times do not count: " + after +
               ", its launches were made again, and " + what};
}

Status BenchProof::checkFindings() {
  for (const Finding &finding : device.takeFindings())
    if (!finding.isNote)
      return Error{"its times do not count: " + finding.text};
  return {};
}

} // namespace tqc
