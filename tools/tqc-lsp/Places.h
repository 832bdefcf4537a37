//===- Places.h - Bytes of a text and places of the protocol ----*- C++ -*-===//
//
// The protocol counts lines from 0 and columns in UTF-16 units:
//
//     placeOf(file, 12)  ->  {"line": 1, "character": 4}
//     offsetOf(file, 1, 4)  ->  12
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_LSP_PLACES_H
#define TQC_TOOLS_TQC_LSP_PLACES_H

#include "compiler/syntax/Source.h"

#include "llvm/Support/JSON.h"

namespace tqc {

/// The UTF-16 units of UTF-8 text.
inline size_t utf16Length(llvm::StringRef text) {
  size_t units = 0;
  for (unsigned char byte : text)
    units += (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1;
  return units;
}

inline llvm::json::Object placeOf(const SourceFile &file, size_t offset) {
  LineColumn at =
      file.locate(file.base() + uint32_t(std::min(offset, file.text().size())));
  llvm::StringRef before =
      file.lineText(at.line).take_front(at.column ? at.column - 1 : 0);
  return llvm::json::Object{{"line", int64_t(at.line) - 1},
                            {"character", int64_t(utf16Length(before))}};
}

inline llvm::json::Object rangeOf(const SourceFile &file, size_t begin,
                                  size_t end) {
  return llvm::json::Object{{"start", placeOf(file, begin)},
                            {"end", placeOf(file, end)}};
}

/// The offset of a place; of one beyond a line's end, that end.
inline size_t offsetOf(const SourceFile &file, int64_t line,
                       int64_t character) {
  llvm::StringRef text = file.text();
  size_t at = 0;
  for (int64_t i = 0; i < line; ++i) {
    at = text.find('\n', at);
    if (at == llvm::StringRef::npos)
      return text.size();
    ++at;
  }
  int64_t units = 0;
  while (at < text.size() && text[at] != '\n' && units < character) {
    auto byte = static_cast<unsigned char>(text[at]);
    units += byte >= 0xF0 ? 2 : 1;
    do
      ++at;
    while (at < text.size() &&
           (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
  }
  return at;
}

} // namespace tqc

#endif // TQC_TOOLS_TQC_LSP_PLACES_H
