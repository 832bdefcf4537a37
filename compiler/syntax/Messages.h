//===- Messages.h - Every sentence of the lexer and the parser --*- C++ -*-===//
//
// One function a message, so that the wording is in one place and tests can
// find it. What the analysis says is in SemaMessages.h, what the launcher
// interpreter says in compiler/host/HostMessages.h.
//
// A message is lower case, has no full stop, puts code in backquotes and gives
// the values; a note points at the cause; help says what to change.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_MESSAGES_H
#define TQC_COMPILER_SYNTAX_MESSAGES_H

#include "compiler/syntax/Diagnostics.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace tqc::messages {

inline std::string quote(llvm::StringRef text) {
  return ("`" + text + "`").str();
}

//===----------------------------------------------------------------------===//
// Lexer
//===----------------------------------------------------------------------===//

inline Diag &notUtf8(DiagEngine &diags, Span at, unsigned char byte) {
  return diags
      .error(code::NotUtf8, at,
             "byte 0x" +
                 llvm::utohexstr(byte, /*LowerCase=*/true, /*Width=*/2) +
                 " is not part of a UTF-8 character")
      .help("save the file as UTF-8");
}

inline Diag &nulByte(DiagEngine &diags, Span at) {
  return diags.error(code::NulByte, at, "the source holds a NUL byte");
}

inline Diag &strayCharacter(DiagEngine &diags, Span at, llvm::StringRef text,
                            uint32_t codePoint, llvm::StringRef instead) {
  std::string what = quote(text);
  if (codePoint >= 0x7F)
    what += " (U+" +
            llvm::utohexstr(codePoint, /*LowerCase=*/false, /*Width=*/4) + ")";
  else if (codePoint < 0x20)
    what = "control character 0x" +
           llvm::utohexstr(codePoint, /*LowerCase=*/true, /*Width=*/2);
  Diag &diag =
      diags.error(code::StrayCharacter, at, what + " has no meaning here");
  if (!instead.empty())
    diag.help(("write " + instead).str());
  return diag;
}

inline Diag &unterminatedString(DiagEngine &diags, Span open,
                                llvm::StringRef quotes) {
  return diags
      .error(code::UnterminatedString, open, "this string is never closed")
      .help(("end it with " + quotes).str());
}

inline Diag &unclosedBracket(DiagEngine &diags, Span open,
                             llvm::StringRef text) {
  return diags.error(code::UnclosedBracket, open,
                     quote(text) + " is never closed");
}

inline Diag &mismatchedBracket(DiagEngine &diags, Span close,
                               llvm::StringRef closeText, Span open,
                               llvm::StringRef openText) {
  return diags
      .error(code::MismatchedBracket, close,
             quote(closeText) + " does not close " + quote(openText))
      .note(open, quote(openText) + " is opened here");
}

inline Diag &mixedIndentation(DiagEngine &diags, Span indent) {
  return diags
      .error(code::MixedIndentation, indent,
             "tabs and spaces disagree about the depth of this line")
      .help("indent with spaces only");
}

inline Diag &unmatchedDedent(DiagEngine &diags, Span line, unsigned column,
                             unsigned outer, unsigned inner) {
  return diags.error(code::UnmatchedDedent, line,
                     ("this line is indented by " + llvm::Twine(column) +
                      ", but the blocks around it by " + llvm::Twine(outer) +
                      " and " + llvm::Twine(inner))
                         .str());
}

inline Diag &badNumber(DiagEngine &diags, Span at, llvm::StringRef text,
                       llvm::StringRef why) {
  return diags.error(code::BadNumber, at,
                     (quote(text) + " is no number: " + why).str());
}

inline Diag &imaginaryNumber(DiagEngine &diags, Span at, llvm::StringRef text) {
  return diags.error(code::ImaginaryNumber, at,
                     quote(text) +
                         " is a complex number, which the language does not "
                         "have");
}

inline Diag &strayBackslash(DiagEngine &diags, Span at) {
  return diags
      .error(code::StrayBackslash, at,
             "a backslash continues the line, but something follows it")
      .help("let the line end directly after the backslash");
}

inline Diag &tooManyBrackets(DiagEngine &diags, Span at, unsigned limit) {
  return diags.error(
      code::TooManyBrackets, at,
      ("more than " + llvm::Twine(limit) + " brackets are open here").str());
}

