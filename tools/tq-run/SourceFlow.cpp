//===- SourceFlow.cpp - What reaches the addresses of a kernel ------------===//

#include "tools/tq-run/SourceFlow.h"

#include "compiler/syntax/Parser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace tqc {

const Ingredient *FlowTerm::find(const std::string &name) const {
  for (const Ingredient &part : parts)
    if (part.name == name)
      return &part;
  return nullptr;
}

bool KernelFlow::hasParam(const std::string &param) const {
  return llvm::is_contained(params, param);
}

const Ingredient *KernelFlow::findCall(const std::string &call) const {
  for (const Ingredient &one : calls)
    if (one.name == call)
      return &one;
  return nullptr;
}

namespace {

using namespace ast;

/// What a name stands for.
struct FlowValue {
  std::string pointer; ///< empty if it is no address
  std::vector<FlowTerm> terms;
  unsigned identity = 0; ///< two names with one identity hold one value
  int rank = 0;          ///< how many axes, as far as it is known

  /// All summands as one.
  FlowTerm whole(int line) const {
    FlowTerm one{line, {}};
    for (const FlowTerm &term : terms)
      for (const Ingredient &part : term.parts)
        if (!one.find(part.name))
          one.parts.push_back(part);
    return one;
  }
};

class FlowWalk {
public:
  FlowWalk(const SourceManager &sources, const SourceFile &file)
      : sources(sources), file(file) {}

  KernelFlow run(const FunctionStmt &function) {
    flow = {};
    names.clear();
    flow.name = function.name;
    for (const Param &param : function.params) {
      flow.params.push_back(param.name);
      int line = lineOf(param.span);
      bool isPointer = llvm::StringRef(param.name).ends_with("_ptr");
      FlowValue value = made({line, {}});
      if (isPointer)
        value.pointer = param.name, value.terms.clear();
      else
        value.terms = {{line, {{param.name, 0}}}};
      names[param.name] = value;
    }
    walk(function.body);
    return flow;
  }

private:
  int lineOf(Span span) const {
    return static_cast<int>(file.locate(span.begin).line);
  }
  std::string textOf(const Expr &expr) const {
    std::string text;
    for (char c : sources.textOf(expr.span))
      if (!llvm::isSpace(c))
        text += c;
    return text;
  }
  FlowValue made(FlowTerm term) {
    return {"", {std::move(term)}, ++identities};
  }

  //===--- Expressions ----------------------------------------------------===//

  /// Everything below `expr` in one summand, `extra` first.
  FlowValue merged(const Expr &expr, std::vector<const Expr *> operands,
                   std::vector<std::string> extra = {}) {
    int line = lineOf(expr.span);
    FlowValue all = made({line, {}});
    for (std::string &name : extra)
      all.terms[0].parts.push_back({std::move(name), line});
    std::string pointer;
    for (const Expr *operand : operands) {
      if (!operand)
        continue;
      FlowValue value = evaluate(*operand);
      all.rank = std::max(all.rank, value.rank);
      if (pointer.empty())
        pointer = value.pointer;
      for (Ingredient &part : value.whole(line).parts)
        if (!all.terms[0].find(part.name))
          all.terms[0].parts.push_back(part);
    }
    if (!pointer.empty())
      all.terms[0].parts.push_back({pointer, line});
    return all;
  }

  FlowValue evaluate(const Expr &expr) {
    switch (expr.kind) {
    case Expr::Kind::Name:
      return evaluateName(*llvm::cast<NameExpr>(&expr));
    case Expr::Kind::Binary:
      return evaluateBinary(*llvm::cast<BinaryExpr>(&expr));
    case Expr::Kind::Call:
      return evaluateCall(*llvm::cast<CallExpr>(&expr));
    case Expr::Kind::Compare: {
      auto *compare = llvm::cast<CompareExpr>(&expr);
      std::vector<std::string> signs;
      for (CompareOp op : compare->ops)
        signs.push_back(spelling(op).str());
      FlowValue value = merged(
          expr, {compare->operands.begin(), compare->operands.end()}, signs);
      flow.compares.push_back(
          {lineOf(expr.span), value.whole(lineOf(expr.span)), "", false});
      return value;
    }
    case Expr::Kind::Subscript: { // x[:, None] is x
      FlowValue value = evaluate(*llvm::cast<SubscriptExpr>(&expr)->value);
      if (value.rank == 1) {
        flow.broadcasts.push_back({textOf(expr), lineOf(expr.span)});
        value.rank = 2;
      }
      return value;
    }
    case Expr::Kind::Attribute: // x.T, x.dtype
      return evaluate(*llvm::cast<AttributeExpr>(&expr)->value);
    case Expr::Kind::Unary:
      return merged(expr, {llvm::cast<UnaryExpr>(&expr)->operand});
    case Expr::Kind::BoolOp: {
      auto *both = llvm::cast<BoolOpExpr>(&expr);
      return merged(expr, {both->operands.begin(), both->operands.end()});
    }
    case Expr::Kind::Conditional: {
      auto *chosen = llvm::cast<ConditionalExpr>(&expr);
      return merged(expr,
                    {chosen->condition, chosen->whenTrue, chosen->whenFalse});
    }
    case Expr::Kind::Tuple: {
      auto *tuple = llvm::cast<TupleExpr>(&expr);
      return merged(expr, {tuple->elements.begin(), tuple->elements.end()});
    }
    default:
      return made({lineOf(expr.span), {}});
    }
  }

