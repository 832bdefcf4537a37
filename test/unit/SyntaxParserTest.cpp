//===- SyntaxParserTest.cpp - The tree of each construct ------------------===//

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "SyntaxTesting.h"

using namespace tqc;
using namespace tqc::testing;
using ::testing::HasSubstr;

/// The tree of one expression.
static std::string expr(std::string text) {
  std::string tree = treeOf(std::move(text));
  llvm::StringRef rest = tree;
  if (!rest.consume_front("Expr\n"))
    return tree;
  std::string result;
  llvm::SmallVector<llvm::StringRef> lines;
  rest.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines)
    result += line.drop_front(2).str() + "\n";
  return result;
}

/// An expression with brackets that show its structure.
static std::string shape(std::string text) {
  SourceManager sources;
  DiagEngine diags(sources);
  const SourceFile &file = sources.add("e", std::move(text));
  ast::Module arena(file);
  const ast::Expr *root = parseExpression(file, arena, diags);
  if (!root)
    return diags.all()[0].message;
  std::function<std::string(const ast::Expr *)> show =
      [&](const ast::Expr *e) -> std::string {
    if (auto *binary = llvm::dyn_cast<ast::BinaryExpr>(e))
      return "(" + show(binary->lhs) + ast::spelling(binary->op).str() +
             show(binary->rhs) + ")";
    if (auto *unary = llvm::dyn_cast<ast::UnaryExpr>(e)) {
      static const char *const kOps[] = {"-", "+", "~", "not "};
      return "(" + std::string(kOps[static_cast<int>(unary->op)]) +
             show(unary->operand) + ")";
    }
    if (auto *boolOp = llvm::dyn_cast<ast::BoolOpExpr>(e)) {
      std::string result = "(";
      for (const ast::Expr *operand : boolOp->operands)
        result += (operand == boolOp->operands[0] ? ""
                   : boolOp->isAnd                ? " and "
                                                  : " or ") +
                  show(operand);
      return result + ")";
    }
    if (auto *compare = llvm::dyn_cast<ast::CompareExpr>(e)) {
      std::string result = "(" + show(compare->operands[0]);
      for (size_t i = 0; i < compare->ops.size(); ++i)
        result += " " + ast::spelling(compare->ops[i]).str() + " " +
                  show(compare->operands[i + 1]);
      return result + ")";
    }
    return sources.textOf(e->span).str();
  };
  return show(root);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

TEST(ParserTest, OperatorsBindAsInPython) {
  EXPECT_EQ(shape("a | b ^ c & d << e + f * g"), "(a|(b^(c&(d<<(e+(f*g))))))");
  EXPECT_EQ(shape("a - b - c"), "((a-b)-c)");
  EXPECT_EQ(shape("a // b % c @ d / e"), "((((a//b)%c)@d)/e)");
  EXPECT_EQ(shape("-a ** -b ** c"), "(-(a**(-(b**c))))");
  EXPECT_EQ(shape("~a * +b"), "((~a)*(+b))");
  EXPECT_EQ(shape("not a == b and c or d"), "(((not (a == b)) and c) or d)");
  EXPECT_EQ(shape("a < b <= c is not d not in e"),
            "(a < b <= c is not d not in e)");
  EXPECT_EQ(shape("a | b == c"), "((a|b) == c)");
  EXPECT_EQ(shape("a is not b"), "(a is not b)");
  EXPECT_EQ(shape("a << b >> c"), "((a<<b)>>c)");
}

TEST(ParserTest, NumbersHaveTheirValue) {
  EXPECT_EQ(expr("0xff_f"), "Int 4095\n");
  EXPECT_EQ(expr("0o17"), "Int 15\n");
  EXPECT_EQ(expr("0B101"), "Int 5\n");
  EXPECT_EQ(expr("170141183460469231731687303715884105727"),
            "Int 170141183460469231731687303715884105727\n");
  EXPECT_EQ(expr("1e-6"), "Float 1e-06\n");
  EXPECT_EQ(expr("1_0.25"), "Float 10.25\n");
  EXPECT_EQ(expr(".5"), "Float 0.5\n");
  EXPECT_EQ(expr("1e400"), "Float inf\n");
}

TEST(ParserTest, StringsHaveTheirText) {
  EXPECT_EQ(expr(R"('a\tb\x41\101\u00e9\\\'')"),
            "String \"a\\tbAA\\303\\251\\\\'\"\n");
  EXPECT_EQ(expr(R"(r'\n\d')"), "String \"\\\\n\\\\d\"\n");
  EXPECT_EQ(expr(R"('\d')"), "String \"\\\\d\"\n");
  EXPECT_EQ(expr("'a' \"b\" '''c\r\nd'''"), "String \"abc\\nd\"\n");
  EXPECT_EQ(expr("'a\\\nb'"), "String \"ab\"\n");
  EXPECT_EQ(expr("''"), "String \"\"\n");
}

TEST(ParserTest, FStringsHaveTextAndFields) {
  EXPECT_EQ(expr("f'a{b}{{c}}'"), "FString\n"
                                  "  Text \"a\"\n"
                                  "  Field\n"
                                  "    Name b\n"
                                  "  Text \"{c}\"\n");
  EXPECT_EQ(expr("'x' f'{b!r:>{w}.2f}' 'y'"), "FString\n"
                                              "  Text \"x\"\n"
                                              "  Field !r \">{w}.2f\"\n"
                                              "    Name b\n"
                                              "    Format\n"
                                              "      Text \">\"\n"
                                              "      Field\n"
                                              "        Name w\n"
                                              "      Text \".2f\"\n"
                                              "  Text \"y\"\n");
  EXPECT_EQ(expr("f'{a + 1 = :4}'"), "FString\n"
                                     "  Text \"a + 1 = \"\n"
                                     "  Field \"4\"\n"
                                     "    Binary +\n"
                                     "      Name a\n"
                                     "      Int 1\n");
  EXPECT_EQ(expr("f'{d[\"k\"]}{a == b}{x != y}'"), "FString\n"
                                                   "  Field\n"
                                                   "    Subscript\n"
                                                   "      Name d\n"
                                                   "      String \"k\"\n"
                                                   "  Field\n"
                                                   "    Compare ==\n"
                                                   "      Name a\n"
                                                   "      Name b\n"
                                                   "  Field\n"
                                                   "    Compare !=\n"
                                                   "      Name x\n"
                                                   "      Name y\n");
  EXPECT_EQ(expr("rf'\\{a}'"), "FString\n"
                               "  Text \"\\\\\"\n"
                               "  Field\n"
                               "    Name a\n");
  EXPECT_EQ(expr("f'{a, b}{f\"{c}\"}'"), "FString\n"
                                         "  Field\n"
                                         "    Tuple\n"
                                         "      Name a\n"
                                         "      Name b\n"
                                         "  Field\n"
                                         "    FString\n"
                                         "      Field\n"
                                         "        Name c\n");
}

TEST(ParserTest, PlacesInsideFStringsAreExact) {
  Parsed parsed("x = 1\ny = f'ab{c}'\n");
  EXPECT_THAT(parsed.tree(/*places=*/true), HasSubstr("Name c 2:10"));
}

TEST(ParserTest, Displays) {
  EXPECT_EQ(expr("()"), "Tuple\n");
  EXPECT_EQ(expr("(a)"), "Name a\n");
  EXPECT_EQ(expr("(a,)"), "Tuple\n  Name a\n");
  EXPECT_EQ(expr("a, *b"), "Tuple\n  Name a\n  Starred\n    Name b\n");
  EXPECT_EQ(expr("[1, 2,]"), "List\n  Int 1\n  Int 2\n");
  EXPECT_EQ(expr("{}"), "Dict\n");
  EXPECT_EQ(expr("{'a': 1, **b}"), "Dict\n"
                                   "  Item\n"
                                   "    String \"a\"\n"
                                   "    Int 1\n"
                                   "  Item **\n"
                                   "    Name b\n");
  EXPECT_EQ(expr("(True, False, None, ...)"),
            "Tuple\n  True\n  False\n  None\n  Ellipsis\n");
}

TEST(ParserTest, Comprehensions) {
  EXPECT_EQ(expr("[a for a in b if c if d for e in f]"), "Comprehension list\n"
                                                         "  Name a\n"
                                                         "  Clause\n"
                                                         "    Name a\n"
                                                         "    Name b\n"
                                                         "    If\n"
                                                         "      Name c\n"
                                                         "    If\n"
                                                         "      Name d\n"
                                                         "  Clause\n"
                                                         "    Name e\n"
                                                         "    Name f\n");
  EXPECT_EQ(expr("{k: v for k, v in x}"), "Comprehension dict\n"
                                          "  Key\n"
                                          "    Name k\n"
                                          "  Name v\n"
                                          "  Clause\n"
                                          "    Tuple\n"
                                          "      Name k\n"
                                          "      Name v\n"
                                          "    Name x\n");
  EXPECT_THAT(expr("sum(a for a in b)"), HasSubstr("Comprehension generator"));
  EXPECT_THAT(expr("(a for a in b)"), HasSubstr("Comprehension generator"));
}

TEST(ParserTest, CallsSubscriptsAndAttributes) {
  EXPECT_EQ(expr("a.b(c, *d, e=1, **f)[g](h)"), "Call\n"
                                                "  Subscript\n"
                                                "    Call\n"
                                                "      Attribute b\n"
                                                "        Name a\n"
                                                "      Name c\n"
                                                "      Starred\n"
                                                "        Name d\n"
                                                "      Keyword e\n"
                                                "        Int 1\n"
                                                "      Keyword **\n"
                                                "        Name f\n"
                                                "    Name g\n"
                                                "  Name h\n");
  EXPECT_EQ(expr("x[:, None, 1:2:3, ::-1]"), "Subscript\n"
                                             "  Name x\n"
                                             "  Tuple\n"
                                             "    Slice\n"
                                             "    None\n"
                                             "    Slice\n"
                                             "      Lower\n"
                                             "        Int 1\n"
                                             "      Upper\n"
                                             "        Int 2\n"
                                             "      Step\n"
                                             "        Int 3\n"
                                             "    Slice\n"
                                             "      Step\n"
                                             "        Unary -\n"
                                             "          Int 1\n");
  EXPECT_EQ(expr("x[a,]"), "Subscript\n  Name x\n  Tuple\n    Name a\n");
}

TEST(ParserTest, ConditionalsAndLambdas) {
  EXPECT_EQ(expr("a if b else c if d else e"), "Conditional\n"
                                               "  Name b\n"
                                               "  Name a\n"
                                               "  Conditional\n"
                                               "    Name d\n"
                                               "    Name c\n"
                                               "    Name e\n");
  EXPECT_EQ(expr("lambda a, b=1, *c, d, **e: (a,)"), "Lambda\n"
                                                     "  Param a\n"
                                                     "  Param b\n"
                                                     "    Default\n"
                                                     "      Int 1\n"
                                                     "  Param *c\n"
                                                     "  Param d keyword-only\n"
                                                     "  Param **e\n"
                                                     "  Tuple\n"
                                                     "    Name a\n");
  EXPECT_EQ(expr("lambda: 1"), "Lambda\n  Int 1\n");
}

TEST(ParserTest, SpansHoldTheBracketsOfTheirOperands) {
  SourceManager sources;
  DiagEngine diags(sources);
  const SourceFile &file = sources.add("e", "(a + b) * c[0]");
  ast::Module arena(file);
  const auto *product =
      llvm::cast<ast::BinaryExpr>(parseExpression(file, arena, diags));
  EXPECT_EQ(sources.textOf(product->span), "(a + b) * c[0]");
  EXPECT_EQ(sources.textOf(product->opSpan), "*");
  EXPECT_EQ(sources.textOf(product->rhs->span), "c[0]");
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

TEST(ParserTest, Assignments) {
  EXPECT_EQ(treeOf("a = b.c = d[0], *e = f\n"), "Assign\n"
                                                "  Name a\n"
                                                "  Attribute c\n"
                                                "    Name b\n"
                                                "  Tuple\n"
                                                "    Subscript\n"
                                                "      Name d\n"
                                                "      Int 0\n"
                                                "    Starred\n"
                                                "      Name e\n"
                                                "  Name f\n");
  EXPECT_EQ(treeOf("a: tl.constexpr = 3; b: int\n"), "AnnAssign\n"
                                                     "  Name a\n"
                                                     "  Annotation\n"
                                                     "    Attribute constexpr\n"
                                                     "      Name tl\n"
                                                     "  Int 3\n"
                                                     "AnnAssign\n"
                                                     "  Name b\n"
                                                     "  Annotation\n"
                                                     "    Name int\n");
}

TEST(ParserTest, EveryAugmentedAssignment) {
  for (const char *op :
       {"+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"})
    EXPECT_EQ(treeOf(std::string("a ") + op + "= 1\n"),
              std::string("AugAssign ") + op + "=\n  Name a\n  Int 1\n");
}

TEST(ParserTest, Branches) {
  EXPECT_EQ(treeOf("if a:\n  b\nelif c: d\nelse:\n  pass\n"), "If\n"
                                                              "  Name a\n"
                                                              "  Then\n"
                                                              "    Expr\n"
                                                              "      Name b\n"
                                                              "  Else\n"
                                                              "    If\n"
                                                              "      Name c\n"
                                                              "      Then\n"
                                                              "        Expr\n"
                                                              "          Name "
                                                              "d\n"
                                                              "      Else\n"
                                                              "        Pass\n");
}

TEST(ParserTest, Loops) {
  EXPECT_EQ(treeOf("for i, (j, k) in a, b:\n  break\nelse:\n  c\n"),
            "For\n"
            "  Tuple\n"
            "    Name i\n"
            "    Tuple\n"
            "      Name j\n"
            "      Name k\n"
            "  Tuple\n"
            "    Name a\n"
            "    Name b\n"
            "  Body\n"
            "    Break\n"
            "  Else\n"
            "    Expr\n"
            "      Name c\n");
  EXPECT_EQ(treeOf("while a: continue\n"), "While\n"
                                           "  Name a\n"
                                           "  Body\n"
                                           "    Continue\n");
}

TEST(ParserTest, SmallStatements) {
  EXPECT_EQ(treeOf("assert a, 'b'\nraise E('x') from e\nraise\n"
                   "del a, b[0]\nglobal a, b\n"),
            "Assert\n  Name a\n  Message\n    String \"b\"\n"
            "Raise\n  Call\n    Name E\n    String \"x\"\n"
            "Raise\n"
            "Delete\n  Name a\n  Subscript\n    Name b\n    Int 0\n"
            "Global a, b\n");
  EXPECT_EQ(treeOf("print(a)\n"), "Expr\n  Call\n    Name print\n    Name a\n");
}

TEST(ParserTest, Imports) {
  EXPECT_EQ(treeOf("import a.b as c, d\nfrom ..e.f import (g as h, i,)\n"
                   "from . import j\nfrom ... import *\n"),
            "Import a.b as c, d\n"
            "ImportFrom ..e.f: g as h, i\n"
            "ImportFrom .: j\n"
            "ImportFrom ...: *\n");
}

TEST(ParserTest, TryAndWith) {
  EXPECT_EQ(treeOf("try:\n  a\nexcept (B, C) as e:\n  d\nexcept:\n  f\n"
                   "else:\n  g\nfinally:\n  h\n"),
            "Try\n"
            "  Expr\n    Name a\n"
            "  Except e\n"
            "    Type\n      Tuple\n        Name B\n        Name C\n"
            "    Expr\n      Name d\n"
            "  Except\n    Expr\n      Name f\n"
            "  Else\n    Expr\n      Name g\n"
            "  Finally\n    Expr\n      Name h\n");
  const char *with = "With\n"
                     "  Name a\n  As\n    Name b\n"
                     "  Call\n    Name c\n"
                     "  Body\n    Pass\n";
  EXPECT_EQ(treeOf("with a as b, c():\n  pass\n"), with);
  EXPECT_EQ(treeOf("with (a as b, c(),):\n  pass\n"), with);
}

TEST(ParserTest, Functions) {
  EXPECT_EQ(treeOf("@triton.jit\n"
                   "@dec(1)\n"
                   "def f(a, b: \"*fp16\", /, c: tl.constexpr = 2, *, d, "
                   "e=3, **g) -> int:\n"
                   "  '''Doc.'''\n"
                   "  return a\n"),
            "Function f\n"
            "  Decorator\n    Attribute jit\n      Name triton\n"
            "  Decorator\n    Call\n      Name dec\n      Int 1\n"
            "  Param a positional-only\n"
            "  Param b positional-only\n"
            "    Annotation\n      String \"*fp16\"\n"
            "  Param c\n"
            "    Annotation\n      Attribute constexpr\n        Name tl\n"
            "    Default\n      Int 2\n"
            "  Param d keyword-only\n"
            "  Param e keyword-only\n    Default\n      Int 3\n"
            "  Param **g\n"
            "  Returns\n    Name int\n"
            "  Docstring \"Doc.\"\n"
            "  Return\n    Name a\n");
}

TEST(ParserTest, ADocstringAloneIsABody) {
  Parsed parsed("def f():\n  'only'\n");
  EXPECT_EQ(parsed.errors(), "");
  EXPECT_TRUE(parsed.first<ast::FunctionStmt>().body.empty());
}

TEST(ParserTest, TheTqcLineStandsAboveTheFunctionOrItsDecorator) {
  const char *texts[] = {
      "# tqc: a=1\n@triton.jit\ndef f():\n  pass\n",
      "@triton.jit\n# tqc: a=1\ndef f():\n  pass\n",
      "# tqc: a=1\ndef f(): pass\n",
      "x = 1\n# not this\n#tqc:  a=1 \ndef f(): pass\n",
  };
  for (const char *text : texts) {
    Parsed parsed(text);
    EXPECT_EQ(parsed.errors(), "");
    const auto *f = llvm::cast<ast::FunctionStmt>(parsed.module->body.back());
    EXPECT_EQ(f->tqcLine, "a=1") << text;
  }
  Parsed two("# tqc: a=1\n# tqc: b=2\ndef f(): pass\n");
  EXPECT_EQ(two.first<ast::FunctionStmt>().tqcLine, "a=1 b=2");
}

TEST(ParserTest, ANestedFunctionEndsTheLoopAroundIt) {
  EXPECT_THAT(errorsOf("for i in a:\n  def f():\n    break\n"),
              HasSubstr("`break` stands outside a loop"));
  EXPECT_EQ(errorsOf("def f():\n  for i in a:\n    if b: return\n"), "");
}

TEST(ParserTest, AHeaderIsTheSpanOfItsStatement) {
  Parsed parsed("@d\ndef f(a,\n      b):\n  pass\n");
  EXPECT_EQ(parsed.sources.textOf(parsed.first<ast::FunctionStmt>().span),
            "def f(a,\n      b):");
}
