//===- LaunchFile.cpp - Launches that are written down --------------------===//
//
// A launch file is JSON: which PTX, the facts that PTX of other compilers lacks
// (as in the `// tq:` line of ours: parameters, warps, shared memory, cluster,
// tensor maps), and what to launch it with. Example:
//
//     {"ptx": "copy.ptx", "grid": [4, 3],
//      "arguments": ["x=rand:fp16:70x200", "y=zeros:fp16:64x184"],
//      "entry": {"schema": 1, "entry": "copy", "arch": "sm_90a", ...}}
//
// Other members (what a script compares, say) are left to their readers.
//
//===----------------------------------------------------------------------===//

#include "tools/tq-run/LaunchRequest.h"
#include "tools/tq-run/LevelFiles.h"

#include <nlohmann/json.hpp>

using LaunchJson = nlohmann::ordered_json;

namespace tqc {

static constexpr int kMaxDepth = 50; // a launch file has 4

static Result<Dim3> readGrid(const LaunchJson &list) {
  Dim3 dims = {1, 1, 1};
  if (!list.is_array() || list.empty() || list.size() > dims.size())
    return Error{"grid must have one to three numbers: [4, 2]"};
  for (size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_number_unsigned() || list[i] > INT32_MAX)
      return Error{"grid must hold whole numbers, not " + list[i].dump()};
    dims[i] = list[i].get<uint32_t>();
  }
  return dims;
}

static Status readArguments(const LaunchJson &list, uint64_t seed,
                            std::vector<LaunchValue> &values) {
  if (!list.is_array())
    return Error{"arguments must be an array of texts: [\"n=1000\"]"};
  for (const LaunchJson &text : list) {
    if (!text.is_string())
      return Error{"arguments must be texts, not " + text.dump()};
    Result<LaunchValue> value = parseLaunchValue(text.get<std::string>(), seed);
    if (!value)
      return value.error();
    values.push_back(std::move(*value));
  }
  return {};
}

static Status readFields(const LaunchJson &json, uint64_t seed,
                         LaunchRequest &request) {
  if (!json.is_object())
    return Error{"is no JSON object"};
  for (const char *name : {"ptx", "grid", "arguments", "entry"})
    if (!json.contains(name))
      return Error{std::string(name) + " is missing"};
  if (!json["ptx"].is_string())
    return Error{"ptx must be the name of a file"};
  if (!json["entry"].is_object())
    return Error{"entry must be the facts of the kernel, as in its // tq: "
                 "line"};
  std::string folder =
      request.file.substr(0, request.file.find_last_of('/') + 1);
  request.file = folder + json["ptx"].get<std::string>();
  request.facts = "// tq: " + json["entry"].dump() + "\n";
  if (!request.grid) {
    Result<Dim3> grid = readGrid(json["grid"]);
    if (!grid)
      return grid.error();
    request.grid = *grid;
  }
  // What the command line gives comes first and is not taken twice.
  std::vector<LaunchValue> given = std::move(request.values), values;
  if (Status status = readArguments(json["arguments"], seed, values); !status)
    return status;
  for (LaunchValue &value : values)
    for (LaunchValue &other : given)
      if (other.name == value.name)
        value = other;
  request.values = std::move(values);
  return {};
}

Status readLaunchFile(uint64_t seed, LaunchRequest &request) {
  std::string path = request.file;
  Result<std::string> text = readWholeFile(path);
  if (!text)
    return text.error();
  // What prints and copies values calls itself for what they hold.
  bool isTooDeep = false;
  auto limit = [&](int depth, LaunchJson::parse_event_t, LaunchJson &) {
    isTooDeep |= depth > kMaxDepth;
    return !isTooDeep;
  };
  LaunchJson json = LaunchJson::parse(*text, limit,
                                      /*allow_exceptions=*/false);
  if (isTooDeep)
    return Error{path + ": nests more than " + std::to_string(kMaxDepth) +
                 " arrays and objects"};
  if (json.is_discarded())
    return Error{path + ": is no valid JSON"};
  if (Status status = readFields(json, seed, request); !status)
    return Error{path + ": " + status.error().message};
  return {};
}

} // namespace tqc
