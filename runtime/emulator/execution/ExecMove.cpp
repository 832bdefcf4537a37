//===- ExecMove.cpp - mov and address conversions -------------------------===//

#include "runtime/emulator/decode/AddressWindows.h"
#include "runtime/emulator/decode/Decoder.h"
#include "runtime/emulator/decode/Select.h"
#include "runtime/emulator/execution/Lanes.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace tqc::emu {

//===----------------------------------------------------------------------===//
// mov
//===----------------------------------------------------------------------===//

template <typename T>
static Step moveLanes(Warp &w, const Inst &i, Mask mask) {
  putLanes(w.reg<T>(i.d), w.reg<T>(i.s[0]), mask);
  return Step::Next;
}

/// The address of a variable in local memory: the frame's base plus imm.
template <typename T>
static Step moveLocalAddress(Warp &w, const Inst &i, Mask mask) {
  T out[kLanes];
  const uint64_t *base = w.reg<uint64_t>(kLocalBaseReg);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = static_cast<T>(base[lane] + static_cast<uint64_t>(i.imm));
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

/// Clocks count the instructions of the warp.
static uint64_t dynamicSpecial(const Warp &w, SpecialReg reg) {
  switch (reg) {
  case SpecialReg::Clock:
  case SpecialReg::GlobaltimerLo:
    return static_cast<uint32_t>(w.steps);
  case SpecialReg::ClockHi:
  case SpecialReg::GlobaltimerHi:
    return w.steps >> 32;
  default:
    return w.steps;
  }
}

template <typename T>
static Step moveDynamic(Warp &w, const Inst &i, Mask mask) {
  T out[kLanes];
  T value = static_cast<T>(dynamicSpecial(w, static_cast<SpecialReg>(i.flags)));
  for (T &lane : out)
    lane = value;
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

/// A register's element: the narrowest registers have two bytes.
template <typename Part>
using RegisterOf = std::conditional_t<sizeof(Part) == 1, uint16_t, Part>;

/// Of two elements of 16 bits one may be undefined; of others all are if one
/// is.
template <typename Part, typename Whole>
constexpr bool kHasHalves = sizeof(Part) == 2 && sizeof(Whole) == 4;

/// mov.b64 d, {a, b}: the pool holds the elements.
template <typename Part, typename Whole>
static Step packLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr unsigned kCount = sizeof(Whole) / sizeof(Part);
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  Whole out[kLanes] = {};
  for (unsigned p = 0; p < kCount; ++p) {
    const auto *from = w.reg<RegisterOf<Part>>(pool[p]);
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] |=
          static_cast<Whole>(static_cast<Whole>(static_cast<Part>(from[lane]))
                             << (8 * sizeof(Part) * p));
  }
  putLanes(w.reg<Whole>(i.d), out, mask);
  if (kHasHalves<Part, Whole> && w.checks() && w.poisoned)
    w.setHalves(i.d, mask, w.shadowOf(pool[0]).lanes, w.shadowOf(pool[1]).lanes,
                {pool[0], pool[1]});
  return Step::Next;
}

/// mov.b64 {a, b}, s. One of the elements may be s itself.
template <typename Part, typename Whole>
static Step unpackLanes(Warp &w, const Inst &i, Mask mask) {
  constexpr unsigned kCount = sizeof(Whole) / sizeof(Part);
  const uint32_t *pool = w.group->frame->function->pool.data() + i.pool;
  Whole in[kLanes];
  std::memcpy(in, w.reg<Whole>(i.s[0]), sizeof in);
  for (unsigned p = 0; p < kCount; ++p) {
    RegisterOf<Part> out[kLanes];
    for (unsigned lane = 0; lane < kLanes; ++lane)
      out[lane] = static_cast<Part>(in[lane] >> (8 * sizeof(Part) * p));
    putLanes(w.reg<RegisterOf<Part>>(pool[p]), out, mask);
    if (kHasHalves<Part, Whole> && w.checks() && w.poisoned) {
      const Shadow &from = w.shadowOf(i.s[0]);
      Mask bad = p == 0 ? from.badLower() : from.badUpper();
      w.setHalves(pool[p], mask, bad, bad, {i.s[0]});
    }
  }
  return Step::Next;
}

template <typename Part, typename Whole>
static ExecFn vectorMove(bool unpacks) {
  return unpacks ? unpackLanes<Part, Whole> : packLanes<Part, Whole>;
}

static ExecFn vectorMoveFor(unsigned partBits, unsigned bits, bool unpacks) {
  using Wide = unsigned __int128;
  if (partBits == 8)
    return bits == 16 ? vectorMove<uint8_t, uint16_t>(unpacks)
                      : vectorMove<uint8_t, uint32_t>(unpacks);
  if (partBits == 16)
    return bits == 32 ? vectorMove<uint16_t, uint32_t>(unpacks)
                      : vectorMove<uint16_t, uint64_t>(unpacks);
  if (partBits == 32)
    return bits == 64 ? vectorMove<uint32_t, uint64_t>(unpacks)
                      : vectorMove<uint32_t, Wide>(unpacks);
  return vectorMove<uint64_t, Wide>(unpacks);
}

