//===- Lexer.cpp - Text to tokens -----------------------------------------===//
//
// One pass over the text; see Lexer.h for the rules. Errors never stop it: each
// becomes a token, and a bracket that is never closed ends at the first line
// that cannot belong to it, so that one slip does not swallow the file.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Lexer.h"

#include "compiler/syntax/Messages.h"
#include "compiler/syntax/StringScanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

using llvm::StringRef;

namespace tqc {

/// As CPython: more brackets or blocks are refused.
static constexpr unsigned kMaxBrackets = 200;
static constexpr unsigned kMaxBlocks = 100;
/// A text with more errors is no program: the rest is not read.
static constexpr unsigned kMaxErrors = 300;

std::string describe(TokenKind kind) {
  switch (kind) {
#define TQ_TOKEN(name, what)                                                   \
  case TokenKind::name:                                                        \
    return what;
#define TQ_KEYWORD(name)                                                       \
  case TokenKind::kw_##name:                                                   \
    return "`" #name "`";
#define TQ_PUNCTUATION(name, text)                                             \
  case TokenKind::name:                                                        \
    return "`" text "`";
#include "compiler/syntax/Tokens.def"
  }
  llvm_unreachable("Tokens.def names every kind");
}

//===----------------------------------------------------------------------===//
// Characters
//===----------------------------------------------------------------------===//

static bool isNameStart(char c) {
  return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
static bool isNameByte(char c) { return isNameStart(c) || llvm::isDigit(c); }
static bool isLineBreak(char c) { return c == '\n' || c == '\r'; }
static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

/// Decodes the valid UTF-8 character at the start of `text`.
static uint32_t decode(StringRef text, unsigned &length) {
  const auto *at = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const llvm::UTF8 *start = at;
  llvm::UTF32 value = 0;
  if (llvm::convertUTF8Sequence(
          &at, reinterpret_cast<const llvm::UTF8 *>(text.end()), &value,
          llvm::strictConversion) != llvm::conversionOK) {
    length = 1;
    return 0xFFFD;
  }
  length = at - start;
  return value;
}

/// Characters beyond ASCII that are no letters: they end a name. Blocks of
/// punctuation and symbols rather than Unicode's table: a kernel that names a
/// value in any script passes, text pasted from a page does not.
static bool isSymbol(uint32_t c) {
  if (c < 0x80)
    return false;
  if (c <= 0xBF)
    return c != 0xAA && c != 0xB5 && c != 0xBA;
  return c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x206F) ||
         (c >= 0x20A0 && c <= 0x20CF) || (c >= 0x2190 && c <= 0x2BFF) ||
         (c >= 0x3000 && c <= 0x303F && c != 0x3005) ||
         (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xFF00 && c <= 0xFF20) ||
         c == 0xFEFF || (c >= 0xFFF0 && c <= 0xFFFF) || c >= 0x1F000;
}

/// What to write instead of a character that came with pasted text.
static StringRef insteadOf(uint32_t c) {
  switch (c) {
  case 0x201C:
  case 0x201D:
    return "`\"`";
  case 0x2018:
  case 0x2019:
    return "`'`";
  case 0xA0:
  case 0x3000:
    return "a plain blank";
  case 0x2010:
  case 0x2013:
  case 0x2014:
  case 0x2212:
    return "`-`";
  case 0xD7:
    return "`*`";
  case 0x2264:
    return "`<=`";
  case 0x2265:
    return "`>=`";
  case 0x2260:
    return "`!=`";
  case 0x2192:
    return "`->`";
  default:
    return "";
  }
}

//===----------------------------------------------------------------------===//
// The lexer
//===----------------------------------------------------------------------===//

namespace {
class Lexer {
public:
  Lexer(const SourceFile &file, const SourceManager &sources, LexMode mode,
        Span range)
      : file(file), text(file.text()), base(file.base()), mode(mode),
        strings(text), engine(sources) {
    if (range) {
      at = range.begin - base;
      text = text.take_front(range.end - base);
      strings = StringScanner(text);
    }
  }

