//===- FloatLanes.h - Hot float operations for a whole warp -----*- C++ -*-===//
//
// The operations of Floats.h that fill real kernels, on the 32 lanes of b32
// registers at once. They give bit for bit what the scalar functions give, for
// every lane; the caller keeps the lanes that are active.
//
//     fmaF32Lanes(d, a, b, c, /*ftz=*/true); // d may be a, b or c
//
// All pointers are to kLanes registers. Uses the widest vectors that the host
// has, asked once.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_NUMERICS_FLOATLANES_H
#define TQC_RUNTIME_EMULATOR_NUMERICS_FLOATLANES_H

#include <cstdint>

namespace tqc::numerics {

inline constexpr int kLanes = 32;

/// A b32 register of a warp.
using Lanes = uint32_t *;
using ConstLanes = const uint32_t *;

// f32, round to nearest even.
void addF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz);
void subF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz);
void mulF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz);
void fmaF32Lanes(Lanes d, ConstLanes a, ConstLanes b, ConstLanes c, bool ftz);
// min.f32 and max.f32 without .NaN and .xorsign.
void minF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz);
void maxF32Lanes(Lanes d, ConstLanes a, ConstLanes b, bool ftz);
// ex2.approx and rcp.approx.
void ex2F32Lanes(Lanes d, ConstLanes a, bool ftz);
void rcpF32Lanes(Lanes d, ConstLanes a, bool ftz);

// f16 and bf16 in the low halves of registers; the upper halves are ignored
// and, in results, zero.
void halfToFloatLanes(Lanes d, ConstLanes a);
void bf16ToFloatLanes(Lanes d, ConstLanes a);
void floatToHalfLanes(Lanes d, ConstLanes a);
void floatToBf16Lanes(Lanes d, ConstLanes a);
// cvt.rn.f16x2.f32 and cvt.rn.bf16x2.f32: `high` goes to the upper half.
void packHalf2Lanes(Lanes d, ConstLanes high, ConstLanes low);
void packBf162Lanes(Lanes d, ConstLanes high, ConstLanes low);

} // namespace tqc::numerics

#endif // TQC_RUNTIME_EMULATOR_NUMERICS_FLOATLANES_H
