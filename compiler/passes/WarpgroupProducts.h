//===- WarpgroupProducts.h - Memory that wgmma reads ---------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H
#define TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H

#include "dialect/tqg/TqgDialect.h"

#include <optional>

namespace tqc {

/// The layout in shared memory that a matrix descriptor can describe, for a
/// tile whose dimension `fastest` is contiguous in global memory; nothing if
/// its rows are shorter than 32 bytes.
std::optional<LinearLayout> panelMemory(llvm::ArrayRef<int64_t> shape,
                                        unsigned fastest, unsigned elementBits);

/// Bytes for the operands that products of wgmma in `scope` have to be staged;
/// a ring holds those that `isCopied` says.
int64_t stagedBytes(mlir::Operation *scope,
                    llvm::function_ref<bool(mlir::Operation *)> isCopied);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H
