//===- AST.h - The tree of a .tq or .py file --------------------*- C++ -*-===//
//
// One struct per rule of the grammar. Nodes live in the arena of their Module
// and are never changed after parsing. Names are not resolved here: a kernel is
// analysed once per specialisation, by evaluating this tree (Sema.h), and so is
// a launcher (compiler/host).
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_SYNTAX_AST_H
#define TQC_COMPILER_SYNTAX_AST_H

#include "compiler/syntax/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tqc::ast {

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Expr {
  enum class Kind : uint8_t {
    Name,
    Int,
    Float,
    String,
    FString,
    True,
    False,
    None,
    Ellipsis,
    Tuple,
    List,
    Dict,
    Unary,
    Binary,
    Compare,
    BoolOp,
    Conditional,
    Call,
    Subscript,
    Slice,
    Attribute,
    Lambda,
    Comprehension,
    Starred,
  };
  Kind kind;
  /// The length of the longest path to a leaf. The parser bounds it, so that
  /// whoever reads a tree may recurse.
  uint16_t height = 0;
  Span span;

protected:
  Expr(Kind kind, Span span) : kind(kind), span(span) {}
};

template <typename Node, typename Base, typename Base::Kind kKind>
struct NodeOf : Base {
  explicit NodeOf(Span span) : Base(kKind, span) {}
  static bool classof(const Base *node) { return node->kind == kKind; }
};
template <typename Node, Expr::Kind kKind>
using ExprOf = NodeOf<Node, Expr, kKind>;

/// x
struct NameExpr : ExprOf<NameExpr, Expr::Kind::Name> {
  using NodeOf::NodeOf;
  std::string name;
};
/// 12, 0xff. Python's integers have no bounds; more than 127 bits is an error
/// of the parser.
struct IntExpr : ExprOf<IntExpr, Expr::Kind::Int> {
  using NodeOf::NodeOf;
  __int128 value = 0;
};
/// 1.5, 1e-6
struct FloatExpr : ExprOf<FloatExpr, Expr::Kind::Float> {
  using NodeOf::NodeOf;
  double value = 0;
};
/// "text", adjacent literals already joined, escapes already resolved
struct StringExpr : ExprOf<StringExpr, Expr::Kind::String> {
  using NodeOf::NodeOf;
  std::string value;
};
/// f"a {x:>4} b": text and expressions in order
struct FStringExpr : ExprOf<FStringExpr, Expr::Kind::FString> {
  using NodeOf::NodeOf;
  struct Part {
    std::string text; ///< literal text, printed before `value` if any
    Expr *value = nullptr;
    char conversion = 0; ///< 'r', 's', 'a' or 0
    std::string format;  ///< after the colon
    /// The parts of `format` if it holds braces itself: f"{x:>{width}}".
    std::vector<Part> formatParts;
    bool debug = false; ///< f"{x=}"; then `text` is "x="
  };
  std::vector<Part> parts;
};
struct TrueExpr : ExprOf<TrueExpr, Expr::Kind::True> {
  using NodeOf::NodeOf;
};
struct FalseExpr : ExprOf<FalseExpr, Expr::Kind::False> {
  using NodeOf::NodeOf;
};
struct NoneExpr : ExprOf<NoneExpr, Expr::Kind::None> {
  using NodeOf::NodeOf;
};
/// ...
struct EllipsisExpr : ExprOf<EllipsisExpr, Expr::Kind::Ellipsis> {
  using NodeOf::NodeOf;
};
/// (a, b) or a, b
struct TupleExpr : ExprOf<TupleExpr, Expr::Kind::Tuple> {
  using NodeOf::NodeOf;
  std::vector<Expr *> elements;
};
/// [a, b]
struct ListExpr : ExprOf<ListExpr, Expr::Kind::List> {
  using NodeOf::NodeOf;
  std::vector<Expr *> elements;
};
/// {k: v}; a key is null for `**v`. A set display is refused by the parser.
struct DictExpr : ExprOf<DictExpr, Expr::Kind::Dict> {
  using NodeOf::NodeOf;
  std::vector<std::pair<Expr *, Expr *>> items;
};

