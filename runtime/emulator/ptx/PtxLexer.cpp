//===- PtxLexer.cpp - PTX text to tokens ----------------------------------===//

#include "runtime/emulator/ptx/PtxLexer.h"

#include <cstdlib>
#include <cstring>

namespace tqc::emu {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '%';
}
static bool isNameChar(char c) {
  return (isNameStart(c) && c != '%') || isDigit(c);
}
static int hexValue(char c) {
  if (isDigit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

Token PtxLexer::make(TokenKind kind, size_t from) const {
  Token token;
  token.kind = kind;
  token.text = text.substr(from, at - from);
  token.pos = start;
  return token;
}

Token PtxLexer::fail(std::string_view message) const {
  Token token;
  token.kind = TokenKind::Error;
  token.text = message;
  token.pos = start;
  return token;
}

void PtxLexer::skipBlanks() {
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      lineStart = ++at;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '/' && peek(1) == '/') {
      while (at < text.size() && text[at] != '\n')
        ++at;
    } else if (c == '/' && peek(1) == '*') {
      at += 2;
      while (at < text.size() && !(text[at] == '*' && peek(1) == '/')) {
        if (text[at] == '\n') {
          ++line;
          lineStart = at + 1;
        }
        ++at;
      }
      at = at + 2 < text.size() ? at + 2 : text.size();
    } else if (c == '\0') {
      ++at; // drivers accept a terminating zero
    } else {
      return;
    }
  }
}

Token PtxLexer::hexFloat(unsigned digits, TokenKind kind) {
  size_t from = at;
  at += 2;
  uint64_t value = 0;
  for (unsigned i = 0; i < digits; ++i, ++at) {
    int digit = hexValue(peek());
    if (digit < 0)
      return fail("a hexadecimal float needs 8 digits after 0f, 16 after 0d");
    value = value << 4 | static_cast<unsigned>(digit);
  }
  Token token = make(kind, from);
  token.value = value;
  return token;
}

Token PtxLexer::number() {
  char second = peek(1);
  if (peek() == '0' && (second == 'f' || second == 'F'))
    return hexFloat(8, TokenKind::Single);
  if (peek() == '0' && (second == 'd' || second == 'D'))
    return hexFloat(16, TokenKind::Double);
  size_t from = at;
  unsigned base = 10;
  if (peek() == '0' && (second == 'x' || second == 'X')) {
    base = 16;
    at += 2;
  } else if (peek() == '0' && (second == 'b' || second == 'B')) {
    base = 2;
    at += 2;
  } else if (peek() == '0' && isDigit(second)) {
    base = 8;
  }
  uint64_t value = 0;
  bool any = false, tooBig = false;
  for (;; ++at) {
    int digit = hexValue(peek());
    if (digit < 0 || static_cast<unsigned>(digit) >= base)
      break;
    any = true;
    if (__builtin_mul_overflow(value, uint64_t(base), &value) ||
        __builtin_add_overflow(value, uint64_t(digit), &value))
      tooBig = true;
  }
  bool isFloat = base != 16 && base != 2 &&
                 ((peek() == '.' && isDigit(peek(1))) || peek() == 'e' ||
                  peek() == 'E' || (peek() == '.' && !isNameStart(peek(1))));
  if (isFloat) {
    auto digits = [&] {
      while (isDigit(peek()))
        ++at;
    };
    digits();
    if (peek() == '.')
      ++at;
    digits();
    if (peek() == 'e' || peek() == 'E') {
      ++at;
      if (peek() == '+' || peek() == '-')
        ++at;
      if (!isDigit(peek()))
        return fail("a float's exponent needs digits");
      digits();
    }
    Token token = make(TokenKind::Double, from);
    double parsed = std::strtod(std::string(token.text).c_str(), nullptr);
    std::memcpy(&token.value, &parsed, sizeof parsed);
    return token;
  }
  if (!any)
    return fail("a number needs digits");
  if (tooBig)
    return fail("an integer literal does not fit into 64 bits");
  bool isUnsigned = peek() == 'U' || peek() == 'u';
  if (isUnsigned)
    ++at;
  Token token = make(TokenKind::Integer, from);
  token.value = value;
  token.isUnsigned = isUnsigned;
  return token;
}

Token PtxLexer::punctuation() {
  static constexpr std::string_view kPairs[] = {
      "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"};
  size_t from = at;
  std::string_view two = text.substr(at, 2);
  for (std::string_view pair : kPairs)
    if (two == pair) {
      at += 2;
      return make(TokenKind::Punct, from);
    }
  if (std::strchr("{}()[]<>,;:+-*/%&|^~!=@?", text[at])) {
    ++at;
    return make(TokenKind::Punct, from);
  }
  ++at;
  return fail("unexpected character");
}

Token PtxLexer::next() {
  skipBlanks();
  start.line = line;
  start.column = static_cast<uint32_t>(at - lineStart + 1);
  if (at >= text.size())
    return make(TokenKind::End, at);
  char c = text[at];
  size_t from = at;
  if (isDigit(c))
    return number();
  if (isNameStart(c) && (c != '%' || isNameChar(peek(1)))) {
    ++at;
    while (isNameChar(peek()))
      ++at;
    return make(TokenKind::Name, from);
  }
  if (c == '.' && (isNameChar(peek(1)))) {
    ++at;
    while (isNameChar(peek()) ||
           (peek() == ':' && peek(1) == ':' && isNameChar(peek(2))))
      at += peek() == ':' ? 2 : 1;
    Token token = make(TokenKind::Dot, from);
    token.text.remove_prefix(1);
    return token;
  }
  if (c == '"') {
    ++at;
    while (at < text.size() && text[at] != '"' && text[at] != '\n')
      at += text[at] == '\\' && at + 1 < text.size() ? 2 : 1;
    if (peek() != '"')
      return fail("a string without its closing quote");
    ++at;
    Token token = make(TokenKind::String, from);
    token.text = token.text.substr(1, token.text.size() - 2);
    return token;
  }
  return punctuation();
}

} // namespace tqc::emu
