//===- ProgramLengths.h - Which programs take longest -----------*- C++ -*-===//
//
// Programs of a grid often have loops of different lengths: causal attention
// sees more keys the further down its queries are. Who runs programs one after
// the other wants to start with the longest, so that none of them is left when
// all others are done.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_PROGRAMLENGTHS_H
#define TQC_COMPILER_ANALYSIS_PROGRAMLENGTHS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdint>

namespace tqc {

/// How the iterations of a kernel's loops go with the number of the program
/// along the first axis, all else being the same: not at all, or no program has
/// fewer (`Rising`) or more (`Falling`) than the one before it, or nothing of
/// this is known. `Same` is known along all axes; what is loaded may be
/// anything. For speed only: bounds may wrap around.
enum class ProgramLengths : uint8_t { Same, Rising, Falling, Unknown };

ProgramLengths programLengths(mlir::func::FuncOp kernel);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_PROGRAMLENGTHS_H
