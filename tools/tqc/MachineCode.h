//===- MachineCode.h - From PTX to what the GPU runs ------------*- C++ -*-===//
//
// With whatever of the CUDA toolkit is there: ptxas, else libnvJitLink, for a
// cubin; nvdisasm, else cuobjdump, for its text.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_MACHINECODE_H
#define TQC_TOOLS_TQC_MACHINECODE_H

#include "runtime/image/Result.h"

#include <string>

namespace tqc {

Result<std::string> makeCubin(const std::string &arch, const std::string &ptx);
/// SASS with the source lines it comes from.
Result<std::string> disassemble(const std::string &cubin);
/// "168 registers, no spills" a kernel and line, as ptxas counts; an error
/// where there is no ptxas.
Result<std::string> registerUse(const std::string &arch,
                                const std::string &ptx);

} // namespace tqc

#endif // TQC_TOOLS_TQC_MACHINECODE_H
