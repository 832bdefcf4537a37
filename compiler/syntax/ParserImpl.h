//===- ParserImpl.h - The recursive-descent parser --------------*- C++ -*-===//
//
// One function a grammar rule; the rule is the comment. A function that returns
// null or false has said why; its caller gives up too, up to the statement,
// which skips to the next line of the same or lower depth.
//
//   Parser.cpp           files, recovery, what a `.py` file skips
//   ParseStatement.cpp   lines, blocks, simple statements
//   ParseCompound.cpp    statements with blocks
//   ParseFunction.cpp    functions and their parameters
//   ParseExpression.cpp  operators, calls, subscripts
//   ParseAtom.cpp        names, brackets, comprehensions
//   ParseLiteral.cpp     numbers, strings, f-strings
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_PARSERIMPL_H
#define TQC_COMPILER_SYNTAX_PARSERIMPL_H

#include "compiler/syntax/AST.h"
#include "compiler/syntax/Lexer.h"
#include "compiler/syntax/Messages.h"

#include <set>

namespace tqc {

class Parser {
public:
  Parser(const SourceFile &file, ast::Module &module, DiagEngine &diags);

  void parseModule();
  ast::Expr *parseWholeExpression();

private:
  //===-- Tokens ----------------------------------------------------------===//
  const Token &peek(unsigned ahead = 0) const {
    size_t index = std::min(pos + ahead, list.tokens.size() - 1);
    return list.tokens[index];
  }
  bool at(TokenKind kind) const { return peek().is(kind); }
  void advance() {
    lastEnd = peek().span.end;
    if (pos + 1 < list.tokens.size())
      ++pos;
  }
  bool accept(TokenKind kind) {
    if (!at(kind))
      return false;
    advance();
    return true;
  }
  /// From `begin` to the end of the last token taken.
  Span since(uint32_t begin) const { return {begin, lastEnd}; }
  llvm::StringRef textOf(Span span) const {
    return file.text().slice(span.begin - file.base(), span.end - file.base());
  }
  /// How a message calls the current token.
  std::string found() const;

  //===-- Errors ----------------------------------------------------------===//
  /// Says that `what` had to stand here, or what the lexer found wrong here.
  /// The result is null if the lexer's message was said.
  Diag *errorExpected(llvm::StringRef what);
  bool expect(TokenKind kind);
  /// As expect, with a note where the bracket was opened.
  bool expectClosing(TokenKind kind, Span open);
  /// Says that `what` ("sets are") is not part of the language.
  std::nullptr_t refuse(Span at, llvm::StringRef what);
  bool isSoftError() const;
  void takeSoftErrors();
  void skipLine();
  void skipStatement();
  bool tooManyErrors() const;

  /// Counts the nesting of the parser itself.
  struct Nesting {
    explicit Nesting(Parser &parser) : parser(parser) { ++parser.depth; }
    ~Nesting() { --parser.depth; }
    Parser &parser;
  };
  /// Whether the parser is too deep; says so.
  bool tooDeep();

  //===-- Nodes -----------------------------------------------------------===//
  template <typename Node>
  Node *make(Span span) {
    return module.make<Node>(span);
  }
  /// Books the height of `child` on `parent`: a tree that is too high for the
  /// recursion of those who read it is refused at the end of its statement.
  void adopt(ast::Expr *parent, ast::Expr *child) {
    if (!child)
      return;
    parent->height = std::max<unsigned>(parent->height, child->height + 1);
    if (parent->height >= kMaxHeight && !tooHigh)
      tooHigh = parent;
  }

