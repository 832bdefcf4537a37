//===- LayoutFactories.cpp - The layouts that hardware asks for -----------===//

#include "dialect/layout/LayoutFactories.h"

#include "dialect/layout/LayoutAlgebra.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace tqc;

namespace {

/// Builds a layout dimension by dimension: each call covers the next bits of
/// one tile dimension with bits of one hardware dimension.
class Builder {
public:
  explicit Builder(llvm::ArrayRef<int64_t> shape)
      : empty(LinearLayout::fromColumns({}, shape)), covered(shape.size(), 0) {}

  /// `count` more indices of `hw` along `dim`. Where the tile ends, registers
  /// stop; lanes and warps go on and hold what others hold.
  Builder &add(Hw hw, unsigned dim, int64_t count) {
    assert(llvm::isPowerOf2_64(count) && "counts are powers of two");
    auto &list = columns[placeDim(hw)];
    for (unsigned bit = 0; bit < llvm::Log2_64(count); ++bit) {
      bool inside = covered[dim] < empty.outBits(dim);
      if (inside)
        list.push_back(1u << (empty.lowBit(dim) + covered[dim]++));
      else if (hw != Hw::Reg)
        list.push_back(0);
    }
    return *this;
  }

  /// `count` indices of `hw` that all hold the same.
  Builder &replicate(Hw hw, int64_t count) {
    columns[placeDim(hw)].append(llvm::Log2_64(count), 0);
    return *this;
  }

  /// What is left of `dim`, in registers.
  Builder &fill(unsigned dim) {
    unsigned left = empty.outBits(dim) - covered[dim];
    return add(Hw::Reg, dim, int64_t(1) << left);
  }

  LinearLayout take() {
    LinearLayout layout =
        LinearLayout::fromColumns(std::move(columns), empty.shape());
    assert(layout.isSurjective() && "every element has a place");
    return layout;
  }

private:
  LinearLayout empty;
  llvm::SmallVector<unsigned, 4> covered; // bits of each dimension
  HwColumns columns;
};

} // namespace

//===----------------------------------------------------------------------===//
// Blocked
//===----------------------------------------------------------------------===//

LinearLayout tqc::blockedLayout(llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<unsigned> sizePerThread,
                                llvm::ArrayRef<unsigned> threadsPerWarp,
                                llvm::ArrayRef<unsigned> warpsPerCta,
                                llvm::ArrayRef<unsigned> order) {
  assert(order.size() == shape.size() && "one entry per dimension");
  Builder builder(shape);
  for (unsigned dim : order)
    builder.add(Hw::Reg, dim, sizePerThread[dim]);
  for (unsigned dim : order)
    builder.add(Hw::Lane, dim, threadsPerWarp[dim]);
  for (unsigned dim : order)
    builder.add(Hw::Warp, dim, warpsPerCta[dim]);
  for (unsigned dim : order)
    builder.fill(dim);
  return builder.take();
}

LinearLayout tqc::rowMajorLayout(llvm::ArrayRef<int64_t> shape, unsigned vector,
                                 unsigned numWarps) {
  unsigned rank = shape.size();
  llvm::SmallVector<unsigned> size(rank, 1), lanes(rank, 1), warps(rank, 1);
  llvm::SmallVector<unsigned> order;
  int64_t lanesLeft = 32, warpsLeft = numWarps;
  for (unsigned dim = rank; dim-- > 0;) {
    order.push_back(dim);
    int64_t left = shape[dim];
    if (dim + 1 == rank) {
      size[dim] = std::min<int64_t>(left, vector);
      left /= size[dim];
    }
    lanes[dim] = std::min(left, lanesLeft);
    left /= lanes[dim];
    warps[dim] = std::min(left, warpsLeft);
    lanesLeft /= lanes[dim];
    warpsLeft /= warps[dim];
  }
  // What a small tile leaves over replicates it.
  if (rank > 0) {
    lanes[0] *= lanesLeft;
    warps[0] *= warpsLeft;
  }
  LinearLayout layout = blockedLayout(shape, size, lanes, warps, order);
  if (rank > 0)
    return layout;
  return Builder(shape)
      .replicate(Hw::Lane, 32)
      .replicate(Hw::Warp, numWarps)
      .take();
}

