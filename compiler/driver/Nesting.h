//===- Nesting.h - Text that nests too deeply to be read --------*- C++ -*-===//
//
// Where does IR nest so deeply that MLIR's parser, which calls itself for what
// stands inside, would run out of stack?
//
//     tooDeep("module { ... }") == std::nullopt
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_DRIVER_NESTING_H
#define TQC_COMPILER_DRIVER_NESTING_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tqc {

/// Deeper than anything that a phase writes.
inline constexpr unsigned kMaxNesting = 500;

/// The offset of the first bracket that is opened inside of kMaxNesting others.
inline std::optional<size_t> tooDeep(llvm::StringRef text) {
  unsigned depth = 0;
  bool isString = false;
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (isString) {
      at += c == '\\';
      isString = c != '"' && c != '\n';
    } else if (c == '"') {
      isString = true;
    } else if (c == '/' && text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (llvm::StringRef("([{<").contains(c)) {
      if (++depth > kMaxNesting)
        return at;
    } else if (depth && (llvm::StringRef(")]}").contains(c) ||
                         (c == '>' && text[at - 1] != '-'))) {
      --depth;
    }
  }
  return std::nullopt;
}

} // namespace tqc

#endif // TQC_COMPILER_DRIVER_NESTING_H
