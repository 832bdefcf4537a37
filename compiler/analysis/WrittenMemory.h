//===- WrittenMemory.h - What a store may change ----------------*- C++ -*-===//
//
// May a load run ahead of a store that the program has first?
//
// It may if they cannot reach the same bytes. Of two pointers nothing is known
// in general; but an argument that is marked `tq.restrict` leads to memory that
// no other argument leads to. Launchers that know the tensors of a launch mark
// those that lie in an allocation of their own; a signature says `:restrict`.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_WRITTENMEMORY_H
#define TQC_COMPILER_ANALYSIS_WRITTENMEMORY_H

#include "dialect/tq/TqDialect.h"

namespace tqc {

/// The argument of the kernel that a pointer, or a tile of pointers, leads into
/// the memory of, through loops and branches; null if there are several, or
/// another origin.
mlir::BlockArgument argumentOf(mlir::Value pointer);

/// Whether what is stored through one of `written` may be what a load from
/// `read` gives.
bool mayOverlap(mlir::ValueRange written, mlir::Value read);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_WRITTENMEMORY_H
