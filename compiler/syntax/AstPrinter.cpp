//===- AstPrinter.cpp - The tree as indented text -------------------------===//
//
// What `tqc --emit=ast` prints: one node a line, its children below it.
//
//     Assign 3:3
//       Name pid 3:3
//       Call 3:9
//         Attribute program_id 3:9
//           Name tl 3:9
//         Keyword axis
//           Int 0 3:28
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/AST.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using llvm::cast;
using llvm::StringLiteral;
using llvm::StringRef;

namespace tqc::ast {

namespace {
class Printer {
public:
  Printer(const SourceManager &sources, llvm::raw_ostream &os)
      : sources(sources), os(os) {}

  void print(const Block &block) {
    for (const Stmt *stmt : block)
      print(stmt);
  }
  void print(const Stmt *stmt);
  void print(const Expr *expr);

private:
  /// Starts a line; children printed while the result lives are indented.
  struct Line {
    explicit Line(Printer &printer) : printer(printer) { ++printer.depth; }
    ~Line() { --printer.depth; }
    Printer &printer;
  };
  Line line(StringRef what, Span span, StringRef detail = "") {
    os.indent(depth * 2) << what;
    if (!detail.empty())
      os << ' ' << detail;
    if (const SourceFile *file = sources.fileOf(span.begin)) {
      LineColumn at = file->locate(span.begin);
      os << ' ' << at.line << ':' << at.column;
    }
    os << '\n';
    return Line(*this);
  }
  template <typename Node>
  void labelled(StringRef label, const Node &child) {
    auto scope = line(label, {});
    print(child);
  }
  void optional(StringRef label, const Expr *child) {
    if (child)
      labelled(label, child);
  }
  void optional(StringRef label, const Block &block) {
    if (!block.empty())
      labelled(label, block);
  }
  void print(const std::vector<Param> &params);
  void print(const std::vector<FStringExpr::Part> &parts);
  void print(const ComprehensionExpr *expr);
  void print(const CallExpr *expr);
  void print(const FunctionStmt *stmt);
  void print(const TryStmt *stmt);

  const SourceManager &sources;
  llvm::raw_ostream &os;
  unsigned depth = 0;
};
} // namespace

static std::string quoted(StringRef text) {
  std::string result = "\"";
  llvm::raw_string_ostream os(result);
  os.write_escaped(text);
  return result + "\"";
}

static std::string decimal(__int128 value) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(value % 10));
    value /= 10;
  } while (value != 0);
  return std::string(digits.rbegin(), digits.rend());
}

