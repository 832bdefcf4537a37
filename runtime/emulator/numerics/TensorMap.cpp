//===- TensorMap.cpp - What a tensor map means ----------------------------===//
//
// The limits, the packed form, and the walk over a box.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/numerics/TensorMap.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace tqc::numerics {

std::optional<Swizzle> swizzleOfBytes(int bytes) {
  switch (bytes) {
  case 0:
    return Swizzle::None;
  case 32:
    return Swizzle::B32;
  case 64:
    return Swizzle::B64;
  case 128:
    return Swizzle::B128;
  }
  return std::nullopt;
}

namespace {
struct TypeFacts {
  uint32_t bytes;
  bool isFloat;
  uint64_t nan;
};
} // namespace

static const TypeFacts kTypes[] = {
#define TENSOR_MAP_TYPE(Name, Bytes, IsFloat, Nan) {Bytes, IsFloat, Nan},
#include "runtime/emulator/numerics/TensorMap.def"
};

uint32_t elementBytes(TensorMapType type) { return kTypes[size_t(type)].bytes; }

std::optional<TensorMapType> tensorMapType(std::string_view name) {
  static const std::pair<std::string_view, TensorMapType> kNames[] = {
#define TENSOR_MAP_NAME(Text, Name) {Text, TensorMapType::Name},
#include "runtime/emulator/numerics/TensorMap.def"
  };
  for (const auto &[text, type] : kNames)
    if (text == name)
      return type;
  return std::nullopt;
}

bool TensorMap::operator==(const TensorMap &other) const {
  return encodeTensorMap(*this) == encodeTensorMap(other);
}

uint32_t TensorMap::boxCount(unsigned dim) const {
  // The hardware ignores the innermost element stride.
  uint32_t step = dim == 0 ? 1 : elementStrides[dim];
  return (box[dim] + step - 1) / step;
}

