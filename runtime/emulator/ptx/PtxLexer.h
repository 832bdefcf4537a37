//===- PtxLexer.h - PTX text to tokens ------------------------------------===//
//
// Answers "what is the next token, and where". Smallest example:
//   `ld.global.f32 %f1, [%rd1+4];` is Name ld, Dot global, Dot f32, Name %f1, …
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_PTX_PTXLEXER_H
#define TQC_RUNTIME_EMULATOR_PTX_PTXLEXER_H

#include "runtime/emulator/ptx/PtxModule.h"

namespace tqc::emu {

enum class TokenKind : uint8_t {
  End,
  Name,    // add, %r1, $L__BB0_1
  Dot,     // .global, .shared::cta, .2d: text without the dot
  Integer, // value
  Single,  // 0f3F800000: value holds 32 bits
  Double,  // 0d… or decimal: value holds the 64 bits of the double
  String,
  Punct, // one of the punctuation characters, or << >> == != <= >= && ||
  Error, // text is the message
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;
  uint64_t value = 0;
  bool isUnsigned = false; // the literal ended in U
  PtxPos pos;

  bool is(TokenKind k, std::string_view t) const {
    return kind == k && text == t;
  }
  bool isPunct(std::string_view t) const { return is(TokenKind::Punct, t); }
};

/// Cuts a text into tokens; comments and white space are skipped.
class PtxLexer {
public:
  explicit PtxLexer(std::string_view text) : text(text) {}
  Token next();

private:
  void skipBlanks();
  Token number();
  Token hexFloat(unsigned digits, TokenKind kind);
  Token punctuation();
  char peek(size_t ahead = 0) const {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }
  Token make(TokenKind kind, size_t start) const;
  Token fail(std::string_view message) const;

  std::string_view text;
  size_t at = 0;
  size_t lineStart = 0;
  uint32_t line = 1;
  PtxPos start;
};

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_PTX_PTXLEXER_H
