//===- SemaBranch.cpp - `if`, early returns, the ternary ------------------===//
//
// A run-time `if` evaluates each branch into a region of its own, then yields
// the names that differ. A branch that returns takes no part; what follows the
// `if` then belongs to the other branch:
//
//     if pid >= n:        if (pid >= n) {
//         return            } else {
//     rest                    rest
//                           }
//
// Where only a nested branch returns, the flag `$returned` says at run time
// whether the rest is to run.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

#include <set>

using namespace tqc::ast;

namespace tqc::sema {

/// True if every way through the block ends in `return`, as far as the tree
/// shows it.
static bool alwaysReturns(llvm::ArrayRef<Stmt *> block) {
  for (const Stmt *stmt : block) {
    if (llvm::isa<ReturnStmt>(stmt))
      return true;
    if (const auto *branch = llvm::dyn_cast<IfStmt>(stmt))
      if (alwaysReturns(branch->body) && alwaysReturns(branch->orElse))
        return true;
  }
  return false;
}

Value Evaluator::scalarCondition(const Value &value, Span at) {
  At where{at, at, at, "the condition"};
  Value condition = value;
  if (condition.type.isBlock()) {
    if (condition.type.elements() != 1) {
      msg::conditionIsTile(report, at, value.type);
      return Value::error();
    }
    condition = ops.unsplat(condition, where);
  }
  return ops.cast(condition, Elem::I1, where);
}

Evaluator::Branch Evaluator::runBranch(llvm::ArrayRef<Stmt *> body,
                                       llvm::ArrayRef<Stmt *> rest, bool tail) {
  Branch branch;
  Locals before = frame().locals;
  Refs none;
  branch.region = builder().beginRegion({}, none);
  branch.flow = execBlock(body, tail && rest.empty());
  if (branch.flow == Flow::Maybe)
    branch.flow = restUnlessReturned(rest, tail);
  else if (branch.flow == Flow::Next)
    branch.flow = execBlock(rest, tail);
  builder().endRegion();
  branch.locals = std::exchange(frame().locals, std::move(before));
  return branch;
}

void Evaluator::poisonBranch(llvm::ArrayRef<Stmt *> block) {
  for (const Stmt *stmt : block) {
    if (const auto *assignment = llvm::dyn_cast<AssignStmt>(stmt)) {
      for (const Expr *target : assignment->targets)
        if (llvm::isa<NameExpr, TupleExpr, ListExpr>(target))
          assign(target, Value::error(), nullptr);
    } else if (const auto *inner = llvm::dyn_cast<IfStmt>(stmt)) {
      poisonBranch(inner->body);
      poisonBranch(inner->orElse);
    }
  }
}

Flow Evaluator::execIf(const IfStmt &stmt, llvm::ArrayRef<Stmt *> rest,
                       bool tail, bool &consumedRest) {
  Span before = ops.moveTo(stmt.span);
  Value condition = eval(stmt.condition);
  checkCondition(condition, stmt.condition->span);
  if (condition.isError()) {
    poisonBranch(stmt.body);
    poisonBranch(stmt.orElse);
    return Flow::Next;
  }
  if (!condition.isRuntime()) {
    std::optional<bool> taken =
        constantTruth(condition, stmt.condition->span, "the condition");
    ops.moveTo(before);
    if (!taken)
      return Flow::Next;
    return execBlock(*taken ? stmt.body : stmt.orElse, tail && rest.empty());
  }
  condition = scalarCondition(condition, stmt.condition->span);
  if (condition.isError()) {
    poisonBranch(stmt.body);
    poisonBranch(stmt.orElse);
    return Flow::Next;
  }
  bool bodyReturns = alwaysReturns(stmt.body);
  bool elseReturns = alwaysReturns(stmt.orElse);
  consumedRest = bodyReturns || elseReturns;
  llvm::ArrayRef<Stmt *> none;
  bool branchTail = tail && (consumedRest || rest.empty());
  Branch whenTrue = runBranch(
      stmt.body, elseReturns && !bodyReturns ? rest : none, branchTail);
  Branch whenFalse = runBranch(
      stmt.orElse, bodyReturns && !elseReturns ? rest : none, branchTail);
  ops.moveTo(stmt.span);
  Flow flow =
      mergeBranches(condition, whenTrue, whenFalse, stmt.span, branchTail);
  ops.moveTo(before);
  return flow;
}

Flow Evaluator::restUnlessReturned(llvm::ArrayRef<Stmt *> rest, bool tail) {
  if (rest.empty())
    return Flow::Maybe;
  Span at = rest.front()->span;
  Value flag = frame().locals["$returned"].value;
  Value condition = ops.invert(flag, {at, at, at, "`return`"});
  Branch whenTrue = runBranch(rest, {}, tail);
  Branch whenFalse = runBranch({}, {}, tail);
  whenFalse.flow = Flow::Returned;
  return mergeBranches(condition, whenTrue, whenFalse, at, tail);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

Value Evaluator::anyLike(const Value &value) {
  llvm::SmallVector<Value, 8> parts;
  flatten(value, parts);
  Refs refs;
  for (const Value &part : parts) {
    const TileType &type = part.type;
    bool isNumber = isFloat(type.elem) && type.elem != Elem::F8E4B15;
    refs.push_back(isNumber && !type.pointer ? builder().constantFloat(type, 0)
                                             : builder().constantInt(type, 0));
  }
  llvm::ArrayRef<Ref> rest = refs;
  return unflatten(value, rest);
}

std::optional<Evaluator::Side> Evaluator::sideOf(const Branch &branch,
                                                 llvm::StringRef name,
                                                 bool tail, Binding &storage) {
  auto found = branch.locals.find(name.str());
  bool returned = branch.flow == Flow::Returned;
  if (name == "$returned") {
    if (tail)
      return std::nullopt;
    if (branch.flow == Flow::Maybe)
      return Side{&found->second, false};
    storage.value = ops.constant(returned, Elem::I1);
    return Side{&storage, false};
  }
  bool isResult = name == "$ret";
  bool dead = isResult ? branch.flow == Flow::Next : returned;
  if (tail && !isResult)
    return std::nullopt;
  if (found == branch.locals.end())
    return Side{nullptr, dead};
  return Side{&found->second, dead};
}

/// True if the run-time parts of both lists are the same ones.
static bool sameRefs(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  return a.size() == b.size() && llvm::all_of(llvm::zip(a, b), [](auto pair) {
           return std::get<0>(pair).source() == std::get<1>(pair).source();
         });
}

bool Evaluator::branchesAgree(const std::string &name, const Side &left,
                              const Side &right, Span at) {
  const Value &a = left.binding->value, &b = right.binding->value;
  if (left.isDead || right.isDead || sameForm(a, b))
    return true;
  Frame &here = frame();
  if (name == "$ret")
    msg::returnTypes(report, at, a, b)
        .note(left.binding->where, "one `return` is here")
        .note(right.binding->where, "the other one is here");
  else if (a.hasRuntime() || b.hasRuntime())
    msg::branchTypes(report, at, name, a, b)
        .note(left.binding->where, "the first branch defines it here")
        .note(right.binding->where, "the other value is from here");
  else {
    here.locals.erase(name);
    here.lost[name] = {left.binding->where,
                       "it is a different constant in each branch"};
    return false;
  }
  here.locals[name] = {Value::error(), left.binding->where};
  return false;
}

void Evaluator::mergeName(Merge &merge, const std::string &name, Side left,
                          Side right, Span at) {
  Locals &locals = frame().locals;
  // A loop variable is made where its loop stands: outside of the branch only
  // the one from before the `if` can be.
  auto isAfterLoop = [](const Side &side) {
    return side.binding && side.binding->value.is(Value::Kind::AfterLoop);
  };
  if (isAfterLoop(left) || isAfterLoop(right)) {
    auto before = locals.find(name);
    auto isKept = [&](const Side &side) {
      return side.isDead ||
             (side.binding && before != locals.end() &&
              sameForm(before->second.value, side.binding->value));
    };
    if (!isKept(left) || !isKept(right)) {
      const Binding *made = isAfterLoop(left) ? left.binding : right.binding;
      frame().lost[name] = {made->where, "a loop in a branch defines it"};
      locals.erase(name);
    }
    return;
  }
  bool leftGone = left.isDead || !left.binding;
  bool rightGone = right.isDead || !right.binding;
  if (leftGone && rightGone) {
    if (!left.isDead || !right.isDead)
      locals.erase(name);
    return;
  }
  if ((!left.binding && !left.isDead) || (!right.binding && !right.isDead)) {
    const Binding *only = left.binding ? left.binding : right.binding;
    locals.erase(name);
    frame().lost[name] = {only->where, "only one branch of an `if` defines it"};
    return;
  }
  // A branch that has returned gives whatever the other one needs.
  if (left.isDead)
    left.binding = right.binding;
  if (right.isDead)
    right.binding = left.binding;
  const Value &a = left.binding->value, &b = right.binding->value;
  if (a.isError() || b.isError()) {
    locals[name] = {Value::error(), left.binding->where};
    return;
  }
  if (!branchesAgree(name, left, right, at))
    return;
  llvm::SmallVector<Value, 8> aParts, bParts, oldParts;
  flatten(a, aParts);
  flatten(b, bParts);
  auto before = locals.find(name);
  if (before != locals.end() && sameForm(before->second.value, a))
    flatten(before->second.value, oldParts);
  bool unchanged = !oldParts.empty() && sameRefs(aParts, oldParts) &&
                   sameRefs(bParts, oldParts);
  if (unchanged) // but perhaps for hints, which hold in the branch alone
    return;
  if (aParts.empty()) {
    locals[name] = *left.binding;
    return;
  }
  if (left.isDead || right.isDead) {
    auto &deadParts = left.isDead ? aParts : bParts;
    deadParts.clear();
    flatten(anyLike(a), deadParts);
  }
  for (auto [x, y] : llvm::zip(aParts, bParts)) {
    merge.trueYields.push_back(x.ref);
    merge.falseYields.push_back(y.ref);
    merge.types.push_back(x.type);
  }
  merge.names.emplace_back(name, Binding{a, left.binding->where});
}

Flow Evaluator::mergeBranches(const Value &condition, Branch &whenTrue,
                              Branch &whenFalse, Span at, bool tail) {
  bool alike = whenTrue.flow == whenFalse.flow && whenTrue.flow != Flow::Maybe;
  Flow flow = alike ? whenTrue.flow : Flow::Maybe;
  std::set<std::string> names;
  for (const Branch *branch : {&whenTrue, &whenFalse})
    for (const auto &[name, binding] : branch->locals)
      names.insert(name);
  if (flow == Flow::Maybe)
    names.insert("$returned");
  else
    names.erase("$returned");
  Merge merge;
  for (const std::string &name : names) {
    Binding trueStorage, falseStorage;
    auto left = sideOf(whenTrue, name, tail, trueStorage);
    auto right = sideOf(whenFalse, name, tail, falseStorage);
    if (left && right)
      mergeName(merge, name, *left, *right, at);
  }
  Refs results =
      builder().makeIf(condition.ref, whenTrue.region, merge.trueYields,
                       whenFalse.region, merge.falseYields, merge.types);
  llvm::ArrayRef<Ref> rest = results;
  for (auto &[name, binding] : merge.names)
    set(name, unflatten(binding.value, rest), binding.where);
  return flow;
}

//===----------------------------------------------------------------------===//
// a if c else b
//===----------------------------------------------------------------------===//

Value Evaluator::runtimeConditional(const Value &condition,
                                    const ConditionalExpr &expr) {
  if (condition.type.isBlock() && condition.type.elements() != 1) {
    msg::ternaryOnTile(report, expr.condition->span, condition.type);
    return Value::error();
  }
  Value scalar = scalarCondition(condition, expr.condition->span);
  auto side = [&](const Expr *value, TileBuilder::Region &region) {
    Refs none;
    Locals before = frame().locals;
    region = builder().beginRegion({}, none);
    Value result = eval(value);
    frame().locals = std::move(before);
    if (!result.isError() && !result.isTuple() && !result.isNone())
      result = ops.tensor(result, {value->span, value->span, value->span,
                                   "the conditional expression"});
    builder().endRegion();
    return result;
  };
  TileBuilder::Region whenTrue, whenFalse;
  Value a = side(expr.whenTrue, whenTrue);
  Value b = side(expr.whenFalse, whenFalse);
  bool failed = a.isError() || b.isError() || scalar.isError();
  if (!failed && !sameForm(a, b)) {
    msg::ternaryTypes(report, expr.span, a, b);
    failed = true;
  }
  if (failed) {
    builder().dropRegion(whenTrue);
    builder().dropRegion(whenFalse);
    return Value::error();
  }
  llvm::SmallVector<Value, 8> aParts, bParts;
  flatten(a, aParts);
  flatten(b, bParts);
  Refs trueYields, falseYields;
  llvm::SmallVector<TileType, 4> types;
  for (auto [x, y] : llvm::zip(aParts, bParts)) {
    trueYields.push_back(x.ref);
    falseYields.push_back(y.ref);
    types.push_back(x.type);
  }
  Refs results = builder().makeIf(scalar.ref, whenTrue, trueYields, whenFalse,
                                  falseYields, types);
  llvm::ArrayRef<Ref> rest = results;
  return unflatten(a, rest);
}

} // namespace tqc::sema
