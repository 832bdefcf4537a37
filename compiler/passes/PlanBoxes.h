//===- PlanBoxes.h - Which loads become copies of boxes ---------*- C++ -*-===//
//
// A kernel whose loops multiply by wgmma what they load may have a warp that
// does nothing but start tensor copies: the producer. The others multiply.
//
// Legal if every load that such a loop multiplies reads a box (BoxAccess.h), if
// its coordinates are known without loading anything, and if the kernel writes
// nothing before the last of these loads: the producer runs ahead of the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANBOXES_H
#define TQC_COMPILER_PASSES_PLANBOXES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Turns the loads of products in loops into `tqg.box_load`, all of them or, with
/// remarks, none. True if the kernel then has boxes.
bool planBoxes(mlir::func::FuncOp kernel, int numWarps, int stages);

/// How programs of a kernel with boxes come to CTAs: as the launch says, every n-th
/// one to the same CTA where they are equally long, or drawn from a counter. A
/// remark says why not.
enum class ProgramOrder { Launched, Strided, Drawn };
ProgramOrder planPrograms(mlir::func::FuncOp kernel, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANBOXES_H
