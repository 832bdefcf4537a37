//===- ThreadRegisters.h - Registers that a thread can have -----*- C++ -*-===//
//
// A multiprocessor has 65536 registers for the threads of a CTA, or of as many
// CTAs as are to fit, and ptxas gives each thread a multiple of 8. What
// setmaxnreg hands over later does not count: code is made for what all have at
// the start. An instruction whose operands are more is refused (ptxas C7602).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_THREADREGISTERS_H
#define TQC_COMPILER_ANALYSIS_THREADREGISTERS_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace tqc {

/// Warps that a CTA of the kernel is launched with, those of all roles.
int32_t blockWarps(mlir::func::FuncOp kernel);

/// Why the author's `maxnreg` is not followed; empty: it is, or there is none.
std::string whyNotLimited(mlir::func::FuncOp kernel);

/// Registers that ptxas may give a thread at most.
int32_t threadRegisters(mlir::func::FuncOp kernel);

/// Columns that one instruction of a product multiplies: all that count, up to
/// 256, or a part of them whose sums leave a thread what else it needs.
int32_t wgmmaColumns(tqg::WgmmaOp product);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_THREADREGISTERS_H
