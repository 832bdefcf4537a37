//===- Decoder.cpp - from PtxFunction to Function -------------------------===//

#include "runtime/emulator/decode/Decoder.h"

#include "runtime/emulator/decode/AddressWindows.h"
#include "runtime/emulator/ptx/PtxParser.h"
#include "runtime/emulator/ptx/Targets.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

static uint64_t alignUp(uint64_t value, uint64_t align) {
  return (value + align - 1) / align * align;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

FunctionDecoder::FunctionDecoder(ProgramDecoder &owner, Function &out)
    : owner(owner), out(out), ptx(*out.ptx) {}

bool FunctionDecoder::fail(PtxPos pos, const std::string &message) {
  if (owner.error.empty())
    owner.error = renderPtxError(owner.module.file, pos, message);
  return false;
}

unsigned FunctionDecoder::registerBytes(PtxType type) {
  return std::max(2u, byteWidth(type));
}

uint32_t FunctionDecoder::newSlot(unsigned laneBytes) {
  uint32_t at = out.frameBytes;
  out.frameBytes += std::max(64u, laneBytes * kLanes);
  return at;
}

void FunctionDecoder::layOutRegisters() {
  newSlot(8); // kLocalBaseReg
  for (const PtxRegister &reg : ptx.registers)
    offsets.push_back(
        newSlot(reg.type == PtxType::Pred ? 1 : registerBytes(reg.type)));
}

void FunctionDecoder::layOutVariables() {
  for (const PtxVariable &v : ptx.variables) {
    localOffsets.push_back(0);
    if (v.space != Space::Local && v.space != Space::Param)
      continue;
    localBytes = alignUp(localBytes, std::max(8u, v.align));
    localOffsets.back() = static_cast<uint32_t>(localBytes);
    localBytes += v.bytes;
  }
  localBytes = alignUp(localBytes, 16);
}

void FunctionDecoder::layOutParams() {
  auto lay = [&](const std::vector<PtxVariable> &list,
                 const std::vector<int32_t> &regs,
                 std::vector<ParamPlace> &places) {
    for (size_t i = 0; i < list.size(); ++i) {
      ParamPlace place;
      place.bytes = static_cast<uint32_t>(list[i].bytes);
      if (regs[i] >= 0) {
        place.reg = registerOffset(regs[i]);
        place.regBytes =
            list[i].type == PtxType::Pred
                ? 1
                : static_cast<uint8_t>(registerBytes(list[i].type));
      } else {
        localBytes = alignUp(localBytes, std::max(8u, list[i].align));
        place.offset = static_cast<uint32_t>(localBytes);
        localBytes += place.bytes;
      }
      places.push_back(place);
    }
  };
  lay(ptx.returns, ptx.returnRegs, out.returns);
  if (!ptx.isEntry)
    lay(ptx.params, ptx.paramRegs, out.params);
}

uint32_t FunctionDecoder::constant(uint64_t value, unsigned bytes) {
  if (bytes < 8)
    value &= (uint64_t(1) << (8 * bytes)) - 1;
  auto [it, fresh] = constantAt.try_emplace({value, bytes}, 0);
  if (fresh) {
    it->second = newSlot(bytes);
    out.constants.push_back({it->second, static_cast<uint8_t>(bytes), value});
  }
  return it->second;
}

const PtxTargetList *
FunctionDecoder::targetList(const std::string &name) const {
  for (const PtxTargetList &list : ptx.targetLists)
    if (list.name == name)
      return &list;
  return nullptr;
}

uint32_t FunctionDecoder::addPool(const std::vector<uint32_t> &words) {
  uint32_t at = static_cast<uint32_t>(out.pool.size());
  out.pool.insert(out.pool.end(), words.begin(), words.end());
  return at;
}

/// Addresses wrap around, and so does what is added to them.
static void advance(int64_t &offset, uint64_t bytes) {
  offset = static_cast<int64_t>(static_cast<uint64_t>(offset) + bytes);
}

bool FunctionDecoder::place(const PtxOperand &op, Space &space, uint32_t &base,
                            int64_t &offset) {
  size_t index = static_cast<size_t>(op.index);
  base = kNoReg;
  offset = static_cast<int64_t>(op.imm);
  if (op.isParam && ptx.isEntry) {
    space = Space::Param;
    advance(offset, owner.program.params[index].offset);
    return true;
  }
  if (op.isParam || op.isReturn) {
    space = Space::Local;
    base = kLocalBaseReg;
    advance(offset, (op.isParam ? out.params : out.returns)[index].offset);
    return true;
  }
  const PtxVariable &v =
      op.isLocal ? ptx.variables[index] : owner.module.variables[index];
  space = v.space == Space::Const ? Space::Global : v.space;
  switch (v.space) {
  case Space::Local:
  case Space::Param:
    space = Space::Local;
    base = kLocalBaseReg;
    advance(offset, localOffsets[index]);
    return true;
  case Space::Shared: {
    uint32_t at = owner.useShared(v, op.isLocal ? ptx.name + "$" : "");
    advance(offset, at ? at : owner.program.dynamicShared);
    return true;
  }
  default:
    if (op.isLocal)
      return fail(op.pos, "variable '" + v.name +
                              "' of a function must be .shared or .local");
    if (v.isExtern)
      return fail(op.pos,
                  "variable '" + v.name + "' is .extern: it lies in no module");
    advance(offset, owner.addresses[index]);
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static constexpr std::string_view kSpecialNames[] = {
#define TQ_SPECIAL(name, text, bytes, dynamic) text,
#include "runtime/emulator/decode/SpecialRegs.def"
};
static constexpr uint8_t kSpecialBytes[] = {
#define TQ_SPECIAL(name, text, bytes, dynamic) bytes,
#include "runtime/emulator/decode/SpecialRegs.def"
};
static constexpr bool kSpecialDynamic[] = {
#define TQ_SPECIAL(name, text, bytes, dynamic) dynamic,
#include "runtime/emulator/decode/SpecialRegs.def"
};

bool FunctionDecoder::special(const PtxOperand &op, PtxType type, bool wider,
                              uint32_t &reg, DecodedOperand *into) {
  for (unsigned i = 0; i < std::size(kSpecialNames); ++i) {
    if (kSpecialNames[i] != op.text)
      continue;
    if (std::string why = lackOf(owner.module, op.text); !why.empty())
      return fail(op.pos, why);
    auto which = static_cast<SpecialReg>(i);
    unsigned bytes = kSpecialBytes[i];
    bool isPred = bytes == 1;
    if (isPred != (type == PtxType::Pred))
      return fail(op.pos, "'" + op.text + "' does not fit ." +
                              std::string(typeName(type)));
    // Old code reads a 32-bit register with .u16, and %gridid with .u32.
    unsigned want = byteWidth(type);
    if (!isPred && want != bytes &&
        !(want != 0 && want < bytes &&
          (wider || want == 2 || which == SpecialReg::Gridid)))
      return fail(op.pos, "'" + op.text + "' has " + std::to_string(8 * bytes) +
                              " bits");
    if (kSpecialDynamic[i]) {
      if (!into)
        return fail(op.pos, "'" + op.text + "' can only be read by mov");
      into->value = i;
      into->isImmediate = false;
      into->offset = 1; // marks a dynamic register
      reg = kNoReg;
      return true;
    }
    if (!isPred)
      bytes = registerBytes(type); // lanes lie as the instruction reads them
    auto [it, fresh] = specialAt.try_emplace({which, bytes}, 0);
    if (fresh) {
      it->second = newSlot(bytes);
      out.specials.push_back({it->second, which, static_cast<uint8_t>(bytes)});
    }
    reg = it->second;
    return true;
  }
  return fail(op.pos, "'" + op.text +
                          "' is neither a declared register nor "
                          "a special register that the emulator "
                          "knows");
}

static uint64_t immediateBits(const PtxOperand &op, PtxType type) {
  if (!op.isFloat)
    return op.imm;
  double value;
  if (op.isSingle) {
    uint32_t bits = static_cast<uint32_t>(op.imm);
    if (type != PtxType::F64)
      return bits;
    float single;
    std::memcpy(&single, &bits, sizeof single);
    value = static_cast<double>(single);
  } else {
    std::memcpy(&value, &op.imm, sizeof value);
    if (bitWidth(type) == 32) {
      float single = static_cast<float>(value);
      uint32_t bits;
      std::memcpy(&bits, &single, sizeof bits);
      return bits;
    }
    return op.imm;
  }
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

bool FunctionDecoder::source(const PtxOperand &op, PtxType type, bool wider,
                             uint32_t &reg, DecodedOperand *into) {
  switch (op.kind) {
  case OperandKind::Reg: {
    PtxType has = registerType(op.index);
    bool isPred = has == PtxType::Pred;
    if (type != PtxType::None && isPred != (type == PtxType::Pred))
      return fail(op.pos, "'" + op.text + "' is ." +
                              std::string(typeName(has)) + ", expected ." +
                              std::string(typeName(type)));
    unsigned bits = bitWidth(has), want = bitWidth(type);
    if (!isPred && type != PtxType::None && bits != want &&
        (!wider || bits <= want) && (want != 8 || bits != 16))
      return fail(op.pos, "'" + op.text + "' has " + std::to_string(bits) +
                              " bits, expected " + std::to_string(want));
    if (op.negated && !into)
      return fail(op.pos, "'!' is not allowed here");
    if (into)
      into->negated = op.negated;
    reg = registerOffset(op.index);
    return true;
  }
  case OperandKind::Imm: {
    if (type == PtxType::None)
      return fail(op.pos, "a constant is not allowed here");
    unsigned bytes = type == PtxType::Pred ? 1 : registerBytes(type);
    uint64_t bits = immediateBits(op, type);
    if (type == PtxType::Pred)
      bits = bits != 0;
    reg = constant(bits, std::min(bytes, 8u));
    if (into) {
      into->isImmediate = true;
      into->value = bits;
    }
    return true;
  }
  case OperandKind::Special:
    return special(op, type, wider, reg, into);
  case OperandKind::Variable: {
    Space space;
    uint32_t base;
    int64_t offset;
    if (!place(op, space, base, offset))
      return false;
    if (into) {
      into->space = space;
      into->offset = base == kLocalBaseReg ? offset : 0;
      into->isImmediate = true;
      into->value = static_cast<uint64_t>(offset);
    }
    if (base == kLocalBaseReg && !into)
      return fail(op.pos, "a variable's address is not allowed here");
    reg = base == kLocalBaseReg
              ? base
              : constant(
                    static_cast<uint64_t>(offset),
                    registerBytes(type == PtxType::None ? PtxType::B64 : type));
    return true;
  }
  case OperandKind::Function:
    reg = constant(kCodeWindow + static_cast<uint64_t>(op.index), 8);
    owner.useFunction(static_cast<uint32_t>(op.index));
    return true;
  case OperandKind::Name:
  case OperandKind::Label:
    return fail(op.pos, "'" + op.text + "' is not declared");
  default:
    return fail(op.pos, "this operand is not allowed here");
  }
}

bool FunctionDecoder::result(const PtxOperand &op, PtxType type, bool wider,
                             uint32_t &reg) {
  if (op.kind == OperandKind::Discard) {
    if (scratch == kNoReg)
      scratch = newSlot(16);
    reg = scratch;
    return true;
  }
  if (op.kind != OperandKind::Reg)
    return fail(op.pos, "the result must be a register");
  return source(op, type, wider, reg);
}

bool FunctionDecoder::decodeAddress(const PtxOperand &op, FormMatch &match,
                                    DecodedOperand &decoded) {
  decoded.isAddress = true;
  if (op.kind != OperandKind::Address)
    return fail(op.pos, "expected an address in brackets");
  const PtxOperand &base = op.items[0];
  decoded.offset = static_cast<int64_t>(op.imm);
  uint32_t reg = kNoReg;
  switch (base.kind) {
  case OperandKind::Reg: {
    unsigned bits = bitWidth(registerType(base.index));
    if (bits != 32 && bits != 64)
      return fail(base.pos, "an address register has 32 or 64 bits");
    reg = registerOffset(base.index);
    decoded.value = bits / 8;
    break;
  }
  case OperandKind::Imm:
    advance(decoded.offset, static_cast<uint64_t>(base.imm));
    break;
  case OperandKind::Variable: {
    int64_t offset;
    if (!place(base, decoded.space, reg, offset))
      return false;
    advance(decoded.offset, static_cast<uint64_t>(offset));
    decoded.value = 8;
    break;
  }
  default:
    return fail(base.pos, "'" + base.text + "' is no address");
  }
  decoded.regs.push_back(reg);
  for (size_t i = 1; i < op.items.size(); ++i) { // coordinates and the like
    const PtxOperand &item = op.items[i];
    const auto &list = item.kind == OperandKind::Vector
                           ? item.items
                           : std::vector<PtxOperand>{item};
    for (const PtxOperand &element : list) {
      uint32_t at = kNoReg;
      if (!source(element, PtxType::B32, false, at))
        return false;
      decoded.regs.push_back(at);
    }
  }
  return true;
}

bool FunctionDecoder::decodeOperand(const OperandSpec &spec,
                                    const PtxOperand &op, FormMatch &match,
                                    DecodedOperand &decoded) {
  decoded.present = true;
  if (spec.isAddress)
    return decodeAddress(op, match, decoded);
  PtxType type = operandType(spec.type, match);
  const PtxOperand *first = &op;
  if (op.kind == OperandKind::Pair) {
    if (!spec.mayBePair)
      return fail(op.pos, "a pair a|b is not allowed here");
    first = &op.items[0];
    if (!result(op.items[1], PtxType::Pred, false, decoded.pair))
      return false;
  }
  if (first->kind == OperandKind::Vector) {
    if (!spec.isVector && !spec.mayBeVector)
      return fail(op.pos, "a vector is not allowed here");
    decoded.isVector = true;
    for (const PtxOperand &element : first->items) {
      uint32_t reg = kNoReg;
      // mov packs and unpacks: its elements are narrower than its type.
      PtxType elementType = spec.isVector || element.kind != OperandKind::Reg
                                ? type
                                : PtxType::None;
      bool ok = spec.isResult ? result(element, elementType, spec.wider, reg)
                              : source(element, elementType, spec.wider, reg);
      if (!ok)
        return false;
      decoded.regs.push_back(reg);
    }
    return true;
  }
  if (spec.isVector)
    return fail(op.pos, "expected a vector in braces");
  uint32_t reg = kNoReg;
  bool ok = spec.isResult ? result(*first, type, spec.wider, reg)
                          : source(*first, type, spec.wider, reg, &decoded);
  decoded.regs.push_back(reg);
  return ok;
}

bool FunctionDecoder::decodeOperands(FormMatch &match, Inst &inst) {
  const PtxInst &ptxInst = *match.ptx;
  std::vector<OperandSpec> specs = parseOperandSpec(match.form->operands);
  if (specs.size() == 1 && specs[0].name == "@")
    return true;
  size_t required = 0;
  for (const OperandSpec &spec : specs)
    required += !spec.optional;
  if (ptxInst.operands.size() < required ||
      ptxInst.operands.size() > specs.size())
    return fail(
        ptxInst.pos,
        "'" + ptxInst.spelling() + "' takes " + std::to_string(required) +
            (required == specs.size() ? ""
                                      : " to " + std::to_string(specs.size())) +
            " operands, here are " + std::to_string(ptxInst.operands.size()));
  match.operands.resize(specs.size());
  std::vector<uint32_t> reads, writes;
  unsigned sources = 0;
  for (size_t i = 0; i < ptxInst.operands.size(); ++i) {
    DecodedOperand &decoded = match.operands[i];
    if (!decodeOperand(specs[i], ptxInst.operands[i], match, decoded))
      return false;
    uint32_t first = decoded.regs.empty() ? kNoReg : decoded.regs[0];
    auto &list = specs[i].isResult ? writes : reads;
    for (uint32_t reg : decoded.regs)
      if (reg != kNoReg)
        list.push_back(reg);
    if (decoded.pair != kNoReg)
      writes.push_back(decoded.pair);
    if (specs[i].isResult) {
      if (inst.d == kNoReg)
        inst.d = first;
      inst.d2 = decoded.pair != kNoReg ? decoded.pair : inst.d2;
    } else if (sources < 4) {
      inst.s[sources++] = first;
    }
    if (decoded.isAddress) {
      inst.imm = decoded.offset;
      inst.addressBytes = static_cast<uint8_t>(decoded.value);
      if (inst.space == Space::None)
        inst.space = decoded.space;
    }
  }
  inst.reads = addPool(reads);
  inst.readCount = static_cast<uint32_t>(reads.size());
  inst.writes = addPool(writes);
  inst.writeCount = static_cast<uint32_t>(writes.size());
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static unsigned operandBytes(const FunctionDecoder &decoder,
                             const PtxOperand *op) {
  if (!op)
    return 0;
  if (op->kind == OperandKind::Pair || op->kind == OperandKind::Vector)
    op = op->items.empty() ? nullptr : &op->items[0];
  if (!op || op->kind != OperandKind::Reg)
    return 0;
  return FunctionDecoder::registerBytes(decoder.registerType(op->index));
}

bool FunctionDecoder::decodeInst(const PtxInst &ptxInst, Inst &inst) {
  FormMatch match;
  match.decoder = this;
  std::string why = whyAbsent(ptxInst);
  if (!why.empty() || !matchForm(ptxInst, match, why))
    return fail(ptxInst.pos, why);
  why = lackOf(owner.module, ptxInst);
  if (!why.empty())
    return fail(ptxInst.pos, why);
  inst.category = match.form->category;
  inst.type = match.last();
  inst.type2 = match.types.size() > 1 ? match.types[match.types.size() - 2]
                                      : PtxType::None;
  if (ptxInst.guard >= 0) {
    inst.guard = registerOffset(ptxInst.guard);
    inst.guardNegated = ptxInst.guardNegated;
  }
  const auto &ops = ptxInst.operands;
  inst.dBytes = static_cast<uint8_t>(
      operandBytes(*this, ops.empty() ? nullptr : &ops[0]));
  inst.sBytes = static_cast<uint8_t>(
      operandBytes(*this, ops.size() < 2 ? nullptr : &ops[1]));
  inst.strong =
      !match.oneOf({"volatile", "relaxed", "acquire", "release", "mmio"})
           .empty();
  for (std::string_view modifier : match.modifiers) {
    Space space = parseSpace(modifier);
    if (space != Space::None && inst.space == Space::None)
      inst.space = space;
  }
  if (!decodeOperands(match, inst))
    return false;
  if (!match.form->select(match, inst, why))
    return fail(ptxInst.pos,
                why.empty() ? "'" + ptxInst.spelling() + "' is not supported"
                            : why);
  return true;
}

/// CUDA Programming Guide, "Technical Specifications": local memory of a
/// thread.
static constexpr uint64_t kMaxLocalBytes = 512 * 1024;

bool FunctionDecoder::run() {
  layOutRegisters();
  out.registerOffsets = offsets;
  layOutParams();
  layOutVariables();
  if (out.frameBytes > (256u << 20))
    return fail(ptx.pos, "the function needs more registers than the emulator "
                         "gives");
  if (localBytes > kMaxLocalBytes)
    return fail(ptx.pos, "the function needs " + std::to_string(localBytes) +
                             " bytes of local memory, a thread has " +
                             std::to_string(kMaxLocalBytes));
  out.localBytes = static_cast<uint32_t>(localBytes);
  out.code.reserve(ptx.body.size() + 1);
  for (size_t i = 0; i < ptx.body.size(); ++i) {
    Inst inst;
    inst.source = static_cast<uint32_t>(i);
    if (!decodeInst(ptx.body[i], inst))
      return false;
    out.code.push_back(inst);
  }
  // Falling off the end returns.
  static const PtxInst kReturn = [] {
    PtxInst inst;
    inst.opcode = "ret";
    return inst;
  }();
  Inst last;
  if (!decodeInst(kReturn, last))
    return false;
  last.source =
      ptx.body.empty() ? 0 : static_cast<uint32_t>(ptx.body.size() - 1);
  out.code.push_back(last);
  findMeetingPoints(out);
  if (ptx.isEntry)
    tracePointers(out);
  return true;
}

} // namespace tqc::emu