  //===-- Statements ------------------------------------------------------===//
  using Block = ast::Block;
  void parseStatement(Block &out);
  bool parseCompound(Block &out);
  bool parseStatementHere(Block &out);
  bool parseBlock(Block &out, Span header, llvm::StringRef what);
  bool parseSimpleLine(Block &out);
  ast::Stmt *parseSimple();
  llvm::StringRef softKeyword() const;
  ast::Stmt *parseExprOrAssign();
  ast::Stmt *parseAnnotated(ast::Expr *target, uint32_t begin);
  ast::Stmt *parseAugmented(ast::Expr *target, uint32_t begin,
                            ast::BinaryOp op);
  ast::Stmt *parseReturn();
  ast::Stmt *parseRaise();
  ast::Stmt *parseAssert();
  ast::Stmt *parseDelete();
  ast::Stmt *parseGlobal();
  ast::Stmt *parseJump();
  ast::Stmt *parseImport();
  ast::Stmt *parseImportFrom();
  bool parseDottedName(std::string &path);
  bool parseImportedNames(ast::ImportFromStmt *import);
  ast::Stmt *parseIf();
  ast::Stmt *parseWhile();
  ast::Stmt *parseFor();
  ast::Stmt *parseTry();
  bool parseHandler(ast::TryStmt *stmt);
  ast::Stmt *parseWith();
  bool withItemsAreBracketed() const;
  ast::Stmt *parseDecorated();
  ast::Stmt *parseClass(std::vector<ast::Expr *> decorators);
  ast::Stmt *parseNamedTuple();
  ast::Expr *parseNamedTupleBase();
  bool parseNamedTupleField(ast::ListExpr *names, ast::ListExpr *defaults);
  ast::Stmt *parseFunction(std::vector<ast::Expr *> decorators,
                           uint32_t firstLine);
  bool parseFunctionBody(ast::FunctionStmt *function);
  bool parseParams(std::vector<ast::Param> &params, TokenKind end,
                   bool annotated);
  bool parseParam(std::vector<ast::Param> &params, ast::Param::Form form,
                  bool annotated);
  bool checkParam(const std::vector<ast::Param> &params,
                  const ast::Param &param);
  void attachTqcLine(ast::FunctionStmt *function, uint32_t line);
  void attachLateDecorators(Block &block);
  bool checkTarget(ast::Expr *target, bool starredAllowed = false);
  bool parseOrElse(Block &out);

  //===-- What a `.py` file skips -----------------------------------------===//
  std::string definedName(size_t from) const;
  bool startsKernel(size_t from) const;
  void replaceBySkipped(Block &out, size_t keep, size_t firstToken,
                        size_t mark);

  //===-- Expressions -----------------------------------------------------===//
  ast::Expr *parseExpressions();
  ast::Expr *parseListElement();
  ast::Expr *parseExpr();
  ast::Expr *parseLambda();
  ast::Expr *parseBoolOp(bool isAnd);
  ast::Expr *parseOr() { return parseBoolOp(/*isAnd=*/false); }
  ast::Expr *parseNot();
  ast::Expr *parseComparison();
  bool parseCompareOp(ast::CompareOp &op);
  ast::Expr *parseBinary(unsigned minPrecedence);
  ast::Expr *parseUnary();
  ast::Expr *parsePower();
  ast::Expr *parsePostfix();
  ast::Expr *parseCall(ast::Expr *callee, uint32_t begin);
  bool parseArgument(ast::CallExpr *call);
  ast::Expr *parseSubscript(ast::Expr *value, uint32_t begin);
  ast::Expr *parseSubscriptElement();
  ast::Expr *parseAtom();
  ast::Expr *parseName();
  ast::Expr *parseParenthesised();
  ast::Expr *parseListDisplay();
  ast::Expr *parseBraces();
  bool parseClauses(ast::ComprehensionExpr *comprehension);
  ast::Expr *parseTargetList();
  bool parseElements(std::vector<ast::Expr *> &elements, TokenKind close);
  bool startsExpression() const;

  //===-- Literals --------------------------------------------------------===//
  ast::Expr *parseInt();
  ast::Expr *parseFloat();
  ast::Expr *parseStrings();
  bool unescape(llvm::StringRef body, uint32_t offset, bool raw,
                std::string &out);
  bool unescapeCode(llvm::StringRef body, size_t &i, uint32_t offset,
                    std::string &out);
  using Parts = std::vector<ast::FStringExpr::Part>;
  bool parseFStringBody(llvm::StringRef body, uint32_t offset, bool raw,
                        bool isFormat, ast::FStringExpr *parent, Parts &parts);
  bool parseField(llvm::StringRef body, size_t &i, uint32_t offset, bool raw,
                  ast::FStringExpr *parent, Parts &parts);
  bool parseFormat(llvm::StringRef body, size_t &i, uint32_t offset, bool raw,
                   ast::FStringExpr *parent, ast::FStringExpr::Part &part);
  ast::Expr *parseFieldExpression(Span span);

  static constexpr unsigned kMaxDepth = 600;
  static constexpr unsigned kMaxHeight = 600;
  static constexpr unsigned kMaxBranches = 1000;

  const SourceFile &file;
  ast::Module &module;
  DiagEngine &diags;
  TokenList list;
  size_t pos = 0;
  uint32_t lastEnd;
  unsigned depth = 0;
  ast::Expr *tooHigh = nullptr;
  unsigned functions = 0; // the function bodies around this place
  unsigned loops = 0;     // the loops around it, in its function
  unsigned firstErrors;   // errors in `diags` before this file
  std::set<uint32_t> usedTqcLines;
};

} // namespace tqc

#endif // TQC_COMPILER_SYNTAX_PARSERIMPL_H
