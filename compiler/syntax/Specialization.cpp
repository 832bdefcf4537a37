//===- Specialization.cpp - What is fixed before a kernel is analysed -----===//
//
// Every parameter takes, first that applies: the actual argument, --signature
// or -D, its annotation, the `# tqc:` line, the first autotune configuration,
// a heuristic, its default value.
//
//===----------------------------------------------------------------------===//

#include "compiler/syntax/Specialization.h"

#include "compiler/syntax/GuessSignature.h"
#include "compiler/syntax/SemaDecorators.h"
#include "compiler/syntax/SemaEvaluator.h"
#include "compiler/syntax/SpecializationMessages.h"

#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

using namespace tqc::ast;

namespace tqc {

using namespace sema;

namespace {

/// A constant as a literal that evaluates to it again.
std::optional<std::string> literalOf(const Value &value) {
  switch (value.kind) {
  case Value::Kind::None:
  case Value::Kind::Bool:
  case Value::Kind::Int:
  case Value::Kind::String:
    return value.repr();
  case Value::Kind::Float:
    if (value.number != value.number)
      return std::string("float('nan')");
    if (value.number - value.number != 0)
      return std::string(value.number < 0 ? "float('-inf')" : "float('inf')");
    return value.repr();
  case Value::Kind::Type:
    if (value.type.pointer || value.type.isBlock())
      return std::nullopt;
    return "tl." + languageName(value.type.elem).str();
  case Value::Kind::Tuple: {
    std::string text = value.isList ? "[" : "(";
    for (const Value &item : value.elements()) {
      std::optional<std::string> one = literalOf(item);
      if (!one)
        return std::nullopt;
      text += *one + ", ";
    }
    return text + (value.isList ? "]" : ")");
  }
  default:
    return std::nullopt;
  }
}

class Resolver {
public:
  Resolver(SemaContext &context, const Module &module,
           const FunctionStmt &kernel, const SpecializationRequest &request)
      : context(context), module(module), kernel(kernel), request(request),
        modules(context), scope(modules.of(module)),
        evaluator(context, modules, nullptr), plan(request.plan) {}

  std::optional<Specialization> run();

private:
  using Found = std::optional<ArgumentSpec>;
  using Named = std::map<std::string, ArgumentSpec>;

  bool readRequest();
  bool readLine();
  bool readAutotune();
  bool place(llvm::StringRef text, Named &into, const Named &alsoGiven,
             Span at);
  bool knows(llvm::StringRef name, Span at);
  Found fromActual(const Param &param);
  Found declaredDescriptor(const ArgumentSpec &actual, const Param &param,
                           Found wanted);
  void settle(ArgumentSpec &spec, const Param &param, bool isConstexpr);
  Found fromAnnotation(const Param &param);
  Found fromHeuristics(const Param &param);
  Found fromHeuristic(const Expr &values, const Param &param);
  Found fromDefault(const Param &param);
  Found resolve(const Param &param);
  std::set<std::string> namesOf(llvm::StringRef keyword);
  Value valueOf(const ArgumentSpec &spec);
  bool checkConstants(const Named &given, Span at);
  std::optional<int> option(llvm::StringRef name, llvm::StringRef text);
  bool hasParam(llvm::StringRef name) const;
  bool isOption(llvm::StringRef name) const;
  DebugChecks checks();

