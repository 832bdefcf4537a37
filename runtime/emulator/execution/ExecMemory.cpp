//===- ExecMemory.cpp - loads and stores ----------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/MemoryOrder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

static const uint32_t *poolOf(const Warp &w, const Inst &i) {
  return w.group->frame->function->pool.data() + i.pool;
}

/// flags of loads: volatile, relaxed or acquire, as in a loop that waits.
enum LoadFlags : uint32_t { kPolls = 1 };

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Which lanes read bytes that were never written.
static Mask undefinedLanes(const LaneMemory &memory, unsigned offset,
                           unsigned bytes) {
  Mask lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(memory.mask >> lane & 1) || !memory.undefined[lane])
      continue;
    const uint8_t *flags = memory.undefined[lane] + offset;
    uint64_t any = 0;
    switch (bytes) {
    case 1:
      any = *flags;
      break;
    case 2: {
      uint16_t v;
      std::memcpy(&v, flags, 2);
      any = v;
      break;
    }
    case 4: {
      uint32_t v;
      std::memcpy(&v, flags, 4);
      any = v;
      break;
    }
    default:
      for (unsigned k = 0; k < bytes; k += 8) {
        uint64_t v;
        std::memcpy(&v, flags + k, 8);
        any |= v;
      }
    }
    lanes |= Mask(any != 0) << lane;
  }
  return lanes;
}

/// Loads a T of memory into an R of the register, sign- or zero-extended.
template <typename T, typename R>
static void loadElement(Warp &w, const LaneMemory &memory, Mask mask,
                        unsigned offset, uint32_t reg) {
  R *to = w.reg<R>(reg);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    R value = 0;
    if (memory.mask >> lane & 1) {
      T element;
      std::memcpy(&element, memory.bytes[lane] + offset, sizeof element);
      value = static_cast<R>(element);
    }
    to[lane] = value;
  }
}

/// A row of elements of one kind into one register.
template <typename T, typename R>
static void loadRow(Warp &w, const uint8_t *from, size_t stride, uint32_t reg) {
  R *to = w.reg<R>(reg);
  if (sizeof(T) == sizeof(R) && stride == sizeof(T)) {
    std::memcpy(to, from, sizeof(R) * kLanes);
    return;
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    T element;
    std::memcpy(&element, from + lane * stride, sizeof element);
    to[lane] = static_cast<R>(element);
  }
}

/// Whether any of the bytes was never written.
static bool anySet(const uint8_t *flags, size_t count) {
  return flags && std::memchr(flags, 1, count) != nullptr;
}

/// What the lanes loaded, another warp stores with no barrier between: any of
/// two values.
static void markRaced(Warp &w, const Inst &i, Mask lanes) {
  const uint32_t *regs = poolOf(w, i);
  for (unsigned k = 0; k < i.count; ++k) {
    Shadow &shadow = w.shadowOf(regs[k]);
    shadow.set(lanes, lanes);
    shadow.origin = instIndex(w, i) | kRacedOrigin;
  }
  w.poisoned = true;
}

template <typename T, typename R>
static bool loadWholeRow(Warp &w, const Inst &i) {
  RowMemory row;
  unsigned bytes = sizeof(T) * i.count;
  if (!locateRow(w, i, bytes, row) ||
      anySet(row.undefined, row.stride * (kLanes - 1) + bytes))
    return false;
  noteRow(w, i, bytes, AccessKind::Load, row);
  const uint32_t *regs = poolOf(w, i);
  for (unsigned k = 0; k < i.count; ++k) {
    loadRow<T, R>(w, row.bytes + k * sizeof(T), row.stride, regs[k]);
    if (w.checks())
      w.shadowOf(regs[k]).lanes = 0;
  }
  if (Mask raced = w.cta.cluster.racedLanes)
    markRaced(w, i, row.stride ? raced : kAllLanes);
  return true;
}

template <typename T, typename R>
static Step load(Warp &w, const Inst &i, Mask mask) {
  w.cta.cluster.racedLanes = 0;
  if (i.flags & kPolls)
    w.polled = true;
  else if (mask == kAllLanes && loadWholeRow<T, R>(w, i))
    return Step::Next;
  LaneMemory memory;
  if (!locate(w, i, mask, sizeof(T) * i.count, AccessKind::Load, memory))
    return Step::Fault;
  const uint32_t *regs = poolOf(w, i);
  for (unsigned k = 0; k < i.count; ++k) {
    loadElement<T, R>(w, memory, mask, k * sizeof(T), regs[k]);
    if (!w.checks() || !(w.poisoned || memory.anyUndefined))
      continue;
    Shadow &shadow = w.shadowOf(regs[k]);
    unsigned offset = k * sizeof(T);
    Mask lanes =
        memory.anyUndefined ? undefinedLanes(memory, offset, sizeof(T)) : 0;
    if (lanes && sizeof(T) == 4)
      shadow.setHalves(mask, undefinedLanes(memory, offset, 2),
                       undefinedLanes(memory, offset + 2, 2));
    else
      shadow.set(mask, lanes);
    if (lanes) {
      shadow.origin = instIndex(w, i);
      w.poisoned = true;
    }
  }
  if (Mask raced = w.cta.cluster.racedLanes & memory.mask)
    markRaced(w, i, raced);
  return Step::Next;
}

