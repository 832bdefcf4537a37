//===- SemaBuiltinDebug.cpp - Hints, prints, checks, inline PTX -----------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

Value Evaluator::doDebugBarrier(BoundCall &call) {
  builder().barrier();
  return Value::none();
}

Value Evaluator::hint(BoundCall &call, TileBuilder::Hint kind) {
  Value input = call.value("input");
  if (!input.isRuntime()) // a constant is known anyway
    return input;
  std::optional<Shape> values =
      integers(call.value("values"), call["values"].span, "`values`");
  if (!values)
    return Value::error();
  size_t rank = input.type.shape.size();
  size_t wanted = kind == TileBuilder::Hint::Divisibility
                      ? std::max<size_t>(1, rank)
                      : rank;
  if (values->size() != wanted) {
    msg::hintCount(report, call["values"].span, call.what(), input.type,
                   values->size());
    return Value::error();
  }
  Value made = Value::runtime(
      input.type, builder().hint(kind, input.ref, input.type, *values));
  made.hinted = input.source();
  // As in Triton, where the value itself is marked, all of its names mean it.
  for (auto &[name, binding] : frame().locals)
    if (binding.value.isRuntime() && binding.value.ref == input.ref) {
      binding.value.ref = made.ref;
      binding.value.hinted = made.hinted;
    }
  return made;
}
Value Evaluator::doMultipleOf(BoundCall &call) {
  return hint(call, TileBuilder::Hint::Divisibility);
}
Value Evaluator::doMaxContiguous(BoundCall &call) {
  return hint(call, TileBuilder::Hint::Contiguity);
}
Value Evaluator::doMaxConstancy(BoundCall &call) {
  return hint(call, TileBuilder::Hint::Constancy);
}

Value Evaluator::doAssume(BoundCall &call) {
  At at = call.at("cond");
  Value condition = ops.cast(tensor(call, "cond"), Elem::I1, at);
  if (condition.isError())
    return condition;
  if (condition.type.isBlock()) {
    msg::conditionIsTile(report, call["cond"].span, condition.type);
    return Value::error();
  }
  const ast::Expr *said = call["cond"].expr;
  builder().assume(condition.ref,
                   !isChecked(DebugChecks::Asserts) ? ""
                   : said ? "assumption: " + report.textOf(said->span).str()
                          : std::string("assumption"));
  return Value::none();
}

//===----------------------------------------------------------------------===//
// While compiling
//===----------------------------------------------------------------------===//

Value Evaluator::doStaticPrint(BoundCall &call) {
  std::optional<std::string> separator = string(call, "sep");
  std::optional<std::string> end = string(call, "end");
  if (!separator || !end)
    return Value::error();
  std::string text;
  bool first = true;
  for (const Value &value : call.value("values").elements()) {
    text += (first ? "" : *separator) + value.str();
    first = false;
  }
  if (!trial && context.staticPrint)
    context.staticPrint(text + *end);
  return Value::none();
}

Value Evaluator::doStaticAssert(BoundCall &call) {
  const Argument &condition = call["cond"];
  if (condition.value.isRuntime()) {
    msg::notConstant(report, condition.span, "`tl.static_assert`",
                     condition.value);
    return Value::error();
  }
  std::optional<bool> holds =
      constantTruth(condition.value, condition.span, "the assertion");
  if (!holds || *holds)
    return Value::none();
  std::string message = call.value("msg").str();
  msg::assertionFails(report, condition.span,
                      message.empty() && condition.expr
                          ? report.textOf(condition.expr->span).str()
                          : message);
  return Value::error();
}

//===----------------------------------------------------------------------===//
// On the GPU
//===----------------------------------------------------------------------===//

