//===- AxisLines.cpp - The lines of a tile along an axis ------------------===//

#include "compiler/codegen/AxisLines.h"

#include "dialect/layout/LayoutAlgebra.h"

using namespace tqc;

/// Bits of `dim` whose column has a part along `axis`.
static llvm::SmallVector<unsigned> bitsAlong(const LinearLayout &layout, Hw dim,
                                             unsigned axis) {
  uint32_t mask = ((1u << layout.outBits(axis)) - 1) << layout.lowBit(axis);
  llvm::SmallVector<unsigned> bits;
  for (unsigned bit = 0; bit < layout.bits(dim); ++bit)
    if (layout.column(dim, bit) & mask)
      bits.push_back(bit);
  return bits;
}

AxisLines::AxisLines(const LinearLayout &layout, unsigned axis, bool reverse)
    : laneBits(bitsAlong(layout, Hw::Lane, axis)),
      warpBits(bitsAlong(layout, Hw::Warp, axis)),
      lines(sliceDim(layout, axis)), rank(lines.rank()) {
  lineCount = int64_t(1) << (layout.totalOutBits() - layout.outBits(axis));
  llvm::MapVector<uint32_t, llvm::SmallVector<std::pair<int32_t, unsigned>>>
      members;
  uint32_t replicas = layout.freeMask(Hw::Reg);
  for (unsigned reg = 0; reg < layout.size(Hw::Reg); ++reg) {
    if (reg & replicas)
      continue;
    Coord coord = layout.apply(reg, 0, 0);
    int32_t along = reverse ? -coord[axis] : coord[axis];
    coord.erase(coord.begin() + axis);
    members[coord.empty() ? 0 : lines.flatten(coord)].push_back({along, reg});
  }
  for (auto &[line, list] : members) {
    llvm::sort(list);
    for (auto [along, reg] : list)
      registers[line].push_back(reg);
  }
}
