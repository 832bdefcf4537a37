//===- EvaluateCall.cpp - Functions and their arguments -------------------===//
//
// Python's rules of binding: by position, by name, defaults, `*args` and
// `**kwargs`.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"

using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// Calls inside each other; the launchers of a file hardly nest.
static constexpr size_t kMaxCalls = 200;

bool HostEvaluator::collectArguments(const ast::CallExpr *expr,
                                     const ScopePtr &scope,
                                     CallArguments &arguments) {
  arguments.at = expr->span;
  for (const ast::Expr *argument : expr->arguments) {
    const auto *starred = dyn_cast<ast::StarredExpr>(argument);
    Maybe value = evaluateEarly(starred ? starred->value : argument, scope);
    if (!value)
      return false;
    if (!starred) {
      arguments.positional.emplace_back(std::move(*value), argument->span);
      continue;
    }
    auto elements = elementsOf(*value, argument->span);
    if (!elements)
      return false;
    for (HostValue &element : *elements)
      arguments.positional.emplace_back(std::move(element), argument->span);
  }
  for (const ast::CallExpr::Keyword &keyword : expr->keywords) {
    Maybe value = evaluateEarly(keyword.value, scope);
    if (!value)
      return false;
    Span at = keyword.nameSpan.to(keyword.value->span);
    if (!keyword.name.empty()) {
      arguments.named.push_back({keyword.name, std::move(*value), at});
      continue;
    }
    if (!value->is(Kind::Dict)) {
      error(code::HostType, at,
            "`**` needs a dict, but this is " + describeValue(*value));
      return false;
    }
    for (const auto &[key, item] : value->as<DictObject>().items) {
      if (!key.is(Kind::String)) {
        error(code::HostType, at,
              "`**` needs names as keys, but one is " + repr(key));
        return false;
      }
      arguments.named.push_back({key.asString(), item, at});
    }
  }
  return true;
}

Maybe HostEvaluator::evaluateCall(const ast::CallExpr *expr,
                                  const ScopePtr &scope) {
  Maybe callee = evaluate(expr->callee, scope);
  CallArguments arguments;
  if (!callee || !collectArguments(expr, scope, arguments))
    return std::nullopt;
  return call(*callee, std::move(arguments));
}

Maybe HostEvaluator::callSimply(const HostValue &callee,
                                std::vector<HostValue> values, Span at) {
  CallArguments arguments;
  arguments.at = at;
  for (HostValue &value : values)
    arguments.positional.emplace_back(std::move(value), at);
  return call(callee, std::move(arguments));
}