Value Evaluator::doDevicePrint(BoundCall &call) {
  const Argument &prefix = call["prefix"];
  std::optional<bool> hex = boolean(call, "hex");
  if (!hex)
    return Value::error();
  if (!prefix.value.isString() || !llvm::all_of(prefix.value.text, [](char c) {
        return llvm::isPrint(c) || c == '\n' || c == '\t';
      })) {
    msg::notAString(report, prefix.span, "the first argument of " + call.what(),
                    prefix.value);
    return Value::error();
  }
  Refs refs;
  llvm::SmallVector<TileType, 4> types;
  for (const Value &value : call.value("args").elements()) {
    Value run = ops.tensor(value, call.at("args"));
    if (run.isError())
      return run;
    refs.push_back(run.ref);
    types.push_back(run.type);
  }
  // Triton makes the prefix end in ": " and start with a space.
  std::string text = prefix.value.text;
  llvm::StringRef shown = text;
  if (!refs.empty()) {
    if (!shown.ends_with(" "))
      text += " ";
    if (!llvm::StringRef(text).ends_with(": ")) {
      text.pop_back();
      text += ": ";
    }
  }
  if (text.size() > 2 && text[0] != ' ')
    text.insert(0, " ");
  builder().print(text, *hex, refs, types);
  return Value::none();
}

Value Evaluator::doPrint(BoundCall &call) {
  const std::vector<Value> &values = call.value("args").elements();
  CallSite site{call.span, {}, {}};
  Span at = call["args"].span;
  if (values.empty() || !values[0].isString()) {
    std::string words = report.textOf(at).str();
    bool isLine = llvm::all_of(words, [](char c) { return llvm::isPrint(c); });
    site.positional.push_back(
        {Value::string(isLine && !values.empty() ? words : ""), at, nullptr});
  }
  for (const Value &value : values)
    site.positional.push_back({value, at, nullptr});
  site.keywords.emplace_back("hex", call["hex"]);
  return callBuiltin(*findBuiltin("tl.device_print"), std::move(site));
}

Value Evaluator::doDeviceAssert(BoundCall &call) {
  At at = call.at("cond");
  Value condition = ops.cast(tensor(call, "cond"), Elem::I1, at);
  std::string message = call.value("msg").str();
  if (condition.isError())
    return condition;
  if (!call.value("mask").isNone()) {
    Value mask = ops.cast(tensor(call, "mask"), Elem::I1, call.at("mask"));
    Value off = ops.logicalNot(mask, call.at("mask"));
    condition = ops.arithmetic(ast::BinaryOp::BitOr, condition, off,
                               call.at("cond", "mask"));
    if (condition.isError())
      return condition;
  }
  checkOnDevice(condition, message, call["cond"].span);
  return Value::none();
}

bool Evaluator::isChecked(DebugChecks least) { return checks >= least; }

void Evaluator::checkOnDevice(const Value &condition,
                              const std::string &message, Span at) {
  if (isChecked(DebugChecks::Asserts))
    builder().deviceAssert(condition.ref, message, condition.type, at);
  else if (!trial)
    builder().dropped("the assertion needs `debug`");
}

/// As Triton does it: in 64 bits, and for what has less.
void Evaluator::checkOverflow(ast::BinaryOp op, Value lhs, Value rhs,
                              const At &at) {
  llvm::StringRef name = op == ast::BinaryOp::Add   ? "add"
                         : op == ast::BinaryOp::Sub ? "sub"
                         : op == ast::BinaryOp::Mul ? "mul"
                                                    : "";
  if (name.empty() || !isChecked(DebugChecks::All) || frame().scope->isLibrary)
    return;
  for (const Value *side : {&lhs, &rhs})
    if (side->isRuntime() ? side->type.pointer || !isInteger(side->type.elem)
                          : !side->isIntegral())
      return;
  if (!ops.unify(lhs, rhs, at, {}) || bitWidth(lhs.type.elem) >= 64)
    return;
  Elem elem = lhs.type.elem;
  unsigned bits = bitWidth(elem);
  int64_t most = (int64_t(1) << (isSigned(elem) ? bits - 1 : bits)) - 1;
  int64_t least = isSigned(elem) ? -most - 1 : 0;
  Value wide = ops.arithmetic(op, ops.cast(lhs, Elem::I64, at),
                              ops.cast(rhs, Elem::I64, at), at);
  auto compared = [&](ast::CompareOp how, int64_t bound) {
    return ops.compare(how, wide, ops.constant(bound, Elem::I64), at);
  };
  Value fits =
      ops.arithmetic(ast::BinaryOp::BitAnd, compared(ast::CompareOp::Le, most),
                     compared(ast::CompareOp::Ge, least), at);
  if (!fits.isError())
    builder().deviceAssert(fits.ref,
                           "int" + std::to_string(bits) +
                               " overflow detected for operation " + name.str(),
                           fits.type, at.whole);
}

