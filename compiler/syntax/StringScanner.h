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

#include "llvm/ADT/StringRef.h"

namespace tqc {

/// Where a string literal's parts lie: r"abc" has the prefix "r" and the quote
/// `"`. The body starts after the opening quotes.
struct StringShape {
  bool raw = false, bytes = false, formatted = false;
  unsigned prefix = 0; ///< letters before the quote
  unsigned quotes = 1; ///< 1 or 3
  char quote = '"';

  unsigned bodyStart() const { return prefix + quotes; }
};

/// The shape of the literal that `text` starts with, quotes = 0 if none does.
StringShape stringShape(llvm::StringRef text);

/// In an f-string's `text`, with `at` behind a `{`: where the expression ends,
/// which is at `}`, `:`, or `!` and `=` of a conversion or debug field; at
/// text.size() if it never does.
size_t findFieldEnd(llvm::StringRef text, size_t at);

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
