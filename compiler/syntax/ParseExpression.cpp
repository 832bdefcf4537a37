//===- ParseExpression.cpp - Expressions ----------------------------------===//
//
// From the loosest binding to the tightest: lambda, `if else`, or, and, not,
// comparisons, | ^ & << >> + - * / // % @, unary, **, calls and subscripts.
// Atoms: ParseAtom.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

using llvm::isa;
using llvm::StringRef;

namespace tqc {

using namespace ast;

//===----------------------------------------------------------------------===//
// Lists of expressions
//===----------------------------------------------------------------------===//

bool Parser::startsExpression() const {
  switch (peek().kind) {
  case TokenKind::Name:
  case TokenKind::Int:
  case TokenKind::Float:
  case TokenKind::String:
  case TokenKind::FString:
  case TokenKind::kw_True:
  case TokenKind::kw_False:
  case TokenKind::kw_None:
  case TokenKind::kw_not:
  case TokenKind::kw_lambda:
  case TokenKind::kw_await:
  case TokenKind::kw_yield:
  case TokenKind::LParen:
  case TokenKind::LBracket:
  case TokenKind::LBrace:
  case TokenKind::Plus:
  case TokenKind::Minus:
  case TokenKind::Tilde:
  case TokenKind::Star:
  case TokenKind::Ellipsis:
  case TokenKind::Error:
    return true;
  default:
    return false;
  }
}

/// expressions = element ("," element)* ","?
Expr *Parser::parseExpressions() {
  uint32_t begin = peek().span.begin;
  Expr *first = parseListElement();
  if (!first)
    return nullptr;
  if (!at(TokenKind::Comma)) {
    if (isa<StarredExpr>(first)) {
      messages::expected(diags, first->span, "an expression",
                         "a starred one outside a list");
      return nullptr;
    }
    return first;
  }
  std::vector<Expr *> elements = {first};
  while (accept(TokenKind::Comma)) {
    if (!startsExpression())
      break;
    Expr *element = parseListElement();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  auto *tuple = make<TupleExpr>(since(begin));
  for (Expr *element : elements)
    adopt(tuple, element);
  tuple->elements = std::move(elements);
  return tuple;
}

/// element = "*" binary | expr
Expr *Parser::parseListElement() {
  if (!at(TokenKind::Star))
    return parseExpr();
  uint32_t begin = peek().span.begin;
  advance();
  Expr *value = parseBinary(0);
  if (!value)
    return nullptr;
  auto *starred = make<StarredExpr>(since(begin));
  starred->value = value;
  adopt(starred, value);
  return starred;
}

/// target-list = target ("," target)* ","?    where a target is a postfix
/// expression or a starred one: what may stand before `in`.
Expr *Parser::parseTargetList() {
  uint32_t begin = peek().span.begin;
  std::vector<Expr *> targets;
  bool comma = false;
  do {
    if (!targets.empty() && !startsExpression())
      break;
    uint32_t start = peek().span.begin;
    bool starred = accept(TokenKind::Star);
    Expr *target = parsePostfix();
    if (!target)
      return nullptr;
    if (starred) {
      auto *node = make<StarredExpr>(since(start));
      node->value = target;
      adopt(node, target);
      target = node;
    }
    targets.push_back(target);
    comma = at(TokenKind::Comma);
  } while (accept(TokenKind::Comma));
  if (targets.size() == 1 && !comma)
    return checkTarget(targets[0]) ? targets[0] : nullptr;
  auto *tuple = make<TupleExpr>(since(begin));
  for (Expr *target : targets)
    adopt(tuple, target);
  tuple->elements = std::move(targets);
  return checkTarget(tuple) ? tuple : nullptr;
}

/// elements = (element ("," element)* ","?)?  up to the closing bracket, which
/// is left.
bool Parser::parseElements(std::vector<Expr *> &elements, TokenKind close) {
  while (!at(close)) {
    Expr *element = parseListElement();
    if (!element)
      return false;
    elements.push_back(element);
    if (!accept(TokenKind::Comma))
      break;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Loose operators
//===----------------------------------------------------------------------===//

/// expr = lambda | or ("if" or "else" expr)?
Expr *Parser::parseExpr() {
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  if (at(TokenKind::kw_lambda))
    return parseLambda();
  if (at(TokenKind::kw_yield))
    return refuse(peek().span, "generators are");
  uint32_t begin = peek().span.begin;
  Expr *value = parseOr();
  if (!value)
    return nullptr;
  if (at(TokenKind::ColonEqual))
    return refuse(peek().span, "assignment inside an expression is");
  if (!accept(TokenKind::kw_if))
    return value;
  Expr *condition = parseOr();
  if (!condition || !expect(TokenKind::kw_else))
    return nullptr;
  Expr *whenFalse = parseExpr();
  if (!whenFalse)
    return nullptr;
  auto *node = make<ConditionalExpr>(since(begin));
  node->condition = condition;
  node->whenTrue = value;
  node->whenFalse = whenFalse;
  for (Expr *child : {condition, value, whenFalse})
    adopt(node, child);
  return node;
}

/// lambda = "lambda" params? ":" expr
Expr *Parser::parseLambda() {
  uint32_t begin = peek().span.begin;
  advance();
  std::vector<Param> params;
  if (!parseParams(params, TokenKind::Colon, /*annotated=*/false) ||
      !expect(TokenKind::Colon))
    return nullptr;
  Expr *body = parseExpr();
  if (!body)
    return nullptr;
  auto *node = make<LambdaExpr>(since(begin));
  for (const Param &param : params)
    adopt(node, param.defaultValue);
  node->params = std::move(params);
  node->body = body;
  adopt(node, body);
  return node;
}

/// or = and ("or" and)*        and = not ("and" not)*
Expr *Parser::parseBoolOp(bool isAnd) {
  TokenKind op = isAnd ? TokenKind::kw_and : TokenKind::kw_or;
  uint32_t begin = peek().span.begin;
  Expr *first = isAnd ? parseNot() : parseBoolOp(/*isAnd=*/true);
  if (!first || !at(op))
    return first;
  std::vector<Expr *> operands = {first};
  while (accept(op)) {
    Expr *next = isAnd ? parseNot() : parseBoolOp(/*isAnd=*/true);
    if (!next)
      return nullptr;
    operands.push_back(next);
  }
  auto *node = make<BoolOpExpr>(since(begin));
  node->isAnd = isAnd;
  for (Expr *operand : operands)
    adopt(node, operand);
  node->operands = std::move(operands);
  return node;
}

/// not = "not" not | comparison
Expr *Parser::parseNot() {
  if (!at(TokenKind::kw_not))
    return parseComparison();
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  uint32_t begin = peek().span.begin;
  advance();
  Expr *operand = parseNot();
  if (!operand)
    return nullptr;
  auto *node = make<UnaryExpr>(since(begin));
  node->op = UnaryOp::Not;
  node->operand = operand;
  adopt(node, operand);
  return node;
}

/// compare-op = "==" | "!=" | "<" | "<=" | ">" | ">=" | "is" "not"? |
///              "not"? "in"
bool Parser::parseCompareOp(CompareOp &op) {
  struct Row {
    TokenKind token;
    CompareOp op;
  };
  static constexpr Row kRows[] = {
      {TokenKind::EqualEqual, CompareOp::Eq},
      {TokenKind::NotEqual, CompareOp::Ne},
      {TokenKind::Less, CompareOp::Lt},
      {TokenKind::LessEqual, CompareOp::Le},
      {TokenKind::Greater, CompareOp::Gt},
      {TokenKind::GreaterEqual, CompareOp::Ge},
      {TokenKind::kw_in, CompareOp::In},
  };
  for (const Row &row : kRows)
    if (accept(row.token)) {
      op = row.op;
      return true;
    }
  if (accept(TokenKind::kw_is)) {
    op = accept(TokenKind::kw_not) ? CompareOp::IsNot : CompareOp::Is;
    return true;
  }
  if (at(TokenKind::kw_not) && peek(1).is(TokenKind::kw_in)) {
    advance();
    advance();
    op = CompareOp::NotIn;
    return true;
  }
  return false;
}

/// comparison = binary (compare-op binary)*
Expr *Parser::parseComparison() {
  uint32_t begin = peek().span.begin;
  Expr *first = parseBinary(0);
  if (!first)
    return nullptr;
  CompareOp op;
  if (!parseCompareOp(op))
    return first;
  std::vector<Expr *> operands = {first};
  std::vector<CompareOp> ops;
  do {
    ops.push_back(op);
    Expr *next = parseBinary(0);
    if (!next)
      return nullptr;
    operands.push_back(next);
  } while (parseCompareOp(op));
  auto *node = make<CompareExpr>(since(begin));
  for (Expr *operand : operands)
    adopt(node, operand);
  node->operands = std::move(operands);
  node->ops = std::move(ops);
  return node;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
struct BinaryRow {
  TokenKind token;
  BinaryOp op;
  unsigned precedence; ///< higher binds tighter
};
} // namespace

static const BinaryRow *findBinary(TokenKind kind) {
  static constexpr BinaryRow kRows[] = {
      {TokenKind::Pipe, BinaryOp::BitOr, 1},
      {TokenKind::Caret, BinaryOp::BitXor, 2},
      {TokenKind::Amp, BinaryOp::BitAnd, 3},
      {TokenKind::LessLess, BinaryOp::LShift, 4},
      {TokenKind::GreaterGreater, BinaryOp::RShift, 4},
      {TokenKind::Plus, BinaryOp::Add, 5},
      {TokenKind::Minus, BinaryOp::Sub, 5},
      {TokenKind::Star, BinaryOp::Mul, 6},
      {TokenKind::Slash, BinaryOp::Div, 6},
      {TokenKind::SlashSlash, BinaryOp::FloorDiv, 6},
      {TokenKind::Percent, BinaryOp::Mod, 6},
      {TokenKind::At, BinaryOp::MatMul, 6},
  };
  for (const BinaryRow &row : kRows)
    if (row.token == kind)
      return &row;
  return nullptr;
}

/// binary = unary (op unary)*   with the precedences of the table above
Expr *Parser::parseBinary(unsigned minPrecedence) {
  uint32_t begin = peek().span.begin;
  Expr *lhs = parseUnary();
  while (lhs) {
    const BinaryRow *row = findBinary(peek().kind);
    if (!row || row->precedence < minPrecedence)
      break;
    Span opSpan = peek().span;
    advance();
    if (at(row->token) && (at(TokenKind::Amp) || at(TokenKind::Pipe))) {
      // `a && b`, `a || b`: the words that Python has for them.
      if (Diag *diag = errorExpected("an expression"))
        diag->help(row->token == TokenKind::Amp ? "write `and`" : "write `or`");
      return nullptr;
    }
    Expr *rhs = parseBinary(row->precedence + 1);
    if (!rhs)
      return nullptr;
    auto *node = make<BinaryExpr>(since(begin));
    node->op = row->op;
    node->opSpan = opSpan;
    node->lhs = lhs;
    node->rhs = rhs;
    adopt(node, lhs);
    adopt(node, rhs);
    lhs = node;
  }
  return lhs;
}

/// unary = ("-" | "+" | "~") unary | power
Expr *Parser::parseUnary() {
  UnaryOp op;
  if (at(TokenKind::Minus))
    op = UnaryOp::Neg;
  else if (at(TokenKind::Plus))
    op = UnaryOp::Plus;
  else if (at(TokenKind::Tilde))
    op = UnaryOp::Invert;
  else
    return parsePower();
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  uint32_t begin = peek().span.begin;
  advance();
  Expr *operand = parseUnary();
  if (!operand)
    return nullptr;
  auto *node = make<UnaryExpr>(since(begin));
  node->op = op;
  node->operand = operand;
  adopt(node, operand);
  return node;
}

/// power = postfix ("**" unary)?
Expr *Parser::parsePower() {
  uint32_t begin = peek().span.begin;
  Expr *base = parsePostfix();
  if (!base || !at(TokenKind::StarStar))
    return base;
  Nesting nesting(*this);
  if (tooDeep())
    return nullptr;
  Span opSpan = peek().span;
  advance();
  Expr *exponent = parseUnary();
  if (!exponent)
    return nullptr;
  auto *node = make<BinaryExpr>(since(begin));
  node->op = BinaryOp::Pow;
  node->opSpan = opSpan;
  node->lhs = base;
  node->rhs = exponent;
  adopt(node, base);
  adopt(node, exponent);
  return node;
}

//===----------------------------------------------------------------------===//
// Calls, subscripts, attributes
//===----------------------------------------------------------------------===//

/// postfix = atom ("(" arguments ")" | "[" subscript "]" | "." NAME)*
Expr *Parser::parsePostfix() {
  uint32_t begin = peek().span.begin;
  Expr *value = parseAtom();
  while (value) {
    if (at(TokenKind::LParen)) {
      value = parseCall(value, begin);
    } else if (at(TokenKind::LBracket)) {
      value = parseSubscript(value, begin);
    } else if (accept(TokenKind::Dot)) {
      if (!at(TokenKind::Name)) {
        errorExpected("a name after `.`");
        return nullptr;
      }
      Span name = peek().span;
      advance();
      auto *node = make<AttributeExpr>(since(begin));
      node->value = value;
      node->name = textOf(name).str();
      node->nameSpan = name;
      adopt(node, value);
      value = node;
    } else {
      break;
    }
  }
  return value;
}

/// call = "(" (argument ("," argument)* ","?)? ")"
Expr *Parser::parseCall(Expr *callee, uint32_t begin) {
  Span open = peek().span;
  advance();
  auto *call = make<CallExpr>({});
  while (!at(TokenKind::RParen)) {
    if (!parseArgument(call))
      return nullptr;
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RParen, open))
    return nullptr;
  call->span = since(begin);
  call->callee = callee;
  adopt(call, callee);
  for (Expr *argument : call->arguments)
    adopt(call, argument);
  for (const CallExpr::Keyword &keyword : call->keywords)
    adopt(call, keyword.value);
  return call;
}

/// argument = NAME "=" expr | "**" expr | "*" expr | expr clauses?
bool Parser::parseArgument(CallExpr *call) {
  uint32_t begin = peek().span.begin;
  if (accept(TokenKind::StarStar)) {
    Expr *value = parseExpr();
    if (value)
      call->keywords.push_back({"", since(begin), value});
    return value;
  }
  if (at(TokenKind::Name) && peek(1).is(TokenKind::Equal)) {
    Span name = peek().span;
    advance();
    advance();
    Expr *value = parseExpr();
    if (!value)
      return false;
    for (const CallExpr::Keyword &other : call->keywords)
      if (other.name == textOf(name))
        messages::badArguments(diags, name,
                               messages::quote(other.name) + " is given twice")
            .note(other.nameSpan, "first given here");
    call->keywords.push_back({textOf(name).str(), name, value});
    return true;
  }
  Expr *value;
  if (accept(TokenKind::Star)) {
    Expr *inner = parseExpr();
    if (!inner)
      return false;
    auto *starred = make<StarredExpr>(since(begin));
    starred->value = inner;
    adopt(starred, inner);
    value = starred;
  } else {
    value = parseExpr();
    if (!value)
      return false;
    if (at(TokenKind::kw_for) || at(TokenKind::kw_async)) {
      auto *generator = make<ComprehensionExpr>({});
      generator->form = ComprehensionExpr::Form::Generator;
      generator->element = value;
      adopt(generator, value);
      if (!parseClauses(generator))
        return false;
      generator->span = since(begin);
      value = generator;
    }
  }
  if (!call->keywords.empty() && !isa<StarredExpr>(value)) {
    const CallExpr::Keyword &last = call->keywords.back();
    messages::badArguments(diags, value->span,
                           "a positional argument follows one with a name")
        .note(last.nameSpan, "the one with a name stands here");
  }
  call->arguments.push_back(value);
  return true;
}

/// subscript = "[" element ("," element)* ","? "]"
Expr *Parser::parseSubscript(Expr *value, uint32_t begin) {
  Span open = peek().span;
  advance();
  uint32_t inner = peek().span.begin;
  std::vector<Expr *> elements;
  bool comma = false;
  do {
    if (at(TokenKind::RBracket) && !elements.empty())
      break;
    Expr *element = parseSubscriptElement();
    if (!element)
      return nullptr;
    elements.push_back(element);
    comma = at(TokenKind::Comma);
  } while (accept(TokenKind::Comma));
  Expr *index = elements[0];
  if (elements.size() > 1 || comma || isa<StarredExpr>(index)) {
    auto *tuple = make<TupleExpr>(since(inner));
    for (Expr *element : elements)
      adopt(tuple, element);
    tuple->elements = std::move(elements);
    index = tuple;
  }
  if (!expectClosing(TokenKind::RBracket, open))
    return nullptr;
  auto *node = make<SubscriptExpr>(since(begin));
  node->value = value;
  node->index = index;
  adopt(node, value);
  adopt(node, index);
  return node;
}

/// subscript-element = element | expr? ":" expr? (":" expr?)?
Expr *Parser::parseSubscriptElement() {
  uint32_t begin = peek().span.begin;
  Expr *lower = nullptr;
  if (!at(TokenKind::Colon)) {
    lower = parseListElement();
    if (!lower || !at(TokenKind::Colon) || isa<StarredExpr>(lower))
      return lower;
  }
  advance();
  Expr *parts[2] = {nullptr, nullptr};
  for (int i = 0; i < 2; ++i) {
    if (i == 1 && !accept(TokenKind::Colon))
      break;
    if (at(TokenKind::Colon) || at(TokenKind::Comma) || at(TokenKind::RBracket))
      continue;
    parts[i] = parseExpr();
    if (!parts[i])
      return nullptr;
  }
  auto *slice = make<SliceExpr>(since(begin));
  slice->lower = lower;
  slice->upper = parts[0];
  slice->step = parts[1];
  for (Expr *part : {lower, parts[0], parts[1]})
    adopt(slice, part);
  return slice;
}

} // namespace tqc
