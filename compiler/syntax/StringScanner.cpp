//===- StringScanner.cpp - Where a string literal ends --------------------===//
//
// Prefixes, quotes, escapes, and the fields of f-strings.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/StringScanner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace tqc {

/// Nested f-strings inside each other.
static constexpr unsigned kMaxStringDepth = 50;
/// A field of an f-string is looked for in this many bytes.
static constexpr size_t kMaxField = 1 << 16;
/// After so many fields without an end, braces are taken as text: looking for
/// ends that do not exist must not cost more than the file is long.
static constexpr unsigned kMaxOpenFields = 100;

static bool isLineBreak(char c) { return c == '\n' || c == '\r'; }
static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

StringShape stringShape(StringRef text) {
  StringShape shape;
  shape.quotes = 0;
  size_t at = 0;
  while (at < text.size() && at < 2 && llvm::isAlpha(text[at]))
    ++at;
  if (at == text.size() || (text[at] != '"' && text[at] != '\''))
    return shape;
  std::string prefix = text.take_front(at).lower();
  shape.raw = StringRef(prefix).contains('r');
  shape.bytes = StringRef(prefix).contains('b');
  shape.formatted = StringRef(prefix).contains('f');
  bool known = llvm::StringSwitch<bool>(prefix)
                   .Cases({"", "r", "u", "b", "f"}, true)
                   .Cases({"br", "rb", "fr", "rf"}, true)
                   .Default(false);
  if (!known)
    return shape;
  shape.prefix = at;
  shape.quote = text[at];
  StringRef rest = text.drop_front(at);
  std::string triple(3, shape.quote);
  shape.quotes = rest.starts_with(triple) ? 3 : 1;
  return shape;
}

static constexpr size_t kNone = StringRef::npos;

size_t StringScanner::literal(size_t at, unsigned depth) const {
  StringShape shape = stringShape(text.substr(at));
  at += shape.bodyStart();
  while (at < text.size()) {
    char c = text[at];
    if (c == '\\') {
      at += text.substr(at).starts_with("\\\r\n") ? 3 : 2;
      continue;
    }
    if (isLineBreak(c) && shape.quotes == 1)
      return kNone;
    if (c == shape.quote && closes(at, shape))
      return at + shape.quotes;
    if (shape.formatted && c == '{') {
      if (at + 1 < text.size() && text[at + 1] == '{') {
        at += 2;
        continue;
      }
      size_t end = depth < kMaxStringDepth && openFields < kMaxOpenFields
                       ? replacement(at + 1, shape, depth + 1)
                       : kNone;
      if (end == kNone)
        ++openFields;
      // Where the braces do not add up the string still ends at its quote:
      // what stands in it is then a matter of the parser.
      at = end == kNone ? at + 1 : end;
      continue;
    }
    ++at;
  }
  return kNone;
}

/// `at` is behind a `{`; returns the offset behind its `}` or npos.
size_t StringScanner::replacement(size_t at, const StringShape &shape,
                                  unsigned depth) const {
  at = field(at, &shape, depth);
  if (at == kNone)
    return kNone;
  if (at < text.size() && text[at] == '=')
    ++at;
  while (at < text.size() && isBlank(text[at]))
    ++at;
  if (at < text.size() && text[at] == '!')
    while (at < text.size() && text[at] != ':' && text[at] != '}' &&
           !isLineBreak(text[at]) && text[at] != shape.quote)
      ++at;
  if (at < text.size() && text[at] == ':') {
    for (++at; at < text.size() && text[at] != '}';) {
      if (closes(at, shape) || (isLineBreak(text[at]) && shape.quotes == 1))
        return kNone;
      if (text[at] == '{') {
        if (depth >= kMaxStringDepth)
          return kNone;
        at = replacement(at + 1, shape, depth + 1);
        if (at == kNone)
          return kNone;
      } else {
        ++at;
      }
    }
  }
  return at < text.size() && text[at] == '}' ? at + 1 : kNone;
}

/// Whether the `=` at `at` is the one of f"{x=}".
static bool isDebugEqual(StringRef text, size_t at) {
  static constexpr StringRef kBefore = "=!<>";
  if (at > 0 && kBefore.contains(text[at - 1]))
    return false;
  size_t next = at + 1;
  while (next < text.size() && isBlank(text[next]))
    ++next;
  if (next == text.size())
    return false;
  if (text[next] == '!')
    return next + 1 == text.size() || text[next + 1] != '=';
  return text[next] == '}' || text[next] == ':';
}

size_t StringScanner::field(size_t at, const StringShape *shape,
                            unsigned depth) const {
  std::string brackets;
  size_t start = at;
  while (at < text.size()) {
    char c = text[at];
    if (at - start > kMaxField)
      return kNone;
    if (shape && shape->quotes == 1 && isLineBreak(c))
      return kNone;
    if (c == '"' || c == '\'') {
      // The letters before a quote are its prefix.
      size_t prefix = at;
      while (prefix > start && at - prefix < 2 &&
             llvm::isAlpha(text[prefix - 1]))
        --prefix;
      while (prefix < at && stringShape(text.substr(prefix)).quotes == 0)
        ++prefix;
      size_t end = depth < kMaxStringDepth ? literal(prefix, depth + 1) : kNone;
      if (end == kNone)
        return kNone;
      at = end;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') {
      brackets += c;
    } else if (c == ')' || c == ']' || c == '}') {
      if (brackets.empty())
        return at;
      brackets.pop_back();
    } else if (brackets.empty()) {
      if (c == ':')
        return at;
      if (c == '!' && (at + 1 == text.size() || text[at + 1] != '='))
        return at;
      if (c == '=' && isDebugEqual(text, at))
        return at;
    }
    ++at;
  }
  return shape ? kNone : text.size();
}

size_t findFieldEnd(StringRef text, size_t at) {
  size_t end = StringScanner(text).field(at, /*shape=*/nullptr, /*depth=*/1);
  return end == kNone ? text.size() : end;
}

} // namespace tqc
