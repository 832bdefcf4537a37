//===- ResidentBlocks.h - How many blocks run side by side ------*- C++ -*-===//
//
// How many blocks of a kernel fit on one multiprocessor, and what is the limit?
//
//     residentBlocks("sm_80", {/*registers=*/128, /*warps=*/8, /*shared=*/0})
//       blocks 2, warps 16 of 64, limit "registers"
//
// Registers are given out in units of 256 a warp and shared memory in units of
// 128 bytes, of which each block takes 1 KiB more from sm_80 on.
//
//===----------------------------------------------------------------------===//

#ifndef TQC_TOOLS_TQC_RESIDENTBLOCKS_H
#define TQC_TOOLS_TQC_RESIDENTBLOCKS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace tqc {

/// What one block takes.
struct BlockNeeds {
  int registers = 0; ///< of a thread
  int warps = 0;
  int64_t sharedBytes = 0;
};

struct ResidentBlocks {
  int blocks = 0, warps = 0, maxWarps = 0;
  llvm::StringRef limit; ///< "registers", "shared memory", "warps", "blocks"
};

/// Nothing for a GPU whose limits are not known.
std::optional<ResidentBlocks> residentBlocks(llvm::StringRef arch,
                                             const BlockNeeds &needs);

} // namespace tqc

#endif // TQC_TOOLS_TQC_RESIDENTBLOCKS_H
