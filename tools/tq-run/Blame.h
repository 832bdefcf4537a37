//===- Blame.h - Who is at fault where results differ -----------*- C++ -*-===//
//
// The same kernel on the same data, by its meaning (the tile interpreter), by
// its PTX (the emulator), and by its machine code (a GPU, where there is one):
//
//     tile differs from emu, which agrees with the GPU      our compiler
//     tile agrees with the GPU, emu does not                our emulator
//     tile agrees with emu, the GPU does not                ptxas or the driver
//
// Elements must be equal, but for what their bound allows (ErrorBounds.h);
// those that the kernel does not determine are not compared. Where the compiler
// may be at fault, the IR runs after each pass too, and the first one that
// changed a result is named.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_RUN_BLAME_H
#define TQC_TOOLS_TQ_RUN_BLAME_H

#include "compiler/interpreter/TileDevice.h"
#include "tools/tq-run/LaunchRequest.h"

#include <functional>

namespace tqc {

/// What one device says.
struct Testimony {
  std::string device; ///< "tile", "emu", "cuda:0"
  Status kernel;      ///< why it failed, if it did
  std::vector<Finding> findings;
  std::vector<DeviceTensor> tensors; ///< with what they hold in the end
};

/// An element that is not what it should be.
struct Difference {
  std::string tensor;
  std::vector<int64_t> shape;
  int64_t index = 0;
  double is = 0, should = 0, allowed = 0;
};

/// Two testimonies held against each other.
struct Agreement {
  int64_t compared = 0, differing = 0, undetermined = 0;
  std::optional<Difference> first;

  bool holds() const { return differing == 0; }
};

enum class Culprit {
  Nobody,
  Kernel,             ///< it has no meaning on this data
  Compiler,           ///< ours
  Emulator,           ///< ours
  CompilerOrEmulator, ///< a GPU would tell
  Assembler,          ///< ptxas, or the driver
  Several,
  NotJudged, ///< the interpreter lacks something, or nothing could be compared
};

/// What a pass made of the kernel.
struct StepVerdict {
  std::string pass, phase; ///< "tq-fold-sums", "tile"
  std::string failure; ///< why what it made could not be run, if it could not
  Agreement agreement; ///< with what the kernel means

  bool isGood() const { return failure.empty() && agreement.holds(); }
};

struct Verdict {
  Culprit culprit = Culprit::Nobody;
  std::string reason; ///< one sentence
  std::string pass;   ///< the first that changed a result: "tq-fold-sums"
  std::vector<Testimony> testimonies;  ///< tile, emu, cuda
  std::vector<Agreement> agreements;   ///< of each with the tile interpreter
  std::optional<Agreement> emuWithGpu; ///< if there is a GPU
  int64_t elements = 0;                ///< that the kernel determines
  std::vector<StepVerdict> steps;      ///< of the passes that were looked at
};

/// "agrees: 64 elements", "differs in 3 of 64 elements: ...".
std::string describe(const Agreement &agreement);

/// "our compiler".
const char *nameOf(Culprit culprit);

/// "out[3, 17] is 0.5, but should be 0.25 (allowed 1.2e-07)".
std::string describe(const Difference &difference);

struct BlameOptions {
  bool everyPass = false; ///< look at all passes, also if devices agree
  bool withGpu = true;    ///< if there is one
  /// What runs machine code; tests put something else in its place.
  std::function<Result<OpenedDevice>()> openGpu = [] {
    return openDevice("cuda");
  };
  emu::EmulatorOptions emulator;
};

/// Runs the kernel everywhere and judges; an error if the request does not fit
/// the file.
Result<Verdict> judge(const LaunchRequest &request,
                      const BlameOptions &options);

/// Prints what the judges said, the passes that were looked at, and the
/// verdict.
void reportVerdict(Report &report, const Verdict &verdict);

} // namespace tqc

#endif // TQC_TOOLS_TQ_RUN_BLAME_H