  SemaContext &context;
  const Module &module;
  const FunctionStmt &kernel;
  const SpecializationRequest &request;
  ModuleTable modules;
  ModuleScope &scope;
  Evaluator evaluator;
  Named requested, line, tuned;
  std::map<std::string, int> lineOptions, tunedOptions; ///< as num_warps
  std::string plan;
  size_t configCount = 0;
  std::map<std::string, ArgumentSpec> resolved;
  std::set<std::string> unspecialized, unaligned;
};

bool Resolver::hasParam(llvm::StringRef name) const {
  return llvm::any_of(kernel.params,
                      [&](const Param &param) { return param.name == name; });
}

bool Resolver::knows(llvm::StringRef name, Span at) {
  std::string nearest;
  unsigned best = 4;
  for (const Param &param : kernel.params) {
    if (param.name == name)
      return true;
    unsigned distance = name.edit_distance(param.name, true, best);
    if (distance < best) {
      best = distance;
      nearest = param.name;
    }
  }
  msg::unknownParameter(context.diags, at, kernel.name, name, nearest);
  return false;
}

/// Gives the entries of a signature to parameters. It names all of them, or
/// all but the constants that something else gives.
bool Resolver::place(llvm::StringRef text, Named &into, const Named &alsoGiven,
                     Span at) {
  std::string bad;
  auto items = readSignature(text, bad);
  if (!items) {
    msg::badSignatureItem(context.diags, at, bad);
    return false;
  }
  std::vector<std::string> all, types;
  for (const Param &param : kernel.params) {
    all.push_back(param.name);
    bool given = into.count(param.name) || alsoGiven.count(param.name);
    if (!isConstexprAnnotation(param.annotation) && !given)
      types.push_back(param.name);
  }
  std::vector<SignatureItem> positional;
  for (SignatureItem &item : *items)
    if (item.name.empty())
      positional.push_back(std::move(item));
    else if (!knows(item.name, at))
      return false;
    else
      into[item.name] = item.spec;
  if (positional.empty())
    return true;
  const std::vector<std::string> *names = positional.size() == all.size() ? &all
                                          : positional.size() == types.size()
                                              ? &types
                                              : nullptr;
  if (!names) {
    // Constants at the end may be left out one by one.
    std::vector<std::string> plain;
    for (const Param &param : kernel.params)
      if (!isConstexprAnnotation(param.annotation))
        plain.push_back(param.name);
    if (positional.size() != plain.size()) {
      msg::signatureCount(context.diags, at, kernel.name, positional.size(),
                          types.size(), all.size());
      return false;
    }
    for (size_t i = 0; i < plain.size(); ++i)
      into.try_emplace(plain[i], positional[i].spec);
    return true;
  }
  for (size_t i = 0; i < names->size(); ++i)
    into.try_emplace((*names)[i], positional[i].spec);
  return true;
}

bool Resolver::readRequest() {
  for (const auto &[name, value] : request.defines) {
    if (!knows(name, kernel.nameSpan))
      return false;
    ArgumentSpec spec;
    spec.isConstant = true;
    spec.constant = value;
    requested[name] = std::move(spec);
  }
  return request.signature.empty() ||
         place(request.signature, requested, {}, kernel.nameSpan);
}

/// Whether a word of the line is no constant of the kernel.
bool Resolver::isOption(llvm::StringRef name) const {
  return name == "num_warps" || name == "num_stages" || name == "num_ctas" ||
         ((name == "debug" || name == "maxnreg") && !hasParam(name));
}

std::optional<int> Resolver::option(llvm::StringRef name,
                                    llvm::StringRef text) {
  int value, least = name == "num_stages" || name == "debug" ? 0 : 1;
  if (!text.getAsInteger(10, value) && value >= least &&
      (name != "debug" || value <= 1))
    return value;
  msg::badLineOption(context.diags, kernel.tqcSpan, name, text);
  return std::nullopt;
}

bool Resolver::readLine() {
  std::string bad, signature;
  auto pairs = readTqcLine(kernel.tqcLine, bad);
  if (!pairs) {
    msg::badLine(context.diags, kernel.tqcSpan, bad);
    return false;
  }
  for (const auto &[name, value] : *pairs) {
    if (name == "signature") {
      signature = unquoted(value);
    } else if (name == "plan" && !hasParam(name)) {
      plan.insert(0, unquoted(value) + (plan.empty() ? "" : ","));
    } else if (isOption(name)) {
      std::optional<int> number = option(name, value);
      if (!number)
        return false;
      lineOptions[name] = *number;
    } else if (!knows(name, kernel.tqcSpan)) {
      return false;
    } else {
      ArgumentSpec spec;
      spec.isConstant = true;
      spec.constant = value;
      if (std::optional<ArgumentSpec> type = readTypeWithHints(value))
        spec = *type;
      line[name] = std::move(spec);
    }
  }
  return signature.empty() || place(signature, line, {}, kernel.tqcSpan);
}

/// Refuses constants that mean nothing here: a word that is no name is not
/// equal to anything, and a kernel would quietly take its last branch.
bool Resolver::checkConstants(const Named &given, Span at) {
  bool good = true;
  for (const auto &[name, spec] : given) {
    if (!spec.isConstant)
      continue;
    ArgumentSpec named = spec;
    named.name = name;
    unsigned errors = context.diags.errorCount();
    Value value = valueOf(named);
    bool isWord = isIdentifier(spec.constant);
    bool isPythons =
        value.is(Value::Kind::Builtin) || value.is(Value::Kind::Package);
    if (context.diags.errorCount() != errors) {
      good = false;
    } else if (value.findOpaque() || (isWord && isPythons)) {
      msg::wordWithoutMeaning(context.diags, at, name, spec.constant, isWord);
      good = false;
    }
  }
  return good;
}

/// A configuration of `@triton.autotune` is the default, the first one unless
/// the request names another.
bool Resolver::readAutotune() {
  const Expr *decorator = findDecorator(kernel, "autotune");
  const Expr *configs = decoratorKeyword(decorator, "configs");
  if (decorator && !configs) {
    const auto *call = llvm::dyn_cast<CallExpr>(decorator);
    if (call && !call->arguments.empty())
      configs = call->arguments[0];
  }
  if (!configs)
    return true;
  size_t mark = context.diags.mark();
  Value list = evaluator.evalIn(scope, *configs);
  context.diags.rollBack(mark); // what only Python knows stays unknown
  if (!list.isTuple() || list.elements().empty())
    return true;
  configCount = list.elements().size();
  const Value &config =
      list.elements()[std::min(request.config, configCount - 1)];
  if (!request.takesConfig || !config.is(Value::Kind::Dict))
    return true;
  for (const auto &[key, value] : *config.entries) {
    if (key.text == "kwargs" && value.is(Value::Kind::Dict)) {
      for (const auto &[name, constant] : *value.entries)
        if (std::optional<std::string> text = literalOf(constant)) {
          ArgumentSpec spec;
          spec.isConstant = true;
          spec.constant = *text;
          tuned[name.text] = std::move(spec);
        }
    } else if (value.isIntegral()) {
      tunedOptions[key.text] = int(value.asInteger());
    }
  }
  return true;
}

/// `do_not_specialize=["n", 3]` of `@triton.jit`.
std::set<std::string> Resolver::namesOf(llvm::StringRef keyword) {
  std::set<std::string> names;
  const Expr *expr = decoratorKeyword(findDecorator(kernel, "jit"), keyword);
  if (!expr)
    return names;
  Value list = evaluator.evalIn(scope, *expr);
  if (!list.isTuple())
    return names;
  for (const Value &item : list.elements())
    if (item.isString())
      names.insert(item.text);
    else if (item.isIntegral() && item.asInteger() >= 0 &&
             size_t(item.asInteger()) < kernel.params.size())
      names.insert(kernel.params[size_t(item.asInteger())].name);
  return names;
}

/// What the command line or the launch, the `# tqc:` line, `@triton.jit(debug=
/// True)` say, in this order.
DebugChecks Resolver::checks() {
  std::optional<bool> debug = request.debug;
  if (!debug && lineOptions.count("debug"))
    debug = lineOptions["debug"] != 0;
  const Expr *expr = decoratorKeyword(findDecorator(kernel, "jit"), "debug");
  if (!debug && expr && truth(evaluator.evalIn(scope, *expr)) == true)
    debug = true; // False says no more than nothing
  if (debug)
    return *debug ? DebugChecks::All : DebugChecks::None;
  return request.assertsByDefault ? DebugChecks::Asserts : DebugChecks::None;
}

//===----------------------------------------------------------------------===//
// One parameter
//===----------------------------------------------------------------------===//

/// What is known of the value of an argument, or of each element of a tuple:
/// 1 becomes a constant, as in Triton.
void Resolver::settle(ArgumentSpec &spec, const Param &param,
                      bool isConstexpr) {
  for (ArgumentSpec &part : spec.parts)
    settle(part, param, /*isConstexpr=*/false);
  if (spec.isConstant || spec.isTuple)
    return;
  bool isOne = spec.constant == "1" && !spec.type.pointer &&
               isInteger(spec.type.elem) && spec.type.elem != Elem::I1;
  if (!spec.constant.empty() &&
      (isConstexpr || (isOne && !unspecialized.count(param.name)))) {
    spec.isConstant = true;
    return;
  }
  spec.constant.clear();
  if (unspecialized.count(param.name) || unaligned.count(param.name))
    spec.divisibility = 1;
  spec.isRestrict &= !unspecialized.count(param.name);
}

/// A tensor of a command line is the descriptor that the signature asks for.
Resolver::Found Resolver::declaredDescriptor(const ArgumentSpec &actual,
                                             const Param &param, Found wanted) {
  for (const Named *named : {&line, &requested})
    if (auto found = named->find(param.name); found != named->end())
      wanted = found->second;
  bool fits = actual.type.pointer && wanted && isDescriptor(*wanted) &&
              wanted->type.elem == actual.type.elem;
  return fits ? wanted : std::nullopt;
}

Resolver::Found Resolver::fromActual(const Param &param) {
  auto found = request.actual.find(param.name);
  if (found == request.actual.end())
    return std::nullopt;
  ArgumentSpec spec = found->second;
  Found annotated = fromAnnotation(param);
  if (Found other = declaredDescriptor(spec, param, annotated))
    return other;
  settle(spec, param, isConstexprAnnotation(param.annotation));
  if (spec.isConstant || spec.isTuple)
    return spec;
  // An annotation fixes the type of what is passed: "i64" for a small integer.
  if (annotated && !annotated->isConstant && !annotated->isTuple &&
      !annotated->type.pointer && !spec.type.pointer)
    spec.type = annotated->type;
  return spec;
}

Resolver::Found Resolver::fromAnnotation(const Param &param) {
  if (!param.annotation || isConstexprAnnotation(param.annotation))
    return std::nullopt;
  if (const auto *text = llvm::dyn_cast<StringExpr>(param.annotation)) {
    if (Found spec = readTypeWithHints(text->value))
      return spec;
    if (llvm::StringRef(text->value).starts_with("*"))
      msg::badAnnotation(context.diags, param.annotation->span, param.name,
                         text->value);
    return std::nullopt;
  }
  // `tl.int32`, `tl.pointer_type(tl.float32)`; anything else says nothing.
  size_t mark = context.diags.mark();
  Value value = evaluator.evalIn(scope, *param.annotation);
  context.diags.rollBack(mark);
  if (!value.is(Value::Kind::Type) || value.type.isBlock())
    return std::nullopt;
  ArgumentSpec spec;
  spec.type = value.type;
  return spec;
}

/// A constant of the specialisation as a value.
Value Resolver::valueOf(const ArgumentSpec &spec) {
  std::optional<Value> value = argumentValue(context, evaluator, scope, spec);
  return value ? *value : Value::error();
}

/// What the function that a dict of heuristics has for `param` gives.
Resolver::Found Resolver::fromHeuristic(const Expr &values,
                                        const Param &param) {
  Value dict = evaluator.evalIn(scope, values);
  ConstResult function = dict.is(Value::Kind::Dict)
                             ? constSubscript(dict, Value::string(param.name))
                             : ConstResult(std::string());
  if (!function.value)
    return std::nullopt;
  std::vector<std::pair<Value, Value>> arguments;
  for (const auto &[known, spec] : resolved)
    if (spec.isConstant)
      arguments.emplace_back(Value::string(known), valueOf(spec));
  for (const auto &[known, spec] : request.actual)
    if (!spec.constant.empty() && !resolved[known].isConstant)
      arguments.emplace_back(Value::string(known), valueOf(spec));
  CallSite site{values.span,
                {{Value::dict(std::move(arguments)), values.span, nullptr}},
                {}};
  Value result = evaluator.invokeIn(scope, *function.value, std::move(site));
  std::optional<std::string> text = literalOf(result);
  if (!text)
    return std::nullopt;
  ArgumentSpec spec;
  spec.isConstant = true;
  spec.constant = *text;
  return spec;
}

/// `@triton.heuristics({"EVEN": lambda args: args["n"] % 64 == 0})`.
Resolver::Found Resolver::fromHeuristics(const Param &param) {
  for (const Expr *decorator : kernel.decorators) {
    const auto *call = llvm::dyn_cast<CallExpr>(decorator);
    if (!call || findDecorator(kernel, "heuristics") == nullptr)
      continue;
    const Expr *values = decoratorKeyword(decorator, "values");
    if (!values && !call->arguments.empty())
      values = call->arguments[0];
    size_t mark = context.diags.mark();
    Found found = values ? fromHeuristic(*values, param) : std::nullopt;
    context.diags.rollBack(mark); // what only Python knows stays unknown
    if (found)
      return found;
  }
  return std::nullopt;
}

Resolver::Found Resolver::fromDefault(const Param &param) {
  if (!param.defaultValue)
    return std::nullopt;
  ArgumentSpec spec;
  spec.isConstant = true;
  spec.constant = context.sources.textOf(param.defaultValue->span).str();
  spec.defaultValue = param.defaultValue;
  // What the kernel got when it was defined, not what the text says now.
  size_t mark = context.diags.mark();
  Value value = evaluator.evalIn(scope, *param.defaultValue);
  context.diags.rollBack(mark); // the analysis says it again
  if (std::optional<std::string> text = literalOf(value))
    spec.constant = *text;
  return spec;
}

Resolver::Found Resolver::resolve(const Param &param) {
  auto in = [&](const Named &named) -> Found {
    auto found = named.find(param.name);
    return found == named.end() ? Found() : Found(found->second);
  };
  bool isConstexpr = isConstexprAnnotation(param.annotation);
  // A type that is given to a `tl.constexpr` is its value.
  auto suits = [&](Found &spec) {
    if (spec && isConstexpr && !spec->isConstant && !spec->isTuple &&
        !spec->type.pointer && spec->divisibility == 1) {
      spec->isConstant = true;
      spec->constant = "tl." + languageName(spec->type.elem).str();
    }
    if (spec && isConstexpr && !spec->isConstant)
      msg::typeOfConstant(context.diags, param.span, param.name);
    return spec && (!isConstexpr || spec->isConstant);
  };
  if (Found spec = fromActual(param); suits(spec))
    return spec;
  if (Found spec = in(requested); suits(spec))
    return spec;
  if (Found spec = fromAnnotation(param); suits(spec)) {
    // The `# tqc:` line may know more about what the annotation types.
    Found more = in(line);
    return more && more->isConstant ? more : spec;
  }
  if (Found spec = in(line); suits(spec))
    return spec;
  if (Found spec = in(tuned); suits(spec))
    return spec;
  if (Found spec = fromHeuristics(param); suits(spec))
    return spec;
  return fromDefault(param);
}

std::optional<Specialization> Resolver::run() {
  unsigned errors = context.diags.errorCount();
  unspecialized = namesOf("do_not_specialize");
  unaligned = namesOf("do_not_specialize_on_alignment");
  if (!readRequest() || !readLine() ||
      !checkConstants(requested, kernel.nameSpan) ||
      !checkConstants(line, kernel.tqcSpan) || !readAutotune())
    return std::nullopt;
  for (const auto &[name, spec] : request.actual)
    if (!knows(name, kernel.nameSpan))
      return std::nullopt;
  Specialization result;
  std::vector<const Param *> missing;
  for (const Param &param : kernel.params) {
    if (param.form != Param::Form::Plain) {
      msg::variadicKernel(context.diags, param.span, kernel.name);
      return std::nullopt;
    }
    if (unspecialized.count(param.name) &&
        isConstexprAnnotation(param.annotation)) {
      msg::unspecializedConstant(context.diags, param.span, param.name);
      return std::nullopt;
    }
    unsigned before = context.diags.errorCount();
    Found spec = resolve(param);
    if (!spec) {
      if (context.diags.errorCount() != before)
        continue;
      missing.push_back(&param);
      continue;
    }
    spec->name = param.name;
    if (!spec->isConstant && spec->type.pointer &&
        isConstAnnotation(param.annotation))
      spec->type.readOnly = true;
    resolved[param.name] = *spec;
    result.arguments.push_back(std::move(*spec));
  }
  if (!missing.empty())
    msg::reportMissing(context.diags, findKernels(module), kernel, missing);
  auto chosen = [&](const char *name, std::optional<int> asked, int otherwise) {
    for (const auto *options : {&lineOptions, &tunedOptions})
      if (auto found = options->find(name); !asked && found != options->end())
        asked = found->second;
    return asked.value_or(otherwise);
  };
  result.numWarps = chosen("num_warps", request.numWarps, 4);
  result.numStages = chosen("num_stages", request.numStages, 3);
  result.numCtas = chosen("num_ctas", request.numCtas, 1);
  result.maxRegisters = chosen("maxnreg", request.maxRegisters, 0);
  result.plan = plan;
  auto placeOf = [&](const char *name, bool isAsked) {
    return !isAsked && lineOptions.count(name) ? kernel.tqcSpan
                                               : kernel.nameSpan;
  };
  result.checks = checks();
  if (result.numWarps < 1 || result.numWarps > 32 ||
      !llvm::isPowerOf2_32(unsigned(result.numWarps)))
    msg::badWarps(context.diags, placeOf("num_warps", !!request.numWarps),
                  kernel.name, result.numWarps);
  result.configCount = configCount;
  if (result.numStages == 0) // no pipeline either, as in Triton
    result.numStages = 1;
  if (result.numStages < 1 || result.numStages > kMaxStages)
    msg::badStages(context.diags, placeOf("num_stages", !!request.numStages),
                   kernel.name, result.numStages, kMaxStages);
  if (context.diags.errorCount() != errors)
    return std::nullopt;
  return result;
}

} // namespace

std::optional<Specialization>
resolveSpecialization(SemaContext &context, const Module &module,
                      const FunctionStmt &kernel,
                      const SpecializationRequest &request) {
  return Resolver(context, module, kernel, request).run();
}

} // namespace tqc
