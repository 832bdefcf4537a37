//===- LaunchValues.cpp - Arguments on the command line -------------------===//

#include "tools/tq-run/LaunchValues.h"

#include "runtime/device/MemoryBudget.h"
#include "runtime/device/Npy.h"
#include "runtime/reference/Inputs.h"
#include "tools/tq-run/CommandLine.h"

#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <unistd.h>

namespace tqc {

/// More than any memory that a kernel of ours will see; keeps sizes exact.
static constexpr int64_t kMaxElements = int64_t(1) << 40;

Result<std::vector<int64_t>> parseShape(const std::string &text) {
  std::vector<int64_t> shape;
  int64_t total = 1;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find('x', at), text.size());
    std::string part = text.substr(at, end - at);
    if (part.empty() || part.size() > 12 ||
        part.find_first_not_of("0123456789") != std::string::npos)
      return Error{"\"" + text + "\" is no shape; write 1024 or 128x64"};
    if (shape.size() == kMaxDimensions)
      return Error{"a shape has at most " + std::to_string(kMaxDimensions) +
                   " dimensions"};
    shape.push_back(std::atoll(part.c_str()));
    if (__builtin_mul_overflow(total, shape.back(), &total) ||
        total > kMaxElements)
      return Error{"the shape " + text + " is too large"};
    at = end + 1;
  }
  return shape;
}

static std::vector<std::string> splitColons(const std::string &text) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    size_t end = std::min(text.find(':', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

static Error noType(const std::string &name) {
  return Error{"\"" + name + "\" is no type; types are " + dtypeNames()};
}

/// Reads "12", "-0x10", "1.5e-3", "inf", "nan".
static bool parseNumber(const std::string &text, LaunchValue &value) {
  if (text.empty() || std::isspace(static_cast<unsigned char>(text[0])))
    return false;
  char *end = nullptr;
  errno = 0;
  __int128 integer = std::strtoll(text.c_str(), &end, 0);
  if (*end == 0 && errno == ERANGE && text[0] != '-') {
    errno = 0;
    integer = std::strtoull(text.c_str(), &end, 0);
  }
  if (*end == 0 && errno == 0) {
    value.kind = LaunchValue::Integer;
    value.integer = integer;
    value.number = double(integer);
    return true;
  }
  double number = std::strtod(text.c_str(), &end);
  if (*end != 0)
    return false;
  value.kind = LaunchValue::Float;
  value.number = number;
  return true;
}

/// Why a type does not hold a number, or nothing.
static std::optional<Error> misfit(const std::string &text,
                                   const LaunchValue &value, DType type) {
  if (isFloat(type))
    return std::isfinite(value.number) &&
                   std::fabs(value.number) > largestOf(type)
               ? std::optional(Error{text + " does not fit " + nameOf(type)})
               : std::nullopt;
  if (value.kind == LaunchValue::Float)
    return Error{text + " is no whole number, which " + nameOf(type) +
                 " needs"};
  int bits = type == DType::I1 ? 1 : 8 * static_cast<int>(bytesOf(type));
  bool isSigned = infoOf(type).kind == DTypeKind::Signed;
  __int128 top = (__int128(1) << (isSigned ? bits - 1 : bits)) - 1;
  if (value.integer <= top && value.integer >= (isSigned ? -top - 1 : 0))
    return std::nullopt;
  return Error{text + " does not fit " + nameOf(type)};
}

static Result<HostTensor> readFile(const std::string &text) {
  size_t colon = text.rfind(':');
  if (colon == std::string::npos || access(text.c_str(), F_OK) == 0)
    return readNpy(text);
  std::string path = text.substr(0, colon), name = text.substr(colon + 1);
  if (std::optional<DType> type = dtypeOf(name))
    return readNpy(path, type);
  if (access(path.c_str(), F_OK) == 0)
    return noType(name);
  return readNpy(text);
}

enum class Generator { Rand, Zeros, Ones, Arange, Full, Empty };

static std::optional<Generator> generatorOf(const std::string &word) {
  static constexpr std::pair<const char *, Generator> kWords[] = {
      {"rand", Generator::Rand}, {"zeros", Generator::Zeros},
      {"ones", Generator::Ones}, {"arange", Generator::Arange},
      {"full", Generator::Full}, {"empty", Generator::Empty}};
  for (auto [name, generator] : kWords)
    if (word == name)
      return generator;
  return std::nullopt;
}

/// Integers come from [-100, 100], where the type has negative numbers.
static double randomValue(const SeededValues &values, DType type, int64_t i) {
  switch (infoOf(type).kind) {
  case DTypeKind::Float:
    return values.normal(i);
  case DTypeKind::Bool:
    return double(values.bits(i) & 1);
  case DTypeKind::Unsigned:
    return std::floor(values.uniform(i) * 101);
  case DTypeKind::Signed:
    break;
  }
  return std::floor(values.uniform(i) * 201) - 100;
}

static Result<HostTensor> generate(Generator generator,
                                   const std::vector<std::string> &parts,
                                   const std::string &name, uint64_t seed) {
  size_t wanted = generator == Generator::Full ? 4 : 3;
  if (parts.size() != wanted)
    return Error{"must look like " + parts[0] + ":fp32:128x64" +
                 (wanted == 4 ? ":0.5" : "")};
  std::optional<DType> type = dtypeOf(parts[1]);
  if (!type)
    return noType(parts[1]);
  Result<std::vector<int64_t>> shape = parseShape(parts[2]);
  if (!shape)
    return shape.error();
  LaunchValue constant;
  if (wanted == 4 && !parseNumber(parts[3], constant))
    return Error{"\"" + parts[3] + "\" is no number"};
  if (wanted == 4)
    if (std::optional<Error> why = misfit(parts[3], constant, *type))
      return *why;
  uint64_t bytes = bytesOf(*type);
  for (int64_t extent : *shape)
    bytes *= uint64_t(extent);
  if (Status status = checkMemory(bytes); !status)
    return status.error();
  HostTensor tensor(*type, *shape);
  SeededValues values(seed, "launch/" + name);
  auto valueAt = [&](int64_t i) -> double {
    switch (generator) {
    case Generator::Rand:
      return randomValue(values, *type, i);
    case Generator::Ones:
      return 1;
    case Generator::Arange:
      return double(i);
    case Generator::Full:
      return constant.number;
    default:
      return 0;
    }
  };
  if (generator != Generator::Zeros && generator != Generator::Empty)
    for (int64_t i = 0, count = tensor.numel(); i < count; ++i)
      tensor.set(i, valueAt(i));
  return tensor;
}

/// The type that the language calls `tl.float16`, `tl.int32` and so on.
static std::optional<DType> languageType(const std::string &text) {
  static constexpr std::pair<const char *, const char *> kStarts[] = {
      {"tl.bfloat", "bf"},
      {"tl.float", "fp"},
      {"tl.uint", "u"},
      {"tl.int", "i"}};
  for (auto [start, ours] : kStarts)
    if (text.rfind(start, 0) == 0)
      return dtypeOf(ours + text.substr(std::string(start).size()));
  return std::nullopt;
}

/// Whether the text is a whole number that no integer holds, which would be
/// read as the nearest float.
static bool isHugeInteger(const std::string &text) {
  if (text.empty())
    return false;
  char *end = nullptr;
  errno = 0;
  if (text[0] == '-')
    std::strtoll(text.c_str(), &end, 0);
  else
    std::strtoull(text.c_str(), &end, 0);
  return *end == 0 && errno == ERANGE;
}

/// Reads what is no tensor.
static Result<LaunchValue> parseScalar(const std::string &text) {
  LaunchValue value;
  if (text == "None") {
    value.kind = LaunchValue::None;
    return value;
  }
  if (text == "True" || text == "False") {
    value.kind = LaunchValue::Bool;
    value.integer = text == "True";
    value.number = double(value.integer);
    return value;
  }
  if (text.size() >= 2 && (text[0] == '\'' || text[0] == '"') &&
      text.back() == text[0]) {
    value.kind = LaunchValue::String;
    value.text = text.substr(1, text.size() - 2);
    return value;
  }
  if (std::optional<DType> type = languageType(text)) {
    value.kind = LaunchValue::Type;
    value.type = type;
    return value;
  }
  size_t colon = text.rfind(':');
  if (isHugeInteger(text.substr(0, colon)))
    return Error{"\"" + text + "\" does not fit 64 bits"};
  if (!parseNumber(text.substr(0, colon), value))
    return Error{"\"" + text +
                 "\" is no value; --help lists the forms (text needs quotes)"};
  if (colon != std::string::npos) {
    value.type = dtypeOf(text.substr(colon + 1));
    if (!value.type)
      return noType(text.substr(colon + 1));
    if (std::optional<Error> why =
            misfit(text.substr(0, colon), value, *value.type))
      return *why;
    if (isFloat(*value.type))
      value.kind = LaunchValue::Float;
  }
  return value;
}

/// "x", or an element of a tuple: "pair.x", "pair.0".
static bool isName(const std::string &text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])))
    return false;
  for (char c : text)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.')
      return false;
  return true;
}

