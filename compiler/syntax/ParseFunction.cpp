//===- ParseFunction.cpp - Functions and their parameters -----------------===//
//
// Decorators, `def`, parameter lists, the `# tqc:` line above a function, and
// `class`.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/ParserImpl.h"

#include "llvm/ADT/STLExtras.h"

using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc {

using namespace ast;

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
    return parseClass(std::move(decorators));
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

/// class = "class" NAME ("(" arguments ")")? ":" block
Stmt *Parser::parseClass(std::vector<Expr *> decorators) {
  if (decorators.empty())
    if (Stmt *tuple = parseNamedTuple())
      return tuple;
  uint32_t begin = peek().span.begin;
  advance();
  auto *stmt = make<ClassStmt>({});
  stmt->decorators = std::move(decorators);
  stmt->nameSpan = peek().span;
  stmt->name = textOf(peek().span).str();
  if (!at(TokenKind::Name)) {
    errorExpected("the name of the class");
    return nullptr;
  }
  advance();
  if (at(TokenKind::LBracket))
    return refuse(peek().span, "type parameters are");
  if (at(TokenKind::LParen)) {
    auto *name = make<NameExpr>(stmt->nameSpan);
    auto *bases = llvm::cast_or_null<CallExpr>(parseCall(name, begin));
    if (!bases)
      return nullptr;
    stmt->bases = bases->arguments;
    stmt->keywords = bases->keywords;
  }
  if (!expect(TokenKind::Colon))
    return nullptr;
  stmt->span = since(begin);
  unsigned outerLoops = loops;
  loops = 0;
  bool ok = parseBlock(stmt->body, stmt->span, "`class`");
  loops = outerLoops;
  return ok ? stmt : nullptr;
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
  // The comments stand in the order of their lines.
  auto below =
      llvm::partition_point(list.tqcComments, [&](const TqcComment &comment) {
        return comment.line < line;
      });
  for (size_t i = size_t(below - list.tqcComments.begin()); i-- > 0;) {
    const TqcComment &comment = list.tqcComments[i];
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

/// The decorator in `name = decorator(function)`; null if `stmt` is something
/// else.
static Expr *lateDecorator(const Stmt &stmt, const NameExpr *&name,
                           StringRef &function) {
  const auto *assignment = dyn_cast<AssignStmt>(&stmt);
  if (!assignment || assignment->targets.size() != 1)
    return nullptr;
  name = dyn_cast<NameExpr>(assignment->targets[0]);
  const auto *call = dyn_cast<CallExpr>(assignment->value);
  if (!name || !call || call->arguments.size() != 1 || !call->keywords.empty())
    return nullptr;
  const auto *argument = dyn_cast<NameExpr>(call->arguments[0]);
  if (!argument)
    return nullptr;
  const Expr *callee = call->callee;
  if (const auto *made = dyn_cast<CallExpr>(callee))
    callee = made->callee;
  const auto *attribute = dyn_cast<AttributeExpr>(callee);
  if (!attribute)
    return nullptr;
  for (StringRef known :
       {"jit", "autotune", "heuristics", "constexpr_function"})
    if (attribute->name == known) {
      function = argument->name;
      return call->callee;
    }
  return nullptr;
}

/// `f = triton.jit(f)` below a function is `@triton.jit` above it, and
/// `g = triton.jit(f)` a second function with the decorator.
void Parser::attachLateDecorators(Block &block) {
  for (size_t i = 0; i < block.size(); ++i) {
    const NameExpr *name = nullptr;
    StringRef wanted;
    Expr *decorator = lateDecorator(*block[i], name, wanted);
    if (!decorator)
      continue;
    for (size_t above = i; above-- > 0;) {
      auto *function = dyn_cast<FunctionStmt>(block[above]);
      if (!function || function->name != wanted)
        continue;
      if (name->name == wanted) {
        block.erase(block.begin() + i--);
      } else {
        auto *copy = make<FunctionStmt>(block[i]->span);
        *copy = *function;
        copy->name = name->name;
        copy->nameSpan = name->span;
        copy->span = block[i]->span;
        block[i] = function = copy;
      }
      function->decorators.insert(function->decorators.begin(), decorator);
      break;
    }
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
