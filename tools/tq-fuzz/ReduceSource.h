//===- ReduceSource.h - The smallest source with a fault --------*- C++ -*-===//
//
// Takes lines away, bodies out of their blocks, and parameters that nobody uses
// any more, as long as the fault stays:
//
//     Reduction small = reduce({source, values}, [](const Reduction &smaller) {
//       return stillFails(smaller);
//     });
//
// It knows of the language only that blocks are indented; what a step breaks,
// the caller's question refuses.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_REDUCESOURCE_H
#define TQC_TOOLS_TQ_FUZZ_REDUCESOURCE_H

#include "tools/tq-run/LaunchValues.h"

#include <functional>

namespace tqc::fuzz {

/// A source with what it is launched with.
struct Reduction {
  std::string source;
  std::vector<LaunchValue> values;
};

/// Whether the fault is still there.
using StillFails = std::function<bool(const Reduction &)>;

/// The smallest one that was found in at most `tries` questions.
Reduction reduce(Reduction start, const StillFails &stillFails, int tries);

/// Drops values whose names stand only in the list of parameters, from there
/// too.
Reduction withoutUnused(Reduction reduction);

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_REDUCESOURCE_H
