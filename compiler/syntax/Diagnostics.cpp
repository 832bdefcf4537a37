//===- Diagnostics.cpp - Prints diagnostics as text and as JSON -----------===//
//
// How a place in a source line becomes a picture: tabs are expanded, bytes
// that no terminal can show are replaced, long lines are cut around the caret.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"

#include <algorithm>

namespace tqc {

/// More errors than this are counted, not shown.
static constexpr unsigned kMaxPrinted = 20;
/// Wider lines are cut to this many columns around the caret.
static constexpr unsigned kMaxWidth = 100;

static constexpr llvm::StringLiteral kRed = "\033[1;31m";
static constexpr llvm::StringLiteral kMagenta = "\033[1;35m";
static constexpr llvm::StringLiteral kCyan = "\033[1;36m";
static constexpr llvm::StringLiteral kGreen = "\033[1;32m";
static constexpr llvm::StringLiteral kBold = "\033[1m";
static constexpr llvm::StringLiteral kReset = "\033[0m";

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

Diag &DiagEngine::add(Diag::Level level, DiagCode code, Span at,
                      std::string message) {
  if (level == Diag::Level::Error)
    ++errors;
  diags.emplace_back(level, code, at, std::move(message));
  return diags.back();
}

void DiagEngine::rollBack(size_t mark) {
  while (diags.size() > mark) {
    if (diags.back().level == Diag::Level::Error)
      --errors;
    diags.pop_back();
  }
}

Diag *DiagEngine::firstErrorSince(size_t mark) {
  for (size_t i = mark; i < diags.size(); ++i)
    if (diags[i].level == Diag::Level::Error)
      return &diags[i];
  return nullptr;
}

//===----------------------------------------------------------------------===//
// A source line as a terminal shows it
//===----------------------------------------------------------------------===//

namespace {
/// A piece of a source line that is shown or cut as a whole.
struct Cell {
  std::string shown;
  unsigned width;
};

/// A source line in cells, with the cells [begin, end) to underline.
struct Picture {
  std::vector<Cell> cells;
  size_t begin = 0, end = 0;
};
} // namespace

/// The bytes of the UTF-8 character at the start of `text`; 1 if it is none.
static unsigned characterLength(llvm::StringRef text) {
  unsigned char lead = text.front();
  unsigned length = lead < 0x80                    ? 1
                    : lead >= 0xC2 && lead <= 0xDF ? 2
                    : lead >= 0xE0 && lead <= 0xEF ? 3
                    : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                   : 1;
  if (length > text.size())
    return 1;
  for (unsigned i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80)
      return 1;
  return length;
}

static Cell makeCell(llvm::StringRef character, unsigned column) {
  if (character == "\t") {
    unsigned width = 8 - column % 8;
    return {std::string(width, ' '), width};
  }
  int width = llvm::sys::unicode::columnWidthUTF8(character);
  if (width > 0)
    return {character.str(), static_cast<unsigned>(width)};
  if (width == 0) // combining: shown with the character before it
    return {character.str(), 0};
  std::string shown;
  for (char byte : character)
    shown += "<" + llvm::utohexstr(static_cast<unsigned char>(byte)) + ">";
  unsigned shownWidth = shown.size();
  return {std::move(shown), shownWidth};
}

/// Draws `line` with the bytes [begin, end) underlined.
static Picture draw(llvm::StringRef line, size_t begin, size_t end) {
  Picture picture;
  unsigned column = 0;
  size_t at = 0;
  bool sawBegin = false;
  // A line of megabytes: far more text than can be shown is not looked at.
  if (begin > 4 * kMaxWidth) {
    size_t drop = begin - 2 * kMaxWidth;
    while (drop > 0 && (static_cast<unsigned char>(line[drop]) & 0xC0) == 0x80)
      --drop;
    at = drop;
    picture.cells.push_back({"", 0});
  }
  while (at < line.size() && picture.cells.size() < 8 * kMaxWidth) {
    unsigned length = characterLength(line.substr(at));
    if (!sawBegin && at + length > begin) {
      picture.begin = picture.cells.size();
      sawBegin = true;
    }
    Cell cell = makeCell(line.substr(at, length), column);
    column += cell.width;
    picture.cells.push_back(std::move(cell));
    at += length;
    if (at <= end || picture.end == 0)
      picture.end = picture.cells.size();
  }
  if (!sawBegin) { // past the end: the caret stands behind the text
    picture.cells.push_back({" ", 1});
    picture.begin = picture.cells.size() - 1;
    picture.end = picture.cells.size();
  }
  picture.end = std::max(picture.end, picture.begin + 1);
  return picture;
}

/// The range of cells to show so that the underlined start is in view.
static std::pair<size_t, size_t> clip(const Picture &picture) {
  unsigned total = 0;
  for (const Cell &cell : picture.cells)
    total += cell.width;
  if (total <= kMaxWidth)
    return {0, picture.cells.size()};
  // A third of the room goes to what stands before the caret.
  size_t from = picture.begin;
  unsigned before = 0;
  while (from > 0 && before + picture.cells[from - 1].width <= kMaxWidth / 3)
    before += picture.cells[--from].width;
  size_t to = from;
  unsigned width = 0;
  while (to < picture.cells.size() &&
         width + picture.cells[to].width <= kMaxWidth)
    width += picture.cells[to++].width;
  while (from > 0 && width + picture.cells[from - 1].width <= kMaxWidth)
    width += picture.cells[--from].width;
  return {from, std::max(to, std::min(from + 1, picture.cells.size()))};
}

/// Prints the line that holds the start of `span` and a caret under it.
static void printSource(llvm::raw_ostream &os, const SourceManager &sources,
                        Span span, bool colours) {
  const SourceFile *file = sources.fileOf(span.begin);
  if (!file)
    return;
  LineColumn at = file->locate(span.begin);
  llvm::StringRef line = file->lineText(at.line);
  size_t begin = at.column - 1;
  size_t length = span.end > span.begin ? span.end - span.begin : 0;
  Picture picture = draw(line, begin, std::min(begin + length, line.size()));
  auto [from, to] = clip(picture);

  std::string text, carets;
  if (from > 0 || begin > 4 * kMaxWidth) {
    text = "...";
    carets = "   ";
  }
  for (size_t i = from; i < to; ++i) {
    const Cell &cell = picture.cells[i];
    text += cell.shown;
    carets.append(cell.width,
                  i >= picture.begin && i < picture.end ? '^' : ' ');
  }
  if (to < picture.cells.size())
    text += "...";

  os << llvm::format("%5u | ", at.line) << llvm::StringRef(text).rtrim(' ')
     << '\n';
  os << std::string(std::max<size_t>(5, std::to_string(at.line).size()), ' ')
     << " | " << (colours ? kGreen : "") << llvm::StringRef(carets).rtrim(' ')
     << (colours ? kReset : "") << '\n';
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static llvm::StringRef levelName(Diag::Level level) {
  switch (level) {
  case Diag::Level::Error:
    return "error";
  case Diag::Level::Warning:
    return "warning";
  case Diag::Level::Remark:
    return "remark";
  }
  llvm_unreachable("all levels are named above");
}

static llvm::StringRef levelColour(Diag::Level level) {
  switch (level) {
  case Diag::Level::Error:
    return kRed;
  case Diag::Level::Warning:
    return kMagenta;
  case Diag::Level::Remark:
    return kCyan;
  }
  llvm_unreachable("all levels have a colour above");
}

static std::string codeName(DiagCode code) {
  std::string digits = std::to_string(code.number);
  return "TQ" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') +
         digits;
}

/// `text` without bytes that would change the terminal: "\\x1b" for an escape.
static std::string printable(llvm::StringRef text) {
  std::string shown;
  for (size_t at = 0; at < text.size();) {
    unsigned length = characterLength(text.substr(at));
    llvm::StringRef character = text.substr(at, length);
    unsigned char first = character[0];
    bool isControl = (first < 0x20 && first != '\n' && first != '\t') ||
                     first == 0x7F || (length == 1 && first >= 0x80) ||
                     (first == 0xC2 && length == 2 &&
                      static_cast<unsigned char>(character[1]) < 0xA0);
    for (unsigned char byte : character)
      shown += isControl ? "\\x" + llvm::utohexstr(byte, /*LowerCase=*/true,
                                                   /*Width=*/2)
                         : std::string(1, char(byte));
    at += length;
  }
  return shown;
}

static void printDiag(llvm::raw_ostream &os, const SourceManager &sources,
                      const Diag &diag, bool colours) {
  auto head = [&](Span where, llvm::StringRef level, llvm::StringRef colour) {
    std::string place = sources.describe(where);
    if (!place.empty())
      os << (colours ? kBold : "") << printable(place) << ": "
         << (colours ? kReset : "");
    os << (colours ? colour : "") << level << ": " << (colours ? kReset : "");
  };
  head(diag.at, levelName(diag.level), levelColour(diag.level));
  os << printable(diag.message);
  if (diag.code.number != 0)
    os << " [" << codeName(diag.code) << ']';
  os << '\n';
  printSource(os, sources, diag.at, colours);
  for (const Diag::Note &note : diag.notes) {
    head(note.where, "note", kCyan);
    os << printable(note.text) << '\n';
    printSource(os, sources, note.where, colours);
  }
  for (const std::string &help : diag.helps) {
    head({}, "help", kCyan);
    os << printable(help) << '\n';
  }
}

void DiagEngine::print(llvm::raw_ostream &os, bool colours) const {
  unsigned printed = 0;
  for (const Diag &diag : diags) {
    if (diag.level == Diag::Level::Error && printed++ >= kMaxPrinted)
      continue;
    printDiag(os, sources, diag, colours);
  }
  if (errors > kMaxPrinted)
    os << "and " << errors - kMaxPrinted << " more error"
       << (errors == kMaxPrinted + 1 ? "" : "s") << '\n';
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void jsonPlace(llvm::json::OStream &json, const SourceManager &sources,
                      Span span) {
  const SourceFile *file = sources.fileOf(span.begin);
  if (!file)
    return;
  LineColumn begin = file->locate(span.begin);
  LineColumn end = file->locate(std::max(span.begin, span.end));
  json.attribute("file", llvm::json::fixUTF8(file->name()));
  json.attribute("line", begin.line);
  json.attribute("column", begin.column);
  json.attribute("endLine", end.line);
  json.attribute("endColumn", end.column);
}

static void jsonDiag(llvm::json::OStream &json, const SourceManager &sources,
                     const Diag &diag) {
  json.object([&] {
    json.attribute("level", levelName(diag.level));
    json.attribute("code", codeName(diag.code));
    jsonPlace(json, sources, diag.at);
    json.attribute("message", llvm::json::fixUTF8(diag.message));
    json.attributeArray("notes", [&] {
      for (const Diag::Note &note : diag.notes)
        json.object([&] {
          jsonPlace(json, sources, note.where);
          json.attribute("message", llvm::json::fixUTF8(note.text));
        });
    });
    json.attributeArray("help", [&] {
      for (const std::string &help : diag.helps)
        json.value(llvm::json::fixUTF8(help));
    });
  });
}

void DiagEngine::printJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.array([&] {
    for (const Diag &diag : diags)
      jsonDiag(json, sources, diag);
  });
  json.flush();
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

std::optional<llvm::StringRef> explainCode(DiagCode code) {
  switch (code.number) {
#define TQ_CODE(number, name, text)                                            \
  case number:                                                                 \
    return llvm::StringRef(text);
#include "compiler/syntax/DiagnosticCodes.def"
  default:
    return std::nullopt;
  }
}

} // namespace tqc
