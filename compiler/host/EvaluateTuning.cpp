//===- EvaluateTuning.cpp - @triton.autotune ------------------------------===//
//
// Which configurations does a launch choose from? Those of the decorator, less
// what `prune_configs_by` leaves out:
//
//     @triton.autotune(configs, key=["n"], prune_configs_by={
//         "early_config_prune": lambda configs, args, **kwargs:
//             [c for c in configs if c.kwargs["BLOCK"] <= args["n"]],
//         "perf_model": lambda **args: args["BLOCK"], "top_k": 2})
//
// Here is no timing: who launches the kernel does that.
//
//===----------------------------------------------------------------------===//

#include "compiler/host/HostEvaluator.h"

#include <algorithm>

using llvm::StringRef;

namespace tqc::host {

using Kind = HostValue::Kind;

/// c.kwargs, c.num_warps, ...; nothing if a configuration has no such fact.
Maybe configFact(const KernelConfig &config, StringRef name) {
  if (name == "kwargs") {
    DictObject dict;
    for (const auto &[key, value] : config.values)
      dict.set(HostValue::string(key), value);
    return makeObject(Kind::Dict, std::move(dict));
  }
  // Triton's defaults.
  if (name == "num_warps")
    return HostValue::integer(config.numWarps.value_or(4));
  if (name == "num_stages")
    return HostValue::integer(config.numStages.value_or(3));
  if (name == "num_ctas")
    return HostValue::integer(config.numCtas.value_or(1));
  if (name == "maxnreg")
    return config.maxRegisters ? HostValue::integer(*config.maxRegisters)
                               : HostValue();
  return std::nullopt;
}

/// @triton.autotune(configs=[...], key=[...], reset_to_zero=None,
///                  restore_value=None, ...)
bool HostEvaluator::readAutotune(const ast::CallExpr *call,
                                 const ScopePtr &scope,
                                 KernelDecorators &result) {
  CallArguments arguments;
  HostArgs bound;
  if (!collectArguments(call, scope, arguments) ||
      !bindBuiltin("triton.autotune",
                   "configs, key, prune_configs_by=, reset_to_zero=, "
                   "restore_value=, pre_hook=, post_hook=, warmup=, rep=, "
                   "use_cuda_graph=, do_bench=, cache_results=",
                   arguments, bound))
    return false;
  for (const char *hook : {"pre_hook", "post_hook"})
    if (!bound.get(hook).isNone()) {
      error(code::HostLaunch, bound.where(hook),
            quoted(hook) + " of `triton.autotune` is not available");
      return false;
    }
  auto configs = elementsOf(bound.get("configs"), bound.where("configs"));
  if (!configs)
    return false;
  for (const HostValue &config : *configs) {
    if (!config.is(Kind::Config)) {
      error(code::HostLaunch, bound.where("configs"),
            "`configs` must hold `triton.Config` only, but one is " +
                describeValue(config));
      return false;
    }
    result.configs.push_back(config.as<ConfigObject>().config);
  }
  if (configs->empty())
    result.configs.emplace_back();
  if (!readPruning(bound.get("prune_configs_by"),
                   bound.where("prune_configs_by"), result))
    return false;
  std::pair<const char *, std::vector<std::string> *> lists[] = {
      {"key", &result.key},
      {"reset_to_zero", &result.resetToZero},
      {"restore_value", &result.restoreValue}};
  for (auto [name, place] : lists) {
    if (bound.get(name).isNone())
      continue;
    auto names = elementsOf(bound.get(name), bound.where(name));
    if (!names)
      return false;
    for (const HostValue &entry : *names) {
      if (!entry.is(Kind::String)) {
        error(code::HostLaunch, bound.where(name),
              quoted(name) + " must hold names, but one is " +
                  describeValue(entry));
        return false;
      }
      place->push_back(entry.asString());
    }
  }
  return true;
}

/// prune_configs_by={"early_config_prune": f, "perf_model": g, "top_k": n}
bool HostEvaluator::readPruning(const HostValue &value, Span at,
                                KernelDecorators &result) {
  if (value.isNone())
    return true;
  if (!value.is(Kind::Dict)) {
    error(code::HostLaunch, at,
          "`prune_configs_by` must be a dict, but is " + describeValue(value));
    return false;
  }
  KernelDecorators::Pruning &pruning = result.pruning;
  pruning.at = at;
  for (const auto &[key, item] : value.as<DictObject>().items) {
    std::string name = key.is(Kind::String) ? key.asString() : repr(key);
    bool isFunction = item.isNone() || item.is(Kind::Function);
    if (name == "early_config_prune" && isFunction) {
      pruning.early = item;
    } else if (name == "perf_model" && isFunction) {
      pruning.model = item;
    } else if (name == "top_k" && item.isNumber()) {
      pruning.best = item;
    } else {
      error(code::HostLaunch, at,
            "`prune_configs_by` takes functions `early_config_prune` and "
            "`perf_model` and a number `top_k`, but here is " +
                repr(key) + ": " + describeValue(item));
      return false;
    }
  }
  return true;
}

/// The configurations that `early_config_prune` leaves.
bool HostEvaluator::pruneEarly(KernelDecorators &decorators, HostValue named,
                               const CallArguments &given) {
  const KernelDecorators::Pruning &pruning = decorators.pruning;
  std::vector<HostValue> all;
  for (const KernelConfig &config : decorators.configs) {
    ConfigObject object;
    object.config = config;
    all.push_back(makeObject(Kind::Config, std::move(object)));
  }
  CallArguments arguments;
  arguments.at = pruning.at;
  arguments.positional = {{HostValue::list(std::move(all)), pruning.at},
                          {std::move(named), pruning.at}};
  arguments.named = given.named;
  Maybe kept = call(pruning.early, std::move(arguments));
  if (!kept)
    return false;
  auto elements = elementsOf(*kept, pruning.at);
  if (!elements)
    return false;
  decorators.configs.clear();
  for (const HostValue &one : *elements) {
    if (!one.is(Kind::Config)) {
      error(code::HostLaunch, pruning.at,
            "`early_config_prune` must return configurations, but one is " +
                describeValue(one));
      return false;
    }
    decorators.configs.push_back(one.as<ConfigObject>().config);
  }
  if (!decorators.configs.empty())
    return true;
  error(code::HostLaunch, pruning.at,
        "`early_config_prune` leaves no configuration");
  return false;
}

/// What `perf_model` thinks that a configuration takes.
std::optional<double> HostEvaluator::modelledTime(const HostValue &model,
                                                  Span at,
                                                  const KernelConfig &config,
                                                  CallArguments arguments) {
  for (const auto &[name, value] : config.values)
    arguments.named.push_back({name, value, at});
  for (const char *name : {"num_warps", "num_stages", "num_ctas"})
    if (llvm::none_of(arguments.named, [&](const CallArguments::Named &given) {
          return given.name == name;
        }))
      arguments.named.push_back({name, *configFact(config, name), at});
  Maybe time = call(model, std::move(arguments));
  if (!time)
    return std::nullopt;
  if (time->isNumber())
    return time->asFloat();
  error(code::HostLaunch, at,
        "`perf_model` must return a number, but gives " + describeValue(*time));
  return std::nullopt;
}

/// Keeps the `top_k` configurations that `perf_model` thinks fastest.
bool HostEvaluator::pruneByModel(KernelDecorators &decorators, size_t all,
                                 const CallArguments &arguments) {
  const KernelDecorators::Pruning &pruning = decorators.pruning;
  double wanted = pruning.best.isNone() ? 10 : pruning.best.asFloat();
  // As in Triton: up to 1.0 a float is a share of all configurations.
  if (pruning.best.is(Kind::Float) && wanted <= 1)
    wanted *= double(all);
  if (!(wanted >= 1)) {
    error(code::HostLaunch, pruning.at,
          "`top_k` of `prune_configs_by` leaves no configuration");
    return false;
  }
  if (double(decorators.configs.size()) <= wanted)
    return true;
  std::vector<std::pair<double, size_t>> times;
  for (size_t i = 0; i < decorators.configs.size(); ++i) {
    std::optional<double> time = modelledTime(pruning.model, pruning.at,
                                              decorators.configs[i], arguments);
    if (!time)
      return false;
    times.push_back({*time, i});
  }
  std::stable_sort(
      times.begin(), times.end(),
      [](const auto &a, const auto &b) { return a.first < b.first; });
  std::vector<KernelConfig> best;
  for (size_t i = 0; i < static_cast<size_t>(wanted); ++i)
    best.push_back(decorators.configs[times[i].second]);
  decorators.configs = std::move(best);
  return true;
}

bool HostEvaluator::pruneConfigs(KernelDecorators &decorators,
                                 const std::vector<std::string> &parameters,
                                 const CallArguments &given) {
  const KernelDecorators::Pruning &pruning = decorators.pruning;
  size_t all = decorators.configs.size();
  // Triton names the arguments that were given by position.
  DictObject named;
  CallArguments everything;
  everything.at = pruning.at;
  for (size_t i = 0; i < given.positional.size(); ++i) {
    named.set(HostValue::string(parameters[i]), given.positional[i].first);
    everything.named.push_back(
        {parameters[i], given.positional[i].first, pruning.at});
  }
  everything.named.insert(everything.named.end(), given.named.begin(),
                          given.named.end());
  if (!pruning.early.isNone() &&
      !pruneEarly(decorators, makeObject(Kind::Dict, std::move(named)), given))
    return false;
  return pruning.model.isNone() || pruneByModel(decorators, all, everything);
}

} // namespace tqc::host
