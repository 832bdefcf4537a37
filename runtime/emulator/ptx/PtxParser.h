//===- PtxParser.h - PTX text to PtxModule --------------------------------===//
//
// Answers "is this PTX, and what does it say"; any producer's PTX 7.0 to 9.0.
// Whether an instruction exists is the decoder's question. Smallest example:
//   parsePtx(".version 8.0\n.target sm_80\n.address_size 64\n", "a.ptx")
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_PTXPARSER_H
#define TQC_RUNTIME_EMULATOR_PTX_PTXPARSER_H

#include "runtime/emulator/ptx/PtxModule.h"
#include "runtime/image/Result.h"

namespace tqc::emu {

/// Reads PTX. The error is "file:line:col: error: text"; no input crashes it.
Result<PtxModule> parsePtx(std::string_view text, std::string_view file);

/// "file:line:col: error: text"
std::string renderPtxError(std::string_view file, PtxPos pos,
                           std::string_view message);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_PTXPARSER_H
