//===- ParseStatement.cpp - Statements ------------------------------------===//
//
// Lines, blocks and simple statements. Compound ones: ParseCompound.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

#include "llvm/ADT/SmallVector.h"

using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::isa;
using llvm::StringRef;

namespace tqc {

using namespace ast;

//===----------------------------------------------------------------------===//
// Lines and blocks
//===----------------------------------------------------------------------===//

/// statement = compound | simple-line. False if it could not be read; then the
/// rest of its line is still to be skipped.
bool Parser::parseStatementHere(Block &out) {
  Span span = peek().span;
  switch (peek().kind) {
  case TokenKind::Indent: {
    Span line = {span.end, peek(1).span.end};
    messages::unexpectedIndent(diags, line);
    advance();
    while (!at(TokenKind::Dedent) && !at(TokenKind::End) && !tooManyErrors())
      parseStatement(out);
    accept(TokenKind::Dedent);
    return true;
  }
  case TokenKind::kw_async:
    return refuse(span, "`async` is") != nullptr;
  case TokenKind::kw_if:
  case TokenKind::kw_while:
  case TokenKind::kw_for:
  case TokenKind::kw_try:
  case TokenKind::kw_with:
  case TokenKind::kw_class:
  case TokenKind::kw_def:
  case TokenKind::At:
    return parseCompound(out);
  default:
    return parseSimpleLine(out);
  }
}

bool Parser::parseCompound(Block &out) {
  Nesting nesting(*this);
  if (tooDeep())
    return false;
  Stmt *stmt = nullptr;
  switch (peek().kind) {
  case TokenKind::kw_if:
    stmt = parseIf();
    break;
  case TokenKind::kw_while:
    stmt = parseWhile();
    break;
  case TokenKind::kw_for:
    stmt = parseFor();
    break;
  case TokenKind::kw_try:
    stmt = parseTry();
    break;
  case TokenKind::kw_with:
    stmt = parseWith();
    break;
  case TokenKind::kw_class:
    stmt = parseClass({});
    break;
  case TokenKind::kw_def:
    stmt = parseFunction({}, peek().span.begin);
    break;
  default:
    stmt = parseDecorated();
    break;
  }
  if (stmt)
    out.push_back(stmt);
  return stmt;
}

/// block = simple-line | NEWLINE INDENT statement+ DEDENT     after the ":"
bool Parser::parseBlock(Block &out, Span header, StringRef what) {
  if (!at(TokenKind::Newline))
    return parseSimpleLine(out);
  advance();
  takeSoftErrors();
  if (!accept(TokenKind::Indent)) {
    if (at(TokenKind::Error)) {
      errorExpected("an indented block");
      return false;
    }
    messages::expectedBlock(diags, peek().span, header, what);
    return true; // the next line is a statement of its own
  }
  while (!at(TokenKind::Dedent) && !at(TokenKind::End) && !tooManyErrors()) {
    takeSoftErrors();
    if (accept(TokenKind::Newline) || at(TokenKind::Dedent))
      continue;
    size_t before = pos;
    parseStatement(out);
    if (pos == before)
      advance();
  }
  accept(TokenKind::Dedent);
  return true;
}

/// simple-line = simple (";" simple)* ";"? NEWLINE
bool Parser::parseSimpleLine(Block &out) {
  while (true) {
    Stmt *stmt = parseSimple();
    if (!stmt)
      return false;
    out.push_back(stmt);
    if (!accept(TokenKind::Semicolon) || at(TokenKind::Newline))
      break;
  }
  if (accept(TokenKind::Newline))
    return true;
  errorExpected("the end of the line");
  return false;
}

//===----------------------------------------------------------------------===//
// Simple statements
//===----------------------------------------------------------------------===//

Stmt *Parser::parseSimple() {
  switch (peek().kind) {
  case TokenKind::kw_return:
    return parseReturn();
  case TokenKind::kw_raise:
    return parseRaise();
  case TokenKind::kw_assert:
    return parseAssert();
  case TokenKind::kw_del:
    return parseDelete();
  case TokenKind::kw_global:
  case TokenKind::kw_nonlocal:
    return parseGlobal();
  case TokenKind::kw_pass:
  case TokenKind::kw_break:
  case TokenKind::kw_continue:
    return parseJump();
  case TokenKind::kw_import:
    return parseImport();
  case TokenKind::kw_from:
    return parseImportFrom();
  case TokenKind::kw_yield:
    return refuse(peek().span, "generators are");
  case TokenKind::kw_elif:
  case TokenKind::kw_else:
  case TokenKind::kw_except:
  case TokenKind::kw_finally:
  case TokenKind::Newline:
    errorExpected("a statement");
    return nullptr;
  default:
    return parseExprOrAssign();
  }
}

static const BinaryOp *augmentedOp(TokenKind kind) {
  struct Row {
    TokenKind token;
    BinaryOp op;
  };
  static constexpr Row kRows[] = {
      {TokenKind::PlusEqual, BinaryOp::Add},
      {TokenKind::MinusEqual, BinaryOp::Sub},
      {TokenKind::StarEqual, BinaryOp::Mul},
      {TokenKind::SlashEqual, BinaryOp::Div},
      {TokenKind::SlashSlashEqual, BinaryOp::FloorDiv},
      {TokenKind::PercentEqual, BinaryOp::Mod},
      {TokenKind::StarStarEqual, BinaryOp::Pow},
      {TokenKind::AtEqual, BinaryOp::MatMul},
      {TokenKind::AmpEqual, BinaryOp::BitAnd},
      {TokenKind::PipeEqual, BinaryOp::BitOr},
      {TokenKind::CaretEqual, BinaryOp::BitXor},
      {TokenKind::LessLessEqual, BinaryOp::LShift},
      {TokenKind::GreaterGreaterEqual, BinaryOp::RShift},
  };
  for (const Row &row : kRows)
    if (row.token == kind)
      return &row.op;
  return nullptr;
}

/// What a statement is that starts with a word which is a name elsewhere:
/// `match x:`, `type A = B`; "" for others.
StringRef Parser::softKeyword() const {
  if (!at(TokenKind::Name))
    return "";
  StringRef word = textOf(peek().span);
  TokenKind next = peek(1).kind;
  if (word == "match" &&
      (next == TokenKind::Name || next == TokenKind::String ||
       next == TokenKind::Int || next == TokenKind::kw_None))
    return "`match` is";
  if (word == "type" && next == TokenKind::Name)
    return "type aliases are";
  return "";
}

/// expr-or-assign = expressions (":" expr ("=" expressions)?
///                | aug-op expressions | ("=" expressions)*)
Stmt *Parser::parseExprOrAssign() {
  uint32_t begin = peek().span.begin;
  if (StringRef what = softKeyword(); !what.empty())
    return refuse(peek().span, what);
  Expr *first = parseExpressions();
  if (!first)
    return nullptr;
  if (at(TokenKind::Colon))
    return parseAnnotated(first, begin);
  if (const BinaryOp *op = augmentedOp(peek().kind))
    return parseAugmented(first, begin, *op);
  if (!at(TokenKind::Equal)) {
    auto *stmt = make<ExprStmt>(since(begin));
    stmt->value = first;
    return stmt;
  }
  std::vector<Expr *> targets;
  Expr *last = first;
  while (accept(TokenKind::Equal)) {
    if (!checkTarget(last))
      return nullptr;
    targets.push_back(last);
    if (at(TokenKind::kw_yield))
      return refuse(peek().span, "generators are"), nullptr;
    last = parseExpressions();
    if (!last)
      return nullptr;
  }
  auto *stmt = make<AssignStmt>(since(begin));
  stmt->targets = std::move(targets);
  stmt->value = last;
  return stmt;
}

Stmt *Parser::parseAnnotated(Expr *target, uint32_t begin) {
  bool canBeTarget = isa<NameExpr, AttributeExpr, SubscriptExpr>(target);
  if (!canBeTarget) {
    errorExpected("the end of the line");
    return nullptr;
  }
  advance();
  auto *stmt = make<AnnAssignStmt>({});
  stmt->target = target;
  stmt->annotation = parseExpr();
  if (!stmt->annotation)
    return nullptr;
  if (accept(TokenKind::Equal)) {
    stmt->value = parseExpressions();
    if (!stmt->value)
      return nullptr;
  }
  stmt->span = since(begin);
  return stmt;
}

Stmt *Parser::parseAugmented(Expr *target, uint32_t begin, BinaryOp op) {
  advance();
  if (isa<TupleExpr, ListExpr>(target)) {
    messages::badTarget(diags, target->span, "several names at once here");
    return nullptr;
  }
  if (!checkTarget(target))
    return nullptr;
  Expr *value = parseExpressions();
  if (!value)
    return nullptr;
  auto *stmt = make<AugAssignStmt>(since(begin));
  stmt->op = op;
  stmt->target = target;
  stmt->value = value;
  return stmt;
}

/// How messages call what cannot be assigned to.
static StringRef describeNonTarget(const Expr *expr) {
  switch (expr->kind) {
  case Expr::Kind::Call:
    return "the result of a call";
  case Expr::Kind::Int:
  case Expr::Kind::Float:
    return "a number";
  case Expr::Kind::String:
  case Expr::Kind::FString:
    return "a string";
  case Expr::Kind::True:
    return "`True`";
  case Expr::Kind::False:
    return "`False`";
  case Expr::Kind::None:
    return "`None`";
  case Expr::Kind::Compare:
    return "a comparison";
  case Expr::Kind::Lambda:
    return "a lambda";
  default:
    return "an expression";
  }
}

bool Parser::checkTarget(Expr *target, bool starredAllowed) {
  if (isa<NameExpr, AttributeExpr, SubscriptExpr>(target))
    return true;
  ArrayRef<Expr *> elements;
  if (auto *tuple = dyn_cast<TupleExpr>(target))
    elements = tuple->elements;
  else if (auto *list = dyn_cast<ListExpr>(target))
    elements = list->elements;
  else if (auto *starred = dyn_cast<StarredExpr>(target);
           starred && starredAllowed)
    return checkTarget(starred->value);
  else {
    messages::badTarget(diags, target->span, describeNonTarget(target));
    return false;
  }
  Nesting nesting(*this);
  if (tooDeep())
    return false;
  for (Expr *element : elements)
    if (!checkTarget(element, /*starredAllowed=*/true))
      return false;
  return true;
}

/// return = "return" expressions?
Stmt *Parser::parseReturn() {
  Span word = peek().span;
  advance();
  if (functions == 0)
    messages::outsideItsPlace(diags, word, "return", "a function");
  auto *stmt = make<ReturnStmt>({});
  if (!at(TokenKind::Newline) && !at(TokenKind::Semicolon)) {
    stmt->value = parseExpressions();
    if (!stmt->value)
      return nullptr;
  }
  stmt->span = since(word.begin);
  return stmt;
}

/// raise = "raise" (expr ("from" expr)?)?
Stmt *Parser::parseRaise() {
  uint32_t begin = peek().span.begin;
  advance();
  auto *stmt = make<RaiseStmt>({});
  if (!at(TokenKind::Newline) && !at(TokenKind::Semicolon)) {
    stmt->value = parseExpr();
    if (!stmt->value || (accept(TokenKind::kw_from) && !parseExpr()))
      return nullptr;
  }
  stmt->span = since(begin);
  return stmt;
}

/// assert = "assert" expr ("," expr)?
Stmt *Parser::parseAssert() {
  uint32_t begin = peek().span.begin;
  advance();
  auto *stmt = make<AssertStmt>({});
  stmt->condition = parseExpr();
  if (!stmt->condition)
    return nullptr;
  if (accept(TokenKind::Comma)) {
    stmt->message = parseExpr();
    if (!stmt->message)
      return nullptr;
  }
  stmt->span = since(begin);
  return stmt;
}

/// delete = "del" target-list
Stmt *Parser::parseDelete() {
  uint32_t begin = peek().span.begin;
  advance();
  Expr *targets = parseTargetList();
  if (!targets)
    return nullptr;
  auto *stmt = make<DeleteStmt>(since(begin));
  if (auto *tuple = dyn_cast<TupleExpr>(targets))
    stmt->targets = tuple->elements;
  else
    stmt->targets = {targets};
  return stmt;
}

/// global = ("global" | "nonlocal") NAME ("," NAME)*
Stmt *Parser::parseGlobal() {
  uint32_t begin = peek().span.begin;
  bool isNonlocal = at(TokenKind::kw_nonlocal);
  advance();
  auto *stmt = make<GlobalStmt>({});
  stmt->isNonlocal = isNonlocal;
  do {
    if (!at(TokenKind::Name)) {
      errorExpected("a name");
      return nullptr;
    }
    stmt->names.push_back(textOf(peek().span).str());
    advance();
  } while (accept(TokenKind::Comma));
  stmt->span = since(begin);
  return stmt;
}

/// jump = "pass" | "break" | "continue"
Stmt *Parser::parseJump() {
  Span span = peek().span;
  TokenKind kind = peek().kind;
  advance();
  if (kind == TokenKind::kw_pass)
    return make<PassStmt>(span);
  if (loops == 0)
    messages::outsideItsPlace(diags, span, textOf(span), "a loop");
  if (kind == TokenKind::kw_break)
    return make<BreakStmt>(span);
  return make<ContinueStmt>(span);
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// dotted = NAME ("." NAME)*
bool Parser::parseDottedName(std::string &path) {
  do {
    if (!at(TokenKind::Name)) {
      errorExpected("a module name");
      return false;
    }
    if (!path.empty())
      path += '.';
    path += textOf(peek().span);
    advance();
  } while (accept(TokenKind::Dot));
  return true;
}

/// import = "import" dotted ("as" NAME)? ("," …)*
Stmt *Parser::parseImport() {
  uint32_t begin = peek().span.begin;
  advance();
  auto *stmt = make<ImportStmt>({});
  do {
    ImportStmt::Name name;
    uint32_t start = peek().span.begin;
    if (!parseDottedName(name.path))
      return nullptr;
    if (accept(TokenKind::kw_as)) {
      name.alias = textOf(peek().span).str();
      if (!expect(TokenKind::Name))
        return nullptr;
    }
    name.span = since(start);
    stmt->names.push_back(std::move(name));
  } while (accept(TokenKind::Comma));
  stmt->span = since(begin);
  return stmt;
}

/// names = NAME ("as" NAME)? ("," …)*
bool Parser::parseImportedNames(ImportFromStmt *import) {
  do {
    if (at(TokenKind::RParen) && !import->names.empty())
      break;
    ImportStmt::Name name;
    uint32_t start = peek().span.begin;
    name.path = textOf(peek().span).str();
    if (!expect(TokenKind::Name))
      return false;
    if (accept(TokenKind::kw_as)) {
      name.alias = textOf(peek().span).str();
      if (!expect(TokenKind::Name))
        return false;
    }
    name.span = since(start);
    import->names.push_back(std::move(name));
  } while (accept(TokenKind::Comma));
  return true;
}

/// import-from = "from" "."* dotted? "import" ("*" | "(" names ")" | names)
Stmt *Parser::parseImportFrom() {
  uint32_t begin = peek().span.begin;
  advance();
  auto *stmt = make<ImportFromStmt>({});
  while (at(TokenKind::Dot) || at(TokenKind::Ellipsis)) {
    stmt->dots += at(TokenKind::Dot) ? 1 : 3;
    advance();
  }
  if ((stmt->dots == 0 || !at(TokenKind::kw_import)) &&
      !parseDottedName(stmt->module))
    return nullptr;
  if (!expect(TokenKind::kw_import))
    return nullptr;
  Span open = peek().span;
  if (accept(TokenKind::Star)) {
    stmt->names.push_back({"*", "", open});
  } else if (accept(TokenKind::LParen)) {
    if (!parseImportedNames(stmt) || !expectClosing(TokenKind::RParen, open))
      return nullptr;
  } else if (!parseImportedNames(stmt)) {
    return nullptr;
  }
  stmt->span = since(begin);
  return stmt;
}

} // namespace tqc
