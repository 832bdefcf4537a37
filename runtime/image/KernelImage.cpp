//===- KernelImage.cpp - Facts about kernels, to and from PTX comments ----===//
//
// A fact line is one JSON object behind `// tq: `. The reader checks every
// field, because PTX files are edited by hand, mailed around and cut short; an
// error says the line and the field:
//
//     line 3: params[1].type: "fp33" is no type of a kernel parameter
//
//===----------------------------------------------------------------------===//

#include "runtime/image/KernelImage.h"

#include "runtime/image/Gpus.h"

#include <algorithm>
#include <initializer_list>
#include <limits>

#include "nlohmann/json.hpp"

using Json = nlohmann::ordered_json;

namespace tqc {

static constexpr std::string_view kPrefix = "// tq:";
static constexpr int kSchema = 1;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

/// Reads the fields of one fact line. The first problem is kept; the readers
/// after it do nothing, so that the caller asks once at the end.
class FactReader {
public:
  explicit FactReader(int line) : line(line) {}

  void fail(const std::string &field, const std::string &text) {
    if (message.empty())
      message = "line " + std::to_string(line) + ": " +
                (field.empty() ? "" : field + ": ") + text;
  }
  bool failed() const { return !message.empty(); }
  Error error() const { return {message}; }

  /// The member `name` of `object`, or null when it is absent and optional.
  const Json *member(const Json &object, const std::string &at,
                     const char *name, bool required) {
    auto it = object.find(name);
    if (it != object.end())
      return &*it;
    if (required)
      fail(join(at, name), "is missing");
    return nullptr;
  }

  void text(const Json &object, const std::string &at, const char *name,
            std::string &out, bool required = false) {
    const Json *value = member(object, at, name, required);
    if (!value)
      return;
    if (!value->is_string())
      return fail(join(at, name), "must be a string, not " + shown(*value));
    out = value->get<std::string>();
    if (required && out.empty())
      fail(join(at, name), "must not be empty");
  }

  /// Checks that `value` is an integer in [low, high] and stores it.
  template <typename T>
  void integer(const Json &value, const std::string &at, int64_t low,
               int64_t high, T &out) {
    if (!value.is_number_integer())
      return fail(at, "must be an integer, not " + shown(value));
    bool tooBig =
        value.is_number_unsigned() &&
        value.get<uint64_t>() > uint64_t(std::numeric_limits<int64_t>::max());
    int64_t number = tooBig ? 0 : value.get<int64_t>();
    if (tooBig || number < low || number > high)
      return fail(at, "is " + shown(value) + "; must be between " +
                          std::to_string(low) + " and " + std::to_string(high));
    out = static_cast<T>(number);
  }

  template <typename T>
  void integer(const Json &object, const std::string &at, const char *name,
               int64_t low, int64_t high, T &out, bool required = false) {
    if (const Json *value = member(object, at, name, required))
      integer(*value, join(at, name), low, high, out);
  }

  /// An array of integers; any length.
  template <typename T>
  void integers(const Json &object, const std::string &at, const char *name,
                int64_t low, int64_t high, std::vector<T> &out) {
    each(object, at, name, [&](const Json &value, const std::string &where) {
      T number = 0;
      integer(value, where, low, high, number);
      out.push_back(number);
    });
  }

  /// Calls `visit(element, "name[i]")` on each element of an optional array.
  template <typename F>
  void each(const Json &object, const std::string &at, const char *name,
            F visit) {
    const Json *value = member(object, at, name, /*required=*/false);
    if (!value)
      return;
    if (!value->is_array())
      return fail(join(at, name), "must be an array, not " + shown(*value));
    for (size_t i = 0; i < value->size() && !failed(); ++i)
      visit((*value)[i], join(at, name) + "[" + std::to_string(i) + "]");
  }

  /// As `each`, for arrays of objects with only the given members.
  template <typename F>
  void eachObject(const Json &object, const std::string &at, const char *name,
                  std::initializer_list<const char *> known, F visit) {
    each(object, at, name, [&](const Json &value, const std::string &where) {
      if (checkObject(value, where, known))
        visit(value, where);
    });
  }

  bool checkObject(const Json &value, const std::string &at,
                   std::initializer_list<const char *> known) {
    if (!value.is_object()) {
      fail(at, "must be an object, not " + shown(value));
      return false;
    }
    for (const auto &item : value.items())
      if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
        fail(join(at, item.key()),
             "is not a field of schema " + std::to_string(kSchema));
        return false;
      }
    return true;
  }

  static std::string join(const std::string &at, const std::string &name) {
    return at.empty() ? name : at + "." + name;
  }

  static std::string shown(const Json &value) {
    std::string text =
        value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() > 40 ? text.substr(0, 37) + "..." : text;
  }

private:
  int line;
  std::string message;
};

} // namespace