LinearLayout tqc::sliceKeepDim(const LinearLayout &layout, unsigned dim) {
  return expandDim(sliceDim(layout, dim), dim);
}

//===----------------------------------------------------------------------===//
// Tensor cores
//===----------------------------------------------------------------------===//

static constexpr unsigned kRows = 0, kColumns = 1;

/// The eight rows of a quad pattern: four lanes along `along`, `packed`
/// elements of 32 bits together in each, then eight lanes `across`.
static Builder &addQuads(Builder &builder, unsigned along, unsigned across,
                         unsigned packed) {
  return builder.add(Hw::Reg, along, packed)
      .add(Hw::Lane, along, 4)
      .add(Hw::Lane, across, 8);
}

/// A left operand's fragment: 16 rows by 32 bytes of K.
static void addLeftFragment(Builder &builder, unsigned elementBits) {
  addQuads(builder, kColumns, kRows, 32 / elementBits)
      .add(Hw::Reg, kRows, 2)
      .add(Hw::Reg, kColumns, 2);
}

/// 2 if each warp has two tiles along N: these are neighbours then, so that one
/// ldmatrix reads the right operand of both.
static unsigned columnPair(int64_t columns, unsigned warpsN) {
  return columns >= 16 * int64_t(warpsN) ? 2 : 1;
}

LinearLayout tqc::mmaAccLayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                               unsigned warpsN) {
  assert(shape.size() == 2 && shape[0] >= 16 && shape[1] >= 8);
  Builder builder(shape);
  addQuads(builder, kColumns, kRows, 2).add(Hw::Reg, kRows, 2);
  return builder.add(Hw::Reg, kColumns, columnPair(shape[1], warpsN))
      .add(Hw::Warp, kRows, warpsM)
      .add(Hw::Warp, kColumns, warpsN)
      .fill(kColumns)
      .fill(kRows)
      .take();
}

LinearLayout tqc::mmaALayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                             unsigned warpsN, unsigned elementBits) {
  assert(shape.size() == 2 && shape[0] >= 16 &&
         shape[1] >= mmaDepth(elementBits));
  Builder builder(shape);
  addLeftFragment(builder, elementBits);
  return builder.add(Hw::Warp, kRows, warpsM)
      .replicate(Hw::Warp, warpsN)
      .fill(kColumns)
      .fill(kRows)
      .take();
}

LinearLayout tqc::mmaBLayout(llvm::ArrayRef<int64_t> shape, unsigned warpsM,
                             unsigned warpsN, unsigned elementBits) {
  assert(shape.size() == 2 && shape[0] >= mmaDepth(elementBits) &&
         shape[1] >= 8);
  Builder builder(shape);
  addQuads(builder, kRows, kColumns, 32 / elementBits).add(Hw::Reg, kRows, 2);
  return builder.add(Hw::Reg, kColumns, columnPair(shape[1], warpsN))
      .replicate(Hw::Warp, warpsM)
      .add(Hw::Warp, kColumns, warpsN)
      .fill(kRows)
      .fill(kColumns)
      .take();
}

LinearLayout tqc::batchedLayout(const LinearLayout &tile, int64_t batch,
                                unsigned warps) {
  assert(int64_t(warps) <= batch && "every warp has a tile");
  llvm::SmallVector<int64_t> shape = tile.shape();
  shape.insert(shape.begin(), batch);
  HwColumns columns = tile.allColumns();
  for (int64_t index = 1; index < batch; index *= 2)
    columns[placeDim(index < int64_t(warps) ? Hw::Warp : Hw::Reg)].push_back(
        index << tile.totalOutBits());
  return LinearLayout::fromColumns(std::move(columns), shape);
}

