//===- Gpus.h - The GPUs, and what each has ---------------------*- C++ -*-===//
//
// What is `sm_90a`: which PTX has it, where does its code run, what does it
// hold? The compiler, the emulator and what runs kernels all ask here, so that
// a GPU is a row of Gpus.def, and a name without a row is nobody's.
//
//     findGpu("sm_90a")->sharedOfCta() == 227 << 10
//     findGpu("sm_42") == nullptr
//     runsOn(*findGpu("sm_100f"), 103), but not on 120
//
//===----------------------------------------------------------------------===//

#ifndef TQC_RUNTIME_IMAGE_GPUS_H
#define TQC_RUNTIME_IMAGE_GPUS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tqc {

/// What code is for where nobody says.
inline constexpr std::string_view kDefaultGpu = "sm_80";

/// Where code for a name runs, besides on that GPU.
enum class GpuVariant : uint8_t {
  Plain,    ///< on all later ones
  Family,   ///< sm_100f: on later ones of its family
  Specific, ///< sm_90a: nowhere else
};

/// What a multiprocessor holds at a time, and does in a clock.
struct Chip {
  int capability = 0; ///< 90
  uint32_t warps = 0, ctas = 0;
  uint32_t sharedBytes = 0;
  /// Operations in a clock; 0: not there, or not known.
  int half = 0, tf32 = 0, bytes = 0, single = 0;

  /// Shared memory that the system keeps of each CTA's.
  uint32_t reservedBytes() const { return capability >= 80 ? 1 << 10 : 0; }
  /// The most shared memory that one CTA can ask for.
  uint32_t sharedOfCta() const { return sharedBytes - reservedBytes(); }
};

/// A name that `.target` and `--arch` take.
struct Gpu : Chip {
  std::string_view name;
  GpuVariant variant = GpuVariant::Plain;
  unsigned ptxVersion = 0; ///< the first that has it: 80 for 8.0
};

/// All of them, by capability.
const std::vector<Gpu> &allGpus();
/// Null where nobody is called that.
const Gpu *findGpu(std::string_view name);
/// 90 for "sm_90a"; 0 where nobody is called that.
int computeCapabilityOf(std::string_view name);
/// Null where the capability is not known.
const Chip *findChip(int capability);
/// "sm_75, sm_80, ...": for messages.
std::string gpuNames();

/// Whether a GPU of that capability takes the code.
bool runsOn(const Gpu &code, int capability);
/// What to compile for, for a GPU of that capability: the newest name whose
/// code runs there; sm_90a for 90, whose own instructions the compiler uses.
/// Null below the lowest that is known.
const Gpu *gpuForDevice(int capability);

} // namespace tqc

#endif // TQC_RUNTIME_IMAGE_GPUS_H
