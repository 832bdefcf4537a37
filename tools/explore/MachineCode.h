//===- MachineCode.h - From PTX to what the GPU runs ------------*- C++ -*-===//
//
// With whatever of the CUDA toolkit is there: ptxas, else libnvJitLink, for a
// cubin; nvdisasm, else cuobjdump, for its text.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_EXPLORE_MACHINECODE_H
#define TQC_TOOLS_EXPLORE_MACHINECODE_H

#include "runtime/image/Result.h"

#include <string>
#include <vector>

namespace tqc {

Result<std::string> makeCubin(const std::string &arch, const std::string &ptx);
/// SASS with the source lines it comes from.
Result<std::string> disassemble(const std::string &cubin);
/// What a thread of a kernel takes, as ptxas counts; bytes but for `registers`.
struct RegisterUse {
  std::string kernel;
  int registers = 0, stack = 0, spillStores = 0, spillLoads = 0;
};
/// About each kernel of `ptx`; an error where there is no ptxas.
Result<std::vector<RegisterUse>> registerUse(const std::string &arch,
                                             const std::string &ptx);

} // namespace tqc

#endif // TQC_TOOLS_EXPLORE_MACHINECODE_H
