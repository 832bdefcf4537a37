//===- Source.cpp - Source files and places in them -----------------------===//
//
// Line tables and the number line that all files share: Source.h.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Source.h"

#include <algorithm>
#include <cassert>

namespace tqc {

/// The offset of each line's first byte. "\n", "\r\n" and a lone "\r" end a
/// line, as in Python.
static std::vector<uint32_t> findLineStarts(llvm::StringRef text) {
  std::vector<uint32_t> starts = {0};
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' ||
        (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      starts.push_back(i + 1);
  return starts;
}

SourceFile::SourceFile(std::string name, std::string text, uint32_t base)
    : fileName(std::move(name)), content(std::move(text)), first(base),
      lineStarts(findLineStarts(content)) {}

LineColumn SourceFile::locate(uint32_t offset) const {
  assert(offset >= first && "the offset lies in this file");
  uint32_t local = std::min<uint32_t>(offset - first, content.size());
  auto next = std::upper_bound(lineStarts.begin(), lineStarts.end(), local);
  uint32_t line = next - lineStarts.begin();
  return {line, local - lineStarts[line - 1] + 1};
}

llvm::StringRef SourceFile::lineText(uint32_t line) const {
  if (line == 0 || line > lineStarts.size())
    return "";
  size_t begin = lineStarts[line - 1];
  size_t end = line < lineStarts.size() ? lineStarts[line] : content.size();
  return llvm::StringRef(content).slice(begin, end).rtrim("\r\n");
}

SourceFile &SourceManager::add(std::string name, std::string text) {
  all.push_back(
      std::make_unique<SourceFile>(std::move(name), std::move(text), next));
  // One more than the text, so that the end of a file is a place in it.
  next += all.back()->text().size() + 1;
  return *all.back();
}

const SourceFile *SourceManager::fileOf(uint32_t offset) const {
  if (offset == 0 || offset >= next)
    return nullptr;
  auto after = std::upper_bound(
      all.begin(), all.end(), offset,
      [](uint32_t value, const auto &file) { return value < file->base(); });
  return std::prev(after)->get();
}

std::string SourceManager::describe(Span span) const {
  const SourceFile *file = fileOf(span.begin);
  if (!file)
    return "";
  LineColumn at = file->locate(span.begin);
  return file->name().str() + ":" + std::to_string(at.line) + ":" +
         std::to_string(at.column);
}

llvm::StringRef SourceManager::textOf(Span span) const {
  const SourceFile *file = fileOf(span.begin);
  if (!file || span.end < span.begin)
    return "";
  return file->text().slice(span.begin - file->base(), span.end - file->base());
}

} // namespace tqc
