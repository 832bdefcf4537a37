//===- PlanShared.h - Tiles that a cluster copies once ----------*- C++ -*-===//
//
// CTAs of a cluster that share the rows of a program (ShareTiles.cpp) read the
// same tiles of its right operands. Each of them then copies a part of such a
// tile, and the copy puts it into the slots of all of them ("multicast"):
//
//     slot    | part 0 | part 1 | part 2 | part 3 |
//     copied by  CTA 0    CTA 1    CTA 2    CTA 3
//
// A part is rows of a panel, whole groups of the eight that a swizzle mixes, or
// whole panels. Where there are no such parts for all CTAs, only the first ones
// copy: two of four, of 112 rows. A slot may be filled again when the warps of
// all CTAs have read it, so they arrive at the barriers of all.
//
// Legal if a box starts at the same place in all CTAs of a cluster, in loops
// that they run equally often.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANSHARED_H
#define TQC_COMPILER_PASSES_PLANSHARED_H

#include "dialect/tqg/TqgDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tqc {

/// Writes `tqg.shared` on box loads whose tiles come to all CTAs of a cluster
/// at once, with a remark for those that do not, and parts on their maps.
void planShared(mlir::func::FuncOp kernel, tqg::PlanAttr plan);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANSHARED_H
