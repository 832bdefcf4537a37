//===- EvaluateLaunch.cpp - kernel[grid](...) and kernel.warmup(...) ------===//
//
// Binds the arguments of a launch to the parameters of the kernel. What stands
// above the kernel takes part: `@triton.autotune` gives configurations,
// `@triton.heuristics` computes arguments from others, and the grid may be a
// function of all of them.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostDescriptor.h"
#include "compiler/host/HostEvaluator.h"
#include "compiler/syntax/SemaDecorators.h"

using llvm::cast;
using llvm::dyn_cast;
using llvm::StringRef;

namespace tqc {

const KernelCall::Argument *KernelCall::find(StringRef name) const {
  for (const Argument &argument : arguments)
    if (argument.name == name)
      return &argument;
  return nullptr;
}

/// Each fact of a configuration as "name<is>value".
static std::string joined(const KernelConfig &config, const char *is,
                          const char *between) {
  std::string text;
  auto add = [&](const std::string &name, const std::string &value) {
    text += (text.empty() ? "" : between) + name + is + value;
  };
  for (const auto &[name, value] : config.values)
    add(name, repr(value));
  auto option = [&](const char *name, const std::optional<int> &value) {
    if (value)
      add(name, std::to_string(*value));
  };
  option("num_warps", config.numWarps);
  option("num_ctas", config.numCtas);
  option("num_stages", config.numStages);
  option("maxnreg", config.maxRegisters);
  if (!config.plan.empty())
    add("plan", config.plan);
  return text;
}

std::string KernelConfig::describe() const { return joined(*this, ": ", ", "); }
std::string KernelConfig::words() const { return joined(*this, "=", " "); }

namespace host {

using Kind = HostValue::Kind;

//===----------------------------------------------------------------------===//
// Decorators of kernels
//===----------------------------------------------------------------------===//

/// The last name of `triton.autotune(...)`.
static StringRef decoratorName(const ast::Expr *expr) {
  if (const auto *call = dyn_cast<ast::CallExpr>(expr))
    expr = call->callee;
  if (const auto *attribute = dyn_cast<ast::AttributeExpr>(expr))
    return attribute->name;
  if (const auto *name = dyn_cast<ast::NameExpr>(expr))
    return name->name;
  return "";
}

bool HostEvaluator::readDecorators(const KernelObject &kernel,
                                   KernelDecorators &result) {
  for (const ast::Expr *decorator : kernel.def->decorators) {
    StringRef name = decoratorName(decorator);
    if (name == "jit")
      continue;
    const auto *call = dyn_cast<ast::CallExpr>(decorator);
    bool ok = false;
    if (call && name == "autotune") {
      ok = readAutotune(call, kernel.scope, result);
    } else if (call && name == "heuristics") {
      ok = readHeuristics(call, kernel.scope, result);
    } else {
      error(code::HostLaunch, decorator->span,
            "this decorator of a kernel is not known")
          .help("kernels take `@triton.jit`, `@triton.autotune` and "
                "`@triton.heuristics`");
    }
    if (!ok)
      return false;
  }
  return true;
}

/// @triton.heuristics({"NAME": lambda args: ...})
bool HostEvaluator::readHeuristics(const ast::CallExpr *call,
                                   const ScopePtr &scope,
                                   KernelDecorators &result) {
  CallArguments arguments;
  HostArgs bound;
  if (!collectArguments(call, scope, arguments) ||
      !bindBuiltin("triton.heuristics", "values", arguments, bound))
    return false;
  if (!bound.get("values").is(Kind::Dict)) {
    error(code::HostLaunch, bound.where("values"),
          "`triton.heuristics` needs a dict of functions");
    return false;
  }
  HostValue values = bound.get("values");
  for (const auto &[key, value] : values.as<DictObject>().items) {
    if (!key.is(Kind::String) || !value.is(Kind::Function)) {
      error(code::HostLaunch, bound.where("values"),
            "`triton.heuristics` needs names and functions, but there is " +
                repr(key) + ": " + describeValue(value));
      return false;
    }
    result.heuristics.push_back({key.asString(), value, bound.where("values")});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// What a launch was written with, before a configuration is chosen.
struct HostEvaluator::LaunchState {
  std::shared_ptr<KernelObject> kernel;
  HostValue grid;
  bool hasGrid = true;
  KernelDecorators decorators;
  std::map<std::string, std::pair<HostValue, Span>> bound;
  KernelCall base; ///< place and options

  const std::vector<ast::Param> &params() const { return kernel->def->params; }
};

/// debug=True: a truth value, or a number that is one.
bool HostEvaluator::takeDebug(const CallArguments::Named &named,
                              KernelCall &call) {
  if (named.value.isNone())
    return true;
  std::optional<int64_t> value = integer(named.value, named.at, "`debug`");
  if (value)
    call.debug = *value != 0;
  return value.has_value();
}

/// num_warps= and the like. They are options also where a parameter of the
/// kernel has their name, as in Triton.
bool HostEvaluator::takeLaunchOptions(CallArguments &arguments,
                                      KernelCall &call) {
  std::pair<const char *, std::optional<int> *> options[] = {
      {"num_warps", &call.numWarps},
      {"num_stages", &call.numStages},
      {"num_ctas", &call.numCtas},
      {"maxnreg", &call.maxRegisters}};
  for (const CallArguments::Named &named : arguments.named) {
    if (named.name == "debug" && !takeDebug(named, call))
      return false;
    for (auto [name, place] : options) {
      if (named.name != name || named.value.isNone())
        continue;
      std::optional<int64_t> value =
          integer(named.value, named.at, quoted(name));
      if (!value)
        return false;
      // Triton wants powers of two for `num_ctas`, too; 3 CTAs are fine here.
      bool isOfPowers = StringRef(name) == "num_warps";
      bool isPower = *value > 0 && (*value & (*value - 1)) == 0;
      int64_t least = StringRef(name) == "num_ctas" ? 1 : 0;
      if (*value < least || *value > 1024 || (isOfPowers && !isPower)) {
        error(code::HostLaunch, named.at,
              quoted(name) + " must be " +
                  (isOfPowers ? "a power of two" : "a count") + ", but is " +
                  std::to_string(*value));
        return false;
      }
      *place = static_cast<int>(*value);
    }
  }
  return true;
}

static bool isLaunchOption(StringRef name) {
  return name == "num_warps" || name == "num_stages" || name == "num_ctas" ||
         name == "maxnreg" || name == "debug";
}

/// Each of a kernel's own configurations with each of others that have options
/// alone, which come first.
static std::vector<KernelConfig>
crossed(const std::vector<KernelConfig> &own,
        const std::vector<KernelConfig> &options) {
  std::vector<KernelConfig> all;
  for (const KernelConfig &mine : own)
    for (const KernelConfig &other : options) {
      KernelConfig config = other;
      config.values = mine.values;
      for (auto option : {&KernelConfig::numWarps, &KernelConfig::numStages,
                          &KernelConfig::numCtas, &KernelConfig::maxRegisters})
        if (!(config.*option))
          config.*option = mine.*option;
      all.push_back(std::move(config));
    }
  return all;
}

/// Takes configurations that stand for those of the decorator, or for their
/// options. What the launch itself says of their names is left out; its grid
/// must be able to follow.
bool HostEvaluator::useConfigs(std::vector<KernelConfig> configs,
                               LaunchState &state) {
  if (configs.empty())
    return true;
  if (configs.front().values.empty() && !state.decorators.configs.empty()) {
    state.decorators.configs = crossed(state.decorators.configs, configs);
    return true;
  }
  const ast::FunctionStmt &kernel = *state.kernel->def;
  for (const auto &[name, value] : configs.front().values) {
    auto given = state.bound.find(name);
    if (given == state.bound.end())
      continue;
    if (!state.grid.is(Kind::Function)) {
      error(code::HostLaunch, given->second.second,
            quoted(name) + " is given here, and cannot be tuned: the grid of "
                           "this launch would not follow it")
          .note(kernel.nameSpan, "the kernel stands here")
          .help("write the grid as a function: `lambda meta: "
                "(triton.cdiv(n, meta[\"" +
                name + "\"]),)`");
      return false;
    }
    state.bound.erase(given);
  }
  state.decorators.configs = std::move(configs);
  return true;
}

std::shared_ptr<HostEvaluator::LaunchState>
HostEvaluator::prepareLaunch(const LaunchableObject &launchable,
                             CallArguments &arguments) {
  auto state = std::make_shared<LaunchState>();
  state->kernel = launchable.kernel;
  state->grid = launchable.grid;
  state->hasGrid = !launchable.warmsUp;
  state->base.at = arguments.at;
  state->base.module = launchable.kernel->scope->module;
  const ast::FunctionStmt &kernel = *launchable.kernel->def;
  if (!readDecorators(*launchable.kernel, state->decorators) ||
      !takeLaunchOptions(arguments, state->base))
    return nullptr;
  std::vector<std::string> known;
  for (const ast::Param &param : kernel.params)
    known.push_back(param.name);
  if (!bindLaunch(arguments, known, *state) ||
      !useConfigs(launcher.configsFor(kernel), *state) ||
      !pruneConfigs(state->decorators, known, arguments))
    return nullptr;
  return state;
}

/// Gives the parameters, whose names are `known`, the arguments of a launch.
bool HostEvaluator::bindLaunch(CallArguments &arguments,
                               const std::vector<std::string> &known,
                               LaunchState &state) {
  const ast::FunctionStmt &kernel = *state.kernel->def;
  size_t byPosition = 0;
  for (const ast::Param &param : kernel.params) {
    if (param.form != ast::Param::Form::Plain) {
      error(code::HostLaunch, param.span,
            "a kernel takes no `*" + param.name + "`");
      return false;
    }
    byPosition += !param.keywordOnly;
  }
  if (arguments.positional.size() > byPosition) {
    error(code::HostLaunch, arguments.positional[byPosition].second,
          "the kernel " + quoted(kernel.name) + " takes " +
              std::to_string(byPosition) + " arguments, but " +
              std::to_string(arguments.positional.size()) + " are given")
        .note(kernel.nameSpan, "the kernel stands here");
    return false;
  }
  for (size_t i = 0; i < arguments.positional.size(); ++i)
    state.bound[known[i]] = arguments.positional[i];
  for (CallArguments::Named &named : arguments.named) {
    if (!llvm::is_contained(known, named.name)) {
      if (isLaunchOption(named.name))
        continue;
      Diag &diag = error(code::HostLaunch, named.at,
                         "the kernel " + quoted(kernel.name) +
                             " has no parameter " + quoted(named.name));
      diag.note(kernel.nameSpan, "the kernel stands here");
      if (std::string other = nearest(named.name, known); !other.empty())
        diag.help("did you mean " + quoted(other) + "?");
      return false;
    }
    if (!state.bound.try_emplace(named.name, named.value, named.at).second) {
      error(code::HostLaunch, named.at, quoted(named.name) + " is given twice");
      return false;
    }
  }
  return true;
}

/// Says at the launch why the launcher did not do it.
std::nullopt_t HostEvaluator::launchError(const LaunchState &state, size_t mark,
                                          const std::string &problem) {
  if (Diag *said = diags.firstErrorSince(mark)) {
    said->note(state.base.at,
               quoted(state.kernel->def->name) + " is launched here");
    addCallStack(*said);
  } else {
    error(code::HostDevice, state.base.at, problem);
  }
  return std::nullopt;
}

Maybe HostEvaluator::launchKernel(const LaunchableObject &launchable,
                                  CallArguments &arguments) {
  std::shared_ptr<LaunchState> state = prepareLaunch(launchable, arguments);
  if (!state)
    return std::nullopt;
  const std::vector<KernelConfig> &configs = state->decorators.configs;
  std::optional<KernelCall> call =
      resolve(*state, configs.empty() ? nullptr : &configs[0]);
  if (!call)
    return std::nullopt;
  if (call->grid[0] == 0 || call->grid[1] == 0 || call->grid[2] == 0)
    return HostValue(); // as Triton: no program, no launch
  call->configs = configs;
  call->key = state->decorators.key;
  call->resetToZero = state->decorators.resetToZero;
  call->restoreValue = state->decorators.restoreValue;
  call->forConfig = [this, state](size_t i) {
    return resolve(*state, &state->decorators.configs[i]);
  };
  size_t mark = diags.mark();
  Status status = launcher.launch(*state->kernel->def, *call, diags);
  if (!status || diags.firstErrorSince(mark))
    return launchError(*state, mark, status ? "" : status.error().message);
  return HostValue();
}

//===----------------------------------------------------------------------===//
// Warming up
//===----------------------------------------------------------------------===//

/// What a launcher may ask of compiled code: `metadata.shared`, `asm["ptx"]`.
static HostValue compiledKernel(const KernelImage &image) {
  const KernelEntry *entry = image.find("");
  RecordObject metadata;
  metadata.what = "kernel metadata";
  metadata.fields = {{"name", HostValue::string(entry->entry)},
                     {"shared", HostValue::integer(entry->sharedBytes)},
                     {"num_warps", HostValue::integer(entry->numWarps)},
                     {"num_stages", HostValue::integer(entry->numStages)},
                     {"num_ctas", HostValue::integer(entry->ctasPerProgram)}};
  DictObject texts;
  if (!image.ptx.empty()) // a device that runs IR has none
    texts.set(HostValue::string("ptx"), HostValue::string(image.ptx));
  RecordObject kernel;
  kernel.what = "compiled kernel";
  kernel.fields = {{"name", HostValue::string(entry->entry)},
                   {"metadata", makeObject(Kind::Record, std::move(metadata))},
                   {"asm", makeObject(Kind::Dict, std::move(texts))}};
  return makeObject(Kind::Record, std::move(kernel));
}

/// kernel.warmup(torch.float32, n, BLOCK=64, grid=(1,)): a dtype stands for an
/// aligned tensor, and the grid says nothing. An autotuned kernel is compiled
/// under each configuration, and gives a list.
Maybe HostEvaluator::warmUpKernel(const LaunchableObject &launchable,
                                  CallArguments &arguments) {
  llvm::erase_if(arguments.named,
                 [](const auto &named) { return named.name == "grid"; });
  std::shared_ptr<LaunchState> state = prepareLaunch(launchable, arguments);
  if (!state)
    return std::nullopt;
  for (const ast::Param &param : state->params()) {
    auto given = state->bound.find(param.name);
    if (given != state->bound.end() && given->second.first.is(Kind::DType) &&
        !sema::isConstexprAnnotation(param.annotation))
      given->second.first = borrowedTensor(
          /*address=*/0, given->second.first.asDType(), /*shape=*/{});
  }
  const std::vector<KernelConfig> &configs = state->decorators.configs;
  std::vector<HostValue> made;
  for (size_t i = 0; i == 0 || i < configs.size(); ++i) {
    std::optional<KernelCall> call =
        resolve(*state, configs.empty() ? nullptr : &configs[i]);
    if (!call)
      return std::nullopt;
    size_t mark = diags.mark();
    Result<KernelImage> image =
        launcher.compile(*state->kernel->def, *call, diags);
    if (!image || diags.firstErrorSince(mark))
      return launchError(*state, mark, image ? "" : image.error().message);
    made.push_back(compiledKernel(*image));
  }
  return configs.empty() ? made.front() : HostValue::list(std::move(made));
}

//===----------------------------------------------------------------------===//
// Arguments and grids
//===----------------------------------------------------------------------===//

/// Whether a value can be handed to a kernel at all.
bool HostEvaluator::checkArgument(const KernelCall::Argument &argument) {
  const HostValue &value = argument.value;
  switch (value.kind()) {
  case Kind::None:
  case Kind::Bool:
  case Kind::Float:
  case Kind::String:
  case Kind::DType:
  case Kind::Tensor:
    return true;
  case Kind::Int:
    if (argument.isConstexpr || (value.asInt() >= HostInt(INT64_MIN) &&
                                 value.asInt() <= HostInt(UINT64_MAX)))
      return true;
    error(code::HostLaunch, argument.at,
          quoted(argument.name) + " is " + decimal(value.asInt()) +
              ", beyond 64 bits");
    return false;
  case Kind::Tuple:
    for (const HostValue &element : value.elements())
      if (!checkArgument(
              {argument.name, element, argument.at, argument.isConstexpr}))
        return false;
    return true;
  case Kind::Kernel: // a jit function is a constant
    return true;
  case Kind::Record:
    // A launcher may have changed a descriptor's lists since it was made.
    if (auto descriptor = descriptorOf(value);
        descriptor && !argument.isConstexpr) {
      auto misuse = misuseOf(*descriptor);
      if (misuse)
        error(code::HostLaunch, argument.at,
              quoted(argument.name) + ": " + misuse->text);
      return !misuse;
    }
    break;
  default:
    break;
  }
  Diag &diag = error(code::HostLaunch, argument.at,
                     "the argument " + quoted(argument.name) + " is " +
                         describeValue(value) + ", which no kernel can take");
  if (value.is(Kind::List))
    diag.help("write a tuple");
  return false;
}

/// The call under a configuration (null: none): all parameters have values,
/// and the grid is known.
std::optional<KernelCall> HostEvaluator::resolve(const LaunchState &state,
                                                 const KernelConfig *config) {
  KernelCall call = state.base;
  auto bound = state.bound;
  const ast::FunctionStmt &kernel = *state.kernel->def;
  if (config) {
    for (const auto &[name, value] : config->values)
      if (!bound.try_emplace(name, value, call.at).second) {
        error(code::HostLaunch, bound[name].second,
              quoted(name) + " is given here and by the configurations of "
                             "`triton.autotune`")
            .note(kernel.nameSpan, "the kernel stands here");
        return std::nullopt;
      }
    auto choose = [](std::optional<int> &place, const std::optional<int> &by) {
      if (by)
        place = by;
    };
    choose(call.numWarps, config->numWarps);
    choose(call.numStages, config->numStages);
    choose(call.numCtas, config->numCtas);
    choose(call.maxRegisters, config->maxRegisters);
    call.plan = config->plan;
    call.isConfigured = true;
  }
  auto asDict = [&] {
    DictObject dict;
    for (const ast::Param &param : state.params())
      if (auto found = bound.find(param.name); found != bound.end())
        dict.set(HostValue::string(param.name), found->second.first);
    return makeObject(Kind::Dict, std::move(dict));
  };
  for (const KernelDecorators::Heuristic &rule : state.decorators.heuristics) {
    Maybe value = callSimply(rule.function, {asDict()}, rule.at);
    if (!value)
      return std::nullopt;
    bound[rule.name] = {std::move(*value), rule.at};
  }
  std::string missing;
  for (const ast::Param &param : state.params()) {
    auto found = bound.find(param.name);
    if (found == bound.end() && param.defaultValue) {
      Maybe value = evaluateEarly(param.defaultValue, state.kernel->scope);
      if (!value)
        return std::nullopt;
      found =
          bound.try_emplace(param.name, std::move(*value), param.span).first;
    }
    if (found == bound.end()) {
      missing += (missing.empty() ? "" : ", ") + quoted(param.name);
      continue;
    }
    call.arguments.push_back({param.name, found->second.first,
                              found->second.second,
                              sema::isConstexprAnnotation(param.annotation)});
  }
  if (!missing.empty()) {
    error(code::HostLaunch, call.at,
          "the kernel " + quoted(kernel.name) + " needs arguments for " +
              missing)
        .note(kernel.nameSpan, "the kernel stands here");
    return std::nullopt;
  }
  for (const KernelCall::Argument &argument : call.arguments)
    if (!checkArgument(argument))
      return std::nullopt;
  if (!state.hasGrid)
    return call;
  std::optional<std::array<HostInt, 3>> grid = evaluateGrid(state, call);
  if (!grid)
    return std::nullopt;
  for (int i = 0; i < 3; ++i)
    call.grid[i] = static_cast<uint32_t>((*grid)[i]);
  return call;
}

/// The three sizes of the grid, each within what CUDA allows.
std::optional<std::array<HostInt, 3>>
HostEvaluator::evaluateGrid(const LaunchState &state, const KernelCall &call) {
  HostValue grid = state.grid;
  if (grid.is(Kind::Function)) {
    DictObject meta;
    for (const KernelCall::Argument &argument : call.arguments)
      meta.set(HostValue::string(argument.name), argument.value);
    Maybe value =
        callSimply(grid, {makeObject(Kind::Dict, std::move(meta))}, call.at);
    if (!value)
      return std::nullopt;
    grid = std::move(*value);
  }
  if (!grid.is(Kind::Tuple) && !grid.is(Kind::List)) {
    Diag &diag = error(code::HostLaunch, call.at,
                       "a grid is a tuple of up to three integers, but this "
                       "one is " +
                           describeValue(grid));
    if (grid.isInt())
      diag.help("write `(" + repr(grid) + ",)`");
    return std::nullopt;
  }
  const std::vector<HostValue> &sizes = grid.elements();
  if (sizes.empty() || sizes.size() > 3) {
    error(code::HostLaunch, call.at,
          "a grid has one to three sizes, but this one has " +
              std::to_string(sizes.size()));
    return std::nullopt;
  }
  std::array<HostInt, 3> result = {1, 1, 1};
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!sizes[i].isInt()) {
      Diag &diag = error(code::HostLaunch, call.at,
                         "size " + std::to_string(i) + " of the grid is " +
                             repr(sizes[i]) + ", not an integer");
      if (sizes[i].is(Kind::Float))
        diag.help("divide with `//` or `triton.cdiv`");
      return std::nullopt;
    }
    result[i] = sizes[i].asInt();
    HostInt limit = i == 0 ? HostInt(INT32_MAX) : HostInt(65535);
    if (result[i] < 0 || result[i] > limit) {
      error(code::HostLaunch, call.at,
            "size " + std::to_string(i) + " of the grid is " +
                decimal(result[i]) + ", but must lie between 0 and " +
                decimal(limit));
      return std::nullopt;
    }
  }
  return result;
}

} // namespace host
} // namespace tqc