/// As many elements as the largest tile has.
static constexpr int64_t kMaxPack = 1048576;

Value Evaluator::doInlineAsm(BoundCall &call) {
  std::optional<std::string> text = string(call, "asm");
  std::optional<std::string> constraints = string(call, "constraints");
  std::optional<bool> pure = boolean(call, "is_pure");
  std::optional<int> pack = smallInteger(call, "pack");
  const Value &dtype = call.value("dtype");
  if (!text || !constraints || !pure || !pack)
    return Value::error();
  if (*pack < 1 || !llvm::isPowerOf2_64(uint64_t(*pack))) {
    msg::extentNotPowerOfTwo(report, call["pack"].span, "`pack`", *pack);
    return Value::error();
  }
  if (*pack > kMaxPack) {
    msg::tileTooLarge(report, call["pack"].span, "`pack`");
    return Value::error();
  }
  std::vector<Value> elems =
      dtype.isTuple() ? dtype.elements() : std::vector<Value>{dtype};
  for (const Value &elem : elems)
    if (!elem.is(Value::Kind::Type)) {
      msg::notAType(report, call["dtype"].span, "`dtype` of " + call.what(),
                    elem);
      return Value::error();
    }
  auto items = iterate(call.value("args"), call["args"].span);
  if (!items)
    return Value::error();
  At at = call.at("args");
  for (Value &item : *items) {
    item = ops.tensor(item, at);
    if (item.isError())
      return item;
  }
  // Two rounds bring all to the common shape.
  for (int round = 0; round < 2; ++round)
    for (size_t i = 1; i < items->size(); ++i)
      if (!ops.broadcastTogether((*items)[0], (*items)[i], at))
        return Value::error();
  Refs refs;
  llvm::SmallVector<TileType, 4> types, results;
  for (const Value &item : *items) {
    refs.push_back(item.ref);
    types.push_back(item.type);
  }
  for (const Value &elem : elems)
    results.push_back(items->empty()
                          ? elem.type
                          : elem.type.withShape((*items)[0].type.shape));
  Refs made = builder().inlineAsm(*text, *constraints, refs, types, results,
                                  *pack, *pure);
  std::vector<Value> values;
  for (size_t i = 0; i < made.size(); ++i)
    values.push_back(Value::runtime(results[i], made[i]));
  return dtype.isTuple() ? Value::tuple(std::move(values)) : values[0];
}

Value Evaluator::instruction(llvm::StringRef text, llvm::StringRef constraints,
                             Elem result) {
  TileType type(result);
  Refs made = builder().inlineAsm(text, constraints, {}, {}, type, /*pack=*/1,
                                  /*pure=*/false);
  return Value::runtime(type, made[0]);
}

/// `griddepcontrol` orders launches of which one may start before the other
/// ends; where they run one after the other it has no effect.
Value Evaluator::dependentLaunch(BoundCall &call, llvm::StringRef action) {
  if (context.computeCapability < 90) {
    msg::refusedBuiltin(report, call.span, call.row.path,
                        "dependent launches need sm_90");
    return Value::error();
  }
  instruction(("griddepcontrol." + action + "; mov.u32 $0, 0;").str(), "=r",
              Elem::I32);
  return Value::none();
}

Value Evaluator::doGdcWait(BoundCall &call) {
  return dependentLaunch(call, "wait");
}
Value Evaluator::doGdcLaunchDependents(BoundCall &call) {
  return dependentLaunch(call, "launch_dependents");
}
Value Evaluator::doNumThreads(BoundCall &) {
  return Value::integerOf(32 * numWarps);
}
Value Evaluator::doNumWarps(BoundCall &) { return Value::integerOf(numWarps); }
Value Evaluator::doGlobalTimer(BoundCall &call) {
  return instruction("mov.u64 $0, %globaltimer;", "=l", Elem::I64);
}
Value Evaluator::doSmId(BoundCall &call) {
  return instruction("mov.u32 $0, %smid;", "=r", Elem::I32);
}

} // namespace tqc::sema
