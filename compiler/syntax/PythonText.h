//===- PythonText.h - Python's strings --------------------------*- C++ -*-===//
//
// Texts are kept as UTF-8 and mean code points, as Python's str does:
//
//     length("é") == 1      repr("a'b") == "\"a'b\""
//
// What depends on tables of Unicode beyond ASCII (upper case, digits of other
// scripts) has no answer here.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_PYTHONTEXT_H
#define TQC_COMPILER_SYNTAX_PYTHONTEXT_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace tqc::python {

/// How many code points a text has.
size_t length(llvm::StringRef text);
/// The code points of a text, one piece each.
std::vector<llvm::StringRef> characters(llvm::StringRef text);
bool isAscii(llvm::StringRef text);

std::string repr(llvm::StringRef text);

/// text.upper() and text.lower(); nothing beyond ASCII.
std::optional<std::string> upper(llvm::StringRef text);
std::optional<std::string> lower(llvm::StringRef text);

/// text.strip() and its halves: without blanks at the ends.
llvm::StringRef stripLeft(llvm::StringRef text);
llvm::StringRef stripRight(llvm::StringRef text);
inline llvm::StringRef strip(llvm::StringRef text) {
  return stripLeft(stripRight(text));
}
/// text.strip(chars): without the characters of `chars` at the ends.
llvm::StringRef stripLeft(llvm::StringRef text, llvm::StringRef chars);
llvm::StringRef stripRight(llvm::StringRef text, llvm::StringRef chars);

/// text.split(): the words between blanks.
std::vector<llvm::StringRef> words(llvm::StringRef text);
/// text.split(separator), which is not empty.
std::vector<llvm::StringRef> pieces(llvm::StringRef text,
                                    llvm::StringRef separator);
/// text.replace(from, to)
std::string replace(llvm::StringRef text, llvm::StringRef from,
                    llvm::StringRef to);

} // namespace tqc::python

#endif // TQC_COMPILER_SYNTAX_PYTHONTEXT_H