enum class UnaryOp : uint8_t { Neg, Plus, Invert, Not };
struct UnaryExpr : ExprOf<UnaryExpr, Expr::Kind::Unary> {
  using NodeOf::NodeOf;
  UnaryOp op = UnaryOp::Neg;
  Expr *operand = nullptr;
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  BitAnd,
  BitOr,
  BitXor,
  LShift,
  RShift,
};
llvm::StringRef spelling(BinaryOp op);
struct BinaryExpr : ExprOf<BinaryExpr, Expr::Kind::Binary> {
  using NodeOf::NodeOf;
  BinaryOp op = BinaryOp::Add;
  Span opSpan;
  Expr *lhs = nullptr;
  Expr *rhs = nullptr;
};

enum class CompareOp : uint8_t {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Is,
  IsNot,
  In,
  NotIn,
};
llvm::StringRef spelling(CompareOp op);
/// a < b <= c: operands.size() == ops.size() + 1
struct CompareExpr : ExprOf<CompareExpr, Expr::Kind::Compare> {
  using NodeOf::NodeOf;
  std::vector<Expr *> operands;
  std::vector<CompareOp> ops;
};
/// a and b and c, or: short-circuit
struct BoolOpExpr : ExprOf<BoolOpExpr, Expr::Kind::BoolOp> {
  using NodeOf::NodeOf;
  bool isAnd = true;
  std::vector<Expr *> operands;
};
/// a if c else b
struct ConditionalExpr : ExprOf<ConditionalExpr, Expr::Kind::Conditional> {
  using NodeOf::NodeOf;
  Expr *condition = nullptr;
  Expr *whenTrue = nullptr;
  Expr *whenFalse = nullptr;
};
/// f(a, *b, k=c, **d). Positional arguments may be StarredExpr.
struct CallExpr : ExprOf<CallExpr, Expr::Kind::Call> {
  using NodeOf::NodeOf;
  struct Keyword {
    std::string name; ///< empty for **d
    Span nameSpan;
    Expr *value = nullptr;
  };
  Expr *callee = nullptr;
  std::vector<Expr *> arguments;
  std::vector<Keyword> keywords;
};
/// x[i], x[:, None]: the index is a TupleExpr for several
struct SubscriptExpr : ExprOf<SubscriptExpr, Expr::Kind::Subscript> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
  Expr *index = nullptr;
};
/// a:b:c inside a subscript; each part may be null
struct SliceExpr : ExprOf<SliceExpr, Expr::Kind::Slice> {
  using NodeOf::NodeOf;
  Expr *lower = nullptr;
  Expr *upper = nullptr;
  Expr *step = nullptr;
};
/// x.name
struct AttributeExpr : ExprOf<AttributeExpr, Expr::Kind::Attribute> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
  std::string name;
  Span nameSpan;
};

struct Param;
/// lambda a, b=1: body
struct LambdaExpr : ExprOf<LambdaExpr, Expr::Kind::Lambda> {
  using NodeOf::NodeOf;
  std::vector<Param> params;
  Expr *body = nullptr;
};
/// [e for x in xs if c], (…), or {k: v for …}
struct ComprehensionExpr
    : ExprOf<ComprehensionExpr, Expr::Kind::Comprehension> {
  using NodeOf::NodeOf;
  enum class Form : uint8_t { List, Generator, Dict };
  struct Clause {
    Expr *target = nullptr; ///< NameExpr or TupleExpr of names
    Expr *iterable = nullptr;
    std::vector<Expr *> conditions;
  };
  Form form = Form::List;
  Expr *key = nullptr; ///< for Dict
  Expr *element = nullptr;
  std::vector<Clause> clauses;
};
/// *x in a call, a display or an assignment target
struct StarredExpr : ExprOf<StarredExpr, Expr::Kind::Starred> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct Stmt {
  enum class Kind : uint8_t {
    Expr,
    Assign,
    AnnAssign,
    AugAssign,
    If,
    For,
    While,
    Return,
    Assert,
    Raise,
    Pass,
    Break,
    Continue,
    Function,
    Class,
    Import,
    ImportFrom,
    Try,
    With,
    Global,
    Delete,
    Skipped,
  };
  Kind kind;
  Span span; ///< a compound statement's span is its header line

protected:
  Stmt(Kind kind, Span span) : kind(kind), span(span) {}
};
template <typename Node, Stmt::Kind kKind>
using StmtOf = NodeOf<Node, Stmt, kKind>;
using Block = std::vector<Stmt *>;

