//===- DebugShow.cpp - What the debugger shows of values and costs --------===//
//
// `print` and `counters` of DebugShell.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/reports/Counters.h"
#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/DebugExpression.h"
#include "tools/tq-run/DebugShell.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <utility>

namespace tqc {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::vector<std::string> DebugShell::allNames() const {
  std::vector<std::string> names;
  for (const std::string &function : debugger.functions)
    for (const std::string &name : debugger.values.names(function))
      names.push_back(name.substr(0, name.find(' ')));
  if (debugger.launch && debugger.launch->entry) {
    for (const KernelParam &param : debugger.launch->entry->params)
      names.push_back(param.name);
    for (const KernelConstant &constant : debugger.launch->entry->constants)
      names.push_back(constant.name);
  }
  return names;
}

void DebugShell::showNames() const {
  for (const std::string &function : debugger.functions)
    for (const std::string &name : debugger.values.names(function)) {
      size_t space = name.find(' ');
      say("  " + padded(name.substr(0, space), 16) + name.substr(space + 1) +
          (function == debugger.functions[0] ? "" : ", of " + function));
    }
  if (!debugger.launch || !debugger.launch->entry)
    return;
  for (const KernelParam &param : debugger.launch->entry->params)
    say("  " + padded(param.name, 16) + param.type + ", parameter");
  for (const KernelConstant &constant : debugger.launch->entry->constants)
    say("  " + padded(constant.name, 16) + constant.value + ", constant");
}

/// The elements of the tensor that holds an address.
static DebugValue tensorValue(emu::GlobalMemory &memory,
                              const emu::Allocation &allocation, DType type) {
  DebugValue value;
  value.type = nameOf(type);
  value.isTile = true;
  std::vector<int64_t> shape = allocation.shape;
  auto count = static_cast<int64_t>(allocation.bytes / bytesOf(type));
  if (elementsOf(shape) != count) // a view with gaps, or another type
    shape = {count};
  value.tensor = HostTensor(type, shape);
  const uint8_t *flags = memory.undefined(allocation.start);
  for (int64_t i = 0; i < count; ++i)
    value.states.push_back(flags[static_cast<size_t>(i) * bytesOf(type)]
                               ? ElementState::Undefined
                               : ElementState::Known);
  std::copy_n(memory.host(allocation.start),
              static_cast<size_t>(count) * bytesOf(type),
              value.tensor.storage.begin());
  return value;
}

/// A parameter as it was passed; of a pointer, the address.
static DebugValue passedValue(const emu::LaunchState &launch, size_t index) {
  const emu::EntryParam &place = launch.program->params[index];
  DebugValue value;
  value.type = launch.entry->params[index].type;
  std::optional<DType> type = dtypeOf(value.type);
  value.tensor = HostTensor(type ? *type : DType::I64, {});
  value.states = {ElementState::Known};
  std::copy_n(launch.params.data() + place.offset,
              std::min<size_t>(place.bytes, value.tensor.storage.size()),
              value.tensor.storage.begin());
  return value;
}

bool DebugShell::showParameter(const std::string &name,
                               const std::string &indices) {
  const emu::LaunchState *launch = debugger.launch;
  if (!launch || !launch->entry)
    return false;
  for (const KernelConstant &constant : launch->entry->constants)
    if (constant.name == name) {
      say(name + " = " + constant.value + " (constant)");
      return true;
    }
  const auto &params = launch->entry->params;
  for (size_t i = 0; i < params.size(); ++i) {
    if (params[i].name != name)
      continue;
    DebugValue value = passedValue(*launch, i);
    const std::string &type = params[i].type;
    const emu::Allocation *tensor =
        type[0] == '*' ? launch->memory->find(static_cast<uint64_t>(
                             loadInteger(DType::I64, value.tensor.at(0))))
                       : nullptr;
    std::optional<DType> element =
        dtypeOf(type[0] == '*' ? type.substr(1) : type);
    if (tensor && element) {
      value = tensorValue(*launch->memory, *tensor, *element);
      say(name + " points to " + tensor->name + ": " + describe(value) +
          " in memory");
    } else {
      say(name + " = " + type + ", parameter");
    }
    Result<std::string> text = showElements(value, indices);
    if (!text)
      complain(text.error().message);
    else
      say(text->substr(0, text->size() - 1));
    return true;
  }
  return false;
}

/// Shows what an expression of the program's values gives.
void DebugShell::showExpression(const std::string &expression) const {
  std::vector<DebugOperand> names;
  std::deque<DebugValue> passed; // `names` points into it
  for (const std::string &name : namesIn(expression)) {
    if (const DebugValue *value =
            debugger.values.find(name, debugger.functions)) {
      names.push_back({name, value, ""});
      continue;
    }
    if (!debugger.launch || !debugger.launch->entry)
      continue;
    for (const KernelConstant &constant : debugger.launch->entry->constants)
      if (constant.name == name)
        names.push_back({name, nullptr, constant.value});
    const auto &params = debugger.launch->entry->params;
    for (size_t i = 0; i < params.size(); ++i)
      if (params[i].name == name) {
        passed.push_back(passedValue(*debugger.launch, i));
        names.push_back({name, &passed.back(), ""});
      }
  }
  Result<DebugValue> value = evaluate(expression, names);
  Result<std::string> text =
      value ? showElements(*value, "") : Result<std::string>(value.error());
  if (!text) {
    complain(text.error().message);
    return;
  }
  say(expression + " = " + describe(*value));
  say(text->substr(0, text->size() - 1));
}

bool DebugShell::print(const std::string &rest) {
  if (debugger.functions.empty()) {
    complain("the program has not begun; `run` starts it");
    return false;
  }
  if (rest.empty()) {
    showNames();
    return false;
  }
  if (isExpression(rest)) {
    showExpression(rest);
    return false;
  }
  size_t bracket = rest.find('[');
  std::string name = trimmed(rest.substr(0, bracket)), indices;
  if (bracket != std::string::npos) {
    if (rest.back() != ']') {
      complain("\"]\" is missing at the end of " + rest);
      return false;
    }
    indices = trimmed(rest.substr(bracket + 1, rest.size() - bracket - 2));
    if (indices.empty())
      indices = ":";
  }
  const DebugValue *value = debugger.values.find(name, debugger.functions);
  if (!value) {
    if (showParameter(name, indices))
      return false;
    std::string near = nearestWord(name, allNames());
    complain("there is no value of that name here yet: " + name +
             (near.empty() ? "; `print` lists them"
                           : "; did you mean " + near + "?"));
    return false;
  }
  Result<std::string> text = showElements(*value, indices);
  if (!text) {
    complain(text.error().message);
    return false;
  }
  say(name + " = " + describe(*value));
  say(text->substr(0, text->size() - 1));
  return false;
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

static std::string baseName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

static std::string perRequest(uint64_t pieces, uint64_t requests,
                              const char *what) {
  char text[96];
  std::snprintf(text, sizeof text, "%llu requests, %.1f %s each",
                static_cast<unsigned long long>(requests),
                double(pieces) / double(requests), what);
  return text;
}

bool DebugShell::counters(const std::string &rest) {
  if (!debugger.cluster || !debugger.cluster->counts) {
    complain("counters are there while the program is stopped");
    return false;
  }
  uint32_t wanted = debugger.statement->line;
  if (!rest.empty()) {
    Result<int64_t> line = parseInteger(rest, "the line", 1, INT32_MAX);
    if (!line) {
      complain(line.error().message);
      return false;
    }
    wanted = static_cast<uint32_t>(*line);
  }
  // The launch gets the counts when it ends; until then the cluster has them.
  emu::CountTable sum =
      std::exchange(debugger.launch->counts, *debugger.cluster->counts);
  emu::LaunchCounts counts = summarise(*debugger.launch);
  debugger.launch->counts = std::move(sum);
  for (const emu::LineCounts &line : counts.lines) {
    if (line.line != wanted ||
        baseName(line.file) != baseName(debugger.statement->file))
      continue;
    const emu::InstCount &n = line.count;
    say("line " + std::to_string(wanted) + ", all programs so far:");
    say("  " + std::to_string(n.warps) + " warp instructions, " +
        std::to_string(n.warps ? n.lanes / n.warps : 0) + " lanes each, " +
        std::to_string(n.divergent) + " divergent");
    emu::TrafficCount global = sumOf(n.global), shared = sumOf(n.shared);
    if (global.requests)
      say("  global memory: " +
          perRequest(global.units, global.requests, "sectors") + ", " +
          std::to_string(global.bytes) + " bytes");
    if (shared.requests)
      say("  shared memory: " +
          perRequest(shared.units, shared.requests, "wavefronts") + ", " +
          std::to_string(shared.units - shared.ideal) + " conflicts");
    if (n.flops)
      say("  matrix instructions: " + std::to_string(n.flops) + " FLOP");
    return false;
  }
  say("line " + std::to_string(wanted) +
      " has not run, or needs no "
      "instructions");
  return false;
}

} // namespace tqc
