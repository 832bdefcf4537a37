//===- GuessSignature.cpp - A line that says a kernel's types -------------===//

#include "compiler/syntax/GuessSignature.h"

#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SpecializationMessages.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace tqc;
using namespace tqc::ast;
using llvm::dyn_cast;
using llvm::StringRef;

namespace {

/// What the statements of a function do to its names.
struct FunctionUses {
  std::multimap<std::string, const Expr *> assigned;
  std::vector<const Expr *> addresses; ///< of loads, stores and atomics
  std::vector<const CallExpr *> calls; ///< of plain names
  std::set<std::string> conditions;    ///< names that decide alone
  std::set<std::string> dtypes;        ///< names that stand for a type
};

/// Fills a FunctionUses.
class UseReader {
public:
  explicit UseReader(FunctionUses &uses) : uses(uses) {}
  void read(const Block &block);

private:
  void read(const Stmt *stmt);
  void read(const Expr *expr);
  void readCall(const CallExpr &call);
  void condition(const Expr *expr);
  void assign(const Expr *target, const Expr *value);

  FunctionUses &uses;
};

/// Which parameters the functions of a file use as pointers.
class PointerGuess {
public:
  explicit PointerGuess(const Functions &all) {
    for (const FunctionStmt *function : all)
      functions[function->name] = function;
  }

  const std::set<std::string> &pointersOf(const FunctionStmt &function);

private:
  /// The parameter that an address begins with; empty if there is none.
  std::string baseOf(const FunctionUses &uses, const FunctionStmt &function,
                     const Expr *address, std::set<std::string> &seen);

