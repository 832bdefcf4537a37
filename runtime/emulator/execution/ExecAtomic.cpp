//===- ExecAtomic.cpp - atom and red --------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/MemoryOrder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/numerics/Floats.h"
#include "runtime/emulator/reports/Reports.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

namespace {
enum class AtomicOp : uint32_t {
  Add,
  Min,
  Max,
  Inc,
  Dec,
  And,
  Or,
  Xor,
  Exch,
  Cas
};

/// flags: the operation.
AtomicOp operationOf(const Inst &i) { return static_cast<AtomicOp>(i.flags); }
} // namespace

//===----------------------------------------------------------------------===//
// What one element becomes
//===----------------------------------------------------------------------===//

static uint64_t minMaxOf(PtxType type, uint64_t a, uint64_t b, bool isMax) {
  using namespace numerics;
  MinMaxMode mode;
  mode.isMax = isMax;
  switch (type) {
  case PtxType::S32: {
    int32_t x = static_cast<int32_t>(a), y = static_cast<int32_t>(b);
    return static_cast<uint32_t>(isMax ? std::max(x, y) : std::min(x, y));
  }
  case PtxType::S64: {
    int64_t x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
    return static_cast<uint64_t>(isMax ? std::max(x, y) : std::min(x, y));
  }
  case PtxType::F16:
    return minMax(a, b, kF16, mode);
  case PtxType::BF16:
    return minMax(a, b, kBf16, mode);
  case PtxType::F32:
    return minMax(a, b, kF32, mode);
  default:
    return isMax ? std::max(a, b) : std::min(a, b);
  }
}

static uint64_t addOf(PtxType type, uint64_t a, uint64_t b, bool ftz) {
  using namespace numerics;
  uint16_t a16 = static_cast<uint16_t>(a), b16 = static_cast<uint16_t>(b);
  switch (type) {
  case PtxType::F16:
    return addF16(a16, b16);
  case PtxType::BF16:
    return addBf16(a16, b16);
  case PtxType::F32:
    return bitsOf(addF32(floatOf(static_cast<uint32_t>(a)),
                         floatOf(static_cast<uint32_t>(b)),
                         Rounding::NearestEven, ftz));
  case PtxType::F64:
    return bitsOf(addF64(doubleOf(a), doubleOf(b), Rounding::NearestEven));
  default:
    return a + b;
  }
}

static uint64_t combine(AtomicOp op, PtxType type, uint64_t old, uint64_t b,
                        uint64_t c, bool ftz) {
  if (type == PtxType::F16x2 || type == PtxType::BF16x2) {
    PtxType half = type == PtxType::F16x2 ? PtxType::F16 : PtxType::BF16;
    uint64_t low = combine(op, half, old & 0xffff, b & 0xffff, 0, ftz);
    uint64_t high =
        combine(op, half, old >> 16 & 0xffff, b >> 16 & 0xffff, 0, ftz);
    return (low & 0xffff) | (high & 0xffff) << 16;
  }
  switch (op) {
  case AtomicOp::Add:
    return addOf(type, old, b, ftz);
  case AtomicOp::Min:
    return minMaxOf(type, old, b, false);
  case AtomicOp::Max:
    return minMaxOf(type, old, b, true);
  case AtomicOp::Inc:
    return old >= b ? 0 : old + 1;
  case AtomicOp::Dec:
    return old == 0 || old > b ? b : old - 1;
  case AtomicOp::And:
    return old & b;
  case AtomicOp::Or:
    return old | b;
  case AtomicOp::Xor:
    return old ^ b;
  case AtomicOp::Exch:
    return b;
  case AtomicOp::Cas:
    return old == b ? c : old;
  }
  return old;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Other host threads may change global memory at the same time.
template <typename T>
static T update(const Inst &i, uint8_t *at, T b, T c, bool ftz) {
  T *place = reinterpret_cast<T *>(at); // aligned: that was checked
  T old = __atomic_load_n(place, __ATOMIC_SEQ_CST);
  T wanted;
  do {
    wanted = static_cast<T>(combine(operationOf(i), i.type, old, b, c, ftz));
  } while (!__atomic_compare_exchange_n(place, &old, wanted, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return old;
}

/// Whether the operands and the memory of the lanes are defined.
static void checkDefined(Warp &w, const Inst &i, const LaneMemory &memory,
                         unsigned bytes) {
  const uint32_t *reads = w.group->frame->function->pool.data() + i.reads;
  for (uint32_t k = 0; k < i.readCount; ++k) {
    Shadow &s = w.shadowOf(reads[k]);
    if (s.lanes & memory.mask)
      reportPoison(w, i, s, memory.mask, "is an operand of an atomic");
  }
  if (!memory.anyUndefined)
    return;
  Mask bad = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(memory.mask >> lane & 1) || !memory.undefined[lane])
      continue;
    bool any = false;
    for (unsigned k = 0; k < bytes; ++k)
      any |= memory.undefined[lane][k] != 0;
    bad |= Mask(any) << lane;
    std::memset(memory.undefined[lane], 0, bytes);
  }
  if (bad && operationOf(i) != AtomicOp::Exch) {
    Shadow here{
        bad, static_cast<uint32_t>(&i - w.group->frame->function->code.data())};
    reportPoison(w, i, here, bad, "is combined with the operand");
  }
}

/// The pool holds the results, if there are, and the operands b.
template <typename T>
static Step atomic(Warp &w, const Inst &i, Mask mask) {
  LaneMemory memory;
  unsigned bytes = sizeof(T) * i.count;
  w.polled = true;
  if (!locate(w, i, mask, bytes, AccessKind::Atomic, memory))
    return Step::Fault;
  if (w.checks())
    checkDefined(w, i, memory, bytes);
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  const uint32_t *results = i.hasResult ? pool : nullptr;
  const uint32_t *operands = pool + (i.hasResult ? i.count : 0);
  for (unsigned k = 0; k < i.count; ++k) {
    const T *b = w.reg<T>(operands[k]);
    const T *c = operationOf(i) == AtomicOp::Cas ? w.reg<T>(i.s[2]) : b;
    T old[kLanes] = {};
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (memory.mask >> lane & 1)
        old[lane] = update<T>(i, memory.bytes[lane] + k * sizeof(T), b[lane],
                              c[lane], false);
    if (!results)
      continue;
    T *d = w.reg<T>(results[k]);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (mask >> lane & 1)
        d[lane] = old[lane];
    if (w.checks())
      w.shadowOf(results[k]).lanes &= ~mask;
  }
  return Step::Next;
}

/// atom.exch.b128 and atom.cas.b128.
static Step atomicWide(Warp &w, const Inst &i, Mask mask) {
  using Wide = unsigned __int128;
  LaneMemory memory;
  if (!locate(w, i, mask, 16, AccessKind::Atomic, memory))
    return Step::Fault;
  if (w.checks())
    checkDefined(w, i, memory, 16);
  const Wide *b = w.reg<Wide>(i.s[1]);
  bool cas = operationOf(i) == AtomicOp::Cas;
  const Wide *c = cas ? w.reg<Wide>(i.s[2]) : b;
  Wide *d = w.reg<Wide>(i.d);
  std::lock_guard<std::mutex> lock(w.cta.launch.wideAtomicMutex);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(memory.mask >> lane & 1))
      continue;
    Wide old;
    std::memcpy(&old, memory.bytes[lane], 16);
    Wide wanted = cas ? (old == b[lane] ? c[lane] : old) : b[lane];
    std::memcpy(memory.bytes[lane], &wanted, 16);
    d[lane] = old;
  }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

