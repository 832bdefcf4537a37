//===- ExecMatrix.cpp - mma.sync, ldmatrix, stmatrix ----------------------===//

#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/MatrixOperands.h"
#include "runtime/emulator/machine/Cta.h"
#include "runtime/emulator/memory/MemoryAccess.h"
#include "runtime/emulator/reports/Reports.h"

#include <cstring>

namespace tqc::emu {

using namespace numerics;

bool needWholeWarp(Warp &w, const Inst &i, Mask mask) {
  if (mask == kAllLanes)
    return true;
  reportFatal(w, i, mask, "divergent-aligned",
              "all 32 lanes of a warp must execute this together, here are " +
                  std::to_string(countLanes(mask)));
  return false;
}

//===----------------------------------------------------------------------===//
// mma.sync
//===----------------------------------------------------------------------===//

/// The pool of an mma: the shape's fields, then the registers of D, A, B, C.
static constexpr uint32_t kShapeWords = 9;

static MmaShape shapeAt(const uint32_t *pool) {
  MmaShape shape;
  shape.m = static_cast<int>(pool[0]);
  shape.n = static_cast<int>(pool[1]);
  shape.k = static_cast<int>(pool[2]);
  shape.a = static_cast<MatrixType>(pool[3]);
  shape.b = static_cast<MatrixType>(pool[4]);
  shape.c = static_cast<MatrixType>(pool[5]);
  shape.d = static_cast<MatrixType>(pool[6]);
  shape.saturate = pool[7] != 0;
  shape.bits = static_cast<BitOperation>(pool[8]);
  return shape;
}

/// Which rows of A (bits) or columns of B hold an undefined value, and where it
/// came from.
static uint32_t undefinedMajors(Warp &w, const uint32_t *regs, int count,
                                int rowsPerLane, uint32_t &origin) {
  uint32_t majors = 0;
  for (int r = 0; r < count; ++r) {
    const Shadow &shadow = w.shadowOf(regs[r]);
    if (shadow.lanes == 0)
      continue;
    origin = shadow.origin;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      if (shadow.lanes >> lane & 1)
        majors |= 1u << (lane / 4 + 8 * static_cast<unsigned>(r % rowsPerLane));
  }
  return majors;
}

/// An element of D is undefined if its row of A, its column of B or its C is.
static void propagateMma(Warp &w, const MmaShape &shape,
                         const MmaRegisters &counts, const uint32_t *d,
                         const uint32_t *a, const uint32_t *b,
                         const uint32_t *c) {
  uint32_t origin = 0;
  uint32_t rows = undefinedMajors(w, a, counts.a, shape.m / 8, origin);
  uint32_t columns = undefinedMajors(w, b, counts.b, 1, origin);
  Mask ofC[8] = {};
  for (int r = 0; r < counts.c; ++r) {
    ofC[r] = w.shadowOf(c[r]).lanes;
    if (ofC[r])
      origin = w.shadowOf(c[r]).origin;
  }
  // An f16 register of C or D holds two elements.
  int elements = shape.m / 4, packedC = elements / counts.c,
      packedD = elements / counts.d;
  Mask ofD[8] = {};
  for (int e = 0; e < elements; ++e)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned row = lane / 4 + 8 * static_cast<unsigned>(e / 2);
      unsigned column = 2 * (lane % 4) + static_cast<unsigned>(e % 2);
      Mask bad =
          (rows >> row | columns >> column | ofC[e / packedC] >> lane) & 1;
      ofD[e / packedD] |= bad << lane;
    }
  for (int r = 0; r < counts.d; ++r)
    w.shadowOf(d[r]) = {ofD[r], origin};
}

static Step multiply(Warp &w, const Inst &i, Mask mask) {
  if (!needWholeWarp(w, i, mask))
    return Step::Fault;
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  MmaShape shape = shapeAt(pool);
  MmaRegisters counts = mmaRegisters(shape);
  const uint32_t *d = pool + kShapeWords, *a = d + counts.d, *b = a + counts.a,
                 *c = b + counts.b;
  if (w.poisoned)
    propagateMma(w, shape, counts, d, a, b, c);
  auto run = [&](auto multiplyThem, auto word) {
    using List = RegisterList<decltype(word)>;
    multiplyThem(shape, List(w.regs, d, size_t(counts.d)),
                 List(w.regs, a, size_t(counts.a)),
                 List(w.regs, b, size_t(counts.b)),
                 List(w.regs, c, size_t(counts.c)));
  };
  if (shape.a == MatrixType::F64)
    run(mmaSyncF64, uint64_t());
  else
    run(mmaSync, uint32_t());
  return Step::Next;
}

