//===- PlanSplit.h - Whether CTAs share the products of a program -*- C++ -*-=//
//
// Where a launch has few programs and each a long loop of products, most
// multiprocessors have nothing to do. `num_ctas` asks for several CTAs, a
// cluster, for each program. What they can share without sharing registers is
// the loop: each CTA takes a run of its iterations, and the sums are added up
// through shared memory (SplitProducts.cpp).
//
// Legal if all that the loop hands on is sums of products and numbers that grow
// evenly, if the kernel writes nothing before it ends, and if everything else
// is there again in each CTA. Sums are rounded in another order.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANSPLIT_H
#define TQC_COMPILER_PASSES_PLANSPLIT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// What each iteration adds to a carried number or pointer, the same every
/// time; null if it does something else.
mlir::Value carriedStep(mlir::scf::ForOp loop, unsigned number);

/// How many CTAs share each program: as many as `wanted`, and then the loop has
/// a `tqg.split`, or one, with a remark.
int32_t planSplit(mlir::func::FuncOp kernel, int32_t wanted);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANSPLIT_H
