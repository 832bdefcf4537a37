//===- Source.h - Source files and places in them ---------------*- C++ -*-===//
//
// A Span is a half-open range of bytes. All files of a compilation share one
// number line, so that a Span is 8 bytes and knows its file: the first file
// starts at 1, the next one after its end, and so on. Offset 0 is "no place".
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_SOURCE_H
#define TQC_COMPILER_SYNTAX_SOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tqc {

/// A half-open range of bytes on the number line of a SourceManager.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  explicit operator bool() const { return begin != 0; }
  /// The smallest span that holds both.
  Span to(Span last) const { return {begin, last.end}; }
};

/// A place as people count: from 1. Columns count bytes, as clang does.
struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

class SourceFile {
public:
  SourceFile(std::string name, std::string text, uint32_t base);

  llvm::StringRef name() const { return fileName; }
  llvm::StringRef text() const { return content; }
  uint32_t base() const { return first; }
  /// A `.py` file is read leniently: see Parser.h.
  bool isPython() const { return name().ends_with(".py"); }

  LineColumn locate(uint32_t offset) const;
  /// The text of a line, without its line break.
  llvm::StringRef lineText(uint32_t line) const;

private:
  std::string fileName;
  std::string content;
  uint32_t first;
  std::vector<uint32_t> lineStarts; // offsets into content
};

/// Owns the text of every file of a compilation.
class SourceManager {
public:
  /// Adds text under a name. The reference stays valid.
  SourceFile &add(std::string name, std::string text);

  /// The file that holds `offset`, or null for offset 0.
  const SourceFile *fileOf(uint32_t offset) const;
  /// "file.tq:3:7" for the start of the span, "" for no place.
  std::string describe(Span span) const;
  llvm::StringRef textOf(Span span) const;
  llvm::ArrayRef<std::unique_ptr<SourceFile>> files() const { return all; }

private:
  std::vector<std::unique_ptr<SourceFile>> all;
  uint32_t next = 1;
};

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_SOURCE_H
