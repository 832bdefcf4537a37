//===- TopicReference.cpp - What a topic must compute ---------------------===//

#include "tools/tq-run/TopicReference.h"

#include "compiler/host/Host.h"
#include "compiler/host/HostArrays.h"
#include "compiler/syntax/Parser.h"
#include "tools/tq-run/ExpectedArray.h"
#include "tools/tq-run/Report.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace tqc {

namespace {

/// A reference has no kernels.
class NoLauncher : public KernelLauncher {
  Status launch(const ast::FunctionStmt &, const KernelCall &,
                DiagEngine &) override {
    return Error{"a reference launches no kernels"};
  }
  Result<KernelImage> compile(const ast::FunctionStmt &, const KernelCall &,
                              DiagEngine &) override {
    return Error{"a reference compiles no kernels"};
  }
};

} // namespace

static HostValue valueOf(const ScalarArgument &scalar) {
  switch (scalar.kind) {
  case ScalarArgument::Float:
    return HostValue::floating(scalar.number);
  case ScalarArgument::Int:
    return HostValue::integer(static_cast<int64_t>(scalar.number));
  case ScalarArgument::Bool:
    return HostValue::boolean(scalar.flag);
  case ScalarArgument::String:
    break;
  }
  return HostValue::string(scalar.text);
}

static Result<std::vector<NumberArray>> arraysIn(const HostValue &value) {
  std::vector<HostValue> elements = {value};
  if (value.is(HostValue::Kind::Tuple))
    elements = value.elements();
  std::vector<NumberArray> arrays;
  for (const HostValue &element : elements) {
    std::optional<NumberArray> array = host::asArray(element);
    if (!array)
      return Error{"the reference returned no array"};
    arrays.push_back(std::move(*array));
  }
  return arrays;
}

/// The inputs of a case as arguments of its reference.
static std::vector<HostValue>
argumentsOf(const std::vector<HostTensor> &inputs) {
  std::vector<HostValue> arguments;
  for (const HostTensor &input : inputs) {
    NumberArray array;
    array.shape = input.shape;
    array.values = input.toDoubles();
    arguments.push_back(host::arrayValue(std::move(array)));
  }
  return arguments;
}

/// As many arrays as the case has outputs.
static Result<std::vector<NumberArray>> arraysOf(const HostValue &returned,
                                                 const LevelCase &levelCase) {
  Result<std::vector<NumberArray>> arrays = arraysIn(returned);
  if (arrays && arrays->size() != levelCase.outputs.size())
    return Error{"it returned " + std::to_string(arrays->size()) +
                 " arrays for " + std::to_string(levelCase.outputs.size()) +
                 " outputs"};
  return arrays;
}

static bool haveTheShapesOf(const std::vector<NumberArray> &values,
                            const std::vector<NumberArray> &sizes) {
  return std::equal(values.begin(), values.end(), sizes.begin(), sizes.end(),
                    [](const NumberArray &a, const NumberArray &b) {
                      return a.shape == b.shape;
                    });
}

Result<ExpectedOutputs> runReference(const LevelCase &levelCase,
                                     const std::vector<HostTensor> &inputs,
                                     Device &device) {
  SourceManager sources;
  const SourceFile &file =
      sources.add("reference.py", std::string(levelCase.reference));
  DiagEngine diags(sources);
  std::unique_ptr<ast::Module> module = parseFile(file, diags);
  auto failed = [&](const std::string &otherwise) {
    std::string text;
    llvm::raw_string_ostream os(text);
    diags.print(os);
    return Error{"the reference of this topic does not run: " +
                 (diags.hasErrors() ? os.str() : otherwise)};
  };
  if (diags.hasErrors())
    return failed("");
  std::vector<HostValue> arguments = argumentsOf(inputs);
  std::vector<Interpreter::Keyword> keywords;
  for (const ScalarArgument &scalar : levelCase.scalars)
    keywords.emplace_back(scalar.name, valueOf(scalar));
  NoLauncher launcher;
  Interpreter interpreter(diags, device, launcher);
  ExpectedOutputs outputs;
  std::vector<std::string> functions = findLaunchers(*module);
  for (auto [name, arrays] : {std::pair("reference", &outputs.values),
                              std::pair("sizes", &outputs.sizes)}) {
    if (arrays == &outputs.sizes && !llvm::is_contained(functions, name))
      continue;
    Result<HostValue> returned =
        interpreter.call(*module, name, arguments, keywords);
    if (!returned)
      return failed(returned.error().message);
    Result<std::vector<NumberArray>> found = arraysOf(*returned, levelCase);
    if (!found)
      return failed(found.error().message);
    *arrays = std::move(*found);
  }
  if (!outputs.sizes.empty() && !haveTheShapesOf(outputs.values, outputs.sizes))
    return failed("`sizes` returned other shapes than `reference`");
  return outputs;
}

