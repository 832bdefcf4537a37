//===- ParseCompound.cpp - Statements with blocks -------------------------===//
//
// `if`, loops, `try`, `with`. Functions: ParseFunction.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

using llvm::StringRef;

namespace tqc {

using namespace ast;

/// or-else = ("else" ":" block)?
bool Parser::parseOrElse(Block &out) {
  uint32_t begin = peek().span.begin;
  if (!accept(TokenKind::kw_else))
    return true;
  return expect(TokenKind::Colon) && parseBlock(out, since(begin), "`else`");
}

/// if = "if" expr ":" block ("elif" expr ":" block)* ("else" ":" block)?
Stmt *Parser::parseIf() {
  IfStmt *first = nullptr, *last = nullptr;
  for (unsigned branches = 0; !first || at(TokenKind::kw_elif); ++branches) {
    // The tree of each `elif` lies inside the one before.
    if (branches > kMaxBranches) {
      messages::tooManyBranches(diags, peek().span, kMaxBranches);
      return nullptr;
    }
    uint32_t begin = peek().span.begin;
    std::string word = describe(peek().kind);
    advance();
    Expr *condition = parseExpr();
    if (!condition || !expect(TokenKind::Colon))
      return nullptr;
    auto *stmt = make<IfStmt>(since(begin));
    stmt->condition = condition;
    if (last)
      last->orElse.push_back(stmt);
    else
      first = stmt;
    last = stmt;
    if (!parseBlock(stmt->body, stmt->span, word))
      return nullptr;
  }
  return parseOrElse(last->orElse) ? first : nullptr;
}

/// while = "while" expr ":" block or-else
Stmt *Parser::parseWhile() {
  uint32_t begin = peek().span.begin;
  advance();
  Expr *condition = parseExpr();
  if (!condition || !expect(TokenKind::Colon))
    return nullptr;
  auto *stmt = make<WhileStmt>(since(begin));
  stmt->condition = condition;
  ++loops;
  bool ok = parseBlock(stmt->body, stmt->span, "`while`");
  --loops;
  return ok && parseOrElse(stmt->orElse) ? stmt : nullptr;
}

/// for = "for" target-list "in" expressions ":" block or-else
Stmt *Parser::parseFor() {
  uint32_t begin = peek().span.begin;
  advance();
  Expr *target = parseTargetList();
  if (!target || !expect(TokenKind::kw_in))
    return nullptr;
  Expr *iterable = parseExpressions();
  if (!iterable || !expect(TokenKind::Colon))
    return nullptr;
  auto *stmt = make<ForStmt>(since(begin));
  stmt->target = target;
  stmt->iterable = iterable;
  ++loops;
  bool ok = parseBlock(stmt->body, stmt->span, "`for`");
  --loops;
  return ok && parseOrElse(stmt->orElse) ? stmt : nullptr;
}

/// handler = "except" (expr ("as" NAME)?)? ":" block
bool Parser::parseHandler(TryStmt *stmt) {
  uint32_t begin = peek().span.begin;
  advance();
  TryStmt::Handler handler;
  if (at(TokenKind::Star))
    return refuse(peek().span, "exception groups are") != nullptr;
  if (!at(TokenKind::Colon)) {
    handler.type = parseExpr();
    if (!handler.type)
      return false;
    if (accept(TokenKind::kw_as)) {
      handler.name = textOf(peek().span).str();
      if (!expect(TokenKind::Name))
        return false;
    }
  }
  if (!expect(TokenKind::Colon) ||
      !parseBlock(handler.body, since(begin), "`except`"))
    return false;
  stmt->handlers.push_back(std::move(handler));
  return true;
}

/// try = "try" ":" block handler* or-else ("finally" ":" block)?
Stmt *Parser::parseTry() {
  uint32_t begin = peek().span.begin;
  advance();
  if (!expect(TokenKind::Colon))
    return nullptr;
  auto *stmt = make<TryStmt>(since(begin));
  if (!parseBlock(stmt->body, stmt->span, "`try`"))
    return nullptr;
  while (at(TokenKind::kw_except))
    if (!parseHandler(stmt))
      return nullptr;
  if (!parseOrElse(stmt->orElse))
    return nullptr;
  Span word = peek().span;
  if (accept(TokenKind::kw_finally)) {
    if (!expect(TokenKind::Colon) ||
        !parseBlock(stmt->finally, word, "`finally`"))
      return nullptr;
  } else if (stmt->handlers.empty()) {
    if (Diag *diag = errorExpected("`except` or `finally`"))
      diag->note(stmt->span, "after this `try`");
    return nullptr;
  }
  return stmt;
}

/// Whether a `(` after `with` holds items, `with (a as b, c):`, rather than an
/// expression, `with (a):`.
bool Parser::withItemsAreBracketed() const {
  if (!at(TokenKind::LParen))
    return false;
  unsigned open = 0;
  bool sawAs = false;
  for (unsigned i = 0;; ++i) {
    switch (peek(i).kind) {
    case TokenKind::LParen:
    case TokenKind::LBracket:
    case TokenKind::LBrace:
      ++open;
      break;
    case TokenKind::RParen:
    case TokenKind::RBracket:
    case TokenKind::RBrace:
      if (--open == 0)
        return sawAs && peek(i + 1).is(TokenKind::Colon);
      break;
    case TokenKind::kw_as:
      sawAs |= open == 1;
      break;
    case TokenKind::Newline:
    case TokenKind::End:
      return false;
    default:
      break;
    }
  }
}

/// with = "with" item ("," item)* ":" block      item = expr ("as" target)?
Stmt *Parser::parseWith() {
  uint32_t begin = peek().span.begin;
  advance();
  Span open = peek().span;
  bool bracketed = withItemsAreBracketed();
  if (bracketed)
    advance();
  auto *stmt = make<WithStmt>({});
  do {
    if (bracketed && at(TokenKind::RParen))
      break;
    Expr *context = parseExpr();
    Expr *target = nullptr;
    if (!context)
      return nullptr;
    if (accept(TokenKind::kw_as)) {
      target = parsePostfix();
      if (!target || !checkTarget(target))
        return nullptr;
    }
    stmt->items.push_back({context, target});
  } while (accept(TokenKind::Comma));
  if (bracketed && !expectClosing(TokenKind::RParen, open))
    return nullptr;
  if (!expect(TokenKind::Colon))
    return nullptr;
  stmt->span = since(begin);
  return parseBlock(stmt->body, stmt->span, "`with`") ? stmt : nullptr;
}

} // namespace tqc