Result<LaunchValue> parseLaunchValue(const std::string &argument,
                                     uint64_t seed) {
  size_t equals = argument.find('=');
  std::string name =
      equals == std::string::npos ? "" : argument.substr(0, equals);
  std::string text =
      isName(name) ? argument.substr(equals + 1) : (name.clear(), argument);
  auto fail = [&](const Error &error) {
    return Error{argument + ": " + error.message};
  };
  std::vector<std::string> parts = splitColons(text);
  std::optional<Generator> generator = generatorOf(parts[0]);
  if (text.empty() || (text[0] != '@' && !generator)) {
    Result<LaunchValue> scalar = parseScalar(text);
    if (!scalar)
      return fail(scalar.error());
    scalar->name = name;
    return scalar;
  }
  Result<HostTensor> tensor = text[0] == '@'
                                  ? readFile(text.substr(1))
                                  : generate(*generator, parts, name, seed);
  if (!tensor)
    return fail(tensor.error());
  LaunchValue value;
  value.kind = LaunchValue::Tensor;
  value.name = name;
  value.tensor = std::move(*tensor);
  value.poisoned = generator == Generator::Empty;
  return value;
}

Status checkOrder(const std::vector<LaunchValue> &values) {
  const LaunchValue *named = nullptr;
  for (size_t i = 0; i < values.size(); ++i)
    if (!values[i].name.empty())
      named = &values[i];
    else if (named)
      return Error{"value " + std::to_string(i + 1) +
                   " has no name, but stands behind " + named->name +
                   "=...; values without a name come first"};
  return {};
}

} // namespace tqc
