//===- CallFrames.cpp - arguments and results of calls --------------------===//

#include "runtime/emulator/machine/CallFrames.h"

#include "runtime/emulator/machine/Cta.h"

#include <algorithm>
#include <cstring>

namespace tqc::emu {

CallWord callWordAt(const uint32_t *pool, size_t index) {
  return {pool[3 * index], pool[3 * index + 1], pool[3 * index + 2]};
}

void copyArgument(Warp &w, Mask mask, Frame &from, const CallWord &source,
                  Frame &to, const ParamPlace &target) {
  uint32_t bytes = std::min(source.bytes, target.bytes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    uint8_t *src = source.reg != kNoReg
                       ? from.regs + source.reg + lane * source.bytes
                       : w.local(lane) + from.localBase + source.offset;
    uint8_t *dst = target.reg != kNoReg
                       ? to.regs + target.reg + lane * target.regBytes
                       : w.local(lane) + to.localBase + target.offset;
    std::memcpy(dst, src, bytes);
    if (!w.checks())
      continue;
    uint8_t undefined = 0;
    if (source.reg != kNoReg)
      undefined = from.shadow[source.reg >> kSlotShift].lanes >> lane & 1;
    if (target.reg != kNoReg)
      continue;
    uint8_t *flags = w.localUndefined(lane) + to.localBase + target.offset;
    if (source.reg != kNoReg)
      std::memset(flags, undefined, bytes);
    else
      std::memcpy(flags,
                  w.localUndefined(lane) + from.localBase + source.offset,
                  bytes);
  }
}

void copyResults(Warp &w, Frame &callee, Mask mask) {
  const Inst &i = *callee.call;
  Frame &caller = *callee.caller;
  const uint32_t *pool = caller.function->pool.data() + i.pool;
  size_t results = i.poolCount - static_cast<size_t>(i.imm);
  for (size_t k = 0; k < results; ++k) {
    const ParamPlace &from = callee.function->returns[k];
    CallWord to = callWordAt(pool, k);
    CallWord source{from.reg, from.offset,
                    from.reg != kNoReg ? from.regBytes : from.bytes};
    ParamPlace target{to.offset, to.bytes, to.reg,
                      static_cast<uint8_t>(to.bytes)};
    copyArgument(w, mask, callee, source, caller, target);
  }
}

} // namespace tqc::emu
