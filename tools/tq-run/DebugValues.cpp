//===- DebugValues.cpp - The values of a program's names ------------------===//

#include "tools/tq-run/DebugValues.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace tqc {

//===----------------------------------------------------------------------===//
// Registers to elements
//===----------------------------------------------------------------------===//

/// The xor of the columns that the bits of `index` select.
static uint32_t columnsOf(uint32_t index,
                          const std::vector<uint32_t> &columns) {
  uint32_t flat = 0;
  for (size_t bit = 0; bit < columns.size(); ++bit)
    if (index >> bit & 1)
      flat ^= columns[bit];
  return flat;
}

static const emu::PtxRegister *findRegister(const emu::Function &function,
                                            const std::string &name,
                                            uint32_t &offset) {
  const auto &registers = function.ptx->registers;
  for (size_t i = 0; i < registers.size(); ++i)
    if (registers[i].name == name) {
      offset = function.registerOffsets[i];
      return &registers[i];
    }
  return nullptr;
}

void DebugValues::record(emu::Warp &warp, const emu::Mark &mark,
                         emu::Mask lanes) {
  bool isPointer = mark.type[0] == '*';
  std::optional<DType> type = isPointer ? DType::I64 : dtypeOf(mark.type);
  if (!type)
    return;
  DebugValue &value = values[{mark.function, mark.name}];
  if (value.type != mark.type || value.tensor.shape != mark.shape) {
    value.type = mark.type;
    value.isTile = !mark.shape.empty();
    value.tensor = HostTensor(*type, mark.shape);
    value.states.assign(static_cast<size_t>(value.tensor.numel()),
                        ElementState::Missing);
  }
  const emu::Function &function = *warp.group->frame->function;
  uint32_t warpPart = columnsOf(warp.index, mark.warpColumns);
  for (size_t i = 0; i < mark.registers.size(); ++i) {
    uint32_t offset = 0;
    const emu::PtxRegister *reg =
        findRegister(function, mark.registers[i], offset);
    if (!reg)
      continue;
    bool isPredicate = reg->type == emu::PtxType::Pred;
    size_t laneBytes = std::max(2u, emu::byteWidth(reg->type));
    uint32_t regPart =
        columnsOf(mark.first + static_cast<uint32_t>(i), mark.regColumns) ^
        warpPart;
    emu::Mask undefined =
        warp.checks() ? warp.shadowOf(offset).lanes : emu::Mask(0);
    for (uint32_t lane = 0; lane < emu::kLanes; ++lane) {
      uint32_t element = regPart ^ columnsOf(lane, mark.laneColumns);
      if (!(lanes >> lane & 1) || element >= value.states.size())
        continue;
      uint64_t bits = 0;
      if (isPredicate)
        bits = warp.pred(offset) >> lane & 1;
      else
        std::memcpy(&bits, warp.reg<uint8_t>(offset) + lane * laneBytes,
                    laneBytes);
      std::memcpy(value.tensor.at(element), &bits, bytesOf(*type));
      value.states[element] =
          undefined >> lane & 1 ? ElementState::Undefined : ElementState::Known;
    }
  }
}

const DebugValue *
DebugValues::find(const std::string &name,
                  const std::vector<std::string> &functions) const {
  for (const std::string &function : functions)
    if (auto it = values.find({function, name}); it != values.end())
      return &it->second;
  return nullptr;
}

std::vector<std::string> DebugValues::names(const std::string &function) const {
  std::vector<std::string> list;
  for (const auto &[key, value] : values)
    if (key.first == function)
      list.push_back(key.second + " " + describe(value));
  return list;
}

//===----------------------------------------------------------------------===//
// Elements to text
//===----------------------------------------------------------------------===//

std::string describe(const DebugValue &value) {
  std::string text = value.type;
  for (size_t i = 0; i < value.tensor.shape.size(); ++i)
    text += (i ? "x" : " ") + std::to_string(value.tensor.shape[i]);
  return text;
}

static std::string showElement(const DebugValue &value, int64_t index) {
  ElementState state = value.states[static_cast<size_t>(index)];
  if (state != ElementState::Known)
    return state == ElementState::Missing ? "-" : "?";
  const uint8_t *at = value.tensor.at(index);
  char text[64];
  DType type = value.tensor.type;
  if (value.type[0] == '*')
    std::snprintf(text, sizeof text, "0x%llx",
                  static_cast<unsigned long long>(loadInteger(type, at)));
  else if (infoOf(type).kind == DTypeKind::Bool)
    return loadInteger(type, at) ? "True" : "False";
  else if (infoOf(type).kind == DTypeKind::Unsigned)
    std::snprintf(text, sizeof text, "%llu",
                  static_cast<unsigned long long>(loadInteger(type, at)));
  else if (isFloat(type))
    std::snprintf(text, sizeof text, "%.6g", loadElement(type, at));
  else
    std::snprintf(text, sizeof text, "%lld",
                  static_cast<long long>(loadInteger(type, at)));
  return text;
}

