//===- EntryLaunch.cpp - From arguments to a launch -----------------------===//

#include "runtime/device/EntryLaunch.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace tqc {

template <typename T>
static void store(T value, ArgumentBytes &to) {
  to.bytes.resize(sizeof(T));
  std::memcpy(to.bytes.data(), &value, sizeof(T));
}

EntryLaunch::EntryLaunch(Device &device, const KernelEntry &entry,
                         ModuleId module)
    : device(device), entry(entry) {
  launch.module = module;
  launch.entry = entry.entry;
  launch.block = {static_cast<uint32_t>(entry.numWarps) * 32, 1, 1};
  launch.sharedBytes = static_cast<uint32_t>(entry.sharedBytes);
  for (size_t i = 0; i < 3; ++i)
    launch.cluster[i] = static_cast<uint32_t>(entry.cluster[i]);
  for (const KernelParam &param : entry.params) {
    argumentCount += param.role == ParamRole::Argument;
    types.push_back(dtypeOf(param.type));
  }
}

EntryLaunch::~EntryLaunch() { freeWorkspaces(); }

void EntryLaunch::freeWorkspaces() {
  for (DevicePtr workspace : workspaces)
    (void)device.freeScratch(workspace);
  workspaces.clear();
}

/// Whether an integer fits into a type of that width, read as signed or not:
/// Triton passes 0xffffffff for an i32 too.
static bool fits(__int128 number, size_t bytes) {
  __int128 range = __int128(1) << (8 * bytes);
  return number >= -range / 2 && number < range;
}

/// A number of 64 bits, with a sign or not.
static std::string decimal(__int128 number) {
  return number > INT64_MAX ? std::to_string(static_cast<uint64_t>(number))
                            : std::to_string(static_cast<int64_t>(number));
}

/// The bytes of a scalar; the error leaves the naming to the caller.
static Status storeScalar(DType dtype, const EntryArgument &argument,
                          ArgumentBytes &to) {
  if (argument.kind == EntryArgument::Pointer)
    return Error{"is a scalar of type " + std::string(nameOf(dtype)) +
                 ", not a tensor"};
  to.bytes.resize(bytesOf(dtype));
  if (isFloat(dtype)) {
    storeElement(dtype, to.bytes.data(), argument.real);
    return {};
  }
  if (argument.kind == EntryArgument::Float)
    return Error{"is an integer of type " + std::string(nameOf(dtype)) +
                 ", not a float"};
  if (!fits(argument.number, to.bytes.size()))
    return Error{"has type " + std::string(nameOf(dtype)) +
                 ", which cannot hold " + decimal(argument.number)};
  storeInteger(dtype, to.bytes.data(), static_cast<int64_t>(argument.number));
  return {};
}

static Error noScalar(const std::string &type) {
  return {"has type " + type + ", which no scalar has"};
}

Result<ArgumentBytes> scalarBytes(const std::string &type,
                                  const EntryArgument &argument) {
  std::optional<DType> dtype = dtypeOf(type);
  if (!dtype)
    return noScalar(type);
  ArgumentBytes result;
  if (Status status = storeScalar(*dtype, argument, result); !status)
    return status.error();
  return result;
}

Status EntryLaunch::storeArgument(size_t index, const EntryArgument &argument) {
  const KernelParam &param = entry.params[index];
  auto problem = [&](const std::string &text) {
    return Error{"parameter " + param.name + " of " + entry.entry + " " + text};
  };
  if (!param.type.empty() && param.type[0] == '*') {
    std::string_view element = std::string_view(param.type).substr(1);
    if (argument.kind == EntryArgument::Float ||
        (argument.kind == EntryArgument::Integer && argument.number != 0))
      return problem("is a pointer to " + std::string(element) +
                     ", not a number");
    if (!argument.type.empty() && argument.type != element)
      return problem("points to " + std::string(element) +
                     ", but the tensor holds " + argument.type);
    if (argument.address % static_cast<uint64_t>(param.divisibility) != 0)
      return problem("must be aligned to " +
                     std::to_string(param.divisibility) +
                     " bytes: the code was compiled for that");
    store(argument.address, launch.arguments[index]);
    return {};
  }
  const std::optional<DType> &type = types[index];
  if (!type)
    return problem(noScalar(param.type).message);
  if (Status status = storeScalar(*type, argument, launch.arguments[index]);
      !status)
    return problem(status.error().message);
  if (param.divisibility > 1 && argument.number % param.divisibility != 0)
    return problem("must be divisible by " +
                   std::to_string(param.divisibility) + ", but is " +
                   decimal(argument.number) +
                   ": the code was compiled for that");
  return {};
}