  FlowValue evaluateName(const NameExpr &name) {
    auto found = names.find(name.name);
    if (found == names.end())
      return made({lineOf(name.span), {}});
    FlowValue value = found->second;
    // A parameter comes in where it is named.
    for (FlowTerm &term : value.terms)
      for (Ingredient &part : term.parts)
        if (part.line == 0)
          part.line = term.line = lineOf(name.span);
    return value;
  }

  /// A side of a sum. A name of something without strides is one summand, on
  /// the line where it is named.
  FlowValue summand(const Expr &expr) {
    FlowValue value = evaluate(expr);
    bool isNamed =
        expr.kind == Expr::Kind::Name || expr.kind == Expr::Kind::Subscript;
    if (!isNamed || !value.pointer.empty() || value.terms.empty())
      return value;
    FlowTerm whole = value.whole(lineOf(expr.span));
    for (const Ingredient &part : whole.parts)
      if (llvm::StringRef(part.name).starts_with("stride_"))
        return value;
    value.terms = {whole};
    return value;
  }

  FlowValue evaluateBinary(const BinaryExpr &binary) {
    if (binary.op == BinaryOp::Sub)
      noteSelfDifference(binary);
    if (binary.op == BinaryOp::Add || binary.op == BinaryOp::Sub) {
      FlowValue sum = summand(*binary.lhs), right = summand(*binary.rhs);
      sum.terms.insert(sum.terms.end(), right.terms.begin(), right.terms.end());
      if (sum.pointer.empty())
        sum.pointer = right.pointer;
      sum.identity = ++identities;
      sum.rank = std::max(sum.rank, right.rank);
      return sum;
    }
    std::vector<std::string> sign;
    if (binary.op != BinaryOp::Mul && binary.op != BinaryOp::BitAnd)
      sign = {spelling(binary.op).str()};
    FlowValue value = merged(binary, {binary.lhs, binary.rhs}, sign);
    int loads = 0;
    for (const Ingredient &part : value.terms[0].parts)
      loads += llvm::StringRef(part.name).starts_with("load ");
    if (binary.op == BinaryOp::Mul && loads > 1)
      flow.products.push_back({lineOf(binary.span), value.terms[0], "", false});
    return value;
  }

  void noteSelfDifference(const BinaryExpr &binary) {
    auto identityOf = [&](const Expr *side) {
      auto *name = llvm::dyn_cast<NameExpr>(side);
      auto found = name ? names.find(name->name) : names.end();
      return found == names.end() ? 0 : found->second.identity;
    };
    if (identityOf(binary.lhs) &&
        identityOf(binary.lhs) == identityOf(binary.rhs))
      flow.selfDifferences.push_back(lineOf(binary.span));
  }