namespace {
/// What an index expression picks of one dimension.
struct Slice {
  int64_t begin = 0, end = 0;
  bool isIndex = false;
};
} // namespace

static Result<int64_t> readIndex(const std::string &text, int64_t extent,
                                 int64_t otherwise) {
  if (text.empty())
    return otherwise;
  char *rest = nullptr;
  long long number = std::strtoll(text.c_str(), &rest, 10);
  if (*rest || text.size() > 9)
    return Error{"\"" + text + "\" is no index"};
  return number < 0 ? number + extent : number;
}

static Result<Slice> readSlice(std::string text, int64_t extent) {
  text.erase(std::remove_if(text.begin(), text.end(),
                            [](unsigned char c) { return std::isspace(c); }),
             text.end());
  Slice slice;
  size_t colon = text.find(':');
  slice.isIndex = colon == std::string::npos && !text.empty();
  Result<int64_t> begin = readIndex(text.substr(0, colon), extent, 0);
  if (!begin)
    return begin.error();
  slice.begin = *begin;
  slice.end = *begin + 1;
  if (!slice.isIndex) {
    Result<int64_t> end =
        readIndex(colon == std::string::npos ? "" : text.substr(colon + 1),
                  extent, extent);
    if (!end)
      return end.error();
    slice.begin = std::max<int64_t>(slice.begin, 0);
    slice.end = std::min(*end, extent);
  }
  if (slice.begin < 0 || slice.end > extent || slice.begin >= slice.end)
    return Error{"\"" + text + "\" picks nothing of an extent of " +
                 std::to_string(extent)};
  return slice;
}

static Result<std::vector<Slice>>
readSlices(const std::string &indices, const std::vector<int64_t> &shape) {
  std::vector<Slice> slices;
  std::stringstream in(indices);
  for (std::string word; std::getline(in, word, ',');) {
    if (slices.size() == shape.size())
      return Error{"the tile has " + std::to_string(shape.size()) +
                   " dimensions, and more indices were given"};
    Result<Slice> slice = readSlice(word, shape[slices.size()]);
    if (!slice)
      return slice.error();
    slices.push_back(*slice);
  }
  while (slices.size() < shape.size())
    slices.push_back({0, shape[slices.size()], false});
  return slices;
}

Result<std::string> showElements(const DebugValue &value,
                                 const std::string &indices) {
  if (!value.isTile) {
    if (!indices.empty())
      return Error{"it is a scalar and has no elements"};
    return "  " + showElement(value, 0) + "\n";
  }
  const std::vector<int64_t> &shape = value.tensor.shape;
  Result<std::vector<Slice>> slices = readSlices(indices, shape);
  if (!slices)
    return slices.error();
  // Without indices a corner has to do.
  int64_t columns = indices.empty() ? 8 : 16, rows = indices.empty() ? 8 : 64;
  const Slice &last = slices->back();
  int64_t perRow = std::min(last.end - last.begin, columns);
  bool wraps = shape.size() == 1; // a long vector goes on in the next row
  std::string text;
  int64_t shown = 0, total = last.end - last.begin;
  for (size_t d = 0; d + 1 < shape.size(); ++d)
    total *= (*slices)[d].end - (*slices)[d].begin;
  std::vector<int64_t> at;
  for (const Slice &slice : *slices)
    at.push_back(slice.begin);
  for (int64_t row = 0; row < rows; ++row) {
    std::string head = "  [";
    int64_t flat = 0;
    for (size_t d = 0; d < shape.size(); ++d) {
      head += (d ? ", " : "") + std::to_string(at[d]);
      flat = flat * shape[d] + at[d];
    }
    head += "]";
    head.resize(std::max<size_t>(head.size() + 1, 12), ' ');
    int64_t count = std::min(perRow, last.end - at.back());
    for (int64_t i = 0; i < count; ++i)
      head += " " + showElement(value, flat + i);
    shown += count;
    text +=
        head + (!wraps && count < last.end - last.begin ? " ..." : "") + "\n";
    // The next row.
    size_t d = shape.size();
    if (wraps && (at[0] += count) < last.end)
      continue;
    for (--d; d > 0; --d) {
      if (++at[d - 1] < (*slices)[d - 1].end)
        break;
      at[d - 1] = (*slices)[d - 1].begin;
    }
    if (d == 0)
      break;
  }
  if (shown < total)
    text += "  " + std::to_string(total - shown) + " more\n";
  if (text.find(" ?") != std::string::npos)
    text += "  ? comes from memory that nobody wrote\n";
  return text;
}

} // namespace tqc
