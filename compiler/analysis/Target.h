//===- Target.h - What a pass must know of the GPU --------------*- C++ -*-===//
//
// Which GPU is a module for, and what does it have? The driver writes its name
// on the module:
//
//     module attributes {tq.arch = "sm_90"}
//
//===----------------------------------------------------------------------===//

#ifndef TQC_COMPILER_ANALYSIS_TARGET_H
#define TQC_COMPILER_ANALYSIS_TARGET_H

#include <cstdint>
#include <string_view>

namespace mlir {
class Operation;
} // namespace mlir

namespace tqc {

struct Target {
  std::string_view name; ///< as in the table of GPUs
  int capability;        ///< 90 for sm_90 and sm_90a
  int64_t sharedBytes;   ///< the most that one CTA can have

  bool isSpecific = false; ///< sm_90a: instructions of this architecture only

  /// cp.async, and with it pipelines of copies.
  bool hasAsyncCopies() const { return capability >= 80; }
  /// Clusters of CTAs that read each other's shared memory.
  bool hasClusters() const { return capability >= 90; }
  /// wgmma: products by four warps together, from shared memory.
  bool hasWarpgroups() const { return capability == 90 && isSpecific; }
};

/// The GPU that the module around `op` names; sm_80 if it names none.
Target targetOf(mlir::Operation *op);

} // namespace tqc

#endif // TQC_COMPILER_ANALYSIS_TARGET_H