/// "m16n8k16" in numbers.
static bool parseShape(std::string_view text, MmaShape &shape) {
  int *const parts[] = {&shape.m, &shape.n, &shape.k};
  for (int *part : parts)
    *part = 0;
  int at = -1;
  for (char ch : text)
    if (ch == 'm' || ch == 'n' || ch == 'k')
      ++at;
    else if (at < 0 || at > 2 || ch < '0' || ch > '9')
      return false;
    else
      *parts[at] = *parts[at] * 10 + (ch - '0');
  return at == 2;
}

static bool takeRegisters(const DecodedOperand &operand, int want,
                          std::string_view name, std::vector<uint32_t> &words,
                          std::string &why) {
  if (operand.regs.size() != static_cast<size_t>(want)) {
    why = "operand " + std::string(name) + " has " + std::to_string(want) +
          " registers in this shape, here are " +
          std::to_string(operand.regs.size());
    return false;
  }
  for (uint32_t reg : operand.regs)
    if (reg == kNoReg) {
      why = "operand " + std::string(name) + " must not be '_'";
      return false;
    }
  words.insert(words.end(), operand.regs.begin(), operand.regs.end());
  return true;
}

bool selectMma(const FormMatch &m, Inst &inst, std::string &why) {
  MmaShape shape;
  std::vector<MatrixType> types;
  bool parsed = false;
  for (std::string_view modifier : m.modifiers)
    if (std::optional<MatrixType> type = matrixType(modifier))
      types.push_back(*type);
    else if (modifier[0] == 'm' && !parsed)
      parsed = parseShape(modifier, shape);
  if (!parsed || types.size() != 4) {
    why = "mma needs a shape and the types of D, A, B and C";
    return false;
  }
  shape.d = types[0];
  shape.a = types[1];
  shape.b = types[2];
  shape.c = types[3];
  shape.saturate = m.has("satfinite");
  if (m.has("popc"))
    shape.bits = m.has("xor") ? BitOperation::Xor : BitOperation::And;
  why = checkMma(shape);
  if (shape.saturate && shape.d != MatrixType::S32)
    why = ".satfinite is for integers";
  if (!why.empty())
    return false;
  MmaRegisters counts = mmaRegisters(shape);
  std::vector<uint32_t> words = {
      uint32_t(shape.m), uint32_t(shape.n), uint32_t(shape.k),
      uint32_t(shape.a), uint32_t(shape.b), uint32_t(shape.c),
      uint32_t(shape.d), shape.saturate,    uint32_t(shape.bits)};
  if (!takeRegisters(m.operands[0], counts.d, "d", words, why) ||
      !takeRegisters(m.operands[1], counts.a, "a", words, why) ||
      !takeRegisters(m.operands[2], counts.b, "b", words, why) ||
      !takeRegisters(m.operands[3], counts.c, "c", words, why))
    return false;
  inst.pool = m.decoder->addPool(words);
  inst.poolCount = static_cast<uint32_t>(words.size());
  inst.poison = PoisonRule::Self;
  inst.exec = multiply;
  return true;
}

//===----------------------------------------------------------------------===//
// ldmatrix and stmatrix
//===----------------------------------------------------------------------===//

/// Lanes that give the addresses of `count` matrices.
static Mask rowLanes(unsigned count) {
  return count == 4 ? kAllLanes : (Mask(1) << (8 * count)) - 1;
}

static bool locateRows(Warp &w, const Inst &i, Mask mask, AccessKind kind,
                       LaneMemory &memory) {
  if (!needWholeWarp(w, i, mask))
    return false;
  return locate(w, i, rowLanes(i.count), 16, kind, memory);
}

