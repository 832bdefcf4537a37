//===- ParseStatement.cpp - Statements ------------------------------------===//
//
// Simple statements, then compound ones, then functions and their parameters.
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
  case TokenKind::kw_class:
    return refuse(span, "classes are") != nullptr;
  case TokenKind::kw_async:
    return refuse(span, "`async` is") != nullptr;
  case TokenKind::kw_if:
  case TokenKind::kw_while:
  case TokenKind::kw_for:
  case TokenKind::kw_try:
  case TokenKind::kw_with:
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
  advance();
  auto *stmt = make<GlobalStmt>({});
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

//===----------------------------------------------------------------------===//
// Compound statements
//===----------------------------------------------------------------------===//

/// or-else = ("else" ":" block)?
bool Parser::parseOrElse(Block &out) {
  uint32_t begin = peek().span.begin;
  if (!accept(TokenKind::kw_else))
    return true;
  return expect(TokenKind::Colon) && parseBlock(out, since(begin), "`else`");
}

/// if = "if" expr ":" block ("elif" expr ":" block)* ("else" ":" block)?
Stmt *Parser::parseIf() {
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  uint32_t begin = peek().span.begin;
  std::string word = describe(peek().kind);
  advance();
  Expr *condition = parseExpr();
  if (!condition || !expect(TokenKind::Colon))
    return nullptr;
  auto *stmt = make<IfStmt>(since(begin));
  stmt->condition = condition;
  if (!parseBlock(stmt->body, stmt->span, word))
    return nullptr;
  if (at(TokenKind::kw_elif)) {
    Stmt *elif = parseIf();
    if (!elif)
      return nullptr;
    stmt->orElse.push_back(elif);
    return stmt;
  }
  return parseOrElse(stmt->orElse) ? stmt : nullptr;
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

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// decorated = ("@" expr NEWLINE)+ function
Stmt *Parser::parseDecorated() {
  uint32_t firstLine = peek().span.begin;
  std::vector<Expr *> decorators;
  while (accept(TokenKind::At)) {
    Expr *decorator = parseExpr();
    if (!decorator)
      return nullptr;
    if (!accept(TokenKind::Newline)) {
      errorExpected("the end of the line");
      return nullptr;
    }
    decorators.push_back(decorator);
    takeSoftErrors();
  }
  if (at(TokenKind::kw_class))
    return refuse(peek().span, "classes are");
  if (at(TokenKind::kw_async))
    return refuse(peek().span, "`async` is");
  if (!at(TokenKind::kw_def)) {
    if (Diag *diag = errorExpected("`def`"))
      diag->note(decorators.back()->span, "after this decorator");
    return nullptr;
  }
  return parseFunction(std::move(decorators), firstLine);
}

/// function = "def" NAME "(" params ")" ("->" expr)? ":" block
Stmt *Parser::parseFunction(std::vector<Expr *> decorators,
                            uint32_t firstLine) {
  Span def = peek().span;
  advance();
  auto *function = make<FunctionStmt>({});
  function->decorators = std::move(decorators);
  function->nameSpan = peek().span;
  function->name = textOf(peek().span).str();
  if (!at(TokenKind::Name)) {
    errorExpected("the name of the function");
    return nullptr;
  }
  advance();
  if (at(TokenKind::LBracket))
    return refuse(peek().span, "type parameters are");
  Span open = peek().span;
  if (!expect(TokenKind::LParen) ||
      !parseParams(function->params, TokenKind::RParen, /*annotated=*/true) ||
      !expectClosing(TokenKind::RParen, open))
    return nullptr;
  if (accept(TokenKind::Arrow)) {
    function->returns = parseExpr();
    if (!function->returns)
      return nullptr;
  }
  if (!expect(TokenKind::Colon))
    return nullptr;
  function->span = since(def.begin);
  uint32_t firstLineNumber = file.locate(firstLine).line;
  attachTqcLine(function, firstLineNumber);
  if (uint32_t line = file.locate(def.begin).line; line != firstLineNumber)
    attachTqcLine(function, line);
  return parseFunctionBody(function) ? function : nullptr;
}

/// The block of a function; a string at its start is the docstring.
bool Parser::parseFunctionBody(FunctionStmt *function) {
  unsigned outerLoops = loops;
  loops = 0;
  ++functions;
  bool ok = parseBlock(function->body, function->span, "`def`");
  --functions;
  loops = outerLoops;
  if (function->body.empty())
    return ok;
  if (auto *first = dyn_cast<ExprStmt>(function->body.front()))
    if (auto *text = dyn_cast<StringExpr>(first->value)) {
      function->docstring = text->value;
      function->body.erase(function->body.begin());
    }
  return ok;
}

/// Attaches the `# tqc:` comments that stand directly above `line`.
void Parser::attachTqcLine(FunctionStmt *function, uint32_t line) {
  for (size_t i = list.tqcComments.size(); i-- > 0;) {
    const TqcComment &comment = list.tqcComments[i];
    if (comment.line >= line)
      continue;
    if (comment.line + 1 != line)
      return;
    line = comment.line;
    usedTqcLines.insert(line);
    function->tqcLine = function->tqcLine.empty()
                            ? comment.text
                            : comment.text + " " + function->tqcLine;
    function->tqcSpan = {comment.span.begin, function->tqcSpan
                                                 ? function->tqcSpan.end
                                                 : comment.span.end};
  }
}

/// params = (param ("," param)* ","?)?
/// param  = NAME (":" expr)? ("=" expr)? | "*" NAME? | "**" NAME | "/"
bool Parser::parseParams(std::vector<Param> &params, TokenKind end,
                         bool annotated) {
  bool keywordOnly = false, sawSlash = false;
  while (!at(end)) {
    Span span = peek().span;
    if (!params.empty() && params.back().form == Param::Form::DoubleStar) {
      messages::badParameters(
          diags, span, "a parameter follows `**" + params.back().name + "`");
      return false;
    }
    if (accept(TokenKind::Slash)) {
      if (params.empty() || sawSlash || keywordOnly) {
        messages::badParameters(diags, span,
                                "`/` stands where no parameters end");
        return false;
      }
      sawSlash = true;
      for (Param &param : params)
        param.positionalOnly = true;
    } else if (accept(TokenKind::StarStar)) {
      if (!parseParam(params, Param::Form::DoubleStar, annotated))
        return false;
    } else if (accept(TokenKind::Star)) {
      if (keywordOnly) {
        messages::badParameters(diags, span, "`*` stands here twice");
        return false;
      }
      keywordOnly = true;
      if (at(end)) {
        messages::badParameters(diags, span, "no name follows `*`");
        return false;
      }
      if (!at(TokenKind::Comma) &&
          !parseParam(params, Param::Form::Star, annotated))
        return false;
    } else {
      if (!parseParam(params, Param::Form::Plain, annotated))
        return false;
      params.back().keywordOnly = keywordOnly;
      if (!checkParam(params, params.back()))
        return false;
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  return true;
}

bool Parser::parseParam(std::vector<Param> &params, Param::Form form,
                        bool annotated) {
  Param param;
  param.form = form;
  uint32_t begin = peek().span.begin;
  if (!at(TokenKind::Name)) {
    errorExpected("a parameter");
    return false;
  }
  param.name = textOf(peek().span).str();
  Span name = peek().span;
  advance();
  for (const Param &other : params)
    if (other.name == param.name) {
      messages::badParameters(diags, name,
                              "two parameters are called " +
                                  messages::quote(param.name))
          .note(other.span, "the first one stands here");
      return false;
    }
  if (annotated && accept(TokenKind::Colon)) {
    param.annotation =
        form == Param::Form::Star ? parseListElement() : parseExpr();
    if (!param.annotation)
      return false;
  }
  if (form == Param::Form::Plain && accept(TokenKind::Equal)) {
    param.defaultValue = parseExpr();
    if (!param.defaultValue)
      return false;
  }
  param.span = since(begin);
  params.push_back(std::move(param));
  return true;
}

/// A parameter without a default may not follow one with a default.
bool Parser::checkParam(const std::vector<Param> &params, const Param &param) {
  if (param.defaultValue || param.keywordOnly)
    return true;
  for (const Param &other : params)
    if (other.defaultValue) {
      messages::badParameters(diags, param.span,
                              messages::quote(param.name) +
                                  " has no default, but a parameter before "
                                  "it has one")
          .note(other.span, "this one has a default");
      return false;
    }
  return true;
}

} // namespace tqc
