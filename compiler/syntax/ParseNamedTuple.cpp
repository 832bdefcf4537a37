//===- ParseNamedTuple.cpp - Classes that name the elements of tuples -----===//
//
// A class of `NamedTuple` that has nothing but fields is the call that Python
// documents for it, and becomes that call here:
//
//     class Tensor(NamedTuple):        Tensor = NamedTuple(
//         ptr: tl.tensor                   "Tensor", ["ptr", "shape"],
//         shape: tuple = (1,)              defaults=[(1,)])
//
// Other classes are what they are: ParseFunction.cpp.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

using llvm::StringRef;

namespace tqc {

using namespace ast;

/// The name of a base class: `NamedTuple`, `typing.NamedTuple`.
Expr *Parser::parseNamedTupleBase() {
  uint32_t begin = peek().span.begin;
  Expr *base = nullptr;
  StringRef last;
  do {
    if (!at(TokenKind::Name))
      return nullptr;
    last = textOf(peek().span);
    advance();
    if (!base) {
      auto *name = make<NameExpr>(since(begin));
      name->name = last.str();
      base = name;
      continue;
    }
    auto *attribute = make<AttributeExpr>(since(begin));
    attribute->value = base;
    attribute->name = last.str();
    attribute->nameSpan = Span{lastEnd - uint32_t(last.size()), lastEnd};
    adopt(attribute, base);
    base = attribute;
  } while (accept(TokenKind::Dot));
  return last == "NamedTuple" ? base : nullptr;
}

/// A line of the class: `name: annotation = default`, a text, `pass`, `...`.
bool Parser::parseNamedTupleField(ListExpr *names, ListExpr *defaults) {
  if (accept(TokenKind::String) || accept(TokenKind::kw_pass) ||
      accept(TokenKind::Ellipsis))
    return accept(TokenKind::Newline);
  if (!at(TokenKind::Name) || peek(1).kind != TokenKind::Colon)
    return false;
  auto *name = make<StringExpr>(peek().span);
  name->value = textOf(peek().span).str();
  names->elements.push_back(name);
  advance();
  advance();
  if (!parseExpr()) // the annotation says nothing to a compiler
    return false;
  if (accept(TokenKind::Equal)) {
    Expr *value = parseExpr();
    if (!value)
      return false;
    defaults->elements.push_back(value);
    adopt(defaults, value);
  }
  return accept(TokenKind::Newline);
}

/// Null, and nothing read, if it is another class.
/// named-tuple = "class" NAME "(" base ")" ":" NEWLINE INDENT field+ DEDENT
Stmt *Parser::parseNamedTuple() {
  size_t before = pos, mark = diags.mark();
  Span start = peek().span;
  auto give = [&]() -> Stmt * {
    pos = before;
    diags.rollBack(mark);
    return nullptr;
  };
  advance();
  Span nameSpan = peek().span;
  if (!accept(TokenKind::Name) || !accept(TokenKind::LParen))
    return give();
  Expr *base = parseNamedTupleBase();
  if (!base || !accept(TokenKind::RParen) || !accept(TokenKind::Colon) ||
      !accept(TokenKind::Newline) || !accept(TokenKind::Indent))
    return give();
  auto *names = make<ListExpr>(nameSpan), *defaults = make<ListExpr>(nameSpan);
  while (!at(TokenKind::Dedent) && !at(TokenKind::End))
    if (!parseNamedTupleField(names, defaults))
      return give();
  accept(TokenKind::Dedent);
  auto *title = make<StringExpr>(nameSpan);
  title->value = textOf(nameSpan).str();
  auto *call = make<CallExpr>(start.to(nameSpan));
  call->callee = base;
  call->arguments = {title, names};
  adopt(names, title);
  adopt(call, names);
  adopt(call, defaults);
  if (!defaults->elements.empty())
    call->keywords.push_back({"defaults", nameSpan, defaults});
  auto *target = make<NameExpr>(nameSpan);
  target->name = title->value;
  auto *result = make<AssignStmt>(call->span);
  result->targets = {target};
  result->value = call;
  return result;
}

} // namespace tqc
