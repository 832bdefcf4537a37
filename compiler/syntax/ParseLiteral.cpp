//===- ParseLiteral.cpp - Numbers, strings, f-strings ---------------------===//
//
// The lexer says where a literal ends; here its text becomes a value. The
// expressions in an f-string are tokenised where they stand, so that their
// places in the file are exact.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"
#include "compiler/syntax/StringScanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <cstdlib>

using llvm::StringRef;

namespace tqc {

using namespace ast;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Expr *Parser::parseInt() {
  Span span = peek().span;
  StringRef digits = textOf(span);
  unsigned radix = 10;
  if (digits.size() > 2 && digits[0] == '0' && llvm::isAlpha(digits[1])) {
    radix = llvm::toLower(digits[1]) == 'x'   ? 16
            : llvm::toLower(digits[1]) == 'o' ? 8
                                              : 2;
    digits = digits.drop_front(2);
  }
  const unsigned __int128 limit = ~static_cast<unsigned __int128>(0) >> 1;
  unsigned __int128 value = 0;
  for (char digit : digits) {
    if (digit == '_')
      continue;
    unsigned next = llvm::hexDigitValue(digit);
    if (value > (limit - next) / radix) {
      messages::intTooLarge(diags, span);
      return nullptr;
    }
    value = value * radix + next;
  }
  advance();
  auto *node = make<IntExpr>(span);
  node->value = static_cast<__int128>(value);
  return node;
}

Expr *Parser::parseFloat() {
  Span span = peek().span;
  std::string text = textOf(span).str();
  llvm::erase(text, '_');
  advance();
  auto *node = make<FloatExpr>(span);
  node->value = std::strtod(text.c_str(), nullptr);
  return node;
}

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

static void appendUtf8(uint32_t codePoint, std::string &out) {
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *end = bytes;
  if (llvm::ConvertCodePointToUTF8(codePoint, end)) {
    out.append(bytes, end);
    return;
  }
  // A lone surrogate: kept as the three bytes that Python would print as such.
  out += static_cast<char>(0xE0 | (codePoint >> 12));
  out += static_cast<char>(0x80 | ((codePoint >> 6) & 0x3F));
  out += static_cast<char>(0x80 | (codePoint & 0x3F));
}

/// \x41, \u0041, \U00000041: `i` is at the letter and moves behind the digits.
bool Parser::unescapeCode(StringRef body, size_t &i, uint32_t offset,
                          std::string &out) {
  unsigned count = body[i] == 'x' ? 2 : body[i] == 'u' ? 4 : 8;
  uint32_t begin = offset + i - 1;
  StringRef letter = body.substr(i - 1, 2);
  uint32_t value = 0;
  for (unsigned k = 1; k <= count; ++k) {
    if (i + k >= body.size() || !llvm::isHexDigit(body[i + k])) {
      messages::shortEscape(
          diags, {begin, static_cast<uint32_t>(begin + 1 + k)}, letter, count);
      return false;
    }
    value = value * 16 + llvm::hexDigitValue(body[i + k]);
  }
  if (value > 0x10FFFF) {
    messages::escapeTooLarge(diags, {begin, begin + 2 + count});
    return false;
  }
  appendUtf8(value, out);
  i += count + 1;
  return true;
}

/// Appends the text that `body`, at `offset` in the file, stands for.
bool Parser::unescape(StringRef body, uint32_t offset, bool raw,
                      std::string &out) {
  for (size_t i = 0; i < body.size();) {
    char c = body[i];
    if (c == '\r') { // every line break is "\n"
      out += '\n';
      i += body.substr(i).starts_with("\r\n") ? 2 : 1;
      continue;
    }
    if (raw || c != '\\' || i + 1 == body.size()) {
      out += c;
      ++i;
      continue;
    }
    char e = body[++i];
    static constexpr StringRef kLetters = "abfnrtv\\'\"";
    static constexpr StringRef kValues = "\a\b\f\n\r\t\v\\'\"";
    if (size_t known = kLetters.find(e); known != StringRef::npos) {
      out += kValues[known];
      ++i;
    } else if (e == '\n' || e == '\r') { // the line goes on
      i += body.substr(i).starts_with("\r\n") ? 2 : 1;
    } else if (e >= '0' && e <= '7') {
      uint32_t value = 0;
      for (int k = 0;
           k < 3 && i < body.size() && body[i] >= '0' && body[i] <= '7'; ++k)
        value = value * 8 + (body[i++] - '0');
      appendUtf8(value, out);
    } else if (e == 'x' || e == 'u' || e == 'U') {
      if (!unescapeCode(body, i, offset, out))
        return false;
    } else if (e == 'N' && i + 1 < body.size() && body[i + 1] == '{') {
      uint32_t begin = offset + i - 1;
      messages::namedEscape(diags, {begin, begin + 2});
      return false;
    } else { // Python keeps the backslash of what is no escape
      out += '\\';
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// strings = (STRING | FSTRING)+   adjacent ones are one
Expr *Parser::parseStrings() {
  uint32_t begin = peek().span.begin;
  std::string text;
  auto *formatted = make<FStringExpr>({});
  bool isFormatted = false;
  while (at(TokenKind::String) || at(TokenKind::FString)) {
    Span span = peek().span;
    StringRef literal = textOf(span);
    StringShape shape = stringShape(literal);
    StringRef body =
        literal.drop_front(shape.bodyStart()).drop_back(shape.quotes);
    uint32_t offset = span.begin + shape.bodyStart();
    if (!shape.formatted) {
      if (!unescape(body, offset, shape.raw, text))
        return nullptr;
    } else {
      isFormatted = true;
      if (!text.empty())
        formatted->parts.emplace_back().text = std::move(text);
      text.clear();
      if (!parseFStringBody(body, offset, shape.raw, /*isFormat=*/false,
                            formatted, formatted->parts))
        return nullptr;
    }
    advance();
  }
  if (!isFormatted) {
    auto *node = make<StringExpr>(since(begin));
    node->value = std::move(text);
    return node;
  }
  if (!text.empty())
    formatted->parts.emplace_back().text = std::move(text);
  formatted->span = since(begin);
  return formatted;
}

/// The text and the fields of an f-string, or of a format with fields in it.
bool Parser::parseFStringBody(StringRef body, uint32_t offset, bool raw,
                              bool isFormat, FStringExpr *parent,
                              Parts &parts) {
  std::string text;
  size_t textStart = 0, i = 0;
  auto flush = [&](size_t end) {
    return unescape(body.slice(textStart, end), offset + textStart, raw, text);
  };
  auto endText = [&] {
    if (!text.empty())
      parts.emplace_back().text = std::move(text);
    text.clear();
  };
  while (i < body.size()) {
    char c = body[i];
    if (c == '\\' && !raw && i + 1 < body.size() && body[i + 1] != '{' &&
        body[i + 1] != '}') {
      i += 2;
      continue;
    }
    if (c != '{' && c != '}') {
      ++i;
      continue;
    }
    if (!isFormat && i + 1 < body.size() && body[i + 1] == c) {
      if (!flush(i + 1))
        return false;
      textStart = i += 2;
      continue;
    }
    uint32_t place = offset + i;
    if (c == '}') {
      messages::loneBrace(diags, {place, place + 1}, "}");
      return false;
    }
    if (!flush(i))
      return false;
    endText();
    ++i;
    if (!parseField(body, i, offset, raw, parent, parts))
      return false;
    textStart = i;
  }
  if (!flush(i))
    return false;
  endText();
  return true;
}

/// field = "{" expressions "="? ("!" NAME)? (":" format)? "}"; `i` is behind
/// the `{` and moves behind the `}`.
bool Parser::parseField(StringRef body, size_t &i, uint32_t offset, bool raw,
                        FStringExpr *parent, Parts &parts) {
  uint32_t open = offset + i - 1;
  FStringExpr::Part part;
  size_t begin = i;
  i = findFieldEnd(body, i);
  StringRef source = body.slice(begin, i);
  if (source.trim().empty() && i < body.size()) {
    messages::emptyField(diags, {open, static_cast<uint32_t>(offset + i + 1)});
    return false;
  }
  if (i >= body.size()) {
    messages::loneBrace(diags, {open, open + 1}, "{");
    return false;
  }
  part.value = parseFieldExpression({static_cast<uint32_t>(offset + begin),
                                     static_cast<uint32_t>(offset + i)});
  if (!part.value)
    return false;
  adopt(parent, part.value);
  if (body[i] == '=') {
    part.debug = true;
    size_t next = i + 1;
    while (next < body.size() && llvm::isSpace(body[next]))
      ++next;
    part.text = body.slice(begin, next).str();
    i = next;
  }
  if (i < body.size() && body[i] == '!') {
    size_t nameStart = i + 1;
    size_t nameEnd = std::min(body.find_first_of(":}", nameStart), body.size());
    StringRef name = body.slice(nameStart, nameEnd);
    if (name != "r" && name != "s" && name != "a") {
      messages::badConversion(diags,
                              {static_cast<uint32_t>(offset + i),
                               static_cast<uint32_t>(offset + nameEnd)},
                              body.slice(i, nameEnd));
      return false;
    }
    part.conversion = name[0];
    i = nameEnd;
  }
  if (i < body.size() && body[i] == ':' &&
      !parseFormat(body, i, offset, raw, parent, part))
    return false;
  if (i >= body.size() || body[i] != '}') {
    messages::loneBrace(diags, {open, open + 1}, "{");
    return false;
  }
  ++i;
  parts.push_back(std::move(part));
  return true;
}

/// The format behind a `:`, up to the `}` that ends the field.
bool Parser::parseFormat(StringRef body, size_t &i, uint32_t offset, bool raw,
                         FStringExpr *parent, FStringExpr::Part &part) {
  size_t begin = ++i;
  unsigned open = 0;
  while (i < body.size() && (open > 0 || body[i] != '}')) {
    if (body[i] == '{')
      ++open;
    else if (body[i] == '}')
      --open;
    ++i;
  }
  StringRef format = body.slice(begin, i);
  part.format = format.str();
  if (!format.contains('{'))
    return true;
  Nesting nesting(*this);
  return !tooDeep() &&
         parseFStringBody(format, offset + begin, raw,
                          /*isFormat=*/true, parent, part.formatParts);
}

/// The expression in the braces of an f-string.
Expr *Parser::parseFieldExpression(Span span) {
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  TokenList outer = std::move(list);
  size_t outerPos = pos;
  uint32_t outerEnd = lastEnd;
  list = lex(file, diags.sourceManager(), LexMode::Field, span);
  pos = 0;
  Expr *value = parseExpressions();
  if (value && !at(TokenKind::End)) {
    errorExpected("the end of the expression");
    value = nullptr;
  }
  list = std::move(outer);
  pos = outerPos;
  lastEnd = outerEnd;
  return value;
}

} // namespace tqc