inline Diag &tooManyBlocks(DiagEngine &diags, Span at, unsigned limit) {
  return diags.error(
      code::TooDeep, at,
      ("more than " + llvm::Twine(limit) + " blocks are nested here").str());
}

inline Diag &shortEscape(DiagEngine &diags, Span at, llvm::StringRef escape,
                         unsigned digits) {
  return diags.error(
      code::BadEscape, at,
      (quote(escape) + " needs " + llvm::Twine(digits) + " hexadecimal digits")
          .str());
}

inline Diag &escapeTooLarge(DiagEngine &diags, Span at) {
  return diags.error(code::BadEscape, at,
                     "this escape is beyond the last character, U+10FFFF");
}

inline Diag &namedEscape(DiagEngine &diags, Span at) {
  return diags
      .error(code::BadEscape, at, "characters cannot be written by name")
      .help("write the character itself, or `\\u` and its number");
}

inline Diag &loneBrace(DiagEngine &diags, Span at, llvm::StringRef brace) {
  return diags
      .error(code::BadFString, at,
             quote(brace) + " stands alone in an f-string")
      .help("write `" + brace.str() + brace.str() + "` for the character");
}

inline Diag &emptyField(DiagEngine &diags, Span at) {
  return diags.error(code::BadFString, at,
                     "the braces of this f-string hold no expression");
}

inline Diag &badConversion(DiagEngine &diags, Span at, llvm::StringRef text) {
  return diags.error(code::BadFString, at,
                     "expected `!r`, `!s` or `!a`, but found " + quote(text));
}

inline Diag &intTooLarge(DiagEngine &diags, Span at) {
  return diags.error(code::IntTooLarge, at,
                     "this integer has more than 127 bits");
}

inline Diag &bytesLiteral(DiagEngine &diags, Span at) {
  return diags.error(code::BytesLiteral, at,
                     "bytes literals are not part of the language");
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

inline Diag &expected(DiagEngine &diags, Span at, llvm::StringRef what,
                      llvm::StringRef found) {
  return diags.error(code::Expected, at,
                     ("expected " + what + ", but found " + found).str());
}

inline Diag &unexpectedIndent(DiagEngine &diags, Span at) {
  return diags.error(code::UnexpectedIndent, at,
                     "this line is indented, but no block starts here");
}

inline Diag &expectedBlock(DiagEngine &diags, Span at, Span header,
                           llvm::StringRef what) {
  return diags
      .error(code::ExpectedBlock, at,
             "expected an indented block after " + what.str())
      .note(header, "the block belongs to this line");
}

inline Diag &notCovered(DiagEngine &diags, Span at, llvm::StringRef what) {
  return diags.error(code::NotCovered, at,
                     (what + " not part of the language").str());
}

inline Diag &badTarget(DiagEngine &diags, Span at, llvm::StringRef what) {
  return diags.error(code::BadTarget, at, ("cannot assign to " + what).str());
}

inline Diag &tooDeep(DiagEngine &diags, Span at) {
  return diags.error(code::TooDeep, at,
                     "this is nested too deeply to be followed");
}

inline Diag &tooManyBranches(DiagEngine &diags, Span at, unsigned limit) {
  return diags
      .error(
          code::TooDeep, at,
          ("this `if` has more than " + llvm::Twine(limit) + " `elif`").str())
      .help("split it, or look the value up in a tuple");
}

inline Diag &badParameters(DiagEngine &diags, Span at, std::string text) {
  return diags.error(code::BadParameters, at, std::move(text));
}

inline Diag &badArguments(DiagEngine &diags, Span at, std::string text) {
  return diags.error(code::BadArguments, at, std::move(text));
}

inline Diag &outsideItsPlace(DiagEngine &diags, Span at, llvm::StringRef what,
                             llvm::StringRef place) {
  return diags.error(code::OutsideItsPlace, at,
                     (quote(what) + " stands outside " + place).str());
}

inline Diag &strayTqcLine(DiagEngine &diags, Span at) {
  return diags
      .warning(code::StrayTqcLine, at, "this line belongs to no function")
      .help("put it directly above a kernel or its first decorator");
}

} // namespace tqc::messages

#endif // TQC_COMPILER_SYNTAX_MESSAGES_H
