//===- ReduceIr.h - The smallest module with a fault ------------*- C++ -*-===//
//
// What is the smallest IR that still shows something?
//
//     Result<std::string> small = reduceIr(text, [](const std::string &ir) {
//       return stillFails(ir);
//     }, /*tries=*/2000);
//
// Ops go, and their values become an operand of theirs of the same type, or
// zero; loops and branches become what they hold; arguments go that nobody
// uses. Each try is a module that verifies.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQ_FUZZ_REDUCEIR_H
#define TQC_TOOLS_TQ_FUZZ_REDUCEIR_H

#include "runtime/image/Result.h"

#include <functional>
#include <string>

namespace tqc::fuzz {

/// The smallest one that was found in at most `tries` questions; an error if
/// the text is no module.
Result<std::string>
reduceIr(const std::string &text,
         const std::function<bool(const std::string &)> &stillFails, int tries);

} // namespace tqc::fuzz

#endif // TQC_TOOLS_TQ_FUZZ_REDUCEIR_H