Maybe HostEvaluator::call(const HostValue &callee, CallArguments arguments) {
  switch (callee.kind()) {
  case Kind::Function:
    return callFunction(callee, callee.as<FunctionObject>(), arguments);
  case Kind::Builtin: {
    const BuiltinRow &row = *callee.as<BuiltinObject>().row;
    return callBuiltin(row.path, row.signature, row.handler, HostValue(),
                       arguments);
  }
  case Kind::TupleClass:
    return makeNamedTuple(callee, arguments);
  case Kind::Class:
    return instantiate(callee, std::move(arguments));
  case Kind::Instance:
    return callInstance(callee, std::move(arguments));
  case Kind::Bound: {
    const auto &bound = callee.as<BoundObject>();
    arguments.positional.insert(arguments.positional.begin(),
                                {bound.receiver, arguments.at});
    HostValue function = bound.function; // the call may rebind its name
    return call(function, std::move(arguments));
  }
  case Kind::Method: {
    const auto &method = callee.as<MethodObject>();
    return callBuiltin(method.row->name, method.row->signature,
                       method.row->handler, method.receiver, arguments);
  }
  case Kind::Launchable:
    return callee.as<LaunchableObject>().warmsUp
               ? warmUpKernel(callee.as<LaunchableObject>(), arguments)
               : launchKernel(callee.as<LaunchableObject>(), arguments);
  case Kind::Kernel:
    error(code::HostLaunch, arguments.at,
          "the kernel " + quoted(callee.as<KernelObject>().def->name) +
              " is called without a grid")
        .help("write " +
              quoted(callee.as<KernelObject>().def->name + "[grid](...)"));
    return std::nullopt;
  case Kind::DType: // tl.float32(x): a value of that type
    error(code::HostNotAvailable, arguments.at,
          kNoTensorValues.str() + ": this makes one");
    return std::nullopt;
  default:
    error(code::HostType, arguments.at,
          describeValue(callee) + " cannot be called");
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Functions of the file
//===----------------------------------------------------------------------===//

static std::string countText(size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

bool HostEvaluator::bindFunction(const FunctionObject &function,
                                 CallArguments &arguments, Scope &scope) {
  const std::vector<ast::Param> &params = function.params();
  size_t next = 0;
  const ast::Param *star = nullptr, *doubleStar = nullptr;
  for (const ast::Param &param : params)
    if (param.form == ast::Param::Form::Star)
      star = &param;
    else if (param.form == ast::Param::Form::DoubleStar)
      doubleStar = &param;
    else if (!param.keywordOnly && next < arguments.positional.size())
      scope.names[param.name] = arguments.positional[next++].first;
  if (next < arguments.positional.size() && !star) {
    error(code::HostArguments, arguments.positional[next].second,
          quoted(function.name()) + " takes " + countText(next, "argument") +
              " by position, but " +
              std::to_string(arguments.positional.size()) + " are given");
    return false;
  }
  if (star) {
    std::vector<HostValue> rest;
    for (; next < arguments.positional.size(); ++next)
      rest.push_back(arguments.positional[next].first);
    scope.names[star->name] = HostValue::tuple(std::move(rest));
  }
  DictObject extra;
  std::vector<std::string> known;
  for (const ast::Param &param : params)
    if (param.form == ast::Param::Form::Plain && !param.positionalOnly)
      known.push_back(param.name);
  for (CallArguments::Named &named : arguments.named) {
    if (!llvm::is_contained(known, named.name)) {
      if (doubleStar) {
        extra.set(HostValue::string(named.name), std::move(named.value));
        continue;
      }
      Diag &diag = error(code::HostArguments, named.at,
                         quoted(function.name()) + " has no parameter " +
                             quoted(named.name));
      if (std::string other = nearest(named.name, known); !other.empty())
        diag.help("did you mean " + quoted(other) + "?");
      return false;
    }
    if (scope.names.count(named.name)) {
      error(code::HostArguments, named.at,
            quoted(named.name) + " is given twice");
      return false;
    }
    scope.names[named.name] = std::move(named.value);
  }
  if (doubleStar)
    scope.names[doubleStar->name] = makeObject(Kind::Dict, std::move(extra));
  for (const ast::Param &param : params) {
    if (param.form != ast::Param::Form::Plain || scope.names.count(param.name))
      continue;
    auto found = function.defaults.find(param.name);
    if (found == function.defaults.end()) {
      error(code::HostArguments, arguments.at,
            quoted(function.name()) + " needs an argument for " +
                quoted(param.name))
          .note(param.span, "the parameter stands here");
      return false;
    }
    scope.names[param.name] = found->second;
  }
  return true;
}

Maybe HostEvaluator::callFunction(const HostValue &callee,
                                  const FunctionObject &function,
                                  CallArguments &arguments) {
  if (frames.size() >= kMaxCalls) {
    error(code::HostLimit, arguments.at,
          "more than " + std::to_string(kMaxCalls) +
              " calls stand inside each other here")
        .help("is this recursion endless?");
    return std::nullopt;
  }
  HostValue keepAlive = callee; // the call may rebind its name
  ScopePtr scope = newScope(function.scope);
  if (!bindFunction(function, arguments, *scope))
    return std::nullopt;
  bool hasPlace =
      !function.def || arguments.at.begin != function.def->nameSpan.begin;
  Frame frame = {function.name(), hasPlace ? arguments.at : Span{},
                 function.owner.lock(), HostValue()};
  if (frame.owner && !function.params().empty())
    frame.self = scope->names[function.params()[0].name];
  frames.push_back(std::move(frame));
  Maybe result;
  if (function.lambda) {
    result = evaluate(function.lambda->body, scope);
  } else {
    scope->locals = &localsOf(function.def);
    Flow flow = run(function.def->body, scope);
    if (flow == Flow::Return)
      result = std::move(returned);
    else if (flow != Flow::Failed)
      result = HostValue();
    returned = HostValue();
  }
  frames.pop_back();
  return result;
}

} // namespace tqc::host