  TokenList run();

private:
  /// How deep a line is, with tabs to columns of 8 and with tabs as 1: if the
  /// two order a pair of lines differently, the depth is unclear.
  struct Depth {
    unsigned wide = 0, narrow = 0;
  };
  struct Bracket {
    char open;
    uint32_t at;
    size_t token; ///< its index in the list
  };

  Span span(size_t begin, size_t end) const {
    return {static_cast<uint32_t>(base + begin),
            static_cast<uint32_t>(base + end)};
  }
  void push(TokenKind kind, size_t begin, size_t end) {
    list.tokens.push_back({kind, span(begin, end), 0});
  }
  /// Moves what was just said to `engine` into an Error token.
  void pushError(size_t begin, size_t end);

  void findBadBytes();
  void reportBadBytes();
  void beginLine();
  void indentTo(Depth depth, size_t lineStart);
  void comment(bool aloneOnItsLine);
  void skipLineBreak();
  bool backslash();
  void token();
  void name();
  void number();
  void string(const StringShape &shape);
  bool punctuation();
  void strayCharacter();
  void openBracket();
  void closeBracket();
  void abandonBrackets();
  bool startsStatement() const;
  void finish();

  const SourceFile &file;
  StringRef text;
  uint32_t base;
  LexMode mode;
  StringScanner strings;
  DiagEngine engine; // messages are built here, then move into the list
  TokenList list;
  size_t at = 0;
  bool atLineStart = true;
  bool stopped = false;
  unsigned rewinds = 0;
  std::vector<Depth> blocks = {{}};
  std::vector<Bracket> brackets;
  std::vector<std::pair<uint32_t, uint32_t>> badBytes;
  size_t nextBad = 0;
};
} // namespace

void Lexer::pushError(size_t begin, size_t end) {
  Token token{TokenKind::Error, span(begin, end),
              static_cast<uint32_t>(list.errors.size())};
  list.errors.push_back(engine.all().back());
  engine.rollBack(0);
  list.tokens.push_back(token);
  if (list.errors.size() >= kMaxErrors)
    stopped = true;
}

/// Collects the runs of bytes that are NUL or no UTF-8.
void Lexer::findBadBytes() {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.begin());
  const auto *end = reinterpret_cast<const llvm::UTF8 *>(text.end());
  for (const llvm::UTF8 *byte = begin; byte < end;) {
    if (*byte != 0 && *byte < 0x80) {
      ++byte;
      continue;
    }
    const llvm::UTF8 *bad = byte;
    while (bad < end && badBytes.size() < kMaxErrors) {
      if (*bad == 0) {
        if (bad != byte && *byte != 0)
          break;
        ++bad;
      } else if (*bad >= 0x80 && !llvm::isLegalUTF8Sequence(bad, end)) {
        if (*byte == 0)
          break;
        ++bad;
      } else {
        break;
      }
    }
    if (bad != byte)
      badBytes.push_back({static_cast<uint32_t>(byte - begin),
                          static_cast<uint32_t>(bad - begin)});
    if (badBytes.size() >= kMaxErrors)
      return;
    byte = bad != byte ? bad : byte + llvm::getNumBytesForUTF8(*byte);
  }
}

/// Says what findBadBytes found before the place that is reached.
void Lexer::reportBadBytes() {
  while (nextBad < badBytes.size() && badBytes[nextBad].first < at) {
    auto [begin, end] = badBytes[nextBad++];
    if (text[begin] == 0)
      messages::nulByte(engine, span(begin, end));
    else
      messages::notUtf8(engine, span(begin, end), text[begin]);
    pushError(begin, end);
  }
}

void Lexer::skipLineBreak() {
  at += text.substr(at).starts_with("\r\n") ? 2 : 1;
}

/// A comment up to the end of its line.
void Lexer::comment(bool aloneOnItsLine) {
  size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  StringRef body = text.slice(at + 1, end).ltrim(" \t");
  if (aloneOnItsLine && body.consume_front("tqc:"))
    list.tqcComments.push_back({file.locate(base + at).line,
                                span(at, text.slice(0, end).rtrim().size()),
                                body.trim().str()});
  at = end;
}

