//===- PlanBoxes.h - Which loads become copies of boxes ---------*- C++ -*-===//
//
// A kernel whose loops multiply by wgmma what they load may have a warp that
// does nothing but start tensor copies: the producer. The others multiply.
// Programs one after the other are such a loop too.
//
// Legal if every load that such a loop multiplies reads a box (BoxAccess.h), if
// its coordinates are known without loading anything, and if the kernel writes
// nothing before the last of these loads: the producer runs ahead of the rest.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANBOXES_H
#define TQC_COMPILER_PASSES_PLANBOXES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace tqc {

/// How programs of a kernel with boxes come to CTAs: as the launch says, every
/// n-th one to the same CTA where they are equally long, or drawn from a
/// counter, or as it is forced. `whyNot` says why as the launch says.
enum class ProgramOrder { Launched, Strided, Drawn };
ProgramOrder planPrograms(mlir::func::FuncOp kernel, int numWarps,
                          std::string &whyNot);

/// Turns the loads of wgmma's products in loops into `tqg.box_load`, and, where
/// a CTA runs several programs, of those outside of loops: all of them or, with
/// remarks, none. Says whether the kernel then has boxes; fails, with an error,
/// if they are forced and cannot be.
llvm::LogicalResult planBoxes(mlir::func::FuncOp kernel, int stages,
                              ProgramOrder order, bool &hasBoxes);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANBOXES_H
