//===- LayoutAlgebra.cpp - Layouts from layouts ---------------------------===//

#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tqc;

//===----------------------------------------------------------------------===//
// Shape operations
//===----------------------------------------------------------------------===//

/// `layout` with `change` applied to every flat basis.
template <typename ChangeT>
static LinearLayout mapColumns(const LinearLayout &layout,
                               llvm::ArrayRef<int64_t> shape, ChangeT change) {
  HwColumns columns = layout.allColumns();
  for (auto &list : columns)
    for (uint32_t &column : list)
      column = change(column);
  return LinearLayout::fromColumns(std::move(columns), shape);
}

LinearLayout tqc::transposeDims(const LinearLayout &layout,
                                llvm::ArrayRef<unsigned> perm) {
  assert(perm.size() == layout.rank() && "one entry per dimension");
  llvm::SmallVector<int64_t> shape;
  for (unsigned dim : perm)
    shape.push_back(layout.extent(dim));
  return mapColumns(layout, shape, [&](uint32_t column) {
    uint32_t flat = 0;
    for (unsigned dim : perm) {
      uint32_t part = column >> layout.lowBit(dim);
      part &= (1u << layout.outBits(dim)) - 1;
      flat = flat << layout.outBits(dim) | part;
    }
    return flat;
  });
}

LinearLayout tqc::reshapeTo(const LinearLayout &layout,
                            llvm::ArrayRef<int64_t> shape) {
  LinearLayout result = LinearLayout::fromColumns(layout.allColumns(), shape);
  assert(result.totalOutBits() == layout.totalOutBits() &&
         "a reshape keeps the number of elements");
  return result;
}

LinearLayout tqc::expandDim(const LinearLayout &layout, unsigned dim) {
  llvm::SmallVector<int64_t> shape = layout.shape();
  shape.insert(shape.begin() + dim, 1);
  return reshapeTo(layout, shape);
}

LinearLayout tqc::broadcastTo(const LinearLayout &layout,
                              llvm::ArrayRef<int64_t> shape) {
  assert(shape.size() == layout.rank() && "broadcasting keeps the rank");
  LinearLayout wide = LinearLayout::fromColumns({}, shape);
  HwColumns columns;
  for (Hw dim : kAllHw)
    for (const Coord &basis : layout.bases(dim))
      columns[placeDim(dim)].push_back(wide.flatten(basis));
  for (unsigned dim = layout.rank(); dim-- > 0;) {
    if (layout.outBits(dim) == wide.outBits(dim))
      continue;
    assert(layout.outBits(dim) == 0 && "only a size of 1 grows");
    for (unsigned bit = 0; bit < wide.outBits(dim); ++bit)
      columns[placeDim(Hw::Reg)].push_back(1u << (wide.lowBit(dim) + bit));
  }
  return LinearLayout::fromColumns(std::move(columns), shape);
}

LinearLayout tqc::sliceDim(const LinearLayout &layout, unsigned dim) {
  llvm::SmallVector<int64_t> shape = layout.shape();
  shape.erase(shape.begin() + dim);
  unsigned low = layout.lowBit(dim), width = layout.outBits(dim);
  LinearLayout all = mapColumns(layout, shape, [&](uint32_t column) {
    uint32_t below = column & ((1u << low) - 1);
    return column >> (low + width) << low | below;
  });
  HwColumns columns = all.allColumns();
  auto &registers = columns[placeDim(Hw::Reg)];
  f2::Vectors kept = f2::span(registers);
  registers.assign(kept.begin(), kept.end());
  return LinearLayout::fromColumns(std::move(columns), shape);
}

/// Whether a bit of the warp's index walks along `dim`.
static bool runsAlong(const LinearLayout &layout, unsigned dim, unsigned bit) {
  uint32_t mask = ((1u << layout.outBits(dim)) - 1) << layout.lowBit(dim);
  return layout.column(Hw::Warp, bit) & mask;
}

unsigned tqc::countWarpParts(const LinearLayout &layout, unsigned dim) {
  unsigned parts = 1;
  for (unsigned bit = 0; bit < layout.bits(Hw::Warp); ++bit)
    parts *= runsAlong(layout, dim, bit) ? 2 : 1;
  return parts;
}

