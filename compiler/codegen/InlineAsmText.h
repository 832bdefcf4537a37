//===- InlineAsmText.h - What may be wrong with inline assembly -*- C++ -*-===//
//
// Does a piece of PTX with its constraints fit the registers that it is given,
// and does it leave the kernel around it whole?
//
//     "mov.u32 $0, $9;", "=r,r", 32 bits to 32   there is no operand 9
//     "mov.u32 $0, $1; }", "=r,r"                closes a brace of the kernel
//     "mov.u32 $0, $1;", "=h,r", 32 bits to 32   32 bits do not fit `h`
//
// It does not know the instructions: ptxas and the emulator judge those.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_INLINEASMTEXT_H
#define TQC_COMPILER_CODEGEN_INLINEASMTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace tqc {

/// The bits of each register that one instance of a text gives and takes.
struct AsmRegisters {
  llvm::ArrayRef<unsigned> outputs, inputs;
};

/// What is wrong with the text or its constraints; empty if nothing is.
std::string findAsmFault(llvm::StringRef text, llvm::StringRef constraints,
                         const AsmRegisters &registers);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_INLINEASMTEXT_H