LinearLayout tqc::wgmmaAccLayout(llvm::ArrayRef<int64_t> shape,
                                 unsigned groupsM, unsigned groupsN) {
  assert(shape.size() == 2 && shape[0] >= 64 && shape[1] >= 8 * groupsN);
  Builder builder(shape);
  addQuads(builder, kColumns, kRows, 2).add(Hw::Reg, kRows, 2);
  return builder.add(Hw::Reg, kColumns, shape[1] / groupsN / 8)
      .add(Hw::Warp, kRows, 4)
      .add(Hw::Warp, kRows, groupsM)
      .add(Hw::Warp, kColumns, groupsN)
      .fill(kRows)
      .take();
}

LinearLayout tqc::wgmmaALayout(llvm::ArrayRef<int64_t> shape, unsigned groupsM,
                               unsigned groupsN, unsigned elementBits) {
  assert(shape.size() == 2 && shape[0] >= 64 &&
         shape[1] >= mmaDepth(elementBits));
  Builder builder(shape);
  addLeftFragment(builder, elementBits);
  return builder.fill(kColumns)
      .add(Hw::Warp, kRows, 4)
      .add(Hw::Warp, kRows, groupsM)
      .replicate(Hw::Warp, groupsN)
      .fill(kRows)
      .take();
}

LinearLayout tqc::matrixTile(MatrixForm form) {
  bool plain = form == MatrixForm::Plain;
  Builder builder({8, 8});
  addQuads(builder, plain ? kColumns : kRows, plain ? kRows : kColumns, 2);
  return builder.take();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LinearLayout tqc::rowMajorMemory(llvm::ArrayRef<int64_t> shape) {
  Builder builder(shape);
  for (unsigned dim = shape.size(); dim-- > 0;)
    builder.add(Hw::Offset, dim, shape[dim]);
  return builder.take();
}

unsigned tqc::widestSpan(llvm::ArrayRef<int64_t> shape, unsigned elementBits) {
  int64_t rowBytes = shape.back() * elementBits / 8;
  for (unsigned span : {128, 64, 32})
    if (rowBytes >= span)
      return span;
  return 0;
}

LinearLayout tqc::swizzledMemory(llvm::ArrayRef<int64_t> shape,
                                 unsigned elementBits, unsigned spanBytes) {
  assert(!shape.empty() && widestSpan(shape, elementBits) >= spanBytes &&
         spanBytes >= 32 && "a row fills the panel");
  int64_t columnCount = shape.back(), rowCount = 1;
  for (int64_t extent : shape.drop_back())
    rowCount *= extent;
  int64_t panel = spanBytes * 8 / elementBits;
  int64_t chunk = 128 / elementBits; // elements in 16 bytes
  int64_t rowsPerXor = 128 / spanBytes, chunks = spanBytes / 16;

  HwColumns columns;
  auto &list = columns[placeDim(Hw::Offset)];
  for (int64_t column = 1; column < panel; column *= 2)
    list.push_back(column);
  for (int64_t row = 1; row < rowCount; row *= 2)
    list.push_back(row * columnCount | row / rowsPerXor % chunks * chunk);
  for (int64_t column = panel; column < columnCount; column *= 2)
    list.push_back(column);
  return LinearLayout::fromColumns(std::move(columns), shape);
}

LinearLayout tqc::xorMemory(llvm::ArrayRef<int64_t> shape, unsigned vec,
                            unsigned perPhase, unsigned maxPhase) {
  assert(shape.size() == 2 && int64_t(vec) * maxPhase <= shape[1] &&
         "the phases fit in a row");
  HwColumns columns;
  auto &list = columns[placeDim(Hw::Offset)];
  for (int64_t column = 1; column < shape[1]; column *= 2)
    list.push_back(column);
  for (int64_t row = 1; row < shape[0]; row *= 2)
    list.push_back(row * shape[1] | row / perPhase % maxPhase * vec);
  return LinearLayout::fromColumns(std::move(columns), shape);
}
