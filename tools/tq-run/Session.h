//===- Session.h - A device with a user's tensors on it ---------*- C++ -*-===//
//
// What check and launch share: opening the device that the options name,
// putting tensors on it, getting them back, and printing what it found.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_SESSION_H
#define TQC_TOOLS_TQ_RUN_SESSION_H

#include "compiler/analysis/CodeChoices.h"
#include "runtime/open/OpenDevice.h"
#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/Report.h"

namespace tqc {

/// When a kernel that does not end is given up.
#define TQC_LIMIT_OPTIONS                                                      \
  {"max-steps", "N",                                                           \
   "give up after N warp instructions (emu) or operations (tile); default: "   \
   "never"},                                                                   \
      {"max-seconds", "N",                                                     \
       "give up when no program ended for N seconds (emu); default: 10, 0: "   \
       "never"}

/// The options of every command that runs kernels.
#define TQC_DEVICE_OPTIONS                                                     \
  {"device", "NAME", "cuda, cuda:1, emu, tile; default: a GPU if there is"},   \
      {"check", "on|off", "the emulator's checks; default: on"},               \
      {"require-checks", nullptr,                                              \
       "what could not be checked makes the exit code 1 (emu)"},               \
      TQC_LIMIT_OPTIONS,                                                       \
      {"counters", nullptr, "count instructions, sectors, conflicts (emu)"},   \
      {"ptx", nullptr, "findings name the CTA, warp and lane too (emu)"},      \
      {"progress", "on|off",                                                   \
       "how far long launches are, on stderr (emu); default: on a terminal"}

#define TQC_ARCH_OPTION                                                        \
  {"arch", "sm_NN", "compile for this GPU; default: the device's"}

#define TQC_DISABLE_OPTION                                                     \
  {"disable", "LIST", "leave optimisations out; `tqc --help` lists them"},     \
      {"plan", "PART=CHOICE,...",                                              \
       "choose for the planner; `tqc --help` lists parts"},                    \
      {"strict", nullptr, "the same bits on every GPU, as `tqc --strict`"}

/// What --disable, --strict and --plan say; an error for a name that is none.
Result<CodeChoices> choicesFromOptions(const CommandLine &line);

/// What to compile for on this device.
std::string archOf(const DeviceAttributes &facts);

/// What `--arch` says, or the device's; an error for a name that the compiler
/// does not know and for a GPU that can more than the device.
Result<std::string> archFromOptions(const CommandLine &line,
                                    const OpenedDevice &opened);

/// --max-steps and --max-seconds.
Status takeLimits(const CommandLine &line, emu::EmulatorOptions &options);

/// Whether a launch was given up: at a limit, or because of Ctrl-C.
bool isGivenUp(const std::vector<Finding> &findings);

/// Opens the device of --device, with --check and the limits; from here on
/// Ctrl-C ends a launch on the emulator.
Result<OpenedDevice> openFromOptions(const CommandLine &line,
                                     bool needsCounters = false);

/// "emu (PTX emulator, sm_90a)".
std::string showDevice(const OpenedDevice &opened);
Json jsonOfDevice(const OpenedDevice &opened);

/// --seed, or another number each time.
Result<uint64_t> seedFromOptions(const CommandLine &line);

/// Where elements lie in device memory.
struct TensorPlace {
  DevicePtr pointer = 0;        ///< of the first element
  std::vector<int64_t> strides; ///< in elements, one a dimension
};

/// A tensor in device memory: its storage is copied as it is, gaps included.
struct DeviceTensor {
  std::string name;
  HostTensor host; ///< what was put there; `download` brings back the rest
  DevicePtr pointer = 0; ///< 0 if `host` is all there is
  /// Of what a launcher returned: where it was, until the device reuses it.
  TensorPlace origin = {};
};

/// Copies a tensor to the device; `poisoned` ones are only allocated and
/// poisoned.
Result<DeviceTensor> upload(Device &device, std::string name, HostTensor tensor,
                            bool poisoned);
/// Copies a tensor to the device; its elements are not kept on the host a
/// second time, `host` says only how they lie.
Result<DeviceTensor> uploadInput(Device &device, std::string name,
                                 const HostTensor &tensor);
Status download(Device &device, DeviceTensor &tensor);

/// How many findings say that something is wrong; the others are notes.
size_t countWrong(const std::vector<Finding> &findings);

/// Prints all findings, each in full; returns how many are no notes.
size_t printFindings(const Report &report, const std::vector<Finding> &findings,
                     const std::string &indent);

/// Every line of `text` behind `indent`.
std::string indented(const std::string &text, const std::string &indent);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_SESSION_H
