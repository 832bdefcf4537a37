//===- Lexer.h - Text to tokens ---------------------------------*- C++ -*-===//
//
// Which tokens does a text hold? Python's rules: blocks by indentation, lines
// joined inside brackets and after a backslash, strings in all their forms.
//
//     if n > 0:        if  Name  >  Int  :  Newline
//         f(n,         Indent  Name  (  Name  ,
//           1)         Int  )  Newline
//                      Dedent  End
//
// A text that forms no token becomes an Error token with its message; the
// parser says it when it gets there. Values (numbers, texts) are decoded by
// the parser, from the text of the token.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_LEXER_H
#define TQC_COMPILER_SYNTAX_LEXER_H

#include "compiler/syntax/Diagnostics.h"

#include <vector>

namespace tqc {

enum class TokenKind : uint8_t {
#define TQ_TOKEN(name, what) name,
#define TQ_KEYWORD(name) kw_##name,
#define TQ_PUNCTUATION(name, text) name,
#include "compiler/syntax/Tokens.def"
};

/// How a message calls a kind: "`for`", "a name".
std::string describe(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::End;
  Span span;
  uint32_t error = 0; ///< for Error: index into TokenList::errors

  bool is(TokenKind other) const { return kind == other; }
};

/// A comment `# tqc: ...` that is alone on its line.
struct TqcComment {
  uint32_t line;
  Span span; ///< from the `#` to the end of the line
  std::string text;
};

/// The tokens of a text; the last one is End.
struct TokenList {
  std::vector<Token> tokens;
  std::vector<Diag> errors;
  std::vector<TqcComment> tqcComments;
  bool cutShort = false; ///< after too many errors the rest was not read
};

/// What a list of tokens is read for.
enum class LexMode : uint8_t {
  File,  ///< statements: line breaks and indentation count
  Field, ///< the braces of an f-string: they do not
};

/// Tokenises `range` of `file`; the whole file by default.
TokenList lex(const SourceFile &file, const SourceManager &sources,
              LexMode mode = LexMode::File, Span range = {});

/// A number in the text, as written.
struct NumberShape {
  size_t end = 0; ///< behind its last letter
  bool isFloat = false, isImaginary = false;
  llvm::StringRef problem; ///< why it is no number, or empty
};

NumberShape scanNumber(llvm::StringRef text, size_t at);

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_LEXER_H