Status EntryLaunch::storeWorkspace(size_t index) {
  Result<DevicePtr> space =
      device.allocateScratch({entry.entry + " workspace",
                              static_cast<size_t>(entry.workspaceBytes),
                              "",
                              {}});
  if (!space)
    return space.error();
  workspaces.push_back(*space);
  store(*space, launch.arguments[index]);
  return {};
}

Status EntryLaunch::storeMap(size_t index,
                             const std::vector<EntryArgument> &arguments) {
  const KernelParam &param = entry.params[index];
  const TensorMapRecipe &recipe = entry.maps[static_cast<size_t>(param.map)];
  // A negative number -k-1 stands for the value of argument k.
  bool known = true;
  auto resolve = [&](int64_t value) {
    if (value >= 0)
      return value;
    auto index = static_cast<size_t>(-value - 1);
    known = known && index < arguments.size();
    return known ? static_cast<int64_t>(arguments[index].number) : 0;
  };
  MapSpec spec;
  auto base = static_cast<size_t>(recipe.base);
  if (base >= arguments.size())
    return Error{"the tensor map " + param.name + " of " + entry.entry +
                 " refers to argument " + std::to_string(base) +
                 ", which there is not"};
  std::optional<DType> type = dtypeOf(recipe.type);
  auto width = static_cast<int64_t>(type ? tqc::bytesOf(*type) : 1);
  spec.base = arguments[base].address;
  spec.type = recipe.type;
  // Of an empty tensor there is no map: the kernel asks for nothing in it.
  for (int64_t dim : recipe.dims)
    spec.dims.push_back(
        static_cast<uint64_t>(std::max<int64_t>(resolve(dim), 1)));
  for (int64_t stride : recipe.strides)
    spec.strides.push_back(static_cast<uint64_t>(resolve(stride) * width));
  for (int64_t size : recipe.box)
    spec.box.push_back(static_cast<uint32_t>(size));
  spec.elementStrides.assign(spec.dims.size(), 1);
  spec.swizzleBytes = recipe.swizzleBytes;
  if (!known)
    return Error{"the tensor map " + param.name + " of " + entry.entry +
                 " refers to an argument that there is not"};
  Result<std::array<uint8_t, 128>> map = device.encodeMap(spec);
  if (!map)
    return Error{"the tensor map " + param.name + " of " + entry.entry + ": " +
                 map.error().message};
  launch.arguments[index].bytes.assign(map->begin(), map->end());
  return {};
}

Status EntryLaunch::bind(const std::vector<EntryArgument> &arguments) {
  if (argumentCount != arguments.size())
    return Error{entry.entry + " takes " + std::to_string(argumentCount) +
                 " arguments, " + std::to_string(arguments.size()) +
                 " were given"};
  freeWorkspaces();
  launch.arguments.resize(entry.params.size());
  size_t next = 0;
  for (size_t i = 0; i < entry.params.size(); ++i) {
    Status status;
    switch (entry.params[i].role) {
    case ParamRole::Argument:
      status = storeArgument(i, arguments[next++]);
      break;
    case ParamRole::TensorMap:
      status = storeMap(i, arguments);
      break;
    case ParamRole::Workspace:
      status = storeWorkspace(i);
      break;
    case ParamRole::Grid: // known when it is launched
      store(uint32_t(0), launch.arguments[i]);
      break;
    }
    if (!status)
      return status;
  }
  return {};
}

Status EntryLaunch::clearWorkspaces() {
  // A copy: a fill would be a step of the launcher, and timed.
  std::vector<uint8_t> zeros(static_cast<size_t>(entry.workspaceBytes));
  for (DevicePtr workspace : workspaces)
    if (Status status = device.copyIn(workspace, zeros.data(), zeros.size());
        !status)
      return status;
  return {};
}

/// The grid that was asked for, as parameters.
void EntryLaunch::storeGrid() {
  for (size_t i = 0; i < entry.params.size(); ++i)
    if (entry.params[i].role == ParamRole::Grid)
      store(launch.grid[static_cast<size_t>(entry.params[i].axis)],
            launch.arguments[i]);
}