/// Skips lines without tokens, then opens and closes blocks.
void Lexer::beginLine() {
  while (at < text.size()) {
    Depth depth;
    size_t lineStart = at;
    for (; at < text.size() && isBlank(text[at]); ++at)
      if (text[at] == '\f')
        depth = {};
      else if (text[at] == '\t')
        depth = {depth.wide / 8 * 8 + 8, depth.narrow + 1};
      else
        depth = {depth.wide + 1, depth.narrow + 1};
    if (at < text.size() && text[at] == '#')
      comment(/*aloneOnItsLine=*/true);
    reportBadBytes();
    if (at == text.size())
      return;
    if (isLineBreak(text[at])) {
      skipLineBreak();
      continue;
    }
    // A lone backslash joins this blank line to the next one.
    if (text[at] == '\\' && at + 1 < text.size() && isLineBreak(text[at + 1])) {
      ++at;
      skipLineBreak();
      while (at < text.size() && isBlank(text[at]))
        ++at;
    }
    indentTo(depth, lineStart);
    atLineStart = false;
    return;
  }
}

void Lexer::indentTo(Depth depth, size_t lineStart) {
  Depth top = blocks.back();
  auto mixed = [&] {
    messages::mixedIndentation(engine, span(lineStart, at));
    pushError(lineStart, at);
  };
  if (depth.wide == top.wide) {
    if (depth.narrow != top.narrow)
      mixed();
    return;
  }
  if (depth.wide > top.wide) {
    if (depth.narrow <= top.narrow)
      mixed();
    if (blocks.size() > kMaxBlocks) {
      messages::tooManyBlocks(engine, span(lineStart, at), kMaxBlocks);
      pushError(lineStart, at);
      stopped = true;
      return;
    }
    blocks.push_back(depth);
    push(TokenKind::Indent, lineStart, at);
    return;
  }
  Depth closed = top;
  while (depth.wide < blocks.back().wide) {
    closed = blocks.back();
    blocks.pop_back();
    push(TokenKind::Dedent, at, at);
  }
  if (depth.wide != blocks.back().wide) {
    size_t lineEnd = std::min(text.find_first_of("\r\n", at), text.size());
    messages::unmatchedDedent(engine, span(at, lineEnd), depth.wide,
                              blocks.back().wide, closed.wide);
    // The line is read as part of the inner block.
    blocks.push_back(depth);
    list.tokens.pop_back();
    pushError(at, at);
  } else if (depth.narrow != blocks.back().narrow) {
    mixed();
  }
}

/// A backslash: true if it joined two lines.
bool Lexer::backslash() {
  size_t start = at++;
  if (at < text.size() && isLineBreak(text[at])) {
    skipLineBreak();
    return true;
  }
  size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  messages::strayBackslash(engine, span(start, at));
  pushError(start, at);
  at = end;
  return false;
}

void Lexer::name() {
  size_t begin = at;
  while (at < text.size() && isNameByte(text[at])) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    unsigned length;
    uint32_t c = decode(text.substr(at), length);
    if (c == 0xFFFD || isSymbol(c))
      break;
    at += length;
  }
  static const auto kKeywords = [](StringRef word) {
    return llvm::StringSwitch<TokenKind>(word)
#define TQ_KEYWORD(name) .Case(#name, TokenKind::kw_##name)
#include "compiler/syntax/Tokens.def"
        .Default(TokenKind::Name);
  };
  push(kKeywords(text.slice(begin, at)), begin, at);
}

void Lexer::number() {
  size_t begin = at;
  NumberShape shape = scanNumber(text, begin);
  at = shape.end;
  StringRef whole = text.slice(begin, at);
  if (shape.isImaginary) {
    messages::imaginaryNumber(engine, span(begin, at), whole);
    return pushError(begin, at);
  }
  if (!shape.problem.empty()) {
    messages::badNumber(engine, span(begin, at), whole, shape.problem);
    return pushError(begin, at);
  }
  push(shape.isFloat ? TokenKind::Float : TokenKind::Int, begin, at);
}