static std::string shortest(double value) {
  for (int precision = 1; precision < 17; ++precision) {
    char text[40];
    snprintf(text, sizeof text, "%.*g", precision, value);
    if (strtod(text, nullptr) == value)
      return text;
  }
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return text;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void Printer::print(const std::vector<Param> &params) {
  for (const Param &param : params) {
    static constexpr StringLiteral kForms[] = {"", "*", "**"};
    std::string name =
        (kForms[static_cast<size_t>(param.form)] + param.name).str();
    if (param.keywordOnly)
      name += " keyword-only";
    if (param.positionalOnly)
      name += " positional-only";
    auto scope = line("Param", param.span, name);
    optional("Annotation", param.annotation);
    optional("Default", param.defaultValue);
  }
}

void Printer::print(const std::vector<FStringExpr::Part> &parts) {
  for (const FStringExpr::Part &part : parts) {
    if (!part.text.empty())
      line("Text", {}, quoted(part.text));
    if (!part.value)
      continue;
    std::string detail;
    if (part.conversion)
      detail = std::string("!") + part.conversion;
    if (!part.format.empty())
      detail += (detail.empty() ? "" : " ") + quoted(part.format);
    auto scope = line("Field", {}, detail);
    print(part.value);
    if (!part.formatParts.empty()) {
      auto format = line("Format", {});
      print(part.formatParts);
    }
  }
}

void Printer::print(const ComprehensionExpr *expr) {
  static constexpr StringLiteral kForms[] = {"list", "generator", "dict"};
  auto scope = line("Comprehension", expr->span,
                    kForms[static_cast<size_t>(expr->form)]);
  optional("Key", expr->key);
  print(expr->element);
  for (const ComprehensionExpr::Clause &clause : expr->clauses) {
    auto inner = line("Clause", {});
    print(clause.target);
    print(clause.iterable);
    for (const Expr *condition : clause.conditions)
      labelled("If", condition);
  }
}

void Printer::print(const CallExpr *expr) {
  auto scope = line("Call", expr->span);
  print(expr->callee);
  for (const Expr *argument : expr->arguments)
    print(argument);
  for (const CallExpr::Keyword &keyword : expr->keywords)
    labelled(keyword.name.empty() ? std::string("Keyword **")
                                  : "Keyword " + keyword.name,
             keyword.value);
}

void Printer::print(const Expr *expr) {
  Span span = expr->span;
  auto list = [&](StringRef what, const std::vector<Expr *> &children,
                  StringRef detail = "") {
    auto scope = line(what, span, detail);
    for (const Expr *child : children)
      print(child);
  };
  switch (expr->kind) {
  case Expr::Kind::Name:
    line("Name", span, cast<NameExpr>(expr)->name);
    break;
  case Expr::Kind::Int:
    line("Int", span, decimal(cast<IntExpr>(expr)->value));
    break;
  case Expr::Kind::Float:
    line("Float", span, shortest(cast<FloatExpr>(expr)->value));
    break;
  case Expr::Kind::String:
    line("String", span, quoted(cast<StringExpr>(expr)->value));
    break;
  case Expr::Kind::FString: {
    auto scope = line("FString", span);
    print(cast<FStringExpr>(expr)->parts);
    break;
  }
  case Expr::Kind::True:
    line("True", span);
    break;
  case Expr::Kind::False:
    line("False", span);
    break;
  case Expr::Kind::None:
    line("None", span);
    break;
  case Expr::Kind::Ellipsis:
    line("Ellipsis", span);
    break;
  case Expr::Kind::Tuple:
    list("Tuple", cast<TupleExpr>(expr)->elements);
    break;
  case Expr::Kind::List:
    list("List", cast<ListExpr>(expr)->elements);
    break;
  case Expr::Kind::Dict: {
    auto scope = line("Dict", span);
    for (auto [key, value] : cast<DictExpr>(expr)->items) {
      auto item = line(key ? "Item" : "Item **", {});
      if (key)
        print(key);
      print(value);
    }
    break;
  }
  case Expr::Kind::Unary: {
    static constexpr StringLiteral kOps[] = {"-", "+", "~", "not"};
    const auto *unary = cast<UnaryExpr>(expr);
    list("Unary", {unary->operand}, kOps[static_cast<size_t>(unary->op)]);
    break;
  }
  case Expr::Kind::Binary: {
    const auto *binary = cast<BinaryExpr>(expr);
    list("Binary", {binary->lhs, binary->rhs}, spelling(binary->op));
    break;
  }
  case Expr::Kind::Compare: {
    const auto *compare = cast<CompareExpr>(expr);
    std::string ops;
    for (CompareOp op : compare->ops)
      ops += (ops.empty() ? "" : ", ") + spelling(op).str();
    list("Compare", compare->operands, ops);
    break;
  }
  case Expr::Kind::BoolOp: {
    const auto *boolOp = cast<BoolOpExpr>(expr);
    list("BoolOp", boolOp->operands, boolOp->isAnd ? "and" : "or");
    break;
  }
  case Expr::Kind::Conditional: {
    const auto *choice = cast<ConditionalExpr>(expr);
    list("Conditional",
         {choice->condition, choice->whenTrue, choice->whenFalse});
    break;
  }
  case Expr::Kind::Call:
    print(cast<CallExpr>(expr));
    break;
  case Expr::Kind::Subscript: {
    const auto *subscript = cast<SubscriptExpr>(expr);
    list("Subscript", {subscript->value, subscript->index});
    break;
  }
  case Expr::Kind::Slice: {
    const auto *slice = cast<SliceExpr>(expr);
    auto scope = line("Slice", span);
    optional("Lower", slice->lower);
    optional("Upper", slice->upper);
    optional("Step", slice->step);
    break;
  }
  case Expr::Kind::Attribute: {
    const auto *attribute = cast<AttributeExpr>(expr);
    list("Attribute", {attribute->value}, attribute->name);
    break;
  }
  case Expr::Kind::Lambda: {
    auto scope = line("Lambda", span);
    print(cast<LambdaExpr>(expr)->params);
    print(cast<LambdaExpr>(expr)->body);
    break;
  }
  case Expr::Kind::Comprehension:
    print(cast<ComprehensionExpr>(expr));
    break;
  case Expr::Kind::Starred:
    list("Starred", {cast<StarredExpr>(expr)->value});
    break;
  }
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Printer::print(const FunctionStmt *stmt) {
  auto scope = line("Function", stmt->span, stmt->name);
  if (!stmt->tqcLine.empty())
    line("Tqc", stmt->tqcSpan, quoted(stmt->tqcLine));
  for (const Expr *decorator : stmt->decorators)
    labelled("Decorator", decorator);
  print(stmt->params);
  optional("Returns", stmt->returns);
  if (!stmt->docstring.empty())
    line("Docstring", {}, quoted(stmt->docstring));
  print(stmt->body);
}

void Printer::print(const TryStmt *stmt) {
  auto scope = line("Try", stmt->span);
  print(stmt->body);
  for (const TryStmt::Handler &handler : stmt->handlers) {
    auto inner = line("Except", {}, handler.name);
    optional("Type", handler.type);
    print(handler.body);
  }
  optional("Else", stmt->orElse);
  optional("Finally", stmt->finally);
}

static std::string describe(const std::vector<ImportStmt::Name> &names) {
  std::string text;
  for (const ImportStmt::Name &name : names) {
    text += (text.empty() ? "" : ", ") + name.path;
    if (!name.alias.empty())
      text += " as " + name.alias;
  }
  return text;
}

void Printer::print(const Stmt *stmt) {
  Span span = stmt->span;
  switch (stmt->kind) {
  case Stmt::Kind::Expr: {
    auto scope = line("Expr", span);
    print(cast<ExprStmt>(stmt)->value);
    break;
  }
  case Stmt::Kind::Assign: {
    auto scope = line("Assign", span);
    for (const Expr *target : cast<AssignStmt>(stmt)->targets)
      print(target);
    print(cast<AssignStmt>(stmt)->value);
    break;
  }
  case Stmt::Kind::AnnAssign: {
    const auto *assign = cast<AnnAssignStmt>(stmt);
    auto scope = line("AnnAssign", span);
    print(assign->target);
    labelled("Annotation", assign->annotation);
    if (assign->value)
      print(assign->value);
    break;
  }
  case Stmt::Kind::AugAssign: {
    const auto *assign = cast<AugAssignStmt>(stmt);
    auto scope = line("AugAssign", span, spelling(assign->op).str() + "=");
    print(assign->target);
    print(assign->value);
    break;
  }
  case Stmt::Kind::If: {
    const auto *branch = cast<IfStmt>(stmt);
    auto scope = line("If", span);
    print(branch->condition);
    labelled("Then", branch->body);
    optional("Else", branch->orElse);
    break;
  }
  case Stmt::Kind::For: {
    const auto *loop = cast<ForStmt>(stmt);
    auto scope = line("For", span);
    print(loop->target);
    print(loop->iterable);
    labelled("Body", loop->body);
    optional("Else", loop->orElse);
    break;
  }
  case Stmt::Kind::While: {
    const auto *loop = cast<WhileStmt>(stmt);
    auto scope = line("While", span);
    print(loop->condition);
    labelled("Body", loop->body);
    optional("Else", loop->orElse);
    break;
  }
  case Stmt::Kind::Return: {
    auto scope = line("Return", span);
    if (const Expr *value = cast<ReturnStmt>(stmt)->value)
      print(value);
    break;
  }
  case Stmt::Kind::Assert: {
    auto scope = line("Assert", span);
    print(cast<AssertStmt>(stmt)->condition);
    optional("Message", cast<AssertStmt>(stmt)->message);
    break;
  }
  case Stmt::Kind::Raise: {
    auto scope = line("Raise", span);
    if (const Expr *value = cast<RaiseStmt>(stmt)->value)
      print(value);
    break;
  }
  case Stmt::Kind::Pass:
    line("Pass", span);
    break;
  case Stmt::Kind::Break:
    line("Break", span);
    break;
  case Stmt::Kind::Continue:
    line("Continue", span);
    break;
  case Stmt::Kind::Function:
    print(cast<FunctionStmt>(stmt));
    break;
  case Stmt::Kind::Import:
    line("Import", span, describe(cast<ImportStmt>(stmt)->names));
    break;
  case Stmt::Kind::ImportFrom: {
    const auto *import = cast<ImportFromStmt>(stmt);
    line("ImportFrom", span,
         std::string(import->dots, '.') + import->module + ": " +
             describe(import->names));
    break;
  }
  case Stmt::Kind::Class: {
    const auto *type = cast<ClassStmt>(stmt);
    auto scope = line("Class", span, type->name);
    for (const Expr *decorator : type->decorators)
      optional("Decorator", decorator);
    for (const Expr *base : type->bases)
      optional("Base", base);
    for (const CallExpr::Keyword &keyword : type->keywords)
      optional(keyword.name, keyword.value);
    labelled("Body", type->body);
    break;
  }
  case Stmt::Kind::Try:
    print(cast<TryStmt>(stmt));
    break;
  case Stmt::Kind::With: {
    auto scope = line("With", span);
    for (auto [context, target] : cast<WithStmt>(stmt)->items) {
      print(context);
      optional("As", target);
    }
    labelled("Body", cast<WithStmt>(stmt)->body);
    break;
  }
  case Stmt::Kind::Global:
    line(cast<GlobalStmt>(stmt)->isNonlocal ? "Nonlocal" : "Global", span,
         llvm::join(cast<GlobalStmt>(stmt)->names, ", "));
    break;
  case Stmt::Kind::Delete: {
    auto scope = line("Delete", span);
    for (const Expr *target : cast<DeleteStmt>(stmt)->targets)
      print(target);
    break;
  }
  case Stmt::Kind::Skipped: {
    const auto *skipped = cast<SkippedStmt>(stmt);
    line("Skipped", span,
         (skipped->name.empty() ? "" : skipped->name + " ") +
             quoted(skipped->reason));
    break;
  }
  }
}

void print(const Module &module, const SourceManager &sources,
           llvm::raw_ostream &os) {
  Printer(sources, os).print(module.body);
}

} // namespace tqc::ast
