//===- PlanStores.h - Which stores become copies of boxes -------*- C++ -*-===//
//
// The sums of products lie scattered over threads: two elements of a row in one
// lane, four lanes a row. A store through pointers gathers them through shared
// memory, with two barriers of all warps, and computes an address and a mask
// for every 16 bytes. A tensor copy needs neither: each warp writes its own
// rows into shared memory, and one lane starts a copy that runs on while the
// warp computes the next program.
//
// Legal if the store writes a box (BoxAccess.h), is the only one to its tensor,
// and if nothing that may follow it reads memory or waits for other warps: the
// copy is seen when the kernel ends.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANSTORES_H
#define TQC_COMPILER_PASSES_PLANSTORES_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Turns stores of what products gave into `tqg.box_store`, each one that may
/// be; the others get a remark. Fails, with an error, if boxes are forced and
/// one may not be. Panels are so narrow that each of `shares` CTAs, or of
/// the next power of two below, can store some of its own.
llvm::LogicalResult planStores(mlir::func::FuncOp kernel, int numWarps,
                               int32_t shares);

/// Why CTAs of a kernel gain if they stay together, where storing is most of
/// what it does, as of products that add up little; empty: they do not. Rows
/// may start inside of the 32 bytes that the second-level cache writes
/// together, so that programs beside each other write parts of the same; or
/// tiles are large, and what CTAs that run apart read is no longer in the
/// cache.
std::string whyTogether(mlir::func::FuncOp kernel);

/// Where the stores' panels wait in shared memory: a ring of one or two slots.
tqg::RingType stagingOf(tqg::BoxStoreOp store);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANSTORES_H
