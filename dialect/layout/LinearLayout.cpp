//===- LinearLayout.cpp - Where each tile element lives -------------------===//

#include "dialect/layout/LinearLayout.h"

#include "dialect/layout/BitVectors.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tqc;

llvm::StringRef tqc::keyword(Hw dim) {
  switch (dim) {
  case Hw::Reg:
    return "reg";
  case Hw::Lane:
    return "lane";
  case Hw::Warp:
    return "warp";
  case Hw::Block:
    return "block";
  case Hw::Offset:
    return "offset";
  }
  llvm_unreachable("all hardware dimensions are listed");
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

template <typename IntT>
static std::string print(llvm::ArrayRef<IntT> coord) {
  return "(" +
         llvm::join(
             llvm::map_range(coord, [](IntT c) { return std::to_string(c); }),
             ", ") +
         ")";
}

/// Says why `shape` is no shape of a tile; empty when it is one.
static std::string whyNoShape(llvm::ArrayRef<int64_t> shape) {
  unsigned total = 0;
  for (int64_t extent : shape) {
    if (extent <= 0 || !llvm::isPowerOf2_64(extent))
      return llvm::formatv("tile size {0} is not a power of two", extent);
    total += llvm::Log2_64(extent);
  }
  if (total > 30)
    return "the tile has more than 2^30 elements";
  return "";
}

/// Says why `basis` cannot be a basis of `dim`; empty when it can.
static std::string whyNoBasis(Hw dim, const Coord &basis,
                              llvm::ArrayRef<int64_t> shape) {
  if (basis.size() != shape.size())
    return llvm::formatv("{0} basis {1} has rank {2}, but the tile has rank "
                         "{3}",
                         keyword(dim), print<int32_t>(basis), basis.size(),
                         shape.size());
  for (auto [b, extent] : llvm::zip(basis, shape))
    if (b < 0 || b >= extent)
      return llvm::formatv("{0} basis {1} lies outside the {2} tile",
                           keyword(dim), print<int32_t>(basis), print(shape));
  return "";
}

LinearLayout LinearLayout::fromColumns(HwColumns columns,
                                       llvm::ArrayRef<int64_t> shape) {
  LinearLayout layout;
  for (int64_t extent : shape)
    layout.dimBits.push_back(llvm::Log2_64(extent));
  layout.cols = std::move(columns);
#ifndef NDEBUG
  for (Hw dim : kAllHw)
    for (uint32_t column : layout.columns(dim))
      assert(column >> layout.totalOutBits() == 0 && "a basis in the tile");
#endif
  return layout;
}

std::optional<LinearLayout>
LinearLayout::tryCreate(llvm::ArrayRef<HwBases> bases,
                        llvm::ArrayRef<int64_t> shape, std::string &whyNot) {
  whyNot = whyNoShape(shape);
  if (!whyNot.empty())
    return std::nullopt;

  LinearLayout layout = fromColumns({}, shape);
  for (const HwBases &list : bases) {
    auto &columns = layout.cols[static_cast<size_t>(list.dim)];
    if (!columns.empty()) {
      whyNot = llvm::formatv("{0} is given twice", keyword(list.dim));
      return std::nullopt;
    }
    if (list.bases.size() > 20) {
      whyNot = llvm::formatv("{0} has more than 20 bases", keyword(list.dim));
      return std::nullopt;
    }
    for (const Coord &basis : list.bases) {
      whyNot = whyNoBasis(list.dim, basis, shape);
      if (!whyNot.empty())
        return std::nullopt;
      columns.push_back(layout.flatten(basis));
    }
  }

  if (layout.isSurjective())
    return layout;
  llvm::SmallVector<uint32_t> all;
  for (Hw dim : kAllHw)
    llvm::append_range(all, layout.columns(dim));
  whyNot = llvm::formatv("only {0} of the tile's {1} elements are held",
                         1u << f2::rank(all), 1u << layout.totalOutBits());
  return std::nullopt;
}

LinearLayout LinearLayout::get(llvm::ArrayRef<HwBases> bases,
                               llvm::ArrayRef<int64_t> shape) {
  std::string whyNot;
  std::optional<LinearLayout> layout = tryCreate(bases, shape, whyNot);
  if (!layout)
    llvm::report_fatal_error(llvm::Twine("invalid layout: ") + whyNot);
  return *layout;
}

//===----------------------------------------------------------------------===//
// Asking
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t> LinearLayout::shape() const {
  return llvm::map_to_vector(dimBits,
                             [](uint8_t bits) { return int64_t(1) << bits; });
}

unsigned LinearLayout::totalOutBits() const {
  unsigned total = 0;
  for (uint8_t bits : dimBits)
    total += bits;
  return total;
}

unsigned LinearLayout::lowBit(unsigned dim) const {
  unsigned low = 0;
  for (unsigned d = dim + 1; d < rank(); ++d)
    low += dimBits[d];
  return low;
}

uint32_t LinearLayout::flatten(llvm::ArrayRef<int32_t> coord) const {
  assert(coord.size() == rank() && "one entry per tile dimension");
  uint32_t flat = 0;
  for (auto [c, bits] : llvm::zip(coord, dimBits))
    flat = flat << bits | static_cast<uint32_t>(c);
  return flat;
}

Coord LinearLayout::unflatten(uint32_t flat) const {
  Coord coord(rank());
  for (unsigned d = rank(); d-- > 0;) {
    coord[d] = flat & ((1u << dimBits[d]) - 1);
    flat >>= dimBits[d];
  }
  return coord;
}

LinearLayout::Bases LinearLayout::bases(Hw dim) const {
  Bases result;
  for (uint32_t column : columns(dim))
    result.push_back(unflatten(column));
  return result;
}

uint32_t LinearLayout::applyFlat(Hw dim, uint32_t index) const {
  return f2::combine(columns(dim), index);
}

uint32_t
LinearLayout::applyFlat(llvm::ArrayRef<std::pair<Hw, uint32_t>> place) const {
  uint32_t flat = 0;
  for (auto [dim, index] : place)
    flat ^= applyFlat(dim, index);
  return flat;
}

Coord LinearLayout::apply(uint32_t reg, uint32_t lane, uint32_t warp,
                          uint32_t block) const {
  return unflatten(applyFlat({{Hw::Reg, reg},
                              {Hw::Lane, lane},
                              {Hw::Warp, warp},
                              {Hw::Block, block}}));
}

uint32_t LinearLayout::freeMask(Hw dim) const {
  f2::Echelon before;
  for (Hw earlier : kAllHw) {
    uint32_t mask = 0;
    for (auto [bit, column] : llvm::enumerate(columns(earlier)))
      if (!before.insert(column))
        mask |= 1u << bit;
    if (earlier == dim)
      return mask;
  }
  llvm_unreachable("all hardware dimensions are listed");
}

bool LinearLayout::isSurjective() const {
  f2::Echelon span;
  for (const auto &columns : cols)
    for (uint32_t column : columns)
      span.insert(column);
  return span.rank() == totalOutBits();
}

bool LinearLayout::isInjective() const {
  return llvm::all_of(kAllHw, [&](Hw dim) { return freeMask(dim) == 0; });
}

llvm::hash_code tqc::hash_value(const LinearLayout &layout) {
  llvm::hash_code hash =
      llvm::hash_combine_range(layout.dimBits.begin(), layout.dimBits.end());
  for (const auto &columns : layout.cols)
    hash = llvm::hash_combine(
        hash, columns.size(),
        llvm::hash_combine_range(columns.begin(), columns.end()));
  return hash;
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

/// The first place of each element as text; empty for one that nobody holds.
static std::vector<std::string> firstPlaces(const LinearLayout &layout) {
  bool inMemory = layout.bits(Hw::Offset) > 0;
  std::vector<std::string> cells(size_t(1) << layout.totalOutBits());
  unsigned inBits = 0;
  for (Hw dim : kAllHw)
    inBits += layout.bits(dim);
  for (uint64_t place = uint64_t(1) << inBits; place-- > 0;) {
    std::array<uint32_t, kNumHw> at = {};
    uint32_t flat = 0;
    uint64_t rest = place;
    for (Hw dim : kAllHw) {
      at[static_cast<size_t>(dim)] = rest & (layout.size(dim) - 1);
      flat ^= layout.applyFlat(dim, at[static_cast<size_t>(dim)]);
      rest >>= layout.bits(dim);
    }
    std::string text =
        inMemory ? llvm::formatv("o{0}", at[4]).str()
                 : llvm::formatv("w{0} l{1} r{2}", at[2], at[1], at[0]).str();
    if (layout.bits(Hw::Block) > 0)
      text = llvm::formatv("b{0} {1}", at[3], text);
    cells[flat] = std::move(text);
  }
  return cells;
}

std::string LinearLayout::picture() const {
  if (rank() != 1 && rank() != 2)
    return llvm::formatv("(no picture: the tile has rank {0})\n", rank());
  if (totalOutBits() > 16)
    return "(no picture: the tile has more than 65536 elements)\n";

  std::vector<std::string> cells = firstPlaces(*this);
  constexpr int64_t kMost = 16;
  int64_t rows = rank() == 2 ? extent(0) : 1, columns = extent(rank() - 1);
  int64_t shownRows = std::min(rows, kMost);
  int64_t shownColumns = std::min(columns, kMost);
  size_t width = 0;
  for (int64_t row = 0; row < shownRows; ++row)
    for (int64_t column = 0; column < shownColumns; ++column)
      width = std::max(width, cells[row * columns + column].size());

  std::string grid;
  for (int64_t row = 0; row < shownRows; ++row) {
    std::string line;
    for (int64_t column = 0; column < shownColumns; ++column) {
      std::string cell = cells[row * columns + column];
      cell.resize(width, ' ');
      line += (column ? " | " : "") + cell;
    }
    if (columns > shownColumns)
      line += " | ...";
    grid += llvm::StringRef(line).rtrim().str() + "\n";
  }
  if (rows > shownRows)
    grid += "...\n";
  return grid;
}