template <typename T>
static ExecFn loadInto(unsigned bytes) {
  return bytes == 2   ? load<T, uint16_t>
         : bytes == 4 ? load<T, uint32_t>
                      : load<T, uint64_t>;
}

static ExecFn loadFor(PtxType type, unsigned regBytes) {
  bool isS = isSigned(type);
  switch (bitWidth(type)) {
  case 8:
    return isS ? loadInto<int8_t>(regBytes) : loadInto<uint8_t>(regBytes);
  case 16:
    return isS ? loadInto<int16_t>(regBytes) : loadInto<uint16_t>(regBytes);
  case 32:
    return isS ? loadInto<int32_t>(regBytes) : loadInto<uint32_t>(regBytes);
  case 64:
    return load<uint64_t, uint64_t>;
  default:
    return load<unsigned __int128, unsigned __int128>;
  }
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// The stored bytes are as defined as the value: of up to two bytes, as its
/// lower half.
static void markStored(Warp &w, const Inst &i, const LaneMemory &memory,
                       unsigned offset, unsigned bytes, uint32_t reg) {
  Shadow &shadow = w.shadowOf(reg);
  Mask lower = shadow.badLower() & memory.mask,
       upper = (bytes > 2 ? shadow.badUpper() : lower) & memory.mask;
  // What shared memory holds may be thrown away; what raced is said here.
  if ((lower | upper) && (memory.global || shadow.origin & kRacedOrigin)) {
    reportPoison(w, i, shadow, lower | upper, "is stored");
    lower = upper = 0;
  }
  if (!memory.anyUndefined)
    return;
  // Only of 32 bits do the halves differ.
  unsigned half = (bytes + 1) / 2;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (memory.mask >> lane & 1 && memory.undefined[lane]) {
      uint8_t *flags = memory.undefined[lane] + offset;
      std::memset(flags, lower >> lane & 1, half);
      std::memset(flags + half, upper >> lane & 1, bytes - half);
    }
}

/// A lane that has another value than lane 0; 0 if none has.
template <typename T, typename R>
static unsigned otherValue(const R *values) {
  for (unsigned lane = 1; lane < kLanes; ++lane)
    if (static_cast<T>(values[lane]) != static_cast<T>(values[0]))
      return lane;
  return 0;
}

/// Whether each lane stores behind the lane before.
static bool isAscending(const LaneMemory &memory, unsigned bytes) {
  uint64_t end = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(memory.mask >> lane & 1))
      continue;
    if (memory.address[lane] < end)
      return false;
    end = memory.address[lane] + bytes;
  }
  return true;
}

/// The lanes have stored: one that does not find its own value has met another
/// lane, which stored a different one.
template <typename T, typename R>
static void checkLanes(Warp &w, const Inst &i, const LaneMemory &memory,
                       unsigned k) {
  const R *from = w.reg<R>(poolOf(w, i)[k]);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    T value = static_cast<T>(from[lane]);
    if (!(memory.mask >> lane & 1) ||
        std::memcmp(memory.bytes[lane] + k * sizeof(T), &value, sizeof value) ==
            0)
      continue;
    for (unsigned other = lane + 1; other < kLanes; ++other)
      if (memory.mask >> other & 1 && memory.bytes[other] == memory.bytes[lane])
        return reportLaneRace(w, i, lane, other, memory.address[lane],
                              memory.global);
  }
}

/// The whole warp stores defined values to a row.
template <typename T, typename R>
static bool storeWholeRow(Warp &w, const Inst &i) {
  RowMemory row;
  unsigned bytes = sizeof(T) * i.count;
  const uint32_t *regs = poolOf(w, i);
  for (unsigned k = 0; w.checks() && k < i.count; ++k)
    if (w.shadowOf(regs[k]).lanes)
      return false;
  if (!locateRow(w, i, bytes, row))
    return false;
  noteRow(w, i, bytes, AccessKind::Store, row);
  for (unsigned k = 0; k < i.count; ++k) {
    const R *from = w.reg<R>(regs[k]);
    uint8_t *to = row.bytes + k * sizeof(T);
    if (sizeof(T) == sizeof(R) && row.stride == sizeof(T)) {
      std::memcpy(to, from, sizeof(R) * kLanes);
      continue;
    }
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      T value = static_cast<T>(from[lane]);
      std::memcpy(to + lane * row.stride, &value, sizeof value);
    }
  }
  if (row.undefined)
    std::memset(row.undefined, 0, row.stride * (kLanes - 1) + bytes);
  if (w.checks() && row.stride == 0)
    for (unsigned k = 0; k < i.count; ++k)
      if (unsigned lane = otherValue<T>(w.reg<R>(regs[k]))) {
        uint64_t addresses[kLanes];
        laneAddresses(w, i, addresses);
        reportLaneRace(w, i, 0, lane, addresses[0], row.global);
      }
  settleStores(w, i);
  return true;
}

