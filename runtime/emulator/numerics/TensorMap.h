//===- TensorMap.h - What a tensor map means --------------------*- C++ -*-===//
//
// Which bytes does a bulk tensor copy move? A TensorMap holds the facts of a
// tiled cuTensorMapEncodeTiled call; `boxRuns` turns coordinates into runs of
// bytes, swizzled in shared memory and clipped at the tensor's bounds.
//
//     TensorMap map = {TensorMapType::F16, /*rank=*/2};
//     map.dims = {100, 64};  map.strides = {0, 208};  map.box = {64, 8};
//     map.swizzle = Swizzle::B128;
//     boxRuns(map, {64, 0}, sharedAddress); // columns 100... are out of bounds
//
// The 128 bytes that a kernel gets are this project's own packing, with a
// checksum: bytes that a driver encoded, or none at all, are refused.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_TENSORMAP_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_TENSORMAP_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tqc::numerics {

/// How 16-byte chunks move inside rows of 32, 64 or 128 bytes.
enum class Swizzle : uint8_t { None, B32, B64, B128 };

/// The bytes of a row of the pattern; 16 without swizzle.
constexpr uint32_t swizzleSpan(Swizzle swizzle) {
  return 16u << unsigned(swizzle);
}

/// Where the hardware puts the byte whose plain address is `address`: bits 4..
/// are xored with bits 7.. of the shared address.
constexpr uint32_t swizzled(uint32_t address, Swizzle swizzle) {
  uint32_t mask = (1u << unsigned(swizzle)) - 1;
  return address ^ ((address >> 7 & mask) << 4);
}

std::optional<Swizzle> swizzleOfBytes(int bytes);

enum class TensorMapType : uint8_t {
#define TENSOR_MAP_TYPE(Name, Bytes, IsFloat, Nan) Name,
#include "runtime/emulator/numerics/TensorMap.def"
};

uint32_t elementBytes(TensorMapType type);
/// The type for a name such as "bf16"; none if tensor maps have no such type.
std::optional<TensorMapType> tensorMapType(std::string_view name);

inline constexpr unsigned kMaxRank = 5;

/// A tiled tensor map. Dimension 0 is the innermost; strides are in bytes and
/// strides[0] is not used (elements of a row are adjacent).
struct TensorMap {
  TensorMapType type = TensorMapType::U8;
  unsigned rank = 1;
  uint64_t base = 0;
  std::array<uint64_t, kMaxRank> dims = {1, 1, 1, 1, 1};
  std::array<uint64_t, kMaxRank> strides = {};
  std::array<uint32_t, kMaxRank> box = {1, 1, 1, 1, 1};
  std::array<uint32_t, kMaxRank> elementStrides = {1, 1, 1, 1, 1};
  Swizzle swizzle = Swizzle::None;
  bool fillNan = false;

  bool operator==(const TensorMap &other) const;

  /// Elements that one copy moves along a dimension.
  uint32_t boxCount(unsigned dim) const;
  /// The bytes of one copy: what a load adds to its mbarrier, in or out of
  /// bounds.
  uint32_t boxBytes() const;
};

/// Says what the driver would refuse, in one line; empty if nothing.
std::string checkTensorMap(const TensorMap &map);

using TensorMapBytes = std::array<uint8_t, 128>;

TensorMapBytes encodeTensorMap(const TensorMap &map);
/// Nothing if the bytes are not what `encodeTensorMap` wrote.
std::optional<TensorMap> decodeTensorMap(const uint8_t *bytes);

/// A run of bytes that is contiguous on both sides.
struct BoxRun {
  uint64_t global = 0; ///< address; meaningless if out of bounds
  uint32_t shared = 0; ///< swizzled shared address
  uint32_t bytes = 0;
  bool inBounds = true;
};

using Coordinates = std::array<int32_t, kMaxRank>;

/// The runs of one box at `coordinates`, in the order of shared memory before
/// swizzling. Loads fill the runs that are out of bounds (`fillElement`),
/// stores and reductions leave them out. Runs never split an element.
std::vector<BoxRun> boxRuns(const TensorMap &map,
                            const Coordinates &coordinates, uint32_t shared);

/// One element of what out-of-bounds parts of a load are filled with.
uint64_t fillElement(const TensorMap &map);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_TENSORMAP_H
