//===- LengthBound.h - The most that a length is ----------------*- C++ -*-===//
//
//     tl.assume(n <= MOST)
//
// is how an author says it, with a constant. Sizes of shared memory and of
// instructions are decided ahead of the launch and follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_LENGTHBOUND_H
#define TQC_COMPILER_ANALYSIS_LENGTHBOUND_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>

namespace tqc {

/// The number that all elements of a tile are, or a number itself, if that is
/// a constant of up to 32 bits or a float.
std::optional<double> splatConstant(mlir::Value value);

/// The most that `length` is, if it is a constant, the lesser of something so
/// bounded, or what the kernel assumes, outside of loops, to be at most a
/// constant.
std::optional<int64_t> lengthBound(mlir::func::FuncOp kernel,
                                   mlir::Value length);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_LENGTHBOUND_H
