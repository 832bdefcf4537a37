//===- EmuArguments.h - tq-emu's command line -----------------------------===//
//
// Answers "what did the user ask for". Smallest example of a kernel argument:
//   x=buf:1000:fp32=iota   a buffer called x, 1000 elements 0, 1, 2, …
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQEMU_EMUARGUMENTS_H
#define TQC_TOOLS_TQEMU_EMUARGUMENTS_H

#include "runtime/device/HostTensor.h"
#include "runtime/image/Result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tqc {

/// One argument of the kernel.
struct EmuArgument {
  std::string name; // of a buffer
  bool isBuffer = false;
  bool isWritten = true;      // a buffer that was given values
  HostTensor tensor;          // a buffer's shape, type and values
  std::vector<uint32_t> box;  // of a tensor map of the buffer, slowest first
  uint64_t swizzle = 0;       // bytes
  std::vector<uint8_t> bytes; // a scalar's
};

/// `--print x:8`, `--out x=file.npy`.
struct EmuOutput {
  std::string name;
  int64_t count = -1; // all
  std::string path;   // empty: print
};

struct EmuCommand {
  std::string file, entry;
  std::array<uint32_t, 3> grid = {1, 1, 1}, block = {1, 1, 1},
                          cluster = {1, 1, 1};
  uint32_t sharedBytes = 0;
  std::vector<EmuArgument> arguments;
  std::vector<EmuOutput> outputs;
  bool checks = true, json = false, listInstructions = false, help = false;
  bool version = false;
  bool requireChecks = false, stats = false, counters = false, ptx = false;
  uint64_t maxSteps = 0, seed = 1;
  double maxSeconds = 10;
  unsigned threads = 0;
  uint64_t registers = 0; // for --counters
  std::string schedule = "eager";
  std::string progress;   // empty: on a terminal
  unsigned schedules = 1; // how many to try
};

/// An option, for the parser, the help, and who else prints what there is.
struct EmuOption {
  const char *name;        ///< without dashes
  const char *placeholder; ///< what its value is called; null for a flag
  const char *help;        ///< lines
};
extern const std::vector<EmuOption> kEmuOptions;
/// Parts of the help: one line, how it is called, the words for `--args`, what
/// comes at the end.
extern const char *const kEmuSummary, *const kEmuUsage, *const kEmuArguments,
                                                            *const kEmuDetails;
std::string emuHelp();
Result<EmuCommand> parseEmuCommand(int argc, char **argv);

} // namespace tqc

#endif // TQC_TOOLS_TQEMU_EMUARGUMENTS_H
