//===- SemaLoop.cpp - `for` and `while` -----------------------------------===//
//
// A run-time loop carries the names whose values its body changes. To find
// them the body is evaluated once into a region that is thrown away; then the
// loop is built. Inner loops of such a trial are evaluated in place, so that
// deep nests cost no more than their depth.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"
#include "compiler/syntax/SemaTypes.h"

using namespace tqc::ast;

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// What a loop carries
//===----------------------------------------------------------------------===//

static bool sameRefs(const Value &a, const Value &b) {
  llvm::SmallVector<Value, 8> aParts, bParts;
  flatten(a, aParts);
  flatten(b, bParts);
  if (aParts.size() != bParts.size())
    return false;
  for (size_t i = 0; i < aParts.size(); ++i)
    if (aParts[i].source() != bParts[i].source())
      return false;
  return true;
}

/// Whether two block pointers differ only in parts that one of them knows as
/// constants, and in the order, which is a hint.
static bool pointToSameBlocks(const Value &a, const Value &b) {
  return a.is(Value::Kind::BlockPointer) && b.is(Value::Kind::BlockPointer) &&
         a.blockPointer->block == b.blockPointer->block &&
         sameForm(a.blockPointer->base, b.blockPointer->base);
}

Value Evaluator::withoutConstants(const Value &pointer,
                                  llvm::ArrayRef<int> order) {
  BlockPointer general = *pointer.blockPointer;
  for (std::vector<Value> *parts : {&general.shape, &general.strides})
    for (Value &part : *parts)
      if (part.isIntegral())
        part = ops.constant(part, Elem::I64);
  general.order.assign(order.begin(), order.end());
  Value result = Value::of(Value::Kind::BlockPointer);
  result.blockPointer = std::make_shared<BlockPointer>(std::move(general));
  return result;
}

std::optional<std::vector<Evaluator::Carried>>
Evaluator::findCarried(Locals &before, const std::string &ignore, Span at,
                       llvm::function_ref<void()> body) {
  while (true) {
    std::vector<std::string> pointers, lost;
    auto carried = tryBody(before, ignore, body, pointers, lost);
    if (pointers.empty() && lost.empty())
      return carried;
    // Once more, without what an iteration leaves undefined for the next one.
    for (const std::string &name : lost) {
      Span where = before[name].where;
      before.erase(name);
      frame().lost.try_emplace(name, where, "an iteration leaves it undefined");
    }
    // Once more, with block pointers that know less.
    for (const std::string &name : pointers) {
      Value &value = before[name].value;
      value = withoutConstants(value, value.blockPointer->order);
    }
    frame().locals = before;
  }
}

std::optional<std::vector<Evaluator::Carried>>
Evaluator::tryBody(const Locals &before, const std::string &ignore,
                   llvm::function_ref<void()> body,
                   std::vector<std::string> &pointers,
                   std::vector<std::string> &lost) {
  unsigned errors = report.errorCount();
  ++trial;
  ++frame().loopDepth;
  body();
  --frame().loopDepth;
  --trial;
  std::vector<Carried> carried;
  for (const auto &[name, old] : before) {
    if (name == ignore || old.value.isError())
      continue;
    auto now = frame().locals.find(name);
    // Deleted, lost in a branch of the body, or the variable of an inner loop.
    bool isGone = now == frame().locals.end() ||
                  (now->second.value.is(Value::Kind::AfterLoop) &&
                   !sameForm(old.value, now->second.value));
    if (isGone) {
      lost.push_back(name);
      continue;
    }
    Value &value = now->second.value;
    if (value.isError())
      continue;
    if (!sameForm(old.value, value) && pointToSameBlocks(old.value, value)) {
      llvm::ArrayRef<int> order = old.value.blockPointer->order;
      value = withoutConstants(value, order);
      if (!sameForm(old.value, value)) {
        pointers.push_back(name);
        continue;
      }
    }
    if (!sameForm(old.value, value)) {
      if (old.value.hasRuntime() || value.hasRuntime()) {
        Diag &diag = msg::loopCarriedType(report, now->second.where, name,
                                          old.value, value);
        diag.note(old.where, "it has this value before the loop");
        if (!old.value.hasRuntime() && old.isConstexpr)
          diag.help("drop `: tl.constexpr` where it is defined");
        else if (old.value.isRuntime() && value.isRuntime() &&
                 old.value.type.shape == value.type.shape &&
                 old.value.type.isNumber() && value.type.isNumber())
          diag.help("convert the new value with `.to(tl." +
                    languageName(old.value.type.elem).str() +
                    ")`, or the first one to `tl." +
                    languageName(value.type.elem).str() + "`");
        else if (old.value.isRuntime() && value.isRuntime() &&
                 !old.value.type.isBlock())
          diag.help("start with a tile: `tl.zeros(...)` or `tl.full(...)`");
      } else {
        msg::loopConstant(report, now->second.where, name, old.value, value)
            .note(old.where, "it has this value before the loop");
      }
      continue;
    }
    if (!sameRefs(old.value, value))
      carried.push_back({name, old});
  }
  if (report.errorCount() != errors)
    return std::nullopt;
  return carried;
}

