//===- Reduce.cpp - the operations of bulk reductions ---------------------===//

#include "runtime/emulator/memory/Reduce.h"

#include "runtime/emulator/numerics/Floats.h"

namespace tqc::emu {

using namespace numerics;

std::optional<ReduceOp> parseReduceOp(std::string_view modifier) {
  static constexpr std::string_view kNames[] = {"add", "min", "max", "inc",
                                                "dec", "and", "or",  "xor"};
  for (uint8_t op = 0; op < 8; ++op)
    if (kNames[op] == modifier)
      return static_cast<ReduceOp>(op);
  return std::nullopt;
}

bool hasReduction(ReduceOp op, PtxType type) {
  bool half = type == PtxType::F16 || type == PtxType::BF16;
  switch (op) {
  case ReduceOp::Add:
    return half || type == PtxType::F32 || type == PtxType::F64 ||
           type == PtxType::U32 || type == PtxType::S32 ||
           type == PtxType::U64 || type == PtxType::S64;
  case ReduceOp::Min:
  case ReduceOp::Max:
    return half || type == PtxType::U32 || type == PtxType::S32 ||
           type == PtxType::U64 || type == PtxType::S64;
  case ReduceOp::Inc:
  case ReduceOp::Dec:
    return type == PtxType::U32;
  case ReduceOp::And:
  case ReduceOp::Or:
  case ReduceOp::Xor:
    return typeKind(type) == TypeKind::Bits ||
           typeKind(type) == TypeKind::Unsigned ||
           typeKind(type) == TypeKind::Signed;
  }
  return false;
}

static uint64_t addElements(PtxType type, uint64_t a, uint64_t b) {
  constexpr Rounding kRn = Rounding::NearestEven;
  switch (type) {
  case PtxType::F16:
    return addF16(static_cast<uint16_t>(a), static_cast<uint16_t>(b));
  case PtxType::BF16:
    return addBf16(static_cast<uint16_t>(a), static_cast<uint16_t>(b));
  case PtxType::F32:
    return bitsOf(addF32(floatOf(static_cast<uint32_t>(a)),
                         floatOf(static_cast<uint32_t>(b)), kRn,
                         /*ftz=*/true));
  case PtxType::F64:
    return bitsOf(addF64(doubleOf(a), doubleOf(b), kRn));
  default:
    return a + b;
  }
}

static uint64_t chooseElement(bool isMax, PtxType type, uint64_t a,
                              uint64_t b) {
  if (type == PtxType::F16 || type == PtxType::BF16)
    return minMax(a, b, type == PtxType::F16 ? kF16 : kBf16, {isMax});
  bool less = a < b;
  if (type == PtxType::S32)
    less = static_cast<int32_t>(a) < static_cast<int32_t>(b);
  if (type == PtxType::S64)
    less = static_cast<int64_t>(a) < static_cast<int64_t>(b);
  return less != isMax ? a : b;
}

uint64_t reduceElement(ReduceOp op, PtxType type, uint64_t old,
                       uint64_t operand) {
  switch (op) {
  case ReduceOp::Add:
    return addElements(type, old, operand);
  case ReduceOp::Min:
  case ReduceOp::Max:
    return chooseElement(op == ReduceOp::Max, type, old, operand);
  case ReduceOp::Inc:
    return old >= operand ? 0 : old + 1;
  case ReduceOp::Dec:
    return old == 0 || old > operand ? operand : old - 1;
  case ReduceOp::And:
    return old & operand;
  case ReduceOp::Or:
    return old | operand;
  case ReduceOp::Xor:
    return old ^ operand;
  }
  return old;
}

template <typename Word>
static void reduceWord(ReduceOp op, PtxType type, uint8_t *memory,
                       const uint8_t *operand) {
  auto *place = reinterpret_cast<Word *>(memory);
  Word value = 0;
  __builtin_memcpy(&value, operand, sizeof value);
  Word old = __atomic_load_n(place, __ATOMIC_RELAXED), wanted = 0;
  do {
    wanted = static_cast<Word>(reduceElement(op, type, old, value));
  } while (!__atomic_compare_exchange_n(place, &old, wanted, false,
                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

void reduceInMemory(ReduceOp op, PtxType type, uint8_t *memory,
                    const uint8_t *operand) {
  switch (bitWidth(type)) {
  case 8:
    return reduceWord<uint8_t>(op, type, memory, operand);
  case 16:
    return reduceWord<uint16_t>(op, type, memory, operand);
  case 32:
    return reduceWord<uint32_t>(op, type, memory, operand);
  default:
    return reduceWord<uint64_t>(op, type, memory, operand);
  }
}

} // namespace tqc::emu