/// As many CTAs as there are multiprocessors, each with all that one has, or as
/// their clusters run at a time. A CTA counts programs in 32 bits: where they
/// are more, the launch is as large as it was asked to be, and fails.
void EntryLaunch::launchPersistent() {
  uint64_t programs =
      uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2];
  auto most = static_cast<uint64_t>(device.clustersAtOnce(launch)) *
              static_cast<uint64_t>(entry.ctasPerProgram);
  if (programs + most <= INT32_MAX)
    launch.grid = {static_cast<uint32_t>(std::min(programs, most)), 1, 1};
  else
    launch.grid = {UINT32_MAX, 1, 1};
}

const Launch &EntryLaunch::description(const std::array<uint32_t, 3> &grid) {
  launch.grid = grid;
  // A grid that is too large stays so, and is refused.
  uint64_t ctas =
      uint64_t(grid[0]) * static_cast<uint64_t>(entry.ctasPerProgram);
  launch.grid[0] = static_cast<uint32_t>(std::min<uint64_t>(ctas, UINT32_MAX));
  storeGrid();
  if (entry.isPersistent())
    launchPersistent();
  auto batch = static_cast<uint32_t>(entry.batch);
  launch.grid[0] = launch.grid[0] / batch + (launch.grid[0] % batch != 0);
  launch.overlaps =
      uint64_t(launch.grid[0]) * launch.grid[1] * launch.grid[2] <=
      static_cast<uint64_t>(entry.overlaps);
  return launch;
}

//===----------------------------------------------------------------------===//
// PTX of other compilers
//===----------------------------------------------------------------------===//

namespace {

/// Reads words and punctuation of PTX, comments left out.
class PtxWords {
public:
  explicit PtxWords(const std::string &text) : text(text) {}

  /// The next word, or "" at the end.
  std::string next() {
    skip();
    if (at == text.size())
      return "";
    size_t begin = at++;
    if (isWord(text[begin]))
      while (at < text.size() && isWord(text[at]))
        ++at;
    return text.substr(begin, at - begin);
  }

private:
  static bool isWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
           c == '.' || c == '$' || c == '%';
  }
  void skip() {
    while (at < text.size())
      if (std::isspace(static_cast<unsigned char>(text[at])))
        ++at;
      else if (text.compare(at, 2, "//") == 0)
        at = std::min(text.find('\n', at), text.size());
      else if (text.compare(at, 2, "/*") == 0)
        at = std::min(text.find("*/", at), text.size() - 2) + 2;
      else
        return;
  }

  const std::string &text;
  size_t at = 0;
};

} // namespace

static size_t ptxTypeBytes(const std::string &type) {
  size_t digits = type.find_first_of("0123456789");
  int bits = digits == std::string::npos ? 0 : std::atoi(&type[digits]);
  return static_cast<size_t>(bits) / 8;
}

/// Reads `(.param .u64 .ptr .align 16 x, .param .align 8 .b8 y[16])`.
static std::vector<PtxParam> readParams(PtxWords &words) {
  std::vector<PtxParam> params;
  for (std::string word = words.next(); !word.empty() && word != ")";
       word = words.next()) {
    if (word == ".param") {
      params.emplace_back();
    } else if (params.empty()) {
      continue;
    } else if (word == ".align") {
      words.next();
    } else if (word == "[") {
      params.back().bytes *=
          static_cast<size_t>(std::atoll(words.next().c_str()));
    } else if (word[0] == '.' && params.back().bytes == 0 &&
               ptxTypeBytes(word) > 0) {
      params.back().type = word.substr(1);
      params.back().bytes = ptxTypeBytes(word);
    } else if (word[0] != '.' && word != "," && word != "]") {
      params.back().name = word;
    }
  }
  return params;
}

Result<std::vector<PtxParam>> ptxParams(const std::string &ptx,
                                        std::string &name) {
  PtxWords words(ptx);
  std::vector<PtxParam> found;
  std::vector<std::string> entries;
  for (std::string word = words.next(); !word.empty(); word = words.next()) {
    if (word != ".entry")
      continue;
    entries.push_back(words.next());
    bool wanted = name.empty() || entries.back() == name;
    std::string after = words.next();
    if (wanted && after == "(")
      found = readParams(words);
  }
  std::string list;
  for (const std::string &entry : entries)
    list += (list.empty() ? "" : ", ") + entry;
  if (entries.empty())
    return Error{"there is no .entry in the PTX"};
  if (name.empty() && entries.size() > 1)
    return Error{"the PTX has several entries; say which: " + list};
  if (name.empty())
    name = entries.front();
  if (std::find(entries.begin(), entries.end(), name) == entries.end())
    return Error{"the PTX has no entry " + name + "; it has " + list};
  return found;
}

} // namespace tqc