  std::map<std::string, const FunctionStmt *> functions;
  std::map<const FunctionStmt *, std::set<std::string>> known;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading a function
//===----------------------------------------------------------------------===//

static const std::string *nameOf(const Expr *expr) {
  const auto *name = llvm::dyn_cast_or_null<NameExpr>(expr);
  return name ? &name->name : nullptr;
}

/// Whether the first argument of that function, or what has that method, is an
/// address.
static bool isAccess(StringRef callee) {
  return callee == "load" || callee == "store" || callee == "make_block_ptr" ||
         callee == "make_tensor_descriptor" ||
         callee == "_experimental_make_tensor_descriptor" ||
         callee.starts_with("atomic_");
}

void UseReader::condition(const Expr *expr) {
  if (const std::string *name = nameOf(expr))
    uses.conditions.insert(*name);
  if (const auto *unary = dyn_cast<UnaryExpr>(expr))
    condition(unary->operand);
  if (const auto *list = dyn_cast<BoolOpExpr>(expr))
    for (const Expr *operand : list->operands)
      condition(operand);
  read(expr);
}

void UseReader::readCall(const CallExpr &call) {
  const auto *callee = dyn_cast<AttributeExpr>(call.callee);
  bool hasFirst = !call.arguments.empty();
  if (!callee)
    uses.calls.push_back(&call);
  else if (isAccess(callee->name) && nameOf(callee->value) &&
           *nameOf(callee->value) == "tl" && hasFirst)
    uses.addresses.push_back(call.arguments[0]);
  else if (isAccess(callee->name))
    uses.addresses.push_back(callee->value);
  else if (callee->name == "to" && hasFirst && nameOf(call.arguments[0]))
    uses.dtypes.insert(*nameOf(call.arguments[0]));
  for (const CallExpr::Keyword &keyword : call.keywords) {
    if (keyword.name == "dtype" && nameOf(keyword.value))
      uses.dtypes.insert(*nameOf(keyword.value));
    if (keyword.name == "pointer" || keyword.name == "base")
      uses.addresses.push_back(keyword.value);
    read(keyword.value);
  }
  for (const Expr *argument : call.arguments)
    read(argument);
  read(call.callee);
}

void UseReader::read(const Expr *expr) {
  if (!expr)
    return;
  if (const auto *call = dyn_cast<CallExpr>(expr)) {
    readCall(*call);
  } else if (const auto *binary = dyn_cast<BinaryExpr>(expr)) {
    read(binary->lhs);
    read(binary->rhs);
  } else if (const auto *unary = dyn_cast<UnaryExpr>(expr)) {
    read(unary->operand);
  } else if (const auto *compare = dyn_cast<CompareExpr>(expr)) {
    for (const Expr *operand : compare->operands)
      read(operand);
  } else if (const auto *choice = dyn_cast<ConditionalExpr>(expr)) {
    condition(choice->condition);
    read(choice->whenTrue);
    read(choice->whenFalse);
  } else if (const auto *list = dyn_cast<BoolOpExpr>(expr)) {
    for (const Expr *operand : list->operands)
      read(operand);
  } else if (const auto *part = dyn_cast<SubscriptExpr>(expr)) {
    read(part->value);
  } else if (const auto *attribute = dyn_cast<AttributeExpr>(expr)) {
    read(attribute->value);
  } else if (const auto *tuple = dyn_cast<TupleExpr>(expr)) {
    for (const Expr *element : tuple->elements)
      read(element);
  }
}

void UseReader::assign(const Expr *target, const Expr *value) {
  const auto *targets = dyn_cast<TupleExpr>(target);
  const auto *values = llvm::dyn_cast_or_null<TupleExpr>(value);
  if (const std::string *name = nameOf(target))
    uses.assigned.emplace(*name, value);
  else if (targets && values &&
           targets->elements.size() == values->elements.size())
    for (size_t i = 0; i < targets->elements.size(); ++i)
      assign(targets->elements[i], values->elements[i]);
}

void UseReader::read(const Block &block) {
  for (const Stmt *stmt : block)
    read(stmt);
}

void UseReader::read(const Stmt *stmt) {
  if (const auto *alone = dyn_cast<ExprStmt>(stmt)) {
    read(alone->value);
  } else if (const auto *assignment = dyn_cast<AssignStmt>(stmt)) {
    for (const Expr *target : assignment->targets)
      assign(target, assignment->value);
    read(assignment->value);
  } else if (const auto *typed = dyn_cast<AnnAssignStmt>(stmt)) {
    if (typed->value)
      assign(typed->target, typed->value);
    read(typed->value);
  } else if (const auto *changed = dyn_cast<AugAssignStmt>(stmt)) {
    read(changed->value);
  } else if (const auto *branch = dyn_cast<IfStmt>(stmt)) {
    condition(branch->condition);
    read(branch->body);
    read(branch->orElse);
  } else if (const auto *loop = dyn_cast<ForStmt>(stmt)) {
    read(loop->iterable);
    read(loop->body);
  } else if (const auto *again = dyn_cast<WhileStmt>(stmt)) {
    condition(again->condition);
    read(again->body);
  } else if (const auto *back = dyn_cast<ReturnStmt>(stmt)) {
    read(back->value);
  }
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static bool hasParam(const FunctionStmt &function, const std::string &name) {
  for (const Param &param : function.params)
    if (param.name == name)
      return true;
  return false;
}

std::string PointerGuess::baseOf(const FunctionUses &uses,
                                 const FunctionStmt &function,
                                 const Expr *address,
                                 std::set<std::string> &seen) {
  auto of = [&](const Expr *expr) {
    return baseOf(uses, function, expr, seen);
  };
  if (const std::string *name = nameOf(address)) {
    if (hasParam(function, *name))
      return *name;
    if (!seen.insert(*name).second)
      return "";
    auto [from, to] = uses.assigned.equal_range(*name);
    for (auto it = from; it != to; ++it)
      if (std::string base = of(it->second); !base.empty())
        return base;
    return "";
  }
  if (const auto *sum = llvm::dyn_cast_or_null<BinaryExpr>(address)) {
    if (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub)
      return "";
    std::string base = of(sum->lhs);
    return base.empty() ? of(sum->rhs) : base;
  }
  if (const auto *part = llvm::dyn_cast_or_null<SubscriptExpr>(address))
    return of(part->value);
  if (const auto *choice = llvm::dyn_cast_or_null<ConditionalExpr>(address)) {
    std::string base = of(choice->whenTrue);
    return base.empty() ? of(choice->whenFalse) : base;
  }
  const auto *call = llvm::dyn_cast_or_null<CallExpr>(address);
  const auto *callee = call ? dyn_cast<AttributeExpr>(call->callee) : nullptr;
  if (!callee)
    return "";
  if (callee->name == "to") // x.to(tl.pointer_type(tl.float32))
    return of(callee->value);
  bool isSame = callee->name == "advance" || callee->name == "multiple_of" ||
                callee->name == "max_contiguous" ||
                callee->name == "broadcast_to" || callee->name == "cast";
  return isSame && !call->arguments.empty() ? of(call->arguments[0]) : "";
}

const std::set<std::string> &
PointerGuess::pointersOf(const FunctionStmt &function) {
  auto [it, isNew] = known.try_emplace(&function);
  if (!isNew) // also while it is being read: functions may call themselves
    return it->second;
  FunctionUses uses;
  UseReader(uses).read(function.body);
  std::set<std::string> pointers;
  auto add = [&](const Expr *address) {
    std::set<std::string> seen;
    pointers.insert(baseOf(uses, function, address, seen));
  };
  for (const Expr *address : uses.addresses)
    add(address);
  for (const CallExpr *call : uses.calls) {
    const std::string *name = nameOf(call->callee);
    auto callee = name ? functions.find(*name) : functions.end();
    if (callee == functions.end())
      continue;
    const std::set<std::string> &theirs = pointersOf(*callee->second);
    const std::vector<Param> &params = callee->second->params;
    for (size_t i = 0; i < std::min(params.size(), call->arguments.size()); ++i)
      if (theirs.count(params[i].name))
        add(call->arguments[i]);
    for (const CallExpr::Keyword &keyword : call->keywords)
      if (theirs.count(keyword.name))
        add(keyword.value);
  }
  return known[&function] = std::move(pointers);
}

//===----------------------------------------------------------------------===//
// The line
//===----------------------------------------------------------------------===//

static std::string guessType(const Param &param, bool isPointer) {
  if (const auto *text = llvm::dyn_cast_or_null<StringExpr>(param.annotation))
    return text->value;
  StringRef name = param.name;
  if (isPointer || name.contains_insensitive("ptr"))
    return "*fp32";
  if (llvm::isa_and_nonnull<FloatExpr>(param.defaultValue))
    return "fp32";
  for (StringRef word : {"eps", "scale", "alpha", "beta"})
    if (name == word || name.ends_with("_" + word.str()))
      return "fp32";
  return "i32";
}

static std::string guessConstant(const std::string &name,
                                 const FunctionUses &uses, bool isOnlyBlock) {
  if (uses.dtypes.count(name))
    return "tl.float32";
  if (uses.conditions.count(name))
    return "True";
  if (StringRef(name).contains_insensitive("block"))
    return isOnlyBlock ? "1024" : "64";
  return "1";
}

GuessedSignature
tqc::guessSignature(const Functions &functions, const FunctionStmt &kernel,
                    const std::vector<const Param *> &missing) {
  PointerGuess guess(functions);
  const std::set<std::string> &pointers = guess.pointersOf(kernel);
  FunctionUses uses;
  UseReader(uses).read(kernel.body);
  GuessedSignature result;
  int blocks = 0;
  for (const Param &param : kernel.params) {
    blocks += sema::isConstexprAnnotation(param.annotation) &&
              StringRef(param.name).contains_insensitive("block");
    if (!sema::isConstexprAnnotation(param.annotation))
      result.types += (result.types.empty() ? "" : ", ") +
                      guessType(param, pointers.count(param.name));
  }
  for (const Param *param : missing)
    if (sema::isConstexprAnnotation(param->annotation))
      result.constants.emplace_back(
          param->name, guessConstant(param->name, uses, blocks == 1));
  return result;
}

std::string GuessedSignature::tqcLine(const std::string &old) const {
  std::string line = "# tqc:";
  if (!types.empty())
    line += " signature=\"" + types + "\"";
  if (StringRef kept = StringRef(old).trim(); !kept.empty())
    line += " " + kept.str();
  for (const auto &[name, value] : constants)
    line += " " + name + "=" + value;
  return line;
}

std::string GuessedSignature::flags() const {
  std::string text;
  if (!types.empty())
    text += "--signature=\"" + types + "\"";
  for (const auto &[name, value] : constants)
    text += (text.empty() ? "-D " : " -D ") + name + "=" + value;
  return text;
}

void tqc::sema::msg::reportMissing(DiagEngine &diags,
                                   const Functions &functions,
                                   const FunctionStmt &kernel,
                                   const std::vector<const Param *> &missing) {
  auto isConstant = [](const Param *param) {
    return isConstexprAnnotation(param->annotation);
  };
  const Param &only = *missing.front();
  if (missing.size() == 1 && isConstant(&only)) {
    missingConstant(diags, only.span, only.name);
    return;
  }
  if (missing.size() == 1) {
    missingType(diags, only.span, only.name);
    return;
  }
  GuessedSignature guess = guessSignature(functions, kernel, missing);
  if (llvm::all_of(missing, isConstant))
    guess.types.clear(); // something gives them
  std::vector<std::string> types, constants;
  for (const Param *param : missing)
    (isConstant(param) ? constants : types).push_back(param->name);
  missingSignature(diags, kernel.nameSpan, types, constants,
                   guess.tqcLine(kernel.tqcLine), guess.flags());
}

Functions tqc::withoutHelpers(const Functions &kernels) {
  std::set<std::string> called;
  for (const FunctionStmt *kernel : kernels) {
    FunctionUses uses;
    UseReader(uses).read(kernel->body);
    for (const CallExpr *call : uses.calls)
      if (const std::string *name = nameOf(call->callee);
          name && *name != kernel->name)
        called.insert(*name);
  }
  Functions left;
  for (const FunctionStmt *kernel : kernels)
    if (!called.count(kernel->name))
      left.push_back(kernel);
  return left.empty() ? kernels : left;
}
