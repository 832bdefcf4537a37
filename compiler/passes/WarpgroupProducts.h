//===- WarpgroupProducts.h - Which products wgmma takes ---------*- C++ -*-===//

#ifndef TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H
#define TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H

#include "dialect/tq/TqDialect.h"
#include "dialect/tqg/TqgDialect.h"

#include <string>

namespace tqc {

/// Whether wgmma may compute this product with all of `numWarps` warps along M,
/// as far as types, extents and the target say; else `whyNot`.
bool fitsWarpgroups(tq::DotOp dot, int numWarps, std::string &whyNot);
/// The same for a product whose layouts are chosen.
bool fitsWarpgroups(tqg::MmaOp mma, std::string &whyNot);

/// The layout in shared memory that a matrix descriptor can describe, for a
/// tile whose dimension `fastest` is contiguous in global memory; nothing if
/// its rows are shorter than 32 bytes.
std::optional<LinearLayout> panelMemory(llvm::ArrayRef<int64_t> shape,
                                        unsigned fastest, unsigned elementBits);

} // namespace tqc

#endif // TQC_COMPILER_PASSES_WARPGROUPPRODUCTS_H