/// Whether the launcher returned as many tensors as it should, each of the
/// right type and shape.
static bool hasRightForms(const LevelCase &levelCase,
                          const std::vector<NumberArray> &expected,
                          const std::vector<HostTensor> &results,
                          CaseResult &result) {
  size_t count = expected.size();
  if (results.size() != count) {
    result.reasons.push_back(levelCase.launcher + " returned " +
                             std::to_string(results.size()) +
                             (results.size() == 1 ? " tensor" : " tensors") +
                             "; it must return " + std::to_string(count));
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    HostTensor wanted(levelCase.outputs[i].type, {});
    wanted.shape = expected[i].shape;
    if (wanted.shape.empty()) // a number is a tensor of one element
      wanted.shape = {1};
    if (results[i].type == wanted.type && results[i].shape == wanted.shape)
      continue;
    result.reasons.push_back(
        levelCase.launcher + " returned " + describe(results[i]) + " as " +
        levelCase.outputs[i].name + "; it must return " + describe(wanted));
    return false;
  }
  return true;
}

/// What is wrong with one output, in words.
static void explainOutput(const OutputSpec &output, const HostTensor &got,
                          const Comparison &c, bool isOnly,
                          CaseResult &result) {
  std::string of = isOnly ? "" : output.name + ": ";
  auto counted = [&](int64_t count, const char *what) {
    if (count > 0)
      result.reasons.push_back(of + std::to_string(count) + " of " +
                               std::to_string(c.checked) + " elements " + what);
  };
  counted(c.unwritten, "were never written");
  counted(c.wrong - c.unwritten, "are wrong");
  if (c.first)
    result.reasons.push_back(of + "first " + describe(*c.first, got.shape));
  if (!c.worst.empty() && c.first && c.worst[0].index != c.first->index)
    result.reasons.push_back(of + "worst " + describe(c.worst[0], got.shape));
  if (c.wrong == 0 && c.relativeError > output.tolerance) {
    char numbers[64];
    std::snprintf(numbers, sizeof(numbers), "%.1e of %.1e", c.relativeError,
                  output.tolerance);
    result.reasons.push_back(of + "the error over all elements is " + numbers);
  }
}

void judgeTopic(const LevelCase &levelCase, const ExpectedOutputs &expected,
                const std::vector<HostTensor> &results, CaseResult &result) {
  const std::vector<NumberArray> &values = expected.values;
  if (!hasRightForms(levelCase, values, results, result))
    return;
  for (size_t i = 0; i < values.size(); ++i) {
    const OutputSpec &output = levelCase.outputs[i];
    Comparison c = compare(
        results[i],
        ExpectedArray(values[i], output.tolerance,
                      expected.sizes.empty() ? nullptr : &expected.sizes[i]));
    bool isWrong = c.wrong > 0 || c.relativeError > output.tolerance;
    if (isWrong)
      explainOutput(output, results[i], c, values.size() == 1, result);
    // The report shows the first output that is wrong, or else the first.
    bool isShown = result.compared && result.comparison.wrong > 0;
    if (i == 0 || (isWrong && !isShown)) {
      result.comparison = c;
      result.shape = results[i].shape;
    }
    result.compared = true;
  }
}

void judgeSectors(const LevelCase &levelCase, CaseResult &result) {
  constexpr double kSectorBytes = 32;
  for (const LaunchReport &report : result.reports) {
    Json counted = Json::parse(report.json)["total"];
    double moved = 0, used = 0;
    for (const char *access : {"global_load", "global_store"}) {
      moved +=
          kSectorBytes * counted.value(std::string(access) + "_sectors", 0.0);
      used += counted.value(std::string(access) + "_bytes", 0.0);
    }
    if (moved == 0 || used >= levelCase.sectorUse * moved)
      continue;
    auto percent = [](double share) {
      return std::to_string(static_cast<int>(std::lround(100 * share))) + " %";
    };
    result.reasons.push_back(
        "the numbers are right, but only " + percent(used / moved) +
        " of the bytes that memory moved were used, and " +
        percent(levelCase.sectorUse) +
        " are asked for; `--counters` shows which line moves too much");
  }
}

} // namespace tqc