static bool selectVectorMove(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &d = m.operands[0], &s = m.operands[1];
  const DecodedOperand &vector = d.isVector ? d : s;
  const PtxOperand &ptx = m.ptx->operands[d.isVector ? 0 : 1];
  unsigned bits = bitWidth(m.last());
  size_t count = vector.regs.size();
  if (d.isVector && s.isVector) {
    why = "only one side of mov can be a vector";
    return false;
  }
  if ((count != 2 && count != 4) || bits / count < 8 || bits % count) {
    why = "mov packs two or four elements of equal width";
    return false;
  }
  for (size_t k = 0; k < count; ++k) {
    const PtxOperand &element = ptx.items[k];
    if (element.kind == OperandKind::Reg &&
        bitWidth(m.decoder->registerType(element.index)) != bits / count) {
      why = "'" + element.text + "' must have " + std::to_string(bits / count) +
            " bits";
      return false;
    }
  }
  std::vector<uint32_t> regs = vector.regs;
  for (size_t k = 0; k < count; ++k) // constants were made too wide
    if (ptx.items[k].kind == OperandKind::Imm)
      regs[k] = m.decoder->constant(
          ptx.items[k].imm,
          static_cast<unsigned>(std::max<size_t>(bits / count, 16) / 8));
  inst.pool = m.decoder->addPool(regs);
  inst.poolCount = static_cast<uint32_t>(count);
  if (bits == 32 && count == 2)
    inst.poison = PoisonRule::Self;
  inst.exec =
      vectorMoveFor(bits / static_cast<unsigned>(count), bits, d.isVector);
  return true;
}

bool selectMove(const FormMatch &m, Inst &inst, std::string &why) {
  const DecodedOperand &d = m.operands[0], &s = m.operands[1];
  unsigned bits = bitWidth(m.last());
  if (d.isVector || s.isVector)
    return selectVectorMove(m, inst, why);
  const PtxOperand &from = m.ptx->operands[1];
  if (from.kind == OperandKind::Special && s.regs[0] == kNoReg) {
    inst.flags = static_cast<uint32_t>(s.value);
    inst.exec = bits == 64   ? moveDynamic<uint64_t>
                : bits == 32 ? moveDynamic<uint32_t>
                             : moveDynamic<uint16_t>;
    return true;
  }
  if (from.kind == OperandKind::Variable && s.regs[0] == kLocalBaseReg) {
    inst.imm = s.offset;
    inst.exec =
        bits == 64 ? moveLocalAddress<uint64_t> : moveLocalAddress<uint32_t>;
    return true;
  }
  if (bits == 32)
    inst.poison = PoisonRule::Halves;
  inst.exec = bits == 16   ? moveLanes<uint16_t>
              : bits == 32 ? moveLanes<uint32_t>
              : bits == 64 ? moveLanes<uint64_t>
                           : moveLanes<unsigned __int128>;
  return true;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// cvta: flags 1 for .to. imm is the window's base.
template <typename T>
static Step convertAddress(Warp &w, const Inst &i, Mask mask) {
  const T *a = w.reg<T>(i.s[0]);
  T out[kLanes];
  T base = static_cast<T>(i.imm);
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = i.flags & 1 ? static_cast<T>(a[lane] - base)
                            : static_cast<T>(a[lane] + base);
  putLanes(w.reg<T>(i.d), out, mask);
  return Step::Next;
}

static uint64_t windowBase(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return kSharedWindow;
  case Space::Local:
    return kLocalWindow;
  case Space::Param:
    return kParamWindow;
  default:
    return 0;
  }
}

bool selectCvta(const FormMatch &m, Inst &inst, std::string &) {
  const DecodedOperand &s = m.operands[1];
  inst.flags = m.has("to");
  inst.imm = static_cast<int64_t>(windowBase(inst.space));
  if (s.regs[0] == kLocalBaseReg && s.isImmediate) { // cvta.local of a variable
    inst.imm += s.offset;
    inst.flags = 0;
  }
  inst.exec = bitWidth(m.last()) == 64 ? convertAddress<uint64_t>
                                       : convertAddress<uint32_t>;
  return true;
}

static Step isInSpace(Warp &w, const Inst &i, Mask mask) {
  const uint64_t *a = w.reg<uint64_t>(i.s[0]);
  Mask value = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    uint64_t base = static_cast<uint64_t>(i.imm);
    bool in = base ? a[lane] - base < kWindowBytes
                   : a[lane] < kSharedWindow || a[lane] >= kCodeWindow;
    if (i.flags & 1) // shared::cta: no other CTA of the cluster
      in = in && ((a[lane] - base) >> kSharedRankShift) == 0;
    value |= Mask(in) << lane;
  }
  putPred(w.pred(i.d), value, mask);
  return Step::Next;
}

bool selectIsspacep(const FormMatch &m, Inst &inst, std::string &) {
  inst.imm = static_cast<int64_t>(windowBase(inst.space));
  inst.flags = inst.space == Space::Shared;
  inst.exec = isInSpace;
  return true;
}

} // namespace tqc::emu