/// `rest`, of a tile without `dim`, as rows 0 of a tile of as many parts.
static llvm::SmallVector<int64_t> shapeOfParts(const LinearLayout &layout,
                                               unsigned dim,
                                               const LinearLayout &rest) {
  llvm::SmallVector<int64_t> shape = rest.shape();
  shape.insert(shape.begin(), countWarpParts(layout, dim));
  return shape;
}

LinearLayout tqc::warpPartsLayout(const LinearLayout &layout, unsigned dim) {
  LinearLayout rest = sliceDim(layout, dim);
  HwColumns columns = rest.allColumns();
  uint32_t row = 1u << rest.totalOutBits();
  for (auto [bit, column] : llvm::enumerate(columns[placeDim(Hw::Warp)]))
    if (runsAlong(layout, dim, bit)) {
      column |= row;
      row <<= 1;
    }
  return LinearLayout::fromColumns(std::move(columns),
                                   shapeOfParts(layout, dim, rest));
}

LinearLayout tqc::allPartsLayout(const LinearLayout &layout, unsigned dim,
                                 bool byLanes) {
  LinearLayout rest = sliceDim(layout, dim);
  HwColumns columns = rest.allColumns();
  auto &lanes = columns[placeDim(Hw::Lane)];
  unsigned rows = llvm::Log2_32(countWarpParts(layout, dim));
  for (unsigned bit = 0; bit < rows; ++bit) {
    uint32_t row = 1u << (rest.totalOutBits() + bit);
    if (byLanes)
      lanes[bit] = row;
    else
      columns[placeDim(Hw::Reg)].push_back(row);
  }
  return LinearLayout::fromColumns(std::move(columns),
                                   shapeOfParts(layout, dim, rest));
}

LinearLayout tqc::joinLayout(const LinearLayout &layout) {
  llvm::SmallVector<int64_t> shape = layout.shape();
  shape.push_back(2);
  HwColumns columns = layout.allColumns();
  for (auto &list : columns)
    for (uint32_t &column : list)
      column <<= 1;
  auto &registers = columns[placeDim(Hw::Reg)];
  registers.insert(registers.begin(), 1);
  return LinearLayout::fromColumns(std::move(columns), shape);
}

std::optional<unsigned> tqc::splitRegister(const LinearLayout &layout) {
  if (layout.rank() == 0 || layout.outBits(layout.rank() - 1) != 1)
    return std::nullopt;
  std::optional<unsigned> found;
  for (Hw dim : kAllHw)
    for (auto [bit, column] : llvm::enumerate(layout.columns(dim))) {
      if ((column & 1) == 0)
        continue;
      if (dim != Hw::Reg || column != 1 || found)
        return std::nullopt;
      found = bit;
    }
  return found;
}

std::optional<LinearLayout> tqc::splitLayout(const LinearLayout &layout) {
  std::optional<unsigned> bit = splitRegister(layout);
  if (!bit)
    return std::nullopt;
  llvm::SmallVector<int64_t> shape = layout.shape();
  shape.pop_back();
  HwColumns columns = layout.allColumns();
  auto &registers = columns[placeDim(Hw::Reg)];
  registers.erase(registers.begin() + *bit);
  for (auto &list : columns)
    for (uint32_t &column : list)
      column >>= 1;
  return LinearLayout::fromColumns(std::move(columns), shape);
}

//===----------------------------------------------------------------------===//
// Products and quotients
//===----------------------------------------------------------------------===//

LinearLayout tqc::operator*(const LinearLayout &inner,
                            const LinearLayout &outer) {
  assert(inner.rank() == outer.rank() && "factors have the same dimensions");
  llvm::SmallVector<int64_t> shape;
  for (unsigned dim = 0; dim < inner.rank(); ++dim)
    shape.push_back(inner.extent(dim) * outer.extent(dim));
  LinearLayout whole = LinearLayout::fromColumns({}, shape);
  HwColumns columns;
  for (Hw dim : kAllHw) {
    for (const Coord &basis : inner.bases(dim))
      columns[placeDim(dim)].push_back(whole.flatten(basis));
    for (Coord basis : outer.bases(dim)) {
      for (unsigned d = 0; d < outer.rank(); ++d)
        basis[d] <<= inner.outBits(d);
      columns[placeDim(dim)].push_back(whole.flatten(basis));
    }
  }
  return LinearLayout::fromColumns(std::move(columns), shape);
}

