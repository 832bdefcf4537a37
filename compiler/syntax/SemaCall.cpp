//===- SemaCall.cpp - Calls, parameters, inlined functions ----------------===//

#include "compiler/syntax/BoundNames.h"
#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SemaMessages.h"

using namespace tqc::ast;

namespace tqc::sema {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool Evaluator::evalArguments(const CallExpr &call, CallSite &site) {
  bool ok = true;
  for (const Expr *expr : call.arguments) {
    const auto *starred = llvm::dyn_cast<StarredExpr>(expr);
    if (!starred) {
      site.positional.push_back({eval(expr), expr->span, expr});
      continue;
    }
    auto items = iterate(eval(starred->value), starred->span);
    ok &= items.has_value();
    for (const Value &item : items.value_or(std::vector<Value>()))
      site.positional.push_back({item, starred->span, nullptr});
  }
  for (const CallExpr::Keyword &keyword : call.keywords) {
    Value value = eval(keyword.value);
    if (!keyword.name.empty()) {
      site.keywords.emplace_back(
          keyword.name,
          Argument{std::move(value), keyword.value->span, keyword.value});
    } else if (value.is(Value::Kind::Dict)) {
      for (const auto &[key, item] : *value.entries)
        site.keywords.emplace_back(
            key.text, Argument{item, keyword.value->span, nullptr});
    } else {
      ok = false;
      if (!value.isError())
        msg::notADictionary(report, keyword.value->span, value);
    }
  }
  return ok;
}

Value Evaluator::evalCall(const CallExpr &call) {
  Value callee = eval(call.callee);
  // The message of a static_assert matters only when it fails.
  if (callee.is(Value::Kind::Builtin) &&
      llvm::StringRef(callee.builtin->path) == "tl.static_assert" &&
      call.arguments.size() == 2) {
    Value condition = eval(call.arguments[0]);
    if (condition.isError() || truth(condition).value_or(false))
      return Value::none();
    CallSite site{call.span, {}, {}};
    site.positional.push_back(
        {condition, call.arguments[0]->span, call.arguments[0]});
    site.positional.push_back(
        {eval(call.arguments[1]), call.arguments[1]->span, call.arguments[1]});
    return callBuiltin(*callee.builtin, std::move(site));
  }
  CallSite site{call.span, {}, {}};
  if (!evalArguments(call, site) || callee.isError())
    return Value::error();
  return invoke(callee, std::move(site));
}

//===----------------------------------------------------------------------===//
// Callees
//===----------------------------------------------------------------------===//

Value Evaluator::invoke(const Value &callee, CallSite site) {
  switch (callee.kind) {
  case Value::Kind::Error:
    return callee;
  case Value::Kind::Function:
    return callFunction(callee, std::move(site));
  case Value::Kind::Lambda:
    return callLambda(callee, std::move(site));
  case Value::Kind::TupleClass:
    return makeNamedTuple(callee, site);
  case Value::Kind::Builtin:
    return callBuiltin(*callee.builtin, std::move(site));
  case Value::Kind::Method: {
    const Value &self = callee.elements()[0], &target = callee.elements()[1];
    if (target.isString()) {
      if (self.is(Value::Kind::Type))
        return callTypeMethod(callee, site);
      if (!inKernel && changesReceiver(target.text)) {
        if (std::optional<Value> value = mutate(self, target.text, site))
          return *value;
      } else if (std::optional<Value> value =
                     constantMethod(self, target.text, site)) {
        return *value;
      }
      msg::notCallable(report, site.span, callee);
      return Value::error();
    }
    Span at = site.span;
    site.positional.insert(site.positional.begin(), {self, at, nullptr});
    return invoke(target, std::move(site));
  }
  case Value::Kind::Opaque:
    if (!inKernel)
      return hostFact(callee.text, site);
    msg::onlyPython(report, site.span, callee);
    return Value::error();
  default:
    msg::notCallable(report, site.span, callee);
    return Value::error();
  }
}

/// Calls are followed to this depth.
static constexpr size_t kMaxCalls = 200;

Value Evaluator::callLambda(const Value &callee, CallSite site) {
  const LambdaExpr &lambda = *callee.lambda;
  if (report.frames.size() > kMaxCalls) {
    msg::callsTooDeep(report, site.span, kMaxCalls);
    return Value::error();
  }
  if (site.positional.size() > lambda.params.size()) {
    msg::argumentCount(report, site.span, "the lambda", lambda.params.size(),
                       site.positional.size());
    return Value::error();
  }
  Frame inner;
  inner.scope = callee.scope;
  inner.function = frame().function;
  inner.call = site.span;
  inner.isCompileTime = true;
  for (size_t i = 0; i < lambda.params.size(); ++i) {
    const Param &param = lambda.params[i];
    if (i < site.positional.size())
      inner.locals[param.name] = {site.positional[i].value, param.span};
    else if (param.defaultValue)
      inner.locals[param.name] = {evalIn(*callee.scope, *param.defaultValue),
                                  param.span};
    else {
      msg::missingArgument(report, site.span, "the lambda", param.name);
      return Value::error();
    }
  }
  report.frames.push_back(&inner);
  Value value = eval(lambda.body);
  report.frames.pop_back();
  return value;
}

//===----------------------------------------------------------------------===//
// Functions of the program
//===----------------------------------------------------------------------===//

bool Evaluator::bindParameters(const FunctionStmt &function, ModuleScope &scope,
                               const CallSite &site, Locals &locals) {
  std::string what = "`" + function.name + "`";
  size_t next = 0;
  std::vector<bool> used(site.keywords.size(), false);
  for (const Param &param : function.params) {
    if (param.form == Param::Form::Star) {
      std::vector<Value> rest;
      for (; next < site.positional.size(); ++next)
        rest.push_back(site.positional[next].value);
      locals[param.name] = {Value::tuple(std::move(rest)), param.span};
      continue;
    }
    if (param.form == Param::Form::DoubleStar) {
      std::vector<std::pair<Value, Value>> rest;
      for (size_t i = 0; i < used.size(); ++i)
        if (!used[i]) {
          used[i] = true;
          rest.emplace_back(Value::string(site.keywords[i].first),
                            site.keywords[i].second.value);
        }
      locals[param.name] = {Value::dict(std::move(rest)), param.span};
      continue;
    }
    const Argument *given = nullptr;
    if (!param.keywordOnly && next < site.positional.size())
      given = &site.positional[next++];
    for (size_t i = 0; i < used.size(); ++i)
      if (site.keywords[i].first == param.name) {
        used[i] = true;
        if (given) {
          msg::argumentTwice(report, site.keywords[i].second.span, what,
                             param.name);
          return false;
        }
        given = &site.keywords[i].second;
      }
    if (given)
      locals[param.name] = {given->value, param.span};
    else if (param.defaultValue)
      locals[param.name] = {evalIn(scope, *param.defaultValue), param.span};
    else {
      msg::missingArgument(report, site.span, what, param.name)
          .note(param.span, "the parameter is here");
      return false;
    }
  }
  if (next < site.positional.size()) {
    msg::argumentCount(report, site.span, what, next, site.positional.size())
        .note(function.nameSpan, "the function is here");
    return false;
  }
  for (size_t i = 0; i < used.size(); ++i)
    if (!used[i]) {
      msg::unknownKeyword(report, site.keywords[i].second.span, what,
                          site.keywords[i].first)
          .note(function.nameSpan, "the function is here");
      return false;
    }
  return true;
}

static bool sameConstants(const Locals &a, const Locals &b) {
  for (const auto &[name, binding] : a) {
    auto other = b.find(name);
    if (other == b.end() || !sameForm(binding.value, other->second.value))
      return false;
  }
  return true;
}

Value Evaluator::callFunction(const Value &callee, CallSite site) {
  const FunctionStmt &function = *callee.function;
  FunctionKind kind = kindOf(function);
  if (kind == FunctionKind::Plain && inKernel && !frame().isCompileTime) {
    msg::plainFunction(report, site.span, function.name)
        .note(function.nameSpan, "the function is here");
    return Value::error();
  }
  bool compileTime = kind != FunctionKind::Jit || !inKernel;
  if (report.frames.size() > kMaxCalls) {
    msg::callsTooDeep(report, site.span, kMaxCalls);
    return Value::error();
  }
  Frame inner;
  inner.scope = callee.scope;
  inner.function = &function;
  inner.call = site.span;
  inner.isCompileTime = compileTime;
  if (!bindParameters(function, *callee.scope, site, inner.locals))
    return Value::error();
  for (const auto &[name, binding] : inner.locals)
    if (binding.value.isError())
      return Value::error();
  // A function is another one for other constants; for the same ones a call of
  // itself never ends.
  inner.arguments = inner.locals;
  for (const Frame *active : report.frames)
    if (active->function == &function && !compileTime &&
        sameConstants(active->arguments, inner.arguments)) {
      msg::recursion(report, site.span, function.name);
      return Value::error();
    }
  if (kind == FunctionKind::CompileTime)
    for (const auto &[name, binding] : inner.locals)
      if (binding.value.hasRuntime()) {
        msg::runtimeArgument(report, site.span, function.name, name,
                             binding.value);
        return Value::error();
      }
  return runFunction(inner);
}

Value Evaluator::runFunction(Frame &inner) {
  const FunctionStmt &function = *inner.function;
  unsigned errors = report.errorCount();
  inner.loopDepth = 0;
  report.frames.push_back(&inner);
  for (const auto &[name, binding] : inner.locals)
    traceName(name, binding.value);
  Flow flow = execBlock(function.body);
  report.frames.pop_back();
  if (report.errorCount() != errors)
    return Value::error();
  auto result = inner.locals.find("$ret");
  if (flow == Flow::Next || result == inner.locals.end())
    return Value::none();
  if (flow == Flow::Maybe && !result->second.value.isNone()) {
    msg::missingReturn(report, inner.call, function.name)
        .note(function.nameSpan, "the function is here");
    return Value::error();
  }
  return result->second.value;
}

Value Evaluator::decayReturn(const Value &value, Span at) {
  if (frame().isCompileTime)
    return value;
  if (value.isTuple()) {
    std::vector<Value> items;
    for (const Value &item : value.elements())
      items.push_back(decayReturn(item, at));
    return Value::tupleLike(value, std::move(items));
  }
  if (value.isNumber())
    return ops.tensor(value, {at, at, at, "`return`"});
  return value;
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

const Argument &BoundCall::operator[](llvm::StringRef name) const {
  for (size_t i = 0; i < params.size(); ++i)
    if (name == params[i].name)
      return arguments[i];
  static const Argument missing{Value::none(), {}, nullptr};
  return missing;
}

/// A default value as Builtins.def writes it.
static Value defaultOf(llvm::StringRef text) {
  if (text == "None")
    return Value::none();
  if (text == "True" || text == "False")
    return Value::boolean(text == "True");
  if (text == "()")
    return Value::tuple({});
  if (text.consume_front("'"))
    return Value::string(text.drop_back().str());
  if (std::optional<Elem> elem = elemFromLanguage(text))
    return Value::typeOf(TileType(*elem));
  int64_t number = 0;
  text.getAsInteger(10, number);
  return Value::integerOf(number);
}

llvm::ArrayRef<SignatureParam> Evaluator::signatureOf(const BuiltinRow &row) {
  auto [entry, isNew] = signatures.try_emplace(&row);
  if (!isNew)
    return entry->second;
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(row.signature).split(parts, ", ", -1, false);
  for (llvm::StringRef part : parts) {
    SignatureParam param;
    param.isKeywords = part.consume_front("**");
    param.isVariadic = part.consume_front("*");
    auto [name, value] = part.split('=');
    param.name = name.str();
    if (part.contains('='))
      param.defaultValue = defaultOf(value);
    entry->second.push_back(std::move(param));
  }
  return entry->second;
}

std::string Evaluator::calledName(const BuiltinRow &row) const {
  const Frame *outermost = nullptr;
  for (const Frame *active : llvm::reverse(report.frames)) {
    if (!active->scope->isLibrary)
      break;
    outermost = active->function ? active : outermost;
  }
  const BuiltinRow *called =
      outermost ? findLibraryRow(outermost->function->name) : nullptr;
  return called ? called->path : row.path;
}

std::optional<BoundCall> Evaluator::bind(const BuiltinRow &row, CallSite site) {
  BoundCall call{row, site.span, calledName(row), signatureOf(row), {}};
  std::vector<std::optional<Argument>> slots(call.params.size());
  size_t next = 0;
  for (size_t i = 0; i < call.params.size(); ++i) {
    if (call.params[i].isKeywords) {
      slots[i] = Argument{Value::dict({}), site.span, nullptr};
      continue;
    }
    if (!call.params[i].isVariadic) {
      // Whatever follows `*args` is given by keyword.
      bool keywordOnly = i > 0 && call.params[i - 1].isVariadic;
      if (next < site.positional.size() && !keywordOnly)
        slots[i] = site.positional[next++];
      continue;
    }
    std::vector<Value> rest;
    Span span = site.span;
    if (next < site.positional.size())
      span = site.positional[next].span;
    for (; next < site.positional.size(); ++next) {
      rest.push_back(site.positional[next].value);
      span = span.to(site.positional[next].span);
    }
    slots[i] = Argument{Value::tuple(std::move(rest)), span, nullptr};
  }
  if (next < site.positional.size()) {
    msg::argumentCount(report, site.span, call.what(), next,
                       site.positional.size());
    return std::nullopt;
  }
  for (auto &[name, argument] : site.keywords) {
    size_t i = 0;
    while (i < call.params.size() && call.params[i].name != name)
      ++i;
    if (i == call.params.size() && !call.params.empty() &&
        call.params.back().isKeywords) {
      auto entries = *slots.back()->value.entries;
      entries.emplace_back(Value::string(name), argument.value);
      slots.back()->value = Value::dict(std::move(entries));
      continue;
    }
    if (i == call.params.size()) {
      msg::unknownKeyword(report, argument.span, call.what(), name);
      return std::nullopt;
    }
    bool emptyRest =
        call.params[i].isVariadic && slots[i]->value.elements().empty();
    if (slots[i] && !emptyRest) {
      msg::argumentTwice(report, argument.span, call.what(), name);
      return std::nullopt;
    }
    slots[i] = argument;
    if (emptyRest && !argument.value.isTuple())
      slots[i]->value = Value::tuple({argument.value});
  }
  for (size_t i = 0; i < slots.size(); ++i) {
    if (!slots[i] && !call.params[i].defaultValue) {
      Diag &diag = msg::missingArgument(report, site.span, call.what(),
                                        call.params[i].name);
      if (call.what() == "`tl.arange`")
        diag.help("write `tl.arange(0, N)`, N a power of two");
      else if (call.what() == "`tl.program_id`")
        diag.help("write `tl.program_id(0)`; 1 and 2 are the other axes of "
                  "the grid");
      return std::nullopt;
    }
    if (!slots[i])
      slots[i] = Argument{*call.params[i].defaultValue, site.span, nullptr};
    if (slots[i]->value.hasError())
      return std::nullopt;
    call.arguments.push_back(std::move(*slots[i]));
  }
  return call;
}

const Evaluator::Handler Evaluator::kHandlers[] = {
#define TQ_NATIVE(PATH, HANDLER, FLAGS, SIGNATURE, DOC) &Evaluator::do##HANDLER,
#define TQ_UNARY(PATH, OP, FLAGS, TYPES, DOC)
#define TQ_LIBRARY(PATH, FUNCTION, FLAGS, DOC)
#define TQ_ALIAS(PATH, OTHER)
#define TQ_DECORATOR(PATH, DOC)
#define TQ_REFUSED(PATH, WHY)
#include "compiler/syntax/Builtins.def"
};

Value Evaluator::callBuiltin(const BuiltinRow &row, CallSite site) {
  if (!inKernel && !row.isConstant) {
    // A launcher's business, or an autotuner's.
    return Value::opaque(row.path);
  }
  switch (row.kind) {
  case BuiltinKind::Refused:
    msg::refusedBuiltin(report, site.span, row.path, row.doc);
    return Value::error();
  case BuiltinKind::Decorator:
    // `f = triton.constexpr_function(f)` makes nothing new of a builtin.
    if (!inKernel && site.positional.size() == 1 &&
        site.positional[0].value.is(Value::Kind::Builtin))
      return site.positional[0].value;
    if (!inKernel)
      return Value::opaque(row.path);
    msg::notInKernels(report, site.span, "`" + std::string(row.path) + "`");
    return Value::error();
  case BuiltinKind::Library: {
    std::optional<Value> function = global(modules.library(), row.handler);
    return callFunction(*function, std::move(site));
  }
  default:
    break;
  }
  std::optional<BoundCall> call = bind(row, std::move(site));
  if (!call)
    return Value::error();
  if (row.kind == BuiltinKind::Unary)
    return callUnary(*call);
  if (row.kind == BuiltinKind::Libdevice)
    return callLibdevice(*call);
  return (this->*kHandlers[row.index])(*call);
}

} // namespace tqc::sema