void Evaluator::poisonLocals(Locals before) {
  for (auto &[name, binding] : before)
    if (!sameForm(binding.value, frame().locals[name].value) ||
        !sameRefs(binding.value, frame().locals[name].value))
      binding.value = Value::error();
  for (auto &[name, binding] : frame().locals)
    before.try_emplace(name, Binding{Value::error(), binding.where});
  frame().locals = std::move(before);
}

void Evaluator::loseTarget(const NameExpr &target) {
  frame().locals.erase(target.name);
  frame().lost[target.name] = {target.span, "it ends with the loop"};
}

void Evaluator::endTarget(const NameExpr &target, const LoopRange &range,
                          bool isDown, bool surelyRuns, bool isUnchanged) {
  Locals &locals = frame().locals;
  auto before = locals.find(target.name);
  bool hasBefore = before != locals.end() && before->second.value.isRuntime() &&
                   before->second.value.type == range.lower.value.type;
  if (!isUnchanged || (!surelyRuns && !hasBefore)) {
    loseTarget(target);
    return;
  }
  LoopEnd end{
      range.lower.value, range.upper.value,
      range.step.value,  isDown,
      surelyRuns,        hasBefore ? before->second.value : Value::none()};
  Value value = Value::of(Value::Kind::AfterLoop);
  value.loopEnd = std::make_shared<LoopEnd>(std::move(end));
  locals[target.name] = {std::move(value), target.span};
}

Value Evaluator::valueAfterLoop(const LoopEnd &end, Span at) {
  refusedByTriton(at, "the variable of a loop behind it");
  At where{at, at, at, "the loop's variable"};
  const TileType &type = end.lower.type;
  // A loop that runs has upper > lower, and their distance fits unsigned.
  Value one = ops.constant(1, type.elem);
  Value distance = ops.raw(TileBinary::Sub,
                           ops.raw(TileBinary::Sub, end.upper, end.lower), one);
  Value steps = ops.raw(TileBinary::DivU, distance, end.step);
  Value way = ops.raw(TileBinary::Mul, steps, end.step);
  Value last = end.isDown ? ops.raw(TileBinary::Sub, end.upper, way)
                          : ops.raw(TileBinary::Add, end.lower, way);
  if (end.surelyRuns)
    return last;
  Value runs = ops.compare(CompareOp::Lt, end.lower, end.upper, where);
  return Value::runtime(
      type, builder().select(runs.ref, last.ref, end.before.ref, type));
}

void Evaluator::loseLocals(const Locals &before, const char *why) {
  for (const auto &[name, binding] : frame().locals)
    if (!before.count(name) && name[0] != '$')
      frame().lost[name] = {binding.where, why};
}

llvm::SmallVector<Value, 8>
Evaluator::yieldsOf(llvm::ArrayRef<Carried> carried) {
  llvm::SmallVector<Value, 8> parts;
  for (const Carried &one : carried) {
    Value value = frame().locals[one.name].value;
    const Value &before = one.before.value;
    if (!sameForm(before, value) && pointToSameBlocks(before, value))
      value = withoutConstants(value, before.blockPointer->order);
    flatten(value, parts);
  }
  return parts;
}

void Evaluator::bindCarried(llvm::ArrayRef<Carried> carried,
                            llvm::ArrayRef<Ref> refs) {
  for (const Carried &one : carried)
    set(one.name, unflatten(one.before.value, refs), one.before.where);
}

/// The run-time parts that a loop starts with.
static void initsOf(llvm::ArrayRef<Value> parts, Refs &refs,
                    llvm::SmallVectorImpl<TileType> &types) {
  for (const Value &part : parts) {
    refs.push_back(part.ref);
    types.push_back(part.type);
  }
}

