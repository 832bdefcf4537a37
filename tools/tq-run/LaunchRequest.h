//===- LaunchRequest.h - What `tq-run launch` was asked ---------*- C++ -*-===//
//
// The command line of `launch`, read and checked, and the two ways to serve it:
// PTX goes to the device as it is; sources are compiled for their arguments.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LAUNCHREQUEST_H
#define TQC_TOOLS_TQ_RUN_LAUNCHREQUEST_H

#include "runtime/device/EntryLaunch.h"
#include "tools/tq-run/LaunchValues.h"
#include "tools/tq-run/Session.h"

#include <functional>
#include <memory>

namespace llvm {
class StringRef;
}
namespace mlir {
class Operation;
}

namespace tqc {

struct CompiledTexts;
struct TuningRun;
/// The kernels that were launched, for a page that shows them.
using CompiledList = std::vector<std::shared_ptr<const CompiledTexts>>;

/// Called after a pass with its name and what it ran on.
using PassHook = std::function<void(llvm::StringRef, mlir::Operation *)>;

using Dim3 = std::array<uint32_t, 3>;

struct LaunchRequest {
  std::string file; ///< "k.tq"
  std::string name; ///< of the kernel or launcher; empty: the only one
  std::vector<LaunchValue> values;
  std::optional<Dim3> grid, block;
  std::string gridText; ///< "cdiv(n, BLOCK)", where it is no numbers
  uint32_t sharedBytes = 0;
  std::string arch; ///< to compile for
  CodeChoices choices;
  PassHook afterPass; ///< CompileOptions::afterPass, of tests alone
  CompiledList *listing = nullptr; ///< gets what was compiled, if there is one
  TuningRun *tuning = nullptr;     ///< measures configurations, if it is there
  int repeats = 0;                 ///< of --time; 0: not timed
  std::string facts; ///< of a launch file: a `// tq:` line, or nothing
};

/// What a launch left behind.
struct LaunchOutcome {
  std::string name;                  ///< what ran
  std::vector<DeviceTensor> tensors; ///< arguments, and results of a launcher
  Status kernel;                     ///< why it failed, if it did
  double milliseconds = 0;           ///< of one run, if it was timed
};

/// What the options and arguments of `launch` (or `debug`) ask for.
Result<LaunchRequest> readLaunchRequest(const CommandLine &line);

/// "4", "4,2", "4,2,1".
Result<Dim3> parseDim3(const std::string &text, const std::string &what);

/// Fills the request from the launch file that it names; what it already holds
/// goes before what the file says.
Status readLaunchFile(uint64_t seed, LaunchRequest &request);

/// Launches an entry of a .ptx file. An Error means that the request does not
/// fit the file.
Result<LaunchOutcome> launchPtx(const LaunchRequest &request, Device &device);

/// Compiles and launches a kernel, or runs a launcher, of a .tq or .py file.
Result<LaunchOutcome> launchSource(const LaunchRequest &request,
                                   OpenedDevice &opened);

/// The argument of an entry for a value; `tensors` gets what was uploaded.
Result<EntryArgument> argumentOf(Device &device, const LaunchValue &value,
                                 const std::string &name,
                                 std::vector<DeviceTensor> &tensors);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LAUNCHREQUEST_H