static constexpr const char *kScalarTypes[] = {
    "i1",   "i8",      "i16",   "i32",      "i64",     "u8",
    "u16",  "u32",     "u64",   "fp16",     "bf16",    "fp32",
    "fp64", "fp8e4nv", "fp8e5", "fp8e4b15", "fp8e4b8", "fp8e5b16"};

static bool isScalarType(std::string_view type) {
  return std::any_of(std::begin(kScalarTypes), std::end(kScalarTypes),
                     [&](const char *name) { return type == name; });
}

/// "fp32", "*fp32", "*k" is no type; pointers to pointers are "**fp32".
static bool isParamType(std::string_view type) {
  while (!type.empty() && type.front() == '*')
    type.remove_prefix(1);
  return isScalarType(type);
}

static void readParams(FactReader &reader, const Json &facts,
                       KernelEntry &entry) {
  reader.eachObject(
      facts, "", "params", {"name", "type", "role", "div", "map", "axis"},
      [&](const Json &value, const std::string &at) {
        KernelParam param;
        std::string role = "argument";
        reader.text(value, at, "name", param.name, /*required=*/true);
        reader.text(value, at, "role", role);
        reader.integer(value, at, "div", 1, int64_t(1) << 30,
                       param.divisibility);
        if (role == "argument") {
          reader.text(value, at, "type", param.type, /*required=*/true);
          if (!isParamType(param.type))
            reader.fail(at + ".type", "\"" + param.type +
                                          "\" is no type of a kernel "
                                          "parameter");
        } else if (role == "map") {
          param.role = ParamRole::TensorMap;
          reader.text(value, at, "type", param.type);
          reader.integer(value, at, "map", 0,
                         static_cast<int64_t>(entry.maps.size()) - 1, param.map,
                         /*required=*/true);
        } else if (role == "workspace") {
          param.role = ParamRole::Workspace;
          reader.text(value, at, "type", param.type);
        } else if (role == "grid") {
          param.role = ParamRole::Grid;
          reader.integer(value, at, "axis", 0, 2, param.axis,
                         /*required=*/true);
        } else {
          reader.fail(at + ".role", "\"" + role +
                                        "\" is none of argument, map, "
                                        "workspace, grid");
        }
        entry.params.push_back(std::move(param));
      });
}

static void readMaps(FactReader &reader, const Json &facts,
                     KernelEntry &entry) {
  constexpr int64_t kAny = std::numeric_limits<int64_t>::max();
  reader.eachObject(
      facts, "", "maps", {"base", "type", "dims", "strides", "box", "swizzle"},
      [&](const Json &value, const std::string &at) {
        TensorMapRecipe map;
        reader.integer(value, at, "base", 0, 1 << 20, map.base,
                       /*required=*/true);
        reader.text(value, at, "type", map.type, /*required=*/true);
        reader.integers(value, at, "dims", -(1 << 20), kAny, map.dims);
        reader.integers(value, at, "strides", -(1 << 20), kAny, map.strides);
        reader.integers(value, at, "box", 1, 256, map.box);
        reader.integer(value, at, "swizzle", 0, 128, map.swizzleBytes);
        if (reader.failed())
          return;
        if (!isScalarType(map.type))
          reader.fail(at + ".type", "\"" + map.type + "\" is no element type");
        if (map.dims.empty() || map.dims.size() > 5)
          reader.fail(at + ".dims",
                      "has " + std::to_string(map.dims.size()) +
                          " entries; a tensor map has 1 to 5 dimensions");
        if (map.box.size() != map.dims.size())
          reader.fail(at + ".box", "has " + std::to_string(map.box.size()) +
                                       " entries, but dims has " +
                                       std::to_string(map.dims.size()));
        if (map.strides.size() + 1 != map.dims.size())
          reader.fail(at + ".strides",
                      "has " + std::to_string(map.strides.size()) +
                          " entries; must have one less than dims");
        int swizzle = map.swizzleBytes;
        if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
          reader.fail(at + ".swizzle", "is " + std::to_string(swizzle) +
                                           "; must be 0, 32, 64 or 128");
        entry.maps.push_back(std::move(map));
      });
}

static void readConstants(FactReader &reader, const Json &facts,
                          KernelEntry &entry) {
  const Json *constants = reader.member(facts, "", "constants", false);
  if (!constants)
    return;
  if (!constants->is_object())
    return reader.fail("constants", "must be an object, not " +
                                        FactReader::shown(*constants));
  for (const auto &item : constants->items()) {
    if (!item.value().is_string())
      return reader.fail("constants." + item.key(),
                         "must be a string, not " +
                             FactReader::shown(item.value()));
    entry.constants.push_back({item.key(), item.value().get<std::string>()});
  }
}

