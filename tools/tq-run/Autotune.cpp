//===- Autotune.cpp - Which configuration is the fastest ------------------===//
//
// An autotuned kernel is timed under each configuration once, for each kind of
// arguments; the choice is kept on disk, so that the same one is made again. On
// the emulator, whose times say nothing of a GPU, the first that fits is taken.
//
//===----------------------------------------------------------------------===//

#include "compiler/library/KernelCache.h"
#include "runtime/cache/DiskCache.h"
#include "tools/tq-run/CompilingLauncher.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <limits>

using namespace tqc;

namespace {

/// Keeps what tuning runs would destroy, and puts it back.
class TunedTensors {
public:
  TunedTensors(Device &device, const KernelCall &call) : device(device) {
    for (const std::string &name : call.restoreValue)
      if (const TensorValue *tensor = tensorOf(call, name)) {
        std::vector<uint8_t> bytes(bytesOfTensor(*tensor));
        if (device.copyOut(bytes.data(), tensor->pointer(), bytes.size()))
          saved.push_back({tensor->pointer(), std::move(bytes)});
      }
    for (const std::string &name : call.resetToZero)
      if (const TensorValue *tensor = tensorOf(call, name))
        saved.push_back(
            {tensor->pointer(), std::vector<uint8_t>(bytesOfTensor(*tensor))});
  }
  Status putBack() {
    for (const auto &[address, bytes] : saved)
      if (Status status = device.copyIn(address, bytes.data(), bytes.size());
          !status)
        return status;
    return {};
  }

private:
  static const TensorValue *tensorOf(const KernelCall &call,
                                     const std::string &name) {
    const KernelCall::Argument *argument = call.find(name);
    return argument && argument->value.is(HostValue::Kind::Tensor)
               ? &argument->value.asTensor()
               : nullptr;
  }
  /// From the first element to the last one, gaps included.
  static size_t bytesOfTensor(const TensorValue &tensor) {
    int64_t last = 0;
    for (size_t i = 0; i < tensor.shape.size(); ++i) {
      if (tensor.shape[i] == 0)
        return 0;
      last += (tensor.shape[i] - 1) * tensor.strides[i];
    }
    return static_cast<size_t>(last + 1) * bytesOf(tensor.type);
  }

  Device &device;
  std::vector<std::pair<DevicePtr, std::vector<uint8_t>>> saved;
};

} // namespace

/// What the choice of a configuration depends on: the values of the key
/// arguments and the types of all tensors, as in Triton.
static std::string tunedArguments(const KernelCall &call) {
  std::string text;
  for (const KernelCall::Argument &argument : call.arguments)
    if (argument.value.is(HostValue::Kind::Tensor))
      text += std::string("|") + nameOf(argument.value.asTensor().type);
    else if (llvm::is_contained(call.key, argument.name))
      text += "|" + repr(argument.value);
  return text;
}

/// Says what was chosen where TRITON_PRINT_AUTOTUNING asks for it.
static void announce(const ast::FunctionStmt &kernel,
                     const KernelConfig &config, const char *how) {
  const char *wanted = std::getenv("TRITON_PRINT_AUTOTUNING");
  if (wanted && llvm::StringRef(wanted) == "1")
    llvm::errs() << "autotuning " << kernel.name << ": " << config.describe()
                 << " (" << how << ")\n";
}

/// Whether the kernel compiles and a block of it has room on the device.
Status CompilingLauncher::fits(const KernelInvocation &invocation,
                               DiagEngine &diags) {
  Result<const Compiled *> code = compiled(invocation, diags);
  if (!code)
    return code.error();
  size_t most = device.attributes().sharedBytesPerBlock;
  size_t needed = (*code)->entry->sharedBytes;
  if (needed > most)
    return Error{"it needs " + std::to_string(needed) +
                 " bytes of shared memory, and a block has " +
                 std::to_string(most)};
  return {};
}

/// The least of a few short measurements: what disturbs one only adds to it.
Result<double> CompilingLauncher::tuningTime(const KernelInvocation &invocation,
                                             DiagEngine &diags) {
  constexpr int kMeasurements = 3, kRepeats = 5;
  Result<double> best = time(invocation, 1, diags); // loads and warms up
  for (int i = 0; i < kMeasurements && best; ++i) {
    Result<double> next = time(invocation, kRepeats, diags);
    if (!next || i == 0 || *next < *best)
      best = std::move(next);
  }
  return best;
}

Result<size_t> CompilingLauncher::fastestConfig(const ast::FunctionStmt &kernel,
                                                const KernelCall &call,
                                                DiagEngine &diags) {
  bool measures = device.attributes().name != "PTX emulator";
  TunedTensors tensors(device, call);
  std::optional<size_t> best;
  double bestTime = std::numeric_limits<double>::infinity();
  std::string problem = "it has none";
  for (size_t i = 0; i < call.configs.size(); ++i) {
    std::optional<KernelCall> configured = call.forConfig(i);
    if (!configured)
      continue;
    size_t mark = diags.mark();
    KernelInvocation invocation = invocationOf(kernel, *configured);
    Result<double> time = 0.0;
    if (Status status = fits(invocation, diags); !status)
      time = status.error();
    else if (measures)
      time = tuningTime(invocation, diags);
    if (Status status = tensors.putBack(); !status)
      return status.error();
    if (!time) {
      problem = time.error().message;
      if (diags.all().size() > mark)
        problem = diags.all().back().message;
      diags.rollBack(mark);
      continue;
    }
    if (!best || *time < bestTime) {
      best = i;
      bestTime = *time;
    }
    if (!measures)
      break;
  }
  if (!best)
    return Error{"no configuration of " + kernel.name +
                 " works; the last: " + problem};
  announce(kernel, call.configs[*best], measures ? "timed" : "the first");
  return *best;
}

Result<size_t> CompilingLauncher::bestConfig(const ast::FunctionStmt &kernel,
                                             const KernelCall &call,
                                             DiagEngine &diags) {
  const DeviceAttributes &facts = device.attributes();
  std::vector<std::string> parts = {tunedArguments(call), facts.name, arch};
  llvm::append_range(parts, choices.texts());
  for (const KernelConfig &config : call.configs)
    parts.push_back(config.describe());
  std::string here = std::to_string(kernel.nameSpan.begin);
  for (const std::string &part : parts)
    here += "\n" + part;
  if (auto known = chosenConfigs.find(here); known != chosenConfigs.end())
    return known->second;
  std::string key = tuningKey(*call.module, kernel, parts);
  std::optional<std::string> kept;
  if (!key.empty())
    kept = DiskCache::shared().get("tuned", key);
  for (size_t i = 0; kept && i < call.configs.size(); ++i)
    if (call.configs[i].describe() == *kept) {
      announce(kernel, call.configs[i], "known from before");
      return chosenConfigs[here] = i;
    }
  Result<size_t> best = fastestConfig(kernel, call, diags);
  if (!best)
    return best;
  if (!key.empty())
    DiskCache::shared().put("tuned", key, call.configs[*best].describe());
  return chosenConfigs[here] = *best;
}
