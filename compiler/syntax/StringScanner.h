//===- StringScanner.h - Where a string literal ends ------------*- C++ -*-===//
//
// Finds the end of a literal that starts at a place of the text. Most of the
// work is f-strings, whose braces may hold strings with the same quotes:
//
//     f"{a["b"]:>{width}}" + c
//     ^ 0                 ^ literal(0) == 20
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_STRINGSCANNER_H
#define TQC_COMPILER_SYNTAX_STRINGSCANNER_H

#include "compiler/syntax/Lexer.h"

namespace tqc {

/// Finds where a string literal ends. Half of the work is f-strings, whose
/// braces may hold strings with the same quotes.
class StringScanner {
public:
  explicit StringScanner(llvm::StringRef text) : text(text) {}

  /// `at` is at the prefix. Returns the offset behind the literal, or npos if
  /// it is never closed.
  size_t literal(size_t at, unsigned depth = 0) const;

  /// See findFieldEnd. With a quote, stops (npos) at a line break that the
  /// string cannot hold or at its own closing quote.
  size_t field(size_t at, const StringShape *shape, unsigned depth) const;

private:
  bool closes(size_t at, const StringShape &shape) const {
    for (unsigned i = 0; i < shape.quotes; ++i)
      if (at + i >= text.size() || text[at + i] != shape.quote)
        return false;
    return true;
  }
  size_t replacement(size_t at, const StringShape &shape, unsigned depth) const;

  llvm::StringRef text;
  mutable unsigned openFields = 0; // fields whose end was not found
};

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_STRINGSCANNER_H