uint32_t TensorMap::boxBytes() const {
  uint32_t bytes = elementBytes(type);
  for (unsigned dim = 0; dim < rank; ++dim)
    bytes *= boxCount(dim);
  return bytes;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

static std::string limit(const char *what, unsigned dim, uint64_t value,
                         const char *rule) {
  return std::string(what) + "[" + std::to_string(dim) + "] is " +
         std::to_string(value) + "; it must be " + rule;
}

static std::string checkDimension(const TensorMap &map, unsigned dim) {
  if (map.dims[dim] < 1 || map.dims[dim] > uint64_t(1) << 32)
    return limit("dims", dim, map.dims[dim], "from 1 to 2^32");
  if (map.box[dim] < 1 || map.box[dim] > 256)
    return limit("box", dim, map.box[dim], "from 1 to 256");
  if (map.elementStrides[dim] < 1 || map.elementStrides[dim] > 8)
    return limit("elementStrides", dim, map.elementStrides[dim], "from 1 to 8");
  if (dim == 0)
    return "";
  if (map.strides[dim] % 16 != 0)
    return limit("strides", dim, map.strides[dim], "a multiple of 16 bytes");
  if (map.strides[dim] >= uint64_t(1) << 40)
    return limit("strides", dim, map.strides[dim], "below 2^40 bytes");
  return "";
}

std::string checkTensorMap(const TensorMap &map) {
  if (map.rank < 1 || map.rank > kMaxRank)
    return "rank is " + std::to_string(map.rank) + "; it must be from 1 to 5";
  if (map.base % 16 != 0)
    return "the tensor's address is not a multiple of 16";
  for (unsigned dim = 0; dim < map.rank; ++dim)
    if (std::string error = checkDimension(map, dim); !error.empty())
      return error;
  uint32_t inner = map.box[0] * elementBytes(map.type);
  if (inner % 16 != 0)
    return "the box's rows are " + std::to_string(inner) +
           " bytes; they must be a multiple of 16";
  if (map.swizzle != Swizzle::None && inner > swizzleSpan(map.swizzle))
    return "the box's rows are " + std::to_string(inner) +
           " bytes; the swizzle allows " +
           std::to_string(swizzleSpan(map.swizzle));
  if (map.fillNan && !kTypes[size_t(map.type)].isFloat)
    return "NaN fill needs a float type";
  return "";
}

//===----------------------------------------------------------------------===//
// The packed form
//===----------------------------------------------------------------------===//

namespace {
struct Packed {
  char magic[4] = {'t', 'q', 'T', 'M'};
  uint8_t type = 0, rank = 0, swizzle = 0, fillNan = 0;
  uint64_t base = 0;
  uint64_t dims[kMaxRank] = {};
  uint64_t strides[kMaxRank - 1] = {};
  uint16_t box[kMaxRank] = {};
  uint8_t elementStrides[kMaxRank] = {};
  uint8_t unused[9] = {};
  uint64_t checksum = 0;
};
static_assert(sizeof(Packed) == 120, "packed without holes");
} // namespace

/// FNV-1a over all fields before the checksum.
static uint64_t checksumOf(const Packed &packed) {
  uint8_t bytes[offsetof(Packed, checksum)];
  memcpy(bytes, &packed, sizeof bytes);
  uint64_t hash = 0xcbf29ce484222325;
  for (uint8_t byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

TensorMapBytes encodeTensorMap(const TensorMap &map) {
  Packed packed;
  packed.type = uint8_t(map.type);
  packed.rank = uint8_t(map.rank);
  packed.swizzle = uint8_t(map.swizzle);
  packed.fillNan = map.fillNan;
  packed.base = map.base;
  for (unsigned dim = 0; dim < kMaxRank; ++dim) {
    packed.dims[dim] = map.dims[dim];
    if (dim > 0)
      packed.strides[dim - 1] = map.strides[dim];
    packed.box[dim] = uint16_t(map.box[dim]);
    packed.elementStrides[dim] = uint8_t(map.elementStrides[dim]);
  }
  packed.checksum = checksumOf(packed);
  TensorMapBytes bytes = {};
  memcpy(bytes.data(), &packed, sizeof packed);
  return bytes;
}

std::optional<TensorMap> decodeTensorMap(const uint8_t *bytes) {
  Packed packed;
  memcpy(&packed, bytes, sizeof packed);
  if (memcmp(packed.magic, Packed().magic, sizeof packed.magic) != 0 ||
      packed.checksum != checksumOf(packed))
    return std::nullopt;
  TensorMap map;
  map.type = TensorMapType(packed.type);
  map.rank = packed.rank;
  map.swizzle = Swizzle(packed.swizzle);
  map.fillNan = packed.fillNan != 0;
  map.base = packed.base;
  for (unsigned dim = 0; dim < kMaxRank; ++dim) {
    map.dims[dim] = packed.dims[dim];
    map.strides[dim] = dim > 0 ? packed.strides[dim - 1] : 0;
    map.box[dim] = packed.box[dim];
    map.elementStrides[dim] = packed.elementStrides[dim];
  }
  return map;
}

//===----------------------------------------------------------------------===//
// The walk over a box
//===----------------------------------------------------------------------===//

/// Appends one piece of a row, cut where the swizzle may move it.
static void appendRun(std::vector<BoxRun> &runs, const TensorMap &map,
                      BoxRun run) {
  if (map.swizzle == Swizzle::None) {
    runs.push_back(run);
    return;
  }
  while (run.bytes > 0) {
    uint32_t bytes = std::min(run.bytes, 16 - run.shared % 16);
    runs.push_back(
        {run.global, swizzled(run.shared, map.swizzle), bytes, run.inBounds});
    run.global += bytes;
    run.shared += bytes;
    run.bytes -= bytes;
  }
}

/// One row of the box: left of the tensor, inside, and right of it.
static void appendRow(std::vector<BoxRun> &runs, const TensorMap &map,
                      int64_t column, uint64_t rowAddress, bool rowInBounds,
                      uint32_t shared) {
  int64_t end = column + map.box[0], width = elementBytes(map.type);
  auto dim = int64_t(map.dims[0]);
  int64_t from = std::clamp<int64_t>(0, column, end);
  int64_t to = std::clamp<int64_t>(dim, from, end);
  if (!rowInBounds)
    from = to = end;
  auto piece = [&](int64_t first, int64_t last, bool inBounds) {
    if (first < last)
      appendRun(runs, map,
                {inBounds ? rowAddress + uint64_t(first * width) : 0,
                 shared + uint32_t((first - column) * width),
                 uint32_t((last - first) * width), inBounds});
  };
  piece(column, from, false);
  piece(from, to, true);
  piece(to, end, false);
}

std::vector<BoxRun> boxRuns(const TensorMap &map,
                            const Coordinates &coordinates, uint32_t shared) {
  std::vector<BoxRun> runs;
  uint32_t rowBytes = map.box[0] * elementBytes(map.type);
  uint32_t rows = map.boxBytes() / rowBytes;
  runs.reserve(map.swizzle == Swizzle::None ? rows : map.boxBytes() / 16);
  std::array<uint32_t, kMaxRank> index = {};
  for (uint32_t row = 0; row < rows; ++row) {
    uint64_t address = map.base;
    bool inBounds = true;
    for (unsigned dim = 1; dim < map.rank; ++dim) {
      int64_t at = int64_t(coordinates[dim]) +
                   int64_t(index[dim]) * map.elementStrides[dim];
      inBounds &= at >= 0 && at < int64_t(map.dims[dim]);
      address += uint64_t(at) * map.strides[dim];
    }
    appendRow(runs, map, coordinates[0], address, inBounds,
              shared + row * rowBytes);
    for (unsigned dim = 1; dim < map.rank; ++dim) {
      if (++index[dim] < map.boxCount(dim))
        break;
      index[dim] = 0;
    }
  }
  return runs;
}

uint64_t fillElement(const TensorMap &map) {
  return map.fillNan ? kTypes[size_t(map.type)].nan : 0;
}

} // namespace tqc::numerics
