//===- LevelRunner.h - Calls the functions of a source file -----*- C++ -*-===//
//
// How does tq-run call a launcher, or a kernel, that is written in a .tq file?
//
//     auto runner = LevelRunner::open(path, text, device);
//     runner->call("vector_add", {tensor(x), tensor(y)}, results);
//
// It stands between the commands and the compiler: what the commands know are
// device tensors and plain values.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_LEVELRUNNER_H
#define TQC_TOOLS_TQ_RUN_LEVELRUNNER_H

#include "runtime/reference/LevelCases.h"
#include "tools/tq-run/LaunchRequest.h"

#include <functional>
#include <memory>

namespace tqc {

class HostValue;
struct TuningRun;

/// An argument of a call, by position unless it has a keyword.
struct CallArgument {
  std::string keyword;
  /// A tensor that was uploaded; then `value` is not used.
  const DeviceTensor *tensor = nullptr;
  LaunchValue value;
};

/// What a failed call is about.
enum class CallProblem {
  None,
  Request, ///< it does not fit the function
  Compile, ///< the source is wrong
  Run,     ///< the launcher or a kernel failed
};

struct CallOutcome {
  CallProblem problem = CallProblem::None;
  std::string message; ///< diagnostics, with source lines; no line break at end
  std::vector<HostTensor> results;  ///< contiguous
  std::vector<TensorPlace> origins; ///< where the results were on the device
  /// Of a launcher's call, compiling included; of a kernel, the mean of the
  /// `repeats` launches.
  double milliseconds = 0;
};

/// A value of the command line, if it is no tensor, as a launcher gets it.
HostValue hostValueOf(const LaunchValue &value);

/// A launcher's scalar of a case as an argument.
CallArgument scalarArgument(const ScalarArgument &scalar);

/// The launches that a launcher made, to be made again.
struct RecordedCall {
  std::vector<Launch> launches;
  /// Keeps the tensors and workspaces that the launches use.
  std::shared_ptr<void> keep;
};

class LevelRunner {
public:
  /// Parses the file; errors are its diagnostics, with those of a function
  /// called `name` even where a `.py` file may hold what is not covered. The
  /// device must outlive it.
  static Result<std::unique_ptr<LevelRunner>>
  open(const std::string &path, const std::string &text, Device &device,
       const std::string &name = "");
  ~LevelRunner();

  /// Compiles for this GPU from now on, and not for the device's own.
  void compileFor(const std::string &arch);
  /// Leaves these optimisations out from now on.
  void choose(CodeChoices choices);
  /// Calls `hook` after each pass; code made so is not kept.
  void tellOfPasses(PassHook hook);
  /// Puts the texts of each kernel that is launched there, once.
  void listInto(CompiledList *list);
  /// Measures every configuration of the kernels that are launched.
  void tune(TuningRun *run);
  /// Whether kernels check their assertions if nothing is said of `debug`.
  void checkAsserts(bool check);

  bool hasLauncher(const std::string &name) const;
  bool hasKernel(const std::string &name) const;
  std::vector<std::string> launchers() const;
  std::vector<std::string> kernels() const;
  /// The parameters of a kernel or launcher.
  std::vector<std::string> parameters(const std::string &function) const;
  /// Whether the launcher has a parameter of that name.
  bool hasParameter(const std::string &launcher,
                    const std::string &parameter) const;

  CallOutcome callLauncher(const std::string &name,
                           const std::vector<CallArgument> &arguments);
  /// Calls a launcher and writes its launches down; its tensors stay.
  CallOutcome recordLauncher(const std::string &name,
                             const std::vector<CallArgument> &arguments,
                             RecordedCall &recorded);
  CallOutcome callKernel(const std::string &name, const Dim3 &grid,
                         const std::vector<CallArgument> &arguments,
                         int repeats = 0);

private:
  struct Impl;
  /// What is done with the value that a launcher returned.
  using Finish = std::function<Status(const HostValue &, CallOutcome &)>;
  CallOutcome interpret(const std::string &name,
                        const std::vector<CallArgument> &arguments,
                        const Finish &finish);
  explicit LevelRunner(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_LEVELRUNNER_H
