//===- SourceSnippet.h - The line of a finding, and a caret -----*- C++ -*-===//
//
// A finding says a place; what stands there?
//
//     add.tq:9:5: out-of-bounds: writes element 1000 of y, which has 1000 ...
//         9 |     tl.store(y + i, tl.load(x + i, mask=i < n))
//           |     ^^^^^^^^
//       in the store of `y + i`
//
// The source is read when the finding is printed. Where it is not there, or was
// saved after the kernel was compiled, the line is left out: it could be
// another.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_DEVICE_SOURCESNIPPET_H
#define TQC_RUNTIME_DEVICE_SOURCESNIPPET_H

#include "runtime/device/Device.h"

#include <string>
#include <vector>

namespace tqc {

/// Two lines for a place in a text, numbers from 1, columns in bytes; empty if
/// the text has no such place.
std::string drawSnippet(const std::string &text, int line, int column);

/// The finding's text with its line below the first one.
std::string textWithSnippet(const Finding &finding);

/// Takes the places from findings whose source was saved after `compiled`, the
/// file that was run; what they say remains.
void forgetNewerSources(std::vector<Finding> &findings,
                        const std::string &compiled);

} // namespace tqc

#endif // TQC_RUNTIME_DEVICE_SOURCESNIPPET_H
