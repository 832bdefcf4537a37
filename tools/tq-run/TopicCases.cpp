//===- TopicCases.cpp - The cases that a topic.json describes -------------===//
//
// A case names its inputs, in the order of the launcher's parameters, and the
// scalars behind them:
//
//     {"x": "fp16 7x781 large padded", "w": "fp16 781", "eps": 1e-5}
//
// A tensor is a type, a shape, and words for its values and its place in
// memory. "returns" names the outputs: "y", or "mean fp32 1e-5" where its type
// or tolerance is not that of the first input; a case may name them anew.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/CommandLine.h"
#include "tools/tq-run/Topics.h"

#include <cstdlib>
#include <sstream>

#include "nlohmann/json.hpp"

namespace tqc {

using TopicJson = nlohmann::ordered_json;

namespace {

struct FillWord {
  const char *word;
  Fill fill;
};

constexpr FillWord kFillWords[] = {
    {"bytes", Fill::Bytes},
    {"large", Fill::Large},
    {"some-inf", Fill::SomeMinusInf},
    {"all-inf", Fill::AllMinusInf},
    {"rising", Fill::Rising},
    {"uniform", Fill::Uniform},
    {"one-huge", Fill::OneHuge},
    {"query", Fill::Query},
    {"far-keys", Fill::FarKeys},
    {"rising-keys", Fill::RisingKeys},
    {"positive", Fill::Positive},
    {"below", Fill::Below},     // below9: whole numbers from 0 to 8
    {"offsets", Fill::Offsets}, // offsets90: from 0 to 90, never falling
};

struct PlacementWord {
  const char *word;
  Placement placement;
};

constexpr PlacementWord kPlacementWords[] = {
    {"transposed", Placement::Transposed},
    {"strided", Placement::Strided},
    {"padded", Placement::Padded},
    {"sliced", Placement::Sliced},
    {"heads-inside", Placement::HeadsInside},
    {"packed", Placement::Packed},
};

} // namespace

static std::vector<std::string> wordsOf(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

static bool readPlacement(const std::string &word, Placement &placement) {
  for (const PlacementWord &known : kPlacementWords)
    if (word == known.word) {
      placement = known.placement;
      return true;
    }
  return false;
}

/// "large", or "below9" with its number.
static bool readFill(const std::string &word, InputSpec &input) {
  size_t letters = word.find_first_of("0123456789");
  std::string name = word.substr(0, letters);
  for (const FillWord &known : kFillWords)
    if (name == known.word) {
      bool isCounted = known.fill == Fill::Below || known.fill == Fill::Offsets;
      if (isCounted == (letters == std::string::npos))
        return false;
      input.fill = known.fill;
      if (isCounted)
        input.limit = std::atoll(word.c_str() + letters);
      return true;
    }
  return false;
}

static Status readShape(const std::string &word, InputSpec &input) {
  for (size_t at = 0; at <= word.size();) {
    size_t end = std::min(word.find('x', at), word.size());
    Result<int64_t> size =
        parseInteger(word.substr(at, end - at), "a size of " + input.name, 1,
                     int64_t(1) << 40);
    if (!size)
      return size.error();
    input.shape.push_back(*size);
    at = end + 1;
  }
  return {};
}

/// "fp16 7x781 large padded".
static Result<InputSpec> readInput(const std::string &name,
                                   const std::vector<std::string> &words) {
  InputSpec input;
  input.name = name;
  std::optional<DType> type = dtypeOf(words[0]);
  if (!type || words.size() < 2)
    return Error{name + " must be a type and a shape, not \"" + words[0] +
                 "\""};
  input.type = *type;
  if (Status status = readShape(words[1], input); !status)
    return status.error();
  for (size_t i = 2; i < words.size(); ++i)
    if (!readFill(words[i], input) && !readPlacement(words[i], input.placement))
      return Error{name + " has a word that means nothing: \"" + words[i] +
                   "\""};
  return input;
}

static Result<ScalarArgument> readScalar(const std::string &name,
                                         const TopicJson &value) {
  ScalarArgument scalar;
  scalar.name = name;
  if (value.is_boolean()) {
    scalar.kind = ScalarArgument::Bool;
    scalar.flag = value.get<bool>();
  } else if (value.is_number_integer()) {
    scalar.kind = ScalarArgument::Int;
    scalar.number = value.get<double>();
  } else if (value.is_number()) {
    scalar.number = value.get<double>();
  } else if (value.is_string()) {
    scalar.kind = ScalarArgument::String;
    scalar.text = value.get<std::string>();
  } else {
    return Error{name + " must be a number, a flag or a text, not " +
                 value.dump()};
  }
  return scalar;
}

/// The tolerance of a type, where a topic says nothing.
static double toleranceFor(DType type) {
  switch (type) {
  case DType::FP64:
    return 1e-12;
  case DType::FP32:
    return 1e-5;
  case DType::FP16:
    return 1e-3;
  case DType::BF16:
    return 8e-3;
  default:
    return isFloat(type) ? 6e-2 : 0;
  }
}

/// "y" or "mean fp32 1e-4"; the type may be that of an input: "dw w".
static Result<OutputSpec> readOutput(const std::string &text,
                                     const LevelCase &levelCase) {
  std::vector<std::string> words = wordsOf(text);
  if (words.empty())
    return Error{"an output has no name"};
  OutputSpec output{words[0], levelCase.type(), -1};
  for (size_t i = 1; i < words.size(); ++i) {
    char *end = nullptr;
    double number = std::strtod(words[i].c_str(), &end);
    auto input = std::find_if(
        levelCase.inputs.begin(), levelCase.inputs.end(),
        [&](const InputSpec &spec) { return spec.name == words[i]; });
    if (std::optional<DType> type = dtypeOf(words[i]))
      output.type = *type;
    else if (input != levelCase.inputs.end())
      output.type = input->type;
    else if (*end == 0 && number >= 0)
      output.tolerance = number;
    else
      return Error{"output " + words[0] + " has a word that means nothing: \"" +
                   words[i] + "\""};
  }
  if (output.tolerance < 0)
    output.tolerance = toleranceFor(output.type);
  return output;
}

/// "fp16-7x781-large-padded", with what tells the case from others.
static std::string nameOf(const LevelCase &levelCase, const TopicJson &json) {
  std::string name = tqc::nameOf(levelCase.type());
  for (const auto &[key, value] : json.items()) {
    if (!value.is_string() || key == "note")
      continue;
    std::vector<std::string> words = wordsOf(value.get<std::string>());
    bool isFirst = key == levelCase.inputs[0].name;
    for (size_t i = isFirst ? 1 : 2; i < words.size(); ++i)
      name += "-" + words[i];
  }
  if (json.contains("note") && json["note"].is_string())
    name += "-" + json["note"].get<std::string>();
  return name;
}

static Result<LevelCase> readCase(const TopicJson &json,
                                  const TopicJson &returns) {
  LevelCase levelCase;
  if (!json.is_object())
    return Error{"a case must be an object, not " + json.dump()};
  for (const auto &[key, value] : json.items()) {
    if (key == "note" || key == "returns")
      continue;
    std::vector<std::string> words;
    if (value.is_string())
      words = wordsOf(value.get<std::string>());
    if (key == "out" && words.size() == 1) {
      if (!readPlacement(words[0], levelCase.outPlacement))
        return Error{"out lies \"" + words[0] + "\", which means nothing"};
    } else if (!words.empty() && dtypeOf(words[0])) {
      Result<InputSpec> input = readInput(key, words);
      if (!input)
        return input.error();
      levelCase.inputs.push_back(std::move(*input));
    } else {
      Result<ScalarArgument> scalar = readScalar(key, value);
      if (!scalar)
        return scalar.error();
      levelCase.scalars.push_back(std::move(*scalar));
    }
  }
  if (levelCase.inputs.empty())
    return Error{"a case has no tensor: " + json.dump()};
  for (const TopicJson &text : returns) {
    Result<OutputSpec> output =
        readOutput(text.is_string() ? text.get<std::string>() : "", levelCase);
    if (!output)
      return output.error();
    levelCase.outputs.push_back(std::move(*output));
  }
  if (levelCase.outputs.empty())
    return Error{"\"returns\" names no output"};
  levelCase.outType = levelCase.outputs[0].type;
  levelCase.name = nameOf(levelCase, json);
  return levelCase;
}

Result<std::vector<LevelCase>> parseTopicCases(std::string_view json,
                                               std::string_view reference,
                                               CaseSet set) {
  TopicJson topic = TopicJson::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!topic.is_object())
    return Error{"is no JSON object"};
  const char *name = set == CaseSet::Small ? "cases" : "gpu_cases";
  TopicJson returns = topic.value("returns", TopicJson::array());
  std::vector<LevelCase> cases;
  for (const TopicJson &one : topic.value(name, TopicJson::array())) {
    Result<LevelCase> levelCase =
        readCase(one, one.is_object() ? one.value("returns", returns) : one);
    if (!levelCase)
      return levelCase.error();
    levelCase->launcher = topic.value("launcher", "");
    levelCase->reference = reference;
    TopicJson sectorUse = topic.value("sector_use", TopicJson(0));
    if (sectorUse.is_number())
      levelCase->sectorUse = sectorUse.get<double>();
    cases.push_back(std::move(*levelCase));
  }
  return cases;
}

} // namespace tqc
