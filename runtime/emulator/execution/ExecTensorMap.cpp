//===- ExecTensorMap.cpp - tensor maps that a kernel makes ----------------===//
//
// tensormap.replace changes one field of a map, tensormap.cp_fenceproxy brings
// a map from shared to global memory. 128 zero bytes are a map whose fields
// are all missing; what is missing or wrong is said when the map is used.
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/memory/SharedPlace.h"
#include "runtime/emulator/numerics/TensorMap.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

using numerics::TensorMap;
using numerics::TensorMapType;

static constexpr unsigned kMapBytes = 128;

/// The fields that tensormap.replace names.
enum class MapField : uint32_t {
  Address,
  Rank,
  Box,
  Dim,
  Stride,
  ElementStride,
  Type,
  Interleave,
  Swizzle,
  Fill,
};

static constexpr std::string_view kFieldNames[] = {
    "global_address", "rank",           "box_dim",  "global_dim",
    "global_stride",  "element_stride", "elemtype", "interleave_layout",
    "swizzle_mode",   "fill_mode"};

/// The codes of .elemtype; the ones that round or flush are not modelled.
static bool setType(TensorMap &map, uint64_t code) {
  static constexpr std::pair<uint64_t, TensorMapType> kTypes[] = {
      {0, TensorMapType::U8},  {1, TensorMapType::U16},
      {2, TensorMapType::U32}, {3, TensorMapType::S32},
      {4, TensorMapType::U64}, {5, TensorMapType::S64},
      {6, TensorMapType::F16}, {7, TensorMapType::F32},
      {9, TensorMapType::F64}, {10, TensorMapType::Bf16}};
  for (auto [known, type] : kTypes)
    if (known == code) {
      map.type = type;
      return true;
    }
  return false;
}

/// Sets one field; false if the emulator does not model the value.
static bool setField(TensorMap &map, MapField field, uint32_t dim,
                     uint64_t value) {
  switch (field) {
  case MapField::Address:
    map.base = value;
    return true;
  case MapField::Rank: // counted from 0
    map.rank = static_cast<unsigned>(value) + 1;
    return value < numerics::kMaxRank;
  case MapField::Box:
    map.box[dim] = static_cast<uint32_t>(value);
    return true;
  case MapField::Dim:
    map.dims[dim] = value;
    return true;
  case MapField::Stride: // of dimension dim + 1
    map.strides[dim + 1] = value;
    return true;
  case MapField::ElementStride:
    map.elementStrides[dim] = static_cast<uint32_t>(value);
    return true;
  case MapField::Type:
    return setType(map, value);
  case MapField::Interleave:
    return value == 0;
  case MapField::Swizzle:
    map.swizzle = static_cast<numerics::Swizzle>(value);
    return value <= 3;
  case MapField::Fill:
    map.fillNan = value != 0;
    return value <= 1;
  }
  return false;
}

/// The map in memory; 128 zeros are an empty one.
static std::optional<TensorMap> mapAt(const uint8_t *bytes) {
  if (std::all_of(bytes, bytes + kMapBytes,
                  [](uint8_t byte) { return byte == 0; }))
    return TensorMap();
  return numerics::decodeTensorMap(bytes);
}

// Inst::flags is the field, target the dimension, s[1] or s[2] the value's
// register, whose lane has dBytes bytes.
static Step replaceField(Warp &w, const Inst &i, Mask mask) {
  LaneMemory memory;
  if (!locate(w, i, mask, kMapBytes, AccessKind::Store, memory))
    return Step::Fault;
  auto field = static_cast<MapField>(i.flags);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(memory.mask >> lane & 1))
      continue;
    std::optional<TensorMap> map = mapAt(memory.bytes[lane]);
    uint64_t value =
        i.count == 8 ? w.reg<uint64_t>(i.d)[lane] : w.reg<uint32_t>(i.d)[lane];
    if (!map || !setField(*map, field, i.target, value)) {
      reportFatal(w, i, Mask(1) << lane, "tensor-map",
                  map ? "the value " + std::to_string(value) + " of " +
                            std::string(kFieldNames[i.flags]) +
                            " is not supported"
                      : "the 128 bytes that this changes are no tensor map "
                        "that the emulator encoded");
      return Step::Fault;
    }
    numerics::TensorMapBytes bytes = numerics::encodeTensorMap(*map);
    std::memcpy(memory.bytes[lane], bytes.data(), bytes.size());
    if (memory.anyUndefined && memory.undefined[lane])
      std::memset(memory.undefined[lane], 0, kMapBytes);
  }
  return Step::Next;
}

bool selectMapReplace(const FormMatch &m, Inst &inst, std::string &why) {
  for (uint32_t field = 0; field < std::size(kFieldNames); ++field)
    if (m.has(kFieldNames[field]))
      inst.flags = field;
  bool hasDim = m.operands.size() == 3;
  const DecodedOperand &value = m.operands[hasDim ? 2 : 1];
  inst.target = 0;
  if (hasDim) {
    const DecodedOperand &dim = m.operands[1];
    bool isStride = inst.flags == static_cast<uint32_t>(MapField::Stride);
    if (!dim.isImmediate ||
        dim.value >= numerics::kMaxRank - (isStride ? 1 : 0)) {
      why = "the dimension must be a constant that a tensor map has";
      return false;
    }
    inst.target = static_cast<uint32_t>(dim.value);
  }
  inst.d = value.regs[0];
  inst.count = static_cast<uint8_t>(byteWidth(m.last()));
  inst.poison = PoisonRule::Self;
  inst.exec = replaceField;
  return true;
}

/// The pool holds the two addresses.
static Step publishMap(Warp &w, const Inst &i, Mask mask) {
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  unsigned lane = firstLane(mask);
  SharedPlace from;
  if (!needShared(w, i, lane, addressAt(w, pool + kAddressWords, lane),
                  kMapBytes, kMapBytes, from))
    return Step::Fault;
  LaneMemory to;
  to.address[lane] = addressAt(w, pool, lane);
  if (!locateAddresses(w, i, Mask(1) << lane, Space::Global, kMapBytes,
                       AccessKind::Store, to))
    return Step::Fault;
  if (to.mask == 0)
    return Step::Next;
  std::memcpy(to.bytes[lane], from.bytes, kMapBytes);
  if (to.anyUndefined && to.undefined[lane])
    std::memset(to.undefined[lane], 0, kMapBytes);
  settleStores(w, i);
  return Step::Next;
}

bool selectMapPublish(const FormMatch &m, Inst &inst, std::string &why) {
  if (!m.operands[2].isImmediate || m.operands[2].value != kMapBytes) {
    why = "a tensor map has 128 bytes";
    return false;
  }
  std::vector<uint32_t> words;
  addAddress(words, m.operands[0]);
  addAddress(words, m.operands[1]);
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = static_cast<uint32_t>(words.size());
  inst.poison = PoisonRule::Self;
  inst.exec = publishMap;
  return true;
}

} // namespace tqc::emu
