//===- Parser.cpp - Files, recovery, and what a .py file skips ------------===//
//
// The frame of the parser: how it reads tokens, how it goes on after an error,
// and how Python that the language does not cover becomes a SkippedStmt.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Parser.h"

#include "compiler/syntax/ParserImpl.h"

using llvm::StringRef;

namespace tqc {

/// A file with more errors is not read to its end: they would say nothing new.
static constexpr unsigned kMaxErrorsOfFile = 200;

Parser::Parser(const SourceFile &file, ast::Module &module, DiagEngine &diags)
    : file(file), module(module), diags(diags),
      list(lex(file, diags.sourceManager())), lastEnd(file.base()),
      firstErrors(diags.errorCount()) {}

//===----------------------------------------------------------------------===//
// Errors and recovery
//===----------------------------------------------------------------------===//

std::string Parser::found() const {
  const Token &token = peek();
  switch (token.kind) {
  case TokenKind::Name:
  case TokenKind::Int:
  case TokenKind::Float:
    return messages::quote(textOf(token.span));
  default:
    return describe(token.kind);
  }
}

Diag *Parser::errorExpected(StringRef what) {
  if (at(TokenKind::Error)) {
    diags.report(list.errors[peek().error]);
    return nullptr;
  }
  return &messages::expected(diags, peek().span, what, found());
}

bool Parser::expect(TokenKind kind) {
  if (accept(kind))
    return true;
  Diag *diag = errorExpected(describe(kind));
  if (diag && kind == TokenKind::Colon && at(TokenKind::Equal))
    diag->help("`==` compares, `=` assigns");
  if (diag && kind == TokenKind::Colon && at(TokenKind::kw_if) && pos > 0 &&
      list.tokens[pos - 1].is(TokenKind::kw_else))
    diag->help("write `elif`");
  return false;
}

bool Parser::expectClosing(TokenKind kind, Span open) {
  if (accept(kind))
    return true;
  Diag *diag = errorExpected("`,` or " + describe(kind));
  if (diag)
    diag->note(open, "to close this " + messages::quote(textOf(open)));
  return false;
}

std::nullptr_t Parser::refuse(Span at, StringRef what) {
  messages::notCovered(diags, at, what);
  return nullptr;
}

bool Parser::tooDeep() {
  if (depth <= kMaxDepth)
    return false;
  messages::tooDeep(diags, peek().span);
  return true;
}

/// An error of the lexer after which the statement can still be read.
bool Parser::isSoftError() const {
  if (!at(TokenKind::Error))
    return false;
  unsigned number = list.errors[peek().error].code.number;
  return number == code::MixedIndentation.number ||
         number == code::UnmatchedDedent.number ||
         number == code::NulByte.number || number == code::NotUtf8.number;
}

void Parser::takeSoftErrors() {
  while (isSoftError()) {
    if (!file.isPython())
      diags.report(list.errors[peek().error]);
    advance();
  }
}

/// Skips the rest of a logical line and the block below it.
void Parser::skipLine() {
  while (!at(TokenKind::Newline) && !at(TokenKind::End) &&
         !at(TokenKind::Dedent))
    advance();
  if (!accept(TokenKind::Newline))
    return;
  takeSoftErrors();
  if (!at(TokenKind::Indent))
    return;
  unsigned blocks = 0;
  do {
    if (at(TokenKind::Indent))
      ++blocks;
    else if (at(TokenKind::Dedent))
      --blocks;
    advance();
  } while (blocks > 0 && !at(TokenKind::End));
}

/// Goes to the next statement of the same or lower depth.
void Parser::skipStatement() {
  skipLine();
  while (at(TokenKind::kw_elif) || at(TokenKind::kw_else) ||
         at(TokenKind::kw_except) || at(TokenKind::kw_finally))
    skipLine();
}

bool Parser::tooManyErrors() const {
  return diags.errorCount() - firstErrors >= kMaxErrorsOfFile;
}

//===----------------------------------------------------------------------===//
// What a .py file skips
//===----------------------------------------------------------------------===//

/// The name that the statement at token `from` would define, or "".
std::string Parser::definedName(size_t from) const {
  auto kind = [&](size_t i) {
    return list.tokens[std::min(i, list.tokens.size() - 1)].kind;
  };
  while (kind(from) == TokenKind::At) { // decorators
    while (kind(from) != TokenKind::Newline && kind(from) != TokenKind::End)
      ++from;
    while (kind(from) == TokenKind::Newline || kind(from) == TokenKind::Error)
      ++from;
  }
  if (kind(from) == TokenKind::kw_async)
    ++from;
  if (kind(from) == TokenKind::kw_def || kind(from) == TokenKind::kw_class)
    ++from;
  else if (kind(from + 1) != TokenKind::Equal &&
           kind(from + 1) != TokenKind::Colon &&
           kind(from + 1) != TokenKind::Comma)
    return "";
  return kind(from) == TokenKind::Name ? textOf(list.tokens[from].span).str()
                                       : "";
}

/// Whether one of the decorators at token `from` is `jit`, `triton.jit` or
/// `triton.jit(...)`.
bool Parser::startsKernel(size_t from) const {
  auto token = [&](size_t i) -> const Token & {
    return list.tokens[std::min(i, list.tokens.size() - 1)];
  };
  while (token(from).is(TokenKind::At)) {
    ++from;
    while (token(from).is(TokenKind::Name) &&
           token(from + 1).is(TokenKind::Dot))
      from += 2;
    if (token(from).is(TokenKind::Name) && textOf(token(from).span) == "jit")
      return true;
    while (!token(from).is(TokenKind::Newline) &&
           !token(from).is(TokenKind::End))
      ++from;
    while (token(from).is(TokenKind::Newline) ||
           token(from).is(TokenKind::Error))
      ++from;
  }
  return false;
}

/// Puts a SkippedStmt in place of the statement that starts at `firstToken`,
/// with the first diagnostic since `mark` as its reason.
void Parser::replaceBySkipped(Block &out, size_t keep, size_t firstToken,
                              size_t mark) {
  out.resize(keep);
  Span start = list.tokens[firstToken].span;
  LineColumn place = file.locate(start.begin);
  uint32_t end =
      start.begin - (place.column - 1) + file.lineText(place.line).size();
  auto *skipped = make<ast::SkippedStmt>(Span{start.begin, end});
  skipped->name = definedName(firstToken);
  skipped->isKernel = startsKernel(firstToken);
  for (const TqcComment &comment : list.tqcComments)
    skipped->hasTqcLine |= comment.line + 1 == place.line;
  for (size_t i = mark; i < diags.all().size(); ++i)
    skipped->diags.push_back(diags.all()[i]);
  if (const Diag *first = diags.firstErrorSince(mark)) {
    skipped->reason = first->message;
    skipped->code = first->code.number;
    skipped->where = first->at;
  }
  diags.rollBack(mark);
  out.push_back(skipped);
}

/// One statement or one line of them. Never fails: what cannot be read is said
/// and skipped.
void Parser::parseStatement(Block &out) {
  size_t keep = out.size(), firstToken = pos, mark = diags.mark();
  unsigned errors = diags.errorCount();
  if (!parseStatementHere(out))
    skipStatement();
  if (tooHigh) {
    messages::tooDeep(diags, tooHigh->span);
    tooHigh = nullptr;
    out.resize(keep);
  }
  // Inside a function the whole function is skipped: half of it would compile
  // to something else.
  if (file.isPython() && functions == 0 && diags.errorCount() != errors)
    replaceBySkipped(out, keep, firstToken, mark);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// file = (NEWLINE | statement)* END
void Parser::parseModule() {
  while (!at(TokenKind::End) && !tooManyErrors()) {
    takeSoftErrors();
    if (accept(TokenKind::Newline) || accept(TokenKind::Dedent))
      continue;
    if (at(TokenKind::End))
      break;
    size_t before = pos;
    parseStatement(module.body);
    if (pos == before) // a token that no rule takes and no skip ends at
      advance();
  }
  attachLateDecorators(module.body);
  if (file.isPython() && list.cutShort) {
    auto *rest = make<ast::SkippedStmt>(peek().span);
    rest->reason = "what follows was not read: too much before it is no text "
                   "of a program";
    rest->code = code::StrayCharacter.number;
    rest->where = peek().span;
    module.body.push_back(rest);
  }
  if (file.isPython() || diags.errorCount() != firstErrors)
    return;
  for (const TqcComment &comment : list.tqcComments)
    if (!usedTqcLines.count(comment.line))
      messages::strayTqcLine(diags, comment.span);
}

/// expressions NEWLINE* END
ast::Expr *Parser::parseWholeExpression() {
  ast::Expr *result = parseExpressions();
  if (!result)
    return nullptr;
  while (accept(TokenKind::Newline)) {
  }
  if (!at(TokenKind::End)) {
    errorExpected("the end of the expression");
    return nullptr;
  }
  if (tooHigh) {
    messages::tooDeep(diags, tooHigh->span);
    return nullptr;
  }
  return result;
}

std::unique_ptr<ast::Module> parseFile(const SourceFile &file,
                                       DiagEngine &diags) {
  auto module = std::make_unique<ast::Module>(file);
  Parser(file, *module, diags).parseModule();
  return module;
}

ast::Expr *parseExpression(const SourceFile &file, ast::Module &arena,
                           DiagEngine &diags) {
  return Parser(file, arena, diags).parseWholeExpression();
}

} // namespace tqc
