//===- Lanes.h - loops over the 32 lanes of registers ---------------------===//
//
// Answers "how does a scalar function become an instruction". An operation is
// a struct with types D (result) and A (operands) and a static `apply`; the
// loops below compute all lanes, which compilers vectorise, and keep those that
// are active. So `apply` must be harmless on any bits. Example:
//   struct Add { using D = uint32_t; using A = uint32_t;
//                static D apply(A a, A b) { return a + b; } };
//   inst.exec = binaryLanes<Add>;
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_EXECUTION_LANES_H
#define TQC_RUNTIME_EMULATOR_EXECUTION_LANES_H

#include "runtime/emulator/machine/Warp.h"

#include <cstring>

namespace tqc::emu {

/// Stores the active lanes of `from`.
template <typename T>
inline void putLanes(T *to, const T *from, Mask mask) {
  if (mask == kAllLanes) {
    std::memcpy(to, from, sizeof(T) * kLanes);
    return;
  }
  for (unsigned lane = 0; lane < kLanes; ++lane)
    to[lane] = mask >> lane & 1 ? from[lane] : to[lane];
}

inline void putPred(Mask &to, Mask value, Mask mask) {
  to = (to & ~mask) | (value & mask);
}

template <typename Op>
Step unaryLanes(Warp &w, const Inst &i, Mask mask) {
  using D = typename Op::D;
  const auto *a = w.reg<typename Op::A>(i.s[0]);
  alignas(64) D out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = Op::apply(a[lane]);
  putLanes(w.reg<D>(i.d), out, mask);
  return Step::Next;
}

template <typename Op>
Step binaryLanes(Warp &w, const Inst &i, Mask mask) {
  using D = typename Op::D;
  const auto *a = w.reg<typename Op::A>(i.s[0]);
  const auto *b = w.reg<typename Op::A>(i.s[1]);
  alignas(64) D out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = Op::apply(a[lane], b[lane]);
  putLanes(w.reg<D>(i.d), out, mask);
  return Step::Next;
}

/// The second operand is 32 bits wide whatever the type is, as in shl.
template <typename Op>
Step shiftLanes(Warp &w, const Inst &i, Mask mask) {
  using D = typename Op::D;
  const auto *a = w.reg<typename Op::A>(i.s[0]);
  const auto *b = w.reg<uint32_t>(i.s[1]);
  alignas(64) D out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = Op::apply(a[lane], b[lane]);
  putLanes(w.reg<D>(i.d), out, mask);
  return Step::Next;
}

/// The third operand may be of another type, as in mad.wide.
template <typename Op>
Step ternaryLanes(Warp &w, const Inst &i, Mask mask) {
  using D = typename Op::D;
  const auto *a = w.reg<typename Op::A>(i.s[0]);
  const auto *b = w.reg<typename Op::A>(i.s[1]);
  const auto *c = w.reg<typename Op::C>(i.s[2]);
  alignas(64) D out[kLanes];
  for (unsigned lane = 0; lane < kLanes; ++lane)
    out[lane] = Op::apply(a[lane], b[lane], c[lane]);
  putLanes(w.reg<D>(i.d), out, mask);
  return Step::Next;
}

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_EXECUTION_LANES_H