  FlowValue evaluateCall(const CallExpr &call) {
    std::string callee = textOf(*call.callee);
    flow.calls.push_back({callee, lineOf(call.span)});
    if (callee == "tl.load" || callee == "tl.store")
      return evaluateAccess(call, callee == "tl.store");
    std::vector<const Expr *> operands(call.arguments.begin(),
                                       call.arguments.end());
    for (const CallExpr::Keyword &keyword : call.keywords)
      operands.push_back(keyword.value);
    if (callee == "tl.program_id" || callee == "tl.num_programs")
      return merged(call, {},
                    {callee + "(" +
                     (operands.empty() ? "0" : textOf(*operands[0])) + ")"});
    // x.to(type), x.sum(...): what x is made of too.
    if (auto *method = llvm::dyn_cast<AttributeExpr>(call.callee);
        method && textOf(*method->value) != "tl") {
      std::string name = "." + method->name;
      if (method->name == "to" && !operands.empty())
        name += "(" + textOf(*operands[0]) + ")";
      operands.push_back(method->value);
      callee = name;
    }
    if (callee[0] == '.')
      flow.calls.push_back({callee, lineOf(call.span)});
    FlowValue value = merged(call, operands, {callee});
    if (callee == "tl.exp" || callee == "tl.exp2")
      flow.exponentials.push_back(
          {lineOf(call.span), value.whole(0), "", false});
    setRank(call, callee, value);
    return value;
  }

  /// How many axes a call's result has; reductions are noted.
  void setRank(const CallExpr &call, const std::string &callee,
               FlowValue &value) {
    bool makes = callee == "tl.full" || callee == "tl.zeros";
    if (callee == "tl.arange")
      value.rank = 1;
    else if (callee == "tl.dot")
      value.rank = 2;
    else if (makes && !call.arguments.empty())
      if (auto *shape = llvm::dyn_cast<TupleExpr>(call.arguments[0]))
        value.rank = static_cast<int>(shape->elements.size());
    if (callee != "tl.sum" && callee != "tl.max" && callee != "tl.min")
      return;
    std::string axis =
        call.arguments.size() > 1 ? textOf(*call.arguments[1]) : "";
    for (const CallExpr::Keyword &keyword : call.keywords)
      if (keyword.name == "axis")
        axis = textOf(*keyword.value);
    flow.reductions.push_back({lineOf(call.span), axis, value.rank});
    value.rank = std::max(value.rank - 1, 0);
  }

  FlowValue evaluateAccess(const CallExpr &call, bool isStore) {
    FlowAccess access;
    int rank = 0;
    access.isStore = isStore;
    access.inLoop = loopDepth > 0;
    access.line = lineOf(call.span);
    if (!call.arguments.empty()) {
      FlowValue address = evaluate(*call.arguments[0]);
      access.pointer = address.pointer;
      access.terms = address.terms;
      rank = address.rank;
    }
    size_t maskAt = isStore ? 2 : 1;
    const Expr *mask =
        call.arguments.size() > maskAt ? call.arguments[maskAt] : nullptr;
    for (const CallExpr::Keyword &keyword : call.keywords) {
      if (keyword.name == "mask")
        mask = keyword.value;
      if (keyword.name == "other") {
        access.other = textOf(*keyword.value);
        access.otherLine = lineOf(keyword.value->span);
      }
    }
    if (mask) {
      access.hasMask = true;
      access.mask = evaluate(*mask).whole(lineOf(mask->span));
    }
    if (isStore && call.arguments.size() > 1)
      (void)evaluate(*call.arguments[1]);
    flow.accesses.push_back(access);
    FlowValue value =
        made({access.line, {{"load " + access.pointer, access.line}}});
    value.rank = rank;
    return value;
  }

  //===--- Statements -----------------------------------------------------===//

  void assign(const Expr &target, FlowValue value, int line,
              bool keepsOld = false) {
    if (auto *tuple = llvm::dyn_cast<TupleExpr>(&target)) {
      for (const Expr *element : tuple->elements)
        assign(*element, value, line);
      return;
    }
    auto *name = llvm::dyn_cast<NameExpr>(&target);
    if (!name)
      return;
    if (loopDepth > 0 && beforeLoop.count(name->name))
      flow.carried.push_back({line, value.whole(line), name->name, keepsOld});
    names[name->name] = std::move(value);
  }

  /// Whether the text of a value holds a name as a word.
  bool mentions(const Expr &value, const std::string &name) const {
    llvm::StringRef text = sources.textOf(value.span);
    for (size_t at = text.find(name); at != llvm::StringRef::npos;
         at = text.find(name, at + 1)) {
      auto isWord = [&](size_t i) {
        return i < text.size() && (llvm::isAlnum(text[i]) || text[i] == '_');
      };
      if (!isWord(at - 1) && !isWord(at + name.size()))
        return true;
    }
    return false;
  }

