//===- Toolkit.h - The CUDA toolkit's programs and files --------*- C++ -*-===//
//
// Where are ptxas, nvdisasm and libdevice, and what do they say?
//
//     auto ptxas = findCudaTool("ptxas");   // TQ_PTXAS, PATH, CUDA_HOME, ...
//     auto run = runProgram({*ptxas, "--version"});
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_CUDA_TOOLKIT_H
#define TQC_RUNTIME_CUDA_TOOLKIT_H

#include "runtime/image/Result.h"

#include <optional>
#include <string>
#include <vector>

namespace tqc {

/// The program `name` of the toolkit: the file that TQ_<NAME> names, else the
/// first of PATH, CUDA_HOME/bin, CUDA_PATH/bin, /usr/local/cuda/bin.
std::optional<std::string> findCudaTool(const std::string &name);

/// libdevice.10.bc: TQ_LIBDEVICE, or the toolkit's nvvm/libdevice folder.
std::optional<std::string> findLibdevice();

struct ProgramRun {
  int exitCode = 0;   ///< 128 + signal if it was killed
  std::string output; ///< stdout and stderr together
};

/// Runs a program to its end.
Result<ProgramRun> runProgram(const std::vector<std::string> &arguments);

/// "13.0.88" out of what a toolkit program prints for --version.
std::string toolVersion(const std::string &output);

/// Compiles PTX to a cubin.
Result<std::string> runPtxas(const std::string &ptxas, const std::string &arch,
                             const std::string &ptx);

} // namespace tqc

#endif // TQC_RUNTIME_CUDA_TOOLKIT_H