static void readSourceMap(FactReader &reader, const Json &facts,
                          KernelEntry &entry) {
  reader.each(facts, "", "files",
              [&](const Json &value, const std::string &at) {
                if (!value.is_string())
                  return reader.fail(at, "must be a string, not " +
                                             FactReader::shown(value));
                entry.files.push_back(value.get<std::string>());
              });
  reader.eachObject(
      facts, "", "accesses",
      {"file", "line", "column", "kind", "pointer", "mask", "tensor"},
      [&](const Json &value, const std::string &at) {
        SourceAccess access;
        reader.integer(value, at, "file", 0,
                       static_cast<int64_t>(entry.files.size()) - 1,
                       access.file);
        reader.integer(value, at, "line", 0, INT32_MAX, access.line, true);
        reader.integer(value, at, "column", 0, INT32_MAX, access.column);
        reader.text(value, at, "kind", access.kind, /*required=*/true);
        reader.text(value, at, "pointer", access.pointer);
        reader.text(value, at, "mask", access.mask);
        reader.text(value, at, "tensor", access.tensor);
        entry.accesses.push_back(std::move(access));
      });
}

static void readCluster(FactReader &reader, const Json &facts,
                        KernelEntry &entry) {
  if (!facts.contains("cluster"))
    return;
  std::vector<int> cluster;
  reader.integers(facts, "", "cluster", 1, 16, cluster);
  if (cluster.size() != 3)
    return reader.fail("cluster", "must have 3 entries, has " +
                                      std::to_string(cluster.size()));
  std::copy(cluster.begin(), cluster.end(), entry.cluster.begin());
}

static Result<KernelEntry> readFacts(int line, std::string_view text) {
  FactReader reader(line);
  // What copies values calls itself for what they hold; facts have 4 levels.
  bool isTooDeep = false;
  auto limit = [&](int depth, Json::parse_event_t, Json &) {
    isTooDeep |= depth > 50;
    return !isTooDeep;
  };
  Json facts = Json::parse(text.begin(), text.end(), limit,
                           /*allow_exceptions=*/false);
  if (isTooDeep) {
    reader.fail("", "the facts nest more than 50 arrays and objects");
    return reader.error();
  }
  if (facts.is_discarded()) {
    reader.fail("", "the text behind \"// tq:\" is not valid JSON");
    return reader.error();
  }
  KernelEntry entry;
  int schema = 0;
  if (facts.is_object())
    reader.integer(facts, "", "schema", kSchema, kSchema, schema, true);
  if (reader.failed() ||
      !reader.checkObject(
          facts, "",
          {"schema", "version", "entry", "arch", "params", "constants", "maps",
           "num_warps", "num_stages", "shared", "cluster", "ctas_per_program",
           "batch", "workspace", "overlaps", "plan", "files", "accesses"}))
    return reader.error();
  reader.text(facts, "", "entry", entry.entry, /*required=*/true);
  reader.text(facts, "", "arch", entry.arch, /*required=*/true);
  if (!findGpu(entry.arch))
    reader.fail("arch", "\"" + entry.arch + "\" is no target; must be one of " +
                            gpuNames());
  reader.text(facts, "", "version", entry.version);
  readMaps(reader, facts, entry); // parameters refer to maps
  readParams(reader, facts, entry);
  readConstants(reader, facts, entry);
  reader.integer(facts, "", "num_warps", 1, 32, entry.numWarps);
  reader.integer(facts, "", "num_stages", 0, 64, entry.numStages);
  reader.integer(facts, "", "shared", 0, 1 << 20, entry.sharedBytes);
  reader.integer(facts, "", "workspace", 0, int64_t(1) << 40,
                 entry.workspaceBytes);
  reader.integer(facts, "", "overlaps", 1, INT32_MAX, entry.overlaps);
  reader.text(facts, "", "plan", entry.plan);
  readCluster(reader, facts, entry);
  reader.integer(facts, "", "ctas_per_program", 1, 16, entry.ctasPerProgram);
  reader.integer(facts, "", "batch", 1, 64, entry.batch);
  readSourceMap(reader, facts, entry);
  if (reader.failed())
    return reader.error();
  return entry;
}

Result<KernelImage> KernelImage::parse(std::string ptx) {
  KernelImage image;
  int line = 0;
  for (size_t at = 0; at < ptx.size();) {
    size_t end = std::min(ptx.find('\n', at), ptx.size());
    std::string_view text(ptx.data() + at, end - at);
    ++line;
    at = end + 1;
    if (text.substr(0, kPrefix.size()) != kPrefix)
      continue;
    text.remove_prefix(kPrefix.size());
    Result<KernelEntry> entry = readFacts(line, text);
    if (!entry)
      return entry.error();
    if (image.find(entry->entry) && !entry->entry.empty())
      return Error{"line " + std::to_string(line) + ": entry: \"" +
                   entry->entry + "\" was described before"};
    image.entries.push_back(std::move(*entry));
  }
  image.ptx = std::move(ptx);
  return image;
}

