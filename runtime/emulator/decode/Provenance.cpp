//===- Provenance.cpp - which parameter a pointer comes from --------------===//
//
// Answers "this store goes through %rd17: whose pointer is that". Registers
// are followed backwards to the 64-bit parameters that they are computed from,
// over the whole function at once: a register that gets pointers of two
// parameters may point to either. What does not come from a parameter, such as
// a pointer that was loaded from memory, is not restricted. Example:
//   ld.param.u64 %rd1, [x]; mad.wide.s32 %rd2, %r1, 4, %rd1;
//   st.global.u32 [%rd2], %r2;     // tensors = {x}
//
//===----------------------------------------------------------------------===//

#include "runtime/emulator/decode/Decoder.h"

#include <algorithm>

namespace tqc::emu {

namespace {
/// How an instruction's result is derived from its operands.
enum class Derives : uint8_t { No, FromAll, FromFirst, FromThird };

struct DerivesRow {
  std::string_view opcode;
  Derives how;
};
} // namespace

static constexpr DerivesRow kDerives[] = {
    {"mov", Derives::FromAll},    {"add", Derives::FromAll},
    {"cvta", Derives::FromAll},   {"selp", Derives::FromAll},
    {"and", Derives::FromAll},    {"or", Derives::FromAll},
    {"shfl", Derives::FromFirst}, {"sub", Derives::FromFirst},
    {"mad", Derives::FromThird},  {"prmt", Derives::FromAll},
    {"cvt", Derives::FromFirst},  {"min", Derives::FromAll},
    {"max", Derives::FromAll},    {"lop3", Derives::FromAll},
};

static Derives derives(std::string_view opcode) {
  for (const DerivesRow &row : kDerives)
    if (row.opcode == opcode)
      return row.how;
  return Derives::No;
}

namespace {
class Tracer {
public:
  explicit Tracer(Function &f) : f(f), from((f.frameBytes >> kSlotShift) + 1) {}

  void run() {
    while (changed) {
      changed = false;
      for (const Inst &inst : f.code)
        visit(inst);
    }
    for (Inst &inst : f.code)
      if (inst.s[0] != kNoReg && (inst.category == InstClass::Load ||
                                  inst.category == InstClass::Store ||
                                  inst.category == InstClass::Atomic))
        inst.tensors = of(inst.s[0]);
  }

private:
  uint64_t &of(uint32_t reg) { return from[reg >> kSlotShift]; }
  void put(uint32_t reg, uint64_t params) {
    if (params & ~of(reg)) {
      of(reg) |= params;
      changed = true;
    }
  }
  void loadParam(const Inst &inst);
  void visit(const Inst &inst);

  Function &f;
  std::vector<uint64_t> from;
  bool changed = true;
};
} // namespace

void Tracer::loadParam(const Inst &inst) {
  if (inst.s[0] != kNoReg || inst.bytes != 8)
    return;
  for (unsigned k = 0; k < inst.count; ++k) {
    int64_t slot = inst.imm / 8 + k;
    if (inst.imm % 8 == 0 && slot >= 0 && slot < 64)
      put(f.pool[inst.pool + k], uint64_t(1) << slot);
  }
}

void Tracer::visit(const Inst &inst) {
  if (inst.category == InstClass::Load && inst.space == Space::Param)
    return loadParam(inst);
  Derives how = derives(
      f.ptx->body.empty() ? std::string_view()
                          : std::string_view(f.ptx->body[inst.source].opcode));
  if (how == Derives::No || inst.writeCount == 0)
    return;
  uint64_t params = 0;
  if (how == Derives::FromAll)
    for (uint32_t k = 0; k < inst.readCount; ++k)
      params |= of(f.pool[inst.reads + k]);
  uint32_t one = how == Derives::FromFirst ? inst.s[0] : inst.s[2];
  if (how != Derives::FromAll && one != kNoReg)
    params = of(one);
  for (uint32_t k = 0; params != 0 && k < inst.writeCount; ++k)
    put(f.pool[inst.writes + k], params);
}

void tracePointers(Function &function) { Tracer(function).run(); }

} // namespace tqc::emu