std::optional<LinearLayout> tqc::divideLeft(const LinearLayout &layout,
                                            const LinearLayout &tile) {
  if (layout.rank() != tile.rank())
    return std::nullopt;
  llvm::SmallVector<int64_t> shape;
  for (unsigned dim = 0; dim < layout.rank(); ++dim) {
    if (tile.outBits(dim) > layout.outBits(dim))
      return std::nullopt;
    shape.push_back(layout.extent(dim) / tile.extent(dim));
  }
  LinearLayout quotient = LinearLayout::fromColumns({}, shape);
  HwColumns columns;
  for (Hw dim : kAllHw) {
    LinearLayout::Bases bases = layout.bases(dim), first = tile.bases(dim);
    if (bases.size() < first.size() ||
        !std::equal(first.begin(), first.end(), bases.begin()))
      return std::nullopt;
    for (size_t i = first.size(); i < bases.size(); ++i) {
      for (unsigned d = 0; d < layout.rank(); ++d) {
        if (bases[i][d] & (tile.extent(d) - 1))
          return std::nullopt;
        bases[i][d] >>= tile.outBits(d);
      }
      columns[placeDim(dim)].push_back(quotient.flatten(bases[i]));
    }
  }
  return LinearLayout::fromColumns(std::move(columns), shape);
}

LinearLayout tqc::identity(Hw dim, unsigned bits) {
  HwColumns columns;
  for (unsigned bit = 0; bit < bits; ++bit)
    columns[placeDim(dim)].push_back(1u << bit);
  return LinearLayout::fromColumns(std::move(columns), {int64_t(1) << bits});
}

LinearLayout tqc::compose(const LinearLayout &inner,
                          const LinearLayout &outer) {
  assert(outer.bits(Hw::Offset) == inner.totalOutBits() &&
         "the outer layout reads all of the inner coordinate");
  return mapColumns(inner, outer.shape(), [&](uint32_t column) {
    return outer.applyFlat(Hw::Offset, column);
  });
}

LinearLayout tqc::restrictTo(const LinearLayout &layout,
                             llvm::ArrayRef<Hw> keep) {
  HwColumns columns;
  for (Hw dim : keep)
    columns[placeDim(dim)] = layout.allColumns()[placeDim(dim)];
  return LinearLayout::fromColumns(std::move(columns), layout.shape());
}

//===----------------------------------------------------------------------===//
// Place maps
//===----------------------------------------------------------------------===//

namespace {

/// Finds elements of one layout, preferring some of its inputs to others.
class Finder {
public:
  Finder(const LinearLayout &layout, llvm::ArrayRef<Hw> order)
      : solver({}), places(LinearLayout::fromColumns({}, placeShape(layout))) {
    f2::Vectors columns;
    for (Hw dim : order)
      for (auto [bit, column] : llvm::enumerate(layout.columns(dim))) {
        columns.push_back(column);
        steps.push_back(1u << (places.lowBit(placeDim(dim)) + bit));
      }
    solver = f2::Solver(columns);
  }

  /// The flat place of the element at `target`.
  std::optional<uint32_t> find(uint32_t target) const {
    std::optional<uint64_t> solution = solver.solve(target);
    if (!solution)
      return std::nullopt;
    return f2::combine(steps, *solution);
  }

  /// One dimension for each Hw, as large as `layout` needs it.
  static llvm::SmallVector<int64_t> placeShape(const LinearLayout &layout) {
    return llvm::map_to_vector(
        kAllHw, [&](Hw dim) { return int64_t(layout.size(dim)); });
  }

private:
  f2::Solver solver;
  LinearLayout places;
  f2::Vectors steps; // the flat place of each column
};

/// The finders of one source, from the cheapest way to the dearest.
struct Fetcher {
  explicit Fetcher(const LinearLayout &src)
      : src(src),
        places(LinearLayout::fromColumns({}, Finder::placeShape(src))),
        registers(src, {Hw::Reg}), warp(src, {Hw::Reg, Hw::Lane}),
        all(src, {Hw::Reg, Hw::Lane, Hw::Warp, Hw::Block, Hw::Offset}) {}