template <typename T, typename R>
static Step store(Warp &w, const Inst &i, Mask mask) {
  if (mask == kAllLanes && storeWholeRow<T, R>(w, i))
    return Step::Next;
  LaneMemory memory;
  if (!locate(w, i, mask, sizeof(T) * i.count, AccessKind::Store, memory))
    return Step::Fault;
  const uint32_t *regs = poolOf(w, i);
  for (unsigned k = 0; k < i.count; ++k) {
    const R *from = w.reg<R>(regs[k]);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (!(memory.mask >> lane & 1))
        continue;
      T value = static_cast<T>(from[lane]);
      std::memcpy(memory.bytes[lane] + k * sizeof(T), &value, sizeof value);
    }
    if (w.checks())
      markStored(w, i, memory, k * sizeof(T), sizeof(T), regs[k]);
  }
  if (w.checks() && !isAscending(memory, sizeof(T) * i.count))
    for (unsigned k = 0; k < i.count; ++k)
      checkLanes<T, R>(w, i, memory, k);
  settleStores(w, i);
  return Step::Next;
}

template <typename T>
static ExecFn storeFrom(unsigned bytes) {
  return bytes == 2   ? store<T, uint16_t>
         : bytes == 4 ? store<T, uint32_t>
                      : store<T, uint64_t>;
}

static ExecFn storeFor(PtxType type, unsigned regBytes) {
  switch (bitWidth(type)) {
  case 8:
    return storeFrom<uint8_t>(regBytes);
  case 16:
    return storeFrom<uint16_t>(regBytes);
  case 32:
    return storeFrom<uint32_t>(regBytes);
  case 64:
    return store<uint64_t, uint64_t>;
  default:
    return store<unsigned __int128, unsigned __int128>;
  }
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// The vector's registers, all of one width, go to the pool.
static bool takeElements(const FormMatch &m, const DecodedOperand &value,
                         Inst &inst, std::string &why) {
  size_t want = m.has("v2") ? 2 : m.has("v4") ? 4 : m.has("v8") ? 8 : 1;
  if (value.regs.size() != want) { // one element may stand in braces too
    why = want > 1 ? "expected a vector of " + std::to_string(want) +
                         " elements in braces"
                   : "a vector needs .v2 or .v4";
    return false;
  }
  if (want * bitWidth(m.last()) > 128) {
    why = "the vector is wider than 16 bytes";
    return false;
  }
  inst.pool = m.decoder->addPool(value.regs);
  inst.poolCount = static_cast<uint32_t>(want);
  inst.count = static_cast<uint8_t>(want);
  inst.bytes = static_cast<uint8_t>(byteWidth(m.last()));
  inst.poison = PoisonRule::Self;
  return true;
}

/// All registers of a vector must have the width of the first; constants
/// were made as wide as the type.
static bool elementBytes(const FormMatch &m, const PtxOperand &op,
                         unsigned &bytes, std::string &why) {
  bytes = 0;
  const auto one = std::vector<PtxOperand>{op};
  const auto &list = op.kind == OperandKind::Vector ? op.items : one;
  for (const PtxOperand &element : list) {
    unsigned here = std::max(2u, byteWidth(m.last()));
    if (element.kind == OperandKind::Reg)
      here = FunctionDecoder::registerBytes(
          m.decoder->registerType(element.index));
    else if (element.kind == OperandKind::Discard)
      here = bytes ? bytes : here;
    if (bytes != 0 && here != bytes) {
      why = "the elements of the vector must be equally wide";
      return false;
    }
    bytes = here;
  }
  return true;
}

/// Parameters of functions lie in local memory.
static void placeParams(const FormMatch &m, const DecodedOperand &address,
                        Inst &inst) {
  if (inst.space == Space::Param &&
      (address.space == Space::Local ||
       (!m.decoder->ptx.isEntry && address.space == Space::None)))
    inst.space = Space::Local;
}

bool selectLoad(const FormMatch &m, Inst &inst, std::string &why) {
  unsigned bytes = 0;
  if (!takeOrder(m, inst, why) || !takeElements(m, m.operands[0], inst, why) ||
      !elementBytes(m, m.ptx->operands[0], bytes, why))
    return false;
  placeParams(m, m.operands[1], inst);
  if (m.has("nc") && inst.space != Space::Global) {
    why = ".nc needs .global";
    return false;
  }
  bool polls = !m.oneOf({"volatile", "relaxed", "acquire"}).empty();
  inst.flags = polls ? kPolls : 0;
  inst.exec = loadFor(m.last(), bytes);
  return true;
}

bool selectStore(const FormMatch &m, Inst &inst, std::string &why) {
  unsigned bytes = 0;
  if (!takeOrder(m, inst, why) || !takeElements(m, m.operands[1], inst, why) ||
      !elementBytes(m, m.ptx->operands[1], bytes, why))
    return false;
  placeParams(m, m.operands[0], inst);
  if (inst.space == Space::Const ||
      (inst.space == Space::Param && m.decoder->ptx.isEntry)) {
    why = "this state space cannot be written";
    return false;
  }
  inst.exec = storeFor(m.last(), bytes);
  return true;
}

} // namespace tqc::emu
