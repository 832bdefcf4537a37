//===- PlanTeams.h - How many programs run side by side in a CTA *- C++ -*-===//
//
// Attention at 64 rows a program has room for three in a CTA, which then read
// each tile of keys and values from shared memory that one copy brought: three
// times 64 query rows, where tiles are powers of two.
//
// Legal if the programs of a row read all in boxes, each of them either the
// same for all ("shared") or once a program ("own"), if they write boxes alone,
// and if their warps wait for nobody else: four warps, and no exchange between
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_PLANTEAMS_H
#define TQC_COMPILER_PASSES_PLANTEAMS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <string>

namespace tqc {

/// How many teams a kernel of so many warps shall have: one, or as forced.
int32_t wantedTeams(mlir::func::FuncOp kernel);

/// Why a kernel whose boxes and stores are planned cannot have several teams;
/// empty if it can.
std::string whyNotTeams(mlir::func::FuncOp kernel, int numWarps);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_PLANTEAMS_H
