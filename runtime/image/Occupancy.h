//===- Occupancy.h - How many CTAs a multiprocessor holds -------*- C++ -*-===//
//
// How many warps of a kernel run side by side, and what keeps more out?
//
//     occupancyOf("sm_80", {/*threads=*/256, /*registers=*/128, /*shared=*/0})
//       ctas 2, warps 16 of 64, limits "registers"
//
// Registers are given out in units of 256 a warp, each warp's in one of four
// partitions; shared memory in units of 128 bytes, of which each CTA takes
// 1 KiB more from sm_80 on.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_IMAGE_OCCUPANCY_H
#define TQC_RUNTIME_IMAGE_OCCUPANCY_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tqc {

/// What a CTA needs.
struct CtaNeeds {
  uint32_t threads = 1;
  uint32_t registers = 0; ///< a thread; 0: not known, and no limit
  uint32_t sharedBytes = 0;
};

struct Occupancy {
  CtaNeeds needs;
  uint32_t ctas = 0, warps = 0; ///< at a time on a multiprocessor
  uint32_t mostWarps = 0;
  /// "registers", or "warps, registers" where both let in no more; also "shared
  /// memory" and "blocks".
  std::string limits;
};

/// Nothing for a GPU whose limits are not known.
std::optional<Occupancy> occupancyOf(std::string_view arch,
                                     const CtaNeeds &needs);

} // namespace tqc

#endif // TQC_RUNTIME_IMAGE_OCCUPANCY_H
