//===- LayoutDescriptors.cpp - Tiles that wgmma reads ---------------------===//

#include "dialect/layout/LayoutDescriptors.h"

#include "dialect/layout/LayoutAlgebra.h"
#include "dialect/layout/LayoutFactories.h"

#include <cassert>

using namespace tqc;

int64_t PanelLayout::byteOffset(llvm::ArrayRef<int32_t> coord) const {
  int64_t row = coord[1 - fastest];
  int64_t byte = int64_t(coord[fastest]) * elementBits / 8;
  assert(row % 8 == 0 && "the swizzle repeats every eight rows");
  return byte / spanBytes * rows * spanBytes + row * spanBytes +
         byte % spanBytes;
}

uint64_t PanelLayout::descriptor(unsigned depth) const {
  uint64_t leading =
      fastest == depth ? 1 : uint64_t(rows) * spanBytes / 16; // 1: not used
  uint64_t stride = 8 * spanBytes / 16;
  uint64_t swizzle = spanBytes == 128 ? 1 : spanBytes == 64 ? 2 : 3;
  return leading << 16 | stride << 32 | swizzle << 62;
}

std::optional<PanelLayout> tqc::panelLayout(const LinearLayout &memory,
                                            unsigned elementBits) {
  if (memory.rank() != 2)
    return std::nullopt;
  for (unsigned fastest : {1u, 0u}) {
    llvm::SmallVector<unsigned> order = {1 - fastest, fastest};
    LinearLayout rows = transposeDims(memory, order);
    unsigned widest = widestSpan(rows.shape(), elementBits);
    for (unsigned span = widest; span >= 32; span /= 2)
      if (rows.extent(0) >= 8 &&
          rows == swizzledMemory(rows.shape(), elementBits, span))
        return PanelLayout{fastest, span, rows.extent(0), elementBits};
  }
  return std::nullopt;
}