/// A parameter of a function or lambda.
struct Param {
  enum class Form : uint8_t { Plain, Star, DoubleStar };
  std::string name;
  Span span;
  Expr *annotation = nullptr;
  Expr *defaultValue = nullptr;
  Form form = Form::Plain;
  bool keywordOnly = false;
  bool positionalOnly = false; ///< stands before a `/`
};

struct ExprStmt : StmtOf<ExprStmt, Stmt::Kind::Expr> {
  using NodeOf::NodeOf;
  Expr *value = nullptr;
};
/// a = b = value; targets are Name, Attribute, Subscript, Tuple or List
struct AssignStmt : StmtOf<AssignStmt, Stmt::Kind::Assign> {
  using NodeOf::NodeOf;
  std::vector<Expr *> targets;
  Expr *value = nullptr;
};
/// a: T = value; value may be null
struct AnnAssignStmt : StmtOf<AnnAssignStmt, Stmt::Kind::AnnAssign> {
  using NodeOf::NodeOf;
  Expr *target = nullptr;
  Expr *annotation = nullptr;
  Expr *value = nullptr;
};
/// a += value
struct AugAssignStmt : StmtOf<AugAssignStmt, Stmt::Kind::AugAssign> {
  using NodeOf::NodeOf;
  BinaryOp op = BinaryOp::Add;
  Expr *target = nullptr;
  Expr *value = nullptr;
};
/// elif is an IfStmt alone in `orElse`
struct IfStmt : StmtOf<IfStmt, Stmt::Kind::If> {
  using NodeOf::NodeOf;
  Expr *condition = nullptr;
  Block body, orElse;
};
struct ForStmt : StmtOf<ForStmt, Stmt::Kind::For> {
  using NodeOf::NodeOf;
  Expr *target = nullptr;
  Expr *iterable = nullptr;
  Block body, orElse;
};
struct WhileStmt : StmtOf<WhileStmt, Stmt::Kind::While> {
  using NodeOf::NodeOf;
  Expr *condition = nullptr;
  Block body, orElse;
};
struct ReturnStmt : StmtOf<ReturnStmt, Stmt::Kind::Return> {
  using NodeOf::NodeOf;
  Expr *value = nullptr; ///< may be null
};
struct AssertStmt : StmtOf<AssertStmt, Stmt::Kind::Assert> {
  using NodeOf::NodeOf;
  Expr *condition = nullptr;
  Expr *message = nullptr; ///< may be null
};
struct RaiseStmt : StmtOf<RaiseStmt, Stmt::Kind::Raise> {
  using NodeOf::NodeOf;
  Expr *value = nullptr; ///< may be null
};
struct PassStmt : StmtOf<PassStmt, Stmt::Kind::Pass> {
  using NodeOf::NodeOf;
};
struct BreakStmt : StmtOf<BreakStmt, Stmt::Kind::Break> {
  using NodeOf::NodeOf;
};
struct ContinueStmt : StmtOf<ContinueStmt, Stmt::Kind::Continue> {
  using NodeOf::NodeOf;
};
/// def, with its decorators
struct FunctionStmt : StmtOf<FunctionStmt, Stmt::Kind::Function> {
  using NodeOf::NodeOf;
  std::string name;
  Span nameSpan;
  std::vector<Expr *> decorators; ///< top first, without the `@`
  std::vector<Param> params;
  Expr *returns = nullptr;
  std::string docstring;
  Block body;          ///< without the docstring
  std::string tqcLine; ///< text after `# tqc:` directly above it
  Span tqcSpan;
};
/// class, with its decorators; those of named tuples are calls instead
struct ClassStmt : StmtOf<ClassStmt, Stmt::Kind::Class> {
  using NodeOf::NodeOf;
  std::string name;
  Span nameSpan;
  std::vector<Expr *> decorators, bases;
  std::vector<CallExpr::Keyword> keywords; ///< metaclass=...
  Block body;
};
/// import a.b as c
struct ImportStmt : StmtOf<ImportStmt, Stmt::Kind::Import> {
  using NodeOf::NodeOf;
  struct Name {
    std::string path, alias; ///< alias empty if none
    Span span;
  };
  std::vector<Name> names;
};
/// from ..a.b import c as d; one name "*" for a star
struct ImportFromStmt : StmtOf<ImportFromStmt, Stmt::Kind::ImportFrom> {
  using NodeOf::NodeOf;
  std::string module; ///< may be empty for `from . import x`
  unsigned dots = 0;
  std::vector<ImportStmt::Name> names;
};
/// try/except/else/finally
struct TryStmt : StmtOf<TryStmt, Stmt::Kind::Try> {
  using NodeOf::NodeOf;
  struct Handler {
    Expr *type = nullptr; ///< may be null
    std::string name;
    Block body;
  };
  Block body;
  std::vector<Handler> handlers;
  Block orElse, finally;
};
struct WithStmt : StmtOf<WithStmt, Stmt::Kind::With> {
  using NodeOf::NodeOf;
  std::vector<std::pair<Expr *, Expr *>> items; ///< context, target or null
  Block body;
};
/// global a, b; nonlocal a
struct GlobalStmt : StmtOf<GlobalStmt, Stmt::Kind::Global> {
  using NodeOf::NodeOf;
  std::vector<std::string> names;
  bool isNonlocal = false;
};
/// del a
struct DeleteStmt : StmtOf<DeleteStmt, Stmt::Kind::Delete> {
  using NodeOf::NodeOf;
  std::vector<Expr *> targets;
};
/// Part of a `.py` file that this grammar does not cover (a function that uses
/// `yield`, a set, …). It is an error if it is a kernel that is compiled, or
/// if a kernel reaches a name that it defines.
struct SkippedStmt : StmtOf<SkippedStmt, Stmt::Kind::Skipped> {
  using NodeOf::NodeOf;
  std::string name;        ///< what it would define, empty if unknown
  std::string reason;      ///< "sets are not part of the language"
  unsigned code = 0;       ///< of the diagnostic: 204
  Span where;              ///< the exact place that is not covered
  bool isKernel = false;   ///< a `def` below `@triton.jit`
  bool hasTqcLine = false; ///< and below a `# tqc:` line
  std::vector<Diag> diags; ///< what a `.tq` file would say here

  /// Whether Python would refuse the text too.
  bool isBroken() const;
};

//===----------------------------------------------------------------------===//
// A file
//===----------------------------------------------------------------------===//

/// The tree of one file. Owns its nodes.
class Module {
public:
  explicit Module(const SourceFile &file) : file(&file) {}
  Module(Module &&) = default;

  template <typename Node>
  Node *make(Span span) {
    auto node = std::make_unique<Holder<Node>>(span);
    Node *result = &node->node;
    nodes.push_back(std::move(node));
    return result;
  }

  const SourceFile *file;
  Block body;

private:
  struct AnyNode {
    virtual ~AnyNode() = default;
  };
  template <typename Node>
  struct Holder : AnyNode {
    explicit Holder(Span span) : node(span) {}
    Node node;
  };
  std::vector<std::unique_ptr<AnyNode>> nodes;
};

/// The tree as indented text, one node a line with its line and column:
/// what `--emit=ast` prints.
void print(const Module &module, const SourceManager &sources,
           llvm::raw_ostream &os);

} // namespace tqc::ast

#endif // TQC_COMPILER_SYNTAX_AST_H
