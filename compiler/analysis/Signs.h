//===- Signs.h - Whether a coordinate may be negative -----------*- C++ -*-===//
//
// A tensor copy reads zero at coordinates below zero; a pointer goes on, into
// the row or the matrix before. Where a coordinate may be negative they are not
// the same. Nothing can be stored there: an H200 ends the kernel.
//
// What is taken as given: divisors are positive; arguments that bound an index
// or a loop are extents, which are not negative; what counts programs or
// iterations down (`tl.num_programs(0) - 1 - tl.program_id(0)`) ends at zero.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_SIGNS_H
#define TQC_COMPILER_ANALYSIS_SIGNS_H

#include "compiler/analysis/BoxAccess.h"

namespace tqc {

/// Unless each scalar in the sum is known not to be negative.
bool mayBeNegative(const IndexSum &sum);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_SIGNS_H
