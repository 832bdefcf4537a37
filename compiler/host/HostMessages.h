//===- HostMessages.h - What the launcher interpreter says ------*- C++ -*-===//
//
// The sentences that more than one place of the interpreter uses; the rules for
// their wording are in compiler/syntax/Messages.h.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_HOST_HOSTMESSAGES_H
#define TQC_COMPILER_HOST_HOSTMESSAGES_H

#include "compiler/host/HostValue.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace tqc::host {

inline std::string quoted(llvm::StringRef text) {
  return ("`" + text + "`").str();
}

/// "an int", "a tensor of shape (4, 8)".
std::string describeValue(const HostValue &value);

/// "(4, 8)"
std::string shapeText(const std::vector<int64_t> &shape);

/// The name in `known` that is nearest to `name`, or "".
std::string nearest(llvm::StringRef name,
                    const std::vector<std::string> &known);

/// Why tensor arithmetic is refused, and what to do.
inline constexpr llvm::StringLiteral kNoTensorValues =
    "a launcher computes no tensor values";
inline constexpr llvm::StringLiteral kWriteAKernel =
    "compute it in a kernel that this launcher calls";

} // namespace tqc::host

#endif // TQC_COMPILER_HOST_HOSTMESSAGES_H
