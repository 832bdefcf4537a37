//===- ClusterParts.h - CTAs that compute a program together ----*- C++ -*-===//
//
// Each CTA of a cluster does a part of what the program does for each element
// of a row. What it has added up or compared then goes to all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_CLUSTERPARTS_H
#define TQC_COMPILER_PASSES_CLUSTERPARTS_H

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Makes a program of each `ctas` CTAs along the first axis; gives the number
/// of the CTA in its cluster.
mlir::Value numberClusters(mlir::func::FuncOp kernel, int64_t ctas);

/// Whether what `reduce` gives can go to other CTAs: numbers of 32 bits.
bool canCombineParts(tq::ReduceOp reduce);

/// Behind `reduce`, which has combined the part of this CTA, combines those of
/// all, and gives the result to all uses.
void combineParts(tq::ReduceOp reduce, int64_t ctas);

/// Lets the first CTA alone store one number.
void storeOnce(tq::StoreOp store, mlir::Value rank);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_CLUSTERPARTS_H