const KernelEntry *KernelImage::find(std::string_view name) const {
  if (name.empty())
    return entries.size() == 1 ? &entries.front() : nullptr;
  for (const KernelEntry &entry : entries)
    if (entry.entry == name)
      return &entry;
  return nullptr;
}

std::map<std::string, size_t> declaredParameters(std::string_view ptx) {
  constexpr std::string_view kEntry = ".entry ", kSpace = " \t\r\n";
  std::map<std::string, size_t> counts;
  for (size_t at = ptx.find(kEntry); at != std::string_view::npos;
       at = ptx.find(kEntry, at + 1)) {
    size_t line = ptx.rfind('\n', at) + 1; // of the first: npos + 1
    size_t name = at + kEntry.size();
    size_t end = ptx.find_first_of(" \t\r\n(){", name);
    size_t open = ptx.find_first_not_of(kSpace, end);
    size_t close = ptx.find(')', open);
    if (close == std::string_view::npos || ptx[open] != '(' ||
        ptx.substr(line, at - line).find("//") != std::string_view::npos)
      continue;
    std::string_view list = ptx.substr(open, close - open);
    size_t &count = counts[std::string(ptx.substr(name, end - name))];
    for (size_t p = list.find(".param "); p != std::string_view::npos;
         p = list.find(".param ", p + 1))
      ++count;
  }
  return counts;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

bool KernelEntry::isPersistent() const {
  return batch == 1 &&
         std::any_of(params.begin(), params.end(), [](const KernelParam &p) {
           return p.role == ParamRole::Grid;
         });
}

static Json writeParam(const KernelParam &param) {
  Json value;
  value["name"] = param.name;
  if (!param.type.empty())
    value["type"] = param.type;
  if (param.role == ParamRole::TensorMap) {
    value["role"] = "map";
    value["map"] = param.map;
  } else if (param.role == ParamRole::Workspace) {
    value["role"] = "workspace";
  } else if (param.role == ParamRole::Grid) {
    value["role"] = "grid";
    value["axis"] = param.axis;
  }
  if (param.divisibility != 1)
    value["div"] = param.divisibility;
  return value;
}

static Json writeMap(const TensorMapRecipe &map) {
  Json value;
  value["base"] = map.base;
  value["type"] = map.type;
  value["dims"] = map.dims;
  value["strides"] = map.strides;
  value["box"] = map.box;
  value["swizzle"] = map.swizzleBytes;
  return value;
}

static Json writeAccess(const SourceAccess &access) {
  Json value;
  value["file"] = access.file;
  value["line"] = access.line;
  value["column"] = access.column;
  value["kind"] = access.kind;
  for (auto [name, text] :
       {std::pair("pointer", &access.pointer), std::pair("mask", &access.mask),
        std::pair("tensor", &access.tensor)})
    if (!text->empty())
      value[name] = *text;
  return value;
}

std::string factLine(const KernelEntry &entry) {
  Json facts;
  facts["schema"] = kSchema;
  facts["version"] = entry.version;
  facts["entry"] = entry.entry;
  facts["arch"] = entry.arch;
  facts["params"] = Json::array();
  for (const KernelParam &param : entry.params)
    facts["params"].push_back(writeParam(param));
  if (!entry.constants.empty()) {
    facts["constants"] = Json::object();
    for (const KernelConstant &constant : entry.constants)
      facts["constants"][constant.name] = constant.value;
  }
  for (const TensorMapRecipe &map : entry.maps)
    facts["maps"].push_back(writeMap(map));
  facts["num_warps"] = entry.numWarps;
  facts["num_stages"] = entry.numStages;
  facts["shared"] = entry.sharedBytes;
  if (entry.cluster != std::array<int, 3>{1, 1, 1})
    facts["cluster"] = entry.cluster;
  if (entry.ctasPerProgram != 1)
    facts["ctas_per_program"] = entry.ctasPerProgram;
  if (entry.batch != 1)
    facts["batch"] = entry.batch;
  if (entry.workspaceBytes)
    facts["workspace"] = entry.workspaceBytes;
  if (entry.overlaps)
    facts["overlaps"] = entry.overlaps;
  if (!entry.plan.empty())
    facts["plan"] = entry.plan;
  if (!entry.files.empty())
    facts["files"] = entry.files;
  for (const SourceAccess &access : entry.accesses)
    facts["accesses"].push_back(writeAccess(access));
  return std::string(kPrefix) + " " +
         facts.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace tqc
