//===- ParseAtom.cpp - Names, brackets, comprehensions --------------------===//
//
// What an expression starts from. Numbers and strings: ParseLiteral.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

using llvm::isa;
using llvm::StringRef;

namespace tqc {

using namespace ast;

/// atom = NAME | NUMBER | STRING+ | "True" | "False" | "None" | "..." |
///        "(" … ")" | "[" … "]" | "{" … "}"
Expr *Parser::parseAtom() {
  auto keyword = [&](auto *node) {
    advance();
    return node;
  };
  Span span = peek().span;
  switch (peek().kind) {
  case TokenKind::Name:
    return parseName();
  case TokenKind::Int:
    return parseInt();
  case TokenKind::Float:
    return parseFloat();
  case TokenKind::String:
  case TokenKind::FString:
    return parseStrings();
  case TokenKind::kw_True:
    return keyword(make<TrueExpr>(span));
  case TokenKind::kw_False:
    return keyword(make<FalseExpr>(span));
  case TokenKind::kw_None:
    return keyword(make<NoneExpr>(span));
  case TokenKind::Ellipsis:
    return keyword(make<EllipsisExpr>(span));
  case TokenKind::LParen:
    return parseParenthesised();
  case TokenKind::LBracket:
    return parseListDisplay();
  case TokenKind::LBrace:
    return parseBraces();
  case TokenKind::kw_await:
    return refuse(span, "`await` is");
  default:
    break;
  }
  Diag *diag = errorExpected("an expression");
  if (diag && at(TokenKind::Exclaim))
    diag->help("write `not`");
  return nullptr;
}

Expr *Parser::parseName() {
  auto *node = make<NameExpr>(peek().span);
  node->name = textOf(peek().span).str();
  advance();
  return node;
}

/// parenthesised = "(" ")" | "(" expr ")" | "(" expr clauses ")" |
///                 "(" element "," elements ")"
Expr *Parser::parseParenthesised() {
  Span open = peek().span;
  advance();
  if (at(TokenKind::kw_yield))
    return refuse(peek().span, "generators are");
  std::vector<Expr *> elements;
  bool comma = true;
  if (!at(TokenKind::RParen)) {
    Expr *first = parseListElement();
    if (!first)
      return nullptr;
    if (at(TokenKind::kw_for) || at(TokenKind::kw_async)) {
      auto *generator = make<ComprehensionExpr>({});
      generator->form = ComprehensionExpr::Form::Generator;
      generator->element = first;
      adopt(generator, first);
      if (!parseClauses(generator) || !expectClosing(TokenKind::RParen, open))
        return nullptr;
      generator->span = since(open.begin);
      return generator;
    }
    elements.push_back(first);
    comma = accept(TokenKind::Comma);
    if (comma && !parseElements(elements, TokenKind::RParen))
      return nullptr;
  }
  if (!expectClosing(TokenKind::RParen, open))
    return nullptr;
  if (!comma) {
    if (!isa<StarredExpr>(elements[0]))
      return elements[0];
    messages::expected(diags, elements[0]->span, "an expression",
                       "a starred one outside a list");
    return nullptr;
  }
  auto *tuple = make<TupleExpr>(since(open.begin));
  for (Expr *element : elements)
    adopt(tuple, element);
  tuple->elements = std::move(elements);
  return tuple;
}

/// list = "[" elements "]" | "[" expr clauses "]"
Expr *Parser::parseListDisplay() {
  Span open = peek().span;
  advance();
  std::vector<Expr *> elements;
  if (!at(TokenKind::RBracket)) {
    Expr *first = parseListElement();
    if (!first)
      return nullptr;
    if (at(TokenKind::kw_for) || at(TokenKind::kw_async)) {
      auto *node = make<ComprehensionExpr>({});
      node->element = first;
      adopt(node, first);
      if (!parseClauses(node) || !expectClosing(TokenKind::RBracket, open))
        return nullptr;
      node->span = since(open.begin);
      return node;
    }
    elements.push_back(first);
    if (accept(TokenKind::Comma) &&
        !parseElements(elements, TokenKind::RBracket))
      return nullptr;
  }
  if (!expectClosing(TokenKind::RBracket, open))
    return nullptr;
  auto *list = make<ListExpr>(since(open.begin));
  for (Expr *element : elements)
    adopt(list, element);
  list->elements = std::move(elements);
  return list;
}

/// dict = "{" (item ("," item)* ","?)? "}" | "{" expr ":" expr clauses "}"
/// item = expr ":" expr | "**" binary
Expr *Parser::parseBraces() {
  Span open = peek().span;
  advance();
  auto *dict = make<DictExpr>({});
  while (!at(TokenKind::RBrace)) {
    if (accept(TokenKind::StarStar)) {
      Expr *value = parseBinary(0);
      if (!value)
        return nullptr;
      dict->items.push_back({nullptr, value});
    } else {
      if (at(TokenKind::Star))
        return refuse(open, "sets are");
      Expr *key = parseExpr();
      if (!key)
        return nullptr;
      if (dict->items.empty() &&
          (at(TokenKind::Comma) || at(TokenKind::RBrace) ||
           at(TokenKind::kw_for)))
        return refuse(open.to(key->span), "sets are");
      if (!expect(TokenKind::Colon))
        return nullptr;
      Expr *value = parseExpr();
      if (!value)
        return nullptr;
      if (dict->items.empty() &&
          (at(TokenKind::kw_for) || at(TokenKind::kw_async))) {
        auto *node = make<ComprehensionExpr>({});
        node->form = ComprehensionExpr::Form::Dict;
        node->key = key;
        node->element = value;
        adopt(node, key);
        adopt(node, value);
        if (!parseClauses(node) || !expectClosing(TokenKind::RBrace, open))
          return nullptr;
        node->span = since(open.begin);
        return node;
      }
      dict->items.push_back({key, value});
    }
    if (!accept(TokenKind::Comma))
      break;
  }
  if (!expectClosing(TokenKind::RBrace, open))
    return nullptr;
  dict->span = since(open.begin);
  for (auto [key, value] : dict->items) {
    adopt(dict, key);
    adopt(dict, value);
  }
  return dict;
}

/// clauses = ("for" target-list "in" or ("if" or)*)+
bool Parser::parseClauses(ComprehensionExpr *comprehension) {
  if (at(TokenKind::kw_async))
    return refuse(peek().span, "`async` is") != nullptr;
  while (accept(TokenKind::kw_for)) {
    ComprehensionExpr::Clause clause;
    clause.target = parseTargetList();
    if (!clause.target || !expect(TokenKind::kw_in))
      return false;
    clause.iterable = parseOr();
    if (!clause.iterable)
      return false;
    adopt(comprehension, clause.iterable);
    while (accept(TokenKind::kw_if)) {
      Expr *condition = parseOr();
      if (!condition)
        return false;
      adopt(comprehension, condition);
      clause.conditions.push_back(condition);
    }
    comprehension->clauses.push_back(std::move(clause));
  }
  return true;
}

} // namespace tqc
