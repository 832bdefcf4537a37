//===- Occupancy.h - how many CTAs a multiprocessor holds -----------------===//
//
// Answers "how many warps run side by side on an H200, and what keeps more
// out". Example:
//   occupancyOf({/*threads=*/256, /*registers=*/168, /*sharedBytes=*/100 <<
//   10}) holds 1 CTA, 8 of 64 warps; registers and shared memory let in no
//   second
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_EMULATOR_OCCUPANCY_H
#define TQC_RUNTIME_EMULATOR_OCCUPANCY_H

#include <cstdint>
#include <string>

namespace tqc::emu {

/// What a CTA needs.
struct CtaNeeds {
  uint32_t threads = 1;
  uint32_t registers = 0; // a thread; 0: not known, and no limit
  uint32_t sharedBytes = 0;
};

struct Occupancy {
  CtaNeeds needs;
  uint32_t ctas = 0, warps = 0; // at a time on a multiprocessor
  std::string limits;           // "registers", "shared memory, threads"

  static constexpr uint32_t kMostWarps = 64;
};

/// For compute capability 9.0.
Occupancy occupancyOf(const CtaNeeds &needs);

} // namespace tqc::emu

#endif // TQC_RUNTIME_EMULATOR_OCCUPANCY_H