  void assignTo(const std::vector<Expr *> &targets, const Expr &value,
                int line) {
    auto *values = llvm::dyn_cast<TupleExpr>(&value);
    auto *left = llvm::dyn_cast<TupleExpr>(targets[0]);
    if (values && left && values->elements.size() == left->elements.size()) {
      std::vector<FlowValue> all;
      for (const Expr *element : values->elements)
        all.push_back(evaluate(*element));
      for (size_t i = 0; i < all.size(); ++i)
        assign(*left->elements[i], all[i], line);
      return;
    }
    FlowValue evaluated = evaluate(value);
    for (const Expr *target : targets)
      assign(*target, evaluated, line, mentions(value, textOf(*target)));
  }

  void walkBranches(const IfStmt &branch) {
    (void)evaluate(*branch.condition);
    auto before = names;
    walk(branch.body);
    auto after = names;
    names = before;
    walk(branch.orElse);
    for (auto &[name, value] : after) {
      FlowValue &other = names[name];
      if (other.identity == value.identity)
        continue;
      if (other.pointer.empty())
        other.pointer = value.pointer;
      other.terms.insert(other.terms.end(), value.terms.begin(),
                         value.terms.end());
    }
  }

  void walkLoop(const Block &body, const Expr *target, const Expr *iterable) {
    std::set<std::string> outer = beforeLoop;
    for (auto &[name, value] : names)
      beforeLoop.insert(name);
    if (target) {
      FlowValue index = merged(*iterable, {iterable}, {"for"});
      flow.loops.push_back({lineOf(iterable->span), index.whole(0), "", false});
      if (auto *name = llvm::dyn_cast<NameExpr>(target))
        names[name->name] = index;
    }
    ++loopDepth;
    walk(body);
    --loopDepth;
    beforeLoop = outer;
  }

  void walk(const Block &block) {
    for (const Stmt *statement : block)
      walk(*statement);
  }

  void walk(const Stmt &statement) {
    int line = lineOf(statement.span);
    switch (statement.kind) {
    case Stmt::Kind::Expr:
      (void)evaluate(*llvm::cast<ExprStmt>(&statement)->value);
      break;
    case Stmt::Kind::Assign: {
      auto *one = llvm::cast<AssignStmt>(&statement);
      assignTo(one->targets, *one->value, line);
      break;
    }
    case Stmt::Kind::AnnAssign: {
      auto *one = llvm::cast<AnnAssignStmt>(&statement);
      if (one->value)
        assign(*one->target, evaluate(*one->value), line);
      break;
    }
    case Stmt::Kind::AugAssign: {
      auto *one = llvm::cast<AugAssignStmt>(&statement);
      FlowValue sum = evaluate(*one->target), right = summand(*one->value);
      sum.terms.insert(sum.terms.end(), right.terms.begin(), right.terms.end());
      sum.identity = ++identities;
      sum.rank = std::max(sum.rank, right.rank);
      assign(*one->target, sum, line, /*keepsOld=*/true);
      break;
    }
    case Stmt::Kind::If:
      walkBranches(*llvm::cast<IfStmt>(&statement));
      break;
    case Stmt::Kind::For: {
      auto *loop = llvm::cast<ForStmt>(&statement);
      walkLoop(loop->body, loop->target, loop->iterable);
      break;
    }
    case Stmt::Kind::While: {
      auto *loop = llvm::cast<WhileStmt>(&statement);
      flow.loops.push_back(
          {line, evaluate(*loop->condition).whole(line), "", false});
      walkLoop(loop->body, nullptr, nullptr);
      break;
    }
    default:
      break;
    }
  }

  const SourceManager &sources;
  const SourceFile &file;
  KernelFlow flow;
  std::map<std::string, FlowValue> names;
  std::set<std::string> beforeLoop;
  int loopDepth = 0;
  unsigned identities = 0;
};

} // namespace

std::vector<KernelFlow> flowsOf(const std::string &text) {
  SourceManager sources;
  const SourceFile &file = sources.add("kernel.tq", text);
  DiagEngine diags(sources);
  std::unique_ptr<Module> module = parseFile(file, diags);
  std::vector<KernelFlow> flows;
  if (diags.hasErrors())
    return flows;
  for (const Stmt *statement : module->body) {
    auto *function = llvm::dyn_cast<FunctionStmt>(statement);
    bool isKernel =
        function && llvm::any_of(function->decorators, [&](const Expr *one) {
          return sources.textOf(one->span).contains("jit");
        });
    if (isKernel)
      flows.push_back(FlowWalk(sources, file).run(*function));
  }
  return flows;
}

} // namespace tqc