bool selectAtomic(const FormMatch &m, Inst &inst, std::string &why) {
  static constexpr std::string_view kNames[] = {
      "add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"};
  for (uint32_t k = 0; k < std::size(kNames); ++k)
    if (m.has(kNames[k]))
      inst.flags = k;
  if (!takeOrder(m, inst, why))
    return false;
  inst.poison = PoisonRule::Self;
  inst.hasResult = m.form->opcode == "atom";
  PtxType type = m.last();
  AtomicOp op = operationOf(inst);
  size_t want = m.has("v2") ? 2 : m.has("v4") ? 4 : m.has("v8") ? 8 : 1;
  const DecodedOperand &b = m.operands[inst.hasResult ? 2 : 1];
  std::vector<uint32_t> regs;
  if (inst.hasResult)
    regs = m.operands[0].regs;
  if (b.regs.size() != want || (inst.hasResult && regs.size() != want)) {
    why = "the vectors must have " + std::to_string(want) + " elements";
    return false;
  }
  bool fits = true;
  if (isFloat(type))
    fits = op == AtomicOp::Add ||
           ((op == AtomicOp::Min || op == AtomicOp::Max) && want > 1);
  else if (op == AtomicOp::Inc || op == AtomicOp::Dec)
    fits = type == PtxType::U32;
  else if (op == AtomicOp::Add && type == PtxType::S64)
    fits = false;
  else if (op == AtomicOp::Add || op == AtomicOp::Min || op == AtomicOp::Max)
    fits = typeKind(type) != TypeKind::Bits;
  fits &= want * bitWidth(type) <= 128;
  if (!fits) {
    why = "'" + m.ptx->spelling() +
          "': the hardware has no such operation on ." +
          std::string(typeName(type));
    return false;
  }
  regs.insert(regs.end(), b.regs.begin(), b.regs.end());
  inst.pool = m.decoder->addPool(regs);
  inst.poolCount = static_cast<uint32_t>(regs.size());
  inst.count = static_cast<uint8_t>(want);
  inst.bytes = static_cast<uint8_t>(byteWidth(type));
  inst.exec = bitWidth(type) == 16   ? atomic<uint16_t>
              : bitWidth(type) == 32 ? atomic<uint32_t>
              : bitWidth(type) == 64 ? atomic<uint64_t>
                                     : atomicWide;
  return true;
}

} // namespace tqc::emu