void Lexer::string(const StringShape &shape) {
  size_t begin = at;
  size_t end = strings.literal(at);
  if (end == StringRef::npos || end > text.size()) {
    std::string quotes = "`" + std::string(shape.quotes, shape.quote) + "`";
    size_t open = begin + shape.bodyStart();
    size_t lineEnd = std::min(text.find_first_of("\r\n", open), text.size());
    messages::unterminatedString(
        engine, span(begin, shape.quotes == 3 ? open : lineEnd), quotes);
    // A lost triple quote would take the whole file along: read on behind it.
    at = lineEnd;
    return pushError(begin, at);
  }
  at = end;
  if (shape.bytes) {
    messages::bytesLiteral(engine, span(begin, end));
    return pushError(begin, end);
  }
  push(shape.formatted ? TokenKind::FString : TokenKind::String, begin, end);
}

void Lexer::openBracket() {
  if (brackets.size() < kMaxBrackets) {
    brackets.push_back(
        {text[at], static_cast<uint32_t>(at), list.tokens.size()});
    return;
  }
  messages::tooManyBrackets(engine, span(at, at + 1), kMaxBrackets);
  pushError(at, at + 1);
  // This line is lost; the next one starts afresh.
  brackets.clear();
  at = std::min(text.find_first_of("\r\n", at), text.size()) - 1;
}

void Lexer::closeBracket() {
  if (brackets.empty())
    return; // the parser will not expect it
  auto opens = [](char close) {
    return close == ')' ? '(' : close == ']' ? '[' : '{';
  };
  Bracket open = brackets.back();
  brackets.pop_back();
  if (open.open == opens(text[at]))
    return;
  messages::mismatchedBracket(engine, span(at, at + 1), text.substr(at, 1),
                              span(open.at, open.at + 1),
                              text.substr(open.at, 1));
  pushError(at, at + 1);
  // `(a]` closes; `[(a]` closes both.
  if (!brackets.empty() && brackets.back().open == opens(text[at]))
    brackets.pop_back();
}

bool Lexer::punctuation() {
  StringRef rest = text.substr(at);
#define TQ_PUNCTUATION(name, spelling)                                         \
  if (rest.starts_with(spelling)) {                                            \
    constexpr TokenKind kind = TokenKind::name;                                \
    if (kind == TokenKind::LParen || kind == TokenKind::LBracket ||            \
        kind == TokenKind::LBrace) {                                           \
      size_t before = list.errors.size();                                      \
      openBracket();                                                           \
      if (list.errors.size() != before) {                                      \
        ++at;                                                                  \
        return true;                                                           \
      }                                                                        \
    }                                                                          \
    if (kind == TokenKind::RParen || kind == TokenKind::RBracket ||            \
        kind == TokenKind::RBrace)                                             \
      closeBracket();                                                          \
    push(kind, at, at + sizeof(spelling) - 1);                                 \
    at += sizeof(spelling) - 1;                                                \
    return true;                                                               \
  }
#include "compiler/syntax/Tokens.def"
  return false;
}

void Lexer::strayCharacter() {
  size_t begin = at;
  unsigned length;
  uint32_t c = decode(text.substr(at), length);
  at += length;
  if (nextBad < badBytes.size() && badBytes[nextBad].first <= begin) {
    at = std::max<size_t>(at, badBytes[nextBad].second);
    return reportBadBytes();
  }
  messages::strayCharacter(engine, span(begin, at), text.slice(begin, at), c,
                           insteadOf(c));
  pushError(begin, at);
}

void Lexer::token() {
  char c = text[at];
  if (llvm::isDigit(c) ||
      (c == '.' && at + 1 < text.size() && llvm::isDigit(text[at + 1])))
    return number();
  if (llvm::isAlpha(c) || c == '"' || c == '\'') {
    StringShape shape = stringShape(text.substr(at));
    if (shape.quotes != 0)
      return string(shape);
  }
  if (isNameStart(c)) {
    size_t before = at;
    unsigned length;
    uint32_t point = decode(text.substr(at), length);
    if (point != 0xFFFD && !isSymbol(point))
      return name();
    at = before;
    return strayCharacter();
  }
  if (!punctuation())
    strayCharacter();
}

