//===- StraddlingLoads.h - Loads that begin inside of an access -*- C++ -*-===//
//
// A loop over a row that lies anywhere counts places of the row's accesses.
// What it reads beside, weights say, begins elsewhere: elements of an access of
// the row lie in two of theirs. Both are loaded whole, and a funnel shift takes
// the elements, which of them is the same for the whole row:
//
//     row      |..xxxxxx|xxxxxxxx|xxxxx...|      its first element at place 2
//     weights  |wwwwwwww|wwwwwwww|www.....|      theirs at place 0
//
// At place 8 there are the row's elements 6 to 13: of the weights' first access
// the last two, of their second the first six.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_PASSES_STRADDLINGLOADS_H
#define TQC_COMPILER_PASSES_STRADDLINGLOADS_H

#include "dialect/tq/TqDialect.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tqc {

/// Neighbours that each access of a loop may have, whose tiles have `block`
/// elements, for `warps` warps: as many as those with the largest elements; 1
/// if that is none, or less than a word.
int64_t straddledWidth(llvm::ArrayRef<tq::LoadOp> loads,
                       llvm::ArrayRef<tq::StoreOp> stores, int64_t block,
                       int64_t warps);

/// Whether a load is of `base + (place - origin)`, as the row's loops are.
bool isOfPlaces(tq::LoadOp load);

/// The origin of a load of places.
mlir::Value originOf(tq::LoadOp load);

/// Where in an access of `width` neighbours the elements at place 0 begin, in
/// front of `loop`. `isAligned`: `base` is known to be a multiple of 16 bytes.
mlir::Value beginInAccess(tq::LoadOp load, mlir::scf::ForOp loop, int64_t width,
                          bool isAligned);

/// Reads `base + (place - origin)` by two whole accesses of `width` neighbours,
/// in which it begins at `from`. Tiles of places begin at multiples of
/// accesses, and `loop` goes over those that have `width` elements of the row
/// at either side.
void loadStraddling(tq::LoadOp load, mlir::scf::ForOp loop, int64_t width,
                    mlir::Value from);

/// A copy of the loop for each number of whole words in front of `from`, where
/// all that is shifted in it begins there and it carries nothing; a shift by
/// words then costs nothing. Why there is none; empty if there is, or if the
/// loop shifts nothing.
llvm::StringRef makeLoopsOfWords(mlir::scf::ForOp loop);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_STRADDLINGLOADS_H