  /// A place of `src` for the element at `target`, which bit `bit` of `dim`
  /// adds in the destination.
  std::optional<uint32_t> find(Hw dim, unsigned bit, uint32_t target) const {
    // In the same lane (or warp), perhaps in another register.
    if (dim != Hw::Reg && bit < src.bits(dim)) {
      uint32_t here = 1u << (places.lowBit(placeDim(dim)) + bit);
      uint32_t rest = target ^ src.column(dim, bit);
      if (auto place = registers.find(rest))
        return *place ^ here;
      if (dim != Hw::Lane)
        if (auto place = warp.find(rest))
          return *place ^ here;
    }
    for (const Finder *finder : {&registers, &warp, &all})
      if (auto place = finder->find(target))
        return place;
    return std::nullopt;
  }

  const LinearLayout &src;
  LinearLayout places;
  Finder registers, warp, all;
};

} // namespace

LinearLayout tqc::rightInverse(const LinearLayout &layout) {
  Finder finder(layout, kAllHw);
  HwColumns columns;
  for (unsigned bit = 0; bit < layout.totalOutBits(); ++bit) {
    std::optional<uint32_t> place = finder.find(1u << bit);
    assert(place && "every element has a place");
    columns[placeDim(Hw::Offset)].push_back(*place);
  }
  return LinearLayout::fromColumns(std::move(columns),
                                   Finder::placeShape(layout));
}

std::optional<LinearLayout> tqc::fetch(const LinearLayout &dst,
                                       const LinearLayout &src) {
  if (dst.totalOutBits() != src.totalOutBits())
    return std::nullopt;
  Fetcher fetcher(src);
  HwColumns columns;
  for (Hw dim : kAllHw)
    for (auto [bit, column] : llvm::enumerate(dst.columns(dim))) {
      std::optional<uint32_t> place = fetcher.find(dim, bit, column);
      if (!place)
        return std::nullopt;
      columns[placeDim(dim)].push_back(*place);
    }
  return LinearLayout::fromColumns(std::move(columns), Finder::placeShape(src));
}

LinearLayout tqc::follow(const LinearLayout &places,
                         const LinearLayout &layout) {
  assert(places.rank() == kNumHw && "a place map");
  return mapColumns(places, layout.shape(), [&](uint32_t column) {
    Coord place = places.unflatten(column);
    uint32_t flat = 0;
    for (Hw dim : kAllHw)
      flat ^= layout.applyFlat(dim, place[placeDim(dim)]);
    return flat;
  });
}

LinearLayout tqc::offsetsIn(const LinearLayout &memory,
                            const LinearLayout &layout) {
  assert(memory.totalOutBits() == layout.totalOutBits() && "the same tile");
  f2::Solver solver(memory.columns(Hw::Offset));
  return mapColumns(layout, {int64_t(memory.size(Hw::Offset))},
                    [&](uint32_t column) {
                      std::optional<uint64_t> offset = solver.solve(column);
                      assert(offset && "memory holds the whole tile");
                      return static_cast<uint32_t>(*offset);
                    });
}

llvm::SmallVector<uint32_t, 4> tqc::contiguousRegs(const LinearLayout &offsets,
                                                   unsigned maxBits) {
  f2::Solver solver(offsets.columns(Hw::Reg));
  // Where a lane or warp moves a low bit, which register is first in its vector
  // would depend on the thread.
  uint32_t perThread = 0;
  for (Hw dim : {Hw::Lane, Hw::Warp, Hw::Block})
    for (uint32_t column : offsets.columns(dim))
      perThread |= column;
  llvm::SmallVector<uint32_t, 4> registers;
  while (registers.size() < maxBits) {
    uint32_t step = 1u << registers.size();
    if (step >> offsets.totalOutBits() || (perThread & step))
      break;
    std::optional<uint64_t> found = solver.solve(step);
    if (!found)
      break;
    registers.push_back(*found);
  }
  return registers;
}
