//===- LayoutIndices.h - A layout as index arithmetic -----------*- C++ -*-===//
//
// Where the elements of a thread's registers lie in a tile, and which thread
// of several that hold the same acts.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_CODEGEN_LAYOUTINDICES_H
#define TQC_COMPILER_CODEGEN_LAYOUTINDICES_H

#include "compiler/codegen/Registers.h"
#include "dialect/layout/LinearLayout.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tqc {

struct LoweringContext;

FlatIndices flatIndices(LoweringContext &cx, const LinearLayout &layout);
mlir::Value flatIndex(LoweringContext &cx, const FlatIndices &indices,
                      unsigned reg);

/// The xor of the columns that the bits of lane and warp select.
mlir::Value threadPart(LoweringContext &cx, const LinearLayout &layout);

/// Which register holds the element at a flat coordinate, in lane and warp 0.
llvm::DenseMap<uint32_t, unsigned> registersByCoord(const LinearLayout &layout);

/// True in one thread of those that hold the same elements; null if there are
/// no replicas.
mlir::Value isFirstReplica(LoweringContext &cx, const LinearLayout &layout);

/// True in the one thread that acts for a tile's replicas, or for a scalar;
/// null if every thread acts.
mlir::Value actsOnce(LoweringContext &cx, mlir::Type type);

/// Builds `body` under a condition; without one if it is null.
void guarded(LoweringContext &cx, mlir::Value condition,
             llvm::function_ref<void()> body);

} // namespace tqc

#endif // TQC_COMPILER_CODEGEN_LAYOUTINDICES_H