static Refs refsOf(llvm::ArrayRef<Value> parts) {
  Refs refs;
  for (const Value &part : parts)
    refs.push_back(part.ref);
  return refs;
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

std::optional<Evaluator::LoopRange>
Evaluator::loopRange(const ForStmt &stmt, std::optional<Value> &sequence) {
  const auto *call = llvm::dyn_cast<CallExpr>(stmt.iterable);
  Value callee = call ? eval(call->callee) : Value::none();
  if (callee.isError())
    return std::nullopt;
  llvm::StringRef path =
      callee.is(Value::Kind::Builtin) ? callee.builtin->path : "";
  if (frame().isCompileTime ||
      (path != "range" && path != "tl.range" && path != "tl.static_range")) {
    sequence = eval(stmt.iterable);
    return std::nullopt;
  }
  CallSite site{call->span, {}, {}};
  if (!evalArguments(*call, site))
    return std::nullopt;
  std::optional<BoundCall> bound = bind(*callee.builtin, std::move(site));
  if (!bound)
    return std::nullopt;
  LoopRange range;
  range.isStatic = path == "tl.static_range";
  bool one = bound->value("arg2").isNone();
  range.lower = one ? Argument{Value::integerOf(0), call->span, nullptr}
                    : (*bound)["arg1"];
  range.upper = (*bound)[one ? "arg1" : "arg2"];
  range.step = (*bound)["step"];
  if (range.step.value.isNone())
    range.step.value = Value::integerOf(1);
  auto number = [&](llvm::StringRef name) -> int {
    if (bound->value(name).isNone())
      return 0;
    return smallInteger(*bound, name).value_or(0);
  };
  auto flag = [&](llvm::StringRef name) {
    return !bound->value(name).isNone() &&
           boolean(*bound, name).value_or(false);
  };
  if (path == "tl.range") {
    range.options.numStages = number("num_stages");
    range.options.unroll = number("loop_unroll_factor");
    range.options.disallowAccMultiBuffer = flag("disallow_acc_multi_buffer");
    range.options.flatten = flag("flatten");
    range.options.warpSpecialize = flag("warp_specialize");
    range.options.disableLicm = flag("disable_licm");
  }
  return range;
}

Flow Evaluator::execFor(const ForStmt &stmt) {
  if (!stmt.orElse.empty()) {
    msg::notInKernels(report, stmt.span, "`else` after a loop");
    return Flow::Next;
  }
  std::optional<Value> sequence;
  unsigned errors = report.errorCount();
  std::optional<LoopRange> range = loopRange(stmt, sequence);
  if (report.errorCount() != errors || (sequence && sequence->isError()))
    return Flow::Next;
  if (sequence &&
      refusedByTriton(stmt.iterable->span, "a loop over anything but a range"))
    return Flow::Next;
  if (sequence) {
    auto items = iterate(*sequence, stmt.iterable->span);
    return items ? staticFor(stmt, *items) : Flow::Next;
  }
  if (!range) {
    requireReason(stmt.iterable->span);
    return Flow::Next;
  }
  if (!range->isStatic) {
    runtimeFor(stmt, std::move(*range));
    return Flow::Next;
  }
  for (const Argument *bound : {&range->lower, &range->upper, &range->step})
    if (!bound->value.isIntegral()) {
      msg::notConstant(report, bound->span, "`tl.static_range`", bound->value);
      return Flow::Next;
    }
  __int128 from = range->lower.value.asInteger();
  __int128 to = range->upper.value.asInteger();
  __int128 step = range->step.value.asInteger();
  if (step == 0) {
    msg::zeroStep(report, range->step.span);
    return Flow::Next;
  }
  std::vector<Value> items;
  for (__int128 i = from; step > 0 ? i < to : i > to; i += step) {
    items.push_back(Value::integerOf(i));
    if (items.size() > 65536) {
      msg::tooManyIterations(report, stmt.iterable->span);
      return Flow::Next;
    }
  }
  return staticFor(stmt, items);
}

Flow Evaluator::staticFor(const ForStmt &stmt, llvm::ArrayRef<Value> items) {
  unsigned errors = report.errorCount();
  for (const Value &item : items) {
    assign(stmt.target, item, nullptr);
    Flow flow = execBlock(stmt.body);
    if (flow == Flow::Returned)
      return flow;
    if (flow == Flow::Maybe) {
      msg::returnInLoop(report, stmt.span);
      return Flow::Next;
    }
    if (flow == Flow::Break || report.errorCount() != errors || isExhausted())
      break;
  }
  return Flow::Next;
}

/// Brings the bounds and the step to one integer type.
std::optional<Elem> Evaluator::unifyBounds(LoopRange &range) {
  Argument *bounds[] = {&range.lower, &range.upper, &range.step};
  for (Argument *bound : bounds) {
    At at{bound->span, bound->span, bound->span, "`range`"};
    bound->value = ops.tensor(bound->value, at);
    if (bound->value.isError())
      return std::nullopt;
    const TileType &type = bound->value.type;
    if (type.isBlock() && type.elements() == 1)
      bound->value = ops.unsplat(bound->value, at);
    if (bound->value.type.isBlock() || type.pointer || !isInteger(type.elem)) {
      msg::badRange(report, bound->span, bound->value);
      return std::nullopt;
    }
  }
  Elem elem = promoteIntegers(
      promoteIntegers(range.lower.value.type.elem, range.upper.value.type.elem),
      range.step.value.type.elem);
  for (Argument *bound : bounds)
    bound->value = ops.cast(bound->value, elem, {bound->span, {}, {}, ""});
  return elem;
}

void Evaluator::runtimeFor(const ForStmt &stmt, LoopRange range) {
  const auto *target = llvm::dyn_cast<NameExpr>(stmt.target);
  if (!target) {
    msg::badTarget(report, stmt.target->span);
    return;
  }
  // A negative constant step counts the other way: i = lower + upper - j.
  bool negative =
      range.step.value.isIntegral() && range.step.value.asInteger() < 0;
  if (range.step.value.isIntegral() && range.step.value.asInteger() == 0) {
    msg::zeroStep(report, range.step.span);
    return;
  }
  bool isKnown =
      range.lower.value.isIntegral() && range.upper.value.isIntegral();
  if (negative) {
    range.step.value = Value::integerOf(-range.step.value.asInteger());
    std::swap(range.lower, range.upper);
  }
  bool surelyRuns =
      isKnown && range.lower.value.asInteger() < range.upper.value.asInteger();
  std::optional<Elem> elem = unifyBounds(range);
  if (!elem) {
    poisonBranch(stmt.body);
    return;
  }

  TileType index(*elem);
  Locals before = frame().locals;
  auto indexValue = [&](Ref ref) {
    Value value = Value::runtime(index, ref);
    if (negative)
      value = ops.raw(TileBinary::Add,
                      ops.raw(TileBinary::Sub, range.upper.value, value),
                      range.lower.value);
    return value;
  };
  // Whether the body leaves the variable as it is.
  bool isUnchanged = true;
  auto runBody = [&](Ref ref) {
    Value value = indexValue(ref);
    set(target->name, value, target->span);
    if (!trial)
      traceName(target->name, value);
    execBlock(stmt.body);
    auto now = frame().locals.find(target->name);
    isUnchanged = now != frame().locals.end() &&
                  now->second.value.isRuntime() &&
                  now->second.value.source() == value.source();
  };
  if (trial) {
    // What is built is thrown away anyway: evaluate the body in place.
    auto carried = findCarried(before, target->name, stmt.span,
                               [&] { runBody(range.lower.value.ref); });
    loseLocals(before, "the loop defines it");
    Locals after = std::exchange(frame().locals, before);
    for (auto &[name, binding] : frame().locals)
      if (after.count(name))
        binding =
            carried ? after[name] : Binding{Value::error(), binding.where};
    auto outer = before.find(target->name);
    if (outer != before.end())
      frame().locals[target->name] = outer->second;
    else
      frame().locals.erase(target->name);
    endTarget(*target, range, negative, surelyRuns, isUnchanged);
    return;
  }
  TileBuilder::Region region = 0;
  bool again = false;
  auto carried = findCarried(before, target->name, stmt.span, [&] {
    Refs refs;
    if (std::exchange(again, true))
      builder().dropRegion(region);
    region = builder().beginRegion({index}, refs);
    runBody(refs[0]);
    builder().endRegion();
  });
  builder().dropRegion(region);
  if (!carried) {
    poisonLocals(std::move(before));
    return;
  }
  frame().locals = before;
  llvm::SmallVector<Value, 8> startParts = yieldsOf(*carried);
  Refs inits;
  llvm::SmallVector<TileType, 8> types;
  initsOf(startParts, inits, types);
  llvm::SmallVector<TileType, 8> arguments = {index};
  arguments.append(types.begin(), types.end());
  Refs refs;
  region = builder().beginRegion(arguments, refs);
  bindCarried(*carried, llvm::ArrayRef<Ref>(refs).drop_front());
  ++frame().loopDepth;
  runBody(refs[0]);
  --frame().loopDepth;
  Refs yields = refsOf(yieldsOf(*carried));
  builder().endRegion();
  ops.moveTo(stmt.span);
  Refs results = builder().makeFor(range.lower.value.ref, range.upper.value.ref,
                                   range.step.value.ref, index, region, inits,
                                   yields, types, range.options);
  loseLocals(before, "the loop defines it");
  frame().locals = std::move(before);
  bindCarried(*carried, results);
  endTarget(*target, range, negative, surelyRuns, isUnchanged);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

Flow Evaluator::execWhile(const WhileStmt &stmt) {
  if (!stmt.orElse.empty()) {
    msg::notInKernels(report, stmt.span, "`else` after a loop");
    return Flow::Next;
  }
  if (!frame().isCompileTime) {
    runtimeWhile(stmt);
    return Flow::Next;
  }
  unsigned errors = report.errorCount();
  for (unsigned i = 0;; ++i) {
    std::optional<bool> again = constantTruth(
        eval(stmt.condition), stmt.condition->span, "the condition");
    if (!again || !*again)
      return Flow::Next;
    Flow flow = execBlock(stmt.body);
    if (flow == Flow::Returned)
      return flow;
    if (flow == Flow::Break || report.errorCount() != errors)
      return Flow::Next;
    if (i > 1000000) {
      msg::tooManyIterations(report, stmt.span);
      return Flow::Next;
    }
  }
}

void Evaluator::runtimeWhile(const WhileStmt &stmt) {
  Locals before = frame().locals;
  auto condition = [&] {
    Value value = eval(stmt.condition);
    if (!value.isRuntime() && !value.isError() &&
        refusedByTriton(stmt.condition->span, "a `while` on a constant"))
      return Value::error();
    if (!value.isRuntime() && !value.isError()) {
      std::optional<bool> known =
          constantTruth(value, stmt.condition->span, "the condition");
      value = known ? ops.constant(*known, Elem::I1) : Value::error();
    }
    return value.isError() ? value
                           : scalarCondition(value, stmt.condition->span);
  };
  if (trial) {
    auto carried = findCarried(before, "", stmt.span, [&] {
      condition();
      execBlock(stmt.body);
    });
    loseLocals(before, "the loop defines it");
    Locals after = std::exchange(frame().locals, before);
    for (auto &[name, binding] : frame().locals)
      if (after.count(name))
        binding =
            carried ? after[name] : Binding{Value::error(), binding.where};
    return;
  }
  Refs none;
  TileBuilder::Region region = 0;
  bool tried = false;
  auto carried = findCarried(before, "", stmt.span, [&] {
    if (std::exchange(tried, true))
      builder().dropRegion(region);
    region = builder().beginRegion({}, none);
    condition();
    execBlock(stmt.body);
    builder().endRegion();
  });
  builder().dropRegion(region);
  if (!carried) {
    poisonLocals(std::move(before));
    return;
  }
  frame().locals = before;
  Refs inits;
  llvm::SmallVector<TileType, 8> types;
  initsOf(yieldsOf(*carried), inits, types);
  Refs passed, arguments;
  TileBuilder::Region test = builder().beginRegion(types, passed);
  bindCarried(*carried, passed);
  Value again = condition();
  builder().endRegion();
  if (again.isError()) { // of what stands before the loop
    builder().dropRegion(test);
    poisonLocals(std::move(before));
    return;
  }
  TileBuilder::Region body = builder().beginRegion(types, arguments);
  frame().locals = before; // a hint of the condition stays there
  bindCarried(*carried, arguments);
  ++frame().loopDepth;
  execBlock(stmt.body);
  --frame().loopDepth;
  Refs yields = refsOf(yieldsOf(*carried));
  builder().endRegion();
  ops.moveTo(stmt.span);
  Refs results =
      builder().makeWhile(test, again.ref, passed, body, inits, yields, types);
  loseLocals(before, "the loop defines it");
  frame().locals = std::move(before);
  bindCarried(*carried, results);
}

} // namespace tqc::sema