/// Whether the text at the start of a line can only be a new statement: then a
/// bracket that is still open was forgotten.
bool Lexer::startsStatement() const {
  StringRef word =
      text.substr(at).take_while([](char c) { return isNameByte(c); });
  return llvm::StringSwitch<bool>(word)
      .Cases({"def", "class", "return", "import", "while", "with"}, true)
      .Cases({"try", "except", "finally", "assert", "raise", "pass"}, true)
      .Cases({"break", "continue", "global", "nonlocal", "del"}, true)
      .Default(false);
}

/// Ends a logical line whose brackets were never closed, at the first line that
/// is not deeper than the one it starts on.
void Lexer::abandonBrackets() {
  Bracket open = brackets.front();
  auto lineStart = [&](size_t offset) {
    size_t start = text.rfind('\n', offset);
    return start == StringRef::npos ? 0 : start + 1;
  };
  if (++rewinds < 50)
    for (size_t i = open.token + 1; i < list.tokens.size(); ++i) {
      Token token = list.tokens[i];
      size_t begin = token.span.begin - base;
      size_t start = lineStart(begin);
      StringRef blank = text.slice(start, begin);
      if (start <= open.at || blank.size() > blocks.back().narrow ||
          !blank.trim(" \t").empty() || token.is(TokenKind::RParen) ||
          token.is(TokenKind::RBracket) || token.is(TokenKind::RBrace))
        continue;
      uint32_t firstError = list.errors.size();
      for (size_t k = i; k < list.tokens.size(); ++k)
        if (list.tokens[k].is(TokenKind::Error))
          firstError = std::min(firstError, list.tokens[k].error);
      list.tokens.resize(i);
      list.errors.erase(list.errors.begin() + firstError, list.errors.end());
      while (!list.tqcComments.empty() &&
             list.tqcComments.back().span.begin - base >= start)
        list.tqcComments.pop_back();
      at = start;
      while (nextBad > 0 && badBytes[nextBad - 1].first >= at)
        --nextBad;
      break;
    }
  // Of the brackets on the abandoned line the last one is the likeliest slip.
  for (const Bracket &bracket : brackets)
    if (bracket.at < at)
      open = bracket;
  brackets.clear();
  messages::unclosedBracket(engine, span(open.at, open.at + 1),
                            text.substr(open.at, 1));
  pushError(at, at);
  push(TokenKind::Newline, at, at);
  atLineStart = true;
}

void Lexer::finish() {
  if (mode == LexMode::File) {
    if (!list.tokens.empty() && !list.tokens.back().is(TokenKind::Newline) &&
        !list.tokens.back().is(TokenKind::Dedent))
      push(TokenKind::Newline, at, at);
    for (; blocks.size() > 1; blocks.pop_back())
      push(TokenKind::Dedent, at, at);
  }
  push(TokenKind::End, at, at);
}

TokenList Lexer::run() {
  if (mode == LexMode::File) {
    findBadBytes();
    if (text.starts_with("\xEF\xBB\xBF"))
      at = 3;
  } else {
    atLineStart = false;
  }
  while (!stopped) {
    reportBadBytes();
    if (atLineStart && brackets.empty())
      beginLine();
    while (at < text.size() && isBlank(text[at]))
      ++at;
    if (at >= text.size()) {
      if (brackets.empty() || mode == LexMode::Field)
        break;
      abandonBrackets();
      continue;
    }
    if (text[at] == '#') {
      comment(/*aloneOnItsLine=*/false);
    } else if (isLineBreak(text[at])) {
      size_t begin = at;
      skipLineBreak();
      if (mode == LexMode::Field)
        continue;
      if (!brackets.empty()) {
        while (at < text.size() && isBlank(text[at]))
          ++at;
        if (startsStatement()) {
          at = begin;
          skipLineBreak();
          abandonBrackets();
        }
        continue;
      }
      push(TokenKind::Newline, begin, begin);
      atLineStart = true;
    } else if (text[at] == '\\') {
      backslash();
    } else {
      token();
    }
  }
  at = std::min(at, text.size());
  list.cutShort = stopped;
  finish();
  return std::move(list);
}

TokenList lex(const SourceFile &file, const SourceManager &sources,
              LexMode mode, Span range) {
  return Lexer(file, sources, mode, range).run();
}

} // namespace tqc