static Step loadMatrix(Warp &w, const Inst &i, Mask mask) {
  LaneMemory memory;
  if (!locateRows(w, i, mask, AccessKind::Load, memory))
    return Step::Fault;
  const uint32_t *regs = w.group->frame->function->pool.data() + i.pool;
  uint16_t rows[32][8] = {}, flags[32][8];
  bool undefined = false;
  for (unsigned lane = 0; lane < 8u * i.count; ++lane) {
    if (!(memory.mask >> lane & 1))
      continue;
    std::memcpy(rows[lane], memory.bytes[lane], 16);
    if (!memory.anyUndefined || !memory.undefined[lane])
      continue;
    uint64_t flag[2];
    std::memcpy(flag, memory.undefined[lane], 16);
    if ((flag[0] | flag[1]) == 0)
      continue;
    if (!undefined)
      std::memset(flags, 0, sizeof flags);
    std::memcpy(flags[lane], flag, 16);
    undefined = true;
  }
  distributeMatrices(i.count, i.flags != 0,
                     RegisterList<uint32_t>(w.regs, regs, i.count), rows);
  if (!w.checks() || !(undefined || w.poisoned))
    return Step::Next;
  w.poisoned = true;
  uint32_t bad[4][kLanes] = {};
  uint32_t *const badRegs[4] = {bad[0], bad[1], bad[2], bad[3]};
  if (undefined)
    distributeMatrices(i.count, i.flags != 0, badRegs, flags);
  for (unsigned r = 0; r < i.count; ++r) {
    Mask lanes = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane)
      lanes |= Mask(bad[r][lane] != 0) << lane;
    w.shadowOf(regs[r]) = {lanes, instIndex(w, i)};
  }
  return Step::Next;
}

static Step storeMatrix(Warp &w, const Inst &i, Mask mask) {
  LaneMemory memory;
  if (!locateRows(w, i, mask, AccessKind::Store, memory))
    return Step::Fault;
  const uint32_t *regs = w.group->frame->function->pool.data() + i.pool;
  uint16_t rows[32][8];
  collectMatrices(i.count, i.flags != 0, rows,
                  RegisterList<uint32_t>(w.regs, regs, i.count));
  for (unsigned lane = 0; lane < 8u * i.count; ++lane)
    if (memory.mask >> lane & 1)
      std::memcpy(memory.bytes[lane], rows[lane], 16);
  if (!w.checks() || !memory.anyUndefined)
    return Step::Next;
  if (!w.poisoned) {
    for (unsigned lane = 0; lane < 8u * i.count; ++lane)
      if (memory.mask >> lane & 1 && memory.undefined[lane])
        std::memset(memory.undefined[lane], 0, 16);
    return Step::Next;
  }
  // The flags of the bytes go the same way as the bytes.
  uint32_t bad[4][kLanes] = {};
  const uint32_t *const badRegs[4] = {bad[0], bad[1], bad[2], bad[3]};
  for (unsigned r = 0; r < i.count; ++r)
    for (unsigned lane = 0; lane < kLanes; ++lane)
      bad[r][lane] = w.shadowOf(regs[r]).lanes >> lane & 1 ? 0x01010101 : 0;
  collectMatrices(i.count, i.flags != 0, rows, badRegs);
  for (unsigned lane = 0; lane < 8u * i.count; ++lane)
    if (memory.mask >> lane & 1 && memory.undefined[lane])
      std::memcpy(memory.undefined[lane], rows[lane], 16);
  return Step::Next;
}

bool selectMatrixMove(const FormMatch &m, Inst &inst, std::string &why) {
  bool isLoad = m.form->opcode == "ldmatrix";
  const DecodedOperand &value = m.operands[isLoad ? 0 : 1];
  inst.count = m.has("x4") ? 4 : m.has("x2") ? 2 : 1;
  inst.flags = m.has("trans");
  if (value.regs.size() != inst.count) {
    why = "." + std::string(m.oneOf({"x1", "x2", "x4"})) +
          " needs as many registers in braces";
    return false;
  }
  inst.pool = m.decoder->addPool(value.regs);
  inst.poolCount = inst.count;
  inst.poison = PoisonRule::Self;
  inst.exec = isLoad ? loadMatrix : storeMatrix;
  return true;
}

} // namespace tqc::emu
